// Which fragments of an instance have not moved against each other since they broke: they form a group, and cracks within it
// are closed. A body that slides over them does not feel them.

import { SEAM_MOVED } from './constants.ts';
import type { Instance } from './instances.ts';
import type { WorldState } from './state.ts';

/** Makes groups of fragments follow what has moved in this step. Groups only ever fall apart. */
export function openSeams(state: WorldState): void {
  const { bodies, instance, label } = state;
  const { slots, awake } = bodies;
  for (let row = 0; row < slots.count; row++) {
    const of = instance[row];
    if (slots.live[row] === 0 || awake[row] === 0 || of === null || of.collider.field === null) continue;
    if (of.row.length > 1) leaveGroup(state, of, label[row]);
  }
}

/** The same for the group of one body, which was put elsewhere. */
export function openSeam(state: WorldState, row: number): void {
  const of = state.instance[row];
  if (of === null || of.collider.field === null || of.row.length === 1) return;
  divideGroup(state, of, of.collider.field.group[state.label[row]]);
}

/** Divides the group of a fragment when the fragment has moved against the first of it. */
function leaveGroup(state: WorldState, instance: Instance, label: number): void {
  const { field } = instance.collider;
  if (field === null) return;
  const { group } = field;
  const own = group[label];
  let lead = 0;
  while (instance.row[lead] < 0 || group[lead] !== own) lead++;
  if (lead !== label && haveMoved(state, instance.row[label], instance.row[lead]))
    divideGroup(state, instance, own);
}

/** Gives every fragment of a group the number of the first one before it that it still fits, or one of its own. */
function divideGroup(state: WorldState, instance: Instance, own: number): void {
  const { field } = instance.collider;
  if (field === null) return;
  const { group } = field;
  const leads: number[] = [];
  instance.version++;
  for (let label = 0; label < instance.row.length; label++) {
    if (instance.row[label] < 0 || group[label] !== own) continue;
    const lead = leads.find((other) => !haveMoved(state, instance.row[label], instance.row[other]));
    if (lead !== undefined) group[label] = group[lead];
    else if (leads.push(label) > 1) group[label] = -1 - instance.groups++; // labels, the first numbers, are not below 0
  }
}

/** Whether any point of one fragment has moved against the other, at rest, by more than a trifle. */
function haveMoved({ bodies }: WorldState, a: number, b: number): boolean {
  const { frame, radius, local } = bodies;
  const limit = SEAM_MOVED * Math.min(radius[a], radius[b]);
  let turn = 0; // square of the difference of the rotations, no less than that of the angle, up to its cube
  let shift = 0; // square of how far the centre of a is from where b has it
  for (let d = 0; d < 3; d++) {
    const fa = 12 * a + 3 * d;
    const fb = 12 * b + 3 * d;
    let gap = frame[12 * a + 9 + d] - frame[12 * b + 9 + d];
    for (let e = 0; e < 3; e++) {
      const r = frame[fa + e] - frame[fb + e];
      turn += r * r;
      gap += r * local[3 * a + e];
    }
    shift += gap * gap;
  }
  return Math.sqrt(shift) + Math.sqrt(turn / 2) * radius[a] > limit;
}
