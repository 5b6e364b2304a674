// Every method of a world, each argument replaced by all kinds of things: an InputError that leaves no trace, or a world that
// goes on in numbers.

import { describe, expect, it } from 'vitest';
import { createShape, materials, World } from '../../src/index.ts';
import { InputError } from '../../src/job/error.ts';
import { boxAsset } from '../world/things.ts';

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
