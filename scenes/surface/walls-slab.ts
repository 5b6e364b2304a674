// A wall of the scene walls.ts: a slab of cells, and the pieces that it breaks into.

import { nextFloat, type Random } from '../../src/math/random.ts';

export const SIDE = 4; // units
const THICK = 0.3;
const GAP = 0.995; // pieces are made this much smaller, so that those that part do not touch

/** How fine a wall is. */
export interface SlabSize {
  readonly cells: number; // a side
  readonly layers: number; // through its thickness
  readonly pieces: number;
}

export interface Slab extends SlabSize {
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
  readonly place: Int32Array; // the vertex at (column, row, layer), −1 inside
  readonly piece: Int32Array; // the piece of each cell
}

function cornerOf({ cells }: SlabSize, i: number, j: number, k: number): number {
  return (k * (cells + 1) + j) * (cells + 1) + i;
}

/** A slab at z, its cells grouped around seeds. */
export function buildSlab(z: number, random: Random, size: SlabSize): Slab {
  const { cells, layers, pieces } = size;
  const place = new Int32Array((cells + 1) * (cells + 1) * (layers + 1)).fill(-1);
  const positions: number[] = [];
  for (let k = 0; k <= layers; k++) {
    for (let j = 0; j <= cells; j++) {
      for (let i = 0; i <= cells; i++) {
        const rim = i === 0 || j === 0 || i === cells || j === cells;
        if (!rim && k !== 0 && k !== layers) continue;
        place[cornerOf(size, i, j, k)] = positions.length / 3;
        positions.push(SIDE * (i / cells - 0.5), SIDE * (j / cells - 0.5), z + THICK * (k / layers));
      }
    }
  }
  const seeds = Array.from({ length: pieces }, () => [cells * nextFloat(random), cells * nextFloat(random)]);
  const piece = new Int32Array(cells * cells);
  for (let c = 0; c < piece.length; c++) {
    let best = Infinity;
    for (let s = 0; s < pieces; s++) {
      const x = seeds[s][0] - (c % cells) - 0.5;
      const y = seeds[s][1] - Math.floor(c / cells) - 0.5;
      if (x * x + y * y < best) {
        best = x * x + y * y;
        piece[c] = s;
      }
    }
  }
  const indices: number[] = [];
  const all = new Int32Array(cells * cells);
  for (let c = 0; c < all.length; c++)
    emitCell(indices, size, all, c, (i, j, k) => place[cornerOf(size, i, j, k)]);
  return {
    ...size,
    positions: Float64Array.from(positions),
    indices: Uint32Array.from(indices),
    place,
    piece,
  };
}

/** Emits front and back of a cell, and its sides towards cells of other pieces. */
function emitCell(
  out: number[],
  { cells, layers }: SlabSize,
  piece: Int32Array,
  c: number,
  at: (i: number, j: number, k: number) => number,
): void {
  const i = c % cells;
  const j = Math.floor(c / cells);
  const quad = (p: number, q: number, r: number, s: number) => out.push(p, q, r, p, r, s);
  quad(at(i, j, 0), at(i, j + 1, 0), at(i + 1, j + 1, 0), at(i + 1, j, 0));
  quad(at(i, j, layers), at(i + 1, j, layers), at(i + 1, j + 1, layers), at(i, j + 1, layers));
  const other = (x: number, y: number) =>
    x < 0 || y < 0 || x >= cells || y >= cells || piece[y * cells + x] !== piece[c];
  for (let k = 0; k < layers; k++) {
    if (other(i, j - 1)) quad(at(i, j, k), at(i + 1, j, k), at(i + 1, j, k + 1), at(i, j, k + 1));
    if (other(i + 1, j))
      quad(at(i + 1, j, k), at(i + 1, j + 1, k), at(i + 1, j + 1, k + 1), at(i + 1, j, k + 1));
    if (other(i, j + 1))
      quad(at(i + 1, j + 1, k), at(i, j + 1, k), at(i, j + 1, k + 1), at(i + 1, j + 1, k + 1));
    if (other(i - 1, j)) quad(at(i, j + 1, k), at(i, j, k), at(i, j, k + 1), at(i, j + 1, k + 1));
  }
}

/** The pieces of a slab whose vertices lie at `positions`, each closed. */
export function splitSlab(slab: Slab, positions: Float64Array): { positions: number[]; indices: number[] }[] {
  const cells: number[][] = Array.from({ length: slab.pieces }, () => []);
  for (let c = 0; c < slab.piece.length; c++) cells[slab.piece[c]].push(c);
  return cells.filter((list) => list.length > 0).map((list) => buildPiece(slab, positions, list));
}

function buildPiece(
  slab: Slab,
  positions: Float64Array,
  cells: number[],
): { positions: number[]; indices: number[] } {
  const known = new Map<number, number>();
  const points: number[] = [];
  const indices: number[] = [];
  const at = (i: number, j: number, k: number) => {
    const key = cornerOf(slab, i, j, k);
    const old = known.get(key);
    if (old !== undefined) return old;
    known.set(key, points.length / 3);
    const low = 3 * slab.place[cornerOf(slab, i, j, 0)];
    const high = 3 * slab.place[cornerOf(slab, i, j, slab.layers)];
    for (let d = 0; d < 3; d++)
      points.push(positions[low + d] + (k / slab.layers) * (positions[high + d] - positions[low + d]));
    return points.length / 3 - 1;
  };
  for (const c of cells) emitCell(indices, slab, slab.piece, c, at);
  for (let d = 0; d < 3; d++) {
    let mean = 0;
    for (let i = d; i < points.length; i += 3) mean += points[i];
    mean /= points.length / 3;
    for (let i = d; i < points.length; i += 3) points[i] = mean + GAP * (points[i] - mean);
  }
  return { positions: points, indices };
}
