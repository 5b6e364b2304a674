// A triangle surface that need not be closed, as something solid to collide with: what lies behind it, no deeper than
// `depth`. Built once; asked by measureMesh (measure-mesh.ts). Sides are told by angle-weighted normals [Baerentzen05].

import { sumNormals } from '../geometry/triangle.ts';
import { buildHierarchy, type Hierarchy } from '../hierarchy/hierarchy.ts';
import { InputError } from '../job/error.ts';
import { matchVertices } from '../mesh/repair-weld.ts';
import { buildEdges, buildTwins, nextHalf } from '../mesh/topology.ts';

/** Made by buildOpenMesh alone. */
export interface OpenMesh {
  readonly positions: Float64Array;
  readonly indices: Uint32Array; // as given; vertices at equal places count as one
  readonly hierarchy: Hierarchy;
  readonly box: Float64Array; // of the surface and what is behind it: min xyz, max xyz
  readonly tiny: number; // a way shorter than this has no direction worth having
  readonly depth: number; // how far behind the surface is solid
  readonly closed: boolean; // every edge joins two triangles that agree about their sides
  readonly faceNormal: Float64Array; // unit, a triangle; 0 for one without area
  readonly edgeNormal: Float64Array; // sum of both faces', a half-edge
  readonly vertexNormal: Float64Array; // angle-weighted, a vertex
  readonly edgeBorder: Uint8Array; // a half-edge: 1 where the surface ends, or is no surface
  readonly vertexBorder: Uint8Array; // a vertex: the same
  readonly spill: Float64Array; // a triangle: how far what is behind its corners reaches out of the prism behind it
  readonly most: number; // depth and the largest spill
  readonly cone: Float64Array; // 5 a node: mean normal m, |n − m| of its faces at most, m·x of its corners at most
  readonly twin: Int32Array; // a half-edge: the one across, negative on a border
  readonly same: Uint32Array; // a vertex: the first at its place
}

const TINY = 1e-9; // of the diagonal: see OpenMesh.tiny

/**
 * Makes a surface solid down to `depth` behind it; unlimited if it is closed and no depth is given, a twentieth of its
 * diagonal if it is not closed. Throws when there are no triangles or they are not proper.
 */
export function buildOpenMesh(
  given: { readonly positions: ArrayLike<number>; readonly indices: ArrayLike<number> },
  depth?: number,
): OpenMesh {
  checkMesh(given);
  if (depth !== undefined && !(depth > 0)) {
    throw new InputError('bad-argument', `depth is ${depth}: give a positive length in metres`);
  }
  const positions = Float64Array.from(given.positions);
  const indices = Uint32Array.from(given.indices);
  const hierarchy = buildHierarchy(positions, indices);
  const same = matchVertices(positions);
  const welded = indices.map((v) => same[v]);
  const twin = buildTwins(welded, buildEdges(welded, positions.length / 3));
  const faceNormal = new Float64Array(indices.length);
  const vertexNormal = new Float64Array(positions.length);
  sumNormals(faceNormal, vertexNormal, positions, welded);
  const edgeNormal = new Float64Array(3 * indices.length);
  const edgeBorder = new Uint8Array(indices.length);
  const vertexBorder = new Uint8Array(positions.length / 3);
  for (let h = 0; h < indices.length; h++) {
    const t = h - (h % 3);
    const g = twin[h] < 0 ? t : twin[h] - (twin[h] % 3);
    for (let d = 0; d < 3; d++) edgeNormal[3 * h + d] = faceNormal[t + d] + faceNormal[g + d];
    if (twin[h] >= 0) continue;
    edgeBorder[h] = 1;
    vertexBorder[welded[h]] = vertexBorder[welded[nextHalf(h)]] = 1;
  }
  for (let v = 0; v < same.length; v++) {
    vertexNormal.copyWithin(3 * v, 3 * same[v], 3 * same[v] + 3);
    vertexBorder[v] = vertexBorder[same[v]];
  }
  const closed = edgeBorder.every((border) => border === 0);
  const box = hierarchy.box.slice(0, 6);
  const deep = depth ?? (closed ? Infinity : diagonalOf(box) / 20);
  const spill = closed ? new Float64Array(0) : measureSpill(faceNormal, welded, same.length, deep);
  let most = 0;
  for (let t = 0; t < spill.length; t++) most = Math.max(most, spill[t]);
  for (let d = 0; d < 3 && !closed; d++) {
    box[d] -= deep;
    box[3 + d] += deep;
  }
  return {
    positions,
    indices,
    hierarchy,
    box,
    tiny: TINY * diagonalOf(hierarchy.box),
    depth: deep,
    closed,
    faceNormal,
    edgeNormal,
    vertexNormal,
    edgeBorder,
    vertexBorder,
    spill,
    most: deep + most,
    cone: closed ? new Float64Array(0) : buildCones(hierarchy, faceNormal, positions, indices),
    twin,
    same,
  };
}

