// A world goes back to moments that it kept, in any order and as often as asked, and goes on from each bit for bit: as it
// did, and as a world restored from a snapshot does. Nothing is cut again.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Asset } from '../../src/bake/asset.ts';
import { copyCollider } from '../../src/contact/copy-collider.ts';
import { colliderOf } from '../../src/contact/inside.ts';
import { createShape } from '../../src/contact/shape.ts';
import { materials } from '../../src/fracture/material.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import type { Moment } from '../../src/world/moment.ts';
import { World } from '../../src/world/world.ts';
import { boxAsset, createFloor } from './things.ts';

let cube: Asset;
let plank: Asset;

beforeAll(async () => {
  cube = await boxAsset(0.2, 0.2, 0.2, 0.1);
  plank = await boxAsset(0.6, 0.06, 0.2, 0.06);
});

/** Things that fall on each other and break by the blow. */
function build(seed: number): World {
  const random = createRandom(seed);
  const world = createFloor({ seed, maxPieces: 4 });
  for (let k = 0; k < 4; k++)
    world.add(k % 2 === 0 ? cube : plank, {
      position: [0.1 * nextFloat(random), 0.4 + 0.35 * k, 0.1 * nextFloat(random)],
      spin: [nextFloat(random), 2 * nextFloat(random), 1],
      velocity: [0, -6, 0],
      material: materials.glass,
    });
  world.add(createShape('sphere', 0.1), { position: [0, 2, 0], velocity: [0, -12, 0], density: 8000 });
  return world;
}

const STEPS = 36;

/** Plays one step, with what disturbs it. */
function play(world: World, step: number): void {
  const { bodies } = world;
  if (step === 18 && bodies.length > 7) world.remove(bodies[6]);
  if (step === 22) world.impulse(bodies[2], [0.5, 3, 0.2]);
  if (step === 25) world.split(bodies[1], { kind: 'slice', normal: [1, 0.2, 0.3], offset: 0 });
  world.step(1 / 60);
}

describe('a moment', () => {
  for (const seed of [1, 2]) {
    it(`is come back to from anywhere, and the world goes on as it did, seed ${seed}`, () => {
      const world = build(seed);
      const moments: Moment[] = [];
      const hashes: string[] = [];
      const snapshots: Uint8Array[] = [];
      let most = 0;
      for (let step = 0; step < STEPS; step++) {
        moments.push(world.keep());
        hashes.push(world.hash());
        snapshots.push(world.snapshot());
        play(world, step);
        most = Math.max(most, world.bodies.length);
      }
      expect(most).toBeGreaterThan(8); // things broke
      const random = createRandom(100 + seed);
      for (let turn = 0; turn < 6; turn++) {
        const from = turn === 0 ? STEPS - 1 : Math.floor(STEPS * nextFloat(random));
        const until = Math.min(STEPS - 1, from + Math.floor(12 * nextFloat(random)));
        world.goBack(moments[from]);
        expect(world.time).toBe(moments[from].time);
        expect(world.snapshot()).toEqual(snapshots[from]);
        for (let step = from; step < until; step++) {
          play(world, step);
          expect(world.hash(), `step ${step} from ${from}`).toBe(hashes[step + 1]);
        }
        if (turn === 3) world.keep(); // one more is kept on the way
      }
      world.goBack(moments[20]);
      const other = World.restore(snapshots[20], { assets: [cube, plank] });
      for (let step = 20; step < STEPS - 1; step++) {
        play(world, step);
        play(other, step);
      }
      expect(world.hash()).toBe(other.hash());
    });
  }

  it('may be left another way: what is kept stays as it was', () => {
    const world = build(4);
    for (let step = 0; step < 12; step++) world.step(1 / 60);
    const moment = world.keep();
    const hash = world.hash();
    const ends = [0.3, 0.3].map((offset) => {
      world.goBack(moment);
      expect(world.hash()).toBe(hash);
      for (const body of world.bodies.slice(1, 4)) {
        world.split(body, { kind: 'slice', normal: [0, 1, offset], offset: 0 });
        world.remove(body);
      }
      for (let step = 0; step < 10; step++) world.step(1 / 60);
      return world.hash();
    });
    expect(ends[0]).toBe(ends[1]);
    world.goBack(moment);
    expect(world.hash()).toBe(hash);
  });

  it('copies of a broken solid are whole in themselves', () => {
    const world = build(5);
    for (let step = 0; step < 14; step++) world.step(1 / 60);
    const broken = world.bodies
      .map((body) => colliderOf(world.info(body)).collider)
      .filter((collider) => (collider.field?.family.fragments.count ?? 0) > 1);
    expect(broken.length).toBeGreaterThan(0);
    const copy = copyCollider(broken[0], {});
    expect(copy.field).not.toBeNull();
    if (copy.field === null || broken[0].field === null) return;
    expect(copy.field.family.label).toEqual(broken[0].field.family.label);
    expect(copy.field.family.label).not.toBe(broken[0].field.family.label);
    expect(copy.field.family.topology).toBe(broken[0].field.family.topology);
    expect(copy.forest).toEqual(broken[0].forest);
    expect(copy.rims).toEqual(broken[0].rims);
    expect(copy.kdop).toEqual(broken[0].kdop);
  });

  it('of another world is refused, and so is going back while recording', () => {
    const [one, two] = [build(6), build(6)];
    const moment = one.keep();
    expect(() => two.goBack(moment)).toThrow(/another world/);
    expect(() => one.goBack({ time: 0 })).toThrow(/another world/);
    expect(() => one.goBack(null as unknown as Moment)).toThrow(/another world/);
    const recorded = createFloor({ record: true });
    expect(() => recorded.goBack(recorded.keep())).toThrow(/records/);
  });
});

/** A plate cut in as many pieces as seeds, which then falls. */
function cutPlate(world: World, body: number, seeds: number[]): void {
  world.split(body, { kind: 'voronoi', seeds });
}

describe('a world that went back and breaks another way', () => {
  it('goes on as one that always broke so: cracks are those of this break', async () => {
    const plate = await boxAsset(0.4, 0.1, 0.4, 0.08);
    const chain = [-0.15, 0, 0, -0.05, 0, 0, 0.05, 0, 0, 0.15, 0, 0];
    const grid = [-0.1, 0, -0.1, 0.1, 0, -0.1, -0.1, 0, 0.1, 0.1, 0, 0.1];
    const worlds = [0, 1].map(() => {
      const world = createFloor();
      return { world, body: world.add(plate, { position: [0, 0.3, 0], spin: [0, 0, 2], material: null }) };
    });
    const [{ world, body }, other] = worlds;
    const moment = world.keep();
    cutPlate(world, body, chain);
    for (let step = 0; step < 3; step++) world.step(1 / 60);
    world.goBack(moment);
    cutPlate(world, body, grid);
    cutPlate(other.world, other.body, grid);
    for (let step = 0; step < 20; step++) {
      world.step(1 / 60);
      other.world.step(1 / 60);
      expect(world.hash(), `step ${step}`).toBe(other.world.hash());
    }
  });
});
