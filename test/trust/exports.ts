// A right call of every function that an entry exports for makers, to be made wrong one argument at a time: test and trust
// run use the same table. Kernels, which others call in their inner loops, are listed apart: they check nothing.

import * as io from '../../io/index.ts';
import { createCollider } from '../../src/contact/collider.ts';
import * as contact from '../../src/contact/index.ts';
import { buildSolid } from '../../src/contact/solid.ts';
import { familyOf } from '../../src/contact/update.ts';
import * as field from '../../src/field/index.ts';
import { scoreCells } from '../../src/fracture/scored.ts';
import * as fragment from '../../src/fragment/index.ts';
import { scatterSeeds } from '../../src/fragment/scatter.ts';
import { buildHierarchy } from '../../src/hierarchy/hierarchy.ts';
import * as hierarchy from '../../src/hierarchy/index.ts';
import * as fracas from '../../src/index.ts';
import * as mesh from '../../src/mesh/index.ts';
import * as shapes from '../../src/mesh/shapes/index.ts';
import * as papers from '../../src/papers/index.ts';
import * as surface from '../../src/surface/index.ts';

/** Entries whose functions stand behind guards: guard.ts. */
export const GUARDED = { contact, fragment, field, hierarchy, surface, papers };

/** A function by name, and the arguments of a right call. */
export interface Entry {
  readonly name: string;
  readonly call: (...args: never[]) => unknown;
  readonly args: readonly unknown[];
  readonly options: readonly number[]; // which of them are options, whose members are spoilt too
}

/**
 * Checked nowhere: called for every point, triangle or node of somebody's loop, where a look at the arguments would take as
 * long as the rest. SECURITY.md names them.
 */
export const KERNELS = [
  ...['windingNumber', 'distanceSurface', 'sampleField', 'sampleGradient', 'locateInTet', 'locateTet'],
  ...[
    'movePoint',
    'turnVector',
    'invertFrame',
    'relateFrames',
    'setFrame',
    'setMotion',
    'frameAt',
    'localRay',
  ],
  ...['measureCollider', 'measureFragment', 'insideFragment', 'penetrateFragment', 'reachesFragment'],
  ...['boundTriangle', 'touchNode', 'sweepVertexFace', 'sweepEdgeEdge', 'sweepSegment', 'sweepFirst'],
];
/** Tested elsewhere: classes, and what starts workers. */
export const OTHERS = ['InputError', 'World'];

/** Every call of the table. */
export async function listCalls(): Promise<Entry[]> {
  const box = shapes.createBox({ edge: 0.5 });
  const asset = await fracas.bake(box, { resolution: 3, cells: 8 });
  const bytes = fracas.encodeAsset(asset);
  const { tets } = asset;
  const world = new fracas.World();
  world.add(asset);
  world.addStatic(fracas.createShape('plane'));
  const info = world.info(world.bodies[0]);
  const solid = buildSolid(asset);
  const family = familyOf(createCollider(solid));
  const options = { resolution: 3, cells: 8 };
  const heights = { rows: 2, columns: 2, heights: [0, 0, 0, 0], cellX: 1, cellZ: 1 };
  const table: Record<string, readonly unknown[]> = {
    bake: [box, options],
    bakeTets: [tets, options, 0],
    createHeightTerrain: [heights],
    createMeshTerrain: [box, { depth: 1 }],
    createMaterial: [{ strength: 1e7 }, fracas.materials.glass],
    strengthenMaterial: [fracas.materials.glass, 2],
    createRadial: [{ center: [0, 0, 0], axis: [0, 1, 0], radius: 1, rays: 5, rings: 2 }],
    createShape: ['box', 1, 1, 1],
    createTriangleMesh: [box],
    decodeAsset: [bytes],
    encodeAsset: [asset],
    extractSurface: [info, { tolerance: 0 }],
    finishWork: [fracas.warmUp([], 0)],
    runWork: [fracas.warmUp([], 0), () => {}, new AbortController().signal],
    interpolatePose: [new Float32Array(7), 0, world, 0, 0.5],
    warmUp: [[asset], 0],
    buildWinding: [buildHierarchy(box.positions, box.indices)],
    computeMass: [box, 1],
    createSurfaceQuery: [box],
    createTetMesh: [tets.positions, tets.indices],
    decimateMesh: [box, { triangles: 20 }],
    resampleMesh: [box, { triangles: 20 }],
    embedMesh: [tets, box],
    findSharpEdges: [box.positions, box.indices, 30],
    inspectMesh: [box, { selfIntersections: false }],
    measureThickness: [mesh.createSurfaceQuery(box), box.positions, box.indices],
    refineMesh: [box, 0.4],
    repairMesh: [box, { weld: 0 }],
    reportTetMesh: [tets],
    stuffSurface: [box, { spacing: 0.5 }],
    subdivideMesh: [box],
    tetrahedralise: [box, { spacing: 0.5 }],
    uniteSurface: [box],
    weldMesh: [box, { weld: 0 }],
    detectMeshFormat: [bytes],
    readMesh: [new TextEncoder().encode(io.writeObj(box)), { name: 'box.obj' }],
    readTetMesh: [[{ name: 'a.mesh', bytes: new TextEncoder().encode(io.writeMedit(tets)) }]],
    writeFilm: [[{ name: 'a', mesh: box, color: [1, 1, 1], times: [0], poses: [0, 0, 0, 0, 0, 0, 1] }], 1],
    writeGlb: [box],
    writeMedit: [tets],
    writeObj: [box],
    scatterSeeds: [family, 0, { count: 3 }],
    scoreCells: [tets.positions, [0, 0, 0, 1, 1, 1]],
    createSphereOf: [20, 0.5],
  };
  const entries = { ...fracas, ...mesh, ...shapes, ...io, scatterSeeds, scoreCells };
  const calls: Entry[] = [];
  for (const [name, call] of Object.entries(entries)) {
    if (typeof call !== 'function' || KERNELS.includes(name) || OTHERS.includes(name)) continue;
    const args = table[name] ?? (name in shapes ? [{}] : null);
    if (args === null) throw new Error(`${name} is exported and has no right call in the table: add one`);
    const options = args.flatMap((arg, k) => (isPlain(arg) ? [k] : []));
    calls.push({ name, call: call as Entry['call'], args, options });
  }
  return calls;
}

