// Voronoi cells around seeds (scatter.ts draws some).

import { checkList } from '../job/check.ts';
import { checkFinite, InputError, readDirection } from '../job/error.ts';
import type { CellField } from './cells.ts';
import { MAX_LISTED_SEEDS } from './constants.ts';
import type { FamilyTopology } from './topology.ts';

const FURTHEST = 1e100; // so that squares of distances stay finite

/** The cells around seeds. With an axis they are columns along it: shards of a plate. */
export interface VoronoiPattern {
  /** Tells patterns apart. */
  readonly kind: 'voronoi';
  /** Xyz a seed, in the rest frame. */
  readonly seeds: readonly number[];
  /** With one, cells are columns along it: shards of a plate. */
  readonly axis?: readonly number[] | null;
}

/**
 * The cells of a pattern. φ is the distance to the bisector of the closest seed of either set: the cuts are the exact
 * bisectors except in tets that three cells share.
 */
export function createVoronoi(topology: FamilyTopology, pattern: VoronoiPattern): CellField {
  const { positions } = topology;
  const axis = pattern.axis ? readDirection('axis', pattern.axis) : [0, 0, 0];
  const seed = orderSeeds(flatten(pattern.seeds, axis));
  const known = new Int32Array(2 * topology.nodeCount).fill(-1);
  const seeds: Seeds = { seed, axis: Float64Array.from(axis), positions, known };
  return {
    count: seed.length / 3,
    setPhi(phi, node, from, mid, to) {
      setBisectors(phi, seeds, node, from, mid, to);
    },
    setCells(cell, node) {
      setNearest(cell, seeds, node, listByDistance(seed));
      for (let n = 0; n < node.length; n++) known[2 * node[n]] = cell[node[n]];
    },
  };
}

/** Seeds, and the nodes to be told apart by them. */
interface Seeds {
  readonly seed: Float64Array; // xyz each
  readonly axis: Float64Array; // unit, of columns; or zeros
  readonly positions: Float64Array; // of all nodes
  readonly known: Int32Array; // two a node: the closest seed of either set when it was last looked at, or −1
}

const place = new Float64Array(3); // scratch: where a node is, along the axis at 0

/** Writes where node i is, moved along the axis to 0, to `place`. */
function placeNode({ positions, axis }: Seeds, i: number): void {
  const x = positions[3 * i];
  const y = positions[3 * i + 1];
  const z = positions[3 * i + 2];
  const along = axis[0] * x + axis[1] * y + axis[2] * z;
  place[0] = x - along * axis[0];
  place[1] = y - along * axis[1];
  place[2] = z - along * axis[2];
}

const SLACK = 1 + 1e-12; // more than rounded distances are off by

/** For each seed all of them by ascending distance from it. */
interface Neighbors {
  readonly order: Uint16Array;
  readonly gap: Float64Array; // the distances
}

/** Null where there are many. */
function listByDistance(seed: Float64Array): Neighbors | null {
  const count = seed.length / 3;
  if (count > MAX_LISTED_SEEDS) return null;
  const order = new Uint16Array(count * count);
  const gap = new Float64Array(count * count);
  for (let a = 0, row = 0; a < count; a++, row += count) {
    for (let b = 0; b < count; b++) {
      const d = Math.sqrt(
        square(
          seed[3 * a] - seed[3 * b],
          seed[3 * a + 1] - seed[3 * b + 1],
          seed[3 * a + 2] - seed[3 * b + 2],
        ),
      );
      let at = row + b;
      for (; at > row && gap[at - 1] > d; at--) {
        gap[at] = gap[at - 1];
        order[at] = order[at - 1];
      }
      gap[at] = d;
      order[at] = b;
    }
  }
  return { order, gap };
}

/**
 * The closest seed of each node, of equals the first: so says the sign of φ, which takes zero as positive. The search
 * begins with the seed of the node before; one that is further from it than both ends of the way can reach is too far.
 */
function setNearest(cell: Int32Array, seeds: Seeds, node: Uint32Array, neighbors: Neighbors | null): void {
  const { seed } = seeds;
  const count = seed.length / 3;
  let guess = 0;
  for (let n = 0; n < node.length; n++) {
    const i = node[n];
    placeNode(seeds, i);
    const x = place[0];
    const y = place[1];
    const z = place[2];
    let best = guess;
    let near = square(x - seed[3 * guess], y - seed[3 * guess + 1], z - seed[3 * guess + 2]);
    if (neighbors === null) {
      for (let s = 0; s < count; s++) {
        const d = square(x - seed[3 * s], y - seed[3 * s + 1], z - seed[3 * s + 2]);
        if (d > near || (d === near && s >= best)) continue;
        near = d;
        best = s;
      }
    } else {
      const { order, gap } = neighbors;
      const way = Math.sqrt(near);
      let limit = 2 * way * SLACK;
      const end = count * (guess + 1);
      for (let k = count * guess; k < end && gap[k] <= limit; k++) {
        const s = order[k];
        const d = square(x - seed[3 * s], y - seed[3 * s + 1], z - seed[3 * s + 2]);
        if (d > near || (d === near && s >= best)) continue;
        near = d;
        best = s;
        limit = (way + Math.sqrt(d)) * SLACK;
      }
    }
    cell[i] = best;
    guess = best;
  }
}

