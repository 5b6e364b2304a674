// Which normals a feature can have: those that point out of its own surface. The closest surface of the other body may
// be its side where the feature came in from above; a corner that is pushed along one of its own edges was not touched
// that way. The cone of a point is known by the surface edges that leave it.

import { KIND_BOX } from '../field/analytic.ts';
import { placeEdge } from '../fragment/points.ts';
import { crossEdges } from '../geometry/triangle.ts';
import { growColumn } from '../math/columns.ts';
import type { Collider } from './collider.ts';
import { CONE_SLACK, FACING_AHEAD, FACING_FLAT } from './constants.ts';
import { FACING_CURVED, FACING_EVEN, facingOf } from './facing.ts';
import type { Pass } from './query.ts';
import type { Solid } from './solid.ts';

/** What is known of the feature that loadCone was last told of. */
export interface Cone {
  known: boolean; // false: any normal is as good as another
  count: number; // edges that leave it
  edge: Float64Array; // unit vectors along them, in the frame of its body; replaced when it grows
  even: boolean; // whether its surface is flat there: nothing but that plane can touch it
  smooth: number; // above 0 where its surface is smooth: the least cosine between `mean` and a way out; else 0
  readonly mean: Float64Array; // outward, the middle of the cone, in the frame of its body
}

export function createCone(): Cone {
  return {
    known: false,
    count: 0,
    edge: new Float64Array(96),
    even: false,
    smooth: FACING_FLAT, // a fraction: code compiled for whole numbers would be thrown away at the first
    mean: new Float64Array(3),
  };
}

/** Finds the cone of a point of a pass's features, by its index. Allocates only to grow. */
export function loadCone(cone: Cone, pass: Pass, point: number): void {
  const { solid } = pass;
  cone.known = false;
  cone.count = 0;
  cone.even = false;
  cone.smooth = 0;
  cone.mean.fill(0);
  if (solid.kind === KIND_BOX) loadCorner(cone, point);
  if (solid.solid === null || solid.field === null) return;
  if (point < solid.surfaceCount) loadVertex(cone, solid, point);
  else if (point >= solid.baseCount) {
    const facing = facingOf(cone.mean, pass, point);
    // Where its crack is closed, the surface goes on over it.
    cone.smooth = facing === FACING_EVEN ? FACING_FLAT : facing === FACING_CURVED ? FACING_AHEAD : 0;
    cone.even = facing === FACING_EVEN;
    cone.known = cone.smooth > 0;
    if (!cone.known) loadCut(cone, solid, pass.label, point);
  }
}

/** A corner of a box: an edge along each axis, back to the other side. */
function loadCorner(cone: Cone, corner: number): void {
  cone.count = 3;
  cone.known = true;
  cone.edge.fill(0, 0, 9);
  for (let d = 0; d < 3; d++) {
    const sign = (corner >> d) & 1 ? 1 : -1;
    cone.edge[4 * d] = -sign;
    cone.mean[d] = sign * 0.5773502691896258;
  }
}

/** A vertex of the surface. */
function loadVertex(cone: Cone, { solid }: Collider, point: number): void {
  if (solid === null) return;
  const { halfStart, half, triangle, positions } = solid.topology;
  for (let h = halfStart[point]; h < halfStart[point + 1]; h++) {
    const t = 3 * (half[h] >> 2);
    addEdge(cone, positions, 3 * triangle[t + (((half[h] & 3) + 1) % 3)], positions, 3 * point);
  }
  for (let d = 0; d < 3; d++) cone.mean[d] = solid.facing[4 * point + d];
  cone.even = solid.facing[4 * point + 3] >= FACING_FLAT;
  cone.known = holds(cone, cone.mean);
  // Where walls meet in a notch, the face that they stand on is all that can be touched there.
  for (let h = halfStart[point]; h < halfStart[point + 1] && !cone.known; h++) {
    faceAt(end, solid, h);
    cone.known = holds(cone, end);
  }
}

const end = new Float64Array(3); // scratch: the other end of an edge, or a normal

