// From a closed surface that crosses itself to the boundary of the solid it stands for, the points it winds around: the
// triangles are cut where they cross, and the parts kept that have the solid on one side only. What is left crosses
// nothing and encloses that solid exactly, but for rounding; so Delaunay can keep it. Where faces lie on each other, who
// is in front is asked of the parts grown by a hair, and what is thinner than a hair afterwards is taken out.

import { checkMesh } from '../check.ts';
import { UNITE_ATTEMPTS, UNITE_GROWTH, UNITE_REACH } from '../constants.ts';
import { findIntersections } from '../inspect-defects.ts';
import { chooseWeld } from '../repair-weld.ts';
import { countOpen } from '../tetrahedralise/input.ts';
import { type TriangleMesh, wrapTriangleMesh } from '../triangle-mesh.ts';
import { keepBoundary } from './boundary.ts';
import { type Found, findCrossings } from './crossings.ts';
import { cutTriangles, project } from './cut.ts';
import { growParts, type Parts, takeApart } from './parts.ts';
import { placePoints } from './place.ts';
import { type Sheet, tidySheet } from './tidy.ts';

export interface United {
  readonly mesh: TriangleMesh;
  readonly source: Uint32Array; // the input triangle each triangle is a part of
  readonly cut: number; // input triangles that were cut
  readonly left: number; // input triangles of which nothing is left
  readonly touching: boolean; // whether parts lie on each other, as nearly as vertices are told apart
  readonly crossings: number; // pairs of triangles that cross still, by a hair: 0 but for badly crumpled surfaces
}

/**
 * Cuts a closed surface where it crosses itself and leaves out what is not the solid's boundary. Parts whose faces lie
 * on each other become one. Vertices stay; those closer than a millionth of the size, and slivers thinner than that,
 * are joined, which may make a crumpled surface cross itself again: `crossings` tells, of the attempt that has fewest.
 * Null for an open surface, and where no consistent answer was found. Deterministic.
 */
export function uniteSurface(mesh: TriangleMesh): United | null {
  checkMesh('mesh', mesh);
  if (countOpen(mesh) > 0) return null;
  const tolerance = chooseWeld(mesh.positions, mesh.indices);
  const parts = takeApart(mesh.positions, mesh.indices);
  let best: United | null = null;
  for (let attempt = 0; attempt <= UNITE_ATTEMPTS; attempt++) {
    const positions = attempt === 0 ? parts.positions : growParts(parts, UNITE_GROWTH * tolerance, attempt);
    if (attempt === 0 && isTouching(parts, UNITE_GROWTH * tolerance)) continue;
    const found = findCrossings({ positions, indices: parts.indices });
    const united = found && uniteParts(mesh, parts, positions, found, tolerance);
    if (!united) continue;
    const crossings = countCrossings(united.mesh);
    if (!best || crossings < best.crossings) best = { ...united, touching: attempt > 0, crossings };
    if (crossings === 0) break;
  }
  return best;
}

function countCrossings({ positions, indices }: TriangleMesh): number {
  return findIntersections(positions, indices)[0]?.count ?? 0;
}

/** Whether anything touches: then what crosses what is not the same when parts are grown as when they are shrunk. */
function isTouching(parts: Parts, by: number): boolean {
  const [grown, shrunk] = [by, -by].map((way) =>
    findCrossings({ positions: growParts(parts, way, 1), indices: parts.indices }),
  );
  return !grown || !shrunk || !crossAlike(grown, shrunk);
}

function crossAlike(a: Found, b: Found): boolean {
  if (a.named.size !== b.named.size) return false;
  for (const name of a.named.keys()) if (!b.named.has(name)) return false;
  return true;
}

function uniteParts(
  mesh: TriangleMesh,
  parts: Parts,
  positions: Float64Array,
  { crossings, edges }: Found,
  tolerance: number,
): Omit<United, 'touching' | 'crossings'> | null {
  const { indices } = parts;
  const pieces = cutTriangles({ positions, indices }, crossings, edges);
  if (!pieces) return null;
  const keep = keepBoundary({ positions, indices }, pieces);
  const place =
    positions === parts.positions
      ? pieces.positions
      : placePoints(parts.positions, indices, edges, crossings, UNITE_REACH * tolerance);
  const kept = (_: number, h: number) => keep[Math.floor(h / 3)] === 1;
  const corners = pieces.indices.filter(kept);
  const sheet: Sheet = {
    indices: corners,
    source: pieces.source.filter((_, t) => keep[t] === 1),
    origin: corners.slice(),
  };
  if (!tidySheet(sheet, place, tolerance) || sheet.indices.length === 0) return null;
  const united = gather(mesh, parts, sheet, place);
  if (countOpen(united.mesh) > 0) return null;
  const count = new Uint32Array(indices.length / 3);
  for (const t of pieces.source) count[t]++;
  const left = new Uint8Array(count.length).fill(1);
  for (const t of sheet.source) left[t] = 0;
  return {
    ...united,
    cut: count.reduce((sum, n) => sum + (n > 1 ? 1 : 0), 0),
    left: left.reduce((sum, n) => sum + n, 0),
  };
}

/** A sheet as a mesh of its own, attributes mixed from the triangles it is made of. */
function gather(
  mesh: TriangleMesh,
  parts: Parts,
  { indices, source, origin }: Sheet,
  place: Float64Array,
): Pick<United, 'mesh' | 'source'> {
  const number = new Int32Array(place.length / 3).fill(-1);
  const positions: number[] = [];
  for (const v of indices) number[v] = 0;
  for (let v = 0, n = 0; v < number.length; v++) {
    if (number[v] < 0) continue;
    number[v] = n++;
    positions.push(place[3 * v], place[3 * v + 1], place[3 * v + 2]);
  }
  const mix = (values: Float32Array | null, width: number): Float32Array | null =>
    values && mixCorners(parts, place, origin, source, values, width);
  return {
    mesh: wrapTriangleMesh(
      Float64Array.from(positions),
      indices.map((v) => number[v]),
      mix(mesh.uvs, 2),
      mix(mesh.normals, 3),
      mix(mesh.colors, 3),
      mesh.groups && Uint16Array.from(source, (t) => mesh.groups![t]),
    ),
    source,
  };
}

/** Attributes of corners at `positions`; a vertex of the triangle it is a part of keeps its own bit for bit. */
function mixCorners(
  parts: Parts,
  positions: Float64Array,
  corner: Uint32Array,
  source: Uint32Array,
  values: Float32Array,
  width: number,
): Float32Array {
  const out = new Float32Array(corner.length * width);
  for (let h = 0; h < corner.length; h++) {
    const t = source[Math.floor(h / 3)];
    const own = parts.indices.subarray(3 * t, 3 * t + 3).indexOf(corner[h]);
    const [u, v] =
      own >= 0
        ? [own === 1 ? 1 : 0, own === 2 ? 1 : 0]
        : project(parts.positions, parts.indices, t, positions, 3 * corner[h]);
    for (let i = 0; i < width; i++) {
      const o = 3 * t * width + i;
      out[h * width + i] = (1 - u - v) * values[o] + u * values[o + width] + v * values[o + 2 * width];
    }
  }
  return out;
}
