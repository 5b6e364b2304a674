// The contacts of patches solved together, as far as none of them pulls: see press.ts, which makes them ready.

import { EASE_SIZE, INVERSE_INERTIA, INVERSE_MASS, SHIFT, SPIN, STATE_SIZE } from './motion.ts';
import { HARD, MOMENT, SOFT } from './press.ts';
import {
  BLOCK_SIZE,
  PRESS_SIZE,
  ROW_GAP,
  ROW_IMPULSE,
  ROW_MASS,
  ROW_PRESS,
  SOFT_LOSS,
  SOFT_MASS,
  SOFT_RATE,
  SOFT_SIZE,
  type Solver,
  STEP_RATE,
} from './solver.ts';

/**
 * Solves the rows of each patch of a block together, as far as none of them pulls. `b` is −1 for what is still; `push`
 * and `soft` are those of all blocks.
 */
export function pressPatches(
  solver: Solver,
  blocks: Int32Array,
  block: number,
  b: number,
  push: Float64Array,
  soft: Float64Array,
  relax: boolean,
): void {
  const { row, pressed, pressEnds, pressing: press, motion, between, step } = solver;
  const { state, ease } = motion;
  const at = BLOCK_SIZE * block;
  const a = blocks[at + 2];
  const two = b >= 0;
  const v = STATE_SIZE * a;
  const vB = STATE_SIZE * (two ? b : a);
  const e = EASE_SIZE * a;
  const eB = EASE_SIZE * (two ? b : a);
  const most = -push[block];
  const s = SOFT_SIZE * block;
  const rate = step[STEP_RATE];
  const softRate = soft[s + SOFT_RATE];
  const give = soft[s + SOFT_LOSS] / soft[s + SOFT_MASS];
  // how far the centres of A and B are from where arms begin
  const fx = two ? 0.5 * (state[vB + SHIFT] - state[v + SHIFT]) : 0;
  const fy = two ? 0.5 * (state[vB + SHIFT + 1] - state[v + SHIFT + 1]) : 0;
  const fz = two ? 0.5 * (state[vB + SHIFT + 2] - state[v + SHIFT + 2]) : 0;
  const gx = two ? between[3 * block] - fx : 0;
  const gy = two ? between[3 * block + 1] - fy : 0;
  const gz = two ? between[3 * block + 2] - fz : 0;
  for (let k = blocks[at + 4]; k < blocks[at + 5]; k++) {
    const from = pressEnds[2 * k];
    const to = pressEnds[2 * k + 1];
    if (to - from < 2) continue;
    // What the rows ask for of a lift and two tilts, less what their speeds do.
    let x = 0;
    let y = 0;
    let z = 0;
    for (let i = from; i < to; i++) {
      const r = pressed[i];
      const gap = row[r + ROW_GAP];
      let bias = gap * rate;
      if (!(gap > 0)) {
        if (relax) continue;
        bias = Math.max(softRate * gap, most) + (give / row[r + ROW_MASS]) * row[r + ROW_IMPULSE];
      }
      x += bias * row[r + ROW_PRESS];
      y += bias * row[r + ROW_PRESS + 1];
      z += bias * row[r + ROW_PRESS + 2];
    }
    const o = PRESS_SIZE * k;
    const m = o + MOMENT;
    let ux = state[v + SPIN];
    let uy = state[v + SPIN + 1];
    let uz = state[v + SPIN + 2];
    // The velocity where arms begin, so that moments are as they were summed.
    let wx = state[v] + uy * fz - uz * fy;
    let wy = state[v + 1] + uz * fx - ux * fz;
    let wz = state[v + 2] + ux * fy - uy * fx;
    x +=
      press[o] * wx +
      press[o + 1] * wy +
      press[o + 2] * wz +
      press[m] * ux +
      press[m + 1] * uy +
      press[m + 2] * uz;
    y +=
      press[o + 3] * wx +
      press[o + 4] * wy +
      press[o + 5] * wz +
      press[m + 3] * ux +
      press[m + 4] * uy +
      press[m + 5] * uz;
    z +=
      press[o + 6] * wx +
      press[o + 7] * wy +
      press[o + 8] * wz +
      press[m + 6] * ux +
      press[m + 7] * uy +
      press[m + 8] * uz;
    if (two) {
      ux = state[vB + SPIN];
      uy = state[vB + SPIN + 1];
      uz = state[vB + SPIN + 2];
      wx = state[vB] + uy * gz - uz * gy;
      wy = state[vB + 1] + uz * gx - ux * gz;
      wz = state[vB + 2] + ux * gy - uy * gx;
      x -=
        press[o] * wx +
        press[o + 1] * wy +
        press[o + 2] * wz +
        press[m] * ux +
        press[m + 1] * uy +
        press[m + 2] * uz;
      y -=
        press[o + 3] * wx +
        press[o + 4] * wy +
        press[o + 5] * wz +
        press[m + 3] * ux +
        press[m + 4] * uy +
        press[m + 5] * uz;
      z -=
        press[o + 6] * wx +
        press[o + 7] * wy +
        press[o + 8] * wz +
        press[m + 6] * ux +
        press[m + 7] * uy +
        press[m + 8] * uz;
    }
    // What undoes that, as far as no row pulls.
    const q = o + (relax ? HARD : SOFT);
    let lift = -(press[q] * x + press[q + 3] * y + press[q + 5] * z);
    let tilt = -(press[q + 3] * x + press[q + 1] * y + press[q + 4] * z);
    let lean = -(press[q + 5] * x + press[q + 4] * y + press[q + 2] * z);
    let share = 1;
    for (let i = from; i < to; i++) {
      const r = pressed[i];
      const change =
        lift * row[r + ROW_PRESS] + tilt * row[r + ROW_PRESS + 1] + lean * row[r + ROW_PRESS + 2];
      if (row[r + ROW_IMPULSE] + share * change < 0) share = row[r + ROW_IMPULSE] / -change;
    }
    if (!(share > 0)) continue;
    lift *= share;
    tilt *= share;
    lean *= share;
    for (let i = from; i < to; i++) {
      const r = pressed[i];
      const change =
        lift * row[r + ROW_PRESS] + tilt * row[r + ROW_PRESS + 1] + lean * row[r + ROW_PRESS + 2];
      row[r + ROW_IMPULSE] = Math.max(0, row[r + ROW_IMPULSE] + change);
    }
    // The same on A, and the other way on B: an impulse, and its moment about the centre.
    const px = lift * press[o] + tilt * press[o + 3] + lean * press[o + 6];
    const py = lift * press[o + 1] + tilt * press[o + 4] + lean * press[o + 7];
    const pz = lift * press[o + 2] + tilt * press[o + 5] + lean * press[o + 8];
    const cx = lift * press[m] + tilt * press[m + 3] + lean * press[m + 6];
    const cy = lift * press[m + 1] + tilt * press[m + 4] + lean * press[m + 7];
    const cz = lift * press[m + 2] + tilt * press[m + 5] + lean * press[m + 8];
    let mass = ease[e + INVERSE_MASS];
    let i = e + INVERSE_INERTIA;
    let tx = cx + (fy * pz - fz * py);
    let ty = cy + (fz * px - fx * pz);
    let tz = cz + (fx * py - fy * px);
    state[v] += mass * px;
    state[v + 1] += mass * py;
    state[v + 2] += mass * pz;
    state[v + SPIN] += ease[i] * tx + ease[i + 3] * ty + ease[i + 5] * tz;
    state[v + SPIN + 1] += ease[i + 3] * tx + ease[i + 1] * ty + ease[i + 4] * tz;
    state[v + SPIN + 2] += ease[i + 5] * tx + ease[i + 4] * ty + ease[i + 2] * tz;
    if (!two) continue;
    mass = ease[eB + INVERSE_MASS];
    i = eB + INVERSE_INERTIA;
    tx = cx + (gy * pz - gz * py);
    ty = cy + (gz * px - gx * pz);
    tz = cz + (gx * py - gy * px);
    state[vB] -= mass * px;
    state[vB + 1] -= mass * py;
    state[vB + 2] -= mass * pz;
    state[vB + SPIN] -= ease[i] * tx + ease[i + 3] * ty + ease[i + 5] * tz;
    state[vB + SPIN + 1] -= ease[i + 3] * tx + ease[i + 1] * ty + ease[i + 4] * tz;
    state[vB + SPIN + 2] -= ease[i + 5] * tx + ease[i + 4] * ty + ease[i + 2] * tz;
  }
}
