// src/dynamics/press.ts and press-patches.ts in loops: slow, and what it is tested against, bit for bit.

import { PRESS_RIDGE } from '../../src/dynamics/constants.ts';
import {
  EASE_SIZE,
  INVERSE_INERTIA,
  INVERSE_MASS,
  kickBody,
  SHIFT,
  SPIN,
  STATE_SIZE,
} from '../../src/dynamics/motion.ts';
import {
  BLOCK_SIZE,
  PATCH_SIZE,
  PRESS_SIZE,
  ROW_APPROACH,
  ROW_ARM,
  ROW_GAP,
  ROW_IMPULSE,
  ROW_MASS,
  ROW_PRESS,
  ROW_SIZE,
  SOFT_LOSS,
  SOFT_MASS,
  SOFT_RATE,
  SOFT_SIZE,
  type Solver,
  STEP_ALL,
  STEP_RATE,
} from '../../src/dynamics/solver.ts';

// Places in a row of Solver.pressing.
const PUSH = 0; // three impulses, xyz each: of a lift and of two tilts by one
const MOMENT = 9; // and their moments about the centre of A, arms as in ROW_ARM
const SOFT = 18; // the inverse of how the bodies answer them, xx yy zz xy yz zx, with rows that give way
const HARD = 24; // and with rows that do not
const wants = new Float64Array(3); // scratch: what is asked for, then what is given

/**
 * Sets which rows of a patch are solved together and how: those that bear something or would touch by the end of the step, or
 * all of them where none does.
 * `b` is −1 for what is still.
 */
export function preparePressSlowly(
  solver: Solver,
  first: number,
  end: number,
  k: number,
  a: number,
  b: number,
  block: number,
  soft: Float64Array,
  s: number,
): void {
  const { row, patch, patchOf, step } = solver;
  let count = 0;
  for (let round = 0; round < 2 && count === 0; round++) {
    for (let i = first; i < end; i++) {
      if (patchOf[i] !== k) continue;
      const r = ROW_SIZE * i;
      const near = row[r + ROW_IMPULSE] > 0 || row[r + ROW_GAP] + step[STEP_ALL] * row[r + ROW_APPROACH] <= 0;
      row[r + ROW_PRESS] = near || round > 0 ? 1 : 0;
      if (row[r + ROW_PRESS] > 0) count++;
    }
  }
  if (count < 2) return;
  setTilts(row, patch, patchOf, first, end, k, count);
  sumRows(solver, first, end, k);
  respond(solver, first, end, k, a, b, block, soft, s);
}

const middle = new Float64Array(3); // scratch: of the rows of a patch
const across = new Float64Array(6); // scratch: two directions across its normal

/** Gives the rows of a patch that take part their shares in a lift and two tilts. */
function setTilts(
  row: Float64Array,
  patch: Float64Array,
  patchOf: Int32Array,
  first: number,
  end: number,
  k: number,
  count: number,
): void {
  setAcross(patch, PATCH_SIZE * k);
  middle.fill(0);
  let reach = 0;
  for (let i = first; i < end; i++) {
    if (patchOf[i] !== k || row[ROW_SIZE * i + ROW_PRESS] === 0) continue;
    for (let d = 0; d < 3; d++) middle[d] += row[ROW_SIZE * i + ROW_ARM + d] / count;
  }
  for (let i = first; i < end; i++) {
    const o = ROW_SIZE * i;
    if (patchOf[i] !== k || row[o + ROW_PRESS] === 0) continue;
    for (let t = 0; t < 2; t++) {
      let far = 0;
      for (let d = 0; d < 3; d++) far += (row[o + ROW_ARM + d] - middle[d]) * across[3 * t + d];
      row[o + ROW_PRESS + 1 + t] = far;
      reach += far * far;
    }
  }
  const scale = reach > 0 ? Math.sqrt(count / reach) : 0;
  for (let i = first; i < end; i++) {
    const o = ROW_SIZE * i + ROW_PRESS;
    if (patchOf[i] !== k || row[o] === 0) continue;
    row[o] = 1 / count;
    row[o + 1] *= scale / count;
    row[o + 2] *= scale / count;
  }
}

