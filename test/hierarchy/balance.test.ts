import { describe, expect, it } from 'vitest';
import { deleteTriangle, insertTriangle, replaceTriangle } from '../../src/hierarchy/balance.ts';
import { buildTree, type TreeMesh } from '../../src/hierarchy/build.ts';
import { refitTouched, refitTree } from '../../src/hierarchy/refit.ts';
import { boundTriangle, createTree, listLevel, type TriangleTree } from '../../src/hierarchy/tree.ts';
import { validateTree } from '../../src/hierarchy/validate.ts';
import { InputError } from '../../src/job/error.ts';
import { createRandom, nextUint } from '../../src/math/random.ts';
import { box, SOUPS, soup, sphere } from '../support/shapes.ts';

function fitLeaf(tree: TriangleTree, leaf: number, mesh: TreeMesh): void {
  boundTriangle(tree.box, leaf, mesh.positions, mesh.indices, tree.triangle[leaf]);
}

/** Every triangle in a list, ready to be drawn from and taken out in constant time. */
class Bag {
  readonly list: number[] = [];
  draw(random: ReturnType<typeof createRandom>): number {
    return nextUint(random) % this.list.length;
  }
  take(i: number): number {
    const t = this.list[i];
    this.list[i] = this.list[this.list.length - 1];
    this.list.pop();
    return t;
  }
}

describe('random edits keep every promise', () => {
  for (const kind of ['random', 'small', 'flat', 'duplicates'] as const) {
    it(`10,000 insertions, deletions and replacements in a soup of ${kind}, seed 31`, () => {
      const mesh = soup(kind, 400, 31);
      const random = createRandom(31);
      const tree = createTree(1);
      const [inside, outside] = [new Bag(), new Bag()];
      for (let t = 0; t < 400; t++) outside.list.push(t);
      let most = 0;
      for (let i = 0; i < 10000; i++) {
        // Grows for a while, shrinks for a while, and runs empty and full now and then.
        const growing = Math.floor(i / 1300) % 2 === 0;
        const dice = nextUint(random) % 10;
        if (outside.list.length > 0 && (inside.list.length === 0 || dice < (growing ? 6 : 2))) {
          const t = outside.take(outside.draw(random));
          const beside = inside.list.length === 0 ? -1 : inside.list[inside.draw(random)];
          fitLeaf(tree, insertTriangle(tree, t, beside), mesh);
          inside.list.push(t);
        } else if (dice < 8 || outside.list.length === 0) {
          const t = inside.take(inside.draw(random));
          deleteTriangle(tree, t);
          outside.list.push(t);
        } else {
          const t = outside.take(outside.draw(random));
          const old = inside.take(inside.draw(random));
          fitLeaf(tree, replaceTriangle(tree, t, old), mesh);
          inside.list.push(t);
          outside.list.push(old);
        }
        most = Math.max(most, inside.list.length);
        if (i % 7 === 0) refitTouched(tree);
        if (i % 70 !== 0) continue;
        validateTree(tree, { mesh, balanced: true });
        expect(tree.leafCount).toBe(inside.list.length);
        expect(inside.list.every((t) => tree.leaf[t] >= 0)).toBe(true);
      }
      refitTouched(tree);
      validateTree(tree, { mesh, balanced: true });
      expect(most).toBe(400);
      expect(tree.nodeCount).toBeLessThanOrEqual(2 * most);
      // An AVL tree of n leaves is no higher than 1.44 · log2(n).
      if (tree.leafCount > 1)
        expect(tree.height[tree.root]).toBeLessThanOrEqual(1.4405 * Math.log2(tree.leafCount) + 1);
    });
  }

  it('all beside one triangle: still logarithmic', () => {
    const mesh = soup('small', 2000, 32);
    const tree = createTree(1);
    for (let t = 0; t < 2000; t++) fitLeaf(tree, insertTriangle(tree, t, t === 0 ? -1 : 0), mesh);
    refitTouched(tree);
    validateTree(tree, { mesh, balanced: true });
    expect(tree.height[tree.root]).toBeLessThanOrEqual(16);
  });
});

