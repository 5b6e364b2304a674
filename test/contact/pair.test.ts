// Both ways of a pair: budgets, what is kept from step to step, sides, garbage.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Collider } from '../../src/contact/collider.ts';
import { type Contacts, createContacts, FEATURE_EDGE } from '../../src/contact/contacts.ts';
import { createQueryOptions } from '../../src/contact/options.ts';
import { copyPair, createPair } from '../../src/contact/pair.ts';
import { createQuery } from '../../src/contact/query.ts';
import { queryContacts, queryPair } from '../../src/contact/query-pair.ts';
import { createShape } from '../../src/contact/shape.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { movePoint, relateFrames } from '../../src/math/rigid.ts';
import { createBox } from '../../src/mesh/shapes/box.ts';
import { createSphere } from '../../src/mesh/shapes/sphere.ts';
import { findGarbage } from '../support/allocation.ts';
import { breakAtRandom, bruteContacts, createCopy, createShift, createTurned, labelsOf } from './brute.ts';

let ball: Collider;
let crate: Collider; // 0.5 × 0.3 × 0.4
let bare: Collider; // the crate with few points
let pieces: Collider; // the crate in pieces
const floor = createShape('plane');

beforeAll(async () => {
  ball = await createCopy(createSphere({ frequency: 4 }), 0.3);
  crate = await createCopy(createBox({ size: [0.5, 0.3, 0.4], edge: 0.06 }), 0.2);
  bare = await createCopy(createBox({ size: [0.5, 0.3, 0.4], edge: 0.3 }), 0.3, 64);
  pieces = await createCopy(createBox({ size: [0.5, 0.3, 0.4], edge: 0.1 }), 0.2);
  breakAtRandom(pieces, 8, 5);
});

const still = createShift(0, 0, 0);
const work = createQuery();
const points = createQueryOptions({ edges: false });
const hard = createQueryOptions({ edges: false, budget: 'hard' });
const full = createQueryOptions({ edges: false, budget: 'full', thin: false });

const features = (out: Contacts) =>
  Array.from({ length: out.count }, (_, i) => `${out.side[i]} ${out.kind[i]} ${out.index[i]}`);

/** Two bodies at random that overlap somewhat. */
function place(random: ReturnType<typeof createRandom>): [Float64Array, Float64Array] {
  const [a, b] = [createTurned(random), createTurned(random)];
  for (let d = 9; d < 12; d++) {
    a[d] = 0.5 * nextFloat(random);
    b[d] = 0.5 * nextFloat(random);
  }
  return [a, b];
}

