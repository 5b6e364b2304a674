import { describe, expect, it } from 'vitest';
import {
  addBody,
  BODY_DYNAMIC,
  BODY_KINEMATIC,
  type Bodies,
  createBodies,
} from '../../src/dynamics/bodies.ts';
import {
  addLink,
  buildIslands,
  createIslands,
  createLinks,
  type Islands,
} from '../../src/dynamics/islands.ts';
import { clearNews, forgetBody, sleepIslands, wakeBody } from '../../src/dynamics/sleep.ts';
import { SLEEP_DEFAULTS } from '../../src/dynamics/waking.ts';

const none = createLinks();

/** One step: the first `count` links touch. */
function step(islands: Islands, bodies: Bodies, a: number[], b: number[]): number {
  const touches = createLinks();
  for (let i = 0; i < a.length; i++) addLink(touches, a[i], b[i]);
  const woken = buildIslands(islands, bodies, touches, none);
  sleepIslands(islands, bodies, 0.02, SLEEP_DEFAULTS, touches, none);
  return woken;
}

function addDynamic(bodies: Bodies, radius: number): number {
  const row = addBody(bodies);
  bodies.kind[row] = BODY_DYNAMIC;
  bodies.awake[row] = 1;
  bodies.radius[row] = radius;
  bodies.inverseMass[row] = 1;
  return row;
}

