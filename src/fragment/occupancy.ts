// Which fragments may lie near a point: a grid of several levels, each cell with a bit for every fragment that has a
// part in it [Glondu13, sec. 4.5]. The finest cells are those of the tet grid; a cell of the next level holds eight, and
// its bits are theirs together (OR, where the paper says AND). Bits follow a break locally.

import type { Changes } from './changes.ts';
import { MAX_WORDS, REGATHER_SHARE } from './constants.ts';
import type { Family } from './family.ts';
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
  while (words < MAX_WORDS && 32 * words < fragments) words *= 2;
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
  const most = REGATHER_SHARE * family.topology.nodeCount;
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

// The bits of an occupancy from the labels of nodes: of the finest cells, then level by level upward. All of them, or
// those that changes of labels reach.

let marked = new Uint8Array(0); // scratch: 1 for cells that are listed, 0 again after each use
let list = new Uint32Array(0); // scratch: cells to bring up to date
let nextList = new Uint32Array(0); // scratch: the cells above them

function reserve(occupancy: Occupancy): void {
  const room = occupancy.grid.cellCount;
  if (marked.length >= room) return;
  marked = new Uint8Array(room);
  list = new Uint32Array(room);
  nextList = new Uint32Array(room);
}

/** The bits of a whole: fragment 0 wherever there is a tet, and in the cells above. */
function fillWhole(occupancy: Occupancy): void {
  const { grid, levelCount, start, words, bits } = occupancy;
  const { filled, above } = grid.cellNodes;
  bits.fill(0);
  for (let k = 0; k < filled.length; k++) {
    bits[filled[k] * words] = 1;
    if (levelCount > 1) bits[(start[1] + above[k]) * words] = 1;
  }
  joinLevels(occupancy);
}

/** Brings the cells of changed nodes' tets up to date, then the cells above, level by level. */
function gatherChanges(occupancy: Occupancy, family: Family, changes: Changes): void {
  const { grid, levelCount } = occupancy;
  const { filled, cellStart, cell } = grid.cellNodes;
  reserve(occupancy);
  let cells = 0;
  for (let n = 0; n < changes.nodeCount; n++) {
    const end = cellStart[changes.node[n] + 1];
    for (let c = cellStart[changes.node[n]]; c < end; c++) {
      const k = cell[c];
      if (marked[k] === 1) continue;
      marked[k] = 1;
      list[cells++] = k;
    }
  }
  if (occupancy.words === 1) gatherListed(occupancy, family.label, cells);
  for (let n = 0; n < cells; n++) {
    marked[list[n]] = 0;
    if (occupancy.words > 1) gatherCell(occupancy, family.label, list[n]);
    list[n] = filled[list[n]];
  }
  for (let level = 1; level < levelCount; level++) cells = gatherAbove(occupancy, level, cells);
}

/** The bits of the filled cells in `list`, up to 32 fragments. */
function gatherListed({ grid, bits }: Occupancy, label: Int32Array, count: number): void {
  const { filled, start, node } = grid.cellNodes;
  const cells = list;
  for (let c = 0; c < count; c++) {
    const k = cells[c];
    const end = start[k + 1];
    let join = 0;
    for (let n = start[k]; n < end; n++) join |= 1 << label[node[n]];
    bits[filled[k]] = join;
  }
}

function swapLists(): void {
  const done = list;
  list = nextList;
  nextList = done;
}

/** The bits of the k-th filled cell, from the labels of its nodes. */
function gatherCell(occupancy: Occupancy, label: Int32Array, k: number): void {
  const { grid, words, bits } = occupancy;
  const { filled, start, node } = grid.cellNodes;
  const at = filled[k] * words;
  const last = words - 1;
  for (let w = 0; w < words; w++) bits[at + w] = 0;
  for (let n = start[k], end = start[k + 1]; n < end; n++) {
    const own = label[node[n]];
    bits[at + ((own >>> 5) & last)] |= 1 << (own & 31);
  }
}

