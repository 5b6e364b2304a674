// Baking: from any triangle mesh to an asset, in stages that report progress and can be cancelled. Closed input keeps
// its surface (Delaunay), but for triangles that cross others; input that is open, or crosses itself beyond that, is
// re-meshed around the solid that its winding number tells (stuffing), with the input embedded for drawing.

import { buildGridField } from '../field/build.ts';
import type { GridField } from '../field/grid-field.ts';
import { planGridField } from '../field/plan.ts';
import { findThickness } from '../fracture/brittle.ts';
import { buildModes, type Modes } from '../fracture/modal/modes.ts';
import { buildHierarchy, type Hierarchy } from '../hierarchy/hierarchy.ts';
import { whole } from '../job/check.ts';
import { InputError } from '../job/error.ts';
import { formatBytes, toDigits } from '../job/format.ts';
import { runWork, type Work, within } from '../job/work.ts';
import { checkMeshInput } from '../mesh/check.ts';
import { CELL_PER_SPACING, WALL_CELLS } from '../mesh/constants.ts';
import { embedMesh } from '../mesh/embed.ts';
import { type DefectKind, inspectMesh, type MeshReport } from '../mesh/inspect.ts';
import { findNodeFaces } from '../mesh/node-distance.ts';
import { refineMesh } from '../mesh/refine.ts';
import { renumberSolid } from '../mesh/renumber.ts';
import { repairMesh } from '../mesh/repair.ts';
import { thickenSurface } from '../mesh/shell/thicken.ts';
import { stuffSurface } from '../mesh/stuffing/stuff.ts';
import { createSurfaceQuery, type SurfaceQuery } from '../mesh/surface-distance.ts';
import type { TetMesh } from '../mesh/tet-mesh.ts';
import { reportTetMesh } from '../mesh/tet-report.ts';
import { tetrahedralise } from '../mesh/tetrahedralise/tetrahedralise.ts';
import { measureThickness } from '../mesh/thickness.ts';
import {
  createTriangleMesh,
  type MeshInput,
  replacePositions,
  type TriangleMesh,
} from '../mesh/triangle-mesh.ts';
import { uniteSurface } from '../mesh/unite/unite.ts';
import { buildWinding } from '../mesh/winding.ts';
import { buildOrder } from '../tree/order.ts';
import { type Asset, type AssetParts, assembleAsset } from './asset.ts';
import {
  accept,
  type Candidate,
  choose,
  farOf,
  findVolume,
  isFaithful,
  listInputs,
  measureCandidate,
  noteSize,
  type Solid,
  sayPercent,
  sayUnited,
} from './candidate.ts';
import { readHash } from './container.ts';
import { encodeAsset } from './encode.ts';
import { solidOfTets } from './given.ts';
import {
  type BakeOptions,
  type BakeSettings,
  type BakeStage,
  checkBakeOptions,
  noteUnits,
  refuseForeign,
  refuseOddSize,
  refuseTooLarge,
  settleOptions,
} from './options.ts';
import { once, stage, stageAt, withoutStages } from './stages.ts';

const TRIED = 0.8; // share of the stage `tetrahedra` that Delaunay has before stuffing takes over
const STUFFED_ERROR = 0.005; // of the volume: what a stuffed solid may be off without a word
const WALL_ERROR = 0.01; // of the volume: what a wall may be off without a word
const FIELD_BUDGET = 64e6; // bytes of a distance grid, beyond which its cells are made larger than asked for (measured: bench/fidelity)

/**
 * Bakes a triangle mesh into an asset. Rejects with an InputError that names what is wrong and what helps, or with
 * the signal's reason when cancelled. Deterministic: the same mesh and options give the same bits everywhere.
 */
export async function bake(mesh: MeshInput, options: BakeOptions = {}): Promise<Asset> {
  checkBakeOptions(options);
  return run(bakeMesh(mesh, options), options);
}

/**
 * Bakes a tet mesh that was made elsewhere: its boundary is the surface, nothing is meshed anew. `turned` is how many
 * tets its reader found inside out and turned, for the notes.
 */
export async function bakeTets(tets: TetMesh, options: BakeOptions = {}, turned = 0): Promise<Asset> {
  checkBakeOptions(options);
  checkMeshInput('tets', tets);
  isCount('turned', turned);
  return run(bakeGiven(tets, options, turned), options);
}

