// Whether fragments overlap by more than so much, against brute force over all their points.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Collider } from '../../src/contact/collider.ts';
import { createContacts } from '../../src/contact/contacts.ts';
import { areDeeper } from '../../src/contact/deeper.ts';
import { DEFAULT_OPTIONS, type QueryOptions } from '../../src/contact/options.ts';
import { createPair } from '../../src/contact/pair.ts';
import { createQuery } from '../../src/contact/query.ts';
import { queryPair } from '../../src/contact/query-pair.ts';
import { createShape } from '../../src/contact/shape.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { createFrame, invertFrame } from '../../src/math/rigid.ts';
import { createBox } from '../../src/mesh/shapes/box.ts';
import { createTorus } from '../../src/mesh/shapes/round.ts';
import { createSphere } from '../../src/mesh/shapes/sphere.ts';
import { breakAtRandom, bruteContacts, copyAgain, createCopy, createTurned, labelsOf } from './brute.ts';

let whole: Collider[];
let broken: Collider[];
const plane = createShape('plane');
const still = createFrame();

beforeAll(async () => {
  whole = [
    await createCopy(createSphere({ frequency: 4 }), 0.3),
    await createCopy(createBox({ size: [0.5, 0.3, 0.4], edge: 0.1 }), 0.2),
    await createCopy(createTorus({ triangles: 600 }), 0.4),
    await createCopy(createBox({ size: [1, 0.06, 0.8], edge: 0.1 }), 0.2),
  ];
  broken = whole.map((collider, k) => {
    const copy = copyAgain(collider);
    breakAtRandom(copy, 5 + 2 * k, 20 + k);
    return copy;
  });
});

/** Whether a point of either is deeper in the other, by asking for all of them. */
function bruteDeeper(
  A: Collider,
  a: number,
  B: Collider,
  b: number,
  frame: Float64Array,
  depth: number,
): boolean {
  const back = createFrame();
  invertFrame(back, frame);
  const deep = (contacts: { distance: number }[]): boolean => contacts.some((c) => c.distance < -depth);
  return (
    deep(bruteContacts(A, a, B, b, frame, 0)) ||
    (B.forest !== null && deep(bruteContacts(B, b, A, a, back, 0)))
  );
}

const ask = (depth: number, edges: boolean): QueryOptions => ({ ...DEFAULT_OPTIONS, margin: -depth, edges });

