// Ground: what lies on it, slides over it, rolls in it, and what it brings itself.

import { beforeAll, describe, expect, it } from 'vitest';
import { boxOfCollider, type Collider, measureShapeMass } from '../../src/contact/collider.ts';
import { createContacts } from '../../src/contact/contacts.ts';
import { createHeightTerrain, createMeshTerrain } from '../../src/contact/ground.ts';
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
import { findGarbage } from '../support/allocation.ts';
import { breakAtRandom, copyAgain, createCopy, createShift, createTurned, labelsOf } from './brute.ts';
import { sampleShape } from './samples.ts';

type Bump = (x: number, z: number) => number;
const CELLS = 10;
const STILL = createShift(0, 0, 0);

/** The same ground twice: over [−2, 2]², as a mesh and as heights. */
function createGrounds(bump: Bump, cells = CELLS): [string, Collider][] {
  const positions: number[] = [];
  const indices: number[] = [];
  const heights: number[] = [];
  const n = cells + 1;
  for (let r = 0; r < n; r++) {
    for (let c = 0; c < n; c++) {
      const x = (4 * c) / cells - 2;
      const z = (4 * r) / cells - 2;
      positions.push(x, bump(x, z), z);
      heights.push(bump(x, z));
      if (r === cells || c === cells) continue;
      const a = r * n + c;
      indices.push(a, a + n, a + n + 1, a, a + n + 1, a + 1);
    }
  }
  const cell = 4 / cells;
  return [
    ['mesh', createMeshTerrain({ positions, indices }, { depth: 0.5 })],
    ['heights', createHeightTerrain({ rows: n, columns: n, heights, cellX: cell, cellZ: cell })],
  ];
}

const work = createQuery();
const out = createContacts();

function query(A: Collider, frame: Float64Array, ground: Collider, margin = 0, pair = createPair()) {
  queryPair(out, work, pair, A, 0, frame, ground, 0, STILL, createQueryOptions({ margin }));
  return Array.from({ length: out.count }, (_, i) => ({
    x: out.point[3 * i],
    y: out.point[3 * i + 1],
    z: out.point[3 * i + 2],
    normal: [...out.normal.subarray(3 * i, 3 * i + 3)],
    distance: out.distance[i],
    side: out.side[i],
    key: `${out.side[i]} ${out.kind[i]} ${out.index[i]}`,
  }));
}

let crate: Collider;
let planks: Collider;
beforeAll(async () => {
  crate = await createCopy(createBox({ size: [0.8, 0.4, 0.6], edge: 0.2 }), 0.2);
  planks = copyAgain(crate);
  breakAtRandom(planks, 3, 2);
});

describe.each(createGrounds(() => 0))('flat ground, %s', (_, ground) => {
  it.each<[ShapeName, number[], number, number]>([
    ['sphere', [0.3], 0.3, 1],
    ['box', [0.3, 0.2, 0.4], 0.2, 4],
    ['cylinder', [0.3, 0.2], 0.3, 4],
    ['capsule', [0.3, 0.2], 0.5, 1],
  ])('holds a %s', (name, size, height, count) => {
    const contacts = query(createShape(name, ...size), createShift(0.13, height - 0.001, 0.21), ground);
    expect(contacts).toHaveLength(count);
    for (const c of contacts) {
      expect(c.normal).toEqual([0, 1, 0].map((v) => expect.closeTo(v, 9)));
      expect(c.distance).toBeCloseTo(-0.001, 9);
    }
    expect(query(createShape(name, ...size), createShift(0.13, height + 0.01, 0.21), ground)).toHaveLength(0);
    expect(
      query(createShape(name, ...size), createShift(0.13, height + 0.01, 0.21), ground, 0.02),
    ).toHaveLength(count);
  });

  it('does not trip what slides over its seams', () => {
    for (const A of [createShape('box', 0.3, 0.2, 0.4), createShape('cylinder', 0.2, 0.3), crate]) {
      const pair = createPair();
      for (let k = 0; k < 60; k++) {
        for (const c of query(A, createShift(-1 + 0.033 * k, 0.197, -0.5 + 0.01 * k), ground, 0.005, pair)) {
          expect(c.normal[1]).toBeGreaterThan(0.999999);
        }
        expect(out.count).toBeGreaterThanOrEqual(4);
      }
    }
  });
});

