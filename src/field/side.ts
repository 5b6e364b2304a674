// Which side of a surface a point is on, and within what radius that cannot change. Closed surfaces: by the
// pseudonormal of the closest feature, constant as far as the surface is away. So too where one only touches itself,
// away from there. Others: by the winding number, whose change is bounded by the surface's rim.

import { closestTriangle } from '../hierarchy/closest.ts';
import { buildHierarchy, type Hierarchy } from '../hierarchy/hierarchy.ts';
import { matchVertices } from '../mesh/repair-weld.ts';
import type { SurfaceQuery } from '../mesh/surface-distance.ts';
import { buildEdges, buildTwins, type EdgeTable, nextHalf } from '../mesh/topology.ts';
import { windingNumber } from '../mesh/winding.ts';
import type { Lattice } from './bins.ts';
import { type Block, EDGE, FACE, VERTEX } from './evaluate.ts';
import { EDGE_STRIDE, FACE_STRIDE, type Features } from './features.ts';

export interface Side {
  readonly query: SurfaceQuery;
  readonly rim: Hierarchy | null; // the edges at which an open surface ends, as flat triangles
  readonly rimLength: number; // their length, each as often as it is left over
  readonly clear: Clear | null; // of one that touches itself and no more; null where normals tell all or nothing
}

/** Where a pseudonormal tells the side, 1 each: not where a surface touches itself. */
interface Clear {
  readonly face: Uint8Array;
  readonly half: Uint8Array;
  readonly vertex: Uint8Array;
}

const WINDING_ERROR = 0.01; // of windingNumber, in turns (mesh/winding.ts)
const INV_4PI = 1 / (4 * Math.PI);
const p = new Float64Array(3); // scratch: a point in the mesh's frame
const turns = new Float64Array(1); // scratch: its winding number
const found = new Float64Array(7); // scratch: what closestTriangle writes

/** `embedded` promises that the surface crosses itself nowhere, though it may touch itself. */
export function createSide(query: SurfaceQuery, positions: Float64Array, embedded = false): Side {
  if (query.closed) return { query, rim: null, rimLength: 0, clear: null };
  const same = matchVertices(positions); // seams are no rims
  const indices = query.indices.map((v) => same[v]);
  const edges = buildEdges(indices, positions.length / 3);
  const { edgeCount, start, half } = edges;
  const ends: number[] = [];
  let rimLength = 0;
  for (let e = 0; e < edgeCount; e++) {
    let left = 0; // how often the edge is run through one way more than the other
    for (let i = start[e]; i < start[e + 1]; i++)
      left += indices[half[i]] < indices[nextHalf(half[i])] ? 1 : -1;
    if (left === 0) continue;
    const a = indices[half[start[e]]];
    const b = indices[nextHalf(half[start[e]])];
    const x = positions[3 * a] - positions[3 * b];
    const y = positions[3 * a + 1] - positions[3 * b + 1];
    const z = positions[3 * a + 2] - positions[3 * b + 2];
    rimLength += Math.abs(left) * Math.sqrt(x * x + y * y + z * z);
    ends.push(a, b, b);
  }
  return {
    query,
    rim: ends.length > 0 ? buildHierarchy(positions, Uint32Array.from(ends)) : null,
    rimLength,
    clear: embedded && ends.length === 0 ? findClear(query, same, indices, edges) : null,
  };
}

/** Edges of two triangles, vertices of one fan of them, faces that have such an edge; none at a degenerate triangle. */
function findClear(query: SurfaceQuery, same: Uint32Array, indices: Uint32Array, edges: EdgeTable): Clear {
  const twin = buildTwins(indices, edges);
  const half = Uint8Array.from(twin, (h) => (h >= 0 ? 1 : 0));
  for (let t = 0; t < indices.length; t += 3) {
    const n = query.faceNormal;
    if (n[t] !== 0 || n[t + 1] !== 0 || n[t + 2] !== 0) continue;
    for (let h = t; h < t + 3; h++) {
      half[h] = 0;
      if (twin[h] >= 0) half[twin[h]] = 0;
    }
  }
  const corners = new Uint32Array(same.length);
  const vertex = new Uint8Array(same.length).fill(1);
  for (let h = 0; h < indices.length; h++) {
    corners[indices[h]]++;
    if (half[h] === 0) vertex[indices[h]] = vertex[indices[nextHalf(h)]] = 0;
  }
  const seen = new Uint8Array(same.length);
  for (let h = 0; h < indices.length; h++) {
    const v = indices[h];
    if (vertex[v] === 0 || seen[v]++ > 0) continue;
    let fan = 1;
    for (let g = nextHalf(twin[h]); g !== h; g = nextHalf(twin[g])) fan++;
    if (fan !== corners[v]) vertex[v] = 0;
  }
  const face = new Uint8Array(indices.length / 3);
  for (let h = 0; h < half.length; h++) if (half[h] === 1) face[Math.floor(h / 3)] = 1;
  return { face, half, vertex: Uint8Array.from(same, (v) => vertex[v]) };
}

/**
 * Gives the distances in a block their signs. Balls as large as the distances of two neighbours hold no surface: where
 * they cover the way between them, both are on one side. Only nodes next to the surface ask for their own.
 */