describe('sleep', () => {
  it('comes to an island after half a second without motion, to all members at once', () => {
    const bodies = createBodies();
    const islands = createIslands();
    for (let i = 0; i < 4; i++) addDynamic(bodies, 0.1);
    bodies.velocity[3 * 1] = 0.02; // too fast for the first ten steps
    let steps = 0;
    while (bodies.awake[0] === 1 && steps < 100) {
      if (steps === 10) bodies.velocity[3 * 1] = 0.009;
      step(islands, bodies, [0, 1], [1, 2]);
      steps++;
      if (steps === 26) expect([...bodies.awake.slice(0, 4)]).toEqual([1, 1, 1, 0]); // the fourth lies alone
    }
    expect(steps).toBe(35);
    expect([...bodies.awake.slice(0, 4)]).toEqual([0, 0, 0, 0]);
    expect([...islands.slept.slice(0, islands.sleptCount)]).toEqual([3, 0, 1, 2]);
    expect(bodies.velocity[3 * 1]).toBe(0);
    clearNews(islands);
    expect(step(islands, bodies, [0, 1], [1, 2])).toBe(0); // touching each other does not wake them
    expect(islands.count).toBe(0);
    expect(islands.sleptCount).toBe(0);
  });

  it('counts spin at the surface, and sizes from 5 cm to 3 m alike', () => {
    const cases: [number, number, number, boolean][] = [
      [0.025, 0.0099, 0, true],
      [0.025, 0.0101, 0, false],
      [1.5, 0.0099, 0, true],
      [1.5, 0.0101, 0, false],
      [1.5, 0, 0.0066, true],
      [1.5, 0, 0.0067, false],
      [1, 0.006, 0.0041, false],
      [0.0025, 0.0021, 0, false], // 5 mm: a fifth of the speed
      [0.0025, 0.0019, 0, true],
      [15, 0.09, 0, true], // 30 m: ten times
      [15, 0.11, 0, false],
    ];
    for (const [radius, speed, spin, sleeps] of cases) {
      const bodies = createBodies();
      const islands = createIslands();
      const row = addDynamic(bodies, radius);
      bodies.velocity[3 * row + 1] = speed;
      bodies.spin[3 * row + 2] = spin;
      for (let i = 0; i < 30; i++) step(islands, bodies, [], []);
      expect([radius, speed, spin, bodies.awake[row] === 0]).toEqual([radius, speed, spin, sleeps]);
    }
  });

  it('ends for the whole island when one is touched, and for no other', () => {
    const bodies = createBodies();
    const islands = createIslands();
    for (let i = 0; i < 6; i++) addDynamic(bodies, 0.1);
    for (let i = 0; i < 30; i++) step(islands, bodies, [0, 1, 4], [1, 2, 5]);
    expect([...bodies.awake.slice(0, 6)]).toEqual([0, 0, 0, 0, 0, 0]);
    clearNews(islands);
    bodies.awake[3] = 1; // as if thrown
    bodies.velocity[9] = 1;
    expect(step(islands, bodies, [2], [3])).toBe(3); // links within the sleeping island are not needed
    expect([...bodies.awake.slice(0, 6)]).toEqual([1, 1, 1, 1, 0, 0]);
    expect([...islands.woke.slice(0, islands.wokeCount)]).toEqual([0, 1, 2]);
    expect(bodies.rest[0]).toBeCloseTo(0.02);
  });

  it('comes to the part of an island that has rested with all that it touches', () => {
    const bodies = createBodies();
    const islands = createIslands();
    for (let i = 0; i < 5; i++) addDynamic(bodies, 0.1);
    const links: [number[], number[]] = [
      [0, 1, 2, 3],
      [1, 2, 3, 4],
    ];
    bodies.velocity[3 * 4] = 0.03; // the last of a chain trembles
    for (let i = 0; i < 30; i++) {
      step(islands, bodies, ...links);
      bodies.velocity[3 * 4] = 0.03;
    }
    expect([...bodies.awake.slice(0, 5)]).toEqual([0, 0, 0, 1, 1]);
    bodies.velocity[3 * 4] = 0.035;
    expect(step(islands, bodies, [2, 3], [3, 4])).toBe(0); // its neighbour takes half of that, and would give on a quarter
    bodies.velocity[3 * 4] = 0.05;
    expect(step(islands, bodies, [2, 3], [3, 4])).toBe(1); // more wakes what comes next,
    expect([...bodies.awake.slice(0, 5)]).toEqual([0, 0, 1, 1, 1]);
    bodies.velocity[3 * 4] = 0;
    expect(step(islands, bodies, [1, 2, 3], [2, 3, 4])).toBe(0); // which does not move yet
    bodies.velocity[3 * 4] = 3;
    expect(step(islands, bodies, [1, 2, 3], [2, 3, 4])).toBe(2); // and what is fast wakes all
    expect([...bodies.awake.slice(0, 5)]).toEqual([1, 1, 1, 1, 1]);
  });

  it('ends when a moving kinematic body touches, and does not come while it does', () => {
    const bodies = createBodies();
    const islands = createIslands();
    addDynamic(bodies, 0.1);
    const lift = addBody(bodies);
    bodies.kind[lift] = BODY_KINEMATIC;
    for (let i = 0; i < 30; i++) step(islands, bodies, [0], [lift]);
    expect(bodies.awake[0]).toBe(0); // a lift at rest is like the ground
    bodies.velocity[3 * lift + 1] = 0.001;
    bodies.velocity[1] = 0;
    expect(step(islands, bodies, [lift], [0])).toBe(1);
    bodies.velocity[1] = 0.001;
    for (let i = 0; i < 100; i++) step(islands, bodies, [0], [lift]);
    expect(bodies.awake[0]).toBe(1);
    expect(islands.wokeCount).toBe(1);
  });

  it('ends by hand, and when one of the island goes', () => {
    const bodies = createBodies();
    const islands = createIslands();
    for (let i = 0; i < 4; i++) addDynamic(bodies, 0.1);
    for (let i = 0; i < 30; i++) step(islands, bodies, [0, 2], [3, 1]);
    clearNews(islands);
    wakeBody(islands, bodies, 3);
    expect([...islands.woke.slice(0, islands.wokeCount)]).toEqual([3, 0]);
    wakeBody(islands, bodies, 3);
    expect(islands.wokeCount).toBe(2);
    forgetBody(islands, bodies, 2);
    expect([...islands.woke.slice(0, islands.wokeCount)]).toEqual([3, 0, 1]);
    expect([...islands.ring.slice(0, 4)]).toEqual([0, 1, 2, 3]);
    const ground = addBody(bodies);
    wakeBody(islands, bodies, ground);
    expect(bodies.awake[ground]).toBe(0);
  });

  it('carries on from a copy of its ring', () => {
    const bodies = createBodies();
    const islands = createIslands();
    for (let i = 0; i < 3; i++) addDynamic(bodies, 0.1);
    for (let i = 0; i < 30; i++) step(islands, bodies, [0], [2]);
    const copy = createIslands();
    copy.ring = islands.ring.slice();
    wakeBody(copy, bodies, 2);
    expect([...bodies.awake.slice(0, 3)]).toEqual([1, 0, 1]);
  });
});
