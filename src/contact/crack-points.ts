// The points that a fracture adds to the sphere trees: where cracks cross edges of tets [Glondu13, sec. 6.3], and, beyond
// the paper, where cracks meet each other on a face or inside a tet. These are the corners of shards: with them the
// points of a tree are all corners of its fragment, and bound it.

import {
  CASE_KIND,
  KIND_A,
  KIND_APP,
  KIND_B,
  KIND_NONE,
  POINT_FACE,
  POINT_INSIDE,
} from '../fragment/cases.ts';
import type { Family } from '../fragment/family.ts';
import { placeEdge, placePoint } from '../fragment/points.ts';
import { growColumn } from '../math/columns.ts';
import { TET_FACES } from '../mesh/tet-mesh.ts';
import type { Collider } from './collider.ts';
import type { BreakWork } from './update.ts';

/**
 * Writes the new points to collider.position from point `first` on and what they go with to work.base; returns their
 * number. A cut edge has a point on either side. Three cracks of a face meet in a point that two sides have as a
 * corner, those that were parted last; so it is inside a tet. Such a face or tet is never cut again.
 */
export function placeCrackPoints(
  query: BreakWork,
  collider: Collider,
  family: Family,
  first: number,
): number {
  const { changes } = query;
  const meetings = listMeetings(collider, family, changes.tet, changes.tetCount);
  const count = 2 * (changes.edgeCount + meetings);
  reserve(query, collider, first, count);
  const { position } = collider;
  const { base } = query;
  const { edgeNode } = family.topology;
  let at = 0;
  for (let k = 0; k < changes.edgeCount; k++, at += 2) {
    const edge = changes.edge[k];
    placeEdge(position, 3 * (first + at), family, edge);
    base[at] = edgeNode[2 * edge];
    base[at + 1] = edgeNode[2 * edge + 1];
  }
  for (let k = 0; k < meetings; k++, at += 2) {
    const tet = meeting[k] >> 3;
    const p = POINT_FACE + (meeting[k] & 7);
    const edge = lastCut(family, tet, p);
    placePoint(position, 3 * (first + at), family, tet, p);
    base[at] = edgeNode[2 * edge];
    base[at + 1] = edgeNode[2 * edge + 1];
  }
  collider.cutNode = growColumn(collider.cutNode, first - collider.baseCount + count);
  for (let k = 0; k < count; k++) collider.cutNode[first - collider.baseCount + k] = base[k];
  const end = 3 * (first + count);
  for (let o = 3 * first; o < end; o += 6) {
    position[o + 3] = position[o];
    position[o + 4] = position[o + 1];
    position[o + 5] = position[o + 2];
  }
  return count;
}

let meeting = new Uint32Array(64); // scratch: where cracks meet, as 8·tet + point − POINT_FACE; grows

/** Lists the new points where cracks meet, each once; returns their number. */
function listMeetings(collider: Collider, family: Family, tets: Uint32Array, tetCount: number): number {
  const { cutCase } = family;
  let count = 0;
  for (let k = 0; k < tetCount; k++) {
    const tet = tets[k];
    const kind = CASE_KIND[cutCase[tet]];
    if (kind === KIND_NONE || kind === KIND_A || kind === KIND_B) continue; // one crack
    if (count + 5 > meeting.length) meeting = growColumn(meeting, count + 5);
    for (let face = 0; face < 4; face++) {
      if (isNewMeeting(collider, family, tet, face)) meeting[count++] = 8 * tet + face;
    }
    // A tet with four labels is cut for the last time, so this comes once.
    if (kind === KIND_APP) meeting[count++] = 8 * tet + POINT_INSIDE - POINT_FACE;
  }
  return count;
}

/** Whether three fragments meet on a face of a tet and it has no point yet: another tet and later cuts see it again. */
function isNewMeeting(collider: Collider, family: Family, tet: number, opposite: number): boolean {
  const { tetNode, tetFace } = family.topology;
  const { label } = family;
  const f = 3 * opposite;
  const a = label[tetNode[4 * tet + TET_FACES[f]]];
  const b = label[tetNode[4 * tet + TET_FACES[f + 1]]];
  const c = label[tetNode[4 * tet + TET_FACES[f + 2]]];
  if (a === b || b === c || c === a) return false;
  const face = tetFace[4 * tet + opposite];
  if (collider.met[face] === 1) return false;
  collider.met[face] = 1;
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

function reserve(query: BreakWork, collider: Collider, first: number, count: number): void {
  collider.position = growColumn(collider.position, 3 * (first + count));
  if (query.base.length < count) query.base = growColumn(query.base, count);
}
