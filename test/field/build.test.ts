import { describe, expect, it } from 'vitest';
import { buildGridField } from '../../src/field/build.ts';
import type { GridField } from '../../src/field/grid-field.ts';
import type { FieldOptions } from '../../src/field/plan.ts';
import { finishWork } from '../../src/job/work.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { createSurfaceQuery, distanceSurface } from '../../src/mesh/surface-distance.ts';
import { distanceBrute, windingBrute } from '../support/brute.ts';
import type { Shape } from '../support/data.ts';
import { box, exploded, joined, moved, reversed, SOUPS, soup, sphere, torus } from '../support/shapes.ts';
import { bumpy, eachNode, holed, hollow, plate, slivered } from './meshes.ts';

const build = (mesh: Shape, options?: FieldOptions): GridField => finishWork(buildGridField(mesh, options));

/** Compares random nodes with brute force: distance to half a step, side where it can be told. */
function compareBrute(mesh: Shape, field: GridField, seed: number, tolerance = 1e-12): void {
  const random = createRandom(seed);
  const { origin, cell, step, base } = field;
  const part = 150 / (729 * base.length); // of the nodes
  let tested = 0;
  eachNode(field, (x, y, z, steps) => {
    if (nextFloat(random) > part) return;
    tested++;
    const p: [number, number, number] = [origin[0] + x * cell, origin[1] + y * cell, origin[2] + z * cell];
    const distance = distanceBrute(mesh, p);
    expect(Math.abs(Math.abs(step * steps) - distance)).toBeLessThan(0.500001 * step + tolerance);
    const turns = windingBrute(mesh, p);
    if (distance > step && Math.abs(turns - 0.5) > 0.02) expect(steps < 0).toBe(turns > 0.5);
  });
  expect(tested).toBeGreaterThan(80);
}

/** Compares every node with the exact query. */
function compareQuery(mesh: Shape, field: GridField): void {
  const query = createSurfaceQuery(mesh);
  const { origin, cell, step } = field;
  const p = new Float64Array(3);
  const out = new Float64Array(4);
  let worst = 0;
  let wrong = 0;
  let seed = -1;
  eachNode(field, (x, y, z, steps) => {
    p[0] = origin[0] + x * cell;
    p[1] = origin[1] + y * cell;
    p[2] = origin[2] + z * cell;
    seed = distanceSurface(out, query, p, 0, seed);
    worst = Math.max(worst, Math.abs(step * steps - out[0]));
    if (step * steps * out[0] < 0 && Math.abs(out[0]) > 1e-9 * cell) wrong++;
  });
  expect(wrong).toBe(0);
  expect(worst).toBeLessThan(0.500001 * step);
}

const SOLIDS: [string, Shape][] = [
  ['box', box(1, 2, 0.5)],
  ['plate', plate()],
  ['hollow cube', hollow()],
  ['torus', torus(24, 12)],
  ['bumpy sphere', bumpy(8, 7)],
  ['two spheres', joined(sphere(4), moved(sphere(4), [2.5, 0, 0]))],
  [
    'ball in a shell',
    joined(sphere(5), moved(reversed(sphere(5)), [0, 0, 0], 0.8), moved(sphere(4), [0, 0, 0], 0.5)),
  ],
  ['far from the origin', moved(bumpy(5, 8), [1e4, -2e4, 3e4])],
  ['triangles with vertices of their own', exploded(bumpy(5, 9))],
];

