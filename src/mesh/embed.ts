// A render mesh embedded in a tet mesh: each of its vertices belongs to a tet and is a weighted mean of the tet's
// nodes. So the input of a stuffed solid can still be drawn, and cut with the fragments, although the tets have
// a surface of their own. Slow sibling: test/mesh/embed.test.ts.

import { closestTriangle } from '../hierarchy/closest.ts';
import { buildHierarchy } from '../hierarchy/hierarchy.ts';
import { InputError } from '../job/error.ts';
import { pow } from '../math/trig.ts';
import { checkMesh } from './check.ts';
import { buildTetAdjacency, extractBoundary, type TetMesh } from './tet-mesh.ts';
import type { TriangleMesh } from './triangle-mesh.ts';

/** A mesh and where its vertices sit. */
export interface Embedding {
  readonly mesh: TriangleMesh;
  readonly tet: Uint32Array; // the tet that encloses each vertex, or the nearest one
  readonly weight: Float64Array; // 4 a vertex, in the order of the tet's nodes; they sum to 1, one is negative outside
  readonly outsideCount: number; // vertices that no tet encloses
  readonly farthest: number; // how far out the outermost of them lies
}

const INSIDE = -1e-9; // the least weight of a point that counts as enclosed: rounding on shared faces
const weights = new Float64Array(4); // scratch: weights of a point in a tet
const found = new Float64Array(7); // scratch: what closestTriangle writes

/**
 * Embeds every vertex of `render`. Of several enclosing tets (on a shared face) the one that holds the vertex deepest
 * wins, then the lowest. A vertex outside of all tets takes the tet below the closest boundary point, with weights
 * that reach out of it, so that the weighted mean is the vertex itself everywhere.
 */
export function embedMesh(tets: TetMesh, render: TriangleMesh): Embedding {
  checkMesh('tets', tets, 'createTetMesh');
  checkMesh('render', render);
  const { positions } = render;
  const count = positions.length / 3;
  checkEmbedding(tets, positions);
  const grid = buildTetGrid(tets);
  const boundary = extractBoundary(tets.indices, buildTetAdjacency(tets.indices, tets.positions.length / 3));
  const hierarchy = buildHierarchy(tets.positions, boundary.indices);
  const tet = new Uint32Array(count);
  const weight = new Float64Array(4 * count);
  let outsideCount = 0;
  let square = 0;
  let seed = -1;
  for (let v = 0; v < count; v++) {
    let owner = findTet(tets, grid, positions, 3 * v);
    if (owner < 0) {
      seed = closestTriangle(found, hierarchy, positions, 3 * v, seed);
      owner = boundary.face[seed] >> 2;
      outsideCount++;
      square = Math.max(square, found[0]);
    }
    weighPoint(weights, tets, owner, positions, 3 * v);
    tet[v] = owner;
    weight.set(weights, 4 * v);
  }
  return { mesh: render, tet, weight, outsideCount, farthest: Math.sqrt(square) };
}

function checkEmbedding(tets: TetMesh, positions: Float64Array): void {
  if (tets.indices.length === 0) {
    throw new InputError('empty-mesh', 'the tet mesh has no tets: nothing to embed the render mesh in');
  }
  for (let i = 0; i < positions.length; i++) {
    if (Number.isFinite(positions[i])) continue;
    throw new InputError(
      'non-finite',
      `vertex ${Math.floor(i / 3)} of the render mesh has the coordinate ${positions[i]}: give finite coordinates`,
    );
  }
}

/** Writes the weights of the point p[at…] in tet t: its four sub-volumes as shares of the whole. */
export function weighPoint(out: Float64Array, tets: TetMesh, t: number, p: Float64Array, at: number): void {
  const { positions, indices } = tets;
  const a = 3 * indices[4 * t];
  const b = 3 * indices[4 * t + 1];
  const c = 3 * indices[4 * t + 2];
  const d = 3 * indices[4 * t + 3];
  const ux = positions[b] - positions[a];
  const uy = positions[b + 1] - positions[a + 1];
  const uz = positions[b + 2] - positions[a + 2];
  const vx = positions[c] - positions[a];
  const vy = positions[c + 1] - positions[a + 1];
  const vz = positions[c + 2] - positions[a + 2];
  const wx = positions[d] - positions[a];
  const wy = positions[d + 1] - positions[a + 1];
  const wz = positions[d + 2] - positions[a + 2];
  const x = p[at] - positions[a];
  const y = p[at + 1] - positions[a + 1];
  const z = p[at + 2] - positions[a + 2];
  const vwx = vy * wz - vz * wy;
  const vwy = vz * wx - vx * wz;
  const vwz = vx * wy - vy * wx;
  const pux = y * uz - z * uy;
  const puy = z * ux - x * uz;
  const puz = x * uy - y * ux;
  const scale = 1 / (ux * vwx + uy * vwy + uz * vwz);
  out[1] = (x * vwx + y * vwy + z * vwz) * scale;
  out[2] = -(pux * wx + puy * wy + puz * wz) * scale;
  out[3] = (pux * vx + puy * vy + puz * vz) * scale;
  out[0] = 1 - out[1] - out[2] - out[3];
}

