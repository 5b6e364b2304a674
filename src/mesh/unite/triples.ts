// Where three triangles cross in one point: two segments cross within a triangle. The point belongs to the three
// segments that the triangles share, whichever of them found it.

import { orient2d } from 'robust-predicates';
import type { Crossings, Segment } from './crossings.ts';

type Local = readonly [u: number, v: number];

/** Puts such points into the chains of their segments. `locate` tells where a point lies in a triangle. */
export function joinTriples(
  x: Float64Array,
  indices: Uint32Array,
  crossings: Crossings,
  locate: (t: number, p: number) => Local,
): void {
  const { segments, inside } = crossings;
  const count = indices.length / 3;
  const ofPair = new Map<number, Segment>();
  for (const segment of segments) ofPair.set(segment.s * count + segment.t, segment);
  const ends = segments.map(({ chain }) => [chain[0], chain[1]] as const);
  const added = new Map<Segment, number[]>();
  const known = new Set<string>();
  for (const [t, list] of inside) {
    const local = list.map((i) => [locate(t, ends[i][0]), locate(t, ends[i][1])] as const);
    for (let i = 0; i < list.length; i++) {
      for (let j = i + 1; j < list.length; j++) {
        if (apart(local[i], local[j]) || joined(ends[list[i]], ends[list[j]])) continue;
        const share = crossAt(local[i], local[j]);
        if (share < 0) continue;
        const b = otherOf(segments[list[i]], t);
        const c = otherOf(segments[list[j]], t);
        const three = [t, b, c].sort((p, q) => p - q);
        const name = three.join();
        if (known.has(name)) continue;
        known.add(name);
        const point = x.length / 3 + crossings.edge.length;
        crossings.edge.push(-1);
        crossings.along.push(0);
        crossings.weight.push(0, 0);
        crossings.through.push(...three);
        const [p, q] = ends[list[i]];
        for (let d = 0; d < 3; d++) {
          const [low, high] = [placeOf(x, crossings, p, d), placeOf(x, crossings, q, d)];
          crossings.position.push(low + share * (high - low));
        }
        for (const [s, r] of [
          [three[0], three[1]],
          [three[0], three[2]],
          [three[1], three[2]],
        ]) {
          const segment = ofPair.get(s * count + r);
          if (!segment) continue;
          const points = added.get(segment);
          if (points) points.push(point);
          else added.set(segment, [point]);
        }
      }
    }
  }
  for (const [{ chain }, points] of added) {
    const [p, q] = chain;
    const along = (v: number): number => {
      let sum = 0;
      for (let d = 0; d < 3; d++) {
        const from = placeOf(x, crossings, p, d);
        sum += (placeOf(x, crossings, v, d) - from) * (placeOf(x, crossings, q, d) - from);
      }
      return sum;
    };
    points.sort((a, b) => along(a) - along(b) || a - b);
    chain.splice(1, 0, ...points);
  }
}

function otherOf({ s, t }: Segment, own: number): number {
  return s === own ? t : s;
}

function placeOf(x: Float64Array, { position }: Crossings, p: number, d: number): number {
  return 3 * p < x.length ? x[3 * p + d] : position[3 * p + d - x.length];
}

function joined(a: readonly number[], b: readonly number[]): boolean {
  return a[0] === b[0] || a[0] === b[1] || a[1] === b[0] || a[1] === b[1];
}

type Line = readonly [Local, Local];

/** Whether the boxes of two segments are. */
function apart(a: Line, b: Line): boolean {
  for (let d = 0; d < 2; d++) {
    if (Math.max(a[0][d], a[1][d]) < Math.min(b[0][d], b[1][d])) return true;
    if (Math.max(b[0][d], b[1][d]) < Math.min(a[0][d], a[1][d])) return true;
  }
  return false;
}

/** How far along the first segment the second crosses it, or −1. */
function crossAt(a: Line, b: Line): number {
  const turn = (p: Local, q: Local, r: Local) => orient2d(p[0], p[1], q[0], q[1], r[0], r[1]);
  if (turn(a[0], a[1], b[0]) > 0 === turn(a[0], a[1], b[1]) > 0) return -1;
  const from = turn(b[0], b[1], a[0]);
  const to = turn(b[0], b[1], a[1]);
  if (from > 0 === to > 0) return -1;
  return from / (from - to);
}
