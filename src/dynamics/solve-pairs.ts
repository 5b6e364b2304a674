// Contacts between two bodies that both move: one pass of sequential impulses. Written for speed: bodies are read once
// a block of contacts, both impulses of a contact are applied at once, and a contact that stays open costs little.

import type { ContactRows } from './contact-rows.ts';
import { EASE_SIZE, INVERSE_INERTIA, SHIFT, SPIN, STATE_SIZE } from './motion.ts';
import { SOFT_LOSS, SOFT_MASS, SOFT_RATE, STEP_RATE } from './soft.ts';
import {
  BLOCK_SIZE,
  ROW_ARM_A,
  ROW_ARM_B,
  ROW_FRICTION,
  ROW_GAP,
  ROW_IMPULSE,
  ROW_MASS,
  ROW_MOST,
  ROW_RESPONSE,
  ROW_SIZE,
  ROW_SLIDE_MASS,
  type Solver,
} from './solver.ts';

/** Applies the impulses that the contacts between two bodies that move start a substep with. */
export function warmPairs(solver: Solver): void {
  const { row, pair, pairCount } = solver;
  const { state, ease } = solver.motion;
  for (let block = 0; block < pairCount; block++) {
    const first = pair[BLOCK_SIZE * block];
    const end = pair[BLOCK_SIZE * block + 1];
    const oA = STATE_SIZE * pair[BLOCK_SIZE * block + 2];
    const eA = EASE_SIZE * pair[BLOCK_SIZE * block + 2];
    const oB = STATE_SIZE * pair[BLOCK_SIZE * block + 3];
    const eB = EASE_SIZE * pair[BLOCK_SIZE * block + 3];
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
    let vbx = state[oB];
    let vby = state[oB + 1];
    let vbz = state[oB + 2];
    let wbx = state[oB + SPIN];
    let wby = state[oB + SPIN + 1];
    let wbz = state[oB + SPIN + 2];
    const mB = ease[eB];
    const bxx = ease[eB + INVERSE_INERTIA];
    const byy = ease[eB + INVERSE_INERTIA + 1];
    const bzz = ease[eB + INVERSE_INERTIA + 2];
    const bxy = ease[eB + INVERSE_INERTIA + 3];
    const byz = ease[eB + INVERSE_INERTIA + 4];
    const bzx = ease[eB + INVERSE_INERTIA + 5];
    // both bodies are pushed at one point, halfway between where their anchors have gone: angular momentum is kept
    const midX = 0.5 * (state[oB + SHIFT] - state[oA + SHIFT]);
    const midY = 0.5 * (state[oB + SHIFT + 1] - state[oA + SHIFT + 1]);
    const midZ = 0.5 * (state[oB + SHIFT + 2] - state[oA + SHIFT + 2]);
    for (let o = ROW_SIZE * first; o < ROW_SIZE * end; o += ROW_SIZE) {
      const l = row[o + ROW_IMPULSE];
      if (l === 0) continue; // then there is no friction either
      const px = l * row[o] + row[o + ROW_IMPULSE + 1];
      const py = l * row[o + 1] + row[o + ROW_IMPULSE + 2];
      const pz = l * row[o + 2] + row[o + ROW_IMPULSE + 3];
      const ax = row[o + ROW_ARM_A] + midX;
      const ay = row[o + ROW_ARM_A + 1] + midY;
      const az = row[o + ROW_ARM_A + 2] + midZ;
      const bx = row[o + ROW_ARM_B] - midX;
      const by = row[o + ROW_ARM_B + 1] - midY;
      const bz = row[o + ROW_ARM_B + 2] - midZ;
      vax += mA * px;
      vay += mA * py;
      vaz += mA * pz;
      const cax = ay * pz - az * py;
      const cay = az * px - ax * pz;
      const caz = ax * py - ay * px;
      wax += axx * cax + axy * cay + azx * caz;
      way += axy * cax + ayy * cay + ayz * caz;
      waz += azx * cax + ayz * cay + azz * caz;
      vbx -= mB * px;
      vby -= mB * py;
      vbz -= mB * pz;
      const cbx = by * pz - bz * py;
      const cby = bz * px - bx * pz;
      const cbz = bx * py - by * px;
      wbx -= bxx * cbx + bxy * cby + bzx * cbz;
      wby -= bxy * cbx + byy * cby + byz * cbz;
      wbz -= bzx * cbx + byz * cby + bzz * cbz;
    }
    state[oA] = vax;
    state[oA + 1] = vay;
    state[oA + 2] = vaz;
    state[oA + SPIN] = wax;
    state[oA + SPIN + 1] = way;
    state[oA + SPIN + 2] = waz;
    state[oB] = vbx;
    state[oB + 1] = vby;
    state[oB + 2] = vbz;
    state[oB + SPIN] = wbx;
    state[oB + SPIN + 1] = wby;
    state[oB + SPIN + 2] = wbz;
  }
}

/**
 * One pass over the contacts between two bodies that move. With `relax`, overlaps are left alone, and the impulses that result
 * are added to the totals; without, overlaps are pushed out softly.
 */
