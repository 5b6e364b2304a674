// Cutting a body that breaks: along the pattern that its material chooses, or that the caller does. Tells of it.

import { idOf, rowOf } from '../dynamics/slots.ts';
import { applyFracture } from '../fracture/apply.ts';
import type { Decision } from '../fracture/decide.ts';
import { breakBonds } from '../fracture/scored.ts';
import { undoSplits } from '../fragment/changes.ts';
import type { CrackFaces } from '../fragment/crack-faces.ts';
import { POLYGON_SIZE } from '../fragment/crack-faces.ts';
import { applyPattern, type Pattern } from '../fragment/patterns.ts';
import type { SplitRecord } from '../fragment/record.ts';
import type { SplitOptions } from '../fragment/split.ts';
import type { Break } from './break.ts';
import { toWorld } from './break-hook.ts';
import { CRACK_SAMPLES, CRUMB, MIN_NODES } from './constants.ts';
import type { FractureEvent } from './events.ts';
import { type Instance, ownCollider } from './instances.ts';
import { finishSplit } from './split.ts';
import type { WorldState } from './state.ts';
import { endStage, readClock } from './timings.ts';

/**
 * Cuts a body, with the motion that it has now, into no more pieces than the world's maxPieces. Leaves it whole where the
 * cracks part nothing.
 */
export function cutBroken(state: WorldState, one: Break): void {
  const { row, decision, verdict } = one;
  const { timer, bodies, label } = state;
  const instance = state.instance[row];
  if (
    instance === null ||
    instance.work === null ||
    instance.brittle === null ||
    instance.collider.field === null
  )
    return;
  ownCollider(state.works, instance);
  const { field } = instance.collider;
  if (field === null) return;
  const { family } = field;
  const begun = readClock(timer);
  const parent = idOf(bodies.slots, row);
  const before = state.crackArea[row];
  const polygons = field.faces.count;
  const point = toWorld(state, row, decision.point);
  const log: SplitRecord[] = [];
  const options = { minNodes: MIN_NODES, minVolume: CRUMB * family.topology.volume, log };
  const pattern =
    verdict === false || verdict === null ? chooseBonds(instance, label[row], decision) : verdict;
  const { maxPieces } = state.settings;
  if (cutCopy(instance, label[row], pattern, one, options) + 1 > maxPieces) {
    // A cell may be in several parts, and one crack may cut a bent solid in several places. How many pieces are left
    // is known once small ones have joined others, so it is cut as it wants to be first, and again if that is too much.
    undoSplits(instance.work.changes, family);
    log.length = 0;
    cutCopy(instance, label[row], pattern, one, { ...options, maxPieces });
  }
  endStage(timer, 'fracture');
  const cut = readClock(timer);
  state.born[row] = state.time;
  const fragments = finishSplit(state, row, instance, log);
  endStage(timer, 'update');
  if (fragments.length === 0) return;
  let area = state.crackArea[row] - before;
  for (const id of fragments) area += state.crackArea[rowOf(bodies.slots, id, 'body')];
  const event: FractureEvent = {
    parent,
    fragments,
    by: one.by,
    point,
    impulse: one.impulse,
    energy: one.energy,
    crackArea: area / 2, // both sides of a crack have it
    cracks: sampleCracks(state, row, field.faces, polygons),
    milliseconds: { cut: cut - begun, update: readClock(timer) - cut },
  };
  state.events.fractures.push(event);
}

/** Cuts a fragment of an instance along a pattern, or, without one, as its material does; the number of new fragments. */
function cutCopy(
  { work, brittle, collider, scored }: Instance,
  fragment: number,
  pattern: Pattern | null,
  { decision, seed }: Break,
  options: SplitOptions,
): number {
  if (work === null || brittle === null || collider.field === null) return 0;
  const { family } = collider.field;
  if (pattern !== null) return applyPattern(work.changes, family, fragment, pattern, options);
  if (scored !== null) return 0;
  return applyFracture(work.changes, brittle, family, fragment, decision, seed, options);
}

/** The cells of a scored body that a blow parts; null if none, or if it is not scored. */
function chooseBonds(
  { scored, loose, material, collider }: Instance,
  fragment: number,
  decision: Decision,
): Pattern | null {
  if (scored === null || material === null || collider.field === null) return null;
  const { point, budget } = decision;
  return breakBonds(collider.field.family, fragment, scored, loose, point, budget, material.crackEnergy);
}

/** Middles of crack faces made since there were `first`, in the world, xyz each: evenly over all of them. */
function sampleCracks(state: WorldState, row: number, faces: CrackFaces, first: number): Float32Array {
  const made = faces.count - first;
  const count = Math.min(CRACK_SAMPLES, made);
  const out = new Float32Array(3 * count);
  for (let k = 0; k < count; k++) {
    const g = first + Math.floor((k * made) / count);
    const o = POLYGON_SIZE * g;
    const middle = [0, 1, 2].map((d) => {
      let x = 0;
      for (let c = 0; c < faces.sides[g]; c++) x += faces.geometry[o + 3 * c + d] / faces.sides[g];
      return x;
    });
    out.set(toWorld(state, row, middle), 3 * k);
  }
  return out;
}
