// The closest point of a triangle, from its frame of 12 numbers: corner a, edges ab and ac, then the
// products ab·ab, ac·ac, ab·ac. Region by region, after Ericson, Real-Time Collision Detection, 5.1.5.

import { THIN_TRIANGLE } from './constants.ts';

/** Which feature of a triangle is closest: its corners, its edges ab, bc, ca, or its face. */
export const REGION = { a: 0, b: 1, c: 2, ab: 3, bc: 4, ca: 5, face: 6 } as const;

const offset = new Float64Array(3); // scratch: the point as seen from corner a
const side = new Float64Array(9); // scratch: from one end of a thin triangle's longest edge to the other, the apex, the point
const weight = new Float64Array(2); // scratch: u, v of a candidate

/**
 * Writes to `out` the squared distance from p to the triangle of `frame` at `at`, then the weights u, v of
 * the closest point a + u·ab + v·ac, then its region. Accurate for slivers too; a degenerate triangle is its edges.
 */
export function closestPointTriangle(
  out: Float64Array,
  frame: Float64Array,
  at: number,
  x: number,
  y: number,
  z: number,
): void {
  offset[0] = x - frame[at];
  offset[1] = y - frame[at + 1];
  offset[2] = z - frame[at + 2];
  closestPointOffset(out, frame, at);
}

/** The same for the point p[from…], which no call can box. */
export function closestPointTriangleTo(
  out: Float64Array,
  frame: Float64Array,
  at: number,
  p: Float64Array,
  from: number,
): void {
  for (let d = 0; d < 3; d++) offset[d] = p[from + d] - frame[at + d];
  closestPointOffset(out, frame, at);
}

/** The same for the point `offset`. Apart, because a call this large is not inlined and would box x, y and z. */
function closestPointOffset(out: Float64Array, frame: Float64Array, at: number): void {
  const bx = frame[at + 3];
  const by = frame[at + 4];
  const bz = frame[at + 5];
  const cx = frame[at + 6];
  const cy = frame[at + 7];
  const cz = frame[at + 8];
  const bb = frame[at + 9];
  const cc = frame[at + 10];
  const bc = frame[at + 11];
  const longer = Math.max(bb, cc);
  if (!(bb * cc - bc * bc > THIN_TRIANGLE * longer * longer)) {
    closestPointThin(out, frame, at);
    return;
  }
  const px = offset[0];
  const py = offset[1];
  const pz = offset[2];
  const d1 = bx * px + by * py + bz * pz;
  const d2 = cx * px + cy * py + cz * pz;
  const d3 = d1 - bb;
  const d4 = d2 - bc;
  const d5 = d1 - bc;
  const d6 = d2 - cc;
  let u = 0;
  let v = 0;
  let region = 0;
  if (d1 <= 0 && d2 <= 0) {
    region = 0;
  } else if (d3 >= 0 && d4 <= d3) {
    u = 1;
    region = 1;
  } else if (d6 >= 0 && d5 <= d6) {
    v = 1;
    region = 2;
  } else {
    const wc = d1 * d4 - d3 * d2;
    const wb = d5 * d2 - d1 * d6;
    const wa = d3 * d6 - d5 * d4;
    if (wc <= 0 && d1 >= 0 && d3 <= 0) {
      u = d1 / bb;
      region = 3;
    } else if (wb <= 0 && d2 >= 0 && d6 <= 0) {
      v = d2 / cc;
      region = 5;
    } else if (wa <= 0 && d4 >= d3 && d5 >= d6) {
      v = (d4 - d3) / (d4 - d3 + (d5 - d6));
      u = 1 - v;
      region = 4;
    } else {
      const sum = 1 / (wa + wb + wc);
      u = wb * sum;
      v = wc * sum;
      region = 6;
    }
  }
  const rx = px - u * bx - v * cx;
  const ry = py - u * by - v * cy;
  const rz = pz - u * bz - v * cz;
  out[0] = rx * rx + ry * ry + rz * rz;
  out[1] = u;
  out[2] = v;
  out[3] = region;
}

