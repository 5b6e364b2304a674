// A call that is refused leaves no trace, and says argument, value and remedy; values at the ends of the ranges work.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Asset } from '../../src/bake/asset.ts';
import { createShape } from '../../src/contact/shape.ts';
import { materials } from '../../src/fracture/material.ts';
import { InputError } from '../../src/job/error.ts';
import { FARTHEST, FASTEST } from '../../src/world/constants.ts';
import { World } from '../../src/world/world.ts';
import { boxAsset } from '../world/things.ts';

let cube: Asset;

beforeAll(async () => {
  cube = await boxAsset(0.4, 0.4, 0.4, 0.1);
});

class Heavy {
  get density(): number {
    return 5000;
  }
}

type Act = (world: World, body: number) => unknown;
const slice = { kind: 'slice', normal: [0, 1, 0], offset: 0 } as const;
const rings = [[], [], []];
const fan = { kind: 'radial', center: [0, 0, 0], axis: [0, 1, 0], hub: 0.1, rings } as const;

/** Each was accepted, threw a raw TypeError, or threw after it had changed something. */
const REFUSED: [string, Act, RegExp][] = [
  ['add: spin of 1e308', (w) => w.add(cube, { spin: [1e308, 0, 0] }), /spin\[0\] is 1e\+308: give numbers from/],
  ['add: position of 1e39', (w) => w.add(cube, { position: [0, 1e39, 0] }), /position\[1\] is 1e\+39/],
  ['add: velocity of 1e300', (w) => w.add(cube, { velocity: [0, 0, -1e300] }), /velocity\[2\] is -1e\+300/],
  ['add: mass of 1e-300', (w) => w.add(cube, { density: 1e-299 }), /too light to be moved: give one of 1e-18/],
  ['add: mass of 1e300', (w) => w.add(cube, { density: 1e300 }), /too heavy to be moved/],
  ['add: nothing', (w) => w.add(undefined as never), /source is undefined: give an asset/],
  ['add: options of null', (w) => w.add(cube, null as never), /options is null: give an object/],
  ['add: scored of true', (w) => w.add(cube, { scored: true as never }), /scored is true: give \{ cells \}/],
  ['add: unknown option', (w) => w.add(cube, { postion: [0, 1, 0] } as never), /no 'postion': did you mean 'position'/],
  ['add: half an asset', (w) => w.add({ tets: {} } as never), /source is an object with tets: give an asset/],
  ['add: half a shape', (w) => w.add({ kind: 1 } as never), /source is an object with kind: give/],
  ['addStatic: options of null', (w) => w.addStatic(cube, null as never), /options is null/],
  ['add: an inherited option', (w) => w.add(cube, Object.create({ position: [1, 0, 0] })), /options\.position is .*: give members of its own/],
  ['add: a getter of a class', (w) => w.add(cube, new Heavy()), /options\.density is 5000: give members of its own/],
  ['add: an inherited material', (w) => w.add(cube, { material: Object.create(materials.glass) }), /material\.name is 'glass': give members/],
  ['add: an inherited score', (w) => w.add(cube, { scored: Object.create({ cells: [] }) }), /scored\.cells is .*: give members/],
  ['addStatic: an inherited option', (w) => w.addStatic(cube, Object.create({ position: [1, 0, 0] })), /options\.position is .*: give members/],
  ['join: an inherited kind', (w, b) => w.join(Object.assign(Object.create({ kind: 'ball' }), { bodyA: b, anchor: [0, 0, 0] })), /joint\.kind is 'ball': give members/],
  ['split: an inherited pattern', (w, b) => w.split(b, Object.create(slice)), /pattern\.kind is 'slice': give members/],
  ['split: an inherited option', (w, b) => w.split(b, slice, Object.create({ minNodes: 5 })), /options\.minNodes is 5: give members/],
  ['new World: an inherited gravity', () => new World(Object.create({ gravity: [Number.NaN, 0, 0] })), /options\.gravity is .*: give members/],
  ['join: nothing', (w) => w.join(undefined as never), /joint is undefined: give an object/],
  ['join: unknown option', (w, b) => w.join({ kind: 'ball', bodyA: b, ancor: [0, 0, 0] } as never), /did you mean 'anchor'/],
  ['join: collide of 1', (w, b) => w.join({ kind: 'ball', bodyA: b, anchor: [0, 0, 0], collide: 1 as never }), /collide is 1/],
  ['split: nothing', (w, b) => w.split(b, undefined as never), /pattern is undefined: give a pattern/],
  ['split: a slice of nothing', (w, b) => w.split(b, { kind: 'slice' } as never), /normal is no array/],
  ['split: log of true', (w, b) => w.split(b, slice, { log: true as never }), /log is true: give an array/],
  ['split: minNodes of a word', (w, b) => w.split(b, slice, { minNodes: 'a' as never }), /minNodes is 'a'/],
  ['split: a clamp of next to nothing', (w, b) => w.split(b, slice, { clamp: 5e-324 }), /clamp is 5e-324: give a number from/],
  ['split: a log that takes nothing', (w, b) => w.split(b, slice, { log: Object.freeze([]) as never }), /log is .*: give an array/],
  ['split: a log of fixed length', (w, b) => w.split(b, slice, { log: Object.defineProperty([], 'length', { writable: false }) }), /log is .*: give an array/],
  ['split: a seed that is a date', (w, b) => w.split(b, { kind: 'voronoi', seeds: [0, new Date(0), 0] } as never), /seeds holds a Date/],
  ['split: a seed that is a BigInt', (w, b) => w.split(b, { kind: 'voronoi', seeds: [0, 10n, 0] } as never), /seeds holds the bigint 10/],
  ['split: rays with a gap', (w, b) => w.split(b, { ...fan, angles: Object.assign([0], { 2: 1 }) } as never), /angles holds undefined/],
  ['add: an asset with a column of another kind', (w) => w.add({ ...cube, thickness: 5 } as never), /source\.thickness is 5: give an asset/],
  ['add: a shape that is scored', (w) => w.add(createShape('sphere', 1), { scored: { cells: [0] } }), /scored is .*: give none: a shape/],
  ['split: options of null', (w, b) => w.split(b, slice, null as never), /options is null/],
  ['advance: options of null', (w) => w.advance(1, null as never), /options is null/],
  ['advance: a step too long', (w) => w.advance(1, { step: 2 }), /step is 2/],
  ['castRay: options of null', (w) => w.castRay([0, 0, 0], [0, 1, 0], null as never), /options is null/],
  ['castRay: options misspelt', (w) => w.castRay([0, 0, 0], [0, 1, 0], { group: 1 } as never), /did you mean 'groups'/],
  ['overlap: options of null', (w) => w.overlap([0, 0, 0], 1, null as never), /options is null/],
  ['impulse: far too hard', (w, b) => w.impulse(b, [1e300, 0, 0]), /impulse is an array of 3: give a push/],
  ['impulse: far too far away', (w, b) => w.impulse(b, [1, 0, 0], [0, 1e30, 0]), /point\[1\] is 1e\+30/],
  ['explode: far too hard', (w) => w.explode([0, 0, 0], 1e300, 10), /strength is 1e\+300: give a push/],
  ['setVelocity: 1e39', (w, b) => w.setVelocity(b, [1e39, 0, 0]), /velocity\[0\] is 1e\+39/],
  ['setPose: 1e39', (w, b) => w.setPose(b, [1e39, 0, 0]), /position\[0\] is 1e\+39/],
  ['setPose: rotation of NaN', (w, b) => w.setPose(b, [9, 9, 9], [0, 0, 0, Number.NaN]), /rotation\[3\] is NaN/],
  ['new World: null', () => new World(null as never), /options is null/],
  ['new World: clock of {}', () => new World({ clock: {} as never }), /clock is an empty object/],
  ['new World: form of {}', () => new World({ form: {} as never }), /form is an empty object: give meanForm/],
  ['World.restore: options of 5', (w) => World.restore(w.snapshot(), { assets: [cube], options: 5 as never }), /options is 5: give an object/],
  ['World.replay: options of null', (w) => World.replay(w.recording(), { assets: [cube], options: null as never }), /options is null/],
  ['new World: misspelt', () => new World({ gravitation: [0, 0, 0] } as never), /no 'gravitation': did you mean 'gravity'/],
  ['World.restore: bytes alone', (w) => World.restore(w.snapshot(), undefined as never), /options is undefined/],
  ['World.restore: no assets', (w) => World.restore(w.snapshot(), {} as never), /assets is undefined/],
  ['World.replay: nothing', () => World.replay(undefined as never, { assets: [] }), /no recording/],
]; // biome-ignore format: one line each

