// The header of a PLY file: the format, and for each element its count and properties in order. Checked here
// because three's loader takes any header, logs what it does not know and guesses the rest.

import { InputError } from '../src/job/error.ts';
import { cutShort, notA } from './bytes.ts';
import { spell } from './tokens.ts';

export type PlyFormat = 'ascii' | 'binary_little_endian' | 'binary_big_endian';

/** A number a row, or a list of numbers with its own count. */
export interface PlyProperty {
  readonly name: string;
  readonly type: string; // of the number, or of a list's items
  readonly countType: string | null; // null for a plain number
}

export interface PlyElement {
  readonly name: string;
  readonly count: number;
  readonly properties: PlyProperty[];
}

export interface PlyHeader {
  readonly format: PlyFormat;
  readonly elements: PlyElement[];
  readonly bodyAt: number; // the first byte after the header
  readonly bodyLine: number; // and its line
}

/** Bytes of each type, under both of its names. */
export const PLY_SIZE: Readonly<Record<string, number>> = {
  char: 1,
  int8: 1,
  uchar: 1,
  uint8: 1,
  short: 2,
  int16: 2,
  ushort: 2,
  uint16: 2,
  int: 4,
  int32: 4,
  uint: 4,
  uint32: 4,
  float: 4,
  float32: 4,
  double: 8,
  float64: 8,
};

const PLY = 'a PLY file';
const MAX_HEADER = 1 << 20; // bytes to look for end_header in

/** Whether a type holds fractions. */
export function isFloat(type: string): boolean {
  return type.startsWith('float') || type === 'double';
}

/** Reads and checks the header. */
export function readPlyHeader(bytes: Uint8Array, name: string): PlyHeader {
  if (!(spell(bytes, 0, 3) === 'ply' && (bytes[3] === 10 || bytes[3] === 13))) {
    throw notA(name, PLY, 'its first line is not "ply"');
  }
  const returnAndNewline = bytes[3] === 13 && bytes[4] === 10;
  const elements: PlyElement[] = [];
  let format: string | null = null;
  let line = 1;
  for (let at = returnAndNewline ? 5 : 4; ; ) {
    line++;
    let end = at;
    while (end < bytes.length && bytes[end] !== 10 && bytes[end] !== 13) end++;
    if (end >= bytes.length) throw cutShort(name, 'its header has no end_header');
    if (end > MAX_HEADER) throw notA(name, PLY, `no end_header in the first ${MAX_HEADER} bytes`);
    const words = spell(bytes, at, end).trim().split(/\s+/);
    at = end + (returnAndNewline && bytes[end] === 13 && bytes[end + 1] === 10 ? 2 : 1);
    if (words[0] === 'end_header') {
      if (format === null) throw notA(name, PLY, 'its header has no format line');
      return { format: format as PlyFormat, elements, bodyAt: at, bodyLine: line + 1 };
    }
    if (words[0] === 'format') format = readFormat(words, name);
    else if (words[0] === 'element') elements.push(readElement(words, name, line));
    else if (words[0] === 'property') elements.at(-1)?.properties.push(readProperty(words, name, line));
    else if (!['comment', 'obj_info', ''].includes(words[0])) throw badLine(name, line, words);
  }
}

function readFormat(words: string[], name: string): string {
  if (!['ascii', 'binary_little_endian', 'binary_big_endian'].includes(words[1])) {
    throw new InputError(
      'unsupported',
      `${name} is a PLY file of format ${JSON.stringify(words[1])}: export it as ascii or binary`,
    );
  }
  return words[1];
}

function readElement(words: string[], name: string, line: number): PlyElement {
  const count = Number(words[2]);
  if (words.length !== 3 || !/^\d+$/.test(words[2]) || !Number.isSafeInteger(count))
    throw badLine(name, line, words);
  return { name: words[1], count, properties: [] };
}

function readProperty(words: string[], name: string, line: number): PlyProperty {
  const isList = words[1] === 'list';
  if (words.length !== (isList ? 5 : 3)) throw badLine(name, line, words);
  const type = words[isList ? 3 : 1];
  const countType = isList ? words[2] : null;
  if (
    !Object.hasOwn(PLY_SIZE, type) ||
    (isList && (!Object.hasOwn(PLY_SIZE, words[2]) || isFloat(words[2])))
  ) {
    throw badLine(name, line, words);
  }
  return { name: words[words.length - 1], type, countType };
}

function badLine(name: string, line: number, words: string[]): InputError {
  return notA(
    name,
    PLY,
    `line ${line} of its header, ${JSON.stringify(words.join(' ').slice(0, 40))}, makes no sense`,
  );
}
