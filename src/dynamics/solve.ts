// A step of the world's bodies: soft contacts and joints over substeps, as published in [Catto24]. Contacts are found
// once a step; in between, their separation follows from how the bodies moved.

import { InputError } from '../job/error.ts';
import { BODY_DYNAMIC, type Bodies } from './bodies.ts';
import { addBurdens } from './burden.ts';
import {
  SUBSTEPS_FALL,
  SUBSTEPS_LEAST,
  SUBSTEPS_LIGHTER,
  SUBSTEPS_SINK,
  SUBSTEPS_SINK_TIMES,
  SUBSTEPS_STAY,
  SUBSTEPS_STEP,
} from './constants.ts';
import type { ContactRows } from './contact-rows.ts';
import { limitWarm, noteMomentum, settle } from './energy.ts';
import { addFriction, shareFriction } from './friction.ts';
import { groupBodies } from './groups.ts';
import { beginMotion, capSpins, endMotion, integratePositions, integrateVelocities } from './integrate.ts';
import { bookJoints, finishJoints, prepareJoints, solveJoints, warmJoints } from './joint-step.ts';
import type { Joints } from './joints.ts';
import { SHIFT, STATE_SIZE, TOUCH_SIZE } from './motion.ts';
import { prepareContacts, turnRows } from './prepare.ts';
import { anyBounces, applyRestitution, noteApproach } from './restitution.ts';
import { solveGround, warmGround } from './solve-ground.ts';
import { solvePairs, warmPairs } from './solve-pairs.ts';
import {
  ANCHOR_SIZE,
  BLOCK_SIZE,
  PATCH_FORCE,
  PATCH_TOTAL,
  ROW_APPROACH,
  ROW_BASE,
  ROW_GAP,
  ROW_IMPULSE,
  ROW_SIZE,
  reserveSolver,
  type Solver,
  type SolverOptions,
  STEP_WARM,
  STIFFNESS,
  setStep,
} from './solver.ts';
import { turnEase } from './turning.ts';

/**
 * Moves the bodies that are awake, and not solver.done, by dt, and writes to the contacts the impulses of the last substep, as if it had been
 * of dt / options.substeps, and those of the whole step; returns how many rows it solved, times its substeps. Deterministic: the result depends on the arguments, among them
 * solver.substepRate, and on the order of the contacts. Allocates only when there are more bodies or contacts than ever. Contacts
 * of a pair should follow each other, for speed.
 */
export function solveStep(
  solver: Solver,
  bodies: Bodies,
  contacts: ContactRows,
  joints: Joints | null,
  dt: number,
  gravity: Float64Array,
  options: SolverOptions,
  finer = 1,
): number {
  if (!(dt > 0 && dt < Infinity)) throw new InputError('bad-argument', `dt is ${dt}: give a time above 0`);
  const { substeps: least } = options;
  if (!(Number.isInteger(least) && least > 0)) {
    throw new InputError('bad-argument', `substeps is ${least}: give a whole number above 0`);
  }
  reserveSolver(solver, bodies.slots.count, contacts.count);
  const substeps = finer * countSubsteps(solver, bodies, contacts, dt, options);
  setStep(solver.step, dt, substeps);
  solver.step[STEP_WARM] = (options.warm * least) / substeps;
  beginMotion(solver, bodies);
  addBurdens(solver, bodies, contacts, gravity);
  prepareContacts(solver, bodies, contacts, options);
  if (joints !== null) prepareJoints(joints, bodies, solver.motion, solver.step, substeps);
  groupBodies(solver, joints);
  const bounces = anyBounces(contacts);
  for (let substep = 0; substep < substeps; substep++) {
    integrateVelocities(solver, bodies, gravity, options);
    noteMomentum(solver);
    if (bounces) noteApproach(solver, contacts);
    if (joints !== null) warmJoints(joints, solver.motion);
    warmPairs(solver);
    warmGround(solver);
    limitWarm(solver, joints);
    if (joints !== null) solveJoints(joints, solver.motion, true);
    solvePairs(solver, false);
    solveGround(solver, false);
    if (capSpins(solver, bodies)) {
      turnRows(solver, bodies);
      solvePairs(solver, false);
      solveGround(solver, false);
      disturbAll(solver);
    }
    integratePositions(solver, bodies, gravity);
    turnBodies(solver, bodies);
    turnRows(solver, bodies);
    if (joints !== null) solveJoints(joints, solver.motion, false);
    measurePairs(solver);
    measureGround(solver);
    if (bounces) noteApproach(solver, contacts);
    solvePairs(solver, true);
    solveGround(solver, true);
    settle(solver, joints);
    if (joints !== null) bookJoints(joints, solver.motion);
    addImpulses(solver, contacts);
    addFriction(solver);
  }
  if (joints !== null) finishJoints(joints);
  storeImpulses(solver, contacts, substeps, least);
  if (bounces) applyRestitution(solver, contacts, gravity, options);
  capSpins(solver, bodies);
  disturbAll(solver);
  endMotion(solver, bodies);
  return substeps * countRows(solver);
}

