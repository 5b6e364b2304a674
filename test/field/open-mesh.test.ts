// Open meshes as something solid: distance against all triangles in turn, sides, proofs, bad input.

import { describe, expect, it } from 'vitest';
import { CLEAR, NEAR } from '../../src/field/answer.ts';
import { measureMesh } from '../../src/field/measure-mesh.ts';
import { buildOpenMesh, type OpenMesh } from '../../src/field/open-mesh.ts';
import { closestPointTriangle } from '../../src/geometry/point-triangle.ts';
import { createRandom, nextFloat, type Random } from '../../src/math/random.ts';
import { createBox } from '../../src/mesh/shapes/box.ts';
import { createSphere } from '../../src/mesh/shapes/sphere.ts';
import { createSurfaceQuery, distanceSurface } from '../../src/mesh/surface-distance.ts';
import { findGarbage } from '../support/allocation.ts';

/** A bumpy sheet of n × n cells over [−1, 1]², front up. */
function createSheet(n: number, bump: (x: number, z: number) => number) {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let r = 0; r <= n; r++) {
    for (let c = 0; c <= n; c++) {
      const x = (2 * c) / n - 1;
      const z = (2 * r) / n - 1;
      positions.push(x, bump(x, z), z);
      if (r === n || c === n) continue;
      const a = r * (n + 1) + c;
      indices.push(a, a + n + 1, a + n + 2, a, a + n + 2, a + 1);
    }
  }
  return { positions, indices };
}

function join(...parts: { positions: number[]; indices: number[] }[]) {
  const positions: number[] = [];
  const indices: number[] = [];
  for (const part of parts) {
    for (const i of part.indices) indices.push(i + positions.length / 3);
    positions.push(...part.positions);
  }
  return { positions, indices };
}

const rough = createRandom(9);
const noise = () => 0.3 * nextFloat(rough);
const layer = createSheet(4, () => 0.4);
const SURFACES: Record<string, OpenMesh> = {
  'flat sheet': buildOpenMesh(
    createSheet(3, () => 0),
    0.5,
  ),
  'rough sheet': buildOpenMesh(createSheet(8, noise), 0.3),
  valley: buildOpenMesh(
    createSheet(6, (x) => Math.abs(x)),
    0.4,
  ),
  'two floors': buildOpenMesh(join(createSheet(4, noise), layer), 0.35),
  'box without a lid': buildOpenMesh(
    {
      positions: createBox({ size: [1, 1, 1] }).positions,
      indices: createBox({ size: [1, 1, 1] }).indices.slice(6),
    },
    0.2,
  ),
  'ball of triangles turned at random, no surface': buildOpenMesh(createSoup(40), 0.3),
};

function createSoup(count: number) {
  const random = createRandom(3);
  const positions: number[] = [];
  for (let t = 0; t < count; t++) {
    const at = [nextFloat(random), nextFloat(random), nextFloat(random)];
    for (let k = 0; k < 9; k++) positions.push(2 * at[k % 3] - 1 + 0.3 * nextFloat(random));
  }
  return { positions, indices: positions.map((_, i) => i).slice(0, 3 * count) };
}

const out = new Float64Array(4);
const p = new Float64Array(3);
const ZERO = new Float64Array(2);

function setRandom(random: Random, size: number): void {
  for (let d = 0; d < 3; d++) p[d] = size * (2 * nextFloat(random) - 1);
}

/** Distance to the surface, over all triangles. */
function bruteDistance(mesh: OpenMesh): number {
  const hit = new Float64Array(4);
  let least = Infinity;
  for (let s = 0; s < mesh.indices.length / 3; s++) {
    closestPointTriangle(hit, mesh.hierarchy.frame, 12 * s, p[0], p[1], p[2]);
    least = Math.min(least, hit[0]);
  }
  return Math.sqrt(least);
}

describe.each(Object.entries(SURFACES))('%s', (_, mesh) => {
  it('is as far as its closest triangle (seed 1)', () => {
    const random = createRandom(1);
    const reach = Float64Array.of(0.2, 0.4);
    const seen = { near: 0, inside: 0, clear: 0 };
    for (let k = 0; k < 2000; k++) {
      setRandom(random, 1.6);
      const distance = bruteDistance(mesh);
      const answer = measureMesh(out, mesh, p, 0, reach);
      if (answer === NEAR) {
        expect(Math.abs(out[0])).toBeCloseTo(distance, 12);
        expect(Math.sqrt(out[1] ** 2 + out[2] ** 2 + out[3] ** 2)).toBeCloseTo(1, 12);
        if (out[0] < 0) {
          seen.inside++;
          expect(distance).toBeLessThanOrEqual(mesh.depth);
        } else expect(distance).toBeLessThan(reach[0]);
        seen.near++;
      } else {
        expect(out[0]).toBeLessThanOrEqual(distance + 1e-12);
        if (answer === CLEAR) {
          seen.clear++;
          expect(distance).toBeGreaterThan(reach[1]);
        }
      }
    }
    expect(Math.min(seen.near, seen.inside, seen.clear)).toBeGreaterThan(5);
  });

  it('has nothing solid within what is proven (seed 2)', () => {
    const random = createRandom(2);
    const reach = Float64Array.of(0, 0.1);
    const q = new Float64Array(3);
    const there = new Float64Array(4);
    let proven = 0;
    let wrong = 0;
    for (let k = 0; k < 600; k++) {
      setRandom(random, 1.3);
      if (measureMesh(out, mesh, p, 0, reach) === NEAR || !(out[0] > 0)) continue;
      proven++;
      for (let n = 0; n < 150; n++) {
        let length = 0;
        for (let d = 0; d < 3; d++) {
          q[d] = nextFloat(random) + nextFloat(random) + nextFloat(random) - 1.5;
          length += q[d] ** 2;
        }
        // Mostly close to the end of what is proven.
        const scale = (out[0] * (1 - 1e-9) * (1 - 0.5 * nextFloat(random) ** 3)) / Math.sqrt(length);
        for (let d = 0; d < 3; d++) q[d] = p[d] + scale * q[d];
        if (measureMesh(there, mesh, q, 0, ZERO) === NEAR && there[0] < -1e-9) wrong++;
      }
    }
    expect(wrong).toBe(0);
    expect(proven).toBeGreaterThan(100);
  });
});

