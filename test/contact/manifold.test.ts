// Manifolds: a few contacts of each patch, with normals that their features can have, against what a full query finds.

import { beforeAll, describe, expect, it } from 'vitest';
import { bake } from '../../src/bake/bake.ts';
import { type Collider, createCollider } from '../../src/contact/collider.ts';
import { type Contacts, createContacts, FEATURE_POINT, setContact } from '../../src/contact/contacts.ts';
import { manifolds } from '../../src/contact/manifold.ts';
import { measureCollider } from '../../src/contact/measure.ts';
import { createQueryOptions } from '../../src/contact/options.ts';
import { createPair } from '../../src/contact/pair.ts';
import { choosePatches } from '../../src/contact/patches.ts';
import { createQuery, type Pass } from '../../src/contact/query.ts';
import { queryPair } from '../../src/contact/query-pair.ts';
import { createShape } from '../../src/contact/shape.ts';
import { buildSolid, type Solid } from '../../src/contact/solid.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { createFrame } from '../../src/math/rigid.ts';
import { createBox } from '../../src/mesh/shapes/box.ts';
import { createTurned } from './brute.ts';

const EPSILON = 2e-4;
const HALF = 0.1;
const manifold = createQueryOptions({ manifold: manifolds, cap: 256, epsilon: EPSILON, margin: 4 * EPSILON });
const still = createFrame();
let solid: Solid;
let lower: Collider;
let upper: Collider;

beforeAll(async () => {
  solid = buildSolid(await bake(createBox({ size: [0.2, 0.2, 0.2], edge: 0.1 }), { resolution: 8 }));
  lower = createCollider(solid);
  upper = createCollider(solid);
});

/** A frame turned by `yaw` about y and moved. */
function place(yaw: number, x: number, y: number, z: number): Float64Array {
  const [c, s] = [Math.cos(yaw), Math.sin(yaw)];
  return Float64Array.of(c, 0, s, 0, 1, 0, -s, 0, c, x, y, z);
}

function query(A: Collider, frameA: Float64Array, B: Collider, pair = createPair()): Contacts {
  const out = createContacts();
  queryPair(out, createQuery(), pair, A, 0, frameA, B, 0, still, manifold);
  return out;
}

describe('a manifold of boxes that lie on each other', () => {
  it('has four contacts, square to the faces and as deep as these, however the boxes are shifted; seed 1', () => {
    const random = createRandom(1);
    for (let trial = 0; trial < 300; trial++) {
      const depth = 1.5 * EPSILON * nextFloat(random);
      const shift = [0, 1, 2].map(() => (trial % 3 === 0 ? 1e-4 : 0.05) * (2 * nextFloat(random) - 1));
      const yaw = (trial % 2 === 0 ? 1e-3 : 0.3) * (2 * nextFloat(random) - 1);
      const out = query(upper, place(yaw, shift[0], 2 * HALF - depth, shift[2]), lower);
      const touching = [...out.distance.subarray(0, out.count)].filter((d) => d <= EPSILON).length;
      expect(touching).toBe(4);
      for (let i = 0; i < out.count; i++) {
        // At a rim the way up may lean a little: see MEND_ALIKE.
        expect(out.normal[3 * i + 1]).toBeGreaterThan(0.98);
        if (out.normal[3 * i + 1] > 0.9999)
          expect(Math.abs(out.distance[i] + depth)).toBeLessThan(0.05 * EPSILON);
      }
    }
  });

  it('bounds what touches: a box and its shape, aligned, at the four corners', () => {
    const shape = createShape('box', HALF, HALF, HALF);
    for (const B of [lower, shape]) {
      const out = query(upper, place(0, 0, 2 * HALF - EPSILON / 2, 0), B);
      const corners = [...Array(out.count).keys()].filter(
        (i) => Math.min(Math.abs(out.point[3 * i]), Math.abs(out.point[3 * i + 2])) > 0.99 * HALF,
      );
      expect(corners.length).toBe(4);
    }
  });

  it('keeps the contacts that bore the body while it hardly moves', () => {
    const pair = createPair();
    const first = query(upper, place(0.2, 0, 2 * HALF - EPSILON / 4, 0), lower, pair);
    const keys = (out: Contacts): string[] =>
      [...Array(out.count).keys()]
        .filter((i) => out.distance[i] <= EPSILON)
        .map((i) => `${out.side[i]} ${out.kind[i]} ${out.index[i]}`)
        .sort();
    const had = keys(first);
    pair.idle.fill(0, 0, pair.last.count);
    for (let step = 1; step < 20; step++) {
      const tilt = 1e-5 * Math.sin(step);
      const frame = place(0.2 + tilt, tilt / 10, 2 * HALF - EPSILON / 4, 0);
      expect(keys(query(upper, frame, lower, pair))).toEqual(had);
      pair.idle.fill(0, 0, pair.last.count);
    }
  });
});