describe('areDeeper', () => {
  for (const kind of [
    'wholes',
    'pieces of different solids',
    'pieces of one solid',
    'pieces on a plane',
  ] as const) {
    it(`agrees with brute force over the points of ${kind}, 1,500 poses, seed 3`, () => {
      const random = createRandom(3);
      const query = createQuery();
      let deep = 0;
      let edgesFound = 0;
      for (let trial = 0; trial < 1500; trial++) {
        const list = kind === 'wholes' ? whole : broken;
        const A = list[trial % 4];
        const B =
          kind === 'pieces on a plane' ? plane : kind === 'pieces of one solid' ? A : list[(trial >> 2) % 4];
        const pick = (of: Collider): number => {
          const labels = labelsOf(of);
          return labels[Math.floor(nextFloat(random) * labels.length)];
        };
        const a = pick(A);
        const b = B === plane ? 0 : pick(B);
        if (A === B && (a === b || kind !== 'pieces of one solid')) continue;
        const near = kind === 'pieces of one solid';
        const frame = near && trial % 2 === 0 ? createFrame() : createTurned(random);
        for (let d = 9; d < 12; d++) frame[d] = (near ? 0.2 : 0.8) * (nextFloat(random) - 0.5);
        const depth = 0.03 * nextFloat(random) ** 2 + 1e-6;
        const pair = createPair();
        const wanted = bruteDeeper(A, a, B, b, frame, depth);
        const got = areDeeper(query, pair, A, a, frame, B, b, still, ask(depth, false));
        expect(got, `trial ${trial}`).toBe(wanted);
        const withEdges = areDeeper(query, pair, A, a, frame, B, b, still, ask(depth, true));
        expect(withEdges || !wanted, `trial ${trial}, edges`).toBe(true);
        if (withEdges && !wanted) edgesFound++;
        if (wanted) deep++;
      }
      expect(deep).toBeGreaterThan(100);
      if (kind !== 'pieces on a plane') expect(edgesFound).toBeGreaterThan(0);
    });
  }

  it('agrees with a full query on pieces and wholes against shapes, 2,000 poses, seed 5', () => {
    const shapes = [
      createShape('sphere', 0.2),
      createShape('box', 0.2, 0.1, 0.15),
      createShape('capsule', 0.15, 0.1),
      createShape('cylinder', 0.1, 0.15),
      plane,
    ];
    const random = createRandom(5);
    const query = createQuery();
    const out = createContacts();
    let deep = 0;
    for (let trial = 0; trial < 2000; trial++) {
      const solid = (trial % 2 === 0 ? whole : broken)[(trial >> 1) % 4];
      const shape = shapes[trial % 5];
      const labels = labelsOf(solid);
      const label = labels[Math.floor(nextFloat(random) * labels.length)];
      const frame = createTurned(random);
      for (let d = 9; d < 12; d++) frame[d] = 0.9 * (nextFloat(random) - 0.5);
      const depth = 0.03 * nextFloat(random) ** 2 + 1e-6;
      const all: QueryOptions = { ...DEFAULT_OPTIONS, budget: 'full', edges: false, thin: false };
      const flip = trial % 3 === 0;
      const bodies: [Collider, number, Float64Array, Collider, number, Float64Array] = flip
        ? [shape, 0, frame, solid, label, still]
        : [solid, label, frame, shape, 0, still];
      queryPair(out, query, createPair(), ...bodies, all);
      const wanted = out.count > 0 && Math.min(...out.distance.subarray(0, out.count)) < -depth;
      expect(areDeeper(query, createPair(), ...bodies, ask(depth, false)), `trial ${trial}`).toBe(wanted);
      expect(areDeeper(query, createPair(), ...bodies, ask(depth, true)) || !wanted).toBe(true);
      if (wanted) deep++;
    }
    expect(deep).toBeGreaterThan(300);
  });

  it('changes nothing of what a pair remembers but the direction that parts it, 300 poses, seed 7', () => {
    const random = createRandom(7);
    const query = createQuery();
    const out = createContacts();
    let changed = 0;
    let known = 0;
    for (let trial = 0; trial < 300; trial++) {
      const list = trial % 2 === 0 ? whole : broken;
      const A = list[trial % 4];
      const B = trial % 5 === 0 ? plane : list[(trial >> 2) % 4];
      const a = labelsOf(A)[0];
      const b = B === plane ? 0 : labelsOf(B)[labelsOf(B).length - 1];
      if (A === B && a === b) continue;
      const frame = createTurned(random);
      for (let d = 9; d < 12; d++) frame[d] = 0.4 * (nextFloat(random) - 0.5);
      const pair = createPair();
      queryPair(out, query, pair, A, a, frame, B, b, still, { ...DEFAULT_OPTIONS, margin: 0.01 });
      const before = structuredClone(pair);
      for (let d = 9; d < 12; d++) frame[d] += 0.1 * (nextFloat(random) - 0.5);
      areDeeper(query, pair, A, a, frame, B, b, still, ask(0.002, true));
      expect({ ...structuredClone(pair), axis: before.axis }, `trial ${trial}`).toEqual(before);
      if (pair.axis.span.some((x, d) => x !== before.axis.span[d])) changed++;
      if (before.last.count > 0) known++;
    }
    expect(changed).toBeGreaterThan(20);
    expect(known).toBeGreaterThan(50);
  });

  it('says of two shapes that they may be', () => {
    const far = createFrame();
    far[10] = 9;
    const ball = createShape('sphere', 1);
    expect(areDeeper(createQuery(), createPair(), ball, 0, far, ball, 0, still, ask(0.1, true))).toBe(true);
  });
});
