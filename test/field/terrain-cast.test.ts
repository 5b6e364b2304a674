import { describe, expect, it } from 'vitest';
import { NEAR } from '../../src/field/answer.ts';
import { createHeightGround, createMeshGround, type Terrain } from '../../src/field/terrain.ts';
import { createRandom, nextFloat, nextUint, type Random } from '../../src/math/random.ts';
import { findGarbage } from '../support/allocation.ts';

const SEED = 81;
const out = new Float64Array(4);
const found = new Float64Array(4);
const signed = (random: Random) => 2 * nextFloat(random) - 1;

const ROWS = 9;
const COLUMNS = 12;
const heights = Array.from(
  { length: ROWS * COLUMNS },
  (_, k) => Math.sin(1.7 * k) * 0.3 + 0.1 * Math.cos(k * k),
);
const place = (r: number, c: number) => [
  (c - 0.5 * (COLUMNS - 1)) * 0.5,
  heights[r * COLUMNS + c],
  (r - 0.5 * (ROWS - 1)) * 0.7,
];

/** Both triangles of every cell, counter-clockwise from above. */
function listTriangles(): number[][][] {
  const triangles: number[][][] = [];
  for (let r = 0; r + 1 < ROWS; r++) {
    for (let c = 0; c + 1 < COLUMNS; c++) {
      triangles.push([place(r, c), place(r + 1, c), place(r + 1, c + 1)]);
      triangles.push([place(r, c), place(r + 1, c + 1), place(r, c + 1)]);
    }
  }
  return triangles;
}

/** The first triangle met from its front, one after the other. */
function castBrute(triangles: number[][][], ray: ArrayLike<number>): { t: number; normal: number[] } | null {
  let best: { t: number; normal: number[] } | null = null;
  for (const [a, b, c] of triangles) {
    const u = b.map((x, d) => x - a[d]);
    const v = c.map((x, d) => x - a[d]);
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const fall = n[0] * ray[3] + n[1] * ray[4] + n[2] * ray[5];
    if (!(fall < 0)) continue;
    const t = (n[0] * (a[0] - ray[0]) + n[1] * (a[1] - ray[1]) + n[2] * (a[2] - ray[2])) / fall;
    if (!(t >= 0 && t <= ray[6] && (best === null || t < best.t))) continue;
    const p = [0, 1, 2].map((d) => ray[d] + t * ray[3 + d]);
    const inside = [
      [a, b],
      [b, c],
      [c, a],
    ].every(([from, to]) => {
      const e = to.map((x, d) => x - from[d]);
      const w = p.map((x, d) => x - from[d]);
      const m = [e[1] * w[2] - e[2] * w[1], e[2] * w[0] - e[0] * w[2], e[0] * w[1] - e[1] * w[0]];
      return m[0] * n[0] + m[1] * n[1] + m[2] * n[2] >= 0;
    });
    const length = Math.hypot(...n);
    if (inside) best = { t, normal: n.map((x) => x / length) };
  }
  return best;
}

function randomRay(random: Random): Float64Array {
  const ray = new Float64Array(7);
  for (let d = 0; d < 3; d++) {
    ray[d] = [5, 2, 5][d] * signed(random);
    ray[3 + d] = [3, 0.5, 3][d] * signed(random) - ray[d];
  }
  if (nextUint(random) % 4 === 0) ray[3 + 2 * (nextUint(random) % 2)] = 0;
  if (nextUint(random) % 6 === 0) ray[3] = ray[5] = 0;
  ray[6] = nextUint(random) % 3 === 0 ? nextFloat(random) : Infinity;
  return ray;
}

/** Whether a point is below the ground, which is asked from high above it. */
function isBelow(triangles: number[][][], p: number[]): boolean {
  const down = castBrute(triangles, [p[0], 100, p[2], 0, -1, 0, Infinity]);
  return down !== null && 100 - down.t > p[1];
}

