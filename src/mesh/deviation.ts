// How far a solid came out from the surface it was made of, measured after every bake: the largest distance from its
// surface to the input's and back, by exact closest points of samples, and the tets that lie outside. Slow sibling:
// test/mesh/deviation.test.ts.

import { closestPointTriangleTo } from '../geometry/point-triangle.ts';
import { closestTriangle } from '../hierarchy/closest.ts';
import type { Hierarchy } from '../hierarchy/hierarchy.ts';
import { BOUNDS, SQUARE_STEPS } from './constants.ts';
import type { TetMesh } from './tet-mesh.ts';
import type { Winding } from './winding.ts';
import { windingNumber } from './winding.ts';

/** What was found; lengths as shares of the input's diagonal. Of a bake, the input is the surface as repaired. */
export interface Deviation {
  readonly result: number; // the largest distance of the result's surface from the input's
  readonly input: number; // and of the input's, where the solid ends at it, from the result's
  readonly astray: number; // share of the tets asked that lie where the input does not wind around
}

/** What is measured: tets with their boundary, and a hierarchy over that. */
interface Measured {
  readonly tets: TetMesh;
  readonly surface: Hierarchy;
  readonly source?: Uint32Array | null; // an input triangle near each boundary triangle: makes it quick
  readonly fine?: FineInput | null; // makes it quick where the input has needles, whose boxes are next to empty
}

/** The input cut into smaller triangles. */
export interface FineInput {
  readonly hierarchy: Hierarchy;
  readonly source: Uint32Array; // the input triangle that each of them is part of
}

const SPREAD = 4096; // samples by area, besides the middles and corners of all triangles
const MOST_TETS = 1024; // asked for their winding number: 5 µs each
const ASIDE = 1e-5; // of the diagonal: how far below and above a sample its sides are asked
const INSIDE = 0.5;

const point = new Float64Array(3); // scratch: a sample
const beside = new Float64Array(3); // scratch: a point off it
const normal = new Float64Array(3); // scratch: of its triangle, as long as twice its area
const found = new Float64Array(7); // scratch: what closestTriangle writes
const turns = new Float64Array(1); // scratch: a winding number

/**
 * Measures how far `result` is from the input that `winding` is of. Middles and corners of all triangles are asked,
 * more points of large ones, and a bounded number of tets: a few hundredths of a bake. A lower bound, then, of the
 * true distance, and exact where the farthest point is a corner. Deterministic.
 */
export function measureDeviation(result: Measured, winding: Winding): Deviation {
  const input = winding.hierarchy;
  const diagonal = measureDiagonal(input);
  const { source = null, fine = null } = result;
  const back = source && invert(source, input.triangle.length);
  return {
    result: farthest(result.surface, input, source, fine, null, diagonal) / diagonal,
    input: farthest(input, result.surface, back, null, winding, diagonal) / diagonal,
    astray: countAstray(result.tets, winding),
  };
}

/** The length of the diagonal of the box around a surface. */
function measureDiagonal({ box }: Hierarchy): number {
  let square = 0;
  for (let d = 0; d < 3; d++) square += (box[3 + d] - box[d]) * (box[3 + d] - box[d]);
  return Math.sqrt(square);
}

/** For each of `count` triangles, one whose source it is, or −1. */
function invert(source: Uint32Array, count: number): Int32Array {
  const back = new Int32Array(count).fill(-1);
  for (let t = source.length - 1; t >= 0; t--) back[source[t]] = t;
  return back;
}

/**
 * The largest distance of samples of `from` to `to`. `near` is a triangle of `to` to start from, `fine` finds a better
 * one. With `winding`, that of `from`, only samples count at which its solid ends: sheets inside of it or apart from it bound nothing.
 */
