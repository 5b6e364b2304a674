// Ground that never moves by itself: an open mesh or heights. One record for both, which colliders hold.

import { buildHeightField, type HeightField, type HeightInput } from './height-field.ts';
import { describeHeightRidge, findHeightRidges, gatherHeightRidges } from './height-ridges.ts';
import { measureHeights } from './measure-heights.ts';
import { measureMesh } from './measure-mesh.ts';
import { buildOpenMesh, type OpenMesh } from './open-mesh.ts';
import { buildRidges, gatherRidges, RIDGE_SIZE, type Ridges } from './ridges.ts';

/** Made by createMeshGround and createHeightGround alone. */
export interface Terrain {
  readonly mesh: OpenMesh | null;
  readonly heights: HeightField | null;
  readonly ridges: Ridges | null; // of a mesh
  readonly flags: Uint8Array; // of heights: see height-ridges.ts
  readonly box: Float64Array; // min xyz, max xyz of what is solid; heights end as far below their lowest as they are wide
}

export function createMeshGround(
  given: { readonly positions: ArrayLike<number>; readonly indices: ArrayLike<number> },
  depth?: number,
): Terrain {
  const mesh = buildOpenMesh(given, depth);
  return { mesh, heights: null, ridges: buildRidges(mesh), flags: new Uint8Array(0), box: mesh.box };
}

export function createHeightGround(input: HeightInput): Terrain {
  const heights = buildHeightField(input);
  const { rows, columns, cell, low, high } = heights;
  const x = 0.5 * (columns - 1) * cell[0];
  const z = 0.5 * (rows - 1) * cell[1];
  const top = low.length - 1;
  const box = Float64Array.of(-x, low[top] - 2 * Math.max(x, z), -z, x, high[top], z);
  return { mesh: null, heights, ridges: null, flags: findHeightRidges(heights), box };
}

/** Answers as measureShape does; see measure-mesh.ts and measure-heights.ts. */
export function measureTerrain(
  out: Float64Array,
  terrain: Terrain,
  p: Float64Array,
  at: number,
  reach: Float64Array,
): number {
  const { mesh, heights } = terrain;
  if (mesh !== null) return measureMesh(out, mesh, p, at, reach);
  return measureHeights(out, heights as HeightField, p, at, reach);
}

/** Writes the ridges whose boxes meet `box` to `out`, as far as there is room; returns how many there are. */
export function gatherTerrain(out: Int32Array, terrain: Terrain, box: Float64Array): number {
  const { ridges, heights, flags } = terrain;
  if (ridges !== null) return gatherRidges(out, ridges, box);
  return gatherHeightRidges(out, heights as HeightField, flags, box);
}

/** Writes what a ridge is like (ridges.ts) to out; true for an edge, false for a vertex. */
export function describeRidge(out: Float64Array, terrain: Terrain, ridge: number): boolean {
  const { ridges, heights } = terrain;
  if (ridges === null) return describeHeightRidge(out, heights as HeightField, ridge);
  for (let k = 0; k < RIDGE_SIZE; k++) out[k] = ridges.data[RIDGE_SIZE * ridge + k];
  return ridges.edge[ridge] === 1;
}
