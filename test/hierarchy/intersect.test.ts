import { describe, expect, it } from 'vitest';
import { intersectFaces, intersectTriangles } from '../../src/geometry/triangle-triangle.ts';
import { buildTree, type TreeMesh } from '../../src/hierarchy/build.ts';
import { createTreePair, intersectTrees, touchTrees } from '../../src/hierarchy/intersect.ts';
import { createSelfQuery, intersectSelf } from '../../src/hierarchy/intersect-self.ts';
import { createTree } from '../../src/hierarchy/tree.ts';
import { createRandom, type nextFloat } from '../../src/math/random.ts';
import { createFrame, movePoint, setFrame } from '../../src/math/rigid.ts';
import { findGarbage } from '../support/allocation.ts';
import { DATA, readCsv, readShape } from '../support/data.ts';
import { box, SOUPS, signed, soup, sphere } from '../support/shapes.ts';

const out = new Uint32Array(200000);
const SPLITS = ['median', 'midpoint', 'area'] as const;

function listed(count: number): string[] {
  const pairs: string[] = [];
  for (let k = 0; k < count; k++) pairs.push(`${out[2 * k]}-${out[2 * k + 1]}`);
  return pairs.sort();
}

function moved(mesh: TreeMesh, frame: Float64Array): TreeMesh {
  const positions = new Float64Array(mesh.positions.length);
  for (let v = 0; v < positions.length; v += 3) movePoint(positions, v, frame, mesh.positions, v);
  return { positions, indices: mesh.indices };
}

function pairsBrute(a: TreeMesh, b: TreeMesh): string[] {
  const pairs: string[] = [];
  for (let s = 0; s < a.indices.length; s += 3) {
    for (let t = 0; t < b.indices.length; t += 3) {
      const [i, j] = [a.indices.subarray(s, s + 3), b.indices.subarray(t, t + 3)];
      if (intersectTriangles(a.positions, i[0], i[1], i[2], b.positions, j[0], j[1], j[2])) {
        pairs.push(`${s / 3}-${t / 3}`);
      }
    }
  }
  return pairs.sort();
}

function randomFrame(random: Parameters<typeof nextFloat>[0], reach: number): Float64Array {
  const pose = Float64Array.from({ length: 7 }, (_, i) => (i < 3 ? reach : 1) * signed(random));
  const frame = createFrame();
  setFrame(frame, pose, 0);
  return frame;
}

