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
import { bruteContacts, createCopy, createTurned } from './brute.ts';

let ball: Collider;
let crate: Collider;
let ring: Collider;
let slab: Collider;

beforeAll(async () => {
  ball = await createCopy(createSphere({ frequency: 4 }), 0.3);
  crate = await createCopy(createBox({ size: [0.5, 0.3, 0.4], edge: 0.1 }), 0.2);
  ring = await createCopy(createTorus(), 0.4);
  slab = await createCopy(createBox({ size: [1, 0.06, 0.8], edge: 0.1 }), 0.2);
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
});
