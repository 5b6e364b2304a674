// What a grid field will be before it is built: the size of its cells, its box, the memory it takes.

import { surfaceArea } from '../geometry/triangle.ts';
import { InputError } from '../job/error.ts';
import { formatBytes } from '../job/format.ts';
import { BRICK, BRICK_NODES } from './grid-field.ts';

export interface FieldOptions {
  readonly cells?: number; // along the longest side of the solid (or of `box`); default 64
  readonly cell?: number; // edge of a cell in metres, instead of `cells`
  readonly thickness?: number; // the thinnest wall in metres: cells are at most a quarter of it
  readonly band?: number; // in cells, at least 4, which is the default
  readonly margin?: number; // cells around the solid, at least `band`, which is the default
  readonly box?: ArrayLike<number>; // min xyz, max xyz of the region to cover instead of solid and margin
  readonly exact?: boolean; // bricks everywhere in the box
  readonly limit?: number; // bytes that the field may take; default 1 GiB
  readonly embedded?: boolean; // the surface crosses itself nowhere, which makes one that touches itself quick; default false
}

/** A grid before it is built. */
export interface GridPlan {
  readonly origin: Float64Array; // xyz of the first node
  readonly cell: number;
  readonly nx: number; // cells, multiples of 8
  readonly ny: number;
  readonly nz: number;
  readonly band: number; // metres
  readonly exact: boolean;
  readonly limit: number; // bytes
  readonly bricks: number; // all of them if exact, otherwise an estimate
  readonly bytes: number; // that the field takes with so many bricks
}

interface Mesh {
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
}

const DEFAULT_CELLS = 64;
const MIN_BAND = 4;
const DEFAULT_LIMIT = 1 << 30;
const WALL_CELLS = 4; // across the thinnest wall: with 3, 11 % of normals are off by more than 30°

/** A brick's half-diagonal in cells: how far its points are from its center. */
export const BRICK_RADIUS = (BRICK * Math.sqrt(3)) / 2;

/** Lays out the grid that the options ask for, and estimates its memory. Throws what buildGridField throws. */
export function planGridField(mesh: Mesh, options: FieldOptions = {}): GridPlan {
  const solid = boundSurface(mesh);
  const band = readNumber(options, 'band', MIN_BAND, MIN_BAND);
  const margin = readNumber(options, 'margin', band, band);
  const limit = readNumber(options, 'limit', DEFAULT_LIMIT, 0);
  const region = options.box ? checkBox(options.box, solid) : solid;
  const cell = chooseCell(options, region);
  const around = options.box ? 0 : margin;

  const count = [0, 0, 0]; // cells
  const origin = new Float64Array(3);
  for (let d = 0; d < 3; d++) {
    // The small number keeps rounding from adding a layer to a box that is a whole number of cells.
    const need = (region[3 + d] - region[d]) / cell + 2 * around - 1e-9;
    count[d] = BRICK * Math.max(1, Math.ceil(need / BRICK));
    origin[d] = (region[d] + region[3 + d] - count[d] * cell) / 2;
  }
  const [nx, ny, nz] = count;
  const exact = options.exact ?? false;
  const total = (nx / BRICK) * (ny / BRICK) * (nz / BRICK);
  const bricks = exact ? total : Math.min(total, estimateBricks(mesh, cell, band));
  const plan = {
    origin,
    cell,
    nx,
    ny,
    nz,
    band: band * cell,
    exact,
    limit,
    bricks,
    bytes: planBytes(nx, ny, nz, bricks),
  };
  checkMemory(plan, plan.bytes);
  return plan;
}

/** Bytes of a field's arrays. */
export function planBytes(nx: number, ny: number, nz: number, bricks: number): number {
  const bx = nx / BRICK;
  const by = ny / BRICK;
  const bz = nz / BRICK;
  return 4 * bx * by * bz + 4 * (bx + 1) * (by + 1) * (bz + 1) + (4 + 2 * BRICK_NODES) * bricks;
}

