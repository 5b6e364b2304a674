// Triangles that go without a trace: those with a repeated vertex, and those that repeat another.

import { matchTriangles } from './inspect-shape.ts';
import { type Draft, keepTriangles } from './repair-draft.ts';
import { buildEdges, nextHalf } from './topology.ts';

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
 * Drops triangles with the vertices of another. Of those that face alike one stays, unless the surface would be open
 * without the others, as where two solids have a corner in common. Equally many that face each other enclose nothing, as a wall inside a solid or a flap on it: all of them go, unless the surface would be open
 * without them. Only of a mesh that is nothing but such sheets, one side stays.
 */
export function dropDuplicates(draft: Draft): number {
  const { indices } = draft;
  const count = indices.length / 3;
  const same = matchTriangles(indices);
  const net = new Int32Array(count); // by first triangle of a group: those that face as it does, less the others
  for (let t = 0; t < count; t++) net[same[t]] += facesAlike(indices, same[t], t) ? 1 : -1;
  const sheets = net.every((n) => n === 0);
  const needed = sheets ? null : findNeeded(draft, same, net);
  const keep = new Uint8Array(count);
  const taken = new Uint8Array(count); // by first triangle of a group: one has been kept
  for (let t = 0; t < count; t++) {
    const s = same[t];
    const fits = net[s] === 0 ? needed === null || needed[s] === 1 : facesAlike(indices, s, t) === net[s] > 0;
    if (!fits || taken[s]) continue;
    keep[t] = 1;
    taken[s] = 1;
  }
  const spare: number[] = []; // beyond the one that stays
  const more = net.map((n) => Math.abs(n) - 1);
  for (let t = count - 1; t >= 0; t--) {
    const s = same[t];
    if (keep[t] || more[s] <= 0 || facesAlike(indices, s, t) !== net[s] > 0) continue;
    more[s]--;
    spare.push(t);
  }
  keepClosing(draft, keep, spare);
  return keepTriangles(draft, keep);
}

/**
 * Of triangles that repeat others, keeps those without which an edge would be run through less evenly than with them.
 * Found by taking back: what leaves an edge uneven stays, and then perhaps what is beside it.
 */
function keepClosing({ positions, indices }: Draft, keep: Uint8Array, spare: readonly number[]): void {
  if (spare.length === 0) return;
  const { edge, edgeCount, start, half } = buildEdges(indices, positions.length / 3);
  const upward = (h: number) => (indices[h] < indices[nextHalf(h)] ? 1 : -1);
  const sum = new Int32Array(edgeCount); // of what is kept: half-edges that run upward, less those that run downward
  for (let h = 0; h < indices.length; h++) if (keep[Math.floor(h / 3)]) sum[edge[h]] += upward(h);
  const isSpare = new Uint8Array(keep.length);
  for (const t of spare) isSpare[t] = 1;
  const waiting = spare.slice();
  while (waiting.length > 0) {
    const t = waiting.pop()!;
    if (keep[t]) continue;
    let gain = 0;
    for (let h = 3 * t; h < 3 * t + 3; h++)
      gain += Math.abs(sum[edge[h]]) - Math.abs(sum[edge[h]] + upward(h));
    if (gain <= 0) continue;
    keep[t] = 1;
    for (let h = 3 * t; h < 3 * t + 3; h++) {
      sum[edge[h]] += upward(h);
      for (let i = start[edge[h]]; i < start[edge[h] + 1]; i++) {
        const s = Math.floor(half[i] / 3);
        if (isSpare[s] && !keep[s]) waiting.push(s);
      }
    }
  }
}

/**
 * Marks, by first triangle of a group, those of triangles that face each other which the surface is not whole without:
 * at each edge they have one neighbour. Found by peeling: what has an edge with none or several goes, and then
 * perhaps what was beside it, so that flaps and inner walls vanish from their rims.
 */
function findNeeded({ positions, indices }: Draft, same: Uint32Array, net: Int32Array): Uint8Array {
  const needed = new Uint8Array(same.length);
  const doubtful: number[] = [];
  for (let t = 0; t < same.length; t++) if (net[t] === 0 && same[t] === t) doubtful.push(t);
  if (doubtful.length === 0) return needed;
  for (const t of doubtful) needed[t] = 1;
  const { edge, start, half } = buildEdges(indices, positions.length / 3);
  const others = (h: number): number[] => {
    const own = same[Math.floor(h / 3)];
    const found = new Set<number>();
    for (let i = start[edge[h]]; i < start[edge[h] + 1]; i++) {
      const s = same[Math.floor(half[i] / 3)];
      if (s !== own && (net[s] !== 0 || needed[s] === 1)) found.add(s);
    }
    return [...found];
  };
  while (doubtful.length > 0) {
    const t = doubtful.pop()!;
    const around = [0, 1, 2].map((k) => others(3 * t + k));
    if (needed[t] === 0 || around.every((list) => list.length === 1)) continue;
    needed[t] = 0;
    for (const list of around) for (const s of list) if (net[s] === 0) doubtful.push(s);
  }
  return needed;
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
