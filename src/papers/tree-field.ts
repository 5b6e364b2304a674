// A sphere tree against a grid field between two poses of both bodies [Xu14, sec. 3.3]: a sphere of radius r whose centre
// stays farther than r from the solid touches nothing, and all below it is skipped. Departs from the paper: a centre that
// is closer all the way, and so crosses no isosurface, counts too; and paths are curves, tested chord by chord.

import type { FieldOctree } from '../field/octree.ts';
import { growColumn } from '../math/columns.ts';
import { movePoint } from '../math/rigid.ts';
import { createChords, cutChords, measureArm, placeChord } from '../sweep/chords.ts';
import type { Motion } from '../sweep/motion.ts';
import { approachSphere, staysAbove } from './approach.ts';
import { SEGMENT_SIZE, sweepSegment } from './segment.ts';
import { beginShortChord, clearsShortChord, createShortChord, type ShortChord } from './short-chords.ts';

/** The nodes of a sphere tree or forest. */
export interface SphereNodes {
  readonly point: Uint32Array;
  readonly radius: Float32Array;
  readonly firstChild: Uint32Array;
  readonly childCount: Uint32Array;
}

/** Made by createSweepOptions alone. */
export interface SweepOptions {
  readonly distance: number; // contacts are this close, metres
  readonly tolerance: number; // how far chords may be from paths, metres; Infinity: one chord, as in the paper
  readonly pieces: number; // most chords of a path; beyond, contacts may be found earlier than the tolerance says
}

/** Options of a sweep: distance 0, the tolerance given, at most 256 chords. */
export function createSweepOptions(choice: Partial<SweepOptions> & { tolerance: number }): SweepOptions {
  const { distance = 0, tolerance, pieces = 256 } = choice;
  return { distance, tolerance, pieces };
}

/** Room for sweeps, made once. */
export interface SweepWork {
  queue: Uint32Array; // nodes to visit; each at most once
  row: Int32Array; // per point, its last row in the hits of the sweep `epoch` says
  epoch: Uint32Array; // per point
  sweep: number;
  time: Float64Array; // heap of nodes by the time at which they may touch: see tree-first.ts
  node: Uint32Array;
  readonly short: ShortChord;
  readonly counters: { pieces: number; nodes: number; points: number };
}

export function createSweepWork(): SweepWork {
  return {
    queue: new Uint32Array(0),
    row: new Int32Array(0),
    epoch: new Uint32Array(0),
    sweep: 0,
    time: new Float64Array(0),
    node: new Uint32Array(0),
    short: createShortChord(),
    counters: { pieces: 0, nodes: 0, points: 0 },
  };
}

const chords = createChords(); // scratch
const arm = new Float64Array(1); // scratch: how far the tree reaches from what moves straight
const segment = new Float64Array(SEGMENT_SIZE); // scratch: the way of a point in the field's frame
let times = new Float64Array(64); // scratch: intervals of a point

/**
 * Writes to `out` the points of a tree, from node `root` on, that come within options.distance of the solid of a field
 * while A moves as `a` and B, whose field it is, as `b`: with all their intervals, ordered by chord and by level of the
 * tree. Returns how many. `position` holds the tree's points, in A's frame.
 *
 * Exact for the interpolated field along chords. These are within options.tolerance of the paths, and that much is
 * added to the distance, so no contact is missed; contacts are found too early by no more than that. Gives the contacts
 * that sweepPoints gives. Deterministic; allocates only to grow, and
 * two numbers a chord for the sine of a turn.
 */
export function sweepTree(
  out: SweepHits,
  work: SweepWork,
  nodes: SphereNodes,
  root: number,
  position: Float64Array,
  octree: FieldOctree,
  a: Motion,
  b: Motion,
  options: SweepOptions,
): number {
  reserveNodes(work, nodes.point.length, position.length / 3);
  measureArm(arm, nodes, root, position, a);
  beginSweep(out, work, a, b, options);
  for (let k = 0; k < chords.count; k++) {
    placeChord(chords, a, b, k);
    walkTree(out, work, nodes, root, position, octree, options);
  }
  return out.count;
}

/** As sweepTree, for all points of `position` one by one: what the tree saves, and what it is tested by. */
export function sweepPoints(
  out: SweepHits,
  work: SweepWork,
  nodes: SphereNodes,
  root: number,
  position: Float64Array,
  octree: FieldOctree,
  a: Motion,
  b: Motion,
  options: SweepOptions,
): number {
  const count = position.length / 3;
  reserveNodes(work, 0, count);
  measureArm(arm, nodes, root, position, a);
  beginSweep(out, work, a, b, options);
  for (let k = 0; k < chords.count; k++) {
    placeChord(chords, a, b, k);
    for (let i = 0; i < count; i++) sweepPoint(out, work, i, position, octree, options);
  }
  return out.count;
}

