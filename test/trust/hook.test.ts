// Calls inside a hook, and hooks and clocks that fail: nothing changes the world within a step; a step whose hook failed has
// not been, one whose clock failed has.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Asset } from '../../src/bake/asset.ts';
import { createShape } from '../../src/contact/shape.ts';
import { materials } from '../../src/fracture/material.ts';
import { InputError } from '../../src/job/error.ts';
import type { FractureHook } from '../../src/world/break-hook.ts';
import type { Clock } from '../../src/world/options.ts';
import { World } from '../../src/world/world.ts';
import { boxAsset } from '../world/things.ts';

let block: Asset;

beforeAll(async () => {
  block = await boxAsset(0.2, 0.2, 0.2, 0.06);
});

/** Two blocks about to land on a floor, fast enough to break, one a little later than the other. */
function drop(record = false, clock?: Clock): World {
  const world = new World({ record, maxPieces: 6, clock });
  world.addStatic(createShape('plane'));
  world.add(createShape('box', 0.1, 0.1, 0.1), { position: [3, 0.2, 0] });
  world.add(block, { material: materials.glass, position: [0, 0.12, 0], velocity: [0, -12, 0] });
  world.add(block, { material: materials.glass, position: [1, 0.5, 0], velocity: [0, -12, 0] });
  return world;
}

/** Steps until something throws, or until both have landed; the error, and the hash before its step. */
function stepToError(world: World): { error: unknown; before: string; time: number } {
  for (let k = 0; k < 6; k++) {
    const before = world.hash();
    const { time } = world;
    try {
      world.step(1 / 60);
    } catch (error) {
      return { error, before, time };
    }
  }
  return { error: null, before: '', time: 0 };
}

const CALLS: [string, (world: World) => void][] = [
  ['add', (w) => w.add(createShape('sphere', 0.1))],
  ['add', (w) => w.addStatic(createShape('sphere', 0.1))],
  ['remove', (w) => w.remove(w.bodies[1])],
  ['step', (w) => w.step(1 / 60)],
  ['advance', (w) => w.advance(1 / 60)],
  ['split', (w) => w.split(w.bodies[2], { kind: 'slice', normal: [1, 0, 0], offset: 0 })],
  ['impulse', (w) => w.impulse(w.bodies[1], [1, 0, 0])],
  ['explode', (w) => w.explode([0, 0, 0], 1, 1)],
  ['join', (w) => w.join({ kind: 'ball', bodyA: w.bodies[1], anchor: [0, 0, 0] })],
  ['unjoin', (w) => w.unjoin(0)],
  ['setTarget', (w) => w.setTarget(0, [0, 0, 0])],
  ['setMotor', (w) => w.setMotor(0, 1)],
  ['setVelocity', (w) => w.setVelocity(w.bodies[1], [1, 0, 0])],
  ['setPose', (w) => w.setPose(w.bodies[1], [1, 0, 0])],
  ['setKind', (w) => w.setKind(w.bodies[1], 'static')],
  ['snapshot', (w) => void w.snapshot()],
  ['hash', (w) => void w.hash()],
  ['dispose', (w) => w.dispose()],
];

