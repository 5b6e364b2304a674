// The generalised winding number: how often a surface wraps around a point, 1 inside and 0 outside of a closed
// mesh, in between for one with holes. A far group of triangles acts as one multipole, the first three terms of
// [Barill18, sec. 3.1], so a query costs O(log n). Slow oracle: test/support/brute.ts.

import type { Hierarchy } from '../hierarchy/hierarchy.ts';
import { STACK_SIZE } from '../hierarchy/hierarchy.ts';
import { atan2 } from '../math/trig.ts';
import { checkHierarchy } from './check.ts';

/**
 * The expansion of every node. With y = x − center over the node's surface and n its normal, the three terms are the
 * polynomials ∫ n·r, ∫ (y·r)(n·r) and ∫ (y·r)²(n·r) in r = center − point. Only the harmonic part of each counts
 * (the rest is a multiple of |r|², which the derivatives of 1/|r| do not see), so only that is kept.
 */
export interface Winding {
  readonly hierarchy: Hierarchy;
  readonly center: Float64Array; // area-weighted centroid a node
  readonly radius: Float64Array; // of a ball around it that holds the node's triangles
  readonly moment: Float64Array; // 3 a node: x, y, z
  readonly bend: Float64Array; // 6 a node: xx, yy, zz, xy, yz, zx
  readonly twist: Float64Array; // 10 a node: xxx, yyy, zzz, xxy, yyz, zzx, xxz, yyx, zzy, xyz
}

// A group seen from this many radii is one multipole. No constant bounds the error for every mesh, because it grows
// with the area crumpled into a group; on the shapes and soups of test/mesh/winding it stays below 0.01 turns (a
// dipole alone, at 2.3 radii and the same cost, reached 0.044).
const FAR = 2;
const INV_2PI = 1 / (2 * Math.PI);
const INV_4PI = 1 / (4 * Math.PI);
const waiting = new Int32Array(2 * STACK_SIZE); // scratch: two children are put off a level
const normal = new Float64Array(3); // scratch: a triangle's normal, as long as its area
const arm = new Float64Array(9); // scratch: from a center to up to three points
const square = new Float64Array(6); // scratch: a quadratic form
const around = new Float64Array(3); // scratch: the near triangles' angle: a unit vector (x, y) with x ≥ 0, and half turns

/** Builds the expansions of all nodes, leaves first. */
export function buildWinding(hierarchy: Hierarchy): Winding {
  checkHierarchy('hierarchy', hierarchy);
  const { count, second, first, size, frame, box } = hierarchy;
  const center = new Float64Array(3 * count);
  const radius = new Float64Array(count);
  const moment = new Float64Array(3 * count);
  const bend = new Float64Array(6 * count);
  const twist = new Float64Array(10 * count);
  const area = new Float64Array(count);
  const sum = new Float64Array(3 * count); // area-weighted centroids, not yet divided
  const winding = { hierarchy, center, radius, moment, bend, twist };
  for (let i = count - 1; i >= 0; i--) {
    for (let s = first[i], end = s + size[i]; s < end; s++) {
      areaNormal(normal, frame, 12 * s);
      const a = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
      area[i] += a;
      for (let d = 0; d < 3; d++) sum[3 * i + d] += a * centroid(frame, 12 * s, d);
    }
    for (let k = 0; k < 2 && second[i] >= 0; k++) {
      const c = k === 0 ? i + 1 : second[i];
      area[i] += area[c];
      for (let d = 0; d < 3; d++) sum[3 * i + d] += sum[3 * c + d];
    }
    // The ball reaches to the farthest corner of the box around the centroid.
    let far = 0;
    for (let d = 0; d < 3; d++) {
      const low = box[6 * i + d];
      const high = box[6 * i + 3 + d];
      const c = area[i] > 0 ? sum[3 * i + d] / area[i] : (low + high) / 2;
      center[3 * i + d] = c;
      const reach = Math.max(c - low, high - c);
      far += reach * reach;
    }
    radius[i] = Math.sqrt(far);
    for (let s = first[i], end = s + size[i]; s < end; s++) addTriangle(winding, i, s);
    for (let k = 0; k < 2 && second[i] >= 0; k++) addChild(winding, i, k === 0 ? i + 1 : second[i]);
    keepHarmonic(bend, 6 * i, twist, 10 * i);
  }
  return winding;
}