export function signBlock(side: Side, block: Block): void {
  const { value, range } = block;
  if (side.rim) {
    signRange(side, block, range[0], range[1], range[2], range[3], range[4], range[5]);
    return;
  }
  const apart = block.lattice.spacing * (1 + 1e-9);
  for (let z = range[2]; z <= range[5]; z++) {
    for (let y = range[1]; y <= range[4]; y++) {
      for (let x = range[0]; x <= range[3]; x++) {
        const n = ((z & 7) * 8 + (y & 7)) * 8 + (x & 7);
        const before =
          x > range[0] && value[n] + Math.abs(value[n - 1]) > apart
            ? n - 1
            : y > range[1] && value[n] + Math.abs(value[n - 8]) > apart
              ? n - 8
              : z > range[2] && value[n] + Math.abs(value[n - 64]) > apart
                ? n - 64
                : -1;
        if (before >= 0 ? value[before] < 0 : isNodeInside(side, block, x, y, z)) value[n] = -value[n];
      }
    }
  }
}

/** The same at a hole, where sides change away from the surface: box by box, down to nodes. */
function signRange(
  side: Side,
  block: Block,
  x0: number,
  y0: number,
  z0: number,
  x1: number,
  y1: number,
  z1: number,
): void {
  const { value, features } = block;
  const { first, spacing } = block.lattice;
  const half = Math.max(x1 - x0, y1 - y0, z1 - z0) / 2;
  const radius = Math.sqrt(3) * half * spacing;
  const distance = value[((z0 & 7) * 8 + (y0 & 7)) * 8 + (x0 & 7)]; // no farther than the radius from the center
  let sign = 0;
  if (half === 0 || distance > 2 * radius * (1 + 1e-9)) {
    p[0] = features.origin[0] + first + ((x0 + x1) / 2) * spacing;
    p[1] = features.origin[1] + first + ((y0 + y1) / 2) * spacing;
    p[2] = features.origin[2] + first + ((z0 + z1) / 2) * spacing;
    sign = windingSide(side, p, radius);
  }
  if (sign !== 0) {
    if (sign > 0) return;
    for (let z = z0; z <= z1; z++)
      for (let y = y0; y <= y1; y++)
        for (let x = x0; x <= x1; x++) value[((z & 7) * 8 + (y & 7)) * 8 + (x & 7)] *= -1;
    return;
  }
  const step = Math.floor(half) + 1;
  for (let z = z0; z <= z1; z += step)
    for (let y = y0; y <= y1; y += step)
      for (let x = x0; x <= x1; x += step)
        signRange(
          side,
          block,
          x,
          y,
          z,
          Math.min(x1, x + step - 1),
          Math.min(y1, y + step - 1),
          Math.min(z1, z + step - 1),
        );
}

/** Whether a node of a block is inside. */
function isNodeInside(side: Side, block: Block, x: number, y: number, z: number): boolean {
  const { features, beams } = block;
  const n = block.nearest[((z & 7) * 8 + (y & 7)) * 8 + (x & 7)];
  const kind = n < beams.edges ? VERTEX : n < beams.faces ? EDGE : FACE;
  return isInside(side, features, block.lattice, kind, beams.feature[n], x, y, z);
}

/** Whether a node of a lattice is inside, by the pseudonormal of its closest feature where that can tell. */
export function isInside(
  side: Side,
  features: Features,
  { first, spacing }: Lattice,
  kind: number,
  index: number,
  x: number,
  y: number,
  z: number,
): boolean {
  const { query, clear } = side;
  const px = first + x * spacing;
  const py = first + y * spacing;
  const pz = first + z * spacing;
  if (query.closed || clear) {
    if (kind === VERTEX) {
      const id = features.vertexId[index];
      if (!clear || clear.vertex[id] === 1)
        return isBehind(query.vertexNormal, 3 * id, features.vertex, 3 * index, px, py, pz);
    } else if (kind === EDGE) {
      // An edge's pseudonormal is at right angles to it: any of its points will do.
      const id = features.edgeId[index];
      if (!clear || clear.half[id] === 1)
        return isBehind(query.edgeNormal, 3 * id, features.edge, EDGE_STRIDE * index, px, py, pz);
    } else {
      const id = features.faceId[index];
      if (!clear || clear.face[id] === 1)
        return isBehind(query.faceNormal, 3 * id, features.face, FACE_STRIDE * index, px, py, pz);
    }
  }
  p[0] = features.origin[0] + px;
  p[1] = features.origin[1] + py;
  p[2] = features.origin[2] + pz;
  return windingSide(side, p, 0) < 0;
}

/** Whether a point is behind the plane through q[at…] with the normal at normal[o…]. */
function isBehind(
  normal: Float64Array,
  o: number,
  q: Float64Array,
  at: number,
  x: number,
  y: number,
  z: number,
): boolean {
  return (x - q[at]) * normal[o] + (y - q[at + 1]) * normal[o + 1] + (z - q[at + 2]) * normal[o + 2] < 0;
}

/**
 * The side of a point of the mesh's frame, −1 inside and 1 outside, of a surface that is not closed and farther than
 * `radius`, if no point within `radius` is on the other side; 0 if that is not sure. A radius of 0 always gives the side.
 */
export function windingSide(side: Side, p: Float64Array, radius: number): number {
  const { query, rim, rimLength } = side;
  windingNumber(turns, query.winding!, p, 0);
  if (radius > 0 && rim) {
    // The gradient of the winding number is a line integral along the rim (Biot and Savart's law):
    // |∇w| ≤ (1/4π) ∮ dl/r² ≤ length/(4π r²), where r is the distance from the rim.
    closestTriangle(found, rim, p, 0, -1);
    const r = Math.sqrt(found[0]) - radius;
    const change = (INV_4PI * rimLength * radius) / (r * r);
    if (!(r > 0 && change + 2 * WINDING_ERROR < Math.abs(turns[0] - 0.5))) return 0;
  }
  return turns[0] > 0.5 ? -1 : 1;
}
