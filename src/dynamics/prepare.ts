// Lays the contacts of a step out for the solver: blocks of contacts of one pair, so that both bodies are read once for
// all of them, and a row of numbers for each contact.

import { BODY_STATIC, type Bodies } from './bodies.ts';
import type { ContactRows } from './contact-rows.ts';
import { EASE_SIZE, INVERSE_INERTIA, INVERSE_MASS, type Motion, SPIN, STATE_SIZE } from './motion.ts';
import {
  BLOCK_SIZE,
  ROW_APPROACH,
  ROW_ARM_A,
  ROW_ARM_B,
  ROW_BASE,
  ROW_FRICTION,
  ROW_GAP,
  ROW_IMPULSE,
  ROW_MASS,
  ROW_MOST,
  ROW_NORMAL,
  ROW_RESPONSE,
  ROW_SIZE,
  ROW_SLIDE_MASS,
  type Solver,
  type SolverOptions,
} from './solver.ts';

const kn = new Float64Array(3); // scratch: result of respond
const axis = new Float64Array(9); // scratch: the normal and two directions across it

/**
 * Fills rows and blocks. Contacts that follow each other and have the same bodies share a block. Contacts between bodies
 * that do not give way get no block: their impulses become zero.
 */
export function prepareContacts(
  solver: Solver,
  bodies: Bodies,
  contacts: ContactRows,
  options: SolverOptions,
): void {
  const { count, bodyA, bodyB, impulse, total } = contacts;
  const { ease } = solver.motion;
  const { kind, awake, radius } = bodies;
  const { pair, ground, pairPush, groundPush } = solver;
  let pairs = 0;
  let grounds = 0;
  total.fill(0, 0, 4 * count);
  for (let first = 0; first < count; ) {
    const a = bodyA[first];
    const b = bodyB[first];
    let end = first + 1;
    while (end < count && bodyA[end] === a && bodyB[end] === b) end++;
    const freeA = ease[EASE_SIZE * a + INVERSE_MASS] > 0;
    const freeB = ease[EASE_SIZE * b + INVERSE_MASS] > 0;
    const small = Math.min(freeA ? radius[a] : Infinity, freeB ? radius[b] : Infinity);
    const push = options.maxPush * Math.min(1, 2 * small);
    const other = freeA ? b : a;
    if (!freeA && !freeB) {
      impulse.fill(0, 4 * first, 4 * end);
    } else if ((freeA && freeB) || (kind[other] !== BODY_STATIC && awake[other] === 1)) {
      pairPush[pairs] = push;
      const at = BLOCK_SIZE * pairs++;
      pair[at] = first;
      pair[at + 1] = end;
      pair[at + 2] = a;
      pair[at + 3] = b;
      for (let i = first; i < end; i++) prepareRow(solver, bodies, contacts, options, i, a, b, false);
    } else {
      groundPush[grounds] = push;
      const at = BLOCK_SIZE * grounds++;
      ground[at] = first;
      ground[at + 1] = end;
      ground[at + 2] = freeA ? a : b;
      ground[at + 3] = freeA ? 0 : 1;
      for (let i = first; i < end; i++) {
        prepareRow(solver, bodies, contacts, options, i, freeA ? a : b, other, !freeA);
      }
    }
    first = end;
  }
  solver.pairCount = pairs;
  solver.groundCount = grounds;
}