/** Sets `across` to two directions across the normal of a patch. */
function setAcross(patch: Float64Array, p: number): void {
  const x = patch[p];
  const y = patch[p + 1];
  const z = patch[p + 2];
  // across the axis that the normal is least along
  const least =
    Math.abs(x) <= Math.abs(y) && Math.abs(x) <= Math.abs(z) ? 0 : Math.abs(y) <= Math.abs(z) ? 1 : 2;
  across[0] = least === 0 ? 0 : least === 1 ? -z : y;
  across[1] = least === 0 ? z : least === 1 ? 0 : -x;
  across[2] = least === 0 ? -y : least === 1 ? x : 0;
  const length = Math.sqrt(across[0] * across[0] + across[1] * across[1] + across[2] * across[2]);
  for (let d = 0; d < 3; d++) across[d] /= length;
  across[3] = y * across[2] - z * across[1];
  across[4] = z * across[0] - x * across[2];
  across[5] = x * across[1] - y * across[0];
}

/** Sums the impulses of the rows of a patch for a lift and two tilts by one, and their moments. */
function sumRows({ row, patchOf, pressing: press }: Solver, first: number, end: number, k: number): void {
  const o = PRESS_SIZE * k;
  press.fill(0, o, o + SOFT);
  for (let i = first; i < end; i++) {
    const r = ROW_SIZE * i;
    if (patchOf[i] !== k || row[r + ROW_PRESS] === 0) continue;
    const x = row[r + ROW_ARM + 1] * row[r + 2] - row[r + ROW_ARM + 2] * row[r + 1];
    const y = row[r + ROW_ARM + 2] * row[r] - row[r + ROW_ARM] * row[r + 2];
    const z = row[r + ROW_ARM] * row[r + 1] - row[r + ROW_ARM + 1] * row[r];
    for (let t = 0; t < 3; t++) {
      const share = row[r + ROW_PRESS + t];
      const q = o + 3 * t;
      for (let d = 0; d < 3; d++) press[q + PUSH + d] += share * row[r + d];
      press[q + MOMENT] += share * x;
      press[q + MOMENT + 1] += share * y;
      press[q + MOMENT + 2] += share * z;
    }
  }
}

const answers = new Float64Array(6); // scratch: how the bodies answer a lift and two tilts, xx yy zz xy yz zx
const turns = new Float64Array(9); // scratch: their moments about a centre
const FIRST = [0, 1, 2, 0, 1, 2]; // rows and columns of the six numbers of a symmetric matrix
const SECOND = [0, 1, 2, 1, 2, 0];

/** Inverts how the bodies of a patch answer, alone and with rows that give way as soft[s…]. */
function respond(
  solver: Solver,
  first: number,
  end: number,
  k: number,
  a: number,
  b: number,
  block: number,
  soft: Float64Array,
  s: number,
): void {
  const { row, patchOf, pressing: press, between, middle: moved, motion } = solver;
  const { ease } = motion;
  const o = PRESS_SIZE * k;
  answers.fill(0);
  for (let side = 0; side < (b < 0 ? 1 : 2); side++) {
    const e = EASE_SIZE * (side === 0 ? a : b);
    const i = e + INVERSE_INERTIA;
    for (let t = 0; t < 9; t += 3) {
      const sign = side === 0 ? 1 : -1;
      const x = b < 0 ? 0 : sign * moved[3 * block] + side * between[3 * block];
      const y = b < 0 ? 0 : sign * moved[3 * block + 1] + side * between[3 * block + 1];
      const z = b < 0 ? 0 : sign * moved[3 * block + 2] + side * between[3 * block + 2];
      const p = o + t;
      turns[t] = press[p + MOMENT] + y * press[p + 2] - z * press[p + 1];
      turns[t + 1] = press[p + MOMENT + 1] + z * press[p] - x * press[p + 2];
      turns[t + 2] = press[p + MOMENT + 2] + x * press[p + 1] - y * press[p];
    }
    for (let m = 0; m < 6; m++) {
      const t = 3 * FIRST[m];
      const u = 3 * SECOND[m];
      for (let d = 0; d < 3; d++) answers[m] += ease[e + INVERSE_MASS] * press[o + t + d] * press[o + u + d];
      answers[m] +=
        turns[t] * (ease[i] * turns[u] + ease[i + 3] * turns[u + 1] + ease[i + 5] * turns[u + 2]) +
        turns[t + 1] * (ease[i + 3] * turns[u] + ease[i + 1] * turns[u + 1] + ease[i + 4] * turns[u + 2]) +
        turns[t + 2] * (ease[i + 5] * turns[u] + ease[i + 4] * turns[u + 1] + ease[i + 2] * turns[u + 2]);
    }
  }
  // Rows in a line tilt in one way only: a little of the lift keeps the other still.
  for (let m = 0; m < 3; m++) answers[m] += PRESS_RIDGE * answers[0];
  invert(press, o + HARD);
  for (let i = first; i < end; i++) {
    const r = ROW_SIZE * i + ROW_PRESS;
    if (patchOf[i] !== k || row[r] === 0) continue;
    const yields = soft[s + SOFT_LOSS] / (soft[s + SOFT_MASS] * row[ROW_SIZE * i + ROW_MASS]);
    for (let m = 0; m < 6; m++) answers[m] += yields * row[r + FIRST[m]] * row[r + SECOND[m]];
  }
  invert(press, o + SOFT);
}

