// Bodies come: an instance of an asset or a shape takes a row, with its mass, box and pose.

import { boxOfCollider, type Collider, measureShapeMass } from '../contact/collider.ts';
import type { Solid } from '../contact/solid.ts';
import {
  addBody,
  BODY_DYNAMIC,
  BODY_STATIC,
  placeBody,
  ROUND_ALL,
  ROUND_AXIS,
  ROUND_NOT,
} from '../dynamics/bodies.ts';
import { setBox, setFilter } from '../dynamics/broad-phase.ts';
import { wakeBody } from '../dynamics/sleep.ts';
import { idOf } from '../dynamics/slots.ts';
import { KIND_CAPSULE, KIND_CYLINDER, KIND_SPHERE } from '../field/analytic.ts';
import { createFragmentMesh, extractShape } from '../fragment/extract.ts';
import { MASS_SIZE, measureMass } from '../fragment/mass.ts';
import { growColumn } from '../math/columns.ts';
import { invertTensor } from '../math/rigid.ts';
import { writeBox } from './broad-phase.ts';
import { checkWeight, setRotation } from './check.ts';
import { DENSITY } from './constants.ts';
import { measureThinnest } from './depth.ts';
import { checkSource, createInstance, type Instance, type Source } from './instances.ts';
import { type BodyOptions, checkBodyOptions, readKind, readMaterial } from './options.ts';
import type { WorldState } from './state.ts';

const mesh = createFragmentMesh(); // scratch: the surface of a fragment
const REACH = MASS_SIZE; // place in `mass` of how far a body reaches from its centre
const CRACKS = MASS_SIZE + 1; // and of the area of its cracks
const mass = new Float64Array(MASS_SIZE + 2); // scratch: a body's mass at density 1, and these
const wholes = new WeakMap<Solid, Float64Array>(); // the same of whole solids: measured once
const box = new Float64Array(6); // scratch: its box at rest
const turn = new Float64Array(4); // scratch: a checked rotation

/** What of a shape is round, by its kind. */
const ROUND: Readonly<Record<number, number>> = {
  [KIND_SPHERE]: ROUND_ALL,
  [KIND_CAPSULE]: ROUND_AXIS,
  [KIND_CYLINDER]: ROUND_AXIS,
};

/** Adds a body made of `source`; returns its id. Throws before anything has changed. */
export function addSource(state: WorldState, source: Source, options: BodyOptions): number {
  checkBodyOptions(options);
  checkSource(source);
  setRotation(turn, 0, 'rotation', options.rotation ?? [0, 0, 0, 1]);
  const kind = readKind(options.kind ?? 'dynamic');
  const material = readMaterial(source, options.material);
  const instance = createInstance(
    state.works,
    source,
    options.density ?? material?.density ?? DENSITY,
    material,
    options.scored ?? null,
  );
  if (kind !== BODY_STATIC) checkMass(instance, 0);
  const { bodies, settings } = state;
  const row = addBody(bodies); // from here on nothing throws
  bodies.kind[row] = kind;
  bodies.awake[row] = kind === BODY_STATIC ? 0 : 1;
  bodies.friction[row] = options.friction ?? material?.friction ?? settings.friction;
  bodies.restitution[row] = options.restitution ?? material?.restitution ?? settings.restitution;
  setVector(bodies.velocity, row, kind === BODY_STATIC ? undefined : options.velocity);
  setVector(bodies.spin, row, kind === BODY_STATIC ? undefined : options.spin);
  for (let d = 0; d < 4; d++) bodies.turn[4 * row + d] = turn[d];
  reserveRows(state, row + 1);
  state.instance[row] = instance;
  state.label[row] = 0;
  state.group[row] = options.group ?? 1;
  state.mask[row] = options.mask ?? 0xffffffff;
  state.damage[row] = 0;
  state.crackArea[row] = 0;
  state.born[row] = -Infinity;
  state.fading[row] = 0;
  instance.row[0] = row;
  if (instance.brittle !== null) state.breaking.any = true;
  weighBody(state, row);
  moveOrigin(state, row, options.position ?? [0, 0, 0]);
  enterBody(state, row);
  keepPose(state, row);
  return idOf(bodies.slots, row);
}

/** Throws unless a body can be moved. */
export function checkMovable({ instance, label }: WorldState, row: number): void {
  const of = instance[row];
  if (of !== null) checkMass(of, label[row]);
}

/** Throws unless a fragment of an instance has a mass that can be moved. */
function checkMass({ collider, density }: Instance, label: number): void {
  if (collider.field === null) measureShapeMass(mass, collider);
  else measureSolid(collider, label);
  checkWeight(mass[0], density);
}

function setVector(column: Float64Array, row: number, value: ArrayLike<number> | undefined): void {
  for (let d = 0; d < 3; d++) column[3 * row + d] = value === undefined ? 0 : value[d];
}

/** Makes room in the world's own columns. */
export function reserveRows(state: WorldState, rows: number): void {
  if (state.label.length >= rows) return;
  const size = Math.max(64, rows, 2 * state.label.length);
  state.label = growColumn(state.label, size);
  state.group = growColumn(state.group, size);
  state.mask = growColumn(state.mask, size);
  state.restBox = growColumn(state.restBox, 6 * size);
  state.box = growColumn(state.box, 6 * size);
  state.damage = growColumn(state.damage, size);
  state.crackArea = growColumn(state.crackArea, size);
  state.born = growColumn(state.born, size);
  state.fading = growColumn(state.fading, size);
  state.poses = growColumn(state.poses, 7 * size);
  state.previousPoses = growColumn(state.previousPoses, 7 * size);
  while (state.instance.length < state.label.length) state.instance.push(null);
}

