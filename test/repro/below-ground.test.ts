// Marbles fell through planes, and shards ended steps deep in what they hit: contacts were seen ahead only so far, planes
// were not swept, and what came deeper than is allowed stayed there until the next step.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Asset } from '../../src/bake/asset.ts';
import { bake } from '../../src/bake/bake.ts';
import { createMeshTerrain } from '../../src/contact/ground.ts';
import { createShape } from '../../src/contact/shape.ts';
import { createRandom, nextFloat, type Random } from '../../src/math/random.ts';
import { createBox } from '../../src/mesh/shapes/box.ts';
import { createTriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import type { Source } from '../../src/world/instances.ts';
import { World } from '../../src/world/world.ts';
import { createJudge, judgeDepth } from '../support/judge.ts';

/** What is thrown at; its upper side is at y = 0. */
const GROUNDS: Record<string, (world: World) => number> = {
  plane: (world) => world.addStatic(createShape('plane')),
  box: (world) => world.addStatic(createShape('box', 4, 0.5, 4), { position: [0, -0.5, 0] }),
  terrain: (world) => {
    const positions = [-4, 0, -4, -4, 0, 4, 4, 0, 4, 4, 0, -4, 0.3, 0, -0.2];
    const mesh = createTriangleMesh({ positions, indices: [0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4] });
    return world.addStatic(createMeshTerrain(mesh, { depth: 0.5 }));
  },
};

const judge = createJudge();

/** A direction downwards, at most 60° off. */
function downwards(random: Random): number[] {
  const angle = (Math.PI / 3) * nextFloat(random);
  const around = 2 * Math.PI * nextFloat(random);
  return [Math.sin(angle) * Math.cos(around), -Math.cos(angle), Math.sin(angle) * Math.sin(around)];
}

/** Throws a body so that it lands within two steps; the deepest that it is after any step. */
function deepestOf(source: Source, ground: string, speed: number, radius: number, seed: number): number {
  const random = createRandom(seed);
  const world = new World();
  const floor = GROUNDS[ground](world);
  const velocity = downwards(random).map((x) => speed * x);
  const height = radius - (velocity[1] / 60) * (0.2 + nextFloat(random));
  const number = (): number => 2 * nextFloat(random) - 1;
  const body = world.add(source, {
    position: [0.1 * number(), height, 0.1 * number()],
    rotation: [number(), number(), number(), number()],
    velocity,
    spin: [10 * number(), 10 * number(), 10 * number()],
    density: 8000,
    material: null,
  });
  let deepest = 0;
  for (let step = 0; step < 15; step++) {
    world.step(1 / 60);
    deepest = Math.max(deepest, judgeDepth(judge, world, body, floor));
  }
  world.dispose();
  return deepest;
}

describe('steel spheres are never deeper than 1 % of their radius', () => {
  for (const ground of Object.keys(GROUNDS)) {
    for (const [radius, speed] of [
      [0.01, 5],
      [0.05, 50],
      [0.005, 200],
    ]) {
      it(`of ${1000 * radius} mm at ${speed} m/s at a ${ground}, seeds 0 to 3`, () => {
        const ball = createShape('sphere', radius);
        for (let seed = 0; seed < 4; seed++) {
          expect(deepestOf(ball, ground, speed, radius, seed), `seed ${seed}`).toBeLessThan(0.01 * radius);
        }
      });
    }
  }
});

describe('shards of 3 mm are never deeper than 1.5 % of that', () => {
  let shard: Asset;
  beforeAll(async () => {
    shard = await bake(createBox({ size: [0.04, 0.003, 0.03], edge: 0.01 }));
  });
  for (const ground of Object.keys(GROUNDS)) {
    it(`at 5 m/s at a ${ground}, seeds 0 to 2`, () => {
      for (let seed = 0; seed < 3; seed++) {
        expect(deepestOf(shard, ground, 5, 0.026, seed), `seed ${seed}`).toBeLessThan(0.015 * 0.003);
      }
    });
  }
});
