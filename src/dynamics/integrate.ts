// Motion of bodies between contacts. Angular momentum, not spin, is what is kept: in free flight it stays the same to
// rounding, and the spin follows from it as the body turns. Contacts work with the inertia of the step's beginning, and
// what they do to the spin is booked as angular momentum with that same inertia, so that nothing is lost on the way.

import { FRAME_SIZE } from '../math/frame.ts';
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
import { STEP_ALL, STEP_H } from './soft.ts';
import { MOMENTUM_SIZE, type Solver, type SolverOptions } from './solver.ts';
import { multiplyTurns, setTurn, spinOf, turnState, turnTensor } from './turning.ts';

/** Up to this square of the angle turned in a step, a body counts as slow: its spin is brought up to date once a step. */
const SLOW_TURN = 0.04 * 0.04;
/** Above this square of the angle turned in a substep, the energy of the spin is mended too. */
const FAST_TURN = 0.003 * 0.003;

const spun = new Float64Array(3); // scratch: a spin
const turned = new Float64Array(3); // scratch: the rotation vector of a substep
const couple = new Float64Array(3); // scratch: L × ω
const energy = new Float64Array(1); // scratch: twice the energy of the spin before turning

/** Fills the rows of motion of all bodies, those that stand still too, and lists those that move. */
export function beginMotion(solver: Solver, bodies: Bodies): void {
  const { active } = solver;
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
      state[o + SHIFT + d] = 0;
      state[o + QUATERNION + d] = 0;
    }
    for (let d = 0; d < 9; d++) state[o + ROTATION + d] = d % 4 === 0 ? 1 : 0;
    state[o + QUATERNION + 3] = 1;
    if (!still) active[found++] = row;
    if (free) {
      ease[e + INVERSE_MASS] = inverseMass[row];
      turnTensor(ease, e + INVERSE_INERTIA, bodies.inverseInertia, 6 * row, frame, FRAME_SIZE * row);
      turnTensor(solver.inertia, 6 * row, bodies.inertia, 6 * row, frame, FRAME_SIZE * row);
      beginSpin(solver, row);
    } else for (let d = 0; d < EASE_SIZE; d++) ease[e + d] = 0;
  }
  solver.activeCount = found;
}

/** Finds the angular momentum of a free body; of a slow one, what its turning adds to the spin by half the step. */
function beginSpin(solver: Solver, row: number): void {
  const { momentum, motion, step } = solver;
  const { state } = motion;
  const m = MOMENTUM_SIZE * row;
  const o = STATE_SIZE * row + SPIN;
  for (let d = 0; d < MOMENTUM_SIZE; d++) momentum[m + d] = 0;
  bookSpin(solver, row);
  const dt = step[STEP_ALL];
  const square = state[o] * state[o] + state[o + 1] * state[o + 1] + state[o + 2] * state[o + 2];
  solver.slow[row] = square * dt * dt <= SLOW_TURN ? 1 : 0;
  if (solver.slow[row] === 0) return;
  crossSpin(solver, row);
  spinOf(spun, motion, row, couple, 0);
  for (let d = 0; d < 3; d++) {
    momentum[m + d] = 0.5 * dt * spun[d];
    momentum[m + 3 + d] = 0;
  }
}

