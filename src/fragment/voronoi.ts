// Voronoi cells around seeds, and seeds to put them around: evenly through a fragment, or denser around an impact.

import { createRandom, nextFloat, type Random } from '../math/random.ts';
import { InputError } from '../work/error.ts';
import type { CellField } from './cells.ts';
import { checkFragment, type Family } from './family.ts';
import { locateInTet } from './locate.ts';
import { checkFinite, checkPoint, unit } from './pattern-check.ts';
import type { FamilyTopology } from './topology.ts';

const FURTHEST = 1e100; // so that squares of distances stay finite

/** The cells around seeds. With an axis they are columns along it: shards of a plate. */
export interface VoronoiPattern {
  readonly kind: 'voronoi';
  readonly seeds: readonly number[]; // xyz a seed, in the rest frame
  readonly axis?: readonly number[] | null;
}

/**
 * The cells of a pattern. φ is the distance to the bisector of the closest seed of either set: the cuts are the exact
 * bisectors except in tets that three cells share.
 */
export function createVoronoi(topology: FamilyTopology, pattern: VoronoiPattern): CellField {
  const { positions } = topology;
  const axis = pattern.axis ? unit('axis', pattern.axis) : [0, 0, 0];
  const seed = orderSeeds(flatten(pattern.seeds, axis));
  const known = new Int32Array(2 * topology.nodeCount).fill(-1);
  return {
    count: seed.length / 3,
    setPhi(phi, node, from, mid, to) {
      setBisectors(phi, known, node, positions, seed, axis[0], axis[1], axis[2], from, mid, to);
    },
    setCells(cell, node) {
      setNearest(cell, node, positions, seed, axis[0], axis[1], axis[2]);
      for (let n = 0; n < node.length; n++) known[2 * node[n]] = cell[node[n]];
    },
  };
}

/** The closest seed of each node, of equals the first: so says the sign of φ, which takes zero as positive. */
function setNearest(
  cell: Int32Array,
  node: Uint32Array,
  positions: Float64Array,
  seed: Float64Array,
  nx: number,
  ny: number,
  nz: number,
): void {
  for (let n = 0; n < node.length; n++) {
    const i = node[n];
    let x = positions[3 * i];
    let y = positions[3 * i + 1];
    let z = positions[3 * i + 2];
    const along = nx * x + ny * y + nz * z;
    x -= along * nx;
    y -= along * ny;
    z -= along * nz;
    let near = Infinity;
    let best = 0;
    for (let s = 0; s < seed.length; s += 3) {
      const d = square(x - seed[s], y - seed[s + 1], z - seed[s + 2]);
      if (d < near) {
        near = d;
        best = s;
      }
    }
    cell[i] = best / 3;
  }
}

/**
 * `known` holds, two a node, the closest seed of either set when the node was last looked at. One of them is the
 * closest of all that come into question now: only the set it is not in has to be searched.
 */
