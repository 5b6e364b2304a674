// Minima and maxima over blocks of a grid field [Xu14, sec. 3.2], so that a swept query can step over whatever holds no
// crossing. The paper keeps two floats a node of a full octree, 4.2 times the grid's memory. Ours stands on the bricks:
// two bytes a block of 2³ and of 4³ cells of a brick, four a coarse cell and a block of coarse cells; cells
// themselves are read from the grid. About a tenth of the grid's memory.

import { BRICK, BRICK_NODES, type GridField, SIDE } from './grid-field.ts';

/** Blocks of a brick: 64 of 2³ cells, x fastest, then 8 of 4³. */
export const BLOCKS = 72;
/** The first block of 4³ cells. */
export const LARGE = 64;

/**
 * Ranges of a field's values. Level l of the pyramid has blocks of 2^l coarse cells a side, the first a coarse cell
 * each, the last one block; range[2·n], range[2·n + 1] are the least and the greatest value in block n, in
 * units, rounded outwards. Where there is no brick they bound the distance. Made by buildOctree alone.
 */
export interface FieldOctree {
  readonly field: GridField;
  readonly block: Uint16Array; // 72 a brick: least node / 256, and greatest node / 256 in the upper byte, both rounded down
  readonly levels: number; // of the pyramid, at least 1
  readonly first: Int32Array; // a level: its first block; and one more, how many there are
  readonly sizeX: Int32Array; // a level: blocks along x
  readonly sizeY: Int32Array;
  readonly range: Int16Array;
  readonly unit: number; // metres; the largest value of all is about 32,000 of them
  readonly rim: number; // the surface is no closer than this to the faces of the box, metres
}

/** Builds the ranges bottom-up. Deterministic, linear time. */
export function buildOctree(field: GridField): FieldOctree {
  const { nx, ny, nz } = field;
  let [x, y, z] = [nx / BRICK, ny / BRICK, nz / BRICK];
  const first = [0];
  const sizeX: number[] = [];
  const sizeY: number[] = [];
  for (;;) {
    sizeX.push(x);
    sizeY.push(y);
    first.push(first[first.length - 1] + x * y * z);
    if (x * y * z === 1) break;
    x = (x + 1) >> 1;
    y = (y + 1) >> 1;
    z = (z + 1) >> 1;
  }
  const levels = sizeX.length;
  const coarse = new Float64Array(2 * first[1]); // metres
  const block = rangeBricks(field, coarse);
  boundCoarse(field, coarse);
  const unit = coarse.reduce((most, x) => Math.max(most, Math.abs(x)), 0) / LARGEST;
  const range = new Int16Array(2 * first[levels]);
  for (let n = 0; n < coarse.length; n += 2) {
    range[n] = Math.floor(coarse[n] / unit - SLACK);
    range[n + 1] = Math.ceil(coarse[n + 1] / unit + SLACK);
  }
  for (let l = 1; l < levels; l++) {
    joinBlocks(range, first[l - 1], sizeX[l - 1], sizeY[l - 1], first[l], sizeX[l], sizeY[l]);
  }
  return {
    field,
    block,
    levels,
    first: Int32Array.from(first),
    sizeX: Int32Array.from(sizeX),
    sizeY: Int32Array.from(sizeY),
    range,
    unit,
    rim: measureRim(field, coarse),
  };
}

/** Bytes of an octree's own arrays. */
export function octreeBytes({ block, first, sizeX, sizeY, range }: FieldOctree): number {
  return block.byteLength + first.byteLength + sizeX.byteLength + sizeY.byteLength + range.byteLength;
}

/** Fills the ranges of the coarse cells that have bricks; returns those of the bricks' blocks. */
function rangeBricks({ brick, base, node, step }: GridField, range: Float64Array): Uint16Array {
  const block = new Uint16Array(BLOCKS * base.length);
  const least = new Uint16Array(BLOCKS);
  const greatest = new Uint16Array(BLOCKS);
  for (let c = 0; c < brick.length; c++) {
    const b = brick[c];
    if (b < 0) continue;
    for (let n = 0; n < LARGE; n++) {
      const o = BRICK_NODES * b + 2 * ((n & 3) + SIDE * (((n >> 2) & 3) + SIDE * (n >> 4)));
      let low = 65535;
      let high = 0;
      for (let z = o; z <= o + 2 * SIDE * SIDE; z += SIDE * SIDE) {
        for (let y = z; y <= z + 2 * SIDE; y += SIDE) {
          for (let x = y; x <= y + 2; x++) {
            const v = node[x];
            if (v < low) low = v;
            if (v > high) high = v;
          }
        }
      }
      least[n] = low;
      greatest[n] = high;
    }
    let low = 65535;
    let high = 0;
    for (let n = 0; n < 8; n++) {
      const o = 2 * (n & 1) + 8 * ((n >> 1) & 1) + 32 * (n >> 2); // its first block of 2³ cells
      let small = 65535;
      let large = 0;
      for (let m = 0; m < 8; m++) {
        const of = o + (m & 1) + 4 * ((m >> 1) & 1) + 16 * (m >> 2);
        small = Math.min(small, least[of]);
        large = Math.max(large, greatest[of]);
      }
      least[LARGE + n] = small;
      greatest[LARGE + n] = large;
      low = Math.min(low, small);
      high = Math.max(high, large);
    }
    for (let n = 0; n < BLOCKS; n++) block[BLOCKS * b + n] = (least[n] >> 8) | (greatest[n] & 0xff00);
    range[2 * c] = step * (base[b] + low);
    range[2 * c + 1] = step * (base[b] + high);
  }
  return block;
}

