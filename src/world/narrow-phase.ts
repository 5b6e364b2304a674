// Finding the contacts of a collision step: pairs whose boxes overlap are queried, and what held them last time, by
// feature, is what the solver begins with.

import { EPSILON_SHARE } from '../contact/constants.ts';
import { areDeeper } from '../contact/deeper.ts';
import { measureDrift, reuseContacts } from '../contact/pair.ts';
import { queryPair } from '../contact/query-pair.ts';
import { BODY_DYNAMIC, type Bodies, ROUND_NOT } from '../dynamics/bodies.ts';
import { joinsWithout } from '../dynamics/joints.ts';
import { FRAME_SIZE, movePoint } from '../math/rigid.ts';
import { AHEAD, CALM, FEWER_PERIOD, NEAR, SLOW_DEPTHS, STALE, STALE_AT_REST } from './constants.ts';
import { allowedDepth } from './depth.ts';
import { keepImpulses } from './impulses.ts';
import { comparePairs, copyMemory, createRecord, findPair, freePair, type Pair, takePair } from './pairs.ts';
import { areFitting, areStrangers, dropOutward, moveRow } from './siblings.ts';
import type { WorldState } from './state.ts';

/** Writes the contacts of all pairs to state.contacts, in the order of their rows. */
export function narrowPhase(state: WorldState, scale: number): void {
  const { near, pairs, contacts, active, joints } = state;
  contacts.count = 0;
  active.length = 0;
  const edges = joints.slots.used > 0;
  for (let k = 0; k < near.count; k++) {
    const a = near.a[k];
    const b = near.b[k];
    if (edges && joinsWithout(joints, a, b)) continue;
    let pair = findPair(pairs, a, b);
    if (pair === null && areStrangers(state, a, b)) {
      state.counters.pairs++;
      continue;
    }
    pair ??= takePair(pairs, a, b);
    pair.step = state.steps;
    touchRows(state, pair);
    if (state.settings.speculation && !hardlyMoves(state, a, b))
      dropApart(state, NEAR * epsilonOf(state, a, b));
    keepImpulses(state, pair, scale);
    if (pair.count > 0 || pair.touching) active.push(pair);
  }
}

/** Finds the contacts of a pair where its bodies are. */
function touchRows(state: WorldState, pair: Pair): void {
  touchAt(state, pair, frameOf(state, pair.a, 0), frameOf(state, pair.b, 1), -1);
}

/**
 * Finds the contacts of a pair at two frames: those of its last query, moved on, while nothing else can have come closer
 * than need be, and else by a query that looks a little further than this step needs. In a recheck at where bodies came to,
 * what is at most `unseen` deep need not be found; below 0 they are where the step begins, and what is stuck in each other
 * there is freed. Where `deeper` is above 0 and last contacts do not serve, only what is deeper than that is found, and the pair remembers what it did.
 */
export function touchAt(
  state: WorldState,
  pair: Pair,
  frameA: Float64Array,
  frameB: Float64Array,
  unseen: number,
  deeper = 0,
): void {
  const { instance, label, bodies, found, query, asking, counters } = state;
  const { a, b } = pair;
  const A = instance[a];
  const B = instance[b];
  if (A === null || B === null) throw new Error('a pair of bodies that are not there');
  const { radius } = bodies;
  const small = radius[a] < radius[b] ? a : b;
  const epsilon = epsilonOf(state, a, b);
  counters.pairs++;
  if (areStrangers(state, a, b)) {
    found.count = 0;
    pair.sure = 0;
    return;
  }
  if (small === a) copyPoint(center, bodies.local, 3 * a);
  else moveBetween(center, frameA, frameB, bodies.local, 3 * b);
  const begins = unseen < 0;
  if (pair.version === A.version + B.version && pair.sure > 0 && !(begins && isDue(state, pair))) {
    measureDrift(drift, pair.frame, frameA, frameB, center, 0, radius, small);
    const stale = isCalm(bodies, a) && isCalm(bodies, b) ? STALE_AT_REST : isRound(bodies, a, b) ? 0 : STALE;
    if (drift[0] <= (begins ? Math.min(pair.sure, stale * epsilon) : pair.sure + unseen)) {
      reuseContacts(found, pair, frameA, frameB);
      if (!state.settings.manifolds && areFitting(state, a, b)) dropOutward(state, pair);
      return;
    }
  }
  asking.epsilon = epsilon;
  const fitting = areFitting(state, a, b);
  asking.edges = !fitting;
  asking.thin = !fitting;
  asking.jams = begins;
  const before = query.counters.points;
  if (deeper > 0) {
    counters.deepQueries++;
    asking.margin = -deeper;
    const deep = areDeeper(query, pair, A.collider, label[a], frameA, B.collider, label[b], frameB, asking);
    found.count = 0;
    if (deep) {
      counters.queries++;
      copyMemory(passing, pair);
      queryPair(found, query, passing, A.collider, label[a], frameA, B.collider, label[b], frameB, asking);
    }
    counters.points += query.counters.points - before;
    return;
  }
  counters.queries++;
  asking.margin = AHEAD * epsilon;
  queryPair(found, query, pair, A.collider, label[a], frameA, B.collider, label[b], frameB, asking);
  counters.points += query.counters.points - before;
  if (fitting && !state.settings.manifolds) dropOutward(state, pair);
  pair.sure = asking.margin;
  pair.version = A.version + B.version;
}

