// The query that gives all contacts, against brute force.

import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Collider,
  createShape,
  KIND_BOX,
  KIND_CYLINDER,
  KIND_PLANE,
} from '../../src/contact/collider.ts';
import { createContacts } from '../../src/contact/contacts.ts';
import { createQueryOptions } from '../../src/contact/options.ts';
import { createPair, resetPair } from '../../src/contact/pair.ts';
import { queryContacts } from '../../src/contact/query.ts';
import { createQueryWork } from '../../src/contact/work.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { createBox } from '../../src/mesh/shapes/box.ts';
import { createTorus } from '../../src/mesh/shapes/round.ts';
import { createSphere } from '../../src/mesh/shapes/sphere.ts';
import { breakAtRandom, bruteContacts, createCopy, createTurned, labelsOf } from './brute.ts';

let ball: Collider;
let crate: Collider;
let ring: Collider;
let slab: Collider;
let broken: Collider[];

beforeAll(async () => {
  ball = await createCopy(createSphere({ frequency: 4 }), 0.3);
  crate = await createCopy(createBox({ size: [0.5, 0.3, 0.4], edge: 0.1 }), 0.2);
  ring = await createCopy(createTorus(), 0.4);
  slab = await createCopy(createBox({ size: [1, 0.06, 0.8], edge: 0.1 }), 0.2);
  broken = [
    await createCopy(createSphere({ frequency: 4 }), 0.3),
    await createCopy(createBox({ size: [0.5, 0.3, 0.4], edge: 0.1 }), 0.2),
    await createCopy(createBox({ size: [1, 0.06, 0.8], edge: 0.1 }), 0.2),
  ];
  broken.forEach((copy, k) => {
    breakAtRandom(copy, 6 + 3 * k, 10 + k);
  });
}, 60_000);

const TOLERANCE = 0.004;
const full = createQueryOptions({ budget: 'full', tolerance: TOLERANCE, edges: false, thin: false });

describe('full query', () => {
  it('equals brute force over 4,000 random poses of whole solids and shapes, seed 1', () => {
    const random = createRandom(1);
    const shapes = [
      createShape(KIND_PLANE),
      createShape(KIND_BOX, 0.3, 0.1, 0.4),
      createShape(KIND_CYLINDER, 0.2, 0.3),
    ];
    const solids = [ball, crate, ring, slab];
    const work = createQueryWork();
    const out = createContacts(4);
    const pair = createPair();
    let contacts = 0;
    for (let trial = 0; trial < 4000; trial++) {
      const A = solids[trial % 4];
      const B = [...solids, ...shapes][(trial >> 2) % 7];
      const frame = createTurned(random);
      for (let d = 9; d < 12; d++) frame[d] = 1.2 * (nextFloat(random) - 0.5);
      resetPair(pair);
      queryContacts(out, work, pair, A, 0, B, 0, frame, full);
      const wanted = bruteContacts(A, 0, B, 0, frame, TOLERANCE);
      const got = [...out.index.subarray(0, out.count)].sort((a, b) => a - b);
      expect(got).toEqual(wanted.map((c) => c.index));
      contacts += out.count;
    }
    expect(contacts).toBeGreaterThan(50_000);
    console.log(contacts, work.counters);
  });

  it('equals brute force over 6,000 random poses of fragments and shapes, seed 2', () => {
    const random = createRandom(2);
    const shapes = [createShape(KIND_PLANE), createShape(KIND_BOX, 0.3, 0.1, 0.4)];
    const work = createQueryWork();
    const out = createContacts(4);
    const pair = createPair();
    let contacts = 0;
    let missed = 0;
    for (let trial = 0; trial < 6000; trial++) {
      const A = broken[trial % 3];
      const B = [...broken, ...shapes][(trial >> 2) % 5];
      const labelsA = labelsOf(A);
      const labelsB = labelsOf(B);
      const labelA = labelsA[Math.floor(nextFloat(random) * labelsA.length)];
      const labelB = labelsB[Math.floor(nextFloat(random) * labelsB.length)];
      const frame = createTurned(random);
      for (let d = 9; d < 12; d++) frame[d] = 0.5 * (nextFloat(random) - 0.5);
      resetPair(pair);
      queryContacts(out, work, pair, A, labelA, B, labelB, frame, full);
      const wanted = bruteContacts(A, labelA, B, labelB, frame, TOLERANCE);
      const got = new Set(out.index.subarray(0, out.count));
      expect(got.size).toBe(out.count);
      missed += wanted.filter((c) => !got.has(c.index)).length;
      contacts += out.count;
      expect(out.count).toBeLessThanOrEqual(wanted.length);
    }
    console.log(contacts, missed, work.counters);
    expect(missed).toBe(0);
  });
});
