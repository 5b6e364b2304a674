// How far a point is from ground given as heights: below the surface it is inside, however deep.

import { CLEAR, NEAR, OPEN } from './answer.ts';
import { closestHeight, type HeightField, setTriangle, writeUp } from './height-field.ts';

const TINY = 1e-9; // of coordinates and cells: a way shorter than this has no direction worth having
const FACE = 6; // region of a triangle's inside, see point-triangle.ts

const found = new Float64Array(5); // scratch: what closestHeight writes
const face = new Float64Array(12); // scratch: the triangle below a point

/**
 * Answers as measureShape does. Beside the rectangle nothing is solid; points there are near the ground's border if
 * they are above it. Where it is not NEAR, out[0] is no more than the distance to the ground and to all below it.
 * Deterministic; allocation-free.
 */
export function measureHeights(
  out: Float64Array,
  field: HeightField,
  p: Float64Array,
  at: number,
  reach: Float64Array,
): number {
  const { rows, columns, cell, high } = field;
  const x = Math.abs(p[at]) - 0.5 * (columns - 1) * cell[0];
  const z = Math.abs(p[at + 2]) - 0.5 * (rows - 1) * cell[1];
  const beside = Math.max(0, x) * Math.max(0, x) + Math.max(0, z) * Math.max(0, z);
  const over = Math.max(0, p[at + 1] - high[high.length - 1]);
  out[0] = Math.sqrt(beside + over * over);
  if (out[0] > reach[1]) return CLEAR;
  const triangle = closestHeight(found, field, p, at);
  const distance = Math.sqrt(found[0]);
  const inside = beside === 0 && isBelow(field, p, at);
  const above = beside === 0 || p[at + 1] >= found[2];
  if (!inside && !(above && distance < reach[0])) {
    if (beside === 0) out[0] = distance;
    return out[0] > reach[1] ? CLEAR : OPEN;
  }
  out[0] = inside ? -distance : distance;
  const extent = Math.abs(p[at]) + Math.abs(p[at + 1]) + Math.abs(p[at + 2]) + cell[0] + cell[1];
  if (found[4] === FACE || !(distance > TINY * extent)) {
    const index = triangle >> 1;
    const row = Math.floor(index / (columns - 1));
    writeUp(out, 1, field, row, index - row * (columns - 1), triangle & 1);
    return NEAR;
  }
  for (let d = 0; d < 3; d++) out[1 + d] = (p[at + d] - found[1 + d]) / out[0];
  return NEAR;
}

/** Whether a point of the rectangle is below the ground. */
function isBelow(field: HeightField, p: Float64Array, at: number): boolean {
  const { rows, columns, cell } = field;
  const u = p[at] / cell[0] + 0.5 * (columns - 1);
  const v = p[at + 2] / cell[1] + 0.5 * (rows - 1);
  const column = Math.max(0, Math.min(columns - 2, Math.floor(u)));
  const row = Math.max(0, Math.min(rows - 2, Math.floor(v)));
  setTriangle(face, field, row, column, v - row >= u - column ? 0 : 1);
  const nx = face[4] * face[8] - face[5] * face[7];
  const ny = face[5] * face[6] - face[3] * face[8];
  const nz = face[3] * face[7] - face[4] * face[6];
  return nx * (p[at] - face[0]) + ny * (p[at + 1] - face[1]) + nz * (p[at + 2] - face[2]) < 0;
}