/** Throws if a field of so many bytes is over the plan's limit. */
export function checkMemory(plan: GridPlan, bytes: number): void {
  if (bytes <= plan.limit) return;
  throw new InputError(
    'too-large',
    `a grid of ${plan.nx} × ${plan.ny} × ${plan.nz} cells would need about ${formatBytes(bytes)}, ` +
      `more than the limit of ${formatBytes(plan.limit)}: use fewer cells, or raise limit`,
  );
}

/**
 * Bricks have their centers within t = band + radius of the surface; the space there is about 2·t·area, plus what
 * surrounds a small solid on all sides, (8/3)π·t³ for a ball (Steiner's formula without its middle term).
 */
function estimateBricks(mesh: Mesh, cell: number, band: number): number {
  const t = (band + BRICK_RADIUS) * cell;
  const volume = 2 * t * surfaceArea(mesh) + (8 / 3) * Math.PI * t * t * t;
  return Math.ceil(volume / (BRICK * cell) / (BRICK * cell) / (BRICK * cell));
}

function boundSurface({ positions, indices }: Mesh): Float64Array {
  if (indices.length === 0) {
    throw new InputError('empty-mesh', 'a grid field needs a surface, but the mesh has no triangles');
  }
  const box = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (let i = 0; i < indices.length; i++) {
    for (let d = 0; d < 3; d++) {
      const x = positions[3 * indices[i] + d];
      if (!Number.isFinite(x)) {
        throw new InputError(
          'non-finite',
          `vertex ${indices[i]} has the coordinate ${x}: repair the mesh first`,
        );
      }
      box[d] = Math.min(box[d], x);
      box[3 + d] = Math.max(box[3 + d], x);
    }
  }
  return box;
}

function longestSide(box: ArrayLike<number>): number {
  return Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
}

function chooseCell(options: FieldOptions, region: ArrayLike<number>): number {
  const longest = longestSide(region);
  if (!(longest > 0)) {
    throw new InputError('not-solid', 'all vertices of the surface coincide: a grid field needs a solid');
  }
  if (options.cell !== undefined && options.cells !== undefined) {
    throw new InputError('bad-argument', 'both cell and cells are given: give one of them');
  }
  const thickness = readPositive(options, 'thickness', Infinity);
  const cells = readNumber(options, 'cells', DEFAULT_CELLS, 1);
  return Math.min(readPositive(options, 'cell', longest / cells), thickness / WALL_CELLS);
}

function checkBox(box: ArrayLike<number>, solid: Float64Array): ArrayLike<number> {
  if (box.length !== 6) {
    throw new InputError(
      'bad-argument',
      `box has ${box.length} numbers, not 6: give min x, y, z, max x, y, z`,
    );
  }
  for (let d = 0; d < 3; d++) {
    if (!(box[d] <= solid[d] && box[3 + d] >= solid[3 + d] && Number.isFinite(box[3 + d] - box[d]))) {
      throw new InputError(
        'bad-argument',
        `box spans ${box[d]} to ${box[3 + d]} on the ${'xyz'[d]} axis, but the surface ${solid[d]} to ${solid[3 + d]}: give a finite box that holds it`,
      );
    }
  }
  return box;
}

type NumberOption = 'cells' | 'cell' | 'thickness' | 'band' | 'margin' | 'limit';

function readNumber(options: FieldOptions, name: NumberOption, fallback: number, least: number): number {
  const value = options[name] ?? fallback;
  if (!(value >= least && (value < Infinity || name === 'limit'))) {
    throw new InputError('bad-argument', `${name} is ${value}: give a number of at least ${least}`);
  }
  return value;
}

function readPositive(options: FieldOptions, name: NumberOption, fallback: number): number {
  const value = options[name] ?? fallback;
  if (!(value > 0)) throw new InputError('bad-argument', `${name} is ${value}: give a length above 0`);
  return value;
}
