import { describe, expect, it } from 'vitest';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import type { SphereForest } from '../../src/tree/forest.ts';
import { validateForest } from '../../src/tree/validate-forest.ts';
import {
  applyBreak,
  begin,
  breakByCells,
  breakByPlane,
  chooseBreak,
  INSERTED,
  insertSome,
  listFragments,
  type Story,
} from './breaks.ts';
import {
  insertBrute,
  listLeaves,
  type PlainForest,
  type PlainNode,
  readTree,
  splitBrute,
} from './brute-forest.ts';
import { ball, bunny, cube, pointSets } from './sets.ts';

/** Breaks, inserts, and checks everything after each; the union of all trees is all points. */
function breakAndCheck(story: Story): void {
  const { forest, positions } = story;
  const made = chooseBreak(story);
  applyBreak(story, made);
  validateForest(forest, positions);
  expect(forest.fragment.slice(0, forest.baseCount)).toEqual(made.label);
  insertSome(story, INSERTED);
  validateForest(forest, positions);
  const leaves = listFragments(forest).flatMap((f) => listLeaves(readTree(forest, forest.root[f])));
  expect(leaves.sort((a, b) => a - b)).toEqual(Array.from({ length: forest.pointCount }, (_, p) => p));
}

/** Adds points between the surface's points and their mean: seed 1. */
function fillInside(surface: Float64Array, count: number): Float64Array {
  const random = createRandom(1);
  const points = surface.length / 3;
  const mean = [0, 1, 2].map((a) => surface.reduce((sum, v, i) => (i % 3 === a ? sum + v : sum), 0) / points);
  const inside = Array.from({ length: count }, () => {
    const p = Math.floor(nextFloat(random) * points);
    const share = 0.95 * nextFloat(random);
    return mean.map((m, a) => m + share * (surface[3 * p + a] - m));
  });
  return Float64Array.from([...surface, ...inside.flat()]);
}

describe('100 random fractures with insertions: every invariant after each', () => {
  const solids = {
    'the bunny of npm with 600 points inside': fillInside(bunny(), 600),
    'a ball with its inside': ball(6, 1).positions,
  };
  for (const [name, base] of Object.entries(solids)) {
    it(`${name}, seed 1`, () => {
      const story = begin(base, 1);
      for (let k = 0; k < 100; k++) breakAndCheck(story);
      expect(listFragments(story.forest).length).toBeGreaterThan(100);
    });
  }
  for (const [name, set] of Object.entries(pointSets)) {
    it(`${name}: 300 points, 25 fractures, seeds 1 and 2`, () => {
      for (const seed of [1, 2]) {
        const story = begin(set(300, seed), seed);
        for (let k = 0; k < 25; k++) breakAndCheck(story);
      }
    });
  }
});

/** Compares a tree with its slow sibling, whose radii are unrounded. */
function compareNodes(fast: PlainNode, slow: PlainNode): void {
  const low = slow.radius * (1 - 1e-12);
  const high = slow.radius * (1 + 1e-6) + 3e-45;
  if (fast.point !== slow.point) throw new Error(`point ${fast.point}, wanted ${slow.point}`);
  if (!(fast.radius >= low && fast.radius <= high))
    throw new Error(`radius ${fast.radius}, wanted ${slow.radius}`);
  if (fast.children.length !== slow.children.length) throw new Error(`children of ${fast.point} differ`);
  fast.children.forEach((child, i) => {
    compareNodes(child, slow.children[i]);
  });
}

function compareForests(forest: SphereForest, plain: PlainForest): void {
  const fragments = listFragments(forest);
  expect([...plain.trees.keys()].sort((a, b) => a - b)).toEqual(fragments);
  for (const f of fragments) compareNodes(readTree(forest, forest.root[f]), plain.trees.get(f) as PlainNode);
}

describe('against nested trees split from scratch', () => {
  for (const name of ['cube', 'sphere', 'grid', 'clusters', 'duplicates', 'twoPlaces', 'line']) {
    it(`${name}: 150 points, 6 fractures, seeds 1 and 2`, () => {
      for (const seed of [1, 2]) {
        const story = begin(pointSets[name](150, seed), seed);
        const { forest, positions } = story;
        const plain: PlainForest = {
          rank: { length: 0 },
          positions,
          trees: new Map([[0, readTree(forest, 0)]]),
        };
        for (let k = 0; k < 6; k++) {
          applyBreak(story, chooseBreak(story));
          Object.assign(plain, { rank: forest.rank });
          splitBrute(plain, (p) => forest.fragment[p]);
          compareForests(forest, plain);
          const from = forest.pointCount;
          const before = forest.follower.slice();
          const groups = new Map<number, number[]>();
          insertSome(story, INSERTED).forEach((base, i) => {
            groups.set(base, [...(groups.get(base) ?? []), from + i]);
          });
          for (const [base, points] of groups)
            insertBrute(plain, forest.fragment[base], base, points, before[base] >= 0);
          compareForests(forest, plain);
        }
      }
    });
  }
});

