// Rays against a shape, by steps that are proven to be clear of it. Where nothing is proven steps are small, and where a
// step changes sides the place is bisected.

import { measureCollider } from '../../src/contact/index.ts';
import { CLEAR, NEAR } from '../../src/field/index.ts';
import type { FracasShape } from './shape.ts';

const STEP = 0.001; // radii of the collider: pieces of a solid that are thinner may be missed by a ray
const FINE = 1e-7; // of a ray's length: the least step where distances are exact
const ROUNDS = 4096; // at most, for rays that graze
const HALVINGS = 24; // of a step at the surface

const at = new Float64Array(3); // scratch: a place on the ray
const found = new Float64Array(4); // scratch: distance and normal there
const reach = new Float64Array(2); // scratch: near and far
const stride = new Float64Array(3); // scratch: length of the ray, this step, last step
const limits = new Float64Array(2); // scratch: where the ray enters and leaves the box

/**
 * Follows the ray from o along the unit vector w for span[0], in the rest frame. True if it hits, with the distance in
 * span[0]: at 0 where it starts inside and `solid`, else where it goes in or, with `back`, comes out.
 */
export function marchRay(
  span: Float64Array,
  shape: FracasShape,
  o: Float64Array,
  w: Float64Array,
  solid: boolean,
  back: boolean,
): boolean {
  if (!clipRay(shape, o, w, span[0])) return false;
  let t = limits[0];
  let before = isInside(shape, o, w, t);
  if (before && (solid || t > 0)) {
    span[0] = t; // it starts inside, or goes in where it enters the box
    return true;
  }
  const exact = shape.collider.field === null;
  stride[0] = span[0];
  stride[2] = 0;
  for (let round = 0; round < ROUNDS && t < limits[1]; round++) {
    for (let d = 0; d < 3; d++) at[d] = o[d] + t * w[d];
    if (exact) stepExact(shape);
    else stepClear(shape);
    const next = Math.min(limits[1], t + stride[1]);
    const after = isInside(shape, o, w, next);
    if (after !== before && (after || back)) {
      span[0] = bisect(shape, o, w, t, next, after);
      return true;
    }
    before = after;
    t = next;
  }
  return false;
}

/** Writes to stride[1] how far to go from `at`, where the distance is exact: as far as that is. */
function stepExact({ collider }: FracasShape): void {
  reach[0] = reach[1] = 0;
  measureCollider(found, collider, 0, at, 0, reach, true);
  stride[1] = Math.max(Math.abs(found[0]), FINE * stride[0]);
}

/**
 * The same for a fragment: as far as it is proven to be clear, or half as deep as it is. Asks for shorter and shorter
 * ways until one is proven, or short enough; stride[2] is where to begin the next time.
 */
function stepClear({ collider, label }: FracasShape): void {
  const least = STEP * collider.radius;
  let step = stride[2] > 0 ? Math.min(collider.radius, 2 * stride[2]) : collider.radius / 8;
  for (; ; step = Math.max(least, step / 2)) {
    reach[0] = reach[1] = step;
    const answer = measureCollider(found, collider, label, at, 0, reach, true);
    if (answer === NEAR && found[0] < 0) step = Math.max(least, -found[0] / 2);
    else if (answer !== CLEAR && step > least) continue;
    break;
  }
  stride[1] = stride[2] = step;
}

function isInside(shape: FracasShape, o: Float64Array, w: Float64Array, t: number): boolean {
  for (let d = 0; d < 3; d++) at[d] = o[d] + t * w[d];
  reach[0] = reach[1] = 0;
  return measureCollider(found, shape.collider, shape.label, at, 0, reach, true) === NEAR;
}

/** The place between t0 and t1 where the ray changes sides; `after` says which side t1 is on. */
function bisect(
  shape: FracasShape,
  o: Float64Array,
  w: Float64Array,
  t0: number,
  t1: number,
  after: boolean,
): number {
  for (let k = 0; k < HALVINGS; k++) {
    const middle = (t0 + t1) / 2;
    if (isInside(shape, o, w, middle) === after) t1 = middle;
    else t0 = middle;
  }
  return t1;
}

/** Writes where the ray is within the box of a shape to the limits; false if nowhere. */
function clipRay({ aabb }: FracasShape, o: Float64Array, w: Float64Array, length: number): boolean {
  let enter = 0;
  let leave = length;
  for (let d = 0; d < 3; d++) {
    if (w[d] === 0) {
      if (o[d] < aabb[d] || o[d] > aabb[3 + d]) return false;
      continue;
    }
    const t0 = (aabb[d] - o[d]) / w[d];
    const t1 = (aabb[3 + d] - o[d]) / w[d];
    enter = Math.max(enter, Math.min(t0, t1));
    leave = Math.min(leave, Math.max(t0, t1));
  }
  limits[0] = enter;
  limits[1] = leave;
  return enter <= leave;
}
