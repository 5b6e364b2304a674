// Judges a world from outside: a full query of two of its bodies where they are, beside the contacts that it chose.

import { type Contacts, createContacts } from '../../src/contact/contacts.ts';
import { colliderOf } from '../../src/contact/inside.ts';
import { createQueryOptions } from '../../src/contact/options.ts';
import { createPair, type PairState, resetPair } from '../../src/contact/pair.ts';
import { createQuery, type Query } from '../../src/contact/query.ts';
import { queryPair } from '../../src/contact/query-pair.ts';
import { createFrame, setFrame } from '../../src/math/rigid.ts';
import type { World } from '../../src/world/world.ts';

/** Made by createJudge alone. */
export interface Judge {
  readonly work: Query;
  readonly found: Contacts; // of the last pair that was judged
  readonly pair: PairState;
}

export function createJudge(): Judge {
  return { work: createQuery(), found: createContacts(), pair: createPair() };
}

/** The share of the smaller radius that the world uses as ε, unless a body is thin. */
export const EPSILON = 0.002;

/** The closest surface counts, and nothing is remembered. */
const EVERY = createQueryOptions({ budget: 'full', tolerance: 0, hysteresis: 0, seeds: false, thin: false });

/**
 * How deep the deepest feature of two bodies is in the other; 0 if none is. All that are closer than the tolerance are
 * in judge.found.
 */
export function judgeDepth(judge: Judge, world: World, a: number, b: number, tolerance = 0): number {
  const { work, found, pair } = judge;
  const A = colliderOf(world.info(a));
  const B = colliderOf(world.info(b));
  const options = { ...EVERY, tolerance };
  const [frameA, frameB] = [frameOf(world, a), frameOf(world, b)];
  resetPair(pair);
  queryPair(found, work, pair, A.collider, A.label, frameA, B.collider, B.label, frameB, options);
  let deepest = 0;
  for (let i = 0; i < found.count; i++) deepest = Math.max(deepest, -found.distance[i]);
  return deepest;
}

function frameOf(world: World, body: number): Float64Array {
  const frame = createFrame();
  const at = 7 * world.indexOf(body);
  setFrame(frame, Float64Array.from(world.poses.subarray(at, at + 7)), 0);
  return frame;
}

/** What a world chose for two bodies in its last collision step. */
export interface Chosen {
  readonly count: number;
  readonly deepest: number; // 0 if none overlaps
}

export function chosenContacts(world: World, a: number, b: number): Chosen {
  const { count, bodyA, bodyB, distance } = world.contacts;
  const rows = [world.indexOf(a), world.indexOf(b)].sort((x, y) => x - y);
  let chosen = 0;
  let deepest = 0;
  for (let i = 0; i < count; i++) {
    if (bodyA[i] !== rows[0] || bodyB[i] !== rows[1]) continue;
    chosen++;
    deepest = Math.max(deepest, -distance[i]);
  }
  return { count: chosen, deepest };
}

/** Two bodies of a world that overlap. */
export interface Overlap {
  readonly a: number;
  readonly b: number;
  readonly depth: number; // by the full query
  readonly chosen: number; // the deepest that the world chose
  readonly epsilon: number; // of this pair, were nothing thin
}

/** All pairs of bodies that overlap where at least one moves. */
export function judgeWorld(judge: Judge, world: World): Overlap[] {
  const list: Overlap[] = [];
  const ids = world.bodies;
  ids.forEach((b, k) => {
    for (const a of ids.slice(0, k)) {
      if (world.info(a).kind === 'static' && world.info(b).kind === 'static') continue;
      const depth = judgeDepth(judge, world, a, b);
      const epsilon = EPSILON * Math.min(world.info(a).radius, world.info(b).radius);
      if (depth > 0) list.push({ a, b, depth, chosen: chosenContacts(world, a, b).deepest, epsilon });
    }
  });
  return list;
}
