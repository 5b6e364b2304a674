// Lays the contacts of a step out for the solver: blocks of contacts of one pair, so that both bodies are read once for
// all of them, and a row of numbers for each contact.

import { FRAME_SIZE } from '../math/rigid.ts';
import { BODY_STATIC, type Bodies, ROUND_AXIS } from './bodies.ts';
import { ARM_MOVED } from './constants.ts';
import type { ContactRows } from './contact-rows.ts';
import { placePatch, preparePatches } from './friction.ts';
import {
  EASE_SIZE,
  INVERSE_INERTIA,
  INVERSE_MASS,
  ROTATION,
  SHIFT,
  SPIN,
  STATE_SIZE,
  TOUCH_SIZE,
} from './motion.ts';
import { preparePress } from './press.ts';
import {
  ANCHOR_SIZE,
  BLOCK_SIZE,
  ROW_APPROACH,
  ROW_ARM,
  ROW_BASE,
  ROW_GAP,
  ROW_IMPULSE,
  ROW_MASS,
  ROW_SIZE,
  SOFT_SIZE,
  type Solver,
  type SolverOptions,
  STEP_WARM,
  setSoft,
} from './solver.ts';

/**
 * Fills rows and blocks. Contacts that follow each other and have the same bodies share a block. Contacts between bodies
 * that do not give way get no block: their impulses become zero; those of bodies that are done stay as they are.
 */
export function prepareContacts(
  solver: Solver,
  bodies: Bodies,
  contacts: ContactRows,
  options: SolverOptions,
): void {
  const { count, bodyA, bodyB, impulse, total } = contacts;
  const { ease } = solver.motion;
  const { kind, awake, radius, center } = bodies;
  const { pair, ground, between, middle, pairPush, groundPush, pairSoft, groundSoft, done, step } = solver;
  let pairs = 0;
  let grounds = 0;
  let patches = 0;
  for (let first = 0; first < count; ) {
    const a = bodyA[first];
    const b = bodyB[first];
    let end = first + 1;
    while (end < count && bodyA[end] === a && bodyB[end] === b) end++;
    if (done[a] === 1 || done[b] === 1) {
      first = end;
      continue;
    }
    total.fill(0, 4 * first, 4 * end);
    const freeA = ease[EASE_SIZE * a + INVERSE_MASS] > 0;
    const freeB = ease[EASE_SIZE * b + INVERSE_MASS] > 0;
    const small = Math.min(freeA ? radius[a] : Infinity, freeB ? radius[b] : Infinity);
    const push = wereApart(contacts, first, end) ? Infinity : options.maxPush * Math.min(1, 2 * small);
    const other = freeA ? b : a;
    if (freeA) limitSpin(solver, a, options);
    if (freeB) limitSpin(solver, b, options);
    if (!freeA && !freeB) {
      impulse.fill(0, 4 * first, 4 * end);
    } else if (
      (freeA && freeB) ||
      (kind[other] !== BODY_STATIC && awake[other] === 1 && isMoving(bodies, other))
    ) {
      const at = BLOCK_SIZE * pairs;
      pair[at] = first;
      pair[at + 1] = end;
      pair[at + 2] = a;
      pair[at + 3] = b;
      for (let d = 0; d < 3; d++) between[3 * pairs + d] = center[3 * a + d] - center[3 * b + d];
      for (let d = 0; d < 3; d++) middle[3 * pairs + d] = 0;
      for (let i = first; i < end; i++) prepareRow(solver, bodies, contacts, i, a, b, pairs, false);
      setSoft(pairSoft, SOFT_SIZE * pairs, end - first, step);
      pair[at + 4] = patches;
      patches = preparePatches(solver, contacts, first, end, patches, a, b, pairs, false);
      pair[at + 5] = patches;
      for (let k = pair[at + 4]; k < patches; k++)
        preparePress(solver, first, end, k, a, b, pairs, pairSoft, SOFT_SIZE * pairs);
      pairPush[pairs++] = push;
    } else {
      groundPush[grounds] = push;
      setSoft(groundSoft, SOFT_SIZE * grounds, end - first, step);
      const at = BLOCK_SIZE * grounds++;
      ground[at] = first;
      ground[at + 1] = end;
      ground[at + 2] = freeA ? a : b;
      ground[at + 3] = freeA ? 0 : 1;
      for (let i = first; i < end; i++) {
        prepareRow(solver, bodies, contacts, i, freeA ? a : b, other, -1, !freeA);
      }
      ground[at + 4] = patches;
      patches = preparePatches(solver, contacts, first, end, patches, freeA ? a : b, -1, 0, !freeA);
      ground[at + 5] = patches;
      for (let k = ground[at + 4]; k < patches; k++)
        preparePress(solver, first, end, k, freeA ? a : b, -1, 0, groundSoft, SOFT_SIZE * (grounds - 1));
    }
    first = end;
  }
  solver.pairCount = pairs;
  solver.groundCount = grounds;
  solver.patchCount = patches;
}

