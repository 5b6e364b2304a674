import { describe, expect, it } from 'vitest';
import type { Collider } from '../../src/contact/collider.ts';
import { followEdge, measureDeepEdge, measureEdge } from '../../src/contact/edge.ts';
import { EDGE_SIZE } from '../../src/contact/edge-place.ts';
import { stretchEdge } from '../../src/contact/edge-stretch.ts';
import { measureCollider } from '../../src/contact/measure.ts';
import { createShape } from '../../src/contact/shape.ts';
import { CLEAR, NEAR, OPEN } from '../../src/field/answer.ts';
import { createRandom, nextFloat, type Random } from '../../src/math/random.ts';
import { movePoint } from '../../src/math/rigid.ts';
import { createBox } from '../../src/mesh/shapes/box.ts';
import { createTorus } from '../../src/mesh/shapes/round.ts';
import { findGarbage } from '../support/allocation.ts';
import { breakAtRandom, createCopy, createTurned, labelsOf } from './brute.ts';

const box = createShape('box', 0.5, 0.2, 0.35);
const sphere = createShape('sphere', 0.4);
const disc = createShape('cylinder', 0.05, 0.6);

const everything = Float64Array.of(1e9, 1e9);

function distanceAt(collider: Collider, p: Float64Array): Float64Array {
  const out = new Float64Array(4);
  measureCollider(out, collider, 0, p, 0, everything, false);
  return out;
}

const pointOn = (ends: Float64Array, t: number) =>
  Float64Array.from([0, 1, 2], (d) => ends[d] + t * (ends[3 + d] - ends[d]));

/** The slow way: many places along the edge. */
function leastAlong(collider: Collider, ends: Float64Array, count = 400): number {
  let least = Infinity;
  for (let k = 0; k <= count; k++) least = Math.min(least, distanceAt(collider, pointOn(ends, k / count))[0]);
  return least;
}

function measure(collider: Collider, ends: Float64Array, near: number, far: number) {
  const out = new Float64Array(EDGE_SIZE);
  const answer = measureEdge(out, collider, 0, ends, 0, Float64Array.of(near, far), false, true);
  return { answer, d: out[0], n: out.subarray(1, 4), t: out[4] };
}

const spread = (random: Random, width: number) => width * (2 * nextFloat(random) - 1);
const lengthOf = (ends: Float64Array) => Math.hypot(ends[3] - ends[0], ends[4] - ends[1], ends[5] - ends[2]);

