// Delaunay tetrahedralisation of a set of points, exact for any input: grids, spheres and boxes give exactly
// degenerate positions as a rule, and the perturbation in predicates.ts settles them without flat tets.

import { orient2d } from 'robust-predicates';
import { orientSign } from '../../geometry/orientation.ts';
import { InputError } from '../../job/error.ts';
import type { Work } from '../../job/work.ts';
import { insertFirstTet, insertPoint } from './insert.ts';
import { insertionOrder } from './order.ts';
import { createTriangulation, type Triangulation } from './triangulation.ts';

const SLICE = 1024; // points between two progress reports

interface Delaunay {
  readonly triangulation: Triangulation;
  readonly same: Int32Array; // for each point the point that stands for it: itself, or its double that came first
}

/**
 * The Delaunay tetrahedralisation of `positions` (xyz a point). Of points at the same place one is inserted. The
 * set of tets depends on the points alone, not on `seed`, which only changes the order of insertion. Throws
 * when all points lie in a plane or one is not finite. Exact as long as fifth powers of differences between
 * coordinates keep all their digits: between 1e-50 and 1e60, whatever the unit.
 */
export function* buildDelaunay(positions: Float64Array, seed = 1): Work<Delaunay> {
  const bad = positions.findIndex((x) => !Number.isFinite(x));
  if (bad >= 0) {
    const p = Math.floor(bad / 3);
    throw new InputError(
      'non-finite',
      `point ${p} has a coordinate of ${positions[bad]}: give finite numbers`,
    );
  }
  const tri = createTriangulation(positions);
  const count = tri.pointCount;
  const same = new Int32Array(count).fill(-1);
  const order = insertionOrder(positions, count, seed);
  startTriangulation(tri, order, same);
  for (let first = 0; first < count; first += SLICE) {
    yield first / count;
    insertRun(tri, order, same, first, Math.min(count, first + SLICE));
  }
  return { triangulation: tri, same };
}

function insertRun(
  tri: Triangulation,
  order: Uint32Array,
  same: Int32Array,
  first: number,
  end: number,
): void {
  for (let i = first; i < end; i++) {
    const p = order[i];
    if (same[p] < 0) same[p] = insertPoint(tri, p);
  }
}

/** Inserts the first four points in `order` that span space. */
function startTriangulation(tri: Triangulation, order: Uint32Array, same: Int32Array): void {
  const { points } = tri;
  const found: number[] = [];
  for (let i = 0; i < order.length && found.length < 4; i++) {
    const p = order[i];
    const [a, b, c] = found;
    const apart =
      found.length === 0 ||
      (found.length === 1 && !isSame(points, a, p)) ||
      (found.length === 2 && !isCollinear(points, a, b, p)) ||
      (found.length === 3 && orientSign(points, a, b, c, p) !== 0);
    if (apart) found.push(p);
  }
  if (found.length < 4) {
    const where = ['', 'at one point', 'on a line', 'in a plane'][found.length];
    const what = order.length === 0 ? 'positions is empty' : `all ${order.length} points lie ${where}`;
    throw new InputError('not-solid', `${what}: give at least four points that span space`);
  }
  const [a, b, c, d] = found;
  if (orientSign(points, a, b, c, d) > 0) insertFirstTet(tri, a, b, c, d);
  else insertFirstTet(tri, b, a, c, d);
  for (const p of found) same[p] = p;
}

function isSame(x: Float64Array, a: number, b: number): boolean {
  return x[3 * a] === x[3 * b] && x[3 * a + 1] === x[3 * b + 1] && x[3 * a + 2] === x[3 * b + 2];
}

/** Exact: three points are collinear when they are in all three axis projections. */
function isCollinear(x: Float64Array, a: number, b: number, c: number): boolean {
  for (let i = 0; i < 3; i++) {
    const j = (i + 1) % 3;
    const turn = orient2d(x[3 * a + i], x[3 * a + j], x[3 * b + i], x[3 * b + j], x[3 * c + i], x[3 * c + j]);
    if (turn !== 0) return false;
  }
  return true;
}
