// Every method of a world, each argument replaced by all kinds of things: an InputError that leaves no trace, or a world that
// goes on in numbers.

import { describe, expect, it } from 'vitest';
import { createRadial, createShape, materials, World } from '../../src/index.ts';
import { show } from '../../src/job/check.ts';
import { InputError } from '../../src/job/error.ts';
import { boxAsset } from '../world/things.ts';
import { listPlaces, ODD, replaceAt } from './exports.ts';

const cube = await boxAsset(0.4, 0.4, 0.4, 0.1);

function createWorld() {
  const world = new World({ record: true });
  world.addStatic(createShape('plane'));
  const body = world.add(cube, { position: [0, 1, 0], material: materials.brick });
  const ball = world.add(createShape('sphere', 0.1), { position: [2, 1, 0] });
  const hinge = world.join({ kind: 'hinge', bodyA: body, anchor: [0, 1, 0], axis: [0, 0, 1] });
  const drag = world.join({ kind: 'drag', bodyA: ball, anchor: [2, 1, 0] });
  world.step(1 / 60);
  return { world, body, hinge, drag };
}

/** The arguments of a right call of every method that takes any. */
const RIGHT: Readonly<Record<string, (made: ReturnType<typeof createWorld>) => unknown[]>> = {
  add: () => [cube, { position: [5, 5, 5] }],
  addStatic: () => [createShape('sphere', 1), { position: [50, 0, 0] }],
  remove: ({ body }) => [body],
  split: ({ body }) => [body, { kind: 'slice', normal: [1, 0, 0], offset: 0 }, {}],
  impulse: ({ body }) => [body, [0, 1, 0], [0, 1, 0]],
  explode: () => [[0, 0, 0], 1, 1],
  join: ({ body }) => [{ kind: 'ball', bodyA: body, anchor: [0, 1, 0] }],
  unjoin: ({ hinge }) => [hinge],
  setTarget: ({ drag }) => [drag, [1, 1, 1]],
  setMotor: ({ hinge }) => [hinge, 1, 1],
  setPose: ({ body }) => [body, [0, 1, 0], [0, 0, 0, 1]],
  setVelocity: ({ body }) => [body, [0, 0, 0], [0, 0, 0]],
  setKind: ({ body }) => [body, 'static'],
  info: ({ body }) => [body],
  has: ({ body }) => [body],
  indexOf: ({ body }) => [body],
  version: ({ body }) => [body],
  opacity: ({ body }) => [body],
  castRay: () => [[0, 5, 0], [0, -1, 0], {}],
  overlap: () => [[0, 0, 0], 1, {}],
  step: () => [1 / 60],
  advance: () => [1 / 60, {}],
  goBack: ({ world }) => [world.keep()],
};
const ALONE = ['snapshot', 'recording', 'hash', 'measure', 'keep', 'dispose']; // take nothing

const JUNK: readonly unknown[] = [
  ...[undefined, null, true, 'x', '', 10n, Symbol('x'), () => {}, new Date(), new Map(), Object.create(null)],
  ...[Number.NaN, Infinity, -1, -0, 0.5, 1e39, 1e300, Number.MIN_VALUE, 2 ** 53],
  ...[{}, [], [1], [Number.NaN, 0, 0], [1e39, 0, 0], ['a', 'b', 'c'], [1n, 2n, 3n]],
  ...[new Float32Array(3), new Float64Array(99), new ArrayBuffer(3), Promise.resolve(), class {}],
];

type Method = (...args: unknown[]) => unknown;

describe('a world', () => {
  it('has each of its methods in the table', () => {
    const names = Object.getOwnPropertyNames(World.prototype).filter(
      (name) =>
        name !== 'constructor' &&
        typeof Object.getOwnPropertyDescriptor(World.prototype, name)?.value === 'function',
    );
    expect(names.filter((name) => !(name in RIGHT) && !ALONE.includes(name))).toEqual([]);
    expect([...Object.keys(RIGHT), ...ALONE].filter((name) => !names.includes(name))).toEqual([]);
  });

  it.each(Object.keys(RIGHT))('answers wrong arguments of %s, or goes on in numbers', (name) => {
    const count = RIGHT[name](createWorld()).length;
    for (let at = 0; at < count; at++) {
      for (const [number, value] of JUNK.entries()) {
        const made = createWorld();
        const { world } = made;
        const args = RIGHT[name](made);
        args[at] = value;
        const before = [world.hash(), world.recording().calls.length];
        let wrong = '';
        try {
          (world[name as keyof World] as unknown as Method).call(world, ...args);
          world.step(1 / 60);
          if (!world.poses.every(Number.isFinite)) wrong = 'a pose is no number';
        } catch (error) {
          if (!(error instanceof InputError)) wrong = String(error);
          else if (world.hash() !== before[0] || world.recording().calls.length !== before[1])
            wrong = `changed, then ${error.message}`;
        }
        expect([at, number, wrong]).toEqual([at, number, '']);
      }
    }
  });
});

