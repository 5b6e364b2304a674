// Colliders that are analytic shapes, and what they do in a query.

import { boxOfShape, checkShape, measureShape } from '../field/analytic.ts';
import { oneOf } from '../job/check.ts';
import { type Collider, createPlain } from './collider.ts';
import type { ShapeRole } from './role.ts';
import { runShapePass, runShapes, separateShape } from './shape-pass.ts';

const ROLE: ShapeRole = {
  measure: measureShape,
  separate: separateShape,
  meet: runShapes,
  bring: runShapePass,
};

/** Shapes by name; the place of a name is its kind. */
export const SHAPES = ['plane', 'box', 'sphere', 'capsule', 'cylinder'] as const;
/** The shapes that createShape makes. */
export type ShapeName = (typeof SHAPES)[number];

const isName = /* @__PURE__ */ oneOf(...SHAPES);

/**
 * An analytic shape around the origin. Sizes: none for a plane (solid below y = 0), the half-extents of a box, the
 * radius of a sphere, half-height (between the centres of a capsule's caps) and radius of a capsule or cylinder along y.
 */
export function createShape(name: ShapeName, ...size: number[]): Collider {
  isName('name', name);
  const kind = SHAPES.indexOf(name);
  const checked = checkShape(kind, size);
  const box = new Float64Array(6);
  boxOfShape(box, kind, checked);
  return createPlain(kind, checked, box, ROLE, null, null);
}
