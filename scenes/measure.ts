// What a scene costs, step by step: the columns of [Glondu13, tables 2 and 3] and the curves of its figure 12.

import { createContacts } from '../src/contact/contacts.ts';
import { colliderOf } from '../src/contact/inside.ts';
import { createQueryOptions } from '../src/contact/options.ts';
import { createPair } from '../src/contact/pair.ts';
import { createQuery } from '../src/contact/query.ts';
import { queryPair } from '../src/contact/query-pair.ts';
import { createFragmentMesh, extractShape } from '../src/fragment/extract.ts';
import { createFrame, setFrame } from '../src/math/rigid.ts';
import type { Clock, WorldOptions } from '../src/world/options.ts';
import type { World } from '../src/world/world.ts';
import { createScene, stepScene } from './run.ts';
import type { Assets, Scene } from './scene.ts';

/** Per step, columns of equal length. */
export interface Series {
  readonly total: number[]; // milliseconds, as all times
  readonly collision: number[]; // boxes, pairs, contact queries and sweeps
  readonly physics: number[]; // islands, solver, sleep
  readonly fracture: number[]; // deciding and cutting
  readonly update: number[]; // of data structures
  readonly pairs: number[]; // of boxes that overlap
  readonly contacts: number[]; // that the solver was given
  readonly colliding: number[]; // points that overlap, counted in full; NaN where they were not
  readonly fragments: number[];
}

export interface SceneReport {
  readonly scene: string;
  readonly steps: number;
  readonly triangles: readonly [before: number, after: number];
  readonly fragments: number; // that breaking made, wholes that never broke not counted
  readonly series: Series;
  readonly hash: string;
  readonly world: World;
}

export interface MeasureOptions {
  readonly steps?: number;
  readonly clock: Clock;
  readonly world?: WorldOptions;
  readonly collidingEvery?: number; // count colliding points every so many steps; 0, the default: never
  readonly onStep?: (step: number, steps: number, world: World) => void;
}

/** Plays a scene and measures it. */
export function measureScene(scene: Scene, assets: Assets, options: MeasureOptions): SceneReport {
  const { steps = scene.steps, clock, collidingEvery = 0, onStep } = options;
  const world = createScene(scene, assets, { ...options.world, clock });
  const series: Series = {
    total: [],
    collision: [],
    physics: [],
    fracture: [],
    update: [],
    pairs: [],
    contacts: [],
    colliding: [],
    fragments: [],
  };
  for (let step = 0; step < steps; step++) {
    world.counters.pairs = 0;
    world.counters.looks = 0;
    stepScene(scene, world, step, assets);
    const { timings: t, counters } = world;
    series.total.push(t.total);
    series.collision.push(t.pairs + t.contacts);
    series.physics.push(t.islands + t.solve + t.events);
    series.fracture.push(t.fracture);
    series.update.push(t.update);
    series.pairs.push(counters.pairs / Math.max(1, counters.looks));
    series.contacts.push(world.contacts.count);
    const counts = collidingEvery > 0 && step % collidingEvery === 0;
    series.colliding.push(counts ? countColliding(world) : Number.NaN);
    series.fragments.push(countFragments(world));
    onStep?.(step, steps, world);
  }
  return {
    scene: scene.name,
    steps,
    triangles: [countWholes(world), countTriangles(world)],
    fragments: countFragments(world),
    series,
    hash: world.hash(),
    world,
  };
}

const mesh = createFragmentMesh(); // scratch: the surface of a body

function trianglesOf(world: World, body: number): number {
  const { collider, label } = colliderOf(world.info(body));
  if (collider.field === null) return 12; // as a box
  extractShape(mesh, collider.field.family, label);
  return mesh.triangleCount;
}

function countTriangles(world: World): number {
  return world.bodies.reduce((sum, body) => sum + trianglesOf(world, body), 0);
}

/** Triangles of everything, had nothing broken. */
function countWholes(world: World): number {
  let sum = 0;
  const seen = new Set<unknown>();
  for (const body of world.bodies) {
    const { collider } = colliderOf(world.info(body));
    if (collider.field === null) sum += 12;
    else if (!seen.has(collider)) sum += collider.field.family.topology.triangle.length / 3;
    seen.add(collider);
  }
  return sum;
}

/** Bodies that are pieces of something. */
function countFragments(world: World): number {
  let count = 0;
  for (const body of world.bodies) {
    const { collider } = colliderOf(world.info(body));
    if (collider.field !== null && collider.field.family.fragments.count > 1) count++;
  }
  return count;
}

const work = createQuery();
const found = createContacts();
const full = createQueryOptions({ budget: 'full', seeds: false });
const frames = [createFrame(), createFrame()]; // scratch: of both bodies

/** The points that overlap, of all pairs that have contacts, by full queries. */
export function countColliding(world: World): number {
  const { contacts, poses } = world;
  const byRow = new Map(world.bodies.map((body) => [world.indexOf(body), body]));
  const pairs = new Set<number>();
  for (let i = 0; i < contacts.count; i++) pairs.add(contacts.bodyA[i] * 0x100000 + contacts.bodyB[i]);
  let count = 0;
  for (const pair of pairs) {
    const rows = [Math.floor(pair / 0x100000), pair % 0x100000];
    const infos = rows.map((row) => {
      const body = byRow.get(row);
      return body === undefined ? null : colliderOf(world.info(body));
    });
    const [A, B] = infos;
    if (A === null || B === null) continue;
    rows.forEach((row, k) => {
      setFrame(frames[k], Float64Array.from(poses.subarray(7 * row, 7 * row + 7)), 0);
    });
    const all = queryPair(
      found,
      work,
      createPair(),
      A.collider,
      A.label,
      frames[0],
      B.collider,
      B.label,
      frames[1],
      full,
    );
    for (let i = 0; i < all; i++) if (found.distance[i] <= 0) count++;
  }
  return count;
}

/** The mean and the largest of a column, numbers that were not counted left out. */
export function summarise(column: readonly number[]): { mean: number; max: number } {
  let sum = 0;
  let count = 0;
  let max = 0;
  for (const x of column) {
    if (Number.isNaN(x)) continue;
    sum += x;
    count++;
    max = Math.max(max, x);
  }
  return { mean: count === 0 ? 0 : sum / count, max };
}
