// The questions about fragments against brute force: signs, depths, distances from outside, and what is called clear.

import { describe, expect, test } from 'vitest';
import { CLEAR, NEAR, OPEN } from '../../src/field/answer.ts';
import { sampleGradient } from '../../src/field/sample.ts';
import { createFamily } from '../../src/fragment/family.ts';
import { createFragmentField } from '../../src/fragment/fragment-field.ts';
import {
  insideFragment,
  measureFragment,
  penetrateFragment,
  probeFragment,
  reachesFragment,
} from '../../src/fragment/measure.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { meanForm } from '../../src/papers/mean-form.ts';
import { findGarbage } from '../support/allocation.ts';
import {
  type Broken,
  breakSolid,
  closestOfShape,
  drawInside,
  labelAt,
  readyOf,
  type Shape,
  shapeOf,
} from './field-oracle.ts';

function shapesOf({ family }: Broken): Shape[] {
  return Array.from({ length: family.fragments.count }, (_, f) => shapeOf(family, f));
}

/** Points in the solid and around it: some deep, most near a surface. */
function* drawAround(broken: Broken, count: number, seed: number): Generator<Float64Array> {
  const random = createRandom(seed);
  const draw = drawInside(broken.family, random);
  const { meanScale } = broken.ready.topology;
  for (let k = 0; k < count; k++) {
    const p = new Float64Array(3);
    draw(p);
    const far = k % 3 === 0 ? 0 : k % 3 === 1 ? meanScale : 4 * meanScale;
    for (let d = 0; d < 3; d++) p[d] += far * (2 * nextFloat(random) - 1);
    yield p;
  }
}

const cases = [
  ['ball', 'closest', undefined],
  ['crate', 'closest', undefined],
  ['slab', 'closest', undefined],
  ['crate', 'mean', meanForm],
] as const;

