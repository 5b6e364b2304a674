// Trees whose nodes have points that can touch wherever something below can.

import { describe, expect, it } from 'vitest';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { createForest, type SphereForest } from '../../src/tree/forest.ts';
import { insertPoints } from '../../src/tree/insert.ts';
import { representSurface } from '../../src/tree/represent.ts';
import { splitTrees } from '../../src/tree/split.ts';
import { createSplitWork } from '../../src/tree/split-work.ts';
import { validateForest } from '../../src/tree/validate-forest.ts';
import { findGarbage } from '../support/allocation.ts';
import { buildTree } from './breaks.ts';
import { cube } from './sets.ts';

const COUNT = 600;
const SURFACE = 120; // the first points stand for the surface

/** A tree of points in a cube, broken in two by a plane, with points added on both sides of it. */
function grow(seed: number): { forest: SphereForest; positions: Float64Array } {
  const points = cube(COUNT, seed);
  const forest = createForest(buildTree(points), SURFACE);
  const random = createRandom(seed);
  const added = 300;
  const positions = new Float64Array(3 * (COUNT + added));
  positions.set(points);
  const label = Int32Array.from({ length: COUNT }, (_, p) => (points[3 * p] < 0.35 ? 1 : 0));
  const moved = Uint32Array.from(label.keys()).filter((p) => label[p] === 1);
  splitTrees(createSplitWork(), forest, positions, moved, moved.length, label);
  const base = new Uint32Array(added);
  for (let k = 0; k < added; k++) {
    base[k] = Math.floor(nextFloat(random) * COUNT);
    for (let d = 0; d < 3; d++) {
      positions[3 * (COUNT + k) + d] = points[3 * base[k] + d] + 0.05 * (nextFloat(random) - 0.5);
    }
  }
  insertPoints(forest, positions, base, added);
  return { forest, positions };
}

const touches = (forest: SphereForest, p: number) => p < forest.surfaceCount || p >= forest.baseCount;

/** Checks every node below; returns whether something below can touch. */
function check(forest: SphereForest, node: number): boolean {
  const { point, firstChild, childCount } = forest;
  if (childCount[node] === 0) return touches(forest, point[node]);
  let some = false;
  for (let c = 0; c < childCount[node]; c++) some = check(forest, firstChild[node] + c) || some;
  if (some) expect(touches(forest, point[node]), `node ${node}`).toBe(true);
  return some;
}

describe('representSurface', () => {
  for (const seed of [1, 2, 3]) {
    it(`gives every node with something to touch below it such a point; the tree stays valid (seed ${seed})`, () => {
      const { forest, positions } = grow(seed);
      expect(() => check(forest, forest.root[0])).toThrow(); // there is something to do
      for (const label of [0, 1]) representSurface(forest, positions, label);
      validateForest(forest, positions);
      expect(check(forest, forest.root[0])).toBe(true);
      expect(check(forest, forest.root[1])).toBe(true);
    });
  }

  it('changes nothing the second time, and allocates nothing', () => {
    const { forest, positions } = grow(4);
    for (const label of [0, 1]) representSurface(forest, positions, label);
    const before = structuredClone(forest);
    for (const label of [0, 1]) representSurface(forest, positions, label);
    expect(forest).toEqual(before);
    const garbage = findGarbage(200, () => {
      for (let k = 0; k < 200; k++) representSurface(forest, positions, 0);
    });
    expect(garbage).toEqual([]);
  });

  it('leaves trees with nothing to touch, and labels without a tree, alone', () => {
    const points = cube(50, 5);
    const forest = createForest(buildTree(points), 0);
    const before = structuredClone(forest);
    representSurface(forest, points, 0);
    representSurface(forest, points, 9);
    expect(forest).toEqual(before);
  });

  it('trees can be split again afterwards', () => {
    const { forest, positions } = grow(6);
    for (const label of [0, 1]) representSurface(forest, positions, label);
    const label = forest.fragment.slice(0, COUNT);
    const moved: number[] = [];
    for (let p = 0; p < COUNT; p++) {
      if (label[p] !== 0 || positions[3 * p + 1] > 0.5) continue;
      label[p] = 2;
      moved.push(p);
    }
    splitTrees(createSplitWork(), forest, positions, Uint32Array.from(moved), moved.length, label);
    validateForest(forest, positions);
    for (const l of [0, 1, 2]) representSurface(forest, positions, l);
    validateForest(forest, positions);
    for (const l of [0, 1, 2]) check(forest, forest.root[l]);
  });
});
