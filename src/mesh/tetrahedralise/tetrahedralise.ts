// The default mesher: from a closed surface to tets that fill it, with the surface's own triangles as their boundary.
// Delaunay over the surface's vertices and a lattice inside, flips that bring missing triangles in, splits where
// flips do not suffice, then inside from outside, then the bad tets. docs/tetrahedra.md tells it in full.

import { checkRecord, show } from '../../job/check.ts';
import { InputError } from '../../job/error.ts';
import { type Work, within } from '../../job/work.ts';
import { checkMesh } from '../check.ts';
import {
  BAD_SINE,
  FLAT_PART,
  LATTICE_CLEARANCE,
  LATTICE_FINEST,
  LATTICE_STEP,
  MANY_ADDED,
  MANY_SHARE,
  MAX_UNPINCH,
  MAX_VOLUME_ERROR,
  SMOOTH_REACH,
  STUBBORN_SINE,
  TIP,
} from '../constants.ts';
import { buildDelaunay } from '../delaunay/build.ts';
import { DEAD, type Triangulation } from '../delaunay/triangulation.ts';
import { enclosedVolume } from '../mass.ts';
import { createSurfaceQuery, type SurfaceQuery } from '../surface-distance.ts';
import { TET_FACES, tetVolume } from '../tet-mesh.ts';
import type { TriangleMesh } from '../triangle-mesh.ts';
import { assembleSolid } from './assemble.ts';
import { isSeam } from './attributes.ts';
import { classifyTets, INSIDE } from './classify.ts';
import { findAbsent, type Recovery, recoverShell } from './conform.ts';
import { improveTets } from './improve.ts';
import { checkFinite, countOpen, gatherVertices, joinPoints } from './input.ts';
import { buildInterior } from './interior.ts';
import { collectHull, type Hull, unpinch } from './manifold.ts';
import { relaxShell } from './relax.ts';
import { createShell, findSide, type Shell } from './shell.ts';
import type { TetFailure, TetOutcome } from './solid.ts';
import { thickenFlat } from './thicken.ts';
import type { Tip } from './tip.ts';

export interface TetrahedraliseOptions {
  readonly spacing: number; // metres: the surface's longest edge, which the lattice inside follows
  readonly interior?: number; // metres: step of the lattice inside; 1.5 × spacing by default
  readonly seed?: number; // of the lattice's tiny jitter
  readonly query?: SurfaceQuery; // of the same mesh, if the caller has one
  readonly volume?: number; // of the solid, if the caller knows it; what the surface encloses by default
}

/**
 * Fills a closed surface with tets. Takes any set of closed, consistently oriented shells: several solids, cavities
 * (shells facing inward), thin walls. Fails, with the reason, on open surfaces and where the result is not a closed
 * manifold of the input's volume within 0.5 %: a self-intersecting input may. Deterministic.
 */
export function* tetrahedralise(mesh: TriangleMesh, options: TetrahedraliseOptions): Work<TetOutcome> {
  checkMesh('mesh', mesh);
  checkRecord('options', options, [], '{ spacing }, in metres');
  const { spacing } = options;
  checkLength('spacing', spacing);
  const { interior = LATTICE_STEP * spacing } = options;
  checkLength('interior', interior);
  checkFinite(mesh);
  const open = countOpen(mesh);
  if (open > 0) return fail('open', `${open} edges of the surface have no partner: close it first`);
  const inputVolume = options.volume ?? enclosedVolume(mesh);
  if (!(inputVolume > 0)) return fail('empty', `the surface encloses a volume of ${inputVolume}`);

  const query = options.query ?? createSurfaceQuery(mesh);
  const { points, vertex, indices, box } = gatherVertices(mesh);
  const lattice = yield* within(
    0,
    0.1,
    buildInterior(mesh, query, box, {
      step: interior,
      clearance: LATTICE_CLEARANCE,
      finest: LATTICE_FINEST,
      seed: options.seed ?? 1,
    }),
  );
  const all = joinPoints(points, lattice, box);
  const { triangulation: base, same } = yield* within(0.1, 0.4, buildDelaunay(all));
  for (let i = 0; i < indices.length; i++) indices[i] = same[indices[i]];
  const shell = createShell(indices, vertex.length);

  const mayFlip = (a: number, b: number) => !isSeamEdge(mesh, shell, a, b);
  const longest = Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
  const flat = FLAT_PART * longest;
  const tip = { length: TIP * longest, shell };
  let absent = findAbsent(base, shell);
  if (relaxShell(base, shell, absent, { flat, mayFlip }) > 0) absent = findAbsent(base, shell);
  const recovery = yield* within(0.4, 0.7, recoverShell(base, shell, mostAdded(vertex.length), absent));
  const { tri } = recovery;
  if (recovery.hopeless)
    return { solid: null, failure: explain('lost', 'too little of the surface fits', recovery) };
  classifyTets(tri, shell, query);
  yield 0.75;
  if (recovery.triangles.length > 0) {
    const problem = findProblem(untangle(tri, tip), recovery, insideVolume(tri) / inputVolume - 1);
    if (problem) return { solid: null, failure: problem };
  }
  const onSurface = findSurfacePoints(tri);
  yield* within(
    0.8,
    0.95,
    improveTets(tri, {
      threshold: BAD_SINE,
      stubborn: STUBBORN_SINE,
      flat,
      mayFlip,
      isMovable: (p) => !onSurface[p],
      reach: SMOOTH_REACH * interior,
    }),
  );
  const hull = untangle(tri, tip); // a surface all of which is in may still touch itself in a point or an edge
  const volumeError = insideVolume(tri) / inputVolume - 1;
  // Tets are positive by exact signs; those whose volume is lost in rounding are of no use to anyone.
  const problem =
    findProblem(hull, recovery, volumeError) ??
    (thickenFlat(tri, flat) ? null : explain('flat', 'tets without volume are left', recovery));
  if (problem) return { solid: null, failure: problem };
  const assembly = assembleSolid(tri, shell, hull, mesh, query, vertex);
  const { added, flipped } = recovery;
  return { solid: { ...assembly, added, flipped, volumeError }, failure: null };
}

