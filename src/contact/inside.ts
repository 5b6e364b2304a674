// What queries ask of a body, behind the plain facts that a world tells of it: those who only play with bodies never see
// it, and those who query get it by name.

import { InputError } from '../job/error.ts';
import type { Collider } from './collider.ts';

/** Where a world puts it. */
export const INSIDE = Symbol('inside');

/** Facts of a body with what is behind them. */
export interface Inside {
  readonly [INSIDE]: { readonly collider: Collider; readonly label: number };
}

/**
 * The collider of a body that World.info told of, and the label of its fragment there: what queries take, in the body's
 * rest frame. Its arrays are the world's own; read them only, and until the next step.
 */
export function colliderOf(info: object): { readonly collider: Collider; readonly label: number } {
  if (info === null || typeof info !== 'object' || !(INSIDE in info)) {
    throw new InputError(
      'bad-argument',
      'info is not what World.info gave: call colliderOf(world.info(body))',
    );
  }
  return (info as Inside)[INSIDE];
}
