// The order in which points are inserted: rounds that double in size, points assigned at random ("biased randomised
// insertion order"), and within a round along a Hilbert curve, so that the walk to the next point is short and the
// arrays it touches are warm.

import { createRandom, nextFloat } from '../../math/random.ts';

const BITS = 10; // Hilbert cells a side: 2^BITS; three times BITS fit an integer of 32 bits
const DIGIT = (1 << BITS) - 1; // the largest digit of a key
const SMALLEST_ROUND = 100; // points; below it randomising gains nothing

/**
 * Position of a cell along the Hilbert curve through a grid of 2^BITS cells a side, by Skilling's method: undo
 * the reflections and exchanges of each level from the top bit down, then turn the result into a Gray code.
 */
export function hilbertIndex(i: number, j: number, k: number): number {
  let x = i | 0;
  let y = j | 0;
  let z = k | 0;
  for (let bit = 1 << (BITS - 1); bit > 1; bit >>= 1) {
    const below = bit - 1;
    if (x & bit) x ^= below;
    let swap = (x ^ y) & below;
    if (y & bit) {
      x ^= below;
    } else {
      x ^= swap;
      y ^= swap;
    }
    swap = (x ^ z) & below;
    if (z & bit) {
      x ^= below;
    } else {
      x ^= swap;
      z ^= swap;
    }
  }
  y ^= x;
  z ^= y;
  let flip = 0;
  for (let bit = 1 << (BITS - 1); bit > 1; bit >>= 1) if (z & bit) flip ^= bit - 1;
  return 4 * spreadBits(x ^ flip) + 2 * spreadBits(y ^ flip) + spreadBits(z ^ flip);
}

/** The lowest BITS bits of a number, each with two zeros before it. */
function spreadBits(v: number): number {
  let bits = v & DIGIT;
  bits = (bits | (bits << 16)) & 0x30000ff;
  bits = (bits | (bits << 8)) & 0x300f00f;
  bits = (bits | (bits << 4)) & 0x30c30c3;
  return (bits | (bits << 2)) & 0x9249249;
}

/** The points first … first+count−1 of `points`, sorted along a Hilbert curve through their box. */
export function hilbertOrder(points: Float64Array, first: number, count: number): Uint32Array {
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[i] = i;
  sortByKey(order, hilbertKeys(points, first, count), 0, count);
  for (let i = 0; i < count; i++) order[i] += first;
  return order;
}

/** Sorts the entries [from, to) of `order` by their keys, digit by digit; those with equal keys stay as they are. */
function sortByKey(order: Uint32Array, key: Uint32Array, from: number, to: number): void {
  const other = new Uint32Array(to - from);
  for (let bit = 0; bit < 3 * BITS; bit += BITS) {
    const slot = new Uint32Array((1 << BITS) + 1);
    for (let i = from; i < to; i++) slot[((key[order[i]] >>> bit) & DIGIT) + 1]++;
    for (let d = 0; d < DIGIT; d++) slot[d + 1] += slot[d];
    for (let i = from; i < to; i++) other[slot[(key[order[i]] >>> bit) & DIGIT]++] = order[i];
    order.set(other, from);
  }
}

function hilbertKeys(points: Float64Array, first: number, count: number): Uint32Array {
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
  const key = new Uint32Array(count);
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
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[slot[round[i]]++] = i;
  for (let r = 0; r < rounds; r++) sortByKey(order, key, sizes[r], sizes[r + 1]);
  return order;
}
