// Friction of a pair acts at its patches, not at its contacts: contacts with about the same normal are a patch, with one
// force across the normal at the centre of what they bear, and one twist about it [Catto25]. Both share what Coulomb
// allows a disc, so that what slides while it spins does neither as if the other were not there.
// Friction is solved after the normal rows of its pair, so that what lands flat is not tilted by the first corner solved.

import { PATCH_ALIKE } from '../contact/constants.ts';
import { DISC_EDGE, DISC_SLIDES, DISC_SPINS, PATCH_LEVER } from './constants.ts';
import type { ContactRows } from './contact-rows.ts';
import { EASE_SIZE, INVERSE_INERTIA, INVERSE_MASS } from './motion.ts';
import {
  PATCH_ARM,
  PATCH_FORCE,
  PATCH_FRICTION,
  PATCH_LOAD,
  PATCH_REACH,
  PATCH_SIZE,
  PATCH_SLIDE_MASS,
  PATCH_TOTAL,
  PATCH_TWIST,
  PATCH_TWIST_MASS,
  ROW_APPROACH,
  ROW_ARM,
  ROW_GAP,
  ROW_IMPULSE,
  ROW_LEVER,
  ROW_SIZE,
  ROW_WEIGHT,
  type Solver,
  STEP_ALL,
  STEP_WARM,
} from './solver.ts';

/**
 * Makes patches of the rows of a block, whose contacts are filled, from patch `start` on; returns the patch past the last.
 * `b` is −1 for what is still, `flip` where a is the contact's B. Friction begins with what the contacts had of it.
 */
export function preparePatches(
  solver: Solver,
  contacts: ContactRows,
  first: number,
  end: number,
  start: number,
  a: number,
  b: number,
  block: number,
  flip: boolean,
): number {
  const { patch, patchOf, row } = solver;
  let count = start;
  for (let i = first; i < end; i++) {
    const o = ROW_SIZE * i;
    let k = start;
    for (; k < count; k++) {
      const p = PATCH_SIZE * k;
      if (patch[p] * row[o] + patch[p + 1] * row[o + 1] + patch[p + 2] * row[o + 2] >= PATCH_ALIKE) break;
    }
    if (k === count) {
      patch.fill(0, PATCH_SIZE * k, PATCH_SIZE * (k + 1));
      for (let d = 0; d < 3; d++) patch[PATCH_SIZE * k + d] = row[o + d];
      patch[PATCH_SIZE * k + PATCH_FRICTION] = contacts.friction[i];
      count++;
    }
    patchOf[i] = k;
  }
  weigh(solver, first, end, start, count);
  for (let k = start; k < count; k++) placePatch(solver, first, end, k, a, b, block);
  warm(solver, contacts, first, end, start, count, flip);
  return count;
}

/**
 * Sets the weights of rows, one a patch in all: what they bear when the step begins; where none bears anything, those count
 * that would touch by its end, or all of them.
 */
function weigh(
  { row, patch, patchOf, step }: Solver,
  first: number,
  end: number,
  start: number,
  count: number,
): void {
  for (let i = first; i < end; i++) {
    const o = ROW_SIZE * i;
    row[o + ROW_WEIGHT] = row[o + ROW_IMPULSE];
    patch[PATCH_SIZE * patchOf[i] + PATCH_LOAD] += row[o + ROW_IMPULSE];
  }
  for (let k = start; k < count; k++) {
    const p = PATCH_SIZE * k;
    for (let round = 0; round < 2 && patch[p + PATCH_LOAD] === 0; round++) {
      for (let i = first; i < end; i++) {
        const o = ROW_SIZE * i;
        if (
          patchOf[i] !== k ||
          (round === 0 && row[o + ROW_GAP] + step[STEP_ALL] * row[o + ROW_APPROACH] > 0)
        )
          continue;
        row[o + ROW_WEIGHT] = 1;
        patch[p + PATCH_LOAD]++;
      }
    }
  }
  for (let i = first; i < end; i++)
    row[ROW_SIZE * i + ROW_WEIGHT] /= patch[PATCH_SIZE * patchOf[i] + PATCH_LOAD];
}

/**
 * Sets the normal and the centre of a patch from its rows, as bodies have turned, their levers about it, and its masses.
 */
