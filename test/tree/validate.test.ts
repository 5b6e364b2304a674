import { describe, expect, it } from 'vitest';
import { finishWork } from '../../src/job/work.ts';
import { buildSphereTree } from '../../src/tree/build.ts';
import { orderPoints } from '../../src/tree/order.ts';
import type { SphereTree } from '../../src/tree/sphere-tree.ts';
import { validateSphereTree } from '../../src/tree/validate.ts';
import { cube } from './sets.ts';

type Mutable = { -readonly [K in keyof SphereTree]: SphereTree[K] };

const positions = cube(200, 21);
const order = orderPoints(positions);
const build = (): Mutable => finishWork(buildSphereTree(positions, order));

/** The first node, from the end, for which `test` holds. */
function findNode(tree: SphereTree, test: (node: number) => boolean): number {
  for (let i = tree.count - 1; i >= 0; i--) if (test(i)) return i;
  throw new Error('no such node');
}

const isInner = (tree: SphereTree) => (i: number) => i > 0 && tree.childCount[i] > 1;
const isWide = (tree: SphereTree) => (i: number) => i > 0 && tree.childCount[i] > 2;

/** Swaps two sibling nodes with all that belongs to them. */
function swapNodes(tree: SphereTree, a: number, b: number): void {
  for (const key of ['point', 'radius', 'firstChild', 'childCount'] as const) {
    const column = tree[key];
    [column[a], column[b]] = [column[b], column[a]];
  }
  for (const node of [a, b]) {
    for (let c = 0; c < tree.childCount[node]; c++) tree.parent[tree.firstChild[node] + c] = node;
    if (tree.childCount[node] === 0) tree.leaf[tree.point[node]] = node;
  }
}

/** Moves a run of leaves down one level; `test` gets the node behind the run. */
function lowerRun(tree: SphereTree, test: (end: number) => boolean): void {
  const { level, firstChild, childCount, levels } = tree;
  const node = findNode(tree, (i) => {
    const run = Array.from({ length: childCount[i] }, (_, c) => firstChild[i] + c);
    if (run.length === 0 || level[run[0]] >= levels - 1) return false;
    return run.every((c) => childCount[c] === 0) && test(run[run.length - 1] + 1);
  });
  for (let c = 0; c < childCount[node]; c++) level[firstChild[node] + c]++;
}

describe('validateSphereTree', () => {
  it('accepts a tree as built: 200 points in a cube, seed 21', () => {
    validateSphereTree(build(), positions);
  });

  const mutations: [string, RegExp, (tree: Mutable) => void][] = [
    ['a column too short', /a column holds/, (t) => (t.radius = t.radius.slice(1))],
    ['a rank missing', /ranks for 199/, (t) => (t.rank = t.rank.slice(1))],
    ['no nodes', /200 points in 0 nodes/, (t) => (t.count = 0)],
    ['a rank twice', /rank 7 of point/, (t) => (t.rank[order[8]] = 7)],
    ['a point out of range', /names point 200 of 200/, (t) => (t.point[5] = 200)],
    ['a root with a parent', /the root has the parent 3/, (t) => (t.parent[0] = 3)],
    [
      'a single child',
      /has a single child/,
      (t) => (t.childCount[findNode(t, (i) => t.childCount[i] === 2)] = 1),
    ],
    ['a run past the end', /leaves the tree/, (t) => (t.firstChild[findNode(t, isInner(t))] = t.count - 1)],
    [
      'a node in two runs',
      /is a child of/,
      (t) => {
        const node = findNode(t, isInner(t));
        t.firstChild[node]--;
      },
    ],
    ['a wrong parent', /names the parent/, (t) => (t.parent[t.count - 1] = 0)],
    ['a node in no run', /is in no run/, (t) => t.childCount[findNode(t, isWide(t))]--],
    [
      'a cycle',
      /stands before its parent/,
      (t) => {
        const leaf = t.count - 1;
        t.firstChild[leaf] = leaf - 1;
        t.childCount[leaf] = 2;
        // The run it would share with its real parent is given up first, so that only the order is wrong.
        t.childCount[t.parent[leaf]] = 0;
        t.parent[leaf - 1] = leaf;
      },
    ],
    [
      'a point with two leaves',
      /more than one leaf/,
      (t) => (t.point[t.leaf[order[150]]] = t.point[t.leaf[order[151]]]),
    ],
    ['a wrong leaf', /names the leaf/, (t) => (t.leaf[order[3]] = t.leaf[order[4]])],
    [
      'a node with another node’s point',
      /is not that of its first child/,
      (t) => (t.point[findNode(t, isInner(t))] = order[0]),
    ],
    [
      'children out of order',
      /are not in order/,
      (t) => {
        const node = findNode(t, isWide(t));
        swapNodes(t, t.firstChild[node] + 1, t.firstChild[node] + 2);
      },
    ],
    [
      'a node’s own child not first',
      /is not that of its first child/,
      (t) => {
        const node = findNode(t, isInner(t));
        swapNodes(t, t.firstChild[node], t.firstChild[node] + 1);
      },
    ],
    ['a root below level 0', /the root is in level 1/, (t) => (t.level[0] = 1)],
    ['a level too deep', /of 9/, (t) => (t.level[t.count - 1] = 9)],
    ['a child in its parent’s level', /not in a deeper level/, (t) => t.level.fill(0)],
    ['a sibling in another level', /level of its siblings/, (t) => t.level[2]++],
    [
      'a point too early in the tree',
      /too late for it/,
      (t) => {
        const node = findNode(t, (i) => t.childCount[i] > 0 && t.level[i] <= t.level[t.firstChild[i]] - 2);
        for (let c = 0; c < t.childCount[node]; c++) t.level[t.firstChild[node] + c]--;
      },
    ],
    [
      'a run behind a run of a later level',
      /higher level than the node before/,
      (t) => lowerRun(t, (end) => t.level[end] === t.level[end - 1]),
    ],
    [
      'a level too thin',
      /level . has \d+ nodes/,
      (t) => lowerRun(t, (end) => t.level[end] > t.level[end - 1]),
    ],
    ['a level too many', /10 levels are too many/, (t) => t.levels++],
    ['a radius one float short', /does not reach point/, (t) => shrink(t, findNode(t, isInner(t)))],
    ['the root one float short', /the radius .* of node 0/, (t) => shrink(t, 0)],
    ['a radius that is no number', /the radius NaN/, (t) => (t.radius[1] = Number.NaN)],
  ];
  for (const [name, message, mutate] of mutations) {
    it(`catches ${name}`, () => {
      const tree = build();
      mutate(tree);
      expect(() => validateSphereTree(tree, positions)).toThrow(message);
    });
  }
});

/** Takes one float off a radius. */
function shrink(tree: SphereTree, node: number): void {
  const bits = new Uint32Array(tree.radius.buffer, tree.radius.byteOffset);
  bits[node] -= 1;
}
