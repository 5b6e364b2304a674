// Contacts of a free body with what is still: solve-pairs.ts with one body instead of two.

import { rub } from './friction.ts';
import { EASE_SIZE, INVERSE_INERTIA, kickBody, SPIN, STATE_SIZE } from './motion.ts';
import { pressPatches } from './press-patches.ts';
import {
  BLOCK_SIZE,
  PATCH_ARM,
  PATCH_FORCE,
  PATCH_LOAD,
  PATCH_REACH,
  PATCH_SIZE,
  PATCH_TWIST,
  ROW_ARM,
  ROW_GAP,
  ROW_IMPULSE,
  ROW_LEVER,
  ROW_MASS,
  ROW_SIZE,
  SOFT_LOSS,
  SOFT_MASS,
  SOFT_RATE,
  SOFT_SIZE,
  type Solver,
  STEP_RATE,
} from './solver.ts';

const sum = new Float64Array(6); // scratch: impulse and moment of a block on a body
const slip = new Float64Array(4); // scratch: of a patch, its sliding and turning; then what friction adds

/** Applies the impulses that the contacts with what is still start a substep with. */
export function warmGround(solver: Solver): void {
  const { row, patch, ground, groundCount, motion, group, calm } = solver;
  for (let block = 0; block < groundCount; block++) {
    if (calm[group[ground[BLOCK_SIZE * block + 2]]] === 1) continue;
    const first = ground[BLOCK_SIZE * block];
    const end = ground[BLOCK_SIZE * block + 1];
    let px = 0; // sum of the impulses, and of their moments about the centre of A when the step began
    let py = 0;
    let pz = 0;
    let cx = 0;
    let cy = 0;
    let cz = 0;
    for (let o = ROW_SIZE * first; o < ROW_SIZE * end; o += ROW_SIZE) {
      const l = row[o + ROW_IMPULSE];
      if (l === 0) continue;
      const x = l * row[o];
      const y = l * row[o + 1];
      const z = l * row[o + 2];
      const ax = row[o + ROW_ARM];
      const ay = row[o + ROW_ARM + 1];
      const az = row[o + ROW_ARM + 2];
      px += x;
      py += y;
      pz += z;
      cx += ay * z - az * y;
      cy += az * x - ax * z;
      cz += ax * y - ay * x;
    }
    const last = PATCH_SIZE * ground[BLOCK_SIZE * block + 5];
    for (let p = PATCH_SIZE * ground[BLOCK_SIZE * block + 4]; p < last; p += PATCH_SIZE) {
      const x = patch[p + PATCH_FORCE];
      const y = patch[p + PATCH_FORCE + 1];
      const z = patch[p + PATCH_FORCE + 2];
      const w = patch[p + PATCH_TWIST];
      const ax = patch[p + PATCH_ARM];
      const ay = patch[p + PATCH_ARM + 1];
      const az = patch[p + PATCH_ARM + 2];
      px += x;
      py += y;
      pz += z;
      cx += ay * z - az * y + w * patch[p];
      cy += az * x - ax * z + w * patch[p + 1];
      cz += ax * y - ay * x + w * patch[p + 2];
    }
    sum[0] = px;
    sum[1] = py;
    sum[2] = pz;
    sum[3] = cx;
    sum[4] = cy;
    sum[5] = cz;
    kickBody(motion, ground[BLOCK_SIZE * block + 2], sum);
  }
}

/**
 * One pass over the contacts with what is still. With `relax`, overlaps are left alone; without, they are
 * pushed out softly.
 */
