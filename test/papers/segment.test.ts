import { describe, expect, it } from 'vitest';
import { buildGridField } from '../../src/field/build.ts';
import type { GridField } from '../../src/field/grid-field.ts';
import { buildOctree, type FieldOctree } from '../../src/field/octree.ts';
import type { FieldOptions } from '../../src/field/plan.ts';
import { sampleField } from '../../src/field/sample.ts';
import { finishWork } from '../../src/job/work.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { createSurfaceQuery, distanceSurface } from '../../src/mesh/surface-distance.ts';
import { SEGMENT_SIZE, sweepFirst, sweepSegment } from '../../src/papers/segment.ts';
import { bumpy, farCorner, hollow, plate, scatter } from '../field/meshes.ts';
import { findGarbage } from '../support/allocation.ts';
import type { Shape } from '../support/data.ts';
import { box, sphere, torus } from '../support/shapes.ts';
import { walkCells, walkDistance } from './walks.ts';

const build = (mesh: Shape, options?: FieldOptions): FieldOctree =>
  buildOctree(finishWork(buildGridField(mesh, options)));

const out = new Float64Array(64);
const one = new Float64Array(1);
const value = new Float64Array(1);
const p = new Float64Array(3);

function sampleAt(field: GridField, s: Float64Array, at: number, t: number): number {
  for (let d = 0; d < 3; d++) p[d] = s[at + d] + t * (s[at + 3 + d] - s[at + d]);
  sampleField(value, field, p, 0);
  return value[0];
}

/** Segments between random points of a field's box, grown by a part of its size. */
function segments(field: GridField, count: number, seed: number, sigma: number, grow = 0): Float64Array {
  const ends = scatter(createRandom(seed), 2 * count, field.origin, farCorner(field), grow);
  const list = new Float64Array(SEGMENT_SIZE * count);
  for (let i = 0; i < count; i++) {
    list.set(ends.subarray(6 * i, 6 * i + 6), SEGMENT_SIZE * i);
    list[SEGMENT_SIZE * i + 6] = sigma;
  }
  return list;
}

/** Intervals rise, do not touch, and lie in [0, 1]. */
function checkOrder(count: number): void {
  for (let i = 0; i < count; i++) {
    if (!(out[2 * i] >= 0 && out[2 * i] <= out[2 * i + 1] && out[2 * i + 1] <= 1))
      expect(out).toBe('in order');
    if (i > 0 && !(out[2 * i] >= out[2 * i - 1])) expect(out).toBe('apart');
  }
}

/** Whether time t is in one of the intervals of `out`. */
function covers(count: number, t: number): boolean {
  for (let i = 0; i < count; i++) if (t >= out[2 * i] && t <= out[2 * i + 1]) return true;
  return false;
}

/** Compares a segment with samples along it; returns how many crossings they show. */
function compareSamples(octree: FieldOctree, s: Float64Array, at: number, samples: number): number {
  const { field } = octree;
  const sigma = s[at + 6];
  const count = sweepSegment(out, octree, s, at);
  checkOrder(count);
  if (sweepFirst(one, octree, s, at) !== count > 0 || (count > 0 && one[0] !== out[0])) {
    expect(one[0]).toBe(out[0]);
  }
  const longest = field.cell * Math.max(field.nx, field.ny, field.nz);
  const length = Math.hypot(s[at + 3] - s[at], s[at + 4] - s[at + 1], s[at + 5] - s[at + 2]);
  const close = (1e-6 * longest) / length; // in time
  let crossings = 0;
  let before = sampleAt(field, s, at, 0) > sigma;
  for (let n = 0; n <= samples; n++) {
    const t = n / samples;
    const now = sampleAt(field, s, at, t) > sigma;
    if (now === covers(count, t)) {
      // Right only next to a root.
      const away = Math.min(...Array.from(out.subarray(0, 2 * count), (x) => Math.abs(x - t)));
      if (!(away < close)) expect({ t, now, times: [...out.subarray(0, 2 * count)] }).toBe('the same side');
    }
    if (now !== before) {
      crossings++;
      let [a, b] = [(n - 1) / samples, t];
      while (b - a > 0.1 * close) {
        const m = (a + b) / 2;
        if (sampleAt(field, s, at, m) > sigma === before) a = m;
        else b = m;
      }
      const away = Math.min(...Array.from(out.subarray(0, 2 * count), (x) => Math.abs(x - a)));
      if (!(away < close)) expect({ a, times: [...out.subarray(0, 2 * count)] }).toBe('a root found');
    }
    before = now;
  }
  for (let i = 0; i < count; i++) {
    // What samples do not show is there all the same.
    const middle = (out[2 * i] + out[2 * i + 1]) / 2;
    const wide = out[2 * i + 1] - out[2 * i] > close;
    if (wide && !(sampleAt(field, s, at, middle) <= sigma + 1e-6 * longest)) {
      expect([...out.subarray(0, 2 * count)]).toBe('below in the middle');
    }
  }
  return crossings;
}

