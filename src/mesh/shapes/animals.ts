// Piggy bank and a horned dinosaur, blended from balls and limbs; x points forward, y up, z to the right.

import { InputError } from '../../job/error.ts';
import { subdivideMesh } from '../refine.ts';
import type { TriangleMesh } from '../triangle-mesh.ts';
import { meshImplicit } from './fit.ts';
import { block, cut, ellipsoid, type Implicit, join, limb, limbs, mirror } from './implicit.ts';
import { checkBelow, checkLength, checkNames, checkTriangles } from './options.ts';

export interface PiggyBankOptions {
  readonly length?: number; // from snout to tail, default 0.18
  readonly wall?: number; // default 0.05 of the length
  readonly triangles?: number; // default 9,722, as [Glondu13, table 1]
}

/**
 * A piggy bank: hollow, with a wall of even thickness and a coin slot in its back, through which the outer and
 * the inner side are one closed surface without handles. Stands on y = 0.
 */
export function createPiggyBank(options: PiggyBankOptions = {}): TriangleMesh {
  checkNames(options, ['length', 'wall', 'triangles']);
  const length = checkLength('length', options.length ?? 0.18);
  const triangles = checkTriangles(options.triangles ?? 9722, 4000);
  const wall = checkLength('wall', options.wall ?? 0.05 * length) / length;
  checkBelow('wall', wall * length, 0.07 * length, 'so that the legs stay hollow');
  const area = 3.2 * length * length; // measured, both sides
  const edge = Math.sqrt((4 * area) / (Math.sqrt(3) * triangles));
  if (wall * length < 0.65 * edge) {
    throw new InputError(
      'bad-argument',
      `wall is ${wall * length}: at ${triangles} triangles give at least ${0.65 * edge}, or more triangles`,
    );
  }
  const pig = scale(length, pigShape(wall));
  const cell = Math.min(0.4 * wall * length, 0.5 * edge);
  return meshImplicit(
    pig,
    [-0.55 * length, -0.1 * length, -0.4 * length],
    [0.6 * length, 0.8 * length, 0.4 * length],
    cell,
    triangles,
  );
}

function scale(by: number, solid: Implicit): Implicit {
  return (x, y, z) => by * solid(x / by, y / by, z / by);
}

/** The bank at a length of 1. */
function pigShape(wall: number): Implicit {
  const body = ellipsoid([-0.02, 0.4, 0], [0.4, 0.3, 0.285]);
  const head = ellipsoid([0.27, 0.46, 0], [0.2, 0.2, 0.2]);
  const snout = limb([0.38, 0.42, 0], [0.52, 0.41, 0], 0.11, 0.1);
  const legs = mirror(
    join(
      0,
      limb([0.19, 0.25, 0.135], [0.21, 0.03, 0.15], 0.1, 0.085),
      limb([-0.21, 0.25, 0.135], [-0.23, 0.03, 0.15], 0.1, 0.085),
    ),
  );
  // Level feet and a flat snout.
  const trunk = cut(
    0.02,
    cut(0.02, join(0.06, body, head, snout, legs), (_x, y) => y),
    (x) => 0.52 - x,
  );
  const ear = mirror(squeeze(limb([0.25, 0.6, 0.1], [0.25, 0.74, 0.16], 0.085, 0.04), 0.25, 2.2));
  const tail = limbs(
    [
      [-0.39, 0.46, 0],
      [-0.45, 0.49, 0.03],
      [-0.47, 0.545, 0],
      [-0.44, 0.58, -0.03],
    ],
    [0.035, 0.03, 0.028, 0.026],
  );
  const outside = join(0.03, trunk, ear, tail);
  const hollow: Implicit = (x, y, z) => trunk(x, y, z) + wall;
  const slot = block([-0.1, 0.7, 0], [0.15, 0.14, 0.024], 0.02);
  return cut(0.02, cut(0, outside, hollow), slot);
}

/** Makes a solid `by` times thinner along x about the plane x = at. */
function squeeze(solid: Implicit, at: number, by: number): Implicit {
  return (x, y, z) => solid(at + (x - at) * by, y, z) / by;
}

