// Rolling resistance: bodies that press on each other and hardly turn against each other do so less and less. Without it
// what is round, or balances on a rim, rocks for ever; what rolls is left alone. A torque against the relative spin, no more than a share of the lever that the
// smaller body has on what presses it, and no more than slows the turning to a creep: it only takes energy away. What
// creeps is left to contacts and sleep: held back once a step, it would fall a little in each.

import type { Bodies } from './bodies.ts';
import { ROLLING_ROCKING, ROLLING_SLOW } from './constants.ts';
import type { ContactRows } from './contact-rows.ts';

const way = new Float64Array(3); // scratch: direction of the relative spin
const turnedA = new Float64Array(3); // scratch: how an impulse about it turns A
const turnedB = new Float64Array(3); // and B
const local = new Float64Array(3); // scratch: the direction along the rest axes of a body
const push = new Float64Array(1); // scratch: the impulse that presses a pair together

/**
 * Slows the spin of bodies in contact that hardly turn against each other, by `share` (the coefficient of rolling
 * resistance) at most, for the impulses that contacts had over the step. Rows of a pair are next to each other. Keeps
 * momentum. Allocation-free.
 */
export function resistRolling(bodies: Bodies, contacts: ContactRows, share: number): void {
  const { bodyA, bodyB, count, total } = contacts;
  for (let i = 0; i < count; ) {
    const a = bodyA[i];
    const b = bodyB[i];
    push[0] = 0;
    for (; i < count && bodyA[i] === a && bodyB[i] === b; i++) push[0] += total[4 * i];
    if (push[0] > 0) slowPair(bodies, a, b, share);
  }
}

function slowPair(bodies: Bodies, a: number, b: number, share: number): void {
  const { spin, radius } = bodies;
  let square = 0;
  for (let d = 0; d < 3; d++) {
    way[d] = spin[3 * a + d] - spin[3 * b + d];
    square += way[d] * way[d];
  }
  if (!(square > 0)) return;
  const speed = Math.sqrt(square);
  const lever = Math.min(radius[a], radius[b]);
  const slip = speed * lever - ROLLING_SLOW;
  if (!(slip > 0) || speed * lever > ROLLING_ROCKING) return;
  for (let d = 0; d < 3; d++) way[d] /= speed;
  respond(turnedA, bodies, a);
  respond(turnedB, bodies, b);
  let ease = 0; // how easily the pair turns about it
  for (let d = 0; d < 3; d++) ease += way[d] * (turnedA[d] + turnedB[d]);
  if (!(ease > 0)) return;
  const resisted = share * (1 - (speed * lever) / ROLLING_ROCKING);
  const impulse = Math.min(resisted * lever * push[0], slip / (lever * ease));
  for (let d = 0; d < 3; d++) {
    spin[3 * a + d] -= impulse * turnedA[d];
    spin[3 * b + d] += impulse * turnedB[d];
  }
}

/** Writes the spin that a unit of angular impulse about `way` gives a body. */
function respond(out: Float64Array, { awake, frame, inverseInertia }: Bodies, row: number): void {
  if (awake[row] === 0) {
    out.fill(0);
    return;
  }
  const f = 12 * row;
  const o = 6 * row;
  for (let d = 0; d < 3; d++) {
    local[d] = frame[f + d] * way[0] + frame[f + 3 + d] * way[1] + frame[f + 6 + d] * way[2];
  }
  const x = local[0];
  const y = local[1];
  const z = local[2];
  local[0] = inverseInertia[o] * x + inverseInertia[o + 3] * y + inverseInertia[o + 5] * z;
  local[1] = inverseInertia[o + 3] * x + inverseInertia[o + 1] * y + inverseInertia[o + 4] * z;
  local[2] = inverseInertia[o + 5] * x + inverseInertia[o + 4] * y + inverseInertia[o + 2] * z;
  for (let d = 0; d < 3; d++) {
    const r = f + 3 * d;
    out[d] = frame[r] * local[0] + frame[r + 1] * local[1] + frame[r + 2] * local[2];
  }
}
