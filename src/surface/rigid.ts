// Bodies that keep their shape. Whoever moves a surface may promise that a body is moved as a whole (setRigid): then
// what it meets of itself stays as it is, and is asked once. So it is under every map that keeps lines straight and is
// not singular. Within a step, vertices go straight: with a map M from its start to its end, they are at (1 − t)·I + t·M
// of the body, singular only if M has an eigenvalue below zero. A turn by less than half a turn has none. Nor has one by
// less than a quarter after a stretch S: from R·S·x = −λ·x, with y = S·x, follows y·R·y = −λ·y·x < 0.

import { growColumn } from '../math/columns.ts';
import type { SurfacePairs } from './collide.ts';
import { nodeOf, type Surface } from './surface.ts';

/** What is known of a body with itself, as bits: the pairs that intersect; that no step has contacts. */
export const PAIRS = 1;
export const NO_CONTACTS = 2;
const TOUCHING = 4; // contacts were found in this query

/** Whether a body is rigid: no, since some time within this step, or for the whole of it. */
const LOOSE = 0;
const NEW = 1;
const RIGID = 2;

/** The pairs that known bodies have within them; those of other bodies are passed over and thrown away. */
export interface CachedPairs {
  count: number;
  pair: Int32Array; // two triangles each
}

export function createCachedPairs(): CachedPairs {
  return { count: 0, pair: new Int32Array(64) };
}

/**
 * Promises that from now on a body is only moved as a whole, or takes that back: turned by less than half a turn a step
 * and shifted; if stretched too, turned by less than a quarter, and never mirrored or flattened. Queries then ask it
 * about itself once and remember. Pieces of a rigid body are rigid; what bodies are replaced by or merged into is not.
 */
export function setRigid(surface: Surface, id: number, rigid: boolean): void {
  nodeOf(surface, id);
  if (rigid && surface.rigid[id] !== LOOSE) return;
  surface.rigid[id] = rigid ? NEW : LOOSE;
  surface.known[id] = 0;
}

/** A step begins: what is rigid now is so for the whole of it. */
export function settleRigid({ rigid, bodyCount }: Surface): void {
  for (let b = 0; b < bodyCount; b++) if (rigid[b] === NEW) rigid[b] = RIGID;
}

/** Adds to `out` the pairs that are remembered of known bodies. */
export function recallPairs(out: SurfacePairs, { cached, known, body }: Surface): void {
  const { pair } = cached;
  let count = 0;
  for (let i = 0; i < cached.count; i++) {
    const s = pair[2 * i];
    const t = pair[2 * i + 1];
    if (body[s] < 0 || body[s] !== body[t] || (known[body[s]] & PAIRS) === 0) continue;
    pair[2 * count] = s;
    pair[2 * count + 1] = t;
    count++;
  }
  cached.count = count;
  out.pair = growColumn(out.pair, 2 * (out.count + count));
  for (let i = 0; i < 2 * count; i++) out.pair[2 * out.count + i] = pair[i];
  out.count += count;
}

/** Remembers pairs from `first` on, found by a query that cannot miss, within bodies that are rigid. */
export function learnPairs({ count, pair }: SurfacePairs, first: number, surface: Surface): void {
  const { cached, known, rigid, body, bodyCount } = surface;
  for (let i = first; i < count; i++) {
    const s = pair[2 * i];
    const t = pair[2 * i + 1];
    if (body[s] !== body[t] || rigid[body[s]] === LOOSE) continue;
    cached.pair = growColumn(cached.pair, 2 * cached.count + 2);
    cached.pair[2 * cached.count] = s;
    cached.pair[2 * cached.count + 1] = t;
    cached.count++;
  }
  for (let b = 0; b < bodyCount; b++) if (rigid[b] !== LOOSE) known[b] |= PAIRS;
}

/** Notes a contact within a body. */
export function noteContact({ known }: Surface, id: number): void {
  known[id] |= TOUCHING;
}

/**
 * After a query of the step that cannot miss: bodies that were rigid throughout and do not touch themselves never
 * will. Those that do are asked again each time.
 */
export function learnContacts({ known, rigid, bodyCount }: Surface): void {
  for (let b = 0; b < bodyCount; b++) {
    if ((known[b] & TOUCHING) !== 0) known[b] &= ~(TOUCHING | NO_CONTACTS);
    else if (rigid[b] === RIGID) known[b] |= NO_CONTACTS;
  }
}

/** Gives a piece of a body, new in its place, what holds for the whole. */
export function inheritShape({ rigid, known }: Surface, piece: number, whole: number): void {
  rigid[piece] = rigid[whole];
  known[piece] = known[whole];
}
