// The search behind the continuous tests: the first time in a step at which a point may touch a triangle, or an edge
// an edge, all corners moving straight. Times are cut in halves; a part of the step is thrown away only by a proof
// that holds under rounding: the four corners are never coplanar there (the non-penetration filter of [Tang10]), or
// one axis separates the two at both ends of it, hence throughout. Where the corners are coplanar just once, that
// moment is found directly. docs/surfaces.md derives the bounds.

import { MAX_INTERVALS, SHORTEST_INTERVAL } from './constants.ts';
import { axisOfEdges, axisOfFace } from './continuous-axis.ts';

/**
 * The vectors of a pair, at the start (0 to 8) and at the end (9 to 17) of the step. For a point p and a triangle abc:
 * q = p − a, e = b − a, g = c − a. For edges a0 a1 and b0 b1: q = b0 − a0, e = a1 − a0, g = b1 − b0.
 */
const motion = new Float64Array(18);

// Rounding of a Bernstein coefficient, as a multiple of max|q|·max|e|·max|g| (largest components), in half-ulps. A
// component of c00 errs by 4 and of c01, at most 4 in size, by 12; so q0 · c01 errs by 72 and q1 · c00 by 30, a third of
// their sum by 46. Rounded differences add 18, three levels of interpolation of values up to 6 add 54: 1.3e-14 in all.
const DETERMINANT_ERROR = 2e-14;

// Rounding of an interpolated gap along an axis d, as a multiple of (|dx| + |dy| + |dz|)·(max|q| + max|e| + max|g|):
// difference, product, three sums, interpolation are 9 half-ulps of it; taken as 16.
const GAP_ERROR = 16 / 9007199254740992;

const cubic = new Float64Array(4); // scratch: Bernstein coefficients of det(q, e, g), a cubic in time
const limit = new Float64Array(3); // scratch: slack of the cubic, error of gaps along an axis, separation
const span = new Float64Array(2); // scratch: the interval of time that is looked at
const axis = new Float64Array(3); // scratch: the axis that may separate the two
const moved = new Float64Array(9); // scratch: q, e, g in the middle of an interval
const gap = new Float64Array(8); // scratch: gaps along the axis at the start and the end, corner by corner
const largest = new Float64Array(3); // scratch: the largest components of q, e, g

/** Fills `motion` at `at` (q, e or g) with the difference of vertices v − w at both ends of the step. */
function loadDifference(at: number, start: Float64Array, end: Float64Array, v: number, w: number): void {
  const i = 3 * v;
  const j = 3 * w;
  motion[at] = start[i] - start[j];
  motion[at + 1] = start[i + 1] - start[j + 1];
  motion[at + 2] = start[i + 2] - start[j + 2];
  motion[at + 9] = end[i] - end[j];
  motion[at + 10] = end[i + 1] - end[j + 1];
  motion[at + 11] = end[i + 2] - end[j + 2];
}

/**
 * Writes the cubic det(q, e, g) = q · (e × g): with c00 = e0 × g0, c01 = e0 × g1 + e1 × g0 and c11 = e1 × g1 its
 * coefficients are q0 · c00, (q1 · c00 + q0 · c01) / 3, (q1 · c01 + q0 · c11) / 3 and q1 · c11.
 */
function writeCubic(): void {
  const ax = motion[3];
  const ay = motion[4];
  const az = motion[5];
  const bx = motion[12];
  const by = motion[13];
  const bz = motion[14];
  const gx = motion[6];
  const gy = motion[7];
  const gz = motion[8];
  const hx = motion[15];
  const hy = motion[16];
  const hz = motion[17];
  const px = motion[0];
  const py = motion[1];
  const pz = motion[2];
  const qx = motion[9];
  const qy = motion[10];
  const qz = motion[11];
  const x00 = ay * gz - az * gy;
  const y00 = az * gx - ax * gz;
  const z00 = ax * gy - ay * gx;
  const x01 = ay * hz - az * hy + (by * gz - bz * gy);
  const y01 = az * hx - ax * hz + (bz * gx - bx * gz);
  const z01 = ax * hy - ay * hx + (bx * gy - by * gx);
  const x11 = by * hz - bz * hy;
  const y11 = bz * hx - bx * hz;
  const z11 = bx * hy - by * hx;
  cubic[0] = px * x00 + py * y00 + pz * z00;
  cubic[1] = (qx * x00 + qy * y00 + qz * z00 + (px * x01 + py * y01 + pz * z01)) / 3;
  cubic[2] = (qx * x01 + qy * y01 + qz * z01 + (px * x11 + py * y11 + pz * z11)) / 3;
  cubic[3] = qx * x11 + qy * y11 + qz * z11;
}

