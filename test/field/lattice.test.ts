import { describe, expect, it } from 'vitest';
import {
  addWitness,
  createAsks,
  createLattice,
  setRange,
  strideBlocks,
  WANTED,
} from '../../src/field/bins.ts';
import { buildFeatures } from '../../src/field/features.ts';
import { buildLattice, createSource } from '../../src/field/lattice.ts';
import { createSide } from '../../src/field/side.ts';
import { finishWork } from '../../src/job/work.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { createSurfaceQuery } from '../../src/mesh/surface-distance.ts';
import { distanceBrute } from '../support/brute.ts';
import type { Shape } from '../support/data.ts';
import { box, exploded, SOUPS, signed, soup, sphere } from '../support/shapes.ts';
import { bumpy, hollow, plate, slivered } from './meshes.ts';

const LATTICES = 6; // a mesh

/**
 * Computes lattices of random steps and places, about and beyond the mesh, with parts of blocks asked for and any vertex
 * as witness, and compares random nodes with brute force. Returns how many.
 */
function compare(mesh: Shape, seed: number, tolerance: number): number {
  const random = createRandom(seed);
  const origin = Float64Array.of(-2, -2, -2);
  const query = createSurfaceQuery(mesh);
  const features = buildFeatures(mesh.positions, mesh.indices, query.hierarchy.triangle, origin, 7);
  const source = createSource(features, createSide(query, mesh.positions));
  let compared = 0;
  for (let l = 0; l < LATTICES; l++) {
    const sides = [0, 1, 2].map(() => 1 + Math.floor(24 * nextFloat(random)));
    const spacing = 0.02 + 0.4 * nextFloat(random) ** 2;
    const first = 2 + 1.5 * signed(random) - 0.5 * spacing * Math.max(...sides);
    const lattice = createLattice(first, spacing, sides[0], sides[1], sides[2]);
    const asks = createAsks(lattice);
    const stride = strideBlocks(lattice);
    for (let b = 0; b < stride[3]; b++) {
      if (nextFloat(random) < 0.2) continue;
      setRange(
        asks,
        lattice,
        stride,
        b,
        nextFloat(random) < 0.7 ? WANTED : WANTED + Math.floor(8 * nextFloat(random)),
      );
      const v = Math.floor(features.vertexCount * nextFloat(random) ** 0.5);
      addWitness(asks, lattice, b, features.vertex, 3 * v);
    }
    const work = buildLattice(source, lattice, asks, ({ value, range }) => {
      for (let n = 0; n < 8; n++) {
        // Corners first, where most is lost if anything is.
        const at = [0, 1, 2].map((d) => {
          const span = range[3 + d] - range[d];
          return range[d] + (n < 4 ? span * ((n >> d) & 1) : Math.floor((span + 1) * nextFloat(random)));
        });
        const p = at.map((x, d) => origin[d] + first + x * spacing);
        const found = value[((at[2] & 7) * 8 + (at[1] & 7)) * 8 + (at[0] & 7)];
        const expected = distanceBrute(mesh, p as [number, number, number]);
        expect(Math.abs(Math.abs(found) - expected)).toBeLessThan(tolerance);
        compared++;
      }
    });
    finishWork(work);
  }
  return compared;
}

describe('a lattice has the exact distance at every node', () => {
  const meshes: [string, Shape, number][] = [
    ['box', box(), 1e-12],
    ['plate', plate(), 1e-12],
    ['hollow cube', hollow(), 1e-12],
    ['sphere', sphere(8), 1e-12],
    ['bumpy sphere', bumpy(8, 3), 1e-12],
    ['triangles with vertices of their own', exploded(bumpy(5, 3)), 1e-12],
    ['slivers', slivered(), 1e-6], // thin faces count as their edges
  ];
  for (const [name, mesh, tolerance] of meshes) {
    for (const seed of [11, 12, 13]) {
      it(`${name}, seed ${seed}`, () => {
        expect(compare(mesh, seed, tolerance)).toBeGreaterThan(100);
      });
    }
  }

  for (const kind of SOUPS) {
    it(`soup of ${kind}, seed 14`, () => {
      compare(soup(kind, 60, 5), 14, 1e-6);
    });
  }
});
