// Which bodies can break: made of a material that can, free to move, and not too small.

import { BODY_DYNAMIC } from '../dynamics/bodies.ts';
import { BREAK_NODES, BREAK_PAUSE } from './constants.ts';
import type { WorldState } from './state.ts';

/** Whether a blow could break a body at all. */
export function canBreak(state: WorldState, row: number): boolean {
  const { bodies, copy, label, settings, born, time } = state;
  const of = copy[row];
  if (of === null || of.material === null || of.material.strength === Infinity) return false;
  if (of.collider.field === null || bodies.kind[row] !== BODY_DYNAMIC) return false;
  if (time - born[row] < BREAK_PAUSE) return false;
  if (2 * bodies.radius[row] < settings.smallestFragment) return false;
  return of.collider.field.family.fragments.nodeCount[label[row]] >= BREAK_NODES;
}
