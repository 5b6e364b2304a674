// Exact signed distances at the nodes of a lattice, in blocks of 8³ nodes. A tree of boxes is laid over the
// lattice; each narrows its parent's shortlist of features and, as soon as the surface is farther away than its
// corners, settles the side for all of its nodes.

import type { Work } from '../work/work.ts';
import { EDGE_STRIDE, FACE_STRIDE } from './features.ts';
import { type Gather, gatherList } from './gather.ts';
import { narrowList, type Shortlist } from './shortlist.ts';
import { type Side, sideWithin } from './side.ts';

export const BLOCK = 8; // nodes a side

// What is wanted of a block: nothing (0), or all of it, or only its first layer in some of the axes.
export const FIRST_X = 1;
export const FIRST_Y = 2;
export const FIRST_Z = 4;
export const WANTED = 8;

/** Nodes at first + i·spacing from the features' origin, on each axis. */
export interface Lattice {
  readonly first: number;
  readonly spacing: number;
  readonly nx: number;
  readonly ny: number;
  readonly nz: number;
}

/** Takes the distances of block (i, j, k): node (x, y, z) of the block is at value[(8·z + y)·8 + x]. */
export type TakeBlock = (value: Float64Array, i: number, j: number, k: number) => void;

interface Job {
  readonly shortlist: Shortlist;
  readonly gather: Gather;
  readonly side: Side;
  readonly lattice: Lattice;
  readonly value: Float64Array; // one block
}

const FEW = 8; // features: not worth another narrowing
const SMALL = 8; // nodes: not worth splitting
const MOST = 400; // triangles: a list too long to narrow, better gathered anew for smaller boxes

/**
 * Computes the lattice block by block and hands each to `take`; `wanted` says which blocks, null means all.
 * Yields after every block; the order is fixed.
 */
export function* buildLattice(
  shortlist: Shortlist,
  gather: Gather,
  side: Side,
  lattice: Lattice,
  wanted: Uint8Array | null,
  take: TakeBlock,
): Work<void> {
  const { nx, ny, nz } = lattice;
  const bx = Math.ceil(nx / BLOCK);
  const by = Math.ceil(ny / BLOCK);
  const bz = Math.ceil(nz / BLOCK);
  const job: Job = { shortlist, gather, side, lattice, value: new Float64Array(BLOCK * BLOCK * BLOCK) };
  let total = 0;
  for (let i = 0; i < bx * by * bz; i++) if (!wanted || wanted[i]) total++;
  let done = 0;
  let size = BLOCK;
  while (size < Math.max(nx, ny, nz)) size *= 2;

  shortlist.start[3] = -1;
  const pending = [0, 0, 0, size, 1, 0]; // x0, y0, z0, size, level, side
  while (pending.length > 0) {
    const sign = pending.pop()!;
    const level = pending.pop()!;
    const s = pending.pop()!;
    const z0 = pending.pop()!;
    const y0 = pending.pop()!;
    const x0 = pending.pop()!;
    const i = x0 / BLOCK;
    const j = y0 / BLOCK;
    const k = z0 / BLOCK;
    if (s === BLOCK) {
      const want = wanted ? wanted[(k * by + j) * bx + i] : WANTED;
      const x1 = Math.min(nx, x0 + (want & FIRST_X ? 1 : BLOCK));
      const y1 = Math.min(ny, y0 + (want & FIRST_Y ? 1 : BLOCK));
      const z1 = Math.min(nz, z0 + (want & FIRST_Z ? 1 : BLOCK));
      evaluateBox(job, level, BLOCK, sign, x0, y0, z0, x1, y1, z1);
      take(job.value, i, j, k);
      yield ++done / total;
      continue;
    }
    const inner = narrowBox(
      job,
      level,
      sign,
      x0,
      y0,
      z0,
      Math.min(nx, x0 + s),
      Math.min(ny, y0 + s),
      Math.min(nz, z0 + s),
    );
    const half = s / 2;
    for (let c = 7; c >= 0; c--) {
      const x = x0 + (c & 1 ? half : 0);
      const y = y0 + (c & 2 ? half : 0);
      const z = z0 + (c & 4 ? half : 0);
      if (
        x < nx &&
        y < ny &&
        z < nz &&
        anyWanted(wanted, x / BLOCK, y / BLOCK, z / BLOCK, half / BLOCK, bx, by, bz)
      )
        pending.push(x, y, z, half, level + 1, inner);
    }
  }
}

