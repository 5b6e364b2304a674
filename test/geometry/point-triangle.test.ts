import { describe, expect, it } from 'vitest';
import { closestPointTriangle, REGION } from '../../src/geometry/point-triangle.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { cross, distanceTriangle, dot, sub } from '../support/brute.ts';
import { signed } from '../support/shapes.ts';

type Point = [number, number, number];
type Corners = [Point, Point, Point];

function frameOf([a, b, c]: Corners): Float64Array {
  const ab = sub(b, a);
  const ac = sub(c, a);
  return Float64Array.of(...a, ...ab, ...ac, dot(ab, ab), dot(ac, ac), dot(ab, ac));
}

function closest(corners: Corners, p: Point) {
  const out = new Float64Array(4);
  closestPointTriangle(out, frameOf(corners), 0, ...p);
  return { distance: Math.sqrt(out[0]), u: out[1], v: out[2], region: out[3] };
}

/** The largest error of the distance, in units of the reach of triangle and point, over many draws. */
function worstError(draws: number, draw: () => [Corners, Point]): number {
  let worst = 0;
  for (let i = 0; i < draws; i++) {
    const [corners, p] = draw();
    const { distance, u, v } = closest(corners, p);
    const reach = Math.max(...corners.map((c) => Math.hypot(...sub(c, p))));
    const error = Math.abs(distance - distanceTriangle(p, corners)) / (reach || 1);
    if (!(u >= 0 && v >= 0 && u + v <= 1 + 1e-15)) return Infinity; // a point that is not in the triangle
    if (!(error <= worst)) worst = error;
  }
  return worst;
}

describe('closestPointTriangle, by hand', () => {
  const right: Corners = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
  ];

  it('names the region and gives the point', () => {
    expect(closest(right, [-1, -1, 0])).toEqual({ distance: Math.SQRT2, u: 0, v: 0, region: REGION.a });
    expect(closest(right, [3, -1, 0]).region).toBe(REGION.b);
    expect(closest(right, [-1, 3, 0]).region).toBe(REGION.c);
    expect(closest(right, [0.25, -2, 0])).toEqual({ distance: 2, u: 0.25, v: 0, region: REGION.ab });
    expect(closest(right, [-2, 0.25, 0])).toEqual({ distance: 2, u: 0, v: 0.25, region: REGION.ca });
    const out = closest(right, [1, 1, 0]);
    expect([out.u, out.v, out.region]).toEqual([0.5, 0.5, REGION.bc]);
    expect(closest(right, [0.25, 0.25, 3])).toEqual({ distance: 3, u: 0.25, v: 0.25, region: REGION.face });
  });

  it('is zero on corners, edges and faces', () => {
    for (const [x, y] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [0.5, 0],
      [0, 0.5],
      [0.5, 0.5],
      [0.25, 0.5],
    ]) {
      expect(closest(right, [x, y, 0]).distance).toBe(0);
    }
  });

  it('takes a triangle with equal corners for a point or an edge, whichever corners they are', () => {
    const a: Point = [1, 2, 3];
    const b: Point = [4, 2, 3];
    expect(closest([a, a, a], [1, 2, 5]).distance).toBe(2);
    for (const corners of [
      [a, a, b],
      [a, b, a],
      [b, a, a],
      [a, b, b],
      [b, a, b],
      [b, b, a],
    ] as Corners[]) {
      expect(closest(corners, [2, 2, 5]).distance).toBe(2);
      expect(closest(corners, [0, 2, 3]).distance).toBe(1);
      expect(closest(corners, [6, 2, 3]).distance).toBe(2);
    }
  });
});

describe('closestPointTriangle against three segments and a plane, random seed 1', () => {
  const random = createRandom(1);
  const point = (scale = 1): Point => [
    scale * signed(random),
    scale * signed(random),
    scale * signed(random),
  ];
  const near = (p: Point, reach: number): Point => [
    p[0] + reach * signed(random),
    p[1] + reach * signed(random),
    p[2] + reach * signed(random),
  ];
  const between = (p: Point, q: Point, t: number): Point => [
    p[0] + t * (q[0] - p[0]),
    p[1] + t * (q[1] - p[1]),
    p[2] + t * (q[2] - p[2]),
  ];
  const turned = (corners: Corners): Corners => {
    const shift = Math.floor(3 * nextFloat(random));
    return [corners[shift], corners[(shift + 1) % 3], corners[(shift + 2) % 3]];
  };

  for (const scale of [1, 1e-6, 1e6]) {
    it(`random triangles at scale ${scale}`, () => {
      const draw = (): [Corners, Point] => [[point(scale), point(scale), point(scale)], point(2 * scale)];
      expect(worstError(20000, draw)).toBeLessThan(1e-12);
    });
  }

  it('collinear triangles, the middle corner anywhere', () => {
    const draw = (): [Corners, Point] => {
      const a = point();
      const b = point();
      return [turned([a, b, between(a, b, nextFloat(random))]), point(2)];
    };
    expect(worstError(50000, draw)).toBeLessThan(1e-12);
  });

  for (const height of [1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-13, 1e-16]) {
    it(`caps of height ${height}`, () => {
      const draw = (): [Corners, Point] => {
        const a = point();
        const b = point();
        const c = near(between(a, b, nextFloat(random)), height);
        const p = nextFloat(random) < 0.5 ? point(2) : near(between(c, a, nextFloat(random)), 3 * height);
        return [turned([a, b, c]), p];
      };
      expect(worstError(20000, draw)).toBeLessThan(1e-11);
    });

    it(`needles of width ${height}`, () => {
      const draw = (): [Corners, Point] => {
        const a = point();
        const p = nextFloat(random) < 0.5 ? point(2) : near(a, 3 * height);
        return [turned([a, point(), near(a, height)]), p];
      };
      expect(worstError(20000, draw)).toBeLessThan(1e-11);
    });
  }

  for (const far of [1e2, 1e4, 1e6]) {
    it(`points ${far} sizes away`, () => {
      const draw = (): [Corners, Point] => {
        const a = point();
        const b = point();
        const c = nextFloat(random) < 0.5 ? point() : near(between(a, b, nextFloat(random)), 1e-3);
        return [turned([a, b, c]), point(far)];
      };
      expect(worstError(20000, draw)).toBeLessThan(1e-9);
    });
  }

  it('points in the plane, near a face', () => {
    const draw = (): [Corners, Point] => {
      const corners: Corners = [point(), point(), point()];
      const inside = between(
        between(corners[0], corners[1], nextFloat(random)),
        corners[2],
        nextFloat(random),
      );
      const n = cross(sub(corners[1], corners[0]), sub(corners[2], corners[0]));
      const t = 1e-7 * signed(random);
      return [corners, [inside[0] + t * n[0], inside[1] + t * n[1], inside[2] + t * n[2]]];
    };
    expect(worstError(20000, draw)).toBeLessThan(1e-12);
  });
});
