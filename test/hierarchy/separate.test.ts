import { describe, expect, it } from 'vitest';
import { insertTriangle } from '../../src/hierarchy/balance.ts';
import { buildTree, type TreeMesh } from '../../src/hierarchy/build.ts';
import { createFloodWork, insertNear, insertTriangles, reshapeTriangles } from '../../src/hierarchy/flood.ts';
import { joinSubtrees } from '../../src/hierarchy/join.ts';
import { idealQuality, measureQuality, optimiseTree, optimiseVisited } from '../../src/hierarchy/quality.ts';
import { refitTouched } from '../../src/hierarchy/refit.ts';
import { separateTree } from '../../src/hierarchy/separate.ts';
import { boundTriangle, createTree, type TriangleTree } from '../../src/hierarchy/tree.ts';
import { validateTree } from '../../src/hierarchy/validate.ts';
import { createRandom, nextUint } from '../../src/math/random.ts';
import { buildEdges, buildTwins } from '../../src/mesh/topology.ts';
import { soup, sphere } from '../support/shapes.ts';
import { cloneTree, separateByCloning } from './clone.ts';

const trianglesOf = (tree: TriangleTree) =>
  [...tree.leaf.keys()].filter((t) => tree.leaf[t] >= 0).sort((a, b) => a - b);

describe('separateTree', () => {
  const mesh = sphere(14); // 1,568 triangles
  const count = mesh.indices.length / 3;
  const random = createRandom(61);
  const height = (t: number) => mesh.positions[3 * mesh.indices[3 * t] + 1];
  const ways: [string, number, (t: number) => number][] = [
    ['all in the first piece', 1, () => 0],
    ['all in another one, one piece empty', 3, () => 2],
    ['halves', 2, (t) => (height(t) > 0 ? 1 : 0)],
    ['slices', 7, (t) => Math.min(6, Math.floor(3.5 * (height(t) + 1)))],
    ['a cap', 2, (t) => (height(t) > 0.95 ? 1 : 0)],
    ['one triangle', 2, (t) => (t === 700 ? 1 : 0)],
    ['random twos', 2, () => nextUint(random) % 2],
    ['random twelves', 12, () => nextUint(random) % 12],
  ];
  for (const [name, pieces, pick] of ways) {
    it(`${name}: the triangles that cloning and deleting leaves, seed 61`, () => {
      const piece = Int32Array.from({ length: count }, (_, t) => pick(t));
      const tree = buildTree(mesh);
      const cloned = separateByCloning(tree, piece, pieces);
      const trees = [tree, ...separateTree(tree, piece, pieces)];
      expect(trees.length).toBe(pieces);
      trees.forEach((one, p) => {
        validateTree(one, { mesh, balanced: true });
        validateTree(cloned[p], { mesh, balanced: true });
        expect(trianglesOf(one)).toEqual(trianglesOf(cloned[p]));
        expect(one.leafCount).toBe(piece.filter((q) => q === p).length);
      });
    });
  }

  it('also of trees that random edits have worn, and can be edited on', () => {
    const tree = insertAnywhere(mesh, 500, 61);
    const [other] = separateTree(
      tree,
      Int32Array.from({ length: 500 }, (_, t) => (t % 5 ? 0 : 1)),
      2,
    );
    validateTree(tree, { mesh, balanced: true });
    for (let t = 500; t < 900; t++) {
      const leaf = insertTriangle(other, t, t === 500 ? 5 : t - 1);
      boundTriangle(other.box, leaf, mesh.positions, mesh.indices, t);
    }
    refitTouched(other);
    validateTree(other, { mesh, balanced: true });
    expect(other.leafCount).toBe(500);
  });
});

describe('joinSubtrees', () => {
  it('joins trees of any two heights, seed 62', () => {
    const mesh = soup('small', 700, 62);
    for (const [n, m] of [
      [1, 1],
      [1, 699],
      [2, 500],
      [300, 7],
      [256, 255],
      [37, 41],
    ]) {
      const tree = buildTree(
        mesh,
        'median',
        Uint32Array.from({ length: n + m }, (_, t) => t),
      );
      const piece = Int32Array.from({ length: n + m }, (_, t) => (t < n ? 0 : 1));
      const [other] = separateTree(tree, piece, 2);
      // The other one moves back into the pool of the first, built anew there.
      const root = tree.root;
      for (const t of trianglesOf(other)) {
        tree.root = -1;
        boundTriangle(tree.box, insertTriangle(tree, t, -1), mesh.positions, mesh.indices, t);
        const leaf = tree.root;
        tree.root = root;
        tree.root = joinSubtrees(tree, trianglesOf(tree).length > 1 ? topOf(tree, 0) : root, leaf);
      }
      refitTouched(tree);
      validateTree(tree, { mesh, balanced: true });
      expect(tree.leafCount).toBe(n + m);
    }
  });
});

function topOf(tree: TriangleTree, triangle: number): number {
  let node = tree.leaf[triangle];
  while (tree.parent[node] >= 0) node = tree.parent[node];
  return node;
}

