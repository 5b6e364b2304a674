// STL, binary and ascii, through three's STLLoader. Which of the two a file is, whether it is whole and whether
// its text is sound is settled here: the loader would read past the end, skip vertices it cannot parse and carry
// on. Facet normals only repeat the triangles, and are often zero, so they are not kept.

import type { BufferGeometry } from 'three';
import { InputError } from '../src/job/error.ts';
import type { MeshInput } from '../src/mesh/triangle-mesh.ts';
import { cutShort, decodeText, hasWord, looksLikeText, notA, skipBlank } from './bytes.ts';
import { addTriangles, createGroups, listGroups } from './groups.ts';
import { copyCorners, loadPart } from './three.ts';
import { badWord, createTokens, nextNumber, nextWord, spell, type Tokens } from './tokens.ts';

const STL = 'an STL file';
const HEADER = 84; // bytes: 80 of comment, a count
const FACET = 50; // bytes: a normal, three vertices, two bytes of attribute

/** Whether the length is exactly what the count at byte 80 says: the one sure sign of a binary STL. */
export function isBinaryStl(bytes: Uint8Array): boolean {
  return bytes.length >= HEADER && bytes.length === HEADER + FACET * facetCount(bytes);
}

/** Reads an STL file. The format has floats only. */
export async function readStl(bytes: Uint8Array, name: string): Promise<MeshInput> {
  const ascii = !isBinaryStl(bytes) && hasWord(bytes, skipBlank(bytes), 'solid') && mayBeAscii(bytes);
  const { contents, facets } = ascii ? checkAscii(bytes, name) : checkBinary(bytes, name);
  const { STLLoader } = await loadPart(name, () => import('three/addons/loaders/STLLoader.js'));
  const geometry: BufferGeometry = new STLLoader().parse(contents);
  const position = geometry.getAttribute('position');
  if (position.count !== 3 * facets)
    throw notA(name, STL, `three read ${position.count} corners of ${3 * facets}`);
  const groups = createGroups();
  for (const { count, materialIndex } of geometry.groups) {
    if (count > 0) addTriangles(groups, String(materialIndex), count / 3, name);
  }
  return {
    positions: Float64Array.from(position.array),
    indices: Uint32Array.from({ length: position.count }, (_, i) => i),
    colors: copyCorners(geometry, 'color', null),
    groups: listGroups(groups),
  };
}

/** Tells a damaged ascii file from a binary one that is cut, and whose comment begins with "solid". */
function mayBeAscii(bytes: Uint8Array): boolean {
  return looksLikeText(bytes) || /\bfacet\s/i.test(spell(bytes, 0, Math.min(bytes.length, 1024)));
}

/** A file that three's loader reads right, and how many facets it must find. */
interface CheckedStl {
  readonly contents: ArrayBuffer | string;
  readonly facets: number;
}

function facetCount(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(80, true);
}

/** A binary file's bytes, copied, without what some programs add behind the last facet. */
function checkBinary(bytes: Uint8Array, name: string): CheckedStl {
  if (bytes.length < HEADER)
    throw notA(name, STL, `it has ${bytes.length} bytes, and no "solid" at its start`);
  const count = facetCount(bytes);
  const length = HEADER + FACET * count;
  if (length > bytes.length) {
    if (looksLikeText(bytes)) throw notA(name, STL, 'it is text, and has no "solid" at its start');
    throw cutShort(
      name,
      `its header says ${count} facets, which take ${length} bytes, and it has ${bytes.length}`,
    );
  }
  // a foreign file whose bytes 80 to 83 happen to be a small number would pass for an STL with a long tail
  if (count === 0 ? bytes.length > HEADER : bytes.length > 2 * length) {
    throw notA(
      name,
      STL,
      `its header says ${count} facets, which take ${length} bytes, and it has ${bytes.length}`,
    );
  }
  return { contents: Uint8Array.from(bytes.subarray(0, length)).buffer, facets: count };
}

/** An ascii file's text, checked word by word, in the spelling three understands. */
function checkAscii(bytes: Uint8Array, name: string): CheckedStl {
  let text = decodeText(bytes, name);
  // names may hold any word, also "facet": drop them; three knows lower case only, and skips a vertex of "nan"
  text = text
    .trimStart()
    .replace(/^([ \t]*(?:end)?solid)\b.*$/gim, '$1')
    .toLowerCase();
  const tokens = createTokens(new TextEncoder().encode(text), name, STL, { comments: false });
  let broken = false; // whether some number is not finite
  let facets = 0;
  for (let word = nextWord(tokens); word !== ''; word = nextWord(tokens)) {
    if (word !== 'solid') throw badWord(tokens, word, 'its outline', '"solid"');
    for (word = nextWord(tokens); word !== 'endsolid'; word = nextWord(tokens)) {
      if (word !== 'facet') throw unexpected(tokens, word, 'facet');
      broken = checkFacet(tokens) || broken;
      facets++;
    }
  }
  if (facets === 0)
    throw new InputError('empty-mesh', `${name} is an STL file without facets: export it again`);
  if (broken) text = text.replace(/\s[-+]?(?:nan|inf|1\.#)\S*/g, ' 1e999');
  return { contents: text, facets };
}

/** Checks the words of one facet; returns whether a number of it is not finite. */
function checkFacet(tokens: Tokens): boolean {
  let broken = false;
  const numbers = () => {
    for (let k = 0; k < 3; k++) if (!Number.isFinite(nextNumber(tokens, 'a facet'))) broken = true;
  };
  expectWord(tokens, 'normal');
  numbers();
  expectWord(tokens, 'outer');
  expectWord(tokens, 'loop');
  for (let c = 0; c < 3; c++) {
    expectWord(tokens, 'vertex');
    numbers();
  }
  expectWord(tokens, 'endloop');
  expectWord(tokens, 'endfacet');
  return broken;
}

function expectWord(tokens: Tokens, wanted: string): void {
  const word = nextWord(tokens);
  if (word !== wanted) throw unexpected(tokens, word, wanted);
}

function unexpected(tokens: Tokens, word: string, wanted: string): Error {
  if (word === '')
    return cutShort(tokens.name, `it ends in a solid where ${JSON.stringify(wanted)} should follow`);
  return badWord(tokens, word, 'a solid', JSON.stringify(wanted));
}