/** Writes the inverse of `answers` to out[at…]. */
function invert(out: Float64Array, at: number): void {
  const xx = answers[0];
  const yy = answers[1];
  const zz = answers[2];
  const xy = answers[3];
  const yz = answers[4];
  const zx = answers[5];
  const a = yy * zz - yz * yz;
  const b = yz * zx - xy * zz;
  const c = xy * yz - yy * zx;
  const scale = 1 / (xx * a + xy * b + zx * c);
  out[at] = scale * a;
  out[at + 1] = scale * (xx * zz - zx * zx);
  out[at + 2] = scale * (xx * yy - xy * xy);
  out[at + 3] = scale * b;
  out[at + 4] = scale * (xy * zx - xx * yz);
  out[at + 5] = scale * c;
}

const kick = new Float64Array(6); // scratch: an impulse and its moment about a centre
const far = new Float64Array(6); // scratch: how far the centres of A and B are from where arms begin

/**
 * Solves the rows of each patch of a block together, as far as none of them pulls. `b` is −1 for what is still; `push`
 * and `soft` are those of all blocks.
 */
export function pressPatchesSlowly(
  solver: Solver,
  blocks: Int32Array,
  block: number,
  b: number,
  push: Float64Array,
  soft: Float64Array,
  relax: boolean,
): void {
  const { pressing: press, motion, between } = solver;
  const { state } = motion;
  const at = BLOCK_SIZE * block;
  const a = blocks[at + 2];
  for (let k = blocks[at + 4]; k < blocks[at + 5]; k++) {
    const o = PRESS_SIZE * k;
    if (countPressed(solver, blocks[at], blocks[at + 1], k) < 2) continue;
    gatherWants(solver, blocks[at], blocks[at + 1], k, block, push, soft, relax);
    for (let side = 0; side < (b < 0 ? 1 : 2); side++) {
      for (let d = 0; d < 3; d++) {
        const mid = b < 0 ? 0 : 0.5 * (state[STATE_SIZE * b + SHIFT + d] - state[STATE_SIZE * a + SHIFT + d]);
        far[3 * side + d] = side === 0 ? mid : between[3 * block + d] - mid;
      }
      const v = STATE_SIZE * (side === 0 ? a : b);
      const w = v + SPIN;
      const f = 3 * side;
      // The velocity where arms begin, so that moments are as they were summed.
      const x = state[v] + state[w + 1] * far[f + 2] - state[w + 2] * far[f + 1];
      const y = state[v + 1] + state[w + 2] * far[f] - state[w] * far[f + 2];
      const z = state[v + 2] + state[w] * far[f + 1] - state[w + 1] * far[f];
      const sign = side === 0 ? 1 : -1;
      for (let t = 0; t < 3; t++) {
        const p = o + 3 * t;
        wants[t] +=
          sign *
          (press[p] * x +
            press[p + 1] * y +
            press[p + 2] * z +
            press[p + MOMENT] * state[w] +
            press[p + MOMENT + 1] * state[w + 1] +
            press[p + MOMENT + 2] * state[w + 2]);
      }
    }
    if (!giveAll(solver, blocks[at], blocks[at + 1], k, o + (relax ? HARD : SOFT))) continue;
    for (let side = 0; side < (b < 0 ? 1 : 2); side++) {
      const sign = side === 0 ? 1 : -1;
      kick.fill(0);
      for (let t = 0; t < 3; t++) {
        const q = sign * wants[t];
        for (let d = 0; d < 3; d++) {
          kick[d] += q * press[o + 3 * t + d];
          kick[3 + d] += q * press[o + MOMENT + 3 * t + d];
        }
      }
      const f = 3 * side;
      kick[3] += far[f + 1] * kick[2] - far[f + 2] * kick[1];
      kick[4] += far[f + 2] * kick[0] - far[f] * kick[2];
      kick[5] += far[f] * kick[1] - far[f + 1] * kick[0];
      kickBody(motion, side === 0 ? a : b, kick);
    }
  }
}