it('ends where contacts have no normal', () => {
  const work = createQuery();
  work.out = createContacts();
  for (let i = 0; i < 3; i++)
    setContact(work.out, i, 0, FEATURE_POINT, i, i, new Float64Array(3), new Float64Array(4).fill(i));
  work.out.normal.fill(Number.NaN);
  work.entry = new Float64Array(18);
  choosePatches(work, { ...work.passes[0], frame: still } as Pass);
  expect(work.out.count).toBeGreaterThan(0);
});

describe('a manifold at random', () => {
  it('of boxes that overlap a little has few contacts, and normals that their points can have; seed 2', () => {
    const random = createRandom(2);
    const full = createQueryOptions({ budget: 'full', tolerance: EPSILON, epsilon: EPSILON });
    const all = createContacts();
    const deepest = (frame: Float64Array): number => {
      queryPair(all, createQuery(), createPair(), upper, 0, frame, lower, 0, still, full);
      return Math.min(0, ...all.distance.subarray(0, all.count));
    };
    let outside = 0; // contacts with a normal that their point cannot have
    let points = 0;
    let rows = 0;
    for (let trial = 0; trial < 150; trial++) {
      const frame = createTurned(random);
      const way = [0, 1, 2].map(() => nextFloat(random) - 0.5);
      const put = (away: number): Float64Array => {
        for (let d = 0; d < 3; d++) frame[9 + d] = (away * way[d]) / Math.hypot(...way);
        return frame;
      };
      // As far apart as they are about ε deep.
      let [near, far] = [2 * HALF, 3.5 * HALF];
      for (let k = 0; k < 12; k++) {
        const half = (near + far) / 2;
        if (deepest(put(half)) < -EPSILON) near = half;
        else far = half;
      }
      const out = query(upper, put(near), lower);
      expect(out.count).toBeGreaterThan(0);
      rows += out.count;
      for (let i = 0; i < out.count; i++) {
        expect(Math.abs(Math.hypot(...out.normal.subarray(3 * i, 3 * i + 3)) - 1)).toBeLessThan(1e-9);
        if (out.kind[i] !== FEATURE_POINT) continue;
        points++;
        if (!isAllowed(out, i, frame)) outside++;
      }
    }
    expect(rows / 150).toBeLessThan(6);
    expect(points).toBeGreaterThan(100);
    expect(outside).toBeLessThan(0.1 * points);
  });
});

/** Whether a contact pushes its point the way that its own box, by its planes, can be touched from there. */
function isAllowed(out: Contacts, i: number, frameA: Float64Array): boolean {
  const own = out.side[i] === 0 ? upper : lower;
  const sign = out.side[i] === 0 ? -1 : 1;
  const n = [0, 1, 2].map((d) => sign * out.normal[3 * i + d]);
  const local =
    out.side[i] === 0
      ? [0, 1, 2].map((d) => frameA[d] * n[0] + frameA[3 + d] * n[1] + frameA[6 + d] * n[2])
      : n;
  const at = [0, 1, 2].map((d) => own.position[3 * out.index[i] + d]);
  // Out of a face of the box along its normal, along the edges of it not at all.
  return local.every((x, d) =>
    Math.abs(at[d]) > 0.999 * HALF ? x * Math.sign(at[d]) > -0.3 : Math.abs(x) < 0.3,
  );
}

describe('the distance of a whole', () => {
  it('is exact at its rims, where the grid mixes faces; seed 3', () => {
    const random = createRandom(3);
    const p = new Float64Array(3);
    const out = new Float64Array(4);
    const reach = Float64Array.of(0.01, 0.01);
    const { cell } = solid.field;
    let worst = 0;
    for (let trial = 0; trial < 4000; trial++) {
      for (let d = 0; d < 3; d++) p[d] = HALF * (2 * nextFloat(random) - 1);
      for (const d of [trial % 3, (trial + 1) % 3])
        p[d] = Math.sign(p[d]) * (HALF + cell * 0.4 * (2 * nextFloat(random) - 1));
      measureCollider(out, lower, 0, p, 0, reach, true);
      const q = [...p].map((x) => Math.abs(x) - HALF);
      const true_ = Math.hypot(...q.map((x) => Math.max(x, 0))) + Math.min(0, Math.max(...q));
      if (true_ < 0.009) worst = Math.max(worst, Math.abs(out[0] - true_));
    }
    expect(worst).toBeLessThan(0.02 * cell);
  });
});