describe('the budget of a pair', () => {
  it('a crate resting on a floor gets 8 contacts, spread over its base; hard stops there too', () => {
    for (const options of [points, hard]) {
      const out = createContacts();
      queryPair(out, work, createPair(), crate, 0, createShift(0, 0.15, 0), floor, 0, still, options);
      expect(out.count).toBe(8);
      const xs = Array.from({ length: 8 }, (_, i) => out.point[3 * i]);
      const zs = Array.from({ length: 8 }, (_, i) => out.point[3 * i + 2]);
      expect(Math.max(...xs) - Math.min(...xs)).toBeCloseTo(0.5, 6);
      expect(Math.max(...zs) - Math.min(...zs)).toBeCloseTo(0.4, 6);
      for (let i = 0; i < 8; i++) {
        expect(out.distance[i]).toBeCloseTo(0, 12);
        expect([...out.normal.subarray(3 * i, 3 * i + 3)]).toEqual([0, 1, 0]);
      }
    }
  });

  it('leaves out no point deeper than ε, at most the cap, each once; random poses, seed 3', () => {
    const random = createRandom(3);
    let raised = 0;
    let left = 0;
    let missed = 0;
    for (let trial = 0; trial < 200; trial++) {
      const [frameA, frameB] = place(random);
      const [A, B] = trial % 2 ? [crate, ball] : [ball, crate];
      const options = createQueryOptions({ edges: false, thin: false, cap: trial % 3 ? 1000 : 20 });
      const out = createContacts();
      const pair = createPair();
      queryPair(out, work, pair, A, 0, frameA, B, 0, frameB, options);
      const got = new Set(features(out));
      expect(got.size).toBe(out.count);
      expect(out.count).toBeLessThanOrEqual(options.cap);
      if (out.count > 8) raised++;
      const deep = out.distance
        .subarray(0, out.count)
        .filter((d) => d < -0.002 * Math.min(A.radius, B.radius));
      expect(pair.wanted).toBeLessThanOrEqual(out.count === 0 ? 0 : Math.max(8, out.count));
      expect(pair.wanted).toBeGreaterThanOrEqual(out.count === 0 ? 0 : Math.max(8, deep.length));
      if (options.cap === 20) continue;
      const epsilon = 0.002 * Math.min(A.radius, B.radius);
      const frame = new Float64Array(12);
      relateFrames(frame, frameA, frameB);
      const forward = bruteContacts(A, 0, B, 0, frame, 0).map((c) => ({ ...c, key: `0 0 ${c.index}` }));
      relateFrames(frame, frameB, frameA);
      const backward = bruteContacts(B, 0, A, 0, frame, 0).map((c) => ({ ...c, key: `1 0 ${c.index}` }));
      for (const c of [...forward, ...backward]) {
        if (got.has(c.key)) continue;
        if (c.distance < -epsilon) missed++;
        else left++;
      }
    }
    expect(missed).toBe(0);
    expect(raised).toBeGreaterThan(50);
    expect(left).toBeGreaterThan(50);
  });

  it('hard gives no more than the pair begins with', () => {
    const random = createRandom(4);
    for (let trial = 0; trial < 200; trial++) {
      const [frameA, frameB] = place(random);
      const out = createContacts();
      const pair = createPair();
      for (let step = 0; step < 3; step++) {
        queryPair(out, work, pair, crate, 0, frameA, ball, 0, frameB, hard);
        expect(out.count).toBeLessThanOrEqual(8);
      }
    }
  });

  it('grows with deeper contacts, falls when they are no longer deep, and starts anew when the bodies part', () => {
    const out = createContacts();
    const pair = createPair();
    queryPair(out, work, pair, crate, 0, createShift(0, 0.13, 0), floor, 0, still, points);
    expect(out.count).toBeGreaterThan(20);
    expect(pair.wanted).toBe(out.count);
    for (let step = 0; step < 20; step++) {
      const before = out.count;
      queryPair(out, work, pair, crate, 0, createShift(0, 0.15, 0), floor, 0, still, points);
      expect(out.count).toBeLessThanOrEqual(before);
      expect(out.count).toBeGreaterThanOrEqual((before >> 1) + 3); // not all at once
    }
    expect(out.count).toBe(8);
    const x = Array.from({ length: 8 }, (_, i) => out.point[3 * i]);
    expect(Math.max(...x) - Math.min(...x)).toBeGreaterThan(0.28); // those that stay hold it at its rims
    queryPair(out, work, pair, crate, 0, createShift(0, 0.3, 0), floor, 0, still, points);
    expect(out.count).toBe(0);
    expect([pair.wanted, pair.last.count]).toEqual([0, 0]);
    queryPair(out, work, pair, crate, 0, createShift(0, 0.15, 0), floor, 0, still, points);
    expect(out.count).toBe(8);
  });

  it('a way without points leaves all contacts to the other', () => {
    const out = createContacts();
    const plane = createShape('plane');
    queryPair(out, work, createPair(), crate, 0, createShift(0, 0.15, 0), plane, 0, still, points);
    expect([out.count, Math.max(...out.side.subarray(0, 8))]).toEqual([8, 0]);
    queryPair(out, work, createPair(), plane, 0, still, crate, 0, createShift(0, 0.15, 0), points);
    expect([out.count, Math.min(...out.side.subarray(0, 8))]).toEqual([8, 1]);
    for (let i = 0; i < 8; i++) expect(out.normal[3 * i + 1]).toBe(-1);
    queryPair(out, work, createPair(), plane, 0, still, plane, 0, still, points);
    expect(out.count).toBe(0);
  });
});

describe('a large flat body', () => {
  it('whose points are few leaves the contacts to the small one, and costs little', async () => {
    const ground = await createCopy(createBox({ size: [8, 0.5, 8], edge: 2 }), 2);
    const out = createContacts();
    const pair = createPair();
    for (const key of ['nodes', 'calls'] as const) work.counters[key] = 0;
    queryPair(out, work, pair, crate, 0, createShift(0.4, 0.4, 0.3), ground, 0, still, points);
    const { nodes, calls } = work.counters;
    expect([out.count, Math.max(...out.side.subarray(0, 8))]).toEqual([8, 0]);
    work.counters.nodes = work.counters.calls = 0;
    queryContacts(out, work, createPair(), crate, 0, ground, 0, createShift(0.4, 0.4, 0.3), points);
    expect(nodes - work.counters.nodes).toBeLessThan(40);
    expect(calls - work.counters.calls).toBeLessThan(40);
  });
});

