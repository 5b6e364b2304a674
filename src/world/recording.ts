// Recordings: every call that changed a world, as plain data. Played again on the same assets they give the same world,
// bit for bit, in any engine.

import { isList, whole } from '../job/check.ts';
import { InputError } from '../job/error.ts';
import type { Verdict } from './break-hook.ts';
import type { WorldSettings } from './options.ts';
import { hashText, makePlain, readPlain } from './plain.ts';
import { checkStep } from './play-options.ts';

/** A call by its name, and what it was given. */
export type Call = readonly [name: string, ...args: unknown[]];

/** Calls that a recording may hold beside add and step. */
export const CALLS: readonly string[] = [
  'remove',
  'split',
  'impulse',
  'explode',
  'setVelocity',
  'setPose',
  'setKind',
  'join',
  'unjoin',
  'setTarget',
  'setMotor',
];

const VERSION = 3;
/** Collision steps that a recording may take, unless said otherwise: an hour of 60 a second. */
export const MOST_STEPS = 216_000;

/** Survives JSON. */
export interface Recording {
  /** Says that it is a recording of ours. */
  readonly format: 'fracas-recording';
  /** Of the format. */
  readonly version: 3;
  /** Of the world. */
  readonly options: Record<string, unknown>;
  /** Every call that changed the world, in order. */
  readonly calls: Call[];
  /** Of onBeforeFracture, in the order it was asked. */
  readonly answers: Verdict[];
  /** Of options, calls and answers: one that was altered is refused. */
  readonly checksum: string;
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

/** The calls so far, with what the world was told at first, and the time that `advance` has left over. */
export function finishRecording(recorder: Recorder, settings: WorldSettings, spare: number): Recording {
  const calls = structuredClone(recorder.calls) as Call[];
  if (spare > 0) calls.push(['spare', spare]);
  const answers = [...recorder.answers];
  while (answers.at(-1) === null) answers.pop(); // what is not answered is agreed to
  const content = {
    options: makePlain(settings) as Record<string, unknown>,
    calls,
    answers: makePlain(answers) as Verdict[],
  };
  return { format: 'fracas-recording', version: VERSION, ...content, checksum: sumUp(content) };
}

function sumUp({ options, calls, answers }: Omit<Recording, 'format' | 'version' | 'checksum'>): string {
  return hashText(JSON.stringify([options, calls, answers]));
}

/** What is in a recording. Throws unless it is one, whole, unaltered and of at most `most` collision steps. */
export function readRecording(
  recording: Recording,
  most: number,
): Pick<Recording, 'options' | 'calls' | 'answers'> {
  const { format, version, options, calls, answers, checksum } = recording ?? {};
  if (format !== 'fracas-recording') {
    throw new InputError('bad-file', 'this is no recording of a world: give what recording() made');
  }
  if (version !== VERSION) throw refuseVersion('recording', version, VERSION);
  if (!Array.isArray(calls) || !Array.isArray(answers) || options === null || typeof options !== 'object') {
    throw new InputError('bad-file', 'the recording lacks options, calls or answers: it was altered');
  }
  if (sumUp({ options, calls, answers }) !== checksum) {
    throw new InputError('bad-file', 'the recording does not match its checksum: it was altered');
  }
  const read = readPlain({ options, calls, answers }) as Pick<Recording, 'options' | 'calls' | 'answers'>;
  checkSteps(read, most);
  return read;
}

const isCount = whole(1);

/** Throws unless calls are calls and take no more collision steps than `most`. */
function checkSteps({ options, calls }: Pick<Recording, 'options' | 'calls'>, most: number): void {
  const longest = typeof options.collisionStep === 'number' ? options.collisionStep : 1 / 60;
  let steps = 0;
  for (const call of calls) {
    if (!isList(call) || typeof call[0] !== 'string')
      throw new InputError('bad-file', 'the recording holds what is no call: it was altered');
    if ((call[0] as string) !== 'step') continue;
    const [, dt, count] = call;
    isCount('the count of a step in the recording', count);
    checkStep('a step in the recording', dt);
    steps += (count as number) * Math.max(1, Math.ceil((dt as number) / longest - 1e-9));
  }
  if (steps <= most) return;
  throw new InputError(
    'too-large',
    `the recording takes ${steps} collision steps: give maxSteps, now ${most}, if you want to wait for that`,
  );
}

/** The error of saved things of another version. */
export function refuseVersion(what: string, version: unknown, ours: number): InputError {
  const older = typeof version === 'number' && version < ours;
  const remedy = older
    ? `an older fracas wrote it, this one reads version ${ours}: save it anew`
    : `this fracas reads version ${ours}: update it`;
  return new InputError('bad-file', `the ${what} is of version ${String(version)}: ${remedy}`);
}