/** Whether nothing of a pair overlapped when the step began: what does then was put there by the solver, and comes out as fast as contacts pull. */
function wereApart({ distance }: ContactRows, first: number, end: number): boolean {
  for (let i = first; i < end; i++) if (distance[i] < 0) return false;
  return true;
}

/** Whether a body has a velocity or a spin. What does not give way and has none is ground. */
function isMoving({ velocity, spin }: Bodies, row: number): boolean {
  for (let i = 3 * row; i < 3 * row + 3; i++) if (velocity[i] !== 0 || spin[i] !== 0) return true;
  return false;
}

/** Sets how fast a body that something touches may spin. */
function limitSpin({ motion, most }: Solver, row: number, { maxSpin }: SolverOptions): void {
  const { state } = motion;
  const o = STATE_SIZE * row + SPIN;
  const square = state[o] * state[o] + state[o + 1] * state[o + 1] + state[o + 2] * state[o + 2];
  most[row] = Math.max(square, maxSpin * maxSpin);
}

/**
 * Turns the arms of contacts along with bodies that have turned in this substep, and sets masses anew where arms have
 * changed: impulses that do not know it would feed on themselves.
 */
export function turnRows(solver: Solver, bodies: Bodies): void {
  const { pair, pairCount, ground, groundCount, pairSoft, groundSoft, turned } = solver;
  for (let block = 0; block < pairCount; block++) {
    const at = BLOCK_SIZE * block;
    const a = pair[at + 2];
    const b = pair[at + 3];
    const moved = hasMoved(solver, block, a, b);
    if (!moved && turned[a] === 0 && turned[b] === 0) continue;
    for (let i = pair[at]; i < pair[at + 1]; i++) {
      turnArm(solver, bodies, i, a, b, 3 * block);
      respond(solver, ROW_SIZE * i, a, b, 3 * block);
    }
    for (let k = pair[at + 4]; k < pair[at + 5]; k++) {
      placePatch(solver, pair[at], pair[at + 1], k, a, b, block);
      preparePress(solver, pair[at], pair[at + 1], k, a, b, block, pairSoft, SOFT_SIZE * block);
    }
  }
  for (let block = 0; block < groundCount; block++) {
    const at = BLOCK_SIZE * block;
    const a = ground[at + 2];
    if (turned[a] === 0) continue;
    for (let i = ground[at]; i < ground[at + 1]; i++) {
      turnArm(solver, bodies, i, a, -1, 0);
      respond(solver, ROW_SIZE * i, a, -1, 0);
    }
    for (let k = ground[at + 4]; k < ground[at + 5]; k++) {
      placePatch(solver, ground[at], ground[at + 1], k, a, -1, 0);
      preparePress(solver, ground[at], ground[at + 1], k, a, -1, 0, groundSoft, SOFT_SIZE * block);
    }
  }
}

/** Whether two bodies have moved so far against each other that arms count as others than before; notes how far. */
function hasMoved({ motion, middle }: Solver, block: number, a: number, b: number): boolean {
  const { state, ease } = motion;
  const eA = EASE_SIZE * a;
  const eB = EASE_SIZE * b;
  let square = 0;
  for (let d = 0; d < 3; d++) {
    const half = 0.5 * (state[STATE_SIZE * b + SHIFT + d] - state[STATE_SIZE * a + SHIFT + d]);
    square += (half - middle[3 * block + d]) * (half - middle[3 * block + d]);
  }
  let turns = 0;
  for (let d = 0; d < 3; d++) turns += ease[eA + INVERSE_INERTIA + d] + ease[eB + INVERSE_INERTIA + d];
  if (!(square * turns > ARM_MOVED * (ease[eA + INVERSE_MASS] + ease[eB + INVERSE_MASS]))) return false;
  for (let d = 0; d < 3; d++) {
    middle[3 * block + d] = 0.5 * (state[STATE_SIZE * b + SHIFT + d] - state[STATE_SIZE * a + SHIFT + d]);
  }
  return true;
}