describe.each(cases)('a %s broken twice, form %s, seed 6', (name, _, form) => {
  const broken = breakSolid(readyOf(name), 12, 8, 6, form);
  const { field, family } = broken;
  const shapes = shapesOf(broken);
  const { count } = family.fragments;
  const edge = broken.ready.topology.meanScale;
  const out = new Float64Array(4);
  const exact = new Float64Array(4);

  test('signs are those of the tets', () => {
    const reach = Float64Array.of(0, 0);
    let inside = 0;
    let wrong = 0;
    for (const p of drawAround(broken, 300, 1)) {
      const label = labelAt(family, p);
      for (let f = 0; f < count; f++) {
        closestOfShape(exact, shapes[f], p);
        if (exact[0] < 1e-10) continue;
        if (insideFragment(field, f, p, 0) !== (f === label)) wrong++;
        const answer = measureFragment(out, field, f, p, 0, reach, false);
        if ((answer === NEAR) !== (f === label)) wrong++;
        if (f !== label) continue;
        inside++;
        if (out[0] > 0 || Math.abs(Math.hypot(out[1], out[2], out[3]) - 1) > 1e-9) wrong++;
        const [d] = out;
        penetrateFragment(out, field, f, p, 0);
        if (out[0] !== d) wrong++;
      }
    }
    expect(wrong).toBe(0);
    expect(inside).toBeGreaterThan(75);
  });

  test('depths: a surface is where the normal points, and none is much closer', () => {
    const draw = drawInside(family, createRandom(2));
    const p = new Float64Array(3);
    const reach = Float64Array.of(0, 0);
    const errors: number[] = [];
    let near = 0;
    let aimed = 0;
    for (let k = 0; k < 2500; k++) {
      const label = draw(p);
      expect(measureFragment(out, field, label, p, 0, reach, false)).toBe(NEAR);
      closestOfShape(exact, shapes[label], p);
      const depth = -out[0];
      errors.push(Math.abs(depth - exact[0]) / edge);
      if (form === undefined) expect(depth).toBeGreaterThan(exact[0] - field.grid.error); // faces are never nearer than the nearest
      if (exact[0] > 0.5 * edge || exact[0] < 1e-9) continue;
      near++;
      const along = [0, 1, 2].reduce((sum, d) => sum + ((exact[1 + d] - p[d]) / exact[0]) * out[1 + d], 0);
      if (along > Math.cos(Math.PI / 6)) aimed++;
    }
    errors.sort((a, b) => a - b);
    expect(errors[errors.length >> 1]).toBeLessThan(0.03);
    expect(errors[Math.floor(0.95 * errors.length)]).toBeLessThan(form === undefined ? 0.1 : 0.5);
    expect(near).toBeGreaterThan(300);
    expect(aimed / near).toBeGreaterThan(form === undefined ? 0.95 : 0.6);
  });

  test('a probe says what its two questions say', () => {
    let wrong = 0;
    for (const [k, p] of [...drawAround(broken, 900, 5)].entries()) {
      const reach = Float64Array.of(edge * (k % 4));
      for (let f = 0; f < count; f++) {
        const says = reachesFragment(field, f, p, 0, reach) ? OPEN : CLEAR;
        const probed = probeFragment(field, f, p, 0, reach);
        const asked = labelAt(broken.family, p) === f ? NEAR : says;
        // Without a reach, what is not inside may be called either.
        if (reach[0] > 0 ? probed !== asked : (probed === NEAR) !== (asked === NEAR)) wrong++;
      }
    }
    expect(wrong).toBe(0);
  });

  test('clear means clear, open means not near, near is the distance', () => {
    const counts = [0, 0, 0];
    let missed = 0;
    let wrong = 0;
    for (const [k, p] of [...drawAround(broken, 900, 3)].entries()) {
      const near = 0.5 * edge * (k % 4 === 0 ? 0 : 1);
      const reach = Float64Array.of(near, near + 3 * edge * ((k % 5) / 5));
      const far = Float64Array.of(reach[1]);
      for (let f = 0; f < count; f++) {
        const answer = measureFragment(out, field, f, p, 0, reach, false);
        closestOfShape(exact, shapes[f], p);
        const inside = exact[0] > 1e-10 && insideFragment(field, f, p, 0);
        const touches = inside || exact[0] < reach[1] - 1e-12;
        if (touches && !reachesFragment(field, f, p, 0, far)) wrong++;
        if (touches && answer === CLEAR) wrong++;
        if (inside) {
          if (answer !== NEAR) wrong++;
          continue;
        }
        counts[answer]++;
        if (answer === OPEN && exact[0] < near - 1e-9) missed++;
        if (answer !== NEAR) continue;
        if (!(out[0] > exact[0] - 1e-9 && out[0] < near + 1e-12)) wrong++; // never too close
        if (Math.abs(Math.hypot(out[1], out[2], out[3]) - 1) > 1e-9) wrong++;
        if (out[0] > exact[0] + 1e-9) missed++;
      }
    }
    expect(wrong).toBe(0);
    expect(missed / counts[NEAR]).toBeLessThan(0.005);
    expect(counts[CLEAR]).toBeGreaterThan(3000);
    expect(counts[OPEN]).toBeGreaterThan(200);
    expect(counts[NEAR]).toBeGreaterThan(300);
  });

  test('directions vary smoothly near the surface, and depth falls along them', () => {
    const draw = drawInside(family, createRandom(9));
    const reach = Float64Array.of(0, 0);
    const p = new Float64Array(3);
    const q = new Float64Array(3);
    const there = new Float64Array(4);
    let pairs = 0;
    let turned = 0;
    let falls = 0;
    for (let k = 0; k < 3000; k++) {
      const label = draw(p);
      measureFragment(out, field, label, p, 0, reach, false);
      const step = 0.05 * edge;
      if (-out[0] > 0.5 * edge || -out[0] < 2 * step) continue;
      for (let d = 0; d < 3; d++) q[d] = p[d] + step * out[1 + d];
      if (measureFragment(there, field, label, q, 0, reach, false) !== NEAR) continue;
      pairs++;
      const along = out[1] * there[1] + out[2] * there[2] + out[3] * there[3];
      if (along < Math.cos(Math.PI / 12)) turned++;
      const fall = (there[0] - out[0]) / step;
      if (fall > 0.8 && fall < 1.2) falls++;
    }
    expect(pairs).toBeGreaterThan(400);
    expect(turned / pairs).toBeLessThan(form === undefined ? 0.02 : 0.25);
    expect(falls / pairs).toBeGreaterThan(form === undefined ? 0.97 : 0.6);
  });

  test('allocates nothing', () => {
    const points = [...drawAround(broken, 200, 4)];
    const reach = Float64Array.of(0.3 * edge, edge);
    const ask = () => {
      for (let k = 0; k < points.length; k++) {
        for (let f = 0; f < 10; f++) {
          measureFragment(out, field, f, points[k], 0, reach, (k & 1) === 0);
          insideFragment(field, f, points[k], 0);
          reachesFragment(field, f, points[k], 0, reach);
        }
      }
    };
    expect(findGarbage(6000, ask)).toEqual([]);
  });
});

