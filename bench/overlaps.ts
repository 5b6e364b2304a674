// The five scenes of [Glondu13, sec. 7] in motion, five times each, begun a little otherwise: how deep are bodies in each
// other, by their surfaces alone (`overlap.ts`), every tenth step? Pieces of one copy that have not been apart since they
// broke are told apart. And how many contacts are there, in all and a touching pair? Nothing sleeps, as in bench `scenes`.

import { loadAssets } from '../scenes/assets.ts';
import { scenes } from '../scenes/index.ts';
import { GLONDU13 } from '../scenes/paper.ts';
import { createScene } from '../scenes/run.ts';
import type { Assets, Scene } from '../scenes/scene.ts';
import { createRandom, nextFloat } from '../src/math/random.ts';
import { cos, sin } from '../src/math/trig.ts';
import type { World } from '../src/world/world.ts';
import type { Bench, Report } from './bench.ts';
import { createOverlapJudge, judgeOverlaps, type Overlap, type Placed, placeBodies } from './overlap.ts';
import { createTally, type RowTally, tallyRows } from './rows.ts';

const EVERY = 10; // steps
const SEEDS = 5;
const SHIFT = 0.0005; // metres that bodies are moved by, along the ground
const TURN = 0.01; // radians that they are turned by, about y
const MOVING = 0.05; // m/s: slower bodies are not in motion
const MOST = 5; // ε

/** An overlap to be looked into. */
export interface Worst {
  readonly scene: string;
  readonly seed: number;
  readonly step: number;
  readonly a: number;
  readonly b: number;
  readonly epsilons: number;
  readonly millimetres: number;
  readonly siblings: string;
}

/** What was seen of a scene, over its seeds. */
export interface Seen {
  readonly all: number[]; // deepest overlap in ε, a body and step
  readonly moving: number[]; // of bodies in motion
  readonly fitting: number[]; // among pieces that have not parted
  readonly tally: RowTally;
  readonly contacts: number[]; // a step, mean of each seed
  readonly worst: Worst[];
}

export function createSeen(): Seen {
  return { all: [], moving: [], fitting: [], tally: createTally(), contacts: [], worst: [] };
}

/** Moves and turns the dynamic bodies of a list a little, seed by seed otherwise; seed 0 leaves them. */
function shakeBodies(world: World, ids: readonly number[], seed: number): void {
  if (seed === 0) return;
  for (const id of ids) {
    const { kind, pose } = world.info(id);
    if (kind !== 'dynamic') continue;
    const random = createRandom(1000 * seed + id);
    const shake = (size: number): number => size * (2 * nextFloat(random) - 1);
    const [x, y, z, qx, qy, qz, qw] = pose;
    const half = shake(TURN) / 2;
    const [s, c] = [sin(half), cos(half)];
    world.setPose(
      id,
      [x + shake(SHIFT), y, z + shake(SHIFT)],
      [c * qx + s * qz, c * qy + s * qw, c * qz - s * qx, c * qw - s * qy],
    );
  }
}

/** Plays a scene once and adds what it saw. */
export function playOverlaps(seen: Seen, scene: Scene, assets: Assets, seed: number, steps: number): void {
  const world = createScene(scene, assets, { sleep: false });
  const judge = createOverlapJudge();
  const parting = createParting();
  let contacts = 0;
  shakeBodies(world, world.bodies, seed);
  for (let step = 0; step < steps; step++) {
    const before = new Set(world.bodies);
    scene.script?.(world, step, assets);
    shakeBodies(
      world,
      world.bodies.filter((id) => !before.has(id)),
      seed,
    );
    world.step(scene.dt);
    contacts += world.contacts.count;
    if (step % EVERY !== EVERY - 1) continue;
    const bodies = placeBodies(judge, world);
    tallyRows(seen.tally, world, bodies);
    const overlaps = judgeOverlaps(bodies);
    followParting(parting, bodies, overlaps);
    gather(seen, bodies, overlaps, parting, { scene: scene.name, seed, step });
  }
  seen.contacts.push(contacts / steps);
  world.dispose();
}

