// Films of README: what a plain decoder reads back is what was put in.

import { expect, it } from 'vitest';
import { encodeGif } from '../../scripts/gif.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';

/** The pictures of a GIF of ours, rgb, by the letter of the format. */
function decodeGif(bytes: Uint8Array): { width: number; height: number; frames: Uint8Array[] } {
  const short = (at: number) => bytes[at] | (bytes[at + 1] << 8);
  expect(String.fromCharCode(...bytes.subarray(0, 6))).toBe('GIF89a');
  const [width, height] = [short(6), short(8)];
  const palette = bytes.subarray(13, 13 + 768);
  const screen = new Uint8Array(3 * width * height);
  const frames: Uint8Array[] = [];
  let at = 13 + 768;
  let clear = -1;
  while (bytes[at] !== 0x3b) {
    if (bytes[at] === 0x21) {
      if (bytes[at + 1] === 0xf9) clear = bytes[at + 6];
      at += 2;
      while (bytes[at] > 0) at += bytes[at] + 1;
      at++;
      continue;
    }
    expect(bytes[at]).toBe(0x2c);
    at += 11; // its place, no palette of its own, 8 bits
    const data: number[] = [];
    while (bytes[at] > 0) {
      data.push(...bytes.subarray(at + 1, at + 1 + bytes[at]));
      at += bytes[at] + 1;
    }
    at++;
    expand(data).forEach((color, p) => {
      if (color !== clear) screen.set(palette.subarray(3 * color, 3 * color + 3), 3 * p);
    });
    frames.push(screen.slice());
  }
  return { width, height, frames };
}

/** LZW backwards. */
function expand(data: readonly number[]): number[] {
  const out: number[] = [];
  let table: number[][] = [];
  let size = 9;
  let before: number[] | null = null;
  let bit = 0;
  const reset = () => {
    table = Array.from({ length: 258 }, (_, k) => [k]);
    size = 9;
    before = null;
  };
  reset();
  for (;;) {
    let code = 0;
    for (let k = 0; k < size; k++, bit++) code |= ((data[bit >> 3] >> (bit & 7)) & 1) << k;
    if (code === 257) return out;
    if (code === 256) {
      reset();
      continue;
    }
    const last: number[] | null = before;
    const word: number[] = code < table.length ? table[code] : [...(last ?? []), (last ?? [])[0]];
    if (last !== null && table.length < 4096) table.push([...last, word[0]]);
    if (table.length === 1 << size && size < 12) size++;
    out.push(...word);
    before = word;
  }
}

it.each([1, 7])('are read back as they were, seed %d', (seed) => {
  const random = createRandom(seed);
  const [width, height] = [97, 61];
  const colors = Array.from({ length: 150 }, () => [0, 1, 2].map(() => Math.floor(256 * nextFloat(random))));
  const frames = Array.from({ length: 4 }, (_, k) => {
    const pixels = new Uint8Array(4 * width * height);
    for (let p = 0; p < width * height; p++) {
      // Noise, which fills the table, over a part of a plain ground, which does not change.
      const color = p % width < 20 * k ? colors[Math.floor(150 * nextFloat(random))] : colors[0];
      pixels.set([...color, 255], 4 * p);
    }
    return { pixels, delay: 4 };
  });
  const read = decodeGif(encodeGif(width, height, frames));
  expect([read.width, read.height, read.frames.length]).toEqual([width, height, 4]);
  let worst = 0;
  frames.forEach(({ pixels }, k) => {
    for (let p = 0; p < width * height; p++) {
      for (let d = 0; d < 3; d++)
        worst = Math.max(worst, Math.abs(pixels[4 * p + d] - read.frames[k][3 * p + d]));
    }
  });
  expect(worst).toBeLessThanOrEqual(8); // colours are counted by 5 bits
});
