// A step of the world's bodies: soft contacts and joints over substeps, as published in [Catto24]. Contacts are found
// once a step; in between, their separation follows from how the bodies moved.

import { InputError } from '../job/error.ts';
import { BODY_DYNAMIC, type Bodies } from './bodies.ts';
import { addBurdens } from './burden.ts';
import type { ContactRows } from './contact-rows.ts';
import { measureGround, measurePairs } from './gaps.ts';
import { beginMotion, endMotion, integratePositions, integrateVelocities } from './integrate.ts';
import { finishJoints, prepareJoints, solveJoints, warmJoints } from './joint-step.ts';
import { firstJoint, type Joints } from './joints.ts';
import { prepareContacts, turnRows } from './prepare.ts';
import { anyBounces, applyRestitution, noteApproach } from './restitution.ts';
import { STEP_WARM, setStep } from './soft.ts';
import { solveGround, warmGround } from './solve-ground.ts';
import { solvePairs, warmPairs } from './solve-pairs.ts';
import {
  BLOCK_SIZE,
  ROW_APPROACH,
  ROW_GAP,
  ROW_IMPULSE,
  ROW_SIZE,
  reserveSolver,
  type Solver,
  type SolverOptions,
} from './solver.ts';
import { countSubsteps } from './substeps.ts';
import { turnEase } from './turning.ts';

/**
 * Moves the bodies that are awake, and not solver.done, by dt, and writes to the contacts the impulses of the last substep, as if it had been
 * of dt / options.substeps, and those of the whole step. Deterministic: the result depends on the arguments, among them
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
): void {
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
  const bounces = anyBounces(contacts);
  for (let substep = 0; substep < substeps; substep++) {
    integrateVelocities(solver, bodies, gravity, options);
    if (bounces) noteApproach(solver, contacts);
    if (joints !== null) warmJoints(joints, solver.motion);
    warmPairs(solver);
    warmGround(solver);
    if (joints !== null) solveJoints(joints, solver.motion, true);
    solvePairs(solver, contacts, false);
    solveGround(solver, contacts, false);
    integratePositions(solver, bodies, gravity);
    turnBodies(solver, bodies, joints);
    turnRows(solver, bodies, contacts);
    if (joints !== null) solveJoints(joints, solver.motion, false);
    measurePairs(solver);
    measureGround(solver);
    if (bounces) noteApproach(solver, contacts);
    solvePairs(solver, contacts, true);
    solveGround(solver, contacts, true);
  }
  if (joints !== null) finishJoints(joints);
  storeImpulses(solver, contacts, substeps, least);
  if (bounces) applyRestitution(solver, contacts, gravity, options);
  endMotion(solver, bodies);
}

/** Notes which bodies have turned so far that contacts must know. Those with joints stay as they are. */
function turnBodies(solver: Solver, { kind }: Bodies, joints: Joints | null): void {
  const { active, activeCount, slow, turned } = solver;
  for (let i = 0; i < activeCount; i++) {
    const row = active[i];
    turned[row] = 0;
    if (kind[row] !== BODY_DYNAMIC || slow[row] === 1 || (joints !== null && firstJoint(joints, row) >= 0))
      continue;
    if (turnEase(solver, row)) turned[row] = 1;
  }
}

/** Copies the impulses of the last substep out, as if there had been the least number of them. */
function storeImpulses(solver: Solver, contacts: ContactRows, substeps: number, least: number): void {
  const scale = substeps / least;
  const { row, pair, pairCount, ground, groundCount } = solver;
  const { impulse, total, gap, approach } = contacts;
  for (let block = 0; block < pairCount + groundCount; block++) {
    const of = block < pairCount ? pair : ground;
    const at = BLOCK_SIZE * (block < pairCount ? block : block - pairCount);
    const flip = block >= pairCount && of[at + 3] === 1; // the free body is B: friction on A is the other way
    for (let i = of[at]; i < of[at + 1]; i++) {
      const o = ROW_SIZE * i + ROW_IMPULSE;
      gap[i] = row[ROW_SIZE * i + ROW_GAP];
      approach[i] = row[ROW_SIZE * i + ROW_APPROACH];
      for (let d = 0; d < 4; d++)
        impulse[4 * i + d] = flip && d > 0 ? -scale * row[o + d] : scale * row[o + d];
      if (flip) for (let d = 1; d < 4; d++) total[4 * i + d] = -total[4 * i + d];
    }
  }
}
