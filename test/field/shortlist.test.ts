import { describe, expect, it } from 'vitest';
import { buildClusters } from '../../src/field/clusters.ts';
import { buildFeatures, type Features } from '../../src/field/features.ts';
import { listFeatures, narrowClusters } from '../../src/field/narrow-clusters.ts';
import {
  createShortlist,
  EDGE,
  FACE,
  narrowList,
  type Shortlist,
  VERTEX,
} from '../../src/field/shortlist.ts';
import { buildHierarchy } from '../../src/hierarchy/hierarchy.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { distanceBrute, dot, sub } from '../support/brute.ts';
import type { Shape } from '../support/data.ts';
import { box, SOUPS, signed, soup, sphere } from '../support/shapes.ts';
import { bumpy, hollow, plate, slivered } from './meshes.ts';

const ROUNDS = 16; // nests of cubes a mesh

type Point = [number, number, number];

const at = (a: Float64Array, o: number): Point => [a[o], a[o + 1], a[o + 2]];

/** Distance to the inside of one feature, Infinity where another one is closer anyway. */
function distanceFeature(features: Features, kind: number, index: number, p: Point): number {
  if (kind === VERTEX) return Math.hypot(...sub(p, at(features.vertex, 3 * index)));
  if (kind === EDGE) {
    const o = 16 * index;
    const r = sub(p, at(features.edge, o));
    const u = at(features.edge, o + 3);
    const t = dot(r, u);
    if (t < 0 || t > features.edge[o + 6]) return Infinity;
    return Math.hypot(r[0] - t * u[0], r[1] - t * u[1], r[2] - t * u[2]);
  }
  const o = 16 * index;
  const r = sub(p, at(features.face, o));
  const u = dot(r, at(features.face, o + 6));
  const v = dot(r, at(features.face, o + 9));
  const low = -features.face[o + 12];
  if (u < low || v < low || 1 - u - v < low) return Infinity;
  return Math.abs(dot(r, at(features.face, o + 3)));
}

function distanceList({ features, start, list }: Shortlist, level: number, p: Point): number {
  let best = Infinity;
  for (let kind = VERTEX; kind <= FACE; kind++) {
    for (let i = start[4 * level + kind]; i < start[4 * level + kind + 1]; i++)
      best = Math.min(best, distanceFeature(features, kind, list[i], p));
  }
  return best;
}

function createList(mesh: Shape, origin: Float64Array): Shortlist {
  const hierarchy = buildHierarchy(mesh.positions, mesh.indices);
  const features = buildFeatures(mesh.positions, mesh.indices, hierarchy.triangle, origin, 7);
  return createShortlist(features, buildClusters(hierarchy, features));
}

/**
 * Narrows random nested cubes, the first three by clusters, and compares the least distance of what is left with brute
 * force, all over them.
 */
function compare(mesh: Shape, seed: number, tolerance: number): { left: number; total: number } {
  const random = createRandom(seed);
  const origin = Float64Array.of(-2, -2, -2);
  const shortlist = createList(mesh, origin);
  const { box: cube, near, start, features } = shortlist;
  let left = 0;
  for (let i = 0; i < ROUNDS; i++) {
    const center = [0, 1, 2].map(() => 2 + 1.5 * signed(random));
    let half = nextFloat(random) ** 2;
    for (let level = 1; level <= 6; level++) {
      cube.set([...center, half]);
      if (level <= 3) {
        const total = narrowClusters(shortlist, level);
        expect(total).toBeGreaterThan(0);
        listFeatures(shortlist, level, total);
      } else {
        if (level === 4) start.copyWithin(12, 8, 12); // the features of level 3's clusters stand above it
        narrowList(shortlist, level);
      }
      for (let k = 0; k < 5; k++) {
        // Corners first, where most is lost if anything is; then the center; then anywhere.
        const x = center.map(
          (c) => c + half * (k < 3 ? Math.sign(signed(random)) : k === 3 ? 0 : signed(random)),
        );
        const p: Point = [x[0] + origin[0], x[1] + origin[1], x[2] + origin[2]];
        const expected = distanceBrute(mesh, p);
        const listed = distanceList(shortlist, level <= 3 ? level - 1 : level, x as Point);
        expect(Math.abs(listed - expected)).toBeLessThan(tolerance);
        if (level > 3 && k === 3) expect(Math.abs(Math.sqrt(near[0]) - expected)).toBeLessThan(tolerance);
      }
      // The next cube is a part of this one.
      half *= 0.6;
      for (let d = 0; d < 3; d++) center[d] += (2 / 3) * half * signed(random);
    }
    left += start[27] - start[24];
  }
  return { left: left / ROUNDS, total: features.vertexCount + features.edgeCount + features.faceCount };
}

describe('shortlists keep what is closest to any point of their cube', () => {
  const meshes: [string, Shape, number][] = [
    ['box', box(), 1e-12],
    ['plate', plate(), 1e-12],
    ['hollow cube', hollow(), 1e-12],
    ['sphere', sphere(8), 1e-12],
    ['bumpy sphere', bumpy(8, 3), 1e-12],
    ['slivers', slivered(), 1e-6], // thin faces count as their edges
  ];
  for (const [name, mesh, tolerance] of meshes) {
    it(`${name}, seed 11`, () => {
      compare(mesh, 11, tolerance);
    });
  }

  for (const kind of SOUPS) {
    it(`soup of ${kind}, seed 12`, () => {
      compare(soup(kind, 60, 5), 12, 1e-6);
    });
  }

  it('and drop nearly everything else', () => {
    const { left, total } = compare(bumpy(12, 4), 13, 1e-12);
    expect(total).toBe((6 * 8 * 12 * 12) / 2 + 2); // V − E + F = 2, 2E = 3F
    expect(left).toBeLessThan(0.03 * total);
  });

  it('clusters hold every feature once', () => {
    const shortlist = createList(sphere(8), new Float64Array(3));
    const { start, list } = shortlist;
    const all = 258 + 768 + 512;
    shortlist.box.set([0, 0, 0, 0.1]); // in the middle of a sphere everything is equally close
    expect(narrowClusters(shortlist, 1)).toBe(all);
    listFeatures(shortlist, 1, all);
    expect([...start.subarray(0, 4)]).toEqual([0, 258, 258 + 768, all]);
    for (let kind = VERTEX; kind <= FACE; kind++) {
      const run = list.slice(start[kind], start[kind + 1]).sort();
      expect([...run]).toEqual([...run.keys()]);
    }
    // Far outside, most of them are out of question.
    shortlist.box.set([9, 0, 0, 0.1]);
    expect(narrowClusters(shortlist, 1)).toBeLessThan(0.2 * all);
  });
});
