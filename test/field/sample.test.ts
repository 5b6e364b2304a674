import { describe, expect, it } from 'vitest';
import { buildGridField } from '../../src/field/build.ts';
import type { GridField } from '../../src/field/grid-field.ts';
import type { FieldOptions } from '../../src/field/plan.ts';
import { sampleField, sampleGradient } from '../../src/field/sample.ts';
import { finishWork } from '../../src/job/work.ts';
import { createRandom } from '../../src/math/random.ts';
import { createSurfaceQuery, distanceSurface } from '../../src/mesh/surface-distance.ts';
import { findGarbage } from '../support/allocation.ts';
import { windingBrute } from '../support/brute.ts';
import type { Shape } from '../support/data.ts';
import { box, moved, sphere, torus } from '../support/shapes.ts';
import { bumpy, farCorner, hollow, plate, scatter } from './meshes.ts';

const out = new Float64Array(4);
const exact = new Float64Array(4);

const build = (mesh: Shape, options?: FieldOptions): GridField => finishWork(buildGridField(mesh, options));

const within = (field: GridField, p: Float64Array, at: number): boolean =>
  farCorner(field).every((far, d) => p[at + d] >= field.origin[d] && p[at + d] <= far);

describe('sampleField, exact', () => {
  it('box: within the bound of the closed form', () => {
    const field = build(box(2, 2, 2), { cells: 20 });
    const points = scatter(createRandom(31), 5000, field.origin, farCorner(field));
    for (let at = 0; at < points.length; at += 3) {
      const beyond = [0, 1, 2].map((d) => Math.abs(points[at + d] - 1) - 1);
      const outside = Math.hypot(...beyond.map((x) => Math.max(0, x)));
      const distance = outside > 0 ? outside : Math.max(...beyond);
      expect(sampleField(out, field, points, at)).toBe(true); // a small box is all band
      expect(Math.abs(out[0] - distance)).toBeLessThan(field.error);
    }
  });

  it('before a face of a box the interpolant is the distance itself, and its gradient the normal', () => {
    const field = build(box(2, 2, 2), { cells: 20 });
    const random = createRandom(32);
    for (let i = 0; i < 500; i++) {
      const [x, y, z] = scatter(random, 1, [0.9, 0.9, -0.3], [1.1, 1.1, 0.3]);
      sampleGradient(out, field, Float64Array.of(x, y, z), 0);
      expect(Math.abs(out[0] + z)).toBeLessThan(0.51 * field.step);
      expect(Math.abs(out[1])).toBeLessThan(1e-3);
      expect(Math.abs(out[2])).toBeLessThan(1e-3);
      expect(Math.abs(out[3] + 1)).toBeLessThan(1e-3);
    }
  });

  it('sphere: distance and direction by the radius', () => {
    const mesh = sphere(40);
    const flat = 1 - Math.cos(0.75 / 40); // the most by which triangles cut the sphere short, and then some
    const field = build(mesh, { cells: 40 });
    const points = scatter(createRandom(33), 5000, field.origin, farCorner(field));
    let near = 0;
    for (let at = 0; at < points.length; at += 3) {
      const radius = Math.hypot(points[at], points[at + 1], points[at + 2]);
      if (!sampleGradient(out, field, points, at)) continue;
      expect(Math.abs(out[0] - (radius - 1))).toBeLessThan(field.error + flat);
      if (Math.abs(radius - 1) > 2 * field.cell) continue;
      near++;
      const along = (out[1] * points[at] + out[2] * points[at + 1] + out[3] * points[at + 2]) / radius;
      expect(along).toBeGreaterThan(0.95);
      expect(Math.hypot(out[1], out[2], out[3])).toBeLessThan(1.03);
      // Curvature 1 over one cell: far below the worst case of a kink.
      expect(Math.abs(out[0] - (radius - 1))).toBeLessThan(0.375 * field.cell ** 2 + flat + field.step);
    }
    expect(near).toBeGreaterThan(200);
  });

  it('torus: distance by the two radii', () => {
    const field = build(torus(100, 50), { cells: 40 });
    const points = scatter(createRandom(34), 5000, field.origin, farCorner(field));
    for (let at = 0; at < points.length; at += 3) {
      const ring = Math.hypot(points[at], points[at + 1]) - 1;
      const distance = Math.hypot(ring, points[at + 2]) - 0.3;
      if (sampleField(out, field, points, at))
        expect(Math.abs(out[0] - distance)).toBeLessThan(field.error + 3e-3);
    }
  });
});

