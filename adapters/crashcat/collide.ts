// The contacts of two shapes, for crashcat: each becomes a hit of its own, whose sub-shape id is the feature's name, so
// that crashcat finds last step's impulse again.

import {
  type CollideShapeCollector,
  type CollideShapeHit,
  type CollideShapeSettings,
  createCollideShapeHit,
  type Shape,
} from 'crashcat';
import {
  type Contacts,
  createContacts,
  createQuery,
  createQueryOptions,
  type PairState,
  type QueryOptions,
  queryPair,
} from '../../src/contact/index.ts';
import { InputError } from '../../src/index.ts';
import { checkScale, createSide, isSwapped, pairOf, type Side, setSide } from './place.ts';

const HALVINGS = 3; // of the margin, for what has not moved

const work = createQuery();
const contacts = createContacts(); // scratch: of the pair at hand
const sideA = createSide(); // scratch: crashcat's A and B
const sideB = createSide();
const hit = createCollideShapeHit(); // scratch: the contact at hand; its faces stay empty
const moved = new Float64Array(2); // scratch: how far the pair has moved since it was last asked about
const choices = new Map<number, QueryOptions>(); // what a query is told, by margin; worlds use one or two

/**
 * crashcat's collide function of fracas shapes with each other and with its own. A step keeps a memory of the pair and
 * looks ahead by the world's speculative distance; those who ask outside of a step get what is as close as they asked.
 */
export function collideShapes(
  collector: CollideShapeCollector,
  settings: CollideShapeSettings,
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
  setSide(sideA, shapeA, xA, yA, zA, qxA, qyA, qzA, qwA);
  setSide(sideB, shapeB, xB, yB, zB, qxB, qyB, qzB, qwB);
  const swapped = isSwapped(shapeA, shapeB);
  const first = swapped ? sideB : sideA;
  const second = swapped ? sideA : sideB;
  // Only in a step does crashcat leave the body that is asked about unnamed.
  const lasting = collector.bodyIdB === -1 && settings.maxSeparationDistance > 0;
  const pair = pairOf(moved, first, second, lasting);
  queryShapes(contacts, pair, first, second, choose(settings.maxSeparationDistance, lasting));
  for (let i = 0; i < contacts.count; i++) {
    writeHit(hit, contacts, i, swapped);
    hit.subShapeIdA = swapped ? subA : featureName(contacts, i);
    hit.subShapeIdB = swapped ? featureName(contacts, i) : subB;
    hit.bodyIdB = collector.bodyIdB;
    collector.addHit(hit);
    if (collector.shouldEarlyOut()) return;
  }
}

/** Asks for the contacts of two sides, in the world. */
export function queryShapes(
  out: Contacts,
  pair: PairState,
  first: Side,
  second: Side,
  options: QueryOptions,
): void {
  const { collider: A, label: labelA, frame: frameA } = first;
  const { collider: B, label: labelB, frame: frameB } = second;
  if (A === null || B === null)
    throw new InputError('bad-argument', 'a side of a query is not set: call setSide');
  queryPair(out, work, pair, A, labelA, frameA, B, labelB, frameB, options);
}

/**
 * What a query is told. In a step contacts ahead are speculative: as far as crashcat asks, or less for two that have
 * hardly moved against each other, such as neighbours right after a break. Else all within `margin` are as good.
 */
function choose(margin: number, lasting: boolean): QueryOptions {
  let ahead = margin;
  for (let k = 0; lasting && k < HALVINGS && 2 * moved[0] < ahead / 2; k++) ahead /= 2;
  const key = lasting ? ahead : -1 - margin;
  let options = choices.get(key);
  if (options === undefined) {
    options = createQueryOptions(lasting ? { margin: ahead } : { tolerance: margin, seeds: false });
    if (choices.size > 100) choices.clear(); // somebody asks with ever new margins
    choices.set(key, options);
  }
  return options;
}

/** What a contact is of, in one number: the same as long as the feature touches. Never crashcat's empty id. */
export function featureName({ side, kind, index }: Contacts, i: number): number {
  return 4 * index[i] + 2 * kind[i] + side[i];
}

/** Writes points, axis and depth of a contact, whose normal points from the second side to the first. */
export function writeHit(
  out: Pick<CollideShapeHit, 'pointA' | 'pointB' | 'penetrationAxis' | 'penetration'>,
  { side, point, normal, distance }: Contacts,
  i: number,
  swapped: boolean,
): void {
  const { penetrationAxis } = out;
  const onFirst = swapped ? out.pointB : out.pointA;
  const onSecond = swapped ? out.pointA : out.pointB;
  for (let d = 0; d < 3; d++) {
    const n = normal[3 * i + d];
    const p = point[3 * i + d];
    onFirst[d] = side[i] === 0 ? p : p + distance[i] * n;
    onSecond[d] = side[i] === 0 ? p - distance[i] * n : p;
    penetrationAxis[d] = swapped ? n : -n;
  }
  out.penetration = -distance[i];
}
