// Slow, obvious answers to compare the fast ones with.

import type { Shape } from './data.ts';

type Point = [number, number, number];

export const sub = (p: Point, q: Point): Point => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
export const dot = (p: Point, q: Point): number => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
export const cross = (p: Point, q: Point): Point => [
  p[1] * q[2] - p[2] * q[1],
  p[2] * q[0] - p[0] * q[2],
  p[0] * q[1] - p[1] * q[0],
];
const along = (p: Point, t: number, d: Point): Point => [p[0] + t * d[0], p[1] + t * d[1], p[2] + t * d[2]];
const length = (p: Point): number => Math.hypot(p[0], p[1], p[2]);

export function corner({ positions, indices }: Shape, t: number, i: number): Point {
  const v = 3 * indices[3 * t + i];
  return [positions[v], positions[v + 1], positions[v + 2]];
}

export function pointAt(p: ArrayLike<number>, at: number): Point {
  return [p[at], p[at + 1], p[at + 2]];
}

function distanceSegment(p: Point, a: Point, b: Point): number {
  const d = sub(b, a);
  const square = dot(d, d);
  const t = square > 0 ? Math.min(1, Math.max(0, dot(sub(p, a), d) / square)) : 0;
  return length(sub(p, along(a, t, d)));
}

/**
 * Distance from a point to a triangle: the nearest of its three edges, or its plane where the point projects inside.
 * The plane is taken from the longest edge and the height over it, which stays accurate for slivers.
 */
export function distanceTriangle(p: Point, corners: [Point, Point, Point]): number {
  let [a, b, c] = corners;
  const best = Math.min(distanceSegment(p, a, b), distanceSegment(p, b, c), distanceSegment(p, c, a));
  const sides = [length(sub(b, a)), length(sub(c, b)), length(sub(a, c))];
  const longest = sides.indexOf(Math.max(...sides));
  if (longest === 1) [a, b, c] = [b, c, a];
  if (longest === 2) [a, b, c] = [c, a, b];
  const base = length(sub(b, a));
  if (!(base > 0)) return best;
  const e = along([0, 0, 0], 1 / base, sub(b, a));
  const foot = dot(sub(c, a), e);
  let up = sub(sub(c, a), along([0, 0, 0], foot, e));
  up = sub(up, along([0, 0, 0], dot(up, e), e)); // once more: the first difference rounds along the base
  const height = length(up);
  if (!(height > 1e-14 * base)) return best;
  const f = along([0, 0, 0], 1 / height, up);
  const n = cross(e, f);
  const x = dot(sub(p, a), e);
  const y = dot(sub(p, a), f);
  const inside = y >= 0 && y * foot <= x * height && y * (base - foot) <= (base - x) * height;
  return inside ? Math.min(best, Math.abs(dot(sub(p, a), n)) / length(n)) : best;
}

export function distanceBrute(shape: Shape, p: Point): number {
  let best = Infinity;
  for (let t = 0; 3 * t < shape.indices.length; t++) {
    best = Math.min(
      best,
      distanceTriangle(p, [corner(shape, t, 0), corner(shape, t, 1), corner(shape, t, 2)]),
    );
  }
  return best;
}

/** The winding number as a plain sum of solid angles. */
export function windingBrute(shape: Shape, p: Point): number {
  let sum = 0;
  for (let t = 0; 3 * t < shape.indices.length; t++) {
    const a = sub(corner(shape, t, 0), p);
    const b = sub(corner(shape, t, 1), p);
    const c = sub(corner(shape, t, 2), p);
    const [la, lb, lc] = [length(a), length(b), length(c)];
    const det = dot(a, cross(b, c));
    sum += 2 * Math.atan2(det, la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return sum / (4 * Math.PI);
}
