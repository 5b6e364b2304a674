// A fracture left more pieces than maxPieces: a cell of a hollow or bent solid is in several parts, one crack can cut it
// in more than two places, and each part became a body of its own.

import { describe, expect, it } from 'vitest';
import type { Asset } from '../../src/bake/asset.ts';
import { bake } from '../../src/bake/bake.ts';
import { colliderOf } from '../../src/contact/inside.ts';
import { createShape } from '../../src/contact/shape.ts';
import { materials } from '../../src/fracture/material.ts';
import { type Scored, scoreCells } from '../../src/fracture/scored.ts';
import type { Pattern } from '../../src/fragment/patterns.ts';
import { createRadial } from '../../src/fragment/radial.ts';
import { validateFamily } from '../../src/fragment/validate.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { extrudeSection } from '../../src/mesh/shapes/extrude.ts';
import { cutOutline } from '../../src/mesh/shapes/polygon.ts';
import { createTorus } from '../../src/mesh/shapes/round.ts';
import { createBowl } from '../../src/mesh/shapes/tableware.ts';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { World } from '../../src/world/world.ts';

/** A bar with eight teeth: what crosses it cuts most of them. */
function createComb(): TriangleMesh {
  const outline: [number, number][] = [];
  for (let k = 0; k < 8; k++) {
    const x = 0.05 * k - 0.19;
    outline.push([x, -0.1], [x + 0.03, -0.1]);
    if (k < 7) outline.push([x + 0.03, 0.1], [x + 0.05, 0.1]);
  }
  outline.push([0.19, 0.14], [-0.19, 0.14]);
  return extrudeSection({
    outline: cutOutline(outline, 0.04),
    holes: [],
    height: 0.06,
    layers: 2,
    turn: 'forward',
  });
}

const [spacing, cells] = [0.05, 20];
const torus = createTorus({ radius: 0.2, tube: 0.03, triangles: 300 });
const solids: Record<string, Asset> = {
  ring: await bake(torus, { spacing, cells }),
  comb: await bake(createComb(), { spacing, cells }),
  'comb with modes': await bake(createComb(), { spacing, cells, material: materials.ceramic }),
  bowl: await bake(createBowl({ radius: 0.2, height: 0.18, wall: 0.02, vertices: 300 }), { spacing, cells }),
};

const SEEDS = 3;
const draws = (seed: number) => {
  const random = createRandom(seed);
  return () => 2 * nextFloat(random) - 1;
};

/** Steps a world until something in it breaks; the number of pieces of each fracture. */
function play(world: World, body: number): number[] {
  const counts: number[] = [];
  for (let step = 0; step < 4 && counts.length === 0; step++) {
    world.step(1 / 60);
    for (const { fragments } of world.events.fractures) counts.push(fragments.length + 1);
  }
  const { collider } = colliderOf(world.info(body));
  if (collider.field !== null) validateFamily(collider.field.family);
  return counts;
}

/** Throws a body at the floor, or a heavy ball at it. */
function smash(asset: Asset, maxPieces: number, seed: number): number[] {
  const world = new World({ seed, maxPieces });
  const draw = draws(seed);
  const thrown = seed % 2 === 0;
  world.addStatic(createShape('plane'));
  const body = world.add(asset, {
    material: materials.ceramic,
    position: [0, thrown ? 0.5 : 1, 0],
    rotation: [draw(), draw(), draw(), draw()],
    velocity: [draw(), thrown ? -18 : 0, draw()],
  });
  if (!thrown) {
    world.add(createShape('sphere', 0.1), {
      position: [0.15 * draw(), 1.45, 0.15 * draw()],
      velocity: [0, -15, 0],
      density: 7800,
    });
  }
  return play(world, body);
}

describe('a fracture leaves two pieces or more, and no more than maxPieces', () => {
  for (const [name, asset] of Object.entries(solids)) {
    for (const maxPieces of [4, 8, 12]) {
      it(`of a ${name}, with ${maxPieces} (seeds 1 to ${SEEDS})`, () => {
        let most = 0;
        for (let seed = 1; seed <= SEEDS; seed++) {
          const counts = smash(asset, maxPieces, seed);
          expect(counts.length).toBeGreaterThan(0);
          expect(Math.min(...counts)).toBeGreaterThanOrEqual(2);
          most = Math.max(most, ...counts);
        }
        expect(most).toBeLessThanOrEqual(maxPieces);
        expect(most).toBeGreaterThan(maxPieces / 2); // and the bound is made use of
      });
    }
  }

  /** A comb lands on its teeth; it breaks as it is scored, or along a pattern. */
  function land(maxPieces: number, scored: Scored | null, pattern: Pattern | null) {
    const world = new World({ maxPieces });
    world.addStatic(createShape('plane'));
    const body = world.add(solids.comb, {
      material: materials.ceramic,
      position: [0, 0.2, 0],
      velocity: [0, -18, 0],
      ...(scored === null ? {} : { scored }),
    });
    world.onBeforeFracture = () => pattern;
    const [count] = play(world, body);
    return { count, poses: [...world.poses.slice(0, 7 * world.bodies.length)] };
  }

  const draw = draws(5);
  const seeds = Array.from({ length: 8 }, () => [0.19 * draw(), 0.14 * draw(), 0.03 * draw()]).flat();
  const middle = [0, 0, 0];
  const ways: [string, Scored | null, Pattern | null][] = [
    ['slice', null, { kind: 'slice', normal: [0, 1, 0], offset: 0 }],
    ['cells', null, { kind: 'voronoi', seeds }],
    ['rays', null, createRadial({ center: middle, axis: [0, 0, 1], radius: 0.2, rays: 5, rings: 2 })],
    ['scored cells', scoreCells(solids.comb.tets.positions, seeds, { strength: 0 }), null],
  ];
  for (const [name, scored, pattern] of ways) {
    it(`along ${name} of its own, and stays as it was to the bit where there are not too many`, () => {
      const free = land(1000, scored, pattern);
      expect(free.count).toBeGreaterThan(8);
      expect(land(free.count, scored, pattern)).toEqual(free);
      for (const maxPieces of [2, 5, free.count - 1]) {
        const { count } = land(maxPieces, scored, pattern);
        expect(count).toBeGreaterThanOrEqual(2);
        expect(count).toBeLessThanOrEqual(maxPieces);
      }
    });
  }
});
