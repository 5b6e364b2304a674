// The body of a PLY file, walked element by element: where the vertices stand, and the faces themselves.
// three's loader stops at missing data without a word and drops polygons of more than four corners, so the walk
// proves that every element is there, and keeps polygons and triangle strips itself.

import { InputError } from '../src/job/error.ts';
import { cutShort, notA } from './bytes.ts';
import { isFloat, PLY_SIZE, type PlyElement, type PlyHeader, type PlyProperty } from './ply-header.ts';
import { createTokens, nextNumber, type Tokens } from './tokens.ts';

/** The polygons of a file, strips as triangles, with what faces may carry. */
export interface PlyFaces {
  readonly vertex: number[]; // of each corner, polygon by polygon
  readonly size: number[]; // corners of each polygon
  readonly uvs: number[] | null; // uv a corner, from texcoord lists
  readonly colors: number[] | null; // the face's red, green, blue as the file has them, a polygon
  readonly colorType: string;
}

export interface PlyBody {
  readonly vertexBytes: Uint8Array; // the rows of the vertex element
  readonly faces: PlyFaces;
}

/** A place in the body and what stands there, for errors. */
interface Walk {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly little: boolean;
  readonly tokens: Tokens | null; // the place in an ascii body
  at: number; // the place in a binary body
  element: string;
  row: number;
  readonly part: () => string; // what stands at the place, for errors
}

const PLY = 'a PLY file';
const FACE_COLORS = [
  ['red', 'green', 'blue'],
  ['diffuse_red', 'diffuse_green', 'diffuse_blue'],
  ['r', 'g', 'b'],
];

/** Walks the whole body. Throws where it ends early or a face names a missing vertex. */
export function readPlyBody(bytes: Uint8Array, header: PlyHeader, name: string): PlyBody {
  const ascii = header.format === 'ascii';
  const walk: Walk = {
    name,
    bytes,
    view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    little: header.format === 'binary_little_endian',
    tokens: ascii
      ? createTokens(bytes, name, PLY, { comments: false, at: header.bodyAt, line: header.bodyLine })
      : null,
    at: header.bodyAt,
    element: '',
    row: 0,
    part: () => `${walk.element} ${walk.row}`,
  };
  const vertexCount = header.elements.find((element) => element.name === 'vertex')?.count ?? 0;
  let vertexBytes = bytes.subarray(0, 0);
  let faces: PlyFaces = { vertex: [], size: [], uvs: null, colors: null, colorType: '' };
  const strips: number[] = []; // the vertices of their triangles
  for (const element of header.elements) {
    if (element.count > 0 && element.properties.length === 0) {
      throw notA(name, PLY, `its element ${element.name} has no properties`);
    }
    const start = placeOf(walk);
    walk.element = element.name;
    if (element.name === 'face') faces = readFaces(walk, element, vertexCount);
    else if (element.name === 'tristrips') readStrips(strips, walk, element, vertexCount);
    else skipElement(walk, element);
    if (element.name === 'vertex') vertexBytes = bytes.subarray(start, placeOf(walk));
  }
  addTriangles(faces, strips);
  return { vertexBytes, faces };
}

/** What a colour of a type is at its brightest. */
export function brightest(type: string): number {
  return isFloat(type) ? 1 : PLY_SIZE[type] === 2 ? 65535 : 255;
}

/** Adds triangles without attributes: UV 0 and white where faces have some. */
function addTriangles(faces: PlyFaces, vertex: number[]): void {
  const white = brightest(faces.colorType);
  for (let c = 0; c < vertex.length; c++) {
    faces.vertex.push(vertex[c]);
    faces.uvs?.push(0, 0);
    if (c % 3 !== 0) continue;
    faces.size.push(3);
    faces.colors?.push(white, white, white);
  }
}

function placeOf(walk: Walk): number {
  return walk.tokens ? walk.tokens.at : walk.at;
}

function skipElement(walk: Walk, element: PlyElement): void {
  const { count, properties } = element;
  if (!walk.tokens && properties.every((property) => property.countType === null)) {
    let stride = 0;
    for (const property of properties) stride += PLY_SIZE[property.type];
    const left = walk.bytes.length - walk.at;
    if (count * stride > left) {
      throw cutShort(
        walk.name,
        `its ${count} rows of ${element.name} take ${count * stride} bytes, ${left} are left`,
      );
    }
    walk.at += count * stride;
    return;
  }
  const value: number[] = [];
  for (walk.row = 0; walk.row < count; walk.row++) {
    for (const property of properties) readProperty(value, walk, property);
  }
}

