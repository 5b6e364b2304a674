// Making a triangulation conform to the shell: find what is missing, bring it in by flips, put a point where flips do
// not suffice, and say what could not be done.

import { type Work, within } from '../../job/work.ts';
import {
  MOST_LOST,
  MOST_LOST_SHARE,
  RECOVERY_DEPTH,
  RECOVERY_PROGRESS,
  RECOVERY_ROUNDS,
} from '../constants.ts';
import { insertPoint } from '../delaunay/insert.ts';
import { addPoint, copyTriangulation, DEAD, type Triangulation } from '../delaunay/triangulation.ts';
import { TET_FACES } from '../tet-mesh.ts';
import { recoverEdge, recoverFace } from './recover.ts';
import { findEdgeTet } from './search.ts';
import { copyShell, findTriangle, isShellPoint, nextCorner, type Shell } from './shell.ts';
import { splitEdge, splitFace } from './split.ts';

/** What recovery did, and what is still missing after it. */
export interface Recovery {
  readonly tri: Triangulation; // conforms to the shell, but for what is missing
  readonly flipped: number; // triangles that were missing before
  readonly added: number; // points put on the surface
  readonly triangles: readonly number[]; // shell triangles that are missing still
  readonly crossed: number; // edges and triangles kept out by another part of the shell
  readonly hopeless: boolean; // too much is missing; the search for more was given up
}

const SLICE = 128; // missing triangles between two progress reports

/** The shell triangles that are not faces of the triangulation. */
export function findAbsent(tri: Triangulation, shell: Shell): number[] {
  const { tets, twins, slots } = tri;
  const present = new Uint8Array(shell.count);
  for (let f = 0; f < 4 * slots; f++) {
    const first = f & ~3;
    if (tets[first] === DEAD || f > twins[f]) continue;
    const i = 3 * (f & 3);
    const found = findTriangle(
      shell,
      tets[first + TET_FACES[i]],
      tets[first + TET_FACES[i + 1]],
      tets[first + TET_FACES[i + 2]],
    );
    if (found >= 0) present[found] = 1;
  }
  const absent: number[] = [];
  for (let s = 0; s < shell.count; s++) if (!present[s]) absent.push(s);
  return absent;
}

/**
 * Flips until the triangles of the shell are faces of the triangulation, and puts points on it, `mostAdded` at most,
 * where flips do not suffice. A point goes into the flipped tets, next to where it is needed; where points call for ever
 * more points, that place is left for the next round. A round goes on from the tets of the one before while that leaves
 * much less missing, and begins again from Delaunay tets with the points so far in where it does not; if that leaves
 * more missing, it counts as not done. `absent` is what `base` lacks, if at hand.
 */
export function* recoverShell(
  base: Triangulation,
  shell: Shell,
  mostAdded: number,
  absent = findAbsent(base, shell),
): Work<Recovery> {
  const flipped = absent.length;
  let added = 0;
  let tri = copyTriangulation(base);
  let before = Infinity;
  let kept: { recovery: Recovery; shell: Shell } | null = null; // what there was before it began again
  for (let round = 1; ; round++) {
    const last = round === RECOVERY_ROUNDS;
    const pass = createPass(tri, shell, mostAdded - added);
    const wanted = round === 1 ? absent.slice() : findAbsent(tri, shell);
    yield* within(1 - 1 / round, 1 - 1 / (round + 1), conform(pass, wanted));
    added += pass.added;
    const { missing, crossed, hopeless } = pass;
    if (kept && missing.length > kept.recovery.triangles.length) {
      Object.assign(shell, kept.shell);
      return kept.recovery;
    }
    const recovery = { tri, flipped, added, triangles: missing, crossed, hopeless };
    if (missing.length === 0 || pass.added === 0 || hopeless || last) return recovery;
    insertAdded(base, tri, shell);
    if (missing.length > RECOVERY_PROGRESS * before) {
      kept = { recovery, shell: copyShell(shell) };
      tri = copyTriangulation(base);
    }
    before = missing.length;
  }
}

/** Inserts the points of the shell that `tri` has and `base` has not. */
function insertAdded(base: Triangulation, tri: Triangulation, shell: Shell): void {
  for (let p = base.pointCount; p < tri.pointCount; p++) {
    addPoint(base, tri.points[3 * p], tri.points[3 * p + 1], tri.points[3 * p + 2]);
    if (isShellPoint(shell, p)) insertPoint(base, p);
  }
}

