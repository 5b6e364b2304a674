import { describe, expect, it } from 'vitest';
import { buildHierarchy } from '../../src/hierarchy/hierarchy.ts';
import { InputError } from '../../src/job/error.ts';
import { type DefectKind, inspectMesh, type MeshReport } from '../../src/mesh/inspect.ts';
import type { MeshInput } from '../../src/mesh/triangle-mesh.ts';
import type { Shape } from '../support/data.ts';
import {
  box,
  exploded,
  joined,
  moved,
  reversed,
  SOUPS,
  shape,
  soup,
  sphere,
  tetra,
  torus,
} from '../support/shapes.ts';

const kinds = (report: MeshReport) => report.defects.map((d) => d.kind);

function defect(mesh: MeshInput, kind: DefectKind) {
  return inspectMesh(mesh).defects.find((d) => d.kind === kind);
}

function without({ positions, indices }: Shape, ...triangles: number[]): Shape {
  return shape(
    positions,
    indices.filter((_, h) => !triangles.includes(Math.floor(h / 3))),
  );
}

function withFlips({ positions, indices }: Shape, ...triangles: number[]): Shape {
  const out = indices.slice();
  for (const t of triangles) [out[3 * t], out[3 * t + 1]] = [out[3 * t + 1], out[3 * t]];
  return shape(positions, out);
}

describe('inspectMesh of sound meshes', () => {
  it('box', () => {
    expect(inspectMesh(box(1, 2, 3))).toEqual({
      vertices: 8,
      triangles: 12,
      edges: 18,
      components: 1,
      parts: [{ triangles: 12, vertices: 8, area: 22, volume: 6, closed: true, genus: 0 }],
      genus: 0,
      volume: 6,
      area: 22,
      bounds: [0, 0, 0, 1, 2, 3],
      closed: true,
      manifold: true,
      oriented: true,
      defects: [],
    });
  });

  it('plain arrays do as well', () => {
    const { positions, indices } = tetra();
    const report = inspectMesh({ positions: [...positions], indices: [...indices] });
    expect(report.volume).toBeCloseTo(1 / 6, 15);
    expect(report.defects).toEqual([]);
  });

  it('torus: genus 1; several solids: their sum', () => {
    expect(inspectMesh(torus(9, 7)).genus).toBe(1);
    const report = inspectMesh(joined(torus(9, 7), moved(torus(8, 5), [9, 0, 0]), moved(box(), [0, 9, 0])));
    expect([report.components, report.genus, report.closed]).toEqual([3, 2, true]);
    expect(report.parts.map((p) => p.genus)).toEqual([1, 1, 0]);
    expect(report.defects).toEqual([]);
  });

  it('a solid with a cavity: the cavity counts against the volume and is no defect', () => {
    const report = inspectMesh(joined(box(4, 4, 4), moved(reversed(box()), [1, 1, 1])));
    expect(report.volume).toBeCloseTo(63, 12);
    expect(report.parts.map((p) => p.volume).sort()).toEqual([-1, 64]);
    expect(report.defects).toEqual([]);
  });

  it('far away and at all scales', () => {
    for (const scale of [1e-6, 1, 1e6]) {
      const report = inspectMesh(moved(sphere(6), [1e3 * scale, 0, 0], scale));
      expect(report.defects).toEqual([]);
      expect(report.volume / scale ** 3).toBeCloseTo(inspectMesh(sphere(6)).volume, 9);
    }
  });

  it('does not touch its input', () => {
    const mesh = withFlips(torus(6, 5), 3);
    const [positions, indices] = [mesh.positions.slice(), mesh.indices.slice()];
    inspectMesh(mesh);
    expect(mesh).toEqual({ positions, indices });
  });
});

