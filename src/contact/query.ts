// Contact queries between two fragments [Glondu13, sec. 5]: the points of each against the field of the other. Both
// passes share the contacts that the pair is given; last step's contacts come first, so that what rests keeps them.

import { checkFragment } from '../fragment/family.ts';
import { InputError } from '../job/error.ts';
import { FRAME_SIZE, invertFrame, movePoint, relateFrames, turnVector } from '../math/rigid.ts';
import { agreeNormals, boundDepths, freeJam } from './agree.ts';
import type { Collider } from './collider.ts';
import type { Contacts } from './contacts.ts';
import { areJustBroken, takeCrackContacts } from './crack-contacts.ts';
import { beginEntryFaces, findEntryFaces, matchEntryFaces } from './entry-faces.ts';
import { setLimits } from './limits.ts';
import { DEFAULT_OPTIONS, type QueryOptions } from './options.ts';
import { keepContacts, type PairState } from './pair.ts';
import { markPast, takeSeeds } from './seeds.ts';
import { beginShare } from './select.ts';
import {
  clearPlane,
  compareRest,
  separateAgain,
  separatePair,
  setPlane,
  setPlaneBack,
} from './separation.ts';
import { takeWaiting } from './spread.ts';
import { touchEdges } from './touch-edges.ts';
import { traverseTree } from './traverse.ts';
import { beginPass, EPSILON, type Pass, type QueryWork, REST, SLACK, setPass } from './work.ts';

/**
 * Writes to `out` the contacts of fragment `labelA` of A, at frameA, with fragment `labelB` of B, at frameB; returns
 * how many. Points are features' places in the world, normals point from B to A, whoever's feature it is, and distances
 * are negative inside. Remembers in `pair` what the next query of the same two fragments, in the same order, goes by.
 *
 * With the budget 'adaptive' no point deeper than ε is left out, up to the cap; with 'full' no point closer than the
 * tolerance. Deterministic. Allocates only what grows.
 */
export function queryPair(
  out: Contacts,
  work: QueryWork,
  pair: PairState,
  A: Collider,
  labelA: number,
  frameA: Float64Array,
  B: Collider,
  labelB: number,
  frameB: Float64Array,
  options: QueryOptions = DEFAULT_OPTIONS,
): number {
  checkBody('A', A, labelA, frameA);
  checkBody('B', B, labelB, frameB);
  const forward = setPass(work, 0, A, labelA, B, labelB);
  const backward = setPass(work, 1, B, labelB, A, labelA);
  relateFrames(forward.frame, frameA, frameB);
  relateFrames(backward.frame, frameB, frameA);
  beginPair(out, work, pair, options);
  forward.before.set(pair.frame);
  invertFrame(backward.before, pair.frame);
  compareRest(forward);
  compareRest(backward);
  runBoth(out, work, pair, forward, backward, options);
  boundDepths(out, forward, backward);
  if (work.thin) {
    agreeNormals(out, work, pair, forward);
    freeJam(out, work, pair, forward, options.jams);
  }
  boundDepths(out, forward, backward);
  endPair(out, work, pair, forward, options);
  moveContacts(out, frameA, frameB);
  return out.count;
}

/**
 * The one pass of queryPair from A to B alone: the features of A against the field of B, where `frame` is A as seen
 * from B. Points and normals are in the frame of B.
 */
export function queryContacts(
  out: Contacts,
  work: QueryWork,
  pair: PairState,
  A: Collider,
  labelA: number,
  B: Collider,
  labelB: number,
  frame: Float64Array,
  options: QueryOptions = DEFAULT_OPTIONS,
): number {
  checkBody('A', A, labelA, frame);
  checkBody('B', B, labelB, frame);
  const pass = setPass(work, 0, A, labelA, B, labelB);
  pass.frame.set(frame);
  beginPair(out, work, pair, options);
  pass.before.set(pair.frame);
  compareRest(pass);
  if (bringsPoints(A, labelA)) runOne(out, work, pair, pass, options);
  else {
    setLimits(work, pass, options);
    bringFeatures(out, work, pair, pass, options, wantedOf(pair, options));
  }
  endPair(out, work, pair, pass, options);
  return out.count;
}

/** Throws unless a collider has the fragment, it is still there, and the frame is one. */
function checkBody(name: string, { field }: Collider, label: number, frame: Float64Array): void {
  if (frame.length !== FRAME_SIZE) {
    throw new InputError(
      'bad-argument',
      `a frame has ${frame.length} numbers: give ${FRAME_SIZE}, see setFrame`,
    );
  }
  if (field !== null) checkFragment(field.family, label);
  else if (label !== 0) {
    throw new InputError(
      'bad-argument',
      `label${name} is ${label}, but ${name} is a shape: its only fragment is 0`,
    );
  }
}