const FIELDS: [string, Shape, FieldOptions][] = [
  ['a bumpy ball', bumpy(6, 1), { cells: 24 }],
  ['a hollow cube, exact', hollow(), { cells: 20, exact: true }],
  ['a thin plate', plate(0.04), { cells: 40 }],
  ['a ring', torus(24, 12), { cells: 50 }],
];

describe('sweepSegment against samples', () => {
  for (const [f, [name, mesh, options]] of FIELDS.entries()) {
    it(`${name}: 25,000 random segments of four isosurfaces, seed ${f}`, () => {
      const octree = build(mesh, options);
      let crossings = 0;
      for (const [n, part] of [0, 0.5, -0.5, 0.9].entries()) {
        const sigma = part * octree.field.band;
        const list = segments(octree.field, 6250, 10 * f + n, sigma, n === 1 ? 0.3 : 0);
        for (let at = 0; at < list.length; at += SEGMENT_SIZE)
          crossings += compareSamples(octree, list, at, 60);
      }
      expect(crossings).toBeGreaterThan(2000);
    });
  }

  it('two roots in one cell: segments that graze a ball', () => {
    const octree = build(sphere(16), { cells: 12 });
    const random = createRandom(77);
    const s = new Float64Array(SEGMENT_SIZE);
    let within = 0;
    for (let i = 0; i < 2000; i++) {
      const [a, b] = [6.2832 * nextFloat(random), 2 * nextFloat(random) - 1];
      const n = [Math.sqrt(1 - b * b) * Math.cos(a), Math.sqrt(1 - b * b) * Math.sin(a), b];
      const u = [-Math.sin(a), Math.cos(a), 0];
      const height = 0.99 + 0.01 * nextFloat(random);
      for (let d = 0; d < 3; d++) {
        s[d] = height * n[d] - u[d];
        s[3 + d] = height * n[d] + u[d];
      }
      compareSamples(octree, s, 0, 400);
      const count = sweepSegment(out, octree, s, 0);
      if (count === 1 && 2 * (out[1] - out[0]) < octree.field.cell) within++;
    }
    expect(within).toBeGreaterThan(50);
  });

  it('the other walks give the same intervals', () => {
    const octree = build(bumpy(6, 1), { cells: 60 });
    const list = segments(octree.field, 5000, 5, 0);
    const other = new Float64Array(64);
    for (let at = 0; at < list.length; at += SEGMENT_SIZE) {
      const count = sweepSegment(out, octree, list, at);
      for (const walk of [0, 1]) {
        const same =
          walk === 0
            ? walkCells(other, octree.field, list, at, false, 'exact')
            : walkDistance(other, octree.field, list, at, false);
        let off = Math.abs(same - count);
        for (let i = 0; i < 2 * count; i++) off = Math.max(off, Math.abs(other[i] - out[i]));
        if (!(off < 1e-6)) expect(off).toBe(0);
      }
    }
  });
});

describe('sweepSegment, conservative', () => {
  it('everything within σ − error of the solid is in an interval, for any σ, in and around the box', () => {
    const mesh = bumpy(6, 2);
    const octree = build(mesh, { cells: 24 });
    const query = createSurfaceQuery(mesh);
    const found = new Float64Array(8);
    let below = 0;
    let missed = 0;
    let kept = 0;
    let total = 0;
    for (const sigma of [0.1, 0.4, 1, 3]) {
      const list = segments(octree.field, 500, 20 + sigma, sigma, 1.5);
      for (let at = 0; at < list.length; at += SEGMENT_SIZE) {
        const count = sweepSegment(out, octree, list, at);
        checkOrder(count);
        for (let n = 0; n <= 20; n++) {
          const t = n / 20;
          for (let d = 0; d < 3; d++) p[d] = list[at + d] + t * (list[at + 3 + d] - list[at + d]);
          distanceSurface(found, query, p, 0, -1);
          total++;
          if (covers(count, t)) kept++;
          if (found[0] > sigma - octree.field.error) continue;
          below++;
          if (!covers(count, t)) missed++;
        }
      }
    }
    expect(missed).toBe(0);
    expect(below).toBeGreaterThan(5000);
    expect(kept).toBeLessThan(2.2 * below); // and not much else is: boxes are not round
    expect(kept).toBeLessThan(total);
  });
});

