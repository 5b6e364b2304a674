// Bodies stuck in each other: contacts that push against each other get one way out, until nothing is deep any more.

import { beforeAll, describe, expect, it } from 'vitest';
import { freeJam } from '../../src/contact/agree.ts';
import type { Collider } from '../../src/contact/collider.ts';
import { type Contacts, createContacts, setContact } from '../../src/contact/contacts.ts';
import { createQueryOptions } from '../../src/contact/options.ts';
import { createPair, type PairState } from '../../src/contact/pair.ts';
import { createQuery, EPSILON, type Query } from '../../src/contact/query.ts';
import { queryPair } from '../../src/contact/query-pair.ts';
import { createFrame } from '../../src/math/rigid.ts';
import { createBox } from '../../src/mesh/shapes/box.ts';
import { createCopy, createShift } from './brute.ts';

let crate: Collider;
let work: Query;
let pair: PairState;
let out: Contacts;

beforeAll(async () => {
  crate = await createCopy(createBox({ size: [0.4, 0.4, 0.4], edge: 0.1 }), 0.2);
  work = createQuery();
  pair = createPair();
  out = createContacts(8);
  // A lies 1 mm deep on B: the way out is up.
  const frame = createShift(0, 0.399, 0);
  queryPair(out, work, pair, crate, 0, frame, crate, 0, createFrame(), createQueryOptions());
});

/** Contacts at these depths, in ε, with normals that point along x by so much and up by the rest. */
function setContacts(rows: readonly (readonly [side: number, depth: number, x: number, y: number])[]): void {
  rows.forEach(([side, depth, x, y], i) => {
    const found = Float64Array.of(-depth * work.limit[EPSILON], x, y, 0);
    setContact(out, i, side, 0, i, i, new Float64Array(3), found);
  });
  out.count = rows.length;
}

/** How far each contact pushes A up, whoever's feature it is. */
function pushes(): number[] {
  return Array.from({ length: out.count }, (_, i) => (out.side[i] === 0 ? 1 : -1) * out.normal[3 * i + 1]);
}

describe('a jam', () => {
  it('is where deep contacts push against each other: then all that overlap push along one direction', () => {
    expect(pair.axis.normal[1]).toBeCloseTo(1, 6);
    setContacts([
      [0, 5, 1, 0],
      [0, 4, -1, 0],
      [1, 3, 0, 1], // out of A, down into B
      [0, -1, 1, 0], // still apart
      [0, 1, 0.1, 0.99],
    ]);
    freeJam(work, work.passes[0]);
    expect(pair.jammed).toBe(true);
    expect(pushes().map((y) => +y.toFixed(2))).toEqual([1, 1, 1, 0, 0.99]);
  });

  it('stays one until nothing deep pushes against anything', () => {
    setContacts([
      [0, 2, 1, 0],
      [0, 0.6, -1, 0],
    ]);
    freeJam(work, work.passes[0]);
    expect(pair.jammed).toBe(true);
    expect(pushes()[0]).toBeCloseTo(1, 6);
    setContacts([[0, 2, 1, 0]]);
    freeJam(work, work.passes[0]);
    expect(pair.jammed).toBe(false);
    expect(pushes()[0]).toBe(0);
  });

  it('is none where contacts agree, or are not deep', () => {
    setContacts([
      [0, 5, 1, 0],
      [0, 5, 0.8, 0.6],
    ]);
    freeJam(work, work.passes[0]);
    expect(pair.jammed).toBe(false);
    setContacts([
      [0, 2, 1, 0],
      [0, 2, -1, 0],
    ]);
    freeJam(work, work.passes[0]);
    expect(pair.jammed).toBe(false);
    expect(pushes()).toEqual([0, 0]);
  });
});
