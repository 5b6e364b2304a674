// Back to before a step. The hook of a world is code of its user's: when it throws, or answers with what is no pattern, the
// step has moved bodies, found contacts and perhaps broken other things. What the world was is then read back from bytes
// that were kept before the step. They are kept only while a hook is set, something can break and something moves.

import { createReader } from './bytes.ts';
import { clearEvents, type Events } from './events.ts';
import type { Source } from './instances.ts';
import { CONTENT, readContent, readCopy, writeSnapshot } from './snapshot.ts';
import type { WorldState } from './state.ts';

/** A world before a step. */
export interface KeptWorld {
  readonly bytes: Uint8Array;
  readonly events: Events;
  readonly answers: number; // of the hook, noted so far
}

/** Keeps a world, if its hook may be asked in the next step; else null. */
export function keepWorld(state: WorldState): KeptWorld | null {
  const { breaking, events } = state;
  if (breaking.hook === null || !breaking.any || !mayBreak(state)) return null;
  const copy = Object.entries(events).map(([name, list]) => [name, [...list]]);
  return {
    bytes: writeSnapshot(state),
    events: Object.fromEntries(copy),
    answers: breaking.answers?.length ?? 0,
  };
}

/** Whether anything moves that may strike something, or a blow waits. */
function mayBreak({ bodies, breaking }: WorldState): boolean {
  if (breaking.waiting.length > 0) return true;
  const { slots, awake } = bodies;
  for (let row = 0; row < slots.count; row++) if (slots.live[row] === 1 && awake[row] === 1) return true;
  return false;
}

/** The world as it was kept, with what no snapshot holds; moments of it stay moments of it. */
export function rollBack(state: WorldState, kept: KeptWorld): WorldState {
  const { timer, breaking } = state;
  const sources = new Set<Source>();
  for (const instance of state.instance) if (instance !== null) sources.add(instance.source);
  const reader = createReader(kept.bytes);
  reader.at = CONTENT;
  const fresh = readContent(reader, { clock: timer.clock ?? undefined }, state, (own) =>
    readCopy(reader, own, [...sources]),
  );
  fresh.breaking.hook = breaking.hook;
  fresh.breaking.answers = breaking.answers;
  if (breaking.answers !== null) breaking.answers.length = kept.answers;
  Object.assign(fresh.counters, state.counters);
  clearEvents(fresh.events);
  for (const [name, list] of Object.entries(kept.events)) {
    (fresh.events as unknown as Record<string, unknown[]>)[name].push(...list);
  }
  return fresh;
}
