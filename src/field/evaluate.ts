// Exact signed distances at the nodes of one block of a lattice: narrow the shortlist to smaller and smaller boxes of
// nodes until it is short, then take the least distance to what is left.

import { EDGE_STRIDE, FACE_STRIDE } from './features.ts';
import { listFeatures, narrowClusters } from './narrow-clusters.ts';
import { findNearest, MAX_LEVEL, NO_LIST, narrowList, type Shortlist } from './shortlist.ts';
import { type Side, sideWithin } from './side.ts';

/** Nodes a side of a block. */
export const BLOCK = 8;
export const BLOCK_NODES = BLOCK * BLOCK * BLOCK;

/** Nodes at first + i·spacing from the features' origin, on each axis. */
export interface Lattice {
  readonly first: number;
  readonly spacing: number;
  readonly nx: number;
  readonly ny: number;
  readonly nz: number;
  readonly asked: Uint8Array | null; // 1 for each node that is asked for, x fastest; null for all
}

/** What computing a lattice works with. */
interface LatticeJob {
  readonly lattice: Lattice;
  readonly shortlist: Shortlist;
  readonly side: Side;
  readonly range: Int32Array; // 6 a level of nested boxes: first node x, y, z and the one past the last
  readonly value: Float64Array; // distances of one block: node (x, y, z) of it is at (8·z + y)·8 + x
}

const FEW = 8; // features on a list: not worth another narrowing. Measured: 4 to 24 alike
const SMALL = 8; // nodes in a box: not worth splitting
const MANY = 4000; // features of the clusters on a list: too many to look at one by one
const ROOT_3 = Math.sqrt(3);

export function createLatticeJob(lattice: Lattice, shortlist: Shortlist, side: Side): LatticeJob {
  const range = new Int32Array(6 * MAX_LEVEL);
  return { lattice, shortlist, side, range, value: new Float64Array(BLOCK_NODES) };
}

/** Sets the range of nodes that a level is about. */
export function setRange(
  job: LatticeJob,
  level: number,
  x0: number,
  y0: number,
  z0: number,
  x1: number,
  y1: number,
  z1: number,
): void {
  const { range } = job;
  const o = 6 * level;
  range[o] = x0;
  range[o + 1] = y0;
  range[o + 2] = z0;
  range[o + 3] = x1;
  range[o + 4] = y1;
  range[o + 5] = z1;
}

/**
 * Makes the shortlist of a level for the cube around its nodes, from that of the level above. Returns the side of all
 * of its nodes if that is settled, 0 if not; `sign` is the answer of the level above.
 */
export function narrowRange(job: LatticeJob, level: number, sign: number): number {
  const { shortlist, range } = job;
  const { first, spacing } = job.lattice;
  const { box, start } = shortlist;
  const o = 6 * level;
  const sx = range[o + 3] - range[o];
  const sy = range[o + 4] - range[o + 1];
  const sz = range[o + 5] - range[o + 2];
  box[0] = first + (range[o] + (sx - 1) / 2) * spacing;
  box[1] = first + (range[o + 1] + (sy - 1) / 2) * spacing;
  box[2] = first + (range[o + 2] + (sz - 1) / 2) * spacing;
  box[3] = ((Math.max(sx, sy, sz) - 1) / 2) * spacing;
  if (start[4 * level - 1] !== NO_LIST) {
    narrowList(shortlist, level);
  } else {
    const total = narrowClusters(shortlist, level);
    if (total > MANY && sx * sy * sz > 1) {
      start[4 * level + 3] = NO_LIST;
      return sign;
    }
    listFeatures(shortlist, level, total);
    narrowList(shortlist, level);
    start[4 * level - 1] = NO_LIST; // what stood there was for this cube alone
  }
  return sign !== 0 ? sign : sideWithin(job.side, shortlist, ROOT_3 * box[3]);
}

/** Whether a level's range has a node that is asked for. */
export function isAsked({ lattice, range }: LatticeJob, level: number): boolean {
  const { asked, nx, ny } = lattice;
  if (!asked) return true;
  const o = 6 * level;
  for (let z = range[o + 2]; z < range[o + 5]; z++) {
    for (let y = range[o + 1]; y < range[o + 4]; y++) {
      for (let x = range[o]; x < range[o + 3]; x++) if (asked[(z * ny + y) * nx + x]) return true;
    }
  }
  return false;
}

