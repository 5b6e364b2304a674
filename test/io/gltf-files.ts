// A glTF document of one cube, to be changed in many ways.

import { readMesh } from '../../io/index.ts';
import { box } from '../support/shapes.ts';
import { concat, glb, pack } from './files.ts';

export const cube = box(1, 2, 3);
export const chunk = concat(pack(true, ['f32', ...cube.positions]), pack(true, ['u16', ...cube.indices]));

// biome-ignore lint/suspicious/noExplicitAny: tests put anything into a document
export type Json = any;

/** A document of one cube: accessor 0 its positions, 1 its indices. */
export function cubeJson(change: (json: Json) => void = () => {}): Json {
  const json = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 8, type: 'VEC3' },
      { bufferView: 1, componentType: 5123, count: 36, type: 'SCALAR' },
    ],
    bufferViews: [
      { buffer: 0, byteLength: 96 },
      { buffer: 0, byteOffset: 96, byteLength: 72 },
    ],
    buffers: [{ byteLength: 168 }],
  };
  change(json);
  return json;
}

export const read = (bytes: Uint8Array) => readMesh(bytes, { name: 'a.glb' });
export const readChanged = (change: (json: Json) => void, bytes = chunk) =>
  read(glb(cubeJson(change), bytes));

/** Adds an accessor with its own view at the end of a chunk; returns its index. */
export function addAccessor(json: Json, bytes: Uint8Array[], data: Uint8Array, accessor: object): number {
  const at = bytes.reduce((sum, piece) => sum + piece.length, 0);
  bytes.push(data);
  json.buffers[0].byteLength = at + data.length;
  json.bufferViews.push({ buffer: 0, byteOffset: at, byteLength: data.length });
  return json.accessors.push({ bufferView: json.bufferViews.length - 1, ...accessor }) - 1;
}