/** One pass over what is missing. */
interface Pass {
  readonly tri: Triangulation;
  readonly shell: Shell;
  readonly mostAdded: number;
  readonly mostLost: number;
  readonly lost: Set<number>; // sides that stay missing, both ways
  readonly depth: Map<number, number>; // of a point of this pass: how many points called for each other up to it
  missing: number[]; // triangles that stay missing
  added: number;
  crossed: number;
  stuck: number;
  hopeless: boolean;
}

function createPass(tri: Triangulation, shell: Shell, mostAdded: number): Pass {
  return {
    tri,
    shell,
    mostAdded,
    mostLost: MOST_LOST + MOST_LOST_SHARE * shell.count,
    lost: new Set(),
    depth: new Map(),
    missing: [],
    added: 0,
    crossed: 0,
    stuck: 0,
    hopeless: false,
  };
}

/** Brings in the triangles that are `wanted`. */
function* conform(pass: Pass, wanted: number[]): Work<void> {
  for (let done = 0; wanted.length > 0; done = (1 + done) / 2) {
    const middle = (1 + done) / 2;
    yield* within(done, middle, recoverSides(pass, wanted));
    if (pass.hopeless) {
      pass.missing = wanted;
      return;
    }
    wanted = yield* within(middle, (1 + middle) / 2, recoverTriangles(pass, wanted));
  }
}

const side = (a: number, b: number) => a * 0x4000000 + b;

/** Brings in the sides of triangles; parts of what is split join them. */
function* recoverSides(pass: Pass, wanted: number[]): Work<void> {
  const { tri, shell, lost } = pass;
  for (let i = 0; i < wanted.length; i++) {
    pass.hopeless = pass.crossed + pass.stuck > pass.mostLost;
    if (pass.hopeless) return;
    if (i % SLICE === 0) yield i / wanted.length;
    for (let k = 3 * wanted[i]; k < 3 * wanted[i] + 3; k++) {
      const a = shell.corner[k];
      const b = shell.corner[nextCorner(k)];
      if (lost.has(side(a, b)) || findEdgeTet(tri, a, b) >= 0) continue;
      const attempt = recoverEdge(tri, shell, a, b);
      if (attempt === 'recovered') continue;
      const count = shell.count;
      if (attempt === 'stuck' && mayAdd(pass, a, b, b) && splitEdge(tri, shell, a, b)) {
        noteAdded(pass, a, b, b);
        for (let s = count; s < shell.count; s++) wanted.push(s);
        k--; // its first half is next
        continue;
      }
      if (attempt === 'crossed') pass.crossed++;
      else pass.stuck++;
      lost.add(side(a, b)).add(side(b, a));
    }
  }
}

/** Brings in triangles whose sides are in; returns those that were split, and their parts. */
function* recoverTriangles(pass: Pass, wanted: readonly number[]): Work<number[]> {
  const { tri, shell, lost } = pass;
  const parts: number[] = [];
  for (let i = 0; i < wanted.length; i++) {
    if (i % SLICE === 0) yield i / wanted.length;
    const s = wanted[i];
    const a = shell.corner[3 * s];
    const b = shell.corner[3 * s + 1];
    const c = shell.corner[3 * s + 2];
    if (lost.has(side(a, b)) || lost.has(side(b, c)) || lost.has(side(c, a))) {
      pass.missing.push(s);
      continue;
    }
    const attempt = recoverFace(tri, shell, a, b, c);
    if (attempt === 'recovered') continue;
    const count = shell.count;
    if (attempt === 'stuck' && mayAdd(pass, a, b, c) && splitFace(tri, shell, s)) {
      noteAdded(pass, a, b, c);
      parts.push(s);
      for (let t = count; t < shell.count; t++) parts.push(t);
      continue;
    }
    if (attempt === 'crossed') pass.crossed++;
    else pass.stuck++;
    pass.missing.push(s);
  }
  return parts;
}

function depthOf(pass: Pass, a: number, b: number, c: number): number {
  const { depth } = pass;
  return Math.max(depth.get(a) ?? 0, depth.get(b) ?? 0, depth.get(c) ?? 0);
}

/** Whether a point may be put between these. */
function mayAdd(pass: Pass, a: number, b: number, c: number): boolean {
  return pass.added < pass.mostAdded && depthOf(pass, a, b, c) < RECOVERY_DEPTH;
}

/** Counts the point that was put last. */
function noteAdded(pass: Pass, a: number, b: number, c: number): void {
  pass.added++;
  pass.depth.set(pass.tri.pointCount - 1, 1 + depthOf(pass, a, b, c));
}