const isCount = whole(0);

async function run(work: Work<Asset>, options: BakeOptions): Promise<Asset> {
  const { onProgress, signal, material, shell } = options;
  const skipped: BakeStage[] = [];
  if (!(material && material.strength < Infinity)) skipped.push('modes');
  if (shell === undefined) skipped.push('shell');
  const asset = await runWork(
    work,
    onProgress && ((fraction) => onProgress(stageAt(fraction), withoutStages(fraction, skipped))),
    signal,
  );
  onProgress?.('tree', 1);
  return asset;
}

function* bakeMesh(input: MeshInput, options: BakeOptions): Work<Asset> {
  refuseForeign(input);
  const given = createTriangleMesh(input);
  const longest = checkMesh(given);
  const settings = settleOptions(options, longest);
  const notes: string[] = [];
  noteUnits(longest, notes);
  const repaired = yield* stage(
    'repair',
    once(() => repairMesh(given, { weld: settings.weld })),
  );
  notes.push(...repaired.changes.map((change) => change.message));
  if (repaired.mesh.indices.length === 0) {
    throw new InputError(
      'empty-mesh',
      'no triangle has an area: give a mesh with at least four triangles around a solid',
    );
  }
  const mesh = yield* buildWall(repaired.mesh, settings, notes);
  const hierarchy = buildHierarchy(mesh.positions, mesh.indices);
  const report = yield* stage(
    'inspect',
    once(() => inspectMesh(mesh, { hierarchy })),
  );
  refuseTooLarge(report.area, report.volume, report.triangles, settings);
  const solid = yield* buildSolid(mesh, hierarchy, report, settings, notes);
  noteSize(solid, report, settings, notes);
  return yield* finishSolid(solid, settings, notes);
}

/** The surface itself, or the boundary of the wall that is wanted of it. */
function* buildWall(mesh: TriangleMesh, settings: BakeSettings, notes: string[]): Work<TriangleMesh> {
  const { shell, spacing, memoryLimit } = settings;
  if (shell === undefined) return mesh;
  const wall = yield* stage('shell', thickenSurface(mesh, { thickness: shell, spacing, memoryLimit }));
  notes.push(`the surface was made a wall of ${toDigits(shell)} m`);
  if (Math.abs(wall.volumeError) > WALL_ERROR) {
    const { volumeError, cell } = wall;
    const why =
      volumeError > 0
        ? `more volume than it should: gaps between sheets narrower than ${toDigits(cell)} m were closed`
        : 'less volume than it should: it is round, and has few triangles; a higher resolution keeps more';
    notes.push(`the wall has ${sayPercent(Math.abs(volumeError))} ${why}`);
  }
  return wall.mesh;
}

function* bakeGiven(tets: TetMesh, options: BakeOptions, turned: number): Work<Asset> {
  if (options.shell !== undefined) {
    throw new InputError('bad-argument', 'shell makes a wall of a surface, and tets are solid: leave it out');
  }
  const notes: string[] = turned > 0 ? [`${turned} tets were inside out and have been turned`] : [];
  const { longest, ...solid } = yield* stage(
    'inspect',
    once(() => solidOfTets(tets, notes)),
  );
  return yield* finishSolid({ ...solid, ...renumberSolid(solid) }, settleOptions(options, longest), notes);
}

/** Refuses what no repair can mend; returns the longest side. */
function checkMesh(mesh: TriangleMesh): number {
  if (mesh.indices.length === 0)
    throw new InputError('empty-mesh', 'the mesh has no triangles: give at least four around a solid');
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const v of mesh.indices) {
    for (let d = 0; d < 3; d++) {
      const x = mesh.positions[3 * v + d];
      if (!Number.isFinite(x)) {
        throw new InputError(
          'non-finite',
          `coordinate ${'xyz'[d]} of vertex ${v} is ${x}: remove the vertex or give it a number`,
        );
      }
      low[d] = Math.min(low[d], x);
      high[d] = Math.max(high[d], x);
    }
  }
  const longest = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
  if (longest > 0) refuseOddSize(longest); // else no triangle has an area, and repair says so
  return longest;
}

