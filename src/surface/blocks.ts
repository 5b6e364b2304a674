// Blocks: the highest subtrees of at most 16 triangles. A refit bounds each by its vertices, every one once, and from
// there up; the boxes within a block are written when a search first goes into it, which most searches never do.

import { boundPoints } from '../geometry/box.ts';
import { costBlock, costNode, costOverlap } from '../hierarchy/cost.ts';
import { growColumn } from '../math/columns.ts';
import { BLOCK_SIZE } from './constants.ts';
import { CULLED, type Surface } from './surface.ts';

export interface Blocks {
  listed: boolean; // for the tree as it is
  count: number;
  node: Int32Array;
  first: Int32Array; // a block: its first place in `vertex`; one more at the end
  vertex: Uint32Array; // the vertices of a block, each once
  spare: Uint32Array; // the list before this one
  upperCount: number;
  upper: Int32Array; // the nodes above blocks, parents before children
}

export function createBlocks(): Blocks {
  return {
    listed: false,
    count: 0,
    node: new Int32Array(16),
    first: new Int32Array(17),
    vertex: new Uint32Array(64),
    spare: new Uint32Array(64),
    upperCount: 0,
    upper: new Int32Array(16),
  };
}

/** What is not up to date about a node: the boxes below a block, the list of its vertices. */
export const BOXES = 1;
export const LIST = 2;

let seen = new Int32Array(0); // scratch: a vertex: the last mark it got
const bound = new Float64Array(12); // scratch: the box of a node at the end and at the start of a step
let mark = 0; // the last mark given
let before = new Int32Array(0); // scratch: a node: its place among the blocks so far, plus one; all 0 between calls

/** Finds the blocks of the tree, whose order must be up to date; those that have not changed keep their vertices. */
export function listBlocks(surface: Surface): void {
  const { blocks, order, stale } = surface;
  const { node: nodes, size } = order;
  const old = blocks.node.slice(0, blocks.count);
  const oldFirst = blocks.first.slice(0, blocks.count + 1);
  const oldVertex = blocks.vertex;
  before = growColumn(before, stale.length);
  for (let b = 0; b < old.length; b++) {
    stale[old[b]] &= LIST;
    before[old[b]] = b + 1;
  }
  seen = growColumn(seen, surface.vertexCount);
  blocks.vertex = growColumn(blocks.spare, oldVertex.length);
  blocks.spare = oldVertex;
  let count = 0;
  let upperCount = 0;
  let at = 0;
  for (let i = 0; i < order.count; ) {
    const n = nodes[i];
    if (size[n] > BLOCK_SIZE) {
      if (upperCount === blocks.upper.length) blocks.upper = growColumn(blocks.upper, upperCount + 1);
      blocks.upper[upperCount++] = n;
      i++;
      continue;
    }
    if (count === blocks.node.length) blocks.node = growColumn(blocks.node, count + 1);
    if (count + 1 === blocks.first.length) blocks.first = growColumn(blocks.first, count + 2);
    if (at + 3 * BLOCK_SIZE > blocks.vertex.length)
      blocks.vertex = growColumn(blocks.vertex, at + 3 * BLOCK_SIZE);
    blocks.node[count] = n;
    blocks.first[count++] = at;
    const b = before[n] - 1;
    if (b >= 0 && (stale[n] & LIST) === 0) {
      const { vertex } = blocks;
      for (let o = oldFirst[b]; o < oldFirst[b + 1]; o++) vertex[at++] = oldVertex[o];
    } else at = listVertices(surface, n, at);
    stale[n] &= BOXES;
    i += 2 * size[n] - 1;
  }
  for (let b = 0; b < old.length; b++) before[old[b]] = 0;
  blocks.first[count] = at;
  blocks.count = count;
  blocks.upperCount = upperCount;
  blocks.listed = true;
}

/** Writes the vertices of a block, each once; returns where the next begin. */
function listVertices({ blocks, order, indices }: Surface, node: number, first: number): number {
  const { vertex } = blocks;
  let at = first;
  if (++mark === 0x7fffffff) {
    seen.fill(0);
    mark = 1;
  }
  const last = order.first[node] + order.size[node];
  for (let r = order.first[node]; r < last; r++) {
    const t = 3 * order.triangle[r];
    for (let k = t; k < t + 3; k++) {
      const v = indices[k];
      if (seen[v] === mark) continue;
      seen[v] = mark;
      vertex[at++] = v;
    }
  }
  return at;
}

/** Says that a triangle has other vertices: for a body that is in order. */
export function touchTriangle({ tree, order, stale }: Surface, t: number): void {
  for (let n = tree.leaf[t]; n >= 0 && order.size[n] <= BLOCK_SIZE; n = tree.parent[n]) stale[n] |= LIST;
}

