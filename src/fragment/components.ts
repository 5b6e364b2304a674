// The pieces that a level set makes of a fragment: nodes on the same side that hang together over mesh edges.
// Those that are too small, or too many, join what lies around them.

import { InputError } from '../job/error.ts';
import type { SplitWork } from './changes.ts';
import { LARGEST_PHI } from './constants.ts';
import type { Family } from './family.ts';

/**
 * Sets side and weight of the fragment's nodes from φ: weight is |φ|, at least `clamp` times the mean edge at the
 * node. Clamping nodes, not cuts, keeps every cut planar. Zero counts as positive. Throws before it changes anything
 * when a value is not finite.
 */
export function setSides(
  work: SplitWork,
  family: Family,
  fragment: number,
  phi: Float64Array,
  clamp: number,
): void {
  const { node, fragments, topology } = family;
  const { scale, reach } = topology;
  const { side, weight } = work;
  const start = fragments.start[fragment];
  const end = start + fragments.nodeCount[fragment];
  for (let n = start; n < end; n++) {
    const value = phi[node[n]];
    if (value - value !== 0) refuse(node[n], value);
  }
  for (let n = start; n < end; n++) {
    const i = node[n];
    const value = phi[i];
    side[i] = value < 0 ? -1 : 1;
    weight[i] = Math.min(Math.max(Math.abs(value), clamp * scale[i]), LARGEST_PHI * reach[i]); // as setWeights does
  }
}

/** Sets the weights alone, of the nodes list[0…count). */
export function setWeights(
  work: SplitWork,
  family: Family,
  list: Uint32Array,
  count: number,
  phi: Float64Array,
  clamp: number,
): void {
  const { scale, reach } = family.topology;
  const { weight } = work;
  for (let n = 0; n < count; n++) {
    const i = list[n];
    weight[i] = Math.min(Math.max(Math.abs(phi[i]), clamp * scale[i]), LARGEST_PHI * reach[i]);
  }
}

function refuse(node: number, value: number): never {
  throw new InputError(
    'non-finite',
    `phi is ${value} at node ${node}: give a finite number for every node of the fragment`,
  );
}

/** Idles the nodes of a fragment again. */
export function clearSides(work: SplitWork, family: Family, start: number, end: number): void {
  const { node } = family;
  const { side } = work;
  for (let n = start; n < end; n++) side[node[n]] = 0;
}

/**
 * Finds the components of the nodes [start, end) of Family.node, numbered by lowest node, and the edges between the
 * two sides. Writes both to `work` and the number of edges to out[0]; returns the number of components.
 */
export function findComponents(
  out: Int32Array,
  work: SplitWork,
  family: Family,
  start: number,
  end: number,
): number {
  const crossings = findCrossings(work, family, start, end);
  out[0] = crossings;
  if (family.topology.connected) {
    const frontier = findFrontier(work, family, start, end, crossings);
    if (joinFrontier(work, family, frontier)) return numberSides(work, family, start, end);
  }
  joinAll(work, family, start, end);
  return numberRoots(work, family, start, end);
}

/** Lists the edges between the sides; returns their number. */
function findCrossings(work: SplitWork, family: Family, start: number, end: number): number {
  const { node, topology } = family;
  const { upStart, edgeNode } = topology;
  const { side, crossing } = work;
  let count = 0;
  for (let n = start; n < end; n++) {
    const i = node[n];
    const other = -side[i];
    for (let e = upStart[i], stop = upStart[i + 1]; e < stop; e++) {
      if (side[edgeNode[2 * e + 1]] === other) crossing[count++] = e;
    }
  }
  return count;
}

/** Lists the ends of the crossing edges, the frontier; returns their number. */
function findFrontier(
  work: SplitWork,
  family: Family,
  start: number,
  end: number,
  crossings: number,
): number {
  const { node, topology } = family;
  const { edgeNode } = topology;
  const { parent, crossing, list } = work;
  let count = 0;
  for (let n = start; n < end; n++) parent[node[n]] = -1;
  for (let k = 0; k < crossings; k++) {
    const i = edgeNode[2 * crossing[k]];
    const j = edgeNode[2 * crossing[k] + 1];
    if (parent[i] < 0) {
      parent[i] = i;
      list[count++] = i;
    }
    if (parent[j] < 0) {
      parent[j] = j;
      list[count++] = j;
    }
  }
  return count;
}

