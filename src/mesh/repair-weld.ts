// Which vertices are the same point: bit-equal ones, or ones within a distance of each other. A hash table of
// positions or of grid cells; the lowest index stands for its group, so the outcome does not depend on the table.

import { WELD, WELD_OF_EDGE, WELD_ROUNDING } from './constants.ts';

const float = new Float64Array(1); // scratch: a double whose bits are hashed
const bits = new Uint32Array(float.buffer);

function hashNumber(seed: number, x: number): number {
  float[0] = x + 0; // −0 becomes 0, as they compare equal
  let h = Math.imul(seed ^ bits[0], 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15) ^ bits[1], 0x85ebca77);
  return h ^ (h >>> 13);
}

function hashPoint(x: number, y: number, z: number): number {
  return hashNumber(hashNumber(hashNumber(0, x), y), z);
}

/** The size of a hash table for n keys: a power of two, at most half full. */
function tableSize(n: number): number {
  let size = 4;
  while (size < 2 * n) size *= 2;
  return size;
}

/** For each vertex the first vertex with an equal position. A vertex with a NaN stands alone. */
export function matchVertices(positions: Float64Array): Uint32Array {
  const count = positions.length / 3;
  const mask = tableSize(count) - 1;
  const table = new Int32Array(mask + 1).fill(-1); // a vertex for every position met
  const same = new Uint32Array(count);
  for (let v = 0; v < count; v++) {
    const x = positions[3 * v];
    const y = positions[3 * v + 1];
    const z = positions[3 * v + 2];
    let at = hashPoint(x, y, z) & mask;
    let w = table[at];
    while (w >= 0 && !(positions[3 * w] === x && positions[3 * w + 1] === y && positions[3 * w + 2] === z)) {
      at = (at + 1) & mask;
      w = table[at];
    }
    if (w < 0) table[at] = v;
    same[v] = w < 0 ? v : w;
  }
  return same;
}

/**
 * For each vertex the vertex that stands for it: the nearest representative before it within `tolerance`, or itself.
 * Representatives are farther apart than `tolerance`, so no chain of close vertices drags a far one along.
 */
export function matchNearVertices(positions: Float64Array, tolerance: number): Uint32Array {
  const count = positions.length / 3;
  const mask = tableSize(count) - 1;
  const table = new Int32Array(mask + 1).fill(-1); // the last representative of every cell, by hash
  const before = new Int32Array(count).fill(-1); // the representative before it under the same hash
  const same = new Uint32Array(count);
  const cell = (v: number, d: number) => Math.floor(positions[3 * v + d] / tolerance);
  for (let v = 0; v < count; v++) {
    let best = -1;
    let bestSquare = tolerance * tolerance;
    const cx = cell(v, 0);
    const cy = cell(v, 1);
    const cz = cell(v, 2);
    for (let k = 0; k < 27; k++) {
      const x = cx + (k % 3) - 1;
      const y = cy + (Math.floor(k / 3) % 3) - 1;
      const z = cz + Math.floor(k / 9) - 1;
      for (let w = table[hashPoint(x, y, z) & mask]; w >= 0; w = before[w]) {
        const dx = positions[3 * w] - positions[3 * v];
        const dy = positions[3 * w + 1] - positions[3 * v + 1];
        const dz = positions[3 * w + 2] - positions[3 * v + 2];
        const square = dx * dx + dy * dy + dz * dz;
        if (square < bestSquare || (square === bestSquare && (best < 0 || w < best))) {
          best = w;
          bestSquare = square;
        }
      }
    }
    same[v] = best < 0 ? v : best;
    if (best >= 0) continue;
    const at = hashPoint(cx, cy, cz) & mask;
    before[v] = table[at];
    table[at] = v;
  }
  return same;
}

/** The distinct positions in order of first appearance, and where each given vertex went. */
interface MergedVertices {
  readonly positions: Float64Array; // xyz a vertex
  readonly vertex: Uint32Array; // the new vertex of each old one
}

/** Merges vertices at equal positions; −0 becomes 0. A vertex with a NaN stays alone. */
export function mergeVertices(given: ArrayLike<number>): MergedVertices {
  const positions = Float64Array.from(given, (x) => x + 0);
  const vertex = matchVertices(positions);
  let kept = 0;
  for (let v = 0; v < vertex.length; v++) {
    if (vertex[v] !== v) {
      vertex[v] = vertex[vertex[v]]; // numbered already: the first of its place comes before
      continue;
    }
    positions.copyWithin(3 * kept, 3 * v, 3 * v + 3);
    vertex[v] = kept++;
  }
  return { positions: positions.slice(0, 3 * kept), vertex };
}

/**
 * The distance at which vertices are taken for one point unless told otherwise: a millionth of the longest side, and
 * at most half of the shortest edge. Edges that short are seen only if they are clear of rounding: of what is below
 * it, such as the ring of a lathe at its pole, nothing is meant to be apart.
 */
export function chooseWeld(positions: Float64Array, indices: Uint32Array): number {
  let longest = 0;
  for (let d = 0; d < 3; d++) {
    let low = Infinity;
    let high = -Infinity;
    for (let h = 0; h < indices.length; h++) {
      const x = positions[3 * indices[h] + d];
      if (!Number.isFinite(x)) continue;
      low = Math.min(low, x);
      high = Math.max(high, x);
    }
    longest = Math.max(longest, high - low);
  }
  const rounding = WELD_ROUNDING * longest;
  let shortest = Infinity;
  for (let h = 0; h < indices.length; h++) {
    const a = 3 * indices[h];
    const b = 3 * indices[h % 3 === 2 ? h - 2 : h + 1];
    const x = positions[a] - positions[b];
    const y = positions[a + 1] - positions[b + 1];
    const z = positions[a + 2] - positions[b + 2];
    const square = x * x + y * y + z * z;
    if (square > rounding * rounding && square < shortest) shortest = square;
  }
  return Math.min(WELD * longest, WELD_OF_EDGE * Math.sqrt(shortest));
}
