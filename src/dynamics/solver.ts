// What the contact solver holds between calls: motion of bodies, rows of contacts laid out for speed, blocks of contacts
// of one pair, and the options.

import { growColumn } from '../math/columns.ts';
import { CONTACT_CYCLES, CONTACT_DAMPING, CONTACTS_SHARED } from './constants.ts';
import { createMotion, EASE_SIZE, type Motion, STATE_SIZE, TOUCH_SIZE } from './motion.ts';

/** Numbers in a row of Solver.row, and their places after the normal, which comes first. */
export const ROW_SIZE = 16;
export const ROW_ARM = 3; // from the centre of A to the point, as the bodies have turned since the step began, but not as they have moved
export const ROW_MASS = 6; // along the normal
export const ROW_BASE = 7; // separation when the step began
export const ROW_GAP = 8; // separation now
export const ROW_IMPULSE = 9; // along the normal
export const ROW_APPROACH = 10; // speed along the normal when the step began, or of the hit where it bounces; negative when closing
export const ROW_WEIGHT = 11; // its share in the centre of its patch
export const ROW_LEVER = 12; // of its friction about that centre
export const ROW_PRESS = 13; // its shares in a lift and two tilts of its patch; press.ts

/** Numbers in a row of Solver.patch, and their places after the normal, which comes first; friction.ts. */
export const PATCH_SIZE = 19;
export const PATCH_ARM = 3; // from the centre of A to that of the patch, as ROW_ARM
export const PATCH_SLIDE_MASS = 6; // against sliding, in any direction across the normal
export const PATCH_TWIST_MASS = 7; // against turning about the normal
export const PATCH_FRICTION = 8; // the coefficient
export const PATCH_LOAD = 9; // sum of the impulses along the normals of its rows
export const PATCH_REACH = 10; // the same, each times its lever
export const PATCH_FORCE = 11; // friction, xyz, then
export const PATCH_TWIST = 14; // its moment about the normal
export const PATCH_TOTAL = 15; // both, summed over the substeps

/** Numbers in a row of Solver.pressing; press.ts. */
export const PRESS_SIZE = 30;

/** Numbers in a row of Solver.anchor. */
export const ANCHOR_SIZE = 6;

/** Numbers in a row of Solver.momentum. */
export const MOMENTUM_SIZE = 6;

/** Integers in a block: first row, row past the last, row of body A, row of body B, first patch, patch past the last; see Solver. */
export const BLOCK_SIZE = 6;

/** What the caller may choose. */
export interface SolverOptions {
  substeps: number; // parts of a step of 1/60 s or longer, of shorter ones in proportion; contacts are solved twice in each
  maxSubsteps: number; // as many where contacts would sink too far; see solve.ts
  maxPush: number; // speed at which overlapping bodies of 1 m are driven apart at most; smaller ones in proportion
  bounceSpeed: number; // contacts closing slower than this do not bounce, whatever their restitution
  linearDamping: number; // share of the velocity lost a second, for slow loss
  angularDamping: number;
  maxSpin: number; // rad/s that contacts may turn a body at; what spins faster already keeps that. What rolls does not count
  warm: number; // factor on the impulses given: dt / substeps of this step by that of the step that gave them
}

export function createSolverOptions(): SolverOptions {
  return {
    substeps: 8,
    maxSubsteps: 24,
    maxPush: 3,
    bounceSpeed: 0.5,
    linearDamping: 0,
    angularDamping: 0,
    maxSpin: Infinity,
    warm: 1,
  };
}