test('while whole, the grid answers, or the faces where it mixes several', () => {
  const ready = readyOf('ball');
  const field = createFragmentField(ready, createFamily(ready.topology));
  const out = new Float64Array(4);
  const grid = new Float64Array(4);
  const random = createRandom(1);
  const reach = Float64Array.of(0.05, 0.1);
  const seen = [0, 0, 0];
  for (let k = 0; k < 2000; k++) {
    const p = Float64Array.from([0, 1, 2], () => 1.6 * nextFloat(random) - 0.8);
    const answer = measureFragment(out, field, 0, p, 0, reach, false);
    seen[answer]++;
    sampleGradient(grid, ready.field, p, 0);
    const distance = Math.hypot(...p) - 0.5; // of the ball; its triangles lie up to 1 cm below
    if (answer === CLEAR) expect(distance).toBeGreaterThan(0.1 - 0.01);
    if (answer === NEAR) expect(Math.abs(out[0] - grid[0])).toBeLessThanOrEqual(ready.field.error);
    if (answer === NEAR) expect(out[0]).toBeLessThan(0.05);
    if (distance < -0.05) expect(answer).toBe(NEAR);
    if (Math.abs(distance + 0.005) > 0.02) expect(insideFragment(field, 0, p, 0)).toBe(distance < 0);
  }
  expect(Math.min(...seen)).toBeGreaterThan(50);
});

describe('seams', () => {
  const broken = breakSolid(readyOf('crate'), 6, 0, 11);
  const { field, family, ready } = broken;
  const whole = createFragmentField(ready, createFamily(ready.topology));
  const edge = ready.topology.meanScale;
  const out = new Float64Array(4);
  const other = new Float64Array(4);
  const p = new Float64Array(3);
  const reach = Float64Array.of(0.3 * edge, edge);

  test('closed cracks do not count: depth is that of the whole, and siblings are not near', () => {
    field.group.fill(0);
    const draw = drawInside(family, createRandom(3));
    let deeper = 0;
    for (let k = 0; k < 1500; k++) {
      const label = draw(p);
      expect(measureFragment(out, field, label, p, 0, reach, true)).toBe(NEAR);
      const [sealed] = out;
      measureFragment(other, whole, 0, p, 0, reach, false);
      expect(Math.abs(sealed - other[0])).toBeLessThan(0.3 * edge);
      measureFragment(other, field, label, p, 0, reach, false);
      expect(sealed).toBeLessThan(other[0] + 0.1 * edge);
      if (sealed < other[0] - 0.1 * edge) deeper++;
      for (let f = 0; f < family.fragments.count; f++) {
        if (f === label) continue;
        measureFragment(other, whole, 0, p, 0, reach, false);
        if (-other[0] > reach[0] + field.grid.error) {
          expect(measureFragment(out, field, f, p, 0, reach, true)).not.toBe(NEAR);
        }
      }
    }
    expect(deeper).toBeGreaterThan(300);
  });

  test('cracks against a fragment that moved do', () => {
    field.group.fill(0);
    field.group[1] = 1;
    const draw = drawInside(family, createRandom(4));
    let felt = 0;
    for (let k = 0; k < 1500; k++) {
      const label = draw(p);
      measureFragment(out, field, label, p, 0, reach, true);
      measureFragment(other, field, label, p, 0, reach, false);
      if (label === 1) expect(out).toEqual(other);
      else if (out[0] === other[0]) felt++;
    }
    expect(felt).toBeGreaterThan(100);
    for (let f = 0; f < field.group.length; f++) field.group[f] = f;
  });
});
