// A substep ended before its contacts and joints had come to what is least: overlaps that were pushed out, impulses of the
// substep before and joints that close a loop left bodies faster than they were. Pieces of cubes that landed gained a quarter
// of their energy in a step, and boxes that bounce, which part as fast as each of their corners came, up to three times it.

import { describe, expect, it } from 'vitest';
import { createShape, World } from '../../src/index.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { drawSequence, type Ground, type Op, playSequence } from '../trust/sequences.ts';
import { boxAsset } from '../world/things.ts';

const STEP: Op = { op: 'step', which: 0, u: [] };
const steps = (count: number): Op[] => Array.from({ length: count }, () => STEP);

/** Sequences of calls, cut down, that gained energy in their last step: by how much, of how much. */
const SEQUENCES: readonly [string, Ground, readonly Op[]][] = [
  [
    'a piece on a hinge and a rod, 19 of 74 J',
    'space',
    [
      { op: 'addCube', which: 964, u: [0.668, -0.962, -0.501, 0.001, -0.755, -0.349] },
      { op: 'join', which: 588, u: [0.718, 0.013, 0.316, 0.656, -0.775, -0.55] },
      STEP,
      { op: 'split', which: 775, u: [-0.485, -0.417, -0.471, 0.883, -0.224, -0.759] },
      { op: 'join', which: 898, u: [-0.38, 0.303, -0.593, 0.393, -0.81, -0.761] },
      { op: 'impulse', which: 654, u: [0.063, 0.521, 0.243, -0.9, 0.293, 0.384] },
      ...steps(2),
    ],
  ],
  [
    'pieces that land, 1,136 of 4,251 J',
    'terrain',
    [
      { op: 'addCube', which: 960, u: [0.92, 0.328, 0.063, 0.358, 0.756, -0.312] },
      { op: 'split', which: 173, u: [-0.087, -0.708, -0.422, 0.459, -0.685, 0.251] },
      { op: 'addCube', which: 78, u: [0.936, -0.863, -0.601, -0.897, 0.218, -0.409] },
      STEP,
      { op: 'split', which: 304, u: [-0.77, -0.793, 0.611, 0.128, 0.779, 0.751] },
      ...steps(2),
      { op: 'remove', which: 555, u: [] },
      { op: 'split', which: 687, u: [0.794, -0.635, -0.452, 0.088, 0.502, -0.824] },
      ...steps(18),
    ],
  ],
];

/** Boxes of random sides that fly and spin in a closed room, and bounce off it and each other. */
function createRoom(seed: number, kind: 'static' | 'kinematic' = 'static'): World {
  const random = createRandom(seed);
  const u = () => 2 * nextFloat(random) - 1;
  const vector = (scale: number) => [scale * u(), scale * u(), scale * u()];
  const world = new World({ gravity: [0, 0, 0] });
  const side = () => 0.05 + 0.1 * Math.abs(u());
  for (let k = 0; k < 6; k++) {
    world.add(createShape('box', side(), side(), side()), {
      position: [0.5 * (k % 2), 0.5 * ((k >> 1) % 2), 0.5 * (k >> 2)],
      velocity: vector(20),
      spin: vector(50),
      restitution: 0.9,
    });
  }
  for (let wall = 0; wall < 6; wall++) {
    const half = [0, 1, 2].map((d) => (d === wall % 3 ? 0.5 : 1.6));
    const position = [0, 1, 2].map((d) => 0.25 + (d === wall % 3 ? (wall < 3 ? -1.6 : 1.6) : 0));
    world.add(createShape('box', half[0], half[1], half[2]), { kind, position, restitution: 0.9 });
  }
  return world;
}

describe('nothing gains energy', () => {
  it.each(SEQUENCES)('%s', async (_, ground, ops) => {
    const cube = await boxAsset(0.4, 0.4, 0.4, 0.1);
    expect(() => playSequence(ops, ground, cube)).not.toThrow();
  });

  // Too long to be written out: as the generator draws them, up to the step that gained.
  it.each([
    ['what is held back has not fallen, 70 of 1,568 J', 'terrain', 562, 27],
    ['impulses of a blow do not fit a jam, 231 of 9,058 J', 'terrain', 674, 149],
    ['a rod that sagged is stiffer in finer steps, 7.8 of 269 J', 'plane', 756, 168],
  ] as const)('%s', async (_, ground, seed, calls) => {
    const cube = await boxAsset(0.4, 0.4, 0.4, 0.1);
    expect(() => playSequence(drawSequence(seed, 200).slice(0, calls), ground, cube)).not.toThrow();
  });

  it.each(['static', 'kinematic'] as const)(
    'boxes that bounce in a room, %s and still (seeds 0 to 19)',
    (kind) => {
      for (let seed = 0; seed < 20; seed++) {
        const world = createRoom(seed, kind);
        for (let step = 0; step < 30; step++) {
          const before = world.measure().kinetic;
          world.step(1 / 60);
          const gain = (world.measure().kinetic - before) / before;
          expect([seed, step, gain <= 0.01 ? 'holds' : gain]).toEqual([seed, step, 'holds']);
        }
      }
    },
  );

  it('a bat that strikes a ball gives it its speed and the bounce', () => {
    const world = new World({ gravity: [0, 0, 0] });
    const bat = world.add(createShape('box', 0.5, 0.5, 0.1), { kind: 'kinematic' });
    world.setVelocity(bat, [0, 0, 10]);
    const ball = world.add(createShape('sphere', 0.1), { position: [0, 0, 0.5], restitution: 0.8 });
    for (let step = 0; step < 10; step++) world.step(1 / 60);
    expect(world.info(ball).velocity[2]).toBeCloseTo(18, 1);
  });
});
