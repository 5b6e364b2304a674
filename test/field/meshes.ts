// Surfaces for tests of the grid field, and ways to read its nodes one by one.

import type { GridField } from '../../src/field/grid-field.ts';
import { createRandom, nextFloat, type Random } from '../../src/math/random.ts';
import type { Shape } from '../support/data.ts';
import { box, joined, moved, reversed, shape, signed, sphere } from '../support/shapes.ts';

/** A sphere with random bumps and dents: star-shaped, so it never crosses itself; 8·n² triangles. */
export function bumpy(n: number, seed: number): Shape {
  const random = createRandom(seed);
  const { positions, indices } = sphere(n);
  const scaled = positions.slice();
  for (let v = 0; v < positions.length; v += 3) {
    const radius = 0.6 + 0.4 * nextFloat(random);
    for (let d = 0; d < 3; d++) scaled[v + d] *= radius;
  }
  return shape(scaled, indices);
}

/** A plate, 1 × 1 and thin. */
export function plate(thickness = 0.02): Shape {
  return box(1, thickness, 1);
}

/** A cube with a cubic cavity in it. */
export function hollow(): Shape {
  return joined(box(), moved(reversed(box()), [0.3, 0.25, 0.2], 0.4));
}

/** A bumpy sphere with a part of its triangles left out. */
export function holed(n: number, seed: number, part: number): Shape {
  const { positions, indices } = bumpy(n, seed);
  const random = createRandom(seed + 1);
  const kept: number[] = [];
  for (let t = 0; t < indices.length; t += 3) {
    if (nextFloat(random) >= part) kept.push(indices[t], indices[t + 1], indices[t + 2]);
  }
  return shape(positions, kept);
}

/** A closed box whose faces are fans around a point next to a corner: most of its triangles are slivers. */
export function slivered(near = 1e-7): Shape {
  const { positions, indices } = box(1, 0.7, 0.4);
  const points = [...positions];
  const triangles: number[] = [];
  for (let t = 0; t < indices.length; t += 3) {
    const middle = points.length / 3;
    for (let d = 0; d < 3; d++) {
      const [a, b, c] = [0, 1, 2].map((i) => positions[3 * indices[t + i] + d]);
      points.push((1 - 2 * near) * a + near * b + near * c);
    }
    for (let i = 0; i < 3; i++) triangles.push(indices[t + i], indices[t + ((i + 1) % 3)], middle);
  }
  return shape(points, triangles);
}

/** Random points of a box grown by `grow` of its size on every side. */
export function scatter(
  random: Random,
  count: number,
  min: ArrayLike<number>,
  max: ArrayLike<number>,
  grow = 0,
): Float64Array {
  const points = new Float64Array(3 * count);
  for (let i = 0; i < points.length; i++) {
    const d = i % 3;
    points[i] = (min[d] + max[d]) / 2 + (0.5 + grow) * (max[d] - min[d]) * signed(random);
  }
  return points;
}

/** The far corner of a field's box. */
export function farCorner({ origin, cell, nx, ny, nz }: GridField): number[] {
  return [origin[0] + nx * cell, origin[1] + ny * cell, origin[2] + nz * cell];
}

/** Calls `visit` for every node of every brick, with its place in cells from the grid's origin and its steps. */
export function eachNode(
  { nx, ny, nz, brick, base, node }: GridField,
  visit: (x: number, y: number, z: number, steps: number, brick: number) => void,
): void {
  let c = 0;
  for (let k = 0; k < nz; k += 8) {
    for (let j = 0; j < ny; j += 8) {
      for (let i = 0; i < nx; i += 8, c++) {
        const b = brick[c];
        if (b < 0) continue;
        let n = 729 * b;
        for (let z = 0; z < 9; z++)
          for (let y = 0; y < 9; y++)
            for (let x = 0; x < 9; x++) visit(i + x, j + y, k + z, base[b] + node[n++], b);
      }
    }
  }
}