/**
 * Makes mass, inertia, centre of mass, radius and box at rest of a body those of its fragment. Where the body is does
 * not change: its centre of mass in the world follows from its frame at the next placeBody.
 */
export function weighBody(state: WorldState, row: number): void {
  const { bodies, label, restBox } = state;
  const instance = state.instance[row];
  if (instance === null) return;
  const { collider } = instance;
  boxOfCollider(box, collider, label[row]);
  for (let d = 0; d < 6; d++) restBox[6 * row + d] = box[d];
  if (collider.field !== null) {
    measureSolid(collider, label[row]);
    bodies.radius[row] = mass[REACH];
    state.crackArea[row] = mass[CRACKS];
  } else {
    if (bodies.kind[row] === BODY_STATIC) mass.fill(0);
    else measureShapeMass(mass, collider);
    bodies.radius[row] = collider.kind === KIND_SPHERE ? collider.size[0] : reachOfBox(mass, box);
    bodies.round[row] = ROUND[collider.kind] ?? ROUND_NOT;
    bodies.rounding[row] = roundingOf(collider);
  }
  for (let d = 0; d < 3; d++) bodies.local[3 * row + d] = mass[1 + d];
  state.bodies.thin[row] = measureThinnest(state, row);
  setMass(state, row, instance.density);
}

/** Sets `mass` to that of a fragment of a solid. */
function measureSolid({ solid, field }: Collider, label: number): void {
  if (solid === null || field === null) return;
  const { family } = field;
  const whole = family.events.count === 0;
  const known = whole ? wholes.get(solid) : undefined;
  if (known !== undefined) {
    mass.set(known);
    return;
  }
  extractShape(mesh, family, label);
  measureMass(mass, 0, mesh);
  mass[REACH] = reachFrom(mass, mesh.positions, mesh.vertexCount);
  mass[CRACKS] = mesh.crackArea;
  if (whole) wholes.set(solid, mass.slice());
}

function setMass({ bodies }: WorldState, row: number, density: number): void {
  const { inertia, inverseInertia } = bodies;
  const dynamic = bodies.kind[row] === BODY_DYNAMIC;
  bodies.inverseMass[row] = dynamic ? 1 / (mass[0] * density) : 0;
  for (let d = 0; d < 6; d++) inertia[6 * row + d] = dynamic ? mass[4 + d] * density : 0;
  inverseInertia.fill(0, 6 * row, 6 * row + 6);
  if (dynamic) invertTensor(inverseInertia, 6 * row, inertia, 6 * row);
}

/** How far the surface of a shape is from its core: the middle of a ball, the line of a capsule. */
function roundingOf({ kind, size }: Collider): number {
  return kind === KIND_SPHERE ? size[0] : kind === KIND_CAPSULE ? size[1] : 0;
}

function reachFrom(center: Float64Array, x: Float64Array, count: number): number {
  let square = 0;
  for (let i = 0; i < count; i++) {
    const dx = x[3 * i] - center[1];
    const dy = x[3 * i + 1] - center[2];
    const dz = x[3 * i + 2] - center[3];
    square = Math.max(square, dx * dx + dy * dy + dz * dz);
  }
  return Math.sqrt(square);
}

function reachOfBox(center: Float64Array, limits: Float64Array): number {
  let square = 0;
  for (let d = 0; d < 3; d++) {
    const reach = Math.max(limits[3 + d] - center[1 + d], center[1 + d] - limits[d]);
    square += reach * reach;
  }
  return Math.sqrt(square);
}

/** Puts the rest frame's origin of a body at a place: its centre of mass follows. */
export function moveOrigin({ bodies }: WorldState, row: number, position: ArrayLike<number>): void {
  bodies.center.fill(0, 3 * row, 3 * row + 3);
  placeBody(bodies, row);
  for (let d = 0; d < 3; d++) bodies.center[3 * row + d] = position[d] - bodies.frame[12 * row + 9 + d];
  placeBody(bodies, row);
}

/** Makes a body known to the broad phase and to readers of poses. What does not move wakes what it is put onto. */
export function enterBody(state: WorldState, row: number): void {
  setFilter(state.broad, row, state.group[row], state.mask[row]);
  writeBox(state, row, 0);
  setBox(state.broad, row, state.box, 6 * row);
  writePose(state, row);
  if (state.bodies.kind[row] === BODY_STATIC) wakeAround(state, row);
}

/** Wakes what sleeps where the box of a body is. One look at every body: a tree would be made anew for each that is added. */
function wakeAround({ bodies, islands, box, group, mask }: WorldState, row: number): void {
  const { slots, kind, awake } = bodies;
  const a = 6 * row;
  for (let other = 0; other < slots.count; other++) {
    if (awake[other] === 1 || kind[other] !== BODY_DYNAMIC || slots.live[other] === 0) continue;
    if ((group[row] & mask[other]) === 0 || (group[other] & mask[row]) === 0) continue;
    const b = 6 * other;
    let apart = false;
    for (let d = 0; d < 3; d++) if (box[a + d] > box[b + 3 + d] || box[b + d] > box[a + 3 + d]) apart = true;
    if (!apart) wakeBody(islands, bodies, other);
  }
}

/** Makes a body come from nowhere: before the last step it was where it is. */
export function keepPose({ poses, previousPoses }: WorldState, row: number): void {
  for (let d = 0; d < 7; d++) previousPoses[7 * row + d] = poses[7 * row + d];
}

/** The pose of a body's rest frame, for readers. */
export function writePose({ bodies, poses }: WorldState, row: number): void {
  for (let d = 0; d < 3; d++) poses[7 * row + d] = bodies.frame[12 * row + 9 + d];
  for (let d = 0; d < 4; d++) poses[7 * row + 3 + d] = bodies.turn[4 * row + d];
}