export function solvePairs(solver: Solver, contacts: ContactRows, relax: boolean): void {
  const { row, pair, pairCount, pairPush, step } = solver;
  const { state, ease } = solver.motion;
  const { total } = contacts;
  const rate = step[STEP_RATE];
  const softRate = relax ? 0 : step[SOFT_RATE];
  const softMass = relax ? 1 : step[SOFT_MASS];
  const softLoss = relax ? 0 : step[SOFT_LOSS];
  for (let block = 0; block < pairCount; block++) {
    const first = pair[BLOCK_SIZE * block];
    const end = pair[BLOCK_SIZE * block + 1];
    const push = -pairPush[block];
    const oA = STATE_SIZE * pair[BLOCK_SIZE * block + 2];
    const eA = EASE_SIZE * pair[BLOCK_SIZE * block + 2];
    const oB = STATE_SIZE * pair[BLOCK_SIZE * block + 3];
    const eB = EASE_SIZE * pair[BLOCK_SIZE * block + 3];
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
    let vbx = state[oB];
    let vby = state[oB + 1];
    let vbz = state[oB + 2];
    let wbx = state[oB + SPIN];
    let wby = state[oB + SPIN + 1];
    let wbz = state[oB + SPIN + 2];
    const mB = ease[eB];
    const bxx = ease[eB + INVERSE_INERTIA];
    const byy = ease[eB + INVERSE_INERTIA + 1];
    const bzz = ease[eB + INVERSE_INERTIA + 2];
    const bxy = ease[eB + INVERSE_INERTIA + 3];
    const byz = ease[eB + INVERSE_INERTIA + 4];
    const bzx = ease[eB + INVERSE_INERTIA + 5];
    // both bodies are pushed at one point, halfway between where their anchors have gone: angular momentum is kept
    const midX = 0.5 * (state[oB + SHIFT] - state[oA + SHIFT]);
    const midY = 0.5 * (state[oB + SHIFT + 1] - state[oA + SHIFT + 1]);
    const midZ = 0.5 * (state[oB + SHIFT + 2] - state[oA + SHIFT + 2]);
    for (let i = first; i < end; i++) {
      const o = ROW_SIZE * i;
      const ax = row[o + ROW_ARM_A] + midX;
      const ay = row[o + ROW_ARM_A + 1] + midY;
      const az = row[o + ROW_ARM_A + 2] + midZ;
      const bx = row[o + ROW_ARM_B] - midX;
      const by = row[o + ROW_ARM_B + 1] - midY;
      const bz = row[o + ROW_ARM_B + 2] - midZ;
      const nx = row[o];
      const ny = row[o + 1];
      const nz = row[o + 2];
      let ux = vax + way * az - waz * ay - vbx - wby * bz + wbz * by;
      let uy = vay + waz * ax - wax * az - vby - wbz * bx + wbx * bz;
      let uz = vaz + wax * ay - way * ax - vbz - wbx * by + wby * bx;
      const gap = row[o + ROW_GAP];
      const l0 = row[o + ROW_IMPULSE];
      let l1 = ux * nx + uy * ny + uz * nz;
      if (gap > 0) l1 = l0 - row[o + ROW_MASS] * (l1 + gap * rate);
      else l1 = l0 - row[o + ROW_MASS] * softMass * (l1 + Math.max(softRate * gap, push)) - softLoss * l0;
      if (l1 <= 0) {
        if (l0 === 0) continue; // open, and so it stays
        l1 = 0;
      }
      const dl = l1 - l0;
      ux += dl * row[o + ROW_RESPONSE];
      uy += dl * row[o + ROW_RESPONSE + 1];
      uz += dl * row[o + ROW_RESPONSE + 2];
      const un = ux * nx + uy * ny + uz * nz;
      const slideMass = row[o + ROW_SLIDE_MASS];
      const f0x = row[o + ROW_IMPULSE + 1];
      const f0y = row[o + ROW_IMPULSE + 2];
      const f0z = row[o + ROW_IMPULSE + 3];
      let fx = f0x - slideMass * (ux - un * nx);
      let fy = f0y - slideMass * (uy - un * ny);
      let fz = f0z - slideMass * (uz - un * nz);
      const limit = row[o + ROW_FRICTION] * l1;
      const square = fx * fx + fy * fy + fz * fz;
      if (square > limit * limit) {
        const scale = limit / Math.sqrt(square);
        fx *= scale;
        fy *= scale;
        fz *= scale;
      }
      row[o + ROW_IMPULSE] = l1;
      row[o + ROW_IMPULSE + 1] = fx;
      row[o + ROW_IMPULSE + 2] = fy;
      row[o + ROW_IMPULSE + 3] = fz;
      const px = dl * nx + fx - f0x;
      const py = dl * ny + fy - f0y;
      const pz = dl * nz + fz - f0z;
      vax += mA * px;
      vay += mA * py;
      vaz += mA * pz;
      const cax = ay * pz - az * py;
      const cay = az * px - ax * pz;
      const caz = ax * py - ay * px;
      wax += axx * cax + axy * cay + azx * caz;
      way += axy * cax + ayy * cay + ayz * caz;
      waz += azx * cax + ayz * cay + azz * caz;
      vbx -= mB * px;
      vby -= mB * py;
      vbz -= mB * pz;
      const cbx = by * pz - bz * py;
      const cby = bz * px - bx * pz;
      const cbz = bx * py - by * px;
      wbx -= bxx * cbx + bxy * cby + bzx * cbz;
      wby -= bxy * cbx + byy * cby + byz * cbz;
      wbz -= bzx * cbx + byz * cby + bzz * cbz;
      if (relax) {
        total[4 * i] += l1;
        total[4 * i + 1] += fx;
        total[4 * i + 2] += fy;
        total[4 * i + 3] += fz;
        row[o + ROW_MOST] = Math.max(row[o + ROW_MOST], l1);
      }
    }
    state[oA] = vax;
    state[oA + 1] = vay;
    state[oA + 2] = vaz;
    state[oA + SPIN] = wax;
    state[oA + SPIN + 1] = way;
    state[oA + SPIN + 2] = waz;
    state[oB] = vbx;
    state[oB + 1] = vby;
    state[oB + 2] = vbz;
    state[oB + SPIN] = wbx;
    state[oB + SPIN + 1] = wby;
    state[oB + SPIN + 2] = wbz;
  }
}
