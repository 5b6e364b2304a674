import { describe, expect, it } from 'vitest';
import { loadPaperModels } from '../../bench/models.ts';
import { bake } from '../../src/index.ts';

describe('[Glondu13] table 1', () => {
  for (const { name, mesh, spacing, interior, table } of loadPaperModels()) {
    it(`${name}: triangles, tets and points within 5 %`, async () => {
      const { report, mesher } = await bake(mesh, { spacing, interior });
      expect(mesher).toBe('delaunay');
      const ours = [report.triangles, report.tets, report.points];
      for (let i = 0; i < 3; i++) expect(Math.abs(ours[i] / table[i] - 1)).toBeLessThan(0.05);
    });
  }
});