describe.each([
  ['box', box, 1],
  ['sphere', sphere, 2],
  ['disc', disc, 3],
] as const)('an edge against a %s', (_, collider, seed) => {
  it(`is near, open or clear as many places along it say (seed ${seed})`, () => {
    const random = createRandom(seed);
    const seen = [0, 0, 0];
    for (let n = 0; n < 900; n++) {
      const ends = Float64Array.from({ length: 6 }, () => spread(random, 0.8));
      const near = n % 3 === 0 ? 0 : 0.1 * nextFloat(random);
      const far = near + 0.2 * nextFloat(random);
      const least = leastAlong(collider, ends);
      const length = lengthOf(ends);
      const { answer, d, n: normal, t } = measure(collider, ends, near, far);
      seen[answer]++;
      if (answer === CLEAR) expect(least).toBeGreaterThanOrEqual(far);
      // What is missed is shorter than a 64th of the edge, so it goes no deeper than half of that.
      if (answer !== NEAR) expect(least).toBeGreaterThan(near - length / 128);
      else {
        expect(least).toBeLessThan(near + length / 400);
        expect(d).toBeLessThan(least + length / 8);
        expect(Math.hypot(...normal)).toBeCloseTo(1, 12);
        expect(t >= 0 && t <= 1).toBe(true);
        // It is the distance there, or further along a normal that two faces share.
        expect(d).toBeLessThan(distanceAt(collider, pointOn(ends, t))[0] + 1e-12);
        expect(d).toBeGreaterThan(least < 0 ? least / 0.4 - length / 400 : least - length / 400);
      }
    }
    expect(Math.min(...seen)).toBeGreaterThan(30);
  });

  it(`lies along it where many places say so (seed ${seed})`, () => {
    const random = createRandom(seed);
    const low = new Float64Array(EDGE_SIZE);
    const high = new Float64Array(EDGE_SIZE);
    let long = 0;
    let risen = 0;
    for (let n = 0; n < 600; n++) {
      const ends = Float64Array.from({ length: 6 }, () => spread(random, 0.8));
      const least = new Float64Array(EDGE_SIZE);
      if (measureEdge(least, collider, 0, ends, 0, everything, false, true) !== NEAR) continue;
      const length = lengthOf(ends);
      const rise = 0.05 * nextFloat(random);
      const short = 0.02 * length;
      const is = stretchEdge(low, high, collider, 0, ends, 0, false, least, rise, short);
      if (is) long++;
      expect(is).toBe((high[4] - low[4]) * length > short);
      for (const [end, side] of [
        [low, -1],
        [high, 1],
      ] as const) {
        expect(side * (end[4] - least[4])).toBeGreaterThanOrEqual(0);
        expect(end[0] - least[0]).toBeLessThanOrEqual(end[4] === least[4] ? 0 : rise);
        if (end[4] !== least[4])
          expect(end[0]).toBeCloseTo(distanceAt(collider, pointOn(ends, end[4]))[0], 12);
        // Further on it rises: distance outside of a convex body does so for good.
        if (least[0] < 0) continue;
        const way = side < 0 ? least[4] : 1 - least[4];
        const next = end[4] + side * Math.max(way / 32, (0.25 * short) / length) * 1.001;
        if (next < 0 || next > 1) continue;
        expect(distanceAt(collider, pointOn(ends, next))[0]).toBeGreaterThan(least[0] + rise - 1e-12);
        risen++;
      }
    }
    expect(long).toBeGreaterThan(200);
    expect(risen).toBeGreaterThan(200);
  });

  it(`is found again from where it was, not quite, when it was near (seed ${seed})`, () => {
    const random = createRandom(seed);
    let near = 0;
    let again = 0;
    for (let n = 0; n < 900; n++) {
      const ends = Float64Array.from({ length: 6 }, () => spread(random, 0.8));
      const { answer, d, t } = measure(collider, ends, 0.05, 0.05);
      if (answer !== NEAR) continue;
      near++;
      const out = new Float64Array(EDGE_SIZE);
      const from = Float64Array.of(Math.min(1, Math.max(0, t + spread(random, 0.05))));
      const length = lengthOf(ends);
      if (followEdge(out, collider, 0, ends, 0, Float64Array.of(0.05, 0.05), false, from) !== NEAR) continue;
      const least = leastAlong(collider, ends);
      expect(out[0]).toBeGreaterThan(least < 0 ? least / 0.4 - length / 400 : least - length / 400);
      if (Math.abs(out[0] - d) < 0.02 * length) again++;
    }
    expect(near).toBeGreaterThan(100);
    expect(again).toBeGreaterThan(0.95 * near);
  });

  it(`leaves what is inside when it is moved out along its normal, if it touches once (seed ${seed + 10})`, () => {
    const random = createRandom(seed + 10);
    let tried = 0;
    let left = 0;
    for (let n = 0; n < 3000; n++) {
      const ends = Float64Array.from({ length: 6 }, () => spread(random, 0.8));
      const { answer, d, n: normal, t } = measure(collider, ends, 0, 0);
      if (answer !== NEAR || d < -0.03 || t < 0.05 || t > 0.95) continue; // shallow, and not at an end
      tried++;
      const moved = ends.map((x, k) => x - d * normal[k % 3]);
      if (leastAlong(collider, moved) > -0.002) left++;
    }
    expect(tried).toBeGreaterThan(30);
    expect(left / tried).toBeGreaterThan(0.95);
  });
});

