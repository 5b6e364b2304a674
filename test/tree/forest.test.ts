import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/job/error.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { forestBytes, removeTree, resetForest } from '../../src/tree/forest.ts';
import { insertPoints } from '../../src/tree/insert.ts';
import { splitTrees } from '../../src/tree/split.ts';
import { validateForest } from '../../src/tree/validate-forest.ts';
import { findGarbage } from '../support/allocation.ts';
import {
  applyBreak,
  begin,
  breakByCells,
  buildTree,
  chooseBreak,
  INSERTED,
  insertSome,
  listFragments,
  type Story,
  scatterPoints,
} from './breaks.ts';
import { readTree } from './brute-forest.ts';
import { cube } from './sets.ts';

describe('determinism and memory', () => {
  const run = (story: Story) => {
    for (let k = 0; k < 12; k++) {
      applyBreak(story, chooseBreak(story));
      insertSome(story, INSERTED);
    }
  };

  it('the same fractures give the same bits, with a fresh workspace or a used one: cube of 400, seed 2', () => {
    const stories = [begin(cube(400, 2), 2), begin(cube(400, 2), 2)];
    const other = begin(cube(900, 7), 7);
    run(other);
    stories[1].work = other.work;
    stories.forEach(run);
    const [a, b] = stories.map((s) => s.forest);
    expect(b.point).toEqual(a.point);
    expect(b.radius).toEqual(a.radius);
    expect(b.leaf).toEqual(a.leaf);
    expect(b.root).toEqual(a.root);
  });

  it('a forest made whole again goes through the same fractures in the same memory: cube of 400, seed 2', () => {
    const base = cube(400, 2);
    const tree = buildTree(base);
    const story = begin(base, 2);
    const { forest } = story;
    run(story);
    const once = listFragments(forest).map((f) => readTree(forest, forest.root[f]));
    const bytes = forestBytes(forest);
    for (let k = 0; k < 5; k++) {
      resetForest(forest, tree);
      validateForest(forest, story.positions);
      run(Object.assign(story, { random: createRandom(2), nextLabel: 1 }));
    }
    expect(listFragments(forest).map((f) => readTree(forest, forest.root[f]))).toEqual(once);
    expect(forestBytes(forest)).toBe(bytes);
  });

  it('300 fractures with removals: free runs are used again, seed 4', () => {
    const story = begin(cube(3000, 4), 4);
    const { forest, random } = story;
    for (let k = 0; k < 300; k++) {
      applyBreak(story, chooseBreak(story));
      insertSome(story, 10);
      if (k % 3 === 2) {
        const fragments = listFragments(forest);
        removeTree(forest, fragments[Math.floor(nextFloat(random) * fragments.length)]);
      }
      if (k % 50 === 49) validateForest(forest, story.positions);
    }
    expect(forest.nodeCount).toBeLessThan(1.5 * 2 * forest.pointCount);
    for (const f of listFragments(forest)) removeTree(forest, f);
    validateForest(forest, story.positions);
    expect(forest.fragment.subarray(0, forest.pointCount).every((f) => f === -1)).toBe(true);
  });

  it('no garbage once everything has its size: cube of 2,000, seed 8', () => {
    const base = cube(2000, 8);
    const tree = buildTree(base);
    const story = begin(base, 8);
    const { forest, positions, work } = story;
    const made = breakByCells(forest, positions, 0, 1, story.random, 9);
    const near = scatterPoints(forest, positions, story.random, 500, 0.05);
    const garbage = findGarbage(30, () => {
      for (let k = 0; k < 30; k++) {
        resetForest(forest, tree);
        splitTrees(work, forest, positions, made.node, made.node.length, made.label);
        insertPoints(forest, positions, near, 500);
      }
    });
    expect(garbage).toEqual([]);
  });
});

describe('bad input', () => {
  const story = begin(cube(10, 1), 1);
  const { work, forest, positions } = story;
  const split = (node: number[], label: number[]) =>
    splitTrees(work, forest, positions, Uint32Array.from(node), node.length, Int32Array.from(label));

  it('refuses points that are not of the whole, and fragments that are not new', () => {
    const label = Array.from({ length: 10 }, (_, i) => i % 2);
    expect(() => split([10], [...label, 1])).toThrow(InputError);
    expect(() => split([1], [0, -1])).toThrow(/moves to fragment -1/);
    split([1, 3, 5, 7, 9], label);
    expect(() => split([2], [0, 1, 1])).toThrow(/moves to fragment 1, which is not a new one/);
    expect(() => split([0, 1], [2, 2])).toThrow(/fragment 2 gets points of 1 and of 0/);
    validateForest(forest, positions);
  });

  it('refuses a tree of another size, and to remove what is not there', () => {
    expect(() => resetForest(forest, buildTree(cube(11, 1)))).toThrow(InputError);
    expect(() => removeTree(forest, 7)).toThrow(/fragment 7/);
    removeTree(forest, 1);
    expect(() => split([1], [0, 2])).toThrow(/which is in no tree/);
  });
});
