// All pairs of triangles of one surface that intersect each other, neighbours counted only where they meet elsewhere
// than in what they share. The tree is descended against itself.

import { overlapBoxes } from '../geometry/box.ts';
import { intersectFaces } from '../geometry/triangle-triangle.ts';
import type { TreeMesh } from './build.ts';
import { isLarger } from './intersect.ts';
import type { TriangleTree } from './tree.ts';

/** What a query of a tree against itself needs, and what the last one counted. */
export interface SelfQuery {
  waiting: Int32Array; // pairs of nodes put off; a node twice stands for all pairs within it
  boxTests: number;
  triangleTests: number;
}

export function createSelfQuery(): SelfQuery {
  return { waiting: new Int32Array(256), boxTests: 0, triangleTests: 0 };
}

/**
 * Writes the pairs of triangles that intersect (the lower first) to `out` and returns how many there are, as
 * intersectTrees does. Exact; triangles that share vertices by index count where they meet elsewhere too.
 */
export function intersectSelf(
  out: Uint32Array,
  query: SelfQuery,
  tree: TriangleTree,
  mesh: TreeMesh,
): number {
  query.boxTests = 0;
  query.triangleTests = 0;
  return tree.root < 0 ? 0 : descend(out, 0, query, tree, tree, mesh);
}

/**
 * The same among several trees over one mesh: pairs within each and between any two. What a surface in pieces is asked.
 */
export function intersectPieces(
  out: Uint32Array,
  query: SelfQuery,
  trees: readonly TriangleTree[],
  mesh: TreeMesh,
): number {
  query.boxTests = 0;
  query.triangleTests = 0;
  let found = 0;
  for (let p = 0; p < trees.length; p++) {
    const a = trees[p];
    if (a.root < 0) continue;
    found = descend(out, found, query, a, a, mesh);
    for (let q = p + 1; q < trees.length; q++) {
      const b = trees[q];
      if (b.root < 0 || !overlapBoxes(a.box, 6 * a.root, b.box, 6 * b.root)) continue;
      found = descend(out, found, query, a, b, mesh);
    }
  }
  return found;
}

/** Pairs of a triangle of `tree` and one of `other`, which may be the same tree; `found` were found before. */
function descend(
  out: Uint32Array,
  found: number,
  query: SelfQuery,
  tree: TriangleTree,
  other: TriangleTree,
  mesh: TreeMesh,
): number {
  const { box, child, triangle } = tree;
  const { box: boxJ, child: childJ, triangle: triangleJ } = other;
  const { positions, indices } = mesh;
  const same = tree === other;
  // A visit takes one pair off and puts three on at most; the sum of both nodes' heights falls with each.
  const room = 2 * (2 * (tree.height[tree.root] + other.height[other.root]) + 3);
  if (query.waiting.length < room) query.waiting = new Int32Array(room);
  const { waiting } = query;
  const most = out.length >> 1;
  let boxTests = 0;
  let triangleTests = 0;
  let depth = put(waiting, 0, tree.root, other.root);
  while (depth > 0) {
    const j = waiting[--depth];
    const i = waiting[--depth];
    const left = child[2 * i];
    if (same && i === j) {
      if (left < 0) continue;
      const right = child[2 * i + 1];
      boxTests++;
      if (overlapBoxes(box, 6 * left, box, 6 * right)) depth = put(waiting, depth, left, right);
      depth = put(waiting, depth, right, right);
      depth = put(waiting, depth, left, left);
      continue;
    }
    const leftJ = childJ[2 * j];
    if (left < 0 && leftJ < 0) {
      triangleTests++;
      const s = Math.min(triangle[i], triangleJ[j]);
      const t = Math.max(triangle[i], triangleJ[j]);
      if (!intersectFaces(positions, indices, s, t)) continue;
      if (found < most) {
        out[2 * found] = s;
        out[2 * found + 1] = t;
      }
      found++;
    } else if (leftJ < 0 || (left >= 0 && isLarger(box, 6 * i, boxJ, 6 * j))) {
      boxTests += 2;
      const right = child[2 * i + 1];
      if (overlapBoxes(box, 6 * right, boxJ, 6 * j)) depth = put(waiting, depth, right, j);
      if (overlapBoxes(box, 6 * left, boxJ, 6 * j)) depth = put(waiting, depth, left, j);
    } else {
      boxTests += 2;
      const rightJ = childJ[2 * j + 1];
      if (overlapBoxes(box, 6 * i, boxJ, 6 * rightJ)) depth = put(waiting, depth, i, rightJ);
      if (overlapBoxes(box, 6 * i, boxJ, 6 * leftJ)) depth = put(waiting, depth, i, leftJ);
    }
  }
  query.boxTests += boxTests;
  query.triangleTests += triangleTests;
  return found;
}

function put(waiting: Int32Array, depth: number, i: number, j: number): number {
  waiting[depth] = i;
  waiting[depth + 1] = j;
  return depth + 2;
}
