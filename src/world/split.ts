// A body breaks on demand: its instance is cut, the largest piece keeps the row, the others take new ones, and all move on
// as the whole did. What held the whole in place holds the piece that kept the feature.

import { copyPair, flipPair } from '../contact/pair.ts';
import { updateCollider } from '../contact/update.ts';
import { addBody, placeBody } from '../dynamics/bodies.ts';
import { wakeBody } from '../dynamics/sleep.ts';
import { idOf } from '../dynamics/slots.ts';
import { applyPattern, checkPattern, type Pattern } from '../fragment/patterns.ts';
import type { SplitRecord } from '../fragment/record.ts';
import { readClamp, readMost, type SplitOptions } from '../fragment/split.ts';
import { between, type Checks, checkOptions, refuse } from '../job/check.ts';
import { InputError } from '../job/error.ts';
import { enterBody, reserveRows, weighBody } from './add.ts';
import { MIN_NODES } from './constants.ts';
import { type Instance, numberCuts, ownCollider } from './instances.ts';
import { moveJoints } from './joining.ts';
import { findPair, flipKey, type Pair, pairsOf, reservePair, takePair } from './pairs.ts';
import type { WorldState } from './state.ts';
import { beginStage, endStage } from './timings.ts';

const SPLIT: Checks<SplitOptions> = {
  clamp: (_name, value) => readClamp({ clamp: value as number }),
  minNodes: between(0, Number.MAX_VALUE),
  minVolume: between(0, Number.MAX_VALUE, ' m³'),
  maxPieces: (_name, value) => readMost({ maxPieces: value as number }),
  log: (name, value) => {
    const grows = Array.isArray(value) && Object.getOwnPropertyDescriptor(value, 'length')?.writable === true;
    if (!grows || !Object.isExtensible(value)) throw refuse(name, value, 'an array to put records into');
  },
};

/**
 * Splits a body along a pattern, in its rest frame, and notes the cuts in `log`. Returns the ids of the new bodies; the body
 * itself goes on as its largest piece. Momentum, angular momentum and energy stay as they were. Throws for shapes, and before anything has
 * changed.
 */
export function splitBody(
  state: WorldState,
  row: number,
  pattern: Pattern,
  options: SplitOptions,
  log: SplitRecord[] = [],
): number[] {
  const instance = state.instance[row];
  if (instance === null || instance.collider.field === null || instance.work === null) {
    throw new InputError('bad-argument', 'body is a shape: only bodies made of assets can be split');
  }
  checkPattern(pattern, instance.collider.field.family.topology);
  checkOptions('options', options, SPLIT);
  beginStage(state.timer);
  ownCollider(state.works, instance);
  const { family } = instance.collider.field;
  applyPattern(instance.work.changes, family, state.label[row], pattern, {
    minNodes: MIN_NODES,
    ...options,
    log,
  });
  const ids = finishSplit(state, row, instance, log);
  endStage(state.timer, 'split');
  return ids;
}

/** After cuts of a body, noted in `log`: brings its collider up to date and gives the pieces bodies; their ids. */
export function finishSplit(
  state: WorldState,
  row: number,
  instance: Instance,
  log: SplitRecord[],
): number[] {
  if (instance.work === null) return [];
  updateCollider(instance.work, instance.collider);
  numberCuts(state.works, instance);
  if (log.length === 0) return [];
  instance.log.push(log);
  instance.version++;
  return adoptFragments(state, row, instance);
}

/** Gives every new fragment of an instance a body. */
function adoptFragments(state: WorldState, row: number, instance: Instance): number[] {
  const { bodies, label } = state;
  const { field } = instance.collider;
  if (field === null) return [];
  wakeBody(state.islands, bodies, row);
  const first = instance.row.length;
  const rows: number[] = [];
  for (let made = first; made < field.family.fragments.count; made++) {
    const child = addBody(bodies);
    reserveRows(state, child + 1);
    copyBody(state, row, child);
    state.instance[child] = instance;
    state.label[child] = made;
    field.group[made] = field.group[label[row]];
    instance.row.push(child);
    rows.push(child);
  }
  const old = [0, 1, 2].map((d) => bodies.center[3 * row + d]);
  for (const piece of [row, ...rows]) settlePiece(state, piece, old);
  sharePairs(state, row, rows);
  moveJoints(state, row, rows);
  const ids = rows.map((piece) => idOf(bodies.slots, piece));
  state.events.splits.push({ parent: idOf(bodies.slots, row), fragments: ids });
  return ids;
}

