// A wall of the scene walls.ts: a slab of cells, and the pieces that it breaks into.

import { nextFloat, type Random } from '../../src/math/random.ts';

const CELLS = 32; // a side
const LAYERS = 4; // through its thickness
const SIDE = 4; // units
const THICK = 0.3;
const PIECES = 120;
const GAP = 0.995; // pieces are made this much smaller, so that those that part do not touch

export interface Slab {
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
  readonly place: Int32Array; // the vertex at (column, row, layer), −1 inside
  readonly piece: Int32Array; // the piece of each cell
}

const corner = (i: number, j: number, k: number) => (k * (CELLS + 1) + j) * (CELLS + 1) + i;

/** A slab at z, its cells grouped around seeds. */
export function buildSlab(z: number, random: Random): Slab {
  const place = new Int32Array((CELLS + 1) * (CELLS + 1) * (LAYERS + 1)).fill(-1);
  const positions: number[] = [];
  for (let k = 0; k <= LAYERS; k++) {
    for (let j = 0; j <= CELLS; j++) {
      for (let i = 0; i <= CELLS; i++) {
        const rim = i === 0 || j === 0 || i === CELLS || j === CELLS;
        if (!rim && k !== 0 && k !== LAYERS) continue;
        place[corner(i, j, k)] = positions.length / 3;
        positions.push(SIDE * (i / CELLS - 0.5), SIDE * (j / CELLS - 0.5), z + THICK * (k / LAYERS));
      }
    }
  }
  const seeds = Array.from({ length: PIECES }, () => [CELLS * nextFloat(random), CELLS * nextFloat(random)]);
  const piece = new Int32Array(CELLS * CELLS);
  for (let c = 0; c < piece.length; c++) {
    let best = Infinity;
    for (let s = 0; s < PIECES; s++) {
      const x = seeds[s][0] - (c % CELLS) - 0.5;
      const y = seeds[s][1] - Math.floor(c / CELLS) - 0.5;
      if (x * x + y * y < best) {
        best = x * x + y * y;
        piece[c] = s;
      }
    }
  }
  const indices: number[] = [];
  const all = new Int32Array(CELLS * CELLS);
  for (let c = 0; c < all.length; c++) emitCell(indices, all, c, (i, j, k) => place[corner(i, j, k)]);
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices), place, piece };
}

/** Emits front and back of a cell, and its sides towards cells of other pieces. */
function emitCell(
  out: number[],
  piece: Int32Array,
  c: number,
  at: (i: number, j: number, k: number) => number,
): void {
  const i = c % CELLS;
  const j = Math.floor(c / CELLS);
  const quad = (p: number, q: number, r: number, s: number) => out.push(p, q, r, p, r, s);
  quad(at(i, j, 0), at(i, j + 1, 0), at(i + 1, j + 1, 0), at(i + 1, j, 0));
  quad(at(i, j, LAYERS), at(i + 1, j, LAYERS), at(i + 1, j + 1, LAYERS), at(i, j + 1, LAYERS));
  const other = (x: number, y: number) =>
    x < 0 || y < 0 || x >= CELLS || y >= CELLS || piece[y * CELLS + x] !== piece[c];
  for (let k = 0; k < LAYERS; k++) {
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
  const cells: number[][] = Array.from({ length: PIECES }, () => []);
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
    const key = corner(i, j, k);
    const old = known.get(key);
    if (old !== undefined) return old;
    known.set(key, points.length / 3);
    const low = 3 * slab.place[corner(i, j, 0)];
    const high = 3 * slab.place[corner(i, j, LAYERS)];
    for (let d = 0; d < 3; d++)
      points.push(positions[low + d] + (k / LAYERS) * (positions[high + d] - positions[low + d]));
    return points.length / 3 - 1;
  };
  for (const c of cells) emitCell(indices, slab.piece, c, at);
  for (let d = 0; d < 3; d++) {
    let mean = 0;
    for (let i = d; i < points.length; i += 3) mean += points[i];
    mean /= points.length / 3;
    for (let i = d; i < points.length; i += 3) points[i] = mean + GAP * (points[i] - mean);
  }
  return { positions: points, indices };
}