describe('buildGridField against brute force', () => {
  for (const [name, mesh] of SOLIDS) {
    it(`${name}: random nodes in the band, seed 21`, () => {
      compareBrute(mesh, build(mesh, { cells: 32 }), 21, 1e-10);
    });
  }

  it('slivers: within 1e-6 of the solid, seed 22', () => {
    const mesh = slivered();
    compareBrute(mesh, build(mesh, { cells: 30 }), 22, 1e-6);
  });

  it('a sphere with holes, side by winding number, seed 23', () => {
    const mesh = holed(6, 3, 0.05);
    expect(createSurfaceQuery(mesh).closed).toBe(false);
    compareBrute(mesh, build(mesh, { cells: 32 }), 23);
    compareBrute(mesh, build(mesh, { cells: 16, exact: true }), 23);
  });

  it('triangles of an open surface with vertices of their own, seed 23', () => {
    const mesh = exploded(holed(6, 3, 0.02));
    compareBrute(mesh, build(mesh, { cells: 24 }), 23);
  });

  it('an open box, whose side changes far from its surface, seed 24', () => {
    const { positions, indices } = box();
    const onLid = (t: number) => indices.subarray(t, t + 3).every((v) => positions[3 * v] === 1);
    const mesh = { positions, indices: indices.filter((_, i) => !onLid(i - (i % 3))) };
    expect(mesh.indices.length).toBe(30);
    compareBrute(mesh, build(mesh, { cells: 40 }), 24);
    compareBrute(mesh, build(mesh, { cells: 20, exact: true }), 24);
  });

  for (const kind of SOUPS) {
    it(`soup of ${kind}: unsigned, seed 25`, () => {
      const mesh = soup(kind, 40, 6);
      compareBrute(mesh, build(mesh, { cells: 12 }), 25, 1e-6);
    });
  }
});

describe('buildGridField against the exact query, every node', () => {
  for (const [name, mesh] of SOLIDS) {
    it(`${name}, band of 24 cells and exact at 12`, () => {
      compareQuery(mesh, build(mesh, { cells: 24 }));
      compareQuery(mesh, build(mesh, { cells: 12, exact: true }));
    });
  }

  it('triangles much smaller than a cell: bumpy sphere of 20,000', () => {
    const mesh = bumpy(50, 5);
    compareQuery(mesh, build(mesh, { cells: 10 }));
  });
});

describe('a grid field', () => {
  it('holds the same steps on both sides of every border between bricks', () => {
    for (const mesh of [bumpy(8, 7), plate(), holed(6, 3, 0.05)]) {
      const field = build(mesh, { cells: 48 });
      const seen = new Map<number, number>();
      let shared = 0;
      let different = 0;
      eachNode(field, (x, y, z, steps) => {
        const key = (z * 1000 + y) * 1000 + x;
        const other = seen.get(key);
        if (other !== undefined) shared++;
        if (other !== undefined && other !== steps) different++;
        seen.set(key, steps);
      });
      expect(shared).toBeGreaterThan(1000);
      expect(different).toBe(0);
    }
  });

  it('keeps exact corners for every coarse cell, a little below the distance', () => {
    const mesh = bumpy(6, 7);
    const { origin, cell, nx, ny, corner } = build(mesh, { cells: 40 });
    for (let n = 0; n < corner.length; n++) {
      const row = nx / 8 + 1;
      const i = n % row;
      const j = Math.floor(n / row) % (ny / 8 + 1);
      const k = Math.floor(n / row / (ny / 8 + 1));
      const distance = distanceBrute(mesh, [
        origin[0] + 8 * i * cell,
        origin[1] + 8 * j * cell,
        origin[2] + 8 * k * cell,
      ]);
      expect(Math.abs(corner[n])).toBeLessThanOrEqual(distance);
      expect(Math.abs(corner[n])).toBeGreaterThan(distance * (1 - 1e-6));
    }
  });

  it('is the same when built again, in slices, or with a query at hand', () => {
    const mesh = bumpy(8, 7);
    const once = build(mesh, { cells: 32 });
    const work = buildGridField(mesh, { cells: 32 }, createSurfaceQuery(mesh));
    let last = 0;
    let slices = 0;
    let step = work.next();
    while (!step.done) {
      expect(step.value).toBeGreaterThanOrEqual(last);
      expect(step.value).toBeLessThanOrEqual(1);
      last = step.value;
      slices++;
      step = work.next();
    }
    expect(last).toBeCloseTo(1);
    expect(slices).toBeGreaterThan(100);
    expect(step.value).toEqual(once);
  });

  it('stores every brick when exact, few of them otherwise', () => {
    const mesh = sphere(16);
    const band = build(mesh, { cells: 96 });
    const exact = build(mesh, { cells: 96, exact: true });
    expect(exact.base.length).toBe(exact.brick.length);
    expect(band.brick.length).toBe(exact.brick.length);
    expect(band.base.length).toBeLessThan(0.55 * exact.base.length);
  });
});
