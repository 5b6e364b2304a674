import { describe, expect, it } from 'vitest';
import { createFragmentMesh, extractShape, toTriangleMesh } from '../../src/fragment/extract.ts';
import { createFamily } from '../../src/fragment/family.ts';
import { MASS_SIZE, measureMass, splitVelocity } from '../../src/fragment/mass.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { computeMass } from '../../src/mesh/mass.ts';
import { findGarbage } from '../support/allocation.ts';
import { cutAtRandom, topologyOf } from './solids.ts';

const mesh = createFragmentMesh();

/** Rows of MASS_SIZE numbers: the whole, then its fragments. */
function measureAll(name: 'ball' | 'crate' | 'bunny', cuts: number, seed: number): Float64Array {
  const topology = topologyOf(name);
  const family = cutAtRandom(topology, cuts, seed);
  const rows = new Float64Array(MASS_SIZE * (1 + family.fragments.count));
  extractShape(mesh, createFamily(topology), 0);
  measureMass(rows, 0, mesh);
  for (let f = 0; f < family.fragments.count; f++) {
    extractShape(mesh, family, f);
    measureMass(rows, MASS_SIZE * (f + 1), mesh);
  }
  return rows;
}

describe('mass properties', () => {
  it('are exact for a box', () => {
    const out = new Float64Array(MASS_SIZE + 2);
    extractShape(mesh, createFamily(topologyOf('crate')), 0); // 1 × 0.6 × 0.8 around the origin
    measureMass(out, 2, mesh);
    const [x, y, z] = [1, 0.36, 0.64];
    const exact = [1, 0, 0, 0, (y + z) / 12, (z + x) / 12, (x + y) / 12, 0, 0, 0].map((v) => 0.48 * v);
    exact.forEach((v, k) => {
      expect(Math.abs(out[2 + k] - v)).toBeLessThan(1e-14);
    });
    expect([out[0], out[1]]).toEqual([0, 0]);
  });

  it('agree with computeMass for every fragment (seed 7)', () => {
    const family = cutAtRandom(topologyOf('ball'), 30, 7);
    const row = new Float64Array(MASS_SIZE);
    for (let f = 0; f < family.fragments.count; f++) {
      extractShape(mesh, family, f);
      measureMass(row, 0, mesh);
      const { volume, centroid, inertia } = computeMass(toTriangleMesh(mesh), 1);
      expect(Math.abs(row[0] / volume - 1)).toBeLessThan(1e-12);
      for (let d = 0; d < 3; d++) expect(Math.abs(row[1 + d] - centroid[d])).toBeLessThan(1e-13);
      const size = inertia[0] + inertia[1] + inertia[2];
      for (let d = 0; d < 6; d++) expect(Math.abs(row[4 + d] - inertia[d]) / size).toBeLessThan(1e-11);
    }
  });

  it('make no garbage', () => {
    const row = new Float64Array(MASS_SIZE);
    extractShape(mesh, createFamily(topologyOf('ball')), 0);
    const garbage = findGarbage(1000, () => {
      for (let k = 0; k < 1000; k++) measureMass(row, 0, mesh);
    });
    expect(garbage).toEqual([]);
  });
});

describe('velocities of pieces', () => {
  for (const [name, cuts, seed] of [
    ['ball', 5, 1],
    ['crate', 40, 2],
    ['bunny', 100, 3],
  ] as const) {
    it(`${name}, ${cuts} cuts, seed ${seed}: momentum, angular momentum and energy are the whole’s`, () => {
      const rows = measureAll(name, cuts, seed);
      const random = createRandom(seed);
      const motion = Float64Array.from({ length: 6 }, () => 20 * nextFloat(random) - 10);
      const density = 2500;
      const whole = new Float64Array(7);
      addMotion(whole, rows, 0, motion, density);
      const sum = new Float64Array(7);
      const piece = new Float64Array(6);
      for (let f = 1; f < rows.length / MASS_SIZE; f++) {
        splitVelocity(piece, 0, motion, 0, rows, 1, rows, MASS_SIZE * f + 1);
        addMotion(sum, rows, f, piece, density);
      }
      // Relative to what each kind of sum is made of: parts of a momentum may cancel.
      const size = (from: number, to: number) => Math.hypot(...whole.subarray(from, to));
      for (let k = 0; k < 3; k++) expect(Math.abs(sum[k] - whole[k]) / size(0, 3)).toBeLessThan(1e-12);
      for (let k = 3; k < 6; k++) expect(Math.abs(sum[k] - whole[k]) / size(3, 6)).toBeLessThan(1e-12);
      expect(Math.abs(sum[6] / whole[6] - 1)).toBeLessThan(1e-12);
    });
  }

  it('may be written where the body’s own stood', () => {
    const motion = Float64Array.of(1, 2, 3, 4, 5, 6);
    const out = new Float64Array(6);
    const centers = Float64Array.of(0, 0, 0, 0.1, 0.2, -0.3);
    splitVelocity(out, 0, motion, 0, centers, 0, centers, 3);
    splitVelocity(motion, 0, motion, 0, centers, 0, centers, 3);
    expect(motion).toEqual(out);
    expect([...out]).toEqual([
      1 + 5 * -0.3 - 6 * 0.2,
      2 + 6 * 0.1 - 4 * -0.3,
      3 + 4 * 0.2 - 5 * 0.1,
      4,
      5,
      6,
    ]);
  });
});

/** Adds momentum, angular momentum about the origin and kinetic energy of a body. */
function addMotion(
  sum: Float64Array,
  rows: Float64Array,
  row: number,
  motion: Float64Array,
  density: number,
): void {
  const [volume, cx, cy, cz, xx, yy, zz, xy, yz, zx] = rows.subarray(MASS_SIZE * row);
  const [vx, vy, vz, wx, wy, wz] = motion;
  const m = density * volume;
  const spin = [xx * wx + xy * wy + zx * wz, xy * wx + yy * wy + yz * wz, zx * wx + yz * wy + zz * wz];
  const p = [m * vx, m * vy, m * vz];
  for (let d = 0; d < 3; d++) sum[d] += p[d];
  sum[3] += cy * p[2] - cz * p[1] + density * spin[0];
  sum[4] += cz * p[0] - cx * p[2] + density * spin[1];
  sum[5] += cx * p[1] - cy * p[0] + density * spin[2];
  sum[6] += (m * (vx * vx + vy * vy + vz * vz)) / 2;
  sum[6] += (density * (wx * spin[0] + wy * spin[1] + wz * spin[2])) / 2;
}