/** Made by createSolver alone; columns are replaced when they grow. Only `substepRate` counts from one step to the next. */
export interface Solver {
  readonly motion: Motion;
  readonly step: Float64Array; // numbers of the step, solver.ts
  readonly substepRate: Float64Array; // substeps a second that contacts have needed of late, one number; solve.ts
  active: Int32Array; // rows of bodies that move, ascending
  activeCount: number;
  inertia: Float64Array; // per body, xx yy zz xy yz zx: the inverse of what contacts see
  done: Uint8Array; // per body, 1 for those of islands that are solved already and stay as they are; set by the caller
  turned: Uint8Array; // per body, 1 where it has turned in this substep so that contacts must know; turned.ts
  burden: Float64Array; // per body, how many times its own mass contacts see; burden.ts
  press: Float64Array; // within addBurdens: per body, as bodies.load, by the contacts of this step
  beside: Int32Array; // within addBurdens: per body, the one that it touches, SEVERAL, or -1
  most: Float64Array; // per body, the square of the spin that it may have, Infinity where nothing touches it
  slow: Uint8Array; // per body, 1 when it hardly turns in a step
  momentum: Float64Array; // per body: angular momentum xyz, then the spin that belongs to it; of a slow body, what turning adds to its spin by half the step, then how far it has turned
  group: Int32Array; // per body, the lowest of those that it hangs together with; energy.ts
  driven: Uint8Array; // per group, its lowest body, 1 where something from outside may give it energy
  anchored: Uint8Array; // per group, 1 where something holds it that does not give way: its momentum need not be kept
  calm: Uint8Array; // per group, 1 where passes leave it alone
  slack: Float64Array; // per group, twice the energy up to which it may gain some
  turning: Float64Array; // per body, its angular momentum before contacts and joints push it in a substep
  spinning: Float64Array; // per body, twice the energy of its spin then
  swung: Float64Array; // within settle: per group, how much more than `free` it had, where what was pushed has turned since
  free: Float64Array; // within settle: per group, twice the energy of motion before contacts and joints pushed it
  energy: Float64Array; // within settle: per group, the same now
  taken: Float64Array; // per group, twice the energy that contacts and joints took in this step, and bounces have not given back
  row: Float64Array; // per contact
  patchOf: Int32Array; // per contact, its row of `patch`
  patch: Float64Array; // per patch; there are no more of them than contacts
  patchCount: number;
  pressing: Float64Array; // per patch, how its rows are solved together; press.ts
  pressed: Int32Array; // places in `row` of those that are, patch by patch within those of a block
  pressEnds: Int32Array; // per patch, where they begin and end in `pressed`
  anchor: Float64Array; // per contact, the places on A and on B, of what has a core on that, when the step began, from their centres: xyz, xyz
  pair: Int32Array; // blocks of contacts between two bodies that move, at least one of them freely
  pairCount: number;
  ground: Int32Array; // blocks with what is still: the free body, then 1 if it is B of the contact, else 0
  groundCount: number;
  between: Float64Array; // per pair block, from the centre of B to that of A when the step began
  middle: Float64Array; // per pair block, half of how far B had moved against A when its masses were last set, xyz
  pairPush: Float64Array; // per block, the speed at which an overlap is undone at most
  groundPush: Float64Array;
  pairSoft: Float64Array; // per block, how its contacts give way, solver.ts
  groundSoft: Float64Array;
}

export function createSolver(): Solver {
  return {
    motion: createMotion(),
    step: new Float64Array(STEP_SIZE),
    substepRate: new Float64Array(1),
    active: new Int32Array(0),
    activeCount: 0,
    inertia: new Float64Array(0),
    done: new Uint8Array(0),
    turned: new Uint8Array(0),
    burden: new Float64Array(0),
    press: new Float64Array(0),
    beside: new Int32Array(0),
    most: new Float64Array(0),
    slow: new Uint8Array(0),
    momentum: new Float64Array(0),
    group: new Int32Array(0),
    driven: new Uint8Array(0),
    anchored: new Uint8Array(0),
    calm: new Uint8Array(0),
    slack: new Float64Array(0),
    turning: new Float64Array(0),
    spinning: new Float64Array(0),
    swung: new Float64Array(0),
    free: new Float64Array(0),
    energy: new Float64Array(0),
    taken: new Float64Array(0),
    row: new Float64Array(0),
    patchOf: new Int32Array(0),
    patch: new Float64Array(0),
    patchCount: 0,
    pressing: new Float64Array(0),
    pressed: new Int32Array(0),
    pressEnds: new Int32Array(0),
    anchor: new Float64Array(0),
    pair: new Int32Array(0),
    pairCount: 0,
    ground: new Int32Array(0),
    groundCount: 0,
    between: new Float64Array(0),
    middle: new Float64Array(0),
    pairPush: new Float64Array(0),
    groundPush: new Float64Array(0),
    pairSoft: new Float64Array(0),
    groundSoft: new Float64Array(0),
  };
}

