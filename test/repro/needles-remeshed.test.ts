// A clean closed cylinder of needles, as CAD writes it, could not be recovered and was meshed anew by stuffing: volume
// lost, vertices gone. Recovery now flips needles in flat parts of the surface and adds points where flips end.

import { expect, it } from 'vitest';
import { createFans, createNeedles } from '../../bench/fidelity-meshes.ts';
import { finishWork } from '../../src/job/work.ts';
import { inspectMesh } from '../../src/mesh/inspect.ts';
import { refineMesh } from '../../src/mesh/refine.ts';
import { createSurfaceQuery, distanceSurface } from '../../src/mesh/surface-distance.ts';
import { tetrahedralise } from '../../src/mesh/tetrahedralise/tetrahedralise.ts';
import { createTriangleMesh } from '../../src/mesh/triangle-mesh.ts';

for (const [name, mesh] of [
  ['needles', createNeedles(100)],
  ['fans', createFans(3, 24)],
] as const) {
  it(`keeps the shape and the vertices of a clean surface: ${name}`, () => {
    const spacing = 1 / 24;
    const { mesh: refined } = refineMesh(mesh, spacing);
    const { solid, failure } = finishWork(tetrahedralise(refined, { spacing }));
    expect(failure).toBeNull();
    expect(Math.abs(solid!.volumeError)).toBeLessThan(1e-6);
    expect(inspectMesh(solid!.surface).defects).toEqual([]);
    const kept = new Set(solid!.vertex);
    expect(refined.indices.filter((v) => !kept.has(v)).length).toBe(0);
    // Every vertex and every middle of a triangle of the result lies on the input.
    const query = createSurfaceQuery(mesh);
    const out = new Float64Array(4);
    const p = new Float64Array(3);
    const { positions: x, indices } = solid!.surface;
    let most = 0;
    for (let t = 0; t < indices.length; t += 3) {
      for (let d = 0; d < 3; d++) {
        p[d] = (x[3 * indices[t] + d] + x[3 * indices[t + 1] + d] + x[3 * indices[t + 2] + d]) / 3;
      }
      distanceSurface(out, query, p, 0, -1);
      most = Math.max(most, Math.abs(out[0]));
    }
    expect(most).toBeLessThan(1e-5);
  });
}

it('carries texture coordinates, colours and groups through flips and added points', () => {
  const plain = createNeedles(100);
  const at = (c: number, d: number) => plain.positions[3 * plain.indices[c] + d];
  const corners = Array.from(plain.indices, (_, c) => c);
  const mesh = createTriangleMesh({
    positions: plain.positions,
    indices: plain.indices,
    uvs: corners.flatMap((c) => [at(c, 0) + 2 * at(c, 1), at(c, 2)]),
    colors: corners.flatMap((c) => [0, 1, 2].map((d) => (at(c, d) + 2) / 4)),
    groups: corners.filter((c) => c % 3 === 0).map((c) => (at(c, 0) > 0.2 ? 1 : 0)),
  });
  const spacing = 1 / 24;
  const { solid } = finishWork(tetrahedralise(refineMesh(mesh, spacing).mesh, { spacing }));
  const { positions: x, indices, uvs, colors } = solid!.surface;
  expect(solid!.recovered).toBeLessThan(1); // some were flipped
  let off = 0;
  let offColor = 0;
  for (let c = 0; c < indices.length; c++) {
    const v = 3 * indices[c];
    off = Math.max(off, Math.abs(uvs![2 * c] - (x[v] + 2 * x[v + 1])), Math.abs(uvs![2 * c + 1] - x[v + 2]));
    for (let d = 0; d < 3; d++)
      offColor = Math.max(offColor, Math.abs(colors![3 * c + d] - (x[v + d] + 2) / 4));
  }
  expect(off).toBeLessThan(1e-4);
  expect(offColor).toBeLessThan(0.01); // an added point beside a flipped triangle has the colour of that one's rim
});
