// A segment against an isosurface of a grid field [Xu14, sec. 3.1–3.2]: the times at which the field is at most σ. Blocks
// of the octree that hold no crossing are stepped over; in the cells that are left the value along the segment is a
// cubic, whose roots are all found. The paper looks at the ends of a cell alone and takes five steps of bisection.

import { BRICK_NODES, NO_BRICK, SIDE } from '../field/grid-field.ts';
import { BLOCKS, type FieldOctree, LARGE } from '../field/octree.ts';
import { solveCubic } from './cubic.ts';

/** How many numbers a segment has: start xyz, end xyz, and the value σ of the isosurface, metres. */
export const SEGMENT_SIZE = 7;

const LAYER = SIDE * SIDE; // nodes of a brick's layer
const span = new Float64Array(3); // scratch: where the segment enters and leaves the box, and what surrounds it
const cubic = new Float64Array(4); // scratch: coefficients along the segment in a cell
const root = new Float64Array(3); // scratch: its roots
let above = true; // whether the field is above σ where the sweep has come
let found = 0; // times written so far

/** What walks did, summed; for benches and tests. */
export const segmentCounters = { blocks: 0, cells: 0, cubics: 0 };

/**
 * Writes to out[0], out[1], out[2], … the times at which the segment at segment[at…] enters and leaves the part of space
 * in which the field is at most σ; returns how many such intervals there are, of which only those that fit are written.
 * Times are 0 at the start, 1 at the end. Intervals are in order and do not touch; the first begins at 0 if the segment
 * starts in there, the last ends at 1 if it ends there.
 *
 * Exact for the interpolant in bricks, up to rounding. Elsewhere the field is taken as the least it can be: so everything
 * within σ − field.error of the solid is in an interval, for every σ, also outside of the box. Allocation-free.
 */
export function sweepSegment(
  out: Float64Array,
  octree: FieldOctree,
  segment: Float64Array,
  at: number,
): number {
  return sweep(out, octree, segment, at, false);
}

/** As sweepSegment, of the first interval its beginning alone, in out[0]; returns whether there is one. */
export function sweepFirst(
  out: Float64Array,
  octree: FieldOctree,
  segment: Float64Array,
  at: number,
): boolean {
  return sweep(out, octree, segment, at, true) > 0;
}

function sweep(
  out: Float64Array,
  octree: FieldOctree,
  segment: Float64Array,
  at: number,
  first: boolean,
): number {
  const { rim } = octree;
  const sigma = segment[at + 6];
  above = true;
  found = 0;
  if (sigma > rim) {
    // Outside of the box the distance is at least √(m² + rim²), m metres away: see sampleGradient.
    span[0] = Math.sqrt(sigma * sigma - rim * rim);
    if (!clipSegment(octree, segment, at)) return 0;
    note(out, 0, false);
    if (first) return 1;
    span[2] = span[1];
  }
  span[0] = 0;
  const crosses = clipSegment(octree, segment, at);
  if (crosses && walk(out, octree, segment, at, first)) return 1;
  if (sigma > rim) {
    if (crosses && span[2] > span[1]) note(out, 1, false);
    note(out, 2, true);
  } else if (crosses) note(out, 1, true);
  return found >> 1;
}

/** Notes that from time span[at] on the field is above σ, or not. */
function note(out: Float64Array, at: number, now: boolean): void {
  if (now === above) return;
  above = now;
  if (found < out.length) out[found] = span[at];
  found++;
}

/** Sets `span` to where the segment lies in the box, grown by span[0] metres; false if nowhere. */
function clipSegment({ field }: FieldOctree, segment: Float64Array, at: number): boolean {
  const { origin, cell, nx, ny, nz } = field;
  const grow = span[0];
  let enter = 0;
  let leave = 1;
  for (let d = 0; d < 3; d++) {
    const low = origin[d] - grow;
    const high = origin[d] + cell * (d === 0 ? nx : d === 1 ? ny : nz) + grow;
    const a = segment[at + d];
    const way = segment[at + 3 + d] - a;
    if (way === 0) {
      if (a < low || a > high) return false;
      continue;
    }
    const t0 = (low - a) / way;
    const t1 = (high - a) / way;
    enter = Math.max(enter, Math.min(t0, t1));
    leave = Math.min(leave, Math.max(t0, t1));
  }
  span[0] = enter;
  span[1] = leave;
  return enter <= leave;
}

