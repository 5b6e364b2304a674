// How large and how heavy a collider is: its box at rest, for broad phases, and the mass of shapes.

import { boxOfShape, KIND_BOX, KIND_CAPSULE, KIND_CYLINDER, KIND_SPHERE } from '../field/analytic.ts';
import { checkFragment } from '../fragment/family.ts';
import { InputError } from '../job/error.ts';
import type { Collider } from './collider.ts';

/**
 * Writes the box of fragment `label` of a collider in its rest frame, min xyz then max xyz, to out[0..5]: holds the
 * whole fragment. A plane's is infinite but for its top at y = 0; that of
 * heights, which have no bottom, ends as far below their lowest as they are wide. Allocation-free.
 */
export function boxOfCollider(out: Float64Array, collider: Collider, label: number): void {
  const { field, terrain } = collider;
  if (terrain !== null) {
    for (let d = 0; d < 6; d++) out[d] = terrain.box[d];
    return;
  }
  if (field === null) {
    boxOfShape(out, collider.kind, collider.size);
    return;
  }
  checkFragment(field.family, label);
  for (let d = 0; d < 6; d++) out[d] = field.box[6 * label + d];
}

/**
 * Writes the mass properties of a box, sphere, capsule or cylinder at a density of 1 kg/m³ to out[0..9], in the order
 * of measureMass: volume, centroid xyz, inertia xx, yy, zz, xy, yz, zx about the centroid. Throws 'bad-argument' for
 * what has no mass of its own. Exact up to rounding; allocation-free.
 */
export function measureShapeMass(out: Float64Array, collider: Collider): void {
  const { kind, size } = collider;
  out.fill(0, 0, 10);
  // Inertia as so much for each unit of volume first.
  if (kind === KIND_BOX) {
    const xx = size[0] * size[0];
    const yy = size[1] * size[1];
    const zz = size[2] * size[2];
    out[0] = 8 * size[0] * size[1] * size[2];
    out[4] = (yy + zz) / 3;
    out[5] = (zz + xx) / 3;
    out[6] = (xx + yy) / 3;
  } else if (kind === KIND_SPHERE) {
    out[0] = (4 / 3) * Math.PI * size[0] * size[0] * size[0];
    out[4] = out[5] = out[6] = (2 / 5) * size[0] * size[0];
  } else if (kind === KIND_CYLINDER) {
    const rr = size[1] * size[1];
    out[0] = 2 * Math.PI * rr * size[0];
    out[4] = out[6] = rr / 4 + (size[0] * size[0]) / 3;
    out[5] = rr / 2;
  } else if (kind === KIND_CAPSULE) {
    measureCapsule(out, size);
    return;
  } else {
    throw new InputError(
      'bad-argument',
      'this collider has no mass of its own: give a box, sphere, capsule or cylinder, or use measureMass for solids',
    );
  }
  for (let d = 4; d < 7; d++) out[d] *= out[0];
}

/** A cylinder between the centres of the caps, and a ball whose halves are apart by its height. */
function measureCapsule(out: Float64Array, size: Float64Array): void {
  const h = size[0];
  const r = size[1];
  const rr = r * r;
  const tube = 2 * Math.PI * rr * h;
  const ball = (4 / 3) * Math.PI * rr * r;
  // The centroid of half a ball is 3r/8 from its flat side: ∫y² over both caps is ball · (r²/5 + h² + 2h · 3r/8).
  const across = tube * (rr / 4 + (h * h) / 3) + ball * ((2 / 5) * rr + h * h + (3 / 4) * h * r);
  out[0] = tube + ball;
  out[4] = across;
  out[5] = (tube * rr) / 2 + ball * (2 / 5) * rr;
  out[6] = across;
}
