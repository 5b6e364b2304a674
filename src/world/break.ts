// Breaking by force, within a collision step. The solver has run; what struck a body too hard breaks it now: bodies go
// back to where they were before the solve, the broken ones are cut, and the step finds and solves its contacts again,
// once, against the pieces. What is overloaded by that waits for the next step.

import { holdsId, idOf, rowOf } from '../dynamics/slots.ts';
import { addDamage, createDecision, type Decision, decideFracture } from '../fracture/decide.ts';
import { LOAD_SIZE } from '../fracture/loads.ts';
import type { Material } from '../fracture/material.ts';
import { growColumn } from '../math/columns.ts';
import { nextUint } from '../math/random.ts';
import { type Blows, createBlows, gatherBlows } from './break-blows.ts';
import { cutBroken } from './break-cut.ts';
import { askHook, type FractureHook, type Verdict } from './break-hook.ts';
import { BREAK_WAITS, BREAKS_A_STEP, CRACKED } from './constants.ts';
import { restoreMotion } from './saved-step.ts';
import type { WorldState } from './state.ts';
import { endStage } from './timings.ts';

/** A body that is to break. */
export interface Break {
  readonly row: number;
  readonly by: number; // id of what struck it hardest
  readonly decision: Decision;
  readonly impulse: number; // N·s, all blows together
  readonly seed: number;
  verdict: Verdict;
  energy: number; // that was absorbed, J
}

/**
 * A body that was overloaded in a second solve, or in a first one with too many others, with the loads as decideFracture
 * takes them. Survives JSON.
 */
interface Waiting {
  readonly body: number; // id
  readonly by: number;
  readonly loads: readonly number[];
  readonly waited: number; // steps in which others went first
}

/** Made by createBreaking alone. */
export interface Breaking {
  any: boolean; // whether a body that can break was ever added
  hook: FractureHook | null;
  answers: Verdict[] | null; // where those of the hook are noted, if at all
  replayed: Verdict[] | null; // those of a recording, instead of a hook
  readonly blows: Blows; // of the collision step under way
  readonly struck: number[]; // rows that these may break
  readonly waiting: Waiting[];
  loads: Float64Array; // scratch: those of one body
  taken: Uint8Array; // scratch: contacts whose impulses have been given
}

export function createBreaking(): Breaking {
  return {
    any: false,
    hook: null,
    answers: null,
    replayed: null,
    blows: createBlows(),
    struck: [],
    waiting: [],
    loads: new Float64Array(0),
    taken: new Uint8Array(0),
  };
}

/**
 * After the first solve of a collision step: breaks what was struck too hard. Returns whether anything broke; then all
 * bodies are as they were before the solve, less what breaking absorbed, and the contacts of the step must be found and
 * solved again.
 */
export function breakBodies(state: WorldState, dt: number): boolean {
  const { breaking, contacts, timer } = state;
  gatherBlows(state, breaking.struck);
  if (breaking.struck.length === 0 && breaking.waiting.length === 0) return false;
  const broken = decideAll(state, dt);
  endStage(timer, 'fracture');
  if (broken.length === 0) return false;
  restoreMotion(state);
  breaking.taken = growColumn(breaking.taken, contacts.count);
  breaking.taken.fill(0, 0, contacts.count);
  for (const one of broken) one.energy = absorbBlow(state, one.row, one.decision.absorbed, breaking.taken);
  for (const one of broken) cutBroken(state, one);
  return true;
}

/** After the second solve: what it overloaded is kept for the next step. */
export function keepWaiting(state: WorldState): void {
  const { breaking, bodies } = state;
  const { waiting, struck } = breaking;
  gatherBlows(state, struck);
  for (const row of struck) {
    const body = idOf(bodies.slots, row);
    if (waiting.some((one) => one.body === body)) continue; // by the same blow
    const { by, count } = collectLoads(state, row, null);
    waiting.push({ body, by, loads: Array.from(breaking.loads.subarray(0, LOAD_SIZE * count)), waited: 0 });
  }
  endStage(state.timer, 'fracture');
}

const decision = createDecision(); // scratch: the answer of one body

/**
 * The bodies that break under the blows of this step and those that waited, ascending; damage adds up in the others. Beyond
 * a number of them the rest waits, for two steps at most.
 */
