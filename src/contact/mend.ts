// Normals that exist. Near a rim the closest surface may be a side of the other body that a feature cannot have come in
// by: its own surface faces another way (cone.ts). There the field is asked again, a little beyond what is deep and inward
// of the rim, where the closest surface is the face that the feature is pressed against, and the distance is taken to
// that face.

import { KIND_PLANE } from '../field/analytic.ts';
import { NEAR } from '../field/answer.ts';
import { turnVector } from '../math/rigid.ts';
import { coneAllows, createCone, faceAt, loadCone } from './cone.ts';
import { MEND_ALIKE, MEND_BEYOND, MEND_FAR } from './constants.ts';
import { FEATURE_POINT } from './contacts.ts';
import { measureCollider } from './measure.ts';
import { EPSILON, KEEP, type Pass, type Query } from './query.ts';
import { dropContacts } from './rows.ts';

const cone = createCone(); // scratch: of the feature at hand
const trial = new Float64Array(3); // scratch: a normal that it may have, in the frame of the field
const turned = new Float64Array(3); // scratch: a normal seen from the other body
const inward = new Float64Array(3); // scratch: from the rim to the inside of the feature's face
const place = new Float64Array(3); // scratch: that place
const answer = new Float64Array(4); // scratch: distance and normal there
const best = new Float64Array(4); // scratch: the best of them
const reach = new Float64Array(2); // scratch: near and far of a question
let wrong = new Uint8Array(64); // scratch: per contact, 1 if its feature cannot have its normal, 2 if it is no contact

/**
 * Gives contacts whose features cannot have their normals those that they can have, with the distances along them. Of
 * what has none, what overlaps stays as it is, and what is still apart goes: something else is about to touch there.
 * Contacts are in the frames of the fields. Allocates only to grow.
 */
export function mendNormals(query: Query, forward: Pass, backward: Pass): void {
  const { out, limit } = query;
  if (out.count === 0 || (forward.solid.shape !== null && forward.field.shape !== null)) return;
  if (wrong.length < out.count) wrong = new Uint8Array(2 * out.count);
  let count = 0;
  let deepest = 0;
  for (let i = 0; i < out.count; i++) {
    const pass = out.side[i] === 0 ? forward : backward;
    wrong[i] = 0;
    deepest = Math.max(deepest, -out.distance[i]);
    if (out.kind[i] !== FEATURE_POINT) continue;
    loadCone(cone, pass, out.index[i]);
    if (!cone.known) continue;
    const allowed = coneAllows(cone, pass, out.normal, 3 * i);
    if (!allowed || !(cone.even || out.distance[i] > limit[EPSILON] || isFlat(pass, out.normal, 3 * i))) {
      if (!askBehind(query, pass, i) && !allowed) {
        wrong[i] = 1;
        count++;
        continue;
      }
    }
    if (cone.even) level(query, pass, i);
  }
  if (count === 0) return;
  const high = deepest + MEND_BEYOND * limit[EPSILON];
  for (let i = 0; i < out.count; i++) {
    if (wrong[i] !== 1) continue;
    const pass = out.side[i] === 0 ? forward : backward;
    loadCone(cone, pass, out.index[i]);
    best[0] = Infinity;
    if (pass.field.kind !== KIND_PLANE) {
      // a plane has one normal alone
      tryOthers(query, pass, i, high);
      if (best[0] === Infinity) tryOwn(query, pass, i, high);
    }
    if (best[0] < limit[KEEP]) {
      out.distance[i] = best[0];
      for (let d = 0; d < 3; d++) out.normal[3 * i + d] = best[1 + d];
      if (cone.even) level(query, pass, i);
      wrong[i] = 0;
    } else if (out.distance[i] > 0 || best[0] < Infinity) wrong[i] = 2;
  }
  dropContacts(query, wrong, 2);
}

/** Whether the normal n[at…] is about opposite to the middle of the cone: then it is as good as any. */
function isFlat({ frame }: Pass, n: Float64Array, at: number): boolean {
  turnVector(turned, 0, frame, cone.mean, 0);
  return -(turned[0] * n[at] + turned[1] * n[at + 1] + turned[2] * n[at + 2]) >= MEND_ALIKE;
}

/** Makes the plane of a contact whose feature is on a flat part of its surface that part: an edge that passes over it is no slope. */
function level({ out }: Query, { frame }: Pass, i: number): void {
  const { normal, distance } = out;
  turnVector(turned, 0, frame, cone.mean, 0);
  let along = 0;
  for (let d = 0; d < 3; d++) along -= turned[d] * normal[3 * i + d];
  distance[i] *= along;
  for (let d = 0; d < 3; d++) normal[3 * i + d] = -turned[d];
}

/**
 * Asks the field behind the feature of contact i, in its own body and a little outside of the other: from there the closest
 * surface is seen in one way, where at the feature itself, on an edge or a corner of the other, it is any of several.
 * Where the feature can have that normal, it gets it; returns whether it did.
 */