describe.each(createGrounds((x) => Math.abs(x)))('a groove, %s', (_, ground) => {
  it('holds a ball on both sides, with the same numbers from step to step', () => {
    const ball = createShape('sphere', 0.2);
    const pair = createPair();
    let keys = '';
    for (let k = 0; k < 20; k++) {
      // Now a little closer to one side, now to the other.
      const contacts = query(
        ball,
        createShift(0.001 * ((k % 3) - 1), 0.2 * Math.SQRT2 - 0.002, 0.03 * k),
        ground,
        0.01,
        pair,
      );
      expect(contacts).toHaveLength(2);
      const across = contacts.map((c) => c.normal[0]).sort((a, b) => a - b);
      expect(across[0]).toBeCloseTo(-Math.SQRT1_2, 6);
      expect(across[1]).toBeCloseTo(Math.SQRT1_2, 6);
      const now = contacts
        .sort((a, b) => a.normal[0] - b.normal[0])
        .map((c) => c.key)
        .join();
      if (k > 0) expect(now).toBe(keys);
      keys = now;
    }
  });
});

describe.each(createGrounds((x, z) => 0.5 - 0.5 * Math.max(Math.abs(x), Math.abs(z)), 4))(
  'a pyramid, %s',
  (_, ground) => {
    it('carries a plate on its tip', () => {
      for (const plate of [createShape('box', 0.9, 0.05, 0.8), createShape('cylinder', 0.05, 0.9)]) {
        const contacts = query(plate, createShift(0.1, 0.548, 0.2), ground);
        expect(contacts.length).toBeGreaterThan(0);
        const deepest = contacts.reduce((a, b) => (a.distance < b.distance ? a : b));
        expect(deepest.distance).toBeCloseTo(-0.002, 6);
        expect(deepest.normal[1]).toBeCloseTo(1, 6);
        expect([deepest.x, deepest.z]).toEqual([expect.closeTo(0, 6), expect.closeTo(0, 6)]);
      }
    });

    it('carries a baked plate between its points', async () => {
      const plate = await createCopy(createBox({ size: [1.6, 0.2, 1.6], edge: 0.8 }), 0.8);
      const contacts = query(plate, createShift(0.3, 0.59, 0.23), ground);
      expect(contacts.some((c) => Math.abs(c.x) < 0.01 && Math.abs(c.z) < 0.01 && c.normal[1] > 0.99)).toBe(
        true,
      );
    });
  },
);

describe.each(createGrounds((x) => (x > 0.1 ? -1 : 0), 20))('a ledge, %s', (_, ground) => {
  it('carries a box that hangs over: two corners, and both ends of the edge below it', () => {
    const contacts = query(createShape('box', 0.5, 0.2, 0.3), createShift(-0.2, 0.199, 0.13), ground);
    const up = contacts.filter((c) => c.normal[1] > 0.99);
    expect(Math.min(...up.map((c) => c.x))).toBeCloseTo(-0.7, 6);
    const front = up.filter((c) => Math.abs(c.x) < 0.05).map((c) => c.z);
    expect(Math.min(...front)).toBeLessThan(-0.1);
    expect(Math.max(...front)).toBeGreaterThan(0.4);
    expect(up.length).toBe(contacts.length);
  });
});

describe.each(createGrounds((x, z) => 0.4 - 0.1 * (x * x + z * z), 20))('a smooth hill, %s', (_, ground) => {
  it('carries a large plate, also while it slides', () => {
    const plate = createShape('box', 0.6, 0.05, 0.6);
    const pair = createPair();
    for (let k = 0; k < 50; k++) {
      const x = -0.3 + 0.011 * k;
      const contacts = query(plate, createShift(x, 0.445, 0.04), ground, 0.003, pair);
      expect(contacts.length).toBeGreaterThan(0);
      for (const c of contacts) expect(c.normal[1]).toBeGreaterThan(0.95);
      expect(Math.min(...contacts.map((c) => c.distance))).toBeLessThan(-0.003);
    }
  });
});

const rough = createRandom(3);
const heightOf = new Map<string, number>();
const roughGrounds = createGrounds((x, z) => {
  const key = `${x} ${z}`;
  if (!heightOf.has(key)) heightOf.set(key, 0.25 * nextFloat(rough));
  return heightOf.get(key) as number;
});

const SHAPES: [ShapeName, ...number[]][] = [
  ['box', 0.5, 0.3, 0.4],
  ['sphere', 0.4],
  ['capsule', 0.4, 0.2],
  ['cylinder', 0.3, 0.4],
];

