// Small shapes and soups for tests, made here so that tests of the basics do not lean on what they test.

import { createRandom, nextFloat, type Random } from '../../src/math/random.ts';
import type { Shape } from './data.ts';

export function shape(positions: ArrayLike<number>, indices: ArrayLike<number>): Shape {
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

/** The box [0, x] × [0, y] × [0, z], outward, 12 triangles. */
export function box(x = 1, y = 1, z = 1): Shape {
  const positions: number[] = [];
  for (let i = 0; i < 8; i++) positions.push(x * (i & 1), y * ((i >> 1) & 1), z * (i >> 2));
  const quads = [0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5];
  const indices: number[] = [];
  for (let q = 0; q < quads.length; q += 4) {
    indices.push(quads[q], quads[q + 1], quads[q + 2], quads[q], quads[q + 2], quads[q + 3]);
  }
  return shape(positions, indices);
}

/** The corner tetrahedron 0, x, y, z, outward. */
export function tetra(): Shape {
  return shape([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]);
}

/** A sphere of radius 1: an octahedron split n times a side, 8·n² triangles, outward. */
export function sphere(n: number): Shape {
  const positions: number[] = [];
  const indices: number[] = [];
  const index = new Map<string, number>();
  const vertex = (x: number, y: number, z: number) => {
    const key = `${x},${y},${z}`;
    let v = index.get(key);
    if (v === undefined) {
      v = index.size;
      index.set(key, v);
      const r = Math.hypot(x, y, z);
      positions.push(x / r, y / r, z / r);
    }
    return v;
  };
  for (let octant = 0; octant < 8; octant++) {
    const sx = octant & 1 ? -1 : 1;
    const sy = octant & 2 ? -1 : 1;
    const sz = octant & 4 ? -1 : 1;
    const at = (i: number, j: number) => vertex(sx * i || 0, sy * j || 0, sz * (n - i - j) || 0);
    for (let i = 0; i < n; i++) {
      for (let j = 0; i + j < n; j++) {
        pushTriangle(indices, at(i, j), at(i + 1, j), at(i, j + 1), sx * sy * sz < 0);
        if (i + j + 1 < n) {
          pushTriangle(indices, at(i + 1, j), at(i + 1, j + 1), at(i, j + 1), sx * sy * sz < 0);
        }
      }
    }
  }
  return shape(positions, indices);
}

function pushTriangle(indices: number[], a: number, b: number, c: number, flip: boolean): void {
  if (flip) indices.push(a, c, b);
  else indices.push(a, b, c);
}

/** A torus with n × m quads around the z axis, outward, genus 1. */
export function torus(n: number, m: number, big = 1, small = 0.3): Shape {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < m; j++) {
      const u = (2 * Math.PI * i) / n;
      const v = (2 * Math.PI * j) / m;
      const r = big + small * Math.cos(v);
      positions.push(r * Math.cos(u), r * Math.sin(u), small * Math.sin(v));
      const a = i * m + j;
      const b = ((i + 1) % n) * m + j;
      const c = ((i + 1) % n) * m + ((j + 1) % m);
      const d = i * m + ((j + 1) % m);
      indices.push(a, b, c, a, c, d);
    }
  }
  return shape(positions, indices);
}

/** Moves a shape: p ↦ scale·p + offset. A negative scale turns it inside out. */
export function moved({ positions, indices }: Shape, offset: number[], scale = 1): Shape {
  return shape(
    positions.map((x, i) => scale * x + offset[i % 3]),
    indices,
  );
}

/** Several shapes as one, vertices not shared. */
export function joined(...shapes: Shape[]): Shape {
  const positions: number[] = [];
  const indices: number[] = [];
  for (const part of shapes) {
    const base = positions.length / 3;
    for (const x of part.positions) positions.push(x);
    for (const v of part.indices) indices.push(base + v);
  }
  return shape(positions, indices);
}

export function reversed({ positions, indices }: Shape): Shape {
  const turned = indices.slice();
  for (let t = 0; t < turned.length; t += 3) [turned[t + 1], turned[t + 2]] = [turned[t + 2], turned[t + 1]];
  return { positions, indices: turned };
}

/** Every triangle with three vertices of its own, as STL stores it. */
export function exploded({ positions, indices }: Shape): Shape {
  const loose: number[] = [];
  for (const v of indices) loose.push(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]);
  return shape(loose, [...indices.keys()]);
}

export type SoupKind =
  | 'random'
  | 'small'
  | 'flat'
  | 'lattice'
  | 'needles'
  | 'points'
  | 'collinear'
  | 'duplicates';

export const SOUPS: SoupKind[] = [
  'random',
  'small',
  'flat',
  'lattice',
  'needles',
  'points',
  'collinear',
  'duplicates',
];

/** Loose triangles in the cube [−1, 1]³ times `scale`: random ones, and every kind that breaks careless code. */
export function soup(kind: SoupKind, count: number, seed: number, scale = 1): Shape {
  const random = createRandom(seed);
  const positions = new Float64Array(9 * count);
  for (let t = 0; t < count; t++) {
    const o = 9 * t;
    for (let i = 0; i < 9; i++) positions[o + i] = signed(random);
    for (let d = 0; d < 3; d++) {
      const a = positions[o + d];
      if (kind === 'small') {
        positions[o + 3 + d] = a + 0.05 * signed(random);
        positions[o + 6 + d] = a + 0.05 * signed(random);
      } else if (kind === 'needles') {
        positions[o + 6 + d] = a + 1e-9 * signed(random);
      } else if (kind === 'points') {
        positions[o + 3 + d] = a;
        positions[o + 6 + d] = a;
      } else if (kind === 'collinear') {
        positions[o + d] = Math.fround(a); // so that the middle is exact
        positions[o + 6 + d] = Math.fround(positions[o + 6 + d]);
        positions[o + 3 + d] = (positions[o + d] + positions[o + 6 + d]) / 2;
      }
    }
    if (kind === 'flat') for (let i = 2; i < 9; i += 3) positions[o + i] = 0.25;
    if (kind === 'lattice')
      for (let i = 0; i < 9; i++) positions[o + i] = Math.round(2 * positions[o + i]) / 2;
    if (kind === 'duplicates') positions.copyWithin(o, 9 * (t % 3), 9 * (t % 3) + 9);
  }
  for (let i = 0; i < positions.length; i++) positions[i] *= scale;
  return shape(positions, [...Array(3 * count).keys()]);
}

/** Uniform in [−1, 1). */
export function signed(random: Random): number {
  return 2 * nextFloat(random) - 1;
}

/** Query points for a shape: its vertices, edge midpoints, centroids, points on them moved a little, and random ones. */
export function probes({ positions, indices }: Shape, count: number, seed: number, scale = 1): Float64Array {
  const random = createRandom(seed);
  const out = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    const t = 3 * Math.floor((nextFloat(random) * indices.length) / 3);
    const kind = indices.length === 0 ? 5 : i % 6;
    const reach = kind === 4 ? 1e-3 * scale : kind === 5 ? 2 * scale : 0;
    for (let d = 0; d < 3; d++) {
      const a = positions[3 * indices[t] + d];
      const b = positions[3 * indices[t + 1] + d];
      const c = positions[3 * indices[t + 2] + d];
      const on = kind === 0 ? a : kind === 1 ? (a + b) / 2 : kind === 5 ? 0 : (a + b + c) / 3;
      out[3 * i + d] = on + reach * signed(random);
    }
  }
  return out;
}
