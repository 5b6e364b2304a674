import { describe, expect, it } from 'vitest';
import {
  costBlock,
  costLeaf,
  costNode,
  costOverlap,
  createCost,
  growCost,
} from '../../src/hierarchy/cost.ts';
import { type Metric, RESTRUCTURE_RULES } from '../../src/hierarchy/restructure.ts';
import { buildOverTriangles, type Construction } from '../../src/hierarchy/restructure-build.ts';
import { createTree } from '../../src/hierarchy/tree.ts';
import { createSphere } from '../../src/mesh/shapes/sphere.ts';
import { createCandidates, findCandidates } from '../../src/surface/candidates.ts';
import { addBody } from '../../src/surface/edit.ts';
import { createSurface } from '../../src/surface/surface.ts';
import { rebuildSubtree, rebuildSurface, updateSurface } from '../../src/surface/update.ts';
import { validateSurface } from '../../src/surface/validate.ts';
import { seeded } from '../support/surfaces.ts';

const MESHES: Record<string, { positions: Float64Array; indices: Uint32Array }> = {
  sphere: createSphere({ frequency: 16 }),
  'one point': {
    positions: new Float64Array(3 * 600),
    indices: Uint32Array.from({ length: 1500 }, (_, i) => i % 600),
  },
  'crowded at one end': {
    positions: Float64Array.from({ length: 3 * 600 }, (_, i) => 2 ** -(i % 900)),
    indices: Uint32Array.from({ length: 1500 }, (_, i) => i % 600),
  },
};

describe('building subtrees', () => {
  for (const [name, mesh] of Object.entries(MESHES)) {
    it.each<Construction>(['grid', 'median'])(`${name}, by %s: every triangle has one leaf`, (how) => {
      const count = mesh.indices.length / 3;
      const tree = createTree(count);
      const root = buildOverTriangles(
        tree,
        mesh,
        Int32Array.from({ length: count }, (_, i) => i),
        how,
      );
      const seen = new Set<number>();
      const waiting = [root];
      let inner = 0;
      while (waiting.length > 0) {
        const n = waiting.pop()!;
        if (tree.triangle[n] >= 0) {
          expect(tree.leaf[tree.triangle[n]]).toBe(n);
          seen.add(tree.triangle[n]);
          continue;
        }
        inner++;
        for (let c = 0; c < 2; c++) {
          expect(tree.parent[tree.child[2 * n + c]]).toBe(n);
          waiting.push(tree.child[2 * n + c]);
        }
      }
      expect(seen.size).toBe(count);
      expect(inner).toBe(count - 1);
      expect(tree.nodeCount).toBe(2 * count - 1);
      expect(tree.height[root]).toBeLessThan(140);
    });
  }
});

describe('costs', () => {
  it('of two leaves that overlap by a quarter: TC_I, TC_S and the overlap as worked out by hand', () => {
    const cost = createCost();
    growCost(cost, 3);
    const box = Float32Array.from([0, 0, 0, 7, 1, 1, 0, 0, 0, 4, 1, 1, 3, 0, 0, 7, 1, 1]);
    for (const leaf of [1, 2]) costLeaf(cost, leaf);
    costNode(cost, box, 0, 1, 2, false, false);
    expect(cost.inter[0]).toBeCloseTo(1 + 4 / 7 + 4 / 7);
    expect(cost.self[0]).toBe(2);
    costOverlap(cost, box, Int32Array.of(0, 10, 20), 0, 1, 2, false, false);
    expect(cost.self[0]).toBe(1 + 10 / 4 + 20 / 4);
    costBlock(cost, 1, 10);
    costOverlap(cost, box, Int32Array.of(0, 10, 20), 0, 1, 2, false, true);
    expect(cost.self[0]).toBe(1 + 10 / 4 + 20 / 4 + cost.self[1]);
    box[12] = 5; // apart
    costOverlap(cost, box, Int32Array.of(0, 10, 20), 0, 1, 2, true, true);
    expect(cost.self[0]).toBe(1);
  });
});

describe('selective restructuring', () => {
  it.each<Metric>(['overlap', 'traversal'])(
    'builds again what has become bad by %s, within its share, and queries take fewer tests, seed 41',
    (metric) => {
      const rules = { ...RESTRUCTURE_RULES, metric };
      const random = seeded(41);
      const surface = createSurface();
      // Triangles by themselves, which then change places.
      const positions: number[] = [];
      for (let t = 0; t < 3000; t++) {
        const at = [random(), random(), random()];
        for (let k = 0; k < 9; k++) positions.push(at[k % 3] + 0.02 * random());
      }
      addBody(surface, { positions, indices: positions.slice(0, 9000).map((_, i) => i) });
      const out = createCandidates();
      const query = () => {
        findCandidates(out, surface, 'off', 'all');
        return out.tests;
      };
      updateSurface(surface, { rules });
      const good = query();
      for (let t = 0; t < 3000; t += 2) {
        const [a, b] = [9 * t, 9 * (t + 1)];
        for (let k = 0; k < 9; k++) {
          const x = surface.end[a + k];
          surface.end[a + k] = surface.end[b + k];
          surface.end[b + k] = x;
        }
      }
      updateSurface(surface, { rules });
      const bad = query();
      expect(bad).toBeGreaterThan(10 * good);
      expect(updateSurface(surface, { rules, tests: 10 }).restructured).toBe(0); // no share of so little
      const { restructured } = updateSurface(surface, { rules, tests: bad });
      expect(restructured).toBeGreaterThan(0);
      validateSurface(surface);
      const better = query();
      expect(better).toBeLessThan(bad / 5);
      expect(updateSurface(surface, { rules, tests: better }).restructured).toBe(0);
    },
  );

  it('finds nothing to build where nothing moves and culling changes', () => {
    const surface = createSurface();
    addBody(surface, createSphere({ frequency: 16 }));
    updateSurface(surface, { culling: 'dual' });
    expect(updateSurface(surface, { culling: 'contour', tests: 1e7 }).restructured).toBe(0);
    expect(updateSurface(surface, { culling: 'dual', tests: 1e7 }).restructured).toBe(0);
  });

  it('builds over bodies of a triangle as they lie now, seed 42', () => {
    const random = seeded(42);
    const surface = createSurface();
    for (let t = 0; t < 1000; t++) {
      const at = [random(), random(), random()];
      const positions = Array.from({ length: 9 }, (_, k) => at[k % 3] + 0.02 * random());
      addBody(surface, { positions, indices: [0, 1, 2] });
    }
    const out = createCandidates();
    const query = () => {
      updateSurface(surface);
      findCandidates(out, surface, 'off', 'all');
      return out.tests;
    };
    updateSurface(surface);
    rebuildSurface(surface);
    const good = query();
    const { end } = surface;
    end.subarray(0, 9000).reverse(); // triangles change places, in a mirror
    for (let i = 0; i < 9000; i += 3) end.subarray(i, i + 3).reverse();
    updateSurface(surface);
    rebuildSubtree(surface, surface.tree.root);
    expect(query()).toBeLessThan(1.2 * good);
    validateSurface(surface);
  });
});
