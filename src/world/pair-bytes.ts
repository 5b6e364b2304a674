// Pairs as bytes: in the order of their rows, whatever order they came in, and only what the next query goes by.

import { type Contacts, reserveContacts } from '../contact/contacts.ts';
import type { PairState } from '../contact/pair.ts';
import type { Slots } from '../dynamics/slots.ts';
import { growColumn } from '../math/columns.ts';
import {
  altered,
  type Reader,
  readColumn,
  readCount,
  readNumber,
  type Writer,
  writeColumn,
  writeNumber,
} from './bytes.ts';
import { comparePairs, findPair, type Pairs, reservePair, takePair } from './pairs.ts';

const MOST_ROWS = 1 << 20; // contacts of a pair, many more than there ever are

/** Writes all live pairs. */
export function writePairs(writer: Writer, { list }: Pairs): void {
  const live = list.filter((pair) => pair.live).sort(comparePairs);
  writeNumber(writer, live.length);
  for (const pair of live) {
    writeNumber(writer, pair.a);
    writeNumber(writer, pair.b);
    writeNumber(writer, pair.step);
    writeNumber(writer, pair.touching ? 1 : 0);
    writeNumber(writer, pair.sure);
    writeNumber(writer, pair.version);
    writeNumber(writer, pair.count);
    writeColumn(writer, pair.key, pair.count);
    writeColumn(writer, pair.impulse, 4 * pair.count);
    writeColumn(writer, pair.place, 6 * pair.count);
    writeState(writer, pair);
  }
}

/** Reads what writePairs wrote into an empty table. */
export function readPairs(reader: Reader, pairs: Pairs, slots: Slots): void {
  const count = readCount(reader, reader.bytes.length);
  for (let k = 0; k < count; k++) {
    const a = readCount(reader, slots.count - 1);
    const b = readCount(reader, slots.count - 1);
    if (!(a < b && slots.live[a] === 1 && slots.live[b] === 1 && findPair(pairs, a, b) === null)) {
      throw altered('a pair is of bodies that are not there');
    }
    const pair = takePair(pairs, a, b);
    pair.step = readNumber(reader);
    pair.touching = readNumber(reader) !== 0;
    pair.sure = readNumber(reader);
    pair.version = readNumber(reader);
    pair.count = readCount(reader, MOST_ROWS);
    reservePair(pair, pair.count);
    pair.key = readColumn(reader, pair.key, pair.count);
    pair.impulse = readColumn(reader, pair.impulse, 4 * pair.count);
    pair.place = readColumn(reader, pair.place, 6 * pair.count);
    readState(reader, pair);
  }
}

/** What a query left. Where nothing is known, nothing is written: what columns hold then has no meaning. */
function writeState(writer: Writer, state: PairState): void {
  writeNumber(writer, state.wanted);
  writeNumber(writer, state.known ? 1 : 0);
  if (state.known) {
    writeColumn(writer, state.frame, state.frame.length);
    writeNumber(writer, state.jammed ? 1 : 0);
  }
  const { axis, last } = state;
  writeNumber(writer, axis.known ? 1 : 0);
  if (axis.known) for (const value of Object.values(axis)) writeValue(writer, value);
  writeNumber(writer, last.count);
  for (const { name, size } of CONTACT) writeColumn(writer, last[name], size * last.count);
  writeColumn(writer, state.entry, 6 * last.count);
  writeColumn(writer, state.idle, last.count);
}

function readState(reader: Reader, state: PairState): void {
  state.wanted = readNumber(reader);
  state.known = readNumber(reader) !== 0;
  if (state.known) {
    readColumn(reader, state.frame, state.frame.length);
    state.jammed = readNumber(reader) !== 0;
  }
  const { axis, last } = state;
  axis.known = readNumber(reader) !== 0;
  if (axis.known) {
    for (const [name, value] of Object.entries(axis)) {
      if (value instanceof Float64Array) readColumn(reader, value, value.length);
      else {
        const number = readNumber(reader);
        Object.assign(axis, { [name]: typeof value === 'boolean' ? number !== 0 : number });
      }
    }
  }
  last.count = readCount(reader, MOST_ROWS);
  reserveContacts(last, last.count);
  for (const { name, size } of CONTACT) readContact(reader, last, name, size * last.count);
  state.entry = readColumn(reader, growColumn(state.entry, 6 * last.count), 6 * last.count);
  state.idle = readColumn(reader, growColumn(state.idle, last.count), last.count);
}

/** A member of an axis: a flag, a number or a fixed column. */
function writeValue(writer: Writer, value: boolean | number | Float64Array): void {
  if (value instanceof Float64Array) writeColumn(writer, value, value.length);
  else writeNumber(writer, Number(value));
}

/** The columns of contacts and their numbers a row. */
const CONTACT = [
  { name: 'side', size: 1 },
  { name: 'kind', size: 1 },
  { name: 'index', size: 1 },
  { name: 'owner', size: 1 },
  { name: 'point', size: 3 },
  { name: 'normal', size: 3 },
  { name: 'distance', size: 1 },
] as const;

function readContact(
  reader: Reader,
  out: Contacts,
  name: (typeof CONTACT)[number]['name'],
  count: number,
): void {
  if (name === 'side' || name === 'kind') readColumn(reader, out[name], count);
  else if (name === 'index' || name === 'owner') readColumn(reader, out[name], count);
  else readColumn(reader, out[name], count);
}