/** A point of a crack: the edges of its fragment's part of the tets around the edge that was cut. */
function loadCut(
  cone: Cone,
  { solid, field, position, baseCount, cutNode }: Collider,
  label: number,
  point: number,
): void {
  if (solid === null || field === null) return;
  const { positions, nodeStart, nodeNeighbor, nodeEdge, edgeStart, edgeTet, tetEdge, edgeNode } =
    solid.topology;
  const { family } = field;
  const first = point - baseCount;
  const near = cutNode[first];
  const far = cutNode[first ^ 1];
  let cut = -1;
  for (let k = nodeStart[near]; k < nodeStart[near + 1]; k++) if (nodeNeighbor[k] === far) cut = nodeEdge[k];
  if (cut < 0) return;
  for (let k = edgeStart[cut]; k < edgeStart[cut + 1]; k++) {
    for (let c = 0; c < 6; c++) {
      const e = tetEdge[6 * edgeTet[k] + c];
      if (e === cut) continue;
      const a = edgeNode[2 * e];
      const b = edgeNode[2 * e + 1];
      const ownA = family.label[a] === label;
      const ownB = family.label[b] === label;
      if (ownA) addEdge(cone, positions, 3 * a, position, 3 * point);
      if (ownB) addEdge(cone, positions, 3 * b, position, 3 * point);
      if (ownA === ownB) continue;
      placeEdge(end, 0, family, e);
      addEdge(cone, end, 0, position, 3 * point);
    }
  }
  cone.mean.fill(0);
  for (let k = 0; k < 3 * cone.count; k++) cone.mean[k % 3] -= cone.edge[k];
  const { mean } = cone;
  const length = Math.sqrt(mean[0] * mean[0] + mean[1] * mean[1] + mean[2] * mean[2]);
  if (!(length > 0)) return;
  for (let d = 0; d < 3; d++) mean[d] /= length;
  cone.known = holds(cone, mean);
}

/** Writes the outward unit normal of the surface triangle of a half of topology.half, NaN if it has no area. */
export function faceAt(out: Float64Array, { topology }: Solid, h: number): void {
  const { half, triangle, positions } = topology;
  const t = 3 * (half[h] >> 2);
  crossEdges(out, 0, positions, 3 * triangle[t], 3 * triangle[t + 1], 3 * triangle[t + 2]);
  const length = Math.sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
  for (let d = 0; d < 3; d++) out[d] /= length;
}

/** Adds the way from from[o…] to to[at…], made a unit vector. */
function addEdge(cone: Cone, to: Float64Array, at: number, from: Float64Array, o: number): void {
  const x = to[at] - from[o];
  const y = to[at + 1] - from[o + 1];
  const z = to[at + 2] - from[o + 2];
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0)) return;
  const e = 3 * cone.count++;
  if (cone.edge.length < e + 3) cone.edge = growColumn(cone.edge, 2 * e + 3);
  cone.edge[e] = x / length;
  cone.edge[e + 1] = y / length;
  cone.edge[e + 2] = z / length;
}

/** Whether a direction, outward, is in a cone. Where not even that of a face is, the point is concave, and nothing is known. */
function holds({ count, edge }: Cone, out: Float64Array): boolean {
  for (let k = 0; k < 3 * count; k += 3) {
    if (!(out[0] * edge[k] + out[1] * edge[k + 1] + out[2] * edge[k + 2] <= CONE_SLACK)) return false;
  }
  return true;
}

/** Whether the surface of the other body may push a feature of a pass along n[at…], which is in the frame of the field. */
export function coneAllows(cone: Cone, { frame }: Pass, n: Float64Array, at: number): boolean {
  if (!cone.known) return true;
  const x = -(frame[0] * n[at] + frame[3] * n[at + 1] + frame[6] * n[at + 2]);
  const y = -(frame[1] * n[at] + frame[4] * n[at + 1] + frame[7] * n[at + 2]);
  const z = -(frame[2] * n[at] + frame[5] * n[at + 1] + frame[8] * n[at + 2]);
  const { mean, edge, count } = cone;
  const along = x * mean[0] + y * mean[1] + z * mean[2];
  if (cone.smooth > 0) return along >= cone.smooth;
  if (!(along > 0)) return false;
  for (let k = 0; k < 3 * count; k += 3) {
    if (x * edge[k] + y * edge[k + 1] + z * edge[k + 2] > CONE_SLACK) return false;
  }
  return true;
}