describe('a call that is refused', () => {
  it.each(REFUSED)('%s', (_name, act, words) => {
    const world = new World({ record: true });
    world.addStatic(createShape('plane'));
    const body = world.add(cube, { position: [0, 0.5, 0] });
    world.step(1 / 60);
    const [hash, calls] = [world.hash(), JSON.stringify(world.recording())];
    let error: unknown = null;
    try {
      act(world, body);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(InputError);
    expect((error as Error).message).toMatch(words);
    expect(world.hash()).toBe(hash);
    expect(JSON.stringify(world.recording())).toBe(calls);
  });
});

describe('at the ends of the ranges', () => {
  it('a block comes to rest as far away as it may be put', () => {
    const world = new World();
    const far = FARTHEST - 10;
    world.addStatic(createShape('box', 2, 1, 2), { position: [far, -1, -far] });
    const body = world.add(cube, { position: [far, 0.25, -far] });
    for (let k = 0; k < 120; k++) world.step(1 / 60);
    expect(world.info(body).asleep).toBe(true);
    expect(Math.abs(world.info(body).center[1] - 0.2)).toBeLessThan(0.005);
  });

  it('what is as fast as it may be is stopped by a wall, and all stays finite', () => {
    const world = new World({ gravity: [0, 0, 0] });
    world.addStatic(createShape('box', 1, 20, 20), { position: [5, 0, 0] });
    const body = world.add(createShape('sphere', 0.1), { velocity: [FASTEST, 0, 0], spin: [0, FASTEST, 0] });
    for (let k = 0; k < 10; k++) world.step(1 / 60);
    const { center } = world.info(body);
    expect(center.every(Number.isFinite)).toBe(true);
    expect(center[0]).toBeLessThan(5);
  });

  it.each([1e-15, 1e15])('a body of about %s kg falls and rests', (mass) => {
    const world = new World();
    world.addStatic(createShape('plane'));
    const body = world.add(cube, { position: [0, 0.25, 0], density: mass / 0.064 });
    for (let k = 0; k < 120; k++) world.step(1 / 60);
    expect(Math.abs(world.info(body).center[1] - 0.2)).toBeLessThan(0.005);
  });
});