/** The same for a thin triangle and the point `offset`: the nearest of the three edges and the face. */
function closestPointThin(out: Float64Array, frame: Float64Array, at: number): void {
  out[0] = Infinity;
  tryEdge(out, frame, at, 0);
  tryEdge(out, frame, at, 1);
  tryEdge(out, frame, at, 2);
  tryFace(out, frame, at);
}

/** Keeps the closest point of edge 0 (ab), 1 (bc) or 2 (ca) in `out` if it beats what is there. */
function tryEdge(out: Float64Array, frame: Float64Array, at: number, edge: number): void {
  let along = 0;
  let square = 0;
  for (let d = 0; d < 3; d++) {
    const from = edge === 1 ? frame[at + 3 + d] : edge === 2 ? frame[at + 6 + d] : 0;
    const to = edge === 0 ? frame[at + 3 + d] : edge === 1 ? frame[at + 6 + d] : 0;
    along += (to - from) * (offset[d] - from);
    square += (to - from) * (to - from);
  }
  const t = square > 0 ? Math.min(1, Math.max(0, along / square)) : 0;
  const region = t === 0 ? edge : t === 1 ? (edge + 1) % 3 : 3 + edge;
  weight[0] = edge === 0 ? t : edge === 1 ? 1 - t : 0;
  weight[1] = edge === 0 ? 0 : edge === 1 ? t : 1 - t;
  keepCloser(out, frame, at, region);
}

/** Keeps the point below `offset` if it lies in the face: by the longest edge and the height over it. */
function tryFace(out: Float64Array, frame: Float64Array, at: number): void {
  const bb = frame[at + 9];
  const cc = frame[at + 10];
  const opposite = bb + cc - 2 * frame[at + 11];
  const longest = opposite > bb && opposite > cc ? 1 : bb >= cc ? 0 : 2;
  let base = 0;
  let foot = 0;
  let along = 0;
  for (let d = 0; d < 3; d++) {
    const b = frame[at + 3 + d];
    const c = frame[at + 6 + d];
    const from = longest === 1 ? b : 0;
    side[d] = longest === 0 ? b : c - from;
    side[3 + d] = longest === 0 ? c : longest === 1 ? -b : b;
    side[6 + d] = offset[d] - from;
    base += side[d] * side[d];
    foot += side[d] * side[3 + d];
    along += side[d] * side[6 + d];
  }
  if (!(base > 0)) return;
  let height = 0;
  let above = 0;
  for (let d = 0; d < 3; d++) {
    const up = side[3 + d] - (foot / base) * side[d];
    height += up * up;
    above += up * (side[6 + d] - (along / base) * side[d]); // both free of the base: exact also when `up` is tiny
  }
  const apex = above / height;
  const end = (along - apex * foot) / base;
  if (!(apex >= 0 && end >= 0 && apex + end <= 1)) return;
  weight[0] = longest === 0 ? end : longest === 1 ? Math.max(0, 1 - end - apex) : apex;
  weight[1] = longest === 0 ? apex : end;
  keepCloser(out, frame, at, 6);
}

/** Keeps the point of `weight` in `out` if it beats what is there. */
function keepCloser(out: Float64Array, frame: Float64Array, at: number, region: number): void {
  const u = weight[0];
  const v = weight[1];
  const rx = offset[0] - u * frame[at + 3] - v * frame[at + 6];
  const ry = offset[1] - u * frame[at + 4] - v * frame[at + 7];
  const rz = offset[2] - u * frame[at + 5] - v * frame[at + 8];
  const square = rx * rx + ry * ry + rz * rz;
  if (!(square < out[0])) return;
  out[0] = square;
  out[1] = u;
  out[2] = v;
  out[3] = region;
}
