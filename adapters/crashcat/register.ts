// Makes fracas shapes known to crashcat.

import {
  defineShape,
  type MassProperties,
  massProperties,
  registerShapes,
  ShapeCategory,
  ShapeType,
  setCastShapeFn,
  setCollideShapeFn,
  type shapeDefs,
} from 'crashcat';
import { InputError } from '../../src/index.ts';
import { BUILT_IN } from './built-in.ts';
import { castShapes } from './cast-shape.ts';
import { collideShapes } from './collide.ts';
import { castRayAt, collidePointAt, fitBall, writeNormal } from './points.ts';
import { type FracasShape, setUserType, type UserType } from './shape.ts';

/**
 * Makes fracas shapes known to crashcat: once, before the first of them, and after crashcat's own are registered
 * (registerAll), so that compounds meet them too. Takes one of the places that crashcat leaves to others.
 */
export function registerFracas(type: UserType = ShapeType.USER_1): void {
  if (!(type >= ShapeType.USER_1 && type <= ShapeType.USER_10)) {
    throw new InputError('bad-argument', `type is ${type}: give one of ShapeType.USER_1 to USER_10`);
  }
  setUserType(type);
  const shape = defineShape<FracasShape>({
    type,
    category: ShapeCategory.OTHER,
    computeMassProperties(out: MassProperties, { mass }: FracasShape) {
      massProperties.copy(out, mass);
    },
    getSurfaceNormal: writeNormal,
    getSupportingFace(result) {
      result.face.numVertices = 0; // a hit of ours is one point
    },
    getInnerRadius: fitBall,
    castRay: castRayAt,
    collidePoint: collidePointAt,
    register() {
      for (const other of [type, ...BUILT_IN]) {
        setCollideShapeFn(type, other, collideShapes);
        setCollideShapeFn(other, type, collideShapes);
        setCastShapeFn(type, other, castShapes);
        setCastShapeFn(other, type, castShapes);
      }
    },
  });
  registerShapes([shape as unknown as (typeof shapeDefs)[ShapeType]]);
}
