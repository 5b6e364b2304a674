// The nodes of a tree at one depth: what a view of the hierarchy draws.

import type { TriangleTree } from './tree.ts';

/** Nodes `depth` steps below the root, and leaves above that, from left to right. Their boxes cover every triangle. */
export function listLevel(tree: Pick<TriangleTree, 'root' | 'child'>, depth: number): number[] {
  let level = tree.root < 0 ? [] : [tree.root];
  for (let d = 0; d < depth; d++) {
    level = level.flatMap((node) =>
      tree.child[2 * node] < 0 ? [node] : [tree.child[2 * node], tree.child[2 * node + 1]],
    );
  }
  return level;
}
