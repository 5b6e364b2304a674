// Random fractures for tests and benches of the forest: pieces cut out by planes or by the closest of some seeds, and
// points to insert beside the cuts.

import { finishWork } from '../../src/job/work.ts';
import { createRandom, nextFloat, type Random } from '../../src/math/random.ts';
import { buildSphereTree } from '../../src/tree/build.ts';
import { createForest, type SphereForest } from '../../src/tree/forest.ts';
import { insertPoints } from '../../src/tree/insert.ts';
import { orderPoints } from '../../src/tree/order.ts';
import type { SphereTree } from '../../src/tree/sphere-tree.ts';
import { splitTrees } from '../../src/tree/split.ts';
import { createSplitWork } from '../../src/tree/split-work.ts';

/** The points of the whole that are in a fragment. */
export function listPoints(forest: SphereForest, fragment: number): number[] {
  const points: number[] = [];
  for (let p = 0; p < forest.baseCount; p++) if (forest.fragment[p] === fragment) points.push(p);
  return points;
}

/** The fragments that have a tree. */
export function listFragments(forest: SphereForest): number[] {
  return [...forest.root.keys()].filter((f) => forest.root[f] >= 0);
}

export interface Break {
  readonly node: Uint32Array; // points that change fragment
  readonly label: Int32Array; // per point of the whole
}

/** What a break yields when every point of the fragment is put into a piece: the largest keeps the label. */
function labelPieces(forest: SphereForest, points: number[], piece: number[], firstNew: number): Break {
  const size = new Map<number, number>();
  for (const s of piece) size.set(s, (size.get(s) ?? 0) + 1);
  const pieces = [...size.keys()].sort((a, b) => (size.get(b) ?? 0) - (size.get(a) ?? 0) || a - b);
  const label = forest.fragment.slice(0, forest.baseCount);
  const node: number[] = [];
  points.forEach((p, i) => {
    const at = pieces.indexOf(piece[i]);
    if (at === 0) return;
    label[p] = firstNew + at - 1;
    node.push(p);
  });
  return { node: Uint32Array.from(node), label };
}

/** Breaks a fragment by a plane through one of its points. */
export function breakByPlane(
  forest: SphereForest,
  positions: Float64Array,
  fragment: number,
  firstNew: number,
  random: Random,
): Break {
  const points = listPoints(forest, fragment);
  const normal = [0, 1, 2].map(() => nextFloat(random) - 0.5);
  const side = (p: number) => normal.reduce((sum, n, a) => sum + n * positions[3 * p + a], 0);
  const offset = side(points[Math.floor(nextFloat(random) * points.length)]);
  const piece = points.map((p) => (side(p) < offset ? 0 : 1));
  return labelPieces(forest, points, piece, firstNew);
}

/** Breaks a fragment into the Voronoi cells of some of its points, at most `count`. */
export function breakByCells(
  forest: SphereForest,
  positions: Float64Array,
  fragment: number,
  firstNew: number,
  random: Random,
  count: number,
): Break {
  const points = listPoints(forest, fragment);
  const seeds = Array.from({ length: count }, () => points[Math.floor(nextFloat(random) * points.length)]);
  const piece = points.map((p) => {
    let best = 0;
    let least = Number.POSITIVE_INFINITY;
    seeds.forEach((s, i) => {
      let d = 0;
      for (let a = 0; a < 3; a++) d += (positions[3 * p + a] - positions[3 * s + a]) ** 2;
      if (d < least) {
        least = d;
        best = i;
      }
    });
    return best;
  });
  return labelPieces(forest, points, piece, firstNew);
}

/** Puts every point anywhere: the worst a break can be. */
export function breakAtRandom(
  forest: SphereForest,
  fragment: number,
  firstNew: number,
  random: Random,
  count: number,
): Break {
  const points = listPoints(forest, fragment);
  const piece = points.map(() => Math.floor(nextFloat(random) * count));
  return labelPieces(forest, points, piece, firstNew);
}

/**
 * Points beside random points of the whole that are in trees, up to `spread` away, written to `positions` behind the
 * forest's; returns the point each is to go with. One in ten coincides with it.
 */
export function scatterPoints(
  forest: SphereForest,
  positions: Float64Array,
  random: Random,
  count: number,
  spread: number,
): Uint32Array {
  const alive: number[] = [];
  for (let p = 0; p < forest.baseCount; p++) if (forest.fragment[p] >= 0) alive.push(p);
  const base = new Uint32Array(count);
  for (let k = 0; k < count; k++) {
    const p = forest.pointCount + k;
    base[k] = alive[Math.floor(nextFloat(random) * alive.length)];
    const scale = nextFloat(random) < 0.1 ? 0 : spread * nextFloat(random);
    for (let a = 0; a < 3; a++) {
      positions[3 * p + a] = positions[3 * base[k] + a] + scale * (2 * nextFloat(random) - 1);
    }
  }
  return base;
}

const EXTRA = 4000; // points that may be inserted
export const INSERTED = 40; // after each fracture

export const buildTree = (positions: Float64Array): SphereTree =>
  finishWork(buildSphereTree(positions, orderPoints(positions)));

/**
 * A forest, room for the positions of new points, and what a sequence of fractures carries along. Two points of five
 * are of the surface.
 */
export function begin(base: Float64Array, seed: number) {
  const positions = new Float64Array(base.length + 3 * EXTRA);
  positions.set(base);
  return {
    positions,
    forest: createForest(buildTree(base), Math.floor((2 * base.length) / 15)),
    random: createRandom(seed),
    work: createSplitWork(),
    nextLabel: 1,
  };
}

export type Story = ReturnType<typeof begin>;

/** A fracture of a random fragment, by a plane, by cells or at random. */
export function chooseBreak({ forest, positions, random, nextLabel }: Story): Break {
  const fragments = listFragments(forest);
  const fragment = fragments[Math.floor(nextFloat(random) * fragments.length)];
  const kind = nextFloat(random);
  const pieces = 2 + Math.floor(nextFloat(random) * 12);
  if (kind < 0.4) return breakByPlane(forest, positions, fragment, nextLabel, random);
  if (kind < 0.9) return breakByCells(forest, positions, fragment, nextLabel, random, pieces);
  return breakAtRandom(forest, fragment, nextLabel, random, pieces);
}

export function applyBreak(story: Story, { node, label }: Break): void {
  const { work, forest, positions } = story;
  splitTrees(work, forest, positions, node, node.length, label);
  story.nextLabel = label.reduce((a, b) => Math.max(a, b), story.nextLabel - 1) + 1;
}

export function insertSome({ forest, positions, random }: Story, count: number): Uint32Array {
  const base = scatterPoints(forest, positions, random, count, 0.05);
  insertPoints(forest, positions, base, count);
  return base;
}