/** One of the seeds known is the closest of all that come into question now: only the set it is not in is searched. */
function setBisectors(
  phi: Float64Array,
  seeds: Seeds,
  node: Uint32Array,
  from: number,
  mid: number,
  to: number,
): void {
  const { seed, known } = seeds;
  for (let n = 0; n < node.length; n++) {
    const i = node[n];
    placeNode(seeds, i);
    let a = known[2 * i];
    if (a < from || a >= to) a = known[2 * i + 1];
    if (a < from || a >= to) a = -1;
    let b = a;
    if (a >= 0 && a < mid) measureSeed(seed, a);
    else a = findNearest(seed, from, mid);
    const near = reach[0];
    if (b >= mid) measureSeed(seed, b);
    else b = findNearest(seed, mid, to);
    const far = reach[0];
    known[2 * i] = a;
    known[2 * i + 1] = b;
    const apart = square(
      seed[3 * a] - seed[3 * b],
      seed[3 * a + 1] - seed[3 * b + 1],
      seed[3 * a + 2] - seed[3 * b + 2],
    );
    phi[i] = apart > 0 ? (far - near) / (2 * Math.sqrt(apart)) : 0;
  }
}

const reach = new Float64Array(1); // scratch: squared distance from `place` to a seed

function measureSeed(seed: Float64Array, s: number): void {
  reach[0] = square(place[0] - seed[3 * s], place[1] - seed[3 * s + 1], place[2] - seed[3 * s + 2]);
}

/** The seed of [from, to) that is closest to `place`, of equals the first; −1 if none is at a finite distance. */
function findNearest(seed: Float64Array, from: number, to: number): number {
  const x = place[0];
  const y = place[1];
  const z = place[2];
  let best = -1;
  let near = Infinity;
  for (let s = from; s < to; s++) {
    const d = square(x - seed[3 * s], y - seed[3 * s + 1], z - seed[3 * s + 2]);
    if (d >= near) continue;
    near = d;
    best = s;
  }
  reach[0] = near;
  return best;
}

function square(x: number, y: number, z: number): number {
  return x * x + y * y + z * z;
}

/** Throws unless a pattern can be broken along. */
export function checkVoronoi({ seeds, axis }: VoronoiPattern): void {
  flatten(seeds, axis ? readDirection('axis', axis) : [0, 0, 0]);
}

function flatten(seeds: readonly number[], axis: readonly number[]): Float64Array {
  checkList('seeds', seeds);
  if (seeds.length === 0 || seeds.length % 3 !== 0) {
    throw new InputError('bad-argument', `seeds has ${seeds.length} numbers: give x, y, z for each of them`);
  }
  for (let s = 0; s < seeds.length; s++) checkFinite('seeds', seeds[s]);
  const flat = Float64Array.from(seeds);
  for (let s = 0; s < flat.length; s += 3) {
    for (let d = 0; d < 3; d++) {
      if (Math.abs(flat[s + d]) > FURTHEST) {
        throw new InputError('bad-argument', `seeds holds ${flat[s + d]}: give metres, up to ${FURTHEST}`);
      }
    }
    const along = axis[0] * flat[s] + axis[1] * flat[s + 1] + axis[2] * flat[s + 2];
    for (let d = 0; d < 3; d++) flat[s + d] -= along * axis[d];
  }
  return flat;
}

/** Seeds in the order that halving wants: each half of a range lies on one side along the range's longest axis. */
function orderSeeds(seed: Float64Array): Float64Array {
  const order = Array.from({ length: seed.length / 3 }, (_, i) => i);
  const arrange = (from: number, to: number): void => {
    if (to - from < 2) return;
    const range = order.slice(from, to);
    const extent = [0, 1, 2].map((d) => {
      const at = range.map((i) => seed[3 * i + d]);
      return Math.max(...at) - Math.min(...at);
    });
    const axis = extent.indexOf(Math.max(...extent));
    range.sort((i, j) => seed[3 * i + axis] - seed[3 * j + axis] || i - j);
    for (let k = from; k < to; k++) order[k] = range[k - from];
    const mid = (from + to) >> 1;
    arrange(from, mid);
    arrange(mid, to);
  };
  arrange(0, order.length);
  return Float64Array.from(order.flatMap((i) => [seed[3 * i], seed[3 * i + 1], seed[3 * i + 2]]));
}