describe.each(roughGrounds)('rough ground, %s', (_, ground) => {
  it.each(SHAPES)('misses no overlap with a %s (seed 6)', (name, ...size) => {
    const shape = createShape(name, ...size);
    const samples = sampleShape(shape, 0.04);
    const random = createRandom(6);
    const p = new Float64Array(3);
    const found = new Float64Array(4);
    let deep = 0;
    let missed = 0;
    for (let k = 0; k < 150; k++) {
      const frame = createTurned(random);
      frame[9] = 2 * (nextFloat(random) - 0.5);
      frame[10] = 0.3 + 0.5 * nextFloat(random);
      frame[11] = 2 * (nextFloat(random) - 0.5);
      let least = Infinity;
      for (let i = 0; i < samples.length; i += 3) {
        movePoint(p, 0, frame, samples, i);
        if (measureCollider(found, ground, 0, p, 0, Float64Array.of(1, 1), true) === NEAR)
          least = Math.min(least, found[0]);
      }
      const contacts = query(shape, frame, ground);
      if (!(least < -0.03)) {
        if (least > 0.03) expect(contacts).toHaveLength(0);
        continue;
      }
      deep++;
      if (!contacts.some((c) => c.distance < 0)) missed++;
    }
    expect(missed).toBe(0);
    expect(deep).toBeGreaterThan(20);
  });

  it('gives every point of a solid that is close (seed 7)', () => {
    const random = createRandom(7);
    const margin = 0.02;
    const options = createQueryOptions({ margin, budget: 'full', thin: false, edges: false });
    const p = new Float64Array(3);
    const found = new Float64Array(4);
    const frame = createFrame();
    const reach = Float64Array.of(margin, margin);
    let all = 0;
    for (let k = 0; k < 60; k++) {
      const frameA = createTurned(random);
      frameA[9] = 2 * (nextFloat(random) - 0.5);
      frameA[10] = 0.6 * nextFloat(random);
      frameA[11] = 2 * (nextFloat(random) - 0.5);
      relateFrames(frame, frameA, STILL);
      for (const label of labelsOf(planks)) {
        queryPair(out, work, createPair(), planks, label, frameA, ground, 0, STILL, options);
        const given = new Set<number>();
        for (let i = 0; i < out.count; i++) if (out.side[i] === 0) given.add(out.index[i]);
        const { forest, position } = planks;
        if (forest === null) throw new Error('not a solid');
        for (let i = 0; i < forest.pointCount; i++) {
          if (forest.fragment[i] !== label || (i >= planks.surfaceCount && i < forest.baseCount)) continue;
          movePoint(p, 0, frame, position, 3 * i);
          const close = measureCollider(found, ground, 0, p, 0, reach, true) === NEAR && found[0] < margin;
          if (close) all++;
          expect(given.has(i)).toBe(close);
        }
      }
    }
    expect(all).toBeGreaterThan(100);
  });
});

it('queries of shapes on rough ground make no garbage', () => {
  const random = createRandom(8);
  const frames = Array.from({ length: 20 }, () => {
    const frame = createTurned(random);
    for (let d = 0; d < 3; d++) frame[9 + d] = d === 1 ? 0.42 + 0.1 * nextFloat(random) : nextFloat(random);
    return frame;
  });
  const options = createQueryOptions({ margin: 0.02 });
  const [, [, ground]] = roughGrounds;
  const meetings = SHAPES.map(([name, ...size]) => ({
    shape: createShape(name, ...size),
    pair: createPair(),
  }));
  let contacts = 0;
  const job = () => {
    for (let k = 0; k < 2000; k++) {
      const { shape, pair } = meetings[k % 4];
      contacts += queryPair(out, work, pair, shape, 0, frames[(k >> 2) % 20], ground, 0, STILL, options);
    }
  };
  expect(findGarbage(2000, job)).toEqual([]);
  expect(contacts).toBeGreaterThan(1000);
});

it('has a box and no mass, and meets no other ground', () => {
  const box = new Float64Array(6);
  const [[, mesh], [, heights]] = createGrounds(() => 0.5);
  boxOfCollider(box, mesh, 0);
  expect([...box]).toEqual([-2.5, 0, -2.5, 2.5, 1, 2.5]);
  boxOfCollider(box, heights, 0);
  expect([...box]).toEqual([-2, -3.5, -2, 2, 0.5, 2]);
  expect(() => measureShapeMass(new Float64Array(10), mesh)).toThrow(/no mass/);
  expect(query(mesh, createShift(0, 0, 0), heights)).toHaveLength(0);
  expect(query(createShape('plane'), createShift(0, 0.6, 0), heights)).toHaveLength(0);
});
