// A giant's club: a tapered shaft with knobs around its head.

import { cos, PI, sin } from '../../math/trig.ts';
import type { TriangleMesh } from '../triangle-mesh.ts';
import { meshImplicit } from './fit.ts';
import { ball, join, limb, limbs, type Point } from './implicit.ts';
import { checkCount, checkLength, checkNames, checkTriangles } from './options.ts';

export interface ClubOptions {
  readonly length?: number; // default 0.8
  readonly knobs?: number; // around the head, in each of three rings; default 6
  readonly triangles?: number; // default 8,000
}

/** A club along the y axis, the handle's end at y = 0. */
export function createClub(options: ClubOptions = {}): TriangleMesh {
  checkNames(options, ['length', 'knobs', 'triangles']);
  const length = checkLength('length', options.length ?? 0.8);
  const knobs = checkCount('knobs', options.knobs ?? 6, 0, 12);
  const triangles = checkTriangles(options.triangles ?? 8000, 3000);
  const at = (x: number, y: number, z: number): Point => [x * length, y * length, z * length];
  const shaft = limbs(
    [at(0, 0.05, 0), at(0.006, 0.35, 0), at(0, 0.62, 0), at(0, 0.88, 0)],
    [0.035, 0.04, 0.09, 0.115].map((r) => r * length),
  );
  const pommel = ball(at(0, 0.05, 0), 0.05 * length);
  const studs = [0.62, 0.76, 0.9].flatMap((y, ring) =>
    Array.from({ length: knobs }, (_, i) => {
      const angle = (2 * PI * (i + 0.5 * (ring % 2))) / knobs;
      const [c, s] = [cos(angle), sin(angle)];
      const [inner, outer] = [0.05, 0.1 + 0.03 * (y - 0.3) + 0.02];
      return limb(
        at(inner * c, y, inner * s),
        at(outer * c, y + 0.015, outer * s),
        0.03 * length,
        0.018 * length,
      );
    }),
  );
  const solid = join(0.02 * length, shaft, pommel, ...studs);
  const area = 0.53 * length * length; // measured
  const cell = Math.min(0.012 * length, 0.75 * Math.sqrt(area / triangles));
  return meshImplicit(solid, at(-0.2, -0.05, -0.2), at(0.2, 1.05, 0.2), cell, triangles);
}
