// What the solver changes beside bodies and contacts, kept so that a collision step can be solved again.

import { REACTION_SIZE } from '../dynamics/joints.ts';
import { growColumn } from '../math/columns.ts';
import type { WorldState } from './state.ts';

let reaction = new Float64Array(0); // scratch: what held the joints before the step
let load = new Float64Array(0); // scratch: what bodies bore before it
let rows = 0; // how many
const pace = new Float64Array(1); // scratch: solver.pace before it

/** Keeps what the solver goes by and changes. */
export function keepSolver({ solver, joints, bodies }: WorldState): void {
  pace[0] = solver.pace[0];
  rows = bodies.slots.count;
  load = growColumn(load, rows);
  for (let row = 0; row < rows; row++) load[row] = bodies.slots.live[row] === 1 ? bodies.load[row] : 0;
  const count = REACTION_SIZE * joints.slots.count;
  if (count === 0) return;
  reaction = growColumn(reaction, count);
  for (let i = 0; i < count; i++) reaction[i] = joints.reaction[i];
}

/** Puts it back as keepSolver saw it. Joints that broke in the solve hold again: their bodies may have come loose. */
export function restoreSolver({ solver, joints, bodies }: WorldState): void {
  solver.pace[0] = pace[0];
  for (let row = 0; row < rows; row++) bodies.load[row] = load[row];
  const count = REACTION_SIZE * joints.slots.count;
  for (let i = 0; i < count; i++) joints.reaction[i] = reaction[i];
  for (let k = 0; k < joints.brokeCount; k++) joints.broken[joints.broke[k]] = 0;
  joints.brokeCount = 0;
}
