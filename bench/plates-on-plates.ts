// Plates dropped on plates: thin bodies that meet face to face, edge to face, at speeds at which they would be through
// each other within a step. None may pass.

import type { Asset } from '../src/bake/asset.ts';
import { bake } from '../src/bake/bake.ts';
import { createRandom, nextFloat } from '../src/math/random.ts';
import { createBox } from '../src/mesh/shapes/box.ts';
import { World } from '../src/world/world.ts';
import type { Bench } from './bench.ts';

const DROPS = 40; // a row
const SIZE = 0.3; // of a plate, metres

export const bench: Bench = {
  name: 'plates-on-plates',
  answers: 'plates of 5 to 20 mm dropped on each other from 5 to 50 cm: how many pass through, of 40',
  async run(report) {
    report.note('baking');
    const plates: Asset[] = [];
    for (const thickness of [0.005, 0.01, 0.02]) {
      plates.push(await bake(createBox({ size: [SIZE, thickness, SIZE], edge: 0.03 }), { spacing: 0.03 }));
    }
    for (const speculation of [true, false]) {
      for (const dt of [0.017, 0.03]) {
        let passed = 0;
        let deepest = 0;
        for (let drop = 0; drop < DROPS; drop++) {
          const plate = plates[drop % plates.length];
          const result = dropPlate(plate, plates[(drop >> 1) % plates.length], dt, speculation, drop);
          if (result.passed) passed++;
          deepest = Math.max(deepest, result.deepest);
        }
        const row = {
          name: `${(1000 * dt).toFixed(0)} ms steps${speculation ? '' : ', without speculation'}: passed of ${DROPS}`,
          value: passed,
          unit: '',
          deepestMillimetres: 1000 * deepest,
        };
        report.row(speculation ? { ...row, target: 0 } : row);
      }
    }
  },
};

/** Drops one plate on another that lies on posts at its rim; says whether it went through, and how deep it was at most. */
function dropPlate(
  falling: Asset,
  lying: Asset,
  dt: number,
  speculation: boolean,
  seed: number,
): { passed: boolean; deepest: number } {
  const random = createRandom(seed + 1);
  const world = new World({ speculation, sleep: false });
  world.addStatic(lying, { position: [0, 0, 0] });
  const height = 0.05 + 0.45 * nextFloat(random);
  const tilt = seed % 4 === 0 ? 0 : nextFloat(random) - 0.5; // one in four falls flat
  const lean = seed % 4 === 0 ? 0 : nextFloat(random) - 0.5;
  const body = world.add(falling, {
    position: [0.1 * (nextFloat(random) - 0.5), height, 0.1 * (nextFloat(random) - 0.5)],
    rotation: [tilt, nextFloat(random), lean, 1],
    spin: [4 * (nextFloat(random) - 0.5), 0, 4 * (nextFloat(random) - 0.5)],
  });
  const index = 7 * world.indexOf(body);
  let deepest = 0;
  for (let t = 0; t < 1; t += dt) {
    world.step(dt);
    const { contacts } = world;
    for (let i = 0; i < contacts.count; i++) deepest = Math.max(deepest, -contacts.distance[i]);
    const [x, y, z] = world.poses.subarray(index, index + 3);
    // Below the plate and within it: it went through, not over the rim.
    if (y < -0.01 && Math.abs(x) < SIZE / 2 - 0.02 && Math.abs(z) < SIZE / 2 - 0.02) {
      return { passed: true, deepest };
    }
    if (y < -0.05) break;
  }
  return { passed: false, deepest };
}
