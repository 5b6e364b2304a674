// The meshes that bakes are judged by are clean: closed, manifold, oriented, without a crossing or any other defect.

import { expect, it } from 'vitest';
import { FIDELITY_MESHES } from '../../bench/fidelity-meshes.ts';
import { inspectMesh } from '../../src/mesh/inspect.ts';

for (const { name, make } of FIDELITY_MESHES) {
  it(name, () => {
    const report = inspectMesh(make());
    expect(report.defects).toEqual([]);
    expect(report.closed && report.manifold && report.oriented).toBe(true);
    expect(report.volume).toBeGreaterThan(0);
    expect(report.triangles).toBeGreaterThan(900);
    expect(report.triangles).toBeLessThan(120_000);
  });
}
