// Queries against brute force: those that give all contacts, and what adaptive ones of fragments never leave out.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Collider } from '../../src/contact/collider.ts';
import { createContacts, FEATURE_EDGE, FEATURE_POINT } from '../../src/contact/contacts.ts';
import { createQueryOptions } from '../../src/contact/options.ts';
import { createPair, resetPair } from '../../src/contact/pair.ts';
import { createQuery } from '../../src/contact/query.ts';
import { queryContacts } from '../../src/contact/query-pair.ts';
import { createShape } from '../../src/contact/shape.ts';
import { createRandom, nextFloat, type Random } from '../../src/math/random.ts';
import { createBox } from '../../src/mesh/shapes/box.ts';
import { createTorus } from '../../src/mesh/shapes/round.ts';
import { createSphere } from '../../src/mesh/shapes/sphere.ts';
import {
  breakAtRandom,
  bruteContacts,
  bruteEdges,
  copyAgain,
  createCopy,
  createShift,
  createTurned,
  labelsOf,
} from './brute.ts';

let ball: Collider;
let crate: Collider;
let ring: Collider;
let slab: Collider;
let broken: Collider[];

beforeAll(async () => {
  ball = await createCopy(createSphere({ frequency: 4 }), 0.3);
  crate = await createCopy(createBox({ size: [0.5, 0.3, 0.4], edge: 0.1 }), 0.2);
  ring = await createCopy(createTorus({ triangles: 600 }), 0.4);
  slab = await createCopy(createBox({ size: [1, 0.06, 0.8], edge: 0.1 }), 0.2);
  broken = [copyAgain(ball), copyAgain(crate), copyAgain(slab)];
  broken.forEach((copy, k) => {
    breakAtRandom(copy, 6 + 3 * k, 10 + k);
  });
});

const TOLERANCE = 0.004;
const full = createQueryOptions({ budget: 'full', tolerance: TOLERANCE, edges: false, thin: false });

function pickLabel(collider: Collider, random: Random): number {
  const labels = labelsOf(collider);
  return labels[Math.floor(nextFloat(random) * labels.length)];
}