/** Computes the nodes of a level's range, a cube of `size` nodes a side or a part of it, into the job's value. */
export function evaluateRange(job: LatticeJob, level: number, size: number, sign: number): void {
  if (!isAsked(job, level)) return;
  const settled = narrowRange(job, level, sign);
  const { range } = job;
  const { start } = job.shortlist;
  const o = 6 * level;
  const x0 = range[o];
  const y0 = range[o + 1];
  const z0 = range[o + 2];
  const x1 = range[o + 3];
  const y1 = range[o + 4];
  const z1 = range[o + 5];
  const end = start[4 * level + 3];
  const small = end - start[4 * level] <= FEW || (x1 - x0) * (y1 - y0) * (z1 - z0) <= SMALL;
  if (small && end !== NO_LIST) {
    evaluateNodes(job, level, settled < 0);
    if (settled === 0) signNodes(job, level);
    return;
  }
  const half = size >> 1;
  for (let z = z0; z < z1; z += half) {
    for (let y = y0; y < y1; y += half) {
      for (let x = x0; x < x1; x += half) {
        const xEnd = Math.min(x1, x + half);
        const yEnd = Math.min(y1, y + half);
        setRange(job, level + 1, x, y, z, xEnd, yEnd, Math.min(z1, z + half));
        evaluateRange(job, level + 1, half, settled);
      }
    }
  }
}

/** Writes the distance of each node to the nearest feature on the list, with one sign for all. */
function evaluateNodes(job: LatticeJob, level: number, inside: boolean): void {
  const { value, range } = job;
  const o = 6 * level;
  for (let z = range[o + 2]; z < range[o + 5]; z++)
    for (let y = range[o + 1]; y < range[o + 4]; y++)
      for (let x = range[o]; x < range[o + 3]; x++) value[((z & 7) * 8 + (y & 7)) * 8 + (x & 7)] = Infinity;
  evaluateVertices(job, level);
  evaluateEdges(job, level);
  evaluateFaces(job, level);
  for (let z = range[o + 2]; z < range[o + 5]; z++) {
    for (let y = range[o + 1]; y < range[o + 4]; y++) {
      for (let x = range[o]; x < range[o + 3]; x++) {
        const n = ((z & 7) * 8 + (y & 7)) * 8 + (x & 7);
        const distance = Math.sqrt(value[n]);
        value[n] = inside ? -distance : distance;
      }
    }
  }
}

// The least squared distances of a range's nodes to a list's vertices, edges, faces. Lists outside, nodes inside: a
// feature's numbers are read once a range.

function evaluateVertices(job: LatticeJob, level: number): void {
  const { value, range } = job;
  const { features, start, list } = job.shortlist;
  const { first, spacing } = job.lattice;
  const { vertex } = features;
  const o = 6 * level;
  const x0 = range[o];
  const x1 = range[o + 3];
  for (let n = start[4 * level]; n < start[4 * level + 1]; n++) {
    const at = 3 * list[n];
    const ax = vertex[at] - first;
    const ay = vertex[at + 1] - first;
    const az = vertex[at + 2] - first;
    for (let z = range[o + 2]; z < range[o + 5]; z++) {
      const rz = z * spacing - az;
      for (let y = range[o + 1]; y < range[o + 4]; y++) {
        const ry = y * spacing - ay;
        const yz = ry * ry + rz * rz;
        const row = ((z & 7) * 8 + (y & 7)) * 8;
        for (let x = x0; x < x1; x++) {
          const rx = x * spacing - ax;
          const s = rx * rx + yz;
          if (s < value[row + (x & 7)]) value[row + (x & 7)] = s;
        }
      }
    }
  }
}

