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
  it('at the level whose sphere is just larger than the distance', () => {
    // 0 and 4 open the order, then 1 (index before 3, as far from its closest), then 3.
    const { positions, forest, insert } = line([0, 1, 3, 4, 0.5, 1.5, -0.5], 4);
    expect(write(readTree(forest, 0))).toBe('0(0(0 1) 3(3 2))');
    insert(0); // 0.5 away from 0, whose lowest sphere has the radius 1
    expect(write(readTree(forest, 0))).toBe('0(0(0 1 4) 3(3 2))');
    insert(1); // 1 is a leaf alone: it becomes a node of the two
    expect(write(readTree(forest, 0))).toBe('0(0(0 1(1 5) 4) 3(3 2))');
    expect(radiusOf(forest, 5)).toBeCloseTo(0.5, 6);
    expect(forest.radius[forest.firstChild[0]]).toBeCloseTo(1.5, 6); // above, enlarged from 1
    validateForest(forest, positions);
    insert(0); // no sphere but the root's holds -0.5, and 0 is the closest on the way down
    expect(write(readTree(forest, 0))).toBe('0(0(0 1(1 5) 4 6) 3(3 2))');
    validateForest(forest, positions);
  });

  it('no level large enough: below the highest, and spheres grow', () => {
    const { positions, forest, insert } = line([0, 1, -5], 2);
    insert(0);
    expect(write(readTree(forest, 0))).toBe('0(0 1 2)');
    expect(forest.radius[0]).toBeCloseTo(5, 6);
    validateForest(forest, positions);
  });

  it('below a closer point than the one it goes with, which it follows all the same', () => {
    const { positions, forest, insert } = line([0, 1, 0.4, 0.45, 0.1], 2);
    insert(0, 0, 0);
    expect(write(readTree(forest, 0))).toBe('0(0 1 2(2 3) 4)');
    expect([forest.follower[0], forest.follower[4], forest.follower[3], forest.follower[2]]).toEqual([
      4, 3, 2, -1,
    ]);
    validateForest(forest, positions);
  });

  it('on top of its point, and into a tree of one point', () => {
    const { positions, forest, insert } = line([2, 2, 3], 1);
    insert(0, 0);
    expect(write(readTree(forest, 0))).toBe('0(0 1 2)');
    validateForest(forest, positions);
  });

  it('4,000 into 50, all at once or one at a time, give the same bits: seed 3', () => {
    const many = begin(cube(50, 3), 3);
    const base = insertSome(many, 4000);
    const single = createForest(buildTree(cube(50, 3)), 20);
    for (const b of base) insertPoints(single, many.positions, Uint32Array.of(b), 1);
    validateForest(single, many.positions);
    const { nodeCount } = single;
    expect(nodeCount).toBe(many.forest.nodeCount);
    expect(single.point.slice(0, nodeCount)).toEqual(many.forest.point.slice(0, nodeCount));
    expect(single.exposed.slice(0, nodeCount)).toEqual(many.forest.exposed.slice(0, nodeCount));
    expect(single.radius.slice(0, nodeCount)).toEqual(many.forest.radius.slice(0, nodeCount));
  });

  it('refuses positions that are missing, and points to go with that are not there', () => {
    const { insert } = line([0, 1, 2], 2);
    expect(() => insert(0, 0)).toThrow(/3 points, 4 are wanted/);
    expect(() => insert(2)).toThrow(InputError);
    expect(() => insert(2)).toThrow(/base names point 2/);
  });
});
