// The strict first pass over an OBJ file. three's OBJLoader judges a line by its first letter, takes what is not
// a number for NaN, and turns a whole object into lines when it holds one line element; so every statement is
// checked here and three is given a plain text of v, vt, vn and triangles with absolute indices. The scan keeps what the
// loader loses: coordinates as doubles, the vertex of every corner, and which object and material a face is of.

import { InputError } from '../src/job/error.ts';
import { notA } from './bytes.ts';
import { addTriangles, createGroups, type Groups, listGroups } from './groups.ts';
import { cutPolygon } from './polygon.ts';
import { parseNumber } from './tokens.ts';

/** What the scan knows of a file. Corners come polygon by polygon, each cut into triangles. */
export interface ObjScan {
  readonly text: string; // for three's loader
  readonly positions: Float64Array; // xyz a vertex, in the file's order
  readonly vertex: Uint32Array; // the vertex of each corner, three a triangle
  readonly groups: Uint16Array | null; // a triangle
  readonly hasUvs: boolean; // whether any face names a vt
  readonly hasNormals: boolean; // whether any face names a vn
  readonly hasColors: boolean; // whether any vertex has a colour
}

/** Statements of the format that say nothing about triangles (free-form curves and rendering). */
const IGNORED = new Set(
  (
    's mg l p vp mtllib usemap maplib lod bevel c_interp d_interp shadow_obj trace_obj ctech stech cstype deg bmat step ' +
    'curv curv2 surf parm trim hole scrv sp end con call csh'
  ).split(' '),
);

const OBJ = 'an OBJ file';

interface Scan {
  readonly name: string;
  readonly head: string[]; // v, vt, vn lines: before all faces, so that a face may name a vertex below it
  readonly positions: number[];
  readonly corner: number[][]; // v, vt and vn of the corners of all polygons, counted from 1, 0 for none
  readonly size: number[]; // corners of each polygon
  readonly count: Int32Array; // v, vt, vn so far
  readonly highest: Int32Array; // the highest v, vt, vn named by a face, and …
  readonly highestLine: Int32Array; // … the line that names it
  readonly colored: boolean;
  readonly groups: Groups;
  object: string; // the last o or g
  material: string; // the last usemtl
}

const PARTS = ['vertex', 'texture vertex', 'normal'];
const KEYS = ['v', 'vt', 'vn'];

