// The order of a surface's tree, brought up to date before whatever reads it.

import { growCost } from '../hierarchy/cost.ts';
import { refreshOrder } from '../hierarchy/restructure-order.ts';
import { growColumn } from '../math/columns.ts';
import { APART, CONNECTED, growCones, growNodes, type Surface, UNKNOWN, UNSURE } from './surface.ts';

/** Brings the order up to date, and connectivity where cones are asked for, and makes room in all columns. */
export function reorder(surface: Surface): void {
  growNodes(surface);
  if (surface.coned) growCones(surface);
  growCost(surface.cost, surface.tree.parent.length);
  if (surface.reshaped) {
    refreshOrder(surface.order, surface.tree);
    surface.blocks.listed = false;
    surface.ordered.fill(1, 0, surface.bodyCount);
  }
  if (surface.coned && (surface.reshaped || surface.connectivity[surface.tree.root] <= UNSURE))
    updateConnectivity(surface);
  surface.reshaped = false;
}

// Which nodes are in one piece: the cones of [Heo10] hold only for those (sec. 4.2). Subtrees that were built are
// answered exactly, by joining the triangles of a node across the edges between its children. Nodes that a split or a
// merge put together are judged by their children alone: one piece if both are and some edge joins them; a node that
// is in one piece in spite of a child that is not counts as apart, which costs culling, never a contact.

let chief = new Int32Array(0); // scratch: a triangle: another of its piece, or itself, so far
let pieces = new Int32Array(0); // scratch: a node: how many pieces it is in

/** Decides every node that is UNKNOWN or UNSURE. The order must be up to date. */
function updateConnectivity(surface: Surface): void {
  const { order, tree, connectivity, node, body } = surface;
  const { child, triangle } = tree;
  const { node: list, size, first, triangle: triangles } = order;
  chief = growColumn(chief, surface.triangleCount);
  pieces = growColumn(pieces, tree.parent.length);
  for (let i = order.count - 1; i >= 0; i--) {
    const n = list[i];
    const state = connectivity[n];
    if (state === CONNECTED || state === APART) continue;
    const t = triangle[n];
    if (t >= 0) {
      chief[t] = t;
      pieces[n] = 1;
      connectivity[n] = CONNECTED;
      continue;
    }
    const a = child[2 * n];
    const b = child[2 * n + 1];
    const few = size[a] <= size[b] ? a : b;
    const many = few === a ? b : a;
    if (state === UNKNOWN) {
      pieces[n] = pieces[a] + pieces[b] - joinPieces(surface, few, many);
      connectivity[n] = pieces[n] === 1 ? CONNECTED : APART;
    } else {
      // UNSURE
      const whole = size[n] <= size[node[body[triangles[first[n]]]]]; // of one body
      const both = whole && connectivity[a] === CONNECTED && connectivity[b] === CONNECTED;
      connectivity[n] = both && bridges(surface, few, many) ? CONNECTED : APART;
    }
  }
}

/** Joins pieces across the edges between two nodes; returns how many joints that took. */
function joinPieces({ order, neighbor }: Surface, few: number, many: number): number {
  const { first, size, rank, triangle } = order;
  const low = first[many];
  const high = low + size[many];
  const end = first[few] + size[few];
  let joints = 0;
  for (let r = first[few]; r < end; r++) {
    const t = triangle[r];
    for (let k = 0; k < 3; k++) {
      const across = neighbor[3 * t + k];
      if (across < 0 || rank[across] < low || rank[across] >= high) continue;
      const one = findChief(t);
      const two = findChief(across);
      if (one === two) continue;
      chief[one] = two;
      joints++;
    }
  }
  return joints;
}

function findChief(t: number): number {
  let s = t;
  while (chief[s] !== s) {
    chief[s] = chief[chief[s]];
    s = chief[s];
  }
  return s;
}

/** Whether a triangle below `few` has a neighbor below `many`. */
function bridges({ order, neighbor }: Surface, few: number, many: number): boolean {
  const { first, size, rank, triangle } = order;
  const low = first[many];
  const high = low + size[many];
  const end = first[few] + size[few];
  for (let r = first[few]; r < end; r++) {
    const t = 3 * triangle[r];
    for (let k = 0; k < 3; k++) {
      const across = neighbor[t + k];
      if (across >= 0 && rank[across] >= low && rank[across] < high) return true;
    }
  }
  return false;
}
