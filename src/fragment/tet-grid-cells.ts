// Which cells of a grid each tet overlaps: separating axes, row by row of the tet's box. Part of building a tet grid.

import { crossEdges } from '../geometry/triangle.ts';
import { growColumn } from '../math/columns.ts';
import { TET_EDGES, TET_FACES } from '../mesh/tet-mesh.ts';
import { CELL_MARGIN, LEVEL_FACE } from './constants.ts';
import type { TetGrid } from './tet-grid.ts';
import type { FamilyTopology } from './topology.ts';

// Of the two axes across each axis, the free one, along which an outline leaves an interval, and the fixed one.
const FREE = Uint8Array.of(1, 0, 0);
const FIXED = Uint8Array.of(2, 2, 1);

// Scratch: the tet at hand, in cells. Bounds speak of cell numbers: a cell number is the place of its lowest corner.
const corner = new Float64Array(12); // xyz of its corners
const normal = new Float64Array(3); // of one of its faces
const range = new Int32Array(6); // first and last cell of its box along x, y, z
const faceAbove = new Float64Array(12); // faces above it: a, b, c of x ≤ a + b·y + c·z
const faceBelow = new Float64Array(12); // and below
const edgeAbove = new Float64Array(36); // up to 6 lines around its outline along each axis: a, b of free ≤ a + b·fixed
const edgeBelow = new Float64Array(36);
const aboveCount = new Int32Array(4); // lines above along x, y, z, then faces
const belowCount = new Int32Array(4);
const span = new Float64Array(2); // what narrow leaves

/**
 * The cells of each tet, ascending. None that overlaps it is left out: a cell is dropped only if a half-space that
 * holds the tet and the margin does not meet it. The half-spaces are those of separating axes: the faces' normals and
 * the products of edges with the axes, which are lines around the tet's outlines; the axes themselves give its box.
 */
export function listCells(
  topology: FamilyTopology,
  grid: Pick<TetGrid, 'origin' | 'inverse' | 'size'>,
): { tetStart: Uint32Array; tetCell: Uint32Array } {
  const { positions, tetNode, tetCount } = topology;
  const { origin, inverse, size } = grid;
  const tetStart = new Uint32Array(tetCount + 1);
  const rows = new Float64Array(2 * size[1]);
  let tetCell = new Uint32Array(16 * tetCount + 64);
  let count = 0;
  for (let t = 0; t < tetCount; t++) {
    for (let c = 0; c < 4; c++) {
      const node = 3 * tetNode[4 * t + c];
      for (let d = 0; d < 3; d++) corner[3 * c + d] = (positions[node + d] - origin[d]) * inverse;
    }
    for (let d = 0; d < 3; d++) setRange(d, size[d]);
    const most = (range[1] - range[0] + 1) * (range[3] - range[2] + 1) * (range[5] - range[4] + 1);
    if (count + most > tetCell.length) tetCell = growColumn(tetCell, count + most);
    addFaces();
    for (let axis = 0; axis < 3; axis++) addLines(axis, FREE[axis], FIXED[axis]);
    count = addCells(tetCell, count, size, rows);
    tetStart[t + 1] = count;
  }
  return { tetStart, tetCell: tetCell.slice(0, count) };
}

function setRange(axis: number, size: number): void {
  const a = corner[axis];
  const b = corner[axis + 3];
  const c = corner[axis + 6];
  const d = corner[axis + 9];
  range[2 * axis] = Math.max(0, Math.floor(Math.min(a, b, c, d) - CELL_MARGIN));
  range[2 * axis + 1] = Math.min(size - 1, Math.floor(Math.max(a, b, c, d) + CELL_MARGIN));
}

/**
 * Writes the bounds that the faces' half-spaces n·x ≤ t set to x. With t the greatest n·corner, the half-space holds
 * the tet however n was rounded; half a cell each way and the margin make it hold the middles of the cells it meets.
 */
function addFaces(): void {
  let above = 0;
  let below = 0;
  for (let f = 0; f < 12; f += 3) {
    crossEdges(normal, 0, corner, 3 * TET_FACES[f], 3 * TET_FACES[f + 1], 3 * TET_FACES[f + 2]);
    const nx = normal[0];
    const ny = normal[1];
    const nz = normal[2];
    const sum = Math.abs(nx) + Math.abs(ny) + Math.abs(nz);
    if (!(Math.abs(nx) > LEVEL_FACE * sum)) continue; // along x: the outline along x says the same
    const most = Math.max(
      nx * corner[0] + ny * corner[1] + nz * corner[2],
      nx * corner[3] + ny * corner[4] + nz * corner[5],
      nx * corner[6] + ny * corner[7] + nz * corner[8],
      nx * corner[9] + ny * corner[10] + nz * corner[11],
    );
    const room = most + (0.5 + CELL_MARGIN) * sum - 0.5 * (nx + ny + nz);
    const scale = 1 / nx;
    const bound = nx > 0 ? faceAbove : faceBelow;
    const k = nx > 0 ? 3 * above++ : 3 * below++;
    bound[k] = room * scale;
    bound[k + 1] = -ny * scale;
    bound[k + 2] = -nz * scale;
  }
  aboveCount[3] = above;
  belowCount[3] = below;
}