function diagonalOf(box: Float64Array): number {
  const x = box[3] - box[0];
  const y = box[4] - box[1];
  const z = box[5] - box[2];
  return Math.sqrt(x * x + y * y + z * z);
}

function checkMesh({
  positions,
  indices,
}: {
  readonly positions: ArrayLike<number>;
  readonly indices: ArrayLike<number>;
}): void {
  if (positions.length % 3 !== 0 || indices.length % 3 !== 0) {
    throw new InputError(
      'bad-argument',
      `positions has ${positions.length} numbers and indices ${indices.length}: give three for every vertex and triangle`,
    );
  }
  if (indices.length === 0) {
    throw new InputError('bad-argument', 'indices is empty: give at least one triangle');
  }
  for (let i = 0; i < positions.length; i++) {
    if (Number.isFinite(positions[i]) && Math.abs(positions[i]) <= 1e100) continue;
    throw new InputError(
      'bad-argument',
      `vertex ${Math.floor(i / 3)} has the coordinate ${positions[i]}: give finite numbers of metres`,
    );
  }
  const count = positions.length / 3;
  for (let h = 0; h < indices.length; h++) {
    if (Number.isInteger(indices[h]) && indices[h] >= 0 && indices[h] < count) continue;
    throw new InputError(
      'index-out-of-range',
      `triangle ${Math.floor(h / 3)} names vertex ${indices[h]}, but there are ${count}: check indices`,
    );
  }
}

/**
 * What is solid behind a face is a prism; behind a valley, between prisms, also what is closest to its edge or vertex.
 * There the way to the surface lies between the normals around, so it is no further from the prism of a face than depth
 * times the chord between its normal and theirs.
 */
function measureSpill(
  faceNormal: Float64Array,
  indices: Uint32Array,
  vertexCount: number,
  depth: number,
): Float64Array {
  const start = new Uint32Array(vertexCount + 1); // half-edges from each vertex, in runs
  for (let h = 0; h < indices.length; h++) start[indices[h] + 1]++;
  for (let v = 0; v < vertexCount; v++) start[v + 1] += start[v];
  const half = new Uint32Array(indices.length);
  const next = start.slice();
  for (let h = 0; h < indices.length; h++) half[next[indices[h]]++] = h;
  const spill = new Float64Array(indices.length / 3);
  for (let h = 0; h < indices.length; h++) {
    const t = h - (h % 3);
    const own = faceNormal[t] !== 0 || faceNormal[t + 1] !== 0 || faceNormal[t + 2] !== 0;
    for (let k = start[indices[h]]; own && k < start[indices[h] + 1]; k++) {
      const g = half[k] - (half[k] % 3);
      let dot = 0;
      let square = 0;
      for (let d = 0; d < 3; d++) {
        dot += faceNormal[t + d] * faceNormal[g + d];
        const off = faceNormal[t + d] - faceNormal[g + d];
        square += off * off;
      }
      const other = faceNormal[g] !== 0 || faceNormal[g + 1] !== 0 || faceNormal[g + 2] !== 0;
      if (other) spill[t / 3] = Math.max(spill[t / 3], depth * (dot > 0 ? Math.sqrt(square) : 2));
    }
  }
  return spill;
}

/** For each node what tells that a point is before all its faces. */
function buildCones(
  hierarchy: Hierarchy,
  faceNormal: Float64Array,
  positions: Float64Array,
  indices: Uint32Array,
): Float64Array {
  const { count, second, first, size, triangle } = hierarchy;
  const cone = new Float64Array(5 * count);
  const from = new Uint32Array(count); // slots of the triangles below a node: nodes are depth-first, slots too
  const to = new Uint32Array(count);
  for (let node = count - 1; node >= 0; node--) {
    const leaf = second[node] < 0;
    from[node] = leaf ? first[node] : from[node + 1];
    to[node] = leaf ? first[node] + size[node] : to[second[node]];
    const o = 5 * node;
    for (let s = from[node]; s < to[node]; s++) {
      for (let d = 0; d < 3; d++) cone[o + d] += faceNormal[3 * triangle[s] + d];
    }
    const length = Math.sqrt(cone[o] * cone[o] + cone[o + 1] * cone[o + 1] + cone[o + 2] * cone[o + 2]);
    for (let d = 0; d < 3; d++) cone[o + d] = length > 0 ? cone[o + d] / length : d === 1 ? 1 : 0;
    cone[o + 4] = -Infinity;
    for (let s = from[node]; s < to[node]; s++) {
      const t = 3 * triangle[s];
      let square = 0;
      for (let d = 0; d < 3; d++) {
        const off = faceNormal[t + d] - cone[o + d];
        square += off * off;
      }
      cone[o + 3] = Math.max(cone[o + 3], Math.sqrt(square));
      for (let i = 0; i < 3; i++) {
        const v = 3 * indices[t + i];
        let height = 0;
        for (let d = 0; d < 3; d++) height += cone[o + d] * positions[v + d];
        cone[o + 4] = Math.max(cone[o + 4], height);
      }
    }
  }
  return cone;
}