function evaluateEdges(job: LatticeJob, level: number): void {
  const { value, range } = job;
  const { features, start, list } = job.shortlist;
  const { first, spacing } = job.lattice;
  const { edge } = features;
  const o = 6 * level;
  const x0 = range[o];
  const x1 = range[o + 3];
  for (let n = start[4 * level + 1]; n < start[4 * level + 2]; n++) {
    const at = EDGE_STRIDE * list[n];
    const ax = edge[at] - first;
    const ay = edge[at + 1] - first;
    const az = edge[at + 2] - first;
    const ux = edge[at + 3];
    const uy = edge[at + 4];
    const uz = edge[at + 5];
    const length = edge[at + 6];
    for (let z = range[o + 2]; z < range[o + 5]; z++) {
      const rz = z * spacing - az;
      for (let y = range[o + 1]; y < range[o + 4]; y++) {
        const ry = y * spacing - ay;
        const tyz = ry * uy + rz * uz;
        const row = ((z & 7) * 8 + (y & 7)) * 8;
        for (let x = x0; x < x1; x++) {
          const rx = x * spacing - ax;
          const t = rx * ux + tyz;
          if (t < 0 || t > length) continue; // closer to an end, which is on the list if it matters
          const dx = rx - t * ux;
          const dy = ry - t * uy;
          const dz = rz - t * uz;
          const s = dx * dx + dy * dy + dz * dz;
          if (s < value[row + (x & 7)]) value[row + (x & 7)] = s;
        }
      }
    }
  }
}

function evaluateFaces(job: LatticeJob, level: number): void {
  const { value, range } = job;
  const { features, start, list } = job.shortlist;
  const { first, spacing } = job.lattice;
  const { face } = features;
  const o = 6 * level;
  const x0 = range[o];
  const x1 = range[o + 3];
  for (let n = start[4 * level + 2]; n < start[4 * level + 3]; n++) {
    const at = FACE_STRIDE * list[n];
    const ax = face[at] - first;
    const ay = face[at + 1] - first;
    const az = face[at + 2] - first;
    const nx = face[at + 3];
    const ny = face[at + 4];
    const nz = face[at + 5];
    const ux = face[at + 6];
    const uy = face[at + 7];
    const uz = face[at + 8];
    const vx = face[at + 9];
    const vy = face[at + 10];
    const vz = face[at + 11];
    const low = -face[at + 12];
    for (let z = range[o + 2]; z < range[o + 5]; z++) {
      const rz = z * spacing - az;
      for (let y = range[o + 1]; y < range[o + 4]; y++) {
        const ry = y * spacing - ay;
        const nyz = ry * ny + rz * nz;
        const uyz = ry * uy + rz * uz;
        const vyz = ry * vy + rz * vz;
        const row = ((z & 7) * 8 + (y & 7)) * 8;
        for (let x = x0; x < x1; x++) {
          const rx = x * spacing - ax;
          const height = rx * nx + nyz;
          const s = height * height;
          if (s >= value[row + (x & 7)]) continue;
          const u = rx * ux + uyz;
          const v = rx * vx + vyz;
          if (u >= low && v >= low && 1 - u - v >= low) value[row + (x & 7)] = s;
        }
      }
    }
  }
}

/**
 * Gives each node of a range that the surface comes near its own sign. Balls as large as the distances of two
 * neighbours hold no surface: where they cover the way between them, both are on one side.
 */
function signNodes(job: LatticeJob, level: number): void {
  const { value, range, shortlist, side } = job;
  const { first, spacing } = job.lattice;
  const { box } = shortlist;
  const apart = side.rim ? Infinity : spacing * (1 + 1e-9); // at a hole, sides change away from the surface
  const o = 6 * level;
  for (let z = range[o + 2]; z < range[o + 5]; z++) {
    for (let y = range[o + 1]; y < range[o + 4]; y++) {
      for (let x = range[o]; x < range[o + 3]; x++) {
        const n = ((z & 7) * 8 + (y & 7)) * 8 + (x & 7);
        const before =
          x > range[o] && value[n] + Math.abs(value[n - 1]) > apart
            ? n - 1
            : y > range[o + 1] && value[n] + Math.abs(value[n - 8]) > apart
              ? n - 8
              : z > range[o + 2] && value[n] + Math.abs(value[n - 64]) > apart
                ? n - 64
                : -1;
        if (before >= 0) {
          if (value[before] < 0) value[n] = -value[n];
          continue;
        }
        box[0] = first + x * spacing;
        box[1] = first + y * spacing;
        box[2] = first + z * spacing;
        box[3] = 0;
        findNearest(shortlist, level + 1);
        if (sideWithin(side, shortlist, 0) < 0) value[n] = -value[n];
      }
    }
  }
}
