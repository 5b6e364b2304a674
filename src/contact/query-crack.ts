// Siblings along the crack between them, and nowhere else: those that still fit, and for a moment those that a blow has just
// made. These lie in each other's cracks and turn and slide by much of their size in a step. What else of them meets then,
// a look at all of their surfaces would tell at ten times the price, and the next moment they are elsewhere.

import { invertFrame, relateFrames } from '../math/rigid.ts';
import { boundDepths } from './agree.ts';
import type { Collider } from './collider.ts';
import { CRACK_POINTS } from './constants.ts';
import { type Contacts, FEATURE_POINT, setContact } from './contacts.ts';
import { beginSpread, spread } from './crack-contacts.ts';
import { noteEntry } from './history.ts';
import { placeFeature } from './measure.ts';
import type { QueryOptions } from './options.ts';
import type { PairState } from './pair.ts';
import { growEntry, type Pass, type Query, setLimits, setPass, TAU } from './query.ts';
import { beginPair, endPair, moveContacts } from './query-pair.ts';
import { clearPlane, compareRest, separatePair } from './separation.ts';
import { FACE_SIZE, findGroup, type Shell, updateShell } from './shell.ts';

const ON_FACE = 1e-5; // of the radius: more than faces lose as floats

/**
 * As queryPair, for two fragments of one copy: contacts are points of the crack that they have in common, far apart from
 * each other. A point is held against the plane that the other side of the crack had where it broke, wherever it is now.
 * There are none where the two have no crack in common. Deterministic. Allocates only what grows.
 */
export function queryCrack(
  out: Contacts,
  query: Query,
  pair: PairState,
  solid: Collider,
  labelA: number,
  frameA: Float64Array,
  labelB: number,
  frameB: Float64Array,
  options: QueryOptions,
): number {
  const forward = setPass(query, 0, solid, labelA, solid, labelB);
  const backward = setPass(query, 1, solid, labelB, solid, labelA);
  relateFrames(forward.frame, frameA, frameB);
  invertFrame(backward.frame, forward.frame);
  beginPair(query, out, pair, options);
  for (const pass of query.passes) {
    compareRest(pass);
    clearPlane(pass);
  }
  setLimits(query, forward);
  forward.justBroken = true;
  if (separatePair(query, forward)) {
    takeCrack(query, forward);
    takeCrack(query, backward);
    boundDepths(out, forward, backward);
    options.manifold?.choose(query, forward);
  }
  endPair(query, forward);
  moveContacts(out, frameA, frameB);
  return out.count;
}

/** Adds points of the crack, each the furthest from those before. */
function takeCrack(query: Query, pass: Pass): void {
  const { solid, label, fieldLabel } = pass;
  const { shell, position, field, forest, known } = solid;
  const { out, limit, p, found } = query;
  if (shell === null || field === null || forest === null) return;
  updateShell(query.shell, shell, field, forest, known);
  const own = findGroup(shell, label, fieldLabel);
  const across = findGroup(shell, fieldLabel, label);
  if (own < 0 || across < 0) return;
  const { point, pointStart } = shell;
  const start = pointStart[own];
  const count = pointStart[own + 1] - start;
  let next = beginSpread(out, position, point, start, count);
  for (let k = 0; next >= 0 && k < CRACK_POINTS; k++) {
    const at = point[start + next];
    placeFeature(query, pass, at);
    if (measureAcross(query, pass, shell, across, at) && found[0] < limit[TAU]) {
      const row = out.count;
      growEntry(query, row + 1);
      noteEntry(query, row);
      setContact(out, row, pass.side, FEATURE_POINT, at, at, p, found);
    }
    next = spread(position, point, start, count, next);
  }
}

/**
 * Measures the point of a crack in query.p against the faces of the other side, a group, that it was on; false if it was on
 * none. The old surface is as close on the rim: its normal would hold the point in the crack like a bolt.
 */
function measureAcross(query: Query, { solid }: Pass, shell: Shell, group: number, point: number): boolean {
  const { found, p } = query;
  const { face, faceStart } = shell;
  const { position, radius } = solid;
  const x = position[3 * point];
  const y = position[3 * point + 1];
  const z = position[3 * point + 2];
  const end = FACE_SIZE * faceStart[group + 1];
  query.counters.points++;
  found.fill(0);
  for (let f = FACE_SIZE * faceStart[group]; f < end; f += FACE_SIZE) {
    const dx = x - face[f];
    const dy = y - face[f + 1];
    const dz = z - face[f + 2];
    if (dx * dx + dy * dy + dz * dz > face[f + 3] * face[f + 3]) continue;
    const off = dx * face[f + 4] + dy * face[f + 5] + dz * face[f + 6];
    if (Math.abs(off) > ON_FACE * radius) continue;
    for (let d = 1; d < 4; d++) found[d] += face[f + 3 + d];
  }
  const length = Math.sqrt(found[1] * found[1] + found[2] * found[2] + found[3] * found[3]);
  if (!(length > 0)) return false;
  for (let d = 1; d < 4; d++) {
    found[d] /= length;
    found[0] += (p[d - 1] - position[3 * point + d - 1]) * found[d];
  }
  return true;
}
