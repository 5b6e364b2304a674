// Before something breaks, whoever uses the world may say no, or say how.

import { idOf } from '../dynamics/slots.ts';
import { checkPattern, type Pattern } from '../fragment/patterns.ts';
import { InputError } from '../job/error.ts';
import { movePoint } from '../math/rigid.ts';
import type { Break } from './break.ts';
import { makePlain, readPlain } from './plain.ts';
import type { WorldState } from './state.ts';

/** A body about to break. */
export interface FractureProposal {
  /** Id. */
  readonly body: number;
  /** Id of what struck it hardest; it may be gone if the blow waited a step. */
  readonly by: number;
  /** Where it was struck hardest, in the rest frame. */
  readonly point: readonly number[];
  /** N·s, all blows together. */
  readonly impulse: number;
  /** Over what it can take, 1 or more. */
  readonly load: number;
  /** That the blows bring, J. */
  readonly energy: number;
  /** About how many it would be. */
  readonly pieces: number;
}

/** Return false to leave the body whole, a pattern in its rest frame to break it along that, nothing to agree. */
export type FractureHook = (proposal: FractureProposal) => false | Pattern | null | undefined;

/** What a hook said: false for no, a pattern, or null to agree. */
export type Verdict = false | Pattern | null;

/** Asks the hook of a world; null without one. */
export function askHook(state: WorldState, { row, by, decision, impulse }: Break): Verdict {
  const { bodies, breaking } = state;
  const { hook, replayed } = breaking;
  if (hook === null && replayed === null) {
    breaking.answers?.push(null); // a hook may be set later: its answers are counted from the first break
    return null;
  }
  const { load, energy, pieces, point } = decision;
  const body = idOf(bodies.slots, row);
  const answer = replayed?.shift() ?? hook?.({ body, by, point: [...point], impulse, load, energy, pieces });
  let verdict: Verdict = answer ?? null;
  if (verdict !== null && verdict !== false) {
    checkAnswer(state, row, verdict);
    verdict = readPlain(makePlain(verdict)) as Pattern; // a copy: the hook may give the same record again, changed
  }
  breaking.answers?.push(verdict);
  return verdict;
}

/** Throws unless what a hook returned is a pattern that the body can be broken along. */
function checkAnswer({ instance }: WorldState, row: number, answer: Pattern): void {
  const topology = instance[row]?.collider.field?.family.topology;
  try {
    if (topology !== undefined) checkPattern(answer, topology);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(
      error.code,
      `onBeforeFracture returned what is no pattern: ${error.message}; or return nothing, or false`,
    );
  }
}

/** The point of the rest frame of a body in the world. */
export function toWorld({ bodies }: WorldState, row: number, point: ArrayLike<number>, at = 0): number[] {
  const out = new Float64Array(3);
  const frame = bodies.frame.subarray(12 * row, 12 * row + 12);
  movePoint(out, 0, frame, Float64Array.from([point[at], point[at + 1], point[at + 2]]), 0);
  return [...out];
}
