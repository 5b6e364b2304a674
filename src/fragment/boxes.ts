// The boxes of fragments: around their nodes and the corners of their crack faces, and so around all of them. A corner
// lies on a cut edge, which is a corner of the fragments at both its ends, or where cracks meet.

import { boundPoints } from '../geometry/box.ts';
import { POINT_FACE } from './cases.ts';
import type { Changes } from './changes.ts';
import { type CrackFaces, LOWEST_CORNER, POLYGON_SIZE } from './crack-faces.ts';
import { CASE_FIRST, POLYGON_STRIDE, POLYGON_TABLE } from './crack-table.ts';
import type { Family } from './family.ts';
import { placeEdge } from './points.ts';

/**
 * Fits the boxes of the fragments that were cut, min xyz then max xyz at box[6·label…], when polygons from `made` on are
 * new. Tight. Takes time in proportion to these fragments; allocates nothing.
 */
export function fitBoxes(
  box: Float64Array,
  family: Family,
  faces: CrackFaces,
  changes: Changes,
  made: number,
): void {
  const { parent, parentCount, fragment, fragmentCount, edge, edgeCount } = changes;
  for (let k = 0; k < parentCount; k++) fitNodes(box, family, faces, parent[k], made);
  for (let k = 0; k < fragmentCount; k++) fitNodes(box, family, faces, fragment[k], made);
  for (let k = 0; k < edgeCount; k++) fitEdge(box, family, edge[k]);
  fitMeetings(box, family, faces, made);
}

/** The same for all fragments, when all polygons are new. */
export function fitAllBoxes(box: Float64Array, family: Family, faces: CrackFaces): void {
  const { cutEvent } = family;
  for (let label = 0; label < family.fragments.count; label++) fitNodes(box, family, faces, label, 0);
  for (let edge = 0; edge < cutEvent.length; edge++) if (cutEvent[edge] >= 0) fitEdge(box, family, edge);
  fitMeetings(box, family, faces, 0);
}

/** Starts a box from the nodes of a fragment and from its faces that are older than `made`. */
function fitNodes(box: Float64Array, family: Family, faces: CrackFaces, label: number, made: number): void {
  const { node, fragments, cracked, topology } = family;
  const { positions } = topology;
  const start = fragments.start[label];
  const end = start + fragments.nodeCount[label];
  boundPoints(box, 6 * label, positions, node, start, end);
  if (made === 0) return;
  for (let n = start; n < end; n++) {
    if (cracked[node[n]] === 1) addOld(box, family, faces, node[n], label, made);
  }
}

/** Adds the older faces at a cracked node. */
function addOld(
  box: Float64Array,
  family: Family,
  faces: CrackFaces,
  i: number,
  label: number,
  made: number,
): void {
  const { cornerStart, corner } = family.topology;
  const { own, first, size } = faces;
  for (let k = cornerStart[i], last = cornerStart[i + 1]; k < last; k++) {
    const t = corner[k] >> 2;
    if (size[t] === 0 || first[t] >= made) continue;
    const bit = 1 << (corner[k] & 3);
    for (let g = first[t], end = g + size[t]; g < end; g++) {
      if ((own[2 * g] | own[2 * g + 1]) & bit) addPolygon(box, 6 * label, faces, g);
    }
  }
}

const point = new Float64Array(3); // scratch: where an edge is cut

/** Adds the point of a cut edge to the boxes of the fragments at its ends. */
function fitEdge(box: Float64Array, family: Family, edge: number): void {
  const { label, topology } = family;
  const { edgeNode } = topology;
  placeEdge(point, 0, family, edge);
  addPoint(box, 6 * label[edgeNode[2 * edge]], point, 0);
  addPoint(box, 6 * label[edgeNode[2 * edge + 1]], point, 0);
}

/**
 * Adds the corners of the polygons from `made` on that no new edge has: where cracks meet, and those of earlier cuts
 * where a tet is cut again. Tets with several cuts have them.
 */
function fitMeetings(box: Float64Array, family: Family, faces: CrackFaces, made: number): void {
  const { label, cutCase, topology } = family;
  const { tetNode } = topology;
  const { own, tet, first, size, geometry } = faces;
  for (let g = made; g < faces.count; g++) {
    const t = tet[g];
    if (size[t] === 1) continue;
    const table = POLYGON_STRIDE * (CASE_FIRST[cutCase[t]] + g - first[t]);
    const front = own[2 * g];
    const back = own[2 * g + 1];
    for (let n = 0; n < POLYGON_TABLE[table + 1]; n++) {
      if (made === 0 && POLYGON_TABLE[table + 2 + n] < POINT_FACE) continue; // all cut edges are new
      const at = POLYGON_SIZE * g + 3 * n;
      if (front > 0) addPoint(box, 6 * label[tetNode[4 * t + LOWEST_CORNER[front]]], geometry, at);
      if (back > 0) addPoint(box, 6 * label[tetNode[4 * t + LOWEST_CORNER[back]]], geometry, at);
    }
  }
}

/** Adds the corners of a polygon to the box at box[o…]. */
function addPolygon(box: Float64Array, o: number, faces: CrackFaces, g: number): void {
  const { geometry } = faces;
  for (let c = POLYGON_SIZE * g, end = c + 3 * faces.sides[g]; c < end; c += 3) addPoint(box, o, geometry, c);
}

/** Adds the point p[at…] to the box at box[o…]. Hardly one widens it, so the comparisons are cheap. */
function addPoint(box: Float64Array, o: number, p: Float64Array, at: number): void {
  const x = p[at];
  const y = p[at + 1];
  const z = p[at + 2];
  if (x < box[o]) box[o] = x;
  if (y < box[o + 1]) box[o + 1] = y;
  if (z < box[o + 2]) box[o + 2] = z;
  if (x > box[o + 3]) box[o + 3] = x;
  if (y > box[o + 4]) box[o + 4] = y;
  if (z > box[o + 5]) box[o + 5] = z;
}