/** Lets the next passes be of all groups. */
function disturbAll({ active, activeCount, calm }: Solver): void {
  for (let i = 0; i < activeCount; i++) calm[active[i]] = 0;
}

/** Rows of the pairs that are solved. */
function countRows({ pair, pairCount, ground, groundCount }: Solver): number {
  let rows = 0;
  for (let at = 0; at < BLOCK_SIZE * pairCount; at += BLOCK_SIZE) rows += pair[at + 1] - pair[at];
  for (let at = 0; at < BLOCK_SIZE * groundCount; at += BLOCK_SIZE) rows += ground[at + 1] - ground[at];
  return rows;
}

/** Notes which bodies have turned so far that contacts and joints must know. */
function turnBodies(solver: Solver, { kind }: Bodies): void {
  const { active, activeCount, slow, turned } = solver;
  for (let i = 0; i < activeCount; i++) {
    const row = active[i];
    turned[row] = 0;
    if (kind[row] !== BODY_DYNAMIC || slow[row] === 1) continue;
    if (turnEase(solver, row)) turned[row] = 1;
  }
}

/** Adds the impulses of a substep to those of the step. */
function addImpulses({ row, pair, pairCount, ground, groundCount }: Solver, { total }: ContactRows): void {
  for (let block = 0; block < pairCount + groundCount; block++) {
    const of = block < pairCount ? pair : ground;
    const at = BLOCK_SIZE * (block < pairCount ? block : block - pairCount);
    for (let i = of[at]; i < of[at + 1]; i++) total[4 * i] += row[ROW_SIZE * i + ROW_IMPULSE];
  }
}

/** Copies the impulses of the last substep out, as if there had been the least number of them, and those of the step. */
function storeImpulses(solver: Solver, contacts: ContactRows, substeps: number, least: number): void {
  const scale = substeps / least;
  const { row, pair, pairCount, ground, groundCount } = solver;
  const { impulse, total, gap, approach } = contacts;
  for (let block = 0; block < pairCount + groundCount; block++) {
    const of = block < pairCount ? pair : ground;
    const at = BLOCK_SIZE * (block < pairCount ? block : block - pairCount);
    const first = of[at];
    const end = of[at + 1];
    for (let i = first; i < end; i++) {
      gap[i] = row[ROW_SIZE * i + ROW_GAP];
      approach[i] = row[ROW_SIZE * i + ROW_APPROACH];
      impulse[4 * i] = row[ROW_SIZE * i + ROW_IMPULSE];
    }
    shareFriction(impulse, solver, first, end, PATCH_FORCE);
    shareFriction(total, solver, first, end, PATCH_TOTAL);
    const flip = block >= pairCount && of[at + 3] === 1; // the free body is B: friction on A is the other way
    for (let i = 4 * first; i < 4 * end; i++) {
      impulse[i] *= flip && i % 4 > 0 ? -scale : scale;
      if (flip && i % 4 > 0) total[i] = -total[i];
    }
  }
}