function countPressed({ row, patchOf }: Solver, first: number, end: number, k: number): number {
  let count = 0;
  for (let i = first; i < end; i++) if (patchOf[i] === k && row[ROW_SIZE * i + ROW_PRESS] > 0) count++;
  return count;
}

/** Sums what the rows of a patch ask for of a lift and two tilts, less what their speeds do. */
function gatherWants(
  { row, patchOf, step }: Solver,
  first: number,
  end: number,
  k: number,
  block: number,
  push: Float64Array,
  soft: Float64Array,
  relax: boolean,
): void {
  const s = SOFT_SIZE * block;
  const rate = step[STEP_RATE];
  const softRate = relax ? 0 : soft[s + SOFT_RATE];
  const give = relax ? 0 : soft[s + SOFT_LOSS] / soft[s + SOFT_MASS];
  wants.fill(0);
  for (let i = first; i < end; i++) {
    const r = ROW_SIZE * i;
    if (patchOf[i] !== k || row[r + ROW_PRESS] === 0) continue;
    const gap = row[r + ROW_GAP];
    const bias =
      gap > 0
        ? gap * rate
        : Math.max(softRate * gap, -push[block]) + (give / row[r + ROW_MASS]) * row[r + ROW_IMPULSE];
    for (let t = 0; t < 3; t++) wants[t] += bias * row[r + ROW_PRESS + t];
  }
}

/**
 * Gives the rows of a patch their shares of what undoes what they ask for, by an inverse at press[at…], as far as none of
 * them pulls; returns whether that is anything.
 */
function giveAll(
  { row, patchOf, pressing: press }: Solver,
  first: number,
  end: number,
  k: number,
  at: number,
): boolean {
  const x = wants[0];
  const y = wants[1];
  const z = wants[2];
  wants[0] = -(press[at] * x + press[at + 3] * y + press[at + 5] * z);
  wants[1] = -(press[at + 3] * x + press[at + 1] * y + press[at + 4] * z);
  wants[2] = -(press[at + 5] * x + press[at + 4] * y + press[at + 2] * z);
  let share = 1;
  for (let i = first; i < end; i++) {
    const r = ROW_SIZE * i;
    if (patchOf[i] !== k || row[r + ROW_PRESS] === 0) continue;
    const change =
      wants[0] * row[r + ROW_PRESS] + wants[1] * row[r + ROW_PRESS + 1] + wants[2] * row[r + ROW_PRESS + 2];
    if (row[r + ROW_IMPULSE] + share * change < 0) share = row[r + ROW_IMPULSE] / -change;
  }
  if (!(share > 0)) return false;
  for (let t = 0; t < 3; t++) wants[t] *= share;
  for (let i = first; i < end; i++) {
    const r = ROW_SIZE * i;
    if (patchOf[i] !== k || row[r + ROW_PRESS] === 0) continue;
    const change =
      wants[0] * row[r + ROW_PRESS] + wants[1] * row[r + ROW_PRESS + 1] + wants[2] * row[r + ROW_PRESS + 2];
    row[r + ROW_IMPULSE] = Math.max(0, row[r + ROW_IMPULSE] + change);
  }
  return true;
}