describe('pairs of two trees against brute force, seed 51', () => {
  for (const kind of SOUPS) {
    it(`soups of ${kind}, turned and not`, () => {
      const random = createRandom(51);
      const [a, b] = [soup(kind, 70, 51), soup(kind, 60, kind === 'random' ? 52 : 51)];
      let pairs = 0;
      for (let k = 0; k < 6; k++) {
        const frame = k === 0 ? createFrame() : randomFrame(random, 0.3);
        const want = pairsBrute(a, moved(b, frame));
        const split = SPLITS[k % 3];
        const query = createTreePair(buildTree(a, split), a, buildTree(b, split), b);
        expect(listed(intersectTrees(out, query, frame))).toEqual(want);
        expect(touchTrees(out, query, frame)).toBe(want.length > 0);
        if (want.length > 0) expect(want).toContain(`${out[0]}-${out[1]}`);
        pairs += want.length;
      }
      if (kind !== 'points' && kind !== 'small') expect(pairs).toBeGreaterThan(6);
    });
  }

  it('closed surfaces, one query for many frames, and its counters', () => {
    const random = createRandom(53);
    const [a, b] = [sphere(6), box(1.1, 0.7, 2)];
    const query = createTreePair(buildTree(a, 'area'), a, buildTree(b, 'median'), b);
    let met = 0;
    for (let k = 0; k < 40; k++) {
      const frame = randomFrame(random, 1.5);
      const want = pairsBrute(a, moved(b, frame));
      expect(listed(intersectTrees(out, query, frame))).toEqual(want);
      expect(query.triangleTests).toBeGreaterThanOrEqual(want.length);
      if (want.length > 0) met++;
    }
    expect(met).toBeGreaterThan(5);
    expect(met).toBeLessThan(40);
  });

  it('far from the origin, where turned corners are rounded by much', () => {
    const random = createRandom(54);
    const at = (mesh: TreeMesh) => ({ ...mesh, positions: mesh.positions.map((x) => x + 1e7) });
    const [a, b] = [at(sphere(5)), at(sphere(4))];
    const query = createTreePair(buildTree(a), a, buildTree(b), b);
    for (let k = 0; k < 20; k++) {
      const frame = randomFrame(random, 1);
      const center = Float64Array.of(1e7, 1e7, 1e7);
      movePoint(center, 0, frame, center, 0);
      for (let d = 0; d < 3; d++) frame[9 + d] += 1e7 - center[d] + signed(random);
      expect(listed(intersectTrees(out, query, frame))).toEqual(pairsBrute(a, moved(b, frame)));
    }
  });

  it('counts all where `out` is too short, and nothing where a tree is empty', () => {
    const mesh = sphere(5);
    const query = createTreePair(buildTree(mesh), mesh, buildTree(mesh), mesh);
    const count = intersectTrees(out, query, createFrame());
    expect(count).toBe(pairsBrute(mesh, mesh).length);
    const short = new Uint32Array(7);
    expect(intersectTrees(short, query, createFrame())).toBe(count);
    expect([...short.subarray(0, 6)]).toEqual([...out.subarray(0, 6)]);
    const none = createTreePair(createTree(4), mesh, buildTree(mesh), mesh);
    expect(intersectTrees(out, none, createFrame())).toBe(0);
  });

  it('allocates nothing', () => {
    const mesh = sphere(2);
    const query = createTreePair(buildTree(mesh, 'area'), mesh, buildTree(mesh), mesh);
    const random = createRandom(55);
    const frames = Array.from({ length: 10 }, () => randomFrame(random, 1.6));
    const job = () => {
      for (let i = 0; i < 6000; i++) intersectTrees(out, query, frames[i % 10]);
    };
    expect(findGarbage(6000, job)).toEqual([]);
  });
});

describe('pairs within a surface', () => {
  const self = createSelfQuery();

  it('soups against brute force, seed 56', () => {
    for (const kind of SOUPS) {
      const mesh = soup(kind, 120, 56);
      const want: string[] = [];
      for (let s = 0; s < 120; s++) {
        for (let t = s + 1; t < 120; t++) {
          if (intersectFaces(mesh.positions, mesh.indices, s, t)) want.push(`${s}-${t}`);
        }
      }
      for (const split of SPLITS) {
        expect(listed(intersectSelf(out, self, buildTree(mesh, split), mesh))).toEqual(want.sort());
      }
    }
  });

  it('none in a closed convex surface, nor in an empty tree', () => {
    const mesh = sphere(12);
    expect(intersectSelf(out, self, buildTree(mesh), mesh)).toBe(0);
    expect(self.triangleTests).toBeGreaterThan(1152); // neighbours are tested
    expect(intersectSelf(out, self, createTree(1), mesh)).toBe(0);
  });

  describe.skipIf(!DATA)('the lists that CGAL made', () => {
    for (const [path, name] of [
      ['self-intersections/two-cubes-intersecting.ply', 'two-cubes-intersecting'],
      ['self-intersections/two-cubes-close.ply', null],
      ['meshes/human_woman.obj', 'human_woman'],
      ['ccd-scenes/cloth-funnel/frames/227.ply', 'cloth-funnel-227'],
      ['ccd-scenes/cloth-funnel/frames/228.ply', 'cloth-funnel-228'],
      ['meshes/dragon-closed.obj', null],
    ]) {
      it(`${path}: ${name ? 'the same pairs' : 'none'}`, () => {
        const mesh = readShape(path as string);
        const rows = name ? readCsv(`self-intersections/${name}.pairs.csv`).filter(([s]) => s >= 0) : [];
        const want = rows.map(([s, t]) => (s < t ? `${s}-${t}` : `${t}-${s}`)).sort();
        expect(listed(intersectSelf(out, self, buildTree(mesh), mesh))).toEqual(want);
      });
    }
  });
});
