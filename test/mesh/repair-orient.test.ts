import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/job/error.ts';
import { createRandom, nextUint } from '../../src/math/random.ts';
import { inspectMesh } from '../../src/mesh/inspect.ts';
import { repairMesh } from '../../src/mesh/repair.ts';
import { DATA, readShape } from '../support/data.ts';
import { box, joined, moved, reversed, SOUPS, shape, soup, sphere, tetra, torus } from '../support/shapes.ts';
import { dressed, expectDressed, repair } from './repair-check.ts';

describe('repairMesh orients', () => {
  it('flipped triangles, attributes included', () => {
    const random = createRandom(107);
    for (const mesh of [sphere(6), torus(12, 9)]) {
      const indices = mesh.indices.slice();
      const turned = new Set<number>();
      for (let k = 0; k < 60; k++) turned.add(nextUint(random) % (indices.length / 3));
      for (const t of turned) [indices[3 * t], indices[3 * t + 1]] = [indices[3 * t + 1], indices[3 * t]];
      const { mesh: out, count, report } = repair(dressed(shape(mesh.positions, indices)));
      expect(count).toEqual({ turned: turned.size });
      expect(report.defects).toEqual([]);
      expect(report.volume).toBeCloseTo(inspectMesh(mesh).volume, 13);
      expectDressed(out);
    }
  });

  it('normals of corners follow the turned triangle, unless they were right before', () => {
    const mesh = box();
    const flat = (indices: ArrayLike<number>) =>
      [...Array(12).keys()].flatMap((t) => {
        const p = [0, 1, 2].map((i) => [0, 1, 2].map((d) => mesh.positions[3 * indices[3 * t + i] + d]));
        const [u, v] = [1, 2].map((i) => p[i].map((x, d) => x - p[0][d]));
        const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
        return [...n, ...n, ...n];
      });
    const inner = reversed(mesh);
    const right = Float32Array.from(flat(mesh.indices));
    expect(repair({ ...inner, normals: flat(inner.indices) }).mesh.normals).toEqual(right);
    expect(repair({ ...inner, normals: flat(mesh.indices) }).mesh.normals).toEqual(right);
  });

  it('solids inside out, all or some; cavities stay cavities', () => {
    const shell = joined(box(9, 9, 9), moved(reversed(box(6, 6, 6)), [1, 1, 1]), moved(box(), [3, 3, 3]));
    const volume = 729 - 216 + 1;
    expect(repair(reversed(shell)).report.volume).toBeCloseTo(volume, 9);
    const beside = joined(shell, moved(reversed(sphere(4)), [20, 0, 0]));
    const { report, count } = repair(beside);
    expect(count).toEqual({ turned: 128 });
    expect(report.volume).toBeCloseTo(volume + inspectMesh(sphere(4)).volume, 9);
  });

  it('a cavity with a few flipped triangles stays a cavity', () => {
    const shell = joined(box(4, 4, 4), moved(reversed(sphere(3)), [2, 2, 2]));
    const indices = shell.indices.slice();
    for (const t of [20, 40]) [indices[3 * t], indices[3 * t + 1]] = [indices[3 * t + 1], indices[3 * t]];
    const { count, report } = repair(shape(shell.positions, indices));
    expect(count).toEqual({ turned: 2 });
    expect(report.volume).toBeCloseTo(inspectMesh(shell).volume, 12);
  });
});

describe('repairMesh splits vertices where solids meet in a point', () => {
  const far = moved(box(), [-1, -1, -1]);
  const bowtie = shape(
    [...box().positions, ...far.positions.slice(0, 21)],
    [...box().indices, ...[...far.indices].map((v) => (v === 7 ? 0 : v + 8))],
  );

  it('two boxes', () => {
    const { mesh, changes, report } = repair(dressed(bowtie));
    expect(changes).toEqual([
      { kind: 'split', count: 1, message: '1 vertex was added where surfaces met in a point' },
    ]);
    expect(report).toMatchObject({ closed: true, manifold: true, genus: 0, components: 2, volume: 2 });
    expect(report.defects.map((d) => d.kind)).toEqual(['duplicate-vertex']);
    expectDressed(mesh);
  });

  it('open fans stay together', () => {
    const mesh = shape([0, 0, 0, 1, 0, 0, 0, 1, 0, -1, 0, 0, 0, -1, 0], [0, 1, 2, 0, 3, 4]);
    expect(repair(mesh).changes).toEqual([]);
  });
});

