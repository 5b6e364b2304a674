// The way in for triangle meshes: gunzip, find the format, read, merge equal positions. STL stores every corner apart,
// OBJ through three's loader too, and glTF and PLY split a vertex wherever its UV or normal jumps; without merging no
// such mesh would be closed. Vertices that are merely near each other are left alone: welding those is a repair.

import { refuse, show } from '../src/job/check.ts';
import { InputError } from '../src/job/error.ts';
import { mergeVertices } from '../src/mesh/repair-weld.ts';
import { createTriangleMesh, type TriangleMesh } from '../src/mesh/triangle-mesh.ts';
import {
  type Bytes,
  decodeText,
  fileEnding,
  hasWord,
  inflateBytes,
  looksLikeText,
  notA,
  type Resolve,
  skipBlank,
  UNNAMED,
  viewBytes,
} from './bytes.ts';
import { readGltf } from './gltf.ts';
import { isGlb } from './gltf-container.ts';
import { readObj } from './obj.ts';
import { readPly } from './ply.ts';
import { isBinaryStl, readStl } from './stl.ts';

/** Formats of triangle meshes. */
export type MeshFormat = 'obj' | 'ply' | 'stl' | 'gltf' | 'glb';

/** What readMesh can be told. */
export interface ReadMeshOptions {
  /** The file's format; else by the name's ending, else by the bytes. */
  readonly format?: MeshFormat;
  /** The file's name, for its ending and for errors. */
  readonly name?: string;
  /** Fetches the other files a .gltf names. */
  readonly resolve?: Resolve;
  /** Make one vertex of those at exactly the same position (default); false keeps the file's own. */
  readonly merge?: boolean;
  /** Told what the file has that a mesh does not: morph targets, skins. */
  readonly onNote?: (note: string) => void;
}

const FORMATS: readonly string[] = ['obj', 'ply', 'stl', 'gltf', 'glb'];
const TET_ENDINGS = ['msh', 'mesh', 'node', 'ele'];
const SNIFFED = 1 << 16; // bytes to look for an OBJ's first vertex in

/** Beginnings of files that are often handed over by mistake. */
const FOREIGN: readonly (readonly [string, string])[] = [
  ['\x89PNG', 'a PNG image'],
  ['\xff\xd8\xff', 'a JPEG image'],
  ['GIF8', 'a GIF image'],
  ['%PDF', 'a PDF document'],
  ['PK\x03\x04', 'a ZIP archive: unpack it'],
  ['Kaydara FBX', 'an FBX file: convert it to glTF'],
  ['BLENDER', 'a Blender file: export it as glTF'],
];

/**
 * Reads a triangle mesh from a file's bytes: OBJ, PLY, STL (ascii or binary), glTF or GLB, gzipped or not.
 * Vertices at exactly the same position are merged (mergeVertices); nothing else is repaired, and coordinates that are
 * not finite stay for inspectMesh to name. Rejects with an InputError when the bytes are not a whole mesh file.
 */
export async function readMesh(bytes: Bytes, options: ReadMeshOptions = {}): Promise<TriangleMesh> {
  if (typeof options !== 'object' || options === null) {
    throw new InputError(
      'bad-argument',
      `options is ${show(options)}: give an object, such as { name: 'model.obj' }`,
    );
  }
  const { name = UNNAMED, merge = true } = options;
  if (typeof merge !== 'boolean')
    throw new InputError('bad-argument', `options.merge is ${show(merge)}: give true or false`);
  if (typeof name !== 'string') throw refuse('options.name', name, 'the name of the file');
  if ('weld' in options) {
    throw new InputError(
      'bad-argument',
      'options.weld is a distance, which bake and repairMesh take: to keep the vertices of a file, give merge: false',
    );
  }
  const file = await inflateBytes(viewBytes(bytes, 'bytes'), name);
  const format = chooseFormat(file, options, name);
  const input = await readAs(format, file, name, options);
  if (input.indices.length === 0) {
    throw new InputError('empty-mesh', `${name} has no triangles, at most points or lines: give a surface`);
  }
  if (!merge) return createTriangleMesh(input);
  const { positions, vertex } = mergeVertices(input.positions);
  const indices = new Uint32Array(input.indices.length);
  for (let c = 0; c < indices.length; c++) indices[c] = vertex[input.indices[c]];
  return createTriangleMesh({ ...input, positions, indices });
}

/** The format the bytes themselves show, or null when they show none. */
export function detectMeshFormat(bytes: Uint8Array): MeshFormat | null {
  viewBytes(bytes, 'bytes');
  if (isGlb(bytes)) return 'glb';
  if (hasWord(bytes, 0, 'ply') && (bytes[3] === 10 || bytes[3] === 13)) return 'ply';
  if (isBinaryStl(bytes)) return 'stl';
  if (!looksLikeText(bytes)) return null;
  const start = skipBlank(bytes);
  if (bytes[start] === 0x7b) return 'gltf';
  if (hasWord(bytes, start, 'solid')) return 'stl';
  const head = decodeText(bytes.subarray(0, SNIFFED), UNNAMED);
  return /^[ \t]*v[ \t]+[-+.\d]/m.test(head) ? 'obj' : null;
}

function chooseFormat(bytes: Uint8Array, options: ReadMeshOptions, name: string): MeshFormat {
  const { format } = options;
  if (format !== undefined) {
    if (!FORMATS.includes(format)) {
      throw new InputError(
        'bad-argument',
        `options.format is ${JSON.stringify(format)}: give one of ${FORMATS.join(', ')}`,
      );
    }
    return format;
  }
  if (bytes.length === 0) throw notA(name, 'a mesh file', 'it is empty');
  for (const [magic, kind] of FOREIGN) {
    if ([...magic].every((c, i) => bytes[i] === c.charCodeAt(0))) {
      throw notA(name, 'a mesh file', `it is ${kind}`, 'give OBJ, PLY, STL, glTF or GLB');
    }
  }
  const ending = fileEnding(name);
  if (FORMATS.includes(ending)) return ending as MeshFormat;
  const found = detectMeshFormat(bytes);
  if (found) return found;
  if (TET_ENDINGS.includes(ending))
    throw notA(name, 'a triangle mesh', 'it holds tetrahedra', 'use readTetMesh');
  throw notA(
    name,
    'a mesh file',
    'its bytes look like none',
    'give OBJ, PLY, STL, glTF or GLB, or options.format',
  );
}

function readAs(format: MeshFormat, bytes: Uint8Array, name: string, { resolve, onNote }: ReadMeshOptions) {
  switch (format) {
    case 'obj':
      return readObj(bytes, name);
    case 'ply':
      return readPly(bytes, name);
    case 'stl':
      return readStl(bytes, name);
    default:
      return readGltf(bytes, name, resolve, onNote);
  }
}
