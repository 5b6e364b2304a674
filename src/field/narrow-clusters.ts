// Shortlists of large cubes: which clusters of features can hold what is closest to some point of the cube, and the way
// from there to a list of features, for shortlist.ts to narrow on. Oracle: test/field/shortlist.test.ts.

import { closestPointTriangleTo } from '../geometry/point-triangle.ts';
import { STACK_SIZE } from '../hierarchy/hierarchy.ts';
import { DISC_STRIDE } from './clusters.ts';
import { FACE, type Shortlist, VERTEX } from './shortlist.ts';

const FINE = 6; // of half the cube's edge: the sum of a cluster's sides up to which it need not be taken apart

const waiting = new Int32Array(STACK_SIZE); // scratch: clusters put off, one a level at most
const place = new Float64Array(3); // scratch: a cube's center in the mesh's frame
const hit = new Float64Array(4); // scratch: squared distance, u, v, region of one triangle
const gap = new Float64Array(1); // scratch: squared distance to a cluster's box

/**
 * Narrows the clusters of `level` − 1 to the cube in `box`, into `level`; returns how many features they hold. Never
 * drops a cluster that holds a feature closest to a point of the cube. As narrowList, with some near point for q, and
 * the best that a point p of the cluster can do: as close to c as its box and disc, as far from q on each axis as its
 * box gets. A cluster that is large beside the cube gives way to its parts, for they may be dropped one by one.
 */
export function narrowClusters(shortlist: Shortlist, level: number): number {
  const { features, clusters, box: cube, clusterStart, point } = shortlist;
  const { slack } = features;
  const { box, disc, run, hierarchy } = clusters;
  const { second } = hierarchy;
  findPoint(shortlist, level);
  const qx = 2 * point[0];
  const qy = 2 * point[1];
  const qz = 2 * point[2];
  const reach = Math.sqrt(point[3]) + slack;
  const h = cube[3];
  const limit = reach * reach + 3 * slack * h;
  const fine = FINE * h;
  const end = clusterStart[level];
  let kept = end;
  let total = 0;
  for (let i = clusterStart[level - 1]; i < end; i++) {
    waiting[0] = shortlist.cluster[i];
    let depth = 1;
    while (depth > 0) {
      const node = waiting[--depth];
      const o = 6 * node;
      const x0 = box[o];
      const y0 = box[o + 1];
      const z0 = box[o + 2];
      const x1 = box[o + 3];
      const y1 = box[o + 4];
      const z1 = box[o + 5];
      // Twice the sum over the axes: from q to the middle of the box, and half its side.
      const far = Math.abs(x0 + x1 - qx) + Math.abs(y0 + y1 - qy) + Math.abs(z0 + z1 - qz);
      const sides = x1 - x0 + (y1 - y0) + (z1 - z0);
      const most = limit + h * (far + sides);
      boxGap(gap, box, node, cube);
      if (gap[0] > most || isDiscFarther(disc, node, cube, most)) continue;
      if (second[node] >= 0 && sides > fine) {
        waiting[depth++] = second[node];
        waiting[depth++] = node + 1;
        continue;
      }
      if (kept === shortlist.cluster.length) growClusters(shortlist);
      shortlist.cluster[kept++] = node;
      total += run[o + 3] - run[o] + (run[o + 4] - run[o + 1]) + (run[o + 5] - run[o + 2]);
    }
  }
  clusterStart[level + 1] = kept;
  return total;
}

/** Writes to out[0] the squared distance of a cube's center from a cluster's box. */
function boxGap(out: Float64Array, box: Float64Array, node: number, cube: Float64Array): void {
  const o = 6 * node;
  const dx = Math.max(box[o] - cube[0], 0, cube[0] - box[o + 3]);
  const dy = Math.max(box[o + 1] - cube[1], 0, cube[1] - box[o + 4]);
  const dz = Math.max(box[o + 2] - cube[2], 0, cube[2] - box[o + 5]);
  out[0] = dx * dx + dy * dy + dz * dz;
}