describe('repairMesh fills holes on request', () => {
  it('one triangle, a lid, several at once; default is to leave them', () => {
    const { positions, indices } = sphere(6);
    const torn = shape(
      positions,
      indices.filter((_, h) => ![3, 4, 5, 100, 200, 201].includes(Math.floor(h / 3))),
    );
    expect(repair(torn).changes).toEqual([]);
    const { report, count } = repair(dressed(torn), { fillHoles: true });
    expect(count).toEqual({ filled: 6 });
    expect(report.defects).toEqual([]);
    expect(report.volume).toBeCloseTo(inspectMesh(sphere(6)).volume, 2);
    const lid = shape(box().positions, box().indices.slice(6));
    expect(repair(lid, { fillHoles: 3 }).changes).toEqual([]);
    expect(repair(lid, { fillHoles: 4 }).report).toMatchObject({ volume: 1, defects: [] });
  });

  it('carries attributes to the fill', () => {
    const { positions, indices } = sphere(6);
    const torn = shape(positions, indices.slice(9));
    const { mesh } = repair(dressed(torn), { fillHoles: true });
    expectDressed(mesh);
    const n = mesh.normals!.subarray(mesh.normals!.length - 9);
    expect(Math.hypot(n[0], n[1], n[2])).toBeCloseTo(1, 6);
  });

  it('a concave rim: the fill stays in it', () => {
    // A star-shaped prism without its lid.
    const n = 10;
    const positions: number[] = [0, 0, 0];
    const indices: number[] = [];
    for (let i = 0; i < n; i++) {
      const r = i % 2 ? 1 : 0.3;
      const [x, y] = [r * Math.cos((2 * Math.PI * i) / n), r * Math.sin((2 * Math.PI * i) / n)];
      positions.push(x, y, 0, x, y, 1);
      const [a, b] = [1 + 2 * i, 1 + 2 * ((i + 1) % n)];
      indices.push(0, b, a, a, b, b + 1, a, b + 1, a + 1);
    }
    const { report } = repair(shape(positions, indices), { fillHoles: true });
    expect(report.defects).toEqual([]);
    let area = 0;
    for (let i = 0; i < n; i++) area += 0.5 * 0.3 * Math.sin((2 * Math.PI) / n);
    expect(report.volume).toBeCloseTo(area, 12);
  });

  it('a sphere with 2 % of its triangles missing, seed 108', () => {
    const random = createRandom(108);
    const { positions, indices } = sphere(16);
    const gone = new Set(Array.from({ length: 41 }, () => nextUint(random) % 2048));
    const torn = shape(
      positions,
      indices.filter((_, h) => !gone.has(Math.floor(h / 3))),
    );
    const { report } = repair(torn, { fillHoles: true });
    expect([report.closed, report.manifold, report.oriented]).toEqual([true, true, true]);
    expect(report.volume / inspectMesh(sphere(16)).volume).toBeCloseTo(1, 3);
  });
});

describe('repairMesh', () => {
  it('drops unused vertices, even ones without a place', () => {
    const mesh = shape(
      [Number.NaN, 0, 0, ...tetra().positions],
      [...tetra().indices].map((v) => v + 1),
    );
    const { mesh: out, changes } = repair(mesh);
    expect(changes).toEqual([{ kind: 'unused', count: 1, message: '1 unused vertex was dropped' }]);
    expect(out.positions).toEqual(tetra().positions);
  });

  it('refuses what it cannot mend, and options that make no sense', () => {
    const broken = box();
    broken.positions[5] = Infinity;
    expect(() => repairMesh(broken)).toThrow(InputError);
    expect(() => repairMesh(broken)).toThrow('vertex 1 at (1, 0, Infinity)');
    expect(() => repairMesh({ positions: [0, 0, 0], indices: [0, 1, 2] })).toThrow(InputError);
    expect(() => repairMesh(box(), { weld: -1 })).toThrow('weld');
    expect(() => repairMesh(box(), { fillHoles: Number.NaN })).toThrow('fillHoles');
  });

  it('ends, and has nothing left to do, on every kind of soup at every scale', () => {
    for (const kind of SOUPS) {
      for (const scale of [1e-6, 1, 1e6]) {
        for (const options of [{}, { weld: 0.3 * scale, fillHoles: true }])
          repair(soup(kind, 60, 109, scale), options);
      }
    }
  });

  it('ends, and has nothing left to do, on random triangles over few lattice points, seed 110', () => {
    const random = createRandom(110);
    for (let run = 0; run < 60; run++) {
      const count = 4 + (run % 30);
      const positions = new Float64Array(3 * count).map(() => nextUint(random) % 3);
      const indices = new Uint32Array(3 * (4 + run)).map(() => nextUint(random) % count);
      repair({ positions, indices }, { fillHoles: run % 2 === 0 });
    }
  });
});

describe.skipIf(!DATA)('repairMesh of the shared meshes', () => {
  it('sound ones are left alone', () => {
    for (const name of [
      'spot.obj',
      'skull_low_resolution.obj',
      'torus.obj',
      'human_woman.obj',
      'bunny-npm.json',
    ]) {
      expect(repairMesh(readShape(`meshes/${name}`)).changes).toEqual([]);
    }
  });

  it('the pieces of the wall and the cube close', () => {
    const pieces = [...Array(100).keys()].map((i) => `wall/wall-piece-${String(i).padStart(5, '0')}`);
    for (const piece of [...pieces, ...[...Array(8).keys()].map((i) => `cube/cell-${i}`)]) {
      const { report } = repair(readShape(`fracture/${piece}.obj`));
      expect([piece, report.closed, report.manifold, report.oriented]).toEqual([piece, true, true, true]);
    }
  });

  it('the decimated dragons lose their flaps', () => {
    for (const name of ['dragon_vrip_res4.ply.gz', 'dragon_vrip_res3.ply.gz']) {
      const before = inspectMesh(readShape(`meshes/${name}`), { selfIntersections: false });
      const { mesh, changes } = repairMesh(readShape(`meshes/${name}`));
      expect(repairMesh(mesh).changes).toEqual([]);
      const report = inspectMesh(mesh, { selfIntersections: false });
      expect(changes.find(({ kind }) => kind === 'duplicate')?.count).toBeGreaterThan(500);
      expect(report.closed).toBe(true);
      expect(report.volume / before.volume).toBeCloseTo(1, 9);
      const crowded = (r: typeof report) => r.defects.find((d) => d.kind === 'non-manifold-edge')?.count ?? 0;
      expect(crowded(report)).toBeLessThan(crowded(before) / 10);
    }
  });

  it('the teapot is joined where its patches meet exactly', () => {
    const before = inspectMesh(readShape('meshes/teapot-npm-open.json'));
    const { report } = repair(readShape('meshes/teapot-npm-open.json'));
    expect(before.components).toBe(32);
    expect(report.components).toBeLessThan(8);
  });
});
