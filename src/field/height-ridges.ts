// Ridges of ground given as heights, as ridges.ts finds those of meshes: corners of cells that stick out, sharp convex
// edges and the border. Which they are is one byte a corner; what they are like is worked out when they are near.

import { type HeightField, placeCorner, writeUp } from './height-field.ts';
import { endsMeet, LEVEL, LOWER, SHARP, TURN } from './ridges.ts';

// Steps, of rows and columns, to the corners that share an edge with a corner: along x, along z, along the diagonal, and
// back. The first three are also the edges that are counted as the corner's own.
const STEP_ROW = Int8Array.of(0, 1, 1, 0, -1, -1);
const STEP_COLUMN = Int8Array.of(1, 0, 1, -1, 0, -1);
// The cells (as steps) and halves of the six triangles around a corner.
const AROUND_ROW = Int8Array.of(0, 0, 0, -1, -1, -1);
const AROUND_COLUMN = Int8Array.of(0, 0, -1, -1, -1, 0);
const AROUND_HALF = Uint8Array.of(0, 1, 1, 0, 1, 0);

const here = new Float64Array(3); // scratch: a corner
const there = new Float64Array(3); // scratch: a neighbour
const normal = new Float64Array(6); // scratch: normals of one or two faces
const sum = new Float64Array(4); // scratch: their direction together, and the least cosine to one of them
const ridge = new Float64Array(10); // scratch: a ridge

/** For each corner: bit 0 if it sticks out, bits 1, 2, 3 if its edge along x, z or the diagonal is a ridge. */
export function findHeightRidges(field: HeightField): Uint8Array {
  const { rows, columns } = field;
  const flags = new Uint8Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const k = row * columns + column;
      if (sticksOut(field, row, column)) flags[k] |= 1;
      for (let e = 0; e < 3; e++) if (isRidge(field, row, column, e)) flags[k] |= 2 << e;
    }
  }
  return flags;
}

/** Sums up the normals of the faces around a corner, and finds how far they spread. */
function sumAround(field: HeightField, row: number, column: number): void {
  const { rows, columns } = field;
  sum.fill(0);
  for (let pass = 0; pass < 2; pass++) {
    for (let k = 0; k < 6; k++) {
      const r = row + AROUND_ROW[k];
      const c = column + AROUND_COLUMN[k];
      if (r < 0 || c < 0 || r > rows - 2 || c > columns - 2) continue;
      writeUp(normal, 0, field, r, c, AROUND_HALF[k]);
      if (pass === 0) for (let d = 0; d < 3; d++) sum[d] += normal[d];
      else sum[3] = Math.min(sum[3], sum[0] * normal[0] + sum[1] * normal[1] + sum[2] * normal[2]);
    }
    if (pass === 1) return;
    const length = Math.sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
    for (let d = 0; d < 3; d++) sum[d] /= length;
    sum[3] = 1;
  }
}

/** Whether no neighbour of a corner is above it, as seen along its normal, and one is below; at the border, none above. */
function sticksOut(field: HeightField, row: number, column: number): boolean {
  const { rows, columns } = field;
  sumAround(field, row, column);
  placeCorner(here, 0, field, row, column);
  let lower = row === 0 || column === 0 || row === rows - 1 || column === columns - 1;
  for (let k = 0; k < 6; k++) {
    const r = row + STEP_ROW[k];
    const c = column + STEP_COLUMN[k];
    if (r < 0 || c < 0 || r >= rows || c >= columns) continue;
    placeCorner(there, 0, field, r, c);
    let square = 0;
    let height = 0;
    for (let d = 0; d < 3; d++) {
      const way = there[d] - here[d];
      square += way * way;
      height += way * sum[d];
    }
    const sine = height / Math.sqrt(square);
    if (sine > LEVEL) return false;
    if (sine < -LOWER) lower = true;
  }
  return lower;
}

