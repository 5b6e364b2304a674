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
import { DEFAULT_OPTIONS, type QueryOptions } from './options.ts';
import { findPast, keepContacts, NEVER_BORE, type PairState } from './pair.ts';
import { beginPass, EPSILON, type Pass, type Query, REST, SLACK, setLimits, setPass } from './query.ts';
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
import { keepEdges, touchEdges, touchKeptEdges } from './touch-edges.ts';
import { takeWaiting, traverseTree } from './traverse.ts';

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
  query: Query,
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
  const forward = setPass(query, 0, A, labelA, B, labelB);
  const backward = setPass(query, 1, B, labelB, A, labelA);
  relateFrames(forward.frame, frameA, frameB);
  relateFrames(backward.frame, frameB, frameA);
  beginPair(query, out, pair, options);
  forward.before.set(pair.frame);
  invertFrame(backward.before, pair.frame);
  compareRest(forward);
  compareRest(backward);
  forward.edgeCount = 0;
  backward.edgeCount = 0;
  runBoth(query, forward, backward);
  if (query.manifold) {
    touchKeptEdges(query, forward);
    touchKeptEdges(query, backward);
  }
  boundDepths(out, forward, backward);
  if (options.manifold !== null && query.thin) options.manifold.mend(query, forward, backward);
  if (query.thin) {
    agreeNormals(query, forward);
    freeJam(query, forward);
  }
  boundDepths(out, forward, backward);
  if (options.manifold !== null) options.manifold.choose(query, forward);
  endPair(query, forward);
  moveContacts(out, frameA, frameB);
  return out.count;
}

/**
 * The one pass of queryPair from A to B alone: the features of A against the field of B, where `frame` is A as seen
 * from B. Points and normals are in the frame of B.
 */
