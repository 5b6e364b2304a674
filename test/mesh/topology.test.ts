import { describe, expect, it } from 'vitest';
import { createRandom, nextUint } from '../../src/math/random.ts';
import { buildEdges, buildTwins, nextHalf } from '../../src/mesh/topology.ts';
import { box, sphere, torus } from '../support/shapes.ts';

/** Edges by a map from vertex pair to half-edges. */
function edgesBrute(indices: Uint32Array): Map<string, number[]> {
  const edges = new Map<string, number[]>();
  for (let h = 0; h < indices.length; h++) {
    const key = [indices[h], indices[3 * Math.floor(h / 3) + ((h + 1) % 3)]].sort((a, b) => a - b).join('-');
    edges.set(key, [...(edges.get(key) ?? []), h]);
  }
  return edges;
}

function compare(indices: Uint32Array, vertexCount: number): void {
  const want = edgesBrute(indices);
  const table = buildEdges(indices, vertexCount);
  expect(table.edgeCount).toBe(want.size);
  expect(table.start.length).toBe(want.size + 1);
  const key = (e: number) => {
    const h = table.half[table.start[e]];
    return [indices[h], indices[nextHalf(h)]].sort((a, b) => a - b);
  };
  for (let e = 0; e < table.edgeCount; e++) {
    const run = [...table.half.slice(table.start[e], table.start[e + 1])];
    expect(run).toEqual(want.get(key(e).join('-')));
    for (const h of run) expect(table.edge[h]).toBe(e);
    if (e > 0) {
      const [a, b] = key(e - 1);
      const [c, d] = key(e);
      expect(a < c || (a === c && b < d)).toBe(true); // numbered by lower, then higher vertex
    }
  }
  const twin = buildTwins(indices, table);
  for (const run of want.values()) {
    const [h, g] = run;
    const agree = run.length === 2 && indices[h] !== indices[g];
    for (const half of run) {
      expect(twin[half]).toBe(run.length === 1 ? -1 : agree ? h + g - half : -2);
    }
  }
}

describe('edges and twins against a map', () => {
  it('closed shapes: every half-edge has its twin', () => {
    for (const { positions, indices } of [box(), sphere(5), torus(7, 5)]) {
      compare(indices, positions.length / 3);
      const twin = buildTwins(indices, buildEdges(indices, positions.length / 3));
      expect(Math.min(...twin)).toBeGreaterThanOrEqual(0);
    }
  });

  it('random triangles over few vertices, seed 31: open, crowded and disagreeing edges, repeated vertices', () => {
    const random = createRandom(31);
    for (let run = 0; run < 60; run++) {
      const vertexCount = 2 + run;
      const indices = new Uint32Array(3 * 40).map(() => nextUint(random) % vertexCount);
      compare(indices, vertexCount);
    }
  });

  it('no triangles, one triangle, and the same triangle twice', () => {
    compare(new Uint32Array(0), 0);
    compare(Uint32Array.of(0, 1, 2), 3);
    compare(Uint32Array.of(0, 1, 2, 0, 1, 2), 3);
    compare(Uint32Array.of(0, 1, 2, 0, 2, 1), 9);
  });

  it('nextHalf walks around a triangle', () => {
    expect([0, 1, 2, 3, 4, 5].map(nextHalf)).toEqual([1, 2, 0, 4, 5, 3]);
  });
});
