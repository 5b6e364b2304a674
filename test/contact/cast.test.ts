import { describe, expect, it } from 'vitest';
import { castCollider, localRay } from '../../src/contact/cast.ts';
import type { Collider } from '../../src/contact/collider.ts';
import { createHeightTerrain, createMeshTerrain } from '../../src/contact/ground.ts';
import { measureCollider } from '../../src/contact/measure.ts';
import { createShape, type ShapeName } from '../../src/contact/shape.ts';
import { createFragmentMesh, extractShape, type FragmentMesh } from '../../src/fragment/extract.ts';
import { locateTet } from '../../src/fragment/tet-grid.ts';
import { createRandom, nextFloat, nextUint, type Random } from '../../src/math/random.ts';
import { movePoint, turnVector } from '../../src/math/rigid.ts';
import * as shapes from '../../src/mesh/shapes/index.ts';
import { findGarbage } from '../support/allocation.ts';
import { breakAtRandom, createCopy, createTurned, labelsOf } from './brute.ts';
import { castBrute } from './cast-brute.ts';

const SEED = 71;
const out = new Float64Array(4);
const signed = (random: Random) => 2 * nextFloat(random) - 1;

/** A ray from anywhere about a solid of the given size, or in it, towards it or past it. */
function randomRay(random: Random, size: number): Float64Array {
  const far = [0.5, 1, 5][nextUint(random) % 3] * size;
  const ray = new Float64Array(7);
  const scale = [1, 0.01, 30][nextUint(random) % 3];
  for (let d = 0; d < 3; d++) {
    ray[d] = far * signed(random);
    ray[3 + d] = (0.7 * size * signed(random) - ray[d]) * scale;
  }
  if (nextUint(random) % 5 === 0) ray[3 + (nextUint(random) % 3)] = 0;
  if (ray[3] === 0 && ray[4] === 0 && ray[5] === 0) ray[3] = 1;
  ray[6] = nextUint(random) % 4 === 0 ? nextFloat(random) / scale : Infinity;
  return ray;
}

function surfaceOf({ field }: Collider, label: number): FragmentMesh {
  const mesh = createFragmentMesh();
  if (field !== null) extractShape(mesh, field.family, label);
  return mesh;
}

/** Turns a ray to pass close to a vertex. */
function aimAt(ray: Float64Array, { positions }: FragmentMesh, vertex: number, random: Random): void {
  for (let d = 0; d < 3; d++) ray[3 + d] = positions[3 * vertex + d] + 0.02 * signed(random) - ray[d];
}

const box = await createCopy(shapes.createBox({ size: [0.3, 0.2, 0.1] }), 0.06, 16);
const ring = await createCopy(shapes.createTorus({ radius: 0.3, tube: 0.1 }), 0.08, 24);
const broken = await createCopy(shapes.createBox({ size: [0.3, 0.2, 0.1] }), 0.06, 16);
breakAtRandom(broken, 12, 5);
const shards = await createCopy(shapes.createTorus({ radius: 0.3, tube: 0.1 }), 0.08, 24);
breakAtRandom(shards, 25, 6);

