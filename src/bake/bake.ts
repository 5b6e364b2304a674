// Baking: from any triangle mesh to an asset, in stages that report progress and can be cancelled. Closed input keeps
// its surface (Delaunay), but for triangles that cross others; input that is open, or crosses itself beyond that, is
// re-meshed around the solid that its winding number tells (stuffing), with the input embedded for drawing.

import { buildGridField } from '../field/build.ts';
import type { GridField } from '../field/grid-field.ts';
import { planGridField } from '../field/plan.ts';
import { findThickness } from '../fracture/brittle.ts';
import { buildModes, type Modes } from '../fracture/modal/modes.ts';
import { InputError } from '../job/error.ts';
import { formatBytes, toDigits } from '../job/format.ts';
import { runWork, type Work, within } from '../job/work.ts';
import { embedMesh } from '../mesh/embed.ts';
import { type DefectKind, inspectMesh, type MeshReport } from '../mesh/inspect.ts';
import { findNodeFaces } from '../mesh/node-distance.ts';
import { refineMesh } from '../mesh/refine.ts';
import { renumberSolid } from '../mesh/renumber.ts';
import { repairMesh } from '../mesh/repair.ts';
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
import { buildOrder } from '../tree/order.ts';
import { type Asset, type AssetParts, assembleAsset, type Mesher } from './asset.ts';
import { readHash } from './container.ts';
import { encodeAsset } from './encode.ts';
import { solidOfTets } from './given.ts';
import {
  type BakeOptions,
  type BakeSettings,
  type BakeStage,
  countTets,
  refuseOddSize,
  refuseTooLarge,
  settleOptions,
} from './options.ts';

/** Where each stage ends, as a fraction of the whole (measured: bench/bake on the bunny). */
const ENDS: readonly (readonly [BakeStage, number])[] = [
  ['repair', 0.01],
  ['inspect', 0.02],
  ['refine', 0.04],
  ['tetrahedra', 0.24],
  ['thickness', 0.26],
  ['field', 0.36],
  ['nodes', 0.38],
  ['modes', 0.97],
  ['tree', 1],
];

const TRIED = 0.8; // share of the stage `tetrahedra` that Delaunay has before stuffing takes over
const STUFFED_ERROR = 0.005; // of the volume: what a stuffed solid may be off without a word
const MANY = 4; // times the tets asked for, beyond which a note says why
const FIELD_BUDGET = 100e6; // bytes of a distance grid, beyond which its cells are made larger than asked for

/**
 * Bakes a triangle mesh into an asset. Rejects with an InputError that names what is wrong and what helps, or with
 * the signal's reason when cancelled. Deterministic: the same mesh and options give the same bits everywhere.
 */
export function bake(mesh: MeshInput, options: BakeOptions = {}): Promise<Asset> {
  return run(bakeMesh(mesh, options), options);
}

/**
 * Bakes a tet mesh that was made elsewhere: its boundary is the surface, nothing is meshed anew. `turned` is how many
 * tets its reader found inside out and turned, for the notes.
 */
export function bakeTets(tets: TetMesh, options: BakeOptions = {}, turned = 0): Promise<Asset> {
  return run(bakeGiven(tets, options, turned), options);
}

async function run(work: Work<Asset>, { onProgress, signal, material }: BakeOptions): Promise<Asset> {
  const breaks = material && material.strength < Infinity;
  const asset = await runWork(
    work,
    onProgress && ((fraction) => onProgress(stageAt(fraction), breaks ? fraction : withoutModes(fraction))),
    signal,
  );
  onProgress?.('tree', 1);
  return asset;
}

function stageAt(fraction: number): BakeStage {
  return (ENDS.find(([, end]) => fraction < end) ?? ENDS[ENDS.length - 1])[0];
}

/** The fraction done of a bake that has no stage `modes`. */
function withoutModes(fraction: number): number {
  const i = ENDS.findIndex(([stage]) => stage === 'modes');
  const [start, end] = [ENDS[i - 1][1], ENDS[i][1]];
  return (fraction - Math.max(0, Math.min(fraction, end) - start)) / (1 - (end - start));
}

/** Runs a part as one stage, or as the piece [from, to] of it: its progress fills that share of the whole. */
function* stage<T>(name: BakeStage, part: Work<T>, from = 0, to = 1): Work<T> {
  const i = ENDS.findIndex(([stage]) => stage === name);
  const start = i === 0 ? 0 : ENDS[i - 1][1];
  const span = ENDS[i][1] - 1e-9 - start; // just short of the next stage, for a part whose last report says 1
  yield start + from * span;
  return yield* within(start + from * span, start + to * span, part);
}

function* once<T>(job: () => T): Work<T> {
  yield 0;
  return job();
}

function* bakeMesh(input: MeshInput, options: BakeOptions): Work<Asset> {
  const given = createTriangleMesh(input);
  const longest = checkMesh(given);
  const settings = settleOptions(options, longest);
  const notes: string[] = [];
  const repaired = yield* stage(
    'repair',
    once(() => repairMesh(given)),
  );
  notes.push(...repaired.changes.map((change) => change.message));
  if (repaired.mesh.indices.length === 0) {
    throw new InputError(
      'empty-mesh',
      'no triangle has an area: give a mesh with at least four triangles around a solid',
    );
  }
  const report = yield* stage(
    'inspect',
    once(() => inspectMesh(repaired.mesh)),
  );
  refuseTooLarge(report.area, report.volume, longest, report.triangles, settings);
  const solid = yield* buildSolid(repaired.mesh, report, settings, notes);
  noteSize(solid, report, settings, longest, notes);
  return yield* finishSolid(solid, settings, notes);
}

