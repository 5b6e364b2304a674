// What must hold of the sphere trees of a family after any splits and insertions, checked the slow and obvious way.

import type { SphereForest } from './forest.ts';
import { classLength } from './runs.ts';
import { checkRadii } from './validate.ts';

/**
 * Throws an Error that names the first broken invariant and the node or point that breaks it: those of each tree (see
 * SphereTree, 1 to 4), that exactly the nodes above points that can touch are exposed, that the tree of a fragment
 * holds the fragment's points and no others, that points go with the point they were inserted below, and that no two
 * trees or free runs share a node. Changes nothing.
 */
export function validateForest(forest: SphereForest, positions: Float64Array): void {
  const used = new Uint8Array(forest.nodeCount);
  const seen = new Uint8Array(forest.pointCount);
  checkFollowers(forest);
  forest.root.forEach((root, label) => {
    if (root >= 0) checkTree(forest, label, used, seen);
  });
  for (let p = 0; p < forest.pointCount; p++) {
    if (seen[p] !== (forest.fragment[p] >= 0 ? 1 : 0)) {
      fail(`point ${p} of fragment ${forest.fragment[p]} has ${seen[p]} leaves`);
    }
    if (!seen[p] && forest.leaf[p] !== -1)
      fail(`point ${p} is in no tree, yet has the leaf ${forest.leaf[p]}`);
  }
  checkFree(forest, used);
  checkRadii(forest, forest.leaf.subarray(0, forest.pointCount), positions);
}

function fail(what: string): never {
  throw new Error(`sphere forest: ${what}`);
}

/** Marks a run as used; throws if part of it is already. */
function useRun(used: Uint8Array, first: number, room: number, whose: string): void {
  if (!(first >= 0 && first + room <= used.length))
    fail(`${whose} leaves the pool: ${room} nodes from ${first}`);
  for (let i = first; i < first + room; i++) {
    if (used[i]) fail(`${whose} has node ${i}, which is used elsewhere`);
    used[i] = 1;
  }
}

function checkTree(forest: SphereForest, label: number, used: Uint8Array, seen: Uint8Array): void {
  const { point, firstChild, childCount, room, parent, exposed, leaf, fragment, root } = forest;
  const { follower, surfaceCount, baseCount } = forest;
  useRun(used, root[label], 1, `the root of fragment ${label}`);
  if (parent[root[label]] !== -1) fail(`the root of fragment ${label} has the parent ${parent[root[label]]}`);
  const stack = [root[label]];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const p = point[node];
    if (!(p < forest.pointCount)) fail(`node ${node} names point ${p} of ${forest.pointCount}`);
    if (fragment[p] !== label)
      fail(`node ${node} of fragment ${label} has a point of fragment ${fragment[p]}`);
    if (childCount[node] === 0) {
      if (leaf[p] !== node) fail(`point ${p} names the leaf ${leaf[p]}, its leaf is ${node}`);
      const touches = p < surfaceCount || p >= baseCount || follower[p] >= 0 ? 1 : 0;
      if (exposed[node] !== touches) fail(`leaf ${node} of point ${p} has exposed ${exposed[node]}`);
      seen[p] = 1;
      continue;
    }
    if (childCount[node] === 1) fail(`node ${node} has a single child`);
    if (childCount[node] > room[node]) fail(`node ${node} has ${childCount[node]} children in ${room[node]}`);
    useRun(used, firstChild[node], room[node], `the run of node ${node}`);
    const first = firstChild[node];
    if (point[first] !== p) fail(`the point ${p} of node ${node} is not that of its first child`);
    let touches = 0;
    for (let c = first; c < first + childCount[node]; c++) {
      touches |= exposed[c];
      if (parent[c] !== node) fail(`node ${c} names the parent ${parent[c]} and is a child of ${node}`);
      stack.push(c);
    }
    if (exposed[node] !== touches) fail(`node ${node} has exposed ${exposed[node]}, below it ${touches}`);
  }
}

/** Ranks are a permutation of the base points, then indices; chains of followers partition the points. */
function checkFollowers(forest: SphereForest): void {
  const { baseCount, pointCount, rank, fragment, follower } = forest;
  const ranks = new Uint8Array(pointCount);
  const met = new Uint8Array(pointCount);
  for (let p = 0; p < pointCount; p++) {
    if (!(rank[p] < pointCount) || ranks[rank[p]] || (p >= baseCount && rank[p] !== p)) {
      fail(`rank ${rank[p]} of point ${p} is taken or out of range`);
    }
    ranks[rank[p]] = 1;
  }
  for (let base = 0; base < baseCount; base++) {
    for (let p = base; p >= 0; p = follower[p]) {
      if (met[p] || (p !== base && p < baseCount)) fail(`point ${p} follows point ${base} and another`);
      if (fragment[p] !== fragment[base]) fail(`point ${p} follows point ${base} into another fragment`);
      met[p] = 1;
    }
  }
  for (let p = 0; p < pointCount; p++) if (!met[p]) fail(`point ${p} follows none`);
}

function checkFree(forest: SphereForest, used: Uint8Array): void {
  forest.freeHead.forEach((head, index) => {
    for (let run = head; run >= 0; run = forest.parent[run])
      useRun(used, run, classLength(index), 'a free run');
  });
}
