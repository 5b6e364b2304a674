// Shapes against shapes: contacts against the distance between dense samples of both surfaces.

import { describe, expect, it } from 'vitest';
import { boxOfCollider, type Collider } from '../../src/contact/collider.ts';
import { createContacts } from '../../src/contact/contacts.ts';
import { measureCollider } from '../../src/contact/measure.ts';
import { createQueryOptions } from '../../src/contact/options.ts';
import { createPair } from '../../src/contact/pair.ts';
import { createQuery } from '../../src/contact/query.ts';
import { queryPair } from '../../src/contact/query-pair.ts';
import { createShape, type ShapeName } from '../../src/contact/shape.ts';
import { roundSize } from '../../src/contact/shape-features.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { createFrame, movePoint, relateFrames } from '../../src/math/rigid.ts';
import { findGarbage } from '../support/allocation.ts';
import { createShift, createTurned } from './brute.ts';
import { sampleShape } from './samples.ts';

const SHAPES: [ShapeName, ...number[]][] = [
  ['box', 0.5, 0.3, 0.4],
  ['sphere', 0.4],
  ['capsule', 0.4, 0.2],
  ['cylinder', 0.3, 0.4],
];
const PAIRS = SHAPES.flatMap(([a, ...sizeA]) =>
  SHAPES.map(([b, ...sizeB]) => ({
    name: `${a} and ${b}`,
    A: createShape(a, ...sizeA),
    B: createShape(b, ...sizeB),
  })),
);
const STEP = 0.03; // of samples
const work = createQuery();
const out = createContacts();

/** The radius of what is round. */
function roundOf({ kind, size }: Collider): number {
  return size[roundSize(kind)] ?? Infinity;
}

/** The least signed distance of samples of either surface to the other shape: no less than the distance of the two. */
function bruteDistance(A: Collider, frameA: Float64Array, B: Collider, frameB: Float64Array): number {
  const frame = createFrame();
  const p = new Float64Array(3);
  const found = new Float64Array(4);
  const reach = Float64Array.of(9, 9);
  let least = Infinity;
  for (const [one, other, f, g] of [
    [A, B, frameA, frameB],
    [B, A, frameB, frameA],
  ] as const) {
    const samples = sampleShape(one, STEP);
    relateFrames(frame, f, g);
    for (let i = 0; i < samples.length; i += 3) {
      movePoint(p, 0, frame, samples, i);
      measureCollider(found, other, 0, p, 0, reach, true);
      if (found[0] < least) least = found[0];
    }
  }
  return least;
}

describe.each(PAIRS)('$name', ({ A, B }) => {
  it('have contacts where they are closer than the margin, none where they are not (seed 1)', () => {
    const random = createRandom(1);
    const margin = 0.05;
    const options = createQueryOptions({ margin });
    const seen = { near: 0, far: 0, deep: 0 };
    for (let k = 0; k < 80; k++) {
      const frameA = createTurned(random);
      const frameB = createTurned(random);
      for (let d = 0; d < 3; d++) {
        frameA[9 + d] = 1.8 * (nextFloat(random) - 0.5);
        frameB[9 + d] = 0.1 * nextFloat(random);
      }
      const distance = bruteDistance(A, frameA, B, frameB);
      queryPair(out, work, createPair(), A, 0, frameA, B, 0, frameB, options);
      let least = Infinity;
      let deepest = -1;
      for (let i = 0; i < out.count; i++) {
        if (out.distance[i] >= least) continue;
        least = out.distance[i];
        deepest = i;
      }
      if (distance > margin + STEP) {
        expect(out.count).toBe(0);
        seen.far++;
      } else if (distance > 0) {
        if (distance < margin) {
          expect(out.count).toBeGreaterThan(0);
          seen.near++;
        }
        if (out.count > 0) expect(Math.abs(least - distance)).toBeLessThan(0.3 * STEP);
      } else {
        expect(least).toBeLessThan(0.01);
        seen.deep++;
      }
      expect(out.count).toBeLessThanOrEqual(8);
      if (!(least < 0) || least < -Math.min(roundOf(A), roundOf(B))) continue;
      // Moved along the normal by the depth, they are apart.
      for (let d = 0; d < 3; d++) frameA[9 + d] -= (least - 1e-6) * out.normal[3 * deepest + d];
      expect(bruteDistance(A, frameA, B, frameB)).toBeGreaterThan(-0.002 + 0.1 * least);
    }
    expect(Math.min(seen.far, seen.deep)).toBeGreaterThan(4);
    expect(seen.near).toBeGreaterThan(1);
  });

  it('give the same contacts the other way round, with normals turned', () => {
    const random = createRandom(2);
    const options = createQueryOptions({ margin: 0.05 });
    const swapped = createContacts();
    for (let k = 0; k < 50; k++) {
      const frameA = createTurned(random);
      const frameB = createTurned(random);
      for (let d = 0; d < 3; d++) frameA[9 + d] = nextFloat(random) - 0.5;
      queryPair(out, work, createPair(), A, 0, frameA, B, 0, frameB, options);
      queryPair(swapped, work, createPair(), B, 0, frameB, A, 0, frameA, options);
      expect(swapped.count > 0).toBe(out.count > 0);
      if (out.count === 0) continue;
      const deepest = Math.min(...out.distance.subarray(0, out.count));
      expect(Math.min(...swapped.distance.subarray(0, swapped.count))).toBeCloseTo(deepest, 3);
    }
  });
});

