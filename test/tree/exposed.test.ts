// Interior points cost almost nothing before a fracture [Glondu13, sec. 6.1]: nodes with none but interior points below
// are passed over.

import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/job/error.ts';
import { createRandom } from '../../src/math/random.ts';
import { createForest } from '../../src/tree/forest.ts';
import { insertPoints } from '../../src/tree/insert.ts';
import { splitTrees } from '../../src/tree/split.ts';
import { createSplitWork } from '../../src/tree/split-work.ts';
import { validateForest } from '../../src/tree/validate-forest.ts';
import { begin, buildTree, insertSome } from './breaks.ts';
import { ball, cube } from './sets.ts';
import { countVisits, scatterPlanes } from './visits.ts';

describe('exposed nodes', () => {
  it('are those above surface points, and no others, in a tree that is whole', () => {
    const { positions, surface } = ball(6, 1);
    const tree = buildTree(positions);
    const forest = createForest(tree, surface);
    validateForest(forest, positions);
    expect(forest.exposed[0]).toBe(1);
    expect(createForest(tree, 0).exposed.every((e) => e === 0)).toBe(true);
    expect(
      createForest(tree)
        .exposed.subarray(0, tree.count)
        .every((e) => e === 1),
    ).toBe(true);
    expect(() => createForest(tree, surface + 5000)).toThrow(InputError);
  });

  it('an inserted point exposes itself, the point it goes with, and all above both: seed 5', () => {
    const positions = new Float64Array(303);
    positions.set(cube(100, 5));
    const forest = createForest(buildTree(positions.slice(0, 300)), 0);
    for (let a = 0; a < 3; a++) positions[300 + a] = positions[3 * 42 + a] + 0.01;
    insertPoints(forest, positions, Uint32Array.of(42), 1);
    const above = new Set<number>();
    for (const p of [42, 100]) for (let n = forest.leaf[p]; n >= 0; n = forest.parent[n]) above.add(n);
    for (let n = 0; n < forest.nodeCount; n++) expect(forest.exposed[n]).toBe(above.has(n) ? 1 : 0);
  });

  it('a fragment of interior points alone is passed over as a whole', () => {
    const { positions, surface } = ball(6, 1);
    const forest = createForest(buildTree(positions), surface);
    const inside = Uint32Array.from({ length: 200 }, (_, i) => surface + i);
    const label = new Int32Array(positions.length / 3);
    for (const p of inside) label[p] = 1;
    splitTrees(createSplitWork(), forest, positions, inside, inside.length, label);
    validateForest(forest, positions);
    expect(forest.exposed[forest.root[0]]).toBe(1);
    expect(forest.exposed[forest.root[1]]).toBe(0);
  });

  it('points put into a tree without surface points open the way to them: seed 6', () => {
    const story = begin(cube(3, 6), 6);
    insertSome(story, 40);
    validateForest(story.forest, story.positions);
    expect(story.forest.exposed[story.forest.root[0]]).toBe(1);
  });

  // A ball with as many points inside as on it, and one with twice the spacing inside.
  for (const [spacing, density, most] of [
    [6, 1, 1.25],
    [5, 4, 1.1],
  ]) {
    it(`half-spaces look at few more points than in a tree of the surface alone: ball ${spacing}, ${density}`, () => {
      const { positions, surface } = ball(spacing, density);
      const skin = positions.slice(0, 3 * surface);
      const whole = createForest(buildTree(positions), surface);
      const thin = createForest(buildTree(skin));
      const sum = { all: 0, skipped: 0, surface: 0 };
      for (const plane of scatterPlanes(createRandom(1), positions, 200, 0.02)) {
        sum.all += countVisits(whole, 0, positions, plane, false)[0];
        sum.skipped += countVisits(whole, 0, positions, plane, true)[0];
        sum.surface += countVisits(thin, 0, skin, plane, true)[0];
      }
      expect(sum.skipped).toBeLessThan(most * sum.surface);
      expect(sum.skipped).toBeLessThan(sum.all);
    });
  }
});