describe('from step to step', () => {
  it('a body at rest that trembles keeps its contacts', () => {
    const random = createRandom(6);
    const out = createContacts();
    const pair = createPair();
    const epsilon = 0.002 * crate.radius;
    queryPair(out, work, pair, crate, 0, createShift(0, 0.15, 0), floor, 0, still, points);
    const first = features(out);
    for (let step = 0; step < 100; step++) {
      const frame = createShift(0, 0.15 + 0.9 * epsilon * (2 * nextFloat(random) - 1) + 0.5 * epsilon, 0);
      queryPair(out, work, pair, crate, 0, frame, floor, 0, still, points);
      expect(features(out)).toEqual(first);
    }
  });

  it('a contact is let go where it is further away than the hysteresis', () => {
    const out = createContacts();
    const options = createQueryOptions({ edges: false, epsilon: 0.001, tolerance: 0.002, hysteresis: 0.003 });
    const pair = createPair();
    const counts = [0.0015, 0.0045, 0.0055, 0.0045].map((gap) =>
      queryPair(out, work, pair, crate, 0, createShift(0, 0.15 + gap, 0), floor, 0, still, options),
    );
    expect(counts).toEqual([8, 8, 0, 0]);
  });

  it('a copy of the state gives the same contacts, bit for bit', () => {
    const random = createRandom(7);
    const [out, again] = [createContacts(), createContacts(2)];
    const [pair, copy] = [createPair(), createPair()];
    for (let step = 0; step < 50; step++) {
      const frame = createTurned(random);
      frame[10] = 0.2;
      copyPair(copy, pair);
      queryPair(out, work, pair, ball, 0, frame, crate, 0, still, points);
      queryPair(again, createQuery(), copy, ball, 0, frame, crate, 0, still, points);
      expect(features(again)).toEqual(features(out));
      const n = out.count;
      expect(again.distance.subarray(0, n)).toEqual(out.distance.subarray(0, n));
      expect(again.normal.subarray(0, 3 * n)).toEqual(out.normal.subarray(0, 3 * n));
    }
  });
});

describe('sides', () => {
  it('exchanged bodies give the same contacts with the normals turned, seed 8', () => {
    const random = createRandom(8);
    const rows = (out: Contacts, turn: boolean) =>
      Array.from({ length: out.count }, (_, i) => {
        const normal = [0, 1, 2].map((d) => (turn ? -out.normal[3 * i + d] : out.normal[3 * i + d]));
        const side = turn ? 1 - out.side[i] : out.side[i];
        return [
          side,
          out.index[i],
          out.distance[i],
          ...out.point.subarray(3 * i, 3 * i + 3),
          ...normal,
        ].join();
      }).sort();
    for (let trial = 0; trial < 50; trial++) {
      const [frameA, frameB] = place(random);
      const [out, other] = [createContacts(), createContacts()];
      queryPair(out, work, createPair(), ball, 0, frameA, crate, 0, frameB, full);
      queryPair(other, work, createPair(), crate, 0, frameB, ball, 0, frameA, full);
      expect(rows(other, true)).toEqual(rows(out, false));
    }
  });

  it('points are where the features are in the world, seed 9', () => {
    const random = createRandom(9);
    const out = createContacts();
    const p = new Float64Array(3);
    let checked = 0;
    let off = 0;
    for (let trial = 0; trial < 50; trial++) {
      const [frameA, frameB] = place(random);
      queryPair(out, work, createPair(), ball, 0, frameA, crate, 0, frameB, points);
      for (let i = 0; i < out.count; i++) {
        const [solid, frame] = out.side[i] === 0 ? [ball, frameA] : [crate, frameB];
        movePoint(p, 0, frame, solid.position, 3 * out.index[i]);
        for (let d = 0; d < 3; d++) off = Math.max(off, Math.abs(out.point[3 * i + d] - p[d]));
        checked++;
      }
    }
    expect(checked).toBeGreaterThan(300);
    expect(off).toBeLessThan(1e-14);
  });

  it('normals point from B to A on both sides: a crate on a crate', () => {
    const out = createContacts();
    const count = queryPair(
      out,
      work,
      createPair(),
      crate,
      0,
      createShift(0.02, 0.299, 0.03),
      crate,
      0,
      still,
    );
    const sides = new Set(out.side.subarray(0, count));
    expect([...sides].sort()).toEqual([0, 1]);
    for (let i = 0; i < count; i++) expect(out.normal[3 * i + 1]).toBeGreaterThan(0.9);
  });

  it('fragments of one copy that have not moved touch at their cracks', () => {
    const labels = labelsOf(pieces);
    const group = pieces.field?.group as Int32Array;
    const count = (together: boolean) => {
      labels.forEach((label) => {
        group[label] = together ? 0 : label;
      });
      let sum = 0;
      for (const a of labels)
        for (const b of labels)
          if (a < b) sum += queryPair(out, work, createPair(), pieces, a, still, pieces, b, still, full);
      return sum;
    };
    const out = createContacts();
    expect(count(true)).toBeGreaterThan(50);
    expect(count(false)).toBe(count(true));
  });
});