const SOLIDS: [string, Shape, FieldOptions][] = [
  ['bumpy sphere', bumpy(8, 7), { cells: 64 }],
  ['plate', plate(), { cells: 64 }],
  ['plate, cells by its thickness', plate(), { cells: 8, thickness: 0.02 }],
  ['hollow cube', hollow(), { cells: 48 }],
  ['sphere, wide band', sphere(12), { cells: 64, band: 7.5 }],
  ['box 1 km away', moved(box(1, 2, 0.5), [1000, 0, -1000]), { cells: 64 }],
  ['tight box', bumpy(8, 7), { cells: 40, box: [-1, -1, -1, 1, 1, 1] }],
];

describe('sampleField against the exact distance', () => {
  for (const [name, mesh, options] of SOLIDS) {
    it(`${name}: error bound in bricks, lower bound elsewhere, 20,000 points each in the box and around it, seed 35`, () => {
      const query = createSurfaceQuery(mesh);
      const field = build(mesh, options);
      const random = createRandom(35);
      const far = farCorner(field);
      let tooFar = 0;
      let wrongSide = 0;
      let overestimated = 0;
      let belowBand = 0;
      let notInBrick = 0;
      const kinds = [0, 0, 0]; // interpolated, bounds in the box, bounds outside
      for (const grow of [0, 1]) {
        const points = scatter(random, 20_000, field.origin, far, grow);
        let seed = -1;
        for (let at = 0; at < points.length; at += 3) {
          seed = distanceSurface(exact, query, points, at, seed);
          const distance = exact[0];
          const interpolated = sampleField(out, field, points, at);
          const inBox = within(field, points, at);
          kinds[interpolated ? 0 : inBox ? 1 : 2]++;
          if (interpolated) {
            if (Math.abs(out[0] - distance) > field.error) tooFar++;
            if (out[0] * distance < 0 && Math.abs(distance) > field.error) wrongSide++;
          } else {
            if (Math.abs(out[0]) > Math.abs(distance)) overestimated++;
            if (out[0] * distance < 0) wrongSide++;
            if (inBox && Math.abs(out[0]) < field.band) belowBand++;
            if (inBox && Math.abs(distance) <= field.band) notInBrick++;
          }
        }
      }
      expect({ tooFar, wrongSide, overestimated, belowBand, notInBrick }).toEqual({
        tooFar: 0,
        wrongSide: 0,
        overestimated: 0,
        belowBand: 0,
        notInBrick: 0,
      });
      expect(kinds[0]).toBeGreaterThan(1000);
      expect(kinds[2]).toBeGreaterThan(10_000);
      expect(kinds[1] > 0).toBe(field.brick.includes(-1));
    });
  }

  it('bounds are worth having: in the box 2 cells short on average, outside two thirds of the way at least', () => {
    const mesh = bumpy(8, 7);
    const query = createSurfaceQuery(mesh);
    const field = build(mesh, { cells: 96 });
    const points = scatter(createRandom(36), 20_000, field.origin, farCorner(field), 0.5);
    let lost = 0;
    let count = 0;
    let poor = 0;
    for (let at = 0; at < points.length; at += 3) {
      if (sampleField(out, field, points, at)) continue;
      distanceSurface(exact, query, points, at, -1);
      const short = (Math.abs(exact[0]) - Math.abs(out[0])) / field.cell;
      if (within(field, points, at)) {
        lost += short;
        count++;
        if (short > 2 * 13.9) poor++; // the corner is a diagonal away at most, and so much closer at most
      } else if (out[0] < Math.SQRT1_2 * (exact[0] - 2 * 13.9 * field.cell)) poor++;
    }
    expect(poor).toBe(0);
    expect(count).toBeGreaterThan(500);
    expect(lost / count).toBeLessThan(2);
  });
});

