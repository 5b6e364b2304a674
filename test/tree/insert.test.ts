import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/job/error.ts';
import { createForest, type SphereForest } from '../../src/tree/forest.ts';
import { insertPoints } from '../../src/tree/insert.ts';
import { validateForest } from '../../src/tree/validate-forest.ts';
import { begin, buildTree, insertSome } from './breaks.ts';
import { type PlainNode, readTree } from './brute-forest.ts';
import { cube } from './sets.ts';

/** A tree as text: a point, and in brackets its children. */
function write({ point, children }: PlainNode): string {
  return children.length === 0 ? `${point}` : `${point}(${children.map(write).join(' ')})`;
}

/** Points on a line at the given places, the first `base` of them in the tree, the others to be inserted. */
function line(places: number[], base: number) {
  const positions = Float64Array.from(places.flatMap((x) => [x, 0, 0]));
  const forest = createForest(buildTree(positions.slice(0, 3 * base)));
  const insert = (...below: number[]) =>
    insertPoints(forest, positions, Uint32Array.from(below), below.length);
  return { positions, forest, insert };
}

const radiusOf = (forest: SphereForest, p: number) => forest.radius[forest.parent[forest.leaf[p]]];

describe('inserting points', () => {
  it('all that go with a point, in a run in place of its leaf; spheres above grow', () => {
    // 0 and 4 open the order, then 1 (index before 3, as far from its closest), then 3.
    const { positions, forest, insert } = line([0, 1, 3, 4, 0.5, 1.5, -0.25, 1.25], 4);
    expect(write(readTree(forest, 0))).toBe('0(0(0 1) 3(3 2))');
    expect(insert(0, 1, 0, 1)).toBe(4);
    expect(write(readTree(forest, 0))).toBe('0(0(0(0 4 6) 1(1 5 7)) 3(3 2))');
    expect(radiusOf(forest, 4)).toBeCloseTo(0.5, 6);
    expect(radiusOf(forest, 5)).toBeCloseTo(0.5, 6);
    expect(forest.radius[forest.firstChild[0]]).toBeCloseTo(1.5, 6); // enlarged from 1
    validateForest(forest, positions);
  });

  it('no sphere is large enough: all grow', () => {
    const { positions, forest, insert } = line([0, 1, -5], 2);
    insert(0);
    expect(write(readTree(forest, 0))).toBe('0(0(0 2) 1)');
    expect(forest.radius[0]).toBeCloseTo(5, 6);
    validateForest(forest, positions);
  });

  it('later ones join earlier ones while the run has at most 8, then take the place of the leaf again', () => {
    const { positions, forest, insert } = line(
      [0, 1, 0.1, 0.2, 0.3, 0.4, 0.15, 0.25, 0.35, 0.45, 0.5, 0.6],
      2,
    );
    insert(0, 0, 0);
    expect(write(readTree(forest, 0))).toBe('0(0(0 2 3 4) 1)');
    insert(0, 0, 0, 0);
    expect(write(readTree(forest, 0))).toBe('0(0(0 2 3 4 5 6 7 8) 1)');
    insert(0, 0);
    expect(write(readTree(forest, 0))).toBe('0(0(0(0 9 10) 2 3 4 5 6 7 8) 1)');
    insert(0);
    expect(write(readTree(forest, 0))).toBe('0(0(0(0 9 10 11) 2 3 4 5 6 7 8) 1)');
    validateForest(forest, positions);
    expect(forest.follower[0]).toBe(11);
    expect(forest.follower[11]).toBe(10);
    expect(forest.follower[2]).toBe(-1);
  });

  it('on top of its point, and into a tree of one point', () => {
    const { positions, forest, insert } = line([2, 2, 3], 1);
    insert(0, 0);
    expect(write(readTree(forest, 0))).toBe('0(0 1 2)');
    validateForest(forest, positions);
  });

  it('4,000 into 50, all at once or one at a time, are valid, and the trees not deep: seed 3', () => {
    const many = begin(cube(50, 3), 3);
    const base = insertSome(many, 4000);
    validateForest(many.forest, many.positions);
    const single = createForest(buildTree(cube(50, 3)), 20);
    for (const b of base) insertPoints(single, many.positions, Uint32Array.of(b), 1);
    validateForest(single, many.positions);
    expect(many.forest.exposed[0]).toBe(1);
    const depth = ({ children }: PlainNode): number => 1 + Math.max(0, ...children.map(depth));
    expect(depth(readTree(many.forest, 0))).toBeLessThan(10);
    expect(depth(readTree(single, 0))).toBeLessThan(8 + 4000 / 50 / 4);
  });

  it('refuses positions that are missing, and points to go with that are not there', () => {
    const { insert } = line([0, 1, 2], 2);
    expect(() => insert(0, 0)).toThrow(/3 points, 4 are wanted/);
    expect(() => insert(2)).toThrow(InputError);
    expect(() => insert(2)).toThrow(/base names point 2/);
  });
});
