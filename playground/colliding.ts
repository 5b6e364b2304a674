// How many points collide in all, which a choice of contacts does not tell [Glondu13, fig. 12]: by full queries of the
// pairs that touch, a part of them each frame, so that the chart does not cost what the choice saves.

import type { World } from '../src/world/world.ts';
import { queryFull, touchingPairs } from './views/contacts.ts';

/** What was counted so far. Made by createColliding alone. */
export interface Colliding {
  frames: number;
  readonly counts: Map<number, { points: number; age: number }>; // by pair
}

const EVERY = 6; // frames
const MOST = 1000; // points to measure in one of these, more or less

export function createColliding(): Colliding {
  return { frames: 0, counts: new Map() };
}

/** Every few frames, counts anew the pairs that were counted longest ago; the number of all, as far as they were. */
export function countColliding(colliding: Colliding, world: World): number {
  const { counts } = colliding;
  if (colliding.frames++ % EVERY === 0) countSome(colliding, world);
  let sum = 0;
  for (const { points } of counts.values()) sum += points;
  return sum;
}

function countSome({ counts }: Colliding, world: World): void {
  const pairs = touchingPairs(world);
  for (const key of counts.keys()) if (!pairs.has(key)) counts.delete(key);
  for (const key of pairs.keys()) {
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { points: 0, age: Infinity });
    else known.age++;
  }
  const oldest = [...counts].sort(([, a], [, b]) => b.age - a.age);
  let measured = 0;
  for (const [key, count] of oldest) {
    if (measured > MOST) break;
    const found = queryFull(world, ...(pairs.get(key) as [number, number]));
    measured += found.measured;
    count.points = found.points.length / 3;
    count.age = 0;
  }
}