function gather(
  seen: Seen,
  bodies: readonly Placed[],
  overlaps: readonly Overlap[],
  parting: Parting,
  where: { scene: string; seed: number; step: number },
): void {
  const deepest = new Map<number, number>();
  const fitting = new Map<number, number>();
  for (const { a, b, depth, epsilon } of overlaps) {
    const together = parting.together.has(keyOf(a, b));
    const into = together ? fitting : deepest;
    for (const { id } of [a, b]) into.set(id, Math.max(into.get(id) ?? 0, depth / epsilon));
    if (depth > MOST * epsilon) {
      seen.worst.push({
        ...where,
        a: a.id,
        b: b.id,
        epsilons: depth / epsilon,
        millimetres: 1000 * depth,
        siblings: together ? ' (siblings that have not parted)' : a.family === b.family ? ' (siblings)' : '',
      });
    }
  }
  for (const { id, info } of bodies) {
    if (info.kind !== 'dynamic') continue;
    const epsilons = deepest.get(id) ?? 0;
    seen.all.push(epsilons);
    if (Math.hypot(...info.velocity) + info.radius * Math.hypot(...info.spin) > MOVING)
      seen.moving.push(epsilons);
    const own = fitting.get(id);
    if (own !== undefined) seen.fitting.push(own);
  }
}

/** Pieces of one copy that have been closer than ε in every look since they broke. */
export interface Parting {
  readonly together: Set<string>;
  readonly known: Set<number>; // bodies of the last look
}

export function createParting(): Parting {
  return { together: new Set(), known: new Set() };
}

const keyOf = (a: Placed, b: Placed): string => `${Math.min(a.id, b.id)} ${Math.max(a.id, b.id)}`;

export function followParting(
  parting: Parting,
  bodies: readonly Placed[],
  overlaps: readonly Overlap[],
): void {
  const { together, known } = parting;
  const close = new Set<string>();
  for (const { a, b, apart } of overlaps) {
    if (a.family !== b.family || a.info.shape !== null || apart === Infinity) continue;
    const key = keyOf(a, b);
    const fresh = !known.has(a.id) || !known.has(b.id);
    if (fresh || together.has(key)) close.add(key);
  }
  together.clear();
  for (const key of close) together.add(key);
  known.clear();
  for (const { id } of bodies) known.add(id);
}

/** The value that a share of some is not above. */
export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) return 0;
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
}

function tell(report: Report, scene: Scene, { all, moving, fitting, tally, contacts, worst }: Seen): void {
  const over = (values: readonly number[]): number =>
    (100 * values.filter((x) => x > MOST).length) / Math.max(1, values.length);
  for (const [name, values] of [
    ["bodies' steps", all],
    ["bodies' steps in motion", moving],
  ] as const) {
    report.row({
      name: `${scene.name}: overlap in 99 % of ${name}`,
      value: quantile(values, 0.99),
      unit: 'ε',
      target: MOST,
      deeper: over(values), // % of them
      deepest: Math.max(0, ...values),
      steps: values.length,
    });
  }
  report.row({
    name: `${scene.name}: the same among pieces that have not parted`,
    value: quantile(fitting, 0.99),
    unit: 'ε',
    deepest: Math.max(0, ...fitting),
    steps: fitting.length,
  });
  report.row({
    name: `${scene.name}: contacts a touching pair`,
    value: tally.rows / Math.max(1, tally.pairs),
    unit: 'rows',
    target: 6,
    aPatch: tally.rows / Math.max(1, tally.patches),
    mostTouchingAPatch: tally.mostTouching,
    patchesOverFour: tally.overfull,
  });
  report.row({
    name: `${scene.name}: contacts a step, of the worst seed`,
    value: Math.max(...contacts),
    unit: 'rows',
    paper: GLONDU13[scene.name].contacts[0],
    target: GLONDU13[scene.name].contacts[0],
    least: Math.min(...contacts),
  });
  for (const one of worst.toSorted((x, y) => y.epsilons - x.epsilons).slice(0, 6)) {
    report.note(
      `seed ${one.seed}, step ${one.step}: ${one.a} in ${one.b}${one.siblings}, ${one.epsilons.toFixed(1)} ε, ${one.millimetres.toFixed(2)} mm`,
    );
  }
}

export const bench: Bench = {
  name: 'overlaps',
  answers: 'the five scenes: how deep bodies are in each other in motion, in ε, and contacts a pair',
  async run(report, flags) {
    const seeds = flags.trials ?? (flags.quick ? 1 : SEEDS);
    for (const scene of scenes) {
      if (flags.scene === undefined ? !Object.hasOwn(GLONDU13, scene.name) : flags.scene !== scene.name)
        continue;
      report.note(`${scene.name}: baking or reading`);
      const assets = await loadAssets(scene);
      const seen = createSeen();
      const steps = Math.min(scene.steps, flags.steps ?? scene.steps);
      for (let seed = 0; seed < seeds; seed++) {
        report.note(`${scene.name}: seed ${seed}`);
        playOverlaps(seen, scene, assets, seed, steps);
      }
      tell(report, scene, seen);
    }
  },
};
