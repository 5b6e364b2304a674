// The points that a fracture adds to the sphere trees: where cracks cross edges of tets [Glondu13, sec. 6.3], and, beyond
// the paper, where cracks meet each other on a face or inside a tet. These are the corners of shards: with them the
// points of a tree are all corners of its fragment, and bound it.

import { CASE_KIND, KIND_APP, POINT_FACE, POINT_INSIDE } from '../fragment/cases.ts';
import type { Family } from '../fragment/family.ts';
import { placeEdge, placePoint } from '../fragment/points.ts';
import { TET_FACES } from '../mesh/tet-mesh.ts';
import type { Collider } from './collider.ts';
import type { BreakWork } from './update.ts';

/**
 * Writes the new points to collider.position from point `first` on and what they go with to work.base; returns their
 * number. A cut edge has a point on either side. Three cracks of a face meet in a point that two sides have as a
 * corner, those that were parted last; so it is inside a tet. Such a face or tet is never cut again.
 */
export function placeCrackPoints(work: BreakWork, collider: Collider, family: Family, first: number): number {
  const { changes } = work;
  const meetings = countMeetings(work, collider, family);
  const count = 2 * (changes.edgeCount + meetings);
  reserve(work, collider, first, count);
  const { position } = collider;
  const { base } = work;
  const { edgeNode } = family.topology;
  let at = 0;
  for (let k = 0; k < changes.edgeCount; k++, at += 2) {
    const edge = changes.edge[k];
    placeEdge(position, 3 * (first + at), family, edge);
    base[at] = edgeNode[2 * edge];
    base[at + 1] = edgeNode[2 * edge + 1];
  }
  for (let k = 0; k < changes.tetCount; k++) {
    const tet = changes.tet[k];
    for (let p = POINT_FACE; p <= POINT_INSIDE; p++) {
      if (!takeMeeting(collider, family, tet, p, PLACED)) continue;
      const edge = lastCut(family, tet, p);
      placePoint(position, 3 * (first + at), family, tet, p);
      base[at] = edgeNode[2 * edge];
      base[at + 1] = edgeNode[2 * edge + 1];
      at += 2;
    }
  }
  for (let k = 0; k < count; k += 2) {
    const o = 3 * (first + k);
    position[o + 3] = position[o];
    position[o + 4] = position[o + 1];
    position[o + 5] = position[o + 2];
  }
  return count;
}

const COUNTED = 1; // states of a face in Collider.met: found by countMeetings,
const PLACED = 2; // and given its points

function countMeetings(work: BreakWork, collider: Collider, family: Family): number {
  const { changes } = work;
  let count = 0;
  for (let k = 0; k < changes.tetCount; k++) {
    const tet = changes.tet[k];
    for (let p = POINT_FACE; p <= POINT_INSIDE; p++) {
      if (takeMeeting(collider, family, tet, p, COUNTED)) count++;
    }
  }
  return count;
}

/**
 * Whether cracks meet at a tet's point and it is new to this state: a face is seen from two tets, and again when a tet
 * beside it is cut further.
 */
function takeMeeting(collider: Collider, family: Family, tet: number, p: number, state: number): boolean {
  if (p === POINT_INSIDE) return CASE_KIND[family.cutCase[tet]] === KIND_APP;
  const { tetNode, tetFace } = family.topology;
  const { label } = family;
  const f = 3 * (p - POINT_FACE);
  const a = label[tetNode[4 * tet + TET_FACES[f]]];
  const b = label[tetNode[4 * tet + TET_FACES[f + 1]]];
  const c = label[tetNode[4 * tet + TET_FACES[f + 2]]];
  if (a === b || b === c || c === a) return false;
  const face = tetFace[4 * tet + p - POINT_FACE];
  if (collider.met[face] >= state) return false;
  collider.met[face] = state;
  return true;
}

/** The edge of a tet, or of its face, that was cut last: its ends have the meeting as a corner. */
function lastCut(family: Family, tet: number, p: number): number {
  const { cutEvent, topology } = family;
  const { tetEdge } = topology;
  let last = -1;
  for (let a = 0, slot = 6 * tet; a < 3; a++) {
    for (let b = a + 1; b < 4; b++, slot++) {
      if (p !== POINT_INSIDE && (a === p - POINT_FACE || b === p - POINT_FACE)) continue;
      const edge = tetEdge[slot];
      if (last < 0 || cutEvent[edge] > cutEvent[last]) last = edge;
    }
  }
  return last;
}

function reserve(work: BreakWork, collider: Collider, first: number, count: number): void {
  const need = 3 * (first + count);
  if (collider.position.length < need) {
    const wide = new Float64Array(Math.max(need, Math.ceil(1.5 * collider.position.length)));
    wide.set(collider.position);
    collider.position = wide;
  }
  if (work.base.length < count) work.base = new Uint32Array(Math.ceil(1.5 * count));
}
