// Builds a grid field: exact distances at the corners and centers of the coarse cells, from these the places of
// the bricks, then the bricks' nodes, block by block. Every node is computed once and written to all of the bricks
// that share it.

import { type Work, within } from '../job/work.ts';
import { createSurfaceQuery, type SurfaceQuery } from '../mesh/surface-distance.ts';
import {
  type Asks,
  addWitness,
  BLOCK,
  createAsks,
  createLattice,
  type Lattice,
  setRange,
  strideBlocks,
  WANTED,
} from './bins.ts';
import { measureCorners, measureNodes } from './coarse.ts';
import { BLOCK_NODES } from './evaluate.ts';
import { buildFeatures } from './features.ts';
import { BRICK, BRICK_NODES, createGridField, type GridField, NO_BRICK, SIDE } from './grid-field.ts';
import { buildLattice, createSource, type TakeBlock } from './lattice.ts';
import {
  BRICK_RADIUS,
  checkMemory,
  type FieldOptions,
  type GridPlan,
  planBytes,
  planGridField,
} from './plan.ts';
import { createSide, type Side, windingSide } from './side.ts';

const MAX_NODE = 65535;
const HALF_RANGE = 32766; // steps from a brick's middle to its extremes; 2 · 32766 + 2 roundings < 2¹⁶
const ROUND_DOWN = 1 - 1 / (1 << 22);

/**
 * Builds the grid field of a surface: exact to the nearest triangle at every node, up to half a step. A closed
 * surface must not cross itself; that which is not closed has its inside where the winding number is above ½.
 * `given` is the surface's query, if at hand. Deterministic. Throws 'empty-mesh', 'non-finite', 'not-solid', 'bad-argument', or 'too-large' with the memory
 * that the field would need.
 */
export function* buildGridField(
  mesh: { readonly positions: Float64Array; readonly indices: Uint32Array },
  options: FieldOptions = {},
  given?: SurfaceQuery,
): Work<GridField> {
  const plan = planGridField(mesh, options);
  const query = given ?? createSurfaceQuery(mesh);
  const { origin, cell, nx, ny, nz, band } = plan;
  const diagonal = cell * Math.sqrt(nx * nx + ny * ny + nz * nz);
  const features = buildFeatures(mesh.positions, mesh.indices, query.hierarchy.triangle, origin, diagonal);
  const side = createSide(query, mesh.positions, options.embedded);
  const source = createSource(features, side);
  const bx = nx / BRICK;
  const by = ny / BRICK;
  const bz = nz / BRICK;
  const coarse = createLattice(0, BRICK * cell, bx + 1, by + 1, bz + 1);
  const corner = yield* within(0, 0.05, measureCorners(source, coarse));
  const asked = plan.exact || !query.closed ? null : findNearCenters(plan, corner);
  const centers = createLattice((BRICK / 2) * cell, BRICK * cell, bx, by, bz);
  const center = new Float64Array(bx * by * bz).fill(Infinity);
  const foot = new Float64Array(3 * center.length);
  yield* within(0.05, 0.1, measureNodes(center, foot, source, centers, asked));

  const brick = placeBricks(plan, side, center);
  const count = brick.reduce((most, b) => Math.max(most, b + 1), 0);
  checkMemory(plan, planBytes(nx, ny, nz, count));
  const { base, step } = chooseSteps(plan, brick, center, count, query.closed);
  const node = new Uint16Array(BRICK_NODES * count);
  const store = storeBlock(node, base, brick, bx, by, bz, step);
  const fine = createLattice(0, cell, nx + 1, ny + 1, nz + 1);
  yield* within(0.1, 1, buildLattice(source, fine, askBricks(fine, plan, brick, foot), store));
  return createGridField({
    origin,
    cell,
    nx,
    ny,
    nz,
    band,
    step,
    brick,
    corner: roundDown(corner),
    base,
    node,
  });
}

/** The centers of coarse cells whose corners do not prove them too far from the surface for a brick, 1 each. */
function findNearCenters(plan: GridPlan, corner: Float64Array): Uint8Array {
  const { nx, ny, nz } = plan;
  const row = nx / BRICK + 1;
  const layer = row * (ny / BRICK + 1);
  const far = (plan.band + 2 * BRICK_RADIUS * plan.cell) * (1 + 1e-9);
  const near = new Uint8Array((nx * ny * nz) / (BRICK * BRICK * BRICK));
  for (let k = 0, c = 0; k < nz / BRICK; k++) {
    for (let j = 0; j < ny / BRICK; j++) {
      for (let i = 0; i < nx / BRICK; i++, c++) {
        near[c] = 1;
        for (let n = 0; n < 8; n++) {
          const at = (k + (n >> 2)) * layer + (j + ((n >> 1) & 1)) * row + i + (n & 1);
          if (Math.abs(corner[at]) > far) near[c] = 0; // distance is 1-Lipschitz
        }
      }
    }
  }
  return near;
}

/** To Float32, towards 0 and a little farther, so that rounding in a sample cannot lift it over the distance. */
function roundDown(values: Float64Array): Float32Array {
  const result = new Float32Array(values.length);
  for (let i = 0; i < values.length; i++) result[i] = values[i] * ROUND_DOWN;
  return result;
}

/**
 * Numbers the coarse cells that need a brick. Distance is 1-Lipschitz: a cell whose center is farther from the
 * surface than band + radius has no point within the band, and of a closed surface all of it is on one side.
 */
