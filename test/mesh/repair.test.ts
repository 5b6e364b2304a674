import { describe, expect, it } from 'vitest';
import { createRandom, nextFloat, nextUint } from '../../src/math/random.ts';
import { inspectMesh } from '../../src/mesh/inspect.ts';
import { type RepairOptions, repairMesh } from '../../src/mesh/repair.ts';
import { matchNearVertices, matchVertices } from '../../src/mesh/repair-weld.ts';
import type { MeshInput, TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { InputError } from '../../src/work/error.ts';
import { DATA, readShape, type Shape } from '../support/data.ts';
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

/** Repairs, and checks on the way that the input is untouched and that a second repair finds nothing to do. */
function repair(mesh: MeshInput, options?: RepairOptions) {
  const before = structuredClone(mesh);
  const repaired = repairMesh(mesh, options);
  expect(mesh).toEqual(before);
  const again = repairMesh(repaired.mesh, options);
  expect(again.changes).toEqual([]);
  expect(again.mesh).toEqual(repaired.mesh);
  const count = Object.fromEntries(repaired.changes.map((c) => [c.kind, c.count]));
  return { ...repaired, count, report: inspectMesh(repaired.mesh) };
}

/** Attributes that say where each corner is, so that any mix-up shows; one group a triangle. */
function dressed({ positions, indices }: Shape): MeshInput {
  const uvs: number[] = [];
  const colors: number[] = [];
  for (const v of indices) {
    uvs.push(positions[3 * v], positions[3 * v + 1]);
    colors.push(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]);
  }
  const groups = [...Array(indices.length / 3).keys()].map((t) => t % 7);
  return { positions, indices, uvs, colors, normals: colors, groups };
}

function expectDressed(mesh: TriangleMesh): void {
  const { positions, indices, uvs, colors, groups } = mesh;
  expect(groups?.length).toBe(indices.length / 3);
  for (let h = 0; h < indices.length; h++) {
    for (let d = 0; d < 3; d++) {
      const x = positions[3 * indices[h] + d];
      expect(Math.abs((colors?.[3 * h + d] ?? 9) - x)).toBeLessThan(1e-5);
      if (d < 2) expect(Math.abs((uvs?.[2 * h + d] ?? 9) - x)).toBeLessThan(1e-5);
    }
  }
}

describe('matchVertices against comparing all, seed 101', () => {
  it('equal positions, −0 and NaN included', () => {
    const random = createRandom(101);
    const values = [0, -0, 1, 1 + 2 ** -52, Number.NaN, 1e-310, Infinity];
    const positions = new Float64Array(900).map(() => values[nextUint(random) % values.length]);
    const same = matchVertices(positions);
    for (let v = 0; v < 300; v++) {
      let want = v;
      for (let w = v - 1; w >= 0; w--) {
        if ([0, 1, 2].every((d) => positions[3 * w + d] === positions[3 * v + d])) want = w;
      }
      expect(same[v]).toBe(want);
    }
  });

  it('within a distance: the nearest representative before it', () => {
    const random = createRandom(102);
    for (const tolerance of [0.02, 0.2, 1]) {
      const positions = new Float64Array(900).map(() => signed(random));
      const same = matchNearVertices(positions, tolerance);
      const gap = (v: number, w: number) =>
        Math.hypot(...[0, 1, 2].map((d) => positions[3 * v + d] - positions[3 * w + d]));
      for (let v = 0; v < 300; v++) {
        let want = v;
        for (let w = 0; w < v; w++) {
          if (same[w] !== w || gap(v, w) > tolerance) continue;
          if (want === v || gap(v, w) < gap(v, want)) want = w;
        }
        expect(same[v]).toBe(want);
      }
      expect(new Set(same).size).toBeLessThan(tolerance < 0.1 ? 301 : 290);
    }
  });
});

describe('repairMesh leaves sound meshes as they are', () => {
  for (const [name, mesh] of [
    ['box', box()],
    ['torus', torus(9, 7)],
    ['shell with a cavity', joined(box(4, 4, 4), moved(reversed(box()), [1, 1, 1]))],
    [
      'a solid within the cavity of a shell',
      joined(box(9, 9, 9), moved(reversed(box(6, 6, 6)), [1, 1, 1]), moved(box(), [3, 3, 3])),
    ],
    ['two boxes that touch along a face', joined(box(), moved(box(), [1, 0, 0]))],
    ['two boxes that touch in a corner', joined(box(), moved(box(), [1, 1, 1]))],
    ['an open sheet', shape([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], [0, 1, 2, 0, 2, 3])],
    ['nothing', shape([], [])],
  ] as [string, Shape][]) {
    it(name, () => {
      const { mesh: out, changes } = repair(mesh);
      expect(changes).toEqual([]);
      expect(out.positions).toEqual(mesh.positions);
      expect(out.indices).toEqual(mesh.indices);
    });
  }
});