describe('rays at ground', () => {
  it(`meets heights where their triangles say, and walls at the border, seed ${SEED}`, () => {
    const random = createRandom(SEED);
    const ground = createHeightGround({ rows: ROWS, columns: COLUMNS, heights, cellX: 0.5, cellZ: 0.7 });
    const triangles = listTriangles();
    const kinds = { none: 0, inside: 0, wall: 0, face: 0 };
    for (let k = 0; k < 1500; k++) {
      const ray = randomRay(random);
      const wanted = castBrute(triangles, ray);
      const met = ground.answers.cast(out, ground, ray);
      const at = [0, 1, 2].map((d) => ray[d] + out[0] * ray[3 + d]);
      if (isBelow(triangles, [...ray.subarray(0, 3)])) {
        expect(met && out[0] === 0, `inside, ray ${k}`).toBe(true);
        kinds.inside++;
      } else if (met && out[2] === 0) {
        // A wall: on the border, below the ground, and before any triangle.
        const x = Math.abs(Math.abs(at[0]) - 0.25 * (COLUMNS - 1));
        const z = Math.abs(Math.abs(at[2]) - 0.35 * (ROWS - 1));
        expect(Math.min(x, z), `wall, ray ${k}`).toBeLessThan(1e-12);
        expect(
          isBelow(
            triangles,
            at.map((c) => c * (1 - 1e-9)),
          ),
          `wall, ray ${k}`,
        ).toBe(true);
        if (wanted) expect(out[0]).toBeLessThan(wanted.t + 1e-12);
        kinds.wall++;
      } else if (!met) {
        expect(wanted, `ray ${k}`).toBe(null);
        kinds.none++;
      } else {
        expect(out[0], `ray ${k}`).toBeCloseTo(wanted?.t ?? NaN, 11);
        const n = wanted?.normal ?? [];
        expect(out[1] * n[0] + out[2] * n[1] + out[3] * n[2], `normal, ray ${k}`).toBeGreaterThan(1 - 1e-12);
        kinds.face++;
      }
    }
    for (const [kind, count] of Object.entries(kinds)) expect(count, kind).toBeGreaterThan(25);
  });

  it(`lets no ray through the corners and edges of heights, seed ${SEED}`, () => {
    const random = createRandom(SEED);
    const ground = createHeightGround({ rows: ROWS, columns: COLUMNS, heights, cellX: 0.5, cellZ: 0.7 });
    for (let k = 0; k < 2000; k++) {
      const a = place(1 + (nextUint(random) % (ROWS - 2)), 1 + (nextUint(random) % (COLUMNS - 2)));
      const b =
        k % 2 === 0 ? a : place(1 + (nextUint(random) % (ROWS - 2)), 1 + (nextUint(random) % (COLUMNS - 2)));
      const aim = a.map((x, d) => 0.5 * (x + b[d]));
      aim[1] -= k % 2 === 0 ? 1e-9 : 1; // below the ground: just under a corner, or deep under some place
      const from = [2 * signed(random), 3, 2 * signed(random)];
      if (k % 3 === 0) [from[0], from[2]] = [aim[0], aim[2]];
      const ray = Float64Array.from([...from, ...aim.map((x, d) => x - from[d]), Infinity]);
      expect(ground.answers.cast(out, ground, ray), `ray ${k}`).toBe(true);
      expect(out[0], `ray ${k}`).toBeLessThan(1 + 1e-12);
    }
  });

  it(`meets open meshes from their front, seed ${SEED}`, () => {
    const random = createRandom(SEED);
    const triangles = listTriangles();
    const positions = triangles.flat(2);
    const mesh = createMeshGround(
      { positions, indices: Array.from({ length: positions.length / 3 }, (_, v) => v) },
      0.2,
    );
    let hits = 0;
    let passed = 0;
    for (let k = 0; k < 1000; k++) {
      const ray = randomRay(random);
      const met = mesh.answers.cast(out, mesh, ray);
      if (met && out[0] === 0) {
        expect(mesh.answers.measure(found, mesh, ray, 0, new Float64Array(2)), `inside, ray ${k}`).toBe(NEAR);
        expect(found[0]).toBeLessThan(0);
        continue;
      }
      const wanted = castBrute(triangles, ray);
      expect(met, `ray ${k}`).toBe(wanted !== null);
      if (wanted === null) {
        if (isBelow(triangles, [...ray.subarray(0, 3)])) passed++;
        continue;
      }
      hits++;
      expect(out[0], `ray ${k}`).toBeCloseTo(wanted.t, 10);
      const n = wanted.normal;
      expect(out[1] * n[0] + out[2] * n[1] + out[3] * n[2], `normal, ray ${k}`).toBeGreaterThan(1 - 1e-9);
    }
    expect(hits).toBeGreaterThan(150);
    expect(passed).toBeGreaterThan(20);
  });

  it('allocates nothing', () => {
    const random = createRandom(SEED);
    const positions = listTriangles().flat(2);
    const indices = Array.from({ length: positions.length / 3 }, (_, v) => v);
    const grounds: Terrain[] = [
      createHeightGround({ rows: ROWS, columns: COLUMNS, heights, cellX: 0.5, cellZ: 0.7 }),
      createMeshGround({ positions, indices }),
    ];
    const rays = Array.from({ length: 100 }, () => randomRay(random));
    const garbage = findGarbage(4000, () => {
      for (let k = 0; k < 4000; k++) {
        const ground = grounds[k & 1];
        ground.answers.cast(out, ground, rays[k % 100]);
      }
    });
    expect(garbage).toEqual([]);
  });
});