// How finely a step is cut. A contact gives way like a spring that is as stiff as the substeps allow: under the weight of
// others it sinks by an amount that goes with the square of the substep. Small things stacked high need finer ones.

/**
 * How many substeps a step of `dt` needs, from options.substeps to options.maxSubsteps in 1/60 s, by the impulses that the
 * contacts start with. More come at once; they go slowly, because contacts sink anew with each change: what is carried from
 * step to step is solver.substepRate.
 */
export function countSubsteps(
  solver: Solver,
  bodies: Bodies,
  contacts: ContactRows,
  dt: number,
  options: SolverOptions,
): number {
  const { substepRate } = solver;
  const { substeps, maxSubsteps } = options;
  setWanted(solver, bodies, contacts, dt, options);
  if (wanted[0] > substepRate[0]) substepRate[0] = wanted[0];
  else if (wanted[0] < SUBSTEPS_STAY * substepRate[0])
    substepRate[0] += (wanted[0] - substepRate[0]) * Math.min(1, dt / SUBSTEPS_FALL);
  const share = Math.min(1, dt / SUBSTEPS_STEP);
  const least = Math.max(Math.min(SUBSTEPS_LEAST, substeps), Math.ceil(substeps * share - 1e-9));
  return Math.max(least, Math.min(Math.ceil(substepRate[0] * dt), Math.ceil(maxSubsteps * share - 1e-9)));
}

const wanted = new Float64Array(1); // scratch: substeps a second

/** Sets `wanted` to the substeps a second with which contacts would sink just as far as they may. */
function setWanted(
  { done }: Solver,
  bodies: Bodies,
  contacts: ContactRows,
  dt: number,
  options: SolverOptions,
): void {
  const { count, bodyA, bodyB, impulse } = contacts;
  const { kind, awake, inverseMass, radius, thin } = bodies;
  const { substeps, warm } = options;
  const scale = (warm * SUBSTEPS_LIGHTER * dt) / (substeps * STIFFNESS * 2 * SUBSTEPS_SINK);
  let sum = 0;
  let loaded = 0;
  for (let i = 0; i < count; i++) {
    const l = impulse[4 * i];
    if (l <= 0) continue;
    const a = bodyA[i];
    const b = bodyB[i];
    if (done[a] === 1 || done[b] === 1) continue;
    const freeA = kind[a] === BODY_DYNAMIC && awake[a] === 1;
    const freeB = kind[b] === BODY_DYNAMIC && awake[b] === 1;
    const ease = (freeA ? inverseMass[a] : 0) + (freeB ? inverseMass[b] : 0);
    const small = Math.min(
      freeA ? Math.min(radius[a], thin[a]) : Infinity,
      freeB ? Math.min(radius[b], thin[b]) : Infinity,
    );
    const sink = Math.min(SUBSTEPS_SINK_TIMES, (scale * l * ease) / small);
    sum += sink * sink;
    loaded++;
  }
  wanted[0] = loaded === 0 ? 0 : (substeps / dt) * Math.sqrt(Math.sqrt(sum / loaded));
}

// How far apart contacts are after bodies have moved: s₀ + n · (Δx + (ΔR − 1) r) of A less that of B, with ΔR the turn
// of the places where bodies are touched, turning.ts. Exact for points that stay where they are on both bodies and for
// balls, whatever the bodies' turn; the field is not asked again.

