// What happened in the last step, for sound, dust and rules of games. Lists are emptied when the next step begins.

/** Two bodies that began to touch, or ceased to. */
export interface ContactEvent {
  readonly bodyA: number; // ids; the body of A may be gone by now
  readonly bodyB: number;
  readonly point: readonly number[]; // in the world: the middle of their contacts, weighted by impulse
  readonly normal: readonly number[]; // from B to A
  readonly impulse: number; // along the normal, N·s, in the collision step in which they met; 0 at the end
}

/** A body that was split. */
export interface SplitEvent {
  readonly parent: number; // id; it goes on as its largest piece
  readonly fragments: readonly number[]; // ids of the new bodies
}

/** A joint that gave way. */
export interface JointEvent {
  readonly joint: number; // the id it had
  readonly bodyA: number;
  readonly bodyB: number; // −1 for the world
  readonly force: number; // N, what it held in the step it broke
  readonly torque: number; // N·m
}

/** Valid until the next step. */
export interface Events {
  readonly begins: ContactEvent[];
  readonly ends: ContactEvent[];
  readonly splits: SplitEvent[];
  readonly joints: JointEvent[];
  readonly slept: number[]; // ids
  readonly woken: number[];
}

export function createEvents(): Events {
  return { begins: [], ends: [], splits: [], joints: [], slept: [], woken: [] };
}

export function clearEvents(events: Events): void {
  events.begins.length = 0;
  events.ends.length = 0;
  events.splits.length = 0;
  events.joints.length = 0;
  events.slept.length = 0;
  events.woken.length = 0;
}
