// Which fragments may lie near a point: a grid of several levels, each cell with a bit for every fragment that has a
// part in it [Glondu13, sec. 4.5]. The finest cells are those of the tet grid; a cell of the next level holds eight, and
// its bits are theirs together (OR, where the paper says AND). Bits follow a break locally.

import type { Changes } from './changes.ts';
import type { Family } from './family.ts';
import { fillWhole, gatherAll, gatherChanges } from './occupancy-gather.ts';
import type { TetGrid } from './tet-grid.ts';

/** Bits of fragments by cell. Made by createOccupancy alone. Empty until the family breaks. */
export interface Occupancy {
  readonly grid: TetGrid;
  readonly levelCount: number;
  readonly size: Int32Array; // cells along x, y, z, three a level, finest first
  readonly start: Uint32Array; // the first cell of each level, then the number of all cells
  words: number; // 32-bit words a cell: 0 while whole, then 1, 2, 4 or 8
  bits: Int32Array; // of cell c: [c · words, (c + 1) · words); fragment f has bit f mod 256
}

const MOST_WORDS = 8; // from the 257th fragment on, two may share a bit: "maybe" for both, which is safe

/** Where more than this share of the nodes changed, all cells are computed anew. Measured: the same cost. */
const MOSTLY = 0.2;

/** An occupancy of the family's fragments as they are. Of a whole one it is empty and costs next to nothing. */
export function createOccupancy(grid: TetGrid, family: Family): Occupancy {
  const size = [...grid.size];
  const start = [0, grid.cellCount];
  while (Math.max(...size.slice(-3)) > 1) {
    const [x, y, z] = size.slice(-3).map((n) => (n + 1) >> 1);
    size.push(x, y, z);
    start.push(start[start.length - 1] + x * y * z);
  }
  const occupancy: Occupancy = {
    grid,
    levelCount: start.length - 1,
    size: Int32Array.from(size),
    start: Uint32Array.from(start),
    words: 0,
    bits: new Int32Array(0),
  };
  resetOccupancy(occupancy, family);
  return occupancy;
}

/** Computes all bits anew, for a family that was restored or made whole. */
export function resetOccupancy(occupancy: Occupancy, family: Family): void {
  occupancy.words = 0;
  if (family.fragments.count < 2) return;
  reserveBits(occupancy, countWords(family.fragments.count));
  gatherAll(occupancy, family);
}

function reserveBits(occupancy: Occupancy, words: number): void {
  const cells = occupancy.start[occupancy.levelCount];
  if (occupancy.bits.length !== cells * words) occupancy.bits = new Int32Array(cells * words);
  occupancy.words = words;
}

function countWords(fragments: number): number {
  let words = 1;
  while (words < MOST_WORDS && 32 * words < fragments) words *= 2;
  return words;
}

/**
 * Follows the changes: the cells of tets with a node that changed its label, and the cells above them, are computed anew
 * from the nodes of their tets. Nothing else is touched; a tet that was cut has such a node. Allocates only at the first break and
 * when the 33rd, 65th or 129th fragment appears.
 */
export function updateOccupancy(occupancy: Occupancy, family: Family, changes: Changes): void {
  if (changes.nodeCount === 0) return;
  const words = countWords(family.fragments.count);
  const most = MOSTLY * family.topology.nodeCount;
  if (occupancy.words === 0 && changes.nodeCount > most) {
    resetOccupancy(occupancy, family);
    return;
  }
  if (occupancy.words === 0) {
    reserveBits(occupancy, words);
    fillWhole(occupancy);
  } else if (words > occupancy.words) {
    occupancy.bits = widen(occupancy.bits, occupancy.words, words);
    occupancy.words = words;
  }
  if (changes.nodeCount > most) gatherAll(occupancy, family);
  else gatherChanges(occupancy, family, changes);
}

/** The same bits in more words a row: below 257 fragments a bit has one owner, so it keeps its place. */
function widen(bits: Int32Array, words: number, wider: number): Int32Array {
  const wide = new Int32Array((bits.length / words) * wider);
  for (let k = 0, row = 0; k < bits.length; k += words, row += wider) {
    for (let w = 0; w < words; w++) wide[row + w] = bits[k + w];
  }
  return wide;
}

/**
 * Whether fragment `label` may have a part within r = reach[k] ≥ 0 of p[at…at+2]: false only if it has none. Looks at the
 * cells that the box of the ball meets, at the level whose cells are just wider than r: at most three along each axis.
 * (The paper looks at eight cells at least 2r wide: fewer, but half as many again are kept in vain.) While the family
 * is whole, and for balls beyond the widest cell, it is true. Allocates nothing.
 */
export function occupies(
  occupancy: Occupancy,
  label: number,
  p: Float64Array,
  at: number,
  reach: Float64Array,
  k: number,
): boolean {
  const { grid, levelCount, size, start, words, bits } = occupancy;
  const { origin, inverse } = grid;
  const r = reach[k] * inverse; // in finest cells, as x, y, z
  if (words === 0 || !(r < 1 << (levelCount - 1))) return true;
  const level = 32 - Math.clz32(r); // 2^level > r
  const x = (p[at] - origin[0]) * inverse;
  const y = (p[at + 1] - origin[1]) * inverse;
  const z = (p[at + 2] - origin[2]) * inverse;
  const nx = size[3 * level];
  const ny = size[3 * level + 1];
  // Rounding moves the box by far less than the margin by which cells list the tets beside them. Where a place is
  // beyond 32 bits, any answer is safe: the ball is far from the solid.
  const x0 = Math.max(0, Math.floor(x - r) >> level);
  const y0 = Math.max(0, Math.floor(y - r) >> level);
  const z0 = Math.max(0, Math.floor(z - r) >> level);
  const x1 = Math.min(nx - 1, Math.floor(x + r) >> level);
  const y1 = Math.min(ny - 1, Math.floor(y + r) >> level);
  const z1 = Math.min(size[3 * level + 2] - 1, Math.floor(z + r) >> level);
  const bit = 1 << (label & 31);
  const word = (label >>> 5) & (words - 1);
  for (let cz = z0; cz <= z1; cz++) {
    for (let cy = y0; cy <= y1; cy++) {
      const row = (start[level] + nx * (cy + ny * cz)) * words + word;
      for (let cx = x0; cx <= x1; cx++) {
        if ((bits[row + cx * words] & bit) !== 0) return true;
      }
    }
  }
  return false;
}
