import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/job/error.ts';
import { computeMass, type Mass } from '../../src/mesh/mass.ts';
import { tetVolume } from '../../src/mesh/tet-mesh.ts';
import { DATA, readCsv, readShape, type Shape } from '../support/data.ts';
import { box, exploded, joined, moved, reversed, shape, sphere, tetra, torus } from '../support/shapes.ts';

/** p ↦ R p for a rotation of `angle` about (1, 2, 2)/3. */
function rotation(angle: number): number[][] {
  const k = [1 / 3, 2 / 3, 2 / 3];
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const skew = [
    [0, -k[2], k[1]],
    [k[2], 0, -k[0]],
    [-k[1], k[0], 0],
  ];
  return [0, 1, 2].map((i) =>
    [0, 1, 2].map((j) => (i === j ? c : 0) + s * skew[i][j] + (1 - c) * k[i] * k[j]),
  );
}

function rotated({ positions, indices }: Shape, r: number[][]): Shape {
  const out = positions.slice();
  for (let v = 0; v < out.length; v += 3) {
    for (let i = 0; i < 3; i++) {
      out[v + i] = r[i][0] * positions[v] + r[i][1] * positions[v + 1] + r[i][2] * positions[v + 2];
    }
  }
  return shape(out, indices);
}

function tensor({ inertia: [xx, yy, zz, xy, yz, zx] }: Mass): number[][] {
  return [
    [xx, xy, zx],
    [xy, yy, yz],
    [zx, yz, zz],
  ];
}

const product = (a: number[][], b: number[][]) =>
  a.map((row) => b[0].map((_, j) => row.reduce((sum, x, k) => sum + x * b[k][j], 0)));
const transpose = (a: number[][]) => a[0].map((_, j) => a.map((row) => row[j]));

function expectClose(got: ArrayLike<number>, want: ArrayLike<number>, tolerance: number): void {
  expect(got.length).toBe(want.length);
  for (let i = 0; i < want.length; i++) expect(Math.abs(got[i] - want[i])).toBeLessThan(tolerance);
}

describe('computeMass, closed forms', () => {
  it('box', () => {
    const { mass, volume, centroid, inertia } = computeMass(box(2, 3, 4), 5);
    expect(volume).toBeCloseTo(24, 13);
    expect(mass).toBeCloseTo(120, 12);
    expectClose(centroid, [1, 1.5, 2], 1e-14);
    expectClose(inertia, [(120 * 25) / 12, (120 * 20) / 12, (120 * 13) / 12, 0, 0, 0], 1e-11);
  });

  it('corner tetrahedron', () => {
    // ∫x² = 1/60, ∫xy = 1/120 about the corner; the centroid is (¼, ¼, ¼).
    const { volume, centroid, inertia } = computeMass(tetra());
    expect(volume).toBeCloseTo(1 / 6, 15);
    expectClose(centroid, [0.25, 0.25, 0.25], 1e-15);
    const same = 1 / 60 - 1 / 96;
    const cross = 1 / 120 - 1 / 96;
    expectClose(inertia, [2 * same, 2 * same, 2 * same, -cross, -cross, -cross], 1e-15);
  });

  it('sphere and torus, converging with the square of the edge', () => {
    const errors = [8, 16, 32].map((n) => {
      const { volume, inertia } = computeMass(sphere(n));
      expectClose(inertia.slice(3), [0, 0, 0], 1e-14);
      expectClose([inertia[1], inertia[2]], [inertia[0], inertia[0]], 1e-13);
      return [1 - volume / ((4 / 3) * Math.PI), 1 - inertia[0] / ((8 / 15) * Math.PI)];
    });
    for (let k = 0; k < 2; k++) {
      expect(errors[0][k] / errors[1][k]).toBeCloseTo(4, 0);
      expect(errors[1][k] / errors[2][k]).toBeCloseTo(4, 1);
      expect(errors[2][k]).toBeLessThan(0.005);
    }
    const ring = computeMass(torus(400, 200, 1, 0.3));
    expect(ring.volume).toBeCloseTo(2 * Math.PI ** 2 * 0.09, 3);
    expect(ring.inertia[2] / ring.volume).toBeCloseTo(1 + 0.75 * 0.09, 3);
    expect(ring.inertia[0] / ring.volume).toBeCloseTo(0.5 + 0.625 * 0.09, 3);
  });

  it('hollow sphere: the difference of two', () => {
    const shell = computeMass(joined(sphere(12), moved(reversed(sphere(12)), [0.2, 0, 0], 0.5)));
    const whole = computeMass(sphere(12));
    expect(shell.volume).toBeCloseTo(whole.volume * (7 / 8), 13);
    expect(shell.centroid[0]).toBeCloseTo((-0.2 * (1 / 8)) / (7 / 8), 13);
    expect(shell.inertia[0]).toBeCloseTo(whole.inertia[0] * (1 - 1 / 32), 12);
  });
});