/** All subtrees of a forest, as text, by their leaves; and how many leaves the highest node of each point has. */
function describeForest(forest: SphereForest) {
  const text = new Map<string, string>();
  const reach = new Map<number, number>();
  const visit = (node: PlainNode) => {
    const leaves = listLeaves(node);
    text.set(leaves.sort((a, b) => a - b).join(' '), JSON.stringify(node));
    reach.set(node.point, Math.max(leaves.length, reach.get(node.point) ?? 0));
    node.children.forEach(visit);
  };
  for (const f of listFragments(forest)) visit(readTree(forest, forest.root[f]));
  return { text, reach };
}

describe('locality', () => {
  it('subtrees stay bit for bit if none of their points moves or rises: cube of 500, 10 planes, seed 3', () => {
    const story = begin(cube(500, 3), 3);
    const { forest } = story;
    let same = 0;
    let risen = 0;
    for (let k = 0; k < 10; k++) {
      const made = breakByPlane(forest, story.positions, 0, story.nextLabel, story.random);
      const before = describeForest(forest);
      applyBreak(story, made);
      const after = describeForest(forest);
      const moved = new Set(made.node);
      for (const [leaves, text] of before.text) {
        const points = leaves.split(' ').map(Number);
        if (points.length < 2 || points.some((p) => moved.has(p))) continue;
        if (after.text.get(leaves) === text) same++;
        else {
          const rises = (p: number) =>
            (after.reach.get(p) ?? 0) > Math.max(points.length, before.reach.get(p) ?? 0);
          expect(points.some(rises)).toBe(true); // one of its points took the place of one that left
          risen++;
        }
      }
    }
    expect(risen).toBeLessThan(0.05 * same);
  });

  it('work follows the points that move: one of 5,000 touches as many nodes as it has ancestors', () => {
    const story = begin(cube(5000, 1), 1);
    const { forest, work } = story;
    const label = new Int32Array(5000);
    label[77] = 1;
    let ancestors = 0;
    for (let node = forest.parent[forest.leaf[77]]; node >= 0; node = forest.parent[node]) ancestors++;
    applyBreak(story, { node: Uint32Array.of(77), label });
    expect(work.counters.visited).toBe(ancestors);
    expect(work.counters.copies).toBe(0);
    expect(listLeaves(readTree(forest, forest.root[1]))).toEqual([77]);
    validateForest(forest, story.positions);
  });

  it('several fragments in one call give the trees of one call each: cube of 600, seed 9', () => {
    const one = begin(cube(600, 9), 9);
    applyBreak(one, breakByCells(one.forest, one.positions, 0, 1, one.random, 3));
    const many = begin(cube(600, 9), 9);
    applyBreak(many, breakByCells(many.forest, many.positions, 0, 1, many.random, 3));
    const label = one.forest.fragment.slice(0, 600);
    const nodes: number[] = [];
    for (const f of listFragments(one.forest)) {
      const made = breakByPlane(one.forest, one.positions, f, 3 + f, one.random);
      applyBreak(one, made);
      for (const p of made.node) label[p] = 3 + f;
      nodes.push(...made.node);
    }
    nodes.sort((a, b) => ((a * 7919) % 601) - ((b * 7919) % 601)); // mixed
    applyBreak(many, { node: Uint32Array.from(nodes), label });
    expect(listFragments(many.forest)).toEqual(listFragments(one.forest));
    for (const f of listFragments(many.forest)) {
      expect(readTree(many.forest, many.forest.root[f])).toEqual(readTree(one.forest, one.forest.root[f]));
    }
  });
});

describe('the whole tree may go', () => {
  it('all points to one new fragment: the tree is the same, under another label', () => {
    const story = begin(cube(200, 5), 5);
    const before = readTree(story.forest, 0);
    applyBreak(story, {
      node: Uint32Array.from({ length: 200 }, (_, i) => i),
      label: new Int32Array(200).fill(4),
    });
    expect(listFragments(story.forest)).toEqual([4]);
    expect(readTree(story.forest, story.forest.root[4])).toEqual(before);
    validateForest(story.forest, story.positions);
  });

  it('every point to a fragment of its own: 200 roots', () => {
    const story = begin(cube(200, 5), 5);
    const label = Int32Array.from({ length: 200 }, (_, i) => i);
    applyBreak(story, { node: Uint32Array.from(label), label });
    expect(listFragments(story.forest).length).toBe(200);
    validateForest(story.forest, story.positions);
  });

  it('a tree of one point and a list that names a point twice', () => {
    const story = begin(cube(1, 1), 1);
    applyBreak(story, { node: Uint32Array.of(0, 0), label: Int32Array.of(1) });
    expect(listFragments(story.forest)).toEqual([1]);
    validateForest(story.forest, story.positions);
  });
});
