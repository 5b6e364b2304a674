// Checkers of what callers give: one table, used at every public entry. A checker is told the name of an argument and its
// value, and throws an InputError that says both and what would do. What several functions take together, options, is a
// record of checkers, one for each name: a name that is not among them is refused with the closest that is.

import { InputError } from './error.ts';
import { show } from './format.ts';

export { show } from './format.ts';

/** Throws unless a value will do. */
export type Check = (name: string, value: unknown) => void;

/** A checker for each member of a record; what is undefined is left out and not checked. */
export type Checks<T> = { readonly [K in keyof Required<T>]: Check };

/** The error of a wrong argument. */
export function refuse(name: string, value: unknown, remedy: string): InputError {
  return new InputError('bad-argument', `${name} is ${show(value)}: give ${remedy}`);
}

/** The same for a number, by what is wrong with it. */
function refuseNumber(name: string, value: unknown, remedy: string): InputError {
  const code = typeof value === 'number' && !Number.isFinite(value) ? 'non-finite' : 'bad-argument';
  return new InputError(code, `${name} is ${show(value)}: give ${remedy}`);
}

/** Numbers from `low` to `high`, both included. */
export function between(low: number, high: number, unit = ''): Check {
  const remedy =
    high === Number.MAX_VALUE || high === Infinity
      ? `a number from ${low} up${unit}`
      : `a number from ${low} to ${high}${unit}`;
  return (name, value) => {
    if (!(typeof value === 'number' && value >= low && value <= high))
      throw refuseNumber(name, value, remedy);
  };
}

/** Numbers above 0 and up to `high`. */
export function above0(high = Number.MAX_VALUE, unit = ''): Check {
  const remedy = `a number above 0${high >= Number.MAX_VALUE ? '' : ` and up to ${high}`}${unit}`;
  return (name, value) => {
    if (!(typeof value === 'number' && value > 0 && value <= high)) throw refuseNumber(name, value, remedy);
  };
}

/** Whole numbers from `low` to `high`, both included. */
export function whole(low: number, high = Number.MAX_SAFE_INTEGER): Check {
  const remedy =
    high === Number.MAX_SAFE_INTEGER
      ? `a whole number from ${low} up`
      : `a whole number from ${low} to ${high}`;
  return (name, value) => {
    if (!(Number.isInteger(value) && (value as number) >= low && (value as number) <= high)) {
      throw refuseNumber(name, value, remedy);
    }
  };
}

/** One of some words. */
export function oneOf(...words: readonly string[]): Check {
  return (name, value) => {
    if (typeof value === 'string' && words.includes(value)) return;
    const near = typeof value === 'string' ? findClosest(value, words) : null;
    const list = words.map((word) => `'${word}'`).join(', ');
    throw refuse(name, value, near === null ? list : `'${near}', or another of ${list}`);
  };
}

/** So many finite numbers, none further from 0 than `most`. */
export function numbers(count: number, most = Number.MAX_VALUE): Check {
  return (name, value) => checkNumbers(name, value, count, most);
}

/** A value or null. */
export function orNull(check: Check): Check {
  return (name, value) => {
    if (value !== null) check(name, value);
  };
}

/** Anything: checked elsewhere. */
export const anything: Check = () => {};

export const isNumber: Check = (name, value) => {
  if (!(typeof value === 'number' && Number.isFinite(value)))
    throw refuseNumber(name, value, 'a finite number');
};

export const isFlag: Check = (name, value) => {
  if (typeof value !== 'boolean') throw refuse(name, value, 'true or false');
};

export const isText: Check = (name, value) => {
  if (typeof value !== 'string') throw refuse(name, value, 'a text');
};

export const isFunction: Check = (name, value) => {
  if (typeof value !== 'function') throw refuse(name, value, 'a function');
};

/** 32 bits. */
export const isBits = /* @__PURE__ */ whole(0, 0xffffffff);

export const isSignal: Check = (name, value) => {
  if (typeof (value as AbortSignal | null)?.throwIfAborted !== 'function')
    throw refuse(name, value, 'an AbortSignal, as an AbortController has');
};

