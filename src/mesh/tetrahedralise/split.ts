// The loop around flips: what they cannot bring in is halved. New points go into the Delaunay tets, not into the
// flipped ones, so each round starts from a sound triangulation.

import { type Work, within } from '../../job/work.ts';
import { insertPoint } from '../delaunay/insert.ts';
import { addPoint, copyTriangulation, type Triangulation } from '../delaunay/triangulation.ts';
import { conform, type Missing } from './conform.ts';
import { isShellEdge, nextCorner, type Shell, splitShellEdge } from './shell.ts';

const MAX_ROUNDS = 10;

export interface Recovery {
  readonly tri: Triangulation; // conforms to the shell, but for what is missing
  readonly missing: Missing;
  readonly added: number; // points put on the surface
}

/** Flips and adds points until the shell is in, or a limit is reached, or what is left cannot be brought in. */
export function* recoverShell(base: Triangulation, shell: Shell, mostAdded: number): Work<Recovery> {
  let added = 0;
  for (let round = 1; ; round++) {
    const tri = copyTriangulation(base);
    const missing = yield* within(1 - 1 / round, 1 - 1 / (round + 1), conform(tri, shell));
    const sides = collectSides(base, shell, missing);
    if (sides.length === 0 || missing.hopeless || round > MAX_ROUNDS || added + sides.length > mostAdded) {
      return { tri, missing, added };
    }
    for (const [a, b] of sides) if (splitSide(base, shell, a, b)) added++;
  }
}

/** The sides that are stuck, and the longest side of each stuck triangle. */
function collectSides(base: Triangulation, shell: Shell, missing: Missing): [number, number][] {
  const sides: [number, number][] = missing.stuck.map((k) => [shell.corner[k], shell.corner[nextCorner(k)]]);
  for (const s of missing.stuckFaces) sides.push(longestSide(base.points, shell, s));
  return sides;
}

function longestSide(x: Float64Array, shell: Shell, s: number): [number, number] {
  let best: [number, number] = [-1, -1];
  let longest = -1;
  for (let k = 3 * s; k < 3 * s + 3; k++) {
    const a = shell.corner[k];
    const b = shell.corner[nextCorner(k)];
    let square = 0;
    for (let d = 0; d < 3; d++) square += (x[3 * a + d] - x[3 * b + d]) * (x[3 * a + d] - x[3 * b + d]);
    if (square <= longest) continue;
    longest = square;
    best = [a, b];
  }
  return best;
}

/** Puts a point in the middle of the shell's edge ab. */
function splitSide(base: Triangulation, shell: Shell, a: number, b: number): boolean {
  if (!isShellEdge(shell, a, b)) return false; // split already
  const x = base.points;
  const m = addPoint(
    base,
    (x[3 * a] + x[3 * b]) / 2,
    (x[3 * a + 1] + x[3 * b + 1]) / 2,
    (x[3 * a + 2] + x[3 * b + 2]) / 2,
  );
  if (insertPoint(base, m) !== m) return false; // another point lies there: not for us to join
  splitShellEdge(shell, a, b, m);
  return true;
}
