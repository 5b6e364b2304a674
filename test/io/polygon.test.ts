// Polygons as triangles, against what a triangulation is: as many triangles as it takes, none turned over, every
// place inside covered once and none outside.

import { describe, expect, it } from 'vitest';
import { cutPolygon } from '../../io/polygon.ts';
import { createRandom, nextFloat, type Random } from '../../src/math/random.ts';

type Point = [number, number];

/** A polygon without crossings: around a middle, with radii that jump. */
function star(count: number, random: Random): Point[] {
  return Array.from({ length: count }, (_, i): Point => {
    const angle = (2 * Math.PI * (i + 0.8 * nextFloat(random))) / count;
    const radius = 0.2 + nextFloat(random);
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

/** A band that winds inwards, turn by turn. */
function spiral(turns: number): Point[] {
  const at = (i: number, off: number): Point => {
    const radius = 10 - 0.3 * i + off;
    return [radius * Math.cos(0.5 * i), radius * Math.sin(0.5 * i)];
  };
  const count = Math.round(turns * 4 * Math.PI);
  const out = Array.from({ length: count }, (_, i) => at(i, 0));
  const back = Array.from({ length: count }, (_, i) => at(count - 1 - i, -1));
  return [...out, ...back];
}

const cross = (a: Point, b: Point, c: Point) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

function areaOf(points: Point[]): number {
  return points.reduce((sum, p, i) => sum + cross([0, 0], p, points[(i + 1) % points.length]), 0) / 2;
}

/** Even-odd by a ray: the slow question that triangles are compared with. */
function isInside(points: Point[], [x, y]: Point): boolean {
  let inside = false;
  points.forEach((p, i) => {
    const q = points[(i + 1) % points.length];
    if (p[1] > y !== q[1] > y && x < p[0] + ((y - p[1]) / (q[1] - p[1])) * (q[0] - p[0])) inside = !inside;
  });
  return inside;
}

/** Cuts a plane polygon that lies in space along two axes. */
function cut(points: Point[], u = [1, 0, 0], v = [0, 1, 0]): number[] {
  const out: number[] = [];
  const positions = [9, 9, 9, ...points.flatMap(([x, y]) => [0, 1, 2].map((d) => 5 + x * u[d] + y * v[d]))];
  const vertex = points.map((_, i) => i + 1);
  cutPolygon(out, positions, [0, ...vertex], 1, points.length, 'a.obj');
  return out;
}

function expectTriangulation(points: Point[], corners: number[], random: Random): void {
  expect(corners.length).toBe(3 * (points.length - 2));
  const triangles: Point[][] = [];
  for (let i = 0; i < corners.length; i += 3) triangles.push([0, 1, 2].map((k) => points[corners[i + k]]));
  let sum = 0;
  for (const triangle of triangles) {
    const area = areaOf(triangle);
    expect(area).toBeGreaterThan(-1e-9);
    sum += area;
  }
  expect(sum).toBeCloseTo(areaOf(points), 9);
  for (let k = 0; k < 100; k++) {
    const place: Point = [2.4 * nextFloat(random) - 1.2, 2.4 * nextFloat(random) - 1.2];
    const over = triangles.filter((triangle) => isInside(triangle, place)).length;
    expect(over).toBe(isInside(points, place) ? 1 : 0);
  }
}

describe('cutPolygon', () => {
  it('stars of 4 to 40 corners, in any plane of space, seed 3', () => {
    const random = createRandom(3);
    for (let round = 0; round < 60; round++) {
      const points = star(4 + (round % 37), random);
      const [c, s] = [Math.cos(round), Math.sin(round)];
      const planes = [
        cut(points),
        cut(points, [0, c, s], [0, -s, c]),
        cut(points, [c, 0.6 * s, 0.8 * s], [-s, 0.6 * c, 0.8 * c]),
      ];
      for (const corners of planes) expectTriangulation(points, corners, random);
    }
  });

  it('a spiral, an outline with a hole joined to it, corners on straight lines', () => {
    const random = createRandom(4);
    const winding = spiral(2);
    const corners = cut(areaOf(winding) > 0 ? winding : winding.reverse());
    expect(corners.length).toBe(3 * (winding.length - 2));
    const frame: Point[] = [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
      [-1, -1],
      [-0.5, -0.5],
      [-0.5, 0.5],
      [0.5, 0.5],
      [0.5, -0.5],
      [-0.5, -0.5],
    ];
    expectTriangulation(frame, cut(frame), random);
    const notched: Point[] = [
      [-1, -1],
      [0, -1],
      [1, -1],
      [1, 0],
      [1, 1],
      [0.5, 1],
      [0, 0],
      [-0.5, 1],
      [-1, 1],
      [-1, 0],
    ];
    expectTriangulation(notched, cut(notched), random);
  });

  it('convex ones are fans from their first corner, and so are those with a coordinate that is no number', () => {
    const hexagon = Array.from({ length: 6 }, (_, i): Point => [Math.cos(i), Math.sin(i)]);
    const fan = [0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5];
    expect(cut(hexagon)).toEqual(fan);
    expect(cut([...hexagon.slice(0, 5), [Number.NaN, 1]])).toEqual(fan);
    expect(cut(Array.from({ length: 6 }, (): Point => [1, 1]))).toEqual(fan); // all in one place
  });

  it('comes to an end on polygons that cross themselves, and refuses giants, seed 5', () => {
    const random = createRandom(5);
    for (let count = 4; count < 60; count++) {
      const points = Array.from({ length: count }, (): Point => [nextFloat(random), nextFloat(random)]);
      expect(cut(points).length).toBe(3 * (count - 2));
    }
    expect(() => cut(star(20_000, random))).toThrow(
      'a.obj has a polygon of 20000 corners that is not convex',
    );
  });
});
