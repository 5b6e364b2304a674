import { describe, expect, it } from 'vitest';
import { removeTree, type SphereForest } from '../../src/tree/forest.ts';
import { validateForest } from '../../src/tree/validate-forest.ts';
import { applyBreak, begin, breakByCells, insertSome, type Story } from './breaks.ts';
import { cube } from './sets.ts';

/** Six fragments, one of them removed, with points inserted: seed 11. */
function grow(): Story {
  const story = begin(cube(200, 11), 11);
  applyBreak(story, breakByCells(story.forest, story.positions, 0, 1, story.random, 6));
  insertSome(story, 60);
  removeTree(story.forest, 3);
  return story;
}

/** The first node of fragment 0's tree, in breadth-first order, for which `test` holds. */
function findNode(forest: SphereForest, test: (node: number) => boolean): number {
  const queue = [forest.root[0]];
  for (const node of queue) {
    if (test(node)) return node;
    for (let c = 0; c < forest.childCount[node]; c++) queue.push(forest.firstChild[node] + c);
  }
  throw new Error('no such node');
}

const isInner = (forest: SphereForest) => (i: number) => forest.parent[i] >= 0 && forest.childCount[i] > 1;
const isLeaf = (forest: SphereForest) => (i: number) => forest.childCount[i] === 0;

describe('validateForest', () => {
  it('accepts a forest that was split, grown and thinned', () => {
    const { forest, positions } = grow();
    validateForest(forest, positions);
  });

  const mutations: [string, RegExp, (f: SphereForest) => void][] = [
    ['a root with a parent', /the root of fragment 0 has the parent 4/, (f) => (f.parent[f.root[0]] = 4)],
    [
      'an inner point that counts as exposed',
      /leaf .* has exposed 1/,
      (f) => (f.exposed[findNode(f, (i) => isLeaf(f)(i) && f.exposed[i] === 0)] = 1),
    ],
    [
      'a surface point that does not',
      /has exposed 1, below it 0/,
      (f) => {
        for (let i = 0; i < f.nodeCount; i++) if (isLeaf(f)(i)) f.exposed[i] = 0;
      },
    ],
    [
      'a node that hides what is below it',
      /node .* has exposed 0, below it 1/,
      (f) => (f.exposed[findNode(f, (i) => isInner(f)(i) && f.exposed[i] === 1)] = 0),
    ],
    ['a root twice', /used elsewhere/, (f) => (f.root[9] = f.root[0])],
    ['a root that is missing', /of fragment 1 has 0 leaves/, (f) => (f.root[1] = -1)],
    ['a run outside the pool', /leaves the pool/, (f) => (f.firstChild[f.root[0]] = f.nodeCount - 1)],
    ['two runs that overlap', /used elsewhere/, (f) => (f.room[findNode(f, isInner(f))] += 50)],
    ['a free run that is in use', /a free run has node/, (f) => (f.freeHead[0] = f.root[0])],
    ['more children than room', /children in/, (f) => (f.room[f.root[0]] = 1)],
    ['a single child', /has a single child/, (f) => (f.childCount[findNode(f, isInner(f))] = 1)],
    ['a wrong parent', /names the parent/, (f) => (f.parent[findNode(f, isInner(f))] = 0x7fffffff)],
    ['a point out of range', /names point 260 of 260/, (f) => (f.point[f.root[0]] = 260)],
    [
      'a point of another fragment',
      /has a point of fragment 1/,
      (f) => (f.point[f.root[0]] = f.point[f.root[1]]),
    ],
    ['a wrong leaf', /names the leaf/, (f) => f.leaf[f.point[f.root[0]]]++],
    ['a leaf of a point that is removed', /is in no tree/, (f) => (f.leaf[f.fragment.indexOf(-1)] = 5)],
    [
      'a point with two leaves',
      /names the leaf/,
      (f) =>
        (f.point[findNode(f, isLeaf(f))] =
          f.point[findNode(f, (i) => isLeaf(f)(i) && i !== findNode(f, isLeaf(f)))]),
    ],
    ['a rank twice', /rank .* of point/, (f) => (f.rank[5] = f.rank[6])],
    [
      'an inserted point with another rank',
      /rank .* of point/,
      (f) => {
        f.rank[255] = 256;
        f.rank[256] = 255;
      },
    ],
    ['a follower of none', /follows none/, (f) => (f.follower[f.follower.findIndex((p) => p >= 0)] = -1)],
    ['a follower of two', /and another/, (f) => (f.follower[0] = 1)],
    [
      'a follower in another fragment',
      /into another fragment/,
      (f) => (f.fragment[f.follower.find((p) => p >= 0) as number] = 77),
    ],
    ['a radius too short', /does not reach point/, (f) => (f.radius[f.root[0]] *= 0.999999)],
    ['a radius that is no number', /the radius NaN/, (f) => (f.radius[f.root[0]] = Number.NaN)],
  ];
  for (const [name, message, mutate] of mutations) {
    it(`catches ${name}`, () => {
      const { forest, positions } = grow();
      mutate(forest);
      expect(() => validateForest(forest, positions)).toThrow(message);
    });
  }
});
