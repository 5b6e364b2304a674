// Gmsh's .msh, versions 2 and 4.1, ascii and binary of either byte order. Sections other than Nodes and Elements
// are passed over, as are elements that are not solid. Ascii and binary differ only in how one number is read.

import { InputError } from '../src/job/error.ts';
import { cutShort, isSpace, notA } from './bytes.ts';
import type { TetInput } from './tet-input.ts';
import { createTokens, nextNumber, spell, type Tokens } from './tokens.ts';

const GMSH = 'a Gmsh .msh file';

/** Nodes of each element type that Gmsh writes. */
// biome-ignore format: a table
const NODE_COUNT: Readonly<Record<number, number>> = {
  1: 2, 2: 3, 3: 4, 4: 4, 5: 8, 6: 6, 7: 5, 8: 3, 9: 6, 10: 9, 11: 10, 12: 27, 13: 18, 14: 14, 15: 1, 16: 8,
  17: 20, 18: 15, 19: 13, 20: 9, 21: 10, 22: 12, 23: 15, 24: 15, 25: 21, 26: 4, 27: 5, 28: 6, 29: 20, 30: 35,
  31: 56, 92: 64, 93: 125,
};

/** Tets of first to fifth order; their first four nodes are the corners. */
const TETS: readonly number[] = [4, 11, 29, 30, 31];
/** Hexahedra, prisms and pyramids: solids we do not read, and must not leave out in silence. */
const OTHER_SOLIDS: readonly number[] = [5, 6, 7, 12, 13, 14, 17, 18, 19, 92, 93];

/** A place in the file and what has been found up to there. */
interface Reader {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly tokens: Tokens; // its `at` is the place, in ascii and in binary
  version: number;
  binary: boolean;
  little: boolean;
  wide: boolean; // whether sizes take 8 bytes
  section: string;
  readonly part: () => string; // the section, for errors
  readonly nodeTags: number[];
  readonly positions: number[];
  readonly tags: number[];
}

/** Whether the bytes begin as a .msh does. */
export function isGmsh(bytes: Uint8Array): boolean {
  return spell(bytes, 0, Math.min(bytes.length, 11)) === '$MeshFormat';
}

/** Reads a .msh file. */
export function readGmsh(bytes: Uint8Array, name: string): TetInput {
  if (!isGmsh(bytes)) throw notA(name, GMSH, 'it does not begin with $MeshFormat');
  const reader: Reader = {
    name,
    bytes,
    view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    tokens: createTokens(bytes, name, GMSH, { comments: false }),
    version: 0,
    binary: false,
    little: true,
    wide: true,
    section: '',
    part: () => `$${reader.section}`,
    nodeTags: [],
    positions: [],
    tags: [],
  };
  readFormat(reader);
  const seen = new Set<string>();
  for (let line = readLine(reader); line !== null; line = readLine(reader)) {
    if (!/^\$[A-Z]/i.test(line)) {
      if (line === '') continue;
      throw notA(name, GMSH, `${JSON.stringify(line.slice(0, 24))} stands where a section should begin`);
    }
    reader.section = line.slice(1);
    seen.add(reader.section);
    if (reader.section === 'Nodes') reader.version === 4.1 ? readNodes41(reader) : readNodes2(reader);
    else if (reader.section === 'Elements')
      reader.version === 4.1 ? readElements41(reader) : readElements2(reader);
    endSection(reader);
  }
  for (const section of ['Nodes', 'Elements']) {
    if (!seen.has(section)) throw cutShort(name, `it has no $${section}`);
  }
  return { name, nodeTags: reader.nodeTags, positions: reader.positions, tags: reader.tags };
}

function readFormat(reader: Reader): void {
  const { name, view, tokens } = reader;
  readLine(reader);
  const words = (readLine(reader) ?? '').split(/\s+/);
  reader.version = Number(words[0]);
  reader.binary = words[1] === '1';
  if (!['0', '1'].includes(words[1]) || !['4', '8'].includes(words[2])) {
    throw notA(name, GMSH, 'the line after $MeshFormat is not "version type size"');
  }
  if (!(reader.version === 4.1 || (reader.version >= 2 && reader.version < 3))) {
    throw new InputError(
      'unsupported',
      `${name} is a .msh of version ${words[0]}: save it as version 4.1 or 2.2`,
    );
  }
  reader.wide = words[2] === '8';
  if (reader.version < 3 && !reader.wide) throw notA(name, GMSH, 'its coordinates take 4 bytes, not 8');
  if (reader.binary) {
    need(reader, 4);
    if (view.getInt32(tokens.at, true) !== 1) {
      reader.little = false;
      if (view.getInt32(tokens.at, false) !== 1) throw notA(name, GMSH, 'its byte order mark is not 1');
    }
    tokens.at += 4;
  }
  reader.section = 'MeshFormat';
  endSection(reader);
}

function readNodes2(reader: Reader): void {
  const count = readCountLine(reader);
  for (let i = 0; i < count; i++) {
    reader.nodeTags.push(readInt(reader));
    for (let k = 0; k < 3; k++) reader.positions.push(readDouble(reader));
  }
}

