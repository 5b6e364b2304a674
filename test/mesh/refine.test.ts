import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/job/error.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { refineMesh, subdivideMesh } from '../../src/mesh/refine.ts';
import { createTriangleMesh, type TriangleMesh } from '../../src/mesh/triangle-mesh.ts';

const SLACK = 1 + 2e-9; // what rounding may add to an edge

const CUBE = createTriangleMesh({
  positions: [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1],
  indices: [
    0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4, 2, 3, 7, 2, 7, 6, 1, 2, 6, 1, 6, 5, 0, 4, 7, 0, 7,
    3,
  ],
});

type Vector = [number, number, number];

function vertex(mesh: TriangleMesh, v: number): Vector {
  return [mesh.positions[3 * v], mesh.positions[3 * v + 1], mesh.positions[3 * v + 2]];
}

function longestEdge(mesh: TriangleMesh): number {
  let longest = 0;
  for (let h = 0; h < mesh.indices.length; h++) {
    const a = vertex(mesh, mesh.indices[h]);
    const b = vertex(mesh, mesh.indices[h % 3 === 2 ? h - 2 : h + 1]);
    longest = Math.max(longest, Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]));
  }
  return longest;
}

function cross(a: Vector, b: Vector, c: Vector): Vector {
  const u = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const v = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}

function corners(mesh: TriangleMesh, t: number): [Vector, Vector, Vector] {
  const [a, b, c] = mesh.indices.slice(3 * t, 3 * t + 3);
  return [vertex(mesh, a), vertex(mesh, b), vertex(mesh, c)];
}

/** How often each undirected edge is used, by the positions of its ends (so that T-junctions show). */
function countEdges(mesh: TriangleMesh): Map<string, number> {
  const uses = new Map<string, number>();
  for (let h = 0; h < mesh.indices.length; h++) {
    const a = vertex(mesh, mesh.indices[h]).join();
    const b = vertex(mesh, mesh.indices[h % 3 === 2 ? h - 2 : h + 1]).join();
    const key = a < b ? `${a}|${b}` : `${b}|${a}`;
    uses.set(key, (uses.get(key) ?? 0) + 1);
  }
  return uses;
}

/** A tangle of random triangles over few vertices: open, with edges of three and more triangles. */
function randomSoup(seed: number): TriangleMesh {
  const random = createRandom(seed);
  const positions = Array.from({ length: 36 }, () => nextFloat(random));
  const indices: number[] = [];
  const taken = new Set<string>();
  while (indices.length < 3 * 30) {
    const [a, b, c] = [0, 1, 2].map(() => Math.floor(12 * nextFloat(random)));
    const key = [a, b, c].sort().join();
    if (a === b || b === c || c === a || taken.has(key)) continue;
    taken.add(key);
    indices.push(a, b, c);
  }
  return createTriangleMesh({ positions, indices });
}

