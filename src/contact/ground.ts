// Colliders that are ground: open meshes and heights, and what they do in a query.

import type { HeightInput } from '../field/height-field.ts';
import { createHeightGround, createMeshGround, type Terrain } from '../field/terrain.ts';
import { above0, type Checks, checkList, checkOptions, whole } from '../job/check.ts';
import { checkMeshInput } from '../mesh/check.ts';
import { type Collider, createPlain, KIND_TERRAIN } from './collider.ts';
import type { GroundRole } from './role.ts';
import { touchRound } from './shape-terrain.ts';
import { runTerrainPass } from './terrain-pass.ts';

const ROLE: GroundRole = { bring: runTerrainPass, touchRound };

/** What ground can be told. */
export interface TerrainOptions {
  /** Metres behind the surface that are solid; default 5 % of its diagonal, all if it is closed. */
  readonly depth?: number;
}

const TERRAIN: Checks<TerrainOptions> = { depth: above0(Number.MAX_VALUE, ' m') };
const isLength = /* @__PURE__ */ above0(1e9, ' m');
const isCount = /* @__PURE__ */ whole(2, 65536);
const HEIGHTS: Checks<HeightInput> = {
  rows: isCount,
  columns: isCount,
  heights: (name, value) => checkList(name, value),
  cellX: isLength,
  cellZ: isLength,
};

/**
 * Ground, walls or any level of triangles, counter-clockwise seen from outside, that need not be closed. Solid behind
 * them down to a depth; what is deeper, or beyond a border, is free. Has no mass: for bodies that do not move by forces.
 */
export function createMeshTerrain(
  mesh: { readonly positions: ArrayLike<number>; readonly indices: ArrayLike<number> },
  options: TerrainOptions = {},
): Collider {
  checkMeshInput('mesh', mesh);
  checkOptions('options', options, TERRAIN);
  return createGround(createMeshGround(mesh, options.depth));
}

/** Ground as heights over a rectangle of cells around the origin, solid below. Has no mass. */
export function createHeightTerrain(input: HeightInput): Collider {
  checkOptions('input', input, HEIGHTS);
  HEIGHTS.heights('heights', input.heights);
  return createGround(createHeightGround(input));
}

function createGround(terrain: Terrain): Collider {
  return createPlain(KIND_TERRAIN, new Float64Array(0), terrain.box, null, terrain, ROLE);
}
