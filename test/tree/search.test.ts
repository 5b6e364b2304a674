import { describe, expect, it } from 'vitest';
import { closestBelow, createSearchWork, furthestBelow, reserveSearch } from '../../src/tree/search.ts';
import { applyBreak, begin, chooseBreak, INSERTED, insertSome } from './breaks.ts';
import { listLeaves, readTree } from './brute-forest.ts';
import { pointSets } from './sets.ts';

describe('closest and furthest point below a run, against all leaves', () => {
  for (const [name, set] of Object.entries(pointSets)) {
    it(`${name}: 120 points, split and grown 6 times, seed 5`, () => {
      const story = begin(set(120, 5), 5);
      const { forest, positions } = story;
      for (let k = 0; k < 6; k++) {
        applyBreak(story, chooseBreak(story));
        insertSome(story, INSERTED);
      }
      const squared = (p: number, q: number) => {
        const [x, y, z] = [0, 1, 2].map((a) => positions[3 * p + a] - positions[3 * q + a]);
        return x * x + y * y + z * z;
      };
      const work = createSearchWork();
      reserveSearch(work, forest.pointCount);
      for (let p = 0; p < forest.pointCount; p++) {
        const node = forest.parent[forest.leaf[p]];
        if (node < 0) continue;
        const first = forest.firstChild[node];
        const count = forest.childCount[node];
        const leaves = listLeaves(readTree(forest, node));
        for (const target of [0, p, forest.pointCount - 1 - p]) {
          const best = leaves.reduce((a, b) => {
            const d = squared(b, target) - squared(a, target);
            return d < 0 || (squared(b, target) === squared(a, target) && forest.rank[b] < forest.rank[a])
              ? b
              : a;
          });
          expect(closestBelow(work, forest, positions, first, count, target)).toBe(best);
          furthestBelow(work, forest, positions, first, count, target);
          expect(work.squared[0]).toBe(Math.max(...leaves.map((q) => squared(q, target))));
        }
      }
    });
  }
});
