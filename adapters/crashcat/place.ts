// The two shapes of a query as fracas takes them: colliders, labels and frames, the older fracas shape first.

import type { Shape } from 'crashcat';
import {
  type Collider,
  createFrame,
  createPair,
  invertFrame,
  type PairState,
  relateFrames,
  resetPair,
  setFrame,
} from '../../src/contact/index.ts';
import { InputError } from '../../src/index.ts';
import { placeBuiltIn } from './built-in.ts';
import { recallPair } from './memory.ts';
import type { FracasShape } from './shape.ts';

/** One side of a query. */
export interface Side {
  readonly pose: Float64Array; // of the body, as crashcat gives it
  readonly frame: Float64Array; // of the collider
  shape: Shape | null;
  collider: Collider | null;
  label: number;
}

export function createSide(): Side {
  return { pose: new Float64Array(7), frame: createFrame(), shape: null, collider: null, label: 0 };
}

const body = createFrame(); // scratch: the frame of one of crashcat's own shapes
const inverse = createFrame(); // scratch: its inverse
const stand = createFrame(); // scratch: its collider in it
const blank = createPair(); // scratch: for those who ask once

export function isFracas(shape: Shape): shape is FracasShape {
  return 'collider' in shape;
}

/** Puts a shape at a pose. */
export function setSide(
  side: Side,
  shape: Shape,
  x: number,
  y: number,
  z: number,
  qx: number,
  qy: number,
  qz: number,
  qw: number,
): void {
  const { pose } = side;
  pose[0] = x;
  pose[1] = y;
  pose[2] = z;
  pose[3] = qx;
  pose[4] = qy;
  pose[5] = qz;
  pose[6] = qw;
  side.shape = shape;
  if (isFracas(shape)) {
    side.collider = shape.collider;
    side.label = shape.label;
    setFrame(side.frame, pose, 0);
    return;
  }
  const placed = placeBuiltIn(shape);
  side.collider = placed.collider;
  side.label = 0;
  setFrame(body, pose, 0);
  setFrame(stand, placed.pose, 0);
  invertFrame(inverse, body);
  relateFrames(side.frame, stand, inverse);
}

/** Whether B comes first: the older of two fracas shapes does, and a fracas shape before one of crashcat's own. */
export function isSwapped(A: Shape, B: Shape): boolean {
  if (!isFracas(A)) return true;
  return isFracas(B) && B.serial < A.serial;
}

/**
 * The memory of two sides, the first of which is a fracas shape, and in moved[0] how far it has moved since; a blank one
 * for those who only ask once.
 */
export function pairOf(moved: Float64Array, first: Side, second: Side, lasting: boolean): PairState {
  if (lasting && first.shape !== null && second.shape !== null && isFracas(first.shape)) {
    return recallPair(moved, first.shape, second.shape, first.frame, second.frame);
  }
  moved[0] = Infinity;
  resetPair(blank);
  return blank;
}

/** Throws unless a shape stands at its own size. */
export function checkScale(x: number, y: number, z: number): void {
  if (x === 1 && y === 1 && z === 1) return;
  throw new InputError(
    'bad-argument',
    `a shape that meets a fracas shape is scaled by ${x}, ${y}, ${z}: make it at its size`,
  );
}
