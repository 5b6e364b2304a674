// Bytes written and read in order, for snapshots: numbers, strings and columns. Little-endian on every machine that
// runs browsers; a snapshot from any other is refused by its first number.

import { ROWS, type Slots } from '../dynamics/slots.ts';
import { InputError } from '../job/error.ts';

type Column = Int8Array | Uint8Array | Int32Array | Uint32Array | Float32Array | Float64Array;

/** Made by createWriter alone. */
export interface Writer {
  bytes: Uint8Array;
  view: DataView;
  at: number;
}

export function createWriter(): Writer {
  const bytes = new Uint8Array(1 << 16);
  return { bytes, view: new DataView(bytes.buffer), at: 0 };
}

function reserve(writer: Writer, more: number): void {
  if (writer.at + more <= writer.bytes.length) return;
  const wide = new Uint8Array(Math.max(writer.at + more, 2 * writer.bytes.length));
  wide.set(writer.bytes.subarray(0, writer.at));
  writer.bytes = wide;
  writer.view = new DataView(wide.buffer);
}

/** Writes a number, exactly. */
export function writeNumber(writer: Writer, value: number): void {
  reserve(writer, 8);
  writer.view.setFloat64(writer.at, value, true);
  writer.at += 8;
}

/** Writes the first `count` entries of a column. */
export function writeColumn(writer: Writer, column: Column, count: number): void {
  const size = count * column.BYTES_PER_ELEMENT;
  writeNumber(writer, count);
  reserve(writer, size);
  writer.bytes.set(new Uint8Array(column.buffer, column.byteOffset, size), writer.at);
  writer.at += size;
}

export function writeText(writer: Writer, text: string): void {
  const bytes = new TextEncoder().encode(text);
  writeColumn(writer, bytes, bytes.length);
}

/** What has been written. */
export function finishWriter(writer: Writer): Uint8Array {
  return writer.bytes.slice(0, writer.at);
}

/** Made by createReader alone. */
export interface Reader {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  at: number;
}

export function createReader(bytes: Uint8Array): Reader {
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), at: 0 };
}

function take(reader: Reader, size: number): number {
  const from = reader.at;
  if (!(size >= 0 && from + size <= reader.bytes.length)) {
    throw new InputError('bad-file', 'the snapshot ends too early: it was cut off or altered');
  }
  reader.at = from + size;
  return from;
}

export function readNumber(reader: Reader): number {
  return reader.view.getFloat64(take(reader, 8), true);
}

/** Reads a whole number from 0 to `most`. */
export function readCount(reader: Reader, most: number): number {
  const count = readNumber(reader);
  if (Number.isInteger(count) && count >= 0 && count <= most) return count;
  throw altered(`it counts ${count} where at most ${most} are possible`);
}

/** The error of a snapshot that no world wrote. */
export function altered(what: string): InputError {
  return new InputError('bad-file', `the snapshot was altered: ${what}`);
}

/** Reads a column of `count` entries into one of the same kind, replaced when it is too small. */
export function readColumn<T extends Column>(reader: Reader, into: T, count: number): T {
  const told = readNumber(reader);
  if (told !== count) throw altered(`a column has ${told} entries where ${count} belong`);
  const from = take(reader, count * into.BYTES_PER_ELEMENT);
  const make = into.constructor as new (length: number) => T;
  const out = into.length >= count ? into : new make(count);
  new Uint8Array(out.buffer, out.byteOffset, count * out.BYTES_PER_ELEMENT).set(
    reader.bytes.subarray(from, reader.at),
  );
  return out;
}

/** Passes over a column of bytes, or a text. */
export function skipBytes(reader: Reader): void {
  take(reader, readCount(reader, reader.bytes.length));
}

export function readText(reader: Reader): string {
  const count = readCount(reader, reader.bytes.length);
  const from = take(reader, count);
  return new TextDecoder().decode(reader.bytes.subarray(from, reader.at));
}

// Slots as bytes: which rows are in use, and which come next.

export function writeSlots(writer: Writer, slots: Slots): void {
  writeNumber(writer, slots.count);
  writeNumber(writer, slots.freeCount);
  writeColumn(writer, slots.generation, slots.count);
  writeColumn(writer, slots.live, slots.count);
  writeColumn(writer, slots.free, slots.freeCount);
}

export function readSlots(reader: Reader, slots: Slots): void {
  slots.count = readCount(reader, ROWS);
  slots.freeCount = readCount(reader, slots.count);
  slots.used = slots.count - slots.freeCount;
  slots.generation = readColumn(reader, slots.generation, slots.count);
  slots.live = readColumn(reader, slots.live, slots.count);
  slots.free = readColumn(reader, slots.free, slots.freeCount);
  let live = 0;
  for (let row = 0; row < slots.count; row++) {
    live += slots.live[row];
    if (slots.live[row] > 1 || slots.generation[row] < 0) throw altered('a row is neither in use nor free');
  }
  const seen = new Uint8Array(slots.count);
  for (let k = 0; k < slots.freeCount; k++) {
    const row = slots.free[k];
    if (!(row >= 0 && row < slots.count && slots.live[row] === 0 && seen[row] === 0))
      throw altered('a row to be used again is in use');
    seen[row] = 1;
  }
  if (live !== slots.used) throw altered('rows in use and free ones do not add up');
}
