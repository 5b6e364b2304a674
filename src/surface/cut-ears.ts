// Simple polygons with holes into triangles: each hole is joined to its outer loop by a bridge, then ears are clipped.
// Every decision by orientation is exact.

import { orient2d } from 'robust-predicates';

/** Lists of points, one for each outer loop with its holes bridged in: the inside is on the left. */
export function bridgeHoles(points: Float64Array, starts: Uint32Array): number[][] {
  const loops: number[][] = [];
  for (let k = 0; k < starts.length; k++) {
    const end = k + 1 < starts.length ? starts[k + 1] : points.length / 2;
    loops.push(Array.from({ length: end - starts[k] }, (_, i) => starts[k] + i));
  }
  const areas = loops.map((loop) => areaOf(points, loop));
  const outer = loops.filter((_, k) => areas[k] > 0);
  const outerAreas = areas.filter((area) => area > 0);
  const holes = loops.filter((_, k) => areas[k] < 0);
  // The holes of a loop, from the right: a bridge never meets a hole that is not bridged yet.
  const rightmost = (loop: number[]) => loop.reduce((a, b) => (points[2 * b] > points[2 * a] ? b : a));
  const byRight = holes
    .map((loop) => ({ loop, start: rightmost(loop) }))
    .sort((a, b) => points[2 * b.start] - points[2 * a.start] || a.start - b.start);
  const polygons = outer.map((loop) => loop.slice());
  for (const { loop, start } of byRight) {
    let home = -1;
    for (let k = 0; k < outer.length; k++) {
      if (!holdsPoint(points, outer[k], start)) continue;
      if (home < 0 || outerAreas[k] < outerAreas[home]) home = k;
    }
    if (home < 0) continue; // a hole in nothing: the loops were not nested
    const polygon = polygons[home];
    const at = findBridge(points, polygon, start);
    const from = loop.indexOf(start);
    const turned = [...loop.slice(from), ...loop.slice(0, from)];
    polygon.splice(at + 1, 0, ...turned, start, polygon[at]);
  }
  return polygons;
}

function areaOf(points: Float64Array, loop: number[]): number {
  let sum = 0;
  const [x, y] = [points[2 * loop[0]], points[2 * loop[0] + 1]];
  for (let i = 1; i + 1 < loop.length; i++) {
    const [a, b] = [2 * loop[i], 2 * loop[i + 1]];
    sum += (points[a] - x) * (points[b + 1] - y) - (points[a + 1] - y) * (points[b] - x);
  }
  return sum / 2;
}

/** Positive where a, b, c turn to the left. Exact. */
export function orient(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  return -orient2d(ax, ay, bx, by, cx, cy); // robust-predicates counts y down
}

function turn(points: Float64Array, a: number, b: number, c: number): number {
  const [i, j, k] = [2 * a, 2 * b, 2 * c];
  return orient(points[i], points[i + 1], points[j], points[j + 1], points[k], points[k + 1]);
}

function holdsPoint(points: Float64Array, loop: number[], p: number): boolean {
  let inside = false;
  const y = points[2 * p + 1];
  for (let i = 0; i < loop.length; i++) {
    const a = loop[i];
    const b = loop[(i + 1) % loop.length];
    const up = points[2 * b + 1] > y;
    if (points[2 * a + 1] > y === up) continue;
    const side = turn(points, a, b, p);
    if (side > 0 === up) inside = !inside;
  }
  return inside;
}

/** The place in the polygon of a corner that point p sees to its right: no side of the polygon is between. */
function findBridge(points: Float64Array, polygon: number[], p: number): number {
  // Candidates by distance; the first that nothing hides.
  const distance = (i: number) => {
    const x = points[2 * polygon[i]] - points[2 * p];
    const y = points[2 * polygon[i] + 1] - points[2 * p + 1];
    return x * x + y * y;
  };
  const order = polygon.map((_, i) => i).sort((i, j) => distance(i) - distance(j) || i - j);
  for (const i of order) {
    if (points[2 * polygon[i]] < points[2 * p]) continue;
    if (seesCorner(points, polygon, i, p)) return i;
  }
  return order[0];
}

function seesCorner(points: Float64Array, polygon: number[], i: number, p: number): boolean {
  const n = polygon.length;
  const v = polygon[i];
  const before = polygon[(i + n - 1) % n];
  const after = polygon[(i + 1) % n];
  // The bridge must leave the corner into the inside of the polygon.
  const convex = turn(points, before, v, after) > 0;
  const leftOfBefore = turn(points, before, v, p) > 0;
  const leftOfAfter = turn(points, v, after, p) > 0;
  if (convex ? !(leftOfBefore && leftOfAfter) : !(leftOfBefore || leftOfAfter)) return false;
  for (let k = 0; k < n; k++) {
    const a = polygon[k];
    const b = polygon[(k + 1) % n];
    if (a === v || b === v) continue;
    if (
      turn(points, p, v, a) > 0 !== turn(points, p, v, b) > 0 &&
      turn(points, a, b, p) > 0 !== turn(points, a, b, v) > 0
    ) {
      return false;
    }
  }
  return true;
}

/** Adds the triangles of a polygon, three points each. */
export function clipEars(out: number[], points: Float64Array, polygon: number[]): void {
  const n = polygon.length;
  const next = polygon.map((_, i) => (i + 1) % n);
  const last = polygon.map((_, i) => (i + n - 1) % n);
  let left = n;
  let i = 0;
  let tried = 0;
  while (left > 3) {
    const [a, c] = [last[i], next[i]];
    // After a round without an ear, any convex corner will do: rounding has bent the polygon over itself.
    const strict = tried < left;
    if (isEar(points, polygon, next, a, i, c, strict) || tried > 2 * left) {
      out.push(polygon[a], polygon[i], polygon[c]);
      next[a] = c;
      last[c] = a;
      left--;
      tried = 0;
      i = next[c]; // skipping one makes fewer slivers than going on from here
    } else {
      i = c;
      tried++;
    }
  }
  if (left === 3) out.push(polygon[last[i]], polygon[i], polygon[next[i]]);
}

function isEar(
  points: Float64Array,
  polygon: number[],
  next: number[],
  a: number,
  b: number,
  c: number,
  strict: boolean,
): boolean {
  const [p, q, r] = [polygon[a], polygon[b], polygon[c]];
  if (!(turn(points, p, q, r) > 0)) return false;
  if (!strict) return true;
  for (let k = next[c]; k !== a; k = next[k]) {
    const v = polygon[k];
    if (v === p || v === q || v === r) continue;
    if (turn(points, p, q, v) >= 0 && turn(points, q, r, v) >= 0 && turn(points, r, p, v) >= 0) return false;
  }
  return true;
}