const LARGEST = 32000; // units
const SLACK = 0.01; // units: more than rounding takes away, of corners too

/**
 * Bounds of the distance in coarse cells without a brick. A point is within half a diagonal of its closest corner and
 * distance is 1-Lipschitz; and the band is clear of the surface.
 */
function boundCoarse({ brick, corner, nx, ny, nz, cell, band }: GridField, range: Float64Array): void {
  const bx = nx / BRICK;
  const by = ny / BRICK;
  const half = 0.8660255 * BRICK * cell;
  const row = bx + 1;
  const layer = row * (by + 1);
  for (let k = 0, c = 0; k < nz / BRICK; k++) {
    for (let j = 0; j < by; j++) {
      for (let i = 0; i < bx; i++, c++) {
        if (brick[c] >= 0) continue;
        const n = k * layer + j * row + i;
        let low = Infinity;
        let high = 0;
        for (let m = 0; m < 8; m++) {
          const size = Math.abs(corner[n + (m & 1) + row * ((m >> 1) & 1) + layer * (m >> 2)]);
          low = Math.min(low, size);
          high = Math.max(high, size);
        }
        low = Math.max(band, low - half);
        high += half;
        const inside = corner[n] < 0;
        range[2 * c] = inside ? -high : low;
        range[2 * c + 1] = inside ? -low : high;
      }
    }
  }
}

/** Fills a level of the pyramid from the one below it. */
function joinBlocks(
  range: Int16Array,
  from: number,
  fromX: number,
  fromY: number,
  to: number,
  toX: number,
  toY: number,
): void {
  for (let n = to; n < range.length / 2; n++) {
    range[2 * n] = 32767;
    range[2 * n + 1] = -32768;
  }
  for (let n = from; n < to; n++) {
    const i = (n - from) % fromX;
    const j = Math.floor((n - from) / fromX) % fromY;
    const k = Math.floor((n - from) / fromX / fromY);
    const m = to + ((k >> 1) * toY + (j >> 1)) * toX + (i >> 1);
    range[2 * m] = Math.min(range[2 * m], range[2 * n]);
    range[2 * m + 1] = Math.max(range[2 * m + 1], range[2 * n + 1]);
  }
}

/** The least distance of the surface from the faces of the box; 0 where it may reach them. */
function measureRim({ brick, base, node, step, error, nx, ny, nz }: GridField, range: Float64Array): number {
  const bx = nx / BRICK;
  const by = ny / BRICK;
  const bz = nz / BRICK;
  let rim = Infinity;
  for (let c = 0; c < brick.length; c++) {
    const at = [c % bx, Math.floor(c / bx) % by, Math.floor(c / bx / by)];
    const last = [bx - 1, by - 1, bz - 1];
    if (at.every((x, d) => x > 0 && x < last[d])) continue;
    const b = brick[c];
    if (b < 0) {
      rim = Math.min(rim, range[2 * c]);
      continue;
    }
    for (let n = 0; n < BRICK_NODES; n++) {
      const x = n % SIDE;
      const y = Math.floor(n / SIDE) % SIDE;
      const z = Math.floor(n / SIDE / SIDE);
      const low = (at[0] === 0 && x === 0) || (at[1] === 0 && y === 0) || (at[2] === 0 && z === 0);
      const high =
        (at[0] === last[0] && x === BRICK) ||
        (at[1] === last[1] && y === BRICK) ||
        (at[2] === last[2] && z === BRICK);
      if (low || high) rim = Math.min(rim, step * (base[b] + node[BRICK_NODES * b + n]) - error);
    }
  }
  return Math.max(0, rim);
}
