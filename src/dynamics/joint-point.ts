// Two anchors held together: three equations, solved as one block. The part that fixed joints, balls, hinges and drags
// share.

import { invertTensor } from '../math/tensor.ts';
import {
  ARM_A,
  ARM_B,
  clampVector,
  ERROR,
  ease,
  IMPULSE,
  LEFT,
  MASS,
  moving,
  pushPoint,
} from './joint-work.ts';
import { EASE_SIZE } from './motion.ts';

const impulse = new Float64Array(3); // scratch: what is added

/** The mass that the anchors have against each other, as the arms are now. */
export function weighPoint(work: Float64Array, o: number): void {
  const m = o + MASS;
  work.fill(0, m, m + 6);
  for (let side = 0; side < 2; side++) {
    const e = EASE_SIZE * side;
    const r = o + (side === 0 ? ARM_A : ARM_B);
    const x = work[r];
    const y = work[r + 1];
    const z = work[r + 2];
    const xx = ease[e + 1];
    const yy = ease[e + 2];
    const zz = ease[e + 3];
    const xy = ease[e + 4];
    const yz = ease[e + 5];
    const zx = ease[e + 6];
    // 1/m − [r] I⁻¹ [r], with [r] the matrix of the cross product
    work[m] += ease[e] + zz * y * y - 2 * yz * y * z + yy * z * z;
    work[m + 1] += ease[e] + xx * z * z - 2 * zx * x * z + zz * x * x;
    work[m + 2] += ease[e] + yy * x * x - 2 * xy * x * y + xx * y * y;
    work[m + 3] += yz * x * z + zx * y * z - zz * x * y - xy * z * z;
    work[m + 4] += zx * x * y + xy * x * z - xx * y * z - yz * x * x;
    work[m + 5] += xy * y * z + yz * x * y - yy * x * z - zx * y * y;
  }
  invertTensor(work, m, work, m);
}

/** Brings the anchors to the same velocity, or together, as the softness at soft[at…] says. */
export function solvePoint(work: Float64Array, o: number, soft: Float64Array, at: number): void {
  const a = o + ARM_A;
  const b = o + ARM_B;
  const c = o + ERROR;
  const m = o + MASS;
  const p = o + IMPULSE;
  const rate = soft[at];
  const share = soft[at + 1];
  const release = soft[at + 2];
  const v = moving;
  const x =
    v[0] -
    v[6] +
    v[4] * work[a + 2] -
    v[5] * work[a + 1] -
    v[10] * work[b + 2] +
    v[11] * work[b + 1] +
    rate * work[c];
  const y =
    v[1] -
    v[7] +
    v[5] * work[a] -
    v[3] * work[a + 2] -
    v[11] * work[b] +
    v[9] * work[b + 2] +
    rate * work[c + 1];
  const z =
    v[2] -
    v[8] +
    v[3] * work[a + 1] -
    v[4] * work[a] -
    v[9] * work[b + 1] +
    v[10] * work[b] +
    rate * work[c + 2];
  impulse[0] = work[p];
  impulse[1] = work[p + 1];
  impulse[2] = work[p + 2];
  work[p] -= share * (work[m] * x + work[m + 3] * y + work[m + 5] * z) + release * work[p];
  work[p + 1] -= share * (work[m + 3] * x + work[m + 1] * y + work[m + 4] * z) + release * work[p + 1];
  work[p + 2] -= share * (work[m + 5] * x + work[m + 4] * y + work[m + 2] * z) + release * work[p + 2];
  clampVector(work, p, work, o + LEFT);
  impulse[0] = work[p] - impulse[0];
  impulse[1] = work[p + 1] - impulse[1];
  impulse[2] = work[p + 2] - impulse[2];
  pushPoint(work, o, impulse, 0);
}