/** Checks every statement of an OBJ text. Throws naming the first bad line. */
export function scanObj(text: string, name: string): ObjScan {
  const scan: Scan = {
    name,
    head: [],
    positions: [],
    corner: [[], [], []],
    size: [],
    count: new Int32Array(3),
    highest: new Int32Array(3),
    highestLine: new Int32Array(3),
    // three skips uncoloured vertices when it lists colours, which shifts all that follow: all or none must have one
    colored: /^[ \t]*v(?:[ \t]+(?!#)\S+){6}/m.test(text),
    groups: createGroups(),
    object: '',
    material: '',
  };
  const lines = text.split(/\r\n|\n|\r/);
  for (let i = 0; i < lines.length; i++) {
    const first = i + 1;
    let line = lines[i];
    while (line.endsWith('\\') && i + 1 < lines.length) line = `${line.slice(0, -1)} ${lines[++i]}`;
    line = line.trim();
    if (line !== '' && line !== '\0' && line[0] !== '#') scanStatement(scan, line, first);
  }
  for (let k = 0; k < 3; k++) {
    if (scan.highest[k] > scan.count[k]) throw missing(scan, k, scan.highest[k], scan.highestLine[k]);
  }
  const { vertex, body } = cutPolygons(scan);
  return {
    text: `${scan.head.join('\n')}\n${body.join('\n')}\n`,
    positions: Float64Array.from(scan.positions),
    vertex,
    groups: listGroups(scan.groups),
    hasUvs: scan.highest[1] > 0,
    hasNormals: scan.highest[2] > 0,
    hasColors: scan.colored,
  };
}

/** All polygons as triangles: the vertex of each corner, and faces for three. Vertices may stand below their faces. */
function cutPolygons({ positions, corner, size, name }: Scan): { vertex: Uint32Array; body: string[] } {
  const [v, vt, vn] = corner;
  const vertex = Uint32Array.from(v, (index) => index - 1);
  const cut: number[] = []; // corners of triangles, as corners of all polygons
  const triangles: number[] = []; // of one polygon
  let first = 0;
  for (let f = 0; f < size.length; f++) {
    triangles.length = 0;
    cutPolygon(triangles, positions, vertex, first, size[f], name);
    for (let i = 0; i < triangles.length; i++) cut.push(first + triangles[i]);
    first += size[f];
  }
  const word = (c: number) => `${v[c]}/${vt[c] || ''}/${vn[c] || ''}`;
  const body: string[] = [];
  for (let i = 0; i < cut.length; i += 3)
    body.push(`f ${word(cut[i])} ${word(cut[i + 1])} ${word(cut[i + 2])}`);
  return { vertex: Uint32Array.from(cut, (c) => vertex[c]), body };
}

function scanStatement(scan: Scan, line: string, at: number): void {
  const isData = line[0] === 'v' || line[0] === 'f'; // elsewhere a # may belong to a name
  const words = (isData ? line.replace(/\s#.*$/, '') : line).split(/\s+/);
  switch (words[0]) {
    case 'v':
      scanVertex(scan, words, at);
      break;
    case 'vt':
      numbers(scan, words, 1, 2, at);
      scan.head.push(`vt ${words[1]} ${words[2] ?? 0}`);
      scan.count[1]++;
      break;
    case 'vn':
      numbers(scan, words, 3, 3, at);
      scan.head.push(words.join(' '));
      scan.count[2]++;
      break;
    case 'f':
      scanFace(scan, words, at);
      break;
    case 'o':
    case 'g':
      scan.object = words.slice(1).join(' ');
      break;
    case 'usemtl':
      scan.material = words.slice(1).join(' ');
      break;
    default:
      if (!IGNORED.has(words[0])) {
        const shown = JSON.stringify(line.length > 24 ? `${line.slice(0, 24)}…` : line);
        throw notA(scan.name, OBJ, `line ${at}, ${shown}, is no OBJ statement`);
      }
  }
}

function scanVertex(scan: Scan, words: string[], at: number): void {
  numbers(scan, words, 3, words.length >= 7 ? 6 : 3, at);
  for (let k = 1; k <= 3; k++) scan.positions.push(parseNumber(words[k])!);
  const white = scan.colored && words.length < 7;
  scan.head.push(white ? `v ${words[1]} ${words[2]} ${words[3]} 1 1 1` : words.join(' '));
  scan.count[0]++;
}

/** Checks that words 1 to `atLeast` exist and those to `upTo` are numbers. */
function numbers(scan: Scan, words: string[], atLeast: number, upTo: number, at: number): void {
  if (words.length <= atLeast) {
    throw notA(
      scan.name,
      OBJ,
      `line ${at} gives ${words.length - 1} of the ${atLeast} numbers of a ${words[0]}`,
    );
  }
  for (let k = 1; k <= upTo && k < words.length; k++) {
    if (parseNumber(words[k]) === undefined) {
      throw notA(scan.name, OBJ, `line ${at} has ${JSON.stringify(words[k].slice(0, 24))} for a number`);
    }
  }
}

const corner = [0, 0, 0]; // scratch: the v, vt, vn of one corner, 0 for none

function scanFace(scan: Scan, words: string[], at: number): void {
  if (words.length < 4) throw notA(scan.name, OBJ, `line ${at} is a face of ${words.length - 1} corners`);
  let shape = -1; // which of vt and vn the corners name: all alike
  for (let c = 1; c < words.length; c++) {
    const parts = words[c].split('/');
    if (parts.length > 3)
      throw notA(scan.name, OBJ, `line ${at} has ${JSON.stringify(words[c])} for a corner`);
    for (let k = 0; k < 3; k++) corner[k] = k > 0 && !parts[k] ? 0 : resolveIndex(scan, parts[k], k, at);
    const named = (corner[1] > 0 ? 1 : 0) + (corner[2] > 0 ? 2 : 0);
    if (shape >= 0 && named !== shape) {
      throw notA(
        scan.name,
        OBJ,
        `line ${at} names UVs or normals for some corners of a face and not for others`,
      );
    }
    shape = named;
    for (let k = 0; k < 3; k++) scan.corner[k].push(corner[k]);
  }
  scan.size.push(words.length - 1);
  addTriangles(scan.groups, `${scan.object}\n${scan.material}`, words.length - 3, scan.name);
}

/** An index as the file spells it, counted from 1, or from the end when negative; kept for the final range check. */
function resolveIndex(scan: Scan, word: string, part: number, at: number): number {
  if (!/^[-+]?\d+$/.test(word))
    throw notA(scan.name, OBJ, `line ${at} has ${JSON.stringify(word)} for an index`);
  const given = Number(word);
  const index = given < 0 ? scan.count[part] + 1 + given : given;
  if (!(index >= 1 && index < 2 ** 31)) throw missing(scan, part, given, at);
  if (index > scan.highest[part]) {
    scan.highest[part] = index;
    scan.highestLine[part] = at;
  }
  return index;
}

function missing(scan: Scan, part: number, index: number, at: number): InputError {
  const { name, count } = scan;
  return new InputError(
    'index-out-of-range',
    `${name}: the face in line ${at} names ${PARTS[part]} ${index}, but there are ${count[part]} ${KEYS[part]} lines; ` +
      'the file is cut or damaged: export it again',
  );
}