/** Brings the separations of the contacts between two bodies that move up to date. */
export function measurePairs(solver: Solver): void {
  const { row, anchor, pair, pairCount } = solver;
  const { state, touch } = solver.motion;
  for (let block = 0; block < pairCount; block++) {
    const first = pair[BLOCK_SIZE * block];
    const end = pair[BLOCK_SIZE * block + 1];
    const oA = STATE_SIZE * pair[BLOCK_SIZE * block + 2];
    const oB = STATE_SIZE * pair[BLOCK_SIZE * block + 3];
    const rA = TOUCH_SIZE * pair[BLOCK_SIZE * block + 2];
    const rB = TOUCH_SIZE * pair[BLOCK_SIZE * block + 3];
    const a00 = touch[rA] - 1;
    const a01 = touch[rA + 1];
    const a02 = touch[rA + 2];
    const a10 = touch[rA + 3];
    const a11 = touch[rA + 4] - 1;
    const a12 = touch[rA + 5];
    const a20 = touch[rA + 6];
    const a21 = touch[rA + 7];
    const a22 = touch[rA + 8] - 1;
    const b00 = touch[rB] - 1;
    const b01 = touch[rB + 1];
    const b02 = touch[rB + 2];
    const b10 = touch[rB + 3];
    const b11 = touch[rB + 4] - 1;
    const b12 = touch[rB + 5];
    const b20 = touch[rB + 6];
    const b21 = touch[rB + 7];
    const b22 = touch[rB + 8] - 1;
    const sx = state[oA + SHIFT] - state[oB + SHIFT];
    const sy = state[oA + SHIFT + 1] - state[oB + SHIFT + 1];
    const sz = state[oA + SHIFT + 2] - state[oB + SHIFT + 2];
    for (let i = first; i < end; i++) {
      const o = ROW_SIZE * i;
      const r = ANCHOR_SIZE * i;
      const ax = anchor[r];
      const ay = anchor[r + 1];
      const az = anchor[r + 2];
      const bx = anchor[r + 3];
      const by = anchor[r + 4];
      const bz = anchor[r + 5];
      const dx = sx + a00 * ax + a01 * ay + a02 * az - b00 * bx - b01 * by - b02 * bz;
      const dy = sy + a10 * ax + a11 * ay + a12 * az - b10 * bx - b11 * by - b12 * bz;
      const dz = sz + a20 * ax + a21 * ay + a22 * az - b20 * bx - b21 * by - b22 * bz;
      row[o + ROW_GAP] = row[o + ROW_BASE] + row[o] * dx + row[o + 1] * dy + row[o + 2] * dz;
    }
  }
}

/** Brings the separations of the contacts with what is still up to date. */
export function measureGround(solver: Solver): void {
  const { row, anchor, ground, groundCount } = solver;
  const { state, touch } = solver.motion;
  for (let block = 0; block < groundCount; block++) {
    const first = ground[BLOCK_SIZE * block];
    const end = ground[BLOCK_SIZE * block + 1];
    const oA = STATE_SIZE * ground[BLOCK_SIZE * block + 2];
    const rA = TOUCH_SIZE * ground[BLOCK_SIZE * block + 2];
    const a00 = touch[rA] - 1;
    const a01 = touch[rA + 1];
    const a02 = touch[rA + 2];
    const a10 = touch[rA + 3];
    const a11 = touch[rA + 4] - 1;
    const a12 = touch[rA + 5];
    const a20 = touch[rA + 6];
    const a21 = touch[rA + 7];
    const a22 = touch[rA + 8] - 1;
    const sx = state[oA + SHIFT];
    const sy = state[oA + SHIFT + 1];
    const sz = state[oA + SHIFT + 2];
    for (let i = first; i < end; i++) {
      const o = ROW_SIZE * i;
      const r = ANCHOR_SIZE * i;
      const ax = anchor[r];
      const ay = anchor[r + 1];
      const az = anchor[r + 2];
      const dx = sx + a00 * ax + a01 * ay + a02 * az;
      const dy = sy + a10 * ax + a11 * ay + a12 * az;
      const dz = sz + a20 * ax + a21 * ay + a22 * az;
      row[o + ROW_GAP] = row[o + ROW_BASE] + row[o] * dx + row[o + 1] * dy + row[o + 2] * dz;
    }
  }
}
