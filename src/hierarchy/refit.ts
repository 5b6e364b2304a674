// Boxes after edits and motion, from the leaves up. `refitTouched` visits only what changed and what that changes
// above it; `refitTree` visits every node, for surfaces that move as a whole [Otaduy07, sec. 4.3].

import { boundTriangle, lengthen, type TriangleTree } from './tree.ts';

const FREE = -1;

/**
 * Refits the touched nodes and, above them, those whose children's boxes changed; returns how many it visited. They
 * are left in work.visited, children before parents. Stops going up where a box comes out as it was. Allocation-free
 * unless the tree has grown higher than ever.
 */
export function refitTouched(tree: TriangleTree): number {
  const { box, child, parent, height, triangle, touched, work } = tree;
  work.visitedCount = 0;
  if (tree.root < 0) {
    tree.touchedCount = 0;
    return 0;
  }
  const top = height[tree.root];
  if (top >= work.first.length) work.first = lengthen(work.first, 2 * top, -1);
  const { queued, next, first, visited } = work;
  for (let i = 0; i < tree.touchedCount; i++) {
    const node = touched[i];
    if (queued[node] !== 1 || height[node] === FREE) continue;
    queued[node] = 3;
    next[node] = first[height[node]];
    first[height[node]] = node;
  }
  tree.touchedCount = 0;
  let count = 0;
  for (let h = 0; h <= top; h++) {
    let node = first[h];
    first[h] = -1;
    while (node >= 0) {
      // What was touched may have changed already, or hangs elsewhere now: its parent is visited in any case.
      const wasTouched = queued[node] === 3;
      queued[node] = 0;
      visited[count++] = node;
      const above = parent[node];
      const changed = triangle[node] < 0 && unite(box, node, child[2 * node], child[2 * node + 1]);
      if ((changed || wasTouched) && above >= 0 && queued[above] === 0) {
        queued[above] = 2;
        next[above] = first[height[above]];
        first[height[above]] = above;
      }
      node = next[node];
    }
  }
  work.visitedCount = count;
  return count;
}

/** Writes the box around two children to a node; returns whether it changed. */
export function unite(box: Float64Array, node: number, a: number, b: number): boolean {
  let changed = false;
  const o = 6 * node;
  const i = 6 * a;
  const j = 6 * b;
  for (let d = 0; d < 3; d++) {
    const low = Math.min(box[i + d], box[j + d]);
    const high = Math.max(box[i + 3 + d], box[j + 3 + d]);
    if (low !== box[o + d] || high !== box[o + 3 + d]) {
      changed = true;
      box[o + d] = low;
      box[o + 3 + d] = high;
    }
  }
  return changed;
}

/** Writes every leaf's box from the mesh and every other box from these. Nothing is touched then. Allocation-free. */
export function refitTree(tree: TriangleTree, positions: Float64Array, indices: Uint32Array): void {
  forgetTouched(tree);
  if (tree.root >= 0) refitSubtree(tree.box, tree.child, tree.triangle, tree.root, positions, indices);
}

/** Writes every box but the leaves' from the leaves'. Nothing is touched then. Allocation-free. */
export function refitInner(tree: TriangleTree): void {
  forgetTouched(tree);
  if (tree.root >= 0) uniteSubtree(tree.box, tree.child, tree.root);
}

function forgetTouched(tree: TriangleTree): void {
  const { queued } = tree.work;
  for (let i = 0; i < tree.touchedCount; i++) queued[tree.touched[i]] = 0;
  tree.touchedCount = 0;
  tree.work.visitedCount = 0;
}

/** Depth-first, as nodes lie in memory after a build. Recursion goes as deep as the tree is high. */
function refitSubtree(
  box: Float64Array,
  child: Int32Array,
  triangle: Int32Array,
  node: number,
  positions: Float64Array,
  indices: Uint32Array,
): void {
  const left = child[2 * node];
  if (left < 0) {
    boundTriangle(box, node, positions, indices, triangle[node]);
    return;
  }
  const right = child[2 * node + 1];
  refitSubtree(box, child, triangle, left, positions, indices);
  refitSubtree(box, child, triangle, right, positions, indices);
  surround(box, 6 * node, 6 * left, 6 * right);
}

function uniteSubtree(box: Float64Array, child: Int32Array, node: number): void {
  const left = child[2 * node];
  if (left < 0) return;
  const right = child[2 * node + 1];
  uniteSubtree(box, child, left);
  uniteSubtree(box, child, right);
  surround(box, 6 * node, 6 * left, 6 * right);
}

/** As unite, without looking whether anything changed. */
function surround(box: Float64Array, o: number, i: number, j: number): void {
  box[o] = Math.min(box[i], box[j]);
  box[o + 1] = Math.min(box[i + 1], box[j + 1]);
  box[o + 2] = Math.min(box[i + 2], box[j + 2]);
  box[o + 3] = Math.max(box[i + 3], box[j + 3]);
  box[o + 4] = Math.max(box[i + 4], box[j + 4]);
  box[o + 5] = Math.max(box[i + 5], box[j + 5]);
}
