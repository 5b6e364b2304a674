// Pieces that still fit each other, as they broke, meet along their cracks and nowhere else. A corner on the rim of a
// crack is as close to the outer surface of its neighbour as to the crack; taken from there, its normal would hold the
// piece in the crack like a bolt. What lies beyond a crack is the other piece; what lies beyond the surface is air.

import type { Bodies } from '../dynamics/bodies.ts';
import { sampleField } from '../field/sample.ts';
import type { Family } from '../fragment/family.ts';
import { AIR, BEYOND, SEAM_MOVED } from './constants.ts';
import type { Instance } from './instances.ts';
import type { Pair } from './pairs.ts';
import type { WorldState } from './state.ts';

const beyond = new Float64Array(3); // scratch: a point beyond a contact, in the rest frame
const far = new Float64Array(4); // scratch: how far it is from the whole's surface

/**
 * Whether two bodies are pieces of one instance that have not moved against each other since it broke. Their edges coincide
 * and cross nowhere, and no plane need part their hulls: queries are told to look at neither.
 */
export function areFitting({ instance, label }: WorldState, a: number, b: number): boolean {
  const of = instance[a];
  if (of === null || of !== instance[b] || of.collider.field === null) return false;
  const { group } = of.collider.field;
  return group[label[a]] === group[label[b]];
}

/** Which fragments of an instance have a crack between them. */
export interface Adjacent {
  events: number; // of its family when it was listed
  readonly keys: Set<number>; // lower label · LABELS + higher; only ever looked up
}

const LABELS = 0x100000;

/**
 * Whether two pieces that still fit have no crack between them: others keep them apart, and what may happen in a step
 * does not bring them together. In a hollow solid that breaks, most pairs are such.
 */
export function areStrangers(state: WorldState, rowA: number, rowB: number): boolean {
  const of = state.instance[rowA];
  if (of === null || of.collider.field === null || !areFitting(state, rowA, rowB)) return false;
  const { family } = of.collider.field;
  const { adjacent } = of;
  if (adjacent.events !== family.events.count) {
    adjacent.events = family.events.count;
    adjacent.keys.clear();
    listAdjacent(adjacent.keys, family);
  }
  const a = state.label[rowA];
  const b = state.label[rowB];
  return !adjacent.keys.has(Math.min(a, b) * LABELS + Math.max(a, b));
}

function listAdjacent(out: Set<number>, { label, cutEvent, topology }: Family): void {
  const { edgeNode } = topology;
  for (let e = 0; e < cutEvent.length; e++) {
    if (cutEvent[e] < 0) continue;
    const a = label[edgeNode[2 * e]];
    const b = label[edgeNode[2 * e + 1]];
    out.add(Math.min(a, b) * LABELS + Math.max(a, b));
  }
}

/** Leaves out what state.found holds of two pieces that still fit and that is no contact along a crack. */
export function dropOutward(state: WorldState, { a, b }: Pair): void {
  const { found, instance, bodies } = state;
  const field = instance[a]?.collider.field;
  if (field === null || field === undefined) return;
  const { grid } = field;
  const step = BEYOND * Math.min(bodies.radius[a], bodies.radius[b]);
  const { frame } = bodies;
  const f = 12 * a;
  let kept = 0;
  for (let i = 0; i < found.count; i++) {
    const sign = found.side[i] === 0 ? step : -step;
    for (let d = 0; d < 3; d++) beyond[d] = 0;
    for (let e = 0; e < 3; e++) {
      const x = found.point[3 * i + e] + sign * found.normal[3 * i + e] - frame[f + 9 + e];
      for (let d = 0; d < 3; d++) beyond[d] += frame[f + 3 * e + d] * x;
    }
    sampleField(far, grid, beyond, 0);
    if (far[0] > AIR * step) continue;
    if (kept < i) moveRow(state, kept, i);
    kept++;
  }
  found.count = kept;
}

/** Moves a contact of state.found to another place. */
export function moveRow({ found }: WorldState, to: number, from: number): void {
  found.side[to] = found.side[from];
  found.kind[to] = found.kind[from];
  found.index[to] = found.index[from];
  found.owner[to] = found.owner[from];
  found.distance[to] = found.distance[from];
  for (let d = 0; d < 3; d++) {
    found.point[3 * to + d] = found.point[3 * from + d];
    found.normal[3 * to + d] = found.normal[3 * from + d];
  }
}

// Which fragments of an instance have not moved against each other since they broke: they form a group, and cracks within it
// are closed. A body that slides over them does not feel them.

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
  return haveGone(bodies, bodies.frame, a, b, SEAM_MOVED);
}

/** Whether any point of one fragment has moved against the other, at frames, by more than so many radii of the smaller. */
export function haveGone(
  { radius, local }: Bodies,
  frame: Float64Array,
  a: number,
  b: number,
  radii: number,
): boolean {
  const limit = radii * Math.min(radius[a], radius[b]);
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