/** Writes the normals of the faces beside an edge to `normal`; returns how many there are: 0 if there is no such edge. */
function facesBeside(field: HeightField, row: number, column: number, e: number): number {
  const { rows, columns } = field;
  if (row + STEP_ROW[e] >= rows || column + STEP_COLUMN[e] >= columns) return 0;
  // Beside x: the second half of this row's cell, the first of the one before. Beside z: the first half of this
  // column's cell, the second of the one before. Beside the diagonal: both halves.
  let count = 0;
  for (let k = 0; k < 2; k++) {
    const r = e === 0 && k === 1 ? row - 1 : row;
    const c = e === 1 && k === 1 ? column - 1 : column;
    if (r < 0 || c < 0 || r > rows - 2 || c > columns - 2) continue;
    writeUp(normal, 3 * count++, field, r, c, e === 0 ? 1 - k : k);
  }
  return count;
}

function isRidge(field: HeightField, row: number, column: number, e: number): boolean {
  const count = facesBeside(field, row, column, e);
  if (count < 2) return count === 1;
  const dot = normal[0] * normal[3] + normal[1] * normal[4] + normal[2] * normal[5];
  if (!(dot < SHARP)) return false;
  // Convex where the normals lean apart: the first face is the one on the +z, +x, or −x and +z side.
  const dx = normal[0] - normal[3];
  const dz = normal[2] - normal[5];
  return e === 0 ? dz > 0 : e === 1 ? dx > 0 : dz * field.cell[0] - dx * field.cell[1] > 0;
}

/** Writes ridge 4·corner + kind (0 the corner, 1 to 3 its edges) as ridges.ts describes them; true for an edge. */
export function describeHeightRidge(out: Float64Array, field: HeightField, id: number): boolean {
  const corner = id >> 2;
  const e = (id & 3) - 1;
  const row = Math.floor(corner / field.columns);
  const column = corner - row * field.columns;
  placeCorner(out, 0, field, row, column);
  if (e < 0) {
    placeCorner(out, 3, field, row, column);
    sumAround(field, row, column);
    for (let d = 0; d < 3; d++) out[6 + d] = sum[d];
    out[9] = sum[3] - TURN;
    return false;
  }
  placeCorner(out, 3, field, row + STEP_ROW[e], column + STEP_COLUMN[e]);
  const second = facesBeside(field, row, column, e) === 2 ? 3 : 0;
  let square = 0;
  for (let d = 0; d < 3; d++) {
    out[6 + d] = normal[d] + normal[second + d];
    square += out[6 + d] * out[6 + d];
  }
  const length = Math.sqrt(square);
  for (let d = 0; d < 3; d++) out[6 + d] /= length;
  out[9] = 0.5 * length - TURN;
  return true;
}

/** Writes the ridges whose boxes meet `box` to `out`, as far as there is room; returns how many there are. By rows. */
export function gatherHeightRidges(
  out: Int32Array,
  field: HeightField,
  flags: Uint8Array,
  box: Float64Array,
): number {
  const { rows, columns, cell } = field;
  const r0 = Math.max(0, Math.floor(box[2] / cell[1] + 0.5 * (rows - 1)) - 1);
  const r1 = Math.min(rows - 1, Math.ceil(box[5] / cell[1] + 0.5 * (rows - 1)));
  const c0 = Math.max(0, Math.floor(box[0] / cell[0] + 0.5 * (columns - 1)) - 1);
  const c1 = Math.min(columns - 1, Math.ceil(box[3] / cell[0] + 0.5 * (columns - 1)));
  let found = 0;
  for (let row = r0; row <= r1; row++) {
    for (let column = c0; column <= c1; column++) {
      const k = row * columns + column;
      for (let kind = 0; kind < 4; kind++) {
        if ((flags[k] & (1 << kind)) === 0) continue;
        placeCorner(ridge, 0, field, row, column);
        placeCorner(
          ridge,
          3,
          field,
          kind === 0 ? row : row + STEP_ROW[kind - 1],
          kind === 0 ? column : column + STEP_COLUMN[kind - 1],
        );
        if (!endsMeet(ridge, 0, box)) continue;
        if (found < out.length) out[found] = 4 * k + kind;
        found++;
      }
    }
  }
  return found;
}
