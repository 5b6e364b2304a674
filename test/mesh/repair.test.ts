import { describe, expect, it } from 'vitest';
import { meshBlocks } from '../../bench/flush-meshes.ts';
import { createRandom, nextFloat, nextUint } from '../../src/math/random.ts';
import { inspectMesh } from '../../src/mesh/inspect.ts';
import { repairMesh } from '../../src/mesh/repair.ts';
import { matchNearVertices, matchVertices, mergeVertices } from '../../src/mesh/repair-weld.ts';
import { createTriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import type { Shape } from '../support/data.ts';
import {
  box,
  exploded,
  joined,
  moved,
  reversed,
  shape,
  signed,
  soup,
  sphere,
  torus,
} from '../support/shapes.ts';
import { dressed, expectDressed, repair } from './repair-check.ts';

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

  it('keeps repeated triangles that close a surface, and drops those that do not', () => {
    // Two boxes with a corner in common and vertices shared: one triangle lies in both.
    const boxes = meshBlocks([
      [0, 0, 0, 2, 2, 2],
      [0, 0, 0, 2, 2, 1],
    ]);
    const { positions, vertex } = mergeVertices(boxes.positions);
    const merged = createTriangleMesh({ positions, indices: boxes.indices.map((v) => vertex[v]) });
    expect(repairMesh(merged).mesh.indices.length).toBe(72);
    // A whole box given twice, and one triangle given three times.
    const one = meshBlocks([[0, 0, 0, 2, 2, 2]]);
    for (const more of [
      Array.from(one.indices),
      [...one.indices.subarray(0, 3), ...one.indices.subarray(0, 3)],
    ]) {
      const { mesh } = repairMesh({ positions: one.positions, indices: [...one.indices, ...more] });
      expect(mesh.indices).toEqual(one.indices);
    }
  });
});
