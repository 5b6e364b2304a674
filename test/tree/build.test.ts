import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/job/error.ts';
import { finishWork } from '../../src/job/work.ts';
import { buildSphereTree } from '../../src/tree/build.ts';
import { orderPoints } from '../../src/tree/order.ts';
import type { SphereTree } from '../../src/tree/sphere-tree.ts';
import { validateSphereTree } from '../../src/tree/validate.ts';
import { type BruteNode, bruteRadius, bruteTree } from './brute.ts';
import { bunny, cube, pointSets, sphere } from './sets.ts';

function buildTree(positions: Float64Array, order = orderPoints(positions)): SphereTree {
  return finishWork(buildSphereTree(positions, order));
}

/** Compares node by node; returns how many nodes were compared. */
function compareTrees(tree: SphereTree, node: number, brute: BruteNode, positions: Float64Array): number {
  expect(tree.point[node]).toBe(brute.point);
  expect(tree.level[node]).toBe(brute.level);
  expect(tree.childCount[node]).toBe(brute.children.length);
  const radius = bruteRadius(positions, brute);
  expect(tree.radius[node]).toBeGreaterThanOrEqual(radius);
  const float = radius > 3.4e38 ? Number.POSITIVE_INFINITY : radius * (1 + 2 ** -22) + 3e-45;
  expect(tree.radius[node]).toBeLessThanOrEqual(float);
  let compared = 1;
  brute.children.forEach((child, i) => {
    compared += compareTrees(tree, tree.firstChild[node] + i, child, positions);
  });
  return compared;
}

describe('sphere tree against the paper’s construction', () => {
  for (const [name, set] of Object.entries(pointSets)) {
    it(`${name}: 1 to 600 points, seeds 1 and 2`, () => {
      for (const size of [1, 2, 3, 4, 5, 8, 9, 33, 128, 129, 600]) {
        for (const seed of [1, 2]) {
          const positions = set(size, seed);
          const order = orderPoints(positions);
          const tree = buildTree(positions, order);
          validateSphereTree(tree, positions);
          const brute = bruteTree(positions, order);
          expect(tree.levels).toBe(brute.levels);
          expect(compareTrees(tree, 0, brute.root, positions)).toBe(tree.count);
        }
      }
    });
  }

  it('any order of the points: 300 points in a cube, seed 4, by index', () => {
    const positions = cube(300, 4);
    const order = Uint32Array.from({ length: 300 }, (_, i) => i);
    const tree = buildTree(positions, order);
    validateSphereTree(tree, positions);
    expect(compareTrees(tree, 0, bruteTree(positions, order).root, positions)).toBe(tree.count);
  });

  it('the bunny of npm: 1,839 points', () => {
    const positions = bunny();
    const order = orderPoints(positions);
    const tree = buildTree(positions, order);
    validateSphereTree(tree, positions);
    const brute = bruteTree(positions, order);
    expect(compareTrees(tree, 0, brute.root, positions)).toBe(tree.count);
    expect(tree.levels).toBe(12);
  });
});

describe('sphere tree: shape', () => {
  it('4,939 points stand in 14 levels, 13,130 nodes before single children go', () => {
    const positions = sphere(4939, 3);
    const order = orderPoints(positions);
    const tree = buildTree(positions, order);
    validateSphereTree(tree, positions);
    expect(tree.levels).toBe(14);
    const brute = bruteTree(positions, order);
    expect(brute.levels).toBe(14);
    expect(brute.nodes).toBe(13130);
    expect(tree.count).toBeLessThan(2 * 4939);
  });

  it('levels for 0 to 9 points', () => {
    const levels = Array.from({ length: 10 }, (_, n) => buildTree(cube(n, 1)).levels);
    expect(levels).toEqual([0, 1, 2, 3, 3, 4, 4, 4, 4, 5]);
  });

  it('no points give no nodes', () => {
    const tree = buildTree(new Float64Array(0));
    expect(tree.count).toBe(0);
    validateSphereTree(tree, new Float64Array(0));
  });

  it('a square: two levels below the root, radii up to the furthest corner', () => {
    const positions = new Float64Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0]);
    const tree = buildTree(positions, Uint32Array.of(0, 3, 1, 2));
    // 1 and 2 are as far from 0 as from 3: both join the earlier.
    expect([...tree.point]).toEqual([0, 0, 3, 0, 1, 2]);
    expect([...tree.parent]).toEqual([-1, 0, 0, 1, 1, 1]);
    expect([...tree.firstChild]).toEqual([1, 3, 0, 0, 0, 0]);
    expect([...tree.childCount]).toEqual([2, 3, 0, 0, 0, 0]);
    expect([...tree.level]).toEqual([0, 1, 1, 2, 2, 2]);
    expect([...tree.leaf]).toEqual([3, 4, 5, 2]);
    expect([...tree.rank]).toEqual([0, 2, 3, 1]);
    expect(tree.radius[0]).toBeCloseTo(Math.SQRT2, 6);
    expect(tree.radius[0]).toBeGreaterThanOrEqual(Math.SQRT2);
    expect(tree.radius[1]).toBeCloseTo(1, 6);
    expect(tree.radius[2]).toBe(0);
  });

  it('reports rising fractions: 40,000 points, seed 2', () => {
    const positions = cube(40000, 2);
    const work = buildSphereTree(positions, orderPoints(positions));
    let last = 0;
    let slices = 0;
    for (let step = work.next(); !step.done; step = work.next()) {
      expect(step.value).toBeGreaterThanOrEqual(last);
      expect(step.value).toBeLessThanOrEqual(1);
      last = step.value;
      slices++;
    }
    expect(slices).toBeGreaterThan(3);
  });
});

describe('sphere tree: jobs side by side', () => {
  it('two jobs run slice by slice in turn give what each gives alone: 40,000 and 50 points, seed 6', () => {
    const sets = [cube(40000, 6), cube(50, 6)];
    const works = sets.map((positions) => buildSphereTree(positions, orderPoints(positions)));
    const trees: (SphereTree | undefined)[] = [undefined, undefined];
    for (let turn = 0; trees.includes(undefined); turn++) {
      const step = trees[turn % 2] ? undefined : works[turn % 2].next();
      if (step?.done) trees[turn % 2] = step.value;
    }
    sets.forEach((positions, i) => {
      expect(trees[i]?.parent).toEqual(buildTree(positions).parent);
    });
  });
});

describe('sphere tree: bad input', () => {
  const positions = cube(4, 1);

  it('refuses an order of the wrong length, or one that is no permutation', () => {
    expect(() => buildTree(positions, Uint32Array.of(0, 1, 2))).toThrow(InputError);
    expect(() => buildTree(positions, Uint32Array.of(0, 1, 2, 2))).toThrow(/place 3 holds 2/);
    expect(() => buildTree(positions, Uint32Array.of(0, 1, 2, 4))).toThrow(/place 3 holds 4/);
  });

  it('refuses non-finite coordinates', () => {
    const bad = Float64Array.of(0, 0, 0, Number.NaN, 0, 0);
    expect(() => buildTree(bad, Uint32Array.of(0, 1))).toThrow(/point 1/);
  });
});
