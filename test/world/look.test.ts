// Rays and overlaps in a world, against what is known of where things are; worlds on ground survive a snapshot.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Asset } from '../../src/bake/asset.ts';
import { createHeightTerrain, createMeshTerrain } from '../../src/contact/ground.ts';
import { createShape } from '../../src/contact/shape.ts';
import { World } from '../../src/world/world.ts';
import { boxAsset, createFloor, heightOf, run } from './things.ts';

let cube: Asset;

beforeAll(async () => {
  cube = await boxAsset(0.2, 0.2, 0.2, 0.1);
});

describe('a world', () => {
  it('finds the first body along a ray, in pieces too', () => {
    const world = createFloor({ gravity: [0, 0, 0] });
    const near = world.add(cube, { position: [0, 1, 0] });
    const ball = world.add(createShape('sphere', 0.1), { position: [1, 1, 0] });
    const hit = world.castRay([-2, 1.05, 0.03], [3, 0, 0]);
    expect(hit?.body).toBe(near);
    expect(hit?.distance).toBeCloseTo(1.9, 6);
    expect(hit?.normal[0]).toBeCloseTo(-1, 6);
    const [piece] = world.split(near, { kind: 'slice', normal: [1, 0, 0], offset: 0.02 });
    world.setPose(piece, [5, 5, 5]);
    const whole = world.castRay([2, 1, 0.01], [-1, 0, 0], { distance: 1.5 });
    expect(whole?.body).toBe(ball);
    expect(whole?.distance).toBeCloseTo(0.9005, 4);
    expect(world.castRay([0, 3, 4], [0, -1, 0])?.point[1]).toBeCloseTo(0, 12);
    expect(world.castRay([0, 3, 4], [0, 1, 0])).toBeNull();
    expect(world.castRay([0, 3, 4], [0, -1, 0], { groups: 2 })).toBeNull();
    expect(() => world.castRay([0, 0, 0], [0, 0, 0])).toThrow(/direction/);
  });

  it('lists the bodies around a point', () => {
    const world = new World({ gravity: [0, 0, 0] });
    const left = world.add(cube, { position: [0, 0, 0] });
    const right = world.add(cube, { position: [0.5, 0, 0] });
    expect(world.overlap([0.25, 0, 0], 0.2)).toEqual([left, right]);
    expect(world.overlap([0.25, 0, 0], 0.1)).toEqual([]);
    expect(world.overlap([0.45, 0.01, 0], 0.01)).toEqual([right]); // inside
    expect(() => world.overlap([0, 0, 0], -1)).toThrow(/radius/);
  });

  it('holds bodies on ground of triangles and of heights, also after a snapshot', () => {
    const mesh = createMeshTerrain({
      positions: [-2, 0, -2, 2, 0, -2, 2, 0, 2, -2, 0, 2],
      indices: [0, 2, 1, 0, 3, 2],
    });
    const heights = createHeightTerrain({
      rows: 3,
      columns: 3,
      heights: [0, 0, 0, 0, 0, 0, 0, 0, 0],
      cellX: 2,
      cellZ: 2,
    });
    for (const ground of [mesh, heights]) {
      const world = new World();
      world.addStatic(ground);
      const body = world.add(cube, { position: [0.1, 0.3, 0.1], spin: [0, 1, 0] });
      run(world, 0.3);
      const other = World.restore(world.snapshot(), { assets: [cube, mesh, heights] });
      run(world, 1.5);
      run(other, 1.5);
      expect(heightOf(world, body)).toBeCloseTo(0.1, 3);
      expect(other.hash()).toBe(world.hash());
      expect(() => world.add(ground)).toThrow(/mass/);
    }
  });
});