function areaNormal(out: Float64Array, frame: Float64Array, o: number): void {
  out[0] = (frame[o + 4] * frame[o + 8] - frame[o + 5] * frame[o + 7]) / 2;
  out[1] = (frame[o + 5] * frame[o + 6] - frame[o + 3] * frame[o + 8]) / 2;
  out[2] = (frame[o + 3] * frame[o + 7] - frame[o + 4] * frame[o + 6]) / 2;
}

function centroid(frame: Float64Array, o: number, d: number): number {
  return frame[o + d] + (frame[o + 3 + d] + frame[o + 6 + d]) / 3;
}

/** Adds the triangle of a slot to node i. Over a triangle, (y·r)² is exact from the three edge midpoints. */
function addTriangle({ hierarchy, center, moment, bend, twist }: Winding, i: number, slot: number): void {
  const { frame } = hierarchy;
  const o = 12 * slot;
  areaNormal(normal, frame, o);
  for (let d = 0; d < 3; d++) {
    const a = frame[o + d] - center[3 * i + d];
    arm[d] = a + frame[o + 3 + d] / 2;
    arm[3 + d] = a + frame[o + 6 + d] / 2;
    arm[6 + d] = a + (frame[o + 3 + d] + frame[o + 6 + d]) / 2;
    moment[3 * i + d] += normal[d];
  }
  for (let k = 0; k < 9; k += 3) {
    addProduct(bend, 6 * i, arm, k, normal, 0, 1 / 3);
    square.fill(0);
    addProduct(square, 0, arm, k, arm, k, 1 / 3);
    addCubic(twist, 10 * i, square, 0, normal, 0, 1);
  }
}

/** Adds child c to node i: with y = arm + y′, (y·r)² is (y′·r)² + 2(arm·r)(y′·r) + (arm·r)². */
function addChild({ center, moment, bend, twist }: Winding, i: number, c: number): void {
  for (let d = 0; d < 3; d++) {
    arm[d] = center[3 * c + d] - center[3 * i + d];
    moment[3 * i + d] += moment[3 * c + d];
  }
  for (let k = 0; k < 6; k++) bend[6 * i + k] += bend[6 * c + k];
  for (let k = 0; k < 10; k++) twist[10 * i + k] += twist[10 * c + k];
  addProduct(bend, 6 * i, arm, 0, moment, 3 * c, 1);
  addCubic(twist, 10 * i, bend, 6 * c, arm, 0, 2);
  square.fill(0);
  addProduct(square, 0, arm, 0, arm, 0, 1);
  addCubic(twist, 10 * i, square, 0, moment, 3 * c, 1);
}

/** Adds weight · (a·r)(b·r) to a quadratic form. */
function addProduct(
  out: Float64Array,
  o: number,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  weight: number,
): void {
  for (let d = 0; d < 3; d++) {
    const e = (d + 1) % 3;
    out[o + d] += weight * a[i + d] * b[j + d];
    out[o + 3 + d] += weight * (a[i + d] * b[j + e] + a[i + e] * b[j + d]);
  }
}

/** Adds weight · q(r)(b·r) to a cubic form. */
function addCubic(
  out: Float64Array,
  o: number,
  q: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  weight: number,
): void {
  for (let d = 0; d < 3; d++) {
    const e = (d + 1) % 3;
    const f = (d + 2) % 3;
    out[o + d] += weight * q[i + d] * b[j + d]; // xxx
    out[o + 3 + d] += weight * (q[i + d] * b[j + e] + q[i + 3 + d] * b[j + d]); // xxy from xx·y and xy·x
    out[o + 6 + d] += weight * (q[i + d] * b[j + f] + q[i + 3 + f] * b[j + d]); // xxz from xx·z and zx·x
    out[o + 9] += weight * q[i + 3 + d] * b[j + f]; // xyz from xy·z
  }
}

/** Takes the multiples of |r|² off: a third of the trace, a tenth of the Laplacian. */
function keepHarmonic(bend: Float64Array, o: number, twist: Float64Array, w: number): void {
  const third = (bend[o] + bend[o + 1] + bend[o + 2]) / 3;
  for (let d = 0; d < 3; d++) {
    bend[o + d] -= third;
    arm[d] = 6 * twist[w + d] + 2 * twist[w + 6 + ((d + 1) % 3)] + 2 * twist[w + 3 + ((d + 2) % 3)];
  }
  square.fill(1, 0, 3).fill(0, 3);
  addCubic(twist, w, square, 0, arm, 0, -1 / 10);
}

