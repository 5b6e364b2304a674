// Reads the shared test data beside the project in full double precision. The data is not part of the project:
// tests that need it are wrapped in describe.skipIf(!DATA) and say so once when it is absent.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

export interface Shape {
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
}

/** Where the shared test data lies. */
export const DATA_ROOT = fileURLToPath(new URL('../../../shared/data/', import.meta.url));

/** Whether the shared test data lies beside the project. */
export const DATA = existsSync(DATA_ROOT);
if (!DATA) console.warn('skipped: tests of meshes from outside need the folder ../shared/data');

export function readBytes(path: string): Buffer {
  const bytes = readFileSync(DATA_ROOT + path);
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

/** The rows of a CSV of numbers; words become NaN, so a header is a row of NaN. */
export function readCsv(path: string): number[][] {
  const lines = readBytes(path).toString('latin1').trim().split(/\r?\n/);
  return lines.map((line) => line.split(',').map(Number));
}

/** Reads an OBJ, PLY or JSON mesh of the shared data; polygons become fans. */
export function readShape(path: string): Shape {
  const bytes = readBytes(path);
  const name = path.replace(/\.gz$/, '');
  if (name.endsWith('.obj')) return parseObj(bytes.toString('latin1'));
  if (name.endsWith('.ply')) return parsePly(bytes);
  const { positions, cells } = JSON.parse(bytes.toString('latin1'));
  return { positions: Float64Array.from(positions.flat()), indices: Uint32Array.from(cells.flat()) };
}

function parseObj(text: string): Shape {
  const positions: number[] = [];
  const indices: number[] = [];
  for (const line of text.split('\n')) {
    const words = line.trim().split(/\s+/);
    if (words[0] === 'v') positions.push(Number(words[1]), Number(words[2]), Number(words[3]));
    if (words[0] === 'f')
      pushFan(
        indices,
        words.slice(1).map((w) => Number.parseInt(w, 10) - 1),
      );
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

function pushFan(indices: number[], polygon: number[]): void {
  for (let i = 2; i < polygon.length; i++) indices.push(polygon[0], polygon[i - 1], polygon[i]);
}

/** Reads the layouts the shared data has, ascii or binary: vertices of x, y, z, perhaps colours, faces of int lists. */
function parsePly(bytes: Buffer): Shape {
  const body = bytes.indexOf('end_header\n') + 'end_header\n'.length;
  const header = bytes.toString('latin1', 0, body);
  const colors = header.includes('property uchar red\nproperty uchar green\nproperty uchar blue\n');
  if ((header.match(/property/g) ?? []).length !== (colors ? 7 : 4)) {
    throw new Error('this PLY has another layout than the test helper reads');
  }
  const vertexCount = Number(/element vertex (\d+)/.exec(header)?.[1]);
  const faceCount = Number(/element face (\d+)/.exec(header)?.[1]);
  const positions = new Float64Array(3 * vertexCount);
  const indices: number[] = [];
  if (header.includes('format ascii')) {
    const words = bytes.toString('latin1', body).trim().split(/\s+/).map(Number);
    let at = 3 * vertexCount;
    positions.set(words.slice(0, at));
    for (let f = 0; f < faceCount; f++) {
      pushFan(indices, words.slice(at + 1, at + 1 + words[at]));
      at += 1 + words[at];
    }
  } else {
    const wide = header.includes('property double x');
    const little = !header.includes('big_endian');
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    let at = body;
    for (let i = 0; i < positions.length; i++) {
      positions[i] = wide ? view.getFloat64(at, little) : view.getFloat32(at, little);
      at += wide ? 8 : 4;
      if (colors && i % 3 === 2) at += 3;
    }
    for (let f = 0; f < faceCount; f++) {
      const size = bytes[at++];
      const polygon: number[] = [];
      for (let i = 0; i < size; i++, at += 4) polygon.push(view.getInt32(at, little));
      pushFan(indices, polygon);
    }
  }
  return { positions, indices: Uint32Array.from(indices) };
}

/** Length of the diagonal of a shape's box. */
export function diagonal(positions: Float64Array): number {
  let square = 0;
  for (let d = 0; d < 3; d++) {
    let low = Infinity;
    let high = -Infinity;
    for (let i = d; i < positions.length; i += 3) {
      low = Math.min(low, positions[i]);
      high = Math.max(high, positions[i]);
    }
    square += (high - low) ** 2;
  }
  return Math.sqrt(square);
}