export interface TriceratopsOptions {
  readonly length?: number; // default 0.3, a model
  readonly triangles?: number; // default 5,660, as [Otaduy07]; 22,640 and 90,560 are its finer ones
}

/**
 * A three-horned dinosaur, solid. The sizes 22,640 and 90,560 are the default with each triangle split in four,
 * once and twice; any other even number is meshed as such. Stands on y = 0.
 */
export function createTriceratops(options: TriceratopsOptions = {}): TriangleMesh {
  checkNames(options, ['length', 'triangles']);
  const length = checkLength('length', options.length ?? 0.3);
  const triangles = checkTriangles(options.triangles ?? 5660, 3000);
  if (triangles === 22640 || triangles === 90560) {
    return subdivideMesh(createTriceratops({ length, triangles: triangles / 4 })).mesh;
  }
  const solid = scale(length, triceratopsShape());
  const area = 1.05 * length * length; // measured
  const cell = Math.min(0.014 * length, 0.75 * Math.sqrt(area / triangles));
  return meshImplicit(
    solid,
    [-0.55 * length, -0.05 * length, -0.3 * length],
    [0.55 * length, 0.65 * length, 0.3 * length],
    cell,
    triangles,
  );
}

/** The dinosaur at a length of 1. */
function triceratopsShape(): Implicit {
  const body = join(
    0.08,
    ellipsoid([-0.12, 0.27, 0], [0.2, 0.15, 0.13]),
    ellipsoid([0.03, 0.25, 0], [0.16, 0.13, 0.115]),
  );
  const tail = limbs(
    [
      [-0.18, 0.27, 0],
      [-0.36, 0.2, 0],
      [-0.49, 0.11, 0],
    ],
    [0.13, 0.06, 0.024],
  );
  const neck = limb([0.1, 0.27, 0], [0.2, 0.29, 0], 0.1, 0.09);
  const head = join(
    0.04,
    ellipsoid([0.28, 0.28, 0], [0.12, 0.09, 0.082]),
    limbs(
      [
        [0.35, 0.25, 0],
        [0.44, 0.21, 0],
        [0.47, 0.175, 0],
      ],
      [0.06, 0.038, 0.022],
    ),
  );
  // The frill: a disc that leans back behind the head.
  const frill = lean(ellipsoid([0, 0, 0], [0.034, 0.19, 0.175]), 0.17, 0.38);
  const horns = mirror(
    limbs(
      [
        [0.29, 0.34, 0.05],
        [0.36, 0.43, 0.07],
        [0.46, 0.48, 0.075],
      ],
      [0.034, 0.026, 0.014],
    ),
  );
  const nose = limb([0.42, 0.24, 0], [0.45, 0.315, 0], 0.032, 0.015);
  const legs = mirror(
    join(
      0.02,
      limbs(
        [
          [0.08, 0.2, 0.08],
          [0.085, 0.1, 0.105],
          [0.095, 0.02, 0.105],
        ],
        [0.07, 0.05, 0.048],
      ),
      limbs(
        [
          [-0.2, 0.23, 0.075],
          [-0.185, 0.11, 0.1],
          [-0.205, 0.02, 0.1],
        ],
        [0.1, 0.058, 0.054],
      ),
    ),
  );
  const flesh = join(0.05, body, tail, neck, legs);
  const skull = join(0.02, join(0.03, head, frill), horns, nose);
  return flatten(join(0.035, flesh, skull));
}

/** Turns a solid back about z by a slope of 1 : 2 and moves it to (x, y). */
function lean(solid: Implicit, cx: number, cy: number): Implicit {
  const size = Math.sqrt(1.25);
  const [c, s] = [1 / size, 0.5 / size];
  return (x, y, z) => solid(c * (x - cx) + s * (y - cy), -s * (x - cx) + c * (y - cy), z);
}

/** Cuts the feet level at y = 0. */
function flatten(solid: Implicit): Implicit {
  return cut(0.012, solid, (_x, y) => y);
}