function beginPair(out: Contacts, work: QueryWork, pair: PairState, options: QueryOptions): void {
  out.count = 0;
  work.full = options.budget === 'full';
  work.hard = options.budget === 'hard';
  work.thin = options.thin;
  work.plain = options.order === 'plain';
  work.cap = options.cap;
  work.looked = false;
  for (let side = 0; side < work.passes.length; side++) {
    const pass = work.passes[side];
    pass.known = pair.known;
    pass.sealed = !areTogether(pass);
  }
}

/** Whether both fragments broke from one copy and have not moved since: then the cracks between them are all there is. */
function areTogether({ solid, label, field, fieldLabel }: Pass): boolean {
  const distances = field.field;
  if (distances === null || distances !== solid.field || label === fieldLabel) return false; // or two wholes
  return distances.group[label] === distances.group[fieldLabel];
}

/** Keeps what the next query goes by. Contacts are still in the frames of the fields. */
function endPair(
  out: Contacts,
  work: QueryWork,
  pair: PairState,
  forward: Pass,
  options: QueryOptions,
): void {
  keepContacts(pair, out, work.entry);
  pair.frame.set(forward.frame);
  pair.known = true;
  pair.wanted = options.budget === 'adaptive' ? countWanted(out, work, pair.wanted, options) : 0;
}

/**
 * The contacts that the next query stops at, given those of this one: as many as are deeper than ε, and of those beyond the
 * least number, three in four of what holds the bodies apart and of what was wanted before. So what an impact needed for a
 * moment does not stay; but what rocks to and fro on many points finds those of the other side.
 */
function countWanted(
  { count, distance }: Contacts,
  { limit }: QueryWork,
  before: number,
  options: QueryOptions,
): number {
  let deep = 0;
  let held = 0;
  if (count === 0) return 0;
  for (let i = 0; i < count; i++) {
    if (distance[i] < -limit[EPSILON]) deep++;
    if (distance[i] <= limit[REST]) held++;
  }
  const most = Math.max(held, before);
  const fewer = most - ((most - options.contacts + 3) >> 2);
  return Math.min(options.cap, Math.max(options.contacts, deep, fewer));
}

function wantedOf(pair: PairState, options: QueryOptions): number {
  return Math.min(options.cap, Math.max(options.contacts, pair.wanted));
}

function bringsPoints({ forest }: Collider, label: number): boolean {
  return forest !== null && label < forest.root.length && forest.root[label] >= 0;
}

/** Runs one pass of a pair whose fragments may both bring features. */
function runOne(out: Contacts, work: QueryWork, pair: PairState, pass: Pass, options: QueryOptions): void {
  clearPlane(pass);
  pass.entryFaces.count = -1;
  pass.justBroken = false;
  if (bringsPoints(pass.field, pass.fieldLabel)) {
    setLimits(work, pass, options);
    pass.justBroken = areJustBroken(work, pass);
    if (!separatePair(work, pair, pass)) return;
    setPlane(pair, pass);
    if (!pass.justBroken && pass.siblings) {
      const backward = setPass(work, 1, pass.field, pass.fieldLabel, pass.solid, pass.label);
      invertFrame(backward.frame, pass.frame);
      compareRest(backward);
      setPlaneBack(pair, backward, pass.frame);
      listEntryFaces(work, pass, backward, options);
    }
  } else if (pass.field.shape !== null) {
    setLimits(work, pass, options);
    if (!pass.field.shape.separate(work, pair, pass)) return;
  }
  runPass(out, work, pair, pass, options, wantedOf(pair, options));
}

/** Finds where features of siblings can have come in. Expects planes and the limits of the forward pass. */
function listEntryFaces(work: QueryWork, forward: Pass, backward: Pass, options: QueryOptions): void {
  findEntryFaces(work, forward);
  backward.entryFaces.count = -1;
  if (forward.entryFaces.count < 0) return;
  setLimits(work, backward, options);
  findEntryFaces(work, backward);
  matchEntryFaces(forward, backward);
}

/**
 * Runs the passes that bring features. The one that found less last time goes first, for half of the contacts, and leaves
 * what it does not use to the other; at first that is the larger body's, whose points are likely to be few. What is
 * still in contact since last time is never given away.
 */
