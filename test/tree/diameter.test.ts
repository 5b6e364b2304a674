import { describe, expect, it } from 'vitest';
import { finishWork } from '../../src/job/work.ts';
import { findDiameter } from '../../src/tree/diameter.ts';
import { buildPointBoxes } from '../../src/tree/point-boxes.ts';
import { bruteDiameter } from './brute.ts';
import { antipodes, pointSets, sphere } from './sets.ts';

function diameter(positions: Float64Array): number[] {
  const out = new Uint32Array(2);
  finishWork(findDiameter(out, finishWork(buildPointBoxes(positions)), { boxes: 0, points: 0 }));
  return [...out];
}

describe('diameter against all pairs', () => {
  for (const [name, set] of Object.entries(pointSets)) {
    it(`${name}: 2 to 400 points, seeds 11 to 14`, () => {
      for (const size of [2, 3, 7, 33, 100, 400]) {
        for (let seed = 11; seed <= 14; seed++) {
          const positions = set(size, seed);
          expect(diameter(positions), `${size} points, seed ${seed}`).toEqual(bruteDiameter(positions));
        }
      }
    });
  }

  it('3,000 points on spheres near and far from the origin, seeds 1 to 6', () => {
    for (let seed = 1; seed <= 6; seed++) {
      const set = seed % 2 ? sphere : antipodes;
      const positions = set(3000, seed).map((v) => v + (seed > 3 ? 1e9 : 0));
      expect(diameter(positions), `seed ${seed}`).toEqual(bruteDiameter(positions));
    }
  });

  it('finds the one pair that sticks out by one unit in the last place', () => {
    const positions = antipodes(2000, 3);
    for (const [i, j] of [
      [1234, 1235],
      [40, 41],
    ]) {
      const changed = positions.slice();
      for (let a = 0; a < 3; a++) {
        changed[3 * i + a] *= 1 + 2 ** -51;
        changed[3 * j + a] *= 1 + 2 ** -51;
      }
      expect(bruteDiameter(changed)).toEqual([i, j]);
      expect(diameter(changed)).toEqual([i, j]);
    }
  });
});