/** Throws unless `value` is an array, or a typed one, of `count` finite numbers no further from 0 than `most`. */
export function checkNumbers(name: string, value: unknown, count: number, most = Number.MAX_VALUE): void {
  const list = value as ArrayLike<number> | null;
  if (!isList(list) || list.length !== count) {
    throw refuse(name, value, `an array of ${count} numbers`);
  }
  for (let k = 0; k < count; k++) {
    const x = list[k];
    if (typeof x === 'number' && x >= -most && x <= most) continue;
    const range = most === Number.MAX_VALUE ? 'finite numbers' : `numbers from ${-most} to ${most}`;
    throw refuseNumber(`${name}[${k}]`, x, range);
  }
}

/** Whether a value is an array or a typed one of numbers. */
export function isList(value: unknown): value is ArrayLike<number> {
  return (
    Array.isArray(value) || (ArrayBuffer.isView(value) && !NUMBERLESS.some((kind) => value instanceof kind))
  );
}

const NUMBERLESS = [DataView, BigInt64Array, BigUint64Array];

/** Throws unless a value is an array or a typed one, of numbers as far as that can be seen cheaply. */
export function checkList(name: string, value: unknown, remedy = 'an array of numbers'): void {
  if (!isList(value)) throw refuse(name, value, remedy);
  if (Array.isArray(value) && value.length > 0 && typeof value[0] !== 'number') {
    throw refuse(`${name}[0]`, value[0], 'a number');
  }
}

/** Throws unless a value is a Uint8Array. */
export function checkBytes(name: string, value: unknown, remedy: string): void {
  if (!(value instanceof Uint8Array)) throw refuse(name, value, remedy);
}

/** Throws unless a value is an object that has all of some members. */
export function checkRecord(name: string, value: unknown, members: readonly string[], remedy: string): void {
  if (value === null || typeof value !== 'object') throw refuse(name, value, remedy);
  for (const member of members) if (!(member in value)) throw refuse(name, value, remedy);
}

/**
 * Throws if a record inherits a value from what it was made of, as by Object.create or a getter of its class: copies and
 * recordings would be without it. Methods are let through.
 */
export function checkOwn(name: string, value: object): void {
  for (let of = Object.getPrototypeOf(value); of !== null; of = Object.getPrototypeOf(of)) {
    if (Object.getPrototypeOf(of) === null) return; // of all objects
    for (const key of Object.getOwnPropertyNames(of)) {
      const inherited = Object.hasOwn(value, key) ? undefined : (value as Record<string, unknown>)[key];
      if (inherited === undefined || typeof inherited === 'function') continue;
      throw refuse(`${name}.${key}`, inherited, 'members of its own: this one is inherited');
    }
  }
}

/** Throws unless options are a record of known names, each with a value that its checker takes. */
export function checkOptions<T>(name: string, options: T, checks: Checks<T>): void {
  if (options === null || typeof options !== 'object' || isList(options)) {
    throw refuse(name, options, `an object such as { ${Object.keys(checks).slice(0, 2).join(', ')} }`);
  }
  checkOwn(name, options);
  for (const [key, value] of Object.entries(options)) {
    if (!Object.hasOwn(checks, key)) throw refuseName(name, key, Object.keys(checks));
    if (value !== undefined) checks[key as keyof T](key, value);
  }
}

/** The error of a name that is none, with the closest that is. */
export function refuseName(name: string, key: string, known: readonly string[]): InputError {
  const near = findClosest(key, known);
  const remedy = near === null ? `give ${known.join(', ')}` : `did you mean '${near}'?`;
  return new InputError('bad-argument', `${name} has no '${key}': ${remedy}`);
}

/** The word that takes the fewest edits to come to; null if all take more than half of it. */
export function findClosest(word: string, words: readonly string[]): string | null {
  let best: string | null = null;
  let least = Math.max(1, word.length / 2);
  for (const other of words) {
    const edits = countEdits(word.slice(0, 64).toLowerCase(), other.toLowerCase());
    if (edits > least || (edits === least && best !== null)) continue;
    least = edits;
    best = other;
  }
  return best;
}

/** Letters to put in, take out or replace: the Levenshtein distance. */
function countEdits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next.push(Math.min(next[j - 1] + 1, row[j] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length];
}
