// Needles in flat parts of the shell, where they stand for nothing but the way a flat face was cut: edges that the
// Delaunay tets lack give way to the other diagonal while that makes the triangles Delaunay in their plane. There are
// tens of thousands of them in a mesh from CAD; to bring each in by flips of tets costs hundreds of times as much, and
// leaves slivers. The surface moves by no more than `flat`; vertices, seams and attributes at vertices stay.
// Slow sibling: test/mesh/tetrahedralise-relax.test.ts.

import { RELAX_FEW, RELAX_FLIPS, RELAX_NEEDLE } from '../constants.ts';
import type { Triangulation } from '../delaunay/triangulation.ts';
import { findEdgeTet } from './search.ts';
import { findSide, flipShellEdge, isShellEdge, nextCorner, type Shell } from './shell.ts';

interface RelaxOptions {
  readonly flat: number; // metres: how far apart the two diagonals of four corners may pass
  readonly mayFlip: (a: number, b: number) => boolean; // whether the surface may lose the edge ab
}

/** Flips what the tets lack of these triangles' sides; returns how many flips were made. Deterministic. */
export function relaxShell(
  tri: Triangulation,
  shell: Shell,
  absent: readonly number[],
  options: RelaxOptions,
): number {
  const queue: number[] = []; // two points an edge
  for (const s of absent) for (let k = 3 * s; k < 3 * s + 3; k++) pushSide(queue, shell, k);
  if (countWanted(tri, shell, queue, options) < RELAX_FEW) return 0;
  const most = RELAX_FLIPS * shell.count;
  let flips = 0;
  while (queue.length > 0 && flips < most) {
    const b = queue.pop()!;
    const a = queue.pop()!;
    if (!mayFlip(tri, shell, a, b, options)) continue;
    const k = findSide(shell, a, b);
    const l = findSide(shell, b, a);
    flipShellEdge(shell, k, l);
    flips++;
    for (const first of [3 * ((k / 3) | 0), 3 * ((l / 3) | 0)]) {
      for (let c = first; c < first + 3; c++) pushSide(queue, shell, c);
    }
  }
  return flips;
}

function countWanted(
  tri: Triangulation,
  shell: Shell,
  queue: readonly number[],
  options: RelaxOptions,
): number {
  let wanted = 0;
  for (let i = 0; i < queue.length; i += 2) {
    if (queue[i] < queue[i + 1] && mayFlip(tri, shell, queue[i], queue[i + 1], options)) wanted++;
  }
  return wanted;
}

/** True when the tets lack the edge ab, and its triangles are better, and may be, cut the other way. */
function mayFlip(tri: Triangulation, shell: Shell, a: number, b: number, options: RelaxOptions): boolean {
  const k = findSide(shell, a, b);
  const l = findSide(shell, b, a);
  if (k < 0 || l < 0 || !wantsFlip(tri.points, shell, k, l, options.flat)) return false;
  return findEdgeTet(tri, a, b) < 0 && options.mayFlip(a, b) && isLone(shell, k, l);
}

function pushSide(queue: number[], shell: Shell, k: number): void {
  queue.push(shell.corner[k], shell.corner[nextCorner(k)]);
}

/** True when no other triangle has the sides k and l, and none the edge that a flip would make. */
function isLone(shell: Shell, k: number, l: number): boolean {
  const { corner, next } = shell;
  for (const c of [k, l]) {
    const end = corner[nextCorner(c)];
    for (let o = next[c]; o >= 0; o = next[o]) if (corner[nextCorner(o)] === end) return false;
  }
  return !isShellEdge(shell, corner[nextCorner(nextCorner(k))], corner[nextCorner(nextCorner(l))]);
}

const u = new Float64Array(3); // scratch: a → b
const v = new Float64Array(3); // scratch: a → c
const w = new Float64Array(3); // scratch: a → d
const left = new Float64Array(3); // scratch: normal of (a, b, c), its length twice the area
const right = new Float64Array(3); // scratch: normal of (b, a, d)
const over = new Float64Array(3); // scratch: normal of a new triangle, or of both diagonals

/** True when the triangles (a, b, c) at side k and (b, a, d) at side l lie in a plane and would be better cut along cd. */
function wantsFlip(x: Float64Array, shell: Shell, k: number, l: number, flat: number): boolean {
  const { corner } = shell;
  const a = 3 * corner[k];
  const b = 3 * corner[nextCorner(k)];
  const c = 3 * corner[nextCorner(nextCorner(k))];
  const d = 3 * corner[nextCorner(nextCorner(l))];
  if (c === d) return false;
  subtract(u, x, b, a);
  subtract(v, x, c, a);
  subtract(w, x, d, a);
  cross(left, u, v);
  cross(right, w, u);
  if (!(dot(left, right) > 0)) return false; // a fold, or no area
  // Cotangents of the angles at c and at d, from a and b.
  const uu = dot(u, u);
  const atC = dot(v, v) - dot(u, v);
  const atD = dot(w, w) - dot(u, w);
  const sum = atC / Math.sqrt(dot(left, left)) + atD / Math.sqrt(dot(right, right));
  if (!(sum < 0)) return false; // Delaunay; of ties, rounding decides, as in the tets
  const longestC = Math.max(uu, dot(v, v), uu - 2 * dot(u, v) + dot(v, v));
  const longestD = Math.max(uu, dot(w, w), uu - 2 * dot(u, w) + dot(w, w));
  const slim = RELAX_NEEDLE * RELAX_NEEDLE;
  if (dot(left, left) > slim * longestC * longestC && dot(right, right) > slim * longestD * longestD)
    return false;
  // The lines ab and cd pass each other at most `flat` apart.
  for (let i = 0; i < 3; i++) w[i] -= v[i]; // c → d
  cross(over, u, w);
  const across = dot(over, over);
  const gap = dot(over, v);
  if (!(gap * gap <= flat * flat * across)) return false;
  // Both new triangles face the same way: the four corners are convex.
  for (let i = 0; i < 3; i++) w[i] += v[i];
  cross(over, w, v); // (a, d, c)
  if (!(dot(over, left) > 0 && dot(over, right) > 0)) return false;
  for (let i = 0; i < 3; i++) {
    v[i] -= u[i];
    w[i] -= u[i];
  }
  cross(over, v, w); // (b, c, d)
  return uu > 0 && dot(over, left) > 0 && dot(over, right) > 0;
}

function subtract(out: Float64Array, x: Float64Array, p: number, q: number): void {
  for (let d = 0; d < 3; d++) out[d] = x[p + d] - x[q + d];
}

function cross(out: Float64Array, p: Float64Array, q: Float64Array): void {
  out[0] = p[1] * q[2] - p[2] * q[1];
  out[1] = p[2] * q[0] - p[0] * q[2];
  out[2] = p[0] * q[1] - p[1] * q[0];
}

function dot(p: Float64Array, q: Float64Array): number {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}
