// [Glondu13, fig. 17]: what queries of the falling bunnies cost, and how many contacts they give out, with the update and
// order of [Glondu12], with ours, and with ours at 8 contacts a pair and no more. All three are asked of the same pairs
// at the same places, both ways and from scratch, every so many steps of the scene, in turns. --steps N plays fewer,
// --scene another.
//
// [Glondu12, sec. 5.3] gives 8 contacts to the query of two fragments; where these are reached it goes on with the
// tolerance −ε and adds what is deeper. As in ours, the first way has half of them and leaves the rest to the other.

import { loadAssets } from '../scenes/assets.ts';
import { findScene } from '../scenes/index.ts';
import { createScene, stepScene } from '../scenes/run.ts';
import type { Collider } from '../src/contact/collider.ts';
import { createContacts } from '../src/contact/contacts.ts';
import { colliderOf } from '../src/contact/inside.ts';
import { createQueryOptions } from '../src/contact/options.ts';
import { createPair, resetPair } from '../src/contact/pair.ts';
import { createQuery } from '../src/contact/query.ts';
import { queryPair } from '../src/contact/query-pair.ts';
import { createFrame, relateFrames, setFrame } from '../src/math/rigid.ts';
import type { World } from '../src/world/world.ts';
import { type EarlierTrees, flattenEarlier, queryEarlier } from '../test/contact/glondu12.ts';
import { splitEarlier } from '../test/tree/glondu12.ts';
import { type Bench, medianOf, type Report } from './bench.ts';

const EVERY = 20; // steps
const MOMENTS = 5; // steps of which the times are told
const TURNS = 5;
const FEW = 8;
const EPSILON = 0.002; // of the smaller radius

const work = createQuery();
const out = createContacts();
const plain = { contacts: FEW, edges: false, seeds: false, thin: false };
const adaptive = createQueryOptions(plain);
const hard = createQueryOptions({ ...plain, budget: 'hard' });

/** Two bodies that have contacts. */
interface Meeting {
  readonly colliders: readonly [Collider, Collider];
  readonly labels: readonly [number, number];
  readonly frames: readonly [Float64Array, Float64Array];
}

/** What a method found at one step. */
interface Found {
  contacts: number;
  points: number; // measured
}

type Ask = (meetings: Meeting[]) => Found;

const METHODS: readonly (readonly [name: string, paper: string, ask: Ask])[] = [
  ['update and order of [Glondu12]', '1235 (3245)', askEarlier],
  ['ours', '866 (2393)', (meetings) => askOurs(meetings, adaptive)],
  ['ours, fixed at 8', '755 (1974)', (meetings) => askOurs(meetings, hard)],
];

export const bench: Bench = {
  name: 'drop-variants',
  answers:
    '[Glondu13] fig. 17: contacts and query times of the falling bunnies, against [Glondu12] and fixed at 8',
  async run(report, flags) {
    const scene = findScene(flags.scene ?? 'bunnies');
    if (scene === undefined) throw new Error(`there is no scene ${flags.scene}`);
    report.note(`${scene.name}: baking or reading`);
    const assets = await loadAssets(scene);
    const steps = Math.min(flags.steps ?? 700, scene.steps);
    const between = Math.max(EVERY, EVERY * Math.floor(steps / MOMENTS / EVERY));
    const world = createScene(scene, assets, { sleep: false });
    const found: Found[][] = METHODS.map(() => []);
    const times = METHODS.map(() => 0);
    for (let step = 1; step <= steps; step++) {
      stepScene(scene, world, step - 1, assets);
      if (step % EVERY !== 0 || world.contacts.count === 0) continue;
      const meetings = listMeetings(world);
      METHODS.forEach(([, , ask], k) => {
        found[k].push(ask(meetings)); // and makes what is made once
      });
      const moment = step % between === 0;
      const spent = moment
        ? await report.timed(() => reportMoment(report, `after ${step} steps`, meetings))
        : race(meetings);
      spent.forEach((ms, k) => {
        times[k] += ms;
      });
      if (moment) report.note(`step ${step} of ${steps}: ${meetings.length} pairs`);
    }
    reportAll(report, found, times);
  },
};

/** Milliseconds of each method, the median of several turns. */
function race(meetings: Meeting[]): number[] {
  const spent = METHODS.map((): number[] => []);
  for (let turn = 0; turn < TURNS; turn++) {
    METHODS.forEach(([, , ask], k) => {
      const start = performance.now();
      ask(meetings);
      spent[k].push(performance.now() - start);
    });
  }
  return spent.map(medianOf);
}

