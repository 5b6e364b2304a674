// The outside of a glTF: the chunks of a GLB, the JSON, and the bytes of its buffers from the GLB's second chunk,
// data URIs or other files. Lengths are checked against the bytes that are there.

import type { GLTF } from '@gltf-transform/core';
import { InputError } from '../src/job/error.ts';
import { cutShort, decodeText, messageOf, notA, type Resolve, viewBytes } from './bytes.ts';

export interface Container {
  readonly json: GLTF.IGLTF;
  readonly chunk: Uint8Array | null; // the GLB's binary chunk
}

const MAGIC = 0x46546c67; // 'glTF', little-endian as everything in a GLB
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;

/** Whether the bytes begin as a GLB does. */
export function isGlb(bytes: Uint8Array): boolean {
  return bytes.length >= 4 && new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true) === MAGIC;
}

/** Opens a GLB or a glTF's JSON. */
export function openContainer(bytes: Uint8Array, name: string): Container {
  if (!isGlb(bytes)) return { json: parseJson(bytes, name), chunk: null };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 20) throw cutShort(name, `a GLB has a header of 20 bytes, and it has ${bytes.length}`);
  const version = view.getUint32(4, true);
  if (version !== 2) {
    throw new InputError('unsupported', `${name} is a GLB of version ${version}: export it as glTF 2.0`);
  }
  const length = view.getUint32(8, true);
  if (length > bytes.length)
    throw cutShort(name, `its header says ${length} bytes, and it has ${bytes.length}`);
  let json: GLTF.IGLTF | null = null;
  let chunk: Uint8Array | null = null;
  for (let at = 12; at + 8 <= length && !chunk; ) {
    const size = view.getUint32(at, true);
    const type = view.getUint32(at + 4, true);
    const start = at + 8;
    if (start + size > length) {
      throw cutShort(name, `a chunk at byte ${at} takes ${size} bytes, and ${length - start} are left`);
    }
    const contents = bytes.subarray(start, start + size);
    if (!json) {
      if (type !== JSON_CHUNK) throw notA(name, 'a GLB file', 'its first chunk is not JSON');
      json = parseJson(contents, name);
    } else if (type === BINARY_CHUNK) {
      chunk = contents;
    }
    at = start + size;
  }
  if (!json) throw notA(name, 'a GLB file', 'it has no JSON chunk');
  return { json, chunk };
}

function parseJson(bytes: Uint8Array, name: string): GLTF.IGLTF {
  let json: unknown;
  try {
    json = JSON.parse(decodeText(bytes, name));
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw notA(name, 'a glTF file', `its JSON does not parse (${messageOf(error)})`);
  }
  const version = (json as GLTF.IGLTF | null)?.asset?.version;
  if (typeof version !== 'string') throw notA(name, 'a glTF file', 'its JSON has no asset.version');
  if (!/^2\.\d+$/.test(version)) {
    throw new InputError('unsupported', `${name} is glTF ${version.slice(0, 16)}: export it as glTF 2.0`);
  }
  return json as GLTF.IGLTF;
}

/** The bytes of buffer `index`, as long as the JSON says or longer. */
export async function loadBuffer(
  container: Container,
  index: number,
  name: string,
  resolve: Resolve | undefined,
): Promise<Uint8Array> {
  const { uri, byteLength } = container.json.buffers![index];
  let bytes: Uint8Array;
  if (uri === undefined) {
    if (!container.chunk || index !== 0)
      throw notA(name, 'a glTF file', `buffer ${index} has neither a uri nor a chunk`);
    bytes = container.chunk;
  } else if (/^data:/i.test(uri)) {
    bytes = decodeDataUri(uri, name);
  } else {
    if (!resolve) {
      throw new InputError(
        'bad-argument',
        `${name} keeps its data in ${JSON.stringify(uri)}: give options.resolve to fetch it`,
      );
    }
    try {
      bytes = viewBytes(await resolve(uri), 'what options.resolve gave');
    } catch (error) {
      if (error instanceof InputError) throw error;
      throw new InputError(
        'bad-file',
        `${name} keeps its data in ${JSON.stringify(uri)}, which could not be read: ${messageOf(error)}`,
      );
    }
  }
  if (!Number.isSafeInteger(byteLength) || byteLength < 0) {
    throw notA(name, 'a glTF file', `buffer ${index} has no byteLength`);
  }
  if (bytes.length < byteLength) {
    throw cutShort(name, `buffer ${index} has ${bytes.length} bytes of its ${byteLength}`);
  }
  return bytes;
}

function decodeDataUri(uri: string, name: string): Uint8Array {
  const comma = uri.indexOf(',');
  const data = uri.slice(comma + 1);
  try {
    const text = /;base64$/i.test(uri.slice(0, comma)) ? atob(data) : unescapeBytes(data);
    return Uint8Array.from(text, (c) => c.charCodeAt(0));
  } catch {
    throw notA(name, 'a glTF file', 'a data URI in it is damaged');
  }
}

/** Percent-encoded bytes as characters of one byte each. */
function unescapeBytes(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}
