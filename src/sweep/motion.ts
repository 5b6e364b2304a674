// How a body moves over a step: a point of it, most often its centre of mass, in a straight line at constant speed, and
// the body about that point at constant spin. Every point of one body as seen from another then runs along a curve;
// chords of it are what sweeps test, and here stands how far they are from it.

import { createFrame, movePoint } from '../math/rigid.ts';
import { atan2, sin } from '../math/trig.ts';

/** Time runs from 0 to 1 over the step. Made by createMotion alone. */
export interface Motion {
  readonly center: Float64Array; // where the point that moves straight begins, in the world
  readonly shift: Float64Array; // how far it goes
  readonly frame: Float64Array; // of the body at the beginning; its place follows from `center` and `local`
  readonly spin: Float64Array; // rotation vector of the whole step: axis times angle, of any size
  readonly local: Float64Array; // that point in the body's own frame
}

/** A body at rest at the origin. */
export function createMotion(): Motion {
  return {
    center: new Float64Array(3),
    shift: new Float64Array(3),
    frame: createFrame(),
    spin: new Float64Array(3),
    local: new Float64Array(3),
  };
}

/**
 * Sets the motion between two frames of twelve numbers each: the point local[at…] of the body goes straight, and the
 * body turns the shorter way. Faster spins than half a turn a step are for whoever sets `spin` himself.
 */
export function setMotion(
  out: Motion,
  frame0: Float64Array,
  frame1: Float64Array,
  local: Float64Array,
  at: number,
): void {
  for (let d = 0; d < 3; d++) out.local[d] = local[at + d];
  for (let d = 0; d < 12; d++) out.frame[d] = frame0[d];
  movePoint(out.center, 0, frame0, local, at);
  movePoint(out.shift, 0, frame1, local, at);
  for (let d = 0; d < 3; d++) out.shift[d] -= out.center[d];
  turnBetween(out.spin, frame0, frame1);
}

const turn = new Float64Array(9); // scratch: a rotation by rows

/** Writes the rotation vector of R₁R₀ᵀ. */
function turnBetween(out: Float64Array, frame0: Float64Array, frame1: Float64Array): void {
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      turn[3 * i + j] =
        frame1[3 * i] * frame0[3 * j] +
        frame1[3 * i + 1] * frame0[3 * j + 1] +
        frame1[3 * i + 2] * frame0[3 * j + 2];
    }
  }
  // As a quaternion, by the largest of its four numbers, so that nothing is divided by what is nearly 0.
  const t = turn;
  let w: number;
  if (t[0] + t[4] + t[8] > 0) {
    w = 1 + t[0] + t[4] + t[8];
    out[0] = t[7] - t[5];
    out[1] = t[2] - t[6];
    out[2] = t[3] - t[1];
  } else if (t[0] > t[4] && t[0] > t[8]) {
    w = t[7] - t[5];
    out[0] = 1 + t[0] - t[4] - t[8];
    out[1] = t[1] + t[3];
    out[2] = t[2] + t[6];
  } else if (t[4] > t[8]) {
    w = t[2] - t[6];
    out[0] = t[1] + t[3];
    out[1] = 1 + t[4] - t[0] - t[8];
    out[2] = t[5] + t[7];
  } else {
    w = t[3] - t[1];
    out[0] = t[2] + t[6];
    out[1] = t[5] + t[7];
    out[2] = 1 + t[8] - t[0] - t[4];
  }
  const length = Math.sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
  const angle = 2 * atan2(length, Math.abs(w));
  const scale = length > 0 ? (w < 0 ? -angle : angle) / length : 0;
  for (let d = 0; d < 3; d++) out[d] *= scale;
}

/** Makes `out` the part of a motion from times[0] to times[1]. */
export function cutMotion(out: Motion, motion: Motion, times: Float64Array): void {
  const part = times[1] - times[0];
  frameAt(out.frame, motion, times, 0);
  for (let d = 0; d < 3; d++) {
    out.center[d] = motion.center[d] + times[0] * motion.shift[d];
    out.shift[d] = part * motion.shift[d];
    out.spin[d] = part * motion.spin[d];
    out.local[d] = motion.local[d];
  }
}

/** Writes the body's frame at times[at]. */
export function frameAt(out: Float64Array, motion: Motion, times: Float64Array, at: number): void {
  const { center, shift, frame, spin, local } = motion;
  const time = times[at];
  const size = Math.sqrt(spin[0] * spin[0] + spin[1] * spin[1] + spin[2] * spin[2]);
  const s = size > 0 ? sin(size * time) / size : 0;
  const half = size > 0 ? sin(0.5 * size * time) / size : 0;
  const c = 2 * half * half; // (1 − cos) / size²
  const x = spin[0];
  const y = spin[1];
  const z = spin[2];
  turn[0] = 1 - c * (y * y + z * z);
  turn[1] = c * x * y - s * z;
  turn[2] = c * x * z + s * y;
  turn[3] = c * x * y + s * z;
  turn[4] = 1 - c * (x * x + z * z);
  turn[5] = c * y * z - s * x;
  turn[6] = c * x * z - s * y;
  turn[7] = c * y * z + s * x;
  turn[8] = 1 - c * (x * x + y * y);
  for (let i = 0; i < 3; i++) {
    let place = center[i] + time * shift[i];
    for (let j = 0; j < 3; j++) {
      const entry = turn[3 * i] * frame[j] + turn[3 * i + 1] * frame[3 + j] + turn[3 * i + 2] * frame[6 + j];
      out[3 * i + j] = entry;
      place -= entry * local[j];
    }
    out[9 + i] = place;
  }
}

/**
 * Writes to out[0] how far, at most, the chord of a whole step is from the path of any point within reach[0] of A's
 * `local`, as seen from B; a chord of a part h of the step is h² times as far.
 *
 * A path r with |r″| ≤ K is within K/8 of its chord over unit time. With x the place of the point relative to B's
 * centre, r = Rᵀx, so |r″| ≤ |x″| + 2ω_B|x′| + ω_B²|x|; and x″ = ω_A × (ω_A × arm), |x′| ≤ |v| + ω_A|arm|.
 */
export function boundChord(out: Float64Array, a: Motion, b: Motion, reach: Float64Array): void {
  const arm = reach[0];
  const spinA = sizeOf(a.spin);
  const spinB = sizeOf(b.spin);
  let speed = 0;
  let begin = 0;
  let end = 0;
  for (let d = 0; d < 3; d++) {
    const v = a.shift[d] - b.shift[d];
    const apart = a.center[d] - b.center[d];
    speed += v * v;
    begin += apart * apart;
    end += (apart + v) * (apart + v);
  }
  const far = Math.sqrt(Math.max(begin, end)) + arm; // a distance along a line is largest at an end
  out[0] = (spinA * spinA * arm + 2 * spinB * (Math.sqrt(speed) + spinA * arm) + spinB * spinB * far) / 8;
}

function sizeOf(v: Float64Array): number {
  return Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}