function reportMoment(report: Report, when: string, meetings: Meeting[]): number[] {
  const spent = race(meetings);
  METHODS.forEach(([name], k) => {
    report.row({ name: `${name}: queries ${when}`, value: spent[k], unit: 'ms', pairs: meetings.length });
  });
  return spent;
}

function reportAll(report: Report, found: Found[][], times: number[]): void {
  METHODS.forEach(([name, paper], k) => {
    const contacts = found[k].map((f) => f.contacts);
    const points = found[k].map((f) => f.points);
    const mean = (x: number[]): number => x.reduce((a, b) => a + b, 0) / Math.max(1, x.length);
    report.row({
      name: `${name}: contacts a step, mean`,
      value: mean(contacts),
      unit: '',
      paper,
      most: Math.max(0, ...contacts),
    });
    report.row({ name: `${name}: points measured a step, mean`, value: mean(points), unit: '' });
    if (k === 0) return;
    report.row({
      name: `${name}: time of queries, in those of [Glondu12]`,
      value: times[k] / times[0],
      unit: '×',
      target: 1,
      steps: found[k].length,
    });
  });
}

/** Every pair that has contacts. */
function listMeetings(world: World): Meeting[] {
  const { contacts, poses } = world;
  const byRow = new Map(world.bodies.map((body) => [world.indexOf(body), colliderOf(world.info(body))]));
  const frameOf = (row: number): Float64Array => {
    const frame = createFrame();
    setFrame(frame, Float64Array.from(poses.subarray(7 * row, 7 * row + 7)), 0);
    return frame;
  };
  const seen = new Set<number>();
  const meetings: Meeting[] = [];
  for (let i = 0; i < contacts.count; i++) {
    const [a, b] = [contacts.bodyA[i], contacts.bodyB[i]];
    const key = a * 0x100000 + b;
    if (seen.has(key)) continue;
    seen.add(key);
    const [A, B] = [byRow.get(a), byRow.get(b)];
    if (A === undefined || B === undefined) continue;
    meetings.push({
      colliders: [A.collider, B.collider],
      labels: [A.label, B.label],
      frames: [frameOf(a), frameOf(b)],
    });
  }
  return meetings;
}

const pair = createPair();

function askOurs(meetings: Meeting[], options: typeof adaptive): Found {
  work.counters.points = 0;
  let contacts = 0;
  for (const { colliders, labels, frames } of meetings) {
    resetPair(pair);
    const [A, B] = colliders;
    contacts += queryPair(out, work, pair, A, labels[0], frames[0], B, labels[1], frames[1], options);
  }
  return { contacts, points: work.counters.points };
}

const earlier = new WeakMap<Collider, { fragments: number; trees: EarlierTrees }>(); // as that paper leaves them

function treesOf(collider: Collider): EarlierTrees {
  const { field, forest, solid } = collider;
  if (field === null || forest === null || solid === null) throw new Error('not a solid');
  const fragments = field.family.fragments.count;
  const had = earlier.get(collider);
  if (had?.fragments === fragments) return had.trees;
  const below = Uint32Array.from(collider.cutNode.subarray(0, forest.pointCount - forest.baseCount));
  const made = splitEarlier(solid.tree, collider.position, field.family.label, below);
  const trees = flattenEarlier(made, forest.pointCount);
  earlier.set(collider, { fragments, trees });
  return trees;
}

const points: number[] = [];
const relative = createFrame();

function askEarlier(meetings: Meeting[]): Found {
  const found: Found = { contacts: 0, points: 0 };
  for (const { colliders, labels, frames } of meetings) {
    const epsilon = EPSILON * Math.min(colliders[0].radius, colliders[1].radius);
    let left = FEW;
    for (let side = 0; side < 2; side++) {
      const A = colliders[side];
      const B = colliders[1 - side];
      if (A.forest === null) continue; // a shape brings no points
      const share = side === 0 && B.forest !== null ? FEW / 2 : left;
      relateFrames(relative, frames[side], frames[1 - side]);
      found.points += queryEarlier(
        points,
        treesOf(A),
        A,
        labels[side],
        B,
        labels[1 - side],
        relative,
        epsilon,
        share,
        epsilon,
      );
      found.contacts += points.length;
      left -= Math.min(left, points.length);
    }
  }
  return found;
}
