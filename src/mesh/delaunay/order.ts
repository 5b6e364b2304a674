// The order in which points are inserted: rounds that double in size, points assigned at random ("biased randomised
// insertion order"), and within a round along a Hilbert curve, so that the walk to the next point is short and the
// arrays it touches are warm.

import { createRandom, nextFloat } from '../../math/random.ts';

const BITS = 10; // Hilbert cells a side: 2^BITS; three times BITS and an index of up to 2²³ fit a float exactly
const SMALLEST_ROUND = 100; // points; below it randomising gains nothing

const axes = new Uint32Array(3); // scratch: a cell's coordinates, then its Hilbert index bit-transposed

/**
 * Position of a cell along the Hilbert curve through a grid of 2^BITS cells a side, by Skilling's method: undo
 * the reflections and exchanges of each level from the top bit down, then turn the result into a Gray code.
 */
export function hilbertIndex(i: number, j: number, k: number): number {
  axes[0] = i;
  axes[1] = j;
  axes[2] = k;
  for (let bit = 1 << (BITS - 1); bit > 1; bit >>= 1) {
    const below = bit - 1;
    for (let a = 0; a < 3; a++) {
      if (axes[a] & bit) {
        axes[0] ^= below;
      } else {
        const swap = (axes[0] ^ axes[a]) & below;
        axes[0] ^= swap;
        axes[a] ^= swap;
      }
    }
  }
  axes[1] ^= axes[0];
  axes[2] ^= axes[1];
  let flip = 0;
  for (let bit = 1 << (BITS - 1); bit > 1; bit >>= 1) if (axes[2] & bit) flip ^= bit - 1;
  let index = 0;
  for (let b = BITS - 1; b >= 0; b--) {
    for (let a = 0; a < 3; a++) index = index * 2 + (((axes[a] ^ flip) >> b) & 1);
  }
  return index;
}

/** The points first … first+count−1 of `points`, sorted along a Hilbert curve through their box. */
export function hilbertOrder(points: Float64Array, first: number, count: number): Uint32Array {
  const key = hilbertKeys(points, first, count);
  const sorted = key.map((k, i) => k * count + i).sort();
  return Uint32Array.from(sorted, (s) => first + (s % count));
}

function hilbertKeys(points: Float64Array, first: number, count: number): Float64Array {
  const low = [Infinity, Infinity, Infinity];
  let size = 0;
  for (let a = 0; a < 3; a++) {
    let high = -Infinity;
    for (let p = first; p < first + count; p++) {
      low[a] = Math.min(low[a], points[3 * p + a]);
      high = Math.max(high, points[3 * p + a]);
    }
    size = Math.max(size, high - low[a]);
  }
  const scale = size > 0 ? ((1 << BITS) * (1 - 1e-9)) / size : 0;
  const key = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const at = 3 * (first + i);
    key[i] = hilbertIndex(
      (points[at] - low[0]) * scale,
      (points[at + 1] - low[1]) * scale,
      (points[at + 2] - low[2]) * scale,
    );
  }
  return key;
}

/** All points of `points` in the order to insert them. Deterministic for a seed. */
export function insertionOrder(points: Float64Array, count: number, seed: number): Uint32Array {
  const random = createRandom(seed);
  const key = hilbertKeys(points, 0, count);
  let rounds = 1;
  for (let n = count; n > SMALLEST_ROUND; n /= 2) rounds++;
  const sorted = new Float64Array(count);
  const round = new Uint8Array(count);
  const sizes = new Uint32Array(rounds + 1);
  for (let i = 0; i < count; i++) {
    // The last round takes half of the points, the one before it half of the rest, and so on.
    let r = rounds - 1;
    while (r > 0 && nextFloat(random) < 0.5) r--;
    round[i] = r;
    sizes[r + 1]++;
  }
  for (let r = 0; r < rounds; r++) sizes[r + 1] += sizes[r];
  const slot = sizes.slice();
  for (let i = 0; i < count; i++) sorted[slot[round[i]]++] = key[i] * count + i;
  for (let r = 0; r < rounds; r++) sorted.subarray(sizes[r], sizes[r + 1]).sort();
  return Uint32Array.from(sorted, (s) => s % count);
}