function readElements2(reader: Reader): void {
  const count = readCountLine(reader);
  for (let done = 0; done < count; ) {
    if (!reader.binary) readInt(reader); // the element's number
    const type = readInt(reader);
    const run = reader.binary ? readInt(reader) : 1; // binary elements come in runs of one type
    const tagCount = readInt(reader);
    const nodeCount = nodesOf(reader, type);
    if (run < 1 || tagCount < 0) throw notA(reader.name, GMSH, `its element ${done} has a bad header`);
    for (let i = 0; i < run; i++) {
      if (reader.binary) readInt(reader);
      for (let k = 0; k < tagCount; k++) readInt(reader);
      readElement(reader, type, nodeCount, readInt);
    }
    done += run;
  }
}

function readNodes41(reader: Reader): void {
  const blocks = readSize(reader);
  for (let i = 0; i < 3; i++) readSize(reader); // how many nodes, smallest and largest tag
  for (let b = 0; b < blocks; b++) {
    const dimension = readInt(reader);
    readInt(reader);
    const parametric = readInt(reader) === 1;
    const count = readSize(reader);
    for (let i = 0; i < count; i++) reader.nodeTags.push(readSize(reader));
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < 3; k++) reader.positions.push(readDouble(reader));
      for (let k = 0; parametric && k < dimension; k++) readDouble(reader);
    }
  }
}

function readElements41(reader: Reader): void {
  const blocks = readSize(reader);
  for (let i = 0; i < 3; i++) readSize(reader); // how many elements, smallest and largest tag
  for (let b = 0; b < blocks; b++) {
    for (let i = 0; i < 2; i++) readInt(reader); // the entity
    const type = readInt(reader);
    const nodeCount = nodesOf(reader, type);
    const count = readSize(reader);
    for (let i = 0; i < count; i++) {
      readSize(reader);
      readElement(reader, type, nodeCount, readSize);
    }
  }
}

/** Reads an element's nodes and keeps a tet's corners. */
function readElement(
  reader: Reader,
  type: number,
  nodeCount: number,
  read: (reader: Reader) => number,
): void {
  const isTet = TETS.includes(type);
  for (let k = 0; k < nodeCount; k++) {
    const tag = read(reader);
    if (isTet && k < 4) reader.tags.push(tag);
  }
}

function nodesOf(reader: Reader, type: number): number {
  if (OTHER_SOLIDS.includes(type)) {
    throw new InputError(
      'unsupported',
      `${reader.name} has hexahedra, prisms or pyramids (element type ${type}): split them into tetrahedra first`,
    );
  }
  const count = NODE_COUNT[type];
  if (count === undefined) {
    throw new InputError(
      'unsupported',
      `${reader.name} has elements of type ${type}: export tetrahedra of order 1 or 2`,
    );
  }
  return count;
}

/** Passes over the rest of a section; Nodes and Elements must have been read to their end. */
function endSection(reader: Reader): void {
  const { bytes, tokens, section, name } = reader;
  const mark = `$End${section}`;
  const read = ['MeshFormat', 'Nodes', 'Elements'].includes(section);
  for (let at = tokens.at; at + mark.length <= bytes.length; at++) {
    if (bytes[at] === 10) tokens.line++;
    if (bytes[at] === 36 && spell(bytes, at, at + mark.length) === mark) {
      tokens.at = at + mark.length;
      return;
    }
    if (read && !isSpace(bytes[at])) throw notA(name, GMSH, `$${section} goes on where ${mark} should stand`);
  }
  throw cutShort(name, `${mark} is missing`);
}

/** The rest of the line, trimmed; null at the end. */
function readLine(reader: Reader): string | null {
  const { bytes, tokens } = reader;
  const start = tokens.at;
  if (start >= bytes.length) return null;
  let end = start;
  while (end < bytes.length && bytes[end] !== 10) end++;
  tokens.line++;
  tokens.at = Math.min(end + 1, bytes.length);
  return spell(bytes, start, end).trim();
}

/** The count that opens a section of version 2: a line of text even in binary files. */
function readCountLine(reader: Reader): number {
  const line = readLine(reader) ?? '';
  if (!/^\d+$/.test(line)) throw notA(reader.name, GMSH, `$${reader.section} does not begin with a count`);
  return Number(line);
}

function readInt(reader: Reader): number {
  if (!reader.binary) return readWhole(reader);
  need(reader, 4);
  const value = reader.view.getInt32(reader.tokens.at, reader.little);
  reader.tokens.at += 4;
  return value;
}

function readSize(reader: Reader): number {
  if (!reader.binary) return readWhole(reader);
  const { view, little, wide, tokens } = reader;
  need(reader, wide ? 8 : 4);
  const value = wide ? Number(view.getBigUint64(tokens.at, little)) : view.getUint32(tokens.at, little);
  tokens.at += wide ? 8 : 4;
  return value;
}

function readDouble(reader: Reader): number {
  if (!reader.binary) return nextNumber(reader.tokens, reader.part);
  need(reader, 8);
  const value = reader.view.getFloat64(reader.tokens.at, reader.little);
  reader.tokens.at += 8;
  return value;
}

function readWhole(reader: Reader): number {
  const value = nextNumber(reader.tokens, reader.part);
  if (!Number.isSafeInteger(value))
    throw notA(reader.name, GMSH, `$${reader.section} has ${value} for a whole number`);
  return value;
}

function need(reader: Reader, count: number): void {
  if (reader.tokens.at + count > reader.bytes.length)
    throw cutShort(reader.name, `it ends in $${reader.section}`);
}
