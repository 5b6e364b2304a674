// [Glondu13, fig. 17]: what queries of the falling bunnies cost, and how many contacts they give out, with the update and
// order of [Glondu12], with ours, and with ours at 8 contacts a pair and no more. All three are asked of the same pairs
// at the same places, from scratch, every so many steps of the scene. --steps N plays fewer, --scene another.
// The earlier method knows no order by distance: it goes on until no point deeper than ε is left, and gives out all it met.

import { loadAssets } from '../scenes/assets.ts';
import { findScene } from '../scenes/index.ts';
import { createScene, stepScene } from '../scenes/run.ts';
import type { Collider } from '../src/contact/collider.ts';
import { createContacts } from '../src/contact/contacts.ts';
import { measureCollider } from '../src/contact/measure.ts';
import { createQueryOptions } from '../src/contact/options.ts';
import { createPair, resetPair } from '../src/contact/pair.ts';
import { queryContacts } from '../src/contact/query.ts';
import { createQueryWork } from '../src/contact/work.ts';
import { NEAR } from '../src/field/answer.ts';
import { createFrame, movePoint, relateFrames, setFrame } from '../src/math/frame.ts';
import type { World } from '../src/world/world.ts';
import { type EarlierTrees, flattenEarlier, queryEarlier } from '../test/contact/glondu12.ts';
import { splitEarlier } from '../test/tree/glondu12.ts';
import type { Bench } from './bench.ts';

const EVERY = 20; // steps
const FEW = 8;
const EPSILON = 0.002; // of the smaller radius

const work = createQueryWork();
const out = createContacts();
const adaptive = createQueryOptions({ contacts: FEW, edges: false, seeds: false, thin: false });
const hard = createQueryOptions({ budget: 'hard', contacts: FEW, edges: false, seeds: false, thin: false });

interface Sum {
  milliseconds: number[]; // per sampled step
  contacts: number[];
  points: number;
}

/** One body's points against another. */
interface Way {
  readonly A: Collider;
  readonly label: number;
  readonly B: Collider;
  readonly labelB: number;
  readonly frame: Float64Array;
}

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
    const world = createScene(scene, assets, { sleep: false });
    const sums = ['earlier', 'ours', 'fixed'].map((): Sum => ({ milliseconds: [], contacts: [], points: 0 }));
    for (let step = 0; step < steps; step++) {
      stepScene(scene, world, step, assets);
      if (step % EVERY !== 0 || world.contacts.count === 0) continue;
      const ways = listWays(world);
      askEarlier(sums[0], ways);
      ask(sums[1], ways, adaptive);
      ask(sums[2], ways, hard);
      if (step % 100 === 0) report.note(`step ${step} of ${steps}: ${ways.length} ways`);
    }
    const paper = ['1235 (3245)', '866 (2393)', '755 (1974)'];
    const names = ['update and order of [Glondu12]', 'ours', 'ours, fixed at 8'];
    sums.forEach(({ milliseconds, contacts, points }, k) => {
      const mean = (x: number[]): number => x.reduce((a, b) => a + b, 0) / Math.max(1, x.length);
      report.row({
        name: `${names[k]}: contacts a step, mean`,
        value: mean(contacts),
        unit: '',
        paper: paper[k],
        most: Math.max(0, ...contacts),
      });
      report.row({
        name: `${names[k]}: queries of a step, mean`,
        value: mean(milliseconds),
        unit: 'ms',
        most: Math.max(0, ...milliseconds),
        points: points / Math.max(1, contacts.length),
        ...(k > 0 && { target: mean(sums[0].milliseconds) }),
      });
    });
  },
};

/** Both ways of every pair that has contacts. */
function listWays(world: World): Way[] {
  const { contacts, poses } = world;
  const byRow = new Map(world.bodies.map((body) => [world.indexOf(body), world.info(body)]));
  const frames = [createFrame(), createFrame()];
  const seen = new Set<number>();
  const ways: Way[] = [];
  for (let i = 0; i < contacts.count; i++) {
    const rows = [contacts.bodyA[i], contacts.bodyB[i]];
    const key = rows[0] * 0x100000 + rows[1];
    if (seen.has(key)) continue;
    seen.add(key);
    rows.forEach((row, k) => {
      setFrame(frames[k], Float64Array.from(poses.subarray(7 * row, 7 * row + 7)), 0);
    });
    const infos = rows.map((row) => byRow.get(row));
    for (let side = 0; side < 2; side++) {
      const [from, to] = [infos[side], infos[1 - side]];
      if (from === undefined || to === undefined || from.collider.forest === null) continue;
      const frame = createFrame();
      relateFrames(frame, frames[side], frames[1 - side]);
      ways.push({ A: from.collider, label: from.label, B: to.collider, labelB: to.label, frame });
    }
  }
  return ways;
}

function ask(sum: Sum, ways: Way[], options: typeof adaptive): void {
  const pairs = ways.map(() => createPair());
  let best = Infinity;
  let count = 0;
  for (let run = 0; run < 2; run++) {
    count = 0;
    work.counters.points = 0;
    const start = performance.now();
    ways.forEach(({ A, label, B, labelB, frame }, k) => {
      resetPair(pairs[k]);
      count += queryContacts(out, work, pairs[k], A, label, B, labelB, frame, options);
    });
    best = Math.min(best, performance.now() - start);
  }
  sum.milliseconds.push(best);
  sum.contacts.push(count);
  sum.points += work.counters.points;
}

const trees = new WeakMap<Collider, { fragments: number; trees: EarlierTrees }>(); // as that paper leaves them

function treesOf(collider: Collider): EarlierTrees {
  const { field, forest } = collider;
  if (field === null || forest === null) throw new Error('not a solid');
  const fragments = field.family.fragments.count;
  const had = trees.get(collider);
  if (had?.fragments === fragments) return had.trees;
  const below = Uint32Array.from(collider.cutNode.subarray(0, forest.pointCount - forest.baseCount));
  const made = splitEarlier(wholeOf(collider), collider.position, field.family.label, below);
  const flat = flattenEarlier(made, forest.pointCount);
  trees.set(collider, { fragments, trees: flat });
  return flat;
}

function wholeOf(collider: Collider) {
  if (collider.solid === null) throw new Error('not a solid');
  return collider.solid.tree;
}

const found: number[] = [];
const p = new Float64Array(3);
const far = new Float64Array(4);
const reach = new Float64Array(2);

function askEarlier(sum: Sum, ways: Way[]): void {
  const needs = ways.map((way) => {
    const epsilon = EPSILON * Math.min(way.A.radius, way.B.radius);
    queryEarlier(found, treesOf(way.A), way.A, way.label, way.B, way.labelB, way.frame, epsilon, Infinity);
    let need = Math.min(FEW, found.length);
    found.forEach((point, k) => {
      movePoint(p, 0, way.frame, way.A.position, 3 * point);
      reach.fill(epsilon);
      const near = measureCollider(far, way.B, way.labelB, p, 0, reach, false) === NEAR;
      if (near && far[0] < -epsilon) need = Math.max(need, k + 1);
    });
    return { epsilon, need };
  });
  let count = 0;
  const start = performance.now();
  ways.forEach((way, k) => {
    const { epsilon, need } = needs[k];
    sum.points += queryEarlier(
      found,
      treesOf(way.A),
      way.A,
      way.label,
      way.B,
      way.labelB,
      way.frame,
      epsilon,
      need === 0 ? Infinity : need,
    );
    count += found.length;
  });
  sum.milliseconds.push(performance.now() - start);
  sum.contacts.push(count);
}
