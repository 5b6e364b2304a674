// Contacts between two bodies that both move: one pass of sequential impulses. Written for speed: bodies are read once
// a block of contacts, both impulses of a contact are applied at once, and a contact that stays open costs little.

import { HIT_SPEED } from './constants.ts';
import type { ContactRows } from './contact-rows.ts';
import { EASE_SIZE, INVERSE_INERTIA, kickBody, SHIFT, SPIN, STATE_SIZE } from './motion.ts';
import {
  BLOCK_SIZE,
  ROW_ARM,
  ROW_FRICTION,
  ROW_GAP,
  ROW_IMPULSE,
  ROW_MASS,
  ROW_SIZE,
  ROW_SLIDE_MASS,
  ROW_SLIP,
  SOFT_LOSS,
  SOFT_MASS,
  SOFT_RATE,
  SOFT_SIZE,
  type Solver,
  STEP_RATE,
} from './solver.ts';

const sum = new Float64Array(6); // scratch: impulse and moment of a block on a body

/** Applies the impulses that the contacts between two bodies that move start a substep with. */
export function warmPairs(solver: Solver): void {
  const { row, pair, pairCount, between, motion } = solver;
  const { state } = motion;
  for (let block = 0; block < pairCount; block++) {
    const first = pair[BLOCK_SIZE * block];
    const end = pair[BLOCK_SIZE * block + 1];
    let px = 0; // sum of the impulses, and of their moments about the centre of A when the step began
    let py = 0;
    let pz = 0;
    let cx = 0;
    let cy = 0;
    let cz = 0;
    for (let o = ROW_SIZE * first; o < ROW_SIZE * end; o += ROW_SIZE) {
      const l = row[o + ROW_IMPULSE];
      if (l === 0) continue; // then there is no friction either
      const x = l * row[o] + row[o + ROW_IMPULSE + 1];
      const y = l * row[o + 1] + row[o + ROW_IMPULSE + 2];
      const z = l * row[o + 2] + row[o + ROW_IMPULSE + 3];
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
    const a = pair[BLOCK_SIZE * block + 2];
    const b = pair[BLOCK_SIZE * block + 3];
    const sA = STATE_SIZE * a + SHIFT;
    const sB = STATE_SIZE * b + SHIFT;
    const midX = 0.5 * (state[sB] - state[sA]);
    const midY = 0.5 * (state[sB + 1] - state[sA + 1]);
    const midZ = 0.5 * (state[sB + 2] - state[sA + 2]);
    sum[0] = px;
    sum[1] = py;
    sum[2] = pz;
    sum[3] = cx + (midY * pz - midZ * py);
    sum[4] = cy + (midZ * px - midX * pz);
    sum[5] = cz + (midX * py - midY * px);
    kickBody(motion, a, sum);
    const dx = between[3 * block] - midX - midX;
    const dy = between[3 * block + 1] - midY - midY;
    const dz = between[3 * block + 2] - midZ - midZ;
    sum[0] = -px;
    sum[1] = -py;
    sum[2] = -pz;
    sum[3] = -sum[3] - (dy * pz - dz * py);
    sum[4] = -sum[4] - (dz * px - dx * pz);
    sum[5] = -sum[5] - (dx * py - dy * px);
    kickBody(motion, b, sum);
  }
}

/**
 * One pass over the contacts between two bodies that move. With `relax`, overlaps are left alone, and the impulses that result
 * are added to the totals; without, overlaps are pushed out softly.
 */
export function solvePairs(solver: Solver, contacts: ContactRows, relax: boolean): void {
  const { row, pair, pairCount, pairPush, pairSoft, between, step } = solver;
  const { state, ease } = solver.motion;
  const { total } = contacts;
  const rate = step[STEP_RATE];
  for (let block = 0; block < pairCount; block++) {
    const first = pair[BLOCK_SIZE * block];
    const end = pair[BLOCK_SIZE * block + 1];
    const push = -pairPush[block];
    const soft = SOFT_SIZE * block;
    const softRate = relax ? 0 : pairSoft[soft + SOFT_RATE];
    const softMass = relax ? 1 : pairSoft[soft + SOFT_MASS];
    const softLoss = relax ? 0 : pairSoft[soft + SOFT_LOSS];
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
    const dx = between[3 * block] - midX - midX;
    const dy = between[3 * block + 1] - midY - midY;
    const dz = between[3 * block + 2] - midZ - midZ;
    for (let i = first; i < end; i++) {
      const o = ROW_SIZE * i;
      const ax = row[o + ROW_ARM] + midX;
      const ay = row[o + ROW_ARM + 1] + midY;
      const az = row[o + ROW_ARM + 2] + midZ;
      const bx = ax + dx;
      const by = ay + dy;
      const bz = az + dz;
      const nx = row[o];
      const ny = row[o + 1];
      const nz = row[o + 2];
      const ux = vax - vbx + (way * az - waz * ay) - (wby * bz - wbz * by);
      const uy = vay - vby + (waz * ax - wax * az) - (wbz * bx - wbx * bz);
      const uz = vaz - vbz + (wax * ay - way * ax) - (wbx * by - wby * bx);
      const un = ux * nx + uy * ny + uz * nz;
      const gap = row[o + ROW_GAP];
      const l0 = row[o + ROW_IMPULSE];
      let mass = row[o + ROW_MASS];
      const slideMass = row[o + ROW_SLIDE_MASS];
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
      const f0x = row[o + ROW_IMPULSE + 1];
      const f0y = row[o + ROW_IMPULSE + 2];
      const f0z = row[o + ROW_IMPULSE + 3];
      let fx = f0x - slideMass * (ux - un * nx) - dl * row[o + ROW_SLIP];
      let fy = f0y - slideMass * (uy - un * ny) - dl * row[o + ROW_SLIP + 1];
      let fz = f0z - slideMass * (uz - un * nz) - dl * row[o + ROW_SLIP + 2];
      // none yet at what has just hit: it tilts the body until the other contacts of the pair have answered
      const limit = l0 === 0 && un < -HIT_SPEED ? 0 : row[o + ROW_FRICTION] * l1;
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
      const px = dl * nx + (fx - f0x);
      const py = dl * ny + (fy - f0y);
      const pz = dl * nz + (fz - f0z);
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
