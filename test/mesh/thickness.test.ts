import { describe, expect, it } from 'vitest';
import { createBowl, createGlass, createPiggyBank, createPlate } from '../../src/mesh/shapes/index.ts';
import { createSurfaceQuery } from '../../src/mesh/surface-distance.ts';
import { measureThickness, type Thickness } from '../../src/mesh/thickness.ts';
import type { Shape } from '../support/data.ts';
import { box, joined, moved, reversed, shape, sphere, tetra, torus } from '../support/shapes.ts';
import { readBunny } from './stuffing-measure.ts';

function measure({ positions, indices }: Shape): Thickness {
  return measureThickness(createSurfaceQuery({ positions, indices }), positions, indices);
}

/** A wedge of unit length and depth with its edge along z at the origin, each side split into n strips. */
function wedge(degrees: number, n: number): Shape {
  const slope = Math.tan((degrees * Math.PI) / 180);
  const positions: number[] = [];
  const indices: number[] = [];
  // Vertex 2·i + k: strip i of n, side z = k; the lower side first, then the upper.
  for (const up of [0, slope]) {
    for (let i = 0; i <= n; i++) positions.push(i / n, (up * i) / n, 0, i / n, (up * i) / n, 1);
  }
  const top = 2 * (n + 1);
  for (let i = 0; i < n; i++) {
    const [a, b, c, d] = [2 * i, 2 * i + 1, 2 * i + 2, 2 * i + 3];
    indices.push(a, c, b, b, c, d); // below
    indices.push(top + a, top + b, top + c, top + b, top + d, top + c); // above
    indices.push(a, top + c, c, b, d, top + d); // the two ends along z
    if (i > 0) indices.push(a, top + a, top + c, b, top + d, top + b);
  }
  indices.push(2 * n, top + 2 * n, top + 2 * n + 1, 2 * n, top + 2 * n + 1, 2 * n + 1);
  // The edge is one line of vertices: both sides meet there.
  const merged = indices.map((v) => (v === top ? 0 : v === top + 1 ? 1 : v));
  return shape(positions, merged);
}

describe('measureThickness', () => {
  it.each([
    [1, 2, 3],
    [3, 0.2, 2],
    [1, 0.01, 1],
  ])('box %d × %d × %d: the smallest side', (x, y, z) => {
    const { thickness, wall } = measure(box(x, y, z));
    expect(wall).toBeCloseTo(Math.min(x, y, z), 6);
    for (const t of thickness) expect(t).toBeCloseTo(Math.min(x, y, z), 6);
  });

  it('sphere: the diameter, at every vertex', () => {
    const { thickness, wall } = measure(sphere(12));
    expect(wall).toBeGreaterThan(1.96);
    expect(wall).toBeLessThanOrEqual(2);
    for (const t of thickness) expect(Math.abs(t - 1.98)).toBeLessThan(0.02);
  });

  it('torus: the small diameter', () => {
    expect(measure(torus(32, 16)).wall).toBeCloseTo(0.6, 1);
  });

  it.each([4, 12])('shell of %i triangles along an eighth: the wall, on both sides', (n) => {
    const inner = moved(reversed(sphere(n)), [0, 0, 0], 0.9);
    const { thickness, wall } = measure(joined(sphere(n), inner));
    expect(Math.abs(wall - 0.1)).toBeLessThan(0.012);
    for (const t of thickness) expect(Math.abs(t - 0.1)).toBeLessThan(0.02);
  });

  it('box with a cavity off its middle: the thinnest of six walls', () => {
    const hollow = joined(box(), moved(reversed(box()), [0.05, 0.2, 0.2], 0.6));
    expect(measure(hollow).wall).toBeCloseTo(0.05, 6);
  });

  it('tableware and the bank: the wall they were made with', () => {
    expect(measure(createBowl({ wall: 0.006 })).wall).toBeCloseTo(0.006, 3);
    expect(measure(createGlass({ wall: 0.003, triangles: 6000 })).wall).toBeCloseTo(0.003, 3);
    expect(measure(createPlate({ thickness: 0.008 })).wall).toBeCloseTo(0.008, 3);
    const bank = measure(createPiggyBank());
    expect(bank.wall).toBeGreaterThan(0.008);
    expect(bank.wall).toBeLessThan(0.0095); // 5 % of its length of 0.18
  });

  it.each([20, 30, 45, 60])('wedge of %i°: its edge is no wall', (degrees) => {
    const slope = Math.tan((degrees * Math.PI) / 180);
    const shape = wedge(degrees, 16);
    expect(createSurfaceQuery(shape).closed).toBe(true);
    const { thickness, wall } = measure(shape);
    expect(wall).toBeGreaterThan(0.2 * slope);
    expect(wall).toBeLessThanOrEqual(Math.max(1, slope));
    for (const t of thickness) expect(t).toBeGreaterThan(0);
  });

  it('blade of 4°: thin where it is thin', () => {
    const { wall } = measure(wedge(4, 16));
    expect(wall).toBeLessThan(0.2 * Math.tan((4 * Math.PI) / 180));
    expect(wall).toBeGreaterThan(0);
  });

  it('solids without walls have a thickness too', () => {
    const { thickness, wall } = measure(tetra());
    expect(wall).toBeGreaterThan(0.2);
    expect(wall).toBeLessThan(0.6);
    for (const t of thickness) expect(t).toBeGreaterThan(0.2);
  });

  it('a wall of less than 2 % of the surface does not decide, a larger one does', () => {
    // A cube with a fin of 0.02 on its side: 0.05 wide, then 1 wide. They only touch, as dirty input may.
    const small = joined(box(), moved(box(0.02, 0.05, 0.4), [0.5, 1, 0.3]));
    const large = joined(box(), moved(box(0.02, 1, 1), [0.5, 1, 0]));
    expect(measure(small).wall).toBeCloseTo(1, 6);
    expect(measure(large).wall).toBeCloseTo(0.02, 6);
  });

  it('scales with the solid and stays put under a shift', () => {
    const bunny = readBunny();
    const here = measure(bunny).wall;
    expect(here).toBeGreaterThan(0.5);
    expect(here).toBeLessThan(1.2);
    expect(measure(moved(bunny, [0, 0, 0], 0.01)).wall).toBeCloseTo(here / 100, 4);
    expect(measure(moved(bunny, [50, -20, 10])).wall).toBeCloseTo(here, 3);
  });

  it('is finite for open surfaces, degenerate triangles and no triangles at all', () => {
    const sheet = measure(shape([0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1], [0, 1, 2, 0, 2, 3]));
    for (const t of sheet.thickness) expect(t).toBeCloseTo(Math.SQRT2, 6);
    expect(sheet.wall).toBeCloseTo(Math.SQRT2, 6);
    const { positions, indices } = box();
    const flawed = measure(shape(positions, [...indices, 0, 0, 1, 2, 3, 3]));
    expect(flawed.wall).toBeCloseTo(1, 6);
    expect(measure(shape([], []))).toEqual({ thickness: new Float32Array(0), wall: 0 });
  });
});
