// Finds the tet that holds a point: a uniform grid whose cells list the tets that overlap them. Built once a solid and
// shared by all its copies, for cutting moves no tet. [Glondu13, sec. 4.3] takes a k-d tree; docs/locate.md has the
// figures of that, of a walk, and of this grid, which answers without memory of the last point.

import { orientWhole } from '../geometry/orientation-whole.ts';
import { TET_FACES } from '../mesh/tet-mesh.ts';
import { type CellNodes, listCellNodes } from './cell-nodes.ts';
import { CELLS_PER_EDGE, CELLS_PER_TET, FLAT_TET } from './constants.ts';
import { listCells } from './tet-grid-cells.ts';
import type { FamilyTopology } from './topology.ts';

/** Candidate tets by cell, and what says whether a tet holds a point. Cells are cubes, numbered x first, then y, z. */
export interface TetGrid {
  readonly topology: FamilyTopology;
  readonly origin: Float64Array; // lowest corner of the first cell, metres
  readonly cell: number; // side of a cell, metres
  readonly inverse: number; // 1 / cell
  readonly size: Int32Array; // cells along x, y, z
  readonly cellCount: number;
  readonly cellStart: Uint32Array; // the tets of cell c are cellTet[cellStart[c]…cellStart[c + 1])
  readonly cellTet: Uint32Array; // the one deepest about the middle of the cell first
  readonly tetStart: Uint32Array; // the cells of tet t are tetCell[tetStart[t]…tetStart[t + 1]), ascending
  readonly tetCell: Uint32Array;
  readonly cellNodes: CellNodes; // the nodes of these tets, by cell
  readonly affine: Float64Array; // 12 a tet: node 0, then the gradients of the coordinates of corners 1, 2, 3
  readonly slack: Float64Array; // how far below 0 rounding may bring a coordinate of a point in the tet
  readonly floor: number; // minus the greatest slack
  readonly last: Int32Array; // the tet found last: mostly that of the next point too
}

/**
 * Builds the grid: every cell lists all tets that overlap it, and hardly another (separating axes, a margin of 1e-6
 * cells). Deterministic; linear in the lists.
 */
export function buildTetGrid(topology: FamilyTopology, cellsPerEdge = CELLS_PER_EDGE): TetGrid {
  const { positions, tetCount, meanScale } = topology;
  const low = new Float64Array(3).fill(Infinity);
  const high = new Float64Array(3).fill(-Infinity);
  for (let i = 0; i < positions.length; i++) {
    low[i % 3] = Math.min(low[i % 3], positions[i]);
    high[i % 3] = Math.max(high[i % 3], positions[i]);
  }
  const extent = high.map((h, d) => h - low[d]);
  const longest = Math.max(extent[0], extent[1], extent[2]);
  let cell = Math.max(meanScale / cellsPerEdge, longest / 500);
  while (countCells(extent, cell) > CELLS_PER_TET * tetCount + 64) cell *= 1.1;
  const size = Int32Array.from(extent, (e) => cellsAlong(e, cell));
  const origin = low.map((l, d) => l - 0.5 * (size[d] * cell - extent[d])); // the solid in the middle
  const grid = { origin, cell, inverse: 1 / cell, size, cellCount: size[0] * size[1] * size[2] };
  const { affine, slack } = measureTets(topology);
  const { tetStart, tetCell } = listCells(topology, grid);
  const { cellStart, cellTet } = groupByCell(tetStart, tetCell, grid.cellCount);
  sortByDepth(grid, affine, cellStart, cellTet);
  let floor = 0;
  for (let t = 0; t < tetCount; t++) floor = Math.min(floor, -slack[t]);
  const cellNodes = listCellNodes(cellStart, cellTet, topology.tetNode, topology.nodeCount, size);
  return {
    topology,
    ...grid,
    cellStart,
    cellTet,
    tetStart,
    tetCell,
    cellNodes,
    affine,
    slack,
    floor,
    last: new Int32Array(1),
  };
}

/** Cells along a side, with room for the margin at both ends. */
function cellsAlong(extent: number, cell: number): number {
  return Math.floor(extent / cell + 0.01) + 1;
}

function countCells(extent: Float64Array, cell: number): number {
  return cellsAlong(extent[0], cell) * cellsAlong(extent[1], cell) * cellsAlong(extent[2], cell);
}

/**
 * The tet that holds p[at…at+2], −1 if none does; its barycentric coordinates go to bary[0…3]. A point of the solid is
 * always found: coordinates may be below 0 by rounding, 1e-9 at most, and flat tets are tested exactly. Where several
 * tets hold the point so, it is the one whose smallest coordinate is largest. The same point gets the same answer,
 * whatever was asked before. Without a tet, `bary` means nothing. Allocates nothing but, maybe, in flat tets.
 */