function farthest(
  from: Hierarchy,
  to: Hierarchy,
  near: Uint32Array | Int32Array | null,
  fine: FineInput | null,
  winding: Winding | null,
  diagonal: number,
): number {
  const { frame, triangle } = from;
  if (to.triangle.length === 0) return Infinity;
  let total = 0;
  for (let s = 0; s < triangle.length; s++) total += crossFrame(frame, 12 * s);
  let most = 0; // squared
  let seed = -1;
  let part = -1;
  let due = 0.5; // samples by area: the next is taken when as many have come to pass
  let passed = 0;
  for (let s = 0; s < triangle.length; s++) {
    const o = 12 * s;
    const own = crossFrame(frame, o);
    passed += total > 0 ? (SPREAD * own) / total : 0;
    const hint = near ? near[triangle[s]] : -1;
    if (hint >= 0) seed = hint;
    // The middle, the three corners, then samples by area. A corner is asked once for each of its triangles: cheap,
    // with a seed that is right, and its sides are asked within the triangle.
    for (let k = -4; k < 0 || due < passed; k++) {
      let u = k === -4 ? 1 / 3 : k === -2 ? 1 : 0;
      let v = k === -4 ? 1 / 3 : k === -1 ? 1 : 0;
      if (k >= 0) {
        u = (due * SQUARE_STEPS[0]) % 1;
        v = (due * SQUARE_STEPS[1]) % 1;
        if (u + v > 1) {
          u = 1 - u;
          v = 1 - v;
        }
        due++;
      }
      for (let d = 0; d < 3; d++) point[d] = frame[o + d] + u * frame[o + 3 + d] + v * frame[o + 6 + d];
      if (seed >= 0) {
        // Within the largest distance so far of one triangle, the closest is no farther, and says nothing new.
        closestPointTriangleTo(found, to.frame, 12 * to.slot[seed], point, 0);
        if (found[0] <= most) continue;
      }
      if (fine) {
        part = closestTriangle(found, fine.hierarchy, point, 0, part);
        seed = fine.source[part];
        closestPointTriangleTo(found, to.frame, 12 * to.slot[seed], point, 0);
        if (found[0] <= most) continue;
      }
      seed = closestTriangle(found, to, point, 0, seed);
      if (found[0] > most && (!winding || isEnd(winding, o, u, v, own, ASIDE * diagonal))) most = found[0];
    }
  }
  return Math.sqrt(most);
}

/** Whether the solid ends at the point (u, v) of a triangle: it lies below, and not above. Reads `normal`. */
function isEnd(winding: Winding, o: number, u: number, v: number, own: number, aside: number): boolean {
  if (!(own > 0)) return false;
  const { frame } = winding.hierarchy;
  for (let side = -1; side <= 1; side += 2) {
    for (let d = 0; d < 3; d++) {
      // A hundredth of the way to the middle, where a corner has other triangles beside it.
      const pull = (frame[o + 3 + d] * (1 / 3 - u) + frame[o + 6 + d] * (1 / 3 - v)) / 100;
      const at = frame[o + d] + u * frame[o + 3 + d] + v * frame[o + 6 + d] + pull;
      beside[d] = at + (side * aside * normal[d]) / own;
    }
    windingNumber(turns, winding, beside, 0);
    if (side < 0 ? !(turns[0] > BOUNDS) : turns[0] > INSIDE) return false;
  }
  return true;
}

/** The share of tets, evenly picked, whose centroid is outside. Tets come in an order that keeps neighbours close. */
function countAstray({ positions, indices }: TetMesh, winding: Winding): number {
  const count = indices.length / 4;
  const asked = Math.min(count, MOST_TETS);
  let astray = 0;
  for (let i = 0; i < asked; i++) {
    const t = 4 * Math.floor((i * count) / asked);
    point.fill(0);
    for (let k = t; k < t + 4; k++) {
      for (let d = 0; d < 3; d++) point[d] += positions[3 * indices[k] + d] / 4;
    }
    windingNumber(turns, winding, point, 0);
    if (!(turns[0] > INSIDE)) astray++;
  }
  return asked > 0 ? astray / asked : 0;
}

/** Writes the cross product of a triangle's edges to `normal`, returns its length. */
function crossFrame(frame: Float64Array, o: number): number {
  normal[0] = frame[o + 4] * frame[o + 8] - frame[o + 5] * frame[o + 7];
  normal[1] = frame[o + 5] * frame[o + 6] - frame[o + 3] * frame[o + 8];
  normal[2] = frame[o + 3] * frame[o + 7] - frame[o + 4] * frame[o + 6];
  return Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
}
