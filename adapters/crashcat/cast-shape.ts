// A shape that moves along a straight line against one at rest: crashcat asks it for bodies with MotionQuality
// LINEAR_CAST, for character controllers and for castShape. By conservative advancement: where nothing is closer than
// some distance, the shape may move by as much.

import {
  type CastShapeCollector,
  type CastShapeSettings,
  CastShapeStatus,
  createCastShapeHit,
  type Shape,
} from 'crashcat';
import { createContacts, createQueryOptions } from '../../src/contact/index.ts';
import { featureName, queryShapes, writeHit } from './collide.ts';
import { checkScale, createSide, isSwapped, pairOf, setSide } from './place.ts';

const ROUNDS = 64; // at most; most ways end after less than ten
const LEAST = 1 / 32; // of the way: the least step past contacts that part
const TOUCH = 0.002; // radii of the smaller collider: so close is touching

const contacts = createContacts(); // scratch: at the place at hand
const sideA = createSide(); // scratch: the shape that moves
const sideB = createSide();
const moved = new Float64Array(2); // not known of somebody who asks once
const hit = createCastShapeHit(); // scratch; its faces stay empty
const touch = {
  pointA: hit.pointA,
  pointB: hit.pointB,
  penetrationAxis: hit.penetrationAxis,
  penetration: 0,
};

/**
 * Reports where A, moved by dx, dy, dz, first touches B: the fraction of the way, and the contact there. Contacts that
 * part do not count. Late by no more than TOUCH where fields are exact, that is for whole solids and shapes.
 */
export function castShapes(
  collector: CastShapeCollector,
  _settings: CastShapeSettings,
  shapeA: Shape,
  subA: number,
  _bitsA: number,
  xA: number,
  yA: number,
  zA: number,
  qxA: number,
  qyA: number,
  qzA: number,
  qwA: number,
  scaleXA: number,
  scaleYA: number,
  scaleZA: number,
  dx: number,
  dy: number,
  dz: number,
  shapeB: Shape,
  subB: number,
  _bitsB: number,
  xB: number,
  yB: number,
  zB: number,
  qxB: number,
  qyB: number,
  qzB: number,
  qwB: number,
  scaleXB: number,
  scaleYB: number,
  scaleZB: number,
): void {
  checkScale(scaleXA, scaleYA, scaleZA);
  checkScale(scaleXB, scaleYB, scaleZB);
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const swapped = isSwapped(shapeA, shapeB);
  setSide(sideB, shapeB, xB, yB, zB, qxB, qyB, qzB, qwB);
  let t = 0;
  for (let round = 0; round < ROUNDS && t < Math.min(1, collector.earlyOutFraction); round++) {
    setSide(sideA, shapeA, xA + t * dx, yA + t * dy, zA + t * dz, qxA, qyA, qzA, qwA);
    const first = swapped ? sideB : sideA;
    const second = swapped ? sideA : sideB;
    const near = TOUCH * Math.min(sideA.collider?.radius ?? 0, sideB.collider?.radius ?? 0);
    const margin = (1 - t) * length + near;
    const options = createQueryOptions({ margin, tolerance: near, seeds: false });
    queryShapes(contacts, pairOf(moved, first, second, false), first, second, options);
    if (contacts.count === 0) break;
    const closest = findClosing(swapped ? -dx : dx, swapped ? -dy : dy, swapped ? -dz : dz);
    const gap = closest >= 0 ? contacts.distance[closest] : LEAST * length;
    if (gap > near || closest < 0) {
      t += Math.max(gap, near) / length;
      continue;
    }
    report(collector, closest, t, swapped, subA, subB);
    return;
  }
  collector.addMiss();
}

/** The closest contact that the first side, moving so against the second, runs into; −1 if all part. */
function findClosing(x: number, y: number, z: number): number {
  const { count, normal, distance } = contacts;
  let closest = -1;
  for (let i = 0; i < count; i++) {
    if (!(normal[3 * i] * x + normal[3 * i + 1] * y + normal[3 * i + 2] * z < 0)) continue;
    if (closest < 0 || distance[i] < distance[closest]) closest = i;
  }
  return closest;
}

function report(
  collector: CastShapeCollector,
  i: number,
  fraction: number,
  swapped: boolean,
  subA: number,
  subB: number,
): void {
  writeHit(touch, contacts, i, swapped);
  hit.status = CastShapeStatus.COLLIDING;
  hit.fraction = fraction;
  hit.penetrationDepth = Math.max(0, touch.penetration);
  for (let d = 0; d < 3; d++) hit.normal[d] = -hit.penetrationAxis[d];
  hit.subShapeIdA = swapped ? subA : featureName(contacts, i);
  hit.subShapeIdB = swapped ? featureName(contacts, i) : subB;
  hit.bodyIdB = collector.bodyIdB;
  collector.addHit(hit);
}
