import { describe, expect, it } from 'vitest';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { mergeVertices } from '../../src/mesh/repair-weld.ts';

/** The same by looking at all pairs. */
function weldSlowly(positions: number[]): { positions: number[]; vertex: number[] } {
  const kept: number[][] = [];
  const vertex: number[] = [];
  for (let i = 0; i < positions.length; i += 3) {
    const p = positions.slice(i, i + 3).map((x) => (x === 0 ? 0 : x));
    let v = kept.findIndex((q) => q.every((x, k) => x === p[k])); // a NaN equals nothing
    if (v < 0) v = kept.push(p) - 1;
    vertex.push(v);
  }
  return { positions: kept.flat(), vertex };
}

describe('mergeVertices', () => {
  it('agrees with all pairs on 400 points of few coordinates (seed 1)', () => {
    const random = createRandom(1);
    const values = [0, -0, 1, -1, 0.1, 0.1 + Number.EPSILON, Number.NaN, Infinity, 1e-320, 3];
    const positions = Array.from(
      { length: 1200 },
      () => values[Math.floor(nextFloat(random) * values.length)],
    );
    const { positions: merged, vertex } = mergeVertices(positions);
    const slow = weldSlowly(positions);
    expect(Array.from(merged)).toEqual(slow.positions);
    expect(Array.from(vertex)).toEqual(slow.vertex);
    expect(merged.length).toBeLessThan(1200);
  });

  it('leaves near points apart, and takes none', () => {
    expect(mergeVertices([1, 2, 3, 1, 2, 3 + 1e-15]).positions.length).toBe(6);
    expect(mergeVertices([]).positions.length).toBe(0);
  });
});
