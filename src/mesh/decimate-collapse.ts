// The mesh that the decimator eats: triangles listed by vertex, and edges collapsed so that the surface keeps
// its kind. What was manifold stays manifold, borders stay borders, and no triangle turns over.

import { buildEdges, buildTwins, nextHalf } from './topology.ts';

export const INNER = 0; // the triangles of the vertex close a disc around it
const BORDER = 1; // they form half a disc: the vertex lies on an open edge
export const FIXED = 2; // anything else: such a vertex never moves nor vanishes

export interface CollapseMesh {
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
  readonly alive: Uint8Array; // a triangle
  readonly kind: Uint8Array; // a vertex
  readonly head: Int32Array; // the first corner listed for a vertex, −1 for none
  readonly next: Int32Array; // the corner listed after a corner, −1 at the end; dead ones may stay listed
  readonly mark: Uint32Array; // a vertex; equal to `tick` when marked
  tick: number;
}

/** Copies a mesh without its triangles of fewer than three vertices, which are born dead. */
export function createCollapseMesh(positions: Float64Array, indices: Uint32Array): CollapseMesh {
  const vertexCount = positions.length / 3;
  const alive = new Uint8Array(indices.length / 3);
  const head = new Int32Array(vertexCount).fill(-1);
  const next = new Int32Array(indices.length).fill(-1);
  for (let c = indices.length - 1; c >= 0; c--) {
    const t = Math.floor(c / 3);
    const [i, j, k] = [indices[3 * t], indices[3 * t + 1], indices[3 * t + 2]];
    if (i === j || j === k || k === i) continue;
    alive[t] = 1;
    next[c] = head[indices[c]];
    head[indices[c]] = c;
  }
  return {
    positions: positions.slice(),
    indices: indices.slice(),
    alive,
    kind: findKinds(indices, vertexCount, head, next),
    head,
    next,
    mark: new Uint32Array(vertexCount),
    tick: 0,
  };
}

function findKinds(
  indices: Uint32Array,
  vertexCount: number,
  head: Int32Array,
  next: Int32Array,
): Uint8Array {
  const twin = buildTwins(indices, buildEdges(indices, vertexCount));
  const kind = new Uint8Array(vertexCount);
  for (let v = 0; v < vertexCount; v++) {
    let corners = 0;
    let open = 0;
    let first = head[v]; // a corner whose incoming edge is open, if there is one
    for (let c = head[v]; c >= 0; c = next[c]) {
      corners++;
      if (twin[before(c)] === -2 || twin[c] === -2) kind[v] = FIXED;
      if (twin[before(c)] === -1) {
        open++;
        first = c;
      }
    }
    if (kind[v] === FIXED || corners === 0) continue;
    // Turn around the vertex: one fan must hold all its corners.
    let seen = 0;
    let c = first;
    do {
      seen++;
      c = twin[c] < 0 ? -1 : nextHalf(twin[c]);
    } while (c >= 0 && c !== first && seen <= corners);
    kind[v] = seen !== corners || open > 1 ? FIXED : open === 1 ? BORDER : INNER;
  }
  return kind;
}

function before(c: number): number {
  return c % 3 === 0 ? c + 2 : c - 1;
}

/** How many living triangles hold both a and b. */
function countShared(mesh: CollapseMesh, a: number, b: number): number {
  const { indices, alive, head, next } = mesh;
  let shared = 0;
  for (let c = head[a]; c >= 0; c = next[c]) {
    if (alive[Math.floor(c / 3)] === 1 && (indices[nextHalf(c)] === b || indices[before(c)] === b)) shared++;
  }
  return shared;
}

/** How many triangles a collapse of the edge (a, b) would remove; 0 when it must not be collapsed. */
export function checkCollapse(mesh: CollapseMesh, a: number, b: number): number {
  const { indices, alive, kind, head, next, mark } = mesh;
  if (kind[a] === FIXED && kind[b] === FIXED) return 0;
  const shared = countShared(mesh, a, b);
  if (shared === 0 || shared > 2) return 0;
  // Two border vertices with triangles on both sides of their edge: the collapse would pinch the surface.
  if (shared === 2 && kind[a] !== INNER && kind[b] !== INNER) return 0;
  // The link condition: a vertex next to both ends must be opposite their edge.
  const near = ++mesh.tick;
  for (let c = head[a]; c >= 0; c = next[c]) {
    if (alive[Math.floor(c / 3)] === 0) continue;
    mark[indices[nextHalf(c)]] = near;
    mark[indices[before(c)]] = near;
  }
  mark[b] = 0;
  const both = ++mesh.tick;
  let common = 0;
  for (let c = head[b]; c >= 0; c = next[c]) {
    if (alive[Math.floor(c / 3)] === 0) continue;
    for (let side = 0; side < 2; side++) {
      const v = indices[side === 0 ? nextHalf(c) : before(c)];
      if (mark[v] !== near) continue;
      mark[v] = both;
      common++;
      // An opposite vertex loses a triangle: it must keep three, or one on a border.
      const least = kind[v] === INNER ? 4 : 2;
      if (countCorners(mesh, v, least) < least) return 0;
    }
  }
  return common === shared ? shared : 0;
}

