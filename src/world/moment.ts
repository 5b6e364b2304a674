// Moments: a world as it was, kept in memory, to go back to. A snapshot holds how instances broke, and whoever reads it cuts
// them again; a moment holds the instances themselves beside its bytes, so that going back cuts nothing. Their colliders
// stay as they were: what breaks while a moment holds it is copied before (ownCollider).

import type { Collider } from '../contact/collider.ts';
import { InputError } from '../job/error.ts';
import { createReader, type Reader, skipBytes } from './bytes.ts';
import { createAgain, type Happening, type Instance, type Works } from './instances.ts';
import { CONTENT, listInstances, passText, readContent, readParts, writeSnapshot } from './snapshot.ts';
import type { WorldState } from './state.ts';

/** A world as it was, in memory. Made by World.keep. */
export interface Moment {
  /** Seconds simulated. */
  readonly time: number;
}

interface KeptInstance {
  readonly of: Instance;
  readonly collider: Collider;
  readonly shared: boolean;
  readonly log: readonly Happening[];
  readonly loose: readonly number[];
  readonly alive: Uint8Array; // of its fragments
}

interface Kept {
  readonly bytes: Uint8Array; // a snapshot
  readonly works: Works; // of the world
  readonly instances: readonly KeptInstance[];
}

const held = new WeakMap<Moment, Kept>();

/** Keeps a world as it is. Instances of it that break later are copied before: about a millisecond each. */
export function keepMoment(state: WorldState): Moment {
  const moment: Moment = { time: state.time };
  const bytes = writeSnapshot(state);
  const instances = listInstances(state).map((of): KeptInstance => {
    of.kept = true;
    const { fragments } = of.collider.field?.family ?? { fragments: null };
    return {
      of,
      collider: of.collider,
      shared: of.shared,
      log: of.log.slice(),
      loose: [...of.loose],
      alive: fragments === null ? NONE : fragments.alive.slice(0, fragments.count),
    };
  });
  held.set(moment, { bytes, works: state.works, instances });
  return moment;
}

const NONE = new Uint8Array(0);

/**
 * The world of a moment, in place of the one that it was kept of, which is used no more: bit for bit that of its bytes,
 * without cutting anything again.
 */
export function returnTo(state: WorldState, moment: Moment, records: boolean): WorldState {
  if (records) {
    throw new InputError(
      'bad-argument',
      'this world records, and a recording knows no way back: make one without',
    );
  }
  const kept = typeof moment === 'object' && moment !== null ? held.get(moment) : undefined;
  if (kept === undefined || kept.works !== state.works) {
    throw new InputError('bad-argument', 'moment is of another world: give what keep() of this one made');
  }
  const { timer, breaking } = state;
  const reader = createReader(kept.bytes);
  reader.at = CONTENT;
  let k = 0;
  const fresh = readContent(reader, { clock: timer.clock ?? undefined }, state, () =>
    readKept(reader, kept.instances[k++]),
  );
  fresh.breaking.any = breaking.any;
  fresh.breaking.hook = breaking.hook;
  fresh.breaking.answers = breaking.answers;
  Object.assign(fresh.counters, state.counters); // these go on
  return fresh;
}

function readKept(reader: Reader, { of, collider, shared, log, loose, alive }: KeptInstance): Instance {
  skipBytes(reader); // how it broke
  const again = createAgain(of, collider, log, loose);
  again.shared = shared;
  again.kept = true;
  collider.field?.family.fragments.alive.set(alive);
  passText(again, of);
  readParts(reader, again);
  return again;
}