function setBisectors(
  phi: Float64Array,
  known: Int32Array,
  node: Uint32Array,
  positions: Float64Array,
  seed: Float64Array,
  nx: number,
  ny: number,
  nz: number,
  from: number,
  mid: number,
  to: number,
): void {
  for (let n = 0; n < node.length; n++) {
    const i = node[n];
    let x = positions[3 * i];
    let y = positions[3 * i + 1];
    let z = positions[3 * i + 2];
    const along = nx * x + ny * y + nz * z;
    x -= along * nx;
    y -= along * ny;
    z -= along * nz;
    let a = known[2 * i];
    if (a < from || a >= to) a = known[2 * i + 1];
    if (a < from || a >= to) a = -1;
    let b = a;
    let near = Infinity;
    let far = Infinity;
    if (a >= 0 && a < mid) {
      near = square(x - seed[3 * a], y - seed[3 * a + 1], z - seed[3 * a + 2]);
    } else {
      for (let s = from; s < mid; s++) {
        const d = square(x - seed[3 * s], y - seed[3 * s + 1], z - seed[3 * s + 2]);
        if (d < near) {
          near = d;
          a = s;
        }
      }
    }
    if (b >= mid) {
      far = square(x - seed[3 * b], y - seed[3 * b + 1], z - seed[3 * b + 2]);
    } else {
      for (let s = mid; s < to; s++) {
        const d = square(x - seed[3 * s], y - seed[3 * s + 1], z - seed[3 * s + 2]);
        if (d < far) {
          far = d;
          b = s;
        }
      }
    }
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

function square(x: number, y: number, z: number): number {
  return x * x + y * y + z * z;
}

function flatten(seeds: readonly number[], axis: readonly number[]): Float64Array {
  if (seeds.length === 0 || seeds.length % 3 !== 0) {
    throw new InputError('bad-argument', `seeds has ${seeds.length} numbers: give x, y, z for each of them`);
  }
  const flat = Float64Array.from(seeds);
  for (let s = 0; s < flat.length; s += 3) {
    for (let d = 0; d < 3; d++) {
      checkFinite('seeds', flat[s + d]);
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

export interface ScatterOptions {
  readonly count: number;
  readonly seed?: number; // of the random numbers, default 1
  readonly impact?: { readonly point: readonly number[]; readonly radius: number } | null; // rest frame, metres
}

/**
 * Points within a fragment, xyz each: uniform, or, with an impact, at a density that falls as 1/(1 + (d/radius)²)²
 * with the distance d, so that most lie within two radii and a few everywhere. Deterministic.
 */
export function scatterSeeds(family: Family, fragment: number, options: ScatterOptions): number[] {
  checkFragment(family, fragment);
  const { count, impact } = options;
  if (!(Number.isInteger(count) && count >= 1)) {
    throw new InputError('bad-argument', `count is ${count}: give a whole number of seeds from 1 up`);
  }
  if (impact) {
    checkPoint('impact.point', impact.point);
    if (!(impact.radius > 0)) {
      throw new InputError(
        'bad-argument',
        `impact.radius is ${impact.radius}: give a positive length in metres`,
      );
    }
  }
  const tets = listTets(family, fragment);
  const sum = new Float64Array(tets.length);
  let total = 0;
  for (let n = 0; n < tets.length; n++) {
    total += family.topology.tetVolume[tets[n]] * weigh(family.topology, tets[n], impact);
    sum[n] = total;
  }
  const random = createRandom(options.seed ?? 1);
  const seeds: number[] = [];
  const bary = new Float64Array(4);
  while (seeds.length < 3 * count) {
    const tet = tets[search(sum, nextFloat(random) * total)];
    drawBary(bary, random);
    // Cut tets hold parts of other fragments: those draws are repeated. The fragment has a part in every one of
    // its tets, so this ends.
    if (locateInTet(family, tet, bary, 0) !== fragment) continue;
    for (let d = 0; d < 3; d++) {
      let x = 0;
      for (let c = 0; c < 4; c++) {
        x += bary[c] * family.topology.positions[3 * family.topology.tetNode[4 * tet + c] + d];
      }
      seeds.push(x);
    }
  }
  return seeds;
}

function listTets(family: Family, fragment: number): number[] {
  const { node, fragments, topology } = family;
  const start = fragments.start[fragment];
  const tets = new Set<number>();
  for (let n = start; n < start + fragments.nodeCount[fragment]; n++) {
    for (let k = topology.cornerStart[node[n]]; k < topology.cornerStart[node[n] + 1]; k++) {
      tets.add(topology.corner[k] >> 2);
    }
  }
  return [...tets].sort((a, b) => a - b);
}

function weigh(topology: FamilyTopology, tet: number, impact: ScatterOptions['impact']): number {
  if (!impact) return 1;
  let square = 0;
  for (let d = 0; d < 3; d++) {
    let x = 0;
    for (let c = 0; c < 4; c++) x += topology.positions[3 * topology.tetNode[4 * tet + c] + d] / 4;
    square += (x - impact.point[d]) * (x - impact.point[d]);
  }
  const fall = 1 + square / (impact.radius * impact.radius);
  return 1 / (fall * fall);
}

/** The first entry of an ascending list that exceeds x. */
function search(sum: Float64Array, x: number): number {
  let low = 0;
  let high = sum.length - 1;
  while (low < high) {
    const mid = (low + high) >> 1;
    if (sum[mid] > x) high = mid;
    else low = mid + 1;
  }
  return low;
}

/** Uniform in a tet: the gaps between three ordered random numbers. */
function drawBary(out: Float64Array, random: Random): void {
  const a = nextFloat(random);
  const b = nextFloat(random);
  const c = nextFloat(random);
  const low = Math.min(a, b, c);
  const high = Math.max(a, b, c);
  out[0] = low;
  out[1] = Math.max(Math.min(a, b), Math.min(Math.max(a, b), c)) - low;
  out[3] = 1 - high;
  out[2] = 1 - out[0] - out[1] - out[3];
}
