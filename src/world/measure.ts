// Momentum and energy of a world: what is conserved, to be watched.

import { BODY_DYNAMIC } from '../dynamics/bodies.ts';
import type { WorldState } from './state.ts';

/** Sums over all dynamic bodies, about the origin of the world. */
export interface Measures {
  /** Kg. */
  readonly mass: number;
  /** N·s. */
  readonly momentum: readonly number[];
  /** N·m·s. */
  readonly angularMomentum: readonly number[];
  /** J. */
  readonly kinetic: number;
  /** J, in the world's gravity; 0 at the origin. */
  readonly potential: number;
}

export function measureWorld({ bodies, settings }: WorldState): Measures {
  const { slots, kind, inverseMass, center, velocity, spin } = bodies;
  const momentum = [0, 0, 0];
  const angularMomentum = [0, 0, 0];
  const own = [0, 0, 0];
  let mass = 0;
  let kinetic = 0;
  let potential = 0;
  for (let row = 0; row < slots.count; row++) {
    if (slots.live[row] === 0 || kind[row] !== BODY_DYNAMIC) continue;
    const m = 1 / inverseMass[row];
    const [x, y, z] = center.subarray(3 * row, 3 * row + 3);
    const [vx, vy, vz] = velocity.subarray(3 * row, 3 * row + 3);
    spinMomentum(own, bodies.inertia, bodies.frame, spin, row);
    mass += m;
    [vx, vy, vz].forEach((v, d) => {
      momentum[d] += m * v;
      kinetic += (m * v * v + own[d] * spin[3 * row + d]) / 2;
      potential -= m * settings.gravity[d] * center[3 * row + d];
    });
    angularMomentum[0] += own[0] + m * (y * vz - z * vy);
    angularMomentum[1] += own[1] + m * (z * vx - x * vz);
    angularMomentum[2] += own[2] + m * (x * vy - y * vx);
  }
  return { mass, momentum, angularMomentum, kinetic, potential };
}

/** Writes the angular momentum of a body about its centre: its spin along the rest axes, where the inertia is known. */
function spinMomentum(
  out: number[],
  inertia: Float64Array,
  frame: Float64Array,
  spin: Float64Array,
  row: number,
): void {
  const f = 12 * row;
  const [xx, yy, zz, xy, yz, zx] = inertia.subarray(6 * row, 6 * row + 6);
  const [wx, wy, wz] = spin.subarray(3 * row, 3 * row + 3);
  const [x, y, z] = [0, 1, 2].map((d) => frame[f + d] * wx + frame[f + 3 + d] * wy + frame[f + 6 + d] * wz);
  const local = [xx * x + xy * y + zx * z, xy * x + yy * y + yz * z, zx * x + yz * y + zz * z];
  for (let d = 0; d < 3; d++) {
    const r = f + 3 * d;
    out[d] = frame[r] * local[0] + frame[r + 1] * local[1] + frame[r + 2] * local[2];
  }
}