describe('computeMass', () => {
  it('follows a rotation and a translation', () => {
    const r = rotation(0.7);
    const rest = computeMass(moved(tetra(), [0.3, 0.1, -0.4]), 3);
    const turned = computeMass(rotated(moved(tetra(), [0.3, 0.1, -0.4]), r), 3);
    expect(turned.mass).toBeCloseTo(rest.mass, 15);
    expectClose(
      turned.centroid,
      product(
        r,
        [...rest.centroid].map((x) => [x]),
      ).flat(),
      1e-15,
    );
    expectClose(tensor(turned).flat(), product(product(r, tensor(rest)), transpose(r)).flat(), 1e-15);
  });

  it('keeps its digits far from the origin', () => {
    // 2²⁰ away on every axis the vertices of this box are still exact.
    const near = computeMass(box(0.5, 0.25, 1));
    const far = computeMass(moved(box(0.5, 0.25, 1), [2 ** 20, -(2 ** 20), 2 ** 20]));
    expect(far.volume).toBe(near.volume);
    expectClose(far.inertia, near.inertia, 1e-17);
    expectClose(far.centroid, [2 ** 20 + 0.25, 0.125 - 2 ** 20, 2 ** 20 + 0.5], 1e-9);
  });

  it('scales with the fifth power, small and large', () => {
    const unit = computeMass(sphere(5));
    for (const s of [1e-6, 1e6]) {
      const scaled = computeMass(moved(sphere(5), [0, 0, 0], s));
      expect(scaled.volume / s ** 3).toBeCloseTo(unit.volume, 12);
      expect(scaled.inertia[0] / s ** 5).toBeCloseTo(unit.inertia[0], 12);
    }
  });

  it('does not need shared vertices', () => {
    const apart = computeMass(exploded(torus(9, 7)));
    const shared = computeMass(torus(9, 7));
    expect(apart.volume).toBeCloseTo(shared.volume, 13);
    for (let d = 0; d < 3; d++) expect(apart.centroid[d]).toBeCloseTo(shared.centroid[d], 13);
    for (let d = 0; d < 6; d++) expect(apart.inertia[d]).toBeCloseTo(shared.inertia[d], 13);
  });

  it('agrees with the sum over tetrahedra', () => {
    const { positions, indices } = torus(20, 10);
    const corners = Float64Array.of(9, 9, 9, ...positions);
    let volume = 0;
    for (let t = 0; t < indices.length; t += 3) {
      // Oriented towards the apex, an outward triangle makes a negative tet when the apex lies inside.
      volume -= tetVolume(corners, [1 + indices[t], 1 + indices[t + 1], 1 + indices[t + 2], 0], 0);
    }
    expect(computeMass({ positions, indices }).volume).toBeCloseTo(volume, 12);
  });

  it('refuses what has no mass', () => {
    const code = (job: () => unknown) => {
      try {
        job();
      } catch (error) {
        if (error instanceof InputError) return error.code;
      }
      return 'none';
    };
    expect(code(() => computeMass(reversed(box())))).toBe('not-solid');
    expect(code(() => computeMass(shape([], [])))).toBe('not-solid');
    expect(code(() => computeMass(shape([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2])))).toBe('not-solid');
    expect(code(() => computeMass(shape([0, 0, 0, 1, 0, 0, 0, Number.NaN, 0], [0, 1, 2])))).toBe('not-solid');
    for (const density of [0, -1, Number.NaN, Infinity]) {
      expect(code(() => computeMass(box(), density))).toBe('bad-argument');
    }
  });

  it.skipIf(!DATA)('agrees with the volumes of the shared meshes', () => {
    const names = [
      'bunny-npm.json',
      'dragon-closed.obj',
      'skull_low_resolution.obj',
      'spot.obj',
      'torus.obj',
    ];
    const stats = readCsv('meshes/mesh-stats.csv');
    const lines = stats.map((row) => row[row.length - 1]);
    for (const name of names) {
      const { volume } = computeMass(readShape(`meshes/${name}`));
      expect(lines.some((want) => Math.abs(volume / want - 1) < 1e-12)).toBe(true);
    }
  });
});