/**
 * Sets the arm of contact i as a and b have turned, b −1 for what is still. Two bodies are pushed at one point, halfway
 * between where they are touched now; how far they have moved is added where rows are solved.
 */
function turnArm(solver: Solver, bodies: Bodies, i: number, a: number, b: number, at: number): void {
  const { anchor, between, row } = solver;
  const { rounding } = bodies;
  const { touch } = solver.motion;
  const p = ANCHOR_SIZE * i;
  for (let d = 0; d < 3; d++) {
    const r = TOUCH_SIZE * a + 3 * d;
    const n = row[ROW_SIZE * i + d];
    let now = touch[r] * anchor[p] + touch[r + 1] * anchor[p + 1] + touch[r + 2] * anchor[p + 2];
    now -= rounding[a] * n;
    if (b >= 0) {
      const s = TOUCH_SIZE * b + 3 * d;
      const other = touch[s] * anchor[p + 3] + touch[s + 1] * anchor[p + 4] + touch[s + 2] * anchor[p + 5];
      now = 0.5 * (now + other + rounding[b] * n - between[at + d]);
    }
    row[ROW_SIZE * i + ROW_ARM + d] = now;
  }
  faceArm(solver, bodies, ROW_SIZE * i, a, b, at);
}

/**
 * Moves the arm of a row towards the plane of its normal and of the axis that a body is round about: all the way where
 * that lies across the normal, not at all where it stands along it. The place that is touched stays behind as the body
 * spins about its axis, and so does its gap; aside of that plane, a row would take the spin for coming closer or parting.
 */
function faceArm(solver: Solver, bodies: Bodies, o: number, a: number, b: number, at: number): void {
  const { between, row, motion } = solver;
  const { state } = motion;
  const { round, frame } = bodies;
  for (let side = 0; side < (b < 0 ? 1 : 2); side++) {
    const body = side === 0 ? a : b;
    if (round[body] !== ROUND_AXIS) continue;
    const f = FRAME_SIZE * body;
    for (let d = 0; d < 3; d++) {
      const r = STATE_SIZE * body + ROTATION + 3 * d;
      axis[d] = state[r] * frame[f + 1] + state[r + 1] * frame[f + 4] + state[r + 2] * frame[f + 7];
    }
    const x = row[o + 1] * axis[2] - row[o + 2] * axis[1];
    const y = row[o + 2] * axis[0] - row[o] * axis[2];
    const z = row[o] * axis[1] - row[o + 1] * axis[0];
    let aside = row[o + ROW_ARM] * x + row[o + ROW_ARM + 1] * y + row[o + ROW_ARM + 2] * z;
    if (side === 1) aside += between[at] * x + between[at + 1] * y + between[at + 2] * z;
    row[o + ROW_ARM] -= aside * x;
    row[o + ROW_ARM + 1] -= aside * y;
    row[o + ROW_ARM + 2] -= aside * z;
  }
}

const axis = new Float64Array(3); // scratch: what a body is round about, as it is turned