export function locateTet(bary: Float64Array, grid: TetGrid, p: Float64Array, at: number): number {
  const { origin, inverse, size, cellStart, cellTet, affine, slack, floor, last } = grid;
  const x = p[at];
  const y = p[at + 1];
  const z = p[at + 2];
  const cx = (x - origin[0]) * inverse;
  const cy = (y - origin[1]) * inverse;
  const cz = (z - origin[2]) * inverse;
  if (!(cx >= 0 && cy >= 0 && cz >= 0 && cx < size[0] && cy < size[1] && cz < size[2])) return -1;
  const cell = (cx | 0) + size[0] * ((cy | 0) + size[1] * (cz | 0));
  const start = cellStart[cell];
  const end = cellStart[cell + 1];
  let found = -1;
  let best = -Infinity;
  for (let k = start - 1; k < end; k++) {
    const tet = k < start ? last[0] : cellTet[k];
    const a = 12 * tet;
    const dx = x - affine[a];
    const dy = y - affine[a + 1];
    const dz = z - affine[a + 2];
    const b1 = affine[a + 3] * dx + affine[a + 4] * dy + affine[a + 5] * dz;
    const b2 = affine[a + 6] * dx + affine[a + 7] * dy + affine[a + 8] * dz;
    const b3 = affine[a + 9] * dx + affine[a + 10] * dy + affine[a + 11] * dz;
    const b0 = 1 - b1 - b2 - b3;
    // One branch a candidate, mostly taken: a quarter faster than four that no one can foresee.
    if ((+(b0 < floor) | +(b1 < floor) | +(b2 < floor) | +(b3 < floor)) !== 0) continue;
    const least = Math.min(Math.min(b0, b1), Math.min(b2, b3));
    const may = slack[tet];
    if (k < start && !(least > FLAT_TET && may <= FLAT_TET)) continue; // the last one counts where no other can
    if (least < -may || least <= best) continue;
    if (may > FLAT_TET && least <= may && !holdsExactly(grid.topology, tet, p, at)) continue;
    found = tet;
    best = least;
    bary[0] = b0;
    bary[1] = b1;
    bary[2] = b2;
    bary[3] = b3;
    if (least > may) break; // in this one, beyond rounding: in no other
  }
  if (found < 0) return -1;
  last[0] = found;
  if (slack[found] > FLAT_TET) clampCoordinates(bary);
  return found;
}

const quad = new Float64Array(12); // scratch: the corners of a face and a point

/** Whether a tet holds p[at…], its faces included, without rounding. */
function holdsExactly(topology: FamilyTopology, tet: number, p: Float64Array, at: number): boolean {
  const { positions, tetNode } = topology;
  for (let d = 0; d < 3; d++) quad[9 + d] = p[at + d];
  for (let f = 0; f < 12; f += 3) {
    for (let k = 0; k < 3; k++) {
      const node = 3 * tetNode[4 * tet + TET_FACES[f + k]];
      for (let d = 0; d < 3; d++) quad[3 * k + d] = positions[node + d];
    }
    if (orientWhole(quad, 0, 1, 2, 3) > 0) return false; // beyond the face
  }
  return true;
}

/** Coordinates of a point in a flat tet, where rounding may have carried them anywhere: none below 0, of sum 1. */
function clampCoordinates(bary: Float64Array): void {
  let sum = 0;
  for (let c = 0; c < 4; c++) sum += Math.max(0, bary[c]);
  for (let c = 0; c < 4; c++) bary[c] = Math.max(0, bary[c]) / sum;
}

/**
 * Gradients and slack of every tet. With u = 2⁻⁵³, L the longest edge and D six times the volume, a cross product of
 * edges is off by 7·u·L², D by 11·u·L³, a product of the former with the offset of a point in the tet by 12·u·L³. A
 * coordinate is a quotient of two such, the last one a sum of three: it is off by less than 140·u·L³/D while D is
 * above 22·u·L³. Where this says more than FLAT_TET, it only sorts out what is far off, and exact signs decide.
 */
