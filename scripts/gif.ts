// Writes animated GIFs: 256 colours by median cut over all frames, only what changed from frame to frame, LZW.

/** A picture of a film: rgba, rows from the top. */
export interface GifFrame {
  readonly pixels: Uint8Array;
  readonly delay: number; // hundredths of a second
}

const COLORS = 255; // of the palette; the last entry stands for what stays as it is
const BITS = 5; // of each channel, in which colours are counted

/** The bytes of a GIF that plays for ever. */
export function encodeGif(width: number, height: number, frames: readonly GifFrame[]): Uint8Array {
  const palette = buildPalette(frames);
  const nearest = new Int16Array(1 << (3 * BITS)).fill(-1); // the palette's colour of each counted one
  const out: number[] = [];
  const text = (word: string) => out.push(...[...word].map((letter) => letter.charCodeAt(0)));
  const short = (value: number) => out.push(value & 255, value >> 8);
  text('GIF89a');
  short(width);
  short(height);
  out.push(0xf7, 0, 0); // a palette of 256 colours for all
  for (let k = 0; k < 256; k++) out.push(...(palette[k] ?? [0, 0, 0]));
  out.push(0x21, 0xff, 11);
  text('NETSCAPE2.0');
  out.push(3, 1, 0, 0, 0);
  let before: Uint8Array | null = null;
  for (const { pixels, delay } of frames) {
    const now = new Uint8Array(width * height);
    for (let p = 0; p < now.length; p++) now[p] = colorOf(pixels, 4 * p, palette, nearest);
    out.push(0x21, 0xf9, 4, 0x05); // what is clear shows the picture before
    short(delay);
    out.push(COLORS, 0, 0x2c);
    for (const value of [0, 0, width, height]) short(value);
    out.push(0, 8);
    const shown = now.map((color, p) => (before !== null && before[p] === color ? COLORS : color));
    const coded = compress(shown);
    for (let at = 0; at < coded.length; at += 255) {
      const block = coded.slice(at, at + 255);
      out.push(block.length, ...block);
    }
    out.push(0);
    before = now;
  }
  out.push(0x3b);
  return Uint8Array.from(out);
}

const cellOf = (pixels: Uint8Array, at: number): number =>
  ((pixels[at] >> (8 - BITS)) << (2 * BITS)) |
  ((pixels[at + 1] >> (8 - BITS)) << BITS) |
  (pixels[at + 2] >> (8 - BITS));

/** The palette entry closest to a pixel, found once for each counted colour. */
function colorOf(pixels: Uint8Array, at: number, palette: readonly number[][], nearest: Int16Array): number {
  const cell = cellOf(pixels, at);
  if (nearest[cell] >= 0) return nearest[cell];
  let best = 0;
  let least = Infinity;
  palette.forEach(([r, g, b], k) => {
    const far = (r - pixels[at]) ** 2 + (g - pixels[at + 1]) ** 2 + (b - pixels[at + 2]) ** 2;
    if (far >= least) return;
    least = far;
    best = k;
  });
  nearest[cell] = best;
  return best;
}

/** Colours that stand for all: boxes of counted ones, the widest cut where half of its pixels are. */
function buildPalette(frames: readonly GifFrame[]): number[][] {
  const count = new Map<number, number>();
  for (const { pixels } of frames) {
    for (let at = 0; at < pixels.length; at += 4) {
      const cell = cellOf(pixels, at);
      count.set(cell, (count.get(cell) ?? 0) + 1);
    }
  }
  const channel = (cell: number, d: number): number => (cell >> (BITS * (2 - d))) & ((1 << BITS) - 1);
  const boxes = [[...count.keys()]];
  while (boxes.length < COLORS) {
    let widest = { box: -1, axis: 0, score: 0 };
    boxes.forEach((cells, box) => {
      for (let axis = 0; axis < 3; axis++) {
        const values = cells.map((cell) => channel(cell, axis));
        const span = Math.max(...values) - Math.min(...values);
        const score = span * Math.log(1 + cells.reduce((sum, cell) => sum + (count.get(cell) ?? 0), 0));
        if (span > 0 && score > widest.score) widest = { box, axis, score };
      }
    });
    if (widest.box < 0) break;
    const { box, axis } = widest;
    const cells = boxes[box].sort((a, b) => channel(a, axis) - channel(b, axis));
    const half = cells.reduce((sum, cell) => sum + (count.get(cell) ?? 0), 0) / 2;
    let sum = 0;
    let cut = 0;
    while (cut < cells.length - 1 && (cut === 0 || sum < half)) sum += count.get(cells[cut++]) ?? 0;
    boxes[box] = cells.slice(0, cut);
    boxes.push(cells.slice(cut));
  }
  return boxes.map((cells) => {
    const weight = cells.reduce((sum, cell) => sum + (count.get(cell) ?? 0), 0);
    return [0, 1, 2].map((d) => {
      const sum = cells.reduce((all, cell) => all + channel(cell, d) * (count.get(cell) ?? 0), 0);
      return Math.round(((sum / weight + 0.5) * 256) / (1 << BITS));
    });
  });
}

/** LZW of bytes, as GIF has it: codes of 9 to 12 bits, the table cleared when it is full. */
function compress(data: Uint8Array): number[] {
  const out: number[] = [];
  let bits = 0;
  let held = 0;
  let size = 9;
  const put = (code: number) => {
    held |= code << bits;
    bits += size;
    while (bits >= 8) {
      out.push(held & 255);
      held >>>= 8;
      bits -= 8;
    }
  };
  let table = new Map<number, number>();
  let next = 258;
  put(256);
  let word = data[0];
  for (let k = 1; k < data.length; k++) {
    const key = word * 256 + data[k];
    const known = table.get(key);
    if (known !== undefined) {
      word = known;
      continue;
    }
    put(word);
    if (next < 4096) {
      table.set(key, next);
      if (next++ === 1 << size && size < 12) size++;
    } else {
      put(256);
      table = new Map();
      next = 258;
      size = 9;
    }
    word = data[k];
  }
  put(word);
  put(257);
  if (bits > 0) out.push(held & 255);
  return out;
}
