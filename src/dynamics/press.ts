// The contacts of a patch are first solved together, and then one by one: a lift and two tilts, which is all that a patch
// can do along its normals. One by one alone, the first corner of a box that is pressed down tilts it before the others
// answer, and what is left of that leans stacks and rocks what lies still (bench `stack`). Both are steps down the same sum of
// squares, so that they never work against each other.
// Here stands what a patch is made ready by; it is solved in press-patches.ts. Both are written out for speed, with the
// same bits as test/dynamics/press-slow.ts, which has them in loops.

import { PRESS_RIDGE } from './constants.ts';
import { EASE_SIZE, INVERSE_INERTIA, INVERSE_MASS } from './motion.ts';
import {
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
  type Solver,
  STEP_ALL,
} from './solver.ts';

// Places in a row of Solver.pressing.
const PUSH = 0; // three impulses, xyz each: of a lift and of two tilts by one
export const MOMENT = 9; // and their moments about the centre of A, arms as in ROW_ARM
export const SOFT = 18; // the inverse of how the bodies answer them, xx yy zz xy yz zx, with rows that give way
export const HARD = 24; // and with rows that do not

/**
 * Sets which rows of a patch are solved together and how: those that bear something or would touch by the end of the step, or
 * all of them where none does.
 * `b` is −1 for what is still.
 */
export function preparePress(
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
  const { row, patch, patchOf, pressed, pressEnds, step } = solver;
  const all = step[STEP_ALL];
  // The rows of the patches of a block have places among those of the block, in the order of patches.
  let from = first;
  for (let i = first; i < end; i++) if (patchOf[i] < k) from++;
  let to = from;
  for (let round = 0; round < 2 && to === from; round++) {
    for (let i = first; i < end; i++) {
      if (patchOf[i] !== k) continue;
      const r = ROW_SIZE * i;
      const takes =
        round > 0 || row[r + ROW_IMPULSE] > 0 || row[r + ROW_GAP] + all * row[r + ROW_APPROACH] <= 0;
      row[r + ROW_PRESS] = takes ? 1 : 0;
      if (takes) pressed[to++] = r;
    }
  }
  pressEnds[2 * k] = from;
  pressEnds[2 * k + 1] = to;
  if (to - from < 2) return;
  setAcross(patch, PATCH_SIZE * k);
  setTilts(row, pressed, from, to);
  sumRows(solver, from, to, PRESS_SIZE * k);
  respond(solver, from, to, PRESS_SIZE * k, a, b, 3 * block, soft, s);
}

const across = new Float64Array(6); // scratch: two directions across the normal of a patch

