// Bodies that are far easier to turn about one axis than about another, and that tumble within a step. Contacts work
// with the inertia of the step's beginning; a splinter that has turned answers many times as strongly along some axes,
// and impulses that do not know it feed on themselves. From then on such a body answers contacts as if it were as easy to
// turn about any axis as about the easiest: impulses come out too small, never too large, and angular momentum is kept.

import { EASE_SIZE, INVERSE_INERTIA, ROTATION, STATE_SIZE } from './motion.ts';
import type { Solver } from './solver.ts';
import { bookSpin } from './spin.ts';
import { turnTensor } from './turning.ts';

/** By what share more easily a body may turn than contacts believe; from 1 on, they would not converge. */
const MORE = 0.5;

const now = new Float64Array(6); // scratch: the inverse inertia of a body as it is turned
const most = new Float64Array(1); // scratch: the largest of something

/** Evens out a body for the rest of the step if it has tumbled so far that contacts must be told; returns whether it has. */
export function evenOutTurned(solver: Solver, row: number): boolean {
  const { even, inertia, motion } = solver;
  const { state, ease, inverse } = motion;
  if (even[row] === 1) return false;
  turnTensor(now, 0, inverse, 6 * row, state, STATE_SIZE * row + ROTATION);
  let square = 0;
  for (let d = 0; d < 6; d++) {
    const off = now[d] - inverse[6 * row + d];
    square += (d < 3 ? 1 : 2) * off * off;
  }
  writeLargest(inertia, 6 * row);
  if (!(square * most[0] * most[0] > MORE * MORE)) return false;
  bookSpin(solver, row);
  writeLargest(inverse, 6 * row);
  const e = EASE_SIZE * row + INVERSE_INERTIA;
  for (let d = 0; d < 6; d++) {
    ease[e + d] = d < 3 ? most[0] : 0;
    inertia[6 * row + d] = d < 3 ? 1 / most[0] : 0;
  }
  even[row] = 1;
  return true;
}

/** Sets `most` to the largest eigenvalue of the tensor t[at…], xx yy zz xy yz zx, or to up to a third more: exact where the others are equal. */
function writeLargest(t: Float64Array, at: number): void {
  const mean = (t[at] + t[at + 1] + t[at + 2]) / 3;
  const x = t[at] - mean;
  const y = t[at + 1] - mean;
  const z = t[at + 2] - mean;
  const off = t[at + 3] * t[at + 3] + t[at + 4] * t[at + 4] + t[at + 5] * t[at + 5];
  most[0] = mean + Math.sqrt((2 / 3) * (x * x + y * y + z * z + 2 * off));
}
