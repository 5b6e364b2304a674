// A sphere tree against a grid field between two poses of both bodies [Xu14, sec. 3.3]: a sphere of radius r whose centre
// stays outside of the isosurface at r touches nothing, and all below it is skipped. Departs from the paper: a centre
// that lies below the isosurface all the way counts too; and paths are curves, tested chord by chord.

import type { FieldOctree } from '../field/octree.ts';
import { growColumn } from '../math/columns.ts';
import { createFrame, movePoint, relateFrames } from '../math/frame.ts';
import { reserveHit, type SweepHits } from './hits.ts';
import { boundChord, frameAt, type Motion } from './motion.ts';
import { SEGMENT_SIZE, sweepFirst, sweepSegment } from './segment.ts';

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
  readonly first: boolean; // only the first contact of all
}

/** Options of a sweep: distance 0, the tolerance given, at most 256 chords, all contacts. */
export function createSweepOptions(choice: Partial<SweepOptions> & { tolerance: number }): SweepOptions {
  const { distance = 0, tolerance, pieces = 256, first = false } = choice;
  return { distance, tolerance, pieces, first };
}

/** Room for sweeps, made once. */
export interface SweepWork {
  queue: Uint32Array; // nodes to visit; each at most once
  row: Int32Array; // per point, its last row in the hits of the sweep `epoch` says
  epoch: Uint32Array; // per point
  sweep: number;
  readonly counters: { pieces: number; nodes: number; points: number };
}

export function createSweepWork(): SweepWork {
  return {
    queue: new Uint32Array(0),
    row: new Int32Array(0),
    epoch: new Uint32Array(0),
    sweep: 0,
    counters: { pieces: 0, nodes: 0, points: 0 },
  };
}

const frameA = createFrame(); // scratch: both bodies at one time
const frameB = createFrame();
const begin = createFrame(); // scratch: A as seen from B where a chord begins, and where it ends
const end = createFrame();
const span = new Float64Array(2); // scratch: times of these
const arm = new Float64Array(1); // scratch: how far the tree reaches from what moves straight
const chord = new Float64Array(1); // scratch: how far a chord is from its path
const segment = new Float64Array(SEGMENT_SIZE); // scratch: the way of a point in the field's frame
let times = new Float64Array(64); // scratch: intervals of a point
const best = new Float64Array(1); // scratch: the first contact so far, in time of the chord

/**
 * Writes to `out` the points of a tree, from node `root` on, that come within options.distance of the solid of a field
 * while A moves as `a` and B, whose field it is, as `b`: with all their intervals, ordered by chord and by level of the
 * tree; or the first of all alone. Returns how many. `position` holds the tree's points, in A's frame.
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
  measureArm(nodes, root, position, a);
  const count = beginSweep(out, work, a, b, options);
  for (let k = 0; k < count; k++) {
    placeChord(a, b, k, count);
    walkTree(out, work, nodes, root, position, octree, options);
    if (options.first && out.count > 0) break;
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
  measureArm(nodes, root, position, a);
  const pieces = beginSweep(out, work, a, b, options);
  for (let k = 0; k < pieces; k++) {
    placeChord(a, b, k, pieces);
    best[0] = 1;
    for (let i = 0; i < count; i++) sweepPoint(out, work, i, position, octree, options);
    if (options.first && out.count > 0) break;
  }
  return out.count;
}

/** Sets `arm` to how far the tree reaches from what moves straight. */
function measureArm({ point, radius }: SphereNodes, root: number, position: Float64Array, a: Motion): void {
  const at = 3 * point[root];
  const x = position[at] - a.local[0];
  const y = position[at + 1] - a.local[1];
  const z = position[at + 2] - a.local[2];
  arm[0] = radius[root] + Math.sqrt(x * x + y * y + z * z);
}

/** Empties `out`; sets `chord` and returns into how many chords the step is cut. */
function beginSweep(out: SweepHits, work: SweepWork, a: Motion, b: Motion, options: SweepOptions): number {
  out.count = 0;
  if (work.sweep === 0xffffffff) {
    work.epoch.fill(0);
    work.sweep = 0;
  }
  work.sweep++;
  boundChord(chord, a, b, arm);
  const { tolerance, pieces } = options;
  if (tolerance === Infinity) {
    chord[0] = 0; // paths are taken as straight
    return 1;
  }
  const count = Math.max(1, Math.min(pieces, Math.ceil(Math.sqrt(chord[0] / tolerance))));
  chord[0] /= count * count;
  return count;
}

/** Sets `begin`, `end` and `span` to those of chord k of `count`. */
function placeChord(a: Motion, b: Motion, k: number, count: number): void {
  span[0] = k / count;
  span[1] = (k + 1) / count;
  if (k === 0) {
    frameAt(frameA, a, span, 0);
    frameAt(frameB, b, span, 0);
    relateFrames(begin, frameA, frameB);
  } else begin.set(end);
  frameAt(frameA, a, span, 1);
  frameAt(frameB, b, span, 1);
  relateFrames(end, frameA, frameB);
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
  const { error } = octree.field;
  const least = options.distance + chord[0];
  queue[0] = root;
  best[0] = 1;
  counters.pieces++;
  let visited = 0;
  for (let head = 0, tail = 1; head < tail; head++) {
    const node = queue[head];
    if (childCount[node] === 0) {
      sweepPoint(out, work, point[node], position, octree, options);
      continue;
    }
    visited++;
    const at = 3 * point[node];
    movePoint(segment, 0, begin, position, at);
    movePoint(segment, 3, end, position, at);
    if (options.first) cutSegment();
    // Samples differ from distances by the error, so those at the centre and at a point below it by twice that more
    // than the two are apart; and by no more than √3 times that, which is less where spheres are small.
    const r = radius[node];
    segment[6] = least + r + Math.min(2 * error, 0.7321 * r);
    if (!sweepFirst(times, octree, segment, 0)) continue;
    const first = firstChild[node];
    const last = first + childCount[node];
    for (let child = first; child < last; child++) queue[tail++] = child;
  }
  counters.nodes += visited;
}

/** Ends the segment at the first contact so far. */
function cutSegment(): void {
  const t = best[0];
  if (t === 1) return;
  for (let d = 0; d < 3; d++) segment[3 + d] = segment[d] + t * (segment[3 + d] - segment[d]);
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
  movePoint(segment, 0, begin, position, 3 * point);
  movePoint(segment, 3, end, position, 3 * point);
  segment[6] = options.distance + chord[0];
  if (options.first) {
    cutSegment();
    if (!sweepFirst(times, octree, segment, 0)) return;
    if (out.count > 0 && !(times[0] < 1 && best[0] > 0)) return; // no sooner than what there is
    best[0] *= times[0];
    out.count = 0;
    reserveHit(out);
    out.point[0] = point;
    out.enter[0] = span[0] + best[0] * (span[1] - span[0]);
    out.leave[0] = out.enter[0];
    out.count = 1;
    return;
  }
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