describe('shapes at rest', () => {
  const query = (A: Collider, frameA: Float64Array, B: Collider, frameB: Float64Array, margin = 0) => {
    queryPair(out, work, createPair(), A, 0, frameA, B, 0, frameB, createQueryOptions({ margin }));
    return Array.from({ length: out.count }, (_, i) => ({
      x: out.point[3 * i],
      y: out.point[3 * i + 1],
      z: out.point[3 * i + 2],
      normal: [...out.normal.subarray(3 * i, 3 * i + 3)],
      distance: out.distance[i],
    }));
  };

  it.each([0, 1e-9, -1e-9, 1e-4, 0.01, 0.2])(
    'a box stands on an equal one moved aside by %d: pushed straight up',
    (off) => {
      const box = createShape('box', 0.5, 0.5, 0.5);
      const contacts = query(box, createShift(off, 0.998, 0.5 * off), box, createShift(0, 0, 0));
      expect(contacts.length).toBeGreaterThanOrEqual(4);
      for (const c of contacts) {
        expect(c.normal[1]).toBeCloseTo(1, 9);
        expect(c.distance).toBeCloseTo(-0.002, 9);
      }
      // They hold the middle of the overlap from all sides.
      for (const [sx, sz] of [
        [1, 1],
        [1, -1],
        [-1, 1],
        [-1, -1],
      ]) {
        const corner = contacts.some((c) => sx * (c.x - off / 2) > 0.25 && sz * (c.z - off / 4) > 0.3);
        expect(corner).toBe(true);
      }
    },
  );

  it('a plank lies across a plank: the four corners of the overlap', () => {
    const along = createShape('box', 1, 0.05, 0.1);
    const across = createShape('box', 0.1, 0.05, 1);
    const contacts = query(along, createShift(0, 0.0999, 0), across, createShift(0, 0, 0));
    const corners = contacts.map((c) => [Math.round(100 * c.x), Math.round(100 * c.z)].join()).sort();
    expect(corners).toEqual(['-10,-10', '-10,10', '10,-10', '10,10']);
  });

  it('a coin lies on an equal coin', () => {
    const coin = createShape('cylinder', 0.1, 0.5);
    for (const off of [0, 1e-4, 0.1, 0.5]) {
      const contacts = query(coin, createShift(off, 0.199, 0), coin, createShift(0, 0, 0));
      expect(contacts.length).toBeGreaterThanOrEqual(3);
      for (const c of contacts) expect(c.normal[1]).toBeCloseTo(1, 9);
      expect(Math.min(...contacts.map((c) => c.x))).toBeLessThan(off - 0.3);
      expect(Math.max(...contacts.map((c) => c.x))).toBeGreaterThan(0.3);
    }
  });

  it('a capsule reaches over a box: a contact at both ends of the box', () => {
    const capsule = createShape('capsule', 1, 0.1);
    const box = createShape('box', 0.3, 0.2, 0.2);
    const turned = Float64Array.of(0, 1, 0, -1, 0, 0, 0, 0, 1, 0.1, 0.299, 0); // along x
    const contacts = query(capsule, turned, box, createShift(0, 0, 0));
    expect(contacts.map((c) => c.x).sort()).toEqual([expect.closeTo(-0.3, 2), expect.closeTo(0.3, 2)]);
    for (const c of contacts) {
      expect(c.y).toBeCloseTo(0.199, 4);
      expect(c.normal[1]).toBeCloseTo(1, 3);
    }
  });

  it('each stands on a plane', () => {
    const plane = createShape('plane');
    const ground = createShift(0, 0, 0);
    expect(query(createShape('box', 0.5, 0.3, 0.4), createShift(0, 0.2999, 0), plane, ground)).toHaveLength(
      4,
    );
    expect(query(createShape('sphere', 0.5), createShift(0, 0.4999, 0), plane, ground)).toHaveLength(1);
    expect(query(createShape('cylinder', 0.5, 0.2), createShift(0, 0.4999, 0), plane, ground)).toHaveLength(
      4,
    );
    const lying = Float64Array.of(0, 1, 0, -1, 0, 0, 0, 0, 1, 0, 0.1999, 0);
    expect(query(createShape('capsule', 0.5, 0.2), lying, plane, ground)).toHaveLength(2);
    expect(query(createShape('cylinder', 0.5, 0.2), lying, plane, ground)).toHaveLength(2);
    expect(query(plane, ground, createShape('box', 0.5, 0.3, 0.4), createShift(0, 0.2999, 0))).toHaveLength(
      4,
    );
    expect(query(plane, ground, plane, ground)).toHaveLength(0);
  });

  it('features keep their numbers while a box turns slowly on another', () => {
    const box = createShape('box', 0.5, 0.5, 0.5);
    const pair = createPair();
    const options = createQueryOptions({ margin: 0.01 });
    let before = new Set<string>();
    let changes = 0;
    for (let k = 0; k < 100; k++) {
      const angle = 0.1 + 0.001 * k;
      const frame = Float64Array.of(
        Math.cos(angle),
        0,
        Math.sin(angle),
        0,
        1,
        0,
        -Math.sin(angle),
        0,
        Math.cos(angle),
        0,
        0.999,
        0,
      );
      queryPair(out, work, pair, box, 0, frame, box, 0, createShift(0, 0, 0), options);
      expect(out.count).toBe(8);
      const keys = new Set(
        Array.from({ length: 8 }, (_, i) => `${out.side[i]} ${out.kind[i]} ${out.index[i]}`),
      );
      expect(keys.size).toBe(8);
      if (k > 0) for (const key of keys) if (!before.has(key)) changes++;
      before = keys;
    }
    expect(changes).toBe(0);
  });
});

