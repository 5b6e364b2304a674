// Splits sphere trees when fragments break [Glondu13, sec. 6.2]. Nodes with points of several fragments below are
// copied for each of them; nodes left with one child go; a node whose point has gone gets the closest one below it.
// Departs from the paper: the piece that keeps the label keeps the nodes, so that the work follows the points that
// change fragment, and all splits of a fracture are one update.

import { InputError } from '../job/error.ts';
import { growColumn } from '../math/columns.ts';
import { moveNode, pickNode, placeNodes, sortRun } from './arrange.ts';
import type { SphereForest } from './forest.ts';
import { freeRun, runRoom, takeRun } from './runs.ts';
import { closestBelow, furthestBelow } from './search.ts';
import { storeRadius } from './sphere-tree.ts';
import { beginSplit, type SplitWork } from './split-work.ts';

/**
 * Moves points into the trees of their new fragments. `node` lists, `count` of them, the points of the whole that
 * changed fragment, in any number of fragments, and `label` says for every point of the whole where it belongs now;
 * points inserted beside a point go with it. Fragments that gain points must be new, and each gains them from one
 * fragment. Deterministic; allocates only when the forest or the workspace outgrows its columns. Nodes with none of
 * the points below stay as they are, but for those on the way to a point that takes the place of one that left.
 */
export function splitTrees(
  work: SplitWork,
  forest: SphereForest,
  positions: Float64Array,
  node: Uint32Array,
  count: number,
  label: Int32Array,
): void {
  checkMoved(work, forest, node, count, label);
  collectMoved(work, forest, node, count, label);
  beginSplit(work, forest.nodeCount, forest.pointCount);
  markAncestors(work, forest);
  for (let k = 0; k < work.movedCount; k++) {
    const kept = work.before[k];
    let below = forest.leaf[work.moved[k]];
    let at = forest.parent[below];
    // A node is split once all that is affected below it has been.
    while (at >= 0 && --work.pending[at] === 0) {
      splitNode(work, forest, positions, at, kept);
      below = at;
      at = forest.parent[at];
    }
    if (at < 0) setRoots(work, forest, below, kept);
  }
}

/** Counts, for every node above a point that moves, the children that are affected. */
function markAncestors(work: SplitWork, forest: SphereForest): void {
  const { parent, leaf } = forest;
  const { moved, movedCount, mark, pending, epoch } = work;
  for (let k = 0; k < movedCount; k++) {
    let at = parent[leaf[moved[k]]];
    while (at >= 0 && mark[at] !== epoch) {
      mark[at] = epoch;
      pending[at] = 1;
      at = parent[at];
    }
    if (at >= 0) pending[at]++;
  }
}

/** A tree is split: its root and what came loose from it become the roots of their fragments. */
function setRoots(work: SplitWork, forest: SphereForest, top: number, kept: number): void {
  const { point, fragment, root } = forest;
  root[kept] = -1;
  root[fragment[point[top]]] = top;
  if (work.mark[top] !== work.epoch) return; // the tree was a single point
  for (let loose = work.loose[top]; loose >= 0; loose = work.next[loose])
    root[fragment[point[loose]]] = loose;
}

/**
 * Splits a node whose children are all pure by now: one fragment's stay, those of others come loose, a tree for each.
 * What stays belongs to the fragment that keeps the label, if the node has any of it.
 */
function splitNode(
  work: SplitWork,
  forest: SphereForest,
  positions: Float64Array,
  node: number,
  kept: number,
): void {
  work.counters.visited++;
  work.loose[node] = -1;
  if (isPure(work, forest, node)) return;
  groupChildren(work, forest, node);
  const { groupCount, groupLabel, groupSize } = work;
  let stay = 0;
  for (let g = 1; g < groupCount && groupLabel[stay] !== kept; g++) {
    if (groupLabel[g] === kept || groupSize[g] > groupSize[stay]) stay = g;
  }
  let chain = -1;
  for (let g = 0; g < groupCount; g++) {
    if (g === stay) continue;
    const loose =
      groupSize[g] === 1 ? loosenChild(work, forest, node, g) : copyNode(work, forest, positions, node, g);
    work.next[loose] = chain;
    chain = loose;
  }
  work.loose[node] = chain;
  work.counters.split++;
  if (groupSize[stay] === 1) dropNode(work, forest, node, stay);
  else keepNode(work, forest, positions, node, stay);
}

