// Snapshots and recordings: whatever is altered in them is refused; what is forged gives no raw error, no NaN and no endless
// work; what they keep, they keep to the last bit.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Asset } from '../../src/bake/asset.ts';
import { hashBytes } from '../../src/bake/hash.ts';
import { createShape } from '../../src/contact/shape.ts';
import { materials } from '../../src/fracture/material.ts';
import { InputError } from '../../src/job/error.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { hashText } from '../../src/world/plain.ts';
import type { Recording } from '../../src/world/recording.ts';
import { World } from '../../src/world/world.ts';
import { boxAsset } from '../world/things.ts';

let cube: Asset;

beforeAll(async () => {
  cube = await boxAsset(0.4, 0.4, 0.4, 0.1);
});

/** A world in the middle of things: something broken, something joined, something asleep. */
function build(): World {
  const world = new World({ record: true, maxPieces: 6 });
  world.addStatic(createShape('plane'));
  const body = world.add(cube, { position: [0, 0.5, 0], material: materials.glass, velocity: [0, -0, 0] });
  const ball = world.add(createShape('sphere', 0.1), { position: [0.5, 1, 0], material: materials.steel });
  world.add(createShape('box', 0.1, 0.1, 0.1), { position: [2, 0.1, 0] });
  world.join({
    kind: 'distance',
    bodyA: ball,
    bodyB: body,
    anchor: [0.5, 1, 0],
    anchorB: [0, 0.6, 0],
    max: Infinity,
  });
  world.split(body, { kind: 'slice', normal: [1, 0.2, 0], offset: 0 });
  for (let k = 0; k < 40; k++) world.step(1 / 60);
  world.advance(0.01);
  return world;
}

/** Writes the checksum that bytes should have, as a forger would. */
function forge(bytes: Uint8Array): Uint8Array {
  const { low, high } = hashBytes(bytes, 24);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, low, true);
  view.setUint32(20, high, true);
  return bytes;
}

function forgeRecording(recording: Recording, change: (calls: unknown[][]) => void): Recording {
  const copy = JSON.parse(JSON.stringify(recording));
  change(copy.calls);
  copy.checksum = hashText(JSON.stringify([copy.options, copy.calls, copy.answers]));
  return copy;
}

describe('a snapshot', () => {
  it('that was damaged anywhere is refused, 3,000 of 3,000', () => {
    const bytes = build().snapshot();
    const random = createRandom(5);
    let silent = 0;
    for (let k = 0; k < 3000; k++) {
      const bad = bytes.slice();
      const at = Math.floor(nextFloat(random) * bad.length);
      bad[at] ^= 1 + Math.floor(nextFloat(random) * 255);
      try {
        World.restore(bad, { assets: [cube] });
        silent++;
      } catch (error) {
        expect(error).toBeInstanceOf(InputError);
      }
    }
    expect(silent).toBe(0);
  });

  it('that was forged gives an InputError, or a world that goes on in numbers', () => {
    const bytes = build().snapshot();
    const random = createRandom(7);
    let refused = 0;
    for (let k = 0; k < 400; k++) {
      const bad = bytes.slice();
      const at = 24 + Math.floor(nextFloat(random) * (bad.length - 24));
      bad[at] ^= 1 + Math.floor(nextFloat(random) * 255);
      let world: World;
      try {
        world = World.restore(forge(bad), { assets: [cube] });
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        refused++;
        continue;
      }
      for (let step = 0; step < 2; step++) world.step(1 / 60);
      expect(world.poses.every(Number.isFinite)).toBe(true);
    }
    expect(refused).toBeGreaterThan(50);
  });

  it('of an older version says so', () => {
    const bytes = build().snapshot();
    new DataView(bytes.buffer).setFloat64(8, 8, true);
    expect(() => World.restore(bytes, { assets: [cube] })).toThrow(/version 8: an older fracas wrote it/);
  });

  it('holds the time that advance has left over', () => {
    const world = build();
    const other = World.restore(world.snapshot(), { assets: [cube] });
    expect(other.advance(0.005)).toBe(world.advance(0.005));
    expect(other.advance(0.005)).toBe(world.advance(0.005));
    expect(other.hash()).toBe(world.hash());
  });
});

describe('a recording', () => {
  it('keeps Infinity and −0 through JSON', () => {
    const world = build();
    world.setVelocity(world.bodies[3], [-0, 0, -0]);
    const other = World.replay(JSON.parse(JSON.stringify(world.recording())), { assets: [cube] });
    expect(other.hash()).toBe(world.hash());
    const [a, b] = [world.info(world.bodies[3]), other.info(other.bodies[3])];
    expect(b.velocity.map((v) => Object.is(v, -0))).toEqual(a.velocity.map((v) => Object.is(v, -0)));
    expect(other.poses).toEqual(world.poses);
  });

  it('knows a split whose log takes nothing: that throws once the body is split', () => {
    const world = new World({ record: true });
    const body = world.add(cube);
    const log = Object.assign([], {
      push() {
        throw new Error('mine');
      },
    });
    expect(() => world.split(body, { kind: 'slice', normal: [1, 0, 0], offset: 0 }, { log })).toThrow('mine');
    expect(world.bodies.length).toBe(2);
    expect(World.replay(world.recording(), { assets: [cube] }).hash()).toBe(world.hash());
  });

  it('that was altered is refused, and one of an older version says so', () => {
    const text = JSON.stringify(build().recording());
    const play = (bad: string) => World.replay(JSON.parse(bad), { assets: [cube] });
    expect(() => play(text.replace('0.5', '0.6'))).toThrow(/does not match its checksum/);
    expect(() => play(text.replace('"version":3', '"version":2'))).toThrow(/version 2: an older fracas/);
    expect(() => play(text.replace('"version":3', '"version":9'))).toThrow(/version 9: this fracas reads/);
  });

  it('takes no more steps than it may', () => {
    const recording = build().recording();
    const long = forgeRecording(recording, (calls) => calls.push(['step', 1 / 60, 1e12]));
    expect(() => World.replay(long, { assets: [cube] })).toThrow(/takes 1000000000040 collision steps/);
    expect(() => World.replay(recording, { assets: [cube], maxSteps: 10 })).toThrow(/maxSteps, now 10/);
  });

  it('with a form that is none is refused', () => {
    const recording = build().recording();
    const options = { ...recording.options, form: { create: 1, propagate: 2, measure: 3 } };
    const bad = forgeRecording({ ...recording, options }, () => {});
    expect(() => World.replay(bad, { assets: [cube] })).toThrow(/form\.create is 1: give a function/);
  });

  it.each([
    [['step', 1 / 60, -1]],
    [['step', 1 / 60, 1.5]],
    [['step', Number.MAX_VALUE, 1]],
    [['add', null, {}]],
    [['add', { shape: 'box' }, {}]],
    [['add', { asset: 'none' }, {}]],
    [['split', 0, { kind: 'slice' }]],
    [['dispose']],
    [['constructor']],
    [[null]],
    ['step'],
  ])('with a forged call %j is refused', (call) => {
    const bad = forgeRecording(build().recording(), (calls) => calls.push(call as unknown[]));
    expect(() => World.replay(bad, { assets: [cube] })).toThrow(InputError);
  });
});
