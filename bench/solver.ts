// Our solver against crashcat's, given the same contacts: each has a world of its own, whose contacts we find, and moves
// its bodies. No sleep. Steps longer than a collision step are cut alike for both.

import { solveStep } from '../src/dynamics/solve.ts';
import { storeImpulses } from '../src/world/impulses.ts';
import { createState, type WorldState } from '../src/world/state.ts';
import { type Bench, medianOf, type Report } from './bench.ts';
import { type CrashcatWorld, createCrashcatWorld, readCrashcat, stepCrashcat } from './crashcat-world.ts';

import {
  type Blocks,
  bakeBlocks,
  findContacts,
  SCENES,
  SLOPE,
  SLOPE_FRICTION,
  type SolverScene,
  slope,
  stacks,
} from './solver-scenes.ts';

const LONGEST = 1 / 60; // seconds between two looks for contacts
const FELL = 0.25; // sizes: a body further from its place has not stood
const SLOP = 0.005; // sizes: how deep crashcat lets bodies rest; its own default is 2 cm

/** How a scene ended. */
interface Outcome {
  readonly away: number; // the furthest that a body is from its place, sizes
  readonly speed: number; // of the fastest point, m/s
  readonly pace: number; // of the fastest centre of mass, m/s
  readonly moving: number; // bodies faster than 1 cm/s
  readonly overlap: number; // of the deepest contact, sizes
  readonly deepest: number; // of all steps, sizes
  readonly contacts: number; // a step
  readonly microseconds: number; // a contact, the median of the steps with contacts
}

/** A scene under way, by crashcat or by us. */
interface Play {
  readonly state: WorldState;
  readonly twin: CrashcatWorld | null; // where crashcat moves the bodies
  readonly start: Float64Array; // where they were put
  readonly key: number[]; // names of the contacts, by row
  readonly cost: number[]; // microseconds a contact, of each step with contacts
  total: number; // contacts of all steps
  deepest: number;
}

function beginPlay(scene: SolverScene, blocks: Blocks, byCrashcat: boolean): Play {
  const state = createState({ friction: scene.friction, sleep: false });
  scene.build(state, blocks);
  const { bodies, settings } = state;
  const twin = byCrashcat
    ? createCrashcatWorld(bodies, settings.gravity, { slop: SLOP * blocks.size })
    : null;
  return { state, twin, start: bodies.center.slice(), key: [], cost: [], total: 0, deepest: 0 };
}

function nameContacts({ active }: WorldState, key: number[]): void {
  for (const { first, count, key: feature } of active) {
    for (let i = 0; i < count; i++) key[first + i] = feature[i];
  }
}

function stepPlay(play: Play, h: number): void {
  const { state, twin, key, cost } = play;
  const { bodies, contacts, settings } = state;
  findContacts(state, h);
  nameContacts(state, key);
  for (let i = 0; i < contacts.count; i++) play.deepest = Math.max(play.deepest, -contacts.distance[i]);
  const begin = performance.now();
  if (twin !== null) stepCrashcat(twin, h, contacts, key);
  else solveStep(state.solver, bodies, contacts, state.joints, h, settings.gravity, state.solving);
  const spent = performance.now() - begin;
  if (twin !== null) readCrashcat(twin, bodies);
  else storeImpulses(state, 1);
  play.total += contacts.count;
  if (contacts.count > 0) cost.push((1000 * spent) / contacts.count);
}

function endPlay(
  { state, start, cost, total, deepest }: Play,
  size: number,
  h: number,
  steps: number,
): Outcome {
  const { contacts } = state;
  findContacts(state, h);
  let overlap = 0;
  for (let i = 0; i < contacts.count; i++) overlap = Math.max(overlap, -contacts.distance[i]);
  return {
    away: furthest(state, start) / size,
    speed: Math.max(...speeds(state, true)),
    pace: Math.max(...speeds(state, false)),
    moving: speeds(state, true).filter((speed) => speed > 0.01).length,
    overlap: overlap / size,
    deepest: deepest / size,
    contacts: total / steps,
    microseconds: cost.length > 0 ? medianOf(cost) : 0,
  };
}

/** Runs a scene to its end, by us and by crashcat, step by step in turns. */
function runScene(scene: SolverScene, blocks: Blocks, dt: number): Outcome[] {
  const plays = [false, true].map((byCrashcat) => beginPlay(scene, blocks, byCrashcat));
  const h = dt / Math.ceil(dt / LONGEST - 1e-9);
  const steps = Math.round(scene.seconds / h);
  for (let k = 0; k < steps; k++) for (const play of plays) stepPlay(play, h);
  return plays.map((play) => endPlay(play, blocks.size, h, steps));
}

