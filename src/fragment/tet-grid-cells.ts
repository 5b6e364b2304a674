// Which cells of a grid each tet overlaps: separating axes, row by row of the tet's box. Part of building a tet grid.

import { TET_EDGES, TET_FACES } from '../mesh/tet-mesh.ts';
import { grow } from './family.ts';
import type { TetGrid } from './tet-grid.ts';
import type { FamilyTopology } from './topology.ts';

/** How much wider than the tet everything is taken, in cells: far above rounding, far below what lengthens lists. */
const MARGIN = 1e-6;
/** A slope that over the whole grid comes to less than the margin: it counts as none. */
const LEVEL = 1e-10;

const corner = new Float64Array(12); // scratch: the corners of a tet, in cells
const face = new Float64Array(16); // scratch: n and t of its faces: it lies in n·x ≤ t
const flank = new Float64Array(72); // scratch: a, b, t of up to six lines around its outline along x, y, z, see addFlanks
const flankCount = new Int32Array(3); // scratch: how many along each
const span = new Float64Array(2); // scratch: an interval of cell middles, see narrow

/**
 * The cells of each tet, ascending. None that overlaps it is left out: a cell is dropped only if a half-space that
 * holds the tet and the margin does not meet it. The half-spaces are those of separating axes: the faces' normals and
 * the products of edges with the axes, which are lines around the tet's outline; the axes themselves give its box.
 */
export function listCells(
  topology: FamilyTopology,
  grid: Pick<TetGrid, 'origin' | 'inverse' | 'size'>,
): { tetStart: Uint32Array; tetCell: Uint32Array } {
  const { positions, tetNode, tetCount } = topology;
  const { origin, inverse, size } = grid;
  const tetStart = new Uint32Array(tetCount + 1);
  let tetCell = new Uint32Array(16 * tetCount + 64);
  let count = 0;
  const firstOf = new Float64Array(size[1]); // by y: the interval of x that the outline along z leaves
  const lastOf = new Float64Array(size[1]);
  for (let t = 0; t < tetCount; t++) {
    for (let c = 0; c < 4; c++) {
      const node = 3 * tetNode[4 * t + c];
      for (let d = 0; d < 3; d++) corner[3 * c + d] = (positions[node + d] - origin[d]) * inverse;
    }
    const x0 = lowest(0, size[0]);
    const x1 = highest(0, size[0]);
    const y0 = lowest(1, size[1]);
    const y1 = highest(1, size[1]);
    const z0 = lowest(2, size[2]);
    const z1 = highest(2, size[2]);
    const most = (x1 - x0 + 1) * (y1 - y0 + 1) * (z1 - z0 + 1);
    if (count + most > tetCell.length) tetCell = grow(tetCell, count + most);
    if (most === 1) {
      tetCell[count++] = x0 + size[0] * (y0 + size[1] * z0);
      tetStart[t + 1] = count;
      continue;
    }
    addFaces();
    addFlanks();
    for (let y = y0; y <= y1; y++) {
      narrow(2, x0, x1, y);
      firstOf[y] = span[0];
      lastOf[y] = span[1];
    }
    for (let z = z0; z <= z1; z++) {
      narrow(0, y0, y1, z);
      const yFirst = -Math.floor(0.5 - span[0]);
      const yLast = Math.floor(span[1] - 0.5);
      narrow(1, x0, x1, z);
      const slabFirst = span[0];
      const slabLast = span[1];
      for (let y = yFirst; y <= yLast; y++) {
        let first = Math.max(slabFirst, firstOf[y]);
        let last = Math.min(slabLast, lastOf[y]);
        for (let k = 0; k < 16; k += 4) {
          const room = face[k + 3] - face[k + 1] * (y + 0.5) - face[k + 2] * (z + 0.5);
          const nx = face[k];
          if (nx > 0) last = Math.min(last, room / nx);
          else if (nx < 0) first = Math.max(first, room / nx);
          else if (room < 0) last = -1;
        }
        const row = size[0] * (y + size[1] * z);
        const end = Math.floor(last - 0.5);
        for (let x = -Math.floor(0.5 - first); x <= end; x++) tetCell[count++] = row + x;
      }
    }
    tetStart[t + 1] = count;
  }
  return { tetStart, tetCell: tetCell.slice(0, count) };
}

/** The first cell of the tet's box along an axis. */
function lowest(axis: number, size: number): number {
  const least = Math.min(corner[axis], corner[axis + 3], corner[axis + 6], corner[axis + 9]);
  return Math.max(0, Math.min(size - 1, Math.floor(least - MARGIN)));
}

