// What a hierarchy costs to traverse, estimated node by node. As [Heo10, sec. 5.2] has it: TC_I, the box tests that a
// query with some other node would make below this one, and TC_S, those of a query of this node with itself. Ours, for
// the latter: the triangles to expect where the boxes of two children overlap (bench/cost-metric compares). And the
// plain ratio of volumes that serves as yardstick, the LM metric as [Heo10, sec. 6.2] names it.

import { growColumn } from '../math/columns.ts';
import { COST_FLOOR } from './constants.ts';
import type { TriangleTree } from './tree.ts';

export interface TreeCost {
  inter: Float32Array; // a node: TC_I
  self: Float32Array; // a node: what a query with itself costs, by TC_S or by overlap
  built: Float32Array; // a node: that when it was built; −1 before its first refit
}

export function createCost(): TreeCost {
  return { inter: new Float32Array(0), self: new Float32Array(0), built: new Float32Array(0) };
}

export function growCost(cost: TreeCost, nodes: number): void {
  cost.inter = growColumn(cost.inter, nodes);
  cost.self = growColumn(cost.self, nodes);
  cost.built = growColumn(cost.built, nodes, -1);
}

/** Writes the cost of a leaf: one test, none with itself. */
export function costLeaf(cost: TreeCost, node: number): void {
  cost.inter[node] = 1;
  cost.self[node] = 0;
}

// What a subtree costs that is not looked into: tests with another node and, for each leaf, with itself.
const BLOCK_INTER = 3;
const BLOCK_SELF = 3;

/** Writes an estimate for a subtree of a few leaves whose boxes are not at hand. */
export function costBlock(cost: TreeCost, node: number, size: number): void {
  cost.inter[node] = size > 1 ? BLOCK_INTER : 1;
  cost.self[node] = BLOCK_SELF * (size - 1);
}

/**
 * Writes the cost of an inner node from its children's (eqs. 6 and 7): whether a child a or b is culled from queries
 * with itself is for the caller to say. P(child) is the ratio of volumes.
 */
export function costNode(
  cost: TreeCost,
  box: Float32Array,
  node: number,
  a: number,
  b: number,
  culledA: boolean,
  culledB: boolean,
): void {
  const floor = COST_FLOOR * longestSide(box, 6 * node) + 1e-100;
  const scale = 1 / thickVolume(box, 6 * node, floor);
  const volumeA = thickVolume(box, 6 * a, floor);
  const volumeB = thickVolume(box, 6 * b, floor);
  const { inter, self } = cost;
  inter[node] = 1 + volumeA * scale * inter[a] + volumeB * scale * inter[b];
  self[node] = inter[a] + inter[b] + (culledA ? 0 : self[a]) + (culledB ? 0 : self[b]);
}

/**
 * Writes what a query of an inner node with itself costs by our estimate: one test of its children, the triangles of
 * each that lie in the overlap of their boxes if they are spread evenly, and what the children cost themselves.
 */
export function costOverlap(
  cost: TreeCost,
  box: Float32Array,
  size: Int32Array,
  node: number,
  a: number,
  b: number,
  culledA: boolean,
  culledB: boolean,
): void {
  const i = 6 * a;
  const j = 6 * b;
  const { self } = cost;
  let expected = 1 + (culledA ? 0 : self[a]) + (culledB ? 0 : self[b]);
  const x = Math.min(box[i + 3], box[j + 3]) - Math.max(box[i], box[j]);
  const y = Math.min(box[i + 4], box[j + 4]) - Math.max(box[i + 1], box[j + 1]);
  const z = Math.min(box[i + 5], box[j + 5]) - Math.max(box[i + 2], box[j + 2]);
  if (x >= 0 && y >= 0 && z >= 0) {
    const floor = COST_FLOOR * longestSide(box, 6 * node) + 1e-100;
    const both = Math.max(x, floor) * Math.max(y, floor) * Math.max(z, floor);
    const volumeA = thickVolume(box, i, floor);
    const volumeB = thickVolume(box, j, floor);
    expected += (both / volumeA) * size[a] + (both / volumeB) * size[b];
  }
  self[node] = expected;
}

/** Whether a node's box is more than `ratio` times as large as its children's together: the LM metric. */
export function isLoose({ box, child }: TriangleTree<Float32Array>, node: number, ratio: number): boolean {
  const sum = volume(box, child[2 * node]) + volume(box, child[2 * node + 1]);
  return volume(box, node) > ratio * sum;
}

function volume(box: Float32Array, node: number): number {
  return thickVolume(box, 6 * node, COST_FLOOR * longestSide(box, 6 * node));
}

function longestSide(box: Float32Array, o: number): number {
  return Math.max(box[o + 3] - box[o], box[o + 4] - box[o + 1], box[o + 5] - box[o + 2]);
}

/** The volume of a box whose sides are at least `floor`. Small, so that it is inlined. */
function thickVolume(box: Float32Array, o: number, floor: number): number {
  return (
    Math.max(box[o + 3] - box[o], floor) *
    Math.max(box[o + 4] - box[o + 1], floor) *
    Math.max(box[o + 5] - box[o + 2], floor)
  );
}