/** Boxes of a uniform grid with the tets whose bounds meet them. */
interface TetGrid {
  readonly origin: Float64Array;
  readonly inverse: number; // 1 / box size
  readonly size: Int32Array; // boxes along x, y, z
  readonly start: Uint32Array; // run of each box in `tet`
  readonly tet: Uint32Array; // ascending in each box
}

const TETS_PER_BOX = 2; // measured on the stuffed bunny: 1 to 4 are within 10 % of each other
const MOST_BOXES = 4096; // along one side
const span = new Int32Array(6); // scratch: first and last box along x, y, z

function buildTetGrid(tets: TetMesh): TetGrid {
  const { positions, indices } = tets;
  const tetCount = indices.length / 4;
  const origin = new Float64Array(3).fill(Infinity);
  const top = new Float64Array(3).fill(-Infinity);
  for (let i = 0; i < indices.length; i++) {
    for (let d = 0; d < 3; d++) {
      origin[d] = Math.min(origin[d], positions[3 * indices[i] + d]);
      top[d] = Math.max(top[d], positions[3 * indices[i] + d]);
    }
  }
  // Boxes of about the wanted volume; doubled while a flat or thin mesh would make too many of them.
  let volume = 1;
  for (let d = 0; d < 3; d++) volume *= top[d] - origin[d];
  let box = pow((volume * TETS_PER_BOX) / tetCount, 1 / 3);
  if (!(box > 0)) box = Math.max(top[0] - origin[0], top[1] - origin[1], top[2] - origin[2]) || 1; // underflow
  const size = new Int32Array(3);
  for (;;) {
    for (let d = 0; d < 3; d++) size[d] = Math.min(MOST_BOXES, Math.floor((top[d] - origin[d]) / box) + 1);
    if (size[0] * size[1] * size[2] <= 2 * tetCount + 64) break;
    box *= 2;
  }
  const start = new Uint32Array(size[0] * size[1] * size[2] + 1);
  const grid: TetGrid = { origin, inverse: 1 / box, size, start, tet: new Uint32Array(0) };
  for (let t = 0; t < tetCount; t++) spread(start, null, grid, tets, t);
  for (let i = 1; i < start.length; i++) start[i] += start[i - 1];
  const tet = new Uint32Array(start[start.length - 1]);
  // Every start stands at its run's end now; filing from the last tet down brings it back to the beginning.
  for (let t = tetCount - 1; t >= 0; t--) spread(start, tet, grid, tets, t);
  return { ...grid, tet };
}

/** Counts tet t in every box its bounds meet, or files it there when `tet` is given. */
function spread(start: Uint32Array, tet: Uint32Array | null, grid: TetGrid, tets: TetMesh, t: number): void {
  const { positions, indices } = tets;
  const { size } = grid;
  for (let d = 0; d < 3; d++) {
    span[d] = size[d];
    span[3 + d] = 0;
    for (let c = 0; c < 4; c++) {
      const at = boxOf(grid, d, positions[3 * indices[4 * t + c] + d]);
      span[d] = Math.min(span[d], at);
      span[3 + d] = Math.max(span[3 + d], at);
    }
  }
  for (let z = span[2]; z <= span[5]; z++) {
    for (let y = span[1]; y <= span[4]; y++) {
      for (let x = span[0]; x <= span[3]; x++) {
        const box = x + size[0] * (y + size[1] * z);
        if (tet) tet[--start[box]] = t;
        else start[box]++;
      }
    }
  }
}

/** The box along axis d; monotone in x, so a point's box is among those of every tet whose bounds hold it. */
function boxOf(grid: TetGrid, d: number, x: number): number {
  const { origin, inverse, size } = grid;
  return Math.max(0, Math.min(size[d] - 1, Math.floor((x - origin[d]) * inverse)));
}

/** The tet that encloses the point p[at…] deepest, or −1. */
function findTet(tets: TetMesh, grid: TetGrid, p: Float64Array, at: number): number {
  const { size, start, tet } = grid;
  const x = boxOf(grid, 0, p[at]);
  const y = boxOf(grid, 1, p[at + 1]);
  const z = boxOf(grid, 2, p[at + 2]);
  const box = x + size[0] * (y + size[1] * z);
  let best = -1;
  let depth = INSIDE;
  for (let i = start[box]; i < start[box + 1]; i++) {
    weighPoint(weights, tets, tet[i], p, at);
    const least = Math.min(weights[0], weights[1], weights[2], weights[3]);
    if (least > depth) {
      depth = least;
      best = tet[i];
    }
  }
  return best;
}