const cells = Array.from({ length: cube.tets.positions.length / 3 }, (_, k) => k % 3);
const BODY = {
  ...{ position: [5, 5, 5], rotation: [0, 0, 0, 1], velocity: [0, 1, 0], spin: [0, 1, 0], kind: 'dynamic' },
  ...{ density: 100, friction: 0.1, restitution: 0.1, group: 1, mask: 3 },
};
const SPLIT = { clamp: 0.1, minNodes: 1, minVolume: 0, maxPieces: 3, log: [] };
const anchor = [0, 1, 0];

/** Right calls with every option that they take, by method: what is deep within them is replaced. */
const FULL: readonly (readonly [string, (made: ReturnType<typeof createWorld>) => unknown[]])[] = [
  ['add', () => [cube, { ...BODY, material: materials.glass, scored: { cells, strength: 1, bonds: [[0, 1, 2]] } }]],
  ['add', () => [createShape('box', 1, 1, 1), BODY]],
  ['split', ({ body }) => [body, { kind: 'slice', normal: [1, 0, 0], offset: 0 }, SPLIT]],
  ['split', ({ body }) => [body, { kind: 'voronoi', seeds: [0, 0, 0, 0.1, 0, 0], axis: [0, 1, 0] }]],
  ['split', ({ body }) => [body, { kind: 'labels', labels: cells }]],
  ['split', ({ body }) => [body, createRadial({ center: [0, 0, 0], axis: [0, 1, 0], radius: 0.2, rays: 3, rings: 2 })]],
  ['join', ({ body }) => [{ kind: 'fixed', bodyA: body, anchor, breakForce: 1, breakTorque: 3, collide: true }]],
  ['join', ({ body }) => [{ kind: 'hinge', bodyA: body, anchor, axis: [0, 0, 1], lower: -1, upper: 1, motorSpeed: 1, motorTorque: 2 }]],
  ['join', ({ body }) => [{ kind: 'distance', bodyA: body, anchor, anchorB: [0, 2, 0], min: 0.5, max: 2, length: 1, hertz: 2, damping: 1 }]],
  ['join', ({ body }) => [{ kind: 'drag', bodyA: body, anchor, anchorB: [0, 2, 0], hertz: 2, damping: 1, maxForce: 5 }]],
  ['castRay', () => [[0, 5, 0], [0, -1, 0], { distance: 3, groups: 1 }]],
  ['advance', () => [1 / 60, { step: 1 / 60, most: 3 }]],
]; // biome-ignore format: one line each

describe('what is deep within the arguments of a world', () => {
  it.each(FULL.map(([name, right], k) => [name, k, right] as const))(
    '%s (%i): refused without a trace, or replayed',
    (name, k, right) => {
      const places = listPlaces({ name, args: right(createWorld()) }).filter(
        ([at, member]) => !(name === 'add' && at === 0 && member !== undefined),
      );
      expect(places.length).toBeGreaterThan(1);
      places.forEach((place, n) => {
        for (let odd = (n + k) % 3; odd < ODD.length; odd += 3) {
          const made = createWorld();
          const { world } = made;
          const args = replaceAt(right(made), place, ODD[odd]);
          const before = [world.hash(), world.recording().calls.length];
          let wrong = '';
          try {
            (world[name as keyof World] as unknown as Method).call(world, ...args);
            for (let step = 0; step < 3; step++) world.step(1 / 60);
            if (!world.poses.every(Number.isFinite)) wrong = 'a pose is no number';
            const played = World.replay(JSON.parse(JSON.stringify(world.recording())), { assets: [cube] });
            if (played.hash() !== world.hash()) wrong = 'replays differently';
          } catch (error) {
            if (!(error instanceof InputError)) wrong = String(error);
            else if (world.hash() !== before[0] || world.recording().calls.length !== before[1])
              wrong = `changed, then ${error.message}`;
          }
          expect([place.join('.'), show(ODD[odd]), wrong]).toEqual([place.join('.'), show(ODD[odd]), '']);
        }
      });
    },
  );
});