export function solveGround(solver: Solver, relax: boolean): void {
  const { row, patch, patchOf, ground, groundCount, groundPush, groundSoft, step, group, calm } = solver;
  const { state, ease } = solver.motion;
  const rate = step[STEP_RATE];
  for (let block = 0; block < groundCount; block++) {
    if (calm[group[ground[BLOCK_SIZE * block + 2]]] === 1) continue;
    const first = ground[BLOCK_SIZE * block];
    const end = ground[BLOCK_SIZE * block + 1];
    const firstPatch = ground[BLOCK_SIZE * block + 4];
    const endPatch = ground[BLOCK_SIZE * block + 5];
    for (let p = PATCH_SIZE * firstPatch; p < PATCH_SIZE * endPatch; p += PATCH_SIZE) {
      patch[p + PATCH_LOAD] = 0;
      patch[p + PATCH_REACH] = 0;
    }
    const push = -groundPush[block];
    const soft = SOFT_SIZE * block;
    pressPatches(solver, ground, block, -1, groundPush, groundSoft, relax);
    const softRate = relax ? 0 : groundSoft[soft + SOFT_RATE];
    const softMass = relax ? 1 : groundSoft[soft + SOFT_MASS];
    const softLoss = relax ? 0 : groundSoft[soft + SOFT_LOSS];
    const oA = STATE_SIZE * ground[BLOCK_SIZE * block + 2];
    const eA = EASE_SIZE * ground[BLOCK_SIZE * block + 2];
    let vax = state[oA];
    let vay = state[oA + 1];
    let vaz = state[oA + 2];
    let wax = state[oA + SPIN];
    let way = state[oA + SPIN + 1];
    let waz = state[oA + SPIN + 2];
    const mA = ease[eA];
    const axx = ease[eA + INVERSE_INERTIA];
    const ayy = ease[eA + INVERSE_INERTIA + 1];
    const azz = ease[eA + INVERSE_INERTIA + 2];
    const axy = ease[eA + INVERSE_INERTIA + 3];
    const ayz = ease[eA + INVERSE_INERTIA + 4];
    const azx = ease[eA + INVERSE_INERTIA + 5];
    for (let i = first; i < end; i++) {
      const o = ROW_SIZE * i;
      const ax = row[o + ROW_ARM];
      const ay = row[o + ROW_ARM + 1];
      const az = row[o + ROW_ARM + 2];
      const nx = row[o];
      const ny = row[o + 1];
      const nz = row[o + 2];
      const ux = vax + (way * az - waz * ay);
      const uy = vay + (waz * ax - wax * az);
      const uz = vaz + (wax * ay - way * ax);
      const un = ux * nx + uy * ny + uz * nz;
      const gap = row[o + ROW_GAP];
      const l0 = row[o + ROW_IMPULSE];
      let mass = row[o + ROW_MASS];
      let bias = gap * rate;
      let l1 = l0;
      if (gap <= 0) {
        bias = Math.max(softRate * gap, push);
        mass *= softMass;
        l1 -= softLoss * l0;
      }
      l1 -= mass * (un + bias);
      if (l1 <= 0) {
        if (l0 === 0) continue; // open, and so it stays
        l1 = 0;
      }
      const dl = l1 - l0;
      row[o + ROW_IMPULSE] = l1;
      const p = PATCH_SIZE * patchOf[i];
      patch[p + PATCH_LOAD] += l1;
      patch[p + PATCH_REACH] += l1 * row[o + ROW_LEVER];
      const px = dl * nx;
      const py = dl * ny;
      const pz = dl * nz;
      vax += mA * px;
      vay += mA * py;
      vaz += mA * pz;
      const cax = ay * pz - az * py;
      const cay = az * px - ax * pz;
      const caz = ax * py - ay * px;
      wax += axx * cax + axy * cay + azx * caz;
      way += axy * cax + ayy * cay + ayz * caz;
      waz += azx * cax + ayz * cay + azz * caz;
    }
    for (let p = PATCH_SIZE * firstPatch; p < PATCH_SIZE * endPatch; p += PATCH_SIZE) {
      const ax = patch[p + PATCH_ARM];
      const ay = patch[p + PATCH_ARM + 1];
      const az = patch[p + PATCH_ARM + 2];
      const nx = patch[p];
      const ny = patch[p + 1];
      const nz = patch[p + 2];
      const ux = vax + (way * az - waz * ay);
      const uy = vay + (waz * ax - wax * az);
      const uz = vaz + (wax * ay - way * ax);
      const un = ux * nx + uy * ny + uz * nz;
      slip[0] = ux - un * nx;
      slip[1] = uy - un * ny;
      slip[2] = uz - un * nz;
      slip[3] = wax * nx + way * ny + waz * nz;
      rub(patch, p, slip);
      const px = slip[0];
      const py = slip[1];
      const pz = slip[2];
      const w = slip[3];
      vax += mA * px;
      vay += mA * py;
      vaz += mA * pz;
      const cax = ay * pz - az * py + w * nx;
      const cay = az * px - ax * pz + w * ny;
      const caz = ax * py - ay * px + w * nz;
      wax += axx * cax + axy * cay + azx * caz;
      way += axy * cax + ayy * cay + ayz * caz;
      waz += azx * cax + ayz * cay + azz * caz;
    }
    state[oA] = vax;
    state[oA + 1] = vay;
    state[oA + 2] = vaz;
    state[oA + SPIN] = wax;
    state[oA + SPIN + 1] = way;
    state[oA + SPIN + 2] = waz;
  }
}
