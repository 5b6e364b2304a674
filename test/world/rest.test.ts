// At rest nothing is deeper than ε beyond what was chosen [Glondu13, sec. 5.2], and few contacts hold it; what hits the
// ground with one end does not come through it with the other.

import { beforeAll, describe, expect, it } from 'vitest';
import { restingWorld } from '../../bench/rest.ts';
import type { Asset } from '../../src/bake/asset.ts';
import { bake } from '../../src/bake/bake.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { createBowl, createPlate } from '../../src/mesh/shapes/index.ts';
import { World } from '../../src/world/world.ts';
import { chosenContacts, createJudge, EPSILON, judgeDepth, judgeWorld } from '../support/judge.ts';
import { boxAsset, createFloor, run } from './things.ts';

let cube: Asset;
let plank: Asset;
let plate: Asset;
let bowl: Asset;
let saucer: Asset;

beforeAll(async () => {
  cube = await boxAsset(0.2, 0.2, 0.2, 0.1);
  plank = await boxAsset(0.6, 0.06, 0.2, 0.06);
  plate = await bake(createPlate({ triangles: 1200 }));
  bowl = await bake(createBowl({ vertices: 400 }));
  saucer = await bake(createPlate({ radius: 0.05, thickness: 0.004, triangles: 600 }));
});

describe('at rest', () => {
  it('no point is deeper than ε beyond what was chosen: blocks, plates, a bowl, pieces', () => {
    const world = restingWorld(cube, plank, plate, bowl);
    const overlaps = judgeWorld(createJudge(), world);
    expect(overlaps.length).toBeGreaterThan(12);
    for (const { a, b, depth, chosen, epsilon } of overlaps) {
      expect((depth - chosen) / epsilon, `bodies ${a} and ${b}`).toBeLessThan(1);
    }
    expect(world.contacts.count).toBeLessThan(16 * overlaps.length);
  });

  it('a stack of plates does not tremble, and 8 contacts a pair or a few more hold it', () => {
    const world = createFloor({ sleep: false });
    for (let k = 0; k < 3; k++) {
      world.add(plate, { position: [0.01 * k, 0.05 + 0.08 * k, 0], rotation: [0.05 * k, 0, 0, 1] });
    }
    run(world, 3);
    let fastest = 0;
    for (let step = 0; step < 60; step++) {
      world.step(1 / 60);
      const moved = world.poses.map((value, i) => Math.abs(value - world.previousPoses[i]));
      fastest = Math.max(fastest, 60 * Math.max(...moved));
    }
    expect(fastest).toBeLessThan(1e-3);
    expect(world.contacts.count).toBeLessThan(45);
    const judge = createJudge();
    judgeDepth(judge, world, 0, 1, EPSILON * world.info(1).radius);
    expect(judge.found.count).toBeGreaterThan(3 * chosenContacts(world, 0, 1).count); // all that touch the floor
  });
});

describe('an impact', () => {
  it('leaves little of a thin body below the floor, however it falls; seed 3', () => {
    const random = createRandom(3);
    const judge = createJudge();
    const signed = () => 2 * nextFloat(random) - 1;
    let sum = 0;
    for (let drop = 0; drop < 10; drop++) {
      const world = createFloor({ sleep: false });
      const body = world.add(plank, {
        position: [0, 0.35 + 0.5 * nextFloat(random), 0],
        rotation: [0.5 * signed(), signed(), 0.5 * signed(), 1],
        spin: [3 * signed(), 3 * signed(), 3 * signed()],
      });
      let deepest = 0;
      for (let step = 0; step < 50; step++) {
        world.step(1 / 60);
        deepest = Math.max(deepest, judgeDepth(judge, world, 0, body));
      }
      sum += deepest;
      expect(deepest).toBeLessThan(0.4 * 0.06);
    }
    expect(sum / 10).toBeLessThan(0.12 * 0.06); // with the closest contacts alone: half of the thickness
  });
});

describe('a fixed number of contacts', () => {
  it('of 8 leaves a saucer in a bowl less than half as deep as 2', () => {
    const [few, enough] = [2, 8].map((contacts) => {
      const random = createRandom(16);
      const judge = createJudge();
      const signed = () => 2 * nextFloat(random) - 1;
      let sum = 0;
      for (let trial = 0; trial < 2; trial++) {
        const world = new World({ contacts, adaptive: false, sleep: false });
        const still = world.addStatic(bowl);
        const body = world.add(saucer, {
          position: [0.02 * signed(), 0.1, 0.02 * signed()],
          rotation: [0.3 * signed(), signed(), 0.3 * signed(), 1],
          spin: [4 * signed(), 4 * signed(), 4 * signed()],
        });
        for (let step = 0; step < 160; step++) {
          world.step(1 / 240);
          sum += judgeDepth(judge, world, still, body);
        }
      }
      return sum;
    });
    expect(few).toBeGreaterThan(2 * enough);
  });
});