function decideAll(state: WorldState, dt: number): Break[] {
  const { breaking, bodies, settings, instance, label } = state;
  const { struck, waiting } = breaking;
  const broken: Break[] = [];
  const late = new Map<number, Waiting>();
  for (const one of waiting) {
    if (holdsId(bodies.slots, one.body)) late.set(rowOf(bodies.slots, one.body, 'body'), one);
  }
  waiting.length = 0;
  const rows = [...new Set([...struck, ...late.keys()])].sort((a, b) => a - b);
  for (const row of rows) {
    const of = instance[row];
    if (of === null || of.material === null || of.brittle === null || of.collider.field === null) continue;
    const { by, count, impulse } = collectLoads(state, row, late.get(row) ?? null);
    const { family } = of.collider.field;
    const material = weaken(of.material, state.damage[row]);
    decideFracture(decision, of.brittle, family, label[row], material, breaking.loads, count, {
      dt,
      damage: state.damage[row],
      maxPieces: settings.maxPieces,
    });
    if (!decision.breaks) {
      state.damage[row] = addDamage(state.damage[row], of.material, decision.load);
      continue;
    }
    const waited = late.get(row)?.waited ?? 0;
    if (broken.length >= BREAKS_A_STEP && waited < BREAK_WAITS) {
      const body = idOf(bodies.slots, row);
      waiting.push({
        body,
        by,
        loads: Array.from(breaking.loads.subarray(0, LOAD_SIZE * count)),
        waited: waited + 1,
      });
      continue;
    }
    const one: Break = {
      row,
      by,
      decision: { ...decision, point: decision.point.slice(), swing: decision.swing.slice() },
      impulse,
      seed: nextUint(state.random),
      verdict: null,
      energy: 0,
    };
    one.verdict = askHook(state, one);
    if (one.verdict !== false) broken.push(one);
  }
  return broken;
}

/** A material whose cracks have begun: those that are there need not be paid for. */
function weaken(material: Material, damage: number): Material {
  return damage === 0
    ? material
    : { ...material, crackEnergy: material.crackEnergy * (1 - CRACKED * damage) };
}

/** Writes the loads of a body to breaking.loads: its blows, after those that waited. */
function collectLoads(
  { breaking, bodies }: WorldState,
  row: number,
  late: Waiting | null,
): { by: number; count: number; impulse: number } {
  const { blows } = breaking;
  let count = late === null ? 0 : late.loads.length / LOAD_SIZE;
  breaking.loads = growColumn(breaking.loads, LOAD_SIZE * (count + blows.count));
  const { loads } = breaking;
  if (late !== null) loads.set(late.loads);
  let by = late === null ? -1 : late.by;
  let impulse = 0;
  let most = 0;
  for (let n = 0; n < count; n++) {
    const size = lengthOf(loads, LOAD_SIZE * n + 3);
    impulse += size;
    most = Math.max(most, size);
  }
  for (let n = 0; n < blows.count; n++) {
    if (blows.row[n] !== row) continue;
    const o = LOAD_SIZE * count++;
    for (let d = 0; d < 3; d++) {
      loads[o + d] = blows.point[3 * n + d];
      loads[o + 3 + d] = blows.impulse[3 * n + d];
    }
    loads[o + 6] = blows.speed[n];
    const size = lengthOf(loads, o + 3);
    impulse += size;
    if (size <= most) continue;
    most = size;
    by = idOf(bodies.slots, blows.by[n]);
  }
  return { by, count, impulse };
}

function lengthOf(v: Float64Array, at: number): number {
  return Math.sqrt(v[at] * v[at] + v[at + 1] * v[at + 1] + v[at + 2] * v[at + 2]);
}

// What breaking takes from a blow. The solver has stopped both bodies as if nothing could break; of its impulses only the
// share that breaking absorbs is given to them. The rest is up to the pieces, in the second solve.

let given = new Float64Array(0); // scratch: per row, the impulse and its moment about the centre, xyz each; else 0
let rows = new Int32Array(0); // scratch: rows with something given
let rowCount = 0;
const curve = new Float64Array(2); // scratch: giving a share s of the impulses adds curve[0]·s² + curve[1]·s of energy

/**
 * Gives bodies, in the state before the solve, a share of the impulses of a body's contacts: of those that would take the
 * most energy from them. Every impulse acts on both bodies at one point, so momentum and angular momentum stay as they
 * are, and energy only goes down. Contacts are marked in `taken`: each gives once. Returns the energy that went, J.
 */
