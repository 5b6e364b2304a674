// What a bake makes of meshes as they come: closed and clean ones, ones that cross themselves, open ones. Each result
// is measured against the mesh that was given, from the asset alone: with the bake's own measure of deviation, which
// test/mesh/deviation.test.ts holds against brute force, and volumes summed over tets.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as three from 'three';
import { readMesh } from '../io/read-mesh.ts';
import { countTets } from '../src/bake/options.ts';
import { buildHierarchy } from '../src/hierarchy/hierarchy.ts';
import { bake } from '../src/index.ts';
import { LATTICE_STEP } from '../src/mesh/constants.ts';
import { measureDeviation } from '../src/mesh/deviation.ts';
import { inspectMesh, repairMesh } from '../src/mesh/index.ts';
import * as shapes from '../src/mesh/shapes/index.ts';
import { createSolid } from '../src/mesh/stuffing/solid.ts';
import { measureSolid } from '../src/mesh/stuffing/volume.ts';
import { tetVolume } from '../src/mesh/tet-mesh.ts';
import { createTriangleMesh, type TriangleMesh } from '../src/mesh/triangle-mesh.ts';
import { buildWinding } from '../src/mesh/winding.ts';
import type { Bench, Report } from './bench.ts';
import { crossingMeshes } from './crossing-meshes.ts';
import { FIDELITY_MESHES } from './fidelity-meshes.ts';
import { flushMeshes } from './flush-meshes.ts';

/** A mesh to be baked, made or read when its turn comes. */
export interface Sample {
  readonly name: string;
  readonly volume?: number; // of the solid, where it is known; overlapping parts are judged by an estimate otherwise
  readonly make: () => TriangleMesh | Promise<TriangleMesh>;
}

/** What a mesh is, once vertices at one place count as one. */
export type Kind = 'clean' | 'crossing' | 'open';

/** Of the diagonal and of the volume, in %. What has holes stands for no one solid: it is told, not judged. */
const TARGETS: Record<Kind, { deviation?: number; volume?: number }> = {
  clean: { deviation: 0.1, volume: 0.01 },
  crossing: { deviation: 1, volume: 0.5 },
  open: {},
};

const DATA = '../shared/data';
const RESOLUTION = 24; // the default of a bake
const WELD = 1e-6; // of the size: what rounding leaves between the two sides of a seam

export const bench: Bench = {
  name: 'fidelity',
  answers:
    'what bakes keep of their meshes: distance both ways, volume, tets against asked, seconds, fallbacks',
  async run(report, { scene, large }) {
    const samples: Sample[] = [
      ...listData(large ?? false),
      ...listShapes(),
      ...listPrimitives(),
      ...FIDELITY_MESHES,
      ...crossingMeshes,
      ...flushMeshes,
    ];
    for (const sample of samples) {
      if (scene !== undefined && !sample.name.includes(scene)) continue;
      report.note(sample.name);
      addRows(report, sample.name, await judgeMesh(await sample.make(), RESOLUTION, sample.volume));
    }
  },
};

/** What came of a mesh; shares in %. */
export interface Judged {
  readonly kind: Kind;
  readonly outcome: string; // the mesher, or 'refused'
  readonly why: string; // what the bake says of a fallback, or of a refusal
  readonly result: number; // the largest distance of the result's surface from the mesh, % of the diagonal
  readonly input: number; // and back
  readonly volume: number; // error
  readonly told: number; // the volume error that the bake reports
  readonly tets: number;
  readonly asked: number; // tets that the resolution asks for
  readonly triangles: number;
  readonly seconds: number;
}

/** Bakes a mesh and measures what came of it, against its `known` volume if there is one. */
export async function judgeMesh(
  mesh: TriangleMesh,
  resolution = RESOLUTION,
  known?: number,
): Promise<Judged> {
  const { bounds } = inspectMesh(mesh, { selfIntersections: false });
  const longest = Math.max(...[0, 1, 2].map((d) => bounds[3 + d] - bounds[d]));
  const whole = repairMesh(mesh, { weld: WELD * longest }).mesh;
  const kind = kindOf(whole);
  const triangles = mesh.indices.length / 3;
  const start = performance.now();
  try {
    const { tets, surface, report, mesher, notes } = await bake(mesh, { resolution });
    const seconds = (performance.now() - start) / 1000;
    const deviation = measureDeviation(
      { tets, surface: buildHierarchy(surface.positions, surface.indices) },
      buildWinding(buildHierarchy(whole.positions, whole.indices)),
    );
    const { area } = inspectMesh(whole, { selfIntersections: false });
    const solid = known ?? measureSolid(createSolid(whole)); // exact where the mesh is closed and clean
    let volume = 0;
    for (let t = 0; t < tets.indices.length; t += 4) volume += tetVolume(tets.positions, tets.indices, t);
    return {
      kind,
      outcome: mesher,
      why: notes.filter((note) => /stuffing|off the input|cut where/.test(note)).join('; '),
      result: 100 * deviation.result,
      input: 100 * deviation.input,
      volume: 100 * Math.abs(volume / solid - 1),
      told: 100 * (report.volumeError ?? Number.NaN),
      tets: tets.indices.length / 4,
      asked: countTets(area, solid, longest / resolution, (LATTICE_STEP * longest) / resolution),
      triangles,
      seconds,
    };
  } catch (error) {
    const seconds = (performance.now() - start) / 1000;
    const none = { result: Infinity, input: Infinity, volume: Infinity, told: Number.NaN, tets: 0, asked: 0 };
    return { kind, outcome: 'refused', why: (error as Error).message, ...none, triangles, seconds };
  }
}

