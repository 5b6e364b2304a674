// A small world of crashcat's with a floor, and how to run it, for the tests of the adapter.

import {
  addBroadphaseLayer,
  addObjectLayer,
  createWorld,
  createWorldSettings,
  enableCollision,
  MotionType,
  type RigidBody,
  type RigidBodySettings,
  registerAll,
  updateWorld,
  type World,
  type WorldSettings,
} from 'crashcat';
import {
  createFracasBody,
  createFracasShape,
  fitSettings,
  registerFracas,
} from '../../adapters/crashcat/index.ts';
import { isFracas } from '../../adapters/crashcat/place.ts';
import {
  buildSolid,
  type Collider,
  createCollider,
  createFrame,
  familyOf,
  movePoint,
  type Solid,
  setFrame,
} from '../../src/contact/index.ts';
import { createFragmentMesh, extractShape } from '../../src/fragment/index.ts';
import { bake, createShape } from '../../src/index.ts';
import * as shapes from '../../src/mesh/shapes/index.ts';

registerAll();
registerFracas();

export const LAYER = 0; // all bodies are in it

export interface Scene {
  readonly world: World;
  readonly floor: RigidBody;
}

/** A world for bodies of a size, with a plane at y = 0. */
export function createScene(
  size: number,
  reach?: number,
  change: (settings: WorldSettings) => void = () => {},
): Scene {
  const settings = createWorldSettings();
  const layer = addObjectLayer(settings, addBroadphaseLayer(settings));
  enableCollision(settings, layer, layer);
  fitSettings(settings, size, reach);
  change(settings);
  const world = createWorld(settings);
  const floor = createFracasBody(world, createFracasShape(createShape('plane')), {
    motionType: MotionType.STATIC,
    objectLayer: LAYER,
  });
  return { world, floor };
}

/** Adds a body that moves. */
export function addMoving(
  world: World,
  collider: Collider,
  position: [number, number, number],
  more: Partial<RigidBodySettings> = {},
): RigidBody {
  const settings = { motionType: MotionType.DYNAMIC, objectLayer: LAYER, position, ...more };
  return createFracasBody(world, createFracasShape(collider), settings);
}

export function run(world: World, seconds: number, dt = 1 / 60): void {
  for (let i = 0; i < Math.round(seconds / dt); i++) updateWorld(world, undefined, dt);
}

/** A box, baked coarsely. */
export async function bakeBox(x: number, y: number, z: number, spacing: number): Promise<Solid> {
  return buildSolid(await bake(shapes.createBox({ size: [x, y, z] }), { spacing, cells: 24 }));
}

export const copy = (solid: Solid): Collider => createCollider(solid);

const mesh = createFragmentMesh();
const frame = createFrame();
const p = new Float64Array(3);
const corners = new WeakMap<object, Float64Array>(); // vertices of shapes, extracted once

/** The height of the lowest point of a body's surface. */
export function lowest({ shape, position, quaternion }: RigidBody): number {
  if (!isFracas(shape)) throw new Error('not a fracas shape');
  let vertices = corners.get(shape);
  if (vertices === undefined) {
    extractShape(mesh, familyOf(shape.collider), shape.label);
    vertices = mesh.positions.slice(0, 3 * mesh.vertexCount);
    corners.set(shape, vertices);
  }
  setFrame(frame, Float64Array.of(...position, ...quaternion), 0);
  let least = Infinity;
  for (let i = 0; i < vertices.length; i += 3) {
    movePoint(p, 0, frame, vertices, i);
    least = Math.min(least, p[1]);
  }
  return least;
}