function placeBricks(plan: GridPlan, side: Side, center: Float64Array): Int32Array {
  const { origin, cell, nx, ny, nz, band, exact } = plan;
  const radius = BRICK_RADIUS * cell;
  const brick = new Int32Array(center.length).fill(NO_BRICK);
  const p = new Float64Array(3);
  let count = 0;
  for (let k = 0, c = 0; k < nz; k += BRICK) {
    for (let j = 0; j < ny; j += BRICK) {
      for (let i = 0; i < nx; i += BRICK, c++) {
        let need = exact || Math.abs(center[c]) <= (band + radius) * (1 + 1e-9);
        if (!need && side.rim) {
          p[0] = origin[0] + (i + BRICK / 2) * cell;
          p[1] = origin[1] + (j + BRICK / 2) * cell;
          p[2] = origin[2] + (k + BRICK / 2) * cell;
          need = windingSide(side, p, radius) === 0;
        }
        if (need) brick[c] = count++;
      }
    }
  }
  return brick;
}

/**
 * The unit of nodes and the base of each brick. By Lipschitz again, the nodes of a brick are within its radius of its
 * center's value, so 16 bits have room for them. Unless the surface is open: there the sign may change far from it, and
 * the value by twice the distance, so all bricks reach from the least to the greatest value of all.
 */
function chooseSteps(
  plan: GridPlan,
  brick: Int32Array,
  center: Float64Array,
  count: number,
  closed: boolean,
): { base: Int32Array; step: number } {
  const radius = BRICK_RADIUS * plan.cell;
  const base = new Int32Array(count);
  let range = radius;
  if (!closed) {
    for (let c = 0; c < brick.length; c++)
      if (brick[c] !== NO_BRICK) range = Math.max(range, Math.abs(center[c]) + radius);
  }
  const step = range / HALF_RANGE;
  for (let c = 0; c < brick.length; c++) {
    if (brick[c] !== NO_BRICK) base[brick[c]] = (closed ? Math.floor(center[c] / step) : 0) - HALF_RANGE - 1;
  }
  return { base, step };
}

/** The blocks of nodes that bricks use: a brick's own, and the first layers of its neighbours'. */
function wantBlocks(brick: Int32Array, bx: number, by: number, bz: number): Uint8Array {
  const wanted = new Uint8Array((bx + 1) * (by + 1) * (bz + 1));
  for (let k = 0, c = 0; k < bz; k++) {
    for (let j = 0; j < by; j++) {
      for (let i = 0; i < bx; i++, c++) {
        if (brick[c] === NO_BRICK) continue;
        for (let n = 0; n < 8; n++) {
          const b = ((k + (n >> 2)) * (by + 1) + j + ((n >> 1) & 1)) * (bx + 1) + i + (n & 1);
          wanted[b] = WANTED + (wanted[b] === 0 ? n : wanted[b] & n);
        }
      }
    }
  }
  return wanted;
}

/** Asks for the nodes that bricks use; the point closest to a brick's center is their witness. */
function askBricks(lattice: Lattice, { nx, ny, nz }: GridPlan, brick: Int32Array, foot: Float64Array): Asks {
  const bx = nx / BRICK;
  const by = ny / BRICK;
  const bz = nz / BRICK;
  const asks = createAsks(lattice);
  const stride = strideBlocks(lattice);
  const wanted = wantBlocks(brick, bx, by, bz);
  for (let b = 0; b < wanted.length; b++) if (wanted[b] > 0) setRange(asks, lattice, stride, b, wanted[b]);
  for (let k = 0, c = 0; k < bz; k++) {
    for (let j = 0; j < by; j++) {
      for (let i = 0; i < bx; i++, c++) {
        if (brick[c] === NO_BRICK) continue;
        for (let n = 0; n < 8; n++) {
          const b = ((k + (n >> 2)) * (by + 1) + j + ((n >> 1) & 1)) * (bx + 1) + i + (n & 1);
          addWitness(asks, lattice, b, foot, 3 * c);
        }
      }
    }
  }
  return asks;
}

/** Writes a block's nodes to its own brick and to those that end at its first layers. */
function storeBlock(
  node: Uint16Array,
  base: Int32Array,
  brick: Int32Array,
  bx: number,
  by: number,
  bz: number,
  step: number,
): TakeBlock {
  const steps = new Int32Array(BLOCK_NODES); // the block in steps
  return ({ value }, i, j, k) => {
    const scale = 1 / step;
    for (let n = 0; n < steps.length; n++) steps[n] = Math.floor(value[n] * scale + 0.5);
    for (let n = 0; n < 8; n++) {
      const ox = n & 1; // 1: the brick before this block, which ends at its first layer
      const oy = (n >> 1) & 1;
      const oz = n >> 2;
      if (i < ox || j < oy || k < oz || i - ox >= bx || j - oy >= by || k - oz >= bz) continue;
      const b = brick[((k - oz) * by + j - oy) * bx + i - ox];
      if (b === NO_BRICK) continue;
      const low = base[b];
      const xs = ox ? 1 : BLOCK;
      for (let z = 0; z < (oz ? 1 : BLOCK); z++) {
        for (let y = 0; y < (oy ? 1 : BLOCK); y++) {
          const to = BRICK_NODES * b + ((z + BRICK * oz) * SIDE + y + BRICK * oy) * SIDE + BRICK * ox;
          const from = (z * BLOCK + y) * BLOCK;
          for (let x = 0; x < xs; x++) node[to + x] = Math.min(MAX_NODE, Math.max(0, steps[from + x] - low));
        }
      }
    }
  };
}
