import { describe, expect, it } from 'vitest';
import { createBroadPhase, removeBox, setBox } from '../../src/dynamics/broad-phase.ts';
import { castBroad, createBroadCast, nextRow } from '../../src/dynamics/broad-phase-cast.ts';
import { createRowList, overlapBroad } from '../../src/dynamics/broad-phase-overlap.ts';
import { InputError } from '../../src/job/error.ts';
import { createRandom, nextFloat, nextUint, type Random } from '../../src/math/random.ts';
import { findGarbage } from '../support/allocation.ts';
import { BOXES, type BoxKind, liveOn, meets, type Plain, randomBox } from './broad-brute.ts';

const SEED = 43;

/** Where a ray enters a box, the slow way: Infinity if it misses it. */
function enter(ray: Float64Array, box: number[]): number {
  let near = 0;
  let far = ray[6];
  for (let d = 0; d < 3; d++) {
    if (ray[3 + d] === 0) {
      if (ray[d] < box[d] || ray[d] > box[d + 3]) return Infinity;
      continue;
    }
    const t = [box[d], box[d + 3]].map((b) => (b - ray[d]) / ray[3 + d]).sort((a, b) => a - b);
    near = Math.max(near, t[0]);
    far = Math.min(far, t[1]);
  }
  return near <= far ? near : Infinity;
}

/** A ray from anywhere, often along an axis or from one box to another. */
function randomRay(kind: BoxKind, random: Random): Float64Array {
  const from = randomBox(kind, random).map((x) => (Math.abs(x) < Infinity ? x : 0));
  const to = randomBox(kind, random).map((x) => (Math.abs(x) < Infinity ? x : 0));
  const ray = Float64Array.from([...from.slice(0, 3), ...[0, 1, 2].map((d) => to[d] - from[d]), 1e9]);
  if (nextUint(random) % 3 === 0) ray[3 + (nextUint(random) % 3)] = 0;
  if (nextUint(random) % 3 === 0) ray[6] = nextFloat(random);
  if (ray[3] === 0 && ray[4] === 0 && ray[5] === 0) ray[3] = 1;
  return ray;
}

describe('broad phase queries', () => {
  it('allocate nothing', () => {
    const random = createRandom(SEED);
    const broad = createBroadPhase();
    const cast = createBroadCast(broad);
    const rows = createRowList();
    for (let row = 0; row < 100; row++) {
      setBox(broad, row, Float64Array.from(randomBox('scattered', random)), 0);
    }
    const ray = Float64Array.of(0, 0, 0, 1, 1.1, 0.9, 100);
    const box = Float64Array.of(1, 1, 1, 5, 5, 5);
    const garbage = findGarbage(3000, () => {
      for (let k = 0; k < 3000; k++) {
        castBroad(cast, ray);
        while (nextRow(cast) >= 0) cast.ray[6] *= 0.99;
        overlapBroad(rows, broad, box);
      }
    });
    expect(garbage).toEqual([]);
  });

  for (const kind of BOXES) {
    it(`find the rows of brute force, rays by entry: ${kind}, seed ${SEED}`, () => {
      const random = createRandom(SEED);
      const bodies = new Map<number, Plain>();
      const broad = createBroadPhase();
      const cast = createBroadCast(broad);
      const rows = createRowList();
      let found = 0;
      for (let step = 0; step < 100; step++) {
        liveOn(bodies, kind, random, (row, body) => {
          if (body) setBox(broad, row, Float64Array.from(body.box), 0);
          else removeBox(broad, row);
        });
        const box = randomBox(kind, random);
        overlapBroad(rows, broad, Float64Array.from(box));
        const met = [...bodies].filter(([, body]) => meets(body.box, box)).map(([row]) => row);
        expect([...rows.row.subarray(0, rows.count)]).toEqual(met.sort((a, b) => a - b));

        const ray = randomRay(kind, random);
        castBroad(cast, ray);
        const seen: string[] = [];
        for (let row = nextRow(cast); row >= 0; row = nextRow(cast)) seen.push(`${row} at ${cast.entry[0]}`);
        const wanted = [...bodies]
          .map(([row, body]) => ({ row, at: enter(ray, body.box) }))
          .filter(({ at }) => at < Infinity)
          .sort((a, b) => a.at - b.at || a.row - b.row)
          .map(({ row, at }) => `${row} at ${at}`);
        // What is missed by rounding alone may come as well.
        expect(seen.filter((text) => wanted.includes(text))).toEqual(wanted);
        expect(seen.length - wanted.length).toBeLessThan(2);
        found += wanted.length + met.length;
      }
      expect(found).toBeGreaterThan(10);
    });
  }

  it('end early when the limit is lowered, and a new cast begins anew', () => {
    const broad = createBroadPhase();
    const cast = createBroadCast(broad);
    for (let row = 0; row < 10; row++) setBox(broad, row, Float64Array.of(row, 0, 0, row + 0.5, 1, 1), 0);
    const ray = Float64Array.of(-1, 0.5, 0.5, 2, 0, 0, Infinity);
    castBroad(cast, ray);
    expect([nextRow(cast), cast.entry[0]]).toEqual([0, 0.5]);
    cast.ray[6] = 1.2; // in direction lengths: up to x = 1.4
    expect([nextRow(cast), cast.entry[0]]).toEqual([1, 1]);
    expect(nextRow(cast)).toBe(-1);
    expect(nextRow(cast)).toBe(-1);
    castBroad(cast, ray);
    for (let row = 0; row < 10; row++) expect(nextRow(cast)).toBe(row);
    expect(nextRow(cast)).toBe(-1);
  });

  it('refuse rays and boxes that are none', () => {
    const broad = createBroadPhase();
    const cast = createBroadCast(broad);
    const bad = [
      [0, 0, 0, 1, 0, 0],
      [NaN, 0, 0, 1, 0, 0, 1],
      [0, 0, 0, Infinity, 0, 0, 1],
      [0, 0, 0, 0, 0, 0, 1],
      [0, 0, 0, 1, 0, 0, -1],
      [0, 0, 0, 1, 0, 0, NaN],
    ];
    for (const ray of bad) expect(() => castBroad(cast, Float64Array.from(ray))).toThrow(InputError);
    expect(() => overlapBroad(createRowList(), broad, Float64Array.of(0, 0, NaN, 1, 1, 1))).toThrow(
      /box goes from NaN to 1 along z/,
    );
    castBroad(cast, Float64Array.of(0, 0, 0, 1, 0, 0, 1));
    expect(nextRow(cast)).toBe(-1);
  });
});
