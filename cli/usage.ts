// Reading a command's arguments: parseArgs of Node with errors in our words, numbers checked.

import { type ParseArgsConfig, parseArgs } from 'node:util';

/** A command was called wrongly: exit code 2. */
export class UsageError extends Error {}

/** parseArgs, with its complaints as UsageErrors. */
export function readArgs<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0]);
  }
}

/** The number given for an option, or undefined when it was not given. */
export function readNumber(
  text: string | undefined,
  option: string,
  kind: 'positive' | 'count',
): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  const fits = kind === 'count' ? Number.isInteger(value) && value >= 1 : Number.isFinite(value) && value > 0;
  if (text.trim() === '' || !fits) {
    throw new UsageError(
      `${option} is "${text}" but must be a ${kind === 'count' ? 'whole number of at least 1' : 'number above 0'}`,
    );
  }
  return value;
}
