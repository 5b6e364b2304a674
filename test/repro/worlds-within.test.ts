// A hook that stepped another world changed the first: what a step keeps of the world as it was before was held once for
// all worlds, and the inner step wrote over it.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Asset } from '../../src/bake/asset.ts';
import { bake } from '../../src/bake/bake.ts';
import { createShape } from '../../src/contact/shape.ts';
import { materials } from '../../src/fracture/material.ts';
import { createBox } from '../../src/mesh/shapes/box.ts';
import { World } from '../../src/world/world.ts';

let block: Asset;
beforeAll(async () => {
  block = await bake(createBox({ size: [0.2, 0.2, 0.2], edge: 0.1 }), { spacing: 0.1, cells: 24 });
});

/** Two blocks, one on the other, that fall on the floor fast enough to break. */
function createFall(): World {
  const world = new World({ maxPieces: 4 });
  world.addStatic(createShape('plane'));
  for (const height of [0.15, 0.4]) {
    world.add(block, {
      material: materials.brick,
      position: [0, height, 0],
      rotation: [0.1, 0, 0.2, 1],
      velocity: [0, -8, 0],
    });
  }
  return world;
}

/** Another world, in which much moves, breaks and turns. */
function createOther(): World {
  const world = createFall();
  for (let k = 0; k < 10; k++) {
    world.add(createShape('sphere', 0.03), {
      position: [0.3, 0.1 + 0.07 * k, 0],
      velocity: [-5, -30, 0],
      spin: [k, 0, 5],
    });
  }
  return world;
}

describe('an onBeforeFracture hook that steps another world', () => {
  it('changes nothing in the first', () => {
    const asked: number[] = [];
    const play = (other: World | null): string[] => {
      const world = createFall();
      let count = 0;
      world.onBeforeFracture = () => {
        count++;
        other?.step(1 / 60);
        return undefined;
      };
      const hashes: string[] = [];
      for (let step = 0; step < 5; step++) {
        world.step(1 / 60);
        hashes.push(world.hash());
      }
      asked.push(count);
      return hashes;
    };
    const alone = play(null);
    expect(play(createOther())).toEqual(alone);
    expect(asked[0]).toBeGreaterThan(1);
    expect(asked[1]).toBe(asked[0]);
  });
});