describe('an edge across an edge of a box', () => {
  it('is pushed out square to both, by the exact depth (seed 20)', () => {
    const random = createRandom(20);
    for (let n = 0; n < 500; n++) {
      // The box edge at (x, 0.2, 0.35) along x, and an edge over it at a given depth below, square to (0, 1, 1)-like n.
      const slant = 0.2 + 1.1 * nextFloat(random);
      const normal = [0, Math.cos(slant), Math.sin(slant)];
      const tilt = 0.4 + nextFloat(random);
      const u = [Math.cos(tilt), -Math.sin(tilt) * normal[2], Math.sin(tilt) * normal[1]];
      const depth = 0.001 + 0.03 * nextFloat(random);
      const middle = [spread(random, 0.1), 0.2 - depth * normal[1], 0.35 - depth * normal[2]];
      const from = -0.15 - 0.1 * nextFloat(random);
      const to = 0.15 + 0.1 * nextFloat(random);
      const ends = Float64Array.from([
        ...middle.map((x, d) => x + from * u[d]),
        ...middle.map((x, d) => x + to * u[d]),
      ]);
      const { answer, d, n: found } = measure(box, ends, 0, 0);
      expect(answer).toBe(NEAR);
      expect(d).toBeCloseTo(-depth, 10);
      for (let k = 0; k < 3; k++) expect(found[k]).toBeCloseTo(normal[k], 8);
    }
  });
});

/** Calls `visit` for edges of a broken box at random places about other fragments of it. */
async function visitEdges(
  seed: number,
  count: number,
  visit: (copy: Collider, label: number, ends: Float64Array, trial: number) => void,
): Promise<void> {
  const copy = await createCopy(createBox({ size: [0.5, 0.3, 0.4] }), 0.08);
  breakAtRandom(copy, 8, seed);
  const { rims, field } = copy;
  if (rims === null || field === null) throw new Error('not a solid');
  const labels = labelsOf(copy);
  const random = createRandom(seed);
  const ends = new Float64Array(6);
  for (let n = 0; n < count; n++) {
    const label = labels[Math.floor(nextFloat(random) * labels.length)];
    const slot = Math.floor(nextFloat(random) * rims.count);
    if (!(rims.reach[slot] > 0) || field.family.label[rims.owner[slot]] === label) continue;
    const frame = createTurned(random);
    for (let d = 9; d < 12; d++) frame[d] = spread(random, 0.2);
    movePoint(ends, 0, frame, rims.end, 6 * slot);
    movePoint(ends, 3, frame, rims.end, 6 * slot + 3);
    visit(copy, label, ends, n);
  }
}

/** The least distance of places along an edge that are closer than reach[0], Infinity if none is. */
function leastNear(copy: Collider, label: number, ends: Float64Array, reach: Float64Array): number {
  const found = new Float64Array(4);
  let least = Infinity;
  for (let k = 0; k <= 64; k++) {
    if (measureCollider(found, copy, label, pointOn(ends, k / 64), 0, reach, true) !== NEAR) continue;
    least = Math.min(least, found[0]);
  }
  return least;
}

describe('edges of fragments against other fragments', () => {
  const out = new Float64Array(EDGE_SIZE);

  it('are near if a place along them is inside, or closer than the tolerance (seed 40)', async () => {
    const seen = [0, 0, 0];
    await visitEdges(40, 2500, (copy, label, ends, n) => {
      const reach = Float64Array.of(n % 2 ? 0.004 : 0, 0.01);
      const answer = measureEdge(out, copy, label, ends, 0, reach, true, true);
      seen[answer]++;
      const least = leastNear(copy, label, ends, reach);
      const length = lengthOf(ends);
      if (least < Infinity) expect(answer).not.toBe(CLEAR);
      if (least < reach[0] - length / 64) expect(answer).toBe(NEAR);
      if (answer === NEAR) expect(out[0]).toBeLessThan(Math.min(reach[0], least + length / 8 + 1e-9));
    });
    expect(Math.min(...seen)).toBeGreaterThan(20);
  });

  it('are deep if a place along them is five times as deep as what counts (seed 41)', async () => {
    const reach = new Float64Array(2);
    let deep = 0;
    let shallow = 0;
    await visitEdges(41, 4000, (copy, label, ends, n) => {
      reach[0] = n % 2 ? -0.004 : -0.016;
      reach[1] = 0;
      const least = leastNear(copy, label, ends, Float64Array.of(0, 0));
      const answer = measureDeepEdge(out, copy, label, ends, 0, reach, true);
      if (answer === CLEAR) expect(least).toBeGreaterThan(reach[0]);
      if (least < 5 * reach[0] - lengthOf(ends) / 64) expect(answer).toBe(NEAR);
      if (answer === NEAR) {
        deep++;
        expect(out[0]).toBeLessThan(reach[0]);
        expect(out[0]).toBeGreaterThan(least / 0.4 - lengthOf(ends) / 64); // further along a normal that two faces share
      } else if (least < 0) shallow++;
    });
    expect(Math.min(deep, shallow)).toBeGreaterThan(20);
  });
});

