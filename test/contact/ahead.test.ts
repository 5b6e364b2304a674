// Speculative contacts: which of those that are about to touch a query chooses.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Collider } from '../../src/contact/collider.ts';
import { createContacts } from '../../src/contact/contacts.ts';
import { createQueryOptions } from '../../src/contact/options.ts';
import { createPair } from '../../src/contact/pair.ts';
import { createQuery } from '../../src/contact/query.ts';
import { queryPair } from '../../src/contact/query-pair.ts';
import { createShape } from '../../src/contact/shape.ts';
import type { Solid } from '../../src/contact/solid.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { movePoint } from '../../src/math/rigid.ts';
import { createBox } from '../../src/mesh/shapes/box.ts';
import { bruteContacts, createCopy, createShift, createTurned } from './brute.ts';

let crate: Collider; // 0.5 × 0.3 × 0.4
const floor = createShape('plane');
const still = createShift(0, 0, 0);
const work = createQuery();

beforeAll(async () => {
  crate = await createCopy(createBox({ size: [0.5, 0.3, 0.4], edge: 0.06 }), 0.2);
});

/** The crate somewhere above the floor, asked with some margin. */
function hover(random: ReturnType<typeof createRandom>, budget: 'hard' | 'adaptive') {
  const frame = createTurned(random);
  const margin = 0.1 * nextFloat(random);
  frame[10] = 0.3 * nextFloat(random) + 0.1;
  const out = createContacts();
  const options = createQueryOptions({ edges: false, margin, cap: 1000, budget });
  queryPair(out, work, createPair(), crate, 0, frame, floor, 0, still, options);
  return { out, frame, margin, epsilon: 0.002 * crate.radius };
}

/** Whether the floor can meet a point of the crate: one on a smooth part only from in front. */
function facesDown(point: number, frame: Float64Array): boolean {
  const [x, y, z, flat] = (crate.solid as Solid).facing.subarray(4 * point, 4 * point + 4);
  return flat < 0.9 || frame[3] * x + frame[4] * y + frame[5] * z <= -0.7;
}

describe('a crate above a floor', () => {
  it('of speculative contacts hard keeps the closest; random poses above a floor, seed 12', () => {
    const random = createRandom(12);
    let speculative = 0;
    let missed = 0;
    for (let trial = 0; trial < 200; trial++) {
      const { out, frame, margin, epsilon } = hover(random, 'hard');
      const got = new Set(out.index.subarray(0, out.count));
      const furthest = Math.max(...out.distance.subarray(0, out.count));
      if (out.count < 8 || !(furthest > 2 * epsilon)) continue;
      speculative++;
      const bar = Math.min(margin, furthest - epsilon);
      const near = bruteContacts(crate, 0, floor, 0, frame, bar).filter((c) => facesDown(c.index, frame));
      missed += near.filter((c) => !got.has(c.index)).length;
      expect(got.size).toBe(out.count);
    }
    expect(missed).toBe(0);
    expect(speculative).toBeGreaterThan(25);
  });

  it('of speculative contacts adaptive keeps the closest, and some wherever it may touch; seed 12', () => {
    const random = createRandom(12);
    const p = new Float64Array(3);
    const size = crate.forest?.radius[crate.forest.root[0]] ?? 0;
    let left = 0;
    for (let trial = 0; trial < 200; trial++) {
      const { out, frame, margin, epsilon } = hover(random, 'adaptive');
      const close = bruteContacts(crate, 0, floor, 0, frame, margin).filter((c) => facesDown(c.index, frame));
      const least = Math.min(...close.map((c) => c.distance));
      if (close.length > 0)
        expect(Math.min(...out.distance.subarray(0, out.count))).toBeLessThan(least + epsilon);
      for (const { index } of close) {
        movePoint(p, 0, frame, crate.position, 3 * index);
        let nearest = Infinity;
        for (let i = 0; i < out.count; i++) {
          const [x, y, z] = out.point.subarray(3 * i, 3 * i + 3);
          nearest = Math.min(nearest, Math.hypot(x - p[0], y - p[1], z - p[2]));
        }
        if (nearest > 1e-9) left++;
        expect(nearest).toBeLessThan(2 * size * Math.min(0.35, (0.04 * size) / margin));
      }
    }
    expect(left).toBeGreaterThan(500);
  });
});
