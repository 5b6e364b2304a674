// A recording held the answers of onBeforeFracture alone: what broke before a hook was set, or after it was cleared, was not
// counted, and the replay gave the answers to other breaks. And it left out what advance had left over: the hash differed.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Asset } from '../../src/bake/asset.ts';
import { createShape, materials, World } from '../../src/index.ts';
import type { FractureHook } from '../../src/world/break-hook.ts';
import { boxAsset } from '../world/things.ts';

let block: Asset;

beforeAll(async () => {
  block = await boxAsset(0.2, 0.2, 0.2, 0.06);
});

/** Lets blocks fall one after the other; hooks[k] is set for the k-th. Returns how many pieces each broke into. */
function play(world: World, hooks: readonly (FractureHook | null)[]): number[] {
  world.addStatic(createShape('plane'));
  return hooks.map((hook, k) => {
    world.onBeforeFracture = hook;
    const before: number = world.bodies.length;
    world.add(block, { material: materials.glass, position: [2 * k, 0.12, 0], velocity: [0, -12, 0] });
    for (let step = 0; step < 4; step++) world.step(1 / 60);
    return world.bodies.length - before;
  });
}

const halve: FractureHook = () => ({ kind: 'slice', normal: [1, 0, 0], offset: 0 });

describe('a recording', () => {
  it.each([
    ['set late', [null, halve, () => false]],
    ['cleared and set again', [halve, null, () => false]],
    ['never set', [null, null]],
  ] as [string, (FractureHook | null)[]][])('plays what a hook said to the same breaks: %s', (_, hooks) => {
    const world = new World({ record: true, maxPieces: 6 });
    const pieces = play(world, hooks);
    expect(pieces[hooks.indexOf(null)]).toBeGreaterThan(2);
    const recording = JSON.parse(JSON.stringify(world.recording()));
    expect(World.replay(recording, { assets: [block] }).hash()).toBe(world.hash());
    if (hooks.every((hook) => hook === null)) expect(recording.answers).toEqual([]);
  });

  it('holds the time that advance has left over', () => {
    const world = new World({ record: true });
    world.add(createShape('sphere', 0.1));
    world.advance(0.025);
    const other = World.replay(JSON.parse(JSON.stringify(world.recording())), { assets: [] });
    expect(other.hash()).toBe(world.hash());
    expect(other.advance(0)).toBe(world.advance(0));
    expect(other.advance(0)).toBeGreaterThan(0);
  });
});
