// Ground as heights over a rectangle of cells, solid below, as something to collide with. Each cell is two triangles.
// A pyramid of the least and largest heights of blocks of cells finds the closest triangle without visiting many.

import { closestPointTriangleTo } from '../geometry/point-triangle.ts';
import { InputError } from '../job/error.ts';
import { show } from '../job/format.ts';

/**
 * Columns go along x, rows along z, heights along y; the middle of the rectangle is at x = z = 0. A cell is cut along
 * the diagonal from its lower corner of both axes to the upper one. Made by buildHeightField alone.
 */
export interface HeightField {
  readonly rows: number;
  readonly columns: number;
  readonly cell: Float64Array; // its size along x and z
  readonly height: Float64Array; // by row
  readonly low: Float64Array; // least height a block: levels after one another, cells first, by row
  readonly high: Float64Array; // largest
  readonly start: Uint32Array; // where each level begins; the last is one block
  readonly across: Uint32Array; // blocks in a row of each level
}

/** What users hand over. */
export interface HeightInput {
  readonly rows: number; // along z, at least 2
  readonly columns: number; // along x, at least 2
  readonly heights: ArrayLike<number>; // metres, by row
  readonly cellX: number; // metres from column to column
  readonly cellZ: number; // metres from row to row
}

const MOST = 1 << 26; // corners: ridges are numbered by four times as many, contacts by sixteen

/** Checks and copies heights and builds their pyramid. Linear time. */
export function buildHeightField(input: HeightInput): HeightField {
  checkHeights(input);
  const { rows, columns } = input;
  const height = Float64Array.from(input.heights);
  const start = [0];
  const across: number[] = [];
  for (let r = rows - 1, c = columns - 1; ; r = (r + 1) >> 1, c = (c + 1) >> 1) {
    across.push(c);
    start.push(start[start.length - 1] + r * c);
    if (r === 1 && c === 1) break;
  }
  const low = new Float64Array(start[start.length - 1]).fill(Infinity);
  const high = new Float64Array(low.length).fill(-Infinity);
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const y = height[r * columns + c];
      for (let i = Math.max(0, r - 1); i <= Math.min(r, rows - 2); i++) {
        for (let j = Math.max(0, c - 1); j <= Math.min(c, columns - 2); j++) {
          const k = i * (columns - 1) + j;
          low[k] = Math.min(low[k], y);
          high[k] = Math.max(high[k], y);
        }
      }
    }
  }
  for (let level = 1; level < across.length; level++) {
    for (let k = start[level - 1]; k < start[level]; k++) {
      const i = Math.floor((k - start[level - 1]) / across[level - 1]);
      const j = k - start[level - 1] - i * across[level - 1];
      const up = start[level] + (i >> 1) * across[level] + (j >> 1);
      low[up] = Math.min(low[up], low[k]);
      high[up] = Math.max(high[up], high[k]);
    }
  }
  return {
    rows,
    columns,
    cell: Float64Array.of(input.cellX, input.cellZ),
    height,
    low,
    high,
    start: Uint32Array.from(start),
    across: Uint32Array.from(across),
  };
}

function checkHeights({ rows, columns, heights, cellX, cellZ }: HeightInput): void {
  for (const [name, value] of Object.entries({ rows, columns })) {
    if (Number.isInteger(value) && value >= 2 && value <= 65536) continue;
    throw new InputError('bad-argument', `${name} is ${show(value)}: give a whole number from 2 to 65536`);
  }
  for (const [name, value] of Object.entries({ cellX, cellZ })) {
    if (typeof value === 'number' && value > 1e-50 && value < 1e50) continue;
    throw new InputError('bad-argument', `${name} is ${show(value)}: give a positive length in metres`);
  }
  if (heights.length !== rows * columns) {
    throw new InputError(
      'bad-argument',
      `heights has ${heights.length} numbers: give ${rows * columns}, rows times columns`,
    );
  }
  if (heights.length > MOST) {
    throw new InputError(
      'too-large',
      `heights has ${heights.length} numbers: use several fields of ${MOST} each`,
    );
  }
  for (let k = 0; k < heights.length; k++) {
    if (typeof heights[k] === 'number' && Math.abs(heights[k]) < 1e50) continue;
    throw new InputError(
      'bad-argument',
      `the height in row ${Math.floor(k / columns)}, column ${k % columns} is ${show(heights[k])}: give finite numbers of metres`,
    );
  }
}

/** Writes the place of a corner of cells to out[to…]. */
export function placeCorner(
  out: Float64Array,
  to: number,
  field: HeightField,
  row: number,
  column: number,
): void {
  const { rows, columns, cell, height } = field;
  out[to] = (column - 0.5 * (columns - 1)) * cell[0];
  out[to + 1] = height[row * columns + column];
  out[to + 2] = (row - 0.5 * (rows - 1)) * cell[1];
}

const corner = new Float64Array(9); // scratch: the corners of a triangle
const face = new Float64Array(12); // scratch: the same as point-triangle.ts takes it
const hit = new Float64Array(4); // scratch: its closest point
const gap = new Float64Array(1); // scratch: squared distance to a block
// Scratch: blocks put off. Of the four below a block three wait, a level; there are 17 levels at most, and one more.
const waitLevel = new Int32Array(64);
const waitRow = new Int32Array(64);
const waitColumn = new Int32Array(64);

