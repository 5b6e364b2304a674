// What the broad phase costs a step: boxes in motion played back from a list, so that nothing but the broad phase is
// timed. docs/broad-phase.md has the figures of what it was chosen over.

import { castCollider } from '../src/contact/cast.ts';
import { type Collider, createCollider } from '../src/contact/collider.ts';
import { type BroadPhase, createBroadPhase, setBox } from '../src/dynamics/broad-phase.ts';
import { castBroad, createBroadCast, nextRow } from '../src/dynamics/broad-phase-cast.ts';
import { createRowList, overlapBroad } from '../src/dynamics/broad-phase-overlap.ts';
import { createPairList, findPairs, type PairList } from '../src/dynamics/broad-phase-pairs.ts';
import { createRandom, nextFloat, type Random } from '../src/math/random.ts';
import { type Bench, measure, medianOf, type Report } from './bench.ts';
import { loadPaperModel } from './models.ts';
import { prepareModel, shatter } from './pieces.ts';

const FRAMES = 60;
const SECONDS = 1 / 60; // a frame

/** Boxes of all bodies, frame by frame; those that sleep keep the box of frame 0. */
interface Film {
  readonly name: string;
  readonly bodies: number;
  readonly awake: Uint8Array;
  readonly frames: Float64Array[]; // six numbers a body
}

export const bench: Bench = {
  name: 'broad-phase',
  answers: 'the time of a step, tests a pair and garbage of the broad phase, for 100 to 5,000 bodies',
  async run(report) {
    for (const bodies of [100, 1000, 5000]) {
      for (const film of [createFall, createSleep, createDebris, createFloor].map((make) => make(bodies))) {
        await playFilm(report, film);
      }
      await castThrough(report, bodies);
    }
    await castAtSolid(report);
  },
};

/** What plays of a film took. */
interface Sum {
  readonly times: number[][]; // of each frame, milliseconds
  found: number; // pairs of the last play
  tests: number;
}

/**
 * Plays a film over and over, with the tree as it is kept and with one built in every frame, in turns; a frame counts
 * with the median of its times.
 */
async function playFilm(report: Report, film: Film): Promise<void> {
  const broad = createBroadPhase();
  const pairs = createPairList();
  const name = `${film.name}, ${film.bodies} bodies`;
  for (let row = 0; row < film.bodies; row++) setBox(broad, row, film.frames[0], 6 * row);
  const runs = film.bodies > 1000 ? 10 : 30;
  await report.timed(() => {
    const kept: Sum = { times: film.frames.map(() => []), found: 0, tests: 0 };
    const built: Sum = { times: film.frames.map(() => []), found: 0, tests: 0 };
    for (let run = 0; run < runs; run++) {
      for (const sum of [kept, built]) {
        broad.grown = true; // every run builds its trees at the same frames
        sum.found = 0;
        sum.tests = 0;
        film.frames.forEach((frame, f) => {
          if (sum === built) broad.grown = true;
          const start = performance.now();
          sum.found += step(pairs, broad, film, frame);
          if (run >= 3) sum.times[f].push(performance.now() - start); // the first ones compile
          sum.tests += broad.tests;
        });
      }
    }
    for (const [how, { times, found, tests }] of [
      ['', kept],
      [', tree built in each', built],
    ] as const) {
      report.row({
        name: `${name}: a step${how}`,
        value: (1000 * times.reduce((sum, list) => sum + medianOf(list), 0)) / FRAMES,
        unit: 'µs',
        pairs: found / FRAMES,
        tests: tests / FRAMES,
        testsAPair: tests / found,
      });
    }
  });
}

/** Rays from all sides through a heap, up to the third box they meet; and small boxes in it. */
async function castThrough(report: Report, bodies: number): Promise<void> {
  const { frames } = createSleep(bodies);
  const broad = createBroadPhase();
  const cast = createBroadCast(broad);
  const rows = createRowList();
  for (let row = 0; row < bodies; row++) setBox(broad, row, frames[0], 6 * row);
  const random = createRandom(4);
  const side = 0.17 * Math.cbrt(bodies);
  const rays = Array.from({ length: 200 }, () => {
    const from = [0, 1, 2].map(() => side * (3 * nextFloat(random) - 1));
    const to = [0, 1, 2].map(() => side * nextFloat(random));
    return Float64Array.from([...from, ...to.map((x, d) => x - from[d]), Infinity]);
  });
  const boxes = rays.map((ray) => ray.map((x, k) => (k < 3 ? x - 0.1 : ray[k - 3] + 0.1)).subarray(0, 6));
  const name = `heap of ${bodies}`;
  const per = 1000 / rays.length;
  const throughRays = () => {
    let visited = 0;
    for (const ray of rays) {
      castBroad(cast, ray);
      for (let met = 0; met < 3 && nextRow(cast) >= 0; met++) visited++;
    }
    return visited / rays.length;
  };
  const inBoxes = () => {
    let found = 0;
    for (const box of boxes) found += overlapBroad(rows, broad, box);
    return found / boxes.length;
  };
  await report.timed(() => {
    const ray = measure(throughRays, { runs: 30, warm: 5 });
    report.row({ name: `${name}: a ray`, value: per * ray.median, unit: 'µs', rows: ray.result });
    const box = measure(inBoxes, { runs: 30, warm: 5 });
    report.row({ name: `${name}: a small box`, value: per * box.median, unit: 'µs', rows: box.result });
  });
}

