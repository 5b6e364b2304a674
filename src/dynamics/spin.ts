// How bodies spin. Angular momentum, not spin, is what is kept: in free flight it stays the same to rounding, and the spin
// follows from it as the body turns. Contacts work with an inertia that turns along now and then, turned.ts; what they do
// to the spin is booked as angular momentum with that same inertia, so that nothing is lost on the way.

import {
  FAST_TURN,
  SLOW_TURN,
  SPIN_GAIN,
  SPIN_MEND_TURN,
  SPIN_MENDED,
  SPIN_MENDS,
  SPIN_PART,
  SPIN_PARTS,
} from './constants.ts';
import { SPIN, STATE_SIZE } from './motion.ts';
import { MOMENTUM_SIZE, type Solver, STEP_ALL, STEP_H } from './solver.ts';
import { spinOf, turnState, writeUnevenness } from './turning.ts';

const spun = new Float64Array(3); // scratch: the spin that belongs to the angular momentum
const extra = new Float64Array(3); // scratch: spin that contacts gave, less what belongs to their angular momentum
const change = new Float64Array(3); // scratch: how fast the spin changes
const couple = new Float64Array(3); // scratch: L × ω
const turned = new Float64Array(3); // scratch: a rotation vector
const uneven = new Float64Array(1); // scratch: how many times as easy to turn a body is about one axis as about another
const energy = new Float64Array(1); // scratch: twice the energy of the spin before turning

/** Finds the angular momentum of a free body; of a slow one, what its turning adds to the spin by half the step. */
export function beginSpin(solver: Solver, row: number): void {
  const { momentum, motion, step } = solver;
  const { state } = motion;
  const m = MOMENTUM_SIZE * row;
  const o = STATE_SIZE * row + SPIN;
  for (let d = 0; d < MOMENTUM_SIZE; d++) momentum[m + d] = 0;
  bookSpin(solver, row);
  const dt = step[STEP_ALL];
  const square = state[o] * state[o] + state[o + 1] * state[o + 1] + state[o + 2] * state[o + 2];
  writeUnevenness(uneven, motion, row);
  solver.slow[row] = square * dt * dt * uneven[0] * uneven[0] <= SLOW_TURN ? 1 : 0;
  if (solver.slow[row] === 0) return;
  crossSpin(momentum, m, state, o);
  spinOf(change, motion, row, couple, 0);
  for (let d = 0; d < 3; d++) {
    momentum[m + d] = 0.5 * dt * change[d];
    momentum[m + 3 + d] = 0;
  }
}

/** Makes a body that was slow a fast one: something has hit it. */
export function hurry(solver: Solver, row: number): void {
  const { momentum } = solver;
  for (let d = 0; d < MOMENTUM_SIZE; d++) momentum[MOMENTUM_SIZE * row + d] = 0;
  bookSpin(solver, row);
  solver.slow[row] = 0;
}

/** Adds to the angular momentum what contacts and joints did to the spin since it was last booked. */
export function bookSpin(solver: Solver, row: number): void {
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

/**
 * Turns a fast body for a substep by the spin that it has halfway. Keeps the energy of a free body; never adds any, if
 * need be at the cost of angular momentum.
 */
export function turnFast(solver: Solver, row: number): void {
  const { momentum, motion, step } = solver;
  const { state } = motion;
  const w = STATE_SIZE * row + SPIN;
  const m = MOMENTUM_SIZE * row;
  bookSpin(solver, row);
  spinOf(spun, motion, row, momentum, m);
  energy[0] = momentum[m] * spun[0] + momentum[m + 1] * spun[1] + momentum[m + 2] * spun[2];
  let square = 0;
  for (let d = 0; d < 3; d++) {
    extra[d] = state[w + d] - spun[d];
    square += state[w + d] * state[w + d];
  }
  square *= step[STEP_H] * step[STEP_H];
  const parts = Math.min(SPIN_PARTS, 1 + Math.floor(Math.sqrt(square) / SPIN_PART));
  const h = step[STEP_H] / parts;
  for (let part = 0; part < parts; part++) {
    if (part > 0) spinOf(spun, motion, row, momentum, m);
    for (let d = 0; d < 3; d++) spun[d] += extra[d];
    crossSpin(momentum, m, spun, 0);
    spinOf(change, motion, row, couple, 0);
    for (let d = 0; d < 3; d++) turned[d] = h * (spun[d] + 0.5 * h * change[d]);
    turnState(state, STATE_SIZE * row, turned);
    if (square > FAST_TURN) mendEnergy(solver, row);
  }
}

/** Turns the body by the little that brings the energy of its spin back to energy[0]. */
function mendEnergy(solver: Solver, row: number): void {
  const { momentum, motion } = solver;
  const m = MOMENTUM_SIZE * row;
  const lx = momentum[m];
  const ly = momentum[m + 1];
  const lz = momentum[m + 2];
  for (let pass = 0; pass <= SPIN_MENDS; pass++) {
    spinOf(spun, motion, row, momentum, m);
    const now = lx * spun[0] + ly * spun[1] + lz * spun[2];
    const off = energy[0] - now;
    if (Math.abs(off) <= SPIN_MENDED * energy[0]) return;
    const cx = spun[1] * lz - spun[2] * ly;
    const cy = spun[2] * lx - spun[0] * lz;
    const cz = spun[0] * ly - spun[1] * lx;
    const slope = cx * cx + cy * cy + cz * cz;
    // turning by a small θ changes L · ω by 2 θ · (ω × L); near a principal axis there is nothing to mend
    if (pass === SPIN_MENDS || !(slope > 1e-12 * now * now)) {
      if (now > (1 + SPIN_GAIN) * energy[0]) brake(momentum, m, now);
      return;
    }
    const most = SPIN_MEND_TURN / Math.sqrt(slope);
    const by = Math.max(-most, Math.min((0.5 * off) / slope, most));
    turned[0] = by * cx;
    turned[1] = by * cy;
    turned[2] = by * cz;
    turnState(motion.state, STATE_SIZE * row, turned);
  }
}

/** Scales an angular momentum whose energy is `now` so that it is energy[0]. */
function brake(momentum: Float64Array, m: number, now: number): void {
  const scale = Math.sqrt(energy[0] / now);
  for (let d = 0; d < 3; d++) momentum[m + d] *= scale;
}

/** Sets `couple` to L × ω. */
function crossSpin(l: Float64Array, m: number, w: Float64Array, o: number): void {
  couple[0] = l[m + 1] * w[o + 2] - l[m + 2] * w[o + 1];
  couple[1] = l[m + 2] * w[o] - l[m] * w[o + 2];
  couple[2] = l[m] * w[o + 1] - l[m + 1] * w[o];
}