function runBoth(
  out: Contacts,
  work: QueryWork,
  pair: PairState,
  forward: Pass,
  backward: Pass,
  options: QueryOptions,
): void {
  const wanted = wantedOf(pair, options);
  clearPlane(forward);
  clearPlane(backward);
  forward.entryFaces.count = -1;
  backward.entryFaces.count = -1;
  forward.justBroken = false;
  backward.justBroken = false;
  if (!bringsPoints(forward.solid, forward.label) || !bringsPoints(backward.solid, backward.label)) {
    runFew(out, work, pair, forward, backward, options, wanted);
    return;
  }
  setLimits(work, forward, options);
  forward.justBroken = areJustBroken(work, forward);
  backward.justBroken = forward.justBroken;
  if (!separatePair(work, pair, forward)) return;
  setPlane(pair, forward);
  setPlaneBack(pair, backward, forward.frame);
  if (!forward.justBroken) listEntryFaces(work, forward, backward, options);
  let had = 0; // of the last contacts, those of A's features
  for (let i = 0; i < pair.last.count; i++) if (pair.last.side[i] === 0) had++;
  const rest = pair.last.count - had;
  const ahead = had < rest || (had === rest && forward.solid.radius > forward.field.radius);
  const own = options.seeds ? Math.min(wanted, ahead ? had : rest) : 0;
  const others = options.seeds ? Math.min(wanted - own, ahead ? rest : had) : 0;
  const share = Math.max(own, Math.min((wanted + 1) >> 1, wanted - others));
  runPass(out, work, pair, ahead ? forward : backward, options, share);
  if (work.looked) {
    separateAgain(out, work, pair, forward);
    setPlane(pair, forward);
    setPlaneBack(pair, backward, forward.frame);
  }
  const left = Math.max(others, wanted - out.count);
  runPass(out, work, pair, ahead ? backward : forward, options, left);
  if (work.looked) separateAgain(out, work, pair, forward);
}

/** Where one side at most has a tree: shapes and ground go first, for half of the contacts, for their features are few. */
function runFew(
  out: Contacts,
  work: QueryWork,
  pair: PairState,
  forward: Pass,
  backward: Pass,
  options: QueryOptions,
  wanted: number,
): void {
  const { shape } = forward.solid;
  if (shape !== null && backward.solid.shape !== null) {
    setLimits(work, forward, options);
    shape.meet(out, work, pair, forward, backward, options, wanted);
    return;
  }
  const tree = bringsPoints(forward.solid, forward.label)
    ? forward
    : bringsPoints(backward.solid, backward.label)
      ? backward
      : null;
  if (tree !== null && tree.field.shape !== null) {
    setLimits(work, tree, options);
    if (!tree.field.shape.separate(work, pair, tree)) return;
  }
  for (let side = 0; side < 2; side++) {
    const pass = side === 0 ? forward : backward;
    if (pass !== tree) {
      setLimits(work, pass, options);
      bringFeatures(out, work, pair, pass, options, (wanted + 1) >> 1);
    }
  }
  if (tree === null) return;
  let had = 0; // of the last contacts, those of the tree's points and edges
  for (let i = 0; i < pair.last.count; i++) if (pair.last.side[i] === tree.side) had++;
  const kept = options.seeds ? Math.min(wanted, had) : 0;
  runPass(out, work, pair, tree, options, Math.max(kept, wanted - out.count));
}

/** Adds the features of a shape or of ground. */
function bringFeatures(
  out: Contacts,
  work: QueryWork,
  pair: PairState,
  pass: Pass,
  options: QueryOptions,
  share: number,
): void {
  const { shape, ground } = pass.solid;
  if (shape !== null) shape.bring(out, work, pair, pass, options, share);
  else if (ground !== null) ground.bring(out, work, pair, pass, options, share);
}

function runPass(
  out: Contacts,
  work: QueryWork,
  pair: PairState,
  pass: Pass,
  options: QueryOptions,
  share: number,
): void {
  const { forest } = pass.solid;
  if (forest === null) return;
  const rims = options.edges ? pass.solid.rims : null;
  beginPass(work, forest, rims);
  work.edgeReach = pass.solid.edgeReach;
  setLimits(work, pass, options);
  beginEntryFaces(work, pass);
  work.gap[0] = pass.gap[0] - work.limit[SLACK];
  beginShare(out, work, share);
  markPast(work, pair, pass, true);
  if (options.seeds && !work.full) takeSeeds(out, work, pair, pass, forest, rims);
  if (!work.full) takeCrackContacts(out, work, pair, pass);
  if (!work.done && pass.entryFaces.count !== 0) traverseTree(out, work, pair, pass, forest, rims);
  takeWaiting(out, work, pair, pass);
  if (rims !== null) touchEdges(out, work, pair, pass, rims);
  markPast(work, pair, pass, false);
}

/** From the frames of the fields to the world. */
function moveContacts(out: Contacts, frameA: Float64Array, frameB: Float64Array): void {
  const { count, side, point, normal } = out;
  for (let i = 0; i < count; i++) {
    const frame = side[i] === 0 ? frameB : frameA;
    movePoint(point, 3 * i, frame, point, 3 * i);
    turnVector(normal, 3 * i, frame, normal, 3 * i);
    if (side[i] === 0) continue;
    for (let d = 0; d < 3; d++) normal[3 * i + d] = -normal[3 * i + d];
  }
}