/** Rays at a bunny, whole and at the largest of its pieces. */
async function castAtSolid(report: Report): Promise<void> {
  report.note('baking the bunny');
  const { mesh, spacing, interior } = loadPaperModel('bunny');
  const model = await prepareModel(mesh, spacing, interior);
  const whole = createCollider(model.solid);
  const broken = createCollider(model.solid);
  shatter(model, broken, 0, 20, 1);
  const random = createRandom(5);
  const middle = [0, 0.1, 0];
  const near = (reach: number) => middle.map((x) => x + reach * (2 * nextFloat(random) - 1));
  const rays = Array.from({ length: 500 }, () => {
    const [from, to] = [near(0.4), near(0.06)];
    return Float64Array.from([...from, ...to.map((x, d) => x - from[d]), Infinity]);
  });
  const hit = new Float64Array(4);
  const cast = (collider: Collider) => () => rays.filter((ray) => castCollider(hit, collider, 0, ray)).length;
  await report.timed(() => {
    for (const [name, collider] of [
      ['bunny of 7,940 triangles', whole],
      ['the largest of its 20 pieces', broken],
    ] as const) {
      const { median, result } = measure(cast(collider), { runs: 30, warm: 10 });
      report.row({ name: `${name}: a ray`, value: (1000 * median) / rays.length, unit: 'µs', hits: result });
    }
  });
}

/** One step, as a world takes it. */
function step(pairs: PairList, broad: BroadPhase, { awake, bodies }: Film, boxes: Float64Array): number {
  for (let row = 0; row < bodies; row++) if (awake[row] !== 0) setBox(broad, row, boxes, 6 * row);
  return findPairs(pairs, broad, awake);
}

/** A film of bodies at place(body, seconds), of half-extents from 5 to 15 cm; flat and long ones among them. */
function shoot(
  name: string,
  bodies: number,
  awake: Uint8Array,
  place: (body: number, seconds: number) => number[],
): Film {
  const random = createRandom(bodies);
  const half = Array.from({ length: 3 * bodies }, () => 0.05 + 0.1 * nextFloat(random));
  const frames = Array.from({ length: FRAMES }, (_, f) => {
    const boxes = new Float64Array(6 * bodies);
    for (let row = 0; row < bodies; row++) {
      const at = place(row, f * SECONDS);
      for (let d = 0; d < 3; d++) {
        boxes[6 * row + d] = at[d] - half[3 * row + d];
        boxes[6 * row + 3 + d] = at[d] + half[3 * row + d];
      }
    }
    return boxes;
  });
  return { name, bodies, awake, frames };
}

/** Places in a heap as wide as high, a body a cube of 17 cm: each box then meets about six others. */
function placeHeap(bodies: number, random: Random): number[][] {
  const side = 0.17 * Math.cbrt(bodies);
  return Array.from({ length: bodies }, () => [0, 1, 2].map(() => side * nextFloat(random)));
}

/** A pile that falls apart as it comes down: all fall, those that have landed jostle. */
function createFall(bodies: number): Film {
  const random = createRandom(1);
  const end = placeHeap(bodies, random);
  const speed = end.map(() => [0, 1, 2].map(() => nextFloat(random) - 0.5));
  const landing = end.map(() => 1.5 * nextFloat(random)); // seconds; a third is still in the air at the end
  return shoot('falling pile', bodies, new Uint8Array(bodies).fill(1), (row, t) => {
    const left = Math.max(0, landing[row] - t);
    return end[row].map(
      (x, d) => x + speed[row][d] * 0.2 * (left + 0.1 * t) + (d === 1 ? 5 * left * left : 0),
    );
  });
}

/** A heap asleep, but for ten bodies that fly through. */
function createSleep(bodies: number): Film {
  const random = createRandom(2);
  const heap = placeHeap(bodies, random);
  const awake = new Uint8Array(bodies).fill(1, 0, 10);
  return shoot('asleep but ten', bodies, awake, (row, t) =>
    heap[row].map((x) => (awake[row] ? x + 2 * t : x)),
  );
}

/** Debris flying apart over the ground, hardly touching. */
function createDebris(bodies: number): Film {
  const random = createRandom(3);
  const speed = Array.from({ length: bodies }, () => [0, 1, 2].map(() => 20 * (nextFloat(random) - 0.5)));
  const from = placeHeap(bodies, random);
  return shoot('debris', bodies, new Uint8Array(bodies).fill(1), (row, t) => {
    const [x, y, z] = speed[row].map((v, d) => from[row][d] + v * (t + 0.3));
    return [x, Math.abs(y - 5 * t * t), z];
  });
}

/** The falling pile on a floor that is one huge box, asleep. */
function createFloor(bodies: number): Film {
  const film = createFall(bodies);
  film.awake[0] = 0;
  for (const boxes of film.frames) boxes.set([-50, -1, -50, 50, 0.2, 50]);
  return { ...film, name: 'huge floor' };
}