describe('inspectMesh names each defect, its count and its first element', () => {
  it('open-edge', () => {
    const report = inspectMesh(without(box(), 4));
    expect(kinds(report)).toEqual(['open-edge']);
    expect(report.defects[0]).toEqual({
      kind: 'open-edge',
      count: 3,
      first: { edge: [0, 1], triangle: 1 },
      message: '3 edges are open, the first: edge 0–1 belongs to triangle 1 alone',
    });
    expect([report.closed, report.manifold, report.oriented, report.genus]).toEqual([
      false,
      true,
      true,
      null,
    ]);
  });

  it('non-manifold-edge', () => {
    // A fin on the edge 0–1 of a box.
    const fin = shape([...box().positions, 0.5, -1, -1], [...box().indices, 0, 1, 8]);
    const report = inspectMesh(fin);
    expect(defect(fin, 'non-manifold-edge')).toMatchObject({ count: 1, first: { edge: [0, 1] } });
    expect(defect(fin, 'non-manifold-edge')?.message).toContain('edge 0–1 has 3');
    expect(defect(fin, 'open-edge')?.count).toBe(2);
    expect([report.closed, report.manifold]).toEqual([false, false]);
  });

  it('two boxes that share an edge: four triangles at it, closed all the same', () => {
    const far = moved(box(), [-1, -1, 0]);
    const indices = [...far.indices].map((v) => ({ 3: 0, 7: 4 })[v] ?? v + 8);
    const mesh = shape([...box().positions, ...far.positions], [...box().indices, ...indices]);
    const report = inspectMesh(mesh);
    expect(kinds(report)).toEqual(['duplicate-vertex', 'unused-vertex', 'non-manifold-edge']);
    expect([report.components, report.closed, report.manifold]).toEqual([1, true, false]);
  });

  it('non-manifold-vertex', () => {
    const far = moved(box(), [-1, -1, -1]);
    const mesh = shape(
      [...box().positions, ...far.positions.slice(0, 21)],
      [...box().indices, ...[...far.indices].map((v) => (v === 7 ? 0 : v + 8))],
    );
    const report = inspectMesh(mesh);
    expect(kinds(report)).toEqual(['non-manifold-vertex']);
    expect(report.defects[0]).toEqual({
      kind: 'non-manifold-vertex',
      count: 1,
      first: { vertex: 0 },
      message: '1 vertex joins surfaces at a point: 2 fans of triangles meet at vertex 0',
    });
    expect([report.components, report.closed, report.manifold, report.genus]).toEqual([2, true, false, null]);
    expect(report.parts.map((p) => p.vertices)).toEqual([8, 8]);
  });

  it('flipped-triangle: a few', () => {
    const report = inspectMesh(withFlips(sphere(5), 7, 90));
    expect(kinds(report)).toEqual(['flipped-triangle']);
    expect(report.defects[0]).toMatchObject({ count: 2, first: { triangle: 7 } });
    expect(report.oriented).toBe(false);
    expect(report.closed).toBe(true);
  });

  it('flipped-triangle: half of them, by area, not by number', () => {
    // The caps of a flat cylinder weigh more than its many wall triangles.
    const n = 40;
    const positions: number[] = [0, 0, 0, 0, 0, 0.01];
    const indices: number[] = [];
    for (let i = 0; i < n; i++) {
      const [x, y] = [Math.cos((2 * Math.PI * i) / n), Math.sin((2 * Math.PI * i) / n)];
      positions.push(x, y, 0, x, y, 0.01);
      const [a, b] = [2 + 2 * i, 2 + 2 * ((i + 1) % n)];
      indices.push(0, b, a, 1, a + 1, b + 1, a, b, b + 1, a, b + 1, a + 1);
    }
    const walls = [...Array(2 * n).keys()].map((k) => 4 * (k >> 1) + 2 + (k & 1));
    const coin = shape(positions, indices);
    expect(inspectMesh(coin).defects).toEqual([]);
    expect(inspectMesh(withFlips(coin, ...walls)).defects).toMatchObject([
      { kind: 'flipped-triangle', count: 2 * n, first: { triangle: 2 } },
    ]);
  });

  it('flipped-triangle: the whole surface', () => {
    for (const mesh of [
      reversed(torus(8, 6)),
      reversed(joined(box(4, 4, 4), moved(reversed(box()), [1, 1, 1]))),
    ]) {
      const [flipped] = inspectMesh(mesh).defects;
      expect(flipped).toMatchObject({ kind: 'flipped-triangle', count: mesh.indices.length / 3 });
      expect(flipped.message).toContain('inside out');
    }
  });

  it('flipped-triangle: one solid of several, larger or smaller than the rest', () => {
    for (const size of [0.5, 3]) {
      const report = inspectMesh(
        joined(box(), moved(reversed(sphere(4)), [9, 0, 0], size), moved(box(), [0, 9, 0])),
      );
      expect(report.defects).toMatchObject([{ count: 128, first: { triangle: 12 } }]);
      expect(report.defects[0].message).toContain('1 of the components');
    }
  });

  it('flipped-triangle: a surface with a small hole still has an inside, a sheet has none', () => {
    expect(defect(reversed(without(sphere(6), 3)), 'flipped-triangle')?.count).toBe(287);
    expect(defect(without(sphere(6), 3), 'flipped-triangle')).toBeUndefined();
    const half = shape(sphere(6).positions, sphere(6).indices.slice(0, 3 * 144));
    expect(defect(half, 'flipped-triangle')).toBeUndefined();
    expect(defect(reversed(half), 'flipped-triangle')).toBeUndefined();
  });

  it('flipped-triangle: a Möbius strip cannot be oriented', () => {
    const n = 12;
    const positions: number[] = [];
    const indices: number[] = [];
    for (let i = 0; i < n; i++) {
      const [u, v] = [(2 * Math.PI * i) / n, (Math.PI * i) / n];
      for (const r of [-0.3, 0.3]) {
        const radius = 1 + r * Math.cos(v);
        positions.push(radius * Math.cos(u), radius * Math.sin(u), r * Math.sin(v));
      }
      const [a, b] = [2 * i, 2 * i + 1];
      const [c, d] = i + 1 < n ? [2 * i + 2, 2 * i + 3] : [1, 0];
      indices.push(a, c, d, a, d, b);
    }
    const report = inspectMesh(shape(positions, indices));
    expect(report.defects.find((d) => d.kind === 'flipped-triangle')?.message).toContain('Möbius');
    expect(report.oriented).toBe(false);
    expect(report.defects.find((d) => d.kind === 'self-intersection')).toBeUndefined();
  });

  it('degenerate-triangle: repeated vertices, equal positions and collinear ones', () => {
    const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0.5, 0, 0, 1 / 3, 1 / 3, 0, 2 / 3, 2 / 3, 0];
    const found = defect(
      { positions, indices: [0, 1, 2, 0, 1, 1, 0, 3, 2, 0, 4, 1, 0, 5, 6] },
      'degenerate-triangle',
    );
    expect(found).toMatchObject({ count: 4, first: { triangle: 1 } });
    expect(found?.message).toBe('4 triangles have no area, the first: triangle 1 with vertices 0, 1, 1');
  });

  it('a triangle with a repeated vertex neither opens a surface nor crowds an edge', () => {
    const mesh = shape(box().positions, [...box().indices, 0, 0, 1, 5, 5, 5]);
    expect(kinds(inspectMesh(mesh))).toEqual(['degenerate-triangle']);
  });

  it('duplicate-vertex, −0 and 0 being equal', () => {
    const found = defect(exploded(tetra()), 'duplicate-vertex');
    expect(found).toMatchObject({ count: 8, first: { vertex: 3, other: 0 } });
    const zeros = { positions: [0, 0, 0, -0, 0, -0, 1, 0, 0], indices: [0, 1, 2] };
    expect(defect(zeros, 'duplicate-vertex')).toMatchObject({ count: 1, first: { vertex: 1, other: 0 } });
  });

  it('unused-vertex', () => {
    const mesh = shape(
      [9, 9, 9, ...tetra().positions, 8, 8, 8],
      [...tetra().indices].map((v) => v + 1),
    );
    const report = inspectMesh(mesh);
    expect(report.defects).toEqual([
      {
        kind: 'unused-vertex',
        count: 2,
        first: { vertex: 0 },
        message: '2 vertices are unused, the first: no triangle has vertex 0',
      },
    ]);
    expect(report.bounds).toEqual([0, 0, 0, 1, 1, 1]);
  });

  it('non-finite: the rest of the report still holds', () => {
    for (const bad of [Number.NaN, Infinity, -Infinity]) {
      const mesh = box();
      mesh.positions[3 * 6 + 1] = bad;
      const report = inspectMesh(mesh);
      expect(report.defects[0]).toMatchObject({ kind: 'non-finite', count: 1, first: { vertex: 6 } });
      expect(report.defects[0].message).toBe(`1 vertex is not at a point: vertex 6 is at (0, ${bad}, 1)`);
      expect([report.closed, report.manifold, report.edges]).toEqual([true, true, 18]);
      for (const x of [report.area, report.volume, ...report.bounds]) expect(Number.isFinite(x)).toBe(true);
    }
  });

  it('duplicate-triangle, whichever way it turns', () => {
    const mesh = shape(box().positions, [...box().indices, ...box().indices.slice(0, 3), 3, 2, 0]);
    expect(defect(mesh, 'duplicate-triangle')).toMatchObject({ count: 2, first: { triangle: 12, other: 0 } });
    expect(defect(mesh, 'self-intersection')).toBeUndefined();
  });

  it('self-intersection, and the option not to look', () => {
    const mesh = joined(box(), moved(box(), [0.5, 0.3, 0.2]));
    const found = defect(mesh, 'self-intersection');
    expect(found?.count).toBeGreaterThan(5);
    expect(found?.first.triangle).toBeLessThan(12);
    expect(found?.first.other).toBeGreaterThanOrEqual(12);
    expect(inspectMesh(mesh, { selfIntersections: false }).defects).toEqual([]);
  });

  it('self-intersection: loose triangles that meet in equal corners do not count', () => {
    expect(defect(exploded(torus(8, 6)), 'self-intersection')).toBeUndefined();
  });
});