function anyWanted(
  wanted: Uint8Array | null,
  i0: number,
  j0: number,
  k0: number,
  size: number,
  bx: number,
  by: number,
  bz: number,
): boolean {
  if (!wanted) return true;
  for (let k = k0; k < Math.min(bz, k0 + size); k++)
    for (let j = j0; j < Math.min(by, j0 + size); j++)
      for (let i = i0; i < Math.min(bx, i0 + size); i++) if (wanted[(k * by + j) * bx + i]) return true;
  return false;
}

/** Narrows the shortlist to the box of some nodes; returns their side where it is settled, 0 where not. */
function narrowBox(
  job: Job,
  level: number,
  sign: number,
  x0: number,
  y0: number,
  z0: number,
  x1: number,
  y1: number,
  z1: number,
): number {
  const { shortlist, lattice } = job;
  const { first, spacing } = lattice;
  const box = shortlist.box;
  box[0] = first + ((x0 + x1 - 1) / 2) * spacing;
  box[1] = first + ((y0 + y1 - 1) / 2) * spacing;
  box[2] = first + ((z0 + z1 - 1) / 2) * spacing;
  box[3] = ((Math.max(x1 - x0, y1 - y0, z1 - z0) - 1) / 2) * spacing;
  const few = (x1 - x0) * (y1 - y0) * (z1 - z0) <= SMALL;
  if (shortlist.start[4 * level - 1] < 0 && !gatherList(job.gather, shortlist, level - 1, few ? 1e9 : MOST)) {
    shortlist.start[4 * level + 3] = -1;
    return sign;
  }
  narrowList(shortlist, level);
  if (sign !== 0) return sign;
  return sideWithin(job.side, shortlist, Math.sqrt(3) * box[3]);
}

function evaluateBox(
  job: Job,
  level: number,
  size: number,
  sign: number,
  x0: number,
  y0: number,
  z0: number,
  x1: number,
  y1: number,
  z1: number,
): void {
  const settled = narrowBox(job, level, sign, x0, y0, z0, x1, y1, z1);
  const start = job.shortlist.start;
  const few = start[4 * level + 3] >= 0 && start[4 * level + 3] - start[4 * level] <= FEW;
  if (few || (x1 - x0) * (y1 - y0) * (z1 - z0) <= SMALL) {
    evaluateNodes(job, level, settled < 0, x0, y0, z0, x1, y1, z1);
    if (settled === 0) signNodes(job, level + 1, x0, y0, z0, x1, y1, z1);
    return;
  }
  const half = size >> 1;
  for (let z = z0; z < z1; z += half)
    for (let y = y0; y < y1; y += half)
      for (let x = x0; x < x1; x += half)
        evaluateBox(
          job,
          level + 1,
          half,
          settled,
          x,
          y,
          z,
          Math.min(x1, x + half),
          Math.min(y1, y + half),
          Math.min(z1, z + half),
        );
}

/**
 * Writes the distance of each node to the nearest feature on the list. Features outside, nodes inside: a feature's
 * numbers are then read once a box (measured: 1.6 times as fast as the other way).
 */
