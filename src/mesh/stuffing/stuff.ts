// Isosurface stuffing [Labelle07]: a tet mesh of any surface that winds around a solid, however dirty. A regular
// lattice is cut along the surface; what comes out is near the surface at the lattice's scale, never on its
// vertices, and has good angles. The fallback of tetrahedralisation, for input that Delaunay cannot take.

import { checkRecord } from '../../job/check.ts';
import { InputError } from '../../job/error.ts';
import { type Work, within } from '../../job/work.ts';
import { checkMesh } from '../check.ts';
import { CELL_PER_SPACING, HALVING_WORTH, LOST_VOLUME, SPECK } from '../constants.ts';
import { buildTetAdjacency, extractBoundary, type TetMesh } from '../tet-mesh.ts';
import type { TriangleMesh } from '../triangle-mesh.ts';
import { checkSize, checkSolid, checkSurface, fitsMemory } from './check.ts';
import { classifyNodes } from './classify.ts';
import { findCuts, snapNodes } from './cut.ts';
import { type Attributes, carryAttributes, findPieces, type GatheredTets, gatherTets } from './gather.ts';
import { createLattice } from './lattice.ts';
import { measureLoss } from './loss.ts';
import { createSolid, type Solid } from './solid.ts';
import { type RawTets, stencilTets } from './stencil.ts';
import { findPinches, restoreNodes } from './untangle.ts';
import { measureSolid } from './volume.ts';

export interface StuffOptions {
  /** Wanted length of surface edges, in metres: about their mean. The cubes are 1.25 times as large. */
  readonly spacing: number;
  /** How often the cubes may be halved where walls get lost; default 3. */
  readonly halvings?: number;
  /** The volume error, as a share, above which the cubes are halved; a fifth of it for lost surface; default 0.1. */
  readonly tolerance?: number;
  /** The most lattice nodes, at about 20 bytes each; default 8 million. */
  readonly maxNodes?: number;
  /** The most tets, at about 100 bytes each while they are made; halving stops at an eighth; default 4 million. */
  readonly maxTets?: number;
  /** The solid's volume, where the caller knows it exactly; estimated by default. */
  readonly volume?: number;
}

/** A stuffed solid and how it came out. */
export interface StuffedSolid {
  readonly tets: TetMesh; // nodes 0 to surfaceCount − 1 are the boundary's
  readonly surfaceCount: number;
  readonly surface: TriangleMesh; // the boundary, over those nodes, with the input's attributes
  readonly face: Uint32Array; // 4·tet + face of each surface triangle
  readonly source: Uint32Array; // the input triangle closest to the middle of each surface triangle
  readonly cell: number; // the cube size used
  readonly halvings: number; // how often it was halved to keep thin walls
  readonly volume: number; // of the tets
  readonly solidVolume: number; // where the input's winding number exceeds ½
  readonly volumeError: number; // volume / solidVolume − 1
  readonly lost: number; // share of the input's surface that lies more than a cube outside
  readonly pieces: number; // connected pieces kept
  readonly dropped: number; // pieces left out: specks of less than half a cube, and what came loose
  readonly droppedVolume: number; // and their volume
  readonly restored: number; // nodes put back to keep the boundary a manifold
}