describe('inspectMesh of hopeless input', () => {
  it('nothing at all', () => {
    const report = inspectMesh({ positions: [], indices: [] });
    expect(report).toMatchObject({
      triangles: 0,
      components: 0,
      genus: null,
      closed: false,
      volume: 0,
      area: 0,
    });
    expect(report.bounds).toEqual([0, 0, 0, 0, 0, 0]);
    expect(report.defects).toEqual([]);
  });

  it('points without triangles, and one triangle', () => {
    expect(kinds(inspectMesh({ positions: [1, 2, 3], indices: [] }))).toEqual(['unused-vertex']);
    expect(kinds(inspectMesh({ positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], indices: [0, 1, 2] }))).toEqual([
      'open-edge',
    ]);
  });

  it('all NaN', () => {
    const report = inspectMesh(shape(box().positions.fill(Number.NaN), box().indices));
    expect(report.defects[0]).toMatchObject({ kind: 'non-finite', count: 8 });
    expect([report.area, report.volume]).toEqual([0, 0]);
  });

  it('an index that names no vertex', () => {
    const job = () => inspectMesh({ positions: [0, 0, 0], indices: [0, 1, 2] });
    expect(job).toThrow(InputError);
    expect(job).toThrow('triangle 0 names vertex 1');
  });

  it('every kind of soup, at every scale, gives numbers', () => {
    for (const kind of SOUPS) {
      for (const scale of [1e-6, 1, 1e6]) {
        const report = inspectMesh(soup(kind, 60, 91, scale));
        expect(Number.isFinite(report.volume + report.area)).toBe(true);
      }
    }
  });
});

it('a hierarchy that the caller has changes nothing, with triangles left out or not', () => {
  const flat = shape([0, 0, 0, 1, 0, 0, 2, 0, 0], [0, 1, 2]);
  for (const mesh of [
    joined(box(), moved(box(), [0.3, 0.2, 0.1])),
    joined(box(), flat),
    soup(SOUPS[0], 40, 3),
  ]) {
    const hierarchy = buildHierarchy(mesh.positions, mesh.indices);
    expect(inspectMesh(mesh, { hierarchy })).toEqual(inspectMesh(mesh));
  }
});
