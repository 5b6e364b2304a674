// Closed meshes that cross themselves came out with spikes and pits of 2 to 5 % of their diagonal, some to a corner of
// the box around everything: where triangles were missing, tets believed the walls beside them, though a pocket turned
// inside out has walls that face the wrong way.

import { describe, expect, it } from 'vitest';
import { crumple } from '../../bench/crossing-meshes.ts';
import { buildHierarchy } from '../../src/hierarchy/hierarchy.ts';
import { measureDeviation } from '../../src/mesh/deviation.ts';
import { refineMesh } from '../../src/mesh/refine.ts';
import { createTriceratops } from '../../src/mesh/shapes/index.ts';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { buildWinding } from '../../src/mesh/winding.ts';
import { DATA, hasData, longestSide, readObj, solidOf } from '../mesh/tetrahedralise-check.ts';

function deviationOf(mesh: TriangleMesh) {
  const spacing = longestSide(mesh) / 24;
  const solid = solidOf(refineMesh(mesh, spacing).mesh, { spacing });
  const surface = buildHierarchy(solid.surface.positions, solid.surface.indices);
  return measureDeviation(
    { tets: solid.tets, surface },
    buildWinding(buildHierarchy(mesh.positions, mesh.indices)),
  );
}

describe('closed meshes that cross themselves', () => {
  for (const seed of [1, 2]) {
    it(`keeps a triceratops whose vertices were shaken within 1 % of its diagonal (seed ${seed})`, () => {
      const { result, input, astray } = deviationOf(crumple(createTriceratops(), seed, 0.01));
      expect(result).toBeLessThan(0.01); // was 0.052 and 0.039
      expect(input).toBeLessThan(0.01);
      expect(astray).toBeLessThan(0.005);
    });
  }

  it.skipIf(!hasData)('keeps human_woman within 1 % of its diagonal', () => {
    const { result, input } = deviationOf(readObj(`${DATA}/meshes/human_woman.obj`));
    expect(result).toBeLessThan(0.01); // was 0.022
    expect(input).toBeLessThan(0.01);
  });
});