describe('refineMesh', () => {
  it('leaves no edge of a cube above the spacing, and the cube closed', () => {
    const { mesh, source } = refineMesh(CUBE, 0.3);
    expect(longestEdge(mesh)).toBeLessThanOrEqual(0.3 * SLACK);
    expect([...countEdges(mesh).values()].every((n) => n === 2)).toBe(true);
    expect(source.length).toBe(mesh.indices.length / 3);
    expect(Array.from(mesh.positions.slice(0, 24))).toEqual(Array.from(CUBE.positions));
    let volume = 0;
    for (let t = 0; t < source.length; t++) {
      const [a, b, c] = corners(mesh, t);
      const n = cross([0, 0, 0], b, c);
      volume += (a[0] * n[0] + a[1] * n[1] + a[2] * n[2]) / 6;
    }
    expect(volume).toBeCloseTo(1, 14);
  });

  it('spends few triangles on a needle, and only its own tips stay sharp', () => {
    const strip = createTriangleMesh({
      positions: [0, 0, 0, 60, 0, 0, 60, 1, 0, 0, 1, 0],
      indices: [0, 1, 2, 0, 2, 3],
    });
    const { mesh } = refineMesh(strip, 0.8);
    const sharpest: number[] = []; // the least angle of each triangle, in degrees
    for (let t = 0; t < mesh.indices.length / 3; t++) {
      const p = corners(mesh, t);
      const area = Math.hypot(...cross(...p));
      const angles = [0, 1, 2].map((i) => {
        const [a, b, c] = [p[i], p[(i + 1) % 3], p[(i + 2) % 3]];
        return Math.atan2(area, (b[0] - a[0]) * (c[0] - a[0]) + (b[1] - a[1]) * (c[1] - a[1]));
      });
      sharpest.push((Math.min(...angles) * 180) / Math.PI);
    }
    expect(sharpest.length).toBeLessThan(550); // the area alone is worth 220
    expect(sharpest.filter((angle) => angle < 15).length).toBeLessThan(60);
  });

  for (const seed of [1, 2, 3, 4, 5]) {
    it(`keeps area, sources and conformity of a random tangle, seed ${seed}`, () => {
      const soup = randomSoup(seed);
      const { mesh, source } = refineMesh(soup, 0.11);
      expect(longestEdge(mesh)).toBeLessThanOrEqual(0.11 * SLACK);
      // Every part lies in the plane of its source, faces its way, and the parts add up to the source.
      const left = Float64Array.from({ length: 30 }, (_, t) => Math.hypot(...cross(...corners(soup, t))));
      for (let t = 0; t < source.length; t++) {
        const [a, b, c] = corners(soup, source[t]);
        const n = cross(a, b, c);
        const size = Math.hypot(...n);
        const part = cross(...corners(mesh, t));
        const along = (part[0] * n[0] + part[1] * n[1] + part[2] * n[2]) / size;
        expect(along).toBeGreaterThan(0);
        left[source[t]] -= along;
        for (const p of corners(mesh, t)) {
          const height = n[0] * (p[0] - a[0]) + n[1] * (p[1] - a[1]) + n[2] * (p[2] - a[2]);
          expect(Math.abs(height) / size).toBeLessThan(1e-12);
        }
      }
      for (const rest of left) expect(Math.abs(rest)).toBeLessThan(1e-12);
      // Conforming: an input edge with k triangles becomes ⌈length/spacing⌉ edges with k, all others have 2.
      const left2 = new Map<number, number>();
      for (const n of countEdges(mesh).values()) left2.set(n, (left2.get(n) ?? 0) + 1);
      for (const [key, n] of countEdges(soup)) {
        const [a, b] = key.split('|').map((p) => p.split(',').map(Number));
        const pieces = Math.ceil(Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) / 0.11);
        left2.set(n, left2.get(n)! - pieces);
      }
      for (const [n, rest] of left2) if (n !== 2) expect(rest).toBe(0);
      const vertices = new Set(
        Array.from({ length: mesh.positions.length / 3 }, (_, v) => vertex(mesh, v).join()),
      );
      expect(vertices.size).toBe(mesh.positions.length / 3);
    });
  }

  it('interpolates attributes and keeps groups', () => {
    const mesh = createTriangleMesh({
      positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0],
      indices: [0, 1, 2, 2, 1, 3],
      uvs: [0, 0, 1, 0, 0, 1, 0, 1, 1, 0, 1, 1],
      normals: [0, 0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 0, 1],
      colors: [0, 0, 5, 1, 0, 5, 0, 1, 5, 0, 1, 5, 1, 0, 5, 1, 1, 5],
      groups: [3, 7],
    });
    const refined = refineMesh(mesh, 0.2);
    expect(refined.source.length).toBeGreaterThan(50);
    refined.mesh.indices.forEach((v, c) => {
      const [x, y] = vertex(refined.mesh, v);
      expect(refined.mesh.uvs![2 * c]).toBeCloseTo(x, 6);
      expect(refined.mesh.uvs![2 * c + 1]).toBeCloseTo(y, 6);
      expect(refined.mesh.colors![3 * c + 1]).toBeCloseTo(y, 6);
      expect(refined.mesh.colors![3 * c + 2]).toBe(5);
      expect(Math.hypot(...refined.mesh.normals!.slice(3 * c, 3 * c + 3))).toBeCloseTo(1, 6);
      if (x + y < 1 - 1e-9) expect(refined.mesh.groups![Math.floor(c / 3)]).toBe(3);
      if (x + y > 1 + 1e-9) expect(refined.mesh.groups![Math.floor(c / 3)]).toBe(7);
    });
  });

  it('leaves a mesh that is fine already as it is, in a copy', () => {
    const { mesh, source } = refineMesh(CUBE, 2);
    expect(mesh).toEqual(CUBE);
    expect(mesh.positions).not.toBe(CUBE.positions);
    expect(Array.from(source)).toEqual(Array.from({ length: 12 }, (_, t) => t));
  });

  it('copes with degenerate triangles and an empty mesh', () => {
    const flat = createTriangleMesh({ positions: [0, 0, 0, 1, 0, 0, 2, 0, 0], indices: [0, 1, 2, 1, 1, 1] });
    expect(longestEdge(refineMesh(flat, 0.1).mesh)).toBeLessThanOrEqual(0.1 * SLACK);
    expect(refineMesh(createTriangleMesh({ positions: [], indices: [] }), 1).source.length).toBe(0);
  });

  it('names bad arguments', () => {
    for (const spacing of [0, -1, Number.NaN, Infinity]) {
      expect(() => refineMesh(CUBE, spacing)).toThrow(/spacing is/);
    }
    expect(() => refineMesh(CUBE, 1e-5)).toThrow(/about \d+ triangles/);
    const broken = createTriangleMesh({
      positions: [0, 0, 0, 1, 0, 0, 0, Number.NaN, 0],
      indices: [0, 1, 2],
    });
    expect(() => refineMesh(broken, 0.1)).toThrow(InputError);
  });
});

describe('subdivideMesh', () => {
  it('makes four of each triangle', () => {
    const { mesh, source } = subdivideMesh(CUBE);
    expect(mesh.indices.length).toBe(4 * CUBE.indices.length);
    expect(mesh.positions.length / 3).toBe(8 + 18); // vertices and edges
    expect([...countEdges(mesh).values()].every((n) => n === 2)).toBe(true);
    expect(Array.from(source)).toEqual(Array.from({ length: 48 }, (_, t) => Math.floor(t / 4)));
  });
});