function evaluateNodes(
  job: Job,
  level: number,
  inside: boolean,
  x0: number,
  y0: number,
  z0: number,
  x1: number,
  y1: number,
  z1: number,
): void {
  const { value } = job;
  const { features, start, list } = job.shortlist;
  const { first, spacing } = job.lattice;
  const { vertex, edge, face } = features;
  const vertices = start[4 * level];
  const edges = start[4 * level + 1];
  const faces = start[4 * level + 2];
  const end = start[4 * level + 3];
  for (let k = z0; k < z1; k++)
    for (let j = y0; j < y1; j++)
      for (let i = x0; i < x1; i++) value[((k & 7) * 8 + (j & 7)) * 8 + (i & 7)] = Infinity;
  for (let n = vertices; n < edges; n++) {
    const at = 3 * list[n];
    const vx = vertex[at] - first;
    const vy = vertex[at + 1] - first;
    const vz = vertex[at + 2] - first;
    for (let k = z0; k < z1; k++) {
      const rz = k * spacing - vz;
      for (let j = y0; j < y1; j++) {
        const ry = j * spacing - vy;
        const yz = ry * ry + rz * rz;
        const row = ((k & 7) * 8 + (j & 7)) * 8;
        for (let i = x0; i < x1; i++) {
          const rx = i * spacing - vx;
          const s = rx * rx + yz;
          const o = row + (i & 7);
          if (s < value[o]) value[o] = s;
        }
      }
    }
  }
  for (let n = edges; n < faces; n++) {
    const at = EDGE_STRIDE * list[n];
    const ax = edge[at] - first;
    const ay = edge[at + 1] - first;
    const az = edge[at + 2] - first;
    const ux = edge[at + 3];
    const uy = edge[at + 4];
    const uz = edge[at + 5];
    const length = edge[at + 6];
    for (let k = z0; k < z1; k++) {
      const rz = k * spacing - az;
      for (let j = y0; j < y1; j++) {
        const ry = j * spacing - ay;
        const tyz = ry * uy + rz * uz;
        const row = ((k & 7) * 8 + (j & 7)) * 8;
        for (let i = x0; i < x1; i++) {
          const rx = i * spacing - ax;
          const t = Math.min(length, Math.max(0, rx * ux + tyz));
          const ex = rx - t * ux;
          const ey = ry - t * uy;
          const ez = rz - t * uz;
          const s = ex * ex + ey * ey + ez * ez;
          const o = row + (i & 7);
          if (s < value[o]) value[o] = s;
        }
      }
    }
  }
  for (let n = faces; n < end; n++) {
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
    for (let k = z0; k < z1; k++) {
      const rz = k * spacing - az;
      for (let j = y0; j < y1; j++) {
        const ry = j * spacing - ay;
        const nyz = ry * ny + rz * nz;
        const uyz = ry * uy + rz * uz;
        const vyz = ry * vy + rz * vz;
        const row = ((k & 7) * 8 + (j & 7)) * 8;
        for (let i = x0; i < x1; i++) {
          const rx = i * spacing - ax;
          const height = rx * nx + nyz;
          const s = height * height;
          const o = row + (i & 7);
          if (s >= value[o]) continue;
          const u = rx * ux + uyz;
          const v = rx * vx + vyz;
          if (u >= low && v >= low && 1 - u - v >= low) value[o] = s;
        }
      }
    }
  }
  for (let k = z0; k < z1; k++) {
    for (let j = y0; j < y1; j++) {
      for (let i = x0; i < x1; i++) {
        const o = ((k & 7) * 8 + (j & 7)) * 8 + (i & 7);
        value[o] = inside ? -Math.sqrt(value[o]) : Math.sqrt(value[o]);
      }
    }
  }
}

/** Gives each node of a box that the surface comes near to its own sign. */
function signNodes(
  job: Job,
  level: number,
  x0: number,
  y0: number,
  z0: number,
  x1: number,
  y1: number,
  z1: number,
): void {
  for (let k = z0; k < z1; k++)
    for (let j = y0; j < y1; j++)
      for (let i = x0; i < x1; i++)
        if (narrowBox(job, level, 0, i, j, k, i + 1, j + 1, k + 1) < 0) {
          const n = ((k & 7) * 8 + (j & 7)) * 8 + (i & 7);
          job.value[n] = -job.value[n];
        }
}
