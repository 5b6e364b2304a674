// The last resort for a sliver that no flip removes: a new point in its middle, or below it if it lies at the surface.
// The sliver and the tets about it give way to tets between their hull and the new point.

import { orientSign } from '../../geometry/orientation.ts';
import { INSERT_DEPTHS } from '../constants.ts';
import { addPoint, type Triangulation } from '../delaunay/triangulation.ts';
import { TET_FACES } from '../tet-mesh.ts';
import { INSIDE } from './classify.ts';
import { made, madeCount, replaceTets } from './flip.ts';
import { tetQuality } from './quality.ts';
import { smoothPoint } from './smooth.ts';

const MAX_CAVITY = 24; // tets replaced
const MAX_RIM = 48; // tets made
const quads = new Int32Array(4 * MAX_RIM); // scratch: the new tets
const old = new Int32Array(MAX_CAVITY); // scratch: the cavity
const quality = new Float64Array(1); // scratch
const inward = new Float64Array(3); // scratch: from the surface straight in

/**
 * Puts a point into tet t, or below it if t lies at the surface, if all tets around it become better than `limit`;
 * appends them to `touched`. The cavity starts as t and its neighbours and takes in what lies behind each face that
 * the point does not see well.
 */
export function insertInside(
  tri: Triangulation,
  t: number,
  limit: number,
  reach: number,
  touched: number[],
): boolean {
  if (!findInward(tri, t)) return insertAt(tri, t, 0, limit, reach, touched);
  return INSERT_DEPTHS.some((depth) => insertAt(tri, t, depth, limit, reach, touched));
}

/** Writes to `inward` the way straight in from the faces of t on the surface, of their size; false without any. */
function findInward(tri: Triangulation, t: number): boolean {
  const { tets, twins, label, points: x } = tri;
  inward.fill(0);
  let count = 0;
  for (let f = 4 * t; f < 4 * t + 4; f++) {
    if (label[twins[f] >> 2] === INSIDE) continue;
    count++;
    const o = 3 * (f & 3);
    const a = 3 * tets[(f & ~3) + TET_FACES[o]];
    const b = 3 * tets[(f & ~3) + TET_FACES[o + 1]];
    const c = 3 * tets[(f & ~3) + TET_FACES[o + 2]];
    for (let d = 0; d < 3; d++) {
      const e = (d + 1) % 3;
      const g = (d + 2) % 3;
      inward[d] -=
        (x[b + e] - x[a + e]) * (x[c + g] - x[a + g]) - (x[b + g] - x[a + g]) * (x[c + e] - x[a + e]);
    }
  }
  // Normals are as long as areas: their root is a length.
  const area = Math.sqrt(inward[0] * inward[0] + inward[1] * inward[1] + inward[2] * inward[2]);
  if (count === 0 || !(area > 0)) return false;
  for (let d = 0; d < 3; d++) inward[d] /= Math.sqrt(area);
  return true;
}

function insertAt(
  tri: Triangulation,
  t: number,
  depth: number,
  limit: number,
  reach: number,
  touched: number[],
): boolean {
  const center = [0, 0, 0];
  for (let d = 0; d < 3; d++) {
    center[d] = depth * inward[d];
    for (let k = 0; k < 4; k++) center[d] += tri.points[3 * tri.tets[4 * t + k] + d] / 4;
  }
  const m = addPoint(tri, center[0], center[1], center[2]);
  const cavity = [t];
  const stamp = ++tri.stamp;
  tri.mark[t] = stamp;
  for (let f = 4 * t; f < 4 * t + 4; f++) takeIn(tri, cavity, stamp, tri.twins[f] >> 2);
  const rim = findRim(tri, cavity, stamp, m, limit);
  if (rim === 0 || losesPoint(tri, cavity, rim)) {
    tri.pointCount--;
    return false;
  }
  old.set(cavity);
  replaceTets(tri, old, cavity.length, quads, rim, INSIDE);
  for (let i = 0; i < madeCount; i++) touched.push(made[i]);
  smoothPoint(tri, m, reach);
  return true;
}

function takeIn(tri: Triangulation, cavity: number[], stamp: number, t: number): boolean {
  if (tri.label[t] !== INSIDE || cavity.length === MAX_CAVITY) return false;
  if (tri.mark[t] !== stamp) cavity.push(t);
  tri.mark[t] = stamp;
  return true;
}

/** Grows the cavity until point m sees its whole rim well; writes the new tets to `quads`. Returns 0 if it cannot. */
function findRim(tri: Triangulation, cavity: number[], stamp: number, m: number, limit: number): number {
  const { tets, twins, mark, points } = tri;
  for (;;) {
    let count = 0;
    let grown = false;
    for (let i = 0; i < cavity.length && !grown; i++) {
      for (let f = 4 * cavity[i]; f < 4 * cavity[i] + 4; f++) {
        const behind = twins[f] >> 2;
        if (mark[behind] === stamp) continue;
        const o = 3 * (f & 3);
        const a = tets[(f & ~3) + TET_FACES[o]];
        const b = tets[(f & ~3) + TET_FACES[o + 1]];
        const c = tets[(f & ~3) + TET_FACES[o + 2]];
        tetQuality(quality, points, m, a, b, c);
        if (quality[0] <= limit || orientSign(points, m, a, b, c) <= 0) {
          if (!takeIn(tri, cavity, stamp, behind)) return 0;
          grown = true;
          break;
        }
        if (count === MAX_RIM) return 0;
        quads[4 * count] = m;
        quads[4 * count + 1] = a;
        quads[4 * count + 2] = b;
        quads[4 * count++ + 3] = c;
      }
    }
    if (!grown) return count;
  }
}

/** True when a corner of the cavity is not on its rim: it would go missing. */
function losesPoint(tri: Triangulation, cavity: number[], rim: number): boolean {
  const kept = new Set(quads.subarray(0, 4 * rim));
  return cavity.some((t) => [0, 1, 2, 3].some((k) => !kept.has(tri.tets[4 * t + k])));
}
