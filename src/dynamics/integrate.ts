// Motion of bodies between contacts: what the solver works on is filled from the bodies, moved on a substep at a time, and
// written back. How they spin is in spin.ts.

import { FRAME_SIZE } from '../math/rigid.ts';
import { BODY_DYNAMIC, BODY_STATIC, type Bodies, placeBody, ROUND_ALL, ROUND_AXIS } from './bodies.ts';
import { CAPPED_EASE, SLOW_TURN } from './constants.ts';
import {
  EASE_SIZE,
  FLIGHT,
  INVERSE_INERTIA,
  INVERSE_MASS,
  QUATERNION,
  ROTATION,
  SHIFT,
  SPIN,
  STATE_SIZE,
  TOUCH_SIZE,
  VELOCITY,
} from './motion.ts';
import { MOMENTUM_SIZE, type Solver, type SolverOptions, STEP_H } from './solver.ts';
import { beginSpin, bookSpin, hurry, turnFast } from './spin.ts';
import { multiplyTurns, setTurn, spinOf, turnState, turnTensor, turnTouch } from './turning.ts';

const spun = new Float64Array(3); // scratch: a spin
const turned = new Float64Array(3); // scratch: the rotation vector of a substep

/** Fills the rows of motion of all bodies that are not done, those that stand still too, and lists those that move. */
export function beginMotion(solver: Solver, bodies: Bodies): void {
  const { active, turned: turning, burden, done } = solver;
  const { state, ease, inverse, touch } = solver.motion;
  const { kind, awake, velocity, spin, frame, inverseMass } = bodies;
  const { live, count } = bodies.slots;
  let found = 0;
  for (let row = 0; row < count; row++) {
    if (live[row] === 0 || done[row] === 1) continue;
    const o = STATE_SIZE * row;
    const e = EASE_SIZE * row;
    const still = kind[row] === BODY_STATIC || awake[row] === 0;
    const free = !still && kind[row] === BODY_DYNAMIC;
    for (let d = 0; d < 3; d++) {
      state[o + VELOCITY + d] = still ? 0 : velocity[3 * row + d];
      state[o + SPIN + d] = still ? 0 : spin[3 * row + d];
      state[o + SHIFT + d] = 0;
      state[o + QUATERNION + d] = 0;
    }
    turning[row] = 0;
    burden[row] = 1;
    solver.most[row] = Infinity;
    for (let d = 0; d < 9; d++) {
      state[o + ROTATION + d] = d % 4 === 0 ? 1 : 0;
      touch[TOUCH_SIZE * row + d] = d % 4 === 0 ? 1 : 0;
    }
    state[o + QUATERNION + 3] = 1;
    if (!still) active[found++] = row;
    if (free) {
      ease[e + INVERSE_MASS] = inverseMass[row];
      turnTensor(ease, e + INVERSE_INERTIA, bodies.inverseInertia, 6 * row, frame, FRAME_SIZE * row);
      turnTensor(solver.inertia, 6 * row, bodies.inertia, 6 * row, frame, FRAME_SIZE * row);
      for (let d = 0; d < 6; d++) {
        inverse[6 * row + d] = ease[e + INVERSE_INERTIA + d];
        solver.motion.inertia[6 * row + d] = solver.inertia[6 * row + d];
      }
      beginSpin(solver, row);
    } else for (let d = 0; d < EASE_SIZE; d++) ease[e + d] = 0;
  }
  solver.activeCount = found;
}

/** Gives every fast body its spin from its angular momentum, and lets gravity and damping act for a substep. */
export function integrateVelocities(
  solver: Solver,
  bodies: Bodies,
  gravity: Float64Array,
  options: SolverOptions,
): void {
  const { active, activeCount, momentum, slow, burden } = solver;
  const { state } = solver.motion;
  const { kind } = bodies;
  const h = solver.step[STEP_H];
  const gx = h * gravity[0];
  const gy = h * gravity[1];
  const gz = h * gravity[2];
  const keep = 1 / (1 + h * options.linearDamping);
  const keepSpin = 1 / (1 + h * options.angularDamping);
  for (let i = 0; i < activeCount; i++) {
    const row = active[i];
    if (kind[row] !== BODY_DYNAMIC) continue;
    const o = STATE_SIZE * row;
    const weight = 1 / burden[row]; // a burden adds to the mass, not to the weight
    state[o] = (state[o] + weight * gx) * keep;
    state[o + 1] = (state[o + 1] + weight * gy) * keep;
    state[o + 2] = (state[o + 2] + weight * gz) * keep;
    for (let d = 0; d < 3; d++) state[o + FLIGHT + d] = state[o + d];
    if (slow[row] === 0) {
      const m = MOMENTUM_SIZE * row;
      bookSpin(solver, row);
      spinOf(spun, solver.motion, row, momentum, m);
      for (let d = 0; d < 3; d++) {
        momentum[m + d] *= keepSpin;
        momentum[m + 3 + d] = keepSpin * spun[d];
        state[o + SPIN + d] = keepSpin * spun[d];
      }
    } else if (keepSpin !== 1) for (let d = 0; d < 3; d++) state[o + SPIN + d] *= keepSpin;
  }
}

/**
 * Moves and turns every body for a substep with the velocities that it has. What nothing has pushed flies along the
 * parabola of its fall: by the mean of its velocities before and after.
 */
