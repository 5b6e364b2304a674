// Triangles that go without a trace: those with a repeated vertex, and those that repeat another.

import { matchTriangles } from './inspect-shape.ts';
import { type Draft, keepTriangles } from './repair-draft.ts';

/** Drops triangles that name a vertex twice. Their two other edges coincide, so this opens nothing. */
export function dropRepeated(draft: Draft): number {
  const { indices } = draft;
  const keep = new Uint8Array(indices.length / 3);
  for (let t = 0; t < keep.length; t++) {
    const a = indices[3 * t];
    const b = indices[3 * t + 1];
    const c = indices[3 * t + 2];
    keep[t] = a !== b && b !== c && c !== a ? 1 : 0;
  }
  return keepTriangles(draft, keep);
}

/**
 * Drops triangles with the vertices of another. Of those that face alike one stays. Equally many that face each other
 * enclose nothing, as a wall inside a solid or a flap on it: all of them go. Only of a mesh that is nothing but
 * such sheets, one side stays.
 */
export function dropDuplicates(draft: Draft): number {
  const { indices } = draft;
  const count = indices.length / 3;
  const same = matchTriangles(indices);
  const net = new Int32Array(count); // by first triangle of a group: those that face as it does, less the others
  for (let t = 0; t < count; t++) net[same[t]] += facesAlike(indices, same[t], t) ? 1 : -1;
  const sheets = net.every((n) => n === 0);
  const keep = new Uint8Array(count);
  const taken = new Uint8Array(count); // by first triangle of a group: one has been kept
  for (let t = 0; t < count; t++) {
    const s = same[t];
    const fits = net[s] === 0 ? sheets : facesAlike(indices, s, t) === net[s] > 0;
    if (!fits || taken[s]) continue;
    keep[t] = 1;
    taken[s] = 1;
  }
  return keepTriangles(draft, keep);
}

/** Whether two triangles with the same three vertices name them in the same direction. */
function facesAlike(indices: Uint32Array, s: number, t: number): boolean {
  const a = indices[3 * s];
  const b = indices[3 * s + 1];
  for (let i = 0; i < 3; i++) {
    if (indices[3 * t + i] === a) return indices[3 * t + ((i + 1) % 3)] === b;
  }
  return false;
}