/** Whether a value is a small record of plain values, written by hand: options, and no mesh or asset. */
function isPlain(value: unknown): boolean {
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype)
    return false;
  return !Object.values(value).some(
    (part) => ArrayBuffer.isView(part) || (part !== null && typeof part === 'object' && !Array.isArray(part)),
  );
}

/** What a call comes to: null if it went well, else what it threw. Jobs are begun. */
export async function attempt({ call, args }: Pick<Entry, 'call' | 'args'>): Promise<unknown> {
  try {
    const got = await (call as (...args: unknown[]) => unknown)(...args);
    const job = got as { next?: () => unknown } | null;
    if (typeof job?.next === 'function' && !Array.isArray(got)) job.next();
    return null;
  } catch (error) {
    return error ?? new Error('nothing was thrown');
  }
}

/** Arguments whose insides only their factories make, and which are believed: SECURITY.md. By function and place. */
const BELIEVED = [
  'measureThickness 0',
  'buildWinding 0',
  'scatterSeeds 0',
  'extractSurface 0',
  'interpolatePose 2',
];
const DEEPEST = 5;
/** Functions that take a while; the table's other bakes are enough of them. */
export const SLOW = /^(bake|bakeTets|warmUp|finishWork|runWork)$/;

/** The places within the arguments of a call, as keys on the way there; of a list, its first two and its last. */
export function listPlaces({ name, args }: Pick<Entry, 'name' | 'args'>): (string | number)[][] {
  const out: (string | number)[][] = [];
  const visit = (value: unknown, way: (string | number)[]) => {
    if (value === null || typeof value !== 'object' || way.length > DEEPEST) return;
    const isList = Array.isArray(value) || ArrayBuffer.isView(value);
    if (!isList && Object.getPrototypeOf(value) !== Object.prototype) return;
    const { length } = value as ArrayLike<unknown>;
    const keys = isList
      ? new Set([0, 1, length - 1].filter((k) => k >= 0 && k < length))
      : Object.keys(value);
    for (const key of keys) {
      out.push([...way, key]);
      visit((value as Record<string, unknown>)[key], [...way, key]);
    }
  };
  args.forEach((arg, k) => {
    if (!BELIEVED.includes(`${name} ${k}`)) visit(arg, [k]);
  });
  return out;
}

/** Arguments, or anything, with the value at a place replaced; what is given stays as it is. */
export function replaceAt<T>(given: T, [key, ...rest]: readonly (string | number)[], value: unknown): T {
  const copy = (
    Array.isArray(given)
      ? [...given]
      : ArrayBuffer.isView(given)
        ? (given as unknown as Uint8Array).slice()
        : { ...given }
  ) as Record<string | number, unknown>;
  copy[key] = rest.length === 0 ? value : replaceAt(copy[key], rest, value);
  return copy as T;
}

/** What is of no use anywhere, or only in one kind of place. */
export const ODD: readonly unknown[] = [
  ...[
    undefined,
    null,
    true,
    'x',
    '',
    10n,
    Symbol('x'),
    () => {},
    new Date(0),
    new Map(),
    Object.create(null),
  ],
  ...[Number.NaN, Infinity, -Infinity, -1, -0, 0.5, 1e39, 1e300, Number.MIN_VALUE, 2 ** 53],
  ...[{}, [], [1], [Number.NaN, 0, 0], ['a', 'b', 'c'], [1n, 2n, 3n], [[1, 2, 3]], [null, null, null]],
  ...[
    new Float32Array(3),
    new BigInt64Array(3),
    new Float64Array(99),
    new ArrayBuffer(3),
    new DataView(new ArrayBuffer(8)),
  ],
  ...[Promise.resolve(), class {}, { length: 3, 0: 1, 1: 2, 2: 3 }, Object.assign([0], { 2: 1 })],
];

/** A call with one value deep within its arguments replaced; null if the place takes none such. */
export function spoilDeep(
  entry: Entry,
  place: number,
  odd: number,
): { args: unknown[]; where: string } | null {
  const places = listPlaces(entry);
  if (places.length === 0) return null;
  const at = places[place % places.length];
  try {
    return { args: replaceAt([...entry.args], at, ODD[odd % ODD.length]), where: at.join('.') };
  } catch {
    return null; // a typed array takes numbers alone
  }
}