/** Whether all below a node is of one fragment. Then nothing below it came apart, so the node is as it was. */
function isPure(work: SplitWork, forest: SphereForest, node: number): boolean {
  const { point, fragment } = forest;
  const { mark, epoch, loose } = work;
  const first = forest.firstChild[node];
  const end = first + forest.childCount[node];
  const label = fragment[point[first]];
  for (let child = first; child < end; child++) {
    if (fragment[point[child]] !== label || (mark[child] === epoch && loose[child] >= 0)) return false;
  }
  return true;
}

/** Sorts by fragment the children of a node and what came loose from them: lists of nodes, in order of the children. */
function groupChildren(work: SplitWork, forest: SphereForest, node: number): void {
  const { point, fragment } = forest;
  const { mark, epoch, loose, next, labelVisit, labelGroup } = work;
  const { itemNode, itemNext, groupLabel, groupSize, groupFirst, groupLast } = work;
  const visit = ++work.visit;
  let items = 0;
  let groups = 0;
  const end = forest.firstChild[node] + forest.childCount[node];
  for (let child = forest.firstChild[node]; child < end; child++) {
    const chain = mark[child] === epoch ? loose[child] : -1;
    for (let item = child; item >= 0; item = item === child ? chain : next[item]) {
      const label = fragment[point[item]];
      itemNode[items] = item;
      itemNext[items] = -1;
      if (labelVisit[label] !== visit) {
        labelVisit[label] = visit;
        labelGroup[label] = groups;
        groupLabel[groups] = label;
        groupSize[groups] = 1;
        groupFirst[groups] = items;
        groupLast[groups++] = items++;
      } else {
        const group = labelGroup[label];
        groupSize[group]++;
        itemNext[groupLast[group]] = items;
        groupLast[group] = items++;
      }
    }
  }
  work.groupCount = groups;
}

/** A place for a loose node. */
function takeLoose(work: SplitWork, forest: SphereForest): number {
  const loose = takeRun(forest, 1);
  work.next = growColumn(work.next, forest.nodeCount);
  forest.parent[loose] = -1;
  return loose;
}

/** A group of one needs no copy of the node: the child itself comes loose, or stays so. */
function loosenChild(work: SplitWork, forest: SphereForest, node: number, group: number): number {
  const child = work.itemNode[work.groupFirst[group]];
  if (forest.parent[child] !== node) return child;
  const loose = takeLoose(work, forest);
  moveNode(forest, child, loose);
  return loose;
}

/** A loose copy of a node for a group of its children. */
function copyNode(
  work: SplitWork,
  forest: SphereForest,
  positions: Float64Array,
  node: number,
  group: number,
): number {
  const copy = takeLoose(work, forest);
  const first = takeRun(forest, work.groupSize[group]);
  forest.point[copy] = forest.point[node];
  forest.radius[copy] = forest.radius[node];
  forest.firstChild[copy] = first;
  forest.room[copy] = runRoom(work.groupSize[group]);
  fillRun(work, forest, copy, group);
  chooseCentre(work, forest, positions, copy);
  work.counters.copies++;
  return copy;
}

/** What stays of a node with several children. */
function keepNode(
  work: SplitWork,
  forest: SphereForest,
  positions: Float64Array,
  node: number,
  group: number,
): void {
  fillRun(work, forest, node, group);
  chooseCentre(work, forest, positions, node);
}

/** A node with a single child gives its place to it. */
function dropNode(work: SplitWork, forest: SphereForest, node: number, group: number): void {
  const child = work.itemNode[work.groupFirst[group]];
  const first = forest.firstChild[node];
  const room = forest.room[node];
  const loose = forest.parent[child] !== node;
  moveNode(forest, child, node);
  freeRun(forest, first, room);
  if (loose) freeRun(forest, child, 1);
}

