// What every reader shares before it knows the format: a view of the bytes, gzip, text, the file's name and
// the two errors a file can earn.

import { InputError } from '../src/job/error.ts';

/** A file's contents. Node's Buffer is a Uint8Array too. */
export type Bytes = Uint8Array | ArrayBuffer;

/** What a file is called in errors when the caller gave no name. */
export const UNNAMED = 'the file';

const MAX_INFLATED = 2 ** 30; // bytes; a larger mesh file would not fit a browser's memory as a mesh either

/** Views bytes as a Uint8Array without copying. */
export function viewBytes(bytes: Bytes, argument: string): Uint8Array {
  if (bytes instanceof Uint8Array) return bytes;
  if (bytes instanceof ArrayBuffer) return new Uint8Array(bytes);
  throw new InputError(
    'bad-argument',
    `${argument} is not a Uint8Array or ArrayBuffer: give the file's bytes`,
  );
}

/** A file that is not what it claims to be; `why` says where it stops making sense. */
export function notA(
  name: string,
  what: string,
  why: string,
  remedy = 'check the file, or export it again',
): InputError {
  return new InputError('bad-file', `${name} is not ${what}: ${why}; ${remedy}`);
}

/** A file that ends before its own counts say it should. */
export function cutShort(name: string, why: string): InputError {
  return new InputError('bad-file', `${name} is cut short: ${why}; fetch or export it again`);
}

/** Bytes after gunzip; bytes without gzip's magic number come back as they are, whatever the file's name. */
export async function inflateBytes(bytes: Uint8Array, name: string): Promise<Uint8Array> {
  if (!(bytes.length > 2 && bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8)) return bytes;
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(new DecompressionStream('gzip'));
    const reader = stream.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      chunks.push(part.value);
      length += part.value.length;
      if (length > MAX_INFLATED) {
        await reader.cancel();
        throw new InputError(
          'too-large',
          `${name} inflates to more than ${MAX_INFLATED} bytes: give a smaller mesh`,
        );
      }
    }
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw notA(name, 'a whole gzip file', messageOf(error), 'fetch or compress it again');
  }
  const out = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    out.set(chunk, at);
    at += chunk.length;
  }
  return out;
}

/** Text of UTF-8 bytes, without a byte order mark. */
export function decodeText(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder().decode(bytes);
  } catch {
    throw new InputError(
      'too-large',
      `${name} has ${bytes.length} bytes of text, more than a string holds: use a binary format`,
    );
  }
}

/** Whether the first bytes could be text: no zeros and no control characters but white space. */
export function looksLikeText(bytes: Uint8Array): boolean {
  const end = Math.min(bytes.length, 1024);
  for (let i = 0; i < end; i++) {
    const c = bytes[i];
    if (c < 32 && !(c >= 9 && c <= 13)) return false;
  }
  return end > 0;
}

/** Whether `word` stands at `at`, upper or lower case. */
export function hasWord(bytes: Uint8Array, at: number, word: string): boolean {
  if (at + word.length > bytes.length) return false;
  for (let i = 0; i < word.length; i++) {
    const c = bytes[at + i];
    if ((c >= 65 && c <= 90 ? c + 32 : c) !== word.charCodeAt(i)) return false;
  }
  return true;
}

/** White space as every format means it: a space, or tab to carriage return. */
export function isSpace(c: number): boolean {
  return c === 32 || (c >= 9 && c <= 13);
}

/** Where the contents start: past a byte order mark and white space. */
export function skipBlank(bytes: Uint8Array): number {
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (at < bytes.length && isSpace(bytes[at])) at++;
  return at;
}

/** The ending of a file's name in lower case, without the dot and without `.gz`; '' when it has none. */
export function fileEnding(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[?#].*$/, '')
    .replace(/\.gz$/, '');
  return /\.([a-z0-9]+)$/.exec(plain)?.[1] ?? '';
}

/** What an unknown thrown thing has to say. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Fetches a file that a glTF names; `uri` is as the file spells it, percent-encoded and relative to it. */
export type Resolve = (uri: string) => Promise<Uint8Array | ArrayBuffer>;
