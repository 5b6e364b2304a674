// Mass properties of analytic shapes at a density of 1 kg/m³, in the columns of measureMass.

import { KIND_BOX, KIND_CAPSULE, KIND_CYLINDER, KIND_SPHERE } from '../../src/field/analytic.ts';

/**
 * Writes volume, centroid and inertia (xx, yy, zz, xy, yz, zx about the centroid) to out[0..9]. All are 0 for a plane,
 * which has no mass.
 */
export function measureShapeMass(out: Float64Array, kind: number, size: Float64Array): void {
  out.fill(0);
  if (kind === KIND_BOX) {
    const [x, y, z] = size;
    const volume = 8 * x * y * z;
    setMass(out, volume, (volume * (y * y + z * z)) / 3, (volume * (z * z + x * x)) / 3);
    out[6] = (volume * (x * x + y * y)) / 3;
  } else if (kind === KIND_SPHERE) {
    const ball = (4 / 3) * Math.PI * size[0] ** 3;
    setMass(out, ball, 0.4 * ball * size[0] ** 2, 0.4 * ball * size[0] ** 2);
  } else if (kind === KIND_CYLINDER || kind === KIND_CAPSULE) {
    const [h, r] = size;
    const tube = 2 * Math.PI * r * r * h;
    const ball = kind === KIND_CAPSULE ? (4 / 3) * Math.PI * r ** 3 : 0;
    // Of half a ball: its centroid is 3/8 r above its flat side, about which its inertia is that of the ball, halved.
    const across = tube * ((r * r) / 4 + (h * h) / 3) + ball * (0.4 * r * r + h * h + 0.75 * h * r);
    setMass(out, tube + ball, across, tube * 0.5 * r * r + ball * 0.4 * r * r);
  }
}

function setMass(out: Float64Array, volume: number, across: number, along: number): void {
  out[0] = volume;
  out[4] = across;
  out[5] = along;
  out[6] = across;
}
