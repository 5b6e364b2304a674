// Other ways from cell to cell, beside which the octree is measured and tested: every cell one by one [Xu14, sec. 3.1],
// with the paper's bisection or with all roots; and steps as long as the distance allows. For σ = 0 and segments in the
// box alone.

import { BRICK_NODES, type GridField, SIDE } from '../../src/field/grid-field.ts';
import { solveCubic } from '../../src/papers/cubic.ts';

const LAYER = SIDE * SIDE;
const BISECTIONS = 5;
const f = new Float64Array(8); // the corners of a cell
const line = new Float64Array(7); // the segment in cells: start, way, and 1 / length
const cubic = new Float64Array(4);
const root = new Float64Array(3);

/** What the walks did. */
export const walkCounters = { cells: 0, cubics: 0, steps: 0 };

export type Roots = 'exact' | 'bisection';

function setLine(field: GridField, segment: Float64Array, at: number): void {
  for (let d = 0; d < 3; d++) {
    line[d] = (segment[at + d] - field.origin[d]) * field.scale;
    line[3 + d] = (segment[at + 3 + d] - segment[at + d]) * field.scale;
  }
  line[6] = 1 / Math.sqrt(line[3] * line[3] + line[4] * line[4] + line[5] * line[5]);
}

/** Reads the corners of cell (i, j, k) in steps; returns 1 or −1 if all are above 0 or none is, else 0. */
function readCell(field: GridField, b: number, i: number, j: number, k: number): number {
  const { base, node } = field;
  const n = BRICK_NODES * b + ((k & 7) * SIDE + (j & 7)) * SIDE + (i & 7);
  const low = base[b];
  f[0] = node[n] + low;
  f[1] = node[n + 1] + low;
  f[2] = node[n + SIDE] + low;
  f[3] = node[n + SIDE + 1] + low;
  f[4] = node[n + LAYER] + low;
  f[5] = node[n + LAYER + 1] + low;
  f[6] = node[n + LAYER + SIDE] + low;
  f[7] = node[n + LAYER + SIDE + 1] + low;
  if (f[0] > 0 && f[1] > 0 && f[2] > 0 && f[3] > 0 && f[4] > 0 && f[5] > 0 && f[6] > 0 && f[7] > 0) return 1;
  return f[0] <= 0 && f[1] <= 0 && f[2] <= 0 && f[3] <= 0 && f[4] <= 0 && f[5] <= 0 && f[6] <= 0 && f[7] <= 0
    ? -1
    : 0;
}

/** The trilinear value of `f` at a place in its cell. */
function valueAt(x: number, y: number, z: number): number {
  const a = f[0] + x * (f[1] - f[0]) + y * (f[2] - f[0] + x * (f[3] - f[2] - f[1] + f[0]));
  const b = f[4] + x * (f[5] - f[4]) + y * (f[6] - f[4] + x * (f[7] - f[6] - f[5] + f[4]));
  return a + z * (b - a);
}

/** Roots of the value from time t to t + w in the cell whose corners are in `f`; returns how many are in `root`. */
function findRoots(i: number, j: number, k: number, t: number, w: number, roots: Roots): number {
  const x = line[0] + t * line[3] - i;
  const y = line[1] + t * line[4] - j;
  const z = line[2] + t * line[5] - k;
  const ux = w * line[3];
  const uy = w * line[4];
  const uz = w * line[5];
  if (roots === 'bisection') {
    let [a, b] = [0, 1];
    let va = valueAt(x, y, z);
    let vb = valueAt(x + ux, y + uy, z + uz);
    cubic[0] = va;
    if (va > 0 === vb > 0) return 0;
    let u = 0;
    for (let n = 0; n < BISECTIONS; n++) {
      u = a + ((b - a) * va) / (va - vb);
      const v = valueAt(x + u * ux, y + u * uy, z + u * uz);
      if (v > 0 === va > 0) [a, va] = [u, v];
      else [b, vb] = [u, v];
    }
    root[0] = u;
    return 1;
  }
  const fx = f[1] - f[0];
  const fy = f[2] - f[0];
  const fz = f[4] - f[0];
  const fxy = f[3] - f[2] - fx;
  const fxz = f[5] - f[4] - fx;
  const fyz = f[6] - f[4] - fy;
  const fxyz = f[7] - f[6] - f[5] + f[4] - fxy;
  cubic[0] = valueAt(x, y, z);
  cubic[1] =
    ux * (fx + y * fxy + z * fxz + y * z * fxyz) +
    uy * (fy + x * fxy + z * fyz + x * z * fxyz) +
    uz * (fz + x * fxz + y * fyz + x * y * fxyz);
  cubic[2] = ux * uy * (fxy + z * fxyz) + ux * uz * (fxz + y * fxyz) + uy * uz * (fyz + x * fxyz);
  cubic[3] = ux * uy * uz * fxyz;
  return solveCubic(root, cubic);
}

let over = true;
let times = 0;

function note(out: Float64Array, t: number, now: boolean): void {
  if (now === over) return;
  over = now;
  out[times++] = t;
}

/** The times of the crossings in a cell; its side is known, or 0. */
function crossCell(
  out: Float64Array,
  side: number,
  i: number,
  j: number,
  k: number,
  t: number,
  w: number,
  roots: Roots,
  first: boolean,
): void {
  if (side !== 0) {
    note(out, t, side > 0);
    return;
  }
  walkCounters.cubics++;
  const count = findRoots(i, j, k, t, w, roots);
  note(out, t, cubic[0] > 0);
  for (let r = 0; r < count && !(first && times > 0); r++) note(out, t + root[r] * w, !over);
}

