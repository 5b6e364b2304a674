// Motion of bodies between contacts. Angular momentum, not spin, is what is kept: in free flight it stays the same to
// rounding, and the spin follows from it as the body turns. Contacts work with the inertia of the step's beginning, and
// what they do to the spin is booked as angular momentum with that same inertia, so that nothing is lost on the way.

import { BODY_DYNAMIC, BODY_STATIC, type Bodies, placeBody } from './bodies.ts';
import {
  EASE_SIZE,
  INVERSE_INERTIA,
  INVERSE_MASS,
  QUATERNION,
  ROTATION,
  SHIFT,
  SPIN,
  STATE_SIZE,
  VELOCITY,
} from './motion.ts';
import { STEP_H } from './soft.ts';
import type { Solver, SolverOptions } from './solver.ts';
import { multiplyTurns, spinOf, turnState, turnTensor } from './turning.ts';

/** Above this square of the angle turned in a substep, the energy of the spin is mended too. */
const FAST_TURN = 1e-5;

const spun = new Float64Array(3); // scratch: a spin
const turned = new Float64Array(3); // scratch: the rotation vector of a substep
const couple = new Float64Array(3); // scratch: L × ω
const energy = new Float64Array(1); // scratch: twice the energy of the spin before turning

/** Fills the rows of motion of all bodies, those that stand still too, and lists those that move. */
export function beginMotion(solver: Solver, bodies: Bodies): void {
  const { active, inertia, momentum } = solver;
  const { state, ease } = solver.motion;
  const { kind, awake, velocity, spin, frame, inverseMass } = bodies;
  const { live, count } = bodies.slots;
  let found = 0;
  for (let row = 0; row < count; row++) {
    if (live[row] === 0) continue;
    const o = STATE_SIZE * row;
    const e = EASE_SIZE * row;
    const still = kind[row] === BODY_STATIC || awake[row] === 0;
    const free = !still && kind[row] === BODY_DYNAMIC;
    for (let d = 0; d < 3; d++) {
      state[o + VELOCITY + d] = still ? 0 : velocity[3 * row + d];
      state[o + SPIN + d] = still ? 0 : spin[3 * row + d];
    }
    state.fill(0, o + SHIFT, o + STATE_SIZE);
    state[o + ROTATION] = 1;
    state[o + ROTATION + 4] = 1;
    state[o + ROTATION + 8] = 1;
    state[o + QUATERNION + 3] = 1;
    if (!still) active[found++] = row;
    if (free) {
      ease[e + INVERSE_MASS] = inverseMass[row];
      turnTensor(ease, e + INVERSE_INERTIA, bodies.inverseInertia, 6 * row, frame, 12 * row);
      turnTensor(inertia, 6 * row, bodies.inertia, 6 * row, frame, 12 * row);
      for (let d = 0; d < 6; d++) momentum[6 * row + d] = 0;
      bookSpin(solver, row);
    } else ease.fill(0, e, e + EASE_SIZE);
  }
  solver.activeCount = found;
}

/** Gives every free body its spin from its angular momentum, and lets gravity and damping act for a substep. */
export function integrateVelocities(
  solver: Solver,
  bodies: Bodies,
  gravity: Float64Array,
  options: SolverOptions,
): void {
  const { active, activeCount, momentum } = solver;
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
    const m = 6 * row;
    bookSpin(solver, row);
    state[o] = (state[o] + gx) * keep;
    state[o + 1] = (state[o + 1] + gy) * keep;
    state[o + 2] = (state[o + 2] + gz) * keep;
    momentum[m] *= keepSpin;
    momentum[m + 1] *= keepSpin;
    momentum[m + 2] *= keepSpin;
    spinOf(spun, solver.motion, row, momentum, m);
    for (let d = 0; d < 3; d++) {
      state[o + SPIN + d] = spun[d];
      momentum[m + 3 + d] = spun[d];
    }
  }
}

