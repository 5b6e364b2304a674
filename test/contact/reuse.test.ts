// Contacts that go on without a query: the bound of the motion against points moved one by one, and the contacts moved
// on against a query at the new place.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Collider } from '../../src/contact/collider.ts';
import { createContacts } from '../../src/contact/contacts.ts';
import { createQueryOptions } from '../../src/contact/options.ts';
import { createPair, measureDrift, reuseContacts } from '../../src/contact/pair.ts';
import { createQuery } from '../../src/contact/query.ts';
import { queryPair } from '../../src/contact/query-pair.ts';
import { createShape } from '../../src/contact/shape.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { createFrame, invertFrame, movePoint, setFrame } from '../../src/math/rigid.ts';
import { createBox } from '../../src/mesh/shapes/box.ts';
import { findGarbage } from '../support/allocation.ts';
import { createCopy } from './brute.ts';

let crate: Collider;
const floor = createShape('plane');

beforeAll(async () => {
  crate = await createCopy(createBox({ size: [0.3, 0.2, 0.25], edge: 0.1 }), 0.1);
});

/** A frame near the floor, turned and shifted by about `size`. */
function draw(random: ReturnType<typeof createRandom>, size: number, frame: Float64Array): Float64Array {
  const s = () => size * (nextFloat(random) - 0.5);
  setFrame(frame, Float64Array.of(s(), 0.0999 + 0.01 * s(), s(), s(), s(), s(), 1), 0);
  return frame;
}

describe('contacts that go on', () => {
  it('never move further than the bound says, seed 5', () => {
    const random = createRandom(5);
    const pair = createPair();
    const [a, b] = [createFrame(), createFrame()];
    const drift = new Float64Array(1);
    const radius = Float64Array.of(0.2);
    const back = createFrame();
    for (let trial = 0; trial < 300; trial++) {
      const size = trial % 3 === 0 ? 1e-6 : nextFloat(random);
      draw(random, 1, pair.frame);
      draw(random, size, a);
      draw(random, size, b);
      const center = Float64Array.from([0, 0, 0], () => nextFloat(random) - 0.5);
      measureDrift(drift, pair.frame, a, b, center, 0, radius, 0);
      invertFrame(back, b);
      for (let k = 0; k < 30; k++) {
        const u = [0, 0, 0].map(() => nextFloat(random) - 0.5);
        const length = Math.hypot(...u);
        const x = Float64Array.from(center, (c, d) => c + (0.2 * u[d]) / length);
        const now = new Float64Array(3);
        const before = new Float64Array(3);
        movePoint(now, 0, a, x, 0);
        movePoint(now, 0, back, now, 0);
        movePoint(before, 0, pair.frame, x, 0);
        expect(Math.hypot(...now.map((v, d) => v - before[d]))).toBeLessThanOrEqual(drift[0] + 1e-12);
      }
    }
  });

  it('are where a query finds them, to the square of the motion, both ways round, seed 6', () => {
    const random = createRandom(6);
    const work = createQuery();
    const options = createQueryOptions({ margin: 0.002, budget: 'full', edges: false });
    const [here, there] = [createFrame(), createFrame()];
    const still = createFrame();
    let compared = 0;
    for (let trial = 0; trial < 60; trial++) {
      const swapped = trial % 2 === 1;
      const pair = createPair();
      const [moved, asked] = [createContacts(), createContacts()];
      draw(random, 0.004, here);
      there.set(here);
      for (let d = 9; d < 12; d++) there[d] += 2e-4 * (nextFloat(random) - 0.5);
      const query = (out: typeof moved, of: ReturnType<typeof createPair>, frame: Float64Array) =>
        swapped
          ? queryPair(out, work, of, floor, 0, still, crate, 0, frame, options)
          : queryPair(out, work, of, crate, 0, frame, floor, 0, still, options);
      query(moved, pair, here);
      const known = moved.count;
      reuseContacts(moved, pair, swapped ? still : there, swapped ? there : still);
      query(asked, createPair(), there);
      expect(moved.count).toBe(known);
      for (let i = 0; i < moved.count; i++) {
        for (let k = 0; k < asked.count; k++) {
          if (asked.index[k] !== moved.index[i] || asked.kind[k] !== moved.kind[i]) continue;
          compared++;
          expect(Math.abs(asked.distance[k] - moved.distance[i])).toBeLessThan(1e-9);
          for (let d = 0; d < 3; d++) {
            expect(Math.abs(asked.point[3 * k + d] - moved.point[3 * i + d])).toBeLessThan(1e-9);
            expect(Math.abs(asked.normal[3 * k + d] - moved.normal[3 * i + d])).toBeLessThan(1e-9);
          }
        }
      }
    }
    expect(compared).toBeGreaterThan(300);
  });

  it('allocate nothing', () => {
    const pair = createPair();
    const out = createContacts();
    const still = createFrame();
    const frame = draw(createRandom(7), 0.001, createFrame());
    queryPair(out, createQuery(), pair, crate, 0, frame, floor, 0, still);
    const garbage = findGarbage(1000, () => {
      for (let k = 0; k < 1000; k++) reuseContacts(out, pair, frame, still);
    });
    expect(garbage).toEqual([]);
  });
});
