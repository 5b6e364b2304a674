import { describe, expect, it } from 'vitest';
import { buildTree } from '../../src/hierarchy/build.ts';
import { createFloodWork, reshapeTriangles } from '../../src/hierarchy/flood.ts';
import { measureQuality, optimiseVisited } from '../../src/hierarchy/quality.ts';
import { refitTouched } from '../../src/hierarchy/refit.ts';
import { validateTree } from '../../src/hierarchy/validate.ts';
import { createCutMesh, labelPieces } from '../../src/surface/cut-mesh.ts';
import { advanceCut, planCut } from '../../src/surface/cut-plane.ts';
import { floodCutTriangles, renewTree, separateCutTree, updateCutTree } from '../../src/surface/cut-tree.ts';
import { sphere, torus } from '../support/shapes.ts';

describe('the tree of a piece under a growing cut', () => {
  for (const [name, mesh] of [
    ['sphere', sphere(16)],
    ['ring', torus(60, 20)],
  ] as const) {
    it(`a ${name} in ten steps: every promise holds, Q stays near that of a new tree`, () => {
      const cut = createCutMesh(mesh);
      const crack = planCut(cut, { normal: [1, 0.2, 0.1], offset: 0.03, along: [0, 1, 0] });
      const tree = buildTree(cut);
      const flooded = buildTree(cut);
      const work = createFloodWork();
      for (let k = 1; k <= 10; k++) {
        advanceCut(cut, crack, k === 10 ? Infinity : crack.from + (k * (crack.to - crack.from)) / 10);
        updateCutTree(tree, cut, cut, work);
        reshapeTriangles(flooded, cut, cut.changes.reshaped, cut.changes.reshapedCount);
        floodCutTriangles(flooded, cut, cut, work);
        refitTouched(flooded);
        optimiseVisited(flooded);
        for (const one of [tree, flooded]) {
          validateTree(one, { mesh: cut, balanced: true });
          expect(one.leafCount).toBe(cut.triangleCount);
        }
      }
      const fresh = measureQuality(buildTree(cut));
      expect(measureQuality(tree)).toBeLessThan(1.4 * fresh);
      expect(measureQuality(flooded)).toBeLessThan(3 * fresh);
      expect(labelPieces(cut)).toBe(2);
      const [other] = separateCutTree(tree, cut, 0, 1, 2);
      for (const [piece, one] of [tree, other].entries()) {
        validateTree(one, { mesh: cut, balanced: true });
        for (let t = 0; t < cut.triangleCount; t++) {
          if ((one.leaf[t] ?? -1) >= 0 !== (cut.piece[t] === piece))
            throw new Error(`triangle ${t} is misplaced`);
        }
      }
      expect(renewTree(other, cut, 10)).toBe(false);
      const before = other.leafCount;
      expect(renewTree(other, cut, 0)).toBe(true);
      validateTree(other, { mesh: cut, balanced: true });
      expect(other.leafCount).toBe(before);
    });
  }
});
