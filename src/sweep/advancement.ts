// Moving spheres against any collider, by what measureCollider proves: how far step the way is free.

import { castCollider } from '../contact/cast.ts';
import type { Collider } from '../contact/collider.ts';
import { measureCollider } from '../contact/measure.ts';
import { CLEAR, NEAR } from '../field/answer.ts';
import { enterFaces, mayEnter } from '../fragment/face-tree-sweep.ts';
import { MAX_HALVINGS, MAX_QUERIES } from './constants.ts';

const low = new Float64Array(2 * MAX_HALVINGS); // scratch: parts of the way yet to be looked at, the first on top
const high = new Float64Array(2 * MAX_HALVINGS);
const p = new Float64Array(3); // scratch: a point of the way
const reach = new Float64Array(2); // scratch: near and far of a question
const value = new Float64Array(4); // scratch: an answer

/**
 * Whether nothing of a swept sphere (see mayEnter) gets into a fragment. True is proven, if none of it is deeper there
 * than swept[8] when it begins. Allocates only for new fragments.
 */
export function clearsWay(F: Collider, label: number, swept: Float64Array): boolean {
  return F.field === null ? clearsSegment(F, label, swept) : !mayEnter(F.field, label, swept);
}

/** As castCollider, but a ray that begins inside of a solid, further in than ray[7], need not see that it does. */
export function enterCollider(out: Float64Array, F: Collider, label: number, ray: Float64Array): boolean {
  return F.field === null ? castCollider(out, F, label, ray) : enterFaces(out, F.field, label, ray);
}

/**
 * Whether no part of a fragment is within segment[6] of any point of the way from segment[0..2] to segment[3..5]. True is
 * proven: every point is within half a part's length of the middle of a part that was found to be clear by that much
 * more. Allocation-free.
 */
export function clearsSegment(F: Collider, label: number, segment: Float64Array): boolean {
  const radius = segment[6];
  const dx = segment[3] - segment[0];
  const dy = segment[4] - segment[1];
  const dz = segment[5] - segment[2];
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  low[0] = 0;
  high[0] = 1;
  for (let size = 1; size > 0; ) {
    size--;
    const from = low[size];
    const to = high[size];
    const middle = 0.5 * (from + to);
    const half = 0.5 * (to - from) * length;
    p[0] = segment[0] + middle * dx;
    p[1] = segment[1] + middle * dy;
    p[2] = segment[2] + middle * dz;
    reach[0] = 0;
    reach[1] = radius + half;
    const answer = measureCollider(value, F, label, p, 0, reach, false);
    if (answer === CLEAR || (answer !== NEAR && value[0] > reach[1])) continue;
    if (answer === NEAR || !(half > 0.5 * radius) || size + 2 > low.length) return false;
    low[size] = middle;
    high[size++] = to;
    low[size] = from;
    high[size++] = middle;
  }
  return true;
}

/**
 * Writes to out[0] a time at which a sphere of radius segment[6], its centre on the segment, has come close to a fragment
 * but not yet within `slop`, and before which it never has: 0 if it begins closer; false if it never comes that close. It
 * goes on by what is proven to be clear, and by `slop` where only that is known. Allocation-free.
 */
export function advanceSphere(
  out: Float64Array,
  F: Collider,
  label: number,
  segment: Float64Array,
  options: { readonly slop: number },
): boolean {
  const { slop } = options;
  const dx = segment[3] - segment[0];
  const dy = segment[4] - segment[1];
  const dz = segment[5] - segment[2];
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  let gone = 0; // metres
  let step = length;
  reach[0] = segment[6] + slop;
  for (let k = 0; gone < length; k++) {
    const t = gone / length;
    p[0] = segment[0] + t * dx;
    p[1] = segment[1] + t * dy;
    p[2] = segment[2] + t * dz;
    reach[1] = reach[0] + step;
    const answer = measureCollider(value, F, label, p, 0, reach, false);
    if (answer === NEAR || k === MAX_QUERIES) {
      out[0] = Math.max(0, gone - slop) / length; // up to there it was proven to be `slop` away
      return true;
    }
    if (answer === CLEAR) {
      gone += step + slop;
      step *= 2;
    } else {
      const free = value[0] - reach[0]; // proven as well
      gone += Math.max(free, 0) + slop;
      step = free > 0 ? 2 * free : Math.max(step / 4, slop);
    }
  }
  return false;
}