function furthest({ bodies }: WorldState, start: Float64Array): number {
  let most = 0;
  for (let row = 0; row < bodies.slots.count; row++) {
    if (bodies.inverseMass[row] === 0) continue;
    const way = [0, 1, 2].map((d) => bodies.center[3 * row + d] - start[3 * row + d]);
    most = Math.max(most, Math.hypot(...way));
  }
  return most;
}

/** Speeds of the bodies that move freely, with what turning adds or without. */
function speeds({ bodies }: WorldState, turning: boolean): number[] {
  const { velocity, spin, radius, inverseMass, slots } = bodies;
  const found: number[] = [];
  for (let row = 0; row < slots.count; row++) {
    if (inverseMass[row] === 0) continue;
    const v = Math.hypot(...velocity.subarray(3 * row, 3 * row + 3));
    const w = Math.hypot(...spin.subarray(3 * row, 3 * row + 3));
    found.push(turning ? v + w * radius[row] : v);
  }
  return found;
}

/** What should hold of a scene as its value, the rest beside it, then the same of crashcat; and the times of both. */
function report(out: Report, scene: SolverScene, name: string, ours: Outcome, theirs: Outcome): void {
  const [value, unit] = judge(scene, ours);
  const target = scene === slope ? 1 : scene.stands ? 100 * FELL : 0;
  const others = Object.entries(count(scene, theirs)).map(([key, x]) => [
    `crashcat${key[0].toUpperCase()}${key.slice(1)}`,
    x,
  ]);
  out.row({
    name,
    value,
    unit,
    target,
    ...count(scene, ours),
    contacts: Math.round(ours.contacts),
    crashcatValue: judge(scene, theirs)[0],
    ...Object.fromEntries(others),
  });
  const ratio = ours.microseconds / theirs.microseconds;
  out.row({ name: `${name}: a contact, a step`, value: ours.microseconds, unit: 'µs', ratio });
  out.row({ name: `${name}: a contact, a step, crashcat`, value: theirs.microseconds, unit: 'µs' });
}

const percent = (x: number) => Math.round(1e4 * x) / 100;

/** What a scene is judged by. */
function judge(scene: SolverScene, of: Outcome): [number, string] {
  if (scene === slope) return [percent(slide(of)), '% off'];
  return scene.stands ? [percent(of.away), '% drift'] : [of.moving, 'moving'];
}

function count(scene: SolverScene, of: Outcome): Record<string, number> {
  if (scene === slope) return {};
  const common = { speed: of.speed, overlap: percent(of.overlap) };
  return scene.stands
    ? { stands: of.away < FELL ? 1 : 0, ...common }
    : { ...common, deepest: percent(of.deepest) };
}

/** How far the speed at the end is from what Coulomb's law says. */
function slide({ pace }: Outcome): number {
  const right = slope.seconds * 9.81 * (Math.sin(SLOPE) - SLOPE_FRICTION * Math.cos(SLOPE));
  return Math.abs(pace / right - 1);
}

export const bench: Bench = {
  name: 'solver',
  answers:
    'stacks, a pile, an arch and a slope, of 1 m and 5 cm blocks, beside crashcat given the same contacts',
  async run(out) {
    out.note('drift, overlap and deepest in % of a block; speed in m/s; microseconds a contact and step');
    for (const size of [1, 0.05]) {
      const blocks = await bakeBlocks(size);
      for (const dt of [1 / 60, 0.03]) {
        for (const scene of SCENES) {
          const name = `${scene.name}, ${size === 1 ? '1 m' : '5 cm'}, ${dt === 0.03 ? '30' : '17'} ms`;
          out.note(name);
          await out.timed(() => {
            const [ours, theirs] = runScene(scene, blocks, dt);
            report(out, scene, name, ours, theirs);
          });
        }
      }
      if (size === 1) await out.timed(() => measureMany(out, blocks));
    }
  },
};

/** A thousand boxes at rest, by us alone. */
function measureMany(out: Report, blocks: Blocks): void {
  const play = beginPlay(stacks, blocks, false);
  const { solving, contacts } = play.state;
  solving.maxSubsteps = solving.substeps;
  for (let k = 0; k < 90; k++) {
    if (k === 30) play.cost.length = 0; // the first ones compile and settle
    stepPlay(play, LONGEST);
  }
  const microseconds = medianOf(play.cost);
  out.row({
    name: `${stacks.name}: a step`,
    value: (microseconds * contacts.count) / 1000,
    unit: 'ms',
    contacts: contacts.count,
    substeps: solving.substeps,
  });
  out.row({
    name: `${stacks.name}: a contact, a pass`,
    value: (1000 * microseconds) / (2 * solving.substeps), // each has one with the push out of overlaps, one without
    unit: 'ns',
  });
}
