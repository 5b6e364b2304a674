// The bits of an occupancy from the labels of nodes: of the finest cells, then level by level upward. All of them, or
// those that changes of labels reach.

import type { Changes } from './changes.ts';
import type { Family } from './family.ts';
import type { Occupancy } from './occupancy.ts';

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
export function fillWhole(occupancy: Occupancy): void {
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
export function gatherChanges(occupancy: Occupancy, family: Family, changes: Changes): void {
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
export function gatherAll(occupancy: Occupancy, family: Family): void {
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
