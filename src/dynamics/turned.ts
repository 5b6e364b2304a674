// Bodies that turn within a step. A body that is easier to turn about one axis than about another answers contacts
// otherwise once it has turned: a rod of 1:50 is 1,700 times as easy to turn about its own axis, and an impulse that does
// not know where that axis points now would spin it up. So the inertia that contacts see, their arms and their masses
// turn along as soon as it matters. Angular momentum is what stays the same, spin.ts.

import { TURNED_OFF } from './constants.ts';
import { EASE_SIZE, INVERSE_INERTIA, ROTATION, SPIN, STATE_SIZE } from './motion.ts';
import { MOMENTUM_SIZE, type Solver } from './solver.ts';
import { bookSpin } from './spin.ts';
import { spinOf, turnTensor, writeLargest } from './turning.ts';

const now = new Float64Array(6); // scratch: the inverse inertia of a body as it is turned
const most = new Float64Array(1); // scratch: the inertia about its hardest axis
const spun = new Float64Array(3); // scratch: a spin

/** Brings what contacts see of a body up to date if it has turned so far that they must know; returns whether it has. */
export function turnEase(solver: Solver, row: number): boolean {
  const { inertia, momentum, motion } = solver;
  const { state, ease, inverse } = motion;
  const r = STATE_SIZE * row + ROTATION;
  const e = EASE_SIZE * row + INVERSE_INERTIA;
  turnTensor(now, 0, inverse, 6 * row, state, r);
  let square = 0;
  for (let d = 0; d < 6; d++) {
    const off = now[d] - ease[e + d];
    square += (d < 3 ? 1 : 2) * off * off;
  }
  writeLargest(most, inertia, 6 * row);
  if (!(square * most[0] * most[0] > TURNED_OFF * TURNED_OFF)) return false;
  bookSpin(solver, row);
  for (let d = 0; d < 6; d++) ease[e + d] = now[d];
  turnTensor(inertia, 6 * row, motion.inertia, 6 * row, state, r);
  spinOf(spun, motion, row, momentum, MOMENTUM_SIZE * row);
  for (let d = 0; d < 3; d++) {
    state[STATE_SIZE * row + SPIN + d] = spun[d];
    momentum[MOMENTUM_SIZE * row + 3 + d] = spun[d];
  }
  return true;
}