/** Raises limit[0] so that the filter keeps pairs that come within the separation. */
function widenSlack(): void {
  // |det| = distance to the plane (or between the lines) · |e × g|, and |e × g| is at most the largest of its
  // Bernstein coefficients e0 × g0, (e0 × g1 + e1 × g0) / 2, e1 × g1.
  let most = 0;
  for (let i = 0; i < 3; i++) {
    const e = i === 2 ? 12 : 3;
    const g = i === 0 ? 6 : 15;
    const f = i === 0 ? 3 : 12;
    const h = i === 2 ? 15 : 6;
    let square = 0;
    for (let d = 0; d < 3; d++) {
      const j = (d + 1) % 3;
      const k = (d + 2) % 3;
      const one = motion[e + j] * motion[g + k] - motion[e + k] * motion[g + j];
      const two = motion[f + j] * motion[h + k] - motion[f + k] * motion[h + j];
      square += (one + two) * (one + two);
    }
    most = Math.max(most, Math.sqrt(square) / 2);
  }
  limit[0] += limit[2] * most * (1 + 1e-14) + limit[2] * GAP_ERROR * largest[1] * largest[2];
}

/**
 * Whether the pair in `motion` may come within `separation` during the step; then out[0] is a time that is not later
 * than the first such moment. Never misses. `edges` tells edge against edge from point against triangle.
 */
function searchTime(out: Float64Array, edges: boolean, separation: number): boolean {
  for (let i = 0; i < 3; i++) {
    const at = 3 * i;
    const start = Math.max(Math.abs(motion[at]), Math.abs(motion[at + 1]), Math.abs(motion[at + 2]));
    const end = Math.max(Math.abs(motion[at + 9]), Math.abs(motion[at + 10]), Math.abs(motion[at + 11]));
    largest[i] = Math.max(start, end);
  }
  limit[0] = DETERMINANT_ERROR * largest[0] * largest[1] * largest[2] + 1e-300;
  limit[1] = GAP_ERROR * (largest[0] + largest[1] + largest[2]);
  limit[2] = separation;
  if (separation > 0) widenSlack();
  writeCubic();
  const changes = countSignChanges();
  if (changes === 0) return false;
  // With a separation, the cubic can come near 0 and turn back: then only halving proves what lies between.
  if (changes === 1 && !(separation > 0) && findRoot()) {
    if (separated(edges)) return false;
    out[0] = span[0];
    return true;
  }
  return halve(out, edges);
}

/** How often the coefficients change sign: 0 none, 1 once, 2 more often or not certain under rounding. */
function countSignChanges(): number {
  const slack = limit[0];
  let changes = 0;
  let before = 0;
  for (let i = 0; i < 4; i++) {
    const sign = cubic[i] > slack ? 1 : cubic[i] < -slack ? -1 : 0;
    if (sign === 0) return 2;
    if (before !== 0 && sign !== before) changes++;
    before = sign;
  }
  return changes > 1 ? 2 : changes;
}

/**
 * Brackets the one root of the cubic in `span`, as narrow as rounding lets it; false where it does not succeed. One
 * sign change of the coefficients means exactly one root, so certain signs at both ends of the span are a proof.
 */
function findRoot(): boolean {
  const b0 = cubic[0];
  const c1 = 3 * (cubic[1] - b0);
  const c2 = 3 * (cubic[2] - 2 * cubic[1] + b0);
  const c3 = cubic[3] - b0 + 3 * (cubic[1] - cubic[2]);
  const slack = limit[0];
  const sign = b0 > 0 ? 1 : -1;
  let low = 0;
  let high = 1;
  let t = b0 / (b0 - cubic[3]);
  let slope = 0;
  for (let i = 0; i < 12; i++) {
    const value = sign * (b0 + t * (c1 + t * (c2 + t * c3)));
    slope = sign * (c1 + t * (2 * c2 + t * 3 * c3));
    if (value > 0) low = t;
    else high = t;
    let next = t - value / slope;
    if (!(next > low && next < high)) next = (low + high) / 2;
    const shift = Math.abs(next - t);
    t = next;
    if (shift < SHORTEST_INTERVAL / 4) break;
  }
  let reach = Math.max(SHORTEST_INTERVAL / 2, (2 * slack) / Math.abs(slope));
  for (let i = 0; i < 3; i++, reach *= 8) {
    if (!(reach < 1e-7)) return false; // the cubic is flat here: halving tells more
    span[0] = Math.max(0, t - reach);
    span[1] = Math.min(1, t + reach);
    if (signAt(0) === sign && signAt(1) === -sign) return true;
  }
  return false;
}

/** The sign of the cubic at span[i]: 0 where rounding leaves it open. */
function signAt(i: number): number {
  const t = span[i];
  const s = 1 - t;
  const a = s * cubic[0] + t * cubic[1];
  const b = s * cubic[1] + t * cubic[2];
  const c = s * cubic[2] + t * cubic[3];
  const value = s * (s * a + t * b) + t * (s * b + t * c);
  return value > limit[0] ? 1 : value < -limit[0] ? -1 : 0;
}

