// Numbered places that come and go: bodies and joints live in rows of columns, and rows are used again. An id is a row
// and a generation in one number, so that an id of something gone is known to be stale.

import { refuse } from '../job/check.ts';
import { InputError } from '../job/error.ts';
import { growColumn } from '../math/columns.ts';

/** An id is generation · ROWS + row. */
export const ROWS = 0x100000;

/** Made by createSlots alone. Which row comes next depends on what was taken and freed, and on nothing else. */
export interface Slots {
  count: number; // rows ever in use
  used: number; // rows in use now
  generation: Int32Array; // per row, how often it was freed
  live: Uint8Array; // per row, 1 if in use
  free: Int32Array; // rows to be used again, the last first
  freeCount: number;
}

export function createSlots(): Slots {
  return {
    count: 0,
    used: 0,
    generation: new Int32Array(64),
    live: new Uint8Array(64),
    free: new Int32Array(64),
    freeCount: 0,
  };
}

/** A row that is not in use, which from now on is. Throws when there are 2²⁰. */
export function takeSlot(slots: Slots): number {
  if (slots.freeCount === 0 && slots.count === ROWS) {
    throw new InputError('too-large', `there are ${ROWS} already: remove some first`);
  }
  const row = slots.freeCount > 0 ? slots.free[--slots.freeCount] : slots.count++;
  slots.generation = growColumn(slots.generation, row + 1);
  slots.live = growColumn(slots.live, row + 1);
  slots.live[row] = 1;
  slots.used++;
  return row;
}

/** Gives a row back: ids of it are stale from now on. */
export function freeSlot(slots: Slots, row: number): void {
  slots.live[row] = 0;
  slots.generation[row]++;
  slots.free = growColumn(slots.free, slots.freeCount + 1);
  slots.free[slots.freeCount++] = row;
  slots.used--;
}

/** The id of a row in use. */
export function idOf(slots: Slots, row: number): number {
  return slots.generation[row] * ROWS + row;
}

/** The row of an id; throws 'bad-argument', naming `what` it is the id of, when it is stale or was never given. */
export function rowOf(slots: Slots, id: number, what: string): number {
  if (holdsId(slots, id)) return id % ROWS;
  if (Number.isInteger(id) && id >= 0 && id % ROWS < slots.count) {
    if (Math.floor(id / ROWS) <= slots.generation[id % ROWS]) {
      throw new InputError('bad-argument', `${what} ${id} has been removed: use ids of what is still there`);
    }
  }
  if (typeof id !== 'number') throw refuse(what, id, 'an id that the world gave');
  throw new InputError('bad-argument', `there is no ${what} ${id}: use an id that the world gave`);
}

/** Whether an id is that of something still there. */
export function holdsId(slots: Slots, id: number): boolean {
  if (!(Number.isInteger(id) && id >= 0)) return false;
  const row = id % ROWS;
  return row < slots.count && slots.live[row] === 1 && idOf(slots, row) === id;
}
