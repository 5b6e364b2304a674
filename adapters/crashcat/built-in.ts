// crashcat's own convex shapes and planes as colliders, so that fragments meet them: box, sphere, capsule, cylinder and
// plane. The others (hulls, triangle meshes) are not known to fracas; parts of compounds are met one by one.

import { type Shape, ShapeType } from 'crashcat';
import type { Collider } from '../../src/contact/index.ts';
import { createShape } from '../../src/index.ts';

/** Types that have a collider. */
export const BUILT_IN = [
  ShapeType.BOX,
  ShapeType.SPHERE,
  ShapeType.CAPSULE,
  ShapeType.CYLINDER,
  ShapeType.PLANE,
] as const;

/** A collider and where it stands in the frame of the shape: position, then quaternion. */
export interface Placed {
  readonly collider: Collider;
  readonly pose: Float64Array;
}

const placed = new WeakMap<Shape, Placed>();

/** The collider of one of crashcat's shapes, made once; change the shape afterwards and it is not noticed. */
export function placeBuiltIn(shape: Shape): Placed {
  const known = placed.get(shape);
  if (known !== undefined) return known;
  const made = { collider: convert(shape), pose: standOf(shape) };
  placed.set(shape, made);
  return made;
}

function convert(shape: Shape): Collider {
  switch (shape.type) {
    case ShapeType.BOX:
      return createShape('box', ...shape.halfExtents);
    case ShapeType.SPHERE:
      return createShape('sphere', shape.radius);
    case ShapeType.CAPSULE:
      return createShape('capsule', shape.halfHeightOfCylinder, shape.radius);
    case ShapeType.CYLINDER:
      return createShape('cylinder', shape.halfHeight, shape.radius);
    default:
      return createShape('plane');
  }
}

/** Where the collider stands: turns a plane's normal up. */
function standOf(shape: Shape): Float64Array {
  const pose = Float64Array.of(0, 0, 0, 0, 0, 0, 1);
  if (shape.type !== ShapeType.PLANE) return pose;
  const [x, y, z] = shape.plane.normal;
  pose.set([-shape.plane.constant * x, -shape.plane.constant * y, -shape.plane.constant * z]);
  // The half-way turn from up to the normal; straight down, any half turn will do.
  if (y > -0.999999) pose.set([z, 0, -x, 1 + y], 3);
  else pose.set([1, 0, 0, 0], 3);
  return pose;
}