describe('castCollider', () => {
  it('allocates nothing', () => {
    const random = createRandom(SEED);
    const rays = Array.from({ length: 100 }, () => randomRay(random, 0.3));
    const capsule = createShape('capsule', 0.1, 0.1);
    // So few rays begin near a piece that what finds their tet would never be compiled.
    const grid = shards.field?.tetGrid;
    const place = new Float64Array(3);
    for (let k = 0; grid && k < 20000; k++) {
      for (let d = 0; d < 3; d++) place[d] = 0.3 * (nextFloat(random) - 0.5);
      locateTet(out, grid, place, 0);
    }
    const garbage = findGarbage(2000, () => {
      for (let k = 0; k < 2000; k++) {
        castCollider(out, shards, k % 3, rays[k % 100]);
        castCollider(out, capsule, 0, rays[k % 100]);
      }
    });
    expect(garbage).toEqual([]);
  });

  for (const [name, collider, rays] of [
    ['a box', box, 800],
    ['a ring', ring, 300],
    ['a broken box', broken, 100],
    ['a broken ring', shards, 60],
  ] as const) {
    it(`finds what all triangles of the surface say: ${name}, seed ${SEED}`, () => {
      const random = createRandom(SEED);
      let hits = 0;
      let inside = 0;
      for (const label of labelsOf(collider)) {
        const surface = surfaceOf(collider, label);
        for (let k = 0; k < rays; k++) {
          const ray = randomRay(random, 0.3);
          if (k % 2 === 0) aimAt(ray, surface, nextUint(random) % surface.vertexCount, random);
          const wanted = castBrute(surface, ray);
          const met = castCollider(out, collider, label, ray);
          expect(met, `label ${label}, ray ${k}`).toBe(wanted !== null);
          if (wanted === null) continue;
          const length = Math.hypot(ray[3], ray[4], ray[5]);
          expect(Math.abs(out[0] - wanted.t) * length, `label ${label}, ray ${k}`).toBeLessThan(1e-11);
          hits++;
          if (wanted.t === 0) inside++;
          const along = out[1] * wanted.normal[0] + out[2] * wanted.normal[1] + out[3] * wanted.normal[2];
          if (wanted.rim > 1e-9) expect(along, `normal, label ${label}, ray ${k}`).toBeGreaterThan(1 - 1e-9);
        }
      }
      expect(hits).toBeGreaterThan(100);
      expect(inside).toBeGreaterThan(5);
    });
  }

  for (const [name, collider] of [
    ['a box', box],
    ['a broken ring', shards],
  ] as const) {
    it(`does not slip through corners and edges: ${name}, seed ${SEED}`, () => {
      const random = createRandom(SEED);
      let hits = 0;
      for (const label of labelsOf(collider)) {
        const surface = surfaceOf(collider, label);
        const { positions, indices, triangleCount } = surface;
        for (let k = 0; k < 8; k++) {
          const h = 3 * (nextUint(random) % triangleCount);
          const share = 0.5 * (nextUint(random) % 2); // at a corner, or in the middle of an edge
          const ray = randomRay(random, 1);
          for (let d = 0; d < 3; d++) {
            const a = positions[3 * indices[h] + d];
            ray[3 + d] = a + share * (positions[3 * indices[h + 1] + d] - a) - ray[d];
          }
          ray[6] = Infinity;
          const t = castCollider(out, collider, label, ray) ? out[0] : Infinity;
          // Rays close by, some of which meet something: not later than the last of them, not before the first.
          let first = Infinity;
          let last = 0;
          for (let j = 0; j < 12; j++) {
            const other = ray.map((x, i) => (i < 3 ? x + 1e-8 * signed(random) : x));
            const there = castBrute(surface, other)?.t ?? Infinity;
            first = Math.min(first, there);
            last = Math.max(last, there);
          }
          expect(t, `label ${label}, ray ${k}`).toBeGreaterThanOrEqual(first - 1e-5);
          expect(t, `label ${label}, ray ${k}`).toBeLessThanOrEqual(last + 1e-5);
          if (last < Infinity) hits++;
        }
      }
      expect(hits).toBeGreaterThan(5);
    });
  }

  for (const [name, ...size] of [
    ['plane'],
    ['box', 0.3, 0.2, 0.1],
    ['sphere', 0.3],
    ['capsule', 0.2, 0.1],
    ['capsule', 0, 0.3],
    ['cylinder', 0.05, 0.3],
    ['cylinder', 0.3, 0.1],
  ] as [ShapeName, ...number[]][]) {
    it(`meets a ${name} where distances say: ${size.join(' ')}, seed ${SEED}`, () => {
      const random = createRandom(SEED);
      const shape = createShape(name, ...size);
      const reach = Float64Array.of(Infinity, Infinity);
      const found = new Float64Array(4);
      const p = new Float64Array(3);
      const distanceAt = (ray: Float64Array, t: number) => {
        for (let d = 0; d < 3; d++) p[d] = ray[d] + t * ray[3 + d];
        measureCollider(found, shape, 0, p, 0, reach, true);
        return found[0];
      };
      let hits = 0;
      for (let k = 0; k < 1000; k++) {
        const ray = randomRay(random, 0.4);
        const length = Math.hypot(ray[3], ray[4], ray[5]);
        const met = castCollider(out, shape, 0, ray);
        // March by distances, which never go too far.
        let t = 0;
        for (let s = 0; s < 1000 && t * length < 1000 && distanceAt(ray, t) > 1e-12; s++)
          t += found[0] / length;
        const marched = distanceAt(ray, t) <= 1e-9 && t <= ray[6];
        const grazes = Math.abs(found[1] * ray[3] + found[2] * ray[4] + found[3] * ray[5]) < 0.03 * length;
        if (!grazes) expect(met, `ray ${k}`).toBe(marched);
        if (!met) continue;
        hits++;
        expect(out[0]).toBeLessThanOrEqual(ray[6]);
        expect(Math.hypot(out[1], out[2], out[3])).toBeCloseTo(1, 12);
        expect(out[1] * ray[3] + out[2] * ray[4] + out[3] * ray[5]).toBeLessThan(1e-9 * length);
        if (distanceAt(ray, 0) < 0) {
          expect(out[0]).toBe(0);
          continue;
        }
        expect(Math.abs(distanceAt(ray, out[0])), `ray ${k}`).toBeLessThan(1e-12);
        if (!grazes) expect(Math.abs(out[0] - t) * length, `ray ${k}`).toBeLessThan(1e-8);
        const normal = [...out.subarray(1)];
        distanceAt(ray, out[0] - 1e-6 / length); // where it comes from the shape's normal is that of the face
        const along = normal[0] * found[1] + normal[1] * found[2] + normal[2] * found[3];
        if (name !== 'box' && name !== 'cylinder') expect(along).toBeGreaterThan(1 - 1e-4);
      }
      expect(hits).toBeGreaterThan(150);
    });
  }

  it('is exact where it can be said: faces, limits, far away, along an axis', () => {
    const cast = (shape: Collider, ...ray: number[]) =>
      castCollider(out, shape, 0, Float64Array.from(ray)) ? [...out].map((x) => x + 0) : null;
    const cube = createShape('box', 1, 2, 3);
    expect(cast(cube, -5, 0.5, 0.5, 2, 0, 0, 10)).toEqual([2, -1, 0, 0]);
    expect(cast(cube, -5, 0.5, 0.5, 2, 0, 0, 1.99)).toBe(null);
    expect(cast(cube, -5, 0.5, 0.5, 2, 0, 0, 2)).toEqual([2, -1, 0, 0]);
    expect(cast(cube, -5, 0.5, 0.5, -2, 0, 0, 10)).toBe(null);
    expect(cast(cube, 0, 0, 0, 0, 0, -3, 10)).toEqual([0, 0, 0, 1]);
    expect(cast(cube, 0, 2, 0, 0, 1, 0, 10)).toBe(null); // on the surface, and leaving
    expect(cast(cube, 0, 2, 0, 0, -1, 0, 10)).toEqual([0, 0, 1, 0]);
    expect(cast(createShape('sphere', 1), 1e9, 0, 0, -1, 0, 0, 2e9)).toEqual([1e9 - 1, 1, 0, 0]);
    expect(cast(createShape('capsule', 1, 0.5), 0, 9, 0, 0, -1, 0, 99)).toEqual([7.5, 0, 1, 0]);
    expect(cast(createShape('cylinder', 1, 0.5), 0, 9, 0, 0, -1, 0, 99)).toEqual([8, 0, 1, 0]);
    expect(cast(createShape('cylinder', 1, 0.5), 0.5, 9, 0, 0, 0, -1, 99)).toBe(null);
    expect(cast(createShape('plane'), 0, 3, 0, 1, -2, 0, 99)).toEqual([1.5, 0, 1, 0]);
    expect(cast(createShape('plane'), 0, 3, 0, 1, 0, 0, 99)).toBe(null);
    expect(cast(createShape('plane'), 0, -3, 0, 0, 2, 0, 99)).toEqual([0, 0, -1, 0]);
  });

  it('meets ground', () => {
    const mesh = createMeshTerrain({ positions: [0, 1, 0, 0, 1, 1, 1, 1, 0], indices: [0, 1, 2] });
    const heights = createHeightTerrain({ rows: 2, columns: 2, heights: [1, 1, 1, 1], cellX: 2, cellZ: 2 });
    for (const ground of [mesh, heights]) {
      expect(castCollider(out, ground, 0, Float64Array.of(0.2, 3, 0.2, 0, -2, 0, 9))).toBe(true);
      expect([...out].map((x) => x + 0)).toEqual([1, 0, 1, 0]);
    }
  });

  it(`asks in the frame of the body: localRay, seed ${SEED}`, () => {
    const random = createRandom(SEED);
    const frame = createTurned(random);
    frame.set([1, 2, 3], 9);
    const p = Float64Array.of(0.1, 0.2, 0.3, 0.5, -0.4, 0.3, 7);
    const ray = p.slice();
    movePoint(ray, 0, frame, p, 0);
    turnVector(ray, 3, frame, p, 3);
    localRay(ray, frame, ray);
    for (let k = 0; k < 7; k++) expect(ray[k]).toBeCloseTo(p[k], 12);
  });
});