/** Empties `out` and cuts the chords. */
function beginSweep(out: SweepHits, work: SweepWork, a: Motion, b: Motion, options: SweepOptions): void {
  out.count = 0;
  if (work.sweep === 0xffffffff) {
    work.epoch.fill(0);
    work.sweep = 0;
  }
  work.sweep++;
  cutChords(chords, a, b, arm, options.tolerance, options.pieces);
}

function walkTree(
  out: SweepHits,
  work: SweepWork,
  nodes: SphereNodes,
  root: number,
  position: Float64Array,
  octree: FieldOctree,
  options: SweepOptions,
): void {
  const { point, radius, firstChild, childCount } = nodes;
  const { queue, counters } = work;
  const least = options.distance + chords.error[0];
  const { begin, end } = chords;
  const isShort = beginShortChord(work.short, chords, position, 3 * point[root], radius[root], octree.field);
  queue[0] = root;
  counters.pieces++;
  let visited = 0;
  for (let head = 0, tail = 1; head < tail; head++) {
    const node = queue[head];
    const of = point[node];
    if (isShort && clearsShortChord(work.short, octree.field, chords, position, of, radius[node], least))
      continue;
    if (childCount[node] === 0) {
      sweepPoint(out, work, of, position, octree, options);
      continue;
    }
    visited++;
    if (!isShort) {
      movePoint(segment, 0, begin, position, 3 * of);
      movePoint(segment, 3, end, position, 3 * of);
      segment[6] = least;
      if (!approachSphere(times, octree, segment, radius, node)) continue;
    }
    const first = firstChild[node];
    const last = first + childCount[node];
    for (let child = first; child < last; child++) queue[tail++] = child;
  }
  counters.nodes += visited;
}

/** Adds the contacts of a point along the chord. */
function sweepPoint(
  out: SweepHits,
  work: SweepWork,
  point: number,
  position: Float64Array,
  octree: FieldOctree,
  options: SweepOptions,
): void {
  work.counters.points++;
  movePoint(segment, 0, chords.begin, position, 3 * point);
  movePoint(segment, 3, chords.end, position, 3 * point);
  segment[6] = options.distance + chords.error[0];
  if (staysAbove(octree.field, segment)) return;
  let count = sweepSegment(times, octree, segment, 0);
  while (2 * count > times.length) {
    times = new Float64Array(4 * count);
    count = sweepSegment(times, octree, segment, 0);
  }
  for (let i = 0; i < count; i++) addInterval(out, work, point, i);
}

/** Adds interval i of `times`; one that goes on where the last chord ended is the same. */
function addInterval(out: SweepHits, work: SweepWork, point: number, i: number): void {
  const { row, epoch, sweep } = work;
  const { span } = chords;
  const wide = span[1] - span[0];
  const leave = times[2 * i + 1] === 1 ? span[1] : span[0] + times[2 * i + 1] * wide;
  if (times[2 * i] === 0 && epoch[point] === sweep && out.leave[row[point]] === span[0]) {
    out.leave[row[point]] = leave;
    return;
  }
  reserveHit(out);
  const at = out.count++;
  out.point[at] = point;
  out.enter[at] = span[0] + times[2 * i] * wide;
  out.leave[at] = leave;
  row[point] = at;
  epoch[point] = sweep;
}

function reserveNodes(work: SweepWork, nodes: number, points: number): void {
  work.queue = growColumn(work.queue, nodes);
  work.row = growColumn(work.row, points);
  work.epoch = growColumn(work.epoch, points);
}

// What a sweep gives: points, and when they are in contact.

/** Contacts of points over a step, by row; columns are replaced when they grow. Made by createHits alone. */
export interface SweepHits {
  count: number;
  point: Uint32Array; // of the tree
  enter: Float64Array; // times, 0 at the beginning of the step and 1 at its end
  leave: Float64Array;
}

export function createHits(room = 64): SweepHits {
  return {
    count: 0,
    point: new Uint32Array(room),
    enter: new Float64Array(room),
    leave: new Float64Array(room),
  };
}

/** Makes room for one more row. */
function reserveHit(hits: SweepHits): void {
  if (hits.count < hits.point.length) return;
  const size = 2 * hits.count + 64;
  hits.point = growColumn(hits.point, size);
  hits.enter = growColumn(hits.enter, size);
  hits.leave = growColumn(hits.leave, size);
}