describe('limits', () => {
  it('a solid smaller than a cell, in the middle of one, is missed by the whole error and no more', () => {
    const mesh = moved(sphere(2), [0.5, 0.5, 0.5], 1e-4);
    const field = build(mesh, { cell: 1, box: [-8, -8, -8, 8, 8, 8] });
    sampleField(out, field, Float64Array.of(0.5, 0.5, 0.5), 0);
    expect(out[0]).toBeGreaterThan(0.865 * field.cell);
    expect(out[0]).toBeLessThan(field.error);
  });

  it('no coarse cell without a brick comes within the band: small solids in 60 places, seed 39', () => {
    const random = createRandom(39);
    for (let i = 0; i < 60; i++) {
      const [x, y, z] = scatter(random, 1, [-4, -4, -4], [4, 4, 4]);
      const field = build(moved(sphere(1), [x, y, z], 0.01), { cell: 1, box: [-32, -32, -32, 32, 32, 32] });
      const row = field.nx / 8 + 1;
      const layer = row * (field.ny / 8 + 1);
      let within = 0;
      let bare = 0;
      field.brick.forEach((b, c) => {
        if (b >= 0) return;
        bare++;
        const n = (c % 8) + row * ((c >> 3) % 8) + layer * (c >> 6); // 8 coarse cells a side
        for (const o of [0, 1, row, row + 1, layer, layer + 1, layer + row, layer + row + 1])
          if (Math.abs(field.corner[n + o]) <= field.band) within++;
      });
      expect(bare).toBeGreaterThan(400);
      expect(within).toBe(0);
    }
  });

  it('an open box: beyond the band the side is that of the winding number, seed 40', () => {
    const { positions, indices } = box(2, 2, 2);
    const onLid = (t: number) => indices.subarray(t, t + 3).every((v) => positions[3 * v] === 2);
    const mesh = { positions, indices: indices.filter((_, i) => !onLid(i - (i % 3))) };
    const field = build(mesh, { cells: 100 }); // the opening cuts its coarse cells unevenly
    const points = scatter(createRandom(40), 20_000, field.origin, farCorner(field));
    let bounds = 0;
    let inside = 0;
    let wrong = 0;
    for (let at = 0; at < points.length; at += 3) {
      if (sampleField(out, field, points, at)) continue;
      bounds++;
      const turns = windingBrute(mesh, [points[at], points[at + 1], points[at + 2]]);
      if (turns > 0.5) inside++;
      if (Math.abs(turns - 0.5) > 1e-3 && out[0] < 0 !== turns > 0.5) wrong++;
    }
    expect(bounds).toBeGreaterThan(5000);
    expect(inside).toBeGreaterThan(2000);
    expect(wrong).toBe(0);
  });
});

