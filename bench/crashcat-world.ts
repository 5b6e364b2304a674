// Our bodies in crashcat, with contacts that we found: its solver against ours, given the same. Each body is a custom
// shape without a form of its own; the collide function hands over the rows of the pair, one contact each, named by its
// key so that crashcat finds its impulse again.

import {
  addBroadphaseLayer,
  addObjectLayer,
  type CollideShapeVsShapeFn,
  createCollideShapeHit,
  createWorld,
  createWorldSettings,
  defineShape,
  EMPTY_SUB_SHAPE_ID,
  enableCollision,
  type Listener,
  MotionType,
  massProperties,
  type RigidBody,
  registerShapes,
  rigidBody,
  type Shape,
  ShapeCategory,
  ShapeType,
  setCollideShapeFn,
  type shapeDefs,
  updateWorld,
  type World,
} from 'crashcat';
import { BODY_DYNAMIC, BODY_KINEMATIC, type Bodies, placeBody } from '../src/dynamics/bodies.ts';
import type { ContactRows } from '../src/dynamics/contact-rows.ts';

const ROWS = 0x100000; // more than there are bodies
const FAR = 1e4; // half of the box of what has no end, metres

/** A body's shape: its row, and a box that holds it however it turns. */
interface RowShape {
  readonly type: ShapeType.USER_2;
  readonly aabb: [number, number, number, number, number, number];
  readonly centerOfMass: [number, number, number];
  readonly volume: number;
  readonly row: number;
}

export interface CrashcatOptions {
  readonly slop?: number; // how deep bodies may rest in each other, metres; default crashcat's, 0.02
  readonly velocityIterations?: number; // default crashcat's, 10
  readonly positionIterations?: number; // default crashcat's, 2
}

/** Made by createCrashcatWorld alone. */
export interface CrashcatWorld {
  readonly world: World;
  readonly body: (RigidBody | null)[]; // by row; null where there is none
}

const hit = createCollideShapeHit();
const first = new Map<number, number>(); // by pair of rows, the first of its contacts
const given: { rows: ContactRows | null; key: ArrayLike<number>; at: number } = {
  rows: null,
  key: [],
  at: 0,
};

const collideRows: CollideShapeVsShapeFn = (collector, ...rest) => {
  const shapeA = rest[1] as unknown as RowShape;
  const shapeB = rest[14] as unknown as RowShape;
  const swapped = shapeB.row < shapeA.row;
  const a = swapped ? shapeB.row : shapeA.row;
  const b = swapped ? shapeA.row : shapeB.row;
  const { rows, key } = given;
  const start = first.get(a * ROWS + b);
  if (rows === null || start === undefined) return;
  for (let i = start; i < rows.count && rows.bodyA[i] === a && rows.bodyB[i] === b; i++) {
    const onFirst = swapped ? hit.pointB : hit.pointA;
    const onSecond = swapped ? hit.pointA : hit.pointB;
    for (let d = 0; d < 3; d++) {
      const half = 0.5 * rows.distance[i] * rows.normal[3 * i + d];
      onFirst[d] = rows.point[3 * i + d] + half;
      onSecond[d] = rows.point[3 * i + d] - half;
      hit.penetrationAxis[d] = (swapped ? 1 : -1) * rows.normal[3 * i + d];
    }
    hit.penetration = -rows.distance[i];
    hit.subShapeIdA = key[i];
    hit.subShapeIdB = EMPTY_SUB_SHAPE_ID;
    given.at = i;
    collector.addHit(hit);
  }
};

/** Surfaces are as the rows say, whatever crashcat makes of its bodies. */
const surfaces: Listener = {
  onContactAdded: (_a, _b, _manifold, settings) => setSurface(settings),
  onContactPersisted: (_a, _b, _manifold, settings) => setSurface(settings),
};

function setSurface(settings: { combinedFriction: number; combinedRestitution: number }): void {
  if (given.rows === null) return;
  settings.combinedFriction = given.rows.friction[given.at];
  settings.combinedRestitution = given.rows.restitution[given.at];
}

