// Seeds to break a fragment around: spread evenly, or denser around an impact.

import { type Checks, checkOptions, checkRecord, orNull, whole } from '../job/check.ts';
import { checkPoint, InputError } from '../job/error.ts';
import { createRandom, nextFloat, type Random } from '../math/random.ts';
import { checkFragment, type Family } from './family.ts';
import { locateInTet } from './locate.ts';
import type { FamilyTopology } from './topology.ts';

export interface ScatterOptions {
  readonly count: number;
  readonly seed?: number; // of the random numbers, default 1
  readonly impact?: { readonly point: readonly number[]; readonly radius: number } | null; // rest frame, metres
}

const SCATTER: Checks<ScatterOptions> = {
  count: /* @__PURE__ */ whole(1, 1e6),
  seed: /* @__PURE__ */ whole(Number.MIN_SAFE_INTEGER),
  impact: /* @__PURE__ */ orNull((name, value) =>
    checkRecord(name, value, ['point', 'radius'], '{ point, radius }'),
  ),
};

/**
 * Points within a fragment, xyz each: uniform, or, with an impact, at a density that falls as 1/(1 + (d/radius)²)²
 * with the distance d, so that most lie within two radii and a few everywhere. Deterministic.
 */
export function scatterSeeds(family: Family, fragment: number, options: ScatterOptions): number[] {
  checkRecord('family', family, ['fragments', 'topology'], 'what createFamily or familyOf gave');
  checkFragment(family, fragment);
  checkOptions('options', options, SCATTER);
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
  const sum = sumWeights(family.topology, tets, impact ?? null);
  const total = sum[sum.length - 1];
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

/** The tets with a node of a fragment, ascending. */
function listTets({ node, fragments, topology }: Family, fragment: number): Uint32Array {
  const { cornerStart, corner, tetCount } = topology;
  const start = fragments.start[fragment];
  const end = start + fragments.nodeCount[fragment];
  const list = new Uint32Array(tetCount);
  if (end - start === topology.nodeCount) {
    for (let t = 0; t < tetCount; t++) list[t] = t;
    return list;
  }
  const own = new Uint8Array(tetCount);
  for (let n = start; n < end; n++) {
    for (let k = cornerStart[node[n]]; k < cornerStart[node[n] + 1]; k++) own[corner[k] >> 2] = 1;
  }
  let count = 0;
  for (let t = 0; t < tetCount; t++) {
    list[count] = t;
    count += own[t];
  }
  return list.subarray(0, count);
}

/** The running sum of the volumes of tets, each times how dense seeds are there. */
function sumWeights(
  { positions, tetNode, tetVolume }: FamilyTopology,
  tets: Uint32Array,
  impact: NonNullable<ScatterOptions['impact']> | null,
): Float64Array {
  const sum = new Float64Array(tets.length);
  const [px, py, pz] = impact === null ? [0, 0, 0] : impact.point;
  const flat = impact === null ? Infinity : impact.radius * impact.radius; // no impact: as dense everywhere
  let total = 0;
  for (let n = 0; n < tets.length; n++) {
    const t = 4 * tets[n];
    const a = 3 * tetNode[t];
    const b = 3 * tetNode[t + 1];
    const c = 3 * tetNode[t + 2];
    const d = 3 * tetNode[t + 3];
    const x = middle(positions, a, b, c, d) - px;
    const y = middle(positions, a + 1, b + 1, c + 1, d + 1) - py;
    const z = middle(positions, a + 2, b + 2, c + 2, d + 2) - pz;
    const fall = 1 + (x * x + y * y + z * z) / flat;
    total += tetVolume[tets[n]] * (1 / (fall * fall));
    sum[n] = total;
  }
  return sum;
}

function middle(x: Float64Array, a: number, b: number, c: number, d: number): number {
  return 0.25 * x[a] + 0.25 * x[b] + 0.25 * x[c] + 0.25 * x[d];
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
