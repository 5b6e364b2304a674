// Bouncing: after the last substep, contacts that were closing fast and took an impulse are given the speed to part with.
// Only then, because a bounce in the middle of the substeps would be solved away again.

import { BOUNCE_PASSES } from './constants.ts';
import type { ContactRows } from './contact-rows.ts';
import { isFree } from './joint-tree.ts';
import {
  EASE_SIZE,
  INVERSE_INERTIA,
  INVERSE_MASS,
  kickBody,
  type Motion,
  SHIFT,
  SPIN,
  STATE_SIZE,
} from './motion.ts';
import {
  BLOCK_SIZE,
  ROW_APPROACH,
  ROW_ARM,
  ROW_GAP,
  ROW_IMPULSE,
  ROW_SIZE,
  type Solver,
  type SolverOptions,
  STEP_H,
} from './solver.ts';

const speed = new Float64Array(1); // scratch: speed along the normal
const giving = new Float64Array(1); // scratch: how easily a contact gives way
const given = new Float64Array(6); // scratch: an impulse and its moment about a centre

/** Whether any contact bounces. */
export function anyBounces({ count, restitution }: ContactRows): boolean {
  for (let i = 0; i < count; i++) if (restitution[i] > 0) return true;
  return false;
}

/** Notes at which speed contacts come together that are about to be stopped: falling, it has grown since the step began. */
export function noteApproach(solver: Solver, { restitution }: ContactRows): void {
  const { row, pair, pairCount, ground, groundCount, between } = solver;
  const { state } = solver.motion;
  const h = solver.step[STEP_H];
  for (let block = 0; block < pairCount + groundCount; block++) {
    const of = block < pairCount ? pair : ground;
    const at = BLOCK_SIZE * (block < pairCount ? block : block - pairCount);
    const a = of[at + 2];
    const b = block < pairCount ? of[at + 3] : -1;
    const oA = STATE_SIZE * a;
    const oB = STATE_SIZE * (b < 0 ? a : b);
    const two = b < 0 ? 0 : 1; // 0: the other is still
    const mx = two * (0.5 * (state[oB + SHIFT] - state[oA + SHIFT]));
    const my = two * (0.5 * (state[oB + SHIFT + 1] - state[oA + SHIFT + 1]));
    const mz = two * (0.5 * (state[oB + SHIFT + 2] - state[oA + SHIFT + 2]));
    const gx = two * between[3 * block] - mx;
    const gy = two * between[3 * block + 1] - my;
    const gz = two * between[3 * block + 2] - mz;
    const vx = state[oA];
    const vy = state[oA + 1];
    const vz = state[oA + 2];
    const wx = state[oA + SPIN];
    const wy = state[oA + SPIN + 1];
    const wz = state[oA + SPIN + 2];
    const ux = state[oB];
    const uy = state[oB + 1];
    const uz = state[oB + 2];
    const sx = state[oB + SPIN];
    const sy = state[oB + SPIN + 1];
    const sz = state[oB + SPIN + 2];
    for (let i = of[at]; i < of[at + 1]; i++) {
      const o = ROW_SIZE * i;
      if (!(restitution[i] > 0) || row[o + ROW_IMPULSE] > 0) continue;
      // As writeSpeed has it, written out: this runs twice a substep for every contact.
      const nx = row[o];
      const ny = row[o + 1];
      const nz = row[o + 2];
      let x = row[o + ROW_ARM] + mx;
      let y = row[o + ROW_ARM + 1] + my;
      let z = row[o + ROW_ARM + 2] + mz;
      let closing = nx * (vx + wy * z - wz * y) + ny * (vy + wz * x - wx * z) + nz * (vz + wx * y - wy * x);
      if (two === 1) {
        x = row[o + ROW_ARM] + gx;
        y = row[o + ROW_ARM + 1] + gy;
        z = row[o + ROW_ARM + 2] + gz;
        closing -= nx * (ux + sy * z - sz * y) + ny * (uy + sz * x - sx * z) + nz * (uz + sx * y - sy * x);
      }
      if (row[o + ROW_GAP] + h * closing > 0) continue;
      row[o + ROW_APPROACH] = Math.min(row[o + ROW_APPROACH], closing);
    }
  }
}

/** Lets contacts bounce that closed faster than options.bounceSpeed; adds to their totals, not to their warm start. */
export function applyRestitution(
  solver: Solver,
  contacts: ContactRows,
  gravity: Float64Array,
  options: SolverOptions,
): void {
  const { pairCount, groundCount } = solver;
  for (let pass = 0; pass < BOUNCE_PASSES; pass++) {
    for (let block = 0; block < pairCount; block++) bounce(solver, contacts, null, options, block);
    for (let block = 0; block < groundCount; block++) bounce(solver, contacts, gravity, options, block);
  }
}

