// Errors between threads: a code and a message on one side, the same kind of error on the other.

import { type ErrorCode, InputError } from '../src/job/error.ts';

/** An error as plain data. */
export interface ErrorData {
  readonly message: string;
  readonly code: ErrorCode | null; // of an InputError
}

export function packError(error: unknown): ErrorData {
  const message = error instanceof Error ? error.message : String(error);
  return { message, code: error instanceof InputError ? error.code : null };
}

export function unpackError({ message, code }: ErrorData): Error {
  return code === null ? new Error(message) : new InputError(code, message);
}