export function queryContacts(
  out: Contacts,
  query: Query,
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
  const pass = setPass(query, 0, A, labelA, B, labelB);
  pass.frame.set(frame);
  beginPair(query, out, pair, options);
  pass.before.set(pair.frame);
  compareRest(pass);
  if (bringsPoints(A, labelA)) runOne(query, pass);
  else {
    setLimits(query, pass);
    bringFeatures(query, pass, wantedOf(query));
  }
  endPair(query, pass);
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

/** Sets out for a query of a pair whose passes are set. */
export function beginPair(query: Query, out: Contacts, pair: PairState, options: QueryOptions): void {
  out.count = 0;
  query.out = out;
  query.pair = pair;
  query.options = options;
  query.full = options.budget === 'full';
  query.hard = options.budget === 'hard';
  query.manifold = options.manifold !== null;
  query.swaps = query.manifold;
  query.thin = options.thin;
  query.plain = options.order === 'plain';
  query.cap = options.cap;
  query.looked = false;
  for (let side = 0; side < query.passes.length; side++) {
    const pass = query.passes[side];
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
function endPair(query: Query, forward: Pass): void {
  const { options, out, pair } = query;
  carryIdle(query);
  keepContacts(pair, out, query.entry, query.idle);
  pair.frame.set(forward.frame);
  pair.known = true;
  pair.wanted = options.budget === 'adaptive' && !query.manifold ? countWanted(query) : 0;
}

/** For how long contacts have borne nothing: as long as they had at the last query, new ones never bore anything. */
function carryIdle(query: Query): void {
  const { out, pair } = query;
  if (query.idle.length < out.count) query.idle = new Uint8Array(2 * out.count);
  for (let i = 0; i < out.count; i++) {
    const past = findPast(pair, out.side[i], out.kind[i], out.index[i]);
    query.idle[i] = past < 0 ? NEVER_BORE : pair.idle[past];
  }
}

/**
 * The contacts that the next query stops at, given those of this one: as many as are deeper than ε, and of those beyond the
 * least number, three in four of what holds the bodies apart and of what was wanted before. So what an impact needed for a
 * moment does not stay; but what rocks to and fro on many points finds those of the other side.
 */
function countWanted({ limit, options, out, pair }: Query): number {
  const { count, distance } = out;
  let deep = 0;
  let held = 0;
  if (count === 0) return 0;
  for (let i = 0; i < count; i++) {
    if (distance[i] < -limit[EPSILON]) deep++;
    if (distance[i] <= limit[REST]) held++;
  }
  const most = Math.max(held, pair.wanted);
  const fewer = most - ((most - options.contacts + 3) >> 2);
  return Math.min(options.cap, Math.max(options.contacts, deep, fewer));
}

function wantedOf({ pair, options, manifold }: Query): number {
  if (manifold) return 2 * options.cap; // of both passes, all
  return Math.min(options.cap, Math.max(options.contacts, pair.wanted));
}

/** Whether a fragment has a sphere tree. */
export function bringsPoints({ forest }: Collider, label: number): boolean {
  return forest !== null && label < forest.root.length && forest.root[label] >= 0;
}

/** Runs one pass of a pair whose fragments may both bring features. */
function runOne(query: Query, pass: Pass): void {
  const { pair } = query;
  clearPlane(pass);
  pass.entryFaces.count = -1;
  pass.justBroken = false;
  if (bringsPoints(pass.field, pass.fieldLabel)) {
    setLimits(query, pass);
    pass.justBroken = areJustBroken(query, pass);
    if (!separatePair(query, pass)) return;
    setPlane(pair, pass);
    if (!pass.justBroken && pass.siblings) {
      const backward = setPass(query, 1, pass.field, pass.fieldLabel, pass.solid, pass.label);
      invertFrame(backward.frame, pass.frame);
      compareRest(backward);
      setPlaneBack(pair, backward, pass.frame);
      listEntryFaces(query, pass, backward);
    }
  } else if (pass.field.shape !== null) {
    setLimits(query, pass);
    if (!pass.field.shape.separate(query, pass)) return;
  }
  runPass(query, pass, wantedOf(query));
}

/** Finds where features of siblings can have come in. Expects planes and the limits of the forward pass. */
export function listEntryFaces(query: Query, forward: Pass, backward: Pass): void {
  findEntryFaces(query, forward);
  backward.entryFaces.count = -1;
  if (forward.entryFaces.count < 0) return;
  setLimits(query, backward);
  findEntryFaces(query, backward);
  matchEntryFaces(forward, backward);
}

/**
 * Runs the passes that bring features. The one that found less last time goes first, for half of the contacts, and leaves
 * what it does not use to the other; at first that is the larger body's, whose points are likely to be few. What is
 * still in contact since last time is never given away.
 */
function runBoth(query: Query, forward: Pass, backward: Pass): void {
  const { options, out, pair } = query;
  const wanted = wantedOf(query);
  clearPlane(forward);
  clearPlane(backward);
  forward.entryFaces.count = -1;
  backward.entryFaces.count = -1;
  forward.justBroken = false;
  backward.justBroken = false;
  if (!bringsPoints(forward.solid, forward.label) || !bringsPoints(backward.solid, backward.label)) {
    runFew(query, forward, backward, wanted);
    return;
  }
  setLimits(query, forward);
  forward.justBroken = areJustBroken(query, forward);
  backward.justBroken = forward.justBroken;
  if (!separatePair(query, forward)) return;
  setPlane(pair, forward);
  setPlaneBack(pair, backward, forward.frame);
  if (!forward.justBroken) listEntryFaces(query, forward, backward);
  let had = 0; // of the last contacts, those of A's features
  for (let i = 0; i < pair.last.count; i++) if (pair.last.side[i] === 0) had++;
  const rest = pair.last.count - had;
  const ahead = had < rest || (had === rest && forward.solid.radius > forward.field.radius);
  const own = options.seeds ? Math.min(wanted, ahead ? had : rest) : 0;
  const others = options.seeds ? Math.min(wanted - own, ahead ? rest : had) : 0;
  const share = Math.max(own, Math.min((wanted + 1) >> 1, wanted - others));
  runPass(query, ahead ? forward : backward, share);
  if (query.looked) {
    separateAgain(query, forward);
    setPlane(pair, forward);
    setPlaneBack(pair, backward, forward.frame);
  }
  const left = Math.max(others, wanted - out.count);
  runPass(query, ahead ? backward : forward, left);
  if (query.looked) separateAgain(query, forward);
}

/** Where one side at most has a tree: shapes and ground go first, for half of the contacts, for their features are few. */
function runFew(query: Query, forward: Pass, backward: Pass, wanted: number): void {
  const { options, out, pair } = query;
  const { shape } = forward.solid;
  if (shape !== null && backward.solid.shape !== null) {
    setLimits(query, forward);
    shape.meet(query, forward, backward, wanted);
    return;
  }
  const tree = bringsPoints(forward.solid, forward.label)
    ? forward
    : bringsPoints(backward.solid, backward.label)
      ? backward
      : null;
  if (tree !== null && tree.field.shape !== null) {
    setLimits(query, tree);
    if (!tree.field.shape.separate(query, tree)) return;
  }
  for (let side = 0; side < 2; side++) {
    const pass = side === 0 ? forward : backward;
    if (pass !== tree) {
      setLimits(query, pass);
      bringFeatures(query, pass, (wanted + 1) >> 1);
    }
  }
  if (tree === null) return;
  let had = 0; // of the last contacts, those of the tree's points and edges
  for (let i = 0; i < pair.last.count; i++) if (pair.last.side[i] === tree.side) had++;
  const kept = options.seeds ? Math.min(wanted, had) : 0;
  runPass(query, tree, Math.max(kept, wanted - out.count));
}

/** Adds the features of a shape or of ground. */
function bringFeatures(query: Query, pass: Pass, share: number): void {
  const { shape, ground } = pass.solid;
  if (shape !== null) shape.bring(query, pass, share);
  else if (ground !== null) ground.bring(query, pass, share);
}

/** Adds the features of a sphere tree. Expects planes and entry faces. */
export function runPass(query: Query, pass: Pass, share: number): void {
  const { options } = query;
  const { forest } = pass.solid;
  if (forest === null) return;
  const rims = options.edges ? pass.solid.rims : null;
  beginPass(query, forest, rims);
  query.edgeReach = pass.solid.edgeReach;
  setLimits(query, pass);
  beginEntryFaces(query, pass);
  query.gap[0] = pass.gap[0] - query.limit[SLACK];
  beginShare(query, share);
  markPast(query, pass, true);
  if (options.seeds && !query.full && !query.manifold) takeSeeds(query, pass, forest, rims);
  if (!query.full) takeCrackContacts(query, pass);
  if (!query.done && pass.entryFaces.count !== 0) traverseTree(query, pass, forest, rims);
  takeWaiting(query, pass);
  if (rims !== null) {
    if (query.manifold) keepEdges(query, pass);
    else touchEdges(query, pass, rims);
  }
  markPast(query, pass, false);
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
