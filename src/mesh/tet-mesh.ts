// Tetrahedral meshes and their boundary.

import { checkList } from '../job/check.ts';
import { InputError } from '../job/error.ts';

/** A tet mesh; every tet is positively oriented: (b−a)×(c−a)·(d−a) > 0. */
export interface TetMesh {
  readonly positions: Float64Array; // xyz a node
  readonly indices: Uint32Array; // four nodes a tet
}

/** The faces of a positive tet, each counter-clockwise seen from outside; face i lies opposite corner i. */
export const TET_FACES = Uint8Array.of(1, 2, 3, 0, 3, 2, 0, 1, 3, 0, 2, 1);

/** The six edges of a tet as corner pairs. */
export const TET_EDGES = Uint8Array.of(0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3);

/** Copies array-likes into a tet mesh and turns negative tets over. Throws when an index names no node. */
export function createTetMesh(positions: ArrayLike<number>, indices: ArrayLike<number>): TetMesh {
  checkList('positions', positions);
  checkList('indices', indices);
  if (positions.length % 3 !== 0 || indices.length % 4 !== 0) {
    throw new InputError(
      'bad-argument',
      `a tet mesh needs 3 numbers a node and 4 a tet; got ${positions.length} and ${indices.length}`,
    );
  }
  const nodeCount = positions.length / 3;
  for (let i = 0; i < indices.length; i++) {
    if (!(indices[i] >= 0 && indices[i] < nodeCount && Number.isInteger(indices[i]))) {
      throw new InputError(
        'index-out-of-range',
        `tet ${Math.floor(i / 4)} names node ${indices[i]}, but there are ${nodeCount} nodes (0 to ${nodeCount - 1}): check indices`,
      );
    }
  }
  const mesh = { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
  for (let t = 0; t < mesh.indices.length; t += 4) {
    if (tetVolume(mesh.positions, mesh.indices, t) < 0) {
      const swap = mesh.indices[t];
      mesh.indices[t] = mesh.indices[t + 1];
      mesh.indices[t + 1] = swap;
    }
  }
  return mesh;
}

/** Signed volume of the tet whose four nodes stand at `indices[at…]`. */
export function tetVolume(positions: Float64Array, indices: ArrayLike<number>, at: number): number {
  const a = 3 * indices[at];
  const b = 3 * indices[at + 1];
  const c = 3 * indices[at + 2];
  const d = 3 * indices[at + 3];
  const ax = positions[a];
  const ay = positions[a + 1];
  const az = positions[a + 2];
  const ux = positions[b] - ax;
  const uy = positions[b + 1] - ay;
  const uz = positions[b + 2] - az;
  const vx = positions[c] - ax;
  const vy = positions[c + 1] - ay;
  const vz = positions[c + 2] - az;
  const wx = positions[d] - ax;
  const wy = positions[d + 1] - ay;
  const wz = positions[d + 2] - az;
  return (ux * (vy * wz - vz * wy) + uy * (vz * wx - vx * wz) + uz * (vx * wy - vy * wx)) / 6;
}

/**
 * Face neighbours: entry 4·t + i is the tet across face i of tet t, or −1 on the boundary.
 * Faces are matched by a counting sort on their smallest node, so the cost is linear.
 */
export function buildTetAdjacency(indices: Uint32Array, nodeCount: number): Int32Array {
  const faceCount = indices.length; // four faces a tet
  const low = new Uint32Array(faceCount);
  const mid = new Uint32Array(faceCount);
  const high = new Uint32Array(faceCount);
  const start = new Uint32Array(nodeCount + 1);
  for (let f = 0; f < faceCount; f++) {
    const t = f & ~3;
    const i = 3 * (f & 3);
    const a = indices[t + TET_FACES[i]];
    const b = indices[t + TET_FACES[i + 1]];
    const c = indices[t + TET_FACES[i + 2]];
    low[f] = Math.min(a, b, c);
    high[f] = Math.max(a, b, c);
    mid[f] = a + b + c - low[f] - high[f];
    start[low[f] + 1]++;
  }
  for (let v = 0; v < nodeCount; v++) start[v + 1] += start[v];
  const slot = start.slice(0, nodeCount);
  const sorted = new Uint32Array(faceCount);
  for (let f = 0; f < faceCount; f++) sorted[slot[low[f]]++] = f;
  const neighbor = new Int32Array(faceCount).fill(-1);
  for (let v = 0; v < nodeCount; v++) {
    for (let i = start[v]; i < start[v + 1]; i++) {
      const f = sorted[i];
      if (neighbor[f] >= 0) continue;
      for (let j = i + 1; j < start[v + 1]; j++) {
        const g = sorted[j];
        if (mid[g] === mid[f] && high[g] === high[f] && neighbor[g] < 0) {
          neighbor[f] = g >> 2;
          neighbor[g] = f >> 2;
          break;
        }
      }
    }
  }
  return neighbor;
}

/** The boundary triangles of a tet mesh, outward, as node triples; `face` says which tet face each one is. */
interface TetBoundary {
  readonly indices: Uint32Array; // three nodes a triangle
  readonly face: Uint32Array; // 4·tet + face a triangle
}

/** Extracts the boundary in the order of tets and faces. */
export function extractBoundary(indices: Uint32Array, neighbor: Int32Array): TetBoundary {
  let count = 0;
  for (let f = 0; f < neighbor.length; f++) if (neighbor[f] < 0) count++;
  const out = new Uint32Array(3 * count);
  const face = new Uint32Array(count);
  let n = 0;
  for (let f = 0; f < neighbor.length; f++) {
    if (neighbor[f] >= 0) continue;
    const t = f & ~3;
    const i = 3 * (f & 3);
    out[3 * n] = indices[t + TET_FACES[i]];
    out[3 * n + 1] = indices[t + TET_FACES[i + 1]];
    out[3 * n + 2] = indices[t + TET_FACES[i + 2]];
    face[n++] = f;
  }
  return { indices: out, face };
}