function measureTets(topology: FamilyTopology): { affine: Float64Array; slack: Float64Array } {
  const { positions, tetNode, tetCount } = topology;
  const affine = new Float64Array(12 * tetCount);
  const slack = new Float64Array(tetCount);
  for (let t = 0; t < tetCount; t++) {
    const o = 3 * tetNode[4 * t];
    const a = 3 * tetNode[4 * t + 1];
    const b = 3 * tetNode[4 * t + 2];
    const c = 3 * tetNode[4 * t + 3];
    const ax = positions[a] - positions[o];
    const ay = positions[a + 1] - positions[o + 1];
    const az = positions[a + 2] - positions[o + 2];
    const bx = positions[b] - positions[o];
    const by = positions[b + 1] - positions[o + 1];
    const bz = positions[b + 2] - positions[o + 2];
    const cx = positions[c] - positions[o];
    const cy = positions[c + 1] - positions[o + 1];
    const cz = positions[c + 2] - positions[o + 2];
    const bcx = by * cz - bz * cy;
    const bcy = bz * cx - bx * cz;
    const bcz = bx * cy - by * cx;
    const volume6 = ax * bcx + ay * bcy + az * bcz;
    const k = 12 * t;
    for (let d = 0; d < 3; d++) affine[k + d] = positions[o + d];
    affine[k + 3] = bcx / volume6;
    affine[k + 4] = bcy / volume6;
    affine[k + 5] = bcz / volume6;
    affine[k + 6] = (cy * az - cz * ay) / volume6;
    affine[k + 7] = (cz * ax - cx * az) / volume6;
    affine[k + 8] = (cx * ay - cy * ax) / volume6;
    affine[k + 9] = (ay * bz - az * by) / volume6;
    affine[k + 10] = (az * bx - ax * bz) / volume6;
    affine[k + 11] = (ax * by - ay * bx) / volume6;
    const oa = ax * ax + ay * ay + az * az;
    const ob = bx * bx + by * by + bz * bz;
    const oc = cx * cx + cy * cy + cz * cz;
    // An edge between corners 1, 2, 3 is at most the two to corner 0 together, so no longer than twice the longer.
    const long2 = 4 * Math.max(oa, ob, oc);
    const bound = (SLACK * long2 * Math.sqrt(long2)) / volume6;
    slack[t] = bound < MOST_SLACK ? bound : Infinity;
  }
  return { affine, slack };
}

const SLACK = 256 / 9007199254740992; // 256·u
const MOST_SLACK = 2; // beyond, D itself may be nothing but rounding

/** Turns the cells of tets into the tets of cells, by counting. */
function groupByCell(
  tetStart: Uint32Array,
  tetCell: Uint32Array,
  cellCount: number,
): { cellStart: Uint32Array; cellTet: Uint32Array } {
  const cellStart = new Uint32Array(cellCount + 1);
  for (let k = 0; k < tetCell.length; k++) cellStart[tetCell[k] + 1]++;
  for (let c = 0; c < cellCount; c++) cellStart[c + 1] += cellStart[c];
  const next = cellStart.slice(0, cellCount);
  const cellTet = new Uint32Array(tetCell.length);
  for (let t = 0; t + 1 < tetStart.length; t++) {
    for (let k = tetStart[t]; k < tetStart[t + 1]; k++) cellTet[next[tetCell[k]]++] = t;
  }
  return { cellStart, cellTet };
}

type Lattice = Pick<TetGrid, 'origin' | 'cell' | 'size' | 'cellCount'>;

/** Puts first what holds most points of a cell: the tet whose smallest coordinate at the cell's middle is largest. */
function sortByDepth(
  grid: Lattice,
  affine: Float64Array,
  cellStart: Uint32Array,
  cellTet: Uint32Array,
): void {
  const { origin, cell, size, cellCount } = grid;
  let longest = 0;
  for (let c = 0; c < cellCount; c++) longest = Math.max(longest, cellStart[c + 1] - cellStart[c]);
  const depth = new Float64Array(longest);
  for (let c = 0; c < cellCount; c++) {
    const start = cellStart[c];
    const count = cellStart[c + 1] - start;
    if (count < 2) continue;
    const row = Math.floor(c / size[0]);
    const slab = Math.floor(row / size[1]);
    const x = origin[0] + (c - row * size[0] + 0.5) * cell;
    const y = origin[1] + (row - slab * size[1] + 0.5) * cell;
    const z = origin[2] + (slab + 0.5) * cell;
    for (let k = 0; k < count; k++) {
      const tet = cellTet[start + k];
      const a = 12 * tet;
      const dx = x - affine[a];
      const dy = y - affine[a + 1];
      const dz = z - affine[a + 2];
      const b1 = affine[a + 3] * dx + affine[a + 4] * dy + affine[a + 5] * dz;
      const b2 = affine[a + 6] * dx + affine[a + 7] * dy + affine[a + 8] * dz;
      const b3 = affine[a + 9] * dx + affine[a + 10] * dy + affine[a + 11] * dz;
      const least = Math.min(1 - b1 - b2 - b3, b1, b2, b3);
      let j = k;
      for (; j > 0 && depth[j - 1] < least; j--) {
        depth[j] = depth[j - 1];
        cellTet[start + j] = cellTet[start + j - 1];
      }
      depth[j] = least;
      cellTet[start + j] = tet;
    }
  }
}
