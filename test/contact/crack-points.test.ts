// After any fracture the points of a fragment's tree are all corners of its surface, so the tree bounds it.

import { describe, expect, it } from 'vitest';
import { createCollider } from '../../src/contact/collider.ts';
import { buildSolid } from '../../src/contact/solid.ts';
import { createBreakWork, updateCollider } from '../../src/contact/update.ts';
import { createFragmentMesh, extractShape } from '../../src/fragment/extract.ts';
import { applyPattern } from '../../src/fragment/patterns.ts';
import { scatterSeeds } from '../../src/fragment/scatter.ts';
import { bake } from '../../src/index.ts';
import * as shapes from '../../src/mesh/shapes/index.ts';
import { validateForest } from '../../src/tree/validate-forest.ts';

const asset = await bake(shapes.createBox({ size: [0.3, 0.2, 0.1] }), { spacing: 0.05 });
const solid = buildSolid(asset);

describe('points of cracks', () => {
  for (const seed of [1, 2, 3]) {
    it(`are every corner of every fragment, once, through re-fractures (seed ${seed})`, () => {
      const collider = createCollider(solid);
      const work = createBreakWork(solid);
      const { field, forest } = collider;
      if (field === null || forest === null) throw new Error('not a solid');
      const { family } = field;
      for (const [label, count] of [
        [0, 9],
        [0, 4],
        [3, 3],
      ]) {
        const seeds = scatterSeeds(family, label, { count, seed });
        applyPattern(work.changes, family, label, { kind: 'voronoi', seeds });
        updateCollider(work, collider);
      }
      expect(family.fragments.count).toBeGreaterThan(12);
      validateForest(forest, collider.position);
      const mesh = createFragmentMesh();
      for (let label = 0; label < family.fragments.count; label++) {
        extractShape(mesh, family, label);
        const corners = new Set<string>();
        for (const v of mesh.indices.subarray(0, 3 * mesh.triangleCount)) {
          corners.add([...mesh.positions.subarray(3 * v, 3 * v + 3)].join());
        }
        const points: string[] = [];
        for (let p = 0; p < forest.pointCount; p++) {
          if (forest.fragment[p] !== label) continue;
          if (p >= forest.surfaceCount && p < forest.baseCount) continue;
          points.push([...collider.position.subarray(3 * p, 3 * p + 3)].join());
        }
        expect(new Set(points).size, 'no point twice').toBe(points.length);
        for (const corner of corners) expect(points, `fragment ${label}`).toContain(corner);
      }
    });
  }
});
