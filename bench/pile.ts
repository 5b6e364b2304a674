// A pile of fragments: bunnies and plates in pieces fall into a heap. Does it come to rest, how deep do pieces sit in each
// other, when does it sleep, and what does a step cost meanwhile? Then ten heaps that begin otherwise (--scene time or seeds:
// one part alone; --quick: three of 200).

import type { Asset } from '../src/bake/asset.ts';
import { bake } from '../src/bake/bake.ts';
import { colliderOf } from '../src/contact/inside.ts';
import { createShape } from '../src/contact/shape.ts';
import { familyOf } from '../src/contact/update.ts';
import { scatterSeeds } from '../src/fragment/scatter.ts';
import { createRandom, nextFloat } from '../src/math/random.ts';
import { createPlate } from '../src/mesh/shapes/index.ts';
import { World } from '../src/world/world.ts';
import { type Bench, medianOf, type Report } from './bench.ts';
import { loadPaperModel } from './models.ts';
import { judgeHeaps } from './pile-seeds.ts';
import { ALLOWED, findDeepest } from './rest.ts';

const DT = 1 / 60;
const SECONDS = 9;
const PIECES = 20; // of each body
const SEEDS = 10;

export const bench: Bench = {
  name: 'pile',
  answers: 'fragments of bunnies and plates in a heap: speeds after 5 s, overlap, sleep, time of a step',
  async run(report, flags) {
    const bodies = Math.max(1, Math.round((flags?.trials ?? (flags?.quick ? 200 : 1000)) / PIECES));
    report.note(`baking; ${bodies} bodies in about ${PIECES} pieces each (--trials N for N fragments)`);
    const bunny = await bake(loadPaperModel('bunny').mesh, { resolution: 12 });
    const plate = await bake(createPlate({ radius: 0.12, thickness: 0.012 }), { spacing: 0.02 });
    if (flags?.scene !== 'seeds' && !flags?.quick) await judgeTimes(report, bunny, plate, bodies);
    if (flags?.scene !== 'time') {
      const seeds = flags?.quick ? 3 : SEEDS;
      judgeHeaps(report, (seed) => createPile(bunny, plate, bodies, seed), seeds);
    }
  },
};

/** One heap, with the time that its steps take. */
async function judgeTimes(report: Report, bunny: Asset, plate: Asset, bodies: number): Promise<void> {
  const { world, fastest, asleep, fragments } = await report.timed(() => {
    const play = playPile(report, createPile(bunny, plate, bodies, 0));
    const { times, resting, queries } = play;
    report.row({
      name: 'a step while awake, median',
      value: medianOf(times),
      unit: 'ms',
      target: 16,
      slowest: Math.max(...times),
      queries,
      share: times.filter((time) => time <= 16).length / times.length,
    });
    if (resting.length > 0) {
      report.row({ name: 'a step while awake, from 2 s on, median', value: medianOf(resting), unit: 'ms' });
    }
    return play;
  });
  report.row({
    name: 'fastest fragment after 5 s',
    value: 100 * fastest,
    unit: 'cm/s',
    target: 1,
    fragments,
  });
  report.row({
    name: 'deepest overlap at the end',
    value: findDeepest(world).allowed,
    unit: ALLOWED,
    target: 1,
  });
  report.row({
    name: 'all asleep after',
    value: Math.min(asleep, SECONDS),
    unit: 's',
    target: 8,
    asleep: asleep < Infinity,
  });
  const before = world.bodies.length;
  world.impulse(world.bodies[1], [0, 2 * world.info(world.bodies[1]).mass, 0]);
  world.step(DT);
  const woken = world.events.woken;
  const island = touchedBy(world, world.bodies[1]);
  report.row({ name: 'woken when one fragment is pushed', value: woken.length, unit: `of ${before - 1}` });
  report.row({
    name: 'of these, not touched by it or by what it touches',
    value: woken.filter((b) => !island.has(b)).length,
    unit: '',
    target: 0,
  });
}

/** Bodies in pieces above the ground, in layers of 25. Seed 0 puts them in rows; others shake them, and cut otherwise. */
export function createPile(bunny: Asset, plate: Asset, bodies: number, seed: number): World {
  const random = createRandom(seed);
  const shake = (): number => (seed === 0 ? 0 : 0.02 * (2 * nextFloat(random) - 1));
  const world = new World();
  world.addStatic(createShape('plane'));
  for (let k = 0; k < bodies; k++) {
    const asset = k % 2 === 0 ? bunny : plate;
    const position = [
      0.35 * (k % 5) - 0.7 + shake(),
      0.3 + 0.35 * Math.floor(k / 25),
      0.35 * (Math.floor(k / 5) % 5) - 0.7 + shake(),
    ];
    const body = world.add(asset, { position });
    const seeds = scatterSeeds(familyOf(colliderOf(world.info(body)).collider), 0, {
      count: PIECES,
      seed: 1000 * seed + k + 1,
    });
    world.split(body, { kind: 'voronoi', seeds });
  }
  return world;
}

/** What happened to a pile. */
interface Play {
  readonly world: World;
  readonly fragments: number;
  readonly times: number[]; // of steps while something is awake, milliseconds
  readonly resting: number[]; // of these, from 2 s on
  readonly fastest: number; // after 5 s, m/s
  readonly asleep: number; // seconds until all are
  readonly queries: number; // of the last step
}

function playPile(report: Report, world: World): Play {
  const fragments = world.bodies.length - 1;
  report.note(`${fragments} fragments`);
  const times: number[] = [];
  const resting: number[] = [];
  let fastest = 0;
  let asleep = Infinity;
  for (let step = 1; step <= SECONDS / DT; step++) {
    const begun = performance.now();
    world.step(DT);
    const spent = performance.now() - begun;
    const awake = world.bodies.filter((b) => world.info(b).kind === 'dynamic' && !world.info(b).asleep);
    if (awake.length > 0) times.push(spent);
    if (awake.length > 0 && step > 2 / DT) resting.push(spent);
    if (awake.length === 0) asleep = Math.min(asleep, step * DT);
    if (step === Math.round(5 / DT)) fastest = Math.max(0, ...awake.map((b) => speedOf(world, b)));
    if (step % 60 === 0) report.note(`${step / 60} s: ${awake.length} awake, ${spent.toFixed(1)} ms`);
  }
  return { world, fragments, times, resting, fastest, asleep, queries: world.counters.queries };
}

/** The bodies that a body touches, and that those touch, and so on, by the contacts of the last step; ground ends it. */
function touchedBy(world: World, body: number): Set<number> {
  const { count, bodyA, bodyB } = world.contacts;
  const at = new Map(world.bodies.map((b) => [world.indexOf(b), b]));
  const found = new Set([body]);
  for (const from of found) {
    const row = world.indexOf(from);
    for (let i = 0; i < count; i++) {
      const next = at.get(bodyA[i] === row ? bodyB[i] : bodyB[i] === row ? bodyA[i] : -1);
      if (next !== undefined && world.info(next).kind === 'dynamic') found.add(next);
    }
  }
  return found;
}

/** The speed of the fastest place of a body, at most. */
function speedOf(world: World, body: number): number {
  const { poses, previousPoses } = world;
  const o = 7 * world.indexOf(body);
  const gone = Math.hypot(...[0, 1, 2].map((d) => poses[o + d] - previousPoses[o + d]));
  const turn = 2 * Math.hypot(...[3, 4, 5, 6].map((d) => poses[o + d] - previousPoses[o + d]));
  return (gone + turn * world.info(body).radius) / DT;
}