describe('full query', () => {
  it('equals brute force over 4,000 random poses of whole solids and shapes, seed 1', () => {
    const random = createRandom(1);
    const shapes = [
      createShape('plane'),
      createShape('box', 0.3, 0.1, 0.4),
      createShape('cylinder', 0.2, 0.3),
    ];
    const solids = [ball, crate, ring, slab];
    const work = createQuery();
    const out = createContacts(4);
    const pair = createPair();
    let contacts = 0;
    let wrong = 0;
    for (let trial = 0; trial < 4000; trial++) {
      const A = solids[trial % 4];
      const B = [...solids, ...shapes][(trial >> 2) % 7];
      const frame = createTurned(random);
      for (let d = 9; d < 12; d++) frame[d] = 1.2 * (nextFloat(random) - 0.5);
      resetPair(pair);
      queryContacts(out, work, pair, A, 0, B, 0, frame, full);
      const wanted = bruteContacts(A, 0, B, 0, frame, TOLERANCE);
      const got = [...out.index.subarray(0, out.count)].sort((a, b) => a - b);
      if (got.join() !== wanted.map((c) => c.index).join()) wrong++;
      contacts += out.count;
    }
    expect(wrong).toBe(0);
    expect(contacts).toBeGreaterThan(50_000);
    expect(work.counters.points).toBeLessThan(450_000); // of 1,4 million that brute force measures
  });

  it('equals brute force over 6,000 random poses of fragments and shapes, seed 2', () => {
    const random = createRandom(2);
    const shapes = [createShape('plane'), createShape('box', 0.3, 0.1, 0.4)];
    const work = createQuery();
    const out = createContacts(4);
    const pair = createPair();
    let contacts = 0;
    let wrong = 0;
    for (let trial = 0; trial < 6000; trial++) {
      const A = broken[trial % 3];
      const B = [...broken, ...shapes][(trial >> 2) % 5];
      const [labelA, labelB] = [pickLabel(A, random), pickLabel(B, random)];
      const frame = createTurned(random);
      for (let d = 9; d < 12; d++) frame[d] = 0.5 * (nextFloat(random) - 0.5);
      resetPair(pair);
      queryContacts(out, work, pair, A, labelA, B, labelB, frame, full);
      const wanted = bruteContacts(A, labelA, B, labelB, frame, TOLERANCE);
      const got = [...out.index.subarray(0, out.count)].sort((a, b) => a - b);
      if (got.join() !== wanted.map((c) => c.index).join()) wrong++;
      contacts += out.count;
    }
    expect(wrong).toBe(0);
    expect(contacts).toBeGreaterThan(50_000);
  });

  it('finds every edge that brute force finds, or a contact at its end as deep, over 1,500 poses, seed 3', () => {
    const random = createRandom(3);
    const work = createQuery();
    const out = createContacts(4);
    const pair = createPair();
    const epsilon = 0.001;
    const options = createQueryOptions({ budget: 'full', tolerance: TOLERANCE, epsilon, thin: false });
    const solids = [crate, ...broken];
    let found = 0;
    let missed = 0;
    let covered = 0;
    for (let trial = 0; trial < 1500; trial++) {
      const A = solids[trial % 4];
      const B = solids[(trial >> 2) % 4];
      const [labelA, labelB] = [pickLabel(A, random), pickLabel(B, random)];
      const frame = createTurned(random);
      for (let d = 9; d < 12; d++) frame[d] = 0.4 * (nextFloat(random) - 0.5);
      resetPair(pair);
      queryContacts(out, work, pair, A, labelA, B, labelB, frame, options);
      const rows = [...Array(out.count).keys()];
      const got = new Set(rows.filter((i) => out.kind[i] === FEATURE_EDGE).map((i) => out.index[i]));
      found += got.size;
      for (const edge of bruteEdges(A, labelA, B, labelB, frame, TOLERANCE)) {
        if (got.has(edge.index)) continue;
        const isAtEnd = (i: number, end: number) =>
          Math.hypot(...[0, 1, 2].map((d) => out.point[3 * i + d] - edge.ends[end + d])) < 0.06 * edge.reach;
        const deep = rows.filter((i) => out.distance[i] <= edge.distance + epsilon);
        if (deep.some((i) => isAtEnd(i, 0) || isAtEnd(i, 3))) covered++;
        else missed++;
      }
      const points = rows.filter((i) => out.kind[i] === FEATURE_POINT).map((i) => out.index[i]);
      if (points.length !== bruteContacts(A, labelA, B, labelB, frame, TOLERANCE).length) missed++;
    }
    expect(missed).toBe(0);
    expect(found).toBeGreaterThan(300);
    expect(covered).toBeGreaterThan(1000);
  });

  it('equals brute force where faces, edges and corners of boxes just touch', () => {
    const work = createQuery();
    const out = createContacts(4);
    const pair = createPair();
    let wrong = 0;
    let contacts = 0;
    const shifts = [0, 0.25, 0.3, 0.4, 0.5, -0.3, -0.4, -0.5];
    const turns = [createShift(0, 0, 0), createShift(0, 0, 0), createShift(0, 0, 0)];
    turns[1].set([0, -1, 0, 1, 0, 0, 0, 0, 1]);
    turns[2].set([Math.SQRT1_2, -Math.SQRT1_2, 0, Math.SQRT1_2, Math.SQRT1_2, 0, 0, 0, 1]);
    for (const tolerance of [0, 1e-9, TOLERANCE]) {
      const options = createQueryOptions({ budget: 'full', tolerance, edges: false, thin: false });
      for (const B of [crate, createShape('box', 0.25, 0.15, 0.2), createShape('plane')]) {
        for (const frame of turns) {
          for (const x of shifts) {
            for (const y of shifts) {
              frame[9] = x;
              frame[10] = y;
              resetPair(pair);
              queryContacts(out, work, pair, crate, 0, B, 0, frame, options);
              const wanted = bruteContacts(crate, 0, B, 0, frame, tolerance);
              if (out.count !== wanted.length) wrong++;
              contacts += out.count;
            }
          }
        }
      }
    }
    expect(wrong).toBe(0);
    expect(contacts).toBeGreaterThan(1000);
  });
});

describe('adaptive query', () => {
  it('leaves out no point deeper than ε over 1,000 random poses of fragments, seed 1', () => {
    const epsilon = 0.002;
    const options = createQueryOptions({ epsilon, cap: 10_000, edges: false, thin: false });
    const random = createRandom(1);
    const work = createQuery();
    const out = createContacts(4);
    const pair = createPair();
    let deep = 0;
    let missing = 0;
    for (let trial = 0; trial < 1000; trial++) {
      const [A, B] = trial % 2 > 0 ? [broken[0], broken[1]] : [broken[1], broken[0]];
      const [labelA, labelB] = [pickLabel(A, random), pickLabel(B, random)];
      const frame = createTurned(random);
      for (let d = 9; d < 12; d++) frame[d] = 0.3 * (nextFloat(random) - 0.5);
      resetPair(pair);
      queryContacts(out, work, pair, A, labelA, B, labelB, frame, options);
      const got = new Set(out.index.subarray(0, out.count));
      for (const { index, distance } of bruteContacts(A, labelA, B, labelB, frame, -epsilon)) {
        if (!(distance < -epsilon)) continue;
        deep++;
        if (!got.has(index)) missing++;
      }
    }
    expect(deep).toBeGreaterThan(2000);
    expect(missing).toBe(0);
  });
});
