import { describe, expect, it } from 'vitest';
import { finishWork } from '../../src/job/work.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { classifyNodes } from '../../src/mesh/stuffing/classify.ts';
import { createLattice, placeNode } from '../../src/mesh/stuffing/lattice.ts';
import { createSolid, leaveSolid } from '../../src/mesh/stuffing/solid.ts';
import { measureSolid } from '../../src/mesh/stuffing/volume.ts';
import { windingBrute } from '../support/brute.ts';
import type { Shape } from '../support/data.ts';
import { box, joined, moved, reversed, shape, sphere, torus } from '../support/shapes.ts';
import { surfaceVolume } from './stuffing-measure.ts';

/** A shape without some of its triangles. */
function without({ positions, indices }: Shape, drop: (t: number) => boolean): Shape {
  return { positions, indices: indices.filter((_, h) => !drop(Math.floor(h / 3))) };
}

const thick = moved(sphere(8), [0.1, 0.2, 0.3]);
const shapes: [string, Shape][] = [
  ['sphere', thick],
  ['sphere with a hole of a quarter', without(thick, (t) => t < 128)],
  ['sphere with every 20th triangle gone', without(thick, (t) => t % 20 === 7)],
  ['two overlapping spheres', joined(thick, moved(sphere(6), [0.8, 0.1, 0], 0.7))],
  ['sphere with a cavity', joined(thick, moved(reversed(sphere(6)), [0.1, 0.1, 0.3], 0.5))],
  ['doubled triangles', joined(thick, thick)],
  ['torus', torus(24, 12)],
  ['thin plate', box(2, 0.03, 2)],
  ['single triangle', shape([0, 0, 0, 1, 0, 0, 0, 1, 0.5], [0, 1, 2])],
];

describe.each(shapes)('classifyNodes: %s', (name, surface) => {
  it('agrees with a sum of solid angles at every node', () => {
    const solid = createSolid(surface);
    const lattice = createLattice(solid.box, 0.21);
    const turns = finishWork(classifyNodes(lattice, solid));
    const p = new Float64Array(3);
    let inside = 0;
    for (let n = 0; n < turns.length; n++) {
      placeNode(p, 0, lattice, n);
      const exact = windingBrute(surface, [p[0], p[1], p[2]]);
      // Far groups of triangles act as dipoles: the side may differ where the winding number is all but ½.
      if (Math.abs(exact - 0.5) > 0.02) expect(turns[n] > 0.5, `node ${n}, ${exact} turns`).toBe(exact > 0.5);
      if (exact > 0.5) inside++;
    }
    if (surface.indices.length > 3 && name !== 'thin plate') expect(inside).toBeGreaterThan(100);
  });
});

describe.each(shapes.slice(0, 7))('leaveSolid: %s', (_, surface) => {
  it('stops where the side changes (seed 2)', () => {
    const solid = createSolid(surface);
    const random = createRandom(2);
    const ends = new Float64Array(6);
    const out = new Float64Array(1);
    let tried = 0;
    while (tried < 60) {
      for (let d = 0; d < 6; d++) ends[d] = 3 * nextFloat(random) - 1.5;
      const inner = windingBrute(surface, [ends[0], ends[1], ends[2]]);
      if (inner < 0.55 || windingBrute(surface, [ends[3], ends[4], ends[5]]) > 0.45) continue;
      tried++;
      leaveSolid(out, solid, ends, 0, ends, 3, inner);
      const side = (t: number) =>
        windingBrute(surface, [
          ends[0] + t * (ends[3] - ends[0]),
          ends[1] + t * (ends[4] - ends[1]),
          ends[2] + t * (ends[5] - ends[2]),
        ]);
      // In a hole the winding number slides through ½, and dipoles move that place a little.
      expect(side(out[0] - 1e-3)).toBeGreaterThan(0.47);
      expect(side(out[0] + 1e-3)).toBeLessThan(0.53);
    }
  });
});

describe('measureSolid', () => {
  it('is within 0.5 % of closed forms', () => {
    expect(measureSolid(createSolid(box(1, 2, 3)))).toBeCloseTo(6, 6);
    expect(measureSolid(createSolid(box(1, 0.01, 1))) / 0.01).toBeCloseTo(1, 6);
    expect(measureSolid(createSolid(thick)) / surfaceVolume(thick)).toBeCloseTo(1, 2);
    const ring = torus(32, 16);
    expect(Math.abs(measureSolid(createSolid(ring)) / surfaceVolume(ring) - 1)).toBeLessThan(0.005);
  });

  it('counts what overlaps once, what is doubled once, and a cavity not at all', () => {
    const two = joined(box(2, 1, 1), moved(box(2, 1, 1), [1, 0, 0]));
    expect(measureSolid(createSolid(two))).toBeCloseTo(3, 6);
    expect(measureSolid(createSolid(joined(box(), box())))).toBeCloseTo(1, 6);
    const hollow = joined(box(), moved(reversed(box()), [0.25, 0.25, 0.25], 0.5));
    expect(measureSolid(createSolid(hollow))).toBeCloseTo(0.875, 2);
  });

  it('sees through small holes', () => {
    const holed = without(thick, (t) => t % 40 === 7);
    expect(Math.abs(measureSolid(createSolid(holed)) / surfaceVolume(thick) - 1)).toBeLessThan(0.01);
  });

  it('finds nothing in an open sheet, a triangle or a box turned inside out', () => {
    const sheet = shape([0, 0, 0, 1, 0, 0, 1, 0.1, 1, 0, 0, 1], [0, 1, 2, 0, 2, 3]);
    for (const open of [sheet, shapes[8][1], reversed(box())])
      expect(measureSolid(createSolid(open))).toBe(0);
  });
});
