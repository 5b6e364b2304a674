// One question to every collider: where does a ray meet it? As measure.ts asks for distances. A ray is seven numbers:
// origin xyz, direction xyz of any length, and how far it goes, in direction lengths.

import { castShape } from '../field/analytic-cast.ts';
import { castFragment } from '../fragment/cast.ts';
import type { Collider } from './collider.ts';

/** How many numbers a ray has: origin xyz, direction xyz, and how far it goes, in direction lengths. */
export const RAY_SIZE = 7;

/**
 * Writes to out[0] where `ray`, in the frame of the collider (see localRay), first meets its fragment `label`, in
 * direction lengths, and to out[1..3] the unit outward normal there; false if it does not within ray[6]. A ray that
 * begins inside meets it at 0, and the normal is the way back. Triangles of ground count from their front alone. Exact
 * up to rounding; a ray that only touches may or may not count. Allocates only to grow.
 */
export function castCollider(
  out: Float64Array,
  collider: Collider,
  label: number,
  ray: Float64Array,
): boolean {
  const { field, terrain } = collider;
  if (terrain !== null) return terrain.answers.cast(out, terrain, ray);
  if (field === null) return castShape(out, collider.kind, collider.size, ray);
  return castFragment(out, field, label, ray);
}

/** Writes a ray of the world as seen in a frame; distances along it stay what they are. `out` may be the ray itself. */
export function localRay(out: Float64Array, frame: Float64Array, ray: Float64Array): void {
  const x = ray[0] - frame[9];
  const y = ray[1] - frame[10];
  const z = ray[2] - frame[11];
  const dx = ray[3];
  const dy = ray[4];
  const dz = ray[5];
  for (let d = 0; d < 3; d++) {
    out[d] = frame[d] * x + frame[3 + d] * y + frame[6 + d] * z;
    out[3 + d] = frame[d] * dx + frame[3 + d] * dy + frame[6 + d] * dz;
  }
  out[6] = ray[6];
}