/**
 * Whether the frontier nodes of either side hang together by edges between them. Then so does the whole side: it is
 * part of a connected fragment, so everything in it hangs on its frontier. This is the common case, and it spares
 * the walk through all nodes: a crack in one sheet parts a fragment in two.
 */
function joinFrontier(work: SplitWork, family: Family, frontier: number): boolean {
  const { upStart, edgeNode } = family.topology;
  const { side, parent, list } = work;
  let parts = frontier;
  for (let n = 0; n < frontier; n++) {
    const i = list[n];
    const own = side[i];
    let top = findRoot(parent, i);
    for (let e = upStart[i], stop = upStart[i + 1]; e < stop; e++) {
      const j = edgeNode[2 * e + 1];
      if (side[j] !== own || parent[j] < 0 || parent[j] === top) continue;
      const r = findRoot(parent, j);
      if (r === top) continue;
      if (r < top) {
        parent[top] = r;
        top = r;
      } else {
        parent[r] = top;
      }
      parts--;
    }
  }
  return parts === 2;
}

/** The components where each side is one: the lowest node's and the other. */
function numberSides(work: SplitWork, family: Family, start: number, end: number): number {
  const { node, topology } = family;
  const { nodeVolume } = topology;
  const { side, component, root, size, volume, sign } = work;
  const first = side[node[start]];
  let nodes = 0;
  let own = 0;
  let other = 0;
  for (let n = start; n < end; n++) {
    const i = node[n];
    const same = side[i] === first;
    component[i] = same ? 0 : 1;
    if (same) {
      nodes++;
      own += nodeVolume[i];
    } else {
      other += nodeVolume[i];
    }
  }
  for (let c = 0; c < 2; c++) {
    root[c] = c;
    size[c] = c === 0 ? nodes : end - start - nodes;
    volume[c] = c === 0 ? own : other;
    sign[c] = c === 0 ? first : -first;
  }
  return 2;
}

/** Links every node to a lower one of its component, if there is one: each edge once, in the order of memory. */
function joinAll(work: SplitWork, family: Family, start: number, end: number): void {
  const { node, topology } = family;
  const { upStart, edgeNode } = topology;
  const { side, parent } = work;
  for (let n = start; n < end; n++) parent[node[n]] = node[n];
  for (let n = start; n < end; n++) {
    const i = node[n];
    const own = side[i];
    let top = findRoot(parent, i);
    for (let e = upStart[i], stop = upStart[i + 1]; e < stop; e++) {
      const j = edgeNode[2 * e + 1];
      if (side[j] !== own || parent[j] === top) continue;
      top = joinRoots(parent, top, findRoot(parent, j));
    }
  }
}

/** Joins two components by their roots, the higher to the lower, which is returned. */
export function joinRoots(parent: Int32Array, a: number, b: number): number {
  if (b < a) {
    parent[a] = b;
    return b;
  }
  if (b > a) parent[b] = a;
  return a;
}

function numberRoots(work: SplitWork, family: Family, start: number, end: number): number {
  const { node, topology } = family;
  const { nodeVolume } = topology;
  const { side, component, parent, root, size, volume, sign } = work;
  let count = 0;
  for (let n = start; n < end; n++) {
    const i = node[n];
    if (parent[i] === i) {
      component[i] = count;
      root[count] = count;
      sign[count] = side[i];
      size[count] = 1;
      volume[count++] = nodeVolume[i];
    } else {
      const c = component[parent[i]]; // lower, so numbered already; and in the same component
      component[i] = c;
      size[c]++;
      volume[c] += nodeVolume[i];
    }
  }
  return count;
}

/** The root of an entry in a forest of links, whose paths it shortens; of a component: what it has become part of. */
export function findRoot(root: Int32Array, c: number): number {
  while (root[c] !== c) {
    root[c] = root[root[c]];
    c = root[c];
  }
  return c;
}

// Pieces that are too small, or too many, change sides, which joins them to everything around them.

/**
 * Lets every component with fewer than `minNodes` nodes or less than `minVolume` change its side, which joins it to
 * all components around it, until none is small or one is left. Returns how many are left; `root` tells which.
 */
