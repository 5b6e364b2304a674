// A block without friction slides over a floor that is cracked but has not moved: it must not feel the cracks
// [DESIGN, decision 7].

import { bake } from '../src/bake/bake.ts';
import { colliderOf } from '../src/contact/inside.ts';
import { familyOf } from '../src/contact/update.ts';
import { scatterSeeds } from '../src/fragment/scatter.ts';
import { createBox } from '../src/mesh/shapes/box.ts';
import { World } from '../src/world/world.ts';
import type { Bench } from './bench.ts';

const LENGTH = 3; // of the floor, metres
const WAY = 2; // of the block

export const bench: Bench = {
  name: 'seams',
  answers: 'A frictionless block over a cracked, unmoved floor: the speed it keeps, and how high it hops',
  async run(report) {
    report.note('baking');
    const floor = await bake(createBox({ size: [LENGTH, 0.2, 0.8], edge: 0.1 }), { spacing: 0.1 });
    const block = await bake(createBox({ size: [0.3, 0.15, 0.2], edge: 0.1 }), { spacing: 0.1 });
    for (const pieces of [1, 24, 80]) {
      for (const speed of [1, 2, 4]) {
        for (const dt of [1 / 60, 0.03]) {
          const world = new World({ sleep: false });
          const ground = world.addStatic(floor, { position: [0, -0.1, 0], friction: 0 });
          if (pieces > 1) {
            const { collider } = colliderOf(world.info(ground));
            const seeds = scatterSeeds(familyOf(collider), 0, { count: pieces, seed: 5 });
            world.split(ground, { kind: 'voronoi', seeds });
          }
          const body = world.add(block, {
            position: [-WAY / 2, 0.0752, 0],
            velocity: [speed, 0, 0],
            friction: 0,
          });
          const index = 7 * world.indexOf(body);
          for (let t = 0; t < 0.2; t += dt) world.step(dt); // lands
          const level = world.poses[index + 1];
          const mass = world.info(body).mass;
          const before = world.measure().momentum[0] / mass;
          let high = 0;
          for (let t = 0.2; t < WAY / speed; t += dt) {
            world.step(dt);
            high = Math.max(high, world.poses[index + 1] - level);
          }
          const after = world.measure().momentum[0] / mass;
          report.row({
            name: `${pieces} pieces, ${speed} m/s, ${(1000 * dt).toFixed(1)} ms steps: speed lost`,
            value: 100 * Math.abs(1 - after / before),
            unit: '%',
            target: 1,
            hopMillimetres: 1000 * high,
          });
        }
      }
    }
  },
};
