// The bits of an occupancy from the labels of nodes: of tets, then of the finest cells, then level by level upward. All of
// them, or those that changes of labels reach.

import type { Changes } from './changes.ts';
import type { Family } from './family.ts';
import type { Occupancy } from './occupancy.ts';

let marked = new Uint8Array(0); // scratch: 1 for tets or cells that are listed, 0 again after each use
let list = new Uint32Array(0); // scratch: tets or cells to bring up to date
let nextList = new Uint32Array(0); // scratch: the cells above them

function reserve(occupancy: Occupancy): void {
  const room = Math.max(occupancy.grid.topology.tetCount, occupancy.grid.cellCount);
  if (marked.length >= room) return;
  marked = new Uint8Array(room);
  list = new Uint32Array(room);
  nextList = new Uint32Array(room);
}

/** Brings the tets of changed nodes up to date, then their cells, then the cells above, level by level. */
export function gatherChanges(occupancy: Occupancy, family: Family, changes: Changes): void {
  const { grid, levelCount } = occupancy;
  const { cornerStart, corner } = family.topology;
  const { tetStart, tetCell } = grid;
  reserve(occupancy);
  let tets = 0;
  for (let k = 0; k < changes.nodeCount; k++) {
    const end = cornerStart[changes.node[k] + 1];
    for (let c = cornerStart[changes.node[k]]; c < end; c++) {
      const tet = corner[c] >> 2;
      if (marked[tet] === 1) continue;
      marked[tet] = 1;
      list[tets++] = tet;
    }
  }
  for (let k = 0; k < tets; k++) marked[list[k]] = 0;
  markTets(occupancy, family, tets, false);
  let cells = 0;
  for (let k = 0; k < tets; k++) {
    const end = tetStart[list[k] + 1];
    for (let c = tetStart[list[k]]; c < end; c++) {
      const cell = tetCell[c];
      if (marked[cell] === 1) continue;
      marked[cell] = 1;
      nextList[cells++] = cell;
    }
  }
  swapLists();
  for (let k = 0; k < cells; k++) marked[list[k]] = 0;
  gatherCells(occupancy, cells, false);
  for (let level = 1; level < levelCount; level++) cells = gatherAbove(occupancy, level, cells);
}

function swapLists(): void {
  const done = list;
  list = nextList;
  nextList = done;
}

/** The bits of tets, the listed ones or all, from the labels of their nodes. */
function markTets(occupancy: Occupancy, family: Family, count: number, all: boolean): void {
  const { words, tetBits } = occupancy;
  const { label, topology } = family;
  const { tetNode } = topology;
  const last = words - 1;
  for (let k = 0; k < count; k++) {
    const tet = all ? k : list[k];
    const a = label[tetNode[4 * tet]];
    const b = label[tetNode[4 * tet + 1]];
    const c = label[tetNode[4 * tet + 2]];
    const d = label[tetNode[4 * tet + 3]];
    if (words === 1) {
      tetBits[tet] = (1 << a) | (1 << b) | (1 << c) | (1 << d);
      continue;
    }
    const at = tet * words;
    for (let w = 0; w < words; w++) tetBits[at + w] = 0;
    tetBits[at + ((a >>> 5) & last)] |= 1 << (a & 31);
    tetBits[at + ((b >>> 5) & last)] |= 1 << (b & 31);
    tetBits[at + ((c >>> 5) & last)] |= 1 << (c & 31);
    tetBits[at + ((d >>> 5) & last)] |= 1 << (d & 31);
  }
}

/** The bits of finest cells, the listed ones or all, from those of their tets. */
function gatherCells(occupancy: Occupancy, count: number, all: boolean): void {
  const { grid, words, bits, tetBits } = occupancy;
  const { cellStart, cellTet } = grid;
  for (let c = 0; c < count; c++) {
    const cell = all ? c : list[c];
    const start = cellStart[cell];
    const end = cellStart[cell + 1];
    if (start === end) continue; // outside of the solid: never any bits
    for (let w = 0; w < words; w++) {
      let join = 0;
      for (let k = start; k < end; k++) join |= tetBits[cellTet[k] * words + w];
      bits[cell * words + w] = join;
    }
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
  const { grid, levelCount, size, start, words, bits } = occupancy;
  markTets(occupancy, family, family.topology.tetCount, true);
  gatherCells(occupancy, grid.cellCount, true);
  bits.fill(0, start[1] * words);
  for (let level = 1; level < levelCount; level++) {
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
