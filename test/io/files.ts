// Files built in memory, the same shape in many formats, and the two questions every reader's test asks:
// which error, and the same triangles?

import { expect } from 'vitest';
import { type ErrorCode, InputError } from '../../src/job/error.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';

export const encode = (text: string) => new TextEncoder().encode(text);

/** Joins pieces of text and bytes. */
export function concat(...pieces: (string | Uint8Array)[]): Uint8Array {
  return Uint8Array.from(pieces.flatMap((piece) => [...(typeof piece === 'string' ? encode(piece) : piece)]));
}

/** Asserts that a promise rejects with an InputError of this code whose message matches. */
export async function expectError(
  promise: Promise<unknown>,
  code: ErrorCode,
  message: RegExp,
): Promise<void> {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(InputError);
  expect((error as InputError).message).toMatch(message);
  expect((error as InputError).code).toBe(code);
}

/** The corner coordinates of every triangle, in order: what a mesh is, whatever its vertices are called. */
export function soup(mesh: { positions: ArrayLike<number>; indices: ArrayLike<number> }): number[] {
  const out: number[] = [];
  for (let c = 0; c < mesh.indices.length; c++) {
    for (let k = 0; k < 3; k++) out.push(mesh.positions[3 * mesh.indices[c] + k]);
  }
  return out;
}

/** Six times the signed volume of a closed mesh. */
export function sixVolumes(mesh: TriangleMesh): number {
  const p = soup(mesh);
  let sum = 0;
  for (let t = 0; t < p.length; t += 9) {
    const [ax, ay, az, bx, by, bz, cx, cy, cz] = p.slice(t, t + 9);
    sum += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  }
  return sum;
}

/** Numbers of one binary type after another, e.g. pack(true, ['u8', 3, 'i32', 0, 1, 2]). */
export function pack(little: boolean, items: (string | number)[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(8 * items.length));
  let at = 0;
  let type = 'u8';
  for (const item of items) {
    if (typeof item === 'string') {
      type = item;
      continue;
    }
    if (type === 'u8') view.setUint8(at, item);
    else if (type === 'i16') view.setInt16(at, item, little);
    else if (type === 'u16') view.setUint16(at, item, little);
    else if (type === 'i32') view.setInt32(at, item, little);
    else if (type === 'u32') view.setUint32(at, item, little);
    else if (type === 'u64') view.setBigUint64(at, BigInt(item), little);
    else if (type === 'f32') view.setFloat32(at, item, little);
    else view.setFloat64(at, item, little);
    at += Number(type.slice(1)) / 8;
  }
  return new Uint8Array(view.buffer, 0, at);
}

/** A binary STL of a soup of triangles. */
export function binaryStl(corners: ArrayLike<number>, header = 'made in a test'): Uint8Array {
  const count = corners.length / 9;
  const pieces: Uint8Array[] = [concat(header.padEnd(80)), pack(true, ['u32', count])];
  for (let t = 0; t < count; t++) {
    const facet = Array.from({ length: 9 }, (_, k) => corners[9 * t + k]);
    pieces.push(pack(true, ['f32', 0, 0, 0, ...facet, 'u16', 0]));
  }
  return concat(...pieces);
}

/** An ascii STL of a soup of triangles. */
export function asciiStl(corners: ArrayLike<number>): string {
  let text = 'solid thing\n';
  for (let t = 0; t < corners.length; t += 9) {
    text += 'facet normal 0 0 1\nouter loop\n';
    for (let c = t; c < t + 9; c += 3) text += `vertex ${corners[c]} ${corners[c + 1]} ${corners[c + 2]}\n`;
    text += 'endloop\nendfacet\n';
  }
  return `${text}endsolid thing\n`;
}

/** A GLB of a JSON document and a binary chunk. */
export function glb(json: unknown, chunk: Uint8Array = new Uint8Array(0)): Uint8Array {
  const text = encode(JSON.stringify(json));
  const head = concat(text, ' '.repeat((4 - (text.length % 4)) % 4));
  const tail = concat(chunk, new Uint8Array((4 - (chunk.length % 4)) % 4));
  const length = 20 + head.length + 8 + tail.length;
  return concat(
    pack(true, ['u32', 0x46546c67, 2, length, head.length, 0x4e4f534a]),
    head,
    pack(true, ['u32', tail.length, 0x004e4942]),
    tail,
  );
}

/** A copy with a few bytes changed, or cut, or both: what a bad line or disk makes of a file. */
export function damage(bytes: Uint8Array, seed: number): Uint8Array {
  const random = createRandom(seed);
  const pick = (count: number) => Math.floor(nextFloat(random) * count);
  const cut = pick(3) === 0 ? pick(bytes.length) : bytes.length;
  const out = Uint8Array.from(bytes.subarray(0, cut)); // a Buffer's slice would share its memory
  const flips = cut === bytes.length ? 1 + pick(8) : pick(2);
  // half of the changes fall near the start, where headers and counts are
  for (let i = 0; i < flips && out.length > 0; i++) {
    const at = pick(pick(2) === 0 ? Math.min(out.length, 400) : out.length);
    out[at] = pick(2) === 0 ? out[at] ^ (1 << pick(8)) : pick(256);
  }
  return out;
}
