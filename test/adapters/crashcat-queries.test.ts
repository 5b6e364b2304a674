// What crashcat asks of fracas shapes outside of a step: rays, points, normals, casts and overlaps; mass; bad input.

import { resolve } from 'node:path';
import {
  box,
  castRay,
  castShape,
  collidePoint,
  collideShape,
  compound,
  createAllCollidePointCollector,
  createAllCollideShapeCollector,
  createClosestCastRayCollector,
  createClosestCastShapeCollector,
  createDefaultCastRaySettings,
  createDefaultCastShapeSettings,
  createDefaultCollidePointSettings,
  createDefaultCollideShapeSettings,
  filter,
  MotionType,
  type RigidBody,
  rigidBody,
  scaled,
  sphere,
  updateWorld,
  type World,
} from 'crashcat';
import { describe, expect, it } from 'vitest';
import {
  breakFracasBody,
  createFracasBody,
  createFracasShape,
  fitSettings,
  registerFracas,
} from '../../adapters/crashcat/index.ts';
import { type Collider, createBreakWork, familyOf } from '../../src/contact/index.ts';
import { createFragmentMesh, extractShape, toTriangleMesh } from '../../src/fragment/index.ts';
import { buildHierarchy, castRay as rayOfMesh } from '../../src/hierarchy/index.ts';
import { createShape } from '../../src/index.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { computeMass } from '../../src/mesh/index.ts';
import * as shapes from '../../src/mesh/shapes/index.ts';
import { breakAtRandom } from '../contact/brute.ts';
import { addMoving, bakeBox, copy, createScene, LAYER, run } from './scene.ts';

const solid = await bakeBox(0.24, 0.07, 0.11, 0.03);

const all = ({ settings }: World) => filter.create(settings.layers);

function still(
  world: World,
  collider: Collider,
  label: number,
  position: [number, number, number],
): RigidBody {
  const settings = { motionType: MotionType.STATIC, objectLayer: LAYER, position };
  return createFracasBody(world, createFracasShape(collider, label), settings);
}

/** Where a ray meets a body, in metres; −1 if it does not. */
function shoot(world: World, origin: number[], direction: number[], length = 1): number {
  const collector = createClosestCastRayCollector();
  const [ox, oy, oz] = origin;
  const [dx, dy, dz] = direction;
  castRay(world, collector, createDefaultCastRaySettings(), [ox, oy, oz], [dx, dy, dz], length, all(world));
  return collector.hit.status === 1 ? collector.hit.fraction * length : -1;
}

describe('rays', () => {
  it('meet fragments where their triangles are (seed 5)', () => {
    const { world, floor } = createScene(0.05);
    rigidBody.remove(world, floor);
    const collider = copy(solid);
    breakAtRandom(collider, 3, 5);
    const random = createRandom(5);
    const between = (a: number, b: number) => a + (b - a) * nextFloat(random);
    const { count } = familyOf(collider).fragments;
    let met = 0;
    for (let label = 0; label < count; label++) {
      const body = still(world, collider, label, [0, 0, 0]);
      const mesh = createFragmentMesh();
      extractShape(mesh, familyOf(collider), label);
      const { positions, indices } = toTriangleMesh(mesh);
      const hierarchy = buildHierarchy(positions, indices);
      const out = new Float64Array(3);
      for (let k = 0; k < 25; k++) {
        const origin = [between(-0.3, 0.3), between(-0.3, 0.3), between(0.1, 0.3)];
        const to = [between(-0.12, 0.12), between(-0.035, 0.035), between(-0.055, 0.055)];
        const length = Math.hypot(...to.map((x, d) => x - origin[d]));
        const direction = to.map((x, d) => (x - origin[d]) / length);
        const exact =
          rayOfMesh(out, hierarchy, Float64Array.of(...origin, ...direction), 1, -1) < 0 ? -1 : out[0];
        const ours = shoot(world, origin, direction);
        if (exact >= 0) {
          met++;
          expect(Math.abs(ours - exact), `fragment ${label}, ray ${k}`).toBeLessThan(0.002);
        } else expect(ours, `fragment ${label}, ray ${k}`).toBe(-1);
      }
      rigidBody.remove(world, body);
    }
    expect(met).toBeGreaterThan(20);
  });

  it('meet shapes, from outside and from inside', () => {
    const { world, floor } = createScene(0.05);
    expect(shoot(world, [0, 0.5, 0], [0, -1, 0])).toBeCloseTo(0.5, 6);
    expect(shoot(world, [0, 0.5, 0], [0.6, -0.8, 0])).toBeCloseTo(0.5 / 0.8, 6);
    expect(shoot(world, [0, 0.5, 0], [0, 1, 0])).toBe(-1);
    rigidBody.remove(world, floor);
    still(world, createShape('sphere', 0.2), 0, [0, 0, 0]);
    expect(shoot(world, [0.1, 0.5, 0], [0, -1, 0])).toBeCloseTo(0.5 - Math.sqrt(0.03), 6);
    expect(shoot(world, [0.21, 0.5, 0], [0, -1, 0])).toBe(-1);
    expect(shoot(world, [0.1, 0, 0], [0, -1, 0])).toBe(0);
    const collector = createClosestCastRayCollector();
    const settings = { treatConvexAsSolid: false, collideWithBackfaces: true };
    castRay(world, collector, settings, [0.1, 0, 0], [0, -1, 0], 1, all(world));
    expect(collector.hit.fraction).toBeCloseTo(Math.sqrt(0.03), 6);
  });
});