/** A tree of the first `count` triangles, each inserted beside one that is drawn. */
function insertAnywhere(mesh: TreeMesh, count: number, seed: number): TriangleTree {
  const random = createRandom(seed);
  const tree = createTree(1);
  for (let t = 0; t < count; t++) {
    const leaf = insertTriangle(tree, t, t === 0 ? -1 : nextUint(random) % t);
    boundTriangle(tree.box, leaf, mesh.positions, mesh.indices, t);
  }
  refitTouched(tree);
  return tree;
}

describe('insertTriangles', () => {
  const mesh = sphere(10);
  const count = mesh.indices.length / 3;
  const twin = buildTwins(mesh.indices, buildEdges(mesh.indices, mesh.positions.length / 3));

  it('floods from the triangles that are there, beside neighbours', () => {
    const few = Uint32Array.of(0, 1, 2, 400);
    const tree = buildTree(mesh, 'median', few);
    const rest = [...Array(count).keys()].filter((t) => !few.includes(t));
    insertTriangles(tree, mesh, twin, rest, rest.length, createFloodWork());
    refitTouched(tree);
    validateTree(tree, { mesh, balanced: true });
    expect(tree.leafCount).toBe(count);
    // Beside neighbours, and not anywhere: much better than in the order of a draw.
    expect(measureQuality(tree)).toBeLessThan(0.3 * measureQuality(insertAnywhere(mesh, count, 63)));
  });

  it('passes over neighbours that are not to be inserted', () => {
    const tree = buildTree(mesh, 'median', Uint32Array.of(0));
    const far = [...Array(count).keys()].filter((t) => t > 300 && t < 350);
    insertTriangles(tree, mesh, twin, far, far.length, createFloodWork());
    refitTouched(tree);
    validateTree(tree, { mesh, balanced: true });
    expect(tree.leafCount).toBe(1 + far.length);
  });

  it('a soup, one by one where the boxes grow least', () => {
    const loose = soup('small', 400, 64);
    const none = new Int32Array(1200).fill(-1);
    const tree = createTree(1);
    const all = [...Array(400).keys()];
    insertTriangles(tree, loose, none, all, 400, createFloodWork());
    validateTree(tree, { mesh: loose, balanced: true });
    expect(measureQuality(tree)).toBeLessThan(0.2 * measureQuality(insertAnywhere(loose, 400, 64)));
    expect(() => insertNear(tree, loose, 5)).toThrow();
  });

  it('follows triangles that change shape', () => {
    const tree = buildTree(mesh);
    const positions = mesh.positions.map((x, i) => (i < 30 ? 1.5 * x : x));
    const moved = { positions, indices: mesh.indices };
    const list = [...Array(count).keys()].filter((t) => [0, 1, 2].some((i) => mesh.indices[3 * t + i] < 10));
    reshapeTriangles(tree, moved, list, list.length);
    refitTouched(tree);
    validateTree(tree, { mesh: moved, balanced: true });
  });
});

describe('quality', () => {
  it('is (2n − 1)/n where every box is halved', () => {
    // Triangles that fill the cells of a row of cubes: boxes double from level to level.
    const positions: number[] = [];
    for (let i = 0; i < 64; i++) positions.push(i, 0, 0, i + 1, 1, 0, i + 1, 0, 1);
    const mesh = { positions: Float64Array.from(positions), indices: Uint32Array.from(Array(192).keys()) };
    const tree = buildTree(mesh);
    const sum = [...Array(7).keys()].reduce((s, level) => s + 2 ** level / 4 ** level, 0);
    expect(measureQuality(tree)).toBeCloseTo(sum, 12);
    expect(sum).toBeCloseTo(idealQuality(64), 12);
  });

  it('permutations improve it, keep every promise, and end', () => {
    for (const kind of ['random', 'small', 'flat', 'duplicates', 'points'] as const) {
      const mesh = soup(kind, 500, 65);
      const tree = insertAnywhere(mesh, 500, 65);
      const all = cloneTree(tree);
      const before = measureQuality(tree);
      // Everything was visited by the refit, so both ways see the same nodes.
      tree.work.visitedCount = all.work.visitedCount = 0;
      for (let t = 0; t < 500; t++) reshapeTriangles(tree, mesh, [t], 1);
      refitTouched(tree);
      optimiseVisited(tree);
      validateTree(tree, { mesh, balanced: true });
      for (let pass = 0; pass < 100 && optimiseTree(all) > 0; pass++)
        validateTree(all, { mesh, balanced: true });
      expect(optimiseTree(all)).toBe(0);
      if (kind === 'points') continue; // no box has a volume
      expect(measureQuality(tree)).toBeLessThan(before);
      expect(measureQuality(all)).toBeLessThan(0.9 * before);
    }
  });

  it('a flat wall is not perfect however it is grouped', () => {
    const mesh = soup('flat', 300, 66);
    const tree = buildTree(mesh);
    expect(measureQuality(tree)).toBeGreaterThan(idealQuality(300));
    expect(measureQuality(createTree(3))).toBe(0);
  });
});
