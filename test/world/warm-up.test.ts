import { describe, expect, it } from 'vitest';
import type { Asset } from '../../src/bake/asset.ts';
import { colliderOf } from '../../src/contact/inside.ts';
import { createShape } from '../../src/contact/shape.ts';
import { buildSolid } from '../../src/contact/solid.ts';
import { sampleField } from '../../src/field/sample.ts';
import { materials } from '../../src/fracture/material.ts';
import { validateFamily } from '../../src/fragment/validate.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { validateForest } from '../../src/tree/validate-forest.ts';
import { createWarmAsset } from '../../src/world/warm-asset.ts';
import { warmUp } from '../../src/world/warm-up.ts';
import { World } from '../../src/world/world.ts';

/** Every array and number below a record, by path. */
function flatten(value: unknown, path = '', out = new Map<string, unknown>()): Map<string, unknown> {
  if (value !== null && typeof value === 'object' && !ArrayBuffer.isView(value)) {
    for (const [key, part] of Object.entries(value)) flatten(part, `${path}.${key}`, out);
  } else out.set(path, ArrayBuffer.isView(value) ? (value as Float64Array).slice() : value);
  return out;
}

const TURN = [0.36, 0.48, -0.8, -0.8, 0.6, 0, 0.48, 0.64, 0.6];
const BOX = [0.5, 0.55, 0.45]; // half-extents
const PLATE = [0.5, 0.055, 0.45];

/** Signed distance to the turned box, with the rotation undone. */
function distanceBox(half: readonly number[], p: Float64Array, at: number): number {
  const over = half.map(
    (h, axis) => Math.abs(TURN[axis] * p[at] + TURN[3 + axis] * p[at + 1] + TURN[6 + axis] * p[at + 2]) - h,
  );
  const out = Math.hypot(...over.map((x) => Math.max(0, x)));
  return out > 0 ? out : Math.max(...over);
}

describe('warmUp', () => {
  it('leaves an asset as it was, and every world that breaks it later', () => {
    const asset = createWarmAsset(3);
    const before = flatten(asset);
    const hash = breakIt(asset);
    const slices = [...warmUp([asset], 1)];
    expect(slices.length).toBeGreaterThan(8);
    expect(slices.every((x, k) => x > (slices[k - 1] ?? 0))).toBe(true);
    expect(slices.at(-1)).toBe(1);
    expect(flatten(asset)).toEqual(before);
    expect(before.size).toBeGreaterThan(30);
    expect(breakIt(asset)).toBe(hash);
  });
});

/** Drops a copy until it has broken; the hash of the state. */
function breakIt(asset: Asset): string {
  const world = new World();
  world.addStatic(createShape('plane'));
  world.add(asset, {
    position: [0, 0.9, 0],
    rotation: [0.6, 0, 0, 0.8],
    velocity: [0, -8, 0],
    material: materials.plaster,
  });
  for (let step = 0; step < 4; step++) world.step(1 / 60);
  expect(world.bodies.length).toBeGreaterThan(3);
  return world.hash();
}

describe('createWarmAsset', () => {
  it.each([
    ['box', false, BOX, 750],
    ['plate', true, PLATE, 150],
  ])('is a %s whose field and nodes are right', (_, plate, half, tets) => {
    const asset = createWarmAsset(5, plate);
    const { topology, field, nodes } = buildSolid(asset);
    expect(topology.volume).toBeCloseTo(8 * half[0] * half[1] * half[2], 12);
    expect(asset.mass.volume).toBeCloseTo(topology.volume, 12);
    expect(topology.tetCount).toBe(tets);
    let wrong = 0;
    for (let i = 0; i < topology.nodeCount; i++) {
      const inside = i >= topology.surfaceCount;
      if (Math.abs(distanceBox(half, topology.positions, 3 * i) + nodes.distance[i]) > 1e-12) wrong++;
      if (inside !== nodes.distance[i] > 0.1) wrong++;
      // A step along the direction by the distance ends on the surface.
      const end = new Float64Array(3);
      for (let d = 0; d < 3; d++) {
        end[d] = topology.positions[3 * i + d] + nodes.distance[i] * nodes.direction[3 * i + d];
      }
      if (Math.abs(distanceBox(half, end, 0)) > 1e-12) wrong++;
    }
    expect(wrong).toBe(0);
    const random = createRandom(1);
    const p = new Float64Array(3);
    const out = new Float64Array(4);
    for (let k = 0; k < 2000; k++) {
      for (let d = 0; d < 3; d++) p[d] = 1.7 * (nextFloat(random) - 0.5);
      expect(sampleField(out, field, p, 0)).toBe(true);
      expect(Math.abs(out[0] - distanceBox(half, p, 0))).toBeLessThan(field.error);
    }
  });

  it('breaks as any asset does, into cells, shards or along its stress', () => {
    for (const plate of [false, true]) {
      const world = new World({ maxPieces: 20 });
      world.addStatic(createShape('plane'));
      world.add(createWarmAsset(5, plate), { position: [0, 0.9, 0], velocity: [0, -9, 0] });
      const body = world.bodies[1];
      for (let step = 0; step < 6 && world.events.fractures.length === 0; step++) world.step(1 / 60);
      const { collider } = colliderOf(world.info(body));
      if (collider.field === null || collider.forest === null) throw new Error('not a solid');
      expect(collider.field.family.fragments.count).toBeGreaterThan(5);
      validateFamily(collider.field.family);
      validateForest(collider.forest, collider.position);
    }
  });
});
