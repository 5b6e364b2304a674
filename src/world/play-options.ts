// What can be told to `advance`, `restore` and `replay`.

import type { Rebuild } from '../contact/update.ts';
import type { DepthForm } from '../fragment/fragment-field.ts';
import { anything, between, type Checks, checkRecord, whole } from '../job/check.ts';
import { LONGEST_STEP, SHORTEST_STEP } from './constants.ts';
import type { Clock, WorldOptions } from './options.ts';
import { checkSources, type Sources } from './sources.ts';

/** Throws unless a step may be that long. */
export const checkStep = between(SHORTEST_STEP, LONGEST_STEP, ' s');

/** How a frame is cut into steps. */
export interface AdvanceOptions {
  /** Length of a step in seconds; default 1/60. */
  readonly step?: number;
  /** The most steps in a frame; default 5. */
  readonly most?: number;
}

/** What a world that is restored or replayed needs beside its bytes. */
export interface RestoreOptions {
  /** What its bodies are made of, in any order. */
  readonly assets: Sources;
  /** What times the stages of a step. */
  readonly clock?: Clock;
  /** Given again, if the world was made with them. */
  readonly rebuild?: Rebuild;
  /** Given again, likewise. */
  readonly form?: DepthForm;
  /** Options that differ from here on; then it goes on in another way. */
  readonly options?: WorldOptions;
}

/** What a recording needs to be played. */
export interface ReplayOptions extends RestoreOptions {
  /** The most collision steps that it may take; default 216000, an hour of 60 a second. */
  readonly maxSteps?: number;
}

export const ADVANCE: Checks<AdvanceOptions> = { step: checkStep, most: whole(1, 1e6) };
export const isDuration = between(0, Number.MAX_VALUE, ' s');

/** What `advance` had left over when a recording was taken: less than a step. */
export function readSpare(value: unknown): number {
  isSpare('the time left over in the recording', value);
  return value as number;
}

const isSpare = between(0, LONGEST_STEP, ' s');

/** Checked where they are used; that they are options of a world, by createState. */
export const RESTORE: Checks<RestoreOptions> = {
  assets: (_name, value) => checkSources(value as Sources),
  clock: anything,
  rebuild: anything,
  form: anything,
  options: (name, value) => checkRecord(name, value, [], 'an object such as { gravity }'),
};
export const REPLAY: Checks<ReplayOptions> = { ...RESTORE, maxSteps: between(0, Infinity) };
