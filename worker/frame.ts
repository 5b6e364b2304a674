// What a world in a worker sends after a step: where every body is, and the surface of those that are new or have
// broken since. All arrays are made anew and are handed over, not copied.

import type { ContactRows } from '../src/dynamics/contact-rows.ts';
import type { Surface } from '../src/fragment/drawn.ts';
import type { Events } from '../src/world/events.ts';
import type { BodyInfo } from '../src/world/info.ts';
import type { WorldCounters } from '../src/world/state.ts';
import { extractSurface } from '../src/world/surface.ts';
import type { Timings } from '../src/world/timings.ts';
import type { World } from '../src/world/world.ts';

/** States of bodies in a frame. */
export const STATIC = 0;
/** It moves by its velocity alone. */
export const KINEMATIC = 1;
/** It moves. */
export const AWAKE = 2;
/** It rests, and is left alone. */
export const ASLEEP = 3;

/** A surface that bodies of one key share. */
export interface SurfaceData extends Surface {
  /** That looks name it by. */
  readonly key: string;
}

/** A body by what is drawn of it: the key of a surface, or a shape with its sizes. */
export interface BodyLook {
  /** Its id. */
  readonly body: number;
  /** Of its asset; '' for shapes. */
  readonly name: string;
  /** The hash of its asset; '' for shapes. */
  readonly asset: string;
  /** Of its shape: 0 while it is whole. */
  readonly version: number;
  /** 'sphere 0.1' and the like for shapes. */
  readonly key: string;
  /** Its name; '' without one. */
  readonly material: string;
  /** Of an analytic shape. */
  readonly shape: string | null;
  /** The sizes that a shape was made with. */
  readonly size: readonly number[];
}

/** A world in a worker as it stands. */
export interface WorldFrame {
  /** Seconds simulated. */
  readonly time: number;
  /** Ids. */
  readonly bodies: Float64Array;
  /** Seven a body, in the order of `bodies`. */
  readonly poses: Float32Array;
  /** Before the last step, to draw between the two. */
  readonly previousPoses: Float32Array;
  /** 1, less for fragments that fade. */
  readonly opacities: Float32Array;
  /** STATIC, KINEMATIC, AWAKE or ASLEEP. */
  readonly states: Uint8Array;
  /** Of bodies that are new or look different now. */
  readonly looks: readonly BodyLook[];
  /** That were not sent before. */
  readonly surfaces: readonly SurfaceData[];
  /** What happened in the step, or in all steps of an `advance`. */
  readonly events: Events;
  /** Milliseconds of the last step by stage. */
  readonly timings: Timings;
  /** What collision steps did. */
  readonly counters: WorldCounters;
  /** That the solver was given. */
  readonly contacts: number;
}

/** What was sent already. Made by createSent alone. */
export interface Sent {
  readonly keys: Set<string>; // of surfaces
  readonly looks: Map<number, string>; // by body
  epoch: number; // goes up when the world is another, or went back: its ids may mean other bodies
  events: Events | null; // of the world as it was sent last: another list once it went back
}

export function createSent(): Sent {
  return { keys: new Set(), looks: new Map(), epoch: 0, events: null };
}

/** Forgets what bodies look like: the world is another one. Surfaces of wholes stay known. */
export function resetSent(sent: Sent): void {
  sent.looks.clear();
  sent.epoch++;
}

const KIND = { static: STATIC, kinematic: KINEMATIC, dynamic: AWAKE };

/** The world as it stands, with the surfaces that were not sent yet. */
export function captureFrame(world: World, sent: Sent): WorldFrame {
  if (sent.events !== null && sent.events !== world.events) resetSent(sent);
  sent.events = world.events;
  const ids = world.bodies;
  const poses = new Float32Array(7 * ids.length);
  const previousPoses = new Float32Array(7 * ids.length);
  const opacities = new Float32Array(ids.length);
  const states = new Uint8Array(ids.length);
  const looks: BodyLook[] = [];
  const surfaces: SurfaceData[] = [];
  ids.forEach((body, k) => {
    const o = 7 * world.indexOf(body);
    for (let d = 0; d < 7; d++) {
      poses[7 * k + d] = world.poses[o + d];
      previousPoses[7 * k + d] = world.previousPoses[o + d];
    }
    const info = world.info(body);
    opacities[k] = info.opacity;
    states[k] = info.asleep ? ASLEEP : KIND[info.kind];
    const key = keyOf(info, body, sent.epoch);
    if (sent.looks.get(body) === key) return;
    sent.looks.set(body, key);
    looks.push({
      body,
      name: info.asset?.name ?? '',
      asset: info.asset?.hash ?? '',
      version: info.version,
      key,
      material: info.material?.name ?? '',
      shape: info.shape,
      size: info.size,
    });
    if (info.shape !== null || sent.keys.has(key)) return;
    sent.keys.add(key);
    surfaces.push(surfaceOf(key, info));
  });
  const { time, timings, counters, contacts } = world;
  return {
    time,
    bodies: Float64Array.from(ids),
    poses,
    previousPoses,
    opacities,
    states,
    looks,
    surfaces,
    events: copyEvents(world.events),
    timings: { ...timings },
    counters: { ...counters },
    contacts: (contacts as ContactRows).count,
  };
}

/** A copy with arrays of its own, which may be handed over. */
function copyEvents(events: Events): Events {
  const fractures = events.fractures.map((event) => ({ ...event, cracks: event.cracks.slice() }));
  return { ...events, fractures };
}

/** A name for what a body looks like: bodies of the same name look the same. */
function keyOf({ asset, shape, size, version }: BodyInfo, body: number, epoch: number): string {
  if (asset === null) return `${shape} ${size.join(' ')}`;
  return version === 0 ? `whole ${asset.hash}` : `piece ${epoch} ${body} ${version}`;
}

function surfaceOf(key: string, info: BodyInfo): SurfaceData {
  const surface = extractSurface(info);
  if (surface === null) throw new Error('a shape has no surface');
  return { key, ...surface };
}
