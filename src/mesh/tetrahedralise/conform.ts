// Making a triangulation conform to the shell: find what is missing, bring it in by flips, and say what flips could
// not do.

import type { Work } from '../../job/work.ts';
import { DEAD, type Triangulation } from '../delaunay/triangulation.ts';
import { TET_FACES } from '../tet-mesh.ts';
import { recoverEdge, recoverFace } from './recover.ts';
import { findEdgeTet } from './search.ts';
import { findTriangle, nextCorner, type Shell } from './shell.ts';

/** What is still missing after flips. */
export interface Missing {
  readonly flipped: number; // triangles that were missing before
  readonly triangles: readonly number[]; // shell triangles that still are
  readonly stuck: readonly number[]; // corners k whose side, to the next corner, is missing for want of a flip
  readonly stuckFaces: readonly number[]; // triangles missing for want of a flip, though their sides are in
  readonly crossed: number; // edges and triangles kept out by another part of the shell
  readonly hopeless: boolean; // too much is missing; the search for more was given up
}

const SLICE = 128; // missing triangles between two progress reports
const MOST_LOST = 200; // edges and triangles that may stay missing before we give up …
const MOST_LOST_SHARE = 0.02; // … plus this share of the triangles: an attempt that fails costs milliseconds

/** Which shell triangles are faces of the triangulation: 1 or 0 a triangle. */
function findPresent(tri: Triangulation, shell: Shell): Uint8Array {
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
  return present;
}

/** Flips until the shell's triangles are faces of the triangulation, as far as flips go. */
export function* conform(tri: Triangulation, shell: Shell): Work<Missing> {
  const present = findPresent(tri, shell);
  const { corner } = shell;
  const absent: number[] = [];
  for (let s = 0; s < shell.count; s++) if (!present[s]) absent.push(s);
  const stuck: number[] = [];
  const lost = new Set<number>(); // sides that stay missing, both ways
  const side = (a: number, b: number) => a * 0x4000000 + b;
  const most = MOST_LOST + MOST_LOST_SHARE * shell.count;
  let crossed = 0;
  for (let i = 0; i < absent.length; i++) {
    if (stuck.length + crossed > most) {
      return { flipped: absent.length, triangles: absent, stuck, stuckFaces: [], crossed, hopeless: true };
    }
    if (i % SLICE === 0) yield i / absent.length / 2;
    for (let k = 3 * absent[i]; k < 3 * absent[i] + 3; k++) {
      const a = corner[k];
      const b = corner[nextCorner(k)];
      if (lost.has(side(a, b)) || findEdgeTet(tri, a, b) >= 0) continue;
      const attempt = recoverEdge(tri, shell, a, b);
      if (attempt === 'recovered') continue;
      if (attempt === 'crossed') crossed++;
      else stuck.push(k);
      lost.add(side(a, b)).add(side(b, a));
    }
  }
  const triangles: number[] = [];
  const stuckFaces: number[] = [];
  for (let i = 0; i < absent.length; i++) {
    if (i % SLICE === 0) yield 0.5 + i / absent.length / 2;
    const s = absent[i];
    const a = corner[3 * s];
    const b = corner[3 * s + 1];
    const c = corner[3 * s + 2];
    if (lost.has(side(a, b)) || lost.has(side(b, c)) || lost.has(side(c, a))) {
      triangles.push(s);
      continue;
    }
    const attempt = recoverFace(tri, shell, a, b, c);
    if (attempt === 'recovered') continue;
    if (attempt === 'crossed') crossed++;
    else stuckFaces.push(s);
    triangles.push(s);
  }
  return { flipped: absent.length, triangles, stuck, stuckFaces, crossed, hopeless: false };
}
