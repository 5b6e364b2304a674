import { describe, expect, it } from 'vitest';
import { buildHierarchy } from '../../src/hierarchy/hierarchy.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { measureDeviation } from '../../src/mesh/deviation.ts';
import { refineMesh } from '../../src/mesh/refine.ts';
import type { TetMesh } from '../../src/mesh/tet-mesh.ts';
import { createTriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { buildWinding } from '../../src/mesh/winding.ts';
import { distanceBrute, windingBrute } from '../support/brute.ts';
import { diagonal, type Shape } from '../support/data.ts';
import { box, shape, sphere } from '../support/shapes.ts';

const none: TetMesh = { positions: new Float64Array(0), indices: new Uint32Array(0) };

function deviation(result: Shape, input: Shape, tets = none, source?: Uint32Array) {
  const surface = buildHierarchy(result.positions, result.indices);
  return measureDeviation(
    { tets, surface, source },
    buildWinding(buildHierarchy(input.positions, input.indices)),
  );
}

function moved({ positions, indices }: Shape, by: (x: number, i: number) => number): Shape {
  return shape(positions.map(by), indices);
}

function joined(a: Shape, b: Shape): Shape {
  const base = a.positions.length / 3;
  return shape([...a.positions, ...b.positions], [...a.indices, ...Array.from(b.indices, (v) => v + base)]);
}

/** The largest distance of the corners and of points evenly spread in every triangle of one mesh from another. */
function brute(from: Shape, to: Shape, parts: number): number {
  const { positions: x, indices } = from;
  let most = 0;
  for (let t = 0; t < indices.length; t += 3) {
    const corner = [0, 1, 2].map((k) => x.subarray(3 * indices[t + k], 3 * indices[t + k] + 3));
    for (let i = 0; i <= parts; i++) {
      for (let j = 0; i + j <= parts; j++) {
        const [u, v] = [i / parts, j / parts];
        const p = [0, 1, 2].map((d) => (1 - u - v) * corner[0][d] + u * corner[1][d] + v * corner[2][d]);
        most = Math.max(most, distanceBrute(to, [p[0], p[1], p[2]]));
      }
    }
  }
  return most / diagonal(to === from ? from.positions : to.positions);
}

describe('measureDeviation', () => {
  it('is zero between a mesh and itself, with and without seeds', () => {
    const ball = sphere(6);
    const same = Uint32Array.from({ length: ball.indices.length / 3 }, (_, t) => t);
    expect(deviation(ball, ball).result).toBeLessThan(1e-15);
    expect(deviation(ball, ball).input).toBeLessThan(1e-15);
    expect(deviation(ball, ball, none, same)).toEqual(deviation(ball, ball));
  });

  it('says the same with the input cut into small triangles at hand, whatever the sources (seed 3)', () => {
    const random = createRandom(3);
    const input = createTriangleMesh(box(1, 0.02, 1));
    const small = refineMesh(input, 0.07);
    const result = moved(
      shape(small.mesh.positions, small.mesh.indices),
      (x) => x + 0.01 * nextFloat(random),
    );
    const wrong = Uint32Array.from(small.source, () => 0);
    const surface = buildHierarchy(result.positions, result.indices);
    const winding = buildWinding(buildHierarchy(input.positions, input.indices));
    const hierarchy = buildHierarchy(small.mesh.positions, small.mesh.indices);
    const fine = { hierarchy, source: small.source };
    const plain = measureDeviation({ tets: none, surface }, winding);
    expect(plain.result).toBeGreaterThan(0.003);
    expect(measureDeviation({ tets: none, surface, source: wrong, fine }, winding)).toEqual(plain);
  });

  it('knows the distance of a box to a larger one around it, both ways', () => {
    const { result, input } = deviation(
      box(1, 1, 1),
      moved(box(1, 1, 1), (x) => 1.2 * x - 0.1),
    );
    expect(result * 1.2 * Math.sqrt(3)).toBeCloseTo(0.1, 12);
    expect(input * 1.2 * Math.sqrt(3)).toBeCloseTo(0.1 * Math.sqrt(3), 12);
  });

  it('finds a spike of one vertex, and a part that is lost', () => {
    const ball = sphere(5);
    const spiked = moved(ball, (x, i) => (i === 1 ? x + 2 : x));
    expect(deviation(spiked, ball).result).toBeCloseTo(brute(spiked, ball, 1), 12);
    const two = joined(
      ball,
      moved(sphere(3), (x, i) => 0.1 * x + (i % 3 === 0 ? 2 : 0)),
    );
    expect(deviation(ball, two).result).toBeLessThan(1e-15);
    expect(deviation(ball, two).input * diagonal(two.positions)).toBeCloseTo(1.1, 2);
  });

  it('asks nothing of sheets inside the solid', () => {
    const ball = sphere(8);
    const nested = joined(
      ball,
      moved(sphere(3), (x) => 0.3 * x),
    );
    expect(deviation(ball, nested).input).toBeLessThan(1e-15);
    const hollow = joined(
      ball,
      shape(moved(sphere(3), (x) => 0.3 * x).positions, sphere(3).indices.toReversed()),
    );
    expect(deviation(ball, hollow).input).toBeGreaterThan(0.1);
  });

  for (const seed of [1, 2, 3]) {
    it(`comes close to brute force on shaken balls (seed ${seed})`, () => {
      const random = createRandom(seed);
      const input = sphere(2);
      const result = moved(input, (x) => x + 0.2 * (nextFloat(random) - 0.5));
      const measured = deviation(result, input);
      const scale = diagonal(input.positions);
      const there = brute(result, input, 20);
      const back = (brute(input, result, 20) * diagonal(result.positions)) / scale;
      expect(measured.result).toBeLessThanOrEqual(there * 1.02);
      expect(measured.result).toBeGreaterThan(0.96 * there);
      expect(measured.input).toBeLessThanOrEqual(back * 1.02);
      expect(measured.input).toBeGreaterThan(0.96 * back);
    });

    it(`counts tets outside as the slow winding number does (seed ${seed})`, () => {
      const random = createRandom(seed);
      const ball = sphere(4);
      const positions: number[] = [];
      const indices = Uint32Array.from({ length: 400 }, (_, i) => i);
      let astray = 0;
      for (let t = 0; t < 100; t++) {
        const corners = Array.from({ length: 12 }, () => 2.4 * nextFloat(random) - 1.2);
        positions.push(...corners);
        const center = [0, 1, 2].map(
          (d) => (corners[d] + corners[3 + d] + corners[6 + d] + corners[9 + d]) / 4,
        );
        if (windingBrute(ball, [center[0], center[1], center[2]]) < 0.5) astray++;
      }
      const tets = { positions: Float64Array.from(positions), indices };
      expect(deviation(ball, ball, tets).astray).toBe(astray / 100);
    });
  }
});