/** Refits blocks and all that lies above them. Allocation-free. */
export function refitBlocks(surface: Surface): void {
  const { blocks, tree, cost, culled, stale, order, traversal } = surface;
  for (let b = 0; b < blocks.count; b++) {
    const node = blocks.node[b];
    boundVertices(surface, node, blocks.vertex, blocks.first[b], blocks.first[b + 1]);
    stale[node] |= BOXES;
    costBlock(cost, node, order.size[node]);
  }
  const { box, child } = tree;
  const { size } = order;
  for (let i = blocks.upperCount - 1; i >= 0; i--) {
    const node = blocks.upper[i];
    const a = child[2 * node];
    const b = child[2 * node + 1];
    uniteBoxes(box, node, a, b);
    if (traversal) costNode(cost, box, node, a, b, culled[a] === CULLED, culled[b] === CULLED);
    else costOverlap(cost, box, size, node, a, b, culled[a] === CULLED, culled[b] === CULLED);
    if (cost.built[node] < 0) cost.built[node] = cost.self[node];
  }
}

// Boxes are single precision. A bound is moved outwards by more than a conversion can move it inwards: 2⁻²⁴ of it, or
// next to nothing below the smallest number with full precision.
const WIDEN = 1.2e-7;
const TINY = 1e-37;

/** Writes the box of the vertices list[from…to), over the step if it is swept, and grown by half the separation. */
export function boundVertices(
  { tree, start, end, swept, separation }: Surface,
  node: number,
  list: Uint32Array,
  from: number,
  to: number,
): void {
  boundPoints(bound, 0, end, list, from, to);
  if (swept) {
    boundPoints(bound, 6, start, list, from, to);
    for (let d = 0; d < 3; d++) {
      bound[d] = Math.min(bound[d], bound[6 + d]);
      bound[3 + d] = Math.max(bound[3 + d], bound[9 + d]);
    }
  }
  const { box } = tree;
  const o = 6 * node;
  const grow = 0.5000001 * separation + TINY;
  for (let d = 0; d < 3; d++) {
    const low = bound[d] - grow;
    const high = bound[3 + d] + grow;
    box[o + d] = low - WIDEN * Math.abs(low);
    box[o + 3 + d] = high + WIDEN * Math.abs(high);
  }
}

/** Writes the box around those of two nodes. */
export function uniteBoxes(box: Float32Array, node: number, a: number, b: number): void {
  const o = 6 * node;
  const i = 6 * a;
  const j = 6 * b;
  for (let d = 0; d < 3; d++) {
    const low = box[i + d];
    const other = box[j + d];
    box[o + d] = Math.min(low, other);
  }
  for (let d = 3; d < 6; d++) {
    const high = box[i + d];
    const other = box[j + d];
    box[o + d] = Math.max(high, other);
  }
}

/** As boundVertices, of a triangle. */
export function boundTriangle(
  { tree, start, end, swept, separation, indices }: Surface,
  node: number,
  t: number,
): void {
  const { box } = tree;
  const a = 3 * indices[3 * t];
  const b = 3 * indices[3 * t + 1];
  const c = 3 * indices[3 * t + 2];
  const grow = 0.5000001 * separation + TINY;
  for (let d = 0; d < 3; d++) {
    const x = end[a + d];
    const y = end[b + d];
    const z = end[c + d];
    let low = Math.min(x, y, z);
    let high = Math.max(x, y, z);
    if (swept) {
      const u = start[a + d];
      const v = start[b + d];
      const w = start[c + d];
      if (u < low) low = u;
      if (u > high) high = u;
      if (v < low) low = v;
      if (v > high) high = v;
      if (w < low) low = w;
      if (w > high) high = w;
    }
    box[6 * node + d] = low - grow - WIDEN * Math.abs(low - grow);
    box[6 * node + 3 + d] = high + grow + WIDEN * Math.abs(high + grow);
  }
}

/** Writes the boxes within a block. Allocation-free. */
export function refreshBlock(surface: Surface, root: number): void {
  const { order, tree, stale } = surface;
  const { box, child, triangle } = tree;
  const { node: list, place, size } = order;
  stale[root] &= LIST;
  const from = place[root];
  for (let i = from + 2 * size[root] - 2; i >= from; i--) {
    const node = list[i];
    const t = triangle[node];
    if (t >= 0) boundTriangle(surface, node, t);
    else uniteBoxes(box, node, child[2 * node], child[2 * node + 1]);
  }
}

/** Writes every box that is not up to date: for code that reads boxes without a search. */
export function refreshBoxes(surface: Surface): void {
  const { blocks, stale } = surface;
  for (let b = 0; b < blocks.count; b++)
    if ((stale[blocks.node[b]] & BOXES) !== 0) refreshBlock(surface, blocks.node[b]);
}
