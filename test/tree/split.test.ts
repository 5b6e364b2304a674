import { describe, expect, it } from 'vitest';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { buildSphereTree } from '../../src/tree/build.ts';
import { createForest, type SphereForest } from '../../src/tree/forest.ts';
import { insertPoints } from '../../src/tree/insert.ts';
import { orderPoints } from '../../src/tree/order.ts';
import type { SphereTree } from '../../src/tree/sphere-tree.ts';
import { splitTrees } from '../../src/tree/split.ts';
import { createSplitWork } from '../../src/tree/split-work.ts';
import { validateForest } from '../../src/tree/validate-forest.ts';
import { finishWork } from '../../src/work/work.ts';
import { breakAtRandom, breakByCells, breakByPlane, listFragments, scatterPoints } from './breaks.ts';
import { bunny, pointSets } from './sets.ts';

const EXTRA = 4000; // points that may be inserted

function extend(positions: Float64Array): Float64Array {
  const long = new Float64Array(positions.length + 3 * EXTRA);
  long.set(positions);
  return long;
}

const buildTree = (positions: Float64Array): SphereTree =>
  finishWork(buildSphereTree(positions, orderPoints(positions)));

/** Breaks a random fragment in a random manner, then inserts points; checks everything. */
function breakAndCheck(
  forest: SphereForest,
  positions: Float64Array,
  random: ReturnType<typeof createRandom>,
  nextLabel: number,
  work: ReturnType<typeof createSplitWork>,
): number {
  const fragments = listFragments(forest);
  const fragment = fragments[Math.floor(nextFloat(random) * fragments.length)];
  const kind = nextFloat(random);
  const made =
    kind < 0.4
      ? breakByPlane(forest, positions, fragment, nextLabel, random)
      : kind < 0.9
        ? breakByCells(forest, positions, fragment, nextLabel, random, 2 + Math.floor(nextFloat(random) * 12))
        : breakAtRandom(forest, fragment, nextLabel, random, 2 + Math.floor(nextFloat(random) * 6));
  splitTrees(work, forest, positions, made.node, made.node.length, made.label);
  validateForest(forest, positions);
  expect(forest.fragment.slice(0, forest.baseCount)).toEqual(made.label);
  const count = Math.min(40, EXTRA - (forest.pointCount - forest.baseCount));
  const parent = scatterPoints(forest, positions, random, count, 0.05);
  insertPoints(forest, positions, parent, count);
  validateForest(forest, positions);
  return made.label.reduce((a, b) => Math.max(a, b), nextLabel - 1) + 1;
}

describe('100 random fractures with insertions: every invariant after each', () => {
  it('bunny of npm, seed 1', () => {
    const base = bunny();
    const positions = extend(base);
    const forest = createForest(buildTree(base));
    const random = createRandom(1);
    const work = createSplitWork();
    let label = 1;
    for (let k = 0; k < 100; k++) label = breakAndCheck(forest, positions, random, label, work);
    expect(listFragments(forest).length).toBeGreaterThan(100);
  });
  for (const [name, set] of Object.entries(pointSets)) {
    it(`${name}: 400 points, 25 fractures, seeds 1 to 4`, () => {
      for (let seed = 1; seed <= 4; seed++) {
        const base = set(400, seed);
        const positions = extend(base);
        const forest = createForest(buildTree(base));
        const random = createRandom(seed);
        const work = createSplitWork();
        let label = 1;
        for (let k = 0; k < 25; k++) label = breakAndCheck(forest, positions, random, label, work);
      }
    });
  }
});