/** Writes the bounds that the lines around the outline along an axis set to axis i, as seen along axis j. */
function addLines(axis: number, i: number, j: number): void {
  let above = 12 * axis;
  let below = 12 * axis;
  for (let e = 0; e < 12; e += 2) {
    const p = 3 * TET_EDGES[e];
    const q = 3 * TET_EDGES[e + 1];
    const r = 3 * TET_EDGES[10 - e]; // the other two corners: the opposite edge is as far from the list's end
    const s = 3 * TET_EDGES[11 - e];
    const ni = corner[q + j] - corner[p + j];
    const nj = corner[p + i] - corner[q + i];
    const toR = ni * (corner[r + i] - corner[p + i]) + nj * (corner[r + j] - corner[p + j]);
    const toS = ni * (corner[s + i] - corner[p + i]) + nj * (corner[s + j] - corner[p + j]);
    const sum = Math.abs(ni) + Math.abs(nj);
    // Within the outline, it bounds nothing; level, it is a side of the box.
    if (toR * toS < 0 || !(Math.abs(ni) > LEVEL_FACE * sum)) continue;
    const wide = toR + toS > 0 ? -(0.5 + CELL_MARGIN) * sum : (0.5 + CELL_MARGIN) * sum; // away from the other two
    const room = ni * corner[p + i] + nj * corner[p + j] + wide - 0.5 * (ni + nj);
    const scale = 1 / ni;
    if (wide > 0 === ni > 0) {
      edgeAbove[above++] = room * scale;
      edgeAbove[above++] = -nj * scale;
    } else {
      edgeBelow[below++] = room * scale;
      edgeBelow[below++] = -nj * scale;
    }
  }
  aboveCount[axis] = above;
  belowCount[axis] = below;
}

/** Appends the cells of the box that nothing excludes; returns the new count. `rows` is scratch: intervals of x by y. */
function addCells(cells: Uint32Array, from: number, size: Int32Array, rows: Float64Array): number {
  let count = from;
  const above = 3 * aboveCount[3];
  const below = 3 * belowCount[3];
  for (let y = range[2]; y <= range[3]; y++) {
    narrow(2, 0, y);
    rows[2 * y] = span[0];
    rows[2 * y + 1] = span[1];
  }
  for (let z = range[4]; z <= range[5]; z++) {
    narrow(1, 0, z);
    const slabFirst = span[0];
    const slabLast = span[1];
    narrow(0, 1, z);
    if (slabFirst > slabLast || span[0] > span[1]) continue;
    const yLast = Math.floor(span[1]);
    for (let y = Math.floor(span[0] + 1); y <= yLast; y++) {
      let first = Math.max(slabFirst, rows[2 * y]);
      let last = Math.min(slabLast, rows[2 * y + 1]);
      for (let k = 0; k < above; k += 3) {
        last = Math.min(last, faceAbove[k] + faceAbove[k + 1] * y + faceAbove[k + 2] * z);
      }
      for (let k = 0; k < below; k += 3) {
        first = Math.max(first, faceBelow[k] + faceBelow[k + 1] * y + faceBelow[k + 2] * z);
      }
      if (first > last) continue;
      const row = size[0] * (y + size[1] * z);
      const end = Math.floor(last);
      for (let x = Math.floor(first + 1); x <= end; x++) cells[count++] = row + x;
    }
  }
  return count;
}

/**
 * Writes to `span` what the outline along an axis leaves of the box along the free axis at cell v of the fixed one:
 * cells above span[0], not above span[1]. The box's own ends are moved by a quarter of a cell, which drops none.
 */
function narrow(axis: number, free: number, v: number): void {
  let first = range[2 * free] - 0.25;
  let last = range[2 * free + 1] + 0.25;
  for (let k = 12 * axis; k < aboveCount[axis]; k += 2) {
    last = Math.min(last, edgeAbove[k] + edgeAbove[k + 1] * v);
  }
  for (let k = 12 * axis; k < belowCount[axis]; k += 2) {
    first = Math.max(first, edgeBelow[k] + edgeBelow[k + 1] * v);
  }
  span[0] = first;
  span[1] = last;
}
