import { describe, expect, it } from 'vitest';
import { buildGridField } from '../../src/field/build.ts';
import { fieldBytes } from '../../src/field/grid-field.ts';
import { type FieldOptions, planGridField } from '../../src/field/plan.ts';
import { InputError } from '../../src/job/error.ts';
import { finishWork } from '../../src/job/work.ts';
import type { Shape } from '../support/data.ts';
import { box, joined, moved, shape, sphere, torus } from '../support/shapes.ts';
import { bumpy, plate } from './meshes.ts';

function catchError(run: () => unknown): InputError {
  try {
    run();
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

const refuse = (options: FieldOptions, mesh: Shape = box()): InputError => {
  const error = catchError(() => finishWork(buildGridField(mesh, options)));
  expect(catchError(() => planGridField(mesh, options)).message).toBe(error.message);
  return error;
};

describe('planGridField', () => {
  it('has 64 cells along the longest side, and a band of 4 around the solid', () => {
    const plan = planGridField(box(2, 1, 0.5));
    expect(plan.cell).toBe(2 / 64);
    expect([plan.nx, plan.ny, plan.nz]).toEqual([72, 40, 24]);
    expect(plan.band).toBe(4 * plan.cell);
    // The solid is in the middle, at least the margin from every side.
    expect(plan.origin[0]).toBeCloseTo(1 - 36 * plan.cell);
    expect(plan.origin[1]).toBeCloseTo(0.5 - 20 * plan.cell);
    expect(plan.origin[2]).toBeCloseTo(0.25 - 12 * plan.cell);
  });

  it('takes cells of a given edge, and of a quarter of the thinnest wall at most', () => {
    expect(planGridField(box(), { cell: 0.1 }).cell).toBe(0.1);
    expect(planGridField(plate(), { cells: 16 }).cell).toBe(1 / 16);
    expect(planGridField(plate(), { cells: 16, thickness: 0.02 }).cell).toBe(0.005);
    expect(planGridField(plate(), { cells: 512, thickness: 0.02 }).cell).toBe(1 / 512);
    expect(planGridField(plate(), { cell: 0.003, thickness: 0.02 }).cell).toBe(0.003);
  });

  it('grows with band and margin', () => {
    expect(planGridField(box(), { cells: 32, band: 8 }).nx).toBe(48);
    expect(planGridField(box(), { cells: 32, band: 8 }).band).toBe(0.25);
    expect(planGridField(box(), { cells: 32, margin: 20 }).nx).toBe(72);
  });

  it('covers a given box exactly when it is a whole number of bricks', () => {
    const plan = planGridField(sphere(4), {
      cells: 128,
      box: [-1.1, -1.1, -1.1, 1.1, 1.1, 1.1],
      exact: true,
    });
    expect([plan.nx, plan.ny, plan.nz, plan.bricks]).toEqual([128, 128, 128, 4096]);
    expect(plan.origin[0]).toBeCloseTo(-1.1, 14);
  });

  it('says the bytes of an exact field, and estimates those of a band', () => {
    const solids = [sphere(16), torus(40, 20), plate(), box(1, 2, 0.5), bumpy(10, 3)];
    for (const mesh of [...solids, joined(sphere(6), moved(sphere(6), [3, 0, 0]))]) {
      const exact = planGridField(mesh, { cells: 24, exact: true });
      expect(fieldBytes(finishWork(buildGridField(mesh, { cells: 24, exact: true })))).toBe(exact.bytes);
      for (const cells of [24, 64]) {
        const ratio =
          planGridField(mesh, { cells }).bytes / fieldBytes(finishWork(buildGridField(mesh, { cells })));
        expect(ratio).toBeGreaterThan(0.8);
        expect(ratio).toBeLessThan(1.5);
      }
    }
  });
});

describe('bad input to buildGridField', () => {
  it('meshes', () => {
    expect(refuse({}, shape([], [])).code).toBe('empty-mesh');
    expect(refuse({}, shape([0, 0, 0, 1, 0, 0, 0, Number.NaN, 0], [0, 1, 2])).message).toMatch(
      /vertex 2 .* NaN/,
    );
    expect(refuse({}, shape([0, 0, 0, 1, 0, 0, 0, Infinity, 0], [0, 1, 2])).code).toBe('non-finite');
    expect(refuse({}, shape([1, 1, 1, 1, 1, 1, 1, 1, 1], [0, 1, 2])).code).toBe('not-solid');
  });

  it('options, each named', () => {
    for (const [name, options] of [
      ['cells', { cells: 0 }],
      ['cells', { cells: -3 }],
      ['cells', { cells: Number.NaN }],
      ['cells', { cells: Infinity }],
      ['cell', { cell: 0 }],
      ['cell', { cell: -1 }],
      ['cell', { cell: Number.NaN }],
      ['thickness', { thickness: 0 }],
      ['thickness', { thickness: Number.NaN }],
      ['band', { band: 3 }],
      ['band', { band: Number.NaN }],
      ['margin', { margin: 3.5 }],
      ['margin', { band: 6, margin: 5 }],
      ['limit', { limit: Number.NaN }],
      ['both cell and cells', { cell: 0.1, cells: 10 }],
      ['box', { box: [0, 0, 0, 1, 1] }],
      ['box', { box: [0, 0, 0.5, 1, 1, 1] }],
      ['box', { box: [0, 0, 0, 1, Number.NaN, 1] }],
      ['box', { box: [0, 0, 0, 1, Infinity, 1] }],
    ] as [string, FieldOptions][]) {
      const error = refuse(options);
      expect(error.code).toBe('bad-argument');
      expect(error.message.startsWith(`${name} `)).toBe(true);
    }
  });

  it('a million cells, refused at once with the memory that they would need', () => {
    const error = refuse({ cells: 1e6 });
    expect(error.code).toBe('too-large');
    expect(error.message).toMatch(/1000008 × 1000008 × 1000008 cells would need about \d+(\.\d)? PB/);
    expect(refuse({ cells: 2000, exact: true }).message).toMatch(/about 2\d(\.\d)? GB/);
  });

  it('unless told that there is no limit', () => {
    expect(planGridField(box(), { cells: 1e6, limit: Infinity }).bytes).toBeGreaterThan(1e15);
  });

  it('a band over the limit, even when the estimate was under it', () => {
    const mesh = bumpy(10, 3);
    const bytes = fieldBytes(finishWork(buildGridField(mesh, { cells: 48 })));
    expect(finishWork(buildGridField(mesh, { cells: 48, limit: 2 * bytes })).base.length).toBeGreaterThan(0);
    expect(refuse({ cells: 48, limit: bytes / 2 }, mesh).code).toBe('too-large');
    const under = planGridField(mesh, { cells: 48 }).bytes;
    const between = { cells: 48, limit: Math.min(bytes, under) - 1 };
    expect(catchError(() => finishWork(buildGridField(mesh, between))).code).toBe('too-large');
  });
});
