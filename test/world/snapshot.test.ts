// A snapshot at any step, restored, goes on bit for bit; a recording plays to the same hash.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Asset } from '../../src/bake/asset.ts';
import type { Recording } from '../../src/world/recording.ts';
import { World } from '../../src/world/world.ts';
import { boxAsset, createFloor } from './things.ts';

let cube: Asset;
let plank: Asset;

beforeAll(async () => {
  cube = await boxAsset(0.2, 0.2, 0.2, 0.1);
  plank = await boxAsset(0.6, 0.06, 0.2, 0.06);
});

const SEEDS = [-0.2, 0, 0, -0.05, 0.01, 0.03, 0.1, 0, -0.02, 0.22, 0, 0.05];

/** A pile that falls, breaks and is disturbed; `at` is called before each step. */
function play(world: World, steps: number, at: (step: number) => void = () => {}, from = 0): void {
  for (let step = from; step < steps; step++) {
    at(step);
    const bodies = world.bodies;
    if (step === 40) world.split(bodies[1], { kind: 'voronoi', seeds: SEEDS });
    if (step === 70) world.impulse(bodies[2], [0.5, 3, 0.2]);
    if (step === 90) world.remove(bodies[3]);
    if (step === 110) world.split(bodies[2], { kind: 'slice', normal: [1, 0, 0.3], offset: 0 });
    world.step(step % 7 === 0 ? 0.03 : 1 / 60);
  }
}

function build(options = {}): World {
  const world = createFloor(options);
  world.add(plank, { position: [0, 0.25, 0], rotation: [0.1, 0.2, 0, 1] });
  for (let k = 0; k < 4; k++)
    world.add(cube, { position: [0.02 * k, 0.5 + 0.25 * k, 0.01 * k], spin: [k, 0, 1] });
  return world;
}

describe('a world', () => {
  it('goes on from a snapshot at any step as if nothing had happened', () => {
    const world = build();
    const snapshots: { step: number; bytes: Uint8Array }[] = [];
    play(world, 160, (step) => {
      if (step % 13 === 0) snapshots.push({ step, bytes: world.snapshot() });
    });
    const end = world.hash();
    for (const { step, bytes } of snapshots) {
      const other = World.restore(bytes, { assets: [plank, cube] });
      expect(other.snapshot()).toEqual(bytes);
      play(other, 160, () => {}, step);
      expect(other.hash(), `from step ${step}`).toBe(end);
    }
  });

  it('gives the same hash twice, and another when anything differs', () => {
    const one = build();
    const two = build();
    play(one, 60);
    play(two, 60);
    expect(one.hash()).toBe(two.hash());
    const three = build({ substeps: 7 });
    play(three, 60);
    expect(three.hash()).not.toBe(one.hash());
  });

  it('plays a recording, through JSON, to the same hash', () => {
    const world = build({ record: true, seed: 7 });
    play(world, 130);
    const text = JSON.stringify(world.recording());
    const other = World.replay(JSON.parse(text) as Recording, { assets: [cube, plank] });
    expect(other.hash()).toBe(world.hash());
  });

  it('refuses bytes that are no snapshot, and assets that are missing', () => {
    const world = build();
    world.step(1 / 60);
    const bytes = world.snapshot();
    expect(() => World.restore(bytes, { assets: [cube] })).toThrow(/assets lacks/);
    expect(() => World.restore(bytes.slice(0, bytes.length - 9), { assets: [cube, plank] })).toThrow(
      /does not match its checksum/,
    );
    expect(() => World.restore(new Uint8Array(64), { assets: [] })).toThrow(/not a snapshot/);
    expect(() => World.replay({} as Recording, { assets: [] })).toThrow(/no recording/);
  });
});
