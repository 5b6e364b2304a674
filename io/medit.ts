// MEDIT's ascii .mesh: keywords in any order, each with a count and rows of numbers that end in a reference.
// Only Vertices and Tetrahedra make the mesh; surfaces, edges and markers are passed over.

import { InputError } from '../src/job/error.ts';
import { notA } from './bytes.ts';
import type { TetInput } from './tet-input.ts';
import {
  badWord,
  createTokens,
  nextCount,
  nextNumber,
  nextWord,
  parseNumber,
  type Tokens,
} from './tokens.ts';

const MEDIT = 'a MEDIT .mesh file';
const OTHER_SOLIDS = ['hexahedra', 'prisms', 'pyramids', 'wedges'];

/** Whether the text begins as a MEDIT file does. */
export function isMedit(bytes: Uint8Array): boolean {
  return nextWord(createTokens(bytes, '', MEDIT)).toLowerCase() === 'meshversionformatted';
}

/** Reads an ascii MEDIT file. */
export function readMedit(bytes: Uint8Array, name: string): TetInput {
  if (bytes.length >= 4 && (bytes[0] === 1 || bytes[3] === 1) && bytes[1] === 0) {
    throw new InputError('unsupported', `${name} is a binary MEDIT file (.meshb): write it as ascii .mesh`);
  }
  if (!isMedit(bytes)) throw notA(name, MEDIT, 'its first word is not MeshVersionFormatted');
  const tokens = createTokens(bytes, name, MEDIT);
  const found: { positions: number[] | null; tags: number[] | null } = { positions: null, tags: null };
  for (let word = nextWord(tokens); word !== ''; word = nextWord(tokens)) {
    const keyword = word.toLowerCase();
    if (!/^[a-z]/.test(keyword)) throw badWord(tokens, word, 'its outline', 'a keyword');
    if (keyword === 'end') break;
    if (keyword === 'dimension') {
      const dimension = nextCount(tokens, 'Dimension');
      if (dimension !== 3) throw notA(name, MEDIT, `its dimension is ${dimension}, not 3`);
    } else if (keyword === 'vertices') {
      found.positions = readRows(tokens, word, 3);
    } else if (keyword === 'tetrahedra') {
      found.tags = readRows(tokens, word, 4);
    } else {
      skipNumbers(tokens, keyword, name);
    }
  }
  const { positions, tags } = found;
  if (!positions) throw notA(name, MEDIT, 'it has no Vertices');
  const nodeTags = Array.from({ length: positions.length / 3 }, (_, i) => i + 1);
  return { name, nodeTags, positions, tags: tags ?? [] };
}

/** The rows of a keyword, `width` numbers each, without the references that end them. */
function readRows(tokens: Tokens, keyword: string, width: number): number[] {
  const rows: number[] = [];
  const count = nextCount(tokens, `the count of ${keyword}`);
  for (let i = 0; i < count; i++) {
    const part = `row ${i} of ${count} of ${keyword}`;
    for (let k = 0; k < width; k++)
      rows.push(width === 4 ? nextCount(tokens, part) : nextNumber(tokens, part));
    nextNumber(tokens, part);
  }
  return rows;
}

/** Passes over the numbers of a keyword we do not read, up to the next keyword. */
function skipNumbers(tokens: Tokens, keyword: string, name: string): void {
  let first = true;
  for (;;) {
    const { at, line } = tokens;
    const value = parseNumber(nextWord(tokens));
    if (value === undefined) {
      tokens.at = at;
      tokens.line = line;
      return;
    }
    if (first && value > 0 && OTHER_SOLIDS.includes(keyword)) {
      throw new InputError(
        'unsupported',
        `${name} has ${value} ${keyword}: split them into tetrahedra first`,
      );
    }
    first = false;
  }
}