function readFaces(walk: Walk, element: PlyElement, vertexCount: number): PlyFaces {
  const { properties, count } = element;
  const plain = (name: string) => properties.findIndex((p) => p.countType === null && p.name === name);
  const corners = findCorners(walk, element);
  const texture = findList(element, 'texcoord');
  const color = FACE_COLORS.map((names) => names.map(plain)).find((found) => found.every((p) => p >= 0));
  const faces: PlyFaces = {
    vertex: [],
    size: [],
    uvs: texture >= 0 ? [] : null,
    colors: color ? [] : null,
    colorType: color ? properties[color[0]].type : '',
  };
  const value: number[][] = properties.map(() => []);
  for (walk.row = 0; walk.row < count; walk.row++) {
    for (let p = 0; p < properties.length; p++) readProperty(value[p], walk, properties[p]);
    const polygon = value[corners];
    for (let c = 0; c < polygon.length; c++) checkVertex(walk, 'face', polygon[c], vertexCount);
    if (polygon.length < 3) continue;
    faces.size.push(polygon.length);
    const fits = texture >= 0 && value[texture].length === 2 * polygon.length;
    for (let c = 0; c < polygon.length; c++) {
      faces.vertex.push(polygon[c]);
      faces.uvs?.push(fits ? value[texture][2 * c] : 0, fits ? value[texture][2 * c + 1] : 0);
    }
    if (faces.colors) faces.colors.push(value[color![0]][0], value[color![1]][0], value[color![2]][0]);
  }
  return faces;
}

/** Adds to `out` the triangles of strips, every second one turned over. In a list of vertices, −1 ends a strip. */
function readStrips(out: number[], walk: Walk, element: PlyElement, vertexCount: number): void {
  const { properties, count } = element;
  const corners = findCorners(walk, element);
  const value: number[][] = properties.map(() => []);
  for (walk.row = 0; walk.row < count; walk.row++) {
    for (let p = 0; p < properties.length; p++) readProperty(value[p], walk, properties[p]);
    const list = value[corners];
    let start = 0; // of the strip
    for (let i = 0; i < list.length; i++) {
      if (list[i] === -1 || list[i] === 0xffffffff) {
        start = i + 1;
        continue;
      }
      checkVertex(walk, 'triangle strip', list[i], vertexCount);
      if (i - start < 2) continue;
      const odd = (i - start) % 2;
      const [a, b, c] = [list[i - 2 + odd], list[i - 1 - odd], list[i]];
      if (a !== b && b !== c && c !== a) out.push(a, b, c); // strips repeat vertices to jump
    }
  }
}

/** Which property lists the vertices. */
function findCorners(walk: Walk, element: PlyElement): number {
  const found = Math.max(findList(element, 'vertex_indices'), findList(element, 'vertex_index'));
  if (found >= 0 && !isFloat(element.properties[found].type)) return found;
  const rows = element.name === 'face' ? 'faces have' : 'triangle strips have';
  throw notA(walk.name, PLY, `its ${rows} no list of vertex_indices`);
}

function findList(element: PlyElement, name: string): number {
  return element.properties.findIndex((p) => p.countType !== null && p.name === name);
}

function checkVertex(walk: Walk, what: string, v: number, vertexCount: number): void {
  if (v >= 0 && v < vertexCount && Number.isInteger(v)) return;
  throw new InputError(
    'index-out-of-range',
    `${walk.name}: ${what} ${walk.row} names vertex ${v}, but there are ${vertexCount}; the file is damaged: export it again`,
  );
}

function readProperty(out: number[], walk: Walk, property: PlyProperty): void {
  out.length = 0;
  let count = 1;
  if (property.countType !== null) {
    count = readValue(walk, property.countType);
    if (!(count >= 0 && Number.isInteger(count))) {
      throw notA(walk.name, PLY, `${walk.part()} has a list of ${count} numbers`);
    }
  }
  for (let k = 0; k < count; k++) out.push(readValue(walk, property.type));
}

/** The next number. Every call takes at least one byte, so a false count ends in an error, not in a hang. */
function readValue(walk: Walk, type: string): number {
  const { view, little, tokens } = walk;
  if (tokens) return nextNumber(tokens, walk.part);
  const at = walk.at;
  walk.at += PLY_SIZE[type];
  if (walk.at > view.byteLength) throw cutShort(walk.name, `it ends in ${walk.part()}`);
  switch (type) {
    case 'char':
    case 'int8':
      return view.getInt8(at);
    case 'uchar':
    case 'uint8':
      return view.getUint8(at);
    case 'short':
    case 'int16':
      return view.getInt16(at, little);
    case 'ushort':
    case 'uint16':
      return view.getUint16(at, little);
    case 'int':
    case 'int32':
      return view.getInt32(at, little);
    case 'uint':
    case 'uint32':
      return view.getUint32(at, little);
    case 'float':
    case 'float32':
      return view.getFloat32(at, little);
    default:
      return view.getFloat64(at, little);
  }
}