/** Lists the cells of a level above those listed, each once, and joins the bits of their eight; returns their number. */
function gatherAbove(occupancy: Occupancy, level: number, below: number): number {
  const { size } = occupancy;
  const nx = size[3 * level - 3];
  const ny = size[3 * level - 2];
  const px = size[3 * level];
  const py = size[3 * level + 1];
  let count = 0;
  for (let k = 0; k < below; k++) {
    const row = Math.floor(list[k] / nx);
    const z = Math.floor(row / ny);
    const above = ((list[k] - row * nx) >> 1) + px * (((row - z * ny) >> 1) + py * (z >> 1));
    if (marked[above] === 1) continue;
    marked[above] = 1;
    nextList[count++] = above;
  }
  swapLists();
  for (let k = 0; k < count; k++) {
    marked[list[k]] = 0;
    joinEight(occupancy, level, list[k]);
  }
  return count;
}

function joinEight(occupancy: Occupancy, level: number, cell: number): void {
  const { size, start, words, bits } = occupancy;
  const px = size[3 * level];
  const py = size[3 * level + 1];
  const row = Math.floor(cell / px);
  const slab = Math.floor(row / py);
  const nx = size[3 * level - 3];
  const ny = size[3 * level - 2];
  const x0 = 2 * (cell - row * px);
  const y0 = 2 * (row - slab * py);
  const x1 = Math.min(x0 + 2, nx);
  const y1 = Math.min(y0 + 2, ny);
  const z1 = Math.min(2 * slab + 2, size[3 * level - 1]);
  const at = (start[level] + cell) * words;
  for (let w = 0; w < words; w++) {
    let join = 0;
    for (let z = 2 * slab; z < z1; z++) {
      for (let y = y0; y < y1; y++) {
        const from = (start[level - 1] + nx * (y + ny * z)) * words + w;
        for (let x = x0; x < x1; x++) join |= bits[from + x * words];
      }
    }
    bits[at + w] = join;
  }
}

/** Computes every cell anew. */
function gatherAll(occupancy: Occupancy, family: Family): void {
  const { start, words, bits } = occupancy;
  bits.fill(0, start[1] * words);
  if (words === 1) gatherWord(occupancy, family.label);
  else gatherWords(occupancy, family.label);
  joinLevels(occupancy);
}

/** Joins the bits of the levels above the two finest, which must be empty. */
function joinLevels({ levelCount, size, start, words, bits }: Occupancy): void {
  for (let level = 2; level < levelCount; level++) {
    const px = size[3 * level];
    const py = size[3 * level + 1];
    let from = start[level - 1] * words;
    for (let z = 0; z < size[3 * level - 1]; z++) {
      for (let y = 0; y < size[3 * level - 2]; y++) {
        const row = start[level] + px * ((y >> 1) + py * (z >> 1));
        for (let x = 0; x < size[3 * level - 3]; x++) {
          const to = (row + (x >> 1)) * words;
          for (let w = 0; w < words; w++) {
            const word = bits[from++];
            if (word !== 0) bits[to + w] |= word;
          }
        }
      }
    }
  }
}

/** The bits of the two finest levels, up to 32 fragments. The coarser one must be empty. */
function gatherWord({ grid, levelCount, start: levelStart, bits }: Occupancy, label: Int32Array): void {
  const { filled, above, start, node } = grid.cellNodes;
  for (let k = 0; k < filled.length; k++) {
    const end = start[k + 1];
    let join = 0;
    for (let n = start[k]; n < end; n++) join |= 1 << label[node[n]];
    bits[filled[k]] = join;
    if (levelCount > 1) bits[levelStart[1] + above[k]] |= join;
  }
}

/** The same for more. */
function gatherWords(occupancy: Occupancy, label: Int32Array): void {
  const { grid, levelCount, start, words, bits } = occupancy;
  const { filled, above } = grid.cellNodes;
  for (let k = 0; k < filled.length; k++) {
    gatherCell(occupancy, label, k);
    if (levelCount === 1) continue;
    const from = filled[k] * words;
    const to = (start[1] + above[k]) * words;
    for (let w = 0; w < words; w++) bits[to + w] |= bits[from + w];
  }
}