/** Puts a group of children into the run of a node. */
function fillRun(work: SplitWork, forest: SphereForest, node: number, group: number): void {
  const { arrange, itemNode, itemNext } = work;
  const own = forest.point[node];
  let count = 0;
  let exposed = 0;
  for (let item = work.groupFirst[group]; item >= 0; item = itemNext[item]) {
    const child = itemNode[item];
    pickNode(arrange, count++, forest, child, own);
    exposed |= forest.exposed[child];
    if (forest.parent[child] < 0) freeRun(forest, child, 1);
  }
  placeNodes(arrange, count, forest, forest.firstChild[node], node);
  forest.childCount[node] = count;
  forest.exposed[node] = exposed;
}

/**
 * Keeps the point of a node if it is still below it, and the radius with it, which can only be too large. Otherwise
 * the closest point below takes its place, in all nodes on the way down to its own.
 */
function chooseCentre(work: SplitWork, forest: SphereForest, positions: Float64Array, node: number): void {
  const { point, firstChild, childCount, parent, leaf, fragment } = forest;
  const first = firstChild[node];
  if (fragment[point[node]] === fragment[point[first]]) return;
  const p = closestBelow(work.search, forest, positions, first, childCount[node], point[node]);
  for (let at = parent[leaf[p]]; ; at = parent[at]) {
    if (point[at] !== p) {
      point[at] = p;
      furthestBelow(work.search, forest, positions, firstChild[at], childCount[at], p);
      storeRadius(forest.radius, at, work.search.squared, 0);
      sortRun(work.arrange, forest, at);
    }
    if (at === node) return;
  }
}

// The points that a split moves: checked, then listed with all that go with them.

/**
 * Throws unless every point listed is in a tree and moves to a new fragment that no other fragment feeds. Makes room
 * for the roots of new fragments, and changes nothing else.
 */
export function checkMoved(
  work: SplitWork,
  forest: SphereForest,
  node: Uint32Array,
  count: number,
  label: Int32Array,
): void {
  const { baseCount, fragment, root } = forest;
  let labels = root.length;
  for (let k = 0; k < count; k++) {
    const p = node[k];
    if (!(p < baseCount && fragment[p] >= 0)) {
      throw new InputError('bad-argument', `node names point ${p}, which is in no tree or not of the whole`);
    }
    const to = label[p];
    if (to !== fragment[p] && (!(to >= 0) || (to < root.length && root[to] >= 0))) {
      throw new InputError('bad-argument', `point ${p} moves to fragment ${to}, which is not a new one`);
    }
    labels = Math.max(labels, to + 1);
  }
  work.labelVisit = growColumn(work.labelVisit, labels);
  work.labelGroup = growColumn(work.labelGroup, labels);
  const { labelVisit, labelGroup } = work;
  const visit = ++work.visit;
  for (let k = 0; k < count; k++) {
    const from = fragment[node[k]];
    const to = label[node[k]];
    if (to === from) continue;
    if (labelVisit[to] === visit && labelGroup[to] !== from) {
      throw new InputError('bad-argument', `fragment ${to} gets points of ${from} and of ${labelGroup[to]}`);
    }
    labelVisit[to] = visit;
    labelGroup[to] = from;
  }
  forest.root = growColumn(forest.root, labels, -1);
}

/** Lists the points that move, with their followers, and gives them their fragment. */
export function collectMoved(
  work: SplitWork,
  forest: SphereForest,
  node: Uint32Array,
  count: number,
  label: Int32Array,
): void {
  const { fragment, follower } = forest;
  work.moved = growColumn(work.moved, forest.pointCount);
  work.before = growColumn(work.before, forest.pointCount);
  const { moved, before } = work;
  let movedCount = 0;
  for (let k = 0; k < count; k++) {
    const to = label[node[k]];
    const from = fragment[node[k]];
    if (to === from) continue;
    for (let p = node[k]; p >= 0; p = follower[p]) {
      fragment[p] = to;
      moved[movedCount] = p;
      before[movedCount++] = from;
    }
  }
  work.movedCount = movedCount;
}
