// The section of a closed mesh by a plane: where edges cross it, in loops, and triangles between them.

import { nextHalf } from '../mesh/topology.ts';
import { PLANE_NUDGE } from './constants.ts';
import type { CutMesh } from './cut-mesh.ts';
import { triangulatePolygon } from './cut-polygon.ts';

/** Points are first those on edges of the mesh, loop by loop, then those inside. */
interface Section {
  readonly triangles: Int32Array; // three points each, counter-clockwise seen against the normal
  readonly neighbor: Int32Array; // the side across each side 3t + i, −1 at the surface
  readonly at: Float64Array; // xyz a point
  readonly edge: Int32Array; // a point on an edge: the vertex below the plane, the vertex above
}

/** Traces the section of a piece by unit · x = offset; null where they do not meet. */
export function traceSection(
  cut: CutMesh,
  unit: readonly number[],
  offset: number,
  piece: number,
  spacing: number | undefined,
): Section | null {
  const { triangleCount, positions, indices, twin } = cut;
  const height = measureHeights(cut, unit, offset, piece);
  if (height === null) return null;
  // Each triangle that the plane crosses has one half-edge up through it and one down; down leads to the next triangle.
  const seen = new Uint8Array(triangleCount);
  const edge: number[] = [];
  const at: number[] = [];
  const starts: number[] = [];
  let length = 0;
  for (let first = 0; first < triangleCount; first++) {
    if (cut.piece[first] !== piece || seen[first] || downHalf(indices, height, first) < 0) continue;
    starts.push(edge.length / 2);
    for (let t = first; !seen[t]; ) {
      seen[t] = 1;
      const h = downHalf(indices, height, t);
      const low = indices[nextHalf(h)];
      const high = indices[h];
      edge.push(low, high);
      const s = height[low] / (height[low] - height[high]);
      let square = 0;
      for (let d = 0; d < 3; d++) {
        const run = positions[3 * high + d] - positions[3 * low + d];
        at.push(positions[3 * low + d] + s * run);
        square += run * run;
      }
      length += Math.sqrt(square);
      t = Math.floor(twin[h] / 3);
    }
  }
  const points = edge.length / 2;
  if (points === 0) return null;
  // Axes of the plane, u × v = −unit: then the loops have the solid on their left.
  const u = crossAxis(unit);
  const v = [
    unit[2] * u[1] - unit[1] * u[2],
    unit[0] * u[2] - unit[2] * u[0],
    unit[1] * u[0] - unit[0] * u[1],
  ];
  const flat = new Float64Array(2 * points);
  for (let p = 0; p < points; p++) {
    flat[2 * p] = u[0] * at[3 * p] + u[1] * at[3 * p + 1] + u[2] * at[3 * p + 2];
    flat[2 * p + 1] = v[0] * at[3 * p] + v[1] * at[3 * p + 1] + v[2] * at[3 * p + 2];
  }
  const mesh = triangulatePolygon(flat, Uint32Array.from(starts), spacing ?? length / points);
  const level = unit[0] * at[0] + unit[1] * at[1] + unit[2] * at[2];
  for (let p = points; 2 * p < mesh.points.length; p++) {
    for (let d = 0; d < 3; d++) {
      at.push(mesh.points[2 * p] * u[d] + mesh.points[2 * p + 1] * v[d] + level * unit[d]);
    }
  }
  return {
    triangles: mesh.triangles,
    neighbor: mesh.neighbor,
    at: Float64Array.from(at),
    edge: Int32Array.from(edge),
  };
}

/** Heights of a piece's vertices over the plane, none of them next to zero; null if all are on one side. */
function measureHeights(
  { triangleCount, vertexCount, positions, indices, piece }: CutMesh,
  unit: readonly number[],
  offset: number,
  wanted: number,
): Float64Array | null {
  const height = new Float64Array(vertexCount).fill(NaN);
  let [low, high] = [Infinity, -Infinity];
  for (let h = 0; h < 3 * triangleCount; h++) {
    if (piece[Math.floor(h / 3)] !== wanted) continue;
    const v = indices[h];
    const x = unit[0] * positions[3 * v] + unit[1] * positions[3 * v + 1] + unit[2] * positions[3 * v + 2];
    height[v] = x - offset;
    low = Math.min(low, height[v]);
    high = Math.max(high, height[v]);
  }
  if (!(low < 0 && high > 0)) return null;
  const close = PLANE_NUDGE * (high - low);
  for (let tries = 0; tries < 100; tries++) {
    if (!height.some((x) => Math.abs(x) < close)) break;
    for (let v = 0; v < vertexCount; v++) height[v] -= 2.7 * close;
  }
  return height;
}

/** The half-edge of a triangle that runs down through the plane, −1 if none does. */
function downHalf(indices: Uint32Array, height: Float64Array, t: number): number {
  for (let h = 3 * t; h < 3 * t + 3; h++) {
    if (height[indices[h]] > 0 && height[indices[nextHalf(h)]] < 0) return h;
  }
  return -1;
}

/** A unit vector across another one. */
function crossAxis([x, y, z]: readonly number[]): number[] {
  const least =
    Math.abs(x) <= Math.abs(y) && Math.abs(x) <= Math.abs(z) ? 0 : Math.abs(y) <= Math.abs(z) ? 1 : 2;
  const c = least === 0 ? [0, z, -y] : least === 1 ? [-z, 0, x] : [y, -x, 0];
  const length = Math.sqrt(c[0] * c[0] + c[1] * c[1] + c[2] * c[2]);
  return c.map((value) => value / length);
}