/**
 * Walks from span[0] to span[1] through the box, noting sides. Returns true at the first time that is not above σ, if
 * `first`. Every block is left across a face, and the next one begins there: rounding cannot stop the walk or make it
 * skip a cell by more than rounding.
 */
function walk(
  out: Float64Array,
  octree: FieldOctree,
  segment: Float64Array,
  at: number,
  first: boolean,
): boolean {
  const { field, block, levels, first: start, sizeX, sizeY, range, unit } = octree;
  const { origin, scale, nx, ny, nz, brick, base, node, step } = field;
  const sigma = segment[at + 6];
  const steps = sigma / step; // σ in steps
  const units = sigma / unit; // and in units of the pyramid
  const end = span[1];
  const ax = (segment[at] - origin[0]) * scale;
  const ay = (segment[at + 1] - origin[1]) * scale;
  const az = (segment[at + 2] - origin[2]) * scale;
  const dx = (segment[at + 3] - segment[at]) * scale;
  const dy = (segment[at + 4] - segment[at + 1]) * scale;
  const dz = (segment[at + 5] - segment[at + 2]) * scale;
  const ix = 1 / dx; // infinite where it does not move: then times are infinite, or no numbers, which count as such
  const iy = 1 / dy;
  const iz = 1 / dz;
  const px = dx >= 0 ? 1 : 0; // 1: blocks are left by their upper face
  const py = dy >= 0 ? 1 : 0;
  const pz = dz >= 0 ? 1 : 0;
  const bx = nx >> 3;
  const by = ny >> 3;
  let t = span[0];
  let i = Math.max(0, Math.min(nx - 1, Math.floor(ax + t * dx)));
  let j = Math.max(0, Math.min(ny - 1, Math.floor(ay + t * dy)));
  let k = Math.max(0, Math.min(nz - 1, Math.floor(az + t * dz)));
  let last = -1; // the coarse cell of brick b, if the walk is in a brick
  let b = NO_BRICK;
  let s = 0; // σ in steps above the brick's base
  let level = levels - 1; // of the pyramid: the last block's
  let over = above;
  let times = found;
  let blocks = 0;
  let cells = 0;
  for (;;) {
    const ci = i >> 3;
    const cj = j >> 3;
    const ck = k >> 3;
    const c = (ck * by + cj) * bx + ci;
    let shift = 0; // the block has 2^shift cells a side
    let side = 0; // 1: above σ, −1: at most σ, 0: look closer
    if (c !== last) {
      // The largest block of the pyramid that can be stepped over, sought from one above the last.
      last = -1;
      let up = true;
      for (let l = level + 1 < levels ? level + 1 : level; ; ) {
        const n = 2 * (start[l] + ((ck >> l) * sizeY[l] + (cj >> l)) * sizeX[l] + (ci >> l));
        const now = range[n] > units ? 1 : range[n + 1] <= units ? -1 : 0;
        if (now !== 0) {
          side = now;
          level = l;
          if (!up || ++l === levels) break;
        } else {
          if (side !== 0) break; // the one below can be, this cannot
          up = false;
          if (--l < 0) break;
        }
      }
      if (side === 0) {
        level = 0;
        b = brick[c];
        if (b === NO_BRICK) side = -1;
        else {
          last = c;
          s = steps - base[b];
        }
      }
    }
    blocks++;
    if (side !== 0) {
      shift = 3 + level;
    } else {
      const o = BLOCKS * b;
      const large = block[o + LARGE + ((k & 4) | ((j & 4) >> 1) | ((i & 4) >> 2))];
      if ((large & 0xff) << 8 > s) side = 1;
      else if ((large | 0xff) < s) side = -1;
      if (side !== 0) shift = 2;
      else {
        const small = block[o + (((k & 6) << 3) | ((j & 6) << 1) | ((i & 6) >> 1))];
        if ((small & 0xff) << 8 > s) side = 1;
        else if ((small | 0xff) < s) side = -1;
        if (side !== 0) shift = 1;
      }
    }
    const size = 1 << shift;
    const x0 = (i >> shift) << shift;
    const y0 = (j >> shift) << shift;
    const z0 = (k >> shift) << shift;
    const tx = (x0 + px * size - ax) * ix;
    const ty = (y0 + py * size - ay) * iy;
    const tz = (z0 + pz * size - az) * iz;
    let leave = end;
    let axis = 3;
    if (tx < leave) {
      leave = tx;
      axis = 0;
    }
    if (ty < leave) {
      leave = ty;
      axis = 1;
    }
    if (tz < leave) {
      leave = tz;
      axis = 2;
    }
    if (leave < t) leave = t;

    if (side === 0) {
      cells++;
      const n = BRICK_NODES * b + ((k & 7) * SIDE + (j & 7)) * SIDE + (i & 7);
      const f0 = node[n] - s;
      const f1 = node[n + 1] - s;
      const f2 = node[n + SIDE] - s;
      const f3 = node[n + SIDE + 1] - s;
      const f4 = node[n + LAYER] - s;
      const f5 = node[n + LAYER + 1] - s;
      const f6 = node[n + LAYER + SIDE] - s;
      const f7 = node[n + LAYER + SIDE + 1] - s;
      if (f0 > 0 && f1 > 0 && f2 > 0 && f3 > 0 && f4 > 0 && f5 > 0 && f6 > 0 && f7 > 0) side = 1;
      else if (f0 <= 0 && f1 <= 0 && f2 <= 0 && f3 <= 0 && f4 <= 0 && f5 <= 0 && f6 <= 0 && f7 <= 0)
        side = -1;
      else {
        segmentCounters.cubics++;
        const w = leave - t;
        const x = ax + t * dx - i;
        const y = ay + t * dy - j;
        const z = az + t * dz - k;
        const ux = w * dx;
        const uy = w * dy;
        const uz = w * dz;
        const fx = f1 - f0;
        const fy = f2 - f0;
        const fz = f4 - f0;
        const fxy = f3 - f2 - fx;
        const fxz = f5 - f4 - fx;
        const fyz = f6 - f4 - fy;
        const fxyz = f7 - f6 - f5 + f4 - fxy;
        cubic[0] = f0 + x * (fx + y * (fxy + z * fxyz) + z * fxz) + y * (fy + z * fyz) + z * fz;
        cubic[1] =
          ux * (fx + y * fxy + z * fxz + y * z * fxyz) +
          uy * (fy + x * fxy + z * fyz + x * z * fxyz) +
          uz * (fz + x * fxz + y * fyz + x * y * fxyz);
        cubic[2] = ux * uy * (fxy + z * fxyz) + ux * uz * (fxz + y * fxyz) + uy * uz * (fyz + x * fxyz);
        cubic[3] = ux * uy * uz * fxyz;
        const count = solveCubic(root, cubic);
        for (let r = -1; r < count; r++) {
          const now: boolean = r < 0 ? cubic[0] > 0 : !over;
          if (now === over) continue;
          over = now;
          if (times < out.length) out[times] = r < 0 ? t : t + root[r] * w;
          times++;
          if (first) break;
        }
      }
    }
    if (side !== 0 && side > 0 !== over) {
      over = side > 0;
      if (times < out.length) out[times] = t;
      times++;
    }
    if (axis === 3 || (first && times > 0)) break;
    t = leave;
    if (axis === 0) {
      i = x0 + (px === 1 ? size : -1);
      j = clamp((ay + t * dy) | 0, y0, size, ny);
      k = clamp((az + t * dz) | 0, z0, size, nz);
      if (i < 0 || i >= nx) break;
    } else if (axis === 1) {
      i = clamp((ax + t * dx) | 0, x0, size, nx);
      j = y0 + (py === 1 ? size : -1);
      k = clamp((az + t * dz) | 0, z0, size, nz);
      if (j < 0 || j >= ny) break;
    } else {
      i = clamp((ax + t * dx) | 0, x0, size, nx);
      j = clamp((ay + t * dy) | 0, y0, size, ny);
      k = z0 + (pz === 1 ? size : -1);
      if (k < 0 || k >= nz) break;
    }
  }
  above = over;
  found = times;
  segmentCounters.blocks += blocks;
  segmentCounters.cells += cells;
  return first && found > 0;
}

/** A cell of the block that begins at `low`, which may reach out of the box. */
function clamp(cell: number, low: number, size: number, count: number): number {
  const high = Math.min(low + size, count) - 1;
  return Math.max(low, Math.min(high, cell));
}