function* buildSolid(
  mesh: TriangleMesh,
  hierarchy: Hierarchy,
  report: MeshReport,
  settings: BakeSettings,
  notes: string[],
): Work<Solid> {
  const { mesher, spacing, interior } = settings;
  const reason = findDefect(report, 'open-edge', 'flipped-triangle');
  // A surface that crosses itself is cut there; one that touches itself may do as it is.
  const crossing = findDefect(report, 'non-manifold-edge', 'non-manifold-vertex', 'self-intersection');
  if (mesher === 'delaunay' && reason) {
    throw new InputError(
      'open-surface',
      `${reason}, and mesher 'delaunay' takes closed surfaces only: use 'auto' or 'stuffing', or make it a wall with the option shell`,
    );
  }
  const united = !reason && (crossing || report.components > 1) ? uniteSurface(mesh) : null;
  const truth = findVolume(mesh, report, united, reason ?? crossing);
  const winding = buildWinding(hierarchy);
  let best: Candidate | null = null;
  let tried = 0;
  if (mesher !== 'stuffing' && !reason) {
    const inputs = listInputs(mesh, united);
    const share = TRIED / inputs.length;
    let failure = '';
    for (let i = 0; i < inputs.length && !isFaithful(best); i++) {
      const { mesh: input, source } = inputs[i];
      const refine = once(() => refineMesh(input, spacing));
      const refined = yield* i === 0
        ? stage('refine', refine)
        : stage('tetrahedra', refine, share * i, share * i);
      const query = createSurfaceQuery(refined.mesh);
      const outcome = yield* stage(
        'tetrahedra',
        tetrahedralise(refined.mesh, { spacing, interior, query, volume: truth ?? undefined }),
        share * i,
        share * (i + 1),
      );
      if (!outcome.solid) {
        failure ||= outcome.failure.message;
        continue;
      }
      const { solid } = outcome;
      const sourceOf = source ? refined.source.map((t) => source[t]) : refined.source;
      const from = solid.source.map((t) => sourceOf[t]);
      const isFiner = refined.mesh.indices.length > input.indices.length;
      const fine = isFiner ? { hierarchy: query.hierarchy, source: sourceOf } : null;
      const boundary = buildHierarchy(solid.surface.positions, solid.surface.indices);
      const deviation = measureCandidate(solid, boundary, from, winding, fine);
      const kept = `${(100 * solid.recovered).toFixed(1)} % of the triangles are kept`;
      const found =
        source && united
          ? [sayUnited(crossing, united)]
          : crossing
            ? [`${crossing}; ${kept}, the others replaced so that the surface is a closed manifold`]
            : [];
      best = choose(best, {
        deviation,
        notes: found,
        solid: {
          mesher: 'delaunay',
          ...renumberSolid(solid), // its triangles stay in place and in order
          hierarchy: boundary,
          render: null,
          report: reportTetMesh({ ...solid, deviation }),
        },
      });
      if (!isFaithful(best))
        failure = `the tets are ${sayPercent(farOf(best.deviation))} of the size off the surface`;
    }
    if (mesher === 'delaunay' && !best)
      throw new InputError('not-solid', `${failure}: use mesher 'auto' or 'stuffing'`);
    if (isFaithful(best) || mesher === 'delaunay') return accept(best!, notes);
    notes.push(`${failure}; meshed anew by stuffing`);
    tried = TRIED;
  } else if (reason) {
    notes.push(`${reason}; meshed anew by stuffing`);
  }
  // Of a wall, no less than its boundary's cells: coarser cubes would lose it.
  const cubes = Math.min(spacing, (settings.shell ?? Infinity) / WALL_CELLS / CELL_PER_SPACING);
  // A closed surface says where the solid ends: a mesh that misses it by more is no picture of it.
  const tolerance = reason ? undefined : STUFFED_ERROR;
  const stuffed = yield* stage(
    'tetrahedra',
    stuffSurface(mesh, { spacing: cubes, volume: truth ?? undefined, tolerance }),
    tried,
  );
  const boundary = buildHierarchy(stuffed.surface.positions, stuffed.surface.indices);
  const deviation = measureCandidate(stuffed, boundary, stuffed.source, winding);
  const solid = renumberSolid(stuffed);
  const found = stuffed.dropped > 0 ? [`${stuffed.dropped} loose specks of material were dropped`] : [];
  if (Math.abs(stuffed.volumeError) > STUFFED_ERROR) {
    found.push(
      `stuffing changed the volume by ${truth === null ? 'about ' : ''}${(100 * stuffed.volumeError).toFixed(1)} % with cubes of ${toDigits(stuffed.cell)} m: a higher resolution, or a surface without defects, keeps more`,
    );
  }
  best = choose(best, {
    deviation,
    notes: found,
    solid: {
      mesher: 'stuffing',
      ...solid,
      hierarchy: boundary,
      render: settings.shell === undefined ? embedMesh(solid.tets, mesh) : null, // a wall has its own attributes
      report: reportTetMesh({ ...stuffed, deviation }),
    },
  });
  return accept(best, notes);
}