/** Fills the row of contact i between a and b, of a pair's block, or −1 for what is still; `flip` when a is the contact's B. */
function prepareRow(
  solver: Solver,
  bodies: Bodies,
  contacts: ContactRows,
  i: number,
  a: number,
  b: number,
  block: number,
  flip: boolean,
): void {
  const { row, anchor, motion } = solver;
  const { state } = motion;
  const { center, rounding } = bodies;
  const { point, apart, normal, distance, impulse } = contacts;
  const o = ROW_SIZE * i;
  const sign = flip ? -1 : 1;
  const nx = sign * normal[3 * i];
  const ny = sign * normal[3 * i + 1];
  const nz = sign * normal[3 * i + 2];
  const px = point[3 * i];
  const py = point[3 * i + 1];
  const pz = point[3 * i + 2];
  const half = flip ? -0.5 : 0.5;
  const gx = half * apart[3 * i];
  const gy = half * apart[3 * i + 1];
  const gz = half * apart[3 * i + 2];
  const ax = px - center[3 * a] + (block < 0 ? gx : 0);
  const ay = py - center[3 * a + 1] + (block < 0 ? gy : 0);
  const az = pz - center[3 * a + 2] + (block < 0 ? gz : 0);
  const bx = px - center[3 * b];
  const by = py - center[3 * b + 1];
  const bz = pz - center[3 * b + 2];
  row[o] = nx;
  row[o + 1] = ny;
  row[o + 2] = nz;
  row[o + ROW_ARM] = ax;
  row[o + ROW_ARM + 1] = ay;
  row[o + ROW_ARM + 2] = az;
  const p = ANCHOR_SIZE * i;
  anchor[p] = px + gx - center[3 * a];
  anchor[p + 1] = py + gy - center[3 * a + 1];
  anchor[p + 2] = pz + gz - center[3 * a + 2];
  anchor[p + 3] = bx - gx;
  anchor[p + 4] = by - gy;
  anchor[p + 5] = bz - gz;
  for (let d = 0; d < 3; d++) {
    anchor[p + d] += rounding[a] * row[o + d];
    anchor[p + 3 + d] -= rounding[b] * row[o + d];
  }
  faceArm(solver, bodies, o, a, block < 0 ? -1 : b, 3 * block);
  respond(solver, o, a, block < 0 ? -1 : b, 3 * block);
  row[o + ROW_BASE] = distance[i];
  row[o + ROW_GAP] = distance[i];
  const v = STATE_SIZE * a;
  const w = v + SPIN;
  const vB = STATE_SIZE * b;
  const wB = vB + SPIN;
  const rx = row[o + ROW_ARM];
  const ry = row[o + ROW_ARM + 1];
  const rz = row[o + ROW_ARM + 2];
  const sx = bx + (rx - ax);
  const sy = by + (ry - ay);
  const sz = bz + (rz - az);
  const ux =
    state[v] - state[vB] + state[w + 1] * rz - state[w + 2] * ry - state[wB + 1] * sz + state[wB + 2] * sy;
  const uy =
    state[v + 1] - state[vB + 1] + state[w + 2] * rx - state[w] * rz - state[wB + 2] * sx + state[wB] * sz;
  const uz =
    state[v + 2] - state[vB + 2] + state[w] * ry - state[w + 1] * rx - state[wB] * sy + state[wB + 1] * sx;
  row[o + ROW_APPROACH] = ux * nx + uy * ny + uz * nz;
  row[o + ROW_IMPULSE] = solver.step[STEP_WARM] * impulse[4 * i];
}

/** Sets the mass of a row along its normal: the inverse of how easily it gives way to an impulse there. `b` is −1 for what is still. */
function respond(solver: Solver, o: number, a: number, b: number, at: number): void {
  const { row, between, middle } = solver;
  const { ease } = solver.motion;
  const nx = row[o];
  const ny = row[o + 1];
  const nz = row[o + 2];
  let giving = ease[EASE_SIZE * a + INVERSE_MASS] + (b < 0 ? 0 : ease[EASE_SIZE * b + INVERSE_MASS]);
  for (let side = 0; side < (b < 0 ? 1 : 2); side++) {
    const e = EASE_SIZE * (side === 0 ? a : b) + INVERSE_INERTIA;
    const moved = b < 0 ? 0 : side === 0 ? 1 : -1; // both go to the middle
    const far = side === 0 ? 0 : 1;
    const rx = row[o + ROW_ARM] + (b < 0 ? 0 : moved * middle[at] + far * between[at]);
    const ry = row[o + ROW_ARM + 1] + (b < 0 ? 0 : moved * middle[at + 1] + far * between[at + 1]);
    const rz = row[o + ROW_ARM + 2] + (b < 0 ? 0 : moved * middle[at + 2] + far * between[at + 2]);
    const x = ry * nz - rz * ny;
    const y = rz * nx - rx * nz;
    const z = rx * ny - ry * nx;
    giving +=
      ease[e] * x * x +
      ease[e + 1] * y * y +
      ease[e + 2] * z * z +
      2 * (ease[e + 3] * x * y + ease[e + 4] * y * z + ease[e + 5] * z * x);
  }
  row[o + ROW_MASS] = 1 / giving;
}
