// What boundary recovery is after, and what stands in its way: an edge is kept out of the mesh by the faces it
// pierces and the edges it crosses, a triangle whose edges are in by the edges that pierce it. All tests are exact.

import { orient2d } from 'robust-predicates';
import { orientSign } from '../../geometry/orientation.ts';

/** The edge ab, the triangle abc, or nothing: −1 for what does not apply. */
export interface Target {
  a: number;
  b: number;
  c: number;
}

/** True when the open segment ab passes through the open triangle uvw at one point. */
export function pierces(x: Float64Array, a: number, b: number, u: number, v: number, w: number): boolean {
  if (a === u || a === v || a === w || b === u || b === v || b === w) return false;
  const side = orientSign(x, u, v, w, a);
  if (side === 0 || orientSign(x, u, v, w, b) !== -side) return false;
  const turn = orientSign(x, a, b, u, v);
  return turn !== 0 && orientSign(x, a, b, v, w) === turn && orientSign(x, a, b, w, u) === turn;
}

/** True when the open segments ab and pq cross at one point. */
export function crosses(x: Float64Array, a: number, b: number, p: number, q: number): boolean {
  if (a === p || a === q || b === p || b === q) return false;
  if (orientSign(x, a, b, p, q) !== 0) return false;
  // All four in a plane: look along the axis that shows most of it.
  const axis = broadAxis(x, a, b, p, q);
  const i = (axis + 1) % 3;
  const j = (axis + 2) % 3;
  return (
    turn(x, i, j, a, b, p) * turn(x, i, j, a, b, q) < 0 && turn(x, i, j, p, q, a) * turn(x, i, j, p, q, b) < 0
  );
}

/** For u in the plane of p, q and a: 1 when u and a lie on the same side of the line pq, −1 on opposite sides. */
export function sideInPlane(x: Float64Array, p: number, q: number, a: number, u: number): number {
  const axis = broadAxis(x, p, q, p, a);
  const i = (axis + 1) % 3;
  const j = (axis + 2) % 3;
  return turn(x, i, j, p, q, a) * turn(x, i, j, p, q, u);
}

function turn(x: Float64Array, i: number, j: number, a: number, b: number, c: number): number {
  return Math.sign(
    orient2d(x[3 * a + i], x[3 * a + j], x[3 * b + i], x[3 * b + j], x[3 * c + i], x[3 * c + j]),
  );
}

/** The axis along which the normal (b−a)×(q−p) is longest. */
function broadAxis(x: Float64Array, a: number, b: number, p: number, q: number): number {
  const ux = x[3 * b] - x[3 * a];
  const uy = x[3 * b + 1] - x[3 * a + 1];
  const uz = x[3 * b + 2] - x[3 * a + 2];
  const vx = x[3 * q] - x[3 * p];
  const vy = x[3 * q + 1] - x[3 * p + 1];
  const vz = x[3 * q + 2] - x[3 * p + 2];
  const nx = Math.abs(uy * vz - uz * vy);
  const ny = Math.abs(uz * vx - ux * vz);
  const nz = Math.abs(ux * vy - uy * vx);
  return nx >= ny && nx >= nz ? 0 : ny >= nz ? 1 : 2;
}

/** 1 when a mesh edge uv stands in the target's way. */
export function edgeObstacles(x: Float64Array, target: Target, u: number, v: number): number {
  const { a, b, c } = target;
  if (a < 0) return 0;
  return (c < 0 ? crosses(x, a, b, u, v) : pierces(x, u, v, a, b, c)) ? 1 : 0;
}

/** 1 when a mesh face uvw stands in the target's way. */
export function faceObstacles(x: Float64Array, target: Target, u: number, v: number, w: number): number {
  const { a, b, c } = target;
  return a >= 0 && c < 0 && pierces(x, a, b, u, v, w) ? 1 : 0;
}
