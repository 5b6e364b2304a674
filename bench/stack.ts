// Stacks of baked solids: do they come to rest, stay where they were put, and with how many rows a pair? Cubes, bricks,
// plates, and prisms over random convex and star-shaped outlines, 5, 12 and 20 high. Then cubes with more and more rows a
// pair, kept awake (--scene rows).

import type { Asset } from '../src/bake/asset.ts';
import { bake } from '../src/bake/bake.ts';
import { createShape } from '../src/contact/shape.ts';
import { createRandom, nextFloat } from '../src/math/random.ts';
import { cos, sin } from '../src/math/trig.ts';
import { extrudeSection } from '../src/mesh/shapes/extrude.ts';
import { createBox } from '../src/mesh/shapes/index.ts';
import { cutOutline, type PlanePoint } from '../src/mesh/shapes/polygon.ts';
import { World } from '../src/world/world.ts';
import type { Bench, Report } from './bench.ts';
import { tellRows } from './stack-rows.ts';

const DT = 1 / 60;
const SECONDS = 8; // a stack that is awake by then stays so
const HEIGHTS = [5, 12, 20];
const SEEDS = 3; // of each kind of prism, unless told
const GAP = 1e-3; // of the height, between two as they are put

export const bench: Bench = {
  name: 'stack',
  answers:
    'stacks of baked solids, 5 to 20 high: seconds until asleep, how far the top has gone, rows a pair',
  async run(report, flags) {
    const kinds: Record<string, (seed: number) => ReturnType<typeof createBox>> = {
      cubes: () => createBox({ size: [0.1, 0.1, 0.1], edge: 0.05 }),
      bricks: () => createBox({ size: [0.215, 0.065, 0.1025], edge: 0.035 }),
      plates: () => createBox({ size: [0.2, 0.02, 0.2], edge: 0.05 }),
      'convex prisms': (seed) => createPrism(seed, 0.9),
      'star-shaped prisms': (seed) => createPrism(seed, 0.45),
    };
    for (const [name, create] of Object.entries(kinds)) {
      if (flags?.scene !== undefined && flags.scene !== name) continue;
      const seeds = name.endsWith('prisms') ? (flags?.trials ?? SEEDS) : 1;
      report.note(`baking ${name}`);
      const assets: Asset[] = [];
      for (let seed = 1; seed <= seeds; seed++) assets.push(await bake(create(seed), { resolution: 12 }));
      for (const high of HEIGHTS) judgeStacks(report, `${name}, ${high} high`, assets, high);
    }
    if (flags?.scene === undefined || flags.scene === 'rows') await tellRows(report);
  },
};

/** A prism over an outline whose corners are at random angles, from `least` to 1 of the radius from its middle. */
function createPrism(seed: number, least: number): ReturnType<typeof createBox> {
  const random = createRandom(seed);
  const corners = 5 + Math.floor(6 * nextFloat(random));
  const outline: PlanePoint[] = [];
  for (let k = 0; k < corners; k++) {
    const angle = (2 * Math.PI * (k + 0.6 * (nextFloat(random) - 0.5))) / corners;
    // Every other corner of a star is near, so that it is concave whatever the numbers.
    const near = k % 2 === 0 ? 1 : least;
    const radius = 0.08 * (least > 0.8 ? 1 : near * (0.9 + 0.1 * nextFloat(random)));
    outline.push([radius * cos(angle), radius * sin(angle)]);
  }
  const height = 0.03 + 0.06 * nextFloat(random);
  return extrudeSection({
    outline: cutOutline(outline, 0.05),
    holes: [],
    height,
    layers: 2,
    spacing: 0.05,
    turn: 'up',
  });
}

/** What came of one stack. */
interface Stack {
  readonly asleep: number; // seconds; Infinity if never
  readonly gone: number; // of the top, of the width
  readonly rows: number; // a pair, after half a second, when nothing sleeps yet
  readonly fastest: number; // after 3 s, m/s
}

/** A row of the slowest stack to sleep, and one of the top that went furthest. */
function judgeStacks(report: Report, name: string, assets: readonly Asset[], high: number): void {
  const stacks = assets.map((asset) => playStack(asset, high));
  const worst = (read: (stack: Stack) => number): number => Math.max(...stacks.map(read));
  report.row({
    name: `${name}: asleep after`,
    value: Math.min(
      SECONDS,
      worst((stack) => stack.asleep),
    ),
    unit: 's',
    target: 3,
    stacks: stacks.length,
    neverAsleep: stacks.filter(({ asleep }) => asleep === Infinity).length,
    fastestAfter3s: worst((stack) => stack.fastest),
    rowsAPair: worst((stack) => stack.rows),
  });
  report.row({
    name: `${name}: how far the top has gone`,
    value: 100 * worst((stack) => stack.gone),
    unit: '% of the width',
    target: 1,
  });
}

function playStack(asset: Asset, high: number): Stack {
  const low = [Infinity, Infinity, Infinity];
  const top = [-Infinity, -Infinity, -Infinity];
  const { positions } = asset.surface;
  for (let i = 0; i < positions.length; i++) {
    low[i % 3] = Math.min(low[i % 3], positions[i]);
    top[i % 3] = Math.max(top[i % 3], positions[i]);
  }
  const height = top[1] - low[1];
  const world = new World();
  world.addStatic(createShape('plane'));
  const ids: number[] = [];
  for (let k = 0; k < high; k++) {
    ids.push(world.add(asset, { position: [0, (1 + GAP) * height * k - low[1] + GAP * height, 0] }));
  }
  const last = ids[high - 1];
  let asleep = Infinity;
  let fastest = 0;
  let rows = 0;
  let gone = 0;
  // What has fallen has failed, and a heap takes long.
  for (let step = 1; step <= SECONDS / DT && asleep === Infinity && gone < 1; step++) {
    world.step(DT);
    gone = measureGone();
    const moving = ids.filter((id) => !world.info(id).asleep);
    if (moving.length === 0) asleep = step * DT;
    if (step === 30) rows = world.contacts.count / high;
    if (step * DT < 3) continue;
    for (const id of moving) fastest = Math.max(fastest, Math.hypot(...world.info(id).velocity));
  }
  return {
    asleep,
    gone,
    rows,
    fastest,
  };

  /** How far the top is from where it was put, of the width. */
  function measureGone(): number {
    const o = 7 * world.indexOf(last);
    const [x, y, z] = world.poses.subarray(o, o + 3);
    return Math.hypot(x, y + low[1] - (high - 1) * height, z) / Math.min(top[0] - low[0], top[2] - low[2]);
  }
}
