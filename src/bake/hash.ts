// A 64-bit hash of bytes from integer operations only: two 32-bit lanes over words, after the manner of
// MurmurHash3. It finds accidents and tells contents apart; it is no defence against forgery.

/** Both halves of the hash of bytes[from…]. A last partial word counts as padded with zeros. */
export function hashBytes(bytes: Uint8Array, from: number): { low: number; high: number } {
  let a = 0x9e3779b9;
  let b = 0x85ebca6b;
  const end = bytes.length;
  for (let i = from; i < end; i += 4) {
    // Past the end a read gives undefined, which counts as 0 in integer operations.
    const word = bytes[i] | (bytes[i + 1] << 8) | (bytes[i + 2] << 16) | (bytes[i + 3] << 24);
    const mixed = Math.imul(word, 0xcc9e2d51);
    a ^= Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593);
    a = (Math.imul((a << 13) | (a >>> 19), 5) + 0xe6546b64) | 0;
    b = Math.imul(b ^ word, 0x01000193) ^ (a >>> 7);
    b = (b << 11) | (b >>> 21);
  }
  return { low: finish(a ^ (end - from)), high: finish(b ^ (end - from) ^ a) };
}

function finish(h: number): number {
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
