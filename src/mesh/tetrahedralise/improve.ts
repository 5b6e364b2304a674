// Making bad tets better without touching the surface: edges are removed, faces flipped and interior points moved
// wherever that raises the worst tet concerned; [KlingnerShewchuk07] shows how far such local steps go. Only bad
// tets and what comes out of them are looked at.

import type { Work } from '../../job/work.ts';
import { HOPELESS_SHARE, IMPROVE_PASSES, MANY_BAD, POOR_SHARES, SLENDER, SOUND_SINE } from '../constants.ts';
import { DEAD, type Triangulation } from '../delaunay/triangulation.ts';
import { TET_EDGES } from '../tet-mesh.ts';
import { INSIDE } from './classify.ts';
import { insertInside } from './insert-inside.ts';
import { type PeelOptions, peelTet } from './peel.ts';
import { qualityOf, tetQuality } from './quality.ts';
import { reconnectTet, reconnectTwice } from './reconnect.ts';
import { collectStar, star } from './search.ts';
import { smoothPoint } from './smooth.ts';

export interface ImproveOptions extends PeelOptions {
  readonly threshold: number; // tets with a smaller least dihedral sine are worked on
  readonly stubborn: number; // tets with a smaller one, if single steps fail, are given two steps at a time
  readonly isMovable: (point: number) => boolean;
  readonly reach: number; // metres: longest move of a point in one step
}

const SLICE = 256; // tets between two progress reports

const quality = new Float64Array(1); // scratch

/**
 * Works on the inside tets below the threshold, worst first, then on those that came out of it, and so on. Never
 * lowers a worst tet.
 */
export function* improveTets(tri: Triangulation, options: ImproveOptions): Work<void> {
  const touched: number[] = [];
  const still = createStillness(tri.pointCount);
  let bad = sortBad(tri, allTets(tri), options.threshold);
  const many = bad.length > MANY_BAD;
  for (let pass = 0; pass < IMPROVE_PASSES && bad.length > 0; pass++) {
    touched.length = 0;
    for (let i = 0; i < bad.length; i++) {
      if (i % SLICE === 0) yield (pass + i / bad.length) / IMPROVE_PASSES;
      const first = touched.length;
      improveTet(tri, bad[i], options, touched, still, many ? SOUND_SINE : Infinity);
      noteChanges(still, tri, touched, first);
    }
    // What is merely poor has had its chance; to pursue tens of thousands of them takes longer than all the rest.
    bad = sortBad(tri, touched, many ? options.stubborn : options.threshold);
  }
}

function allTets(tri: Triangulation): Int32Array {
  const all = new Int32Array(tri.slots);
  for (let t = 0; t < all.length; t++) all[t] = t;
  return all;
}

/** Of these tets, the inside ones below the threshold, worst first, each once. */
function sortBad(tri: Triangulation, from: ArrayLike<number>, threshold: number): number[] {
  const { tets, label, points, mark } = tri;
  const found: number[] = [];
  const value = new Float64Array(tri.slots);
  const stamp = ++tri.stamp;
  for (let i = 0; i < from.length; i++) {
    const t = from[i];
    if (tets[4 * t] === DEAD || label[t] !== INSIDE || mark[t] === stamp) continue;
    mark[t] = stamp;
    tetQuality(quality, points, tets[4 * t], tets[4 * t + 1], tets[4 * t + 2], tets[4 * t + 3]);
    if (quality[0] >= threshold) continue;
    found.push(t);
    value[t] = quality[0];
  }
  return found.sort((s, t) => value[s] - value[t] || s - t);
}

/**
 * Which points are known to stay where they are: to move a point depends on the tets about it alone, and inner points
 * of a needle-ridden solid have hundreds of bad ones, each of which would ask again.
 */
interface Stillness {
  clock: number;
  stayed: Int32Array; // when a point was last found to stay, −1 before; grows as points are put in
  changed: Int32Array; // when a tet about it last changed
}

function createStillness(points: number): Stillness {
  return { clock: 0, stayed: new Int32Array(points).fill(-1), changed: new Int32Array(points) };
}

/** Makes room for the points of `tri`. */
function growStillness(still: Stillness, { pointCount }: Triangulation): void {
  if (still.stayed.length >= pointCount) return;
  const bigger = createStillness(2 * pointCount);
  bigger.stayed.set(still.stayed);
  bigger.changed.set(still.changed);
  still.stayed = bigger.stayed;
  still.changed = bigger.changed;
}

/** Notes the corners of the tets that were touched, from `first` on. */
function noteChanges(still: Stillness, tri: Triangulation, touched: readonly number[], first: number): void {
  if (touched.length === first) return;
  growStillness(still, tri);
  const now = ++still.clock;
  for (let i = first; i < touched.length; i++) {
    for (let c = 4 * touched[i]; c < 4 * touched[i] + 4; c++) {
      if (tri.tets[c] >= 0) still.changed[tri.tets[c]] = now;
    }
  }
}

function isSlender(tri: Triangulation, t: number): boolean {
  const { tets, points: x } = tri;
  let shortest = Infinity;
  let longest = 0;
  for (let e = 0; e < 12; e += 2) {
    const p = 3 * tets[4 * t + TET_EDGES[e]];
    const q = 3 * tets[4 * t + TET_EDGES[e + 1]];
    const dx = x[p] - x[q];
    const dy = x[p + 1] - x[q + 1];
    const dz = x[p + 2] - x[q + 2];
    const square = dx * dx + dy * dy + dz * dz;
    shortest = Math.min(shortest, square);
    longest = Math.max(longest, square);
  }
  return longest > SLENDER * SLENDER * shortest;
}

function improveTet(
  tri: Triangulation,
  t: number,
  options: ImproveOptions,
  touched: number[],
  still: Stillness,
  sound: number,
): void {
  const { tets, label } = tri;
  if (tets[4 * t] === DEAD || label[t] !== INSIDE) return;
  const worst = qualityOf(tri, t);
  if (worst >= options.threshold || (worst > sound && isSlender(tri, t))) return;
  if (reconnectTet(tri, t, touched)) return;
  let moved = false;
  for (let k = 0; k < 4; k++) {
    const p = tets[4 * t + k];
    if (!options.isMovable(p) || still.stayed[p] >= still.changed[p]) continue;
    if (!smoothPoint(tri, p, options.reach)) {
      still.stayed[p] = still.clock;
      continue;
    }
    moved = true;
    const first = touched.length;
    const count = collectStar(tri, p);
    for (let i = 0; i < count; i++) touched.push(star[i]);
    noteChanges(still, tri, touched, first);
  }
  if (moved || worst >= options.stubborn || reconnectTwice(tri, t, touched)) return;
  if (insertInside(tri, t, options.stubborn, options.reach, touched)) return;
  if (peelTet(tri, t, options, touched)) return;
  for (const poor of POOR_SHARES) {
    if (poor < POOR_SHARES[0] && worst > HOPELESS_SHARE * poor * options.stubborn) return;
    const limit = Math.max(poor * options.stubborn, 2 * worst);
    if (insertInside(tri, t, limit, options.reach, touched)) return;
  }
}
