// Bouncing: after the last substep, contacts that were closing fast and took an impulse are given the speed to part with.
// Only then, because a bounce in the middle of the substeps would be solved away again.

import type { ContactRows } from './contact-rows.ts';
import { EASE_SIZE, INVERSE_INERTIA, SPIN, STATE_SIZE } from './motion.ts';
import {
  BLOCK_SIZE,
  ROW_APPROACH,
  ROW_ARM_A,
  ROW_ARM_B,
  ROW_MASS,
  ROW_MOST,
  ROW_SIZE,
  type Solver,
  type SolverOptions,
} from './solver.ts';

/** Passes over the bouncing contacts: a box that lands flat is to rise flat. */
const PASSES = 8;

const speed = new Float64Array(1); // scratch: speed along the normal
const given = new Float64Array(1); // scratch: an impulse along the normal

/** Lets contacts bounce that closed faster than options.bounceSpeed; adds to their totals, not to their warm start. */
export function applyRestitution(solver: Solver, contacts: ContactRows, options: SolverOptions): void {
  let found = false;
  const { count, restitution } = contacts;
  const { row } = solver;
  for (let i = 0; i < count && !found; i++) {
    found = restitution[i] > 0 && row[ROW_SIZE * i + ROW_APPROACH] < -options.bounceSpeed;
  }
  if (!found) return;
  for (let pass = 0; pass < PASSES; pass++) {
    for (let block = 0; block < solver.pairCount; block++) {
      const at = BLOCK_SIZE * block;
      bounce(
        solver,
        contacts,
        options,
        solver.pair[at],
        solver.pair[at + 1],
        solver.pair[at + 2],
        solver.pair[at + 3],
      );
    }
    for (let block = 0; block < solver.groundCount; block++) {
      const at = BLOCK_SIZE * block;
      bounce(solver, contacts, options, solver.ground[at], solver.ground[at + 1], solver.ground[at + 2], -1);
    }
  }
}

/** One pass over the contacts from `first` to `end` of bodies a and b; b is −1 for what is still. */
function bounce(
  solver: Solver,
  contacts: ContactRows,
  options: SolverOptions,
  first: number,
  end: number,
  a: number,
  b: number,
): void {
  const { row } = solver;
  const { restitution, total } = contacts;
  for (let i = first; i < end; i++) {
    const o = ROW_SIZE * i;
    if (restitution[i] === 0 || row[o + ROW_MOST] === 0) continue;
    if (row[o + ROW_APPROACH] > -options.bounceSpeed) continue;
    speed[0] = restitution[i] * row[o + ROW_APPROACH];
    addSpeed(solver, o, o + ROW_ARM_A, a, 1);
    if (b >= 0) addSpeed(solver, o, o + ROW_ARM_B, b, -1);
    const sum = Math.max(0, total[4 * i] - row[o + ROW_MASS] * speed[0]);
    given[0] = sum - total[4 * i];
    total[4 * i] = sum;
    push(solver, o, o + ROW_ARM_A, a, 1);
    if (b >= 0) push(solver, o, o + ROW_ARM_B, b, -1);
  }
}

/** Adds to `speed` that of a body's point along the normal. */
function addSpeed(solver: Solver, o: number, r: number, body: number, sign: number): void {
  const { row } = solver;
  const { state } = solver.motion;
  const s = STATE_SIZE * body;
  const w = s + SPIN;
  const x = state[s] + state[w + 1] * row[r + 2] - state[w + 2] * row[r + 1];
  const y = state[s + 1] + state[w + 2] * row[r] - state[w] * row[r + 2];
  const z = state[s + 2] + state[w] * row[r + 1] - state[w + 1] * row[r];
  speed[0] += sign * (x * row[o] + y * row[o + 1] + z * row[o + 2]);
}

/** Gives a body the impulse `given` along the normal. */
function push(solver: Solver, o: number, r: number, body: number, sign: number): void {
  const { row } = solver;
  const { state, ease } = solver.motion;
  const s = STATE_SIZE * body;
  const e = EASE_SIZE * body + INVERSE_INERTIA;
  const l = sign * given[0];
  const px = l * row[o];
  const py = l * row[o + 1];
  const pz = l * row[o + 2];
  const mass = ease[EASE_SIZE * body];
  state[s] += mass * px;
  state[s + 1] += mass * py;
  state[s + 2] += mass * pz;
  const cx = row[r + 1] * pz - row[r + 2] * py;
  const cy = row[r + 2] * px - row[r] * pz;
  const cz = row[r] * py - row[r + 1] * px;
  state[s + SPIN] += ease[e] * cx + ease[e + 3] * cy + ease[e + 5] * cz;
  state[s + SPIN + 1] += ease[e + 3] * cx + ease[e + 1] * cy + ease[e + 4] * cz;
  state[s + SPIN + 2] += ease[e + 5] * cx + ease[e + 4] * cy + ease[e + 2] * cz;
}
