// A single tet scaled to 1e-60 m was baked for more than ten minutes: squares of lengths had run out of digits.

import { describe, expect, it } from 'vitest';
import { bake, bakeTets } from '../../src/index.ts';

const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
const indices = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];

describe('sizes that are no size of a thing', () => {
  for (const scale of [1e-200, 1e-60, 1e-7, 1e7, 1e200]) {
    it(`${scale} m is refused at once`, async () => {
      const positions = corners.map((x) => x * scale);
      await expect(bake({ positions, indices }, { resolution: 4 })).rejects.toThrow(
        /m long.*scale its coordinates/,
      );
      const tets = { positions: Float64Array.from(positions), indices: Uint32Array.of(0, 1, 2, 3) };
      await expect(bakeTets(tets, { resolution: 4 })).rejects.toThrow(/m long|no volume/);
    });
  }

  for (const scale of [2e-6, 5e5]) {
    it(`${scale} m is baked`, async () => {
      const asset = await bake({ positions: corners.map((x) => x * scale), indices }, { resolution: 4 });
      expect(asset.mass.volume / (scale * scale * scale)).toBeCloseTo(1 / 6, 9);
    });
  }
});
