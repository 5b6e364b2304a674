// The way to three's loaders: imported only when a file needs one, kept from writing to the console, and their
// geometries read out a corner at a time.

import type { BufferGeometry } from 'three';
import { InputError } from '../src/job/error.ts';

/** A part of three, which those who read no such file need not have installed. */
export async function loadPart<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new InputError(
      'unsupported',
      `${name} is read by the package three, which is not here: npm install three`,
    );
  }
}

/** Runs a loader's synchronous parse without letting three write to the console. */
export async function parseQuietly<T>(parse: () => T): Promise<T> {
  const { getConsoleFunction, setConsoleFunction } = await import('three'); // by name: bundlers drop the rest
  if (getConsoleFunction === undefined) return parseMuted(parse); // before r179
  const before = getConsoleFunction();
  setConsoleFunction(() => {});
  try {
    return parse();
  } finally {
    setConsoleFunction(before);
  }
}

/** The same where three writes to the console itself. */
function parseMuted<T>(parse: () => T): T {
  const { log, warn, error } = console;
  console.log = console.warn = console.error = () => {};
  try {
    return parse();
  } finally {
    Object.assign(console, { log, warn, error });
  }
}

/** An attribute of the geometry, corner by corner; null when it has none. */
export function copyCorners(
  geometry: BufferGeometry,
  attribute: 'uv' | 'normal' | 'color',
  vertex: ArrayLike<number> | null, // the vertex of each corner; null when vertices are corners already
): Float32Array | null {
  const from = geometry.getAttribute(attribute);
  if (!from) return null;
  const width = attribute === 'uv' ? 2 : 3;
  const count = vertex ? vertex.length : from.count;
  const out = new Float32Array(width * count);
  for (let c = 0; c < count; c++) {
    const v = vertex ? vertex[c] : c;
    for (let k = 0; k < width; k++) out[width * c + k] = from.getComponent(v, k);
  }
  return out;
}
