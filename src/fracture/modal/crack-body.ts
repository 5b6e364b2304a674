// Cracks a whole solid as its stress says: seeds where the tension is highest, one crack after the other, as far as the
// energy goes; what energy is left breaks the pieces around the impact into cells.

import type { Changes } from '../../fragment/changes.ts';
import type { Family } from '../../fragment/family.ts';
import { applyPattern } from '../../fragment/patterns.ts';
import { readMost, type SplitOptions, splitFragment } from '../../fragment/split.ts';
import { createRandom, nextFloat } from '../../math/random.ts';
import type { Brittle } from '../brittle.ts';
import { CRACKS_APART, MAX_CRACK_SEEDS, MAX_CRACKS } from '../constants.ts';
import type { Material } from '../material.ts';
import { setThirdRoot } from './arithmetic.ts';
import { growCrack } from './crack.ts';
import { measureCut } from './crack-area.ts';
import type { CrackWork } from './crack-work.ts';
import type { Modal } from './modal.ts';
import { principal, sumStress } from './stress.ts';

let corner = new Float64Array(0); // scratch: the stress at the corners of the coarse mesh
const area = new Float64Array(1); // scratch: of a crack

interface CrackOrder {
  readonly swing: Float64Array; // of the modes
  readonly material: Material;
  readonly strength: number; // tension at which cracks begin, with the damage that was done, Pa
  readonly area: number; // of crack that there is energy for, m²
  readonly pieces: number; // wanted
  readonly point: Float64Array; // that was hit
  readonly seed: number; // of random numbers
}

/**
 * Cracks a fragment that is still the whole solid. Returns the number of new fragments. Deterministic. With a bound in
 * the options, every piece that is broken into cells becomes as many as it has seeds, at most: all told as many as wanted.
 */
export function crackBody(
  changes: Changes,
  brittle: Brittle,
  family: Family,
  fragment: number,
  wanted: CrackOrder,
  options?: SplitOptions,
): number {
  const { modal, cracks } = brittle;
  if (modal === null || cracks === null) return 0;
  const order = { ...wanted, pieces: Math.min(wanted.pieces, readMost(options)) };
  const before = family.fragments.count;
  const tense = spreadStress(cracks, modal, family, fragment, order);
  const left = crackByStress(changes, brittle, cracks, family, tense, order, options);
  const made = family.fragments.count - before;
  if (left > 0 && made + 1 < order.pieces) {
    crackByCells(changes, brittle, family, before, fragment, order, options);
  }
  return family.fragments.count - before;
}

/** The stress at the nodes of the fine mesh. Returns how many it overcomes; cracks.order has those, most first. */
function spreadStress(
  cracks: CrackWork,
  modal: Modal,
  { node, fragments }: Family,
  fragment: number,
  { swing, material, strength }: CrackOrder,
): number {
  const { tet, weight, mesh } = modal;
  const { stress, top, order } = cracks;
  if (corner.length < 6 * mesh.corners) corner = new Float64Array(6 * mesh.corners);
  sumStress(corner, modal, swing, material);
  const start = fragments.start[fragment];
  const count = fragments.nodeCount[fragment];
  let most = 0;
  for (let n = 0; n < count; n++) {
    const i = node[start + n];
    for (let d = 0; d < 6; d++) {
      let sum = 0;
      for (let c = 0; c < 4; c++) {
        sum += weight[4 * i + c] * corner[6 * mesh.tets.indices[4 * tet[i] + c] + d];
      }
      stress[6 * i + d] = sum;
    }
    principal(top, i, stress, 6 * i);
    most = Math.max(most, top[i]);
  }
  const least = Math.min(strength, most); // a measure over the volume decides: no single node need reach the strength
  let found = 0;
  for (let n = 0; n < count; n++) {
    const i = node[start + n];
    if (top[i] >= least) order[found++] = i;
  }
  order.subarray(0, found).sort((i, j) => top[j] - top[i] || i - j);
  return found;
}

/** Cracks from the highest tension down. Returns the area that is left. */
function crackByStress(
  changes: Changes,
  { topology, thickness, size }: Brittle,
  cracks: CrackWork,
  family: Family,
  tense: number,
  { area: budget, pieces }: CrackOrder,
  options?: SplitOptions,
): number {
  const { order, phi } = cracks;
  const most = readMost(options);
  const { positions, volume, cornerStart, corner: around } = topology;
  area[0] = volume / pieces;
  setThirdRoot(area, 0);
  const apart = CRACKS_APART * Math.sqrt(volume / (Math.min(thickness, area[0]) * pieces));
  const seeds: number[] = [];
  let left = budget;
  let made = 1;
  let grown = 0;
  for (let n = 0; n < tense && seeds.length < MAX_CRACK_SEEDS; n++) {
    const i = order[n];
    if (made >= pieces || grown >= MAX_CRACKS) break;
    if (seeds.some((j) => isNear(positions, i, j, apart))) continue;
    seeds.push(i);
    const piece = family.label[i];
    if (!growCrack(cracks, family, piece, around[cornerStart[i]] >> 2, size)) continue;
    measureCut(area, family, piece, phi);
    if (!(area[0] <= left)) continue;
    const more = splitFragment(changes, family, piece, phi, { ...options, maxPieces: most - made + 1 });
    if (more === 0) continue;
    made += more;
    left -= area[0];
    grown++;
  }
  return left;
}

function isNear(positions: Float64Array, i: number, j: number, apart: number): boolean {
  const x = positions[3 * i] - positions[3 * j];
  const y = positions[3 * i + 1] - positions[3 * j + 1];
  const z = positions[3 * i + 2] - positions[3 * j + 2];
  return x * x + y * y + z * z < apart * apart;
}

/** Breaks the pieces further into cells around nodes, which are drawn more often close to the impact. */
function crackByCells(
  changes: Changes,
  { topology, axis, reach }: Brittle,
  family: Family,
  first: number,
  fragment: number,
  { pieces, point, seed }: CrackOrder,
  options?: SplitOptions,
): void {
  const { positions, nodeVolume, nodeCount } = topology;
  const sum = new Float64Array(nodeCount);
  let total = 0;
  for (let i = 0; i < nodeCount; i++) {
    const x = positions[3 * i] - point[0];
    const y = positions[3 * i + 1] - point[1];
    const z = positions[3 * i + 2] - point[2];
    const fall = 1 + (x * x + y * y + z * z) / (reach * reach);
    total += nodeVolume[i] / (fall * fall);
    sum[i] = total;
  }
  const random = createRandom(seed);
  const seeds = new Map<number, Set<number>>();
  let more = pieces - (family.fragments.count - first + 1); // a piece with k seeds becomes k
  for (let n = 0; n < 4 * pieces && more > 0; n++) {
    const x = nextFloat(random) * total;
    let i = 0;
    let high = nodeCount - 1;
    while (i < high) {
      const mid = (i + high) >> 1;
      if (sum[mid] > x) high = mid;
      else i = mid + 1;
    }
    const piece = family.label[i];
    if (piece !== fragment && piece < first) continue;
    const of = seeds.get(piece) ?? new Set();
    if (of.size > 0 && !of.has(i)) more--;
    seeds.set(piece, of.add(i));
  }
  for (const [piece, nodes] of seeds) {
    if (nodes.size < 2) continue;
    const places = [...nodes].flatMap((i) => [positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]]);
    const maxPieces = readMost(options) < Infinity ? nodes.size : Infinity;
    applyPattern(changes, family, piece, { kind: 'voronoi', seeds: places, axis }, { ...options, maxPieces });
  }
}