describe('repairMesh welds', () => {
  it('loose triangles, with their attributes', () => {
    const { mesh, report, count } = repair(dressed(exploded(torus(8, 6))));
    expect(count).toEqual({ welded: 288 - 48 });
    expect([report.vertices, report.genus, report.closed]).toEqual([48, 1, true]);
    expect(report.defects).toEqual([]);
    expectDressed(mesh);
  });

  it('a seam, and says so in words', () => {
    const { positions, indices } = sphere(4);
    const n = positions.length / 3;
    // The octant of the first 16 triangles has its own copies of all its vertices.
    const copied = [...new Set(indices.slice(0, 48))];
    const cut = shape(
      [...positions, ...copied.flatMap((v) => [...positions.slice(3 * v, 3 * v + 3)])],
      indices.map((v, h) => (h < 48 ? n + copied.indexOf(v) : v)),
    );
    expect(inspectMesh(cut)).toMatchObject({ closed: false, components: 2 });
    const { changes, report } = repair(cut);
    expect(changes).toEqual([
      { kind: 'welded', count: 12, message: '12 vertices were joined with others' },
      { kind: 'unused', count: 3, message: '3 unused vertices were dropped' }, // the originals within the octant
    ]);
    expect(report.defects).toEqual([]);
  });

  it('gaps within a tolerance, but not without one', () => {
    const random = createRandom(103);
    const loose = exploded(sphere(5));
    const shaken = shape(
      loose.positions.map((x) => x + 1e-4 * signed(random)),
      loose.indices,
    );
    expect(repair(shaken).report.closed).toBe(false);
    const { report, mesh } = repair(shaken, { weld: 1e-3 });
    expect([report.closed, report.manifold, report.components]).toEqual([true, true, 1]);
    expect(mesh.positions.length).toBe(sphere(5).positions.length);
  });

  it('a tolerance does not eat the edges of a closed surface', () => {
    expect(repair(sphere(8), { weld: 0.2 }).changes).toEqual([]);
  });
});

describe('repairMesh removes triangles without area and opens nothing', () => {
  it('a repeated vertex', () => {
    const mesh = shape(box().positions, [0, 0, 1, ...box().indices, 3, 7, 3]);
    const { mesh: out, count, report } = repair(mesh);
    expect(count).toEqual({ degenerate: 2 });
    expect(out.indices).toEqual(box().indices);
    expect(report.defects).toEqual([]);
  });

  it('a cap on a sharp edge: the edge is flipped', () => {
    const blade = shape(
      [0, 0, -1, 0, 0, 1, 1, 0.25, 0, 1, -0.25, 0, 0, 0, 0],
      [0, 1, 2, 0, 3, 4, 3, 1, 4, 0, 4, 1, 0, 2, 3, 1, 3, 2],
    );
    const { mesh, changes, report } = repair(dressed(blade));
    expect(changes).toEqual([
      { kind: 'degenerate', count: 1, message: '1 triangle without area was removed' },
    ]);
    expect([report.closed, report.genus, report.vertices, report.triangles]).toEqual([true, 0, 5, 6]);
    expect(report.volume).toBeCloseTo(inspectMesh(blade).volume, 15);
    expect(report.defects).toEqual([]);
    expectDressed(mesh);
  });

  it('a needle: its short edge is collapsed', () => {
    // Vertex 8 doubles vertex 7 of a box next to it; two needles join them along the edges 5–7 and 6–7.
    const cube = box();
    const indices = [...cube.indices];
    const at = (a: number, b: number, c: number) => {
      for (let t = 0; t < indices.length; t += 3) {
        const corners = indices.slice(t, t + 3);
        if ([a, b, c].every((v) => corners.includes(v))) return t;
      }
      throw new Error('no such triangle');
    };
    const top = [at(4, 5, 7), at(4, 7, 6)];
    for (const t of top) for (let i = t; i < t + 3; i++) if (indices[i] === 7) indices[i] = 8;
    const mesh = shape([...cube.positions, 1, 1, 1 + 1e-12], [...indices, 8, 5, 7, 6, 8, 7]);
    expect(inspectMesh(mesh).closed).toBe(true);
    expect(inspectMesh(mesh).defects.map((d) => d.kind)).toContain('degenerate-triangle');
    const { count, report } = repair(mesh);
    expect(count.degenerate).toBeGreaterThan(0);
    expect(report.defects).toEqual([]);
    expect([report.closed, report.vertices, report.triangles]).toEqual([true, 8, 12]);
  });

  it('a strip of caps on one edge, in whatever order', () => {
    // One side of a plank has its long edge cut at many places; a fan of caps joins them to the other side's edge.
    const n = 9;
    const random = createRandom(104);
    const positions = [0, 0, 0, 1, 0, 0, 0.5, 1, 0.3, 0.5, 1, -0.3];
    const cuts = Array.from({ length: n }, () => nextFloat(random)).sort((a, b) => a - b);
    for (const x of cuts) positions.push(x, 0, 0);
    const chain = [0, ...cuts.map((_, i) => 4 + i), 1];
    const indices = [0, 1, 2, 0, 2, 3, 1, 3, 2];
    for (let i = 0; i + 1 < chain.length; i++) indices.push(chain[i + 1], chain[i], 3);
    for (let i = 1; i + 1 < chain.length; i++) indices.push(1, chain[i - 1], chain[i]);
    const mesh = shape(positions, indices);
    expect(inspectMesh(mesh, { selfIntersections: false })).toMatchObject({
      closed: true,
      manifold: true,
      oriented: true,
    });
    const { report, count } = repair(mesh);
    expect(count).toEqual({ degenerate: n });
    expect(report.defects).toEqual([]);
    expect([report.closed, report.genus]).toEqual([true, 0]);
    expect(report.volume).toBeCloseTo(inspectMesh(mesh).volume, 14);
  });

  it('spheres riddled with caps and needles, seed 105: closed, same volume, same genus', () => {
    for (let run = 0; run < 12; run++) {
      const mesh = riddled(run % 3 === 2 ? torus(12, 8) : sphere(5), 20, 105 + run);
      const before = inspectMesh(mesh, { selfIntersections: false });
      expect(before).toMatchObject({ closed: true, manifold: true });
      expect(before.defects.map((d) => d.kind)).toContain('degenerate-triangle');
      const { report } = repair(mesh);
      expect(report.defects).toEqual([]);
      expect(report.genus).toBe(before.genus);
      expect(report.volume / before.volume).toBeCloseTo(1, 6);
    }
  });

  it('a cap on an open edge is just dropped', () => {
    const mesh = shape([0, 0, 0, 2, 0, 0, 1, 1, 0, 1, 0, 0], [0, 3, 2, 3, 1, 2, 0, 1, 3]);
    const { count, report } = repair(mesh);
    expect(count).toEqual({ degenerate: 1 });
    expect(report.triangles).toBe(2);
    expect(report.area).toBe(1);
  });

  it('nothing but degenerate triangles leaves nothing', () => {
    for (const kind of ['points', 'collinear'] as const) {
      expect(repair(soup(kind, 20, 106)).mesh.indices.length).toBe(0);
    }
  });
});