/** Gives the rows of a patch that take part their shares in a lift and two tilts. */
function setTilts(row: Float64Array, pressed: Int32Array, from: number, to: number): void {
  const count = to - from;
  let mx = 0; // the middle of the rows
  let my = 0;
  let mz = 0;
  for (let i = from; i < to; i++) {
    const o = pressed[i] + ROW_ARM;
    mx += row[o] / count;
    my += row[o + 1] / count;
    mz += row[o + 2] / count;
  }
  const ux = across[0];
  const uy = across[1];
  const uz = across[2];
  const vx = across[3];
  const vy = across[4];
  const vz = across[5];
  let reach = 0;
  for (let i = from; i < to; i++) {
    const o = pressed[i];
    const x = row[o + ROW_ARM] - mx;
    const y = row[o + ROW_ARM + 1] - my;
    const z = row[o + ROW_ARM + 2] - mz;
    const u = x * ux + y * uy + z * uz;
    const v = x * vx + y * vy + z * vz;
    row[o + ROW_PRESS + 1] = u;
    row[o + ROW_PRESS + 2] = v;
    reach += u * u;
    reach += v * v;
  }
  const lift = 1 / count;
  const tilt = (reach > 0 ? Math.sqrt(count / reach) : 0) / count;
  for (let i = from; i < to; i++) {
    const o = pressed[i] + ROW_PRESS;
    row[o] = lift;
    row[o + 1] *= tilt;
    row[o + 2] *= tilt;
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
  let ax = least === 0 ? 0 : least === 1 ? -z : y;
  let ay = least === 0 ? z : least === 1 ? 0 : -x;
  let az = least === 0 ? -y : least === 1 ? x : 0;
  const length = Math.sqrt(ax * ax + ay * ay + az * az);
  ax /= length;
  ay /= length;
  az /= length;
  across[0] = ax;
  across[1] = ay;
  across[2] = az;
  across[3] = y * az - z * ay;
  across[4] = z * ax - x * az;
  across[5] = x * ay - y * ax;
}

/** Sums the impulses of the rows of a patch for a lift and two tilts by one, and their moments. */
function sumRows({ row, pressed, pressing: press }: Solver, from: number, to: number, o: number): void {
  for (let t = 0; t < 3; t++) {
    let px = 0;
    let py = 0;
    let pz = 0;
    let mx = 0;
    let my = 0;
    let mz = 0;
    for (let i = from; i < to; i++) {
      const r = pressed[i];
      const share = row[r + ROW_PRESS + t];
      const nx = row[r];
      const ny = row[r + 1];
      const nz = row[r + 2];
      const x = row[r + ROW_ARM];
      const y = row[r + ROW_ARM + 1];
      const z = row[r + ROW_ARM + 2];
      px += share * nx;
      py += share * ny;
      pz += share * nz;
      mx += share * (y * nz - z * ny);
      my += share * (z * nx - x * nz);
      mz += share * (x * ny - y * nx);
    }
    const p = o + 3 * t;
    press[p + PUSH] = px;
    press[p + PUSH + 1] = py;
    press[p + PUSH + 2] = pz;
    press[p + MOMENT] = mx;
    press[p + MOMENT + 1] = my;
    press[p + MOMENT + 2] = mz;
  }
}

const answers = new Float64Array(6); // scratch: how the bodies answer a lift and two tilts, xx yy zz xy yz zx

/** Inverts how the bodies of a patch answer, alone and with rows that give way as soft[s…]. */
function respond(
  solver: Solver,
  from: number,
  to: number,
  o: number,
  a: number,
  b: number,
  at: number,
  soft: Float64Array,
  s: number,
): void {
  const { row, pressed, pressing: press, between, middle: moved, motion } = solver;
  answers.fill(0);
  shift[0] = b < 0 ? 0 : moved[at];
  shift[1] = b < 0 ? 0 : moved[at + 1];
  shift[2] = b < 0 ? 0 : moved[at + 2];
  addAnswers(press, o, motion.ease, EASE_SIZE * a);
  if (b >= 0) {
    shift[0] = between[at] - moved[at];
    shift[1] = between[at + 1] - moved[at + 1];
    shift[2] = between[at + 2] - moved[at + 2];
    addAnswers(press, o, motion.ease, EASE_SIZE * b);
  }
  // Rows in a line tilt in one way only: a little of the lift keeps the other still.
  answers[0] += PRESS_RIDGE * answers[0];
  answers[1] += PRESS_RIDGE * answers[0];
  answers[2] += PRESS_RIDGE * answers[0];
  invert(press, o + HARD);
  const loss = soft[s + SOFT_LOSS];
  const mass = soft[s + SOFT_MASS];
  let xx = answers[0];
  let yy = answers[1];
  let zz = answers[2];
  let xy = answers[3];
  let yz = answers[4];
  let zx = answers[5];
  for (let i = from; i < to; i++) {
    const r = pressed[i];
    const x = row[r + ROW_PRESS];
    const y = row[r + ROW_PRESS + 1];
    const z = row[r + ROW_PRESS + 2];
    const yields = loss / (mass * row[r + ROW_MASS]);
    xx += yields * x * x;
    yy += yields * y * y;
    zz += yields * z * z;
    xy += yields * x * y;
    yz += yields * y * z;
    zx += yields * z * x;
  }
  answers[0] = xx;
  answers[1] = yy;
  answers[2] = zz;
  answers[3] = xy;
  answers[4] = yz;
  answers[5] = zx;
  invert(press, o + SOFT);
}

const shift = new Float64Array(3); // scratch: from where arms begin to the centre of a body

/** Adds to `answers` those of the body whose ease is at `e`. */
function addAnswers(press: Float64Array, o: number, ease: Float64Array, e: number): void {
  const mass = ease[e + INVERSE_MASS];
  const ixx = ease[e + INVERSE_INERTIA];
  const iyy = ease[e + INVERSE_INERTIA + 1];
  const izz = ease[e + INVERSE_INERTIA + 2];
  const ixy = ease[e + INVERSE_INERTIA + 3];
  const iyz = ease[e + INVERSE_INERTIA + 4];
  const izx = ease[e + INVERSE_INERTIA + 5];
  const x = shift[0];
  const y = shift[1];
  const z = shift[2];
  // impulses p, q, r of a lift and two tilts; their moments k, l, m about the centre; how these turn the body: u, v, w
  const px = press[o];
  const py = press[o + 1];
  const pz = press[o + 2];
  const kx = press[o + MOMENT] + y * pz - z * py;
  const ky = press[o + MOMENT + 1] + z * px - x * pz;
  const kz = press[o + MOMENT + 2] + x * py - y * px;
  const ux = ixx * kx + ixy * ky + izx * kz;
  const uy = ixy * kx + iyy * ky + iyz * kz;
  const uz = izx * kx + iyz * ky + izz * kz;
  const qx = press[o + 3];
  const qy = press[o + 4];
  const qz = press[o + 5];
  const lx = press[o + MOMENT + 3] + y * qz - z * qy;
  const ly = press[o + MOMENT + 4] + z * qx - x * qz;
  const lz = press[o + MOMENT + 5] + x * qy - y * qx;
  const vx = ixx * lx + ixy * ly + izx * lz;
  const vy = ixy * lx + iyy * ly + iyz * lz;
  const vz = izx * lx + iyz * ly + izz * lz;
  const rx = press[o + 6];
  const ry = press[o + 7];
  const rz = press[o + 8];
  const mx = press[o + MOMENT + 6] + y * rz - z * ry;
  const my = press[o + MOMENT + 7] + z * rx - x * rz;
  const mz = press[o + MOMENT + 8] + x * ry - y * rx;
  const wx = ixx * mx + ixy * my + izx * mz;
  const wy = ixy * mx + iyy * my + iyz * mz;
  const wz = izx * mx + iyz * my + izz * mz;
  answers[0] = answers[0] + mass * px * px + mass * py * py + mass * pz * pz + (kx * ux + ky * uy + kz * uz);
  answers[1] = answers[1] + mass * qx * qx + mass * qy * qy + mass * qz * qz + (lx * vx + ly * vy + lz * vz);
  answers[2] = answers[2] + mass * rx * rx + mass * ry * ry + mass * rz * rz + (mx * wx + my * wy + mz * wz);
  answers[3] = answers[3] + mass * px * qx + mass * py * qy + mass * pz * qz + (kx * vx + ky * vy + kz * vz);
  answers[4] = answers[4] + mass * qx * rx + mass * qy * ry + mass * qz * rz + (lx * wx + ly * wy + lz * wz);
  answers[5] = answers[5] + mass * rx * px + mass * ry * py + mass * rz * pz + (mx * ux + my * uy + mz * uz);
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
