// Triangulates polygons with holes: the caps of extruded solids.

import { InputError } from '../../job/error.ts';
import { createFlatMesh, type FlatMesh, flipToDelaunay, splitLongEdges } from '../flat-mesh.ts';

export type PlanePoint = readonly [number, number];

/** Cuts each side of a closed outline in equal parts no longer than `edge`. */
export function cutOutline(corners: readonly PlanePoint[], edge: number): PlanePoint[] {
  return corners.flatMap((a, i) => {
    const b = corners[(i + 1) % corners.length];
    const count = Math.max(1, Math.ceil(distance(a, b) / edge - 1e-9));
    return Array.from({ length: count }, (_, k): PlanePoint => {
      const t = k / count;
      return [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
    });
  });
}

/**
 * Triangulates an outline (counter-clockwise) with holes (clockwise), Delaunay within them; with a spacing no
 * shorter than any outline edge, points are added inside until no edge exceeds it. The outline's points come
 * first, in order, then those of the holes.
 */
export function triangulatePolygon(
  outline: readonly PlanePoint[],
  holes: readonly (readonly PlanePoint[])[],
  spacing = Infinity,
): FlatMesh {
  const points = [outline, ...holes].flat();
  const x = points.map((p) => p[0]);
  const y = points.map((p) => p[1]);
  let loop = outline.map((_, i) => i);
  const loops: number[][] = [];
  let first = outline.length;
  for (const hole of holes) {
    loops.push(hole.map((_, i) => first + i));
    first += hole.length;
  }
  while (loops.length > 0) loop = bridgeHole(x, y, loop, loops);
  const mesh = createFlatMesh(x, y, clipEars(x, y, loop));
  flipToDelaunay(mesh);
  if (spacing < Infinity) splitLongEdges(mesh, spacing);
  return mesh;
}

function distance(a: PlanePoint, b: PlanePoint): number {
  return Math.sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]));
}

/** Twice the area of (a, b, c), positive when counter-clockwise; what rounding may have made counts as zero. */
function turn(x: number[], y: number[], a: number, b: number, c: number): number {
  const [ux, uy, vx, vy] = [x[b] - x[a], y[b] - y[a], x[c] - x[a], y[c] - y[a]];
  const area = ux * vy - uy * vx;
  return Math.abs(area) < 1e-9 * (ux * ux + uy * uy + vx * vx + vy * vy) ? 0 : area;
}

/** Joins the hole nearest to the loop to it, by the shortest way there and back that crosses nothing. */
function bridgeHole(x: number[], y: number[], loop: number[], loops: number[][]): number[] {
  const ways: { length: number; at: number; hole: number; to: number }[] = [];
  loop.forEach((a, at) => {
    loops.forEach((points, hole) => {
      points.forEach((b, to) => {
        ways.push({ length: (x[a] - x[b]) * (x[a] - x[b]) + (y[a] - y[b]) * (y[a] - y[b]), at, hole, to });
      });
    });
  });
  ways.sort((a, b) => a.length - b.length || a.at - b.at || a.hole - b.hole || a.to - b.to);
  const crosses = (a: number, b: number, points: number[]): boolean =>
    points.some((c, i) => {
      const d = points[(i + 1) % points.length];
      if (c === a || c === b || d === a || d === b) return false;
      return turn(x, y, a, b, c) * turn(x, y, a, b, d) <= 0 && turn(x, y, c, d, a) * turn(x, y, c, d, b) <= 0;
    });
  for (const { at, hole, to } of ways) {
    const a = loop[at];
    const b = loops[hole][to];
    if (crosses(a, b, loop) || loops.some((points) => crosses(a, b, points))) continue;
    const [points] = loops.splice(hole, 1);
    const around = [...points.slice(to), ...points.slice(0, to), b];
    return [...loop.slice(0, at + 1), ...around, ...loop.slice(at)];
  }
  throw new InputError(
    'bad-argument',
    'a hole cannot be joined to the outline: holes must lie inside and apart',
  );
}

/** Cuts corners off a loop until nothing is left. */
function clipEars(x: number[], y: number[], loop: number[]): number[] {
  const left = loop.slice();
  const corner: number[] = [];
  const same = (a: number, b: number) => x[a] === x[b] && y[a] === y[b];
  const isEar = (i: number): boolean => {
    const a = left.at(i - 1)!;
    const b = left[i];
    const c = left[(i + 1) % left.length];
    if (turn(x, y, a, b, c) <= 0) return false;
    // Nothing else may lie in it or on its sides; a bridge passes its ends twice.
    return left.every((p) => {
      if (same(p, a) || same(p, b) || same(p, c)) return true;
      return turn(x, y, a, b, p) < 0 || turn(x, y, b, c, p) < 0 || turn(x, y, c, a, p) < 0;
    });
  };
  while (left.length > 3) {
    let best = -1;
    let shortest = Infinity;
    for (let i = 0; i < left.length; i++) {
      const a = left.at(i - 1)!;
      const c = left[(i + 1) % left.length];
      const size = (x[a] - x[c]) * (x[a] - x[c]) + (y[a] - y[c]) * (y[a] - y[c]);
      if (size < shortest && isEar(i)) {
        best = i;
        shortest = size;
      }
    }
    if (best < 0)
      throw new InputError('bad-argument', 'the outline or its holes cross: keep holes inside and apart');
    corner.push(left.at(best - 1)!, left[best], left[(best + 1) % left.length]);
    left.splice(best, 1);
  }
  corner.push(left[0], left[1], left[2]);
  return corner;
}