describe('edges', () => {
  it('two crates that cross edge to edge touch there and nowhere else', () => {
    const half = Math.SQRT1_2;
    // A stands on a long edge, turned about z by 45°; B lies turned about x by 45°, its edge across that of A.
    const frameA = Float64Array.of(half, -half, 0, half, half, 0, 0, 0, 1, 0, 0, 0);
    const frameB = Float64Array.of(1, 0, 0, 0, half, -half, 0, half, half, 0.07, 0, 0.09);
    const reachA = half * (0.25 + 0.15);
    const reachB = half * (0.15 + 0.2);
    frameA[9] = -half * (-0.25 + 0.15); // its lowest edge is below the origin
    frameA[10] = reachA + reachB - 0.012;
    const out = createContacts();
    queryPair(out, work, createPair(), bare, 0, frameA, bare, 0, frameB, points);
    expect(out.count).toBe(0);
    queryPair(out, work, createPair(), bare, 0, frameA, bare, 0, frameB);
    expect(out.count).toBeGreaterThan(0);
    for (let i = 0; i < out.count; i++) {
      expect(out.kind[i]).toBe(FEATURE_EDGE);
      expect(Math.abs(out.distance[i])).toBeLessThan(0.02);
      expect(out.normal[3 * i + 1]).toBeGreaterThan(0.6);
    }
  });

  it('an edge that lies flat, or ends at a contact, adds none', () => {
    const out = createContacts();
    const all = createQueryOptions({ budget: 'full', thin: false });
    queryPair(out, work, createPair(), crate, 0, createShift(0, 0.149, 0), floor, 0, still, all);
    const kinds = [...out.kind.subarray(0, out.count)];
    expect(kinds.filter((kind) => kind === FEATURE_EDGE)).toEqual([]);
    expect(kinds.length).toBeGreaterThan(50);
  });

  it('edge contacts are kept while the bodies tremble', () => {
    const half = Math.SQRT1_2;
    const frameA = Float64Array.of(half, -half, 0, half, half, 0, 0, 0, 1, 0.0707, 0, 0);
    const frameB = Float64Array.of(1, 0, 0, 0, half, -half, 0, half, half, 0.07, 0, 0.09);
    const random = createRandom(11);
    const out = createContacts();
    const pair = createPair();
    let first: string[] = [];
    for (let step = 0; step < 50; step++) {
      frameA[10] = half * 0.75 - 0.02 + 0.0003 * nextFloat(random);
      queryPair(out, work, pair, bare, 0, frameA, bare, 0, frameB);
      if (step === 0) first = features(out);
      expect(features(out)).toEqual(first);
    }
    expect(first.length).toBeGreaterThan(0);
  });
});

describe('garbage', () => {
  it('a query makes none: deep and shallow, with edges, with memory', () => {
    const out = createContacts();
    const pair = createPair();
    const box = createShape('box', 0.6, 0.1, 0.6);
    const a = createShift(0.4, 0.3, 0.02);
    let contacts = 0;
    const job = () => {
      for (let k = 0; k < 200; k++) {
        a[10] = 0.26 - 0.01 * (k % 7);
        contacts += queryPair(out, work, pair, crate, 0, a, box, 0, still);
      }
    };
    work.counters.turned = 0;
    expect(findGarbage(200, job)).toEqual([]);
    expect(contacts).toBeGreaterThan(1000);
    expect(work.counters.turned).toBeGreaterThan(0);
  });
});