/** Makes room for so many bodies and contacts. Allocates only when there are more than ever. */
export function reserveSolver(solver: Solver, bodies: number, contacts: number): void {
  const { motion } = solver;
  if (solver.active.length < bodies) {
    solver.active = growColumn(solver.active, bodies);
    const size = solver.active.length;
    motion.state = growColumn(motion.state, STATE_SIZE * size);
    motion.ease = growColumn(motion.ease, EASE_SIZE * size);
    motion.inverse = growColumn(motion.inverse, 6 * size);
    solver.inertia = growColumn(solver.inertia, 6 * size);
    solver.done = growColumn(solver.done, size);
    solver.turned = growColumn(solver.turned, size);
    motion.inertia = growColumn(motion.inertia, 6 * size);
    motion.touch = growColumn(motion.touch, TOUCH_SIZE * size);
    solver.burden = growColumn(solver.burden, size);
    solver.press = growColumn(solver.press, size);
    solver.beside = growColumn(solver.beside, size);
    solver.most = growColumn(solver.most, size);
    solver.slow = growColumn(solver.slow, size);
    solver.momentum = growColumn(solver.momentum, MOMENTUM_SIZE * size);
    solver.group = growColumn(solver.group, size);
    solver.driven = growColumn(solver.driven, size);
    solver.anchored = growColumn(solver.anchored, size);
    solver.calm = growColumn(solver.calm, size);
    solver.slack = growColumn(solver.slack, size);
    solver.turning = growColumn(solver.turning, 3 * size);
    solver.spinning = growColumn(solver.spinning, size);
    solver.swung = growColumn(solver.swung, size);
    solver.free = growColumn(solver.free, size);
    solver.energy = growColumn(solver.energy, size);
    solver.taken = growColumn(solver.taken, size);
  }
  if (solver.pairPush.length < contacts) {
    solver.pairPush = growColumn(solver.pairPush, contacts);
    const size = solver.pairPush.length;
    solver.between = growColumn(solver.between, 3 * size);
    solver.middle = growColumn(solver.middle, 3 * size);
    solver.groundPush = growColumn(solver.groundPush, size);
    solver.pairSoft = growColumn(solver.pairSoft, SOFT_SIZE * size);
    solver.groundSoft = growColumn(solver.groundSoft, SOFT_SIZE * size);
    solver.row = growColumn(solver.row, ROW_SIZE * size);
    solver.patchOf = growColumn(solver.patchOf, size);
    solver.patch = growColumn(solver.patch, PATCH_SIZE * size);
    solver.pressing = growColumn(solver.pressing, PRESS_SIZE * size);
    solver.pressed = growColumn(solver.pressed, size);
    solver.pressEnds = growColumn(solver.pressEnds, 2 * size);
    solver.anchor = growColumn(solver.anchor, ANCHOR_SIZE * size);
    solver.pair = growColumn(solver.pair, BLOCK_SIZE * size);
    solver.ground = growColumn(solver.ground, BLOCK_SIZE * size);
  }
}

// How contacts give way: a damped spring made stable for any step, "soft step" as published in [Catto24]. Its stiffness
// goes with the rate of substeps, so that the same share of an overlap leaves a substep whatever the time step.

const OMEGA = 2 * Math.PI * CONTACT_CYCLES; // radians a substep
/** A contact that bears an impulse l a substep h sinks by l h / (m STIFFNESS), m the mass that it moves. */
export const STIFFNESS = OMEGA * OMEGA;

/** Places in the numbers of a step: its substep and the inverse of it, then the whole step, and the factor on impulses given. */
export const STEP_H = 0;
export const STEP_RATE = 1;
export const STEP_ALL = 2;
export const STEP_WARM = 3;
export const STEP_SIZE = 4;

/** Places in the numbers of how the contacts of a pair give way. */
export const SOFT_RATE = 0; // share of an overlap that is undone a second
export const SOFT_MASS = 1; // share of the impulse that is applied
export const SOFT_LOSS = 2; // share of the old impulse that is let go
export const SOFT_SIZE = 3;

/** Writes the numbers of a step of `dt` cut into `substeps`. */
export function setStep(step: Float64Array, dt: number, substeps: number): void {
  const h = dt / substeps;
  step[STEP_ALL] = dt;
  step[STEP_H] = h;
  step[STEP_RATE] = 1 / h;
}

/** Writes to soft[at…] how each of `count` contacts of a pair gives way in a substep of a step. */
export function setSoft(soft: Float64Array, at: number, count: number, step: Float64Array): void {
  const omega = count > CONTACTS_SHARED ? OMEGA * Math.sqrt(CONTACTS_SHARED / count) : OMEGA;
  const a = 2 * CONTACT_DAMPING + omega;
  const b = omega * a;
  soft[at + SOFT_RATE] = (omega * step[STEP_RATE]) / a;
  soft[at + SOFT_MASS] = b / (1 + b);
  soft[at + SOFT_LOSS] = 1 / (1 + b);
}
