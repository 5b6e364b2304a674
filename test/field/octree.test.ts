import { describe, expect, it } from 'vitest';
import { buildGridField } from '../../src/field/build.ts';
import { BRICK, BRICK_NODES, fieldBytes, type GridField } from '../../src/field/grid-field.ts';
import { BLOCKS, buildOctree, octreeBytes } from '../../src/field/octree.ts';
import type { FieldOptions } from '../../src/field/plan.ts';
import { sampleField } from '../../src/field/sample.ts';
import { finishWork } from '../../src/job/work.ts';
import { createRandom } from '../../src/math/random.ts';
import { createSurfaceQuery, distanceSurface } from '../../src/mesh/surface-distance.ts';
import type { Shape } from '../support/data.ts';
import { box, sphere, torus } from '../support/shapes.ts';
import { bumpy, farCorner, holed, hollow, plate, scatter } from './meshes.ts';

const build = (mesh: Shape, options?: FieldOptions): GridField => finishWork(buildGridField(mesh, options));

const CASES: [string, Shape, FieldOptions][] = [
  ['a bumpy ball', bumpy(6, 1), { cells: 40 }],
  ['a bumpy ball, exact', bumpy(6, 1), { cells: 24, exact: true }],
  ['a plate', plate(0.05), { cells: 60 }],
  ['a hollow cube', hollow(), { cells: 30 }],
  ['a ball with holes', holed(6, 3, 0.2), { cells: 30 }],
  ['a ring', torus(24, 12), { cells: 90 }],
  ['one brick', box(), { cells: 1, margin: 4, exact: true }],
];

describe('buildOctree', () => {
  for (const [name, mesh, options] of CASES) {
    const field = build(mesh, options);

    it(`${name}: takes at most 0.4 of the bytes of the grid`, () => {
      expect(octreeBytes(buildOctree(field))).toBeLessThan(0.4 * fieldBytes(field));
    });

    it(`${name}: ranges of blocks are those of their nodes, rounded outwards by little`, () => {
      const { block } = buildOctree(field);
      let wrong = 0;
      for (let b = 0; b < field.base.length; b++) {
        for (let n = 0; n < BLOCKS; n++) {
          const size = n < 64 ? 2 : 4;
          const of = n < 64 ? [n & 3, (n >> 2) & 3, n >> 4] : [n & 1, ((n - 64) >> 1) & 1, (n - 64) >> 2];
          let [low, high] = [Infinity, -Infinity];
          for (let z = size * of[2]; z <= size * of[2] + size; z++)
            for (let y = size * of[1]; y <= size * of[1] + size; y++)
              for (let x = size * of[0]; x <= size * of[0] + size; x++) {
                const v = field.node[BRICK_NODES * b + (z * 9 + y) * 9 + x];
                low = Math.min(low, v);
                high = Math.max(high, v);
              }
          if (block[BLOCKS * b + n] !== ((low >> 8) | (high & 0xff00))) wrong++;
        }
      }
      expect(wrong).toBe(0);
      expect(block.length).toBe(BLOCKS * field.base.length);
    });

    it(`${name}: every sample is in the range of its coarse cell, and that in those above`, () => {
      const { range, unit, first, sizeX, sizeY, levels } = buildOctree(field);
      const { nx, ny, cell, origin } = field;
      const points = scatter(createRandom(7), 4000, field.origin, farCorner(field));
      const out = new Float64Array(1);
      let wrong = 0;
      for (let at = 0; at < points.length; at += 3) {
        const [i, j, k] = [0, 1, 2].map((d) => Math.floor((points[at + d] - origin[d]) / cell / BRICK));
        const c = (k * (ny / BRICK) + j) * (nx / BRICK) + i;
        const interpolated = sampleField(out, field, points, at);
        if (interpolated && !(out[0] >= range[2 * c] * unit && out[0] <= range[2 * c + 1] * unit)) wrong++;
        for (let l = 1; l < levels; l++) {
          const m = first[l] + ((k >> l) * sizeY[l] + (j >> l)) * sizeX[l] + (i >> l);
          if (!(range[2 * m] <= range[2 * c] && range[2 * m + 1] >= range[2 * c + 1])) wrong++;
        }
      }
      expect(wrong).toBe(0);
      expect(first[levels] - first[levels - 1]).toBe(1);
    });
  }

  it('bounds the distance itself where there is no brick', () => {
    const mesh = sphere(12);
    const field = build(mesh, { cells: 120 });
    const { range, unit } = buildOctree(field);
    const query = createSurfaceQuery(mesh);
    const points = scatter(createRandom(8), 3000, field.origin, farCorner(field));
    const out = new Float64Array(8);
    let far = 0;
    for (let at = 0; at < points.length; at += 3) {
      const [i, j, k] = [0, 1, 2].map((d) =>
        Math.floor((points[at + d] - field.origin[d]) / field.cell / BRICK),
      );
      const c = (k * (field.ny / BRICK) + j) * (field.nx / BRICK) + i;
      if (field.brick[c] >= 0) continue;
      far++;
      distanceSurface(out, query, points, at, -1);
      expect(out[0]).toBeGreaterThanOrEqual(range[2 * c] * unit);
      expect(out[0]).toBeLessThanOrEqual(range[2 * c + 1] * unit);
    }
    expect(far).toBeGreaterThan(500);
  });

  it('the rim is no farther from the surface than the faces of the box are, and positive with a margin', () => {
    const mesh = bumpy(6, 1);
    const field = build(mesh, { cells: 40 });
    const { rim } = buildOctree(field);
    expect(rim).toBeGreaterThan(2 * field.cell);
    expect(rim).toBeLessThan(12 * field.cell);
    const tight = build(box(), { cells: 16, box: [0, 0, 0, 1, 1, 1] });
    expect(buildOctree(tight).rim).toBe(0);
  });
});
