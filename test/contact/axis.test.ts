// Directions that part fragments, against all their points.

import { describe, expect, it } from 'vitest';
import { createAxis, findAxis, SPAN_A, SPAN_B, SPAN_GAP, tryAxis } from '../../src/contact/axis.ts';
import { type Collider, createCollider, hullOf } from '../../src/contact/collider.ts';
import { KDOP_DIRECTIONS, reachAlong } from '../../src/contact/kdop.ts';
import { createSimplex, reduceSimplex } from '../../src/contact/simplex.ts';
import { buildSolid } from '../../src/contact/solid.ts';
import { findSupport } from '../../src/contact/support.ts';
import { createBreakWork, updateCollider } from '../../src/contact/update.ts';
import { applyPattern } from '../../src/fragment/patterns.ts';
import { scatterSeeds } from '../../src/fragment/scatter.ts';
import { bake } from '../../src/index.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { createFrame, movePoint, setFrame } from '../../src/math/rigid.ts';
import * as shapes from '../../src/mesh/shapes/index.ts';
import { findGarbage } from '../support/allocation.ts';

const solid = buildSolid(await bake(shapes.createBox({ size: [0.3, 0.2, 0.1] }), { spacing: 0.05 }));
const collider = createCollider(solid);
const work = createBreakWork(solid);
const field = collider.field as NonNullable<Collider['field']>;
const forest = collider.forest as NonNullable<Collider['forest']>;
const kdop = collider.kdop as NonNullable<Collider['kdop']>;
const seeds = scatterSeeds(field.family, 0, { count: 9, seed: 4 });
applyPattern(work.changes, field.family, 0, { kind: 'voronoi', seeds });
updateCollider(work, collider);
const count = field.family.fragments.count;

/** The points of a fragment that are on its surface. */
function listPoints(label: number): number[] {
  return Array.from({ length: forest.pointCount }, (_, p) => p).filter(
    (p) => forest.fragment[p] === label && (p < forest.surfaceCount || p >= forest.baseCount),
  );
}
const points = Array.from({ length: count }, (_, label) => listPoints(label));

function randomUnit(random: ReturnType<typeof createRandom>): Float64Array {
  for (;;) {
    const v = Float64Array.from([0, 0, 0], () => 2 * nextFloat(random) - 1);
    const length = Math.hypot(...v);
    if (length > 0.1 && length < 1) return v.map((x) => x / length);
  }
}

function randomFrame(random: ReturnType<typeof createRandom>, size: number): Float64Array {
  const [x, y, z] = randomUnit(random);
  const w = nextFloat(random);
  const at = [0, 0, 0].map(() => size * (2 * nextFloat(random) - 1));
  const frame = createFrame();
  setFrame(frame, Float64Array.of(...at, x, y, z, w), 0);
  return frame;
}

const along = (n: Float64Array, p: Float64Array, at: number) =>
  n[0] * p[at] + n[1] * p[at + 1] + n[2] * p[at + 2];

describe('k-DOPs', () => {
  it('reach at least as far as every point along any direction, and exactly along their own (seed 1)', () => {
    const random = createRandom(1);
    const out = new Float64Array(1);
    const own: Float64Array[] = KDOP_DIRECTIONS.flatMap((d) => [
      Float64Array.from(d),
      Float64Array.from(d, (x) => -x),
    ]);
    for (let label = 0; label < count; label++) {
      let loose = 0;
      const random50 = Array.from({ length: 50 }, () => randomUnit(random));
      for (const n of [...own, ...random50]) {
        const furthest = Math.max(...points[label].map((p) => along(n, collider.position, 3 * p)));
        reachAlong(out, 0, kdop, label, n);
        expect(out[0]).toBeGreaterThanOrEqual(furthest - 1e-15);
        if (own.includes(n)) expect(out[0]).toBeCloseTo(furthest, 14);
        else loose += out[0] - furthest;
      }
      expect(loose / 50).toBeLessThan(0.02); // of pieces of about 0.1
    }
  });
});

describe('findSupport', () => {
  it('finds how far the furthest point reaches, whatever the hint (seed 3)', () => {
    const random = createRandom(3);
    const out = new Float64Array(2);
    for (let trial = 0; trial < 500; trial++) {
      const label = Math.floor(nextFloat(random) * count);
      const n = randomUnit(random);
      const hull = hullOf(collider, label);
      expect(hull.count).toBe(points[label].length);
      const hint = Math.floor(nextFloat(random) * (hull.count + 5)) - 1;
      const found = findSupport(out, 1, hull, n, hint);
      const all = points[label].map((p) => along(n, collider.position, 3 * p));
      expect(out[1]).toBe(Math.max(...all));
      expect(along(n, hull.xyz, 3 * found)).toBe(out[1]);
    }
  });
});

