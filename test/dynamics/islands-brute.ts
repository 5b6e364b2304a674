// Islands the slow way: a flood fill over sets, with nothing shared with src/dynamics/islands.ts but the bodies.

import { BODY_DYNAMIC, BODY_KINEMATIC, type Bodies } from '../../src/dynamics/bodies.ts';

export interface BruteIslands {
  islands: number[][]; // awake: sorted members, sorted by the first
  woke: number[]; // rows, sorted
}

/** `asleep`: the groups that fell asleep together. Changes nothing. */
export function bruteIslands(bodies: Bodies, links: [number, number][], asleep: number[][]): BruteIslands {
  const rows = Array.from({ length: bodies.slots.count }, (_, row) => row);
  const dynamic = (row: number) =>
    row >= 0 && bodies.slots.live[row] === 1 && bodies.kind[row] === BODY_DYNAMIC;
  const moves = (row: number) =>
    row >= 0 &&
    bodies.slots.live[row] === 1 &&
    bodies.kind[row] === BODY_KINEMATIC &&
    [...bodies.velocity.slice(3 * row, 3 * row + 3), ...bodies.spin.slice(3 * row, 3 * row + 3)].some(
      Boolean,
    );
  const near = rows.map(() => new Set<number>());
  const awake = new Set(rows.filter((row) => dynamic(row) && bodies.awake[row] === 1));
  for (const [a, b] of links) {
    if (dynamic(a) && dynamic(b)) {
      near[a].add(b);
      near[b].add(a);
    }
    if (dynamic(a) && moves(b)) awake.add(a);
    if (dynamic(b) && moves(a)) awake.add(b);
  }
  for (const group of asleep) for (const a of group) for (const b of group) near[a].add(b);
  const seen = new Set<number>();
  const islands: number[][] = [];
  for (const row of rows) {
    if (!dynamic(row) || seen.has(row)) continue;
    const group = new Set([row]);
    for (const a of group) for (const b of near[a]) group.add(b); // a set takes in what is added while it is walked
    for (const a of group) seen.add(a);
    if ([...group].some((a) => awake.has(a))) islands.push([...group].sort((a, b) => a - b));
  }
  return {
    islands,
    woke: islands
      .flat()
      .filter((row) => bodies.awake[row] === 0)
      .sort((a, b) => a - b),
  };
}