describe('samples', () => {
  const mesh = bumpy(8, 7);
  const field = build(mesh, { cells: 48 });
  const points = scatter(createRandom(37), 6000, field.origin, farCorner(field), 0.3);

  it('sampleGradient writes the very value of sampleField', () => {
    const value = new Float64Array(1);
    for (let at = 0; at < points.length; at += 3) {
      expect(sampleGradient(out, field, points, at)).toBe(sampleField(value, field, points, at));
      expect(out[0]).toBe(value[0]);
    }
  });

  it('the gradient is that of the value, in bricks; elsewhere it points out', () => {
    const moved = new Float64Array(3);
    const value = new Float64Array(2);
    const small = 1e-6 * field.cell;
    let checked = 0;
    for (let at = 0; at < points.length; at += 3) {
      const interpolated = sampleGradient(out, field, points, at);
      if (!interpolated) {
        // Beyond the band: up the gradient the distance grows.
        const query = createSurfaceQuery(mesh);
        const size = Math.hypot(out[1], out[2], out[3]);
        expect(size).toBeGreaterThan(0);
        for (let d = 0; d < 3; d++) moved[d] = points[at + d] + (field.cell * out[1 + d]) / size;
        distanceSurface(exact, query, moved, 0, -1);
        const there = exact[0];
        distanceSurface(exact, query, points, at, -1);
        if (exact[0] > 0) expect(there).toBeGreaterThan(exact[0]);
        if (++checked > 40) break;
        continue;
      }
      for (let d = 0; d < 3; d++) {
        const cells = (points[at + d] - field.origin[d]) / field.cell;
        if (Math.abs(cells - Math.round(cells)) < 1e-5) continue; // the gradient jumps there
        moved.set(points.subarray(at, at + 3));
        moved[d] += small;
        sampleField(value, field, moved, 0);
        value[1] = value[0];
        moved[d] -= 2 * small;
        sampleField(value, field, moved, 0);
        expect(Math.abs((value[1] - value[0]) / (2 * small) - out[1 + d])).toBeLessThan(1e-6);
      }
    }
    expect(checked).toBeGreaterThan(40);
  });

  it('are continuous across the borders of cells and bricks', () => {
    const random = createRandom(38);
    const value = new Float64Array(1);
    let tested = 0;
    for (let i = 0; i < 3000; i++) {
      const p = scatter(random, 1, field.origin, farCorner(field));
      const d = i % 3;
      const border =
        field.origin[d] + 8 * Math.round((p[d] - field.origin[d]) / (8 * field.cell)) * field.cell;
      p[d] = border - 1e-9 * field.cell;
      if (!sampleField(out, field, p, 0)) continue;
      p[d] = border + 1e-9 * field.cell;
      if (!sampleField(value, field, p, 0)) continue;
      tested++;
      expect(Math.abs(value[0] - out[0])).toBeLessThan(1e-8 * field.cell);
    }
    expect(tested).toBeGreaterThan(500);
  });

  it('on the box itself, at its corners, far out and at odd places', () => {
    const query = createSurfaceQuery(mesh);
    const far = farCorner(field);
    for (const at of [field.origin, Float64Array.from(far), Float64Array.of(far[0], field.origin[1], 0)]) {
      sampleField(out, field, at, 0);
      distanceSurface(exact, query, at, 0, -1);
      expect(out[0]).toBeGreaterThan(0);
      expect(out[0]).toBeLessThanOrEqual(exact[0] + field.error);
    }
    sampleField(out, field, Float64Array.of(1e9, 0, 0), 0);
    expect(out[0]).toBeGreaterThan(0.999e9);
    expect(out[0]).toBeLessThan(1e9);
    sampleField(out, field, Float64Array.of(Infinity, 0, 0), 0);
    expect(out[0]).toBe(Infinity);
    sampleField(out, field, Float64Array.of(Number.NaN, 0, 0), 0);
    expect(out[0]).toBeNaN();
  });

  it('read their point from any offset of an array', () => {
    const value = new Float64Array(1);
    const shifted = new Float64Array(points.length + 7);
    shifted.set(points, 7);
    for (let at = 0; at < 300; at += 3) {
      sampleField(out, field, points, at);
      sampleField(value, field, shifted, at + 7);
      expect(value[0]).toBe(out[0]);
    }
  });

  it('allocate nothing: in bricks, beyond the band and outside', () => {
    const count = points.length / 3;
    const all = (sample: typeof sampleField) => () => {
      for (let at = 0; at < points.length; at += 3) sample(out, field, points, at);
    };
    expect(findGarbage(count, all(sampleField))).toEqual([]);
    expect(findGarbage(count, all(sampleGradient))).toEqual([]);
  });
});