function askBehind(query: Query, pass: Pass, i: number): boolean {
  const { out, limit } = query;
  const { point, normal, distance } = out;
  const back = limit[EPSILON] + Math.max(0, -distance[i]);
  turnVector(turned, 0, pass.frame, cone.mean, 0);
  for (let d = 0; d < 3; d++) place[d] = point[3 * i + d] - back * turned[d];
  reach[0] = reach[1] = 4 * back;
  if (measureCollider(answer, pass.field, pass.fieldLabel, place, 0, reach, pass.sealed) !== NEAR)
    return false;
  if (!(answer[0] > 0) || !coneAllows(cone, pass, answer, 1)) return false;
  let rise = answer[0];
  for (let d = 0; d < 3; d++) rise += back * turned[d] * answer[1 + d];
  distance[i] = rise;
  for (let d = 0; d < 3; d++) normal[3 * i + d] = answer[1 + d];
  return true;
}

/** Tries the normals of the pair's other contacts, as long as they differ. */
function tryOthers(query: Query, pass: Pass, i: number, high: number): void {
  const { out } = query;
  const { side, normal, count } = out;
  let along = -0.3; // of the closest so far: what pushes the other way is no help
  let found = false;
  for (let j = 0; j < count; j++) {
    if (wrong[j] !== 0) continue;
    if (side[j] === side[i]) for (let d = 0; d < 3; d++) turned[d] = normal[3 * j + d];
    else {
      // Seen from the other field: its frame turns what this pass's solid sees.
      turnVector(turned, 0, pass.frame, normal, 3 * j);
      for (let d = 0; d < 3; d++) turned[d] = -turned[d];
    }
    const alike = turned[0] * normal[3 * i] + turned[1] * normal[3 * i + 1] + turned[2] * normal[3 * i + 2];
    if (!(alike > along + 0.001) || !coneAllows(cone, pass, turned, 0)) continue;
    along = alike;
    found = true;
    trial.set(turned);
  }
  if (found) askAgain(query, pass, i, high);
}

/** Tries the opposites of the feature's own faces: what they are pressed against. */
function tryOwn(query: Query, pass: Pass, i: number, high: number): void {
  const { solid } = pass.solid;
  const point = query.out.index[i];
  if (cone.smooth > 0) {
    for (let d = 0; d < 3; d++) turned[d] = -cone.mean[d];
    turnVector(trial, 0, pass.frame, turned, 0);
    askAgain(query, pass, i, high);
  } else if (solid === null) {
    for (let axis = 0; axis < 3; axis++) {
      turned.fill(0);
      turned[axis] = (point >> axis) & 1 ? -1 : 1;
      turnVector(trial, 0, pass.frame, turned, 0);
      askAgain(query, pass, i, high);
    }
  } else if (point < pass.solid.surfaceCount) {
    const { halfStart } = solid.topology;
    for (let h = halfStart[point]; h < halfStart[point + 1]; h++) {
      faceAt(turned, solid, h);
      for (let d = 0; d < 3; d++) turned[d] = -turned[d];
      turnVector(trial, 0, pass.frame, turned, 0);
      askAgain(query, pass, i, high);
    }
  }
}

/**
 * Asks the field beyond the feature of contact i along `trial`, and inward of it. Where the closest surface there faces
 * that way, and is the shortest way out so far, `best` is it.
 */
function askAgain(query: Query, pass: Pass, i: number, high: number): void {
  const { out, limit } = query;
  const { point, distance } = out;
  const aside = MEND_BEYOND * limit[EPSILON] + Math.abs(distance[i]);
  for (let d = 0; d < 3; d++) turned[d] = -cone.mean[d];
  turnVector(inward, 0, pass.frame, turned, 0);
  const along = inward[0] * trial[0] + inward[1] * trial[1] + inward[2] * trial[2];
  let square = 0;
  for (let d = 0; d < 3; d++) {
    inward[d] -= along * trial[d];
    square += inward[d] * inward[d];
  }
  const scale = square > 0.01 ? aside / Math.sqrt(square) : 0;
  // Nearer to the rim the closest place is still on it: then a little further inward.
  for (let far = 1; far <= (scale > 0 ? MEND_FAR : 1); far *= 2) {
    for (let d = 0; d < 3; d++) place[d] = point[3 * i + d] + far * scale * inward[d] + high * trial[d];
    reach[0] = reach[1] = 4 * (high + far * aside);
    if (measureCollider(answer, pass.field, pass.fieldLabel, place, 0, reach, pass.sealed) !== NEAR) continue;
    let rise = answer[0];
    let agrees = 0;
    for (let d = 0; d < 3; d++) {
      rise -= (place[d] - point[3 * i + d]) * answer[1 + d];
      agrees += answer[1 + d] * trial[d];
    }
    if (agrees < MEND_ALIKE || !coneAllows(cone, pass, answer, 1)) continue;
    if (best[0] !== Infinity && !(rise > best[0])) return;
    best[0] = rise;
    for (let d = 0; d < 3; d++) best[1 + d] = answer[1 + d];
    return;
  }
}
