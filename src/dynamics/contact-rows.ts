// The contacts of one collision step as the solver takes them, and as it gives them back: a flat list, also for those
// who bring a solver of their own.

import { growColumn } from '../math/columns.ts';

/** Columns by row; replaced when they grow. Made by createContactRows alone. */
export interface ContactRows {
  count: number;
  bodyA: Int32Array; // rows of the bodies
  bodyB: Int32Array;
  point: Float64Array; // xyz in the world, halfway between both surfaces
  apart: Float64Array; // xyz: how far the place on A is from that on B when the step begins, where they meet only later in it; else 0
  normal: Float64Array; // xyz, of unit length, from B to A
  distance: Float64Array; // between the surfaces along the normal, negative where they overlap
  friction: Float64Array;
  restitution: Float64Array;
  impulse: Float64Array; // four a row: along the normal, then friction, xyz in the world; of one substep. Warm start in, result out
  total: Float64Array; // four a row: the same, summed over the substeps; result
  gap: Float64Array; // distance along the normal when the step ended; result
  approach: Float64Array; // speed along the normal when the step began, or of the hit where it bounces; negative when closing; result
}

export function createContactRows(): ContactRows {
  return {
    count: 0,
    bodyA: new Int32Array(0),
    bodyB: new Int32Array(0),
    point: new Float64Array(0),
    apart: new Float64Array(0),
    normal: new Float64Array(0),
    distance: new Float64Array(0),
    friction: new Float64Array(0),
    restitution: new Float64Array(0),
    impulse: new Float64Array(0),
    total: new Float64Array(0),
    gap: new Float64Array(0),
    approach: new Float64Array(0),
  };
}

/** Makes room for `count` rows before row `at`; those from there on move up. */
export function insertContactRows(rows: ContactRows, at: number, count: number): void {
  const { count: before } = rows;
  reserveContactRows(rows, before + count);
  rows.bodyA.copyWithin(at + count, at, before);
  rows.bodyB.copyWithin(at + count, at, before);
  for (const column of [rows.point, rows.apart, rows.normal])
    column.copyWithin(3 * (at + count), 3 * at, 3 * before);
  for (const column of [rows.distance, rows.friction, rows.restitution, rows.gap, rows.approach])
    column.copyWithin(at + count, at, before);
  for (const column of [rows.impulse, rows.total]) column.copyWithin(4 * (at + count), 4 * at, 4 * before);
  rows.count = before + count;
}

/** Makes room for `least` rows. Allocates only when there are more than ever. */
export function reserveContactRows(rows: ContactRows, least: number): void {
  if (rows.bodyA.length >= least) return;
  const size = Math.max(256, least, 2 * rows.bodyA.length);
  rows.bodyA = growColumn(rows.bodyA, size);
  rows.bodyB = growColumn(rows.bodyB, size);
  rows.point = growColumn(rows.point, 3 * size);
  rows.apart = growColumn(rows.apart, 3 * size);
  rows.normal = growColumn(rows.normal, 3 * size);
  rows.distance = growColumn(rows.distance, size);
  rows.friction = growColumn(rows.friction, size);
  rows.restitution = growColumn(rows.restitution, size);
  rows.impulse = growColumn(rows.impulse, 4 * size);
  rows.total = growColumn(rows.total, 4 * size);
  rows.gap = growColumn(rows.gap, size);
  rows.approach = growColumn(rows.approach, size);
}
