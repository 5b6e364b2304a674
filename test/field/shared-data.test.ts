import { describe, expect, it } from 'vitest';
import { buildGridField } from '../../src/field/build.ts';
import { sampleField } from '../../src/field/sample.ts';
import { finishWork } from '../../src/job/work.ts';
import { createSurfaceQuery } from '../../src/mesh/surface-distance.ts';
import { DATA, readCsv, readShape } from '../support/data.ts';

describe.skipIf(!DATA)('sampleField against distances computed by CGAL', () => {
  const names = ['bunny-npm.json', 'dragon-closed.obj', 'skull_low_resolution.obj', 'spot.obj', 'torus.obj'];
  for (const name of names) {
    it(`${name}: 3000 points within the error bound, or bounded from below; no wrong side`, () => {
      const mesh = readShape(`meshes/${name}`);
      const query = createSurfaceQuery(mesh);
      expect(query.closed).toBe(true);
      const field = finishWork(buildGridField(mesh, {}, query));
      const out = new Float64Array(1);
      let beyond = 0;
      let wrong = 0;
      let interpolated = 0;
      let points = 0;
      for (const [x, y, z, distance, , , , side] of readCsv(`sdf/${name.replace(/\.\w+$/, '')}.csv`)) {
        if (Number.isNaN(x)) continue;
        points++;
        const here = sampleField(out, field, Float64Array.of(x, y, z), 0);
        if (here) interpolated++;
        const off = here ? Math.abs(out[0] - distance) - field.error : Math.abs(out[0]) - Math.abs(distance);
        if (off > 0) beyond++;
        if ((!here || Math.abs(distance) > field.error) && Math.sign(out[0]) !== side) wrong++;
      }
      expect({ points, beyond, wrong }).toEqual({ points: 3000, beyond: 0, wrong: 0 });
      expect(interpolated).toBeGreaterThan(1000);
    });
  }
});