export function integratePositions(solver: Solver, bodies: Bodies, gravity: Float64Array): void {
  const { active, activeCount, slow, burden } = solver;
  const { state } = solver.motion;
  const { kind } = bodies;
  const h = solver.step[STEP_H];
  for (let i = 0; i < activeCount; i++) {
    const row = active[i];
    const o = STATE_SIZE * row;
    const flies =
      kind[row] === BODY_DYNAMIC &&
      state[o] === state[o + FLIGHT] &&
      state[o + 1] === state[o + FLIGHT + 1] &&
      state[o + 2] === state[o + FLIGHT + 2];
    const back = flies ? (0.5 * h) / burden[row] : 0;
    state[o + SHIFT] += h * (state[o] - back * gravity[0]);
    state[o + SHIFT + 1] += h * (state[o + 1] - back * gravity[1]);
    state[o + SHIFT + 2] += h * (state[o + 2] - back * gravity[2]);
    if (kind[row] !== BODY_DYNAMIC) {
      for (let d = 0; d < 3; d++) turned[d] = h * state[o + SPIN + d];
      turnState(state, o, turned);
    } else if (slow[row] === 0 || !turnSlow(solver, row)) {
      if (slow[row] === 1) hurry(solver, row);
      turnFast(solver, row);
    }
    turnTouch(solver.motion, bodies, row);
  }
}

/** Turns a slow body for a substep. Returns false and leaves it as it is if that is too far since the step began: something has hit it. */
function turnSlow({ momentum, motion, step }: Solver, row: number): boolean {
  const { state } = motion;
  const o = STATE_SIZE * row;
  const m = MOMENTUM_SIZE * row;
  const h = step[STEP_H];
  const x = momentum[m + 3] + h * (state[o + SPIN] + momentum[m]);
  const y = momentum[m + 4] + h * (state[o + SPIN + 1] + momentum[m + 1]);
  const z = momentum[m + 5] + h * (state[o + SPIN + 2] + momentum[m + 2]);
  if (x * x + y * y + z * z > 4 * SLOW_TURN) return false;
  momentum[m + 3] = x;
  momentum[m + 4] = y;
  momentum[m + 5] = z;
  setTurn(state, o, momentum, m + 3);
  return true;
}

/**
 * Slows down what contacts have made spin faster than it may, and lets it be as good as impossible to turn until it has moved:
 * contacts that would spin it must stop it instead, or its corners would go through what they hit. Returns whether there is
 * any. Then the masses of its rows are to be set anew, for solver.turned, and all groups solved again that are not calm:
 * those that hold one.
 */
export function capSpins(solver: Solver, bodies: Bodies): boolean {
  const { active, activeCount, most, slow, turned, group, calm, motion } = solver;
  const { state, ease } = motion;
  let any = false;
  for (let i = 0; i < activeCount; i++) {
    const row = active[i];
    const o = STATE_SIZE * row + SPIN;
    const square = state[o] * state[o] + state[o + 1] * state[o + 1] + state[o + 2] * state[o + 2];
    if (!(square > most[row]) || bodies.kind[row] !== BODY_DYNAMIC) continue;
    if (slow[row] === 1) hurry(solver, row);
    if (!capSpin(solver, bodies, row)) continue;
    turned[row] = 1;
    const e = EASE_SIZE * row + INVERSE_INERTIA;
    for (let d = e; d < e + 6; d++) ease[d] *= CAPPED_EASE;
    if (!any) for (let k = 0; k < activeCount; k++) calm[active[k]] = 1;
    any = true;
    calm[group[row]] = 0;
  }
  return any;
}

/** Slows the spin of a body down to what it may be; that of what is round, only where it does not roll. Returns whether it was faster. */
function capSpin({ motion, most }: Solver, { round, frame }: Bodies, row: number): boolean {
  if (round[row] === ROUND_ALL) return false;
  const { state } = motion;
  const o = STATE_SIZE * row + SPIN;
  const r = STATE_SIZE * row + ROTATION;
  const f = FRAME_SIZE * row;
  let along = 0; // the spin about the axis of what is round
  for (let d = 0; d < 3; d++) {
    const t = r + 3 * d;
    spun[d] = state[t] * frame[f + 1] + state[t + 1] * frame[f + 4] + state[t + 2] * frame[f + 7];
    along += state[o + d] * spun[d];
  }
  if (round[row] !== ROUND_AXIS) along = 0;
  let square = 0;
  for (let d = 0; d < 3; d++) {
    const across = state[o + d] - along * spun[d];
    square += across * across;
  }
  if (!(square > most[row])) return false;
  const keep = Math.sqrt(most[row] / square);
  for (let d = 0; d < 3; d++) state[o + d] = keep * state[o + d] + (1 - keep) * along * spun[d];
  return true;
}

/** Writes places and velocities back to the bodies that moved, and sets their frames. */
export function endMotion(solver: Solver, bodies: Bodies): void {
  const { active, activeCount, momentum, slow } = solver;
  const { state } = solver.motion;
  const { kind, center, turn, velocity, spin } = bodies;
  for (let i = 0; i < activeCount; i++) {
    const row = active[i];
    const o = STATE_SIZE * row;
    for (let d = 0; d < 3; d++) center[3 * row + d] += state[o + SHIFT + d];
    multiplyTurns(turn, 4 * row, state, o + QUATERNION);
    placeBody(bodies, row);
    if (kind[row] !== BODY_DYNAMIC) continue;
    const m = MOMENTUM_SIZE * row;
    if (slow[row] === 1) hurry(solver, row);
    else bookSpin(solver, row);
    spinOf(spun, solver.motion, row, momentum, m);
    for (let d = 0; d < 3; d++) {
      velocity[3 * row + d] = state[o + d];
      spin[3 * row + d] = spun[d];
    }
  }
}
