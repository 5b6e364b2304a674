import { describe, expect, it } from 'vitest';
import { ALL, clearCone, coneOfVectors, mergeCones, NONE } from '../../src/geometry/cone.ts';
import { seeded } from '../support/surfaces.ts';

/** Random directions around a random axis, as widely as `spread`. */
function scatter(random: () => number, count: number, spread: number): Float64Array {
  const axis = [random() - 0.5, random() - 0.5, random() - 0.5];
  const length = Math.hypot(...axis);
  return Float64Array.from({ length: 3 * count }, (_, i) => axis[i % 3] / length + spread * (random() - 0.5));
}

function contains(cone: Float32Array, v: Float64Array): boolean {
  if (cone[3] === ALL) return true;
  for (let i = 0; i < v.length; i += 3) {
    const length = Math.hypot(v[i], v[i + 1], v[i + 2]) * Math.hypot(cone[0], cone[1], cone[2]);
    if ((v[i] * cone[0] + v[i + 1] * cone[1] + v[i + 2] * cone[2]) / length < cone[3]) return false;
  }
  return true;
}

describe('cones', () => {
  it('a merged cone contains what both were made from, seed 31', () => {
    const random = seeded(31);
    let narrow = 0;
    for (let trial = 0; trial < 20000; trial++) {
      const spread = trial % 3 === 0 ? 1e-5 : 1.5 * random();
      const [a, b] = [scatter(random, 3, spread), scatter(random, 3, spread)];
      if (trial % 3 === 0) b.set(a.map((x) => x + 1e-4 * random()));
      const [v, w] = [a.slice(), b.slice()];
      const cones = new Float32Array(12);
      coneOfVectors(cones, 0, v, 3);
      coneOfVectors(cones, 4, w, 3);
      mergeCones(cones, 8, cones, 0, cones, 4);
      const merged = cones.subarray(8);
      expect(contains(merged, a) && contains(merged, b), `trial ${trial}`).toBe(true);
      if (merged[3] !== ALL) narrow++;
    }
    expect(narrow).toBeGreaterThan(7000);
  });

  it('nothing and everything', () => {
    const cones = new Float32Array(12);
    clearCone(cones, 0);
    coneOfVectors(cones, 4, Float64Array.of(0, 0, 2), 1);
    mergeCones(cones, 8, cones, 0, cones, 4);
    expect(cones[0 + 3]).toBe(NONE);
    expect(Array.from(cones.subarray(8))).toEqual(Array.from(cones.subarray(4, 8)));
    coneOfVectors(cones, 0, Float64Array.of(0, 0, -1), 1);
    mergeCones(cones, 8, cones, 0, cones, 4);
    expect(cones[11]).toBe(ALL);
  });
});
