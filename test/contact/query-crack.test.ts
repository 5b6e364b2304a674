// Pieces along the crack between them, against the faces of both at rest, and the way that one has gone.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Collider } from '../../src/contact/collider.ts';
import { createContacts } from '../../src/contact/contacts.ts';
import { measureCollider } from '../../src/contact/measure.ts';
import { createQueryOptions } from '../../src/contact/options.ts';
import { createPair, resetPair } from '../../src/contact/pair.ts';
import { createQuery } from '../../src/contact/query.ts';
import { queryCrack } from '../../src/contact/query-crack.ts';
import { createRandom, nextFloat, type Random } from '../../src/math/random.ts';
import { createFrame, invertFrame, movePoint, setFrame, turnVector } from '../../src/math/rigid.ts';
import { createBox } from '../../src/mesh/shapes/box.ts';
import { createTorus } from '../../src/mesh/shapes/round.ts';
import { createSphere } from '../../src/mesh/shapes/sphere.ts';
import { breakAtRandom, createCopy, labelsOf } from './brute.ts';

let copies: Collider[];

beforeAll(async () => {
  const ball = await createCopy(createSphere({ frequency: 4 }), 0.3);
  const slab = await createCopy(createBox({ size: [1, 0.06, 0.8], edge: 0.1 }), 0.2);
  const ring = await createCopy(createTorus({ triangles: 600 }), 0.4);
  copies = [ball, slab, ring];
  for (const [k, copy] of copies.entries()) breakAtRandom(copy, 8, 40 + k);
});

const FAR = 10; // metres: everything is a contact
const all = createQueryOptions({ margin: FAR, thin: false, edges: false });

/** A random motion by up to `size`, with a turn of up to half a radian or so. */
function createMotion(random: Random, size: number): Float64Array {
  const u = (): number => 2 * nextFloat(random) - 1;
  const frame = createFrame();
  setFrame(frame, Float64Array.of(size * u(), size * u(), size * u(), 0.2 * u(), 0.2 * u(), 0.2 * u(), 1), 0);
  return frame;
}

/** Points of the crack of a label that another lies across, by the pairs in which trees take them in. */
function crackPoints({ forest }: Collider, label: number, other: number): Set<number> {
  const points = new Set<number>();
  if (forest === null) return points;
  const { baseCount, pointCount, fragment } = forest;
  for (let p = baseCount; p < pointCount; p++) {
    if (fragment[p] === label && fragment[baseCount + ((p - baseCount) ^ 1)] === other) points.add(p);
  }
  return points;
}

/** Whether a place at rest is in a fragment, `by` below its surface or more. */
function isIn(solid: Collider, label: number, place: number[], by: number): boolean {
  const out = new Float64Array(4);
  measureCollider(out, solid, label, Float64Array.from(place), 0, Float64Array.of(1, 1), false);
  return out[0] < -by;
}

describe('a query along a crack', () => {
  it('gives points of it, the plane there, and how far they came off it: 600 motions, seed 1', () => {
    const random = createRandom(1);
    const query = createQuery();
    const out = createContacts(4);
    const pair = createPair();
    const back = createFrame();
    const rest = new Float64Array(3);
    const now = new Float64Array(3);
    const n = new Float64Array(3);
    let contacts = 0;
    let inside = 0;
    for (let trial = 0; trial < 600; trial++) {
      const copy = copies[trial % copies.length];
      const labels = labelsOf(copy);
      const a = labels[Math.floor(nextFloat(random) * labels.length)];
      const b = labels[Math.floor(nextFloat(random) * labels.length)];
      if (a === b) continue;
      const frameA = createMotion(random, 0.3);
      const frameB = createMotion(random, 0.3);
      resetPair(pair);
      queryCrack(out, query, pair, copy, a, frameA, b, frameB, all);
      const points = [crackPoints(copy, a, b), crackPoints(copy, b, a)];
      if (points[0].size === 0) expect(out.count).toBe(0);
      if (points[0].size >= 24) expect(out.count).toBeGreaterThan(8);
      for (let i = 0; i < out.count; i++) {
        const side = out.side[i];
        expect(points[side].has(out.index[i])).toBe(true);
        const [own, other] = side === 0 ? [frameA, frameB] : [frameB, frameA];
        for (let d = 0; d < 3; d++) rest[d] = copy.position[3 * out.index[i] + d];
        movePoint(now, 0, own, rest, 0);
        for (let d = 0; d < 3; d++) expect(out.point[3 * i + d]).toBeCloseTo(now[d], 9);
        // The normal, out of the other body and as that sees it, is a plane at rest: air or the own body on one side of it.
        invertFrame(back, other);
        turnVector(n, 0, back, out.normal, 3 * i);
        if (side === 1) for (let d = 0; d < 3; d++) n[d] = -n[d];
        movePoint(now, 0, back, now, 0);
        let along = 0;
        let way = 0;
        for (let d = 0; d < 3; d++) {
          along += (now[d] - rest[d]) * n[d];
          way += (now[d] - rest[d]) ** 2;
        }
        expect(out.distance[i]).toBeCloseTo(Math.max(along, -Math.sqrt(way)), 9);
        const h = 0.004;
        const ahead = [0, 1, 2].map((d) => rest[d] + h * n[d]);
        if (isIn(copy, side === 0 ? a : b, ahead, 0)) inside++;
        expect(isIn(copy, side === 0 ? b : a, ahead, 0.5 * h)).toBe(false);
        contacts++;
      }
    }
    expect(contacts).toBeGreaterThan(1000);
    expect(inside).toBeGreaterThan(0.5 * contacts); // the rest are corners and rims
  });

  it('finds none where a plane parts the pieces by more than is asked for', () => {
    const query = createQuery();
    const out = createContacts(4);
    const pair = createPair();
    const [ball] = copies;
    const near = createQueryOptions({ margin: 0.001, thin: false, edges: false });
    const [a, b] = labelsOf(ball);
    const frame = createFrame();
    setFrame(frame, Float64Array.of(5, 0, 0, 0, 0, 0, 1), 0);
    expect(queryCrack(out, query, pair, ball, a, frame, b, createFrame(), near)).toBe(0);
  });
});