/** Whether a cluster's disc is farther from a cube's center than the root of `square`. */
function isDiscFarther(disc: Float64Array, node: number, cube: Float64Array, square: number): boolean {
  const o = DISC_STRIDE * node;
  const radius = disc[o + 6];
  if (!(radius > 0)) return false; // none
  const rx = cube[0] - disc[o];
  const ry = cube[1] - disc[o + 1];
  const rz = cube[2] - disc[o + 2];
  const height = rx * disc[o + 3] + ry * disc[o + 4] + rz * disc[o + 5];
  const above = Math.max(0, Math.abs(height) - disc[o + 7]);
  const aside = Math.max(0, Math.sqrt(Math.max(0, rx * rx + ry * ry + rz * rz - height * height)) - radius);
  return above * above + aside * aside > square;
}

/**
 * Finds a point of the surface close to the cube's center: the last one, or one of the cluster of `level` − 1 that
 * seems to be closest. Writes it to `point`, and its squared distance.
 */
function findPoint(shortlist: Shortlist, level: number): void {
  const { clusters, box: cube, clusterStart, cluster, point, features } = shortlist;
  const { box } = clusters;
  const { second, first, size, frame } = clusters.hierarchy;
  const { origin } = features;
  let nearest = -1;
  let least = Infinity;
  for (let i = clusterStart[level - 1]; i < clusterStart[level]; i++) {
    boxGap(gap, box, cluster[i], cube);
    if (gap[0] >= least) continue;
    least = gap[0];
    nearest = cluster[i];
  }
  while (second[nearest] >= 0) {
    boxGap(gap, box, nearest + 1, cube);
    least = gap[0];
    boxGap(gap, box, second[nearest], cube);
    nearest = least <= gap[0] ? nearest + 1 : second[nearest];
  }
  for (let d = 0; d < 3; d++) place[d] = cube[d] + origin[d];
  measurePoint(point, cube);
  let best = point[3];
  for (let s = first[nearest]; s < first[nearest] + size[nearest]; s++) {
    closestPointTriangleTo(hit, frame, 12 * s, place, 0);
    if (hit[0] >= best) continue;
    best = hit[0];
    const o = 12 * s;
    for (let d = 0; d < 3; d++)
      point[d] = frame[o + d] + hit[1] * frame[o + 3 + d] + hit[2] * frame[o + 6 + d] - origin[d];
  }
  measurePoint(point, cube);
}

/** Writes to point[3] the squared distance of `point` from a cube's center. */
function measurePoint(point: Float64Array, cube: Float64Array): void {
  const x = point[0] - cube[0];
  const y = point[1] - cube[1];
  const z = point[2] - cube[2];
  point[3] = x * x + y * y + z * z;
}

function growClusters(shortlist: Shortlist): void {
  const cluster = new Int32Array(2 * shortlist.cluster.length);
  cluster.set(shortlist.cluster);
  shortlist.cluster = cluster;
}

/**
 * Lists the features of a level's clusters, in the place of `level` − 1, for narrowList to narrow. A feature that
 * several clusters share is listed with the first of them: when that one was dropped, so is the feature, rightly,
 * for it lies in its box.
 */
export function listFeatures(shortlist: Shortlist, level: number, total: number): void {
  const { clusters, start, cluster, clusterStart } = shortlist;
  const { run } = clusters;
  if (shortlist.list.length < total) shortlist.list = new Int32Array(2 * total);
  const { list } = shortlist;
  let k = 0;
  for (let kind = VERTEX; kind <= FACE; kind++) {
    start[4 * level - 4 + kind] = k;
    for (let i = clusterStart[level]; i < clusterStart[level + 1]; i++) {
      const o = 6 * cluster[i] + kind;
      for (let f = run[o]; f < run[o + 3]; f++) list[k++] = f;
    }
  }
  start[4 * level - 1] = k;
}
