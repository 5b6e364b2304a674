// Stress of a body whose modes swing: its tensor at the corners of the coarse mesh, the largest tension of a tensor and
// the direction of it, which is across the crack that it opens.

import { STRESSED_SHARE } from '../constants.ts';
import type { Material } from '../material.ts';
import type { Modal } from './modal.ts';

/** Writes the stress at each corner, Pa: six numbers (xx, yy, zz, xy, yz, zx). Allocates nothing. */
export function sumStress(
  out: Float64Array,
  modal: Modal,
  swing: Float64Array,
  { young, density }: Material,
): void {
  const { stress, count, mesh } = modal;
  const size = 6 * mesh.corners;
  const unit = young / Math.sqrt(density);
  out.fill(0, 0, size);
  let k = 0;
  for (; k + 3 < count; k += 4) {
    const a = unit * swing[k];
    const b = unit * swing[k + 1];
    const c = unit * swing[k + 2];
    const d = unit * swing[k + 3];
    const from = size * k;
    for (let i = 0; i < size; i++) {
      const at = from + i;
      out[i] +=
        a * stress[at] + b * stress[at + size] + c * stress[at + 2 * size] + d * stress[at + 3 * size];
    }
  }
  for (; k < count; k++) {
    for (let i = 0; i < size; i++) out[i] += unit * swing[k] * stress[size * k + i];
  }
}

let corner = new Float64Array(0); // scratch: stress at the corners
const top = new Float64Array(1); // scratch: the largest tension at one

/**
 * Writes to out[0] the tension that decides, Pa: the mean of its eighth power over the volume, scaled so that it is about
 * what a fiftieth of the volume exceeds. So a single corner of the mesh counts for little, as a single spot does in a
 * material whose strength scatters (Weibull's measure, modulus 8). Allocates only when a larger mesh comes than before.
 */
export function measureStress(
  out: Float64Array,
  modal: Modal,
  swing: Float64Array,
  material: Material,
): void {
  const { share, mesh } = modal;
  const { corners } = mesh;
  if (corner.length < 6 * corners) corner = new Float64Array(6 * corners);
  sumStress(corner, modal, swing, material);
  let sum = 0;
  for (let i = 0; i < corners; i++) {
    principal(top, 0, corner, 6 * i);
    if (!(top[0] > 0)) continue;
    const square = top[0] * top[0];
    const fourth = square * square;
    sum += share[i] * fourth * fourth;
  }
  out[0] = Math.sqrt(Math.sqrt(Math.sqrt(sum / STRESSED_SHARE)));
}

/** Writes to out[to] the largest principal value of the tensor s[at…at + 5], good to 1e-7 of the tensor. */
export function principal(out: Float64Array, to: number, s: Float64Array, at: number): void {
  const mean = (s[at] + s[at + 1] + s[at + 2]) / 3;
  const x = s[at] - mean;
  const y = s[at + 1] - mean;
  const z = s[at + 2] - mean;
  const xy = s[at + 3];
  const yz = s[at + 4];
  const zx = s[at + 5];
  const p = Math.sqrt((x * x + y * y + z * z + 2 * (xy * xy + yz * yz + zx * zx)) / 6);
  out[to] = mean;
  if (!(p > 0)) return;
  const half = (x * (y * z - yz * yz) - xy * (xy * z - yz * zx) + zx * (xy * yz - y * zx)) / (2 * p * p * p);
  // mean + p z with z³ − 3 z = 2 h: the largest z lies between 1 and 2, and Newton's steps come down to it. The first
  // guess is right for h = −1, 0 and 1.
  const h = Math.max(-1, Math.min(1, half));
  let root = Math.sqrt(3 + h * (1.5 - 0.5 * h));
  for (let i = 0; i < 6; i++) {
    const slope = 3 * root * root - 3;
    if (slope < 1e-7) break;
    root -= (root * (root * root - 3) - 2 * h) / slope;
  }
  out[to] = mean + p * root;
}

/**
 * Writes to out[to…to + 2] the unit direction of the largest principal value `top` of the tensor s[at…], or leaves the
 * largest of the axes of a tensor that has no single one. Which way it points is of no meaning.
 */
export function direction(out: Float64Array, to: number, s: Float64Array, at: number, top: number): void {
  const x = s[at] - top;
  const y = s[at + 1] - top;
  const z = s[at + 2] - top;
  const xy = s[at + 3];
  const yz = s[at + 4];
  const zx = s[at + 5];
  // Rows of s − top: what is across two of them is the direction. Of the three pairs the best is taken.
  const a0 = xy * yz - zx * y;
  const a1 = zx * xy - x * yz;
  const a2 = x * y - xy * xy;
  const b0 = xy * z - zx * yz;
  const b1 = zx * zx - x * z;
  const b2 = x * yz - xy * zx;
  const c0 = y * z - yz * yz;
  const c1 = yz * zx - xy * z;
  const c2 = xy * yz - y * zx;
  const a = a0 * a0 + a1 * a1 + a2 * a2;
  const b = b0 * b0 + b1 * b1 + b2 * b2;
  const c = c0 * c0 + c1 * c1 + c2 * c2;
  const most = Math.max(a, b, c);
  const size = x * x + y * y + z * z + xy * xy + yz * yz + zx * zx;
  if (!(most > 1e-20 * size * size)) {
    const axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
    for (let d = 0; d < 3; d++) out[to + d] = d === axis ? 1 : 0;
    return;
  }
  const scale = 1 / Math.sqrt(most);
  out[to] = scale * (most === a ? a0 : most === b ? b0 : c0);
  out[to + 1] = scale * (most === a ? a1 : most === b ? b1 : c1);
  out[to + 2] = scale * (most === a ? a2 : most === b ? b2 : c2);
}

/**
 * Writes to out[to] how much the largest principal value `top` of the tensor s[at…] stands out from the second: 1 where
 * it pulls one way only, 0 where two are equal, so that no direction is special, or where nothing pulls.
 */
export function distinguish(out: Float64Array, to: number, s: Float64Array, at: number, top: number): void {
  out[to] = 0;
  if (!(top > 0)) return;
  // The others are the roots of z² − b z + c: their sum is the trace less `top`, their squares' sum the norm's less top².
  const b = s[at] + s[at + 1] + s[at + 2] - top;
  const norm =
    s[at] * s[at] +
    s[at + 1] * s[at + 1] +
    s[at + 2] * s[at + 2] +
    2 * (s[at + 3] * s[at + 3] + s[at + 4] * s[at + 4] + s[at + 5] * s[at + 5]);
  const apart = Math.sqrt(Math.max(0, 2 * (norm - top * top) - b * b));
  out[to] = Math.max(0, Math.min(1, (top - 0.5 * (b + apart)) / top));
}
