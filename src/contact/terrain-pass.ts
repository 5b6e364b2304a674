// One pass of a pair whose features are the ridges of ground: its pointed vertices, sharp edges and borders near the
// other body, against that body's field. Without them a flat plate would sink onto a pointed rock between its own points.

import { NEAR } from '../field/answer.ts';
import { RIDGE_SIZE } from '../field/ridges.ts';
import type { Terrain } from '../field/terrain.ts';
import { movePoint, turnVector } from '../math/rigid.ts';
import { boxOfCollider, isConvex } from './collider.ts';
import { FEATURE_EDGE, FEATURE_POINT } from './contacts.ts';
import { measureEdge } from './edge.ts';
import { EDGE_SIZE } from './edge-place.ts';
import { measureCollider } from './measure.ts';

import { findPast } from './pair.ts';
import { createPicks, notePick, type Picks, takePicks } from './picks.ts';
import { KEEP, type Pass, type Query, TAU } from './query.ts';
import { beginShare } from './select.ts';
import { findStretch, placeStretch } from './shape-segment.ts';

let list = new Int32Array(256); // scratch: ridges near the other body; grows
const picks: Picks = createPicks(); // scratch: those that touch
const box = new Float64Array(6); // scratch: the other body's, first in its frame, then in the ground's
const ridge = new Float64Array(RIDGE_SIZE); // scratch: a ridge in the ground's frame
const ends = new Float64Array(6); // scratch: its ends in the frame of the field
const up = new Float64Array(3); // scratch: the way it points there
const least = new Float64Array(EDGE_SIZE); // scratch: what measureEdge writes
const stretch = new Float64Array(2); // scratch: where an edge begins and ends to lie on a face

/**
 * Adds the ridges of a pass's ground that are close enough to its field, `share` at most: the deepest, then those
 * furthest apart. Expects the limits of the pass. Allocates only to grow.
 */
export function runTerrainPass(query: Query, pass: Pass, share: number): void {
  const { options } = query;
  const terrain = pass.solid.terrain as Terrain;
  const { answers } = terrain;
  query.done = false;
  query.gap[0] = -Infinity;
  beginShare(query, share);
  if (query.done || pass.field.radius === Infinity || pass.field.terrain !== null) return;
  setBox(query, pass);
  let count = answers.gather(list, terrain, box);
  if (count > list.length) {
    list = new Int32Array(2 * count);
    count = answers.gather(list, terrain, box);
  }
  picks.count = 0;
  for (let k = 0; k < count; k++) {
    const edge = answers.describe(ridge, terrain, list[k]);
    movePoint(ends, 0, pass.frame, ridge, 0);
    turnVector(up, 0, pass.frame, ridge, 6);
    if (!edge) touchVertex(query, pass, list[k]);
    else if (options.edges) {
      movePoint(ends, 3, pass.frame, ridge, 3);
      touchEdge(query, pass, list[k]);
    }
  }
  takePicks(query, pass, picks, query.full ? picks.count : share);
}

/** Sets `box` to that of the other body, in the ground's frame, and as far beyond it as contacts may be. */
function setBox({ limit }: Query, { field, fieldLabel, frame }: Pass): void {
  boxOfCollider(box, field, fieldLabel);
  const x = (box[0] + box[3]) / 2 - frame[9];
  const y = (box[1] + box[4]) / 2 - frame[10];
  const z = (box[2] + box[5]) / 2 - frame[11];
  const hx = (box[3] - box[0]) / 2;
  const hy = (box[4] - box[1]) / 2;
  const hz = (box[5] - box[2]) / 2;
  for (let d = 0; d < 3; d++) {
    const middle = frame[d] * x + frame[3 + d] * y + frame[6 + d] * z;
    const half = Math.abs(frame[d]) * hx + Math.abs(frame[3 + d]) * hy + Math.abs(frame[6 + d]) * hz;
    box[d] = middle - half - limit[KEEP];
    box[3 + d] = middle + half + limit[KEEP];
  }
}

function touchVertex(query: Query, pass: Pass, index: number): void {
  const { options, pair, p, reach, found, limit, counters } = query;
  const past = findPast(pair, pass.side, FEATURE_POINT, index);
  const bar = past >= 0 && options.seeds ? limit[KEEP] : limit[TAU];
  for (let d = 0; d < 3; d++) p[d] = ends[d];
  reach[0] = reach[1] = bar;
  counters.points++;
  counters.calls++;
  if (measureCollider(found, pass.field, pass.fieldLabel, p, 0, reach, pass.sealed) !== NEAR) return;
  if (found[0] < bar && isAhead(query)) notePick(picks, query, FEATURE_POINT, index, past);
}

/** Whether the contact in query.found pushes about the way the ridge points. */
function isAhead({ found }: Query): boolean {
  return -(found[1] * up[0] + found[2] * up[1] + found[3] * up[2]) >= ridge[9];
}

/**
 * Notes where an edge touches: on a convex shape both ends of the stretch that lies on one face, else its deepest place.
 * Ends of the edge itself are left to the vertices there, which are ridges too.
 */
function touchEdge(query: Query, pass: Pass, index: number): void {
  const { p, found, reach, limit, counters } = query;
  const { field, fieldLabel, sealed } = pass;
  counters.edges++;
  if (isConvex(field)) {
    if (!findStretch(stretch, query, pass, ends)) return;
    for (let k = 0; k < 2 && stretch[0] < stretch[1]; k++) {
      placeStretch(query, stretch, k, ends);
      if (stretch[k] > 0 && stretch[k] < 1) touchPlace(query, pass, 4 * index + k);
    }
    if (stretch[0] < stretch[1]) return;
  }
  // Where edges cross, the normal is square to both.
  reach[0] = reach[1] = limit[KEEP];
  if (measureEdge(least, field, fieldLabel, ends, 0, reach, sealed, query.full) !== NEAR) return;
  if (!(least[4] > 0 && least[4] < 1)) return;
  for (let d = 0; d < 3; d++) p[d] = ends[d] + least[4] * (ends[3 + d] - ends[d]);
  for (let d = 0; d < 4; d++) found[d] = least[d];
  touchPlace(query, pass, 4 * index + 2);
}

/** Notes the place of an edge at query.p if it is close enough. */
function touchPlace(query: Query, pass: Pass, index: number): void {
  const { options, pair, found, limit } = query;
  const past = findPast(pair, pass.side, FEATURE_EDGE, index);
  const bar = past >= 0 && options.seeds ? limit[KEEP] : limit[TAU];
  if (found[0] < bar && isAhead(query)) notePick(picks, query, FEATURE_EDGE, index, past);
}
