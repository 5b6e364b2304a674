// The faces of ground that a ball touches: in a groove there are several, and its centre is closest to one of them only.

import { closestPointTriangleTo } from '../geometry/point-triangle.ts';
import { STACK_SIZE } from '../hierarchy/hierarchy.ts';
import { type HeightField, setTriangle } from './height-field.ts';
import type { OpenMesh } from './open-mesh.ts';

/** The most faces that are gathered. */
export const MOST_FACES = 6;
const ALIKE = 0.97; // cosine: faces turned by less than 14° are one
const STRAIGHT = 1 - 1e-9; // cosine: the way from the closest point of a face is along its normal, also over its edge

const hit = new Float64Array(4); // scratch: the closest point of a triangle
const triangle = new Float64Array(12); // scratch: a triangle of heights
const normal = new Float64Array(3); // scratch: its normal
const waiting = new Int32Array(STACK_SIZE); // scratch: nodes to look at, one a level and one more at most

/**
 * Writes distance and normal, four numbers each, of the faces that p[at…] is straight above by less than reach[0] to
 * `out`: the closest of each lot of faces that are turned alike; returns how many. Deterministic; allocation-free.
 */
export function gatherMeshFaces(
  out: Float64Array,
  mesh: OpenMesh,
  p: Float64Array,
  at: number,
  reach: Float64Array,
): number {
  const { box, second, first, size, frame } = mesh.hierarchy;
  let found = 0;
  waiting[0] = 0;
  for (let waits = 1; waits > 0; ) {
    const node = waiting[--waits];
    const b = 6 * node;
    const x = Math.max(box[b] - p[at], 0, p[at] - box[b + 3]);
    const y = Math.max(box[b + 1] - p[at + 1], 0, p[at + 1] - box[b + 4]);
    const z = Math.max(box[b + 2] - p[at + 2], 0, p[at + 2] - box[b + 5]);
    if (x * x + y * y + z * z >= reach[0] * reach[0]) continue;
    if (second[node] >= 0) {
      waiting[waits++] = second[node];
      waiting[waits++] = node + 1;
      continue;
    }
    for (let s = first[node]; s < first[node] + size[node]; s++) {
      found = tryFace(out, found, frame, 12 * s, p, at, reach);
    }
  }
  return found;
}

/** The same for heights. */
export function gatherHeightFaces(
  out: Float64Array,
  field: HeightField,
  p: Float64Array,
  at: number,
  reach: Float64Array,
): number {
  const { rows, columns, cell } = field;
  const u = p[at] / cell[0] + 0.5 * (columns - 1);
  const v = p[at + 2] / cell[1] + 0.5 * (rows - 1);
  const c0 = Math.max(0, Math.floor(u - reach[0] / cell[0]));
  const c1 = Math.min(columns - 2, Math.floor(u + reach[0] / cell[0]));
  const r0 = Math.max(0, Math.floor(v - reach[0] / cell[1]));
  const r1 = Math.min(rows - 2, Math.floor(v + reach[0] / cell[1]));
  let found = 0;
  for (let row = r0; row <= r1; row++) {
    for (let column = c0; column <= c1; column++) {
      for (let half = 0; half < 2; half++) {
        setTriangle(triangle, field, row, column, half);
        found = tryFace(out, found, triangle, 0, p, at, reach);
      }
    }
  }
  return found;
}

/** Adds a triangle if the point is straight above it; returns how many faces there are then. */
function tryFace(
  out: Float64Array,
  found: number,
  frame: Float64Array,
  o: number,
  p: Float64Array,
  at: number,
  reach: Float64Array,
): number {
  closestPointTriangleTo(hit, frame, o, p, at);
  if (!(hit[0] < reach[0] * reach[0])) return found;
  normal[0] = frame[o + 4] * frame[o + 8] - frame[o + 5] * frame[o + 7];
  normal[1] = frame[o + 5] * frame[o + 6] - frame[o + 3] * frame[o + 8];
  normal[2] = frame[o + 3] * frame[o + 7] - frame[o + 4] * frame[o + 6];
  let square = 0;
  let above = 0;
  for (let d = 0; d < 3; d++) {
    square += normal[d] * normal[d];
    above += normal[d] * (p[at + d] - frame[o + d]);
  }
  const distance = Math.sqrt(hit[0]);
  const scale = square > 0 ? 1 / Math.sqrt(square) : 0;
  if (!(above * scale > 0 && above * scale >= STRAIGHT * distance)) return found;
  for (let d = 0; d < 3; d++) normal[d] *= scale;
  let row = found;
  for (let k = 0; k < found; k++) {
    const dot = out[4 * k + 1] * normal[0] + out[4 * k + 2] * normal[1] + out[4 * k + 3] * normal[2];
    if (dot < ALIKE) continue;
    if (out[4 * k] <= distance) return found;
    row = k;
    break;
  }
  if (row === MOST_FACES) return found;
  out[4 * row] = distance;
  for (let d = 0; d < 3; d++) out[4 * row + 1 + d] = normal[d];
  return Math.max(found, row + 1);
}