export function mergeComponents(
  work: SplitWork,
  family: Family,
  start: number,
  end: number,
  count: number,
  minNodes: number,
  minVolume: number,
): number {
  const { root, size, volume } = work;
  let left = count;
  let small = 0;
  for (let c = 0; c < count; c++) if (size[c] < minNodes || volume[c] < minVolume) small++;
  if (small === 0 || count < 2) return count;
  listNodes(work, family, start, end, count);
  for (let c = 0; c < count; c++) {
    if (root[c] !== c) continue;
    while (left > 1 && (size[c] < minNodes || volume[c] < minVolume)) {
      const joined = joinAround(work, family, c);
      if (joined === 0) break; // a loose part of the solid, with nothing around it
      left -= joined;
    }
  }
  return left;
}

/**
 * Lets components change sides, one after the other, until no more than `most` of the `left` are there. Next is always
 * one that takes no more of them away than are too many, or else the fewest; of these the one with the least volume, of
 * equals the lowest. Two stay at least: sides alternate, so one of n > 2 components that hang together touches n / 2
 * others at most, and of three one touches one. Returns how many are left: more than `most` only if the solid has
 * loose parts.
 */
export function limitComponents(
  work: SplitWork,
  family: Family,
  start: number,
  end: number,
  count: number,
  left: number,
  most: number,
): number {
  if (left <= most || most < 2) return left;
  listNodes(work, family, start, end, count);
  let few = left;
  while (few > most) {
    const next = findNext(work, family, count, few - most);
    if (next < 0) break;
    few -= joinAround(work, family, next);
  }
  return few;
}

/** The component that changes sides next where there are `over` too many; −1 if none touches another. */
function findNext(work: SplitWork, family: Family, count: number, over: number): number {
  const { root, volume, label } = work;
  let best = -1;
  let least = 0;
  for (let c = 0; c < count; c++) label[c] = -1;
  for (let c = 0; c < count; c++) {
    if (root[c] !== c) continue;
    const around = countAround(work, family, c);
    if (around === 0) continue;
    const taken = Math.max(around, over);
    if (best >= 0 && (taken > least || (taken === least && volume[c] >= volume[best]))) continue;
    best = c;
    least = taken;
  }
  return best;
}

/** How many components a component touches; marks them with it in `label`. */
function countAround(work: SplitWork, family: Family, c: number): number {
  const { nodeStart, nodeNeighbor } = family.topology;
  const { side, component, next, root, head, label } = work;
  let count = 0;
  for (let i = head[c]; i >= 0; i = next[i]) {
    for (let k = nodeStart[i]; k < nodeStart[i + 1]; k++) {
      const j = nodeNeighbor[k];
      if (side[j] === 0) continue;
      const other = findRoot(root, component[j]);
      if (other === c || label[other] === c) continue;
      label[other] = c;
      count++;
    }
  }
  return count;
}

/** Lets a component change its side, which joins all components around it to it; returns how many these are. */
function joinAround(work: SplitWork, family: Family, c: number): number {
  const { nodeStart, nodeNeighbor } = family.topology;
  const { side, component, next, root, head, tail, size, volume, sign } = work;
  const last = tail[c]; // nodes after it join during this pass
  let joined = 0;
  for (let i = head[c]; ; i = next[i]) {
    for (let k = nodeStart[i]; k < nodeStart[i + 1]; k++) {
      const j = nodeNeighbor[k];
      if (side[j] === 0) continue;
      const other = findRoot(root, component[j]);
      if (other === c) continue;
      root[other] = c;
      next[tail[c]] = head[other];
      tail[c] = tail[other];
      size[c] += size[other];
      volume[c] += volume[other];
      joined++;
    }
    if (i === last) break;
  }
  if (joined > 0) sign[c] = -sign[c];
  return joined;
}

/** Chains the nodes of every component. */
function listNodes(work: SplitWork, family: Family, start: number, end: number, count: number): void {
  const { node } = family;
  const { component, root, next, head, tail } = work;
  for (let c = 0; c < count; c++) head[c] = -1;
  for (let n = start; n < end; n++) {
    const i = node[n];
    const c = findRoot(root, component[i]);
    if (head[c] < 0) head[c] = i;
    else next[tail[c]] = i;
    tail[c] = i;
    next[i] = -1;
  }
}

/** Whether components are left on both sides. Loose parts of one solid may all be on one: then nothing is cut. */
export function hasBothSides(work: SplitWork, count: number): boolean {
  const { root, sign } = work;
  let seen = 0;
  for (let c = 0; c < count; c++) if (root[c] === c) seen |= sign[c] < 0 ? 1 : 2;
  return seen === 3;
}