describe('no garbage', () => {
  it.each(PAIRS)('$name', ({ A, B }) => {
    const random = createRandom(5);
    const options = createQueryOptions({ margin: 0.02 });
    const frames = Array.from({ length: 40 }, () => {
      const frame = createTurned(random);
      for (let d = 0; d < 3; d++) frame[9 + d] = 0.9 * (nextFloat(random) - 0.5);
      return frame;
    });
    const pair = createPair();
    const still = createShift(0, 0, 0);
    let contacts = 0;
    const job = () => {
      for (let k = 0; k < 1000; k++) {
        contacts += queryPair(out, work, pair, A, 0, frames[k % 40], B, 0, still, options);
      }
    };
    expect(findGarbage(1000, job)).toEqual([]);
    expect(contacts).toBeGreaterThan(100);
  });
});

it('samples lie on the surface', () => {
  const box = new Float64Array(6);
  const found = new Float64Array(4);
  for (const [name, ...size] of SHAPES) {
    const shape = createShape(name, ...size);
    const samples = sampleShape(shape, 0.05);
    boxOfCollider(box, shape, 0);
    const high = [-1, -1, -1];
    for (let i = 0; i < samples.length; i += 3) {
      measureCollider(found, shape, 0, samples, i, Float64Array.of(1, 1), true);
      expect(Math.abs(found[0])).toBeLessThan(1e-12);
      for (let d = 0; d < 3; d++) high[d] = Math.max(high[d], samples[i + d]);
    }
    for (let d = 0; d < 3; d++) expect(Math.abs(high[d] - box[3 + d])).toBeLessThan(0.01);
  }
});
