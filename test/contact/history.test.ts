// Bodies pressed deep into thin solids come back out where they entered.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Collider } from '../../src/contact/collider.ts';
import { type Contacts, createContacts } from '../../src/contact/contacts.ts';
import { createQueryOptions } from '../../src/contact/options.ts';
import { createPair, type PairState, placePair } from '../../src/contact/pair.ts';
import { queryPair } from '../../src/contact/query.ts';
import { createQueryWork } from '../../src/contact/work.ts';
import { createBox } from '../../src/mesh/shapes/box.ts';
import { createCopy, createShift } from './brute.ts';

const THICK = 0.08; // of wall and plate, along z

let wall: Collider;
let plate: Collider;

beforeAll(async () => {
  wall = await createCopy(createBox({ size: [1, 1, THICK], edge: 0.1 }), 0.2, 64);
  plate = await createCopy(createBox({ size: [0.4, 0.4, THICK], edge: 0.1 }), 0.2, 64);
}, 60_000);

const still = createShift(0, 0, 0);
const work = createQueryWork();
const points = createQueryOptions({ edges: false });

/** Where the plate is, sunk into the wall from the side of +z by a share of its thickness. */
const sunk = (share: number) => createShift(0.013, 0.007, THICK * (1 - share));

function press(out: Contacts, pair: PairState, share: number, options = points): void {
  queryPair(out, work, pair, plate, 0, sunk(share), wall, 0, still, options);
}

/** The deepest contact that pushes along ±z, and whether any pushes to −z, further in. */
function summarise(out: Contacts): { deepest: number; wrong: number; sides: number } {
  let deepest = 0;
  let wrong = 0;
  let sides = 0;
  for (let i = 0; i < out.count; i++) {
    const z = out.normal[3 * i + 2];
    if (z < -0.25) wrong++;
    if (z > 0.7) {
      deepest = Math.min(deepest, out.distance[i]);
      sides |= 1 << out.side[i];
    }
  }
  return { deepest, wrong, sides };
}

describe('a plate pressed into a thin wall', () => {
  for (const budget of ['adaptive', 'hard', 'full'] as const) {
    it(`in small steps to 80 %, ${budget}`, () => {
      const options = createQueryOptions({ edges: false, budget });
      const out = createContacts();
      const pair = createPair();
      for (let share = -0.1; share <= 0.8; share += 0.02) press(out, pair, share, options);
      press(out, pair, 0.8, options);
      const { deepest, wrong, sides } = summarise(out);
      expect(wrong).toBe(0);
      expect(deepest).toBeCloseTo(-0.8 * THICK, 3);
      expect(sides).toBe(3);
    });
  }

  it('is pushed the wrong way without history: the test can fail', () => {
    const out = createContacts();
    press(out, createPair(), 0.8);
    expect(summarise(out).wrong).toBeGreaterThan(0);
  });

  it('in one step of 60 %, after a query outside', () => {
    const out = createContacts();
    const pair = createPair();
    press(out, pair, -0.5);
    expect(out.count).toBe(0);
    press(out, pair, 0.6);
    const { deepest, wrong } = summarise(out);
    expect(wrong).toBe(0);
    expect(deepest).toBeCloseTo(-0.6 * THICK, 3);
  });

  it('in one step of 60 %, at its first query, told where it was', () => {
    const out = createContacts();
    const pair = createPair();
    placePair(pair, sunk(-3), still);
    press(out, pair, 0.6);
    const { deepest, wrong } = summarise(out);
    expect(wrong).toBe(0);
    expect(deepest).toBeCloseTo(-0.6 * THICK, 3);
  });

  it('comes out where it entered when contacts move it', () => {
    const out = createContacts();
    const pair = createPair();
    press(out, pair, -0.1);
    let share = 0.8;
    for (let step = 0; step < 40; step++) {
      press(out, pair, share);
      let push = 0;
      for (let i = 0; i < out.count; i++) {
        const way = -out.distance[i] * out.normal[3 * i + 2];
        if (Math.abs(way) > Math.abs(push)) push = way;
      }
      share -= (0.3 * push) / THICK;
    }
    expect(share).toBeLessThan(0.01);
    expect(share).toBeGreaterThan(-0.2);
  });
});