/** Writes the winding number around the point p[at…] to out[0]. Allocation-free. */
export function windingNumber(out: Float64Array, winding: Winding, p: Float64Array, at: number): void {
  const { hierarchy, center, radius, moment, bend, twist } = winding;
  const { second, first, size, frame, triangle } = hierarchy;
  let total = 0; // of the far groups, in solid angle
  let depth = 0;
  around[0] = 1;
  around[1] = 0;
  around[2] = 0;
  if (triangle.length > 0) waiting[depth++] = 0;
  while (depth > 0) {
    const i = waiting[--depth];
    const x = center[3 * i] - p[at];
    const y = center[3 * i + 1] - p[at + 1];
    const z = center[3 * i + 2] - p[at + 2];
    const rr = x * x + y * y + z * z;
    if (rr > FAR * FAR * radius[i] * radius[i]) {
      const m = 3 * i;
      const b = 6 * i;
      const t = 10 * i;
      const first = moment[m] * x + moment[m + 1] * y + moment[m + 2] * z;
      const second =
        x * (bend[b] * x + bend[b + 3] * y) +
        y * (bend[b + 1] * y + bend[b + 4] * z) +
        z * (bend[b + 2] * z + bend[b + 5] * x);
      const third =
        x * x * (twist[t] * x + twist[t + 3] * y + twist[t + 6] * z) +
        y * y * (twist[t + 1] * y + twist[t + 4] * z + twist[t + 7] * x) +
        z * z * (twist[t + 2] * z + twist[t + 5] * x + twist[t + 8] * y) +
        twist[t + 9] * x * y * z;
      total += (first - (3 * second - (7.5 * third) / rr) / rr) / (rr * Math.sqrt(rr));
    } else if (size[i] === 0) {
      waiting[depth++] = i + 1;
      waiting[depth++] = second[i];
    } else {
      for (let s = first[i], end = s + size[i]; s < end; s++) addSolidAngle(frame, 12 * s, p, at);
    }
  }
  out[0] = total * INV_4PI;
  addNear(out);
}

function addNear(out: Float64Array): void {
  out[0] += around[2] / 2 + atan2(around[1], around[0]) * INV_2PI;
}

/**
 * Turns `around` by half the signed solid angle of a triangle, positive from inside [VanOosterom83]. Half the angle is
 * that of a plane vector, so angles are added by multiplying vectors and an arc tangent is taken once a query.
 */
function addSolidAngle(frame: Float64Array, o: number, p: Float64Array, at: number): void {
  const ax = frame[o] - p[at];
  const ay = frame[o + 1] - p[at + 1];
  const az = frame[o + 2] - p[at + 2];
  const bx = ax + frame[o + 3];
  const by = ay + frame[o + 4];
  const bz = az + frame[o + 5];
  const cx = ax + frame[o + 6];
  const cy = ay + frame[o + 7];
  const cz = az + frame[o + 8];
  const a = Math.sqrt(ax * ax + ay * ay + az * az);
  const b = Math.sqrt(bx * bx + by * by + bz * bz);
  const c = Math.sqrt(cx * cx + cy * cy + cz * cz);
  const det = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  const den =
    a * b * c +
    (ax * bx + ay * by + az * bz) * c +
    (bx * cx + by * cy + bz * cz) * a +
    (cx * ax + cy * ay + cz * az) * b;
  const length = Math.abs(den) + Math.abs(det);
  if (!(length > 0)) return; // seen edge on from a corner: no angle
  let half = 0; // half turns, so that both vectors keep to the right half plane and their product cannot wrap
  let u = den / length;
  let v = det / length;
  if (u < 0) {
    half = v >= 0 ? 1 : -1;
    u = -u;
    v = -v;
  }
  let x = around[0] * u - around[1] * v;
  let y = around[0] * v + around[1] * u;
  if (x < 0) {
    half += y >= 0 ? 1 : -1;
    x = -x;
    y = -y;
  }
  const scale = 1 / (Math.abs(x) + Math.abs(y));
  around[0] = x * scale;
  around[1] = y * scale;
  around[2] += half;
}