describe('sides', () => {
  it('are those of a closed surface, also at edges and corners (seed 5)', () => {
    const reach = Float64Array.of(5, 5);
    const exact = new Float64Array(4);
    for (const closed of [createBox({ size: [1, 0.6, 0.8] }), createSphere({ frequency: 3 })]) {
      const mesh = buildOpenMesh(closed);
      const query = createSurfaceQuery(closed);
      const random = createRandom(5);
      expect(mesh.closed).toBe(true);
      expect(mesh.depth).toBe(Infinity);
      for (let k = 0; k < 1000; k++) {
        setRandom(random, 1.2);
        if (k % 3 === 0) p[k % 2] = p[2]; // closest to edges and corners
        expect(measureMesh(out, mesh, p, 0, reach)).toBe(NEAR);
        distanceSurface(exact, query, p, 0, -1);
        expect(out[0]).toBeCloseTo(exact[0], 12);
      }
    }
  });

  it('keep the normal of the face across seams, and on the surface itself', () => {
    const mesh = buildOpenMesh(createSheet(4, (x) => 0.5 * x));
    const reach = Float64Array.of(1, 1);
    const length = Math.sqrt(1.25);
    for (const x of [-0.5, -0.25, 0, 0.1, 0.5]) {
      for (const z of [-0.5, 0, 0.3]) {
        for (const up of [1e-13, 0, 1e-3, -1e-13, -1e-3]) {
          p.set([x - (0.5 * up) / length, 0.5 * x + up / length, z]);
          expect(measureMesh(out, mesh, p, 0, reach)).toBe(NEAR);
          expect(out[0]).toBeCloseTo(up, 12);
          expect([...out.subarray(1)]).toEqual([
            expect.closeTo(-0.5 / length, 9),
            expect.closeTo(1 / length, 9),
            expect.closeTo(0, 9),
          ]);
        }
      }
    }
  });

  it('end at the depth and at the border', () => {
    const mesh = buildOpenMesh(
      createSheet(4, () => 0),
      0.25,
    );
    const reach = Float64Array.of(0.01, 0.02);
    p.set([0.1, -0.249, 0.2]);
    expect(measureMesh(out, mesh, p, 0, reach)).toBe(NEAR);
    p.set([0.1, -0.251, 0.2]);
    expect(measureMesh(out, mesh, p, 0, reach)).not.toBe(NEAR);
    p.set([1.001, -0.1, 0.2]);
    expect(measureMesh(out, mesh, p, 0, reach)).not.toBe(NEAR);
    expect(out[0]).toBeLessThan(0.0011);
  });

  it('default to a twentieth of the diagonal', () => {
    expect(buildOpenMesh(createSheet(4, () => 0)).depth).toBeCloseTo(Math.sqrt(8) / 20, 12);
  });
});

describe('bad input', () => {
  const good = createSheet(1, () => 0);
  it.each([
    ['no triangles', { positions: good.positions, indices: [] }, /indices is empty/],
    ['a vertex too few numbers', { positions: [0, 1], indices: [0, 0, 0] }, /three for every vertex/],
    ['no finite number', { positions: [0, 0, 0, 1, Number.NaN, 0, 0, 0, 1], indices: [0, 1, 2] }, /vertex 1/],
    ['an index out of range', { positions: good.positions, indices: [0, 1, 9] }, /names vertex 9/],
    ['half an index', { positions: good.positions, indices: [0, 1, 1.5] }, /names vertex 1.5/],
  ])('%s', (_, mesh, message) => {
    expect(() => buildOpenMesh(mesh)).toThrow(message);
  });
  it('a depth of 0', () => {
    expect(() => buildOpenMesh(good, 0)).toThrow(/depth is 0/);
  });
  it('triangles without area do no harm', () => {
    const sheet = createSheet(2, () => 0);
    const mesh = buildOpenMesh(
      { positions: sheet.positions, indices: [...sheet.indices, 0, 1, 1, 4, 4, 4] },
      0.2,
    );
    p.set([0.1, -0.1, 0.3]);
    expect(measureMesh(out, mesh, p, 0, Float64Array.of(0.1, 0.1))).toBe(NEAR);
    expect([...out]).toEqual(
      [expect.closeTo(-0.1, 12), 0, 1, 0].map((v) => (v === 0 ? expect.closeTo(0, 12) : v)),
    );
  });
});

it('measuring allocates nothing', () => {
  const mesh = SURFACES['two floors'];
  const random = createRandom(8);
  const points = Float64Array.from({ length: 300 }, () => 2.4 * (nextFloat(random) - 0.5));
  const reach = Float64Array.of(0.1, 0.2);
  const job = () => {
    for (let k = 0; k < 1000; k++) measureMesh(out, mesh, points, 3 * (k % 100), reach);
  };
  expect(findGarbage(1000, job)).toEqual([]);
});