describe('reduceSimplex', () => {
  it('finds the closest point of corners on a coarse lattice, flat ones too, and drops what it does not need (seed 5)', () => {
    const random = createRandom(5);
    const simplex = createSimplex();
    let held = 0;
    for (let trial = 0; trial < 3000; trial++) {
      simplex.count = 1 + Math.floor(nextFloat(random) * 4);
      for (let k = 0; k < 12; k++) simplex.corner[k] = Math.floor(7 * nextFloat(random)) - 3;
      const before = Array.from({ length: simplex.count }, (_, k) => [
        ...simplex.corner.subarray(3 * k, 3 * k + 3),
      ]);
      // The closest point among many of the simplex, weights in steps of a tenth: no closer than what is found.
      let least = Infinity;
      for (let a = 0; a <= 10; a++) {
        for (let b = 0; a + b <= 10; b++) {
          for (let c = 0; a + b + c <= 10; c++) {
            const share = [a, b, c, 10 - a - b - c].map((s) => s / 10);
            if (share.slice(simplex.count - 1).some((s, k) => k > 0 && s > 0)) continue;
            const last = simplex.count - 1;
            const weights = [...share.slice(0, last), 1 - share.slice(0, last).reduce((x, y) => x + y, 0)];
            if (weights[last] < 0) continue;
            const at = [0, 1, 2].map((d) => weights.reduce((sum, w, k) => sum + w * before[k][d], 0));
            least = Math.min(least, Math.hypot(...at));
          }
        }
      }
      const outside = reduceSimplex(simplex);
      if (!outside) {
        held++;
        expect(before.length).toBe(4);
        continue;
      }
      const distance = Math.hypot(...simplex.closest);
      expect(distance).toBeLessThanOrEqual(least + 1e-12);
      expect(distance).toBeGreaterThanOrEqual(least - 1.5); // lattice steps are no longer
      for (let k = 0; k < simplex.count; k++) {
        const corner = [...simplex.corner.subarray(3 * k, 3 * k + 3)];
        expect(before).toContainEqual(corner);
        // Square to the simplex that is left: all its corners are equally high along the closest point.
        expect(along(simplex.closest, simplex.corner, 3 * k)).toBeCloseTo(distance * distance, 9);
      }
    }
    expect(held).toBeGreaterThan(5);
  });
});

describe('findAxis', () => {
  it('measures spans that hold all points, and finds every gap there is (seed 2)', () => {
    const random = createRandom(2);
    const moved = new Float64Array(3);
    const enough = Float64Array.of(0, 0);
    let parted = 0;
    let missed = 0;
    for (let trial = 0; trial < 400; trial++) {
      const [a, b] = [0, 1].map(() => Math.floor(nextFloat(random) * count));
      const frame = randomFrame(random, 0.25);
      const placed = { solid: collider, label: a, field: collider, fieldLabel: b, frame };
      const axis = createAxis();
      findAxis(axis, placed, enough);
      const { normal, span } = axis;
      expect(Math.hypot(...normal)).toBeCloseTo(1, 12);
      const low = points[a].map((p) => {
        movePoint(moved, 0, frame, collider.position, 3 * p);
        return along(normal, moved, 0);
      });
      expect(Math.min(...low)).toBeGreaterThan(span[SPAN_A] - 1e-12);
      const high = points[b].map((p) => along(normal, collider.position, 3 * p));
      expect(Math.max(...high)).toBeLessThan(span[SPAN_B] + 1e-12);
      expect(span[SPAN_GAP]).toBe(span[SPAN_A] - span[SPAN_B]);
      if (span[SPAN_GAP] > 0) parted++;
      const before = span[SPAN_GAP];
      for (let k = 0; k < 200; k++) tryAxis(axis, randomUnit(random), placed);
      expect(span[SPAN_GAP]).toBeGreaterThanOrEqual(before);
      if (before <= 0 && span[SPAN_GAP] > 0) missed++;
    }
    expect(parted).toBeGreaterThan(100);
    expect(missed).toBe(0);
  });

  it('is content with the last direction while it parts well enough, and allocates nothing', () => {
    const frame = createFrame();
    frame[9] = 1;
    const placed = { solid: collider, label: 0, field: collider, fieldLabel: 1, frame };
    const axis = createAxis();
    const enough = Float64Array.of(0.01, 0);
    findAxis(axis, placed, enough);
    expect(axis.span[SPAN_GAP]).toBeGreaterThan(0.01);
    const normal = axis.normal.slice();
    frame[9] = 1.01;
    findAxis(axis, placed, enough);
    expect(axis.normal).toEqual(normal);
    const garbage = findGarbage(2000, () => {
      for (let k = 0; k < 2000; k++) findAxis(axis, placed, enough);
    });
    expect(garbage).toEqual([]);
  });
});
