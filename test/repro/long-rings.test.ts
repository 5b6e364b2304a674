// An edge with more than sixteen tets around it: what pierces a triangle at it was not found, the triangle stayed
// missing, and the surface had a dent there.

import { expect, it } from 'vitest';
import { finishWork } from '../../src/job/work.ts';
import { buildDelaunay } from '../../src/mesh/delaunay/build.ts';
import { collectPiercing, type Obstacles } from '../../src/mesh/tetrahedralise/obstacles.ts';

it('what pierces a triangle is found around an edge with 40 tets', () => {
  const around = 40;
  const points = [0, 0, -0.3, 0, 0, 0.3]; // a and b, on the axis of a ring
  for (let i = 0; i < around; i++) {
    const angle = (2 * Math.PI * i) / around;
    const radius = 0.5 + 0.001 * (i % 3); // no two tets in one sphere
    points.push(radius * Math.cos(angle), radius * Math.sin(angle), 0.001 * (i % 2));
  }
  const c = points.length / 3;
  points.push(3, 0.2, 0); // seen from the axis between the first two of the ring
  const { triangulation } = finishWork(
    buildDelaunay(Float64Array.from([...points, 9, 9, 9, -9, -9, 8, 8, -9, -9])),
  );
  const found: Obstacles = { faces: [], edges: [] };
  expect(collectPiercing(found, triangulation, { a: 0, b: 1, c })).toBe('open');
  const pairs = Array.from({ length: found.edges.length / 2 }, (_, i) =>
    [found.edges[2 * i], found.edges[2 * i + 1]].sort((p, q) => p - q).join(),
  );
  expect(pairs).toContain('2,3');
});