export function placePatch(
  solver: Solver,
  first: number,
  end: number,
  k: number,
  a: number,
  b: number,
  block: number,
): void {
  const { row, patch, patchOf } = solver;
  const p = PATCH_SIZE * k;
  let nx = 0;
  let ny = 0;
  let nz = 0;
  let x = 0;
  let y = 0;
  let z = 0;
  for (let i = first; i < end; i++) {
    if (patchOf[i] !== k) continue;
    const o = ROW_SIZE * i;
    const w = row[o + ROW_WEIGHT];
    nx += w * row[o];
    ny += w * row[o + 1];
    nz += w * row[o + 2];
    x += w * row[o + ROW_ARM];
    y += w * row[o + ROW_ARM + 1];
    z += w * row[o + ROW_ARM + 2];
  }
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  patch[p] = nx / length;
  patch[p + 1] = ny / length;
  patch[p + 2] = nz / length;
  patch[p + PATCH_ARM] = x;
  patch[p + PATCH_ARM + 1] = y;
  patch[p + PATCH_ARM + 2] = z;
  for (let i = first; i < end; i++) {
    if (patchOf[i] !== k) continue;
    const o = ROW_SIZE * i;
    const dx = row[o + ROW_ARM] - x;
    const dy = row[o + ROW_ARM + 1] - y;
    const dz = row[o + ROW_ARM + 2] - z;
    row[o + ROW_LEVER] = PATCH_LEVER * Math.sqrt(dx * dx + dy * dy + dz * dz);
  }
  respond(solver, p, a, b, 3 * block);
}

/** Begins with the friction that the contacts had, which may not be quite across this step's normal. */
function warm(
  { row, patch, patchOf, step }: Solver,
  { impulse }: ContactRows,
  first: number,
  end: number,
  start: number,
  count: number,
  flip: boolean,
): void {
  const scale = flip ? -step[STEP_WARM] : step[STEP_WARM];
  for (let i = first; i < end; i++) {
    const p = PATCH_SIZE * patchOf[i];
    const o = ROW_SIZE * i + ROW_ARM;
    const fx = scale * impulse[4 * i + 1];
    const fy = scale * impulse[4 * i + 2];
    const fz = scale * impulse[4 * i + 3];
    const x = row[o] - patch[p + PATCH_ARM];
    const y = row[o + 1] - patch[p + PATCH_ARM + 1];
    const z = row[o + 2] - patch[p + PATCH_ARM + 2];
    patch[p + PATCH_FORCE] += fx;
    patch[p + PATCH_FORCE + 1] += fy;
    patch[p + PATCH_FORCE + 2] += fz;
    patch[p + PATCH_TWIST] +=
      patch[p] * (y * fz - z * fy) + patch[p + 1] * (z * fx - x * fz) + patch[p + 2] * (x * fy - y * fx);
  }
  for (let p = PATCH_SIZE * start; p < PATCH_SIZE * count; p += PATCH_SIZE) {
    const f = p + PATCH_FORCE;
    const along = patch[f] * patch[p] + patch[f + 1] * patch[p + 1] + patch[f + 2] * patch[p + 2];
    for (let d = 0; d < 3; d++) patch[f + d] -= along * patch[p + d];
  }
}

/**
 * Sets the masses of a patch. With K, the change of relative velocity for an impulse at its centre, the mass against sliding
 * is 1 / λ, λ the larger of the two eigenvalues of K across the normal, so that no direction is overdone: their sum is
 * tr K − nᵀKn, their product nᵀ adj(K) n. That against twisting is 1 / nᵀ I⁻¹ n.
 */
