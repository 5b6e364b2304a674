// Features of shapes against solids and their fragments: each against its own measurement.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Collider } from '../../src/contact/collider.ts';
import { createContacts, FEATURE_EDGE, FEATURE_POINT } from '../../src/contact/contacts.ts';
import { measureCollider } from '../../src/contact/measure.ts';
import { createQueryOptions } from '../../src/contact/options.ts';
import { createPair } from '../../src/contact/pair.ts';
import { createQuery } from '../../src/contact/query.ts';
import { queryPair } from '../../src/contact/query-pair.ts';
import { createShape, type ShapeName } from '../../src/contact/shape.ts';
import { NEAR } from '../../src/field/answer.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { createFrame, movePoint, relateFrames } from '../../src/math/rigid.ts';
import { createBox } from '../../src/mesh/shapes/box.ts';
import { breakAtRandom, copyAgain, createCopy, createShift, createTurned, labelsOf } from './brute.ts';

let slab: Collider; // coarse: a point every 0.5
let pieces: Collider;
const work = createQuery();
const out = createContacts();

beforeAll(async () => {
  slab = await createCopy(createBox({ size: [2, 0.4, 2], edge: 0.5 }), 0.5);
  pieces = copyAgain(slab);
  breakAtRandom(pieces, 3, 3);
});

/** Centres and radius of what each shape brings as points that do not depend on the other body. */
const POINTS: [ShapeName, number[], number[][], number][] = [
  ['sphere', [0.06], [[0, 0, 0]], 0.06],
  [
    'capsule',
    [0.2, 0.1],
    [
      [0, -0.2, 0],
      [0, 0.2, 0],
    ],
    0.1,
  ],
  [
    'box',
    [0.2, 0.1, 0.3],
    [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1 ? 0.2 : -0.2, i & 2 ? 0.1 : -0.1, i & 4 ? 0.3 : -0.3]),
    0,
  ],
];

describe.each(POINTS)('%s', (name, size, points, radius) => {
  const shape = createShape(name, ...size);

  it.each(['whole', 'broken'])('brings every point that is close to a %s solid (seed 4)', (which) => {
    const solid = which === 'whole' ? slab : pieces;
    const random = createRandom(4);
    const margin = 0.03;
    const options = createQueryOptions({ margin, budget: 'full', thin: false });
    const p = new Float64Array(3);
    const frame = createFrame();
    const found = new Float64Array(4);
    let close = 0;
    for (let k = 0; k < 300; k++) {
      const frameA = createTurned(random);
      const still = createTurned(random);
      for (let d = 0; d < 3; d++) frameA[9 + d] = (d === 1 ? 0.9 : 2.2) * (nextFloat(random) - 0.5);
      relateFrames(frame, frameA, still);
      for (const label of labelsOf(solid)) {
        queryPair(out, work, createPair(), shape, 0, frameA, solid, label, still, options);
        points.forEach((point, index) => {
          movePoint(p, 0, frame, Float64Array.from(point), 0);
          const reach = Float64Array.of(margin + radius, margin + radius);
          const answer = measureCollider(found, solid, label, p, 0, reach, true);
          const wanted = answer === NEAR && found[0] - radius < margin;
          let row = -1;
          for (let i = 0; i < out.count; i++) {
            if (out.side[i] === 0 && out.kind[i] === FEATURE_POINT && out.index[i] === index) row = i;
          }
          expect(row >= 0).toBe(wanted);
          if (!wanted) return;
          close++;
          expect(out.distance[row]).toBeCloseTo(found[0] - radius, 12);
          // The point is on the shape's surface, as far along the normal as its radius.
          movePoint(p, 0, frameA, Float64Array.from(point), 0);
          for (let d = 0; d < 3; d++)
            expect(out.point[3 * row + d]).toBeCloseTo(p[d] - radius * out.normal[3 * row + d], 12);
        });
      }
    }
    expect(close).toBeGreaterThan(20);
  });
});

describe('between the points of a coarse solid', () => {
  const query = (shape: Collider, frame: Float64Array, solid = slab, label = 0) => {
    queryPair(out, work, createPair(), shape, 0, frame, solid, label, createShift(0, 0, 0));
    return out.count;
  };

  it('a small ball is held', () => {
    expect(query(createShape('sphere', 0.03), createShift(0.13, 0.2299, 0.12))).toBeGreaterThan(0);
    expect(out.normal[1]).toBeGreaterThan(0.99);
    expect(out.distance[0]).toBeCloseTo(-1e-4, 3);
    expect(query(createShape('sphere', 0.03), createShift(0.13, 0.24, 0.12))).toBe(0);
  });

  it('a small cylinder lies on two places, stands on four', () => {
    const cylinder = createShape('cylinder', 0.08, 0.03);
    expect(query(cylinder, createShift(0.13, 0.2799, 0.12))).toBeGreaterThanOrEqual(4);
    const lying = Float64Array.of(0, 1, 0, -1, 0, 0, 0, 0, 1, 0.13, 0.2299, 0.12);
    expect(query(cylinder, lying)).toBe(2);
    expect(out.normal[1]).toBeGreaterThan(0.99);
  });

  it('a long box rests with its edge on the edge of the slab', () => {
    // The bar lies across the slab's edge, turned on its own edge: no corner of either is in the other.
    const s = Math.SQRT1_2;
    const bar = createShape('box', 1, 0.1, 0.1);
    const up = s * (Math.SQRT2 * 0.1 - 0.05);
    const tilted = Float64Array.of(s, 0.5, -0.5, -s, 0.5, -0.5, 0, s, s, 1 + up, 0.2 + up, 0.02);
    query(bar, tilted);
    const edges = Array.from({ length: out.count }, (_, i) => i).filter(
      (i) => out.side[i] === 0 && out.kind[i] === FEATURE_EDGE,
    );
    expect(edges.length).toBeGreaterThan(0);
    for (const i of edges) expect(out.normal[3 * i] * s + out.normal[3 * i + 1] * s).toBeGreaterThan(0.9);
  });

  it('keeps features and their numbers from step to step', () => {
    const box = createShape('box', 0.1, 0.1, 0.1);
    const pair = createPair();
    let keys = '';
    for (let k = 0; k < 20; k++) {
      queryPair(
        out,
        work,
        pair,
        box,
        0,
        createShift(0.13 + 0.001 * k, 0.2999, 0.12),
        slab,
        0,
        createShift(0, 0, 0),
      );
      const mine = Array.from({ length: out.count }, (_, i) => i)
        .filter((i) => out.side[i] === 0)
        .map((i) => `${out.kind[i]} ${out.index[i]}`)
        .sort()
        .join();
      if (k > 0) expect(mine).toBe(keys);
      keys = mine;
    }
    expect(keys.split(',')).toHaveLength(4);
  });

  it('a box pressed through a plate is pushed back the way it came', async () => {
    const plate = await createCopy(createBox({ size: [2, 0.1, 2], edge: 0.25 }), 0.25, 64);
    const box = createShape('box', 0.2, 0.2, 0.2);
    const pair = createPair();
    for (let k = 0; k <= 8; k++) {
      const y = 0.25 - 0.01 * k;
      queryPair(out, work, pair, box, 0, createShift(0.1, y, 0.1), plate, 0, createShift(0, 0, 0));
      for (let i = 0; i < out.count; i++) expect(out.normal[3 * i + 1]).toBeGreaterThan(0.9);
      expect(out.count).toBeGreaterThanOrEqual(k === 0 ? 0 : 4);
    }
  });
});
