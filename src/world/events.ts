// What happened in the last step, or in all steps of the last advance, for sound, dust and rules of games. Lists are
// emptied when the next begins.

import { BODY_DYNAMIC } from '../dynamics/bodies.ts';
import { idOf } from '../dynamics/slots.ts';
import { wakeAlone } from '../dynamics/waking.ts';
import type { Pair } from './pairs.ts';
import type { WorldState } from './state.ts';

/** Two bodies that began to touch, or ceased to. */
export interface ContactEvent {
  /** Ids; the body of A may be gone by now. */
  readonly bodyA: number;
  /** The id of the other body. */
  readonly bodyB: number;
  /** In the world: the middle of their contacts, weighted by impulse. */
  readonly point: readonly number[];
  /** From B to A. */
  readonly normal: readonly number[];
  /** Along the normal, N·s, in the collision step in which they met; 0 at the end. */
  readonly impulse: number;
}

/** A body that was split. */
export interface SplitEvent {
  /** Id; it goes on as its largest piece. */
  readonly parent: number;
  /** Ids of the new bodies. */
  readonly fragments: readonly number[];
}

/** A body that a blow broke. */
export interface FractureEvent {
  /** Id; it goes on as its largest piece. */
  readonly parent: number;
  /** Ids of the new bodies. */
  readonly fragments: readonly number[];
  /** Id of what struck it hardest; −1 if nothing did. */
  readonly by: number;
  /** Where that was, in the world. */
  readonly point: readonly number[];
  /** N·s, all blows together. */
  readonly impulse: number;
  /** That breaking took from the motion of both, J; 0 for what is struck by something that breaks by the same blow and has it in its own event. */
  readonly energy: number;
  /** M², one side. */
  readonly crackArea: number;
  /** Points on the cracks, xyz each, in the world: for dust and sound. */
  readonly cracks: Float32Array;
  /** By the world's clock; 0 without one. */
  readonly milliseconds: { readonly cut: number; readonly update: number };
}

/** A joint that gave way. */
export interface JointEvent {
  /** The id it had. */
  readonly joint: number;
  /** Id of the body that it held. */
  readonly bodyA: number;
  /** −1 for the world. */
  readonly bodyB: number;
  /** N, what it held in the step it broke. */
  readonly force: number;
  /** N·m. */
  readonly torque: number;
}

/** Valid until the next step. */
export interface Events {
  /** Bodies that began to touch. */
  readonly begins: ContactEvent[];
  /** Bodies that ceased to touch. */
  readonly ends: ContactEvent[];
  /** Those of fractures too. */
  readonly splits: SplitEvent[];
  /** Bodies that a blow broke. */
  readonly fractures: FractureEvent[];
  /** Ids of fragments that were too many and are gone. */
  readonly left: number[];
  /** Joints that gave way. */
  readonly joints: JointEvent[];
  /** Ids. */
  readonly slept: number[];
  /** Ids of bodies that woke. */
  readonly woken: number[];
}

export function createEvents(): Events {
  return { begins: [], ends: [], splits: [], fractures: [], left: [], joints: [], slept: [], woken: [] };
}

export function clearEvents(events: Events): void {
  events.begins.length = 0;
  events.ends.length = 0;
  events.splits.length = 0;
  events.fractures.length = 0;
  events.left.length = 0;
  events.joints.length = 0;
  events.slept.length = 0;
  events.woken.length = 0;
}

// Which pairs touch, after the solver has run: contacts that begin and end become events.

/** Notes which pairs touch, and tells of those that began or ceased to. */
export function noteTouches(state: WorldState): void {
  const { active, events } = state;
  for (let k = 0; k < active.length; k++) {
    const pair = active[k];
    const touching = touches(state, pair);
    if (touching && !pair.touching) events.begins.push(describe(state, pair));
    if (!touching && pair.touching) {
      events.ends.push(describe(state, pair));
      wakeLeft(state, pair.a);
      wakeLeft(state, pair.b);
    }
    pair.touching = touching;
  }
}

/** Wakes what sleeps and is no longer touched: it may have been held. */
function wakeLeft({ bodies, islands }: WorldState, row: number): void {
  if (bodies.kind[row] === BODY_DYNAMIC && bodies.awake[row] === 0) wakeAlone(islands, bodies, row);
}

/** Whether a contact of a pair overlaps or was pushed. */
function touches({ contacts }: WorldState, { first, count }: Pair): boolean {
  for (let i = first; i < first + count; i++) {
    if (contacts.total[4 * i] > 0 || contacts.distance[i] <= 0) return true;
  }
  return false;
}

function describe({ bodies, contacts }: WorldState, pair: Pair): ContactEvent {
  const point = [0, 0, 0];
  const normal = [0, 0, 0];
  let impulse = 0;
  let weight = 0;
  for (let i = pair.first; i < pair.first + pair.count; i++) {
    const push = contacts.total[4 * i];
    const share = push + 1e-12; // where nothing pushes, all count alike
    impulse += push;
    weight += share;
    for (let d = 0; d < 3; d++) {
      point[d] += share * contacts.point[3 * i + d];
      normal[d] += share * contacts.normal[3 * i + d];
    }
  }
  if (weight > 0) for (let d = 0; d < 3; d++) point[d] /= weight;
  else
    for (let d = 0; d < 3; d++)
      point[d] = (bodies.center[3 * pair.a + d] + bodies.center[3 * pair.b + d]) / 2;
  const length = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  if (length > 0) for (let d = 0; d < 3; d++) normal[d] /= length;
  return { bodyA: idOf(bodies.slots, pair.a), bodyB: idOf(bodies.slots, pair.b), point, normal, impulse };
}