function respond(solver: Solver, p: number, a: number, b: number, at: number): void {
  const { patch, between, middle } = solver;
  const { ease } = solver.motion;
  const nx = patch[p];
  const ny = patch[p + 1];
  const nz = patch[p + 2];
  let xx = ease[EASE_SIZE * a + INVERSE_MASS] + (b < 0 ? 0 : ease[EASE_SIZE * b + INVERSE_MASS]);
  let yy = xx;
  let zz = xx;
  let xy = 0;
  let yz = 0;
  let zx = 0;
  let twist = 0;
  for (let side = 0; side < (b < 0 ? 1 : 2); side++) {
    const e = EASE_SIZE * (side === 0 ? a : b) + INVERSE_INERTIA;
    const moved = b < 0 ? 0 : side === 0 ? 1 : -1; // both go to the middle
    const far = side === 0 ? 0 : 1;
    const x = patch[p + PATCH_ARM] + (b < 0 ? 0 : moved * middle[at] + far * between[at]);
    const y = patch[p + PATCH_ARM + 1] + (b < 0 ? 0 : moved * middle[at + 1] + far * between[at + 1]);
    const z = patch[p + PATCH_ARM + 2] + (b < 0 ? 0 : moved * middle[at + 2] + far * between[at + 2]);
    const ixx = ease[e];
    const iyy = ease[e + 1];
    const izz = ease[e + 2];
    const ixy = ease[e + 3];
    const iyz = ease[e + 4];
    const izx = ease[e + 5];
    // K −= [r] I⁻¹ [r], with [r] the matrix of r ×
    xx += z * (z * iyy - y * iyz) - y * (z * iyz - y * izz);
    yy += x * (x * izz - z * izx) - z * (x * izx - z * ixx);
    zz += y * (y * ixx - x * ixy) - x * (y * ixy - x * iyy);
    xy += z * (x * iyz - z * ixy) - y * (x * izz - z * izx);
    yz += x * (y * izx - x * iyz) - z * (y * ixx - x * ixy);
    zx += y * (z * ixy - y * izx) - x * (z * iyy - y * iyz);
    twist +=
      ixx * nx * nx + iyy * ny * ny + izz * nz * nz + 2 * (ixy * nx * ny + iyz * ny * nz + izx * nz * nx);
  }
  const along = xx * nx * nx + yy * ny * ny + zz * nz * nz + 2 * (xy * nx * ny + yz * ny * nz + zx * nz * nx);
  const half = 0.5 * (xx + yy + zz - along);
  const product =
    (yy * zz - yz * yz) * nx * nx +
    (xx * zz - zx * zx) * ny * ny +
    (xx * yy - xy * xy) * nz * nz +
    2 * ((zx * yz - xy * zz) * nx * ny + (xy * zx - xx * yz) * ny * nz + (xy * yz - yy * zx) * nz * nx);
  patch[p + PATCH_SLIDE_MASS] = 1 / (half + Math.sqrt(Math.max(0, half * half - product)));
  patch[p + PATCH_TWIST_MASS] = twist > 0 ? 1 / twist : 0;
}

/**
 * Brings the force and the twist of a patch up to date, for a slip of its centre u[0…2] across the normal and a spin u[3]
 * about it; `u` becomes what is added to them. What sliding asks for beyond what friction can bear is found with one mass
 * for all of it, so that force and twist come to be against how the patch slides, as those of a disc are.
 */
export function rub(patch: Float64Array, p: number, u: Float64Array): void {
  const f = p + PATCH_FORCE;
  const fx = patch[f];
  const fy = patch[f + 1];
  const fz = patch[f + 2];
  const turn = patch[p + PATCH_TWIST];
  const slide = patch[p + PATCH_SLIDE_MASS];
  const most = patch[p + PATCH_FRICTION] * patch[p + PATCH_LOAD];
  const twist = patch[p + PATCH_FRICTION] * patch[p + PATCH_REACH];
  let x = 0;
  let y = 0;
  let z = 0;
  let w = 0;
  if (most > 0) {
    const bears = 1 / (most * most);
    const twists = twist > 0 ? 1 / (twist * twist) : 0;
    x = fx - slide * u[0];
    y = fy - slide * u[1];
    z = fz - slide * u[2];
    if (twist > 0) w = turn - patch[p + PATCH_TWIST_MASS] * u[3];
    let force = bears * (x * x + y * y + z * z);
    let moment = twists * w * w;
    if (twist > 0 && force + moment + DISC_EDGE * force * moment > 1) {
      const square = (twist * twist) / (most * most); // of the lever
      const spins = (square * u[3] * u[3]) / (PATCH_LEVER * PATCH_LEVER); // square of the speed at the rim
      const slides = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
      const ratio = spins > 0 ? Math.sqrt(slides / spins) : 1;
      const cube = Math.min(ratio * ratio * ratio, 1e9);
      const more = (DISC_SPINS + DISC_SLIDES * cube) / (1 + cube);
      const mass = Math.min(slide / more, patch[p + PATCH_TWIST_MASS] / square);
      x = fx - mass * more * u[0];
      y = fy - mass * more * u[1];
      z = fz - mass * more * u[2];
      w = turn - mass * square * u[3];
      force = bears * (x * x + y * y + z * z);
      moment = twists * w * w;
    }
    if (force + moment + DISC_EDGE * force * moment > 1) {
      const both = force + moment;
      const scale = Math.sqrt(2 / (both + Math.sqrt(both * both + 4 * DISC_EDGE * force * moment)));
      x *= scale;
      y *= scale;
      z *= scale;
      w *= scale;
    }
  }
  patch[f] = x;
  patch[f + 1] = y;
  patch[f + 2] = z;
  patch[p + PATCH_TWIST] = w;
  u[0] = x - fx;
  u[1] = y - fy;
  u[2] = z - fz;
  u[3] = w - turn;
}

