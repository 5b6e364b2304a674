// The scenes of bench `peers`: whole bunnies, bunnies that break, shards, a bowl and what falls into it.

import type { Asset } from '../src/bake/asset.ts';
import { bake } from '../src/bake/bake.ts';
import { createRandom, nextFloat } from '../src/math/random.ts';
import { createBox } from '../src/mesh/shapes/box.ts';
import { createBowl } from '../src/mesh/shapes/tableware.ts';
import type { Report } from './bench.ts';
import { loadBunny } from './models.ts';
import { type Part, partsOf, STATE_SIZE, type State } from './peers-parts.ts';

/** Bodies of one asset, all whole at first. */
export interface Setup {
  readonly name: string;
  readonly steps: number;
  readonly patience: number; // milliseconds of processor time, after which an engine is let off
  readonly asset: Asset;
  readonly whole: Part;
  readonly pieces: Part[]; // by label; empty if it does not break
  readonly count: number; // what they are asked to be broken into
  readonly breakAt: number; // step at whose beginning all break
  readonly spread: number; // how far pieces are then moved out, in parts of their way from the middle
  readonly places: readonly State[]; // poses of the asset's rest frame, and velocities
  readonly fixed: { readonly asset: Asset; readonly part: Part; readonly pose: readonly number[] } | null;
}

/** Places in a cube of rows, a little at random, for things of a size. */
function scatter(count: number, size: number, low: number, seed: number): State[] {
  const random = createRandom(seed);
  const shake = (width: number): number => width * (2 * nextFloat(random) - 1);
  const side = Math.ceil(count ** (1 / 3));
  return Array.from({ length: count }, (_, k) => {
    const state = new Float64Array(STATE_SIZE);
    const half = shake(0.6);
    state[0] = size * ((k % side) - (side - 1) / 2) + shake(0.1 * size);
    state[1] = low + size * Math.floor(k / (side * side)) + shake(0.05 * size);
    state[2] = size * ((Math.floor(k / side) % side) - (side - 1) / 2) + shake(0.1 * size);
    state.set([0, 0.6 * Math.sin(half), 0.8 * Math.sin(half), Math.cos(half)], 3);
    state.set([0, -1, 0, shake(2), shake(2), shake(2)], 7);
    return state;
  });
}

export const BOWL = { radius: 0.15, height: 0.14 };

export async function setUp(report: Report): Promise<Setup[]> {
  report.note('baking');
  const bunny = await bake(loadBunny(), { resolution: 16 });
  const brick = await bake(createBox({ size: [0.036, 0.012, 0.02], edge: 0.012 }), { spacing: 0.02 });
  const bowl = await bake(createBowl({ ...BOWL, wall: 0.01 }), { spacing: 0.02 });
  const whole = partsOf(bunny)[0];
  const never = Infinity;
  const fixed = { asset: bowl, part: partsOf(bowl)[0], pose: [0, 0, 0, 0, 0, 0, 1] };
  const common = { asset: bunny, whole, fixed: null, spread: 0, patience: 15_000 };
  return [
    {
      ...common,
      name: '27 bunnies',
      patience: 90_000,
      steps: 600,
      pieces: [],
      count: 1,
      breakAt: never,
      places: scatter(27, 0.36, 0.15, 1),
    },
    {
      ...common,
      name: '27 bunnies break',
      steps: 600,
      pieces: partsOf(bunny, 6),
      count: 6,
      breakAt: 150,
      spread: 0.1,
      places: scatter(27, 0.36, 0.15, 1),
    },
    {
      ...common,
      name: '300 shards',
      steps: 400,
      pieces: partsOf(bunny, 20),
      count: 20,
      breakAt: 0,
      spread: 0.6,
      places: scatter(13, 0.5, 0.2, 2),
    },
    {
      name: 'bowl of 100',
      patience: 15_000,
      steps: 600,
      asset: brick,
      whole: partsOf(brick)[0],
      pieces: [],
      count: 1,
      breakAt: never,
      spread: 0,
      places: scatter(100, 0.05, 0.2, 3),
      fixed,
    },
  ];
}