/** Lets tets change sides until the boundary is a manifold, if that is to be had. */
function untangle(tri: Triangulation, tip: Tip): Hull {
  const turned = new Set<number>();
  let hull = collectHull(tri);
  for (let n = 0; n < MAX_UNPINCH && hull.pinches.length > 0; n++) {
    if (unpinch(tri, hull, turned, tip) === 0) break;
    hull = collectHull(tri);
  }
  return hull;
}

/** 1 for the points on the boundary of the inside tets. */
function findSurfacePoints(tri: Triangulation): Uint8Array {
  const { tets, twins, label, slots } = tri;
  const on = new Uint8Array(tri.pointCount);
  for (let f = 0; f < 4 * slots; f++) {
    const first = f & ~3;
    if (tets[first] === DEAD || label[f >> 2] !== INSIDE || label[twins[f] >> 2] === INSIDE) continue;
    for (let k = 0; k < 3; k++) on[tets[first + TET_FACES[3 * (f & 3) + k]]] = 1;
  }
  return on;
}

function checkLength(name: string, value: number): void {
  if (typeof value === 'number' && value > 0 && value < Infinity) return;
  throw new InputError('bad-argument', `${name} is ${show(value)}: give a positive length in metres`);
}

function fail(reason: TetFailure['reason'], message: string): TetOutcome {
  return { solid: null, failure: { reason, message, missing: 0, crossed: 0 } };
}

function insideVolume(tri: Triangulation): number {
  let sum = 0;
  for (let t = 0; t < tri.slots; t++) {
    if (tri.tets[4 * t] !== DEAD && tri.label[t] === INSIDE) sum += tetVolume(tri.points, tri.tets, 4 * t);
  }
  return sum;
}

/** True when the shell has the edge ab and the input's attributes jump there. */
function isSeamEdge(mesh: TriangleMesh, shell: Shell, a: number, b: number): boolean {
  const k = findSide(shell, a, b);
  const l = findSide(shell, b, a);
  if (k < 0 || l < 0) return false;
  const s = shell.source[(k / 3) | 0];
  const t = shell.source[(l / 3) | 0];
  return s !== t && isSeam(mesh, s, t);
}

function findProblem(hull: Hull, recovery: Recovery, volumeError: number): TetFailure | null {
  if (hull.pinches.length > 0) {
    return explain('pinched', `the tets meet in ${hull.pinches.length} edges or points only`, recovery);
  }
  if (Math.abs(volumeError) <= MAX_VOLUME_ERROR) return null;
  const percent = (100 * volumeError).toFixed(2);
  return explain('volume', `the tets differ from the surface by ${percent} % of its volume`, recovery);
}

/** Adds to what went wrong where it comes from. */
function explain(reason: TetFailure['reason'], what: string, recovery: Recovery): TetFailure {
  const { crossed } = recovery;
  const lost = recovery.triangles.length;
  const because =
    crossed > 0
      ? `the surface cuts through itself in ${crossed} places`
      : `${lost} triangles could not be recovered`;
  return { reason, message: `${what}: ${because}`, missing: lost, crossed };
}

/** How many points may be put on a surface of `vertices`; what needs more would take minutes, and fail. */
function mostAdded(vertices: number): number {
  return MANY_ADDED + vertices / MANY_SHARE;
}