/** Adds the friction of a substep to that of the step. */
export function addFriction({ patch, patchCount }: Solver): void {
  for (let p = 0; p < PATCH_SIZE * patchCount; p += PATCH_SIZE) {
    for (let d = 0; d < 4; d++) patch[p + PATCH_TOTAL + d] += patch[p + PATCH_FORCE + d];
  }
}

const spread = new Float64Array(5); // scratch: of a patch, the centre of what its rows bear, the second and the first moment of that about it

/**
 * Writes to out[1…3] of the rows of a block the friction of their patches, from patch[p + from…], as forces that add up to
 * it: in proportion to what they bear, out[0], and around its centre. `out` has four numbers a row.
 */
export function shareFriction(
  out: Float64Array,
  { patch, patchOf, row }: Solver,
  first: number,
  end: number,
  from: number,
): void {
  for (let i = first; i < end; i++) {
    const k = patchOf[i];
    if (i > first && patchOf[i - 1] === k) continue;
    let known = false;
    for (let j = first; j < i && !known; j++) known = patchOf[j] === k;
    if (!known) sharePatch(out, patch, patchOf, row, i, end, k, from);
  }
}

function sharePatch(
  out: Float64Array,
  patch: Float64Array,
  patchOf: Int32Array,
  row: Float64Array,
  first: number,
  end: number,
  k: number,
  from: number,
): void {
  const p = PATCH_SIZE * k;
  let load = 0;
  spread.fill(0);
  for (let i = first; i < end; i++) {
    if (patchOf[i] !== k) continue;
    load += out[4 * i];
    for (let d = 0; d < 3; d++) spread[d] += out[4 * i] * row[ROW_SIZE * i + ROW_ARM + d];
  }
  if (!(load > 0)) {
    for (let i = first; i < end; i++) if (patchOf[i] === k) out.fill(0, 4 * i + 1, 4 * i + 4);
    return;
  }
  for (let d = 0; d < 3; d++) spread[d] /= load;
  const nx = patch[p];
  const ny = patch[p + 1];
  const nz = patch[p + 2];
  for (let i = first; i < end; i++) {
    if (patchOf[i] !== k) continue;
    const o = ROW_SIZE * i + ROW_ARM;
    const x = row[o] - spread[0];
    const y = row[o + 1] - spread[1];
    const z = row[o + 2] - spread[2];
    const h = x * nx + y * ny + z * nz;
    const square = Math.max(0, x * x + y * y + z * z - h * h);
    spread[3] += out[4 * i] * square;
    spread[4] += out[4 * i] * Math.sqrt(square);
  }
  const fx = patch[p + from];
  const fy = patch[p + from + 1];
  const fz = patch[p + from + 2];
  // The centre may have moved since the force was set to act there.
  const cx = patch[p + PATCH_ARM] - spread[0];
  const cy = patch[p + PATCH_ARM + 1] - spread[1];
  const cz = patch[p + PATCH_ARM + 2] - spread[2];
  const twist =
    patch[p + from + 3] + nx * (cy * fz - cz * fy) + ny * (cz * fx - cx * fz) + nz * (cx * fy - cy * fx);
  const most = patch[p + PATCH_FRICTION] * spread[4];
  const turn = spread[3] > 0 ? Math.max(-most, Math.min(most, twist)) / spread[3] : 0;
  for (let i = first; i < end; i++) {
    if (patchOf[i] !== k) continue;
    const o = ROW_SIZE * i + ROW_ARM;
    const x = row[o] - spread[0];
    const y = row[o + 1] - spread[1];
    const z = row[o + 2] - spread[2];
    const l = out[4 * i];
    out[4 * i + 1] = (l / load) * fx + l * turn * (ny * z - nz * y);
    out[4 * i + 2] = (l / load) * fy + l * turn * (nz * x - nx * z);
    out[4 * i + 3] = (l / load) * fz + l * turn * (nx * y - ny * x);
  }
}