describe('an edge in a fragment from end to end', () => {
  it('is deep, and so is a point of it', async () => {
    const copy = await createCopy(createBox({ size: [1, 1, 1], edge: 0.2 }), 0.25);
    breakAtRandom(copy, 1, 3);
    const out = new Float64Array(EDGE_SIZE);
    const reach = Float64Array.of(-0.01, 0);
    const center = Float64Array.of(0.31, 0.27, 0.22);
    const label = labelsOf(copy).find((l) => {
      const d = new Float64Array(4);
      return measureCollider(d, copy, l, center, 0, reach.map(Math.abs), false) === NEAR && d[0] < -0.05;
    });
    if (label === undefined) throw new Error('the place is in no fragment');
    for (const length of [0, 0.02]) {
      const ends = Float64Array.of(...center, center[0] + length, center[1], center[2]);
      expect(measureDeepEdge(out, copy, label, ends, 0, reach, true)).toBe(NEAR);
      expect(out[0]).toBeLessThan(-0.01);
    }
  });
});

describe('an edge about a ring', () => {
  it('is hardly ever passed over because places along it see a flat face (seed 42)', async () => {
    const ring = await createCopy(createTorus({ radius: 0.3, tube: 0.1, triangles: 600 }), 0.1);
    const random = createRandom(42);
    const out = new Float64Array(EDGE_SIZE);
    const reach = Float64Array.of(0.002, 0.002);
    let near = 0;
    let missed = 0;
    for (let n = 0; n < 6000; n++) {
      const ends = Float64Array.from({ length: 6 }, () => spread(random, 0.4));
      if (measureEdge(out, ring, 0, ends, 0, reach, true, true) !== NEAR) continue;
      near++;
      if (measureEdge(out, ring, 0, ends, 0, reach, true, false) !== NEAR) missed++;
    }
    expect(near).toBeGreaterThan(1000);
    expect(missed / near).toBeLessThan(0.002);
  });
});

describe('an edge', () => {
  it('may be a point', () => {
    const ends = Float64Array.of(0.1, 0.19, 0.1, 0.1, 0.19, 0.1);
    const { answer, d, n } = measure(box, ends, 0, 0);
    expect(answer).toBe(NEAR);
    expect(d).toBeCloseTo(-0.01, 14);
    expect([...n]).toEqual([0, 1, 0]);
  });

  it('that lies on a face is near at once, and says so', () => {
    const ends = Float64Array.of(-0.3, 0.199, 0, 0.3, 0.199, 0);
    const { answer, d, n } = measure(box, ends, 0.01, 0.01);
    expect(answer).toBe(NEAR);
    expect(d).toBeCloseTo(-0.001, 14);
    expect([...n]).toEqual([0, 1, 0]);
    expect(
      measure(
        box,
        ends.map((x, k) => (k % 3 === 1 ? 0.22 : x)),
        0.01,
        0.05,
      ).answer,
    ).toBe(OPEN);
    expect(
      measure(
        box,
        ends.map((x, k) => (k % 3 === 1 ? 1 : x)),
        0.01,
        0.05,
      ).answer,
    ).toBe(CLEAR);
  });

  it('allocates nothing', () => {
    const random = createRandom(30);
    const ends = Float64Array.from({ length: 600 }, () => spread(random, 0.6));
    const out = new Float64Array(EDGE_SIZE);
    const reach = Float64Array.of(0.01, 0.05);
    let near = 0;
    const garbage = findGarbage(3000, () => {
      for (let n = 0; n < 3000; n++) {
        if (measureEdge(out, box, 0, ends, 6 * (n % 100), reach, false, n % 2 === 0) === NEAR) near++;
      }
    });
    expect(near).toBeGreaterThan(0);
    expect(garbage).toEqual([]);
  });
});
