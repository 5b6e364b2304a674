import { describe, expect, it } from 'vitest';
import { createRandom, nextFloat, type Random } from '../../src/math/random.ts';
import {
  createFrame,
  FRAME_SIZE,
  invertFrame,
  movePoint,
  POSE_SIZE,
  relateFrames,
  setFrame,
  turnVector,
} from '../../src/math/rigid.ts';
import { findGarbage } from '../support/allocation.ts';

const between = (random: Random) => 2 * nextFloat(random) - 1;

/** A random pose, its quaternion of unit length. */
function randomPose(random: Random): Float64Array {
  const pose = Float64Array.from({ length: POSE_SIZE }, () => between(random));
  const length = Math.hypot(pose[3], pose[4], pose[5], pose[6]);
  for (let k = 3; k < 7; k++) pose[k] /= length;
  return pose;
}

function frameOf(pose: Float64Array): Float64Array {
  const frame = createFrame();
  setFrame(frame, pose, 0);
  return frame;
}

type Quaternion = [number, number, number, number];

const multiply = ([a, b, c, d]: Quaternion, [e, f, g, h]: Quaternion): Quaternion => [
  d * e + a * h + b * g - c * f,
  d * f - a * g + b * h + c * e,
  d * g + a * f - b * e + c * h,
  d * h - a * e - b * f - c * g,
];

/** The slow way: q p q* + t. */
function movedBy(pose: Float64Array, [x, y, z]: ArrayLike<number> & Iterable<number>): number[] {
  const [a, b, c, d] = pose.subarray(3) as unknown as Quaternion;
  const turned = multiply(multiply([a, b, c, d], [x, y, z, 0]), [-a, -b, -c, d]);
  return [0, 1, 2].map((k) => turned[k] + pose[k]);
}

function expectClose(a: ArrayLike<number>, b: ArrayLike<number>, tolerance = 1e-14): void {
  expect(a.length).toBe(b.length);
  for (let k = 0; k < a.length; k++) expect(Math.abs(a[k] - b[k])).toBeLessThan(tolerance);
}

describe('frames', () => {
  it('move nothing at first', () => {
    const p = Float64Array.of(1, 2, 3);
    movePoint(p, 0, createFrame(), p, 0);
    expect([...p]).toEqual([1, 2, 3]);
    expect(createFrame().length).toBe(FRAME_SIZE);
  });

  it('turn a quarter about each axis the right way', () => {
    const s = Math.SQRT1_2;
    const turn = (x: number, y: number, z: number) => {
      const out = new Float64Array(3);
      turnVector(
        out,
        0,
        frameOf(Float64Array.of(5, 6, 7, s * x, s * y, s * z, s)),
        Float64Array.of(1, 2, 3),
        0,
      );
      return out;
    };
    expectClose(turn(1, 0, 0), [1, -3, 2]);
    expectClose(turn(0, 1, 0), [3, 2, -1]);
    expectClose(turn(0, 0, 1), [-2, 1, 3]);
  });

  it('move as quaternions do, from and to any place (seed 1)', () => {
    const random = createRandom(1);
    for (let n = 0; n < 200; n++) {
      const pose = randomPose(random);
      const p = Float64Array.from({ length: 9 }, () => between(random));
      const [x, y, z] = p.subarray(3, 6);
      const slow = movedBy(pose, [x, y, z]);
      const frame = frameOf(pose);
      movePoint(p, 3, frame, p, 3);
      expectClose(p.subarray(3, 6), slow);
      const direction = Float64Array.of(x, y, z);
      turnVector(direction, 0, frame, direction, 0);
      expectClose(
        direction,
        slow.map((v, k) => v - pose[k]),
      );
    }
  });

  it('read the pose of a row, and forgive a length that is not quite one (seed 2)', () => {
    const random = createRandom(2);
    const poses = Float64Array.from({ length: 3 * POSE_SIZE }, () => between(random));
    const unit = poses.slice(7, 14);
    const length = Math.hypot(unit[3], unit[4], unit[5], unit[6]);
    for (let k = 3; k < 7; k++) unit[k] /= length;
    const frame = createFrame();
    setFrame(frame, poses, POSE_SIZE);
    expectClose(frame, frameOf(unit));
  });

  it('are rotations: rows of unit length, square to each other, right-handed (seed 3)', () => {
    const random = createRandom(3);
    for (let n = 0; n < 100; n++) {
      const f = frameOf(randomPose(random));
      const row = (i: number) => f.subarray(3 * i, 3 * i + 3);
      const dot = (a: Float64Array, b: Float64Array) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
      for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 3; j++) expect(dot(row(i), row(j))).toBeCloseTo(i === j ? 1 : 0, 14);
      }
      const [a, b, c] = [row(0), row(1), row(2)];
      const volume =
        a[0] * (b[1] * c[2] - b[2] * c[1]) +
        a[1] * (b[2] * c[0] - b[0] * c[2]) +
        a[2] * (b[0] * c[1] - b[1] * c[0]);
      expect(volume).toBeCloseTo(1, 14);
    }
  });

  it('invert and relate (seed 4)', () => {
    const random = createRandom(4);
    for (let n = 0; n < 100; n++) {
      const a = frameOf(randomPose(random));
      const b = frameOf(randomPose(random));
      const p = Float64Array.from([0, 1, 2], () => between(random));
      const back = createFrame();
      invertFrame(back, a);
      const q = new Float64Array(3);
      movePoint(q, 0, a, p, 0);
      movePoint(q, 0, back, q, 0);
      expectClose(q, p);

      const related = createFrame();
      relateFrames(related, a, b);
      const direct = new Float64Array(3);
      movePoint(direct, 0, related, p, 0);
      movePoint(q, 0, a, p, 0);
      invertFrame(back, b);
      movePoint(q, 0, back, q, 0);
      expectClose(direct, q);
      relateFrames(related, a, a);
      expectClose(related, createFrame());
    }
  });

  it('allocate nothing', () => {
    const random = createRandom(5);
    const poses = Float64Array.from({ length: 700 }, () => between(random));
    const [a, b, c] = [createFrame(), createFrame(), createFrame()];
    const garbage = findGarbage(10000, () => {
      for (let n = 0; n < 10000; n++) {
        setFrame(a, poses, 7 * (n % 100));
        setFrame(b, poses, 7 * ((n + 1) % 100));
        relateFrames(c, a, b);
        invertFrame(b, c);
        movePoint(c, 9, b, a, 9);
        turnVector(c, 9, b, c, 9);
      }
    });
    expect(garbage).toEqual([]);
  });
});