/** Splits edges on one side only, with a cap between, and corners in two with needles between, at random places. */
function riddled(mesh: Shape, count: number, seed: number): Shape {
  const random = createRandom(seed);
  const positions = [...mesh.positions];
  let indices = [...mesh.indices];
  for (let k = 0; k < count; k++) {
    const t = 3 * (nextUint(random) % (indices.length / 3));
    const [a, b, c] = indices.slice(t, t + 3);
    const v = positions.length / 3;
    const w = k % 2 ? 0.5 : 1e-9;
    for (let d = 0; d < 3; d++) positions.push(positions[3 * a + d] * (1 - w) + positions[3 * b + d] * w);
    indices = [...indices.slice(0, t), ...indices.slice(t + 3), a, v, c, v, b, c, a, b, v];
  }
  return shape(positions, indices);
}

describe('repairMesh removes repeated triangles', () => {
  it('facing alike: one stays', () => {
    const mesh = shape(box().positions, [...box().indices, ...box().indices]);
    const { mesh: out, changes } = repair(mesh);
    expect(out.indices).toEqual(box().indices);
    expect(changes).toEqual([
      { kind: 'duplicate', count: 12, message: '12 repeated triangles were removed' },
    ]);
  });

  it('a wall inside a solid goes, and two boxes become one', () => {
    const two = joined(box(), moved(box(), [1, 0, 0]));
    const same = matchVertices(two.positions);
    const { report, count } = repair(
      shape(
        two.positions,
        two.indices.map((v) => same[v]),
      ),
    );
    expect(count).toMatchObject({ duplicate: 4 });
    expect(report.defects).toEqual([]);
    expect([report.volume, report.components, report.closed]).toEqual([2, 1, true]);
  });

  it('a flap on a solid goes, a double sheet becomes single', () => {
    const flap = [0, 1, 8, 1, 0, 8];
    const { mesh: out } = repair(shape([...box().positions, 0.5, -1, 0], [...box().indices, ...flap]));
    expect(out.indices).toEqual(box().indices);
    const sheet = shape([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], [0, 1, 2, 0, 2, 3, 2, 1, 0, 3, 2, 0]);
    expect([...repair(sheet).mesh.indices]).toEqual([0, 1, 2, 0, 2, 3]);
  });
});

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