const next = new Float64Array(3);
const stride = new Float64Array(3);
const cell = new Int32Array(3);

/** Every cell along a segment, one by one; writes times as sweepSegment does and returns the number of intervals. */
export function walkCells(
  out: Float64Array,
  field: GridField,
  segment: Float64Array,
  at: number,
  first: boolean,
  roots: Roots,
): number {
  const { nx, ny, nz, brick, corner } = field;
  setLine(field, segment, at);
  const size = [nx, ny, nz];
  const bx = nx >> 3;
  const by = ny >> 3;
  for (let d = 0; d < 3; d++) {
    cell[d] = Math.max(0, Math.min(size[d] - 1, Math.floor(line[d])));
    stride[d] = Math.abs(1 / line[3 + d]);
    next[d] = line[3 + d] === 0 ? Infinity : (cell[d] + (line[3 + d] > 0 ? 1 : 0) - line[d]) / line[3 + d];
  }
  over = true;
  times = 0;
  for (let t = 0; ; ) {
    walkCounters.cells++;
    const axis = next[0] <= next[1] && next[0] <= next[2] ? 0 : next[1] <= next[2] ? 1 : 2;
    const leave = Math.min(1, Math.max(t, next[axis]));
    const i = cell[0];
    const j = cell[1];
    const k = cell[2];
    const c = ((k >> 3) * by + (j >> 3)) * bx + (i >> 3);
    const b = brick[c];
    const side =
      b < 0
        ? corner[((k >> 3) * (by + 1) + (j >> 3)) * (bx + 1) + (i >> 3)] > 0
          ? 1
          : -1
        : readCell(field, b, i, j, k);
    crossCell(out, side, i, j, k, t, leave - t, roots, first);
    if (leave >= 1 || (first && times > 0)) break;
    t = leave;
    cell[axis] += line[3 + axis] > 0 ? 1 : -1;
    next[axis] += stride[axis];
    if (cell[axis] < 0 || cell[axis] >= size[axis]) break;
  }
  note(out, 1, true);
  return (times + 1) >> 1;
}

const NODE_FAR = 2 * Math.sqrt(3); // cells: a node of the point's cell from one of any cell the step ends in, less the step
const CORNER_FAR = Math.sqrt(3); // the same without the way from the point to its own node

/** Steps as long as the value at a node near the point allows: distance is 1-Lipschitz. Needs a closed surface. */
export function walkDistance(
  out: Float64Array,
  field: GridField,
  segment: Float64Array,
  at: number,
  first: boolean,
): number {
  const { nx, ny, nz, brick, base, node, corner, step, scale } = field;
  setLine(field, segment, at);
  const bx = nx >> 3;
  const by = ny >> 3;
  const ax = line[0];
  const ay = line[1];
  const az = line[2];
  const dx = line[3];
  const dy = line[4];
  const dz = line[5];
  const ix = 1 / dx;
  const iy = 1 / dy;
  const iz = 1 / dz;
  const perCell = line[6];
  over = true;
  times = 0;
  let steps = 0;
  for (let t = 0; ; ) {
    steps++;
    const x = ax + t * dx;
    const y = ay + t * dy;
    const z = az + t * dz;
    const i = Math.max(0, Math.min(nx - 1, x | 0));
    const j = Math.max(0, Math.min(ny - 1, y | 0));
    const k = Math.max(0, Math.min(nz - 1, z | 0));
    const b = brick[((k >> 3) * by + (j >> 3)) * bx + (i >> 3)];
    let free = 0; // cells that can be passed
    let value = 0;
    if (b < 0) {
      const ci = (x * 0.125 + 0.5) | 0;
      const cj = (y * 0.125 + 0.5) | 0;
      const ck = (z * 0.125 + 0.5) | 0;
      value = corner[(ck * (by + 1) + cj) * (bx + 1) + ci] * scale;
      const ex = x - 8 * ci;
      const ey = y - 8 * cj;
      const ez = z - 8 * ck;
      free = Math.max(Math.abs(value) - Math.sqrt(ex * ex + ey * ey + ez * ez) - CORNER_FAR, 1);
    } else {
      const n = BRICK_NODES * b + ((k & 7) * SIDE + (j & 7)) * SIDE + (i & 7);
      value = (node[n] + base[b]) * step * scale;
      free = Math.abs(value) - NODE_FAR;
    }
    if (free >= 1) {
      note(out, t, value > 0);
      t += free * perCell;
    } else {
      let leave = 1;
      const tx = (i + (dx > 0 ? 1 : 0) - ax) * ix;
      const ty = (j + (dy > 0 ? 1 : 0) - ay) * iy;
      const tz = (k + (dz > 0 ? 1 : 0) - az) * iz;
      if (tx < leave) leave = tx;
      if (ty < leave) leave = ty;
      if (tz < leave) leave = tz;
      leave = Math.max(leave, t) + 1e-9 * perCell; // into the next cell
      crossCell(out, readCell(field, b, i, j, k), i, j, k, t, leave - t, 'exact', first);
      t = leave;
    }
    if (t >= 1 || (first && times > 0)) break;
  }
  walkCounters.steps += steps;
  note(out, 1, true);
  return (times + 1) >> 1;
}