/** Moves and turns every body for a substep with the velocities that it has. */
export function integratePositions(solver: Solver, bodies: Bodies): void {
  const { active, activeCount, momentum } = solver;
  const { state } = solver.motion;
  const { kind } = bodies;
  const h = solver.step[STEP_H];
  for (let i = 0; i < activeCount; i++) {
    const row = active[i];
    const o = STATE_SIZE * row;
    const m = 6 * row;
    state[o + SHIFT] += h * state[o];
    state[o + SHIFT + 1] += h * state[o + 1];
    state[o + SHIFT + 2] += h * state[o + 2];
    const wx = state[o + SPIN];
    const wy = state[o + SPIN + 1];
    const wz = state[o + SPIN + 2];
    turned[0] = h * wx;
    turned[1] = h * wy;
    turned[2] = h * wz;
    if (kind[row] !== BODY_DYNAMIC) {
      turnState(state, o, turned);
      continue;
    }
    bookSpin(solver, row);
    const lx = momentum[m];
    const ly = momentum[m + 1];
    const lz = momentum[m + 2];
    // the spin halfway: it changes at the rate I⁻¹(L × ω)
    couple[0] = ly * wz - lz * wy;
    couple[1] = lz * wx - lx * wz;
    couple[2] = lx * wy - ly * wx;
    spinOf(spun, solver.motion, row, couple, 0);
    const half = 0.5 * h * h;
    turned[0] += half * spun[0];
    turned[1] += half * spun[1];
    turned[2] += half * spun[2];
    const fast = turned[0] * turned[0] + turned[1] * turned[1] + turned[2] * turned[2] > FAST_TURN;
    if (fast) {
      spinOf(spun, solver.motion, row, momentum, m);
      energy[0] = lx * spun[0] + ly * spun[1] + lz * spun[2];
    }
    turnState(state, o, turned);
    if (fast) mendEnergy(solver, row);
  }
}

/** Turns the body by the little that brings the energy of its spin back to energy[0]: one Newton step. */
function mendEnergy(solver: Solver, row: number): void {
  const { state } = solver.motion;
  const { momentum } = solver;
  const m = 6 * row;
  spinOf(spun, solver.motion, row, momentum, m);
  const lx = momentum[m];
  const ly = momentum[m + 1];
  const lz = momentum[m + 2];
  const cx = spun[1] * lz - spun[2] * ly;
  const cy = spun[2] * lx - spun[0] * lz;
  const cz = spun[0] * ly - spun[1] * lx;
  const now = lx * spun[0] + ly * spun[1] + lz * spun[2];
  const slope = cx * cx + cy * cy + cz * cz;
  // turning by a small θ changes L · ω by 2 θ · (ω × L); near a principal axis there is nothing to mend
  if (!(slope > 1e-6 * now * now)) return;
  const by = (0.5 * (energy[0] - now)) / slope;
  turned[0] = by * cx;
  turned[1] = by * cy;
  turned[2] = by * cz;
  turnState(state, STATE_SIZE * row, turned);
}

/** Adds to the angular momentum what contacts and joints did to the spin since it was last booked. */
function bookSpin(solver: Solver, row: number): void {
  const { inertia, momentum } = solver;
  const { state } = solver.motion;
  const o = STATE_SIZE * row + SPIN;
  const m = 6 * row;
  const x = state[o] - momentum[m + 3];
  const y = state[o + 1] - momentum[m + 4];
  const z = state[o + 2] - momentum[m + 5];
  momentum[m] += inertia[m] * x + inertia[m + 3] * y + inertia[m + 5] * z;
  momentum[m + 1] += inertia[m + 3] * x + inertia[m + 1] * y + inertia[m + 4] * z;
  momentum[m + 2] += inertia[m + 5] * x + inertia[m + 4] * y + inertia[m + 2] * z;
  momentum[m + 3] = state[o];
  momentum[m + 4] = state[o + 1];
  momentum[m + 5] = state[o + 2];
}

/** Writes places and velocities back to the bodies that moved, and sets their frames. */
export function endMotion(solver: Solver, bodies: Bodies): void {
  const { active, activeCount, momentum } = solver;
  const { state } = solver.motion;
  const { kind, center, turn, velocity, spin } = bodies;
  for (let i = 0; i < activeCount; i++) {
    const row = active[i];
    const o = STATE_SIZE * row;
    for (let d = 0; d < 3; d++) center[3 * row + d] += state[o + SHIFT + d];
    multiplyTurns(turn, 4 * row, state, o + QUATERNION);
    placeBody(bodies, row);
    if (kind[row] !== BODY_DYNAMIC) continue;
    bookSpin(solver, row);
    spinOf(spun, solver.motion, row, momentum, 6 * row);
    for (let d = 0; d < 3; d++) {
      velocity[3 * row + d] = state[o + d];
      spin[3 * row + d] = spun[d];
    }
  }
}