/** The number of living triangles of a vertex, counted up to `most`. */
function countCorners(mesh: CollapseMesh, v: number, most: number): number {
  let count = 0;
  for (let c = mesh.head[v]; c >= 0 && count < most; c = mesh.next[c]) count += mesh.alive[Math.floor(c / 3)];
  return count;
}

/**
 * Whether the triangles of v that do not hold `other` stay well when v moves to p: none may turn its normal by
 * more than acos(turn), and none may become thinner than `thin` unless it was thinner (1 is equilateral).
 */
export function checkTurn(
  mesh: CollapseMesh,
  v: number,
  other: number,
  p: Float64Array,
  turn: number,
  thin: number,
): boolean {
  const { positions, indices, alive, head, next } = mesh;
  const x = positions[3 * v];
  const y = positions[3 * v + 1];
  const z = positions[3 * v + 2];
  for (let c = head[v]; c >= 0; c = next[c]) {
    if (alive[Math.floor(c / 3)] === 0) continue;
    const i = indices[nextHalf(c)];
    const j = indices[before(c)];
    if (i === other || j === other) continue;
    const ex = positions[3 * j] - positions[3 * i];
    const ey = positions[3 * j + 1] - positions[3 * i + 1];
    const ez = positions[3 * j + 2] - positions[3 * i + 2];
    // Normals before and after: e × (v − i), e × (p − i).
    const ax = x - positions[3 * i];
    const ay = y - positions[3 * i + 1];
    const az = z - positions[3 * i + 2];
    const bx = p[0] - positions[3 * i];
    const by = p[1] - positions[3 * i + 1];
    const bz = p[2] - positions[3 * i + 2];
    const nx = ey * az - ez * ay;
    const ny = ez * ax - ex * az;
    const nz = ex * ay - ey * ax;
    const mx = ey * bz - ez * by;
    const my = ez * bx - ex * bz;
    const mz = ex * by - ey * bx;
    const dot = nx * mx + ny * my + nz * mz;
    const n2 = nx * nx + ny * ny + nz * nz;
    const m2 = mx * mx + my * my + mz * mz;
    if (dot < 0 || dot * dot < turn * turn * n2 * m2 || (m2 === 0 && n2 > 0)) return false;
    // Thinness: 2√3·|normal| over the sum of squared sides.
    const e2 = ex * ex + ey * ey + ez * ez;
    const oldSides = 2 * (e2 + ax * ax + ay * ay + az * az - ax * ex - ay * ey - az * ez);
    const newSides = 2 * (e2 + bx * bx + by * by + bz * bz - bx * ex - by * ey - bz * ez);
    if (12 * m2 < thin * thin * newSides * newSides && m2 * oldSides * oldSides < n2 * newSides * newSides) {
      return false;
    }
  }
  return true;
}

/** Moves a to p and merges b into it; the triangles that hold both die. */
export function collapseEdge(mesh: CollapseMesh, a: number, b: number, p: Float64Array): void {
  const { positions, indices, alive, kind, head, next } = mesh;
  for (let k = 0; k < 3; k++) positions[3 * a + k] = p[k];
  kind[a] = Math.max(kind[a], kind[b]);
  for (let c = head[a]; c >= 0; c = next[c]) {
    if (indices[nextHalf(c)] === b || indices[before(c)] === b) alive[Math.floor(c / 3)] = 0;
  }
  // One list for a: its own living corners, then those of b.
  let tail = -1;
  for (let list = 0; list < 2; list++) {
    let c = list === 0 ? head[a] : head[b];
    if (list === 0) head[a] = -1;
    while (c >= 0) {
      const after = next[c];
      if (alive[Math.floor(c / 3)] === 1) {
        indices[c] = a;
        if (tail < 0) head[a] = c;
        else next[tail] = c;
        next[c] = -1;
        tail = c;
      }
      c = after;
    }
  }
  head[b] = -1;
}
