import { describe, expect, it } from 'vitest';
import { buildHierarchy } from '../../src/hierarchy/hierarchy.ts';
import { buildWinding, windingNumber } from '../../src/mesh/winding.ts';
import { findGarbage } from '../support/allocation.ts';
import { pointAt, windingBrute } from '../support/brute.ts';
import { DATA, readShape, type Shape } from '../support/data.ts';
import {
  box,
  joined,
  moved,
  probes,
  reversed,
  SOUPS,
  shape,
  soup,
  sphere,
  torus,
} from '../support/shapes.ts';

const out = new Float64Array(1);

function winding(mesh: Shape) {
  return buildWinding(buildHierarchy(mesh.positions, mesh.indices));
}

function turns(mesh: Shape, p: number[]): number {
  windingNumber(out, winding(mesh), Float64Array.from(p), 0);
  return out[0];
}

/** The largest error against the plain sum, at points on, near and away from the surface. */
function worstError(mesh: Shape, count: number, scale = 1): number {
  const fast = winding(mesh);
  const points = probes(mesh, count, 41, scale);
  let worst = 0;
  for (let at = 0; at < points.length; at += 3) {
    if ((at / 3) % 6 < 4) {
      if (at > 0) continue; // on the surface itself it jumps by a turn: either side is right
      points.fill(0, 0, 3); // the middle, where the errors of all groups have one sign
    }
    windingNumber(out, fast, points, at);
    const error = Math.abs(out[0] - windingBrute(mesh, pointAt(points, at)));
    if (!(error <= worst)) worst = error;
  }
  return worst;
}

/** Keeps some of the triangles, as a mesh with holes. */
function torn({ positions, indices }: Shape, keep: (t: number) => boolean): Shape {
  return shape(
    positions,
    indices.filter((_, h) => keep(Math.floor(h / 3))),
  );
}

describe('windingNumber, exact values', () => {
  it('is 1 inside and 0 outside of a closed surface, −1 inside of an inverted one', () => {
    for (const [mesh, inside, outside] of [
      [box(), [0.9, 0.2, 0.3], [1.1, 0.2, 0.3]],
      [torus(40, 20), [1, 0, 0.1], [0, 0, 0]],
    ] as const) {
      expect(turns(mesh, [...inside])).toBeCloseTo(1, 2);
      expect(turns(mesh, [...outside])).toBeCloseTo(0, 2);
      expect(turns(reversed(mesh), [...inside])).toBeCloseTo(-1, 2);
    }
  });

  it('adds up over solids and takes cavities off', () => {
    const shell = joined(sphere(12), moved(reversed(sphere(12)), [0, 0, 0], 0.5));
    expect(turns(shell, [0.75, 0, 0])).toBeCloseTo(1, 2);
    expect(turns(shell, [0.1, 0, 0])).toBeCloseTo(0, 2);
    const overlap = joined(sphere(12), moved(sphere(12), [0.5, 0, 0]));
    expect(turns(overlap, [0.25, 0, 0])).toBeCloseTo(2, 1.5);
  });

  it('is half a turn in the mouth of half a box, and zero without triangles', () => {
    const half = torn(box(1, 1, 1), (t) => t !== 2 && t !== 3); // without its lid
    expect(turns(half, [0.5, 0.5, 1])).toBeCloseTo(0.5, 12);
    expect(turns(shape([], []), [0, 0, 0])).toBe(0);
  });

  it('is a finite number on vertices, edges and faces, and for degenerate triangles', () => {
    for (const kind of SOUPS) {
      const mesh = soup(kind, 20, 42);
      const fast = winding(mesh);
      const points = probes(mesh, 120, 43);
      for (let at = 0; at < points.length; at += 3) {
        windingNumber(out, fast, points, at);
        expect(Number.isFinite(out[0])).toBe(true);
      }
    }
  });
});

describe('windingNumber against the plain sum: the error that winding.ts claims', () => {
  const shapes: [string, Shape][] = [
    ['a sphere', sphere(16)],
    ['half a sphere', torn(sphere(16), (t) => t < 1024)],
    ['every other triangle of a sphere', torn(sphere(24), (t) => t % 2 === 0)],
    ['a torus', torus(48, 16)],
    ['a box', box()],
    ['a soup of small triangles, seed 1', soup('small', 2000, 1)],
    ['a soup of large triangles, seed 2', soup('random', 600, 2)],
    ['a flat soup, seed 2', soup('flat', 600, 2)],
    ['a lattice soup, seed 3', soup('lattice', 600, 3)],
  ];
  for (const [name, mesh] of shapes) {
    it(`stays below 0.01 turns for ${name}`, () => {
      expect(worstError(mesh, 600)).toBeLessThan(0.01);
    });
  }

  it('does not depend on size or place', () => {
    for (const scale of [1e-6, 1e6]) {
      expect(worstError(moved(torus(48, 16), [0, 0, 0], scale), 600, scale)).toBeLessThan(0.01);
    }
    const away = moved(sphere(12), [1e6, -2e6, 3e6]);
    expect(turns(away, [1e6, -2e6, 3e6])).toBeCloseTo(1, 2);
  });

  it.skipIf(!DATA)(
    'stays below 0.01 turns for the closed dragon, whole and with every 50th triangle gone',
    () => {
      const dragon = readShape('meshes/dragon-closed.obj');
      expect(worstError(dragon, 60)).toBeLessThan(0.01);
      expect(
        worstError(
          torn(dragon, (t) => t % 50 > 0),
          60,
        ),
      ).toBeLessThan(0.01);
    },
  );
});

describe('windingNumber', () => {
  it('allocates nothing', () => {
    const mesh = torn(sphere(4), (t) => t % 9 > 0);
    const fast = winding(mesh);
    const points = probes(mesh, 1000, 44);
    const job = () => {
      for (let i = 0; i < 10000; i++) windingNumber(out, fast, points, 3 * (i % 1000));
    };
    expect(findGarbage(10000, job)).toEqual([]);
  });
});
