// Files in and out: what was given by name, and writes that happen whole or not at all.

import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { InputError } from '../src/job/error.ts';

/** Reads a file, with a sentence instead of an errno when it cannot. */
export async function readBytes(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const why: Record<string, string> = {
      ENOENT: 'there is no such file: check the path',
      EISDIR: 'this is a folder: give a file in it',
      EACCES: 'it may not be read: check its permissions',
    };
    throw new InputError('bad-file', `${path}: ${why[code ?? ''] ?? `it cannot be read (${code})`}`);
  }
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
