// A model from a path: a triangle mesh, a tet mesh or a baked asset, told by the file's ending and contents.

import { basename } from 'node:path';
import { readMesh, readTetMesh } from '../io/index.ts';
import { isContainer } from '../src/bake/container.ts';
import { decodeAsset } from '../src/bake/decode.ts';
import type { Asset } from '../src/index.ts';
import { InputError } from '../src/job/error.ts';
import type { TetMesh } from '../src/mesh/tet-mesh.ts';
import type { TriangleMesh } from '../src/mesh/triangle-mesh.ts';
import { createReader, readBytes } from './files.ts';

export type Model =
  | { readonly kind: 'mesh'; readonly mesh: TriangleMesh }
  | { readonly kind: 'tets'; readonly tets: TetMesh; readonly inverted: number }
  | { readonly kind: 'asset'; readonly asset: Asset; readonly bytes: number };

const TET_ENDING = /\.(node|ele|msh|mesh)$/i;

/** Reads any file that fracas knows. Errors begin with the path; notes on what is left out go to standard error. */
export async function readModel(path: string): Promise<Model> {
  const bytes = await readBytes(path);
  const name = basename(path);
  try {
    if (isContainer(bytes)) return { kind: 'asset', asset: decodeAsset(bytes), bytes: bytes.length };
    if (/\.fracas$/i.test(name)) {
      throw new InputError(
        'bad-file',
        'this is not a .fracas file (it does not begin with FRACAS): make one with fracas bake',
      );
    }
    if (TET_ENDING.test(name)) {
      const { mesh, inverted } = await readTetMesh(await gatherTetFiles(path, bytes));
      return { kind: 'tets', tets: mesh, inverted };
    }
    const resolve = createReader(path, bytes.length);
    return { kind: 'mesh', mesh: await readMesh(bytes, { name, resolve, onNote: console.error }) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { message } = error;
    if (message.includes(path)) throw error;
    throw new InputError(
      error.code,
      message.includes(name) ? message.replace(name, path) : `${path}: ${message}`,
    );
  }
}

/** TetGen spreads a mesh over two files: the other one is read from beside the first. */
async function gatherTetFiles(
  path: string,
  bytes: Uint8Array,
): Promise<{ name: string; bytes: Uint8Array }[]> {
  const files = [{ name: basename(path), bytes }];
  const pair = /\.node$/i.test(path)
    ? path.replace(/\.node$/i, '.ele')
    : /\.ele$/i.test(path)
      ? path.replace(/\.ele$/i, '.node')
      : null;
  if (pair) files.push({ name: basename(pair), bytes: await readBytes(pair) });
  return files;
}
