// What stuffing refuses, and why, in words.

import { InputError } from '../../job/error.ts';
import { show } from '../../job/format.ts';
import { LATTICE_NODE_BYTES, LATTICE_TET_BYTES } from '../constants.ts';
import { countCubes } from './lattice.ts';
import type { Solid } from './solid.ts';

/** Refuses what cannot be worked with at all. */
export function checkSurface(
  surface: { readonly positions: Float64Array; readonly indices: Uint32Array },
  spacing: number,
): void {
  const { positions, indices } = surface;
  if (!(typeof spacing === 'number' && spacing > 0 && spacing < Infinity)) {
    throw new InputError('bad-argument', `spacing is ${show(spacing)}: give a length above 0, in metres`);
  }
  if (indices.length === 0) throw new InputError('empty-mesh', 'the mesh has no triangles: nothing to fill');
  for (let i = 0; i < indices.length; i++) {
    const v = indices[i];
    if (3 * v >= positions.length) {
      throw new InputError(
        'index-out-of-range',
        `triangle ${Math.floor(i / 3)} names vertex ${v}, but there are ${positions.length / 3} vertices: check indices`,
      );
    }
    for (let d = 0; d < 3; d++) {
      if (!Number.isFinite(positions[3 * v + d])) {
        throw new InputError(
          'non-finite',
          `vertex ${v} has the coordinate ${positions[3 * v + d]}: give finite coordinates`,
        );
      }
    }
  }
}

/** Refuses a surface that winds around nothing. */
export function checkSolid(solid: Solid, volume: number, cell: number): void {
  if (!solid.closed && volume < cell * cell * cell) {
    throw new InputError(
      'open-surface',
      `the surface is open and encloses no solid: it winds around ${format(volume)} m³, less than one lattice cube of ${format(cell * cell * cell)} m³; close its holes, or bake it with the option shell, a wall's thickness in metres (for a small solid with holes, give a smaller spacing)`,
    );
  }
  if (!(volume > 0)) {
    throw new InputError(
      'not-solid',
      'the surface is closed but encloses no volume, or it is inside out: turn its triangles so that they are counter-clockwise seen from outside (repairMesh does)',
    );
  }
}

/** Whether a lattice of that cube size, and its mesh, stay within the limits. */
export function fitsMemory(
  box: Float64Array,
  volume: number,
  cell: number,
  maxNodes: number,
  maxTets: number,
): boolean {
  return countNodes(box, cell) <= maxNodes && countTets(volume, cell) <= maxTets;
}

/** Refuses a spacing that would exhaust memory. */
export function checkSize(
  box: Float64Array,
  volume: number,
  cell: number,
  maxNodes: number,
  maxTets: number,
): void {
  if (fitsMemory(box, volume, cell, maxNodes, maxTets)) return;
  const nodes = countNodes(box, cell);
  const tets = countTets(volume, cell);
  const megabytes = (LATTICE_NODE_BYTES * nodes + LATTICE_TET_BYTES * tets) / 1e6;
  throw new InputError(
    'too-large',
    `the spacing needs a lattice of about ${format(nodes)} nodes and ${format(tets)} tets, ${format(megabytes)} MB: give a larger spacing`,
  );
}

function countNodes(box: Float64Array, cell: number): number {
  return (
    2 *
    countCubes(box[3] - box[0], cell) *
    countCubes(box[4] - box[1], cell) *
    countCubes(box[5] - box[2], cell)
  );
}

/** Twelve a cube, and a tenth more where the surface cuts. */
function countTets(volume: number, cell: number): number {
  return (1.1 * 12 * volume) / (cell * cell * cell);
}

function format(value: number): string {
  return value === 0 ? '0' : value.toPrecision(3);
}
