import { describe, expect, it } from 'vitest';
import {
  addBody,
  BODY_DYNAMIC,
  BODY_KINEMATIC,
  BODY_STATIC,
  type Bodies,
  createBodies,
  removeBody,
} from '../../src/dynamics/bodies.ts';
import {
  addLink,
  buildIslands,
  createIslands,
  createLinks,
  type Islands,
  type Links,
} from '../../src/dynamics/islands.ts';
import { forgetBody, sleepIslands, wakeBody } from '../../src/dynamics/sleep.ts';
import { createRandom, nextUint } from '../../src/math/random.ts';
import { findGarbage } from '../support/allocation.ts';
import { bruteIslands, bruteRings, type Link } from './islands-brute.ts';

function linksOf(list: Link[]): Links {
  const links = createLinks();
  for (const [a, b] of list) addLink(links, a, b);
  return links;
}

function build(islands: Islands, bodies: Bodies, touch: Link[], joint: Link[] = []): number {
  return buildIslands(islands, bodies, linksOf(touch), linksOf(joint));
}

function sleep(islands: Islands, bodies: Bodies, touch: Link[], joint: Link[]): void {
  sleepIslands(islands, bodies, 0.01, { speed: 0.01, time: 0.5 }, linksOf(touch), linksOf(joint));
}

function listIslands(islands: Islands): number[][] {
  return Array.from({ length: islands.count }, (_, i) => [
    ...islands.member.slice(islands.start[i], islands.start[i + 1]),
  ]);
}

function addBodies(bodies: Bodies, kinds: number[]): void {
  for (const kind of kinds) {
    const row = addBody(bodies);
    bodies.kind[row] = kind;
    bodies.radius[row] = 0.5;
    bodies.inverseMass[row] = kind === BODY_DYNAMIC ? 1 / (1 + (row % 5)) : 0;
    bodies.awake[row] = kind === BODY_DYNAMIC ? 1 : 0;
  }
}

/** The rings of what sleeps, each as a sorted list. */
function listRings(islands: Islands, bodies: Bodies): number[][] {
  const seen = new Set<number>();
  const rings: number[][] = [];
  for (let row = 0; row < Math.min(bodies.slots.count, islands.ring.length); row++) {
    if (islands.ring[row] === row || seen.has(row)) continue;
    const ring = [row];
    for (let at = islands.ring[row]; at !== row; at = islands.ring[at]) ring.push(at);
    for (const at of ring) seen.add(at);
    rings.push(ring.sort((a, b) => a - b));
  }
  return rings;
}

describe('islands', () => {
  it('are tied by dynamic bodies alone', () => {
    const bodies = createBodies();
    const islands = createIslands();
    const [S, K, D] = [BODY_STATIC, BODY_KINEMATIC, BODY_DYNAMIC];
    addBodies(bodies, [D, S, D, K, D, D, D]);
    const woken = build(
      islands,
      bodies,
      [
        [0, 1],
        [1, 2],
        [2, 3],
        [3, 4],
        [6, 2],
      ],
      [
        [5, 4],
        [-1, 0],
        [0, -1],
      ],
    );
    expect(woken).toBe(0);
    expect(listIslands(islands)).toEqual([[0], [2, 6], [4, 5]]);
    expect([...islands.island.slice(0, 7)]).toEqual([0, -1, 1, -1, 2, 2, 1]);
  });

  for (const seed of [1, 2, 3]) {
    it(`match a flood fill while bodies sleep, wake, come and go (seed ${seed})`, () => {
      const random = createRandom(seed);
      const bodies = createBodies();
      const islands = createIslands();
      const pick = (n: number) => nextUint(random) % n;
      let woken = 0;
      let slept = 0;
      for (let step = 0; step < 400; step++) {
        for (let i = pick(4); i > 0; i--) addBodies(bodies, [[0, 1, 2, 2, 2, 2, 2][pick(7)]]);
        const count = bodies.slots.count;
        if (count > 0) {
          for (let i = pick(4); i > 0; i--) {
            const row = pick(count);
            if (bodies.slots.live[row] === 0) continue;
            if (count < 60 && pick(3) > 0) continue;
            forgetBody(islands, bodies, row);
            removeBody(bodies, row);
          }
        }
        for (let row = 0; row < count; row++) {
          const still = bodies.awake[row] === 0 && bodies.kind[row] === BODY_DYNAMIC;
          if (!still) bodies.velocity[3 * row] = [3, 0.05, 0, 0, 0, 0][pick(6)];
        }
        const links = (n: number) =>
          Array.from({ length: n }, (): Link => [pick(count + 1) - 1, pick(count + 1) - 1]);
        const touch = count === 0 ? [] : links(pick(Math.max(1, count >> 1)));
        const joint = count === 0 ? [] : links(pick(4));
        const rings = listRings(islands, bodies);
        const brute = bruteIslands(bodies, touch, joint, rings);
        islands.wokeCount = 0;
        woken += build(islands, bodies, touch, joint);
        expect(listIslands(islands)).toEqual(brute.islands);
        expect([...islands.woke.slice(0, islands.wokeCount)]).toEqual(brute.woke);
        for (const row of brute.islands.flat()) {
          const rests = pick(4) > 0;
          bodies.velocity[3 * row] = rests ? 0 : 1;
          bodies.rest[row] = rests ? 1 : 0;
        }
        const left = listRings(islands, bodies);
        const after = bruteRings(bodies, brute.islands, touch, joint, left, 0.5);
        islands.sleptCount = 0;
        sleep(islands, bodies, touch, joint);
        slept += islands.sleptCount;
        expect(listRings(islands, bodies)).toEqual(after);
      }
      expect(woken).toBeGreaterThan(50);
      expect(slept).toBeGreaterThan(50);
    });
  }

  it('are the same whatever the order of the links', () => {
    const random = createRandom(4);
    const bodies = createBodies();
    addBodies(bodies, new Array(50).fill(BODY_DYNAMIC));
    const links = Array.from({ length: 30 }, (): Link => [nextUint(random) % 50, nextUint(random) % 50]);
    const one = createIslands();
    build(one, bodies, links);
    const two = createIslands();
    build(
      two,
      bodies,
      [],
      [...links].reverse().map(([a, b]): Link => [b, a]),
    );
    expect(one.count).toBeGreaterThan(5);
    expect(listIslands(two)).toEqual(listIslands(one));
  });

  it('allocate nothing', () => {
    const random = createRandom(5);
    const bodies = createBodies();
    addBodies(bodies, new Array(200).fill(BODY_DYNAMIC));
    const touches = createLinks();
    for (let i = 0; i < 100; i++) addLink(touches, nextUint(random) % 200, nextUint(random) % 200);
    const none = createLinks();
    const islands = createIslands();
    const options = { speed: 0.01, time: 0.05 };
    const garbage = findGarbage(1000, () => {
      for (let i = 0; i < 1000; i++) {
        islands.wokeCount = islands.sleptCount = 0;
        buildIslands(islands, bodies, touches, none);
        sleepIslands(islands, bodies, 0.01, options, touches, none);
        if (i % 10 === 0) for (let row = 0; row < 200; row++) wakeBody(islands, bodies, row);
      }
    });
    expect(garbage).toEqual([]);
  });
});
