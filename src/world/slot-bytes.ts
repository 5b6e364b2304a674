// Slots as bytes: which rows are in use, and which come next.

import type { Slots } from '../dynamics/slots.ts';
import { type Reader, readColumn, readNumber, type Writer, writeColumn, writeNumber } from './bytes.ts';

export function writeSlots(writer: Writer, slots: Slots): void {
  writeNumber(writer, slots.used);
  writeColumn(writer, slots.generation, slots.count);
  writeColumn(writer, slots.live, slots.count);
  writeColumn(writer, slots.free, slots.freeCount);
  writeNumber(writer, slots.count);
  writeNumber(writer, slots.freeCount);
}

export function readSlots(reader: Reader, slots: Slots): void {
  slots.used = readNumber(reader);
  slots.generation = readColumn(reader, slots.generation);
  slots.live = readColumn(reader, slots.live);
  slots.free = readColumn(reader, slots.free);
  slots.count = readNumber(reader);
  slots.freeCount = readNumber(reader);
}
