// The bytes of a .fracas file: a fixed head, a JSON table, then columns of numbers. Little-endian throughout.
//
//   0  8 bytes   "FRACAS\r\n"; the line break shows a transfer that changed line endings
//   8  uint64    hash of everything from byte 16 on
//  16  uint32    version of the layout
//  20  uint32    length of the JSON table
//  24  uint64    length of the whole file
//  32  JSON      { meta, columns: [{ name, type, length }] }, padded with spaces to a multiple of 8
//      columns   in the table's order, each padded with zeros to a multiple of 8

import { InputError } from '../job/error.ts';
import { hashBytes } from './hash.ts';

const VERSION = 1;
const MAGIC = Uint8Array.of(0x46, 0x52, 0x41, 0x43, 0x41, 0x53, 0x0d, 0x0a);
const HEAD = 32;
const HASHED = 16; // what follows the hash

/** Kinds of columns. */
export const TYPES = {
  u8: Uint8Array,
  u16: Uint16Array,
  i16: Int16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f32: Float32Array,
  f64: Float64Array,
};
export type TypeName = keyof typeof TYPES;
export type Column =
  | Uint8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array;

/** What a container holds: plain data and named columns of numbers. */
export interface Container {
  readonly meta: Record<string, unknown>;
  readonly columns: ReadonlyMap<string, Column>;
}

const pad = (length: number): number => 8 * Math.ceil(length / 8);
const LITTLE = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** Encodes a container. Equal contents give equal bytes. */
export function encodeContainer(container: Container): Uint8Array {
  if (!LITTLE)
    throw new InputError('unsupported', 'fracas files are little-endian and this machine is big-endian');
  const table = [];
  let size = 0;
  for (const [name, column] of container.columns) {
    const type = (Object.keys(TYPES) as TypeName[]).find((key) => column instanceof TYPES[key]);
    table.push({ name, type, length: column.length });
    size += pad(column.byteLength);
  }
  const json = new TextEncoder().encode(writeTable({ meta: container.meta, columns: table }));
  const bytes = new Uint8Array(HEAD + pad(json.length) + size);
  bytes.fill(0x20, HEAD, HEAD + pad(json.length));
  bytes.set(json, HEAD);
  let at = HEAD + pad(json.length);
  for (const column of container.columns.values()) {
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at);
    at += pad(column.byteLength);
  }
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC, 0);
  view.setUint32(16, VERSION, true);
  view.setUint32(20, json.length, true);
  view.setBigUint64(24, BigInt(bytes.length), true);
  const hash = hashBytes(bytes, HASHED);
  view.setUint32(8, hash.low, true);
  view.setUint32(12, hash.high, true);
  return bytes;
}

/** The table as JSON; throws where it holds what JSON has no words for. */
function writeTable(table: object): string {
  try {
    return JSON.stringify(table);
  } catch (error) {
    throw new InputError(
      'bad-argument',
      `the asset holds what cannot be written (${(error as Error).message}): give what bake or decodeAsset made`,
    );
  }
}

/** The content hash in the head of an encoded container, as 16 hexadecimal digits. */
export function readHash(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, HEAD);
  const hex = (at: number) => view.getUint32(at, true).toString(16).padStart(8, '0');
  return hex(12) + hex(8);
}

/** Whether bytes begin like a .fracas file. */
export function isContainer(bytes: Uint8Array): boolean {
  return bytes.length >= 6 && MAGIC.subarray(0, 6).every((byte, i) => bytes[i] === byte);
}

/** Decodes a container; columns are copies. Throws 'corrupt-asset' on any difference from what was encoded. */
export function decodeContainer(bytes: Uint8Array): Container {
  const corrupt = (what: string) =>
    new InputError('corrupt-asset', `${what}: bake it again, or copy it again from its source`);
  if (!isContainer(bytes))
    throw new InputError(
      'bad-file',
      'this is not a .fracas file (it does not begin with FRACAS): give a file made by fracas bake',
    );
  if (bytes.length < HEAD) throw corrupt(`the file is cut off after ${bytes.length} bytes`);
  if (bytes[6] !== MAGIC[6] || bytes[7] !== MAGIC[7]) throw corrupt('line endings were changed in transfer');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint32(16, true);
  if (version !== VERSION)
    throw new InputError(
      'corrupt-asset',
      `it has format version ${version}, this fracas reads version ${VERSION}: bake it again`,
    );
  const length = Number(view.getBigUint64(24, true));
  if (length !== bytes.length)
    throw corrupt(`the file has ${bytes.length} bytes where its head says ${length}`);
  const hash = hashBytes(bytes, HASHED);
  if (hash.low !== view.getUint32(8, true) || hash.high !== view.getUint32(12, true))
    throw corrupt('its checksum does not match its contents');
  const tableLength = view.getUint32(20, true);
  if (HEAD + tableLength > bytes.length) throw corrupt('its table runs past its end');
  let table: { meta: Record<string, unknown>; columns: { name: string; type: TypeName; length: number }[] };
  try {
    table = JSON.parse(new TextDecoder().decode(bytes.subarray(HEAD, HEAD + tableLength)));
  } catch {
    throw corrupt('its table cannot be read');
  }
  const columns = new Map<string, Column>();
  let at = HEAD + pad(tableLength);
  for (const { name, type, length } of table.columns) {
    const Type = TYPES[type];
    const size = length * Type.BYTES_PER_ELEMENT;
    if (at + size > bytes.length) throw corrupt(`its column ${name} runs past its end`);
    // Copied by hand: slice of a Buffer, which is a Uint8Array too, would share its memory.
    columns.set(name, new Type(new Uint8Array(bytes.subarray(at, at + size)).buffer));
    at += pad(size);
  }
  return { meta: table.meta, columns };
}
