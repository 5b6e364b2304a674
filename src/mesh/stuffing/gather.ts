// Gathers the mesh: drops specks, puts boundary nodes first and carries the input's attributes over.

import { closestTriangle } from '../../hierarchy/closest.ts';
import type { Hierarchy } from '../../hierarchy/hierarchy.ts';
import { CORNER_PULL } from '../constants.ts';
import { TET_FACES, type TetMesh, tetVolume } from '../tet-mesh.ts';
import { type TriangleMesh, wrapTriangleMesh } from '../triangle-mesh.ts';
import type { RawTets } from './stencil.ts';

/** Connected pieces of a raw mesh. */
interface Pieces {
  readonly piece: Int32Array; // of each tet
  readonly volume: number[]; // of each piece
}

/** Finds the pieces that hang together by faces. `neighbor` as buildTetAdjacency makes it. */
export function findPieces(positions: Float64Array, indices: Uint32Array, neighbor: Int32Array): Pieces {
  const tetCount = indices.length / 4;
  const piece = new Int32Array(tetCount).fill(-1);
  const volume: number[] = [];
  const pending = new Uint32Array(tetCount);
  for (let first = 0; first < tetCount; first++) {
    if (piece[first] >= 0) continue;
    const id = volume.length;
    let sum = 0;
    let depth = 0;
    pending[depth++] = first;
    piece[first] = id;
    while (depth > 0) {
      const t = pending[--depth];
      sum += tetVolume(positions, indices, 4 * t);
      for (let f = 4 * t; f < 4 * t + 4; f++) {
        const next = neighbor[f];
        if (next < 0 || piece[next] >= 0) continue;
        piece[next] = id;
        pending[depth++] = next;
      }
    }
    volume.push(sum);
  }
  return { piece, volume };
}

/** A tet mesh whose first surfaceCount nodes are those of its boundary. */
export interface GatheredTets {
  readonly tets: TetMesh;
  readonly surfaceCount: number;
  readonly boundary: Uint32Array; // three nodes a boundary triangle
  readonly face: Uint32Array; // 4·tet + face of each
}

/**
 * Keeps the pieces that `keep` says, boundary nodes first, each group in the order of first use. `neighbor` is the
 * adjacency of the raw tets, which whole pieces take with them.
 */
export function gatherTets(
  raw: RawTets,
  neighbor: Int32Array,
  piece: Int32Array,
  keep: ReadonlySet<number>,
): GatheredTets {
  let tetCount = 0;
  let triangleCount = 0;
  for (let t = 0; t < raw.tetCount; t++) {
    if (!keep.has(piece[t])) continue;
    tetCount++;
    for (let f = 4 * t; f < 4 * t + 4; f++) if (neighbor[f] < 0) triangleCount++;
  }
  const indices = new Uint32Array(4 * tetCount);
  const boundary = new Uint32Array(3 * triangleCount);
  const face = new Uint32Array(triangleCount);
  let tet = 0;
  let triangle = 0;
  for (let t = 0; t < raw.tetCount; t++) {
    if (!keep.has(piece[t])) continue;
    for (let c = 0; c < 4; c++) {
      indices[4 * tet + c] = raw.indices[4 * t + c];
      if (neighbor[4 * t + c] >= 0) continue;
      for (let i = 0; i < 3; i++) boundary[3 * triangle + i] = raw.indices[4 * t + TET_FACES[3 * c + i]];
      face[triangle++] = 4 * tet + c;
    }
    tet++;
  }
  const number = new Int32Array(raw.nodeCount).fill(-1);
  let count = 0;
  for (let i = 0; i < boundary.length; i++) if (number[boundary[i]] < 0) number[boundary[i]] = count++;
  const surfaceCount = count;
  for (let i = 0; i < indices.length; i++) if (number[indices[i]] < 0) number[indices[i]] = count++;
  const positions = new Float64Array(3 * count);
  for (let v = 0; v < raw.nodeCount; v++) {
    if (number[v] < 0) continue;
    for (let d = 0; d < 3; d++) positions[3 * number[v] + d] = raw.positions[3 * v + d];
  }
  for (let i = 0; i < indices.length; i++) indices[i] = number[indices[i]];
  for (let i = 0; i < boundary.length; i++) boundary[i] = number[boundary[i]];
  return { tets: { positions, indices }, surfaceCount, boundary, face };
}