/** The general search: halves of the step, the earlier first, until one is too short to throw away. */
function halve(out: Float64Array, edges: boolean): boolean {
  let time = 0;
  let width = 1;
  for (let looked = 0; looked < MAX_INTERVALS; looked++) {
    span[0] = time;
    span[1] = time + width;
    if (coplanar() && !separated(edges)) {
      if (width <= SHORTEST_INTERVAL) break;
      width /= 2;
      continue;
    }
    time += width;
    if (time >= 1) return false;
    while ((time / (2 * width)) % 1 === 0) width *= 2; // the next part of the step, as long as it can be
  }
  out[0] = time;
  return true;
}

/** Whether the cubic may vanish within `span`: its coefficients there do not share one certain sign. */
function coplanar(): boolean {
  const slack = limit[0];
  const s = span[0];
  const r = span[1];
  const p = 1 - s;
  const o = 1 - r;
  const s01 = p * cubic[0] + s * cubic[1];
  const s12 = p * cubic[1] + s * cubic[2];
  const s23 = p * cubic[2] + s * cubic[3];
  const r01 = o * cubic[0] + r * cubic[1];
  const r12 = o * cubic[1] + r * cubic[2];
  const r23 = o * cubic[2] + r * cubic[3];
  const c0 = p * (p * s01 + s * s12) + s * (p * s12 + s * s23);
  const c1 = p * (p * r01 + s * r12) + s * (p * r12 + s * r23);
  const rr0 = o * r01 + r * r12;
  const rr1 = o * r12 + r * r23;
  const c2 = p * rr0 + s * rr1;
  const c3 = o * rr0 + r * rr1;
  if (c0 > slack && c1 > slack && c2 > slack && c3 > slack) return false;
  return !(c0 < -slack && c1 < -slack && c2 < -slack && c3 < -slack);
}

/** Whether one axis keeps the two apart at both ends of `span`, hence, gaps being linear in time, throughout it. */
function separated(edges: boolean): boolean {
  const s = span[0];
  const r = span[1];
  const t = (s + r) / 2;
  for (let i = 0; i < 9; i++) moved[i] = (1 - t) * motion[i] + t * motion[9 + i];
  if (edges) axisOfEdges(axis, moved);
  else axisOfFace(axis, moved);
  const x = axis[0];
  const y = axis[1];
  const z = axis[2];
  const q0 = x * motion[0] + y * motion[1] + z * motion[2];
  const q1 = x * motion[9] + y * motion[10] + z * motion[11];
  const e0 = x * motion[3] + y * motion[4] + z * motion[5];
  const e1 = x * motion[12] + y * motion[13] + z * motion[14];
  const g0 = x * motion[6] + y * motion[7] + z * motion[8];
  const g1 = x * motion[15] + y * motion[16] + z * motion[17];
  gap[0] = q0;
  gap[1] = q1;
  gap[2] = q0 - e0;
  gap[3] = q1 - e1;
  gap[4] = edges ? q0 + g0 : q0 - g0;
  gap[5] = edges ? q1 + g1 : q1 - g1;
  gap[6] = edges ? q0 - e0 + g0 : q0;
  gap[7] = edges ? q1 - e1 + g1 : q1;
  let least = limit[1] * (Math.abs(x) + Math.abs(y) + Math.abs(z)) + 1e-300;
  if (limit[2] > 0) least += limit[2] * Math.sqrt(x * x + y * y + z * z) * (1 + 1e-15);
  for (let i = 0; i < 8; i += 2) {
    if (!((1 - s) * gap[i] + s * gap[i + 1] > least && (1 - r) * gap[i] + r * gap[i + 1] > least))
      return false;
  }
  return true;
}

// A moving vertex against a moving triangle: may they touch within a step, and when first?

/**
 * Whether vertex v and triangle a b c may come within `separation` of each other while every vertex goes straight
 * from `start` to `end`; then out[0] is the time, from 0 to 1. Never misses a contact, never answers with a later
 * time than the true one; a false contact came as close as about 1e-14 of the pair's size, or stayed coplanar and
 * near throughout. Allocation-free.
 */
export function sweepVertexFace(
  out: Float64Array,
  start: Float64Array,
  end: Float64Array,
  v: number,
  a: number,
  b: number,
  c: number,
  separation: number,
): boolean {
  loadDifference(0, start, end, v, a);
  loadDifference(3, start, end, b, a);
  loadDifference(6, start, end, c, a);
  return searchTime(out, false, separation);
}

// A moving edge against a moving edge: may they touch within a step, and when first?

/**
 * Whether edges a0 a1 and b0 b1 may come within `separation` of each other while every vertex goes straight from
 * `start` to `end`; then out[0] is the time, from 0 to 1. The same guarantees as sweepVertexFace. Allocation-free.
 */
export function sweepEdgeEdge(
  out: Float64Array,
  start: Float64Array,
  end: Float64Array,
  a0: number,
  a1: number,
  b0: number,
  b1: number,
  separation: number,
): boolean {
  loadDifference(0, start, end, b0, a0);
  loadDifference(3, start, end, a1, a0);
  loadDifference(6, start, end, b1, b0);
  return searchTime(out, true, separation);
}
