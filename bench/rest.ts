// What is left at rest [Glondu13, sec. 5.2]: things of several kinds on the floor and on each other, and the pieces of
// some, have come to lie; a full query of every pair says how deep they are in each other.

import type { Asset } from '../src/bake/asset.ts';
import { bake } from '../src/bake/bake.ts';
import { createShape } from '../src/contact/shape.ts';
import { createRandom, nextFloat } from '../src/math/random.ts';
import { createBowl, createBox, createPlate } from '../src/mesh/shapes/index.ts';
import { World } from '../src/world/world.ts';
import { createJudge, EPSILON, judgeWorld } from '../test/support/judge.ts';
import type { Report } from './bench.ts';

const SECONDS = 6;

/** Rows of how deep what rests is, in ε of each pair. */
export async function judgeRest(report: Report): Promise<void> {
  report.note('things come to rest');
  const cube = await bake(createBox({ size: [0.2, 0.2, 0.2], edge: 0.1 }), { spacing: 0.1, cells: 24 });
  const plank = await bake(createBox({ size: [0.6, 0.06, 0.2], edge: 0.06 }), { spacing: 0.06, cells: 24 });
  const plate = await bake(createPlate({ triangles: 1200 }));
  const bowl = await bake(createBowl({ vertices: 400 }));
  const world = restingWorld(cube, plank, plate, bowl);
  const overlaps = judgeWorld(createJudge(), world);
  let left = 0;
  let deepest = 0;
  for (const { depth, chosen, epsilon } of overlaps) {
    left = Math.max(left, (depth - chosen) / epsilon);
    deepest = Math.max(deepest, depth / epsilon);
  }
  report.row({
    name: 'at rest: deepest point beyond what was chosen',
    value: left,
    unit: 'ε',
    paper: 1,
    target: 1,
    overlappingPairs: overlaps.length,
    contacts: world.contacts.count,
    kinetic: world.measure().kinetic,
  });
  report.row({ name: 'at rest: deepest point', value: deepest, unit: 'ε', paper: 1 });
}

/** What bodies may rest in each other by: more than ε, which is 0.2 % of the smaller radius or less. */
export const ALLOWED = 'of 0.5 % of the smaller radius or 0.2 mm, whichever is more';

/** The deepest overlap that a full query of every pair finds, in parts of what is allowed, and in ε of its pair. */
export function findDeepest(world: World): { allowed: number; epsilons: number } {
  let allowed = 0;
  let epsilons = 0;
  for (const { depth, epsilon } of judgeWorld(createJudge(), world)) {
    allowed = Math.max(allowed, depth / Math.max((0.005 / EPSILON) * epsilon, 0.0002));
    epsilons = Math.max(epsilons, depth / epsilon);
  }
  return { allowed, epsilons };
}

/** Stacks of blocks, plates and a bowl, and two broken blocks, all at rest. */
export function restingWorld(cube: Asset, plank: Asset, plate: Asset, bowl: Asset): World {
  const world = new World({ sleep: false });
  world.addStatic(createShape('plane'));
  world.add(plank, { position: [0, 0.05, 0] });
  world.add(cube, { position: [0.05, 0.25, 0.02], rotation: [0, 0.2, 0, 1] });
  world.add(cube, { position: [0.02, 0.5, 0.02], rotation: [0.1, 0.5, 0, 1] });
  for (let k = 0; k < 3; k++) {
    world.add(plate, { position: [1 + 0.01 * k, 0.05 + 0.08 * k, 0.01 * k], rotation: [0.05 * k, 0, 0, 1] });
  }
  world.add(bowl, { position: [-1, 0.02, 0] });
  world.add(createShape('sphere', 0.03), { position: [-0.98, 0.15, 0] });
  const broken = [cube, plank].map((asset, k) =>
    world.add(asset, { position: [3 + k, 0.3, 0], rotation: [0.3, 0.1, 0.2, 1] }),
  );
  const random = createRandom(5);
  for (let step = 0; step < 60 * SECONDS; step++) {
    if (step === 40) {
      for (const [k, body] of broken.entries()) {
        const half = k === 0 ? [0.1, 0.1, 0.1] : [0.3, 0.03, 0.1];
        const seeds = Array.from({ length: 18 }, (_, i) => half[i % 3] * (2 * nextFloat(random) - 1));
        world.split(body, { kind: 'voronoi', seeds });
      }
    }
    world.step(1 / 60);
  }
  return world;
}