/** What a surface may carry besides its shape: the attributes of TriangleMesh. */
export type Attributes = Partial<Pick<TriangleMesh, 'uvs' | 'normals' | 'colors' | 'groups'>>;

const point = new Float64Array(3); // scratch: a point of a new triangle
const middle = new Float64Array(3); // scratch: the middle of a new triangle
const found = new Float64Array(7); // scratch: what closestTriangle writes

/** The boundary with the input's attributes. */
interface CarriedSurface {
  readonly surface: TriangleMesh; // over the first nodes of the tets
  readonly source: Uint32Array; // the input triangle closest to the middle of each triangle
}

/**
 * Makes the boundary a triangle mesh with attributes from the closest points of the input: a corner's from just
 * inside its triangle, so that both sides of a crease or seam keep their own; the group from the middle.
 */
export function carryAttributes(
  gathered: GatheredTets,
  input: Attributes,
  hierarchy: Hierarchy,
): CarriedSurface {
  const { tets, surfaceCount, boundary } = gathered;
  const positions = tets.positions.slice(0, 3 * surfaceCount);
  const triangleCount = boundary.length / 3;
  const uvs = input.uvs ? new Float32Array(6 * triangleCount) : null;
  const normals = input.normals ? new Float32Array(9 * triangleCount) : null;
  const colors = input.colors ? new Float32Array(9 * triangleCount) : null;
  const groups = input.groups ? new Uint16Array(triangleCount) : null;
  const source = new Uint32Array(triangleCount);
  let seed = -1;
  for (let t = 0; t < triangleCount; t++) {
    for (let d = 0; d < 3; d++) {
      point[d] = 0;
      for (let c = 0; c < 3; c++) point[d] += positions[3 * boundary[3 * t + c] + d] / 3;
    }
    middle.set(point);
    seed = closestTriangle(found, hierarchy, point, 0, seed);
    source[t] = seed;
    if (groups) groups[t] = input.groups![seed];
    if (!uvs && !normals && !colors) continue;
    for (let c = 0; c < 3; c++) {
      for (let d = 0; d < 3; d++) {
        point[d] = CORNER_PULL * middle[d] + (1 - CORNER_PULL) * positions[3 * boundary[3 * t + c] + d];
      }
      const near = closestTriangle(found, hierarchy, point, 0, seed);
      if (uvs) blend(uvs, 3 * t + c, 2, input.uvs!, near);
      if (colors) blend(colors, 3 * t + c, 3, input.colors!, near);
      if (normals) {
        blend(normals, 3 * t + c, 3, input.normals!, near);
        normalize(normals, 3 * (3 * t + c));
      }
    }
  }
  return { surface: wrapTriangleMesh(positions, boundary, uvs, normals, colors, groups), source };
}

/** Writes the attribute of `width` numbers at the point in `found` on triangle t. */
function blend(out: Float32Array, corner: number, width: number, source: Float32Array, t: number): void {
  const u = found[4];
  const v = found[5];
  for (let i = 0; i < width; i++) {
    const a = source[3 * width * t + i];
    const b = source[3 * width * t + width + i];
    const c = source[3 * width * t + 2 * width + i];
    out[width * corner + i] = a + u * (b - a) + v * (c - a);
  }
}

function normalize(out: Float32Array, at: number): void {
  const length = Math.sqrt(out[at] * out[at] + out[at + 1] * out[at + 1] + out[at + 2] * out[at + 2]);
  if (!(length > 0)) return;
  for (let d = 0; d < 3; d++) out[at + d] /= length;
}
