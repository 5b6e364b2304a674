import { expect, it } from 'vitest';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { hilbertIndex, hilbertOrder } from '../../src/mesh/delaunay/order.ts';

it('points come along the curve, those of one cell in the order given, seed 31', () => {
  const random = createRandom(31);
  const count = 500;
  // A grid of few cells, so that many points share one; the last two span the box from 0 to 1.
  const points = Float64Array.from({ length: 3 * count }, () => Math.floor(8 * nextFloat(random)) / 8);
  points.set([0, 0, 0, 1, 1, 1], 3 * count - 6);
  for (const first of [0, 100]) {
    const cell = (p: number, d: number) => Math.floor(points[3 * p + d] * 1024 * (1 - 1e-9));
    const key = (p: number) => hilbertIndex(cell(p, 0), cell(p, 1), cell(p, 2));
    const all = Array.from({ length: count - first }, (_, i) => first + i);
    const sorted = all.sort((p, q) => key(p) - key(q) || p - q);
    expect([...hilbertOrder(points, first, count - first)]).toEqual(sorted);
  }
});
