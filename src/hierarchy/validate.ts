// Checks every promise of a triangle tree. For tests and for whoever suspects an edit: linear, and it throws.

import { boundTriangle, type TriangleTree } from './tree.ts';

interface Triangles {
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
}

export interface TreeDemands {
  readonly mesh?: Triangles; // leaves' boxes must be those of its triangles
  readonly balanced?: boolean; // heights of siblings differ by one at most
}

function demand(holds: boolean, what: string): void {
  if (!holds) throw new Error(`triangle tree: ${what}`);
}

/** Throws an Error that names the first promise broken: links, heights, boxes, triangles, free nodes, balance. */
export function validateTree(tree: TriangleTree, { mesh, balanced = false }: TreeDemands = {}): void {
  const { root, nodeCount, leafCount, box, child, parent, height, triangle, leaf } = tree;
  const reached = new Uint8Array(nodeCount);
  const own = new Float64Array(6);
  let leaves = 0;
  let nodes = 0;
  const waiting = root < 0 ? [] : [root];
  if (root >= 0) demand(parent[root] === -1, 'the root has a parent');
  while (waiting.length > 0) {
    const node = waiting.pop() as number;
    demand(node >= 0 && node < nodeCount, `node ${node} does not exist`);
    demand(reached[node] === 0, `node ${node} is reached twice`);
    reached[node] = 1;
    nodes++;
    const left = child[2 * node];
    const right = child[2 * node + 1];
    if (triangle[node] >= 0) {
      leaves++;
      demand(left === -1 && right === -1 && height[node] === 0, `leaf ${node} has children or a height`);
      demand(leaf[triangle[node]] === node, `triangle ${triangle[node]} does not know its leaf ${node}`);
      if (!mesh) continue;
      boundTriangle(own, 0, mesh.positions, mesh.indices, triangle[node]);
      for (let i = 0; i < 6; i++)
        demand(box[6 * node + i] === own[i], `leaf ${node} has not its triangle's box`);
      continue;
    }
    demand(left >= 0 && right >= 0, `inner node ${node} lacks a child`);
    demand(parent[left] === node && parent[right] === node, `a child of ${node} has another parent`);
    demand(height[node] === 1 + Math.max(height[left], height[right]), `the height of ${node} is wrong`);
    if (balanced) {
      demand(Math.abs(height[left] - height[right]) <= 1, `node ${node} is out of balance`);
    }
    for (let d = 0; d < 3; d++) {
      const low = Math.min(box[6 * left + d], box[6 * right + d]);
      const high = Math.max(box[6 * left + 3 + d], box[6 * right + 3 + d]);
      demand(box[6 * node + d] === low && box[6 * node + 3 + d] === high, `the box of ${node} does not fit`);
    }
    waiting.push(right, left);
  }
  demand(leaves === leafCount, `${leaves} leaves are reached, ${leafCount} are counted`);
  let known = 0;
  for (let t = 0; t < leaf.length; t++) if (leaf[t] >= 0) known++;
  demand(known === leafCount, `${known} triangles have a leaf, ${leafCount} are counted`);
  let free = 0;
  for (let node = tree.free; node >= 0; node = parent[node]) {
    demand(node < nodeCount && reached[node] === 0, `free node ${node} is in use or free twice`);
    reached[node] = 1;
    demand(height[node] === -1 && triangle[node] === -1, `free node ${node} is not cleared`);
    free++;
  }
  demand(nodes + free === nodeCount, `${nodeCount - nodes - free} nodes are neither in use nor free`);
}
