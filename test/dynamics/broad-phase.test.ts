import { describe, expect, it } from 'vitest';
import { createBroadPhase, removeBox, setBox, setFilter } from '../../src/dynamics/broad-phase.ts';
import { createPairList, findPairs } from '../../src/dynamics/broad-phase-pairs.ts';
import { InputError } from '../../src/job/error.ts';
import { createRandom } from '../../src/math/random.ts';
import { findGarbage } from '../support/allocation.ts';
import {
  BOXES,
  listPairs,
  liveOn,
  type Plain,
  pairsByBrute,
  randomBox,
  validateTree,
} from './broad-brute.ts';

const SEED = 41;
const ALL = new Uint8Array(100).fill(1);

describe('broad phase', () => {
  // First, before the engine has seen rows that are none.
  it('allocates nothing while bodies move, and none when the tree is built anew', () => {
    const random = createRandom(SEED);
    const broad = createBroadPhase();
    const pairs = createPairList();
    const awake = new Uint8Array(61).fill(1);
    const boxes = Float64Array.from(Array.from({ length: 60 }, () => randomBox('scattered', random)).flat());
    setBox(broad, 60, Float64Array.of(-Infinity, 0, 0, Infinity, 1, 1), 0);
    const garbage = findGarbage(500, () => {
      for (let step = 0; step < 500; step++) {
        for (let row = 0; row < 60; row++) setBox(broad, row, boxes, 6 * ((row + step) % 60));
        removeBox(broad, step % 60);
        setBox(broad, step % 60, boxes, 0);
        findPairs(pairs, broad, awake);
      }
    });
    expect(garbage).toEqual([]);
  });

  for (const kind of BOXES) {
    it(`finds the pairs of brute force as bodies come and go: ${kind}, seed ${SEED}`, () => {
      const random = createRandom(SEED);
      const bodies = new Map<number, Plain>();
      const broad = createBroadPhase();
      const awake = new Uint8Array(64);
      const pairs = createPairList();
      let found = 0;
      for (let step = 0; step < 200; step++) {
        liveOn(bodies, kind, random, (row, body) => {
          awake[row] = body?.awake ? 1 : 0;
          if (body) {
            setBox(broad, row, Float64Array.from([7, ...body.box]), 1);
            setFilter(broad, row, body.group, body.mask);
          } else removeBox(broad, row);
        });
        found += findPairs(pairs, broad, awake);
        expect(listPairs(pairs)).toEqual(pairsByBrute(bodies));
        validateTree(broad);
      }
      expect(found).toBeGreaterThan(20);
    });
  }

  it(`gives the same pairs in the same order whatever came first, seed ${SEED}`, () => {
    const random = createRandom(SEED);
    const boxes = Float64Array.from(Array.from({ length: 80 }, () => randomBox('mixed', random)).flat());
    const forth = createBroadPhase();
    const back = createBroadPhase();
    for (let row = 0; row < 80; row++) setBox(forth, row, boxes, 6 * row);
    for (let row = 79; row >= 0; row--) setBox(back, row, boxes, 6 * ((row + 1) % 80));
    const one = createPairList();
    const other = createPairList();
    findPairs(other, back, ALL);
    for (let row = 79; row >= 0; row--) setBox(back, row, boxes, 6 * row);
    expect(findPairs(other, back, ALL)).toBe(findPairs(one, forth, ALL));
    expect(listPairs(other)).toEqual(listPairs(one));
    expect(one.count).toBeGreaterThan(48); // not the few that are sorted by insertion
  });

  it('two that sleep never pair; a filter must let both', () => {
    const broad = createBroadPhase();
    const pairs = createPairList();
    for (let row = 0; row < 3; row++) setBox(broad, row, Float64Array.of(0, 0, 0, 1, 1, 1), 0);
    expect(findPairs(pairs, broad, Uint8Array.of(0, 0, 0))).toBe(0);
    findPairs(pairs, broad, Uint8Array.of(0, 1, 0));
    expect(listPairs(pairs)).toEqual(['0 1', '1 2']);
    setFilter(broad, 0, 0x80000000, 0x80000000);
    findPairs(pairs, broad, Uint8Array.of(1, 1, 1));
    expect(listPairs(pairs)).toEqual(['1 2']);
    setFilter(broad, 1, 0x80000000, 0x80000001);
    findPairs(pairs, broad, Uint8Array.of(1, 1, 1));
    expect(listPairs(pairs)).toEqual(['0 1', '1 2']);
    removeBox(broad, 0);
    setBox(broad, 0, Float64Array.of(0, 0, 0, 1, 1, 1), 0); // whoever has the row next meets all again
    findPairs(pairs, broad, Uint8Array.of(1, 1, 1));
    expect(listPairs(pairs)).toEqual(['0 1', '0 2', '1 2']);
  });

  it('refuses boxes that are none and rows that are none, and stays as it was', () => {
    const broad = createBroadPhase();
    const pairs = createPairList();
    for (let row = 0; row < 2; row++) setBox(broad, row, Float64Array.of(0, 0, 0, 1, 1, 1), 0);
    for (let k = 0; k < 6; k++) {
      const box = Float64Array.of(0, 0, 0, 1, 1, 1);
      box[k] = NaN;
      expect(() => setBox(broad, 1, box, 0)).toThrow(InputError);
      box[k] = k < 3 ? 2 : -1;
      expect(() => setBox(broad, 1, box, 0)).toThrow(/minimum and a maximum/);
    }
    for (const row of [-1, 0.5, NaN, 1e9]) {
      expect(() => setBox(broad, row, Float64Array.of(0, 0, 0, 1, 1, 1), 0)).toThrow(InputError);
      expect(() => setFilter(broad, row, 1, 1)).toThrow(InputError);
      removeBox(broad, row);
    }
    expect(() => findPairs(pairs, broad, new Uint8Array(1))).toThrow(/awake has 1/);
    expect(findPairs(pairs, broad, ALL)).toBe(1);
  });

  it('holds boxes as large as numbers go, and thousands in one place', () => {
    const broad = createBroadPhase();
    const pairs = createPairList();
    for (let row = 0; row < 3000; row++) setBox(broad, row, Float64Array.of(0, 0, 0, 1, 1, 1), 0);
    setBox(broad, 3000, Float64Array.of(-1e308, -1e308, -1e308, 1e308, 1e308, 1e308), 0);
    setBox(broad, 3001, Float64Array.of(1e308, 1e308, 1e308, 1e308, 1e308, 1e308), 0);
    const awake = new Uint8Array(3002);
    awake[3000] = 1;
    expect(findPairs(pairs, broad, awake)).toBe(3001);
    expect(pairs.b[0]).toBe(3000);
    expect(pairs.b[3000]).toBe(3001);
  });
});
