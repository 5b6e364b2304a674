// Reading a command's arguments: parseArgs of Node with errors in our words, numbers checked.

import { type ParseArgsConfig, parseArgs } from 'node:util';
import { findClosest } from '../src/job/check.ts';

/** A command was called wrongly: exit code 2. */
export class UsageError extends Error {}

/** parseArgs, with its complaints as UsageErrors. */
export function readArgs<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError(explain(error as Error, Object.keys(config.options ?? {})));
  }
}

/** What parseArgs says, in short; with the option that was meant, or how a value below 0 is written. */
function explain({ message }: Error, options: string[]): string {
  const said = message.split(/\. |\n/)[0];
  const unknown = /Unknown option '--([^']+)'/.exec(said);
  const near = unknown === null ? null : findClosest(unknown[1], options);
  if (near !== null) return `${said}: did you mean '--${near}'?`;
  const ambiguous = /Option '([^']+)' argument is ambiguous/.exec(said);
  return ambiguous === null
    ? said
    : `${ambiguous[1]} is followed by an option, not by a value: give one that does not begin with -`;
}

/** The number given for an option, or undefined when it was not given. */
export function readNumber(
  text: string | undefined,
  option: string,
  kind: keyof typeof KINDS,
): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  const [fits, words] = KINDS[kind];
  if (text.trim() === '' || !fits(value))
    throw new UsageError(`${option} is "${text}" but must be a ${words}`);
  return value;
}

const KINDS = {
  count: [(x: number) => Number.isInteger(x) && x >= 1, 'whole number of at least 1'],
  positive: [(x: number) => Number.isFinite(x) && x > 0, 'number above 0'],
  distance: [(x: number) => Number.isFinite(x) && x >= 0, 'number of 0 or more'],
} as const;