export function absorbBlow(state: WorldState, row: number, share: number, taken: Uint8Array): number {
  sumImpulses(state, row, taken);
  setCurve(state);
  const [a, b] = curve;
  const thickness = a > 0 && b < 0 ? share * Math.min(1, -b / (2 * a)) : 0;
  for (let k = 0; k < rowCount; k++) {
    kick(state, rows[k], thickness);
    given.fill(0, 6 * rows[k], 6 * rows[k] + 6);
  }
  return thickness > 0 ? -(b * thickness + a * thickness * thickness) : 0;
}

/** Sums the impulses of a body's contacts over the bodies they act on. */
function sumImpulses({ contacts, bodies }: WorldState, row: number, taken: Uint8Array): void {
  const { count, bodyA, bodyB, point, normal, total } = contacts;
  given = growColumn(given, 6 * bodies.slots.count);
  rows = growColumn(rows, bodies.slots.count);
  rowCount = 0;
  for (let i = 0; i < count; i++) {
    if ((bodyA[i] !== row && bodyB[i] !== row) || taken[i] === 1) continue;
    taken[i] = 1;
    if (!(total[4 * i] > 0)) continue;
    for (let side = 0; side < 2; side++) {
      const body = side === 0 ? bodyA[i] : bodyB[i];
      const sign = side === 0 ? 1 : -1;
      const x = sign * (total[4 * i] * normal[3 * i] + total[4 * i + 1]);
      const y = sign * (total[4 * i] * normal[3 * i + 1] + total[4 * i + 2]);
      const z = sign * (total[4 * i] * normal[3 * i + 2] + total[4 * i + 3]);
      const rx = point[3 * i] - bodies.center[3 * body];
      const ry = point[3 * i + 1] - bodies.center[3 * body + 1];
      const rz = point[3 * i + 2] - bodies.center[3 * body + 2];
      let listed = false;
      for (let k = 0; k < rowCount && !listed; k++) listed = rows[k] === body;
      if (!listed) rows[rowCount++] = body;
      const o = 6 * body;
      given[o] += x;
      given[o + 1] += y;
      given[o + 2] += z;
      given[o + 3] += ry * z - rz * y;
      given[o + 4] += rz * x - rx * z;
      given[o + 5] += rx * y - ry * x;
    }
  }
}

const change = new Float64Array(3); // scratch: by how much a spin changes

/** Writes to `change` what a body's moment in `given` does to its spin: R I⁻¹ Rᵀ L. */
function spinChange({ bodies }: WorldState, row: number): void {
  const { frame, inverseInertia } = bodies;
  const f = 12 * row;
  const i = 6 * row;
  const lx = given[i + 3];
  const ly = given[i + 4];
  const lz = given[i + 5];
  const ax = frame[f] * lx + frame[f + 3] * ly + frame[f + 6] * lz;
  const ay = frame[f + 1] * lx + frame[f + 4] * ly + frame[f + 7] * lz;
  const az = frame[f + 2] * lx + frame[f + 5] * ly + frame[f + 8] * lz;
  const bx = inverseInertia[i] * ax + inverseInertia[i + 3] * ay + inverseInertia[i + 5] * az;
  const by = inverseInertia[i + 3] * ax + inverseInertia[i + 1] * ay + inverseInertia[i + 4] * az;
  const bz = inverseInertia[i + 5] * ax + inverseInertia[i + 4] * ay + inverseInertia[i + 2] * az;
  for (let d = 0; d < 3; d++) {
    change[d] = frame[f + 3 * d] * bx + frame[f + 3 * d + 1] * by + frame[f + 3 * d + 2] * bz;
  }
}

function setCurve(state: WorldState): void {
  const { inverseMass, velocity, spin, awake } = state.bodies;
  curve.fill(0);
  for (let k = 0; k < rowCount; k++) {
    const row = rows[k];
    if (awake[row] === 0) continue; // it stays where it lies
    spinChange(state, row);
    for (let d = 0; d < 3; d++) {
      const p = given[6 * row + d];
      const l = given[6 * row + 3 + d];
      curve[0] += (inverseMass[row] * p * p + change[d] * l) / 2;
      curve[1] += velocity[3 * row + d] * p + spin[3 * row + d] * l;
    }
  }
}

function kick(state: WorldState, row: number, thickness: number): void {
  const { inverseMass, velocity, spin, awake } = state.bodies;
  if (awake[row] === 0) return;
  spinChange(state, row);
  for (let d = 0; d < 3; d++) {
    velocity[3 * row + d] += thickness * inverseMass[row] * given[6 * row + d];
    spin[3 * row + d] += thickness * change[d];
  }
}
