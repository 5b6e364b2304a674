// Words and numbers out of ascii bytes, with the line they stand on. Strict where JavaScript is not: `1.5abc` is
// no number, `0x10` neither, while the spellings of NaN and infinity that C writes are.

import { cutShort, isSpace, notA } from './bytes.ts';

/** A reader's place in a text; `line` counts from 1. */
export interface Tokens {
  readonly bytes: Uint8Array;
  readonly name: string; // the file, for errors
  readonly what: string; // the format with its article, for errors
  readonly comments: boolean; // whether a # hides the rest of its line
  at: number;
  line: number;
}

const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/;
const NAN = /^[-+]?(?:nan(?:\(\w*\))?|1\.#(?:ind|qnan|snan)\d*)$/i;
const INFINITE = /^[-+]?(?:inf|infinity|1\.#inf\d*)$/i;

const NEWLINE = 10;
const RETURN = 13;
const COMMENT = 35; // #

/** A place at the beginning of `bytes`, or further in. */
export function createTokens(
  bytes: Uint8Array,
  name: string,
  what: string,
  { comments = true, at = 0, line = 1 } = {},
): Tokens {
  return { bytes, name, what, comments, at, line };
}

/** The value of a number's spelling, NaN and infinities included; undefined when it spells no number. */
export function parseNumber(word: string): number | undefined {
  if (NUMBER.test(word)) return Number(word);
  if (NAN.test(word)) return Number.NaN;
  if (INFINITE.test(word)) return word[0] === '-' ? -Infinity : Infinity;
  return undefined;
}

/** The next word, or '' at the end. */
export function nextWord(tokens: Tokens): string {
  const { bytes } = tokens;
  skipSpace(tokens);
  const start = tokens.at;
  let at = start;
  while (at < bytes.length && !isSpace(bytes[at])) at++;
  tokens.at = at;
  return spell(bytes, start, at);
}

/** The words of the next line that has any, or none at the end. */
export function nextLine(tokens: Tokens): string[] {
  const words: string[] = [];
  skipSpace(tokens);
  const line = tokens.line;
  while (tokens.at < tokens.bytes.length && tokens.line === line) {
    words.push(nextWord(tokens));
    skipSpace(tokens);
  }
  return words;
}

/** What a word belongs to, for errors; a function where naming it would cost more than reading it. */
export type Part = string | (() => string);

/** The next word as a number. Throws when there is none. */
export function nextNumber(tokens: Tokens, part: Part): number {
  const { bytes } = tokens;
  skipSpace(tokens);
  let at = tokens.at;
  let whole = 0;
  while (bytes[at] >= 48 && bytes[at] <= 57) whole = 10 * whole + bytes[at++] - 48;
  const digits = at - tokens.at;
  // up to 15 digits are exact in a double, and most words of a mesh file are such indices
  if (digits > 0 && digits <= 15 && (at === bytes.length || isSpace(bytes[at]))) {
    tokens.at = at;
    return whole;
  }
  return toNumber(tokens, nextWord(tokens), part);
}

/** The next word as a whole number, zero or more. */
export function nextCount(tokens: Tokens, part: Part): number {
  return checkCount(tokens, nextNumber(tokens, part), part);
}

/** A word as a number, or the error that names its line. */
export function toNumber(tokens: Tokens, word: string | undefined, part: Part): number {
  if (!word) throw cutShort(tokens.name, `it ends in ${namePart(part)}`);
  const value = parseNumber(word);
  if (value === undefined) throw badWord(tokens, word, part, 'a number');
  return value;
}

/** A word as a whole number, zero or more, or the error that names its line. */
export function toCount(tokens: Tokens, word: string | undefined, part: Part): number {
  return checkCount(tokens, toNumber(tokens, word, part), part);
}

function checkCount(tokens: Tokens, value: number, part: Part): number {
  if (!Number.isSafeInteger(value) || value < 0) throw badWord(tokens, String(value), part, 'a whole number');
  return value;
}

/** The error for a word that is not what its place asks for. */
export function badWord(tokens: Tokens, word: string, part: Part, wanted: string): Error {
  const shown = word.length > 24 ? `${word.slice(0, 24)}…` : word;
  return notA(
    tokens.name,
    tokens.what,
    `line ${tokens.line} has ${JSON.stringify(shown)} in ${namePart(part)}, not ${wanted}`,
  );
}

function namePart(part: Part): string {
  return typeof part === 'string' ? part : part();
}

function skipSpace(tokens: Tokens): void {
  const { bytes, comments } = tokens;
  let at = tokens.at;
  for (; at < bytes.length; at++) {
    const c = bytes[at];
    if (c === NEWLINE || (c === RETURN && bytes[at + 1] !== NEWLINE)) tokens.line++;
    else if (comments && c === COMMENT) {
      while (at + 1 < bytes.length && bytes[at + 1] !== NEWLINE && bytes[at + 1] !== RETURN) at++;
    } else if (!isSpace(c)) break;
  }
  tokens.at = at;
}

/** Bytes as text, each byte one character. */
export function spell(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let i = start; i < end; i++) text += String.fromCharCode(bytes[i]);
  return text;
}
