import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createRandom, nextUint } from '../../src/math/random.ts';
import { type DefectKind, inspectMesh, type MeshReport } from '../../src/mesh/inspect.ts';
import { computeMass } from '../../src/mesh/mass.ts';
import { repairMesh } from '../../src/mesh/repair.ts';
import type { MeshInput } from '../../src/mesh/triangle-mesh.ts';
import { InputError } from '../../src/work/error.ts';
import { DATA, readBytes, readShape, type Shape } from '../support/data.ts';
import {
  box,
  exploded,
  joined,
  moved,
  reversed,
  SOUPS,
  shape,
  signed,
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

describe('docs/meshes.md', () => {
  const text = readFileSync(new URL('../../docs/meshes.md', import.meta.url), 'utf8');

  it('shows what its examples print', () => {
    const numbers = (name: string) => JSON.parse(text.match(new RegExp(`const ${name} = (.*);`))![1]);
    const mesh = { positions: numbers('positions'), indices: numbers('indices') };
    const repaired = repairMesh(mesh, { fillHoles: true });
    const printed = (list: readonly { message: string }[]) =>
      '```\n' + list.map((x) => `${x.message}\n`).join('') + '```';
    expect(text).toContain(printed(inspectMesh(mesh).defects));
    expect(text).toContain(printed(repaired.changes));
    expect(inspectMesh(repaired.mesh)).toMatchObject({ volume: 1, defects: [] });
    expect(computeMass(repaired.mesh, 2500).mass).toBe(2500);
  });

  it('has a row for every kind of defect and change', () => {
    const rows = [...text.matchAll(/^\| `([\w-]+)`/gm)].map((m) => m[1]);
    const kindsIn = (path: string, type: string) => {
      const source = readFileSync(new URL(path, import.meta.url), 'utf8');
      const [, body] = source.match(new RegExp(`export type ${type} =([^;]*);`))!;
      return [...body.matchAll(/\| '([\w-]+)'/g)].map((m) => m[1]);
    };
    const wanted = [
      ...kindsIn('../../src/mesh/inspect.ts', 'DefectKind'),
      ...kindsIn('../../src/mesh/repair.ts', 'ChangeKind'),
    ];
    expect(wanted.length).toBe(17);
    expect(rows.sort()).toEqual(wanted.sort());
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

describe('inspectMesh against counting by maps, seed 92', () => {
  it('random triangles over few vertices', () => {
    const random = createRandom(92);
    for (let run = 0; run < 80; run++) {
      const vertexCount = 4 + (run % 20);
      const indices = new Uint32Array(3 * (1 + (run % 25))).map(() => nextUint(random) % vertexCount);
      const positions = new Float64Array(3 * vertexCount).map(() => signed(random));
      const report = inspectMesh({ positions, indices }, { selfIntersections: false });
      const of = (kind: DefectKind) => report.defects.find((d) => d.kind === kind)?.count ?? 0;
      const edges = new Map<string, number[]>();
      const live = [...Array(indices.length / 3).keys()].filter(
        (t) => new Set(indices.slice(3 * t, 3 * t + 3)).size === 3,
      );
      for (const t of live) {
        for (let i = 0; i < 3; i++) {
          const key = [indices[3 * t + i], indices[3 * t + ((i + 1) % 3)]].sort((a, b) => a - b).join();
          edges.set(key, [...(edges.get(key) ?? []), t]);
        }
      }
      const sizes = [...edges.values()].map((list) => list.length);
      expect(report.edges).toBe(edges.size);
      expect(of('open-edge')).toBe(sizes.filter((n) => n === 1).length);
      expect(of('non-manifold-edge')).toBe(sizes.filter((n) => n > 2).length);
      expect(report.closed).toBe(live.length > 0 && sizes.every((n) => n % 2 === 0));
      // Components and fans by spreading labels until nothing changes.
      const spread = (items: number[], linked: (s: number, t: number) => boolean) => {
        const label = new Map(items.map((t) => [t, t]));
        for (let changed = true; changed; ) {
          changed = false;
          for (const s of items) {
            for (const t of items) {
              if (label.get(s)! < label.get(t)! && linked(s, t)) {
                label.set(t, label.get(s)!);
                changed = true;
              }
            }
          }
        }
        return new Set(label.values()).size;
      };
      const corners = (t: number) => [...indices.slice(3 * t, 3 * t + 3)];
      const common = (s: number, t: number) => corners(s).filter((v) => corners(t).includes(v));
      expect(report.components).toBe(spread(live, (s, t) => common(s, t).length >= 2));
      let joints = 0;
      for (let v = 0; v < vertexCount; v++) {
        const around = live.filter((t) => corners(t).includes(v));
        if (spread(around, (s, t) => common(s, t).length >= 2) > 1) joints++;
      }
      expect(of('non-manifold-vertex')).toBe(joints);
      const sets = new Set<string>();
      let twice = 0;
      for (const t of live) {
        const key = corners(t)
          .sort((a, b) => a - b)
          .join();
        if (sets.has(key)) twice++;
        sets.add(key);
      }
      expect(of('duplicate-triangle')).toBe(twice);
      expect(of('degenerate-triangle')).toBe(indices.length / 3 - live.length);
      expect(of('unused-vertex')).toBe(vertexCount - new Set(indices).size);
    }
  });
});

describe.skipIf(!DATA)('inspectMesh against the statistics of the shared meshes', () => {
  const rows = DATA
    ? readBytes('meshes/mesh-stats.csv')
        .toString()
        .trim()
        .split(/\r?\n/)
        .map((line) => line.split(','))
    : [];
  for (const row of rows.slice(1)) {
    const stat = Object.fromEntries(rows[0].map((name, i) => [name, row[i]]));
    if (stat.file === 'dragon_vrip.ply.gz') continue; // the full dragon is not among the files
    it(stat.file, () => {
      const report = inspectMesh(readShape(`meshes/${stat.file}`), { selfIntersections: false });
      const of = (kind: DefectKind) => report.defects.find((d) => d.kind === kind)?.count ?? 0;
      expect(report.vertices).toBe(Number(stat.vertices));
      expect(report.triangles).toBe(Number(stat.triangles));
      expect(report.edges).toBe(Number(stat.edges));
      expect(of('unused-vertex')).toBe(Number(stat.unreferenced_vertices));
      expect(of('duplicate-vertex')).toBe(Number(stat.duplicate_positions));
      expect(of('open-edge')).toBe(Number(stat.boundary_edges));
      expect(of('non-manifold-edge')).toBe(Number(stat.nonmanifold_edges));
      expect(of('degenerate-triangle')).toBe(Number(stat.zero_area));
      expect(of('flipped-triangle')).toBe(0);
      if (stat.closed_oriented !== 'True') return;
      expect([report.closed, report.manifold, report.oriented]).toEqual([true, true, true]);
      expect(report.genus).toBe(Number(stat.genus));
      expect(report.components).toBe(Number(stat.components));
      expect(report.volume / Number(stat.signed_volume)).toBeCloseTo(1, 12);
    });
  }

  it('the pieces of a broken wall and cube are closed once equal vertices are one', () => {
    for (let i = 0; i < 8; i++) {
      const report = inspectMesh(readShape(`fracture/cube/cell-${i}.obj`));
      expect(kinds(report)).toContain('duplicate-vertex');
      expect(kinds(report)).not.toContain('self-intersection');
    }
  });
});
