// Siblings that part, against the same fragments of another copy, of which no common past is known.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Collider } from '../../src/contact/collider.ts';
import { type Contacts, createContacts, FEATURE_POINT } from '../../src/contact/contacts.ts';
import { createQueryOptions } from '../../src/contact/options.ts';
import { createPair, resetPair } from '../../src/contact/pair.ts';
import { createQuery } from '../../src/contact/query.ts';
import { queryContacts, queryPair } from '../../src/contact/query-pair.ts';
import { findGroup, updateShell } from '../../src/contact/shell.ts';
import { createRandom, nextFloat, type Random } from '../../src/math/random.ts';
import { createFrame, setFrame } from '../../src/math/rigid.ts';
import { createBox } from '../../src/mesh/shapes/box.ts';
import { createTorus } from '../../src/mesh/shapes/round.ts';
import { createSphere } from '../../src/mesh/shapes/sphere.ts';
import { breakAtRandom, bruteContacts, copyAgain, createCopy, labelsOf } from './brute.ts';

let copies: Collider[][];

beforeAll(async () => {
  const ball = await createCopy(createSphere({ frequency: 4 }), 0.3);
  const crate = await createCopy(createBox({ size: [0.5, 0.3, 0.4], edge: 0.1 }), 0.1);
  const slab = await createCopy(createBox({ size: [1, 0.06, 0.8], edge: 0.1 }), 0.2);
  const ring = await createCopy(createTorus({ triangles: 600 }), 0.4);
  copies = [ball, crate, slab, ring].map((whole, k) => {
    const two = [whole, copyAgain(whole)];
    for (const copy of two) breakAtRandom(copy, 8, 20 + k);
    return two;
  });
});

const TOLERANCE = 0.004;

/** A motion by up to `size`, with a turn of a tenth of that about the middle, or none. */
function createMotion(random: Random, size: number): Float64Array {
  const turn = nextFloat(random) < 0.3 ? 0 : 0.1 * size;
  const pose = Float64Array.from({ length: 7 }, (_, k) =>
    k === 6 ? 1 : (k < 3 ? size : turn) * (2 * nextFloat(random) - 1),
  );
  const frame = createFrame();
  setFrame(frame, pose, 0);
  return frame;
}

/** Sizes from a tenth of the tolerance to 50 of it, about even in their logarithms. */
function pickSize(random: Random): number {
  return TOLERANCE * 0.1 * 500 ** nextFloat(random);
}

function pick(labels: number[], random: Random): number {
  return labels[Math.floor(nextFloat(random) * labels.length)];
}

/** Which features touch. How deep differs: siblings are no deeper than they have moved. */
function listContacts(out: Contacts): string {
  return Array.from({ length: out.count }, (_, i) => [out.side[i], out.kind[i], out.index[i]].join())
    .sort()
    .join(' ');
}

describe('a solid', () => {
  it('is convex if it bends outward everywhere', () => {
    const convex = copies.map(([copy]) => copy.solid?.convex);
    expect(convex).toEqual([true, true, true, false]);
  });
});

describe('siblings', () => {
  it('have the contacts of fragments that are no siblings, points and edges, over 1,200 motions, seed 1', () => {
    const random = createRandom(1);
    const full = createQueryOptions({ budget: 'full', tolerance: TOLERANCE, thin: false });
    const work = createQuery();
    const other = createQuery();
    const out = createContacts(4);
    const wanted = createContacts(4);
    const pair = createPair();
    const rest = createFrame();
    let contacts = 0;
    let touching = 0;
    for (let trial = 0; trial < 1200; trial++) {
      const [A, B] = copies[trial % 4];
      const labels = labelsOf(A);
      const [a, b] = [pick(labels, random), pick(labels, random)];
      if (a === b) continue;
      const frame = createMotion(random, pickSize(random));
      resetPair(pair);
      queryPair(out, work, pair, A, a, frame, A, b, rest, full);
      resetPair(pair);
      queryPair(wanted, other, pair, A, a, frame, B, b, rest, full);
      expect(listContacts(out)).toBe(listContacts(wanted));
      contacts += out.count;
      if (out.count > 0) touching++;
    }
    expect(touching).toBeGreaterThan(200);
    expect(contacts).toBeGreaterThan(5000);
    expect(work.counters.points).toBeLessThan(0.8 * other.counters.points);
  });

  it('have the points of brute force, one way, over 1,500 motions, seed 2', () => {
    const random = createRandom(2);
    const full = createQueryOptions({ budget: 'full', tolerance: TOLERANCE, edges: false, thin: false });
    const work = createQuery();
    const out = createContacts(4);
    const pair = createPair();
    let contacts = 0;
    for (let trial = 0; trial < 1500; trial++) {
      const [A] = copies[trial % 4];
      const labels = labelsOf(A);
      const [a, b] = [pick(labels, random), pick(labels, random)];
      if (a === b) continue;
      const frame = createMotion(random, pickSize(random));
      resetPair(pair);
      queryContacts(out, work, pair, A, a, A, b, frame, full);
      const wanted = bruteContacts(A, a, A, b, frame, TOLERANCE).map((c) => c.index);
      expect([...out.index.subarray(0, out.count)].sort((x, y) => x - y)).toEqual(wanted);
      contacts += out.count;
    }
    expect(contacts).toBeGreaterThan(5000);
  });

  it('that have not moved begin with points of their crack that are far apart', () => {
    const [A] = copies[1];
    const work = createQuery();
    const out = createContacts(4);
    const shell = A.shell as NonNullable<Collider['shell']>;
    const forest = A.forest as NonNullable<Collider['forest']>;
    updateShell(work.shell, shell, A.field as NonNullable<Collider['field']>, forest, A.known);
    const rest = createFrame();
    let pairs = 0;
    for (const a of labelsOf(A)) {
      for (const b of labelsOf(A)) {
        const group = a === b ? -1 : findGroup(shell, a, b);
        if (group < 0 || shell.pointStart[group + 1] - shell.pointStart[group] < 24) continue;
        const points = [...shell.point.subarray(shell.pointStart[group], shell.pointStart[group + 1])];
        for (const p of points) {
          expect(forest.fragment[p]).toBe(a);
          expect(forest.fragment[forest.baseCount + ((p - forest.baseCount) ^ 1)]).toBe(b);
        }
        work.counters.points = 0;
        expect(queryPair(out, work, createPair(), A, a, rest, A, b, rest)).toBe(8);
        expect(work.counters.points).toBeLessThan(12);
        const place = (i: number) => [...A.position.subarray(3 * out.owner[i], 3 * out.owner[i] + 3)];
        let least = Infinity;
        let most = 0;
        for (let i = 0; i < 8; i++) {
          expect(out.kind[i]).toBe(FEATURE_POINT);
          for (let j = 0; j < i; j++) {
            const d = Math.hypot(...place(i).map((x, k) => x - place(j)[k]));
            least = Math.min(least, d);
            most = Math.max(most, d);
          }
        }
        expect(least).toBeGreaterThan(0.1 * most);
        pairs++;
      }
    }
    expect(pairs).toBeGreaterThan(4);
  });
});