/** Sets `face` to triangle `half` (0 or 1) of a cell: counter-clockwise from above. */
export function setTriangle(
  out: Float64Array,
  field: HeightField,
  row: number,
  column: number,
  half: number,
): void {
  placeCorner(corner, 0, field, row, column);
  placeCorner(corner, 3, field, row + 1, half === 0 ? column : column + 1);
  placeCorner(corner, 6, field, half === 0 ? row + 1 : row, column + 1);
  for (let d = 0; d < 3; d++) {
    out[d] = corner[d];
    out[3 + d] = corner[3 + d] - corner[d];
    out[6 + d] = corner[6 + d] - corner[d];
  }
  out[9] = out[3] * out[3] + out[4] * out[4] + out[5] * out[5];
  out[10] = out[6] * out[6] + out[7] * out[7] + out[8] * out[8];
  out[11] = out[3] * out[6] + out[4] * out[7] + out[5] * out[8];
}

/** Writes the upward unit normal of triangle `half` of a cell to out[to…]. */
export function writeUp(
  out: Float64Array,
  to: number,
  field: HeightField,
  row: number,
  column: number,
  half: number,
): void {
  setTriangle(face, field, row, column, half);
  const x = face[4] * face[8] - face[5] * face[7];
  const y = face[5] * face[6] - face[3] * face[8];
  const z = face[3] * face[7] - face[4] * face[6];
  const length = Math.sqrt(x * x + y * y + z * z);
  out[to] = x / length;
  out[to + 1] = y / length;
  out[to + 2] = z / length;
}

/**
 * Finds the triangle closest to p[at…]: writes squared distance, closest point xyz and region (point-triangle.ts) to
 * out[0..4] and returns twice the number of the cell, by row, and one more for its second triangle. Allocation-free.
 */
export function closestHeight(out: Float64Array, field: HeightField, p: Float64Array, at: number): number {
  const { rows, columns, across, start } = field;
  out[0] = Infinity;
  // The cell below comes first: it is likely to be the one.
  const row = Math.max(0, Math.min(rows - 2, Math.floor(p[at + 2] / field.cell[1] + 0.5 * (rows - 1))));
  const column = Math.max(0, Math.min(columns - 2, Math.floor(p[at] / field.cell[0] + 0.5 * (columns - 1))));
  let best = tryCell(out, field, row, column, p, at, -1);
  waitLevel[0] = across.length - 1;
  waitRow[0] = waitColumn[0] = 0;
  for (let waits = 1; waits > 0; ) {
    waits--;
    const level = waitLevel[waits];
    const i = waitRow[waits];
    const j = waitColumn[waits];
    setGap(field, level, i, j, p, at);
    if (gap[0] >= out[0]) continue;
    if (level === 0) {
      best = tryCell(out, field, i, j, p, at, best);
      continue;
    }
    const wide = across[level - 1];
    const deep = (start[level] - start[level - 1]) / wide;
    // The quarter above which p is comes last, so it is looked at first.
    const own = (row >> (level - 1) > 2 * i ? 2 : 0) + (column >> (level - 1) > 2 * j ? 1 : 0);
    for (let k = 1; k <= 4; k++) {
      const quarter = (own + k) & 3;
      const r = 2 * i + (quarter >> 1);
      const c = 2 * j + (quarter & 1);
      if (r >= deep || c >= wide) continue;
      waitLevel[waits] = level - 1;
      waitRow[waits] = r;
      waitColumn[waits++] = c;
    }
  }
  return best;
}

/** Sets `gap` to the squared distance of p to the box of a block: no more than that to its triangles. */
function setGap(field: HeightField, level: number, i: number, j: number, p: Float64Array, at: number): void {
  const { rows, columns, cell, low, high, start, across } = field;
  const k = start[level] + i * across[level] + j;
  const x0 = ((j << level) - 0.5 * (columns - 1)) * cell[0];
  const x1 = (Math.min(columns - 1, (j + 1) << level) - 0.5 * (columns - 1)) * cell[0];
  const z0 = ((i << level) - 0.5 * (rows - 1)) * cell[1];
  const z1 = (Math.min(rows - 1, (i + 1) << level) - 0.5 * (rows - 1)) * cell[1];
  const x = Math.max(x0 - p[at], 0, p[at] - x1);
  const y = Math.max(low[k] - p[at + 1], 0, p[at + 1] - high[k]);
  const z = Math.max(z0 - p[at + 2], 0, p[at + 2] - z1);
  gap[0] = x * x + y * y + z * z;
}

function tryCell(
  out: Float64Array,
  field: HeightField,
  row: number,
  column: number,
  p: Float64Array,
  at: number,
  best: number,
): number {
  const cell = row * (field.columns - 1) + column;
  for (let half = 0; half < 2; half++) {
    setTriangle(face, field, row, column, half);
    closestPointTriangleTo(hit, face, 0, p, at);
    if (!(hit[0] < out[0])) continue;
    out[0] = hit[0];
    for (let d = 0; d < 3; d++) out[1 + d] = face[d] + hit[1] * face[3 + d] + hit[2] * face[6 + d];
    out[4] = hit[3];
    best = 2 * cell + half;
  }
  return best;
}
