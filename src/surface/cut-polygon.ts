// Triangulates a plane polygon with holes, for the faces of a crack: ears are clipped, edges are flipped until they are
// Delaunay, and points of a lattice are put inside so that triangles are about as large as those around.

import { createFlatMesh, type FlatMesh, flipToDelaunay, insertPoint } from '../mesh/flat-mesh.ts';
import { bridgeHoles, clipEars, orient } from './cut-ears.ts';

/** A triangulation: corners counter-clockwise, and what is across each side. */
interface PlaneMesh {
  readonly points: Float64Array; // xy: those of the loops as given, then inner ones
  readonly triangles: Int32Array; // three points each
  readonly neighbor: Int32Array; // a side 3t + i, from corner i to the next: the side across, −1 on the border
}

/**
 * Triangulates the inside of closed loops, given as runs of `points` that start where `starts` says: outer ones
 * counter-clockwise, holes clockwise, none crossing another. Points of a lattice with edges of `spacing` are added
 * where they are not too close to others. Every side of a loop is a side of a triangle.
 */
export function triangulatePolygon(points: Float64Array, starts: Uint32Array, spacing: number): PlaneMesh {
  const corners: number[] = [];
  for (const polygon of bridgeHoles(points, starts)) clipEars(corners, points, polygon);
  const x = Array.from({ length: points.length / 2 }, (_, i) => points[2 * i]);
  const y = x.map((_, i) => points[2 * i + 1]);
  const mesh = createFlatMesh(x, y, corners);
  flipToDelaunay(mesh);
  const inner = latticePoints(points, starts, spacing);
  for (let p = 0; p < inner.length; p += 2) placeInside(mesh, inner[p], inner[p + 1], spacing);
  const all = new Float64Array(2 * x.length);
  for (let i = 0; i < x.length; i++) all.set([x[i], y[i]], 2 * i);
  return { points: all, triangles: Int32Array.from(mesh.corner), neighbor: Int32Array.from(mesh.twin) };
}

/** Puts a point in the triangle that holds it, unless it is too close to the outline or to corners. */
function placeInside(mesh: FlatMesh, px: number, py: number, spacing: number): void {
  const { x, y, corner, twin } = mesh;
  for (let t = 0; t < corner.length; t += 3) {
    const ends = [corner[t], corner[t + 1], corner[t + 2]];
    const isLeft = (a: number, b: number) => orient(x[a], y[a], x[b], y[b], px, py) > 0;
    if (!(isLeft(ends[0], ends[1]) && isLeft(ends[1], ends[2]) && isLeft(ends[2], ends[0]))) continue;
    for (const p of ends) {
      if ((x[p] - px) * (x[p] - px) + (y[p] - py) * (y[p] - py) < 0.36 * spacing * spacing) return;
    }
    for (let i = 0; i < 3; i++) {
      const p = ends[i];
      const q = ends[(i + 1) % 3];
      const ux = x[q] - x[p];
      const uy = y[q] - y[p];
      const away = ux * (py - y[p]) - uy * (px - x[p]);
      // Too close to a side on the border: its triangle would be a sliver.
      if (twin[t + i] < 0 && away * away < 0.09 * spacing * spacing * (ux * ux + uy * uy)) return;
    }
    insertPoint(mesh, t / 3, px, py);
    return;
  }
}

/** Points of a lattice of even triangles over the box of the loops. */
function latticePoints(points: Float64Array, starts: Uint32Array, spacing: number): Float64Array {
  if (starts.length === 0 || !(spacing > 0)) return new Float64Array(0);
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 2) {
    x0 = Math.min(x0, points[i]);
    x1 = Math.max(x1, points[i]);
    y0 = Math.min(y0, points[i + 1]);
    y1 = Math.max(y1, points[i + 1]);
  }
  const rise = spacing * Math.sqrt(0.75);
  const lattice: number[] = [];
  for (let row = 1; y0 + row * rise < y1; row++) {
    for (let x = x0 + (row % 2 === 0 ? 0.5 : 1) * spacing; x < x1; x += spacing) {
      lattice.push(x, y0 + row * rise);
    }
  }
  return Float64Array.from(lattice);
}
