// The way in for tet meshes: gunzip, find the format, read, then make a mesh of it (tet-input).

import { checkRecord, refuse } from '../src/job/check.ts';
import { InputError } from '../src/job/error.ts';
import { type Bytes, fileEnding, inflateBytes, notA, UNNAMED, viewBytes } from './bytes.ts';
import { isGmsh, readGmsh } from './gmsh.ts';
import { isMedit, readMedit } from './medit.ts';
import { orientTets, type TetInput, type TetReading } from './tet-input.ts';
import { readTetgen } from './tetgen.ts';

/** Formats of tet meshes. */
export type TetFormat = 'tetgen' | 'medit' | 'gmsh';

const ENDINGS: Readonly<Record<string, TetFormat | undefined>> = {
  mesh: 'medit',
  meshb: 'medit',
  msh: 'gmsh',
};

/** One of the files of a tet mesh; TetGen writes two. */
export interface TetFile {
  /** Of the file, with its ending. */
  readonly name: string;
  /** What is in it. */
  readonly bytes: Bytes;
}

/** What readTetMesh can be told. */
export interface ReadTetMeshOptions {
  /** Else by the names' endings, else by the bytes. */
  readonly format?: TetFormat;
  /** The file's name when only bytes are given. */
  readonly name?: string;
}

/**
 * Reads a tet mesh from a file's bytes, or from a list of named files: TetGen (.node with .ele), MEDIT .mesh
 * (ascii), Gmsh .msh 2 and 4.1 (ascii and binary), gzipped or not. Tets of higher order give their four corners.
 * Rejects with an InputError when the bytes are no whole tet mesh.
 */
export async function readTetMesh(
  input: Bytes | readonly TetFile[],
  options: ReadTetMeshOptions = {},
): Promise<TetReading> {
  checkRecord('options', options, [], "an object such as { name: 'model.mesh' }");
  const given = Array.isArray(input) ? (input as readonly TetFile[]) : null;
  const listed = given ?? [{ name: options.name ?? UNNAMED, bytes: input as Bytes }];
  const files: { name: string; bytes: Uint8Array }[] = [];
  for (const file of listed) checkRecord('a file', file, ['name', 'bytes'], '{ name, bytes }');
  for (const { name, bytes } of listed) {
    if (typeof name !== 'string') throw refuse('name', name, 'the name of the file');
    files.push({ name, bytes: await inflateBytes(viewBytes(bytes, `the bytes of ${name}`), name) });
  }
  return orientTets(readFiles(files, options.format));
}

function readFiles(files: { name: string; bytes: Uint8Array }[], format: TetFormat | undefined): TetInput {
  const ending = (wanted: string) => files.find((file) => fileEnding(file.name) === wanted);
  const node = ending('node');
  const ele = ending('ele');
  if (format === 'tetgen' || node || ele) {
    if (!node || !ele) {
      const lacking = node ? 'its .ele file, with the tets' : 'its .node file, with the points';
      const shown = (node ?? ele ?? files[0])?.name ?? UNNAMED;
      throw new InputError('bad-argument', `${shown} is half of a TetGen mesh: give ${lacking}, too`);
    }
    return readTetgen(node.bytes, node.name, ele.bytes, ele.name);
  }
  if (files.length !== 1) {
    throw new InputError(
      'bad-argument',
      `${files.length} files are not one tet mesh: give one, or a .node with its .ele`,
    );
  }
  const { name, bytes } = files[0];
  switch (format ?? ENDINGS[fileEnding(name)] ?? detect(bytes)) {
    case 'medit':
      return readMedit(bytes, name);
    case 'gmsh':
      return readGmsh(bytes, name);
    case null:
      throw notA(
        name,
        'a tet mesh',
        'its bytes look like none',
        'give TetGen .node and .ele, MEDIT .mesh or Gmsh .msh',
      );
    default:
      throw new InputError(
        'bad-argument',
        `options.format is ${JSON.stringify(format)}: give tetgen, medit or gmsh`,
      );
  }
}

function detect(bytes: Uint8Array): 'medit' | 'gmsh' | null {
  return isGmsh(bytes) ? 'gmsh' : isMedit(bytes) ? 'medit' : null;
}
