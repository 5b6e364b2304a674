// What crashcat asks of a shape alone: is a point inside, what is the normal there, where does a ray meet it, how large
// a ball fits. All of it comes down to one question, measureCollider.

import {
  type CastRayCollector,
  type CastRaySettings,
  CastRayStatus,
  type CollidePointCollector,
  type CollidePointSettings,
  createCastRayHit,
  createCollidePointHit,
  type SurfaceNormalResult,
} from 'crashcat';
import { familyOf, measureCollider } from '../../src/contact/index.ts';
import { KIND_BOX, KIND_PLANE } from '../../src/field/analytic.ts';
import { NEAR } from '../../src/field/index.ts';
import { marchRay } from './march.ts';
import { checkScale, createSide, setSide } from './place.ts';
import type { FracasShape } from './shape.ts';

const side = createSide(); // scratch: the shape that is asked
const p = new Float64Array(3); // scratch: a point in its rest frame
const way = new Float64Array(3); // scratch: the unit direction of a ray there
const found = new Float64Array(4); // scratch: distance and normal
const reach = new Float64Array(2); // scratch: near and far
const span = new Float64Array(1); // scratch: length of a ray, then where it hits
const rayHit = createCastRayHit();
const pointHit = createCollidePointHit();

/** Writes a point of the world, seen from a frame, to `out`; a direction if `far` is 0. */
function enter(out: Float64Array, frame: Float64Array, x: number, y: number, z: number, far: number): void {
  const dx = x - far * frame[9];
  const dy = y - far * frame[10];
  const dz = z - far * frame[11];
  for (let d = 0; d < 3; d++) out[d] = frame[d] * dx + frame[3 + d] * dy + frame[6 + d] * dz;
}

/** Reports the first place at which a ray goes in; with back faces, or from inside where solids count, see crashcat. */
export function castRayAt(
  collector: CastRayCollector,
  settings: CastRaySettings,
  originX: number,
  originY: number,
  originZ: number,
  directionX: number,
  directionY: number,
  directionZ: number,
  length: number,
  shape: FracasShape,
  subShapeId: number,
  _bits: number,
  x: number,
  y: number,
  z: number,
  qx: number,
  qy: number,
  qz: number,
  qw: number,
  scaleX: number,
  scaleY: number,
  scaleZ: number,
): void {
  checkScale(scaleX, scaleY, scaleZ);
  setSide(side, shape, x, y, z, qx, qy, qz, qw);
  enter(p, side.frame, originX, originY, originZ, 1);
  enter(way, side.frame, directionX, directionY, directionZ, 0);
  span[0] = length;
  const met = marchRay(span, shape, p, way, settings.treatConvexAsSolid, settings.collideWithBackfaces);
  const fraction = span[0] / length;
  if (!met || !(fraction < collector.earlyOutFraction)) {
    collector.addMiss();
    return;
  }
  rayHit.status = CastRayStatus.COLLIDING;
  rayHit.fraction = fraction;
  rayHit.subShapeId = subShapeId;
  rayHit.bodyIdB = collector.bodyIdB;
  collector.addHit(rayHit);
}

/** Reports a point that is inside. */
export function collidePointAt(
  collector: CollidePointCollector,
  _settings: CollidePointSettings,
  pointX: number,
  pointY: number,
  pointZ: number,
  shape: FracasShape,
  subShapeId: number,
  _bits: number,
  x: number,
  y: number,
  z: number,
  qx: number,
  qy: number,
  qz: number,
  qw: number,
  scaleX: number,
  scaleY: number,
  scaleZ: number,
): void {
  checkScale(scaleX, scaleY, scaleZ);
  setSide(side, shape, x, y, z, qx, qy, qz, qw);
  enter(p, side.frame, pointX, pointY, pointZ, 1);
  reach[0] = reach[1] = 0;
  if (measureCollider(found, shape.collider, shape.label, p, 0, reach, true) !== NEAR) return;
  pointHit.subShapeIdB = subShapeId;
  pointHit.bodyIdB = collector.bodyIdB;
  collector.addHit(pointHit);
}

/** Writes the outward normal of the surface closest to result.position, in the rest frame. */
export function writeNormal({ position, normal }: SurfaceNormalResult, shape: FracasShape): void {
  for (let d = 0; d < 3; d++) p[d] = position[d];
  reach[0] = reach[1] = 2 * Math.min(shape.collider.radius, 1e6);
  measureCollider(found, shape.collider, shape.label, p, 0, reach, true);
  for (let d = 0; d < 3; d++) normal[d] = found[1 + d];
}

/** The radius of a ball that fits inside, about the deepest node of a fragment; at first costs one question a node. */
export function fitBall(shape: FracasShape): number {
  if (shape.inner >= 0) return shape.inner;
  const { collider, label } = shape;
  shape.inner = 0;
  if (collider.field !== null) {
    const { node, fragments, topology } = familyOf(collider);
    const first = fragments.start[label];
    reach[0] = reach[1] = 0;
    for (let i = first; i < first + fragments.nodeCount[label]; i++) {
      const answer = measureCollider(found, collider, label, topology.positions, 3 * node[i], reach, true);
      if (answer === NEAR) shape.inner = Math.max(shape.inner, -found[0]);
    }
  } else if (collider.kind === KIND_BOX) shape.inner = Math.min(...collider.size);
  else if (collider.kind !== KIND_PLANE) shape.inner = collider.size[collider.size.length - 1];
  return shape.inner;
}
