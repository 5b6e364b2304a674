// The contacts that the solver was given, and those that were found but not chosen.

import { createContacts } from '../../src/contact/contacts.ts';
import { colliderOf } from '../../src/contact/inside.ts';
import { createQueryOptions } from '../../src/contact/options.ts';
import { createPair, resetPair } from '../../src/contact/pair.ts';
import { createQuery } from '../../src/contact/query.ts';
import { queryPair } from '../../src/contact/query-pair.ts';
import { createFrame, setFrame } from '../../src/math/rigid.ts';
import type { World } from '../../src/world/world.ts';
import type { View } from './view.ts';

const EPSILON = 0.002; // of the smaller radius, as in worlds where nothing is thin
const LENGTH = 0.03; // metres, of a drawn normal

export const contacts: View = {
  name: 'contacts',
  title: 'Contacts',
  about: 'The few contacts that carry a pair, with their normals; red ones overlap [Glondu13, sec. 5].',
  compute(world) {
    const { contacts: rows } = world;
    const { count } = rows;
    const points = new Float32Array(3 * count);
    const pointColors = new Float32Array(3 * count);
    const lines = new Float32Array(6 * count);
    const lineColors = new Float32Array(6 * count);
    let deepest = 0;
    const fixed = new Set(
      world.bodies.filter((body) => world.info(body).kind === 'static').map((body) => world.indexOf(body)),
    );
    for (let i = 0; i < count; i++) {
      const overlaps = rows.distance[i] < 0;
      deepest = Math.min(deepest, rows.distance[i]);
      const length = fixed.has(rows.bodyA[i]) ? -LENGTH : LENGTH; // out of what does not move
      const color = overlaps ? [1, 0.25, 0.2] : [0.1, 0.75, 0.5];
      for (let d = 0; d < 3; d++) {
        points[3 * i + d] = lines[6 * i + d] = rows.point[3 * i + d];
        lines[6 * i + 3 + d] = rows.point[3 * i + d] + length * rows.normal[3 * i + d];
        pointColors[3 * i + d] = lineColors[6 * i + d] = lineColors[6 * i + 3 + d] = color[d];
      }
    }
    const depth = (-1000 * deepest).toFixed(2);
    return { points, pointColors, lines, lineColors, note: `${count} contacts, deepest ${depth} mm` };
  },
};

const work = createQuery();
const found = createContacts();
const fresh = createPair(); // scratch: two bodies that remember nothing
const frames = [createFrame(), createFrame()]; // scratch: of both bodies

export const rejected: View = {
  name: 'rejected',
  title: 'All colliding points',
  about:
    'Everything that a full query finds between the same pairs: what the choice of contacts leaves out [Glondu13, sec. 5.2].',
  compute(world) {
    const points: number[] = [];
    for (const [a, b] of touchingPairs(world).values()) points.push(...queryFull(world, a, b).points);
    const pointColors = new Float32Array(points.length);
    for (let k = 0; k < points.length; k += 3) pointColors.set([0.55, 0.5, 0.95], k);
    const note = `${points.length / 3} colliding points, ${countTouching(world)} contacts chosen of them`;
    return { points: Float32Array.from(points), pointColors, note };
  },
};

/** All features of a pair of bodies that are closer than ε, and how many were measured to find them. */
export function queryFull(world: World, a: number, b: number): { points: number[]; measured: number } {
  const [A, B] = [world.info(a), world.info(b)];
  [a, b].forEach((body, k) => {
    const o = 7 * world.indexOf(body);
    setFrame(frames[k], Float64Array.from(world.poses.subarray(o, o + 7)), 0);
  });
  const before = work.counters.points;
  const [frameA, frameB] = frames;
  resetPair(fresh);
  const full = createQueryOptions({
    budget: 'full',
    seeds: false,
    epsilon: EPSILON * Math.min(A.radius, B.radius),
  });
  const [ofA, ofB] = [colliderOf(A), colliderOf(B)];
  queryPair(found, work, fresh, ofA.collider, ofA.label, frameA, ofB.collider, ofB.label, frameB, full);
  const points = Array.from(found.point.subarray(0, 3 * found.count));
  return { points, measured: work.counters.points - before };
}

/** How many contacts are closer than ε; the others are close by, or were met only later in the step. */
export function countTouching(world: World): number {
  const { count, distance, bodyA, bodyB } = world.contacts;
  const radius = new Map(world.bodies.map((body) => [world.indexOf(body), world.info(body).radius]));
  let touching = 0;
  for (let i = 0; i < count; i++) {
    const small = Math.min(radius.get(bodyA[i]) ?? 0, radius.get(bodyB[i]) ?? 0);
    if (distance[i] < EPSILON * small) touching++;
  }
  return touching;
}

/** Pairs of bodies that have contacts, by id, each once; the keys are of their places. */
export function touchingPairs(world: World): Map<number, [number, number]> {
  const { contacts: rows } = world;
  const byRow = new Map(world.bodies.map((body) => [world.indexOf(body), body]));
  const pairs = new Map<number, [number, number]>();
  for (let i = 0; i < rows.count; i++) {
    const a = byRow.get(rows.bodyA[i]);
    const b = byRow.get(rows.bodyB[i]);
    if (a !== undefined && b !== undefined) pairs.set(rows.bodyA[i] * 0x100000 + rows.bodyB[i], [a, b]);
  }
  return pairs;
}
