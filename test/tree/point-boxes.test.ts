import { describe, expect, it } from 'vitest';
import { finishWork } from '../../src/job/work.ts';
import { buildAttachments } from '../../src/tree/nearest.ts';
import { buildPointBoxes } from '../../src/tree/point-boxes.ts';
import { pointSets } from './sets.ts';

describe('point boxes', () => {
  for (const [name, set] of Object.entries(pointSets)) {
    it(`${name}: every point in one slot, boxes tight, leaves even and sorted; 1 to 3,000 points, seed 2`, () => {
      for (const size of [1, 2, 32, 33, 65, 3000]) {
        const positions = set(size, 2);
        const { leaves, start, index, coordinate, box, first } = finishWork(buildPointBoxes(positions));
        expect([...index].sort((a, b) => a - b)).toEqual(Array.from({ length: size }, (_, i) => i));
        expect(start[0]).toBe(0);
        expect(start[leaves]).toBe(size);
        for (let i = 0; i < 3 * size; i++) {
          expect(coordinate[i]).toBe(positions[3 * index[Math.floor(i / 3)] + (i % 3)]);
        }
        for (let node = 1; node < 2 * leaves; node++) {
          const width = 2 ** (31 - Math.clz32(node)); // nodes of this depth, each over leaves / width leaves
          const from = start[((node - width) * leaves) / width];
          const to = start[((node - width + 1) * leaves) / width];
          const points = [...index.subarray(from, to)];
          expect(to - from).toBeGreaterThan(0);
          expect(first[node]).toBe(points.reduce((a, b) => Math.min(a, b)));
          for (let a = 0; a < 3; a++) {
            const values = points.map((p) => positions[3 * p + a]);
            expect(box[6 * node + a]).toBe(values.reduce((x, y) => Math.min(x, y)));
            expect(box[6 * node + 3 + a]).toBe(values.reduce((x, y) => Math.max(x, y)));
          }
          if (width < leaves) continue;
          expect(to - from).toBeLessThanOrEqual(32);
          expect(points).toEqual([...points].sort((x, y) => x - y));
        }
      }
    });
  }
});

describe('attachments', () => {
  it('hang each rank below the closest rank of the level above: five points on a line', () => {
    const ranked = new Float64Array([0, 10, 6, 1, 7].flatMap((x) => [x, 0, 0]));
    const attach = finishWork(buildAttachments(finishWork(buildPointBoxes(ranked))));
    expect([...attach]).toEqual([0, 0, 1, 0, 2]);
  });
});
