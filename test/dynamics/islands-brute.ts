// Islands the slow way: a flood fill over sets, with nothing shared with src/dynamics/islands.ts but the bodies.

import { BODY_DYNAMIC, BODY_KINEMATIC, type Bodies } from '../../src/dynamics/bodies.ts';

export type Link = [number, number];

export interface BruteIslands {
  islands: number[][]; // awake: sorted members, sorted by the first
  woke: number[]; // rows, sorted
}

const isDynamic = (bodies: Bodies, row: number) =>
  row >= 0 && bodies.slots.live[row] === 1 && bodies.kind[row] === BODY_DYNAMIC;

/** Groups of rows that links tie together, sorted. */
function flood(rows: number[], links: Link[]): number[][] {
  const near = new Map(rows.map((row) => [row, new Set<number>()]));
  for (const [a, b] of links) {
    if (!near.has(a) || !near.has(b)) continue;
    near.get(a)?.add(b);
    near.get(b)?.add(a);
  }
  const seen = new Set<number>();
  const groups: number[][] = [];
  for (const row of rows) {
    if (seen.has(row)) continue;
    const group = new Set([row]);
    for (const a of group) for (const b of near.get(a) ?? []) group.add(b); // a set takes in what is added while it is walked
    for (const a of group) seen.add(a);
    groups.push([...group].sort((a, b) => a - b));
  }
  return groups;
}

/** `asleep`: the rings of what sleeps. Speeds are for bodies of 1 m. Changes nothing. */
export function bruteIslands(bodies: Bodies, touch: Link[], joint: Link[], asleep: number[][]): BruteIslands {
  const rows = Array.from({ length: bodies.slots.count }, (_, row) => row);
  const speed = (row: number) => Math.hypot(...bodies.velocity.slice(3 * row, 3 * row + 3));
  const moves = (row: number) =>
    row >= 0 && bodies.slots.live[row] === 1 && bodies.kind[row] === BODY_KINEMATIC && speed(row) > 0;
  const awake = new Set(rows.filter((row) => isDynamic(bodies, row) && bodies.awake[row] === 1));
  const first = new Set(awake);
  const both = (links: Link[]): Link[] =>
    links.flatMap(([a, b]): Link[] => [
      [a, b],
      [b, a],
    ]);
  const rouse = (row: number) => {
    for (const at of asleep.find((ring) => ring.includes(row)) ?? [row]) awake.add(at);
  };
  for (let size = -1; size !== awake.size; ) {
    size = awake.size;
    for (const [row, by] of both(joint)) {
      if (isDynamic(bodies, row) && (moves(by) || awake.has(by))) rouse(row);
    }
  }
  for (const [row, by] of both(touch)) if (isDynamic(bodies, row) && moves(by)) rouse(row);
  // How fast each may become: struck by the fastest of all chains of links.
  const mass = (row: number) => 1 / bodies.inverseMass[row];
  let reach = new Map([...awake].map((row) => [row, { speed: speed(row), driver: mass(row) }]));
  const blow = (row: number, by: number) => {
    const { speed, driver } = reach.get(by) ?? { speed: 0, driver: 1 };
    return (speed * driver) / (driver + mass(row));
  };
  for (let pass = 0; pass < 200; pass++) {
    const next = new Map(reach);
    for (const [row, by] of both(touch)) {
      const [mine, its] = [next.get(row), reach.get(by)];
      if (mine === undefined || its === undefined || blow(row, by) < 0.001) continue;
      next.set(row, {
        speed: Math.max(mine.speed, blow(row, by)),
        driver: Math.max(mine.driver, its.driver),
      });
    }
    reach = next;
  }
  const struck = (row: number, by: number) =>
    isDynamic(bodies, row) && bodies.awake[row] === 0 && !awake.has(row) ? blow(row, by) : 0;
  const hard = both(touch).filter(([row, by]) => struck(row, by) >= 0.3);
  const soft = both(touch).filter(([row, by]) => struck(row, by) >= 0.01);
  for (const [row] of hard) rouse(row);
  for (const [row] of soft) awake.add(row);
  const islands = flood(
    [...awake].sort((a, b) => a - b),
    [...touch, ...joint],
  );
  return { islands, woke: [...awake].filter((row) => !first.has(row)).sort((a, b) => a - b) };
}

/** The rings after what has rested for `time`, by bodies.rest, has fallen asleep. Changes nothing. */
export function bruteRings(
  bodies: Bodies,
  islands: number[][],
  touch: Link[],
  joint: Link[],
  asleep: number[][],
  time: number,
): number[][] {
  const rows = Array.from({ length: bodies.slots.count }, (_, row) => row).filter((row) =>
    isDynamic(bodies, row),
  );
  const sleeps = new Set(rows.filter((row) => bodies.awake[row] === 0));
  const rested = (row: number) => sleeps.has(row) || !isDynamic(bodies, row) || bodies.rest[row] >= time;
  const falls: number[] = [];
  for (const island of islands) {
    for (const row of island) {
      const tied = joint.some((link) => link.includes(row));
      const next = touch.filter((link) => link.includes(row)).flat();
      if (island.every(rested) || (rested(row) && !tied && next.every(rested))) falls.push(row);
    }
  }
  if (falls.length === 0) return asleep; // links between sleepers are not looked for
  for (const row of falls) sleeps.add(row);
  const ties = asleep.flatMap((ring) => ring.map((row): Link => [ring[0], row]));
  return flood(
    [...sleeps].sort((a, b) => a - b),
    [...ties, ...touch, ...joint],
  ).filter((ring) => ring.length > 1);
}