/** ε of two bodies, metres. */
function epsilonOf({ bodies }: WorldState, a: number, b: number): number {
  const { radius, thin } = bodies;
  return EPSILON_SHARE * Math.min(radius[a], radius[b], 4 * thin[a], 4 * thin[b]);
}

/**
 * Whether two bodies go no further against each other in a step, as they move now, than they may be in each other, or a few
 * times as far where contacts are those of patches. What
 * is close to them stays where it is, then, and what rests does not fall from contact to contact.
 */
function hardlyMoves(state: WorldState, a: number, b: number): boolean {
  const { bodies, substep, settings } = state;
  const { velocity, spin, center, radius } = bodies;
  const small = radius[a] < radius[b] ? a : b;
  const large = small === a ? b : a;
  let straight = 0; // the square of how fast the middle of the smaller goes, as seen from the larger
  let round = 0; // and of how fast it turns
  for (let d = 0; d < 3; d++) {
    const e = (d + 1) % 3;
    const f = (d + 2) % 3;
    const carried =
      spin[3 * large + e] * (center[3 * small + f] - center[3 * large + f]) -
      spin[3 * large + f] * (center[3 * small + e] - center[3 * large + e]);
    const v = velocity[3 * small + d] - velocity[3 * large + d] - carried;
    const w = spin[3 * small + d] - spin[3 * large + d];
    straight += v * v;
    round += w * w;
  }
  const speed = Math.sqrt(straight) + radius[small] * Math.sqrt(round);
  const far = (settings.manifolds ? SLOW_DEPTHS : 1) * allowedDepth(state, a, b);
  return speed * substep * settings.substeps <= far;
}

/**
 * Leaves out what state.found holds of features further apart than `near`: held by the normal that they have now, what
 * rolls would stop at what it is about to roll over. If they come to touch in this step, a second recheck finds them.
 */
function dropApart(state: WorldState, near: number): void {
  const { found } = state;
  let kept = 0;
  for (let i = 0; i < found.count; i++) {
    if (found.distance[i] > near) continue;
    if (kept < i) moveRow(state, kept, i);
    kept++;
  }
  found.count = kept;
}

/** Whether a body has rested for a while, or does not move of its own. */
function isCalm({ kind, rest }: Bodies, row: number): boolean {
  return kind[row] !== BODY_DYNAMIC || rest[row] > CALM;
}

/** Whether one of two bodies is round: what touches there stays behind as it rolls, and would drive it on. */
function isRound({ round }: Bodies, a: number, b: number): boolean {
  return round[a] !== ROUND_NOT || round[b] !== ROUND_NOT;
}

/** Whether it is time to see if a pair with many contacts does with fewer. */
function isDue({ steps, settings }: WorldState, { a, b, wanted }: Pair): boolean {
  return wanted > settings.contacts && (steps + a + b) % FEWER_PERIOD === 0;
}

const passing = createRecord(); // scratch: what a pair remembers, for a query that it is not to remember
const drift = new Float64Array(1); // scratch: how far a pair has moved since its query
const center = new Float64Array(3); // scratch: the centre of the smaller body, in the frame of A
const middle = new Float64Array(3); // scratch: the same in the world

function copyPoint(out: Float64Array, from: Float64Array, at: number): void {
  for (let d = 0; d < 3; d++) out[d] = from[at + d];
}

/** The point from[at…] of B in the frame of A. */
function moveBetween(
  out: Float64Array,
  frameA: Float64Array,
  frameB: Float64Array,
  from: Float64Array,
  at: number,
): void {
  movePoint(middle, 0, frameB, from, at);
  for (let d = 0; d < 3; d++) middle[d] -= frameA[9 + d];
  for (let d = 0; d < 3; d++) {
    out[d] = frameA[d] * middle[0] + frameA[3 + d] * middle[1] + frameA[6 + d] * middle[2];
  }
}

const frames = [new Float64Array(FRAME_SIZE), new Float64Array(FRAME_SIZE)]; // scratch: of both bodies

function frameOf({ bodies }: WorldState, row: number, side: number): Float64Array {
  const out = frames[side];
  for (let d = 0; d < FRAME_SIZE; d++) out[d] = bodies.frame[FRAME_SIZE * row + d];
  return out;
}

/**
 * Forgets pairs that are no longer close, once the collision step has found all of them. Those of two bodies that both
 * rest stay as they are.
 */
export function dropPairs(state: WorldState): void {
  const { pairs, bodies, steps, active } = state;
  const { list } = pairs;
  const first = active.length;
  for (let k = list.length - 1; k >= 0; k = Math.min(k, list.length) - 1) {
    const pair = list[k]; // the list may become shorter
    if (!pair.live || pair.step === steps) continue;
    if (bodies.awake[pair.a] === 0 && bodies.awake[pair.b] === 0) continue;
    pair.count = 0;
    if (pair.touching) active.push(pair); // it ends in this step
    freePair(pairs, pair);
  }
  sortPairs(active, first);
}

/** Sorts pairs from `first` on by their rows: the order of records depends on what came and went before, and a snapshot has not that. */
function sortPairs(list: Pair[], first: number): void {
  for (let k = first + 1; k < list.length; k++) {
    const pair = list[k];
    let at = k;
    for (; at > first && comparePairs(list[at - 1], pair) > 0; at--) list[at] = list[at - 1];
    list[at] = pair;
  }
}