function addRows(report: Report, name: string, judged: Judged): void {
  const { kind, outcome, why, result, input, volume, told, ...counts } = judged;
  const { tets, asked, triangles, seconds } = counts;
  const target = TARGETS[kind];
  if (outcome === 'refused') {
    // A refusal that says why is an answer for an open surface, and a miss for a solid.
    const missed = kind === 'open' ? {} : { target: 0 };
    report.row({ name: `${name}: refused`, value: 1, unit: 'times', ...missed, kind, why, seconds });
    return;
  }
  report.row({
    name: `${name}: deviation`,
    value: Math.max(result, input),
    unit: '% of size',
    target: target.deviation,
    kind,
    outcome,
    result,
    input,
    triangles,
    tets,
    againstAsked: tets / asked,
    seconds,
    ...(why && { why }),
  });
  report.row({ name: `${name}: volume`, value: volume, unit: '%', target: target.volume, told });
}

function kindOf(mesh: TriangleMesh): Kind {
  const kinds = new Set(inspectMesh(mesh).defects.map(({ kind }) => kind));
  if (kinds.has('open-edge') || kinds.has('flipped-triangle')) return 'open';
  const crosses = ['self-intersection', 'non-manifold-edge', 'non-manifold-vertex'] as const;
  if (crosses.some((kind) => kinds.has(kind))) return 'crossing';
  // Parts within each other, facing the same way, cross nothing and yet count twice.
  const { volume } = inspectMesh(mesh, { selfIntersections: false });
  return Math.abs(measureSolid(createSolid(mesh)) / volume - 1) > 1e-4 ? 'crossing' : 'clean';
}

/** The surfaces among the data from outside; none where it is absent. */
export function listData(large: boolean): Sample[] {
  const folders = [
    'meshes',
    'sdf',
    'self-intersections',
    'fracture/cube',
    'fracture/erleben',
    'motion/kick-sequence',
  ];
  if (large) folders.push('fracture/wall', 'ccd-scenes/n-body-simulation/frames');
  return folders.flatMap((folder) => {
    const path = join(DATA, folder);
    if (!existsSync(path)) return [];
    let files = readdirSync(path).filter(
      (file) => /\.(obj|ply|json)(\.gz)?$/.test(file) && !/scene\.json$/.test(file),
    );
    if (folder.startsWith('motion') || folder.startsWith('ccd')) files = files.slice(0, 1); // frames of one mesh
    return files.map((file) => ({ name: `${folder}/${file}`, make: () => readSample(join(path, file)) }));
  });
}

async function readSample(path: string): Promise<TriangleMesh> {
  const bytes = readFileSync(path);
  if (!path.endsWith('.json')) return readMesh(bytes, { name: path });
  const { positions, cells }: { positions: number[][]; cells: number[][] } = JSON.parse(bytes.toString());
  return createTriangleMesh({ positions: positions.flat(), indices: cells.flat() });
}

/** Shapes of the package whose options all have defaults. */
function listShapes(): Sample[] {
  const { createSphereOf: _, createSheet: __, ...made } = shapes;
  return Object.entries(made).map(([name, make]) => ({
    name: name.slice('create'.length),
    make: () => make(),
  }));
}

/** three's primitives as they come, with the vertices of seams and corners apart. */
export function listPrimitives(): Sample[] {
  const profile = [0, 0.4, 0.5, 0.3, 0].map((x, i) => new three.Vector2(x, i / 4));
  const outline = new three.Shape(
    [0, 2, 2, 1, 1, 0].map((x, i) => new three.Vector2(x, [0, 0, 1, 1, 2, 2][i])),
  );
  const path = new three.CatmullRomCurve3(
    [0, 1, 2, 3].map((i) => new three.Vector3(Math.cos(1.57 * i), 0.3 * (i % 2), Math.sin(1.57 * i))),
    true,
  );
  const made: [string, () => three.BufferGeometry][] = [
    ['box', () => new three.BoxGeometry()],
    ['sphere', () => new three.SphereGeometry()],
    ['cylinder', () => new three.CylinderGeometry()],
    ['cone', () => new three.ConeGeometry()],
    ['torus', () => new three.TorusGeometry()],
    ['torus knot', () => new three.TorusKnotGeometry(1, 0.2)],
    ['capsule', () => new three.CapsuleGeometry()],
    ['lathe', () => new three.LatheGeometry(profile)],
    ['tetrahedron', () => new three.TetrahedronGeometry()],
    ['octahedron', () => new three.OctahedronGeometry()],
    ['dodecahedron', () => new three.DodecahedronGeometry()],
    ['icosahedron', () => new three.IcosahedronGeometry(1, 3)],
    ['extrusion', () => new three.ExtrudeGeometry(outline)],
    ['tube', () => new three.TubeGeometry(path, 64, 0.2, 8, true)],
  ];
  return made.map(([name, make]) => ({ name: `three's ${name}`, make: () => meshOf(make()) }));
}

function meshOf(geometry: three.BufferGeometry): TriangleMesh {
  const positions = geometry.getAttribute('position').array;
  const indices = geometry.index?.array ?? Array.from({ length: positions.length / 3 }, (_, i) => i);
  return createTriangleMesh({ positions, indices });
}
