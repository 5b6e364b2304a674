// Boxes and masses of colliders, against meshes and against sums over small cubes.

import { describe, expect, it } from 'vitest';
import { boxOfCollider, measureShapeMass } from '../../src/contact/collider.ts';
import { measureCollider } from '../../src/contact/measure.ts';
import { createShape, type ShapeName } from '../../src/contact/shape.ts';
import { NEAR } from '../../src/field/answer.ts';
import { MASS_SIZE } from '../../src/fragment/mass.ts';
import { createBox } from '../../src/mesh/shapes/box.ts';
import { findGarbage } from '../support/allocation.ts';
import { breakAtRandom, copyAgain, createCopy, labelsOf } from './brute.ts';

const SHAPES: [ShapeName, ...number[]][] = [
  ['box', 0.5, 0.2, 0.9],
  ['sphere', 0.7],
  ['capsule', 0.6, 0.3],
  ['capsule', 0, 0.4],
  ['cylinder', 0.2, 0.5],
];

describe('mass of shapes', () => {
  it.each(SHAPES)('of a %s is the sum over small cubes inside', (name, ...size) => {
    const shape = createShape(name, ...size);
    const mass = new Float64Array(MASS_SIZE);
    const box = new Float64Array(6);
    measureShapeMass(mass, shape);
    boxOfCollider(box, shape, 0);
    const n = 60;
    const sum = new Float64Array(MASS_SIZE);
    const p = new Float64Array(3);
    const found = new Float64Array(4);
    const cell = [0, 1, 2].map((d) => (box[3 + d] - box[d]) / n);
    for (let i = 0; i < n * n * n; i++) {
      const at = [i % n, Math.floor(i / n) % n, Math.floor(i / n / n)];
      for (let d = 0; d < 3; d++) p[d] = box[d] + (at[d] + 0.5) * cell[d];
      if (measureCollider(found, shape, 0, p, 0, new Float64Array(2), true) !== NEAR) continue;
      const [x, y, z] = p;
      [1, x, y, z, y * y + z * z, z * z + x * x, x * x + y * y, -x * y, -y * z, -z * x].forEach((v, k) => {
        sum[k] += v * cell[0] * cell[1] * cell[2];
      });
    }
    for (let k = 0; k < MASS_SIZE; k++) expect(Math.abs(mass[k] - sum[k])).toBeLessThan(0.01 * mass[0]);
    for (const k of [0, 4, 5, 6]) expect(Math.abs(mass[k] / sum[k] - 1)).toBeLessThan(0.01);
  });

  it('refuses what has none', () => {
    expect(() => measureShapeMass(new Float64Array(10), createShape('plane'))).toThrow(/no mass/);
  });

  it('allocates nothing', () => {
    const shapes = SHAPES.map(([name, ...size]) => createShape(name, ...size));
    const mass = new Float64Array(MASS_SIZE);
    const job = () => {
      for (let i = 0; i < 2000; i++) {
        measureShapeMass(mass, shapes[i % shapes.length]);
        boxOfCollider(mass, shapes[i % shapes.length], 0);
      }
    };
    expect(findGarbage(2000, job)).toEqual([]);
  });
});

describe('boxes of colliders', () => {
  it('are infinite for a plane but for its top', () => {
    const box = new Float64Array(6);
    boxOfCollider(box, createShape('plane'), 0);
    expect([...box]).toEqual([-Infinity, -Infinity, -Infinity, Infinity, 0, Infinity]);
  });

  it('hold all points of a fragment, and no more', async () => {
    const crate = copyAgain(await createCopy(createBox({ size: [0.9, 0.5, 0.7], edge: 0.2 }), 0.25));
    breakAtRandom(crate, 3, 2);
    const box = new Float64Array(6);
    for (const label of labelsOf(crate)) {
      boxOfCollider(box, crate, label);
      const tight = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
      for (let i = 0; i < crate.forest!.pointCount; i++) {
        if (crate.forest!.fragment[i] !== label) continue;
        for (let d = 0; d < 3; d++) {
          tight[d] = Math.min(tight[d], crate.position[3 * i + d]);
          tight[3 + d] = Math.max(tight[3 + d], crate.position[3 * i + d]);
        }
      }
      for (let d = 0; d < 6; d++) expect(box[d]).toBeCloseTo(tight[d], 6);
    }
    expect(() => boxOfCollider(box, crate, 99)).toThrow();
  });
});