/** Everything that a piece has from the whole. */
function copyBody(state: WorldState, from: number, to: number): void {
  const { bodies } = state;
  bodies.kind[to] = bodies.kind[from];
  bodies.awake[to] = bodies.awake[from];
  bodies.friction[to] = bodies.friction[from];
  bodies.restitution[to] = bodies.restitution[from];
  for (let d = 0; d < 3; d++) {
    bodies.velocity[3 * to + d] = bodies.velocity[3 * from + d];
    bodies.spin[3 * to + d] = bodies.spin[3 * from + d];
  }
  for (let d = 0; d < 4; d++) bodies.turn[4 * to + d] = bodies.turn[4 * from + d];
  for (let d = 0; d < 12; d++) bodies.frame[12 * to + d] = bodies.frame[12 * from + d];
  for (let d = 0; d < 7; d++) state.previousPoses[7 * to + d] = state.previousPoses[7 * from + d];
  state.damage[to] = state.damage[from];
  state.born[to] = state.born[from];
  state.fading[to] = 0;
  state.group[to] = state.group[from];
  state.mask[to] = state.mask[from];
}

/** Mass, centre and velocity of a piece at the frame of the whole, whose centre was `old`. */
function settlePiece(state: WorldState, row: number, old: number[]): void {
  const { bodies } = state;
  const { center, velocity, spin, frame, local } = bodies;
  weighBody(state, row);
  for (let d = 0; d < 3; d++) {
    const f = 12 * row + 3 * d;
    center[3 * row + d] =
      frame[12 * row + 9 + d] +
      frame[f] * local[3 * row] +
      frame[f + 1] * local[3 * row + 1] +
      frame[f + 2] * local[3 * row + 2];
  }
  const x = center[3 * row] - old[0];
  const y = center[3 * row + 1] - old[1];
  const z = center[3 * row + 2] - old[2];
  const wx = spin[3 * row];
  const wy = spin[3 * row + 1];
  const wz = spin[3 * row + 2];
  velocity[3 * row] += wy * z - wz * y;
  velocity[3 * row + 1] += wz * x - wx * z;
  velocity[3 * row + 2] += wx * y - wy * x;
  placeBody(bodies, row);
  enterBody(state, row);
}

/** What the whole remembered of its neighbours, each piece remembers too; features it does not have tell it nothing. */
function sharePairs(state: WorldState, row: number, rows: number[]): void {
  const { pairs } = state;
  for (const pair of pairsOf(pairs, row)) {
    const other = pair.a === row ? pair.b : pair.a;
    for (const piece of rows) {
      if (findPair(pairs, Math.min(piece, other), Math.max(piece, other)) !== null) continue;
      inherit(
        takePair(pairs, Math.min(piece, other), Math.max(piece, other)),
        pair,
        piece < other !== row < other,
      );
    }
  }
}

/** Makes a pair remember what another does; `swapped` where A of one is B of the other. */
function inherit(pair: Pair, from: Pair, swapped: boolean): void {
  copyPair(pair, from);
  if (swapped) flipPair(pair);
  pair.count = from.count;
  reservePair(pair, from.count);
  pair.place.fill(0); // what the whole bore is borne by what of it is still there, and by nobody instead
  for (let i = 0; i < from.count; i++) {
    pair.key[i] = swapped ? flipKey(from.key[i]) : from.key[i];
    pair.impulse[4 * i] = from.impulse[4 * i];
    for (let d = 1; d < 4; d++) pair.impulse[4 * i + d] = (swapped ? -1 : 1) * from.impulse[4 * i + d];
  }
}