describe('one edit at a time', () => {
  it('leaves the tree as it was when an argument is wrong', () => {
    const mesh = box();
    const tree = buildTree(mesh);
    const before = JSON.stringify([...tree.child, ...tree.leaf]);
    expect(() => insertTriangle(tree, 3, 0)).toThrow(InputError);
    expect(() => insertTriangle(tree, 12, 99)).toThrow(InputError);
    expect(() => insertTriangle(tree, 12, -1)).toThrow(InputError);
    expect(() => deleteTriangle(tree, 12)).toThrow(InputError);
    expect(() => replaceTriangle(tree, 3, 4)).toThrow(InputError);
    expect(JSON.stringify([...tree.child, ...tree.leaf])).toBe(before);
    validateTree(tree, { mesh, balanced: true });
  });

  it('refits only what changed', () => {
    const mesh = sphere(40); // 12,800 triangles
    const tree = buildTree(mesh);
    fitLeaf(tree, tree.leaf[77], mesh);
    expect(refitTouched(tree)).toBe(0);
    const positions = mesh.positions.slice();
    // One corner moves inward: the triangles around it, and the boxes above them, no more.
    const v = mesh.indices[3 * 77];
    for (let d = 0; d < 3; d++) positions[3 * v + d] *= 0.9;
    const moved = { positions, indices: mesh.indices };
    for (let t = 0; 3 * t < mesh.indices.length; t++) {
      if (![0, 1, 2].some((i) => mesh.indices[3 * t + i] === v)) continue;
      const leaf = tree.leaf[t];
      replaceTriangle(tree, t, t);
      fitLeaf(tree, leaf, moved);
    }
    expect(refitTouched(tree)).toBeLessThan(6 * 14);
    validateTree(tree, { mesh: moved, balanced: true });
  });

  it('refitTree follows a surface that moves as a whole', () => {
    const mesh = sphere(12);
    const tree = buildTree(mesh);
    const moved = { positions: mesh.positions.map((x, i) => x * (1 + 0.1 * (i % 7))), indices: mesh.indices };
    refitTree(tree, moved.positions, moved.indices);
    validateTree(tree, { mesh: moved, balanced: true });
  });
});

describe('buildTree keeps its promises', () => {
  for (const kind of SOUPS) {
    it(`soup of ${kind}, by median, midpoint and area, seed 33`, () => {
      for (const count of [1, 2, 3, 5, 9, 300]) {
        const mesh = soup(kind, count, 33);
        for (const split of ['median', 'midpoint', 'area'] as const) {
          const tree = buildTree(mesh, split);
          validateTree(tree, { mesh, balanced: split === 'median' });
          expect(tree.leafCount).toBe(count);
          if (split === 'median') expect(tree.height[tree.root]).toBe(Math.ceil(Math.log2(count)));
        }
      }
    });
  }

  it('levels: every triangle is below exactly one node of each', () => {
    const mesh = sphere(6);
    const tree = buildTree(mesh, 'midpoint');
    for (const depth of [0, 1, 4, 9, 60]) {
      const level = new Set(listLevel(tree, depth));
      for (let t = 0; 3 * t < mesh.indices.length; t++) {
        let above = 0;
        for (let node = tree.leaf[t]; node >= 0; node = tree.parent[node]) if (level.has(node)) above++;
        if (above !== 1) throw new Error(`triangle ${t} is below ${above} nodes at depth ${depth}`);
      }
      expect(level.size).toBeLessThanOrEqual(2 ** depth);
    }
    expect(listLevel(createTree(1), 3)).toEqual([]);
  });

  it('some of the triangles; none; the same twice', () => {
    const mesh = sphere(8);
    const list = Uint32Array.from({ length: 100 }, (_, i) => 5 * i);
    const some = buildTree(mesh, 'median', list);
    validateTree(some, { mesh, balanced: true });
    expect(some.leafCount).toBe(100);
    expect(some.leaf[7]).toBe(-1);
    expect(buildTree(mesh, 'area', new Uint32Array(0)).root).toBe(-1);
    expect(() => buildTree(mesh, 'area', Uint32Array.of(512))).toThrow(InputError);
    expect(buildTree(mesh, 'area')).toEqual(buildTree(mesh, 'area'));
  });
});