/** The message of the first defect of some kinds, or null. */
function findDefect(report: MeshReport, ...kinds: DefectKind[]): string | null {
  return report.defects.find(({ kind }) => kinds.includes(kind))?.message ?? null;
}

function* finishSolid(solid: Solid, settings: BakeSettings, notes: string[]): Work<Asset> {
  const { hierarchy, ...rest } = solid;
  const { tets, surfaceCount } = rest;
  const surface = replacePositions(rest.surface, tets.positions); // one array: its vertices are the first nodes
  const query = createSurfaceQuery(surface, hierarchy);
  const { thickness, wall } = yield* stage(
    'thickness',
    once(() => measureThickness(query, surface.positions, surface.indices)),
  );
  if (!(wall > 0)) {
    throw new InputError(
      'not-solid',
      'a wall has no thickness: two parts of the surface lie on each other; part them, or make it a wall with the option shell',
    );
  }
  const field = yield* stage('field', buildField(surface, query, wall, settings, notes));
  const nodeFace = yield* stage('nodes', findNodeFaces(tets.positions, surfaceCount, query));
  const { name, spacing, sharpAngle, material } = settings;
  const breaks = material !== null && material.strength < Infinity;
  const modes = breaks ? yield* stage('modes', ringSolid(surface, thickness, material.poisson, notes)) : null;
  const parts = {
    ...rest,
    surface,
    name,
    spacing,
    sharpAngle,
    material,
    thickness: thickness.slice(0, surfaceCount),
    wall,
    field,
    nodeFace,
    modes,
    notes,
  };
  return yield* stage('tree', orderAndAssemble(parts));
}

/** The modes of a solid, or a note that there are none. */
function* ringSolid(
  surface: TriangleMesh,
  thickness: Float32Array,
  poisson: number,
  notes: string[],
): Work<Modes | null> {
  const median = findThickness(surface.positions, surface.indices, thickness);
  const modes = yield* buildModes(surface, median, poisson);
  if (modes === null) notes.push('no modes could be computed; what breaks it is judged by energy alone');
  return modes;
}

function* orderAndAssemble(rest: Omit<AssetParts, 'order'>): Work<Asset> {
  const order = yield* within(0, 0.6, buildOrder(rest.tets.positions));
  const parts = { ...rest, order };
  return yield* within(0.6, 1, assembleAsset(parts, readHash(encodeAsset(parts))));
}

/** The distance grid, with cells of a quarter of the thinnest wall as far as memory allows. */
function* buildField(
  surface: TriangleMesh,
  query: SurfaceQuery,
  wall: number,
  settings: BakeSettings,
  notes: string[],
): Work<GridField> {
  const { cells } = settings;
  let cell = planGridField(surface, { cells, thickness: wall, limit: Number.MAX_VALUE }).cell;
  const wanted = cell;
  let bytes = planGridField(surface, { cell, limit: Number.MAX_VALUE }).bytes;
  while (bytes > FIELD_BUDGET) {
    cell *= 1.1;
    bytes = planGridField(surface, { cell, limit: Number.MAX_VALUE }).bytes;
  }
  if (cell > wanted) {
    const share = `cells of ${Number(cell.toPrecision(2))} m instead of ${Number(wanted.toPrecision(2))} m`;
    notes.push(
      `the distance grid has ${share}, to keep within ${formatBytes(FIELD_BUDGET)}; walls span ${(wall / cell).toFixed(1)} of them`,
    );
  }
  const embedded = true; // a boundary of tets
  return yield* buildGridField(surface, { cell, limit: Number.MAX_VALUE, embedded }, query);
}
