import { describe, expect, it } from 'vitest';
import { buildHierarchy } from '../../src/hierarchy/hierarchy.ts';
import { createPairs, createSelfPairs, nextPairs, type PairSearch } from '../../src/hierarchy/pairs.ts';
import { InputError } from '../../src/job/error.ts';
import { findGarbage } from '../support/allocation.ts';
import { corner } from '../support/brute.ts';
import type { Shape } from '../support/data.ts';
import { box, moved, SOUPS, shape, soup, sphere } from '../support/shapes.ts';

function collect(search: PairSearch, length: number): string[] {
  const out = new Uint32Array(length);
  const pairs: string[] = [];
  for (let n = nextPairs(out, search); n > 0; n = nextPairs(out, search)) {
    for (let i = 0; i < n; i++) pairs.push(`${out[2 * i]}-${out[2 * i + 1]}`);
  }
  expect(nextPairs(out, search)).toBe(0);
  return pairs;
}

function overlap(a: Shape, s: number, b: Shape, t: number): boolean {
  for (let d = 0; d < 3; d++) {
    const x = [0, 1, 2].map((i) => corner(a, s, i)[d]);
    const y = [0, 1, 2].map((i) => corner(b, t, i)[d]);
    if (Math.min(...x) > Math.max(...y) || Math.min(...y) > Math.max(...x)) return false;
  }
  return true;
}

function brute(a: Shape, b: Shape, self: boolean): string[] {
  const pairs: string[] = [];
  for (let s = 0; 3 * s < a.indices.length; s++) {
    for (let t = self ? s + 1 : 0; 3 * t < b.indices.length; t++)
      if (overlap(a, s, b, t)) pairs.push(`${s}-${t}`);
  }
  return pairs;
}

describe('pairs against brute force', () => {
  for (const kind of SOUPS) {
    for (const scale of [1, 1e-6, 1e6]) {
      it(`soup of ${kind} at scale ${scale}, seed 71: each pair once`, () => {
        for (const count of [1, 2, 8, 90]) {
          const a = soup(kind, count, 71, scale);
          const b = soup('small', 50, 72, scale);
          const [ha, hb] = [buildHierarchy(a.positions, a.indices), buildHierarchy(b.positions, b.indices)];
          const self = collect(createSelfPairs(ha, a), 128);
          expect(self.sort()).toEqual(brute(a, a, true).sort());
          const both = collect(createPairs(ha, a, hb, b), 128);
          expect(both.sort()).toEqual(brute(a, b, false).sort());
          expect(collect(createPairs(hb, b, ha, a), 128).length).toBe(both.length);
        }
      });
    }
  }

  it('gives the same order whatever the size of the batches', () => {
    const mesh = sphere(8);
    const hierarchy = buildHierarchy(mesh.positions, mesh.indices);
    const pairs = collect(createSelfPairs(hierarchy, mesh), 128);
    expect(collect(createSelfPairs(hierarchy, mesh), 1e6)).toEqual(pairs);
    expect(new Set(pairs).size).toBe(pairs.length);
  });

  it('boxes that touch overlap; boxes apart give nothing', () => {
    const a = box();
    const pairsAt = (x: number) => {
      const b = moved(box(), [x, 0, 0]);
      const [ha, hb] = [buildHierarchy(a.positions, a.indices), buildHierarchy(b.positions, b.indices)];
      return collect(createPairs(ha, a, hb, b), 128).length;
    };
    expect(pairsAt(1)).toBeGreaterThan(4);
    expect(pairsAt(1 + 2 ** -52)).toBe(0);
  });

  it('an empty mesh has no pairs, with itself or others', () => {
    const none = shape([], []);
    const [empty, full] = [buildHierarchy(none.positions, none.indices), box()];
    const hierarchy = buildHierarchy(full.positions, full.indices);
    expect(collect(createSelfPairs(empty, none), 128)).toEqual([]);
    expect(collect(createPairs(empty, none, hierarchy, full), 128)).toEqual([]);
    expect(collect(createPairs(hierarchy, full, empty, none), 128)).toEqual([]);
  });

  it('refuses a buffer that cannot hold a pair of leaves', () => {
    const mesh = sphere(3);
    const search = createSelfPairs(buildHierarchy(mesh.positions, mesh.indices), mesh);
    expect(() => nextPairs(new Uint32Array(2), search)).toThrow(InputError);
  });

  it('a search allocates nothing but its record', () => {
    const mesh = sphere(12);
    const hierarchy = buildHierarchy(mesh.positions, mesh.indices);
    const out = new Uint32Array(256);
    const search = createSelfPairs(hierarchy, mesh);
    const job = () => {
      for (let run = 0; run < 40; run++) {
        search.waiting.fill(0, 0, 2);
        search.depth = 1;
        while (nextPairs(out, search) > 0);
      }
    };
    expect(findGarbage(40 * 80, job)).toEqual([]); // about 80 batches a run
  });
});
