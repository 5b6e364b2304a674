// Exact signed distances at the nodes of a lattice, block by block. A tree of boxes is laid over the lattice; each
// narrows its parent's shortlist of features and, once the surface is farther away than its corners, settles the
// side for all of its nodes.

import type { Work } from '../job/work.ts';
import {
  BLOCK,
  createLatticeJob,
  evaluateRange,
  isAsked,
  type Lattice,
  narrowRange,
  setRange,
} from './evaluate.ts';
import type { Shortlist } from './shortlist.ts';
import type { Side } from './side.ts';

// What is wanted of a block: nothing (0), or all of it, or only its first layer in some of the axes.
export const FIRST_X = 1;
export const FIRST_Y = 2;
export const FIRST_Z = 4;
export const WANTED = 8;

/** Takes the distances of block (i, j, k): node (x, y, z) of it is at value[(8·z + y)·8 + x]. */
export type TakeBlock = (value: Float64Array, i: number, j: number, k: number) => void;

/**
 * Computes the lattice block by block and hands each to `take`; `wanted` says which blocks, null means all.
 * Yields after every block; the order is fixed.
 */
export function* buildLattice(
  shortlist: Shortlist,
  side: Side,
  lattice: Lattice,
  wanted: Uint8Array | null,
  take: TakeBlock,
): Work<void> {
  const { nx, ny, nz } = lattice;
  const bx = Math.ceil(nx / BLOCK);
  const by = Math.ceil(ny / BLOCK);
  const bz = Math.ceil(nz / BLOCK);
  const job = createLatticeJob(lattice, shortlist, side);
  let total = 0;
  for (let b = 0; b < bx * by * bz; b++) if (!wanted || wanted[b]) total++;
  let done = 0;
  let most = 1; // blocks a side of the tree's root, a power of two
  while (most < Math.max(bx, by, bz)) most *= 2;

  const pending = [0, 0, 0, most, 1, 0]; // first block i, j, k, blocks a side, level, side: cubes yet to do
  while (pending.length > 0) {
    const sign = pending.pop()!;
    const level = pending.pop()!;
    const size = pending.pop()!;
    const k0 = pending.pop()!;
    const j0 = pending.pop()!;
    const i0 = pending.pop()!;
    const x0 = BLOCK * i0;
    const y0 = BLOCK * j0;
    const z0 = BLOCK * k0;
    if (size === 1) {
      const want = wanted ? wanted[(k0 * by + j0) * bx + i0] : WANTED;
      const x1 = Math.min(nx, x0 + (want & FIRST_X ? 1 : BLOCK));
      const y1 = Math.min(ny, y0 + (want & FIRST_Y ? 1 : BLOCK));
      const z1 = Math.min(nz, z0 + (want & FIRST_Z ? 1 : BLOCK));
      setRange(job, level, x0, y0, z0, x1, y1, z1);
      evaluateRange(job, level, BLOCK, sign);
      take(job.value, i0, j0, k0);
      yield ++done / total;
      continue;
    }
    const nodes = BLOCK * size;
    setRange(
      job,
      level,
      x0,
      y0,
      z0,
      Math.min(nx, x0 + nodes),
      Math.min(ny, y0 + nodes),
      Math.min(nz, z0 + nodes),
    );
    if (!isAsked(job, level)) continue;
    const settled = narrowRange(job, level, sign);
    const half = size / 2;
    for (let c = 7; c >= 0; c--) {
      const i = i0 + (c & 1 ? half : 0);
      const j = j0 + (c & 2 ? half : 0);
      const k = k0 + (c & 4 ? half : 0);
      if (anyWanted(wanted, i, j, k, half, bx, by, bz)) pending.push(i, j, k, half, level + 1, settled);
    }
  }
}

/** Whether a cube of blocks has one that is wanted. */
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
  if (!wanted) return i0 < bx && j0 < by && k0 < bz;
  for (let k = k0; k < Math.min(bz, k0 + size); k++) {
    for (let j = j0; j < Math.min(by, j0 + size); j++) {
      for (let i = i0; i < Math.min(bx, i0 + size); i++) if (wanted[(k * by + j) * bx + i]) return true;
    }
  }
  return false;
}
