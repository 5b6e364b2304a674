// Files in and out: what was given by name, and writes that happen whole or not at all.

import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { InputError } from '../src/job/error.ts';
import { formatBytes } from '../src/job/format.ts';

/** Bytes: the most that one read gives. */
export const LARGEST = 2 ** 31 - 1;

/**
 * Reads a regular file of at most 2 GB, with a sentence instead of an errno when it cannot. Devices and pipes are refused
 * before they are opened: they may have no end.
 */
export async function readBytes(path: string): Promise<Uint8Array> {
  try {
    const { size } = checkRegular(path, await stat(path));
    const file = await open(path, 'r');
    try {
      checkRegular(path, await file.stat()); // it may have become something else
      const bytes = new Uint8Array(size);
      let at = 0;
      for (let got = 1; got > 0 && at < size; at += got) {
        got = (await file.read(bytes, at, size - at, at)).bytesRead;
      }
      return bytes.subarray(0, at);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof InputError) throw error;
    const code = (error as NodeJS.ErrnoException).code;
    const why: Record<string, string> = {
      ENOENT: 'there is no such file: check the path',
      EISDIR: 'this is a folder: give a file in it',
      EACCES: 'it may not be read: check its permissions',
    };
    throw new InputError('bad-file', `${path}: ${why[code ?? ''] ?? `it cannot be read (${code})`}`);
  }
}

function checkRegular(path: string, stats: Stats): Stats {
  if (stats.isDirectory()) throw new InputError('bad-file', `${path}: this is a folder: give a file in it`);
  if (!stats.isFile())
    throw new InputError('bad-file', `${path}: this is a device or a pipe: give a regular file`);
  if (stats.size <= LARGEST) return stats;
  throw new InputError(
    'too-large',
    `${path}: it has ${formatBytes(stats.size)}, and at most ${formatBytes(LARGEST)} are read: decimate the model`,
  );
}

/**
 * Reads what a model names by addresses relative to itself: files in its folder or below, wherever links lead, each once, and
 * no more of them together than one file may have; `taken` bytes are read already. A model may come from a stranger, and
 * must not make anything else of this machine part of what it becomes, nor fill its memory.
 */
export function createReader(model: string, taken: number): (uri: string) => Promise<Uint8Array> {
  const read = new Map<string, Promise<Uint8Array>>();
  let left = LARGEST - taken;
  return async (uri) => {
    const folder = await realpath(dirname(model));
    const path = resolve(folder, decodeURIComponent(uri));
    const place = await realpath(path).catch(() => path);
    const whole = folder.endsWith(sep) ? folder : folder + sep;
    if (/^[a-z][a-z\d+.-]*:/i.test(uri) || !place.startsWith(whole)) {
      throw new InputError(
        'bad-file',
        `${model}: it names ${JSON.stringify(uri)}, which is not in its folder: put the file beside the model`,
      );
    }
    const known = read.get(place);
    if (known !== undefined) return known;
    left -= await stat(place).then(
      ({ size }) => size,
      () => 0, // readBytes says why
    );
    if (left < 0) {
      throw new InputError(
        'too-large',
        `${model}: what it names has more than ${formatBytes(LARGEST)} together, and no more is read: decimate the model`,
      );
    }
    const bytes = readBytes(place);
    read.set(place, bytes);
    return bytes;
  };
}

/** Writes a file beside its place and moves it there, so that no half-written file is ever seen. */
export async function writeWhole(path: string, bytes: Uint8Array | string): Promise<void> {
  const part = join(dirname(path), `.${basename(path)}.${randomUUID()}.part`);
  try {
    await writeFile(part, bytes);
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw new InputError(
      'bad-file',
      `${path}: it cannot be written (${(error as NodeJS.ErrnoException).code}): check the folder and the space on the disk`,
    );
  }
}

/** Refuses early what writeWhole would refuse after minutes of work, and to write over the file that is read. */
export async function checkWritable(path: string, input: string): Promise<void> {
  const folder = await stat(dirname(path)).catch(() => null);
  if (!folder?.isDirectory()) {
    throw new InputError('bad-file', `${path}: the folder ${dirname(path)} does not exist: create it first`);
  }
  const place = await stat(path).catch(() => null);
  const source = await stat(input).catch(() => null);
  if (place && source && place.ino === source.ino && place.dev === source.dev) {
    throw new InputError('bad-argument', `${path}: this is the model itself: choose another output file`);
  }
  if (place?.isDirectory()) throw new InputError('bad-file', `${path}: this is a folder: give a file name`);
}
