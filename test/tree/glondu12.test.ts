import { describe, expect, it } from 'vitest';
import { begin, breakByCells, buildTree, scatterPoints } from './breaks.ts';
import { splitEarlier } from './glondu12.ts';
import { cube } from './sets.ts';

describe('the baseline of [Glondu12]', () => {
  it('every point is a leaf of its fragment, and spheres hold what is below: cube of 400, 7 cells, seed 6', () => {
    const { forest, positions, random } = begin(cube(400, 6), 6);
    const { label } = breakByCells(forest, positions, 0, 1, random, 7);
    const base = scatterPoints(forest, positions, random, 150, 0.05);
    const earlier = splitEarlier(buildTree(cube(400, 6)), positions, label, base);
    const leaves: number[] = [];
    const fragmentOf = (p: number) => label[p < 400 ? p : base[p - 400]];
    const visit = (node: number, fragment: number, above: number[]) => {
      const p = earlier.point[node];
      expect(fragmentOf(p)).toBe(fragment);
      for (const a of above) {
        const q = earlier.point[a];
        const d = Math.hypot(...[0, 1, 2].map((k) => positions[3 * p + k] - positions[3 * q + k]));
        expect(earlier.radius[a]).toBeGreaterThanOrEqual(d);
      }
      if (earlier.children[node].length === 0) leaves.push(p);
      for (const child of earlier.children[node]) visit(child, fragment, [...above, node]);
    };
    for (const [fragment, roots] of earlier.roots) for (const root of roots) visit(root, fragment, []);
    expect(new Set(leaves).size).toBe(550);
    expect([...earlier.roots.values()].some((roots) => roots.length > 1)).toBe(true);
  });
});
