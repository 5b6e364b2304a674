import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createRandom, nextUint } from '../../src/math/random.ts';
import { type DefectKind, inspectMesh, type MeshReport } from '../../src/mesh/inspect.ts';
import { computeMass } from '../../src/mesh/mass.ts';
import { repairMesh } from '../../src/mesh/repair.ts';
import { DATA, readBytes, readShape } from '../support/data.ts';
import { signed } from '../support/shapes.ts';

const kinds = (report: MeshReport) => report.defects.map((d) => d.kind);

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
      const [, body] = source.match(new RegExp(`type ${type} =([^;]*);`))!;
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