/** The last one. */
function highest(axis: number, size: number): number {
  const most = Math.max(corner[axis], corner[axis + 3], corner[axis + 6], corner[axis + 9]);
  return Math.max(0, Math.min(size - 1, Math.floor(most + MARGIN)));
}

/**
 * Writes the half-spaces n·x ≤ t of the faces as the middles of cells see them: the greatest component of n is 1, and
 * t leaves room for the tet, half a cell and the margin, however n was rounded. A face without area bounds nothing.
 */
function addFaces(): void {
  for (let f = 0; f < 4; f++) {
    const a = 3 * TET_FACES[3 * f];
    const b = 3 * TET_FACES[3 * f + 1];
    const c = 3 * TET_FACES[3 * f + 2];
    const ux = corner[b] - corner[a];
    const uy = corner[b + 1] - corner[a + 1];
    const uz = corner[b + 2] - corner[a + 2];
    const vx = corner[c] - corner[a];
    const vy = corner[c + 1] - corner[a + 1];
    const vz = corner[c + 2] - corner[a + 2];
    let x = uy * vz - uz * vy;
    let y = uz * vx - ux * vz;
    let z = ux * vy - uy * vx;
    const greatest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
    const scale = greatest > 0 ? 1 / greatest : 0;
    x *= scale;
    y *= scale;
    z *= scale;
    const most = Math.max(
      x * corner[0] + y * corner[1] + z * corner[2],
      x * corner[3] + y * corner[4] + z * corner[5],
      x * corner[6] + y * corner[7] + z * corner[8],
      x * corner[9] + y * corner[10] + z * corner[11],
    );
    face[4 * f] = Math.abs(x) < LEVEL ? 0 : x;
    face[4 * f + 1] = y;
    face[4 * f + 2] = z;
    face[4 * f + 3] = most + (0.5 + MARGIN) * (Math.abs(x) + Math.abs(y) + Math.abs(z));
  }
}

const FREE = Uint8Array.of(1, 0, 0); // of the two axes across each axis, the one whose interval narrow finds,
const FIXED = Uint8Array.of(2, 2, 1); // and the one along which it is asked

/**
 * Writes the lines around the outlines of the tet along the three axes, a·s + b·v ≤ t with s along the free axis and
 * v along the fixed one, likewise for the middles of cells.
 */
function addFlanks(): void {
  for (let axis = 0; axis < 3; axis++) {
    const i = FREE[axis];
    const j = FIXED[axis];
    let count = 0;
    for (let e = 0; e < 6; e++) {
      const p = 3 * TET_EDGES[2 * e];
      const q = 3 * TET_EDGES[2 * e + 1];
      const r = 3 * TET_EDGES[10 - 2 * e]; // the other two corners: the opposite edge is as far from the list's end
      const s = 3 * TET_EDGES[11 - 2 * e];
      let a = corner[q + j] - corner[p + j];
      let b = corner[p + i] - corner[q + i];
      const toR = a * (corner[r + i] - corner[p + i]) + b * (corner[r + j] - corner[p + j]);
      const toS = a * (corner[s + i] - corner[p + i]) + b * (corner[s + j] - corner[p + j]);
      const greatest = Math.max(Math.abs(a), Math.abs(b));
      if (toR * toS < 0 || !(greatest > 0)) continue; // within the outline, or seen end on: it separates nothing
      const scale = (toR + toS > 0 ? -1 : 1) / greatest;
      a *= scale;
      b *= scale;
      const most = Math.max(
        a * corner[i] + b * corner[j],
        a * corner[3 + i] + b * corner[3 + j],
        a * corner[6 + i] + b * corner[6 + j],
        a * corner[9 + i] + b * corner[9 + j],
      );
      const k = 3 * (6 * axis + count++);
      flank[k] = Math.abs(a) < LEVEL ? 0 : a;
      flank[k + 1] = b;
      flank[k + 2] = most + (0.5 + MARGIN) * (Math.abs(a) + Math.abs(b));
    }
    flankCount[axis] = count;
  }
}

/** Writes to `span` what the outline along an axis leaves of the cells first…last, at cell `v` of the fixed axis. */
function narrow(axis: number, first: number, last: number, v: number): void {
  let low = first + 0.5;
  let high = last + 0.5;
  const end = 18 * axis + 3 * flankCount[axis];
  for (let k = 18 * axis; k < end; k += 3) {
    const a = flank[k];
    const room = flank[k + 2] - flank[k + 1] * (v + 0.5);
    if (a > 0) high = Math.min(high, room / a);
    else if (a < 0) low = Math.max(low, room / a);
    else if (room < 0) high = -1;
  }
  span[0] = low;
  span[1] = high;
}
