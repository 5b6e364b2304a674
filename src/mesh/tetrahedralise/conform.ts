// Making a triangulation conform to the shell: find what is missing, bring it in by flips, put a point where flips do
// not suffice, and say what could not be done.

import type { Work } from '../../job/work.ts';
import { DEAD, type Triangulation } from '../delaunay/triangulation.ts';
import { TET_FACES } from '../tet-mesh.ts';
import { recoverEdge, recoverFace } from './recover.ts';
import { findEdgeTet } from './search.ts';
import { findTriangle, nextCorner, type Shell } from './shell.ts';
import { splitEdge, splitFace } from './split.ts';

/** What recovery did, and what is still missing after it. */
export interface Recovery {
  readonly flipped: number; // triangles that were missing before
  readonly added: number; // points put on the surface
  readonly triangles: readonly number[]; // shell triangles that are missing still
  readonly crossed: number; // edges and triangles kept out by another part of the shell
  readonly hopeless: boolean; // too much is missing; the search for more was given up
}

const SLICE = 128; // missing triangles between two progress reports
const MOST_LOST = 200; // edges and triangles that may stay missing before we give up …
const MOST_LOST_SHARE = 0.02; // … plus this share of the triangles: an attempt that fails costs milliseconds

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
 * Flips until these triangles of the shell, its absent ones, are faces of the triangulation; what flips cannot bring in
 * is split, with `mostAdded` points at most.
 */
export function* recoverShell(
  tri: Triangulation,
  shell: Shell,
  absent: readonly number[],
  mostAdded: number,
): Work<Recovery> {
  const { length: flipped } = absent;
  const most = MOST_LOST + MOST_LOST_SHARE * shell.count;
  const lost = new Set<number>(); // sides that stay missing, both ways
  const side = (a: number, b: number) => a * 0x4000000 + b;
  const triangles: number[] = []; // that stay missing
  let wanted = absent.slice();
  let added = 0;
  let crossed = 0;
  let stuck = 0;
  let done = 0; // of the progress
  while (wanted.length > 0) {
    // Sides first, then triangles. Parts of what is split join the queue.
    for (let i = 0; i < wanted.length; i++) {
      if (crossed + stuck > most) return { flipped, added, triangles: wanted, crossed, hopeless: true };
      if (i % SLICE === 0) yield done + ((1 - done) * i) / wanted.length / 2;
      for (let k = 3 * wanted[i]; k < 3 * wanted[i] + 3; k++) {
        const a = shell.corner[k];
        const b = shell.corner[nextCorner(k)];
        if (lost.has(side(a, b)) || findEdgeTet(tri, a, b) >= 0) continue;
        const attempt = recoverEdge(tri, shell, a, b);
        if (attempt === 'recovered') continue;
        const count = shell.count;
        if (attempt === 'stuck' && added < mostAdded && splitEdge(tri, shell, a, b)) {
          added++;
          for (let s = count; s < shell.count; s++) wanted.push(s);
          k--; // its first half is next
          continue;
        }
        if (attempt === 'crossed') crossed++;
        else stuck++;
        lost.add(side(a, b)).add(side(b, a));
      }
    }
    const next: number[] = [];
    for (let i = 0; i < wanted.length; i++) {
      if (i % SLICE === 0) yield done + (1 - done) * (0.5 + i / wanted.length / 2);
      const s = wanted[i];
      const a = shell.corner[3 * s];
      const b = shell.corner[3 * s + 1];
      const c = shell.corner[3 * s + 2];
      if (lost.has(side(a, b)) || lost.has(side(b, c)) || lost.has(side(c, a))) {
        triangles.push(s);
        continue;
      }
      const attempt = recoverFace(tri, shell, a, b, c);
      if (attempt === 'recovered') continue;
      const count = shell.count;
      if (attempt === 'stuck' && added < mostAdded && splitFace(tri, shell, s)) {
        added++;
        next.push(s);
        for (let t = count; t < shell.count; t++) next.push(t);
        continue;
      }
      if (attempt === 'crossed') crossed++;
      else stuck++;
      triangles.push(s);
    }
    wanted = next;
    done = (1 + done) / 2;
  }
  return { flipped, added, triangles, crossed, hopeless: false };
}
