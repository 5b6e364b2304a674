// A fragment, or an analytic shape, as crashcat sees it: its box, mass and centre in the rest frame, which is the frame
// of the body. crashcat knows bodies by their shapes alone, so what two bodies remember of each other hangs here.

import { type MassProperties, massProperties, type ShapeType } from 'crashcat';
import { boxOfCollider, type Collider, measureShapeMass, type PairState } from '../../src/contact/index.ts';
import { KIND_PLANE } from '../../src/field/analytic.ts';
import { createFragmentMesh, extractShape, MASS_SIZE, measureMass } from '../../src/fragment/index.ts';
import { InputError } from '../../src/index.ts';
import { checkRecord } from '../../src/job/check.ts';

/** One of crashcat's places for shapes of others. */
export type UserType =
  | ShapeType.USER_1
  | ShapeType.USER_2
  | ShapeType.USER_3
  | ShapeType.USER_4
  | ShapeType.USER_5
  | ShapeType.USER_6
  | ShapeType.USER_7
  | ShapeType.USER_8
  | ShapeType.USER_9
  | ShapeType.USER_10;

declare module 'crashcat' {
  interface ShapeTypeRegistry {
    fracas: FracasShape;
  }
}

/** A shape of one body: never give it to two. Made by createFracasShape alone. */
export interface FracasShape {
  readonly type: UserType;
  readonly aabb: [number, number, number, number, number, number];
  readonly centerOfMass: [number, number, number];
  readonly volume: number;
  readonly collider: Collider;
  readonly label: number; // its fragment; 0 for a shape
  readonly density: number; // kg/m³
  readonly mass: MassProperties; // 0 for a plane
  readonly serial: number; // of two shapes the older one is the first in a query
  readonly pairs: WeakMap<object, PairState>; // by younger shape: goes when that one goes
  inner: number; // radius of a ball that fits inside; −1 until somebody asks
}

export interface FracasShapeOptions {
  readonly density?: number; // kg/m³; default 1000
}

const FAR = 1000; // metres: half of the box of a plane, as crashcat has it for its own

const mesh = createFragmentMesh(); // scratch: the surface of the fragment at hand
const measured = new Float64Array(MASS_SIZE); // scratch: its mass properties at a density of 1
const box = new Float64Array(6); // scratch: the box of a shape
const place = { type: -1, shapes: 0 }; // where registerFracas put us, and how many shapes were made

/** Says under which type shapes are made from now on. */
export function setUserType(type: UserType): void {
  place.type = type;
}

/**
 * The shape of one fragment of a collider, in the collider's rest frame: give it to one body. After a break the shapes
 * of the fragment that broke are out of date: make new ones, or let breakFracasBody do it.
 */
export function createFracasShape(
  collider: Collider,
  label = 0,
  options: FracasShapeOptions = {},
): FracasShape {
  checkRecord('collider', collider, ['kind', 'size', 'field'], 'what createCollider or createShape made');
  checkRecord('options', options, [], 'an object such as { density: 1000 }');
  const { density = 1000 } = options;
  if (place.type < 0) {
    throw new InputError(
      'bad-argument',
      'crashcat does not know fracas shapes yet: call registerFracas() first',
    );
  }
  if (!(density > 0 && density < Infinity)) {
    throw new InputError('bad-argument', `density is ${density}: give kilograms per cubic metre`);
  }
  measure(collider, label);
  const mass = massProperties.create();
  mass.mass = density * measured[0];
  const [xx, yy, zz, xy, yz, zx] = measured.subarray(4, 10).map((x) => density * x);
  mass.inertia = [xx, xy, zx, 0, xy, yy, yz, 0, zx, yz, zz, 0, 0, 0, 0, 1];
  return {
    type: place.type as UserType,
    aabb: [box[0], box[1], box[2], box[3], box[4], box[5]],
    centerOfMass: [measured[1], measured[2], measured[3]],
    volume: measured[0],
    collider,
    label,
    density,
    mass,
    serial: place.shapes++,
    pairs: new WeakMap(),
    inner: -1,
  };
}

/** Writes mass properties and box of a fragment or shape to the scratch. */
function measure(collider: Collider, label: number): void {
  const { field, kind } = collider;
  if (field === null && label !== 0) {
    throw new InputError(
      'bad-argument',
      `label is ${label}, but the collider is a shape: its only fragment is 0`,
    );
  }
  boxOfCollider(box, collider, label);
  for (let k = 0; k < 6; k++) box[k] = Math.max(-FAR, Math.min(FAR, box[k]));
  if (field !== null) {
    extractShape(mesh, field.family, label);
    measureMass(measured, 0, mesh);
  } else if (kind === KIND_PLANE) measured.fill(0);
  else measureShapeMass(measured, collider);
}
