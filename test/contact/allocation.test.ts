// Contact queries in a steady state make no garbage, whoever meets whom and whatever is asked.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Collider } from '../../src/contact/collider.ts';
import { createContacts, FEATURE_EDGE } from '../../src/contact/contacts.ts';
import { createQueryOptions, type QueryChoice } from '../../src/contact/options.ts';
import { createPair } from '../../src/contact/pair.ts';
import { createQuery } from '../../src/contact/query.ts';
import { queryPair } from '../../src/contact/query-pair.ts';
import { createShape, type ShapeName } from '../../src/contact/shape.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { createBox } from '../../src/mesh/shapes/box.ts';
import { createSphere } from '../../src/mesh/shapes/sphere.ts';
import { findGarbage } from '../support/allocation.ts';
import { breakAtRandom, copyAgain, createCopy, createTurned, labelsOf } from './brute.ts';

let ball: Collider;
let crate: Collider;
let shards: Collider; // the ball in pieces
let planks: Collider; // the crate in pieces

beforeAll(async () => {
  ball = await createCopy(createSphere({ frequency: 3 }), 0.4);
  crate = await createCopy(createBox({ size: [0.9, 0.5, 0.7], edge: 0.2 }), 0.25);
  shards = copyAgain(ball);
  breakAtRandom(shards, 3, 1);
  planks = copyAgain(crate);
  breakAtRandom(planks, 3, 2);
});

const CHOICES: Record<string, QueryChoice> = {
  'by default': {},
  'in full': { budget: 'full' },
  'hard, points only': { budget: 'hard', edges: false },
  'ahead of contact, deep walls as they come': { margin: 0.05, thin: false },
};

const STEPS = 10; // poses that each pair goes through again and again
const LEAST = 700; // queries a run: rare functions are compiled within 80 of them

/** Runs pairs of two colliders through a motion again and again; returns what allocates and what was found on the way. */
function runPairs(A: Collider, B: Collider, choice: QueryChoice = {}) {
  const options = createQueryOptions(choice);
  const work = createQuery();
  const out = createContacts(2048);
  const random = createRandom(7);
  const meetings = labelsOf(A).flatMap((labelA) =>
    labelsOf(B)
      .filter((labelB) => A !== B || labelA !== labelB)
      .slice(0, 2)
      .map((labelB) => ({
        labelA,
        labelB,
        pair: createPair(),
        frameA: Array.from({ length: STEPS }, (_, k) => {
          const frame = createTurned(random);
          if (A === B || k % 2 > 0) frame.set([1, 0, 0, 0, 1, 0, 0, 0, 1]);
          for (let d = 0; d < 3; d++) frame[9 + d] = (A === B ? 0.03 : 0.8) * (nextFloat(random) - 0.5);
          if (A !== B && B.forest !== null) frame[10] += 0.4; // fragments are at all places of their solids
          return frame;
        }),
        frameB: createTurned(random),
      })),
  );
  if (A === B) for (const m of meetings) m.frameB.set([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  const rounds = Math.ceil(LEAST / (STEPS * meetings.length));
  let contacts = 0;
  let edges = 0;
  const job = () => {
    for (let m = 0; m < rounds * meetings.length; m++) {
      const { labelA, labelB, pair, frameA, frameB } = meetings[m % meetings.length];
      for (let k = 0; k < STEPS; k++) {
        queryPair(out, work, pair, A, labelA, frameA[k], B, labelB, frameB, options);
        contacts += out.count;
        for (let i = 0; i < out.count; i++) if (out.kind[i] === FEATURE_EDGE) edges++;
      }
    }
  };
  const garbage = findGarbage(rounds * STEPS * meetings.length, job);
  return { garbage, contacts, edges, turned: work.counters.turned };
}

describe('queries make no garbage', () => {
  it.each(Object.entries(CHOICES))('between fragments of two solids, %s', (_, choice) => {
    const { garbage, contacts, edges, turned } = runPairs(shards, planks, choice);
    expect(contacts).toBeGreaterThan(100);
    expect(edges > 0).toBe(choice.edges !== false);
    expect(turned > 0).toBe(choice.thin !== false);
    expect(garbage).toEqual([]);
  });

  it('between fragments of one copy', () => {
    const { garbage, contacts, edges } = runPairs(shards, shards);
    expect(contacts).toBeGreaterThan(100);
    expect(edges).toBeGreaterThan(0);
    expect(garbage).toEqual([]);
  });

  it('between wholes', () => {
    const { garbage, contacts } = runPairs(crate, ball);
    expect(contacts).toBeGreaterThan(100);
    expect(garbage).toEqual([]);
  });

  it.each<[ShapeName, ...number[]]>([
    ['plane'],
    ['sphere', 0.4],
    ['box', 0.3, 0.2, 0.4],
    ['capsule', 0.3, 0.2],
    ['cylinder', 0.2, 0.3],
  ])('between solids and a %s', (name, ...size) => {
    const shape = createShape(name, ...size);
    for (const solid of [crate, planks]) {
      const { garbage, contacts } = runPairs(solid, shape);
      expect(contacts).toBeGreaterThan(100);
      expect(garbage).toEqual([]);
    }
  });
});