describe('points and normals', () => {
  it('are inside, and point out', () => {
    const { world, floor } = createScene(0.05);
    rigidBody.remove(world, floor);
    const body = addMoving(world, copy(solid), [1, 0.5, 0], {
      quaternion: [0, 0, Math.SQRT1_2, Math.SQRT1_2],
    });
    const inside = (x: number, y: number, z: number) => {
      const collector = createAllCollidePointCollector();
      collidePoint(world, collector, createDefaultCollidePointSettings(), [x, y, z], all(world));
      return collector.hits.length === 1 && collector.hits[0].bodyIdB === body.id;
    };
    expect(inside(1, 0.61, 0)).toBe(true); // its long side is upright
    expect(inside(1.1, 0.5, 0)).toBe(false);
    const normal: [number, number, number] = [0, 0, 0];
    rigidBody.getSurfaceNormal(normal, body, [1.035, 0.52, 0.01], 0);
    expect(normal[0]).toBeCloseTo(1, 3);
  });
});

describe('a cast', () => {
  it.each([
    ['fracas shape', createFracasShape(copy(solid)), 0.035],
    ['sphere of crashcat', sphere.create({ radius: 0.1 }), 0.1],
  ])('of a %s stops where it meets a fracas shape', (_, shape, below) => {
    const { world, floor } = createScene(0.05);
    rigidBody.remove(world, floor);
    still(world, copy(solid), 0, [0, 0, 0]);
    const collector = createClosestCastShapeCollector();
    const settings = createDefaultCastShapeSettings();
    castShape(world, collector, settings, shape, [0, 1, 0], [0, 0, 0, 1], [1, 1, 1], [0, -2, 0], all(world));
    expect(collector.hit.fraction).toBeCloseTo((1 - 0.035 - below) / 2, 2);
    expect(collector.hit.normal[1]).toBeGreaterThan(0.98);
    const sideways = createClosestCastShapeCollector();
    castShape(world, sideways, settings, shape, [0, 1, 0], [0, 0, 0, 1], [1, 1, 1], [2, 0, 0], all(world));
    expect(sideways.hit.status).toBe(0);
  });
});