/** Gives every fast body its spin from its angular momentum, and lets gravity and damping act for a substep. */
export function integrateVelocities(
  solver: Solver,
  bodies: Bodies,
  gravity: Float64Array,
  options: SolverOptions,
): void {
  const { active, activeCount, momentum, slow } = solver;
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
    state[o] = (state[o] + gx) * keep;
    state[o + 1] = (state[o + 1] + gy) * keep;
    state[o + 2] = (state[o + 2] + gz) * keep;
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

/** Moves and turns every body for a substep with the velocities that it has. */
export function integratePositions(solver: Solver, bodies: Bodies): void {
  const { active, activeCount, momentum, slow } = solver;
  const { state } = solver.motion;
  const { kind } = bodies;
  const h = solver.step[STEP_H];
  for (let i = 0; i < activeCount; i++) {
    const row = active[i];
    const o = STATE_SIZE * row;
    state[o + SHIFT] += h * state[o];
    state[o + SHIFT + 1] += h * state[o + 1];
    state[o + SHIFT + 2] += h * state[o + 2];
    const wx = state[o + SPIN];
    const wy = state[o + SPIN + 1];
    const wz = state[o + SPIN + 2];
    if (kind[row] !== BODY_DYNAMIC) {
      turned[0] = h * wx;
      turned[1] = h * wy;
      turned[2] = h * wz;
      turnState(state, o, turned);
    } else if (slow[row] === 1) {
      const m = MOMENTUM_SIZE * row;
      momentum[m + 3] += h * (wx + momentum[m]);
      momentum[m + 4] += h * (wy + momentum[m + 1]);
      momentum[m + 5] += h * (wz + momentum[m + 2]);
      setTurn(state, o, momentum, m + 3);
    } else turnFast(solver, row);
  }
}

/** Turns a fast body by the spin that it has halfway, which changes at the rate I⁻¹(L × ω). */
function turnFast(solver: Solver, row: number): void {
  const { momentum, motion, step } = solver;
  const { state } = motion;
  const h = step[STEP_H];
  const o = STATE_SIZE * row;
  const m = MOMENTUM_SIZE * row;
  bookSpin(solver, row);
  crossSpin(solver, row);
  spinOf(spun, motion, row, couple, 0);
  for (let d = 0; d < 3; d++) turned[d] = h * (state[o + SPIN + d] + 0.5 * h * spun[d]);
  const fast = turned[0] * turned[0] + turned[1] * turned[1] + turned[2] * turned[2] > FAST_TURN;
  if (fast) {
    spinOf(spun, motion, row, momentum, m);
    energy[0] = momentum[m] * spun[0] + momentum[m + 1] * spun[1] + momentum[m + 2] * spun[2];
  }
  turnState(state, o, turned);
  if (fast) mendEnergy(solver, row);
}

/** Sets `couple` to L × ω. */
function crossSpin(solver: Solver, row: number): void {
  const { momentum } = solver;
  const { state } = solver.motion;
  const o = STATE_SIZE * row + SPIN;
  const m = MOMENTUM_SIZE * row;
  couple[0] = momentum[m + 1] * state[o + 2] - momentum[m + 2] * state[o + 1];
  couple[1] = momentum[m + 2] * state[o] - momentum[m] * state[o + 2];
  couple[2] = momentum[m] * state[o + 1] - momentum[m + 1] * state[o];
}

/** Turns the body by the little that brings the energy of its spin back to energy[0]: one Newton step. */
function mendEnergy(solver: Solver, row: number): void {
  const { state } = solver.motion;
  const { momentum } = solver;
  const m = MOMENTUM_SIZE * row;
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
  const m = MOMENTUM_SIZE * row;
  const t = 6 * row;
  const x = state[o] - momentum[m + 3];
  const y = state[o + 1] - momentum[m + 4];
  const z = state[o + 2] - momentum[m + 5];
  momentum[m] += inertia[t] * x + inertia[t + 3] * y + inertia[t + 5] * z;
  momentum[m + 1] += inertia[t + 3] * x + inertia[t + 1] * y + inertia[t + 4] * z;
  momentum[m + 2] += inertia[t + 5] * x + inertia[t + 4] * y + inertia[t + 2] * z;
  momentum[m + 3] = state[o];
  momentum[m + 4] = state[o + 1];
  momentum[m + 5] = state[o + 2];
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
    if (slow[row] === 1) for (let d = 0; d < MOMENTUM_SIZE; d++) momentum[m + d] = 0;
    bookSpin(solver, row);
    spinOf(spun, solver.motion, row, momentum, m);
    for (let d = 0; d < 3; d++) {
      velocity[3 * row + d] = state[o + d];
      spin[3 * row + d] = spun[d];
    }
  }
}
