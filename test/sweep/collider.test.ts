import { beforeAll, describe, expect, it } from 'vitest';
import { bake } from '../../src/bake/bake.ts';
import { type Collider, createCollider } from '../../src/contact/collider.ts';
import { measureCollider } from '../../src/contact/measure.ts';
import { createShape } from '../../src/contact/shape.ts';
import { buildSolid, type Solid } from '../../src/contact/solid.ts';
import { breakFragment, createBreakWork } from '../../src/contact/update.ts';
import { NEAR } from '../../src/field/answer.ts';
import { createRandom, type Random } from '../../src/math/random.ts';
import { createFrame, movePoint, relateFrames, setFrame } from '../../src/math/rigid.ts';
import { createBox } from '../../src/mesh/shapes/box.ts';
import { createTouchWork, sweepColliders, type TouchOptions } from '../../src/sweep/collider.ts';
import { createMotion, frameAt, type Motion } from '../../src/sweep/motion.ts';
import { signed } from '../support/shapes.ts';

let pane: Solid;
const work = createTouchWork();
const out = new Float64Array(1);
const options: TouchOptions = { slop: 0.001, sink: 0.004, graze: 0, deep: 0, tolerance: 0.001, pieces: 256 };
const frames = [createFrame(), createFrame(), createFrame()];
const found = new Float64Array(4);

beforeAll(async () => {
  pane = buildSolid(await bake(createBox({ size: [0.4, 0.4, 0.02], edge: 0.1 }), { spacing: 0.1 }));
});

/** The distance of point p of A from a fragment of B at a time; Infinity beyond `reach`. */
function distanceAt(
  a: Motion,
  b: Motion,
  B: Collider,
  label: number,
  t: number,
  p: Float64Array,
  reach: number,
): number {
  out[0] = t;
  frameAt(frames[0], a, out, 0);
  frameAt(frames[1], b, out, 0);
  relateFrames(frames[2], frames[0], frames[1]);
  const place = new Float64Array(3);
  movePoint(place, 0, frames[2], p, 0);
  const near = measureCollider(found, B, label, place, 0, Float64Array.of(reach, reach), false) === NEAR;
  return near ? found[0] : Infinity;
}

function shoot(random: Random, far: number, spin: number): Motion {
  const motion = createMotion();
  const pose = Float64Array.from({ length: 7 }, () => signed(random));
  setFrame(motion.frame, pose, 0);
  for (let d = 0; d < 3; d++) {
    motion.center[d] = far * signed(random);
    motion.shift[d] = 0.2 * signed(random) - 2 * motion.center[d];
    motion.spin[d] = spin * signed(random);
  }
  return motion;
}

const zero = new Float64Array(3);

describe('sweepColliders', () => {
  it('a ball at a pane that is whole: when its centre is a radius away, early by little; seed 1', () => {
    const B = createCollider(pane);
    const ball = createShape('sphere', 0.02);
    const random = createRandom(1);
    let hits = 0;
    for (let i = 0; i < 300; i++) {
      const a = shoot(random, 1, 6);
      const b = i % 2 === 0 ? createMotion() : shoot(random, 0.1, 1);
      const hit = sweepColliders(out, work, ball, 0, a, B, 0, b, options);
      const time = hit ? out[0] : 1;
      let least = Infinity; // distance of the surfaces before that
      for (let n = 0; n < 400; n++) {
        least = Math.min(least, distanceAt(a, b, B, 0, (time * n) / 400, zero, 0.03) - 0.02);
      }
      expect(least).toBeGreaterThan(-0.003); // never through: the grid's error
      if (!hit) continue;
      hits++;
      if (time > 0) expect(distanceAt(a, b, B, 0, time, zero, 0.05) - 0.02).toBeLessThan(0.006);
    }
    expect(hits).toBeGreaterThan(60);
  });

  it('pieces of pieces stop what flies at them, and only those that are there; seed 2', () => {
    const B = createCollider(pane);
    const breaking = createBreakWork(pane);
    breakFragment(breaking, B, 0, { kind: 'slice', normal: [1, 0, 0], offset: 0.05 });
    breakFragment(breaking, B, 0, { kind: 'slice', normal: [0, 1, 0], offset: -0.03 });
    const ball = createShape('sphere', 0.005);
    const random = createRandom(2);
    let hits = 0;
    for (let i = 0; i < 120; i++) {
      const x = 0.21 * signed(random);
      const y = 0.21 * signed(random);
      const a = createMotion();
      a.center.set([x, y, 1]);
      a.shift.set([0, 0, -3]);
      const times = [0, 1, 2].map((label) =>
        sweepColliders(out, work, ball, 0, a, B, label, createMotion(), options) ? out[0] : 1,
      );
      const first = Math.min(...times);
      if (first < 1) hits++;
      // The pane is whole between its pieces: the first is met where the pane is.
      const box = B.field?.box ?? new Float64Array(6);
      const over = Math.abs(x) < 0.199 && Math.abs(y) < 0.199;
      if (over) expect(1 - 3 * first).toBeCloseTo(box[5] + 0.005, 2);
    }
    expect(hits).toBeGreaterThan(90);
  });

  it('a pane that spins meets a peg that its middle never comes near', () => {
    const A = createCollider(pane);
    const peg = createShape('sphere', 0.005);
    const a = createMotion();
    a.spin.set([0, 3, 0]); // less than half a turn; what is at 0.18 m goes round
    const b = createMotion();
    b.center.set([0, 0, 0.18]); // above its middle: the edge comes by at a quarter turn
    expect(sweepColliders(out, work, A, 0, a, peg, 0, b, options)).toBe(true);
    expect(out[0]).toBeGreaterThan(0.4);
    expect(out[0]).toBeLessThan(0.55);
    b.center.set([0, 0, 0.25]);
    expect(sweepColliders(out, work, A, 0, a, peg, 0, b, options)).toBe(false);
  });

  it('what touches already may slide and leave, but not sink', () => {
    const B = createCollider(pane);
    const ball = createShape('sphere', 0.02);
    const a = createMotion();
    const top = B.field?.box[5] ?? 0;
    a.center.set([-0.1, 0, top + 0.02 + 0.0005]);
    a.shift.set([0.2, 0, 0]);
    expect(sweepColliders(out, work, ball, 0, a, B, 0, createMotion(), options)).toBe(false);
    a.shift.set([0.2, 0, 0.3]);
    expect(sweepColliders(out, work, ball, 0, a, B, 0, createMotion(), options)).toBe(false);
    a.shift.set([0, 0, -0.3]);
    expect(sweepColliders(out, work, ball, 0, a, B, 0, createMotion(), options)).toBe(true);
    expect(0.3 * out[0]).toBeLessThan(0.006);
  });

  it('ground meets what flies at it, and two grounds do not meet', () => {
    const plane = createShape('plane');
    const a = createMotion();
    a.center.set([0, 1, 0]);
    a.shift.set([0, -4, 0]);
    expect(
      sweepColliders(out, work, createShape('box', 0.1, 0.1, 0.1), 0, a, plane, 0, createMotion(), options),
    ).toBe(true);
    expect(1 - 4 * out[0]).toBeCloseTo(0.1, 2);
    expect(sweepColliders(out, work, plane, 0, a, plane, 0, createMotion(), options)).toBe(false);
  });
});