describe('an overlap', () => {
  it('is found for a shape that is no body, and leaves bodies as they were', () => {
    const { world } = createScene(0.05);
    const body = addMoving(world, copy(solid), [0, 0.035, 0], { allowSleeping: false });
    run(world, 0.5);
    const shape = createFracasShape(copy(solid));
    const ask = (y: number) => {
      const collector = createAllCollideShapeCollector();
      const settings = createDefaultCollideShapeSettings();
      collideShape(world, collector, settings, shape, [0.05, y, 0.02], [0, 0, 0, 1], [1, 1, 1], all(world));
      return collector.hits.filter((hit) => hit.bodyIdB === body.id);
    };
    expect(ask(0.12).length).toBe(0);
    const hits = ask(0.1);
    expect(hits.length).toBeGreaterThan(3);
    for (const hit of hits) {
      expect(hit.penetration).toBeLessThan(0.0055);
      expect(hit.penetrationAxis[1]).toBeLessThan(0); // the body would have to go down
    }
    expect(Math.max(...hits.map((hit) => hit.penetration))).toBeGreaterThan(0.0045);
    let added = 0;
    updateWorld(world, { onContactAdded: () => added++ }, 1 / 60);
    expect(added).toBe(0);
  });

  it('with parts of a compound is found for each part', () => {
    const { world, floor } = createScene(0.05);
    rigidBody.remove(world, floor);
    const part = box.create({ halfExtents: [0.1, 0.1, 0.1] });
    const shape = compound.create({
      children: [-0.15, 0.15].map((x) => ({ shape: part, position: [x, 0, 0], quaternion: [0, 0, 0, 1] })),
    });
    rigidBody.create(world, {
      shape,
      motionType: MotionType.STATIC,
      objectLayer: LAYER,
      position: [0, -0.1, 0],
    });
    const body = addMoving(world, copy(solid), [0, 0.04, 0]);
    run(world, 1);
    expect(body.position[1]).toBeCloseTo(0.035, 3);
  });
});

describe('mass of shapes', () => {
  it.each([
    ['box', createShape('box', 0.5, 0.3, 0.2), shapes.createBox({ size: [1, 0.6, 0.4] })],
    ['sphere', createShape('sphere', 0.5), shapes.createSphere({ frequency: 40 })],
  ])('of a %s is that of its mesh', (_, collider, mesh) => {
    const { mass, volume } = createFracasShape(collider, 0, { density: 500 });
    const expected = computeMass(mesh);
    expect(volume / expected.volume).toBeCloseTo(1, 2);
    expect(mass.mass / (500 * expected.volume)).toBeCloseTo(1, 2);
    for (const d of [0, 5, 10]) {
      expect(mass.inertia[d] / (500 * expected.inertia[[0, 1, 2][d / 5]])).toBeCloseTo(1, 2);
    }
  });
});

describe('bad input', () => {
  it('is named', async () => {
    const { world } = createScene(0.05);
    expect(() => createFracasShape(copy(solid), 3)).toThrow(/fragment/);
    expect(() => createFracasShape(createShape('plane'), 1)).toThrow(/only fragment is 0/);
    expect(() => createFracasShape(copy(solid), 0, { density: 0 })).toThrow(/density is 0/);
    expect(() => registerFracas(7 as never)).toThrow(/USER_1/);
    expect(() => fitSettings(world.settings, 0)).toThrow(/size is 0/);
    expect(() => fitSettings(world.settings, 1, Number.NaN)).toThrow(/reach is NaN/);
    const shape = box.create({ halfExtents: [1, 1, 1] });
    const crate = rigidBody.create(world, { shape, motionType: MotionType.STATIC, objectLayer: LAYER });
    const slice = { kind: 'slice', normal: [1, 0, 0], offset: 0 } as const;
    expect(() => breakFracasBody(world, crate, createBreakWork(solid), slice)).toThrow(/no fracas shape/);
    const fresh = await import(resolve(import.meta.dirname, '../../dist/adapters/crashcat/index.js')); // a second copy
    expect(() => fresh.createFracasShape(createShape('sphere', 1))).toThrow(/registerFracas/);
  });

  it('is refused when scaled', () => {
    const { world } = createScene(0.05);
    const shape = scaled.create({ shape: createFracasShape(copy(solid)), scale: [2, 2, 2] });
    rigidBody.create(world, { shape, motionType: MotionType.DYNAMIC, objectLayer: LAYER, mass: 1 });
    expect(() => updateWorld(world, undefined, 1 / 60)).toThrow(/make it at its size/);
  });
});
