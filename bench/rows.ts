// How many contacts a world gives to its solver: a pair, a patch of a pair, in all. A patch is what patches are to the
// world, seen from outside: rows of a pair whose normals are turned by less than 22° from that of the deepest.

import type { World } from '../src/world/world.ts';
import type { Placed } from './overlap.ts';
import { epsilonOf } from './overlap.ts';

const ALIKE = 0.927; // cosine

/** Sums over the pairs of one look. */
export interface RowTally {
  pairs: number; // that touch: something of them is within ε
  rows: number; // of these
  patches: number;
  mostTouching: number; // rows within ε of one patch
  overfull: number; // patches with more than four of those
}

export function createTally(): RowTally {
  return { pairs: 0, rows: 0, patches: 0, mostTouching: 0, overfull: 0 };
}

/** Adds the rows of a world's last collision step. */
export function tallyRows(tally: RowTally, world: World, bodies: readonly Placed[]): void {
  const { count, bodyA, bodyB, distance, normal } = world.contacts;
  const byRow = new Map(bodies.map((body) => [world.indexOf(body.id), body]));
  const pairs = new Map<number, number[]>();
  for (let i = 0; i < count; i++) {
    const key = bodyA[i] * 0x100000 + bodyB[i];
    const list = pairs.get(key);
    if (list === undefined) pairs.set(key, [i]);
    else list.push(i);
  }
  for (const [key, rows] of pairs) {
    const a = byRow.get(Math.floor(key / 0x100000));
    const b = byRow.get(key % 0x100000);
    if (a === undefined || b === undefined) continue;
    const epsilon = epsilonOf(a, b);
    if (!rows.some((i) => distance[i] <= epsilon)) continue;
    tally.pairs++;
    tally.rows += rows.length;
    const left = rows.toSorted((i, j) => distance[i] - distance[j]);
    while (left.length > 0) {
      const [first] = left;
      const alike = (i: number): boolean =>
        i === first ||
        normal[3 * i] * normal[3 * first] +
          normal[3 * i + 1] * normal[3 * first + 1] +
          normal[3 * i + 2] * normal[3 * first + 2] >=
          ALIKE;
      const patch = left.filter(alike);
      const touching = patch.filter((i) => distance[i] <= epsilon).length;
      tally.patches++;
      tally.mostTouching = Math.max(tally.mostTouching, touching);
      if (touching > 4) tally.overfull++;
      left.splice(0, left.length, ...left.filter((i) => !alike(i)));
    }
  }
}