/** Copies every body, as it stands and moves. */
export function createCrashcatWorld(
  bodies: Bodies,
  gravity: ArrayLike<number>,
  options: CrashcatOptions = {},
): CrashcatWorld {
  register();
  const settings = createWorldSettings();
  const layer = addObjectLayer(settings, addBroadphaseLayer(settings));
  enableCollision(settings, layer, layer);
  settings.gravity = [gravity[0], gravity[1], gravity[2]];
  settings.narrowphase.useBodyPairContactCache = false; // the contacts of each step are given
  const { solver } = settings;
  solver.penetrationSlop = options.slop ?? solver.penetrationSlop;
  solver.velocityIterations = options.velocityIterations ?? solver.velocityIterations;
  solver.positionIterations = options.positionIterations ?? solver.positionIterations;
  const world = createWorld(settings);
  const body: (RigidBody | null)[] = [];
  for (let row = 0; row < bodies.slots.count; row++) {
    body.push(bodies.slots.live[row] === 1 ? addRow(world, layer, bodies, row) : null);
  }
  return { world, body };
}

function addRow(world: World, objectLayer: number, bodies: Bodies, row: number): RigidBody {
  const { kind, center, turn, velocity, spin, inverseMass, inertia, radius } = bodies;
  const r = Math.min(FAR, radius[row]);
  const shape: RowShape = {
    type: ShapeType.USER_2,
    aabb: [-r, -r, -r, r, r, r],
    centerOfMass: [0, 0, 0],
    volume: 1,
    row,
  };
  const mass = massProperties.create();
  mass.mass = inverseMass[row] > 0 ? 1 / inverseMass[row] : 0;
  const [xx, yy, zz, xy, yz, zx] = inertia.subarray(6 * row, 6 * row + 6);
  mass.inertia = [xx, xy, zx, 0, xy, yy, yz, 0, zx, yz, zz, 0, 0, 0, 0, 1];
  const made = rigidBody.create(world, {
    shape: shape as unknown as Shape,
    objectLayer,
    motionType:
      kind[row] === BODY_DYNAMIC
        ? MotionType.DYNAMIC
        : kind[row] === BODY_KINEMATIC
          ? MotionType.KINEMATIC
          : MotionType.STATIC,
    position: [center[3 * row], center[3 * row + 1], center[3 * row + 2]],
    quaternion: [turn[4 * row], turn[4 * row + 1], turn[4 * row + 2], turn[4 * row + 3]],
    massPropertiesOverride: mass,
    linearDamping: 0,
    angularDamping: 0,
    maxAngularVelocity: 1e4,
    allowSleeping: false,
    useManifoldReduction: false,
  });
  if (kind[row] === BODY_DYNAMIC || kind[row] === BODY_KINEMATIC) {
    for (let d = 0; d < 3; d++) {
      made.motionProperties.linearVelocity[d] = velocity[3 * row + d];
      made.motionProperties.angularVelocity[d] = spin[3 * row + d];
    }
  }
  return made;
}

/**
 * One step of crashcat with these contacts and no others. Rows of a pair must follow each other, the lower row of a body
 * first; `key` names each within its pair, by a whole number from 0 on that stays from step to step.
 */
export function stepCrashcat(
  { world }: CrashcatWorld,
  dt: number,
  rows: ContactRows,
  key: ArrayLike<number>,
): void {
  first.clear();
  for (let i = 0; i < rows.count; i++) {
    const pair = rows.bodyA[i] * ROWS + rows.bodyB[i];
    if (!first.has(pair)) first.set(pair, i);
  }
  given.rows = rows;
  given.key = key;
  updateWorld(world, surfaces, dt);
  given.rows = null;
}

/** Writes where crashcat's bodies are, and how they move, to ours. */
export function readCrashcat({ body }: CrashcatWorld, out: Bodies): void {
  for (let row = 0; row < body.length; row++) {
    const from = body[row];
    if (from === null || out.kind[row] !== BODY_DYNAMIC) continue;
    const { linearVelocity, angularVelocity } = from.motionProperties;
    for (let d = 0; d < 3; d++) {
      out.center[3 * row + d] = from.centerOfMassPosition[d];
      out.velocity[3 * row + d] = linearVelocity[d];
      out.spin[3 * row + d] = angularVelocity[d];
    }
    for (let d = 0; d < 4; d++) out.turn[4 * row + d] = from.quaternion[d];
    placeBody(out, row);
  }
}

const known = { yet: false };

function register(): void {
  if (known.yet) return;
  known.yet = true;
  const shape = defineShape<RowShape>({
    type: ShapeType.USER_2,
    category: ShapeCategory.OTHER,
    getSurfaceNormal() {},
    getSupportingFace({ face }) {
      face.numVertices = 0;
    },
    castRay() {},
    collidePoint() {},
    register() {
      setCollideShapeFn(ShapeType.USER_2, ShapeType.USER_2, collideRows);
    },
  });
  registerShapes([shape as unknown as (typeof shapeDefs)[ShapeType]]);
}