/** One pass over a block: of the ground's, with gravity, or of two bodies that both move and fall alike, without. */
function bounce(
  solver: Solver,
  contacts: ContactRows,
  gravity: Float64Array | null,
  options: SolverOptions,
  block: number,
): void {
  const { row, motion, between } = solver;
  const of = gravity === null ? solver.pair : solver.ground;
  const at = BLOCK_SIZE * block;
  const first = of[at];
  const end = of[at + 1];
  const a = of[at + 2];
  const b = gravity === null ? of[at + 3] : -1; // −1: what is still
  const { restitution, total } = contacts;
  const h = solver.step[STEP_H];
  let hit = false;
  for (let i = first; i < end && !hit; i++) hit = total[4 * i] > 0;
  if (!hit) return;
  for (let i = first; i < end; i++) {
    const o = ROW_SIZE * i;
    const approach = row[o + ROW_APPROACH];
    if (restitution[i] === 0 || approach > -options.bounceSpeed) continue;
    // a contact about to close bounces with those of its pair that did: the others may have taken all of the impact
    if (total[4 * i] === 0 && row[o + ROW_GAP] > -approach * h) continue;
    writeSpeed(row, o, motion, between, 3 * block, a, b);
    // It is stopped just above what it falls on: what it gains down to there and loses up from there, it does not have.
    const fall =
      gravity === null ? 0 : row[o] * gravity[0] + row[o + 1] * gravity[1] + row[o + 2] * gravity[2];
    const e = restitution[i] * restitution[i];
    const square = e * approach * approach + 2 * (1 - e) * fall * Math.max(0, row[o + ROW_GAP]);
    const away = Math.sqrt(Math.max(0, square));
    giving[0] = 0;
    addEase(motion, a, row, o, 0);
    if (b >= 0) addEase(motion, b, row, o, 1);
    change[0] = Math.max(0, total[4 * i] - (speed[0] - away) / giving[0]) - total[4 * i];
    limitChange(solver, isFree(motion, a) ? a : b);
    total[4 * i] += change[0];
    for (let side = 0; side < (b < 0 ? 1 : 2); side++) {
      const r = 3 * side;
      for (let d = 0; d < 3; d++) given[d] = (side === 0 ? change[0] : -change[0]) * row[o + d];
      given[3] = arm[r + 1] * given[2] - arm[r + 2] * given[1];
      given[4] = arm[r + 2] * given[0] - arm[r] * given[2];
      given[5] = arm[r] * given[1] - arm[r + 1] * given[0];
      kickBody(motion, side === 0 ? a : b, given);
    }
  }
}

const change = new Float64Array(1); // scratch: the impulse that a contact is given

/** Makes `change` as large as what contacts took from the bodies in this step allows, and books what it gives back. */
function limitChange({ group, driven, taken }: Solver, body: number): void {
  const at = group[body];
  if (driven[at] === 1) return;
  // twice the energy that an impulse c gives at a speed v: 2 v c + giving c²
  const v = speed[0];
  const most = (Math.sqrt(v * v + giving[0] * Math.max(0, taken[at])) - v) / giving[0];
  if (change[0] > most) change[0] = most;
  taken[at] -= (2 * v + giving[0] * change[0]) * change[0];
}

/** Adds to `giving` by how much the point of a body gives way to a unit impulse along the normal, with the arm that it has now. */
function addEase(motion: Motion, body: number, row: Float64Array, o: number, side: number): void {
  const { ease } = motion;
  const e = EASE_SIZE * body + INVERSE_INERTIA;
  const x = arm[3 * side + 1] * row[o + 2] - arm[3 * side + 2] * row[o + 1];
  const y = arm[3 * side + 2] * row[o] - arm[3 * side] * row[o + 2];
  const z = arm[3 * side] * row[o + 1] - arm[3 * side + 1] * row[o];
  giving[0] +=
    ease[EASE_SIZE * body + INVERSE_MASS] +
    ease[e] * x * x +
    ease[e + 1] * y * y +
    ease[e + 2] * z * z +
    2 * (ease[e + 3] * x * y + ease[e + 4] * y * z + ease[e + 5] * z * x);
}

const arm = new Float64Array(6); // scratch: from the centres of A and B to the point

/** Sets `speed` to that at which the bodies of a row part along its normal, and `arm` to its arms; b is −1 for what is still. */
function writeSpeed(
  row: Float64Array,
  o: number,
  motion: Motion,
  between: Float64Array,
  at: number,
  a: number,
  b: number,
): void {
  speed[0] = 0;
  for (let side = 0; side < (b < 0 ? 1 : 2); side++) {
    setArm(side, row, o + ROW_ARM, motion, between, at, a, b);
    addSpeed(motion.state, side === 0 ? a : b, row, o, side);
  }
}

/** Sets the arm of A (side 0) or B as solve-pairs.ts has it. */
function setArm(
  side: number,
  row: Float64Array,
  r: number,
  motion: Motion,
  between: Float64Array,
  at: number,
  a: number,
  b: number,
): void {
  const { state } = motion;
  for (let d = 0; d < 3; d++) {
    const mid = b < 0 ? 0 : 0.5 * (state[STATE_SIZE * b + SHIFT + d] - state[STATE_SIZE * a + SHIFT + d]);
    arm[3 * side + d] = row[r + d] + (side === 0 ? mid : between[at + d] - mid);
  }
}

/** Adds to `speed` that of the point of A (side 0), or takes away that of B's, along the normal. */
function addSpeed(state: Float64Array, body: number, row: Float64Array, o: number, side: number): void {
  const v = STATE_SIZE * body;
  const w = v + SPIN;
  const x = arm[3 * side];
  const y = arm[3 * side + 1];
  const z = arm[3 * side + 2];
  const along =
    row[o] * (state[v] + state[w + 1] * z - state[w + 2] * y) +
    row[o + 1] * (state[v + 1] + state[w + 2] * x - state[w] * z) +
    row[o + 2] * (state[v + 2] + state[w] * y - state[w + 1] * x);
  speed[0] += side === 0 ? along : -along;
}