describe('sweepSegment, degenerate', () => {
  const octree = build(box(), { cells: 16 });
  const { field } = octree;
  const sweep = (...numbers: number[]): number[] => {
    const count = sweepSegment(out, octree, Float64Array.from(numbers), 0);
    return [...out.subarray(0, 2 * count)];
  };

  it('of no length: inside, outside, on the surface', () => {
    expect(sweep(0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0)).toEqual([0, 1]);
    expect(sweep(-0.1, 0.5, 0.5, -0.1, 0.5, 0.5, 0)).toEqual([]);
    expect(sweep(9, 9, 9, 9, 9, 9, 0)).toEqual([]);
    expect(sweep(0.5, 0.5, 0.5, 0.5, 0.5, 0.5, -0.6)).toEqual([]);
  });

  it('wholly inside, from inside, to inside', () => {
    expect(sweep(0.3, 0.4, 0.5, 0.6, 0.5, 0.4, 0)).toEqual([0, 1]);
    const [a, b] = sweep(0.5, 0.5, 0.5, 2.5, 0.5, 0.5, 0);
    expect(a).toBe(0);
    expect(b).toBeCloseTo(0.25, 4);
    const [c, d] = sweep(2.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0);
    expect(c).toBeCloseTo(0.75, 4);
    expect(d).toBe(1);
  });

  it('through and through, from far outside of the box, both ways and along every axis', () => {
    for (let axis = 0; axis < 3; axis++) {
      for (const way of [1, -1]) {
        const s = [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0];
        s[axis] = 0.5 - 2 * way;
        s[3 + axis] = 0.5 + 2 * way;
        const [a, b] = sweep(...s);
        expect(a).toBeCloseTo(1.5 / 4, 4);
        expect(b).toBeCloseTo(2.5 / 4, 4);
      }
    }
  });

  it('along faces, edges and corners of cells', () => {
    const { origin, cell, nx } = field;
    for (let j = 0; j <= field.ny; j++) {
      for (let k = 0; k <= field.nz; k++) {
        const y = origin[1] + j * cell;
        const z = origin[2] + k * cell;
        const s = Float64Array.of(origin[0], y, z, origin[0] + nx * cell, y, z, 1e-4 * cell);
        compareSamples(octree, s, 0, 200);
      }
    }
    const last = farCorner(field);
    compareSamples(octree, Float64Array.of(...origin, last[0], last[1], last[2], 0), 0, 300);
    compareSamples(octree, Float64Array.of(last[0], last[1], last[2], ...origin, 0), 0, 300);
  });

  it('starting on the surface: going in and going out', () => {
    // A face of the box is a plane of the interpolant too; find its place to the last bit.
    const [enter] = sweep(-0.2, 0.5, 0.5, 0.5, 0.5, 0.5, 0);
    const x = -0.2 + 0.7 * enter;
    const into = sweep(x, 0.5, 0.5, 0.5, 0.5, 0.5, 0);
    expect(into.length).toBe(2);
    expect(into[0]).toBeLessThan(1e-12);
    expect(into[1]).toBe(1);
    const away = sweep(x, 0.5, 0.5, -0.2, 0.5, 0.5, 0);
    if (away.length > 0) expect(away[1]).toBeLessThan(1e-12);
  });

  it('misses the box, and meets what surrounds it only as far as σ says', () => {
    expect(sweep(-3, 5, 0.5, 3, 5, 0.5, 0)).toEqual([]);
    const around = sweep(-3, 2, 0.5, 4, 2, 0.5, 1.2); // 1 m above the box
    expect(around.length).toBe(2);
    expect(-3 + 7 * around[0]).toBeGreaterThan(-1.5);
    expect(-3 + 7 * around[0]).toBeLessThan(0);
    expect(sweep(-3, 2, 0.5, 4, 2, 0.5, 0.5)).toEqual([]);
    expect(sweep(-3, 40, 0.5, 4, 40, 0.5, 1)).toEqual([]);
  });

  it('says how many there are where they do not fit', () => {
    const comb = build(torus(24, 12), { cells: 40 });
    const s = Float64Array.of(-2, 0, 0, 2, 0, 0, 0);
    const count = sweepSegment(out, comb, s, 0);
    expect(count).toBe(2);
    const few = new Float64Array(2);
    expect(sweepSegment(few, comb, s, 0)).toBe(2);
    expect(few[1]).toBe(out[1]);
  });

  it('allocates nothing', () => {
    const list = segments(field, 500, 9, 0, 0.2);
    const job = () => {
      for (let at = 0; at < list.length; at += SEGMENT_SIZE) sweepSegment(out, octree, list, at);
      for (let at = 0; at < list.length; at += SEGMENT_SIZE) sweepFirst(one, octree, list, at);
    };
    expect(findGarbage(1000, job)).toEqual([]);
  });
});
