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

/** A body that a blow broke. */
export interface FractureEvent {
  readonly parent: number; // id; it goes on as its largest piece
  readonly fragments: readonly number[]; // ids of the new bodies
  readonly by: number; // id of what struck it hardest; −1 if nothing did
  readonly point: readonly number[]; // where that was, in the world
  readonly impulse: number; // N·s, all blows together
  readonly energy: number; // that breaking took from the motion of both, J
  readonly crackArea: number; // m², one side
  readonly cracks: Float32Array; // points on the cracks, xyz each, in the world: for dust and sound
  readonly milliseconds: { readonly cut: number; readonly update: number }; // by the world's clock; 0 without one
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
  readonly splits: SplitEvent[]; // those of fractures too
  readonly fractures: FractureEvent[];
  readonly left: number[]; // ids of fragments that were too many and are gone
  readonly joints: JointEvent[];
  readonly slept: number[]; // ids
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
