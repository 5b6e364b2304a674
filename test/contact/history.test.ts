// Bodies pressed deep into thin solids come back out where they entered.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Collider } from '../../src/contact/collider.ts';
import { type Contacts, createContacts } from '../../src/contact/contacts.ts';
import { createQueryOptions } from '../../src/contact/options.ts';
import { createPair, type PairState, placePair } from '../../src/contact/pair.ts';
import { createQuery } from '../../src/contact/query.ts';
import { queryPair } from '../../src/contact/query-pair.ts';
import { createShape } from '../../src/contact/shape.ts';
import { createBreakWork, updateCollider } from '../../src/contact/update.ts';
import { splitFragment } from '../../src/fragment/split.ts';
import { createBox } from '../../src/mesh/shapes/box.ts';
import { copyAgain, createCopy, createShift } from './brute.ts';

const THICK = 0.08; // of wall and plate, along z

let wall: Collider;
let plate: Collider;

beforeAll(async () => {
  wall = await createCopy(createBox({ size: [1, 1, THICK], edge: 0.1 }), 0.2, 64);
  plate = await createCopy(createBox({ size: [0.4, 0.4, THICK], edge: 0.1 }), 0.2, 64);
});

const still = createShift(0, 0, 0);
const work = createQuery();
const points = createQueryOptions({ edges: false });

/** Where the plate is, sunk into the wall from the side of +z by a share of its thickness. */
const sunk = (share: number) => createShift(0.013, 0.007, THICK * (1 - share));

function press(out: Contacts, pair: PairState, share: number, options = points): void {
  queryPair(out, work, pair, plate, 0, sunk(share), wall, 0, still, options);
}

/** Steps of 2 % of the thickness, from outside to 80 %. */
const steps = [...Array.from({ length: 46 }, (_, k) => -0.1 + 0.02 * k), 0.8];

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
      for (const share of steps) press(out, pair, share, options);
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

  it('edges remember their side too: in small steps to 80 %, all features', () => {
    const out = createContacts();
    const pair = createPair();
    const options = createQueryOptions({ cap: 200 });
    for (const share of steps) press(out, pair, share, options);
    const { deepest, wrong } = summarise(out);
    expect(wrong).toBe(0);
    expect(deepest).toBeCloseTo(-0.8 * THICK, 3);
  });

  it('comes out where it entered, from either side, when the wall is a fragment', () => {
    const broken = copyAgain(wall);
    const { solid, field } = broken;
    if (solid === null || field === null) throw new Error('not a solid');
    const { positions, nodeCount } = solid.topology;
    const breaking = createBreakWork(solid);
    splitFragment(
      breaking.changes,
      field.family,
      0,
      Float64Array.from(
        { length: nodeCount },
        (_, i) => positions[3 * i] + 0.2 * positions[3 * i + 1] - 0.13,
      ),
    );
    updateCollider(breaking, broken);
    for (const label of [0, 1]) {
      for (const from of [1, -1]) {
        const out = createContacts();
        const pair = createPair();
        for (const share of steps) {
          const frame = createShift(0.05, 0.03, from * THICK * (1 - share));
          queryPair(out, work, pair, plate, 0, frame, broken, label, still, points);
        }
        let wrong = 0;
        let deepest = 0;
        for (let i = 0; i < out.count; i++) {
          const z = from * out.normal[3 * i + 2];
          if (z < -0.25) wrong++;
          if (z > 0.7) deepest = Math.min(deepest, out.distance[i]);
        }
        expect(wrong).toBe(0);
        expect(deepest).toBeCloseTo(-0.8 * THICK, 2);
      }
    }
  });

  it('a jaw on each side of a wall keeps its own side', () => {
    // Two plates, one from each side, each at its first contact: neither is turned.
    const out = createContacts();
    for (const from of [1, -1]) {
      const pair = createPair();
      queryPair(
        out,
        work,
        pair,
        plate,
        0,
        createShift(0.013, 0.007, from * 1.02 * THICK),
        wall,
        0,
        still,
        points,
      );
      queryPair(
        out,
        work,
        pair,
        plate,
        0,
        createShift(0.013, 0.007, from * 0.9 * THICK),
        wall,
        0,
        still,
        points,
      );
      expect(out.count).toBeGreaterThan(0);
      for (let i = 0; i < out.count; i++) expect(from * out.normal[3 * i + 2]).toBeGreaterThan(0.7);
    }
  });
});

describe('sides', () => {
  it('pressed into the top of a table deeper than its distance to the rim, it is pushed up', () => {
    const table = createShape('box', 0.5, 0.2, 0.5);
    const out = createContacts();
    for (const thin of [true, false]) {
      const options = createQueryOptions({ edges: false, thin });
      const pair = createPair();
      // The plate stands upright; its lower rim is 6 mm inside the side of the table, and sinks by 30 mm.
      for (let depth = -0.01; depth <= 0.03; depth += 0.001) {
        const frame = createShift(0.494 - THICK / 2 + THICK, 0.2 + 0.2 - depth, 0);
        frame.set([0, 0, 1, 0, 1, 0, -1, 0, 0]);
        queryPair(out, work, pair, plate, 0, frame, table, 0, still, options);
      }
      const up = [...Array(out.count).keys()].filter((i) => out.normal[3 * i + 1] > 0.7).length;
      expect(out.count).toBeGreaterThan(3);
      if (thin) expect(up).toBe(out.count);
      else expect(up).toBeLessThan(out.count);
    }
  });

  it('entering through the side in one step, it is pushed back there, not up', () => {
    const table = createShape('box', 0.5, 0.2, 0.5);
    const out = createContacts();
    const pair = createPair();
    for (const x of [0.73, 0.66]) {
      // Upright, its top 10 mm below the table's: going in by 40 mm.
      queryPair(out, work, pair, plate, 0, createShift(x, -0.01, 0), table, 0, still, points);
    }
    expect(out.count).toBeGreaterThan(3);
    for (let i = 0; i < out.count; i++) {
      expect(out.normal[3 * i]).toBeCloseTo(1, 6);
      expect(out.distance[i]).toBeGreaterThan(-0.041);
    }
  });

  it('sliding around a ball, deep all the way, its normals go around with it', () => {
    const ball = createShape('sphere', 0.5);
    const out = createContacts();
    const pair = createPair();
    let worst = 1;
    let contacts = 0;
    for (let turn = 0; turn <= 2 * Math.PI; turn += 0.01) {
      // The same points are 70 mm deep all the way.
      const [c, s] = [Math.cos(turn), Math.sin(turn)];
      const frame = Float64Array.of(c, -s, 0, s, c, 0, 0, 0, 1, 0.63 * c, 0.63 * s, 0);
      queryPair(out, work, pair, plate, 0, frame, ball, 0, still, points);
      for (let i = 0; i < out.count; i++) {
        const p = out.point.subarray(3 * i, 3 * i + 3);
        const dot = p.reduce((sum, x, d) => sum + x * out.normal[3 * i + d], 0);
        worst = Math.min(worst, dot / Math.hypot(...p));
        contacts++;
      }
    }
    expect(worst).toBeGreaterThan(0.3);
    expect(contacts).toBeGreaterThan(1000);
  });
});
