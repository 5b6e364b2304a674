// Values as plain data that survives JSON bit for bit: typed arrays become arrays, and the three numbers that JSON does not
// have, Infinity, −Infinity and −0, are written as { number: 'Infinity' } and so on. With the checksum that saved things
// carry.

import { hashBytes } from '../bake/hash.ts';

const WORDS: ReadonlyMap<unknown, number> = new Map([
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
  ['-0', -0],
]);

/** A value as plain data; what is undefined or a function is left out. */
export function makePlain(value: unknown): unknown {
  if (typeof value === 'number') return plainNumber(value);
  if (ArrayBuffer.isView(value)) return Array.from(value as unknown as ArrayLike<number>, plainNumber);
  if (Array.isArray(value)) return value.map(makePlain);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([, v]) => v !== undefined && typeof v !== 'function');
  return Object.fromEntries(entries.map(([k, v]) => [k, makePlain(v)]));
}

function plainNumber(value: number): unknown {
  if (Object.is(value, -0)) return { number: '-0' };
  return value === Infinity || value === -Infinity ? { number: `${value}` } : value;
}

/** What plain data was made of, typed arrays aside. */
export function readPlain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readPlain);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value);
  if (entries.length === 1 && entries[0][0] === 'number' && WORDS.has(entries[0][1])) {
    return WORDS.get(entries[0][1]);
  }
  return Object.fromEntries(entries.map(([k, v]) => [k, readPlain(v)]));
}

/** Sixteen hexadecimal digits of a text. */
export function hashText(text: string): string {
  return hexOf(hashBytes(new TextEncoder().encode(text), 0));
}

/** A hash as sixteen hexadecimal digits. */
export function hexOf({ low, high }: { low: number; high: number }): string {
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}
