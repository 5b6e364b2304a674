// The modes of a solid: the ways it rings when struck, computed at bake and stored in the asset. For Young's modulus
// 1 Pa and density 1 kg/m³: a material's frequencies are √(E/ρ) times as high. Everything else, stresses above all,
// is rebuilt when the asset is loaded (modal.ts).

import { surfaceArea } from '../../geometry/triangle.ts';
import { type Work, within } from '../../job/work.ts';
import { decimateMesh } from '../../mesh/decimate.ts';
import { computeMass } from '../../mesh/mass.ts';
import { refineMesh } from '../../mesh/refine.ts';
import type { TetMesh } from '../../mesh/tet-mesh.ts';
import { tetrahedralise } from '../../mesh/tetrahedralise/tetrahedralise.ts';
import { createTriangleMesh, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import {
  COARSE_TRIES,
  LATTICE_STEP,
  LONGEST_EDGE,
  LOOSE_MODE,
  MAX_TRIANGLES,
  MAX_VOLUME_CHANGE,
  MIN_TRIANGLES,
  MODE_COUNT,
  SLENDER_EDGE,
} from '../constants.ts';
import { dissectMesh } from './dissect.ts';
import { createQuadraticMesh, type QuadraticMesh } from './element.ts';
import { factorMesh } from './factor.ts';
import { findModes } from './lanczos.ts';

/** Stored as it is: three numbers a node, mode after mode, first all corners, then all middles of edges. */
export interface Modes {
  readonly count: number;
  readonly poisson: number; // of the material they were computed for
  readonly tets: TetMesh; // what they were computed on
  readonly square: Float64Array; // ω² for E = 1, ρ = 1, ascending; 1/s²
  readonly step: Float64Array; // a unit of `shape`, for each mode
  readonly shape: Int16Array; // corners: how they move; middles: how they move beyond the mean of their corners
}

const RANGE = 32767;

/**
 * The lowest modes of the solid inside a closed surface. Null when it cannot be meshed coarsely; its breaking is then
 * decided by energy alone. Deterministic: the same bits everywhere.
 */
export function* buildModes(
  surface: TriangleMesh,
  thickness: number,
  poisson: number,
  count = MODE_COUNT,
): Work<Modes | null> {
  const tets = yield* within(0, 0.2, buildCoarse(surface, thickness));
  if (tets === null) return null;
  return yield* within(0.2, 1, computeModes(tets, poisson, count));
}

/**
 * The modes of a given tet mesh, computed on quadratic tets. Null when they come out as no numbers, or when the mesh is in
 * several parts that move by themselves.
 */
export function* computeModes(tets: TetMesh, poisson: number, count = MODE_COUNT): Work<Modes | null> {
  const mesh = createQuadraticMesh(tets);
  const shift = guessSquare(mesh);
  const factor = yield* within(0, 0.5, factorMesh(mesh, dissectMesh(mesh), poisson, shift));
  const { square, vector } = yield* within(0.5, 1, findModes(mesh, factor, shift, count));
  if (!square.every((x) => x > LOOSE_MODE * shift && x < Infinity)) return null;
  const shape = new Int16Array(3 * mesh.count * vector.length);
  const step = Float64Array.from(vector, (mode, k) => pack(shape, 3 * mesh.count * k, mesh, mode));
  return { count: vector.length, poisson, tets, square, step, shape };
}

/** About the square of the lowest frequency: that of a plate as long and as thick as the solid. */
function guessSquare({ positions, mass }: QuadraticMesh): number {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    low[i % 3] = Math.min(low[i % 3], positions[i]);
    high[i % 3] = Math.max(high[i % 3], positions[i]);
  }
  const volume = mass.reduce((sum, m) => sum + m, 0);
  const [x, y, z] = [0, 1, 2].map((d) => high[d] - low[d]);
  const square = x * x + y * y + z * z;
  const thickness = (4 * volume) / square;
  return Math.max(1e-5, Math.min(1, (thickness * thickness) / square) * 4) / square;
}

/** Rounds a mode to 16 bits; returns the size of a unit. */
function pack(
  out: Int16Array,
  at: number,
  { corners, count, edgeNode }: QuadraticMesh,
  mode: Float64Array,
): number {
  const surplus = mode.slice();
  for (let e = 0; e < count - corners; e++) {
    for (let d = 0; d < 3; d++) {
      const mean = 0.5 * (mode[3 * edgeNode[2 * e] + d] + mode[3 * edgeNode[2 * e + 1] + d]);
      surplus[3 * (corners + e) + d] -= mean;
    }
  }
  let largest = 0;
  for (let i = 0; i < surplus.length; i++) largest = Math.max(largest, Math.abs(surplus[i]));
  const step = largest / RANGE;
  for (let i = 0; i < surplus.length; i++) out[at + i] = Math.round(surplus[i] / step);
  return step;
}

/** The nodes that modes of a tet mesh have: corners and middles of edges. */
export function countNodes(tets: TetMesh): number {
  return createQuadraticMesh(tets).count;
}

/** How all nodes move in a mode: three numbers a node, to out[at…]. */
export function unpackMode(
  out: Float32Array,
  at: number,
  modes: Modes,
  mesh: QuadraticMesh,
  k: number,
): void {
  const { corners, count, edgeNode } = mesh;
  const { shape, step } = modes;
  const from = 3 * count * k;
  for (let i = 0; i < 3 * corners; i++) out[at + i] = step[k] * shape[from + i];
  for (let e = 0; e < count - corners; e++) {
    for (let d = 0; d < 3; d++) {
      const a = shape[from + 3 * edgeNode[2 * e] + d];
      const b = shape[from + 3 * edgeNode[2 * e + 1] + d];
      const i = 3 * (corners + e) + d;
      out[at + i] = step[k] * (shape[from + i] + 0.5 * (a + b));
    }
  }
}

// The mesh that modes are computed on: few tets, as quadratic ones need no more, and about as many whatever the
// resolution of the solid, so that neither the time it takes nor the height from which things break depends on that.

const EQUILATERAL = 0.433; // the area of a triangle over the square of its sides

/**
 * A coarse tet mesh of the solid inside a closed surface whose walls are as thick as `thickness`. Null when none could
 * be made. `finer` times as many triangles as usual are for measuring what the usual number costs. Deterministic.
 */
export function* buildCoarse(surface: TriangleMesh, thickness: number, finer = 1): Work<TetMesh | null> {
  const plain = createTriangleMesh({ positions: surface.positions, indices: surface.indices });
  const area = surfaceArea(plain);
  const volume = computeMass(plain).volume;
  const edge = SLENDER_EDGE * thickness;
  let wanted = finer * Math.min(MAX_TRIANGLES, Math.max(MIN_TRIANGLES, area / (EQUILATERAL * edge * edge)));
  for (let i = 0; i < COARSE_TRIES; i++) {
    yield i / COARSE_TRIES;
    const has = plain.indices.length / 3;
    const fewer =
      wanted < has ? decimateMesh(plain, { triangles: 2 * Math.round(wanted / 2), evenness: 0.3 }) : plain;
    const mean = Math.sqrt(area / (EQUILATERAL * wanted));
    const { solid } = yield* tetrahedralise(refineMesh(fewer, LONGEST_EDGE * mean).mesh, {
      spacing: LATTICE_STEP * mean,
    });
    if (solid && Math.abs(computeMass(solid.surface).volume / volume - 1) < MAX_VOLUME_CHANGE)
      return solid.tets;
    wanted *= 1.5;
  }
  return null;
}
