// Recordings: every call that changed a world, as plain data. Played again on the same assets they give the same world,
// bit for bit, in any engine.

import { InputError } from '../job/error.ts';
import type { Verdict } from './break-hook.ts';
import type { WorldSettings } from './options.ts';

/** A call by its name, and what it was given. */
export type Call = readonly [name: string, ...args: unknown[]];

/** Survives JSON. */
export interface Recording {
  /** Says that it is a recording of ours. */
  readonly format: 'fracas-recording';
  /** Of the format. */
  readonly version: 2;
  /** Of the world. */
  readonly options: Record<string, unknown>;
  /** Every call that changed the world, in order. */
  readonly calls: Call[];
  /** Of onBeforeFracture, in the order it was asked. */
  readonly answers: Verdict[];
}

/** Made by createRecorder alone. */
export interface Recorder {
  readonly calls: Call[];
  readonly answers: Verdict[];
}

export function createRecorder(): Recorder {
  return { calls: [], answers: [] };
}

/** Notes a call; arguments that were left out may only be the last ones. Steps of the same length one after another become one entry with a count. */
export function noteCall(recorder: Recorder, name: string, args: readonly unknown[]): void {
  const { calls } = recorder;
  const last = calls[calls.length - 1];
  if (name === 'step' && last?.[0] === 'step' && last[1] === args[0]) {
    calls[calls.length - 1] = ['step', last[1], (last[2] as number) + 1];
  } else if (name === 'step') calls.push(['step', args[0], 1]);
  else calls.push([name, ...args.filter((arg) => arg !== undefined).map(makePlain)]);
}

/** The calls so far, with what the world was told at first. */
export function finishRecording(recorder: Recorder, settings: WorldSettings): Recording {
  return {
    format: 'fracas-recording',
    version: 2,
    options: makePlain(settings) as Record<string, unknown>,
    calls: structuredClone(recorder.calls) as Call[],
    answers: makePlain(recorder.answers) as Verdict[],
  };
}

/** Throws unless a value is a recording, as far as that can be seen. */
export function checkRecording(recording: Recording): void {
  const { format, version, calls } = recording ?? {};
  if (format !== 'fracas-recording' || !Array.isArray(calls)) {
    throw new InputError('bad-file', 'this is no recording of a world: give what recording() made');
  }
  if (version !== 2) {
    throw new InputError('bad-file', `the recording is of version ${version}: this fracas plays 2`);
  }
}

/** The same with arrays for typed arrays, so that it survives JSON; what is not given is left out. */
function makePlain(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return Array.from(value as unknown as ArrayLike<number>);
  if (Array.isArray(value)) return value.map(makePlain);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([, v]) => v !== undefined && typeof v !== 'function');
  return Object.fromEntries(entries.map(([k, v]) => [k, makePlain(v)]));
}