/** Fills the solid inside `surface` with tets. Deterministic. Throws an InputError when there is no solid to fill. */
export function* stuffSurface(
  surface: { readonly positions: Float64Array; readonly indices: Uint32Array } & Attributes,
  options: StuffOptions,
): Work<StuffedSolid> {
  checkMesh('surface', surface);
  checkRecord('options', options, [], '{ spacing }, in metres');
  const { spacing, halvings = 3, tolerance = 0.1, maxNodes = 8e6, maxTets = 4e6 } = options;
  checkSurface(surface, spacing);
  let cell = CELL_PER_SPACING * spacing;
  const solid = createSolid(surface);
  yield 0.02;
  const solidVolume = options.volume ?? measureSolid(solid);
  checkSolid(solid, solidVolume, cell);
  checkSize(solid.box, solidVolume, cell, maxNodes, maxTets);
  yield 0.05;

  let best: Attempt | null = null;
  let left = 0.95; // of the work, as progress counts it
  for (let halved = 0; ; halved++) {
    const attempt: Attempt | null = yield* within(
      1 - left,
      1 - left / 2,
      stuffOnce(solid, cell, halved, solidVolume),
    );
    left /= 2;
    const improved = !attempt || !best || misfit(attempt) < HALVING_WORTH * misfit(best);
    if (attempt && (!best || misfit(attempt) < misfit(best))) best = attempt;
    if ((best && misfit(best) <= tolerance) || !improved || halved >= halvings) break;
    if (!fitsMemory(solid.box, solidVolume, cell / 2, maxNodes, maxTets / 8)) break;
    cell /= 2;
  }
  if (!best || Math.abs(best.volumeError) > LOST_VOLUME) {
    throw new InputError(
      'not-solid',
      `the solid's walls are too thin for a lattice of ${cell} m cubes: give a spacing below half the wall's thickness, or the option shell, a thickness in metres that walls are brought to`,
    );
  }
  const { gathered, ...outcome } = best;
  const { tets, surfaceCount, face } = gathered;
  const carried = carryAttributes(gathered, surface, solid.hierarchy);
  return { tets, surfaceCount, face, ...carried, solidVolume, ...outcome };
}

type Attempt = Omit<StuffedSolid, 'tets' | 'surfaceCount' | 'surface' | 'face' | 'source' | 'solidVolume'> & {
  readonly gathered: GatheredTets;
};

/** Meshes once with cubes of size `cell`; null when nothing is left. */
function* stuffOnce(solid: Solid, cell: number, halvings: number, solidVolume: number): Work<Attempt | null> {
  const lattice = createLattice(solid.box, cell);
  const turns = yield* within(0, 0.5, classifyNodes(lattice, solid));
  const cuts = yield* within(0.5, 0.8, findCuts(lattice, solid, turns));
  snapNodes(cuts, lattice);
  let raw: RawTets;
  let neighbor: Int32Array;
  let restored = 0;
  let done = 0.8;
  for (;;) {
    raw = yield* within(done, (1 + done) / 2, stencilTets(lattice, cuts));
    done = (1 + done) / 2;
    if (raw.tetCount === 0) return null;
    const indices = raw.indices.subarray(0, 4 * raw.tetCount);
    neighbor = buildTetAdjacency(indices, raw.nodeCount);
    const boundary = extractBoundary(indices, neighbor).indices;
    const count = restoreNodes(cuts, lattice, findPinches(boundary, raw.nodeCount), raw.origin);
    yield done;
    if (count === 0) break;
    restored += count;
  }
  const { piece, volume } = findPieces(raw.positions, raw.indices.subarray(0, 4 * raw.tetCount), neighbor);
  const kept = choosePieces(volume, SPECK * cell * cell * cell, solid.parts);
  if (kept.size === 0) return null;
  let inside = 0;
  let dropped = 0;
  for (let i = 0; i < volume.length; i++) {
    if (kept.has(i)) inside += volume[i];
    else dropped += volume[i];
  }
  const gathered = gatherTets(raw, neighbor, piece, kept);
  const { tets, boundary } = gathered;
  return {
    gathered,
    cell,
    halvings,
    volume: inside,
    volumeError: inside / solidVolume - 1,
    lost: measureLoss(solid, { positions: tets.positions, indices: boundary }, cell),
    pieces: kept.size,
    dropped: volume.length - kept.size,
    droppedVolume: dropped,
    restored,
  };
}

/** How far an attempt is from the solid; surface is the more telling. */
function misfit(attempt: Attempt): number {
  return Math.max(Math.abs(attempt.volumeError), 5 * attempt.lost);
}

/**
 * The pieces to keep: none smaller than a speck, and no more than the surface has parts, the largest first. Where
 * there are more, a neck was too thin for the lattice, and what hung on it would fall off at once.
 */
function choosePieces(volume: number[], speck: number, parts: number): Set<number> {
  const order = [...volume.keys()].filter((i) => volume[i] >= speck);
  order.sort((a, b) => volume[b] - volume[a] || a - b);
  return new Set(order.slice(0, parts));
}