describe('a hook', () => {
  it('is told when it calls what would change the world, and the world goes on as without the call', () => {
    const plain = drop();
    const world = drop(true);
    plain.onBeforeFracture = () => null;
    const said = new Set<string>();
    world.onBeforeFracture = () => {
      for (const [name, call] of CALLS) {
        try {
          call(world);
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
          expect((error as Error).message).toMatch(
            new RegExp(`^${name} was called within a step.*step\\(\\) has`),
          );
          said.add(name);
        }
      }
      return null;
    };
    for (let k = 0; k < 6; k++) {
      plain.step(1 / 60);
      world.step(1 / 60);
    }
    expect(said).toEqual(new Set(CALLS.map(([name]) => name)));
    expect(world.bodies.length).toBeGreaterThan(4);
    expect(world.hash()).toBe(plain.hash());
    expect(World.replay(world.recording(), { assets: [block] }).hash()).toBe(world.hash());
  });

  it('may ask what it likes', () => {
    const plain = drop();
    const world = drop();
    world.onBeforeFracture = ({ body }) => {
      world.castRay([0, 5, 0], [0, -1, 0]);
      world.overlap([0, 0, 0], 1);
      world.info(body);
      world.measure();
      world.has(body);
      return null;
    };
    for (let k = 0; k < 6; k++) {
      plain.step(1 / 60);
      world.step(1 / 60);
    }
    expect(world.hash()).toBe(plain.hash());
  });

  const bad: [string, FractureHook, RegExp][] = [
    [
      'throws',
      () => {
        throw new Error('mine');
      },
      /^mine$/,
    ],
    ['returns a word', () => 'yes' as never, /onBeforeFracture returned what is no pattern/],
    ['returns a pattern without its parts', () => ({ kind: 'slice' }) as never, /normal is no array/],
    ['returns seeds of NaN', () => ({ kind: 'voronoi', seeds: [0, Number.NaN, 0] }), /seeds holds NaN/],
    ['returns too few labels', () => ({ kind: 'labels', labels: [1, 2] }), /labels has 2 numbers/],
    [
      'returns an odd radial',
      () => ({ kind: 'radial', center: [0, 0, 0], axis: [0, 1, 0] }) as never,
      /hub is undefined/,
    ],
  ];
  it.each(bad)(
    'that %s leaves the world as before the step, and it goes on without',
    (_name, hook, words) => {
      const never = drop();
      const world = drop(true);
      let asked = 0;
      world.onBeforeFracture = (proposal) => (++asked === 2 ? hook(proposal) : null); // after one has broken
      const { error, before, time } = stepToError(world);
      expect((error as Error).message).toMatch(words);
      expect(world.hash()).toBe(before);
      expect(world.time).toBe(time);
      world.onBeforeFracture = undefined;
      expect(world.onBeforeFracture).toBe(null);
      while (never.time < 0.2) never.step(1 / 60);
      while (world.time < 0.2) world.step(1 / 60);
      expect(world.hash()).toBe(never.hash());
      expect(World.replay(world.recording(), { assets: [block] }).hash()).toBe(world.hash());
    },
  );

  it('that throws leaves moments of the world as they are', () => {
    const world = drop();
    const moment = world.keep();
    const kept = world.hash();
    let asked = 0;
    world.onBeforeFracture = () => {
      if (++asked === 2) throw new Error('mine');
      return null;
    };
    expect(stepToError(world).error).toEqual(new Error('mine'));
    const hashes = [0, 1].map(() => {
      world.goBack(moment);
      expect(world.hash()).toBe(kept);
      for (let k = 0; k < 6; k++) world.step(1 / 60);
      expect(world.bodies.length).toBeGreaterThan(4);
      return world.hash();
    });
    expect(hashes[1]).toBe(hashes[0]);
  });

  it('that fails within advance undoes the step it failed in, and keeps the time that is left', () => {
    const never = drop();
    const world = drop();
    let asked = 0;
    world.onBeforeFracture = () => {
      if (++asked > 1) throw new Error('mine');
      return null;
    };
    expect(() => world.advance(6 / 60, { most: 10 })).toThrow('mine');
    expect(world.time).toBeGreaterThan(0);
    while (never.time < world.time - 1e-9) never.step(1 / 60);
    world.onBeforeFracture = null;
    for (let k = 0; k < 3; k++) {
      world.step(1 / 60);
      never.step(1 / 60);
    }
    expect(world.poses).toEqual(never.poses);
  });

  it('that a step did not begin with is not taken within it: that step could not be undone', () => {
    let within = true;
    let said = '';
    const hook = () => {
      throw new Error('mine');
    };
    const now = () => {
      if (within) return 0;
      within = true;
      try {
        world.onBeforeFracture = hook;
      } catch (error) {
        said = (error as Error).message;
      }
      return 0;
    };
    const world = drop(false, { now });
    const never = drop();
    for (let k = 0; k < 6; k++) {
      within = false;
      world.step(1 / 60);
      never.step(1 / 60);
    }
    expect(said).toMatch(/onBeforeFracture was called within a step/);
    expect(world.hash()).toBe(never.hash());
    world.onBeforeFracture = hook;
    expect(world.onBeforeFracture).toBe(hook);
  });

  it('must be a function', () => {
    const world = drop();
    expect(() => {
      world.onBeforeFracture = 'yes' as never;
    }).toThrow("onBeforeFracture is 'yes': give a function");
  });
});

describe('a clock', () => {
  it.each([1, 2, 3, 5, 8, 12, 20, 40])(
    'that throws at its reading %i of a step is told of once the step is done',
    (at) => {
      const never = drop();
      let left = 0;
      const now = () => {
        if (left > 0 && --left === 0) throw new Error('no time');
        return 0;
      };
      const world = drop(true, { now });
      for (let k = 0; k < 6; k++) {
        left = at;
        let said = '';
        try {
          world.step(1 / 60);
        } catch (error) {
          said = (error as Error).message;
        }
        expect(said).toBe(left > 0 ? '' : 'no time');
        left = 0;
        never.step(1 / 60);
        expect([world.time, world.hash()]).toEqual([never.time, never.hash()]);
      }
      expect(World.replay(world.recording(), { assets: [block] }).hash()).toBe(world.hash());
    },
  );

  it.each(CALLS)('that calls %s while a body is split is told, and the split goes on', (name, call) => {
    const slice = { kind: 'slice', normal: [1, 0, 0], offset: 0 } as const;
    let error: unknown = null;
    let asked = true;
    const now = () => {
      if (asked) return 0;
      asked = true;
      try {
        call(world);
      } catch (thrown) {
        error = thrown;
      }
      return 0;
    };
    const world = drop(true, { now });
    const never = drop();
    asked = false;
    world.split(world.bodies[2], slice);
    never.split(never.bodies[2], slice);
    expect((error as Error).message).toMatch(new RegExp(`^${name} was called within a step or a split`));
    for (let k = 0; k < 6; k++) {
      world.step(1 / 60);
      never.step(1 / 60);
    }
    expect(world.hash()).toBe(never.hash());
    expect(World.replay(world.recording(), { assets: [block] }).hash()).toBe(world.hash());
  });

  it('that throws while a body is split, or within advance, leaves what was done', () => {
    let left = 0;
    const now = () => {
      if (left > 0 && --left === 0) throw new Error('no time');
      return 10n as never; // no number either
    };
    const world = drop(true, { now });
    left = 2;
    const slice = { kind: 'slice', normal: [1, 0, 0], offset: 0 } as const;
    expect(() => world.split(world.bodies[2], slice)).toThrow('no time');
    expect(world.bodies.length).toBe(5);
    left = 5;
    expect(() => world.advance(2.5 / 60)).toThrow('no time');
    expect(world.time).toBeCloseTo(2 / 60, 12);
    expect(world.advance(0)).toBeCloseTo(0.5, 9);
    expect(World.replay(world.recording(), { assets: [block] }).hash()).toBe(world.hash());
  });
});
