import { describe, expect, it } from 'vitest';
import { loadPaperModels } from '../../bench/models.ts';
import { bake } from '../../src/index.ts';

describe('[Glondu13] table 1', () => {
  it.each(loadPaperModels().map((model) => [model.name, model] as const))(
    '%s has its sizes within 5 %%',
    async (_, model) => {
      const { report, mesher } = await bake(model.mesh, { spacing: model.spacing, interior: model.interior });
      expect(mesher).toBe('delaunay');
      [report.triangles, report.tets, report.points].forEach((ours, i) => {
        expect(ours / model.table[i]).toBeGreaterThan(0.95);
        expect(ours / model.table[i]).toBeLessThan(1.05);
      });
    },
  );
});