/** Fills the row of contact i between a and b; `flip` when a is the contact's B. */
function prepareRow(
  solver: Solver,
  bodies: Bodies,
  contacts: ContactRows,
  options: SolverOptions,
  i: number,
  a: number,
  b: number,
  flip: boolean,
): void {
  const { row, motion } = solver;
  const { state } = motion;
  const { center } = bodies;
  const { point, normal, distance, impulse } = contacts;
  const o = ROW_SIZE * i;
  const sign = flip ? -1 : 1;
  const nx = sign * normal[3 * i];
  const ny = sign * normal[3 * i + 1];
  const nz = sign * normal[3 * i + 2];
  setAxes(nx, ny, nz);
  for (let d = 0; d < 3; d++) {
    row[o + ROW_NORMAL + d] = axis[d];
    row[o + ROW_ARM_A + d] = point[3 * i + d] - center[3 * a + d];
    row[o + ROW_ARM_B + d] = point[3 * i + d] - center[3 * b + d];
  }
  // friction: the largest response across the normal, so that no direction is overdone
  respond(motion, row, o, a, b, 3);
  const k11 = kn[0] * axis[3] + kn[1] * axis[4] + kn[2] * axis[5];
  const k12 = kn[0] * axis[6] + kn[1] * axis[7] + kn[2] * axis[8];
  respond(motion, row, o, a, b, 6);
  const k22 = kn[0] * axis[6] + kn[1] * axis[7] + kn[2] * axis[8];
  const most = 0.5 * (k11 + k22) + Math.sqrt(0.25 * (k11 - k22) * (k11 - k22) + k12 * k12);
  row[o + ROW_SLIDE_MASS] = 1 / most;
  respond(motion, row, o, a, b, 0);
  row[o + ROW_MASS] = 1 / (kn[0] * nx + kn[1] * ny + kn[2] * nz);
  row[o + ROW_FRICTION] = contacts.friction[i];
  let approach = 0;
  const sa = STATE_SIZE * a;
  const sb = STATE_SIZE * b;
  for (let d = 0; d < 3; d++) {
    const e = d === 2 ? 0 : d + 1;
    const f = d === 0 ? 2 : d - 1;
    row[o + ROW_RESPONSE + d] = kn[d];
    approach +=
      axis[d] *
      (state[sa + d] +
        state[sa + SPIN + e] * row[o + ROW_ARM_A + f] -
        state[sa + SPIN + f] * row[o + ROW_ARM_A + e] -
        state[sb + d] -
        state[sb + SPIN + e] * row[o + ROW_ARM_B + f] +
        state[sb + SPIN + f] * row[o + ROW_ARM_B + e]);
  }
  row[o + ROW_BASE] = distance[i];
  row[o + ROW_GAP] = distance[i];
  row[o + ROW_APPROACH] = approach;
  row[o + ROW_MOST] = 0;
  // last step's friction may not be quite across this step's normal
  const { warm } = options;
  const across = sign * (impulse[4 * i + 1] * nx + impulse[4 * i + 2] * ny + impulse[4 * i + 3] * nz);
  row[o + ROW_IMPULSE] = warm * impulse[4 * i];
  for (let d = 0; d < 3; d++) {
    row[o + ROW_IMPULSE + 1 + d] = warm * (sign * impulse[4 * i + 1 + d] - across * axis[d]);
  }
}

/** Sets `axis` to the unit vector given and two across it. */
function setAxes(nx: number, ny: number, nz: number): void {
  const flat = Math.abs(nx) < 0.6;
  const x = flat ? 0 : -nz;
  const y = flat ? nz : 0;
  const z = flat ? -ny : nx;
  const scale = 1 / Math.sqrt(x * x + y * y + z * z);
  axis[0] = nx;
  axis[1] = ny;
  axis[2] = nz;
  axis[3] = x * scale;
  axis[4] = y * scale;
  axis[5] = z * scale;
  axis[6] = (ny * z - nz * y) * scale;
  axis[7] = (nz * x - nx * z) * scale;
  axis[8] = (nx * y - ny * x) * scale;
}

/** Sets `kn` to the change of relative velocity at the point for a unit impulse along the axis at `at`. */
function respond(motion: Motion, row: Float64Array, o: number, a: number, b: number, at: number): void {
  const { ease } = motion;
  const x = axis[at];
  const y = axis[at + 1];
  const z = axis[at + 2];
  const mass = ease[EASE_SIZE * a + INVERSE_MASS] + ease[EASE_SIZE * b + INVERSE_MASS];
  kn[0] = mass * x;
  kn[1] = mass * y;
  kn[2] = mass * z;
  for (let side = 0; side < 2; side++) {
    const r = o + (side === 0 ? ROW_ARM_A : ROW_ARM_B);
    const e = EASE_SIZE * (side === 0 ? a : b) + INVERSE_INERTIA;
    const rx = row[r];
    const ry = row[r + 1];
    const rz = row[r + 2];
    const cx = ry * z - rz * y;
    const cy = rz * x - rx * z;
    const cz = rx * y - ry * x;
    const wx = ease[e] * cx + ease[e + 3] * cy + ease[e + 5] * cz;
    const wy = ease[e + 3] * cx + ease[e + 1] * cy + ease[e + 4] * cz;
    const wz = ease[e + 5] * cx + ease[e + 4] * cy + ease[e + 2] * cz;
    kn[0] += wy * rz - wz * ry;
    kn[1] += wz * rx - wx * rz;
    kn[2] += wx * ry - wy * rx;
  }
}
