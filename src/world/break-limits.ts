// Which bodies can break: made of a material that can, free to move, and not too small.

import { BODY_DYNAMIC } from '../dynamics/bodies.ts';
import type { WorldState } from './state.ts';

/** Nodes of the smallest fragment that breaks again: two pieces of three nodes each, and something to spare. */
const LEAST_NODES = 8;

/** Whether a blow could break a body at all. */
export function canBreak({ bodies, copy, label, settings }: WorldState, row: number): boolean {
  const of = copy[row];
  if (of === null || of.material === null || of.material.strength === Infinity) return false;
  if (of.collider.field === null || bodies.kind[row] !== BODY_DYNAMIC) return false;
  if (2 * bodies.radius[row] < settings.smallestFragment) return false;
  return of.collider.field.family.fragments.nodeCount[label[row]] >= LEAST_NODES;
}
