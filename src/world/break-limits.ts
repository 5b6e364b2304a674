// Which bodies can break: made of a material that can, free to move, and not too small.

import { BODY_DYNAMIC } from '../dynamics/bodies.ts';
import type { WorldState } from './state.ts';

/** Nodes of the smallest fragment that breaks again: two pieces of three nodes each, and something to spare. */
const LEAST_NODES = 8;

/**
 * Seconds for which pieces do not break again: a blow lasts for less than that, and its energy has gone into their
 * making. Without it the same blow would be counted anew in every step that it takes.
 */
const CALM = 0.1;

/** Whether a blow could break a body at all. */
export function canBreak(state: WorldState, row: number): boolean {
  const { bodies, copy, label, settings, born, time } = state;
  const of = copy[row];
  if (of === null || of.material === null || of.material.strength === Infinity) return false;
  if (of.collider.field === null || bodies.kind[row] !== BODY_DYNAMIC) return false;
  if (time - born[row] < CALM) return false;
  if (2 * bodies.radius[row] < settings.smallestFragment) return false;
  return of.collider.field.family.fragments.nodeCount[label[row]] >= LEAST_NODES;
}
