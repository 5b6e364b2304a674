// The first contact of a sphere tree with a grid field over a step: spheres in the order in which they may touch, by a
// heap, until the next is later than a point that does. [Xu14] visits all levels in order and stops at no time.

import type { FieldOctree } from '../field/octree.ts';
import { growColumn } from '../math/columns.ts';
import { movePoint } from '../math/rigid.ts';
import { createChords, cutChords, measureArm, placeChord } from '../sweep/chords.ts';
import type { Motion } from '../sweep/motion.ts';
import { approachSphere } from './approach.ts';
import { SEGMENT_SIZE, sweepFirst } from './segment.ts';
import type { SphereNodes, SweepOptions, SweepWork } from './tree-field.ts';

const chords = createChords(); // scratch
const arm = new Float64Array(1); // scratch: how far the tree reaches from what moves straight
const segment = new Float64Array(SEGMENT_SIZE); // scratch: the way of a point in the field's frame
const time = new Float64Array(1); // scratch: when a sphere may touch
const best = new Float64Array(1); // scratch: when a point does, along the chord

/**
 * Writes to out[0] the first time at which a point of a tree, from node `root` on, comes within options.distance of the
 * solid of a field, and returns that point; −1 if none does. Otherwise as sweepTree, whose earliest contact it gives.
 */
export function sweepTreeFirst(
  out: Float64Array,
  work: SweepWork,
  nodes: SphereNodes,
  root: number,
  position: Float64Array,
  octree: FieldOctree,
  a: Motion,
  b: Motion,
  options: SweepOptions,
): number {
  work.time = growColumn(work.time, nodes.point.length);
  work.node = growColumn(work.node, nodes.point.length);
  measureArm(arm, nodes, root, position, a);
  cutChords(chords, a, b, arm, options.tolerance, options.pieces);
  for (let k = 0; k < chords.count; k++) {
    placeChord(chords, a, b, k);
    const point = walkChord(work, nodes, root, position, octree, options);
    if (point < 0) continue;
    const { span } = chords;
    out[0] = span[0] + best[0] * (span[1] - span[0]);
    return point;
  }
  return -1;
}

/** The first point along the chord, its time in `best`. */
function walkChord(
  work: SweepWork,
  nodes: SphereNodes,
  root: number,
  position: Float64Array,
  octree: FieldOctree,
  options: SweepOptions,
): number {
  const { firstChild, childCount, point } = nodes;
  const { counters } = work;
  let found = -1;
  let size = 0;
  best[0] = 2; // later than anything
  counters.pieces++;
  if (!tryNode(work, nodes, root, position, octree, options)) return -1;
  if (childCount[root] === 0) {
    best[0] = time[0];
    return point[root];
  }
  size = pushNode(work, size, root);
  while (size > 0 && work.time[0] < best[0]) {
    const node = work.node[0];
    size = popNode(work, size);
    const first = firstChild[node];
    const last = first + childCount[node];
    for (let child = first; child < last; child++) {
      if (!tryNode(work, nodes, child, position, octree, options)) continue;
      if (childCount[child] > 0) size = pushNode(work, size, child);
      else if (time[0] < best[0]) {
        best[0] = time[0];
        found = point[child];
      }
    }
  }
  return found;
}

/** Sets `time` to when the sphere of a node may first touch, before `best`; false if it does not. */
function tryNode(
  work: SweepWork,
  nodes: SphereNodes,
  node: number,
  position: Float64Array,
  octree: FieldOctree,
  options: SweepOptions,
): boolean {
  const at = 3 * nodes.point[node];
  const { begin, end, error } = chords;
  movePoint(segment, 0, begin, position, at);
  movePoint(segment, 3, end, position, at);
  const cut = best[0];
  if (cut < 1) for (let d = 0; d < 3; d++) segment[3 + d] = segment[d] + cut * (segment[3 + d] - segment[d]);
  segment[6] = options.distance + error[0];
  if (nodes.childCount[node] > 0) {
    work.counters.nodes++;
    if (!approachSphere(time, octree, segment, nodes.radius, node)) return false;
  } else {
    work.counters.points++;
    if (!sweepFirst(time, octree, segment, 0)) return false;
  }
  if (cut < 1) time[0] *= cut;
  return true;
}

/** Adds a node at `time` to the heap; returns its size. */
function pushNode(work: SweepWork, size: number, node: number): number {
  const { time: key, node: held } = work;
  const t = time[0];
  let i = size;
  while (i > 0) {
    const up = (i - 1) >> 1;
    if (!(key[up] >= t)) break; // of equals the last is taken first: children before their parents' siblings
    key[i] = key[up];
    held[i] = held[up];
    i = up;
  }
  key[i] = t;
  held[i] = node;
  return size + 1;
}

/** Takes the earliest node off the heap; returns its size. */
function popNode(work: SweepWork, size: number): number {
  const { time: key, node: held } = work;
  const last = size - 1;
  const t = key[last];
  const node = held[last];
  let i = 0;
  for (;;) {
    let down = 2 * i + 1;
    if (down >= last) break;
    if (down + 1 < last && key[down + 1] < key[down]) down++;
    if (!(key[down] < t)) break;
    key[i] = key[down];
    held[i] = held[down];
    i = down;
  }
  key[i] = t;
  held[i] = node;
  return last;
}