function* bakeGiven(tets: TetMesh, options: BakeOptions, turned: number): Work<Asset> {
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

/** Tets, their boundary, and how they came about. */
export type Solid = Pick<AssetParts, 'tets' | 'surfaceCount' | 'surface' | 'render' | 'report'> & {
  readonly mesher: Mesher;
};

function* buildSolid(
  mesh: TriangleMesh,
  report: MeshReport,
  settings: BakeSettings,
  notes: string[],
): Work<Solid> {
  const { mesher, spacing, interior } = settings;
  const reason = findDefect(report, 'open-edge', 'flipped-triangle');
  // A surface that crosses or touches itself in places may still do: the mesher leaves those triangles out.
  const crossing = findDefect(report, 'non-manifold-edge', 'non-manifold-vertex', 'self-intersection');
  let tried = 0;
  if (mesher === 'delaunay' && reason) {
    throw new InputError(
      'open-surface',
      `${reason}, and mesher 'delaunay' takes closed surfaces only: use 'auto' or 'stuffing'`,
    );
  }
  if (mesher !== 'stuffing' && !reason) {
    const refined = (yield* stage(
      'refine',
      once(() => refineMesh(mesh, spacing)),
    )).mesh;
    const outcome = yield* stage('tetrahedra', tetrahedralise(refined, { spacing, interior }), 0, TRIED);
    if (outcome.solid) {
      if (crossing) {
        const kept = `${(100 * outcome.solid.recovered).toFixed(1)} % of the triangles are kept`;
        notes.push(`${crossing}; ${kept}, the others replaced so that the surface is a closed manifold`);
      }
      return {
        mesher: 'delaunay',
        ...renumberSolid(outcome.solid),
        render: null,
        report: reportTetMesh(outcome.solid),
      };
    }
    if (mesher === 'delaunay')
      throw new InputError('not-solid', `${outcome.failure.message}: use mesher 'auto' or 'stuffing'`);
    notes.push(`${outcome.failure.message}; meshed anew by stuffing`);
    tried = TRIED;
  } else if (reason) {
    notes.push(`${reason}; meshed anew by stuffing`);
  }
  // A closed surface says where the solid ends: a mesh that misses it by more is no picture of it.
  const tolerance = reason ? undefined : STUFFED_ERROR;
  const stuffed = yield* stage('tetrahedra', stuffSurface(mesh, { spacing, tolerance }), tried);
  const solid = renumberSolid(stuffed);
  if (Math.abs(stuffed.volumeError) > STUFFED_ERROR) {
    notes.push(
      `stuffing changed the volume by ${(100 * stuffed.volumeError).toFixed(1)} % with cubes of ${toDigits(stuffed.cell)} m: a higher resolution, or a surface without defects, keeps more`,
    );
  }
  if (stuffed.dropped > 0) notes.push(`${stuffed.dropped} loose specks of material were dropped`);
  return {
    mesher: 'stuffing',
    ...solid,
    render: embedMesh(solid.tets, mesh),
    report: reportTetMesh(stuffed),
  };
}

/** Notes when a solid has many times the tets that its resolution asks for, and why. */
function noteSize(
  solid: Solid,
  { area, volume }: MeshReport,
  { spacing, interior }: BakeSettings,
  longest: number,
  notes: string[],
): void {
  const asked = countTets(area, volume, spacing, interior);
  const tets = solid.tets.indices.length / 4;
  if (tets <= MANY * asked) return;
  const why =
    solid.mesher === 'stuffing'
      ? 'the lattice was halved until it kept the shape; close and part the surface to keep its own triangles'
      : `its surface of ${solid.surface.indices.length / 3} triangles is that fine, or has needles that were cut to length; decimate it for fewer`;
  notes.push(
    `${tets} tets, ${Math.round(tets / asked)} times what a resolution of ${Math.round(longest / spacing)} asks for: ${why}`,
  );
}

/** The message of the first defect of some kinds, or null. */
function findDefect(report: MeshReport, ...kinds: DefectKind[]): string | null {
  return report.defects.find(({ kind }) => kinds.includes(kind))?.message ?? null;
}

function* finishSolid(solid: Solid, settings: BakeSettings, notes: string[]): Work<Asset> {
  const { tets, surfaceCount } = solid;
  const surface = replacePositions(solid.surface, tets.positions); // one array: its vertices are the first nodes
  const query = createSurfaceQuery(surface);
  const { thickness, wall } = yield* stage(
    'thickness',
    once(() => measureThickness(query, surface.positions, surface.indices)),
  );
  if (!(wall > 0)) {
    throw new InputError(
      'not-solid',
      'a wall has no thickness: two parts of the surface lie on each other; part them',
    );
  }
  const field = yield* stage('field', buildField(surface, query, wall, settings, notes));
  const nodeFace = yield* stage('nodes', findNodeFaces(tets.positions, surfaceCount, query));
  const { name, spacing, sharpAngle, material } = settings;
  const breaks = material !== null && material.strength < Infinity;
  const modes = breaks ? yield* stage('modes', ringSolid(surface, thickness, material.poisson, notes)) : null;
  const parts = {
    ...solid,
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
  return yield* buildGridField(surface, { cell, limit: Number.MAX_VALUE }, query);
}
