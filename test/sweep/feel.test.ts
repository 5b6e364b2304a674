// What points feel over a step, against closed forms and against every point sampled densely.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Asset } from '../../src/bake/asset.ts';
import { type Collider, createCollider } from '../../src/contact/collider.ts';
import { measureCollider } from '../../src/contact/measure.ts';
import { createShape } from '../../src/contact/shape.ts';
import { buildSolid } from '../../src/contact/solid.ts';
import { createBreakWork, updateCollider } from '../../src/contact/update.ts';
import { NEAR } from '../../src/field/answer.ts';
import { applyPattern } from '../../src/fragment/patterns.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { createFrame, movePoint, relateFrames, turnVector } from '../../src/math/rigid.ts';
import {
  clearFeeling,
  createCourse,
  createFeeling,
  type FeelOptions,
  feelCollider,
} from '../../src/sweep/feel.ts';
import { frameAt } from '../../src/sweep/motion.ts';
import { boxAsset } from '../world/things.ts';

let cube: Asset;
beforeAll(async () => {
  cube = await boxAsset(0.2, 0.2, 0.2, 0.1);
});

const options: FeelOptions = { samples: 20, shared: false, euler: false, dt: 0.01 };
const rest = createCourse();
const plane = createShape('plane');

describe('what a ball feels over a plane', () => {
  // Its centre from 0.11 to 0.09: in contact for the second half, at last 0.01 deep.
  const course = createCourse();
  course.motion.center[1] = 0.11;
  course.motion.shift[1] = -0.02;
  course.motion.frame[10] = 0.11;
  course.velocity[1] = -2;
  const ball = createShape('sphere', 0.1);

  it('is the integral of depth and velocity over the interval of contact', () => {
    const feeling = createFeeling();
    feelCollider(feeling, ball, 0, course, plane, 0, rest, 1, true, options);
    expect(feeling.spring[1]).toBeCloseTo(0.5 * 0.5 * 0.01, 5); // half of the step, half of the depth
    expect(feeling.drag[1]).toBeCloseTo(0.5 * -2, 2);
    expect(feeling.weight).toBeCloseTo(0.005, 4); // its mean depth in contact
    expect(feeling.deepest).toBeLessThan(0.01);
    expect(feeling.spring[6]).toBeCloseTo(0, 12);
  });

  it('is turned round where the ball is the second body', () => {
    const feeling = createFeeling();
    feelCollider(feeling, ball, 0, course, plane, 0, rest, -1, true, options);
    expect(feeling.spring[1]).toBeCloseTo(-0.0025, 5);
    expect(feeling.drag[1]).toBeCloseTo(1, 2);
  });

  it('follows Euler steps where it is told to', () => {
    // From rest to −2 m/s: after a part t it has gone t² of the way, and is in contact from √½ on.
    const falling = { ...course, gain: Float64Array.of(0, -2, 0) };
    const exact = (): number => {
      let sum = 0;
      for (let k = 0; k < 10_000; k++) sum += Math.max(0, 0.02 * ((k + 0.5) / 10_000) ** 2 - 0.01) / 10_000;
      return sum;
    };
    const feeling = createFeeling();
    feelCollider(feeling, ball, 0, falling, plane, 0, rest, 1, true, {
      ...options,
      euler: true,
      samples: 400,
    });
    expect(feeling.spring[1]).toBeCloseTo(exact(), 6);
    expect(feeling.spring[1]).toBeLessThan(0.0023);
  });
});

/** Every surface point of S, at 2,000 times of the step: the sum of depths along normals, in the world. */
function brute(
  S: Collider,
  label: number,
  s: ReturnType<typeof createCourse>,
  F: Collider,
  other: number,
): number[] {
  const out = [0, 0, 0];
  const count = 2000;
  const [frameS, relative, p, found, n] = [
    createFrame(),
    createFrame(),
    new Float64Array(3),
    new Float64Array(4),
    new Float64Array(3),
  ];
  const begin = createFrame();
  const end = createFrame();
  const q = new Float64Array(3);
  const family = S.field?.family;
  if (family === undefined || S.forest === null) throw new Error('no solid');
  for (const point of leaves(S, label)) {
    for (const [t, to] of [
      [0, begin],
      [1, end],
    ] as const) {
      frameAt(frameS, s.motion, Float64Array.of(t), 0);
      relateFrames(relative, frameS, createFrame());
      to.set(relative);
    }
    movePoint(p, 0, begin, S.position, 3 * point);
    movePoint(q, 0, end, S.position, 3 * point);
    for (let k = 0; k < count; k++) {
      const t = (k + 0.5) / count;
      const at = p.map((x, d) => x + t * (q[d] - x));
      if (measureCollider(found, F, other, at, 0, new Float64Array(2), true) !== NEAR || !(found[0] < 0))
        continue;
      turnVector(n, 0, createFrame(), found, 1);
      for (let d = 0; d < 3; d++) out[d] -= (found[0] * n[d]) / count;
    }
  }
  return out;
}

/** The points of a fragment's tree that lie on its surface. */
function leaves({ forest, surfaceCount, baseCount }: Collider, label: number): number[] {
  if (forest === null) return [];
  const out: number[] = [];
  const stack = [forest.root[label]];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const of = forest.point[node];
    if (forest.childCount[node] === 0 && (of < surfaceCount || of >= baseCount)) out.push(of);
    for (let c = 0; c < forest.childCount[node]; c++) stack.push(forest.firstChild[node] + c);
  }
  return out;
}

describe('what a solid feels in pieces of another', () => {
  it('is what every point sampled densely feels: seed 7', () => {
    const solid = buildSolid(cube);
    const whole = createCollider(solid);
    const broken = createCollider(solid);
    const work = createBreakWork(solid);
    const { family } = broken.field ?? { family: null };
    if (family === null) throw new Error('no field');
    applyPattern(work.changes, family, 0, { kind: 'slice', normal: [1, 0.3, 0], offset: 0.02 }, {});
    applyPattern(work.changes, family, 0, { kind: 'slice', normal: [0, 1, 0.2], offset: 0.01 }, {});
    updateCollider(work, broken);
    const random = createRandom(7);
    const feeling = createFeeling();
    let touched = 0;
    for (let trial = 0; trial < 12; trial++) {
      const s = createCourse();
      for (let d = 0; d < 3; d++) {
        s.motion.center[d] = 0.3 * (nextFloat(random) - 0.5);
        s.motion.shift[d] = 0.3 * (nextFloat(random) - 0.5);
        s.motion.frame[9 + d] = s.motion.center[d];
        s.motion.spin[d] = nextFloat(random) - 0.5;
      }
      const label = trial % family.fragments.count;
      clearFeeling(feeling);
      feelCollider(feeling, whole, 0, s, broken, label, rest, 1, true, { ...options, samples: 1000 });
      const slow = brute(whole, 0, s, broken, label);
      // Fields of pieces jump where another face is the closest, and samples see that at other times.
      for (let d = 0; d < 3; d++) {
        expect(Math.abs(feeling.spring[d] - slow[d])).toBeLessThan(1e-4 + 0.01 * Math.hypot(...slow));
      }
      if (Math.hypot(...slow) > 0.005) touched++;
    }
    expect(touched).toBeGreaterThan(4);
  });
});
