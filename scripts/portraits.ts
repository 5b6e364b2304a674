// node dist/scripts/portraits.js [FOLDER] [NAME…]: bakes meshes of bench/fidelity and draws the surfaces that come out,
// seen from two sides, as PNG. To be looked at: a spike or a pit that no number was thought of shows here.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { crossingMeshes } from '../bench/crossing-meshes.ts';
import { listData, listPrimitives } from '../bench/fidelity.ts';
import { type Asset, bake } from '../src/index.ts';

const TEN = [
  'meshes/human_woman.obj',
  'meshes/dragon_vrip_res3.ply.gz',
  'meshes/teapot-npm-open.json',
  'two balls',
  'wing nut',
  'pile of 30 boxes',
  'knot that overlaps',
  'tube tighter than its bend',
  'pig with noise',
  'triceratops, legs pushed in',
];

const SIDE = 480; // pixels

/** Draws a surface from the front or the left, lit from the viewer's right, nearer parts brighter. */
function draw(asset: Asset, turned: boolean): Uint8Array {
  const { positions: x } = asset.tets;
  const { indices } = asset.surface;
  const [right, depth] = turned ? [2, 0] : [0, 2];
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const v of indices) {
    for (let d = 0; d < 3; d++) {
      low[d] = Math.min(low[d], x[3 * v + d]);
      high[d] = Math.max(high[d], x[3 * v + d]);
    }
  }
  const scale = (0.94 * SIDE) / Math.max(high[right] - low[right], high[1] - low[1]);
  const at = (v: number): [number, number, number] => [
    SIDE / 2 + scale * (x[3 * v + right] - (low[right] + high[right]) / 2) * (turned ? -1 : 1),
    SIDE / 2 - scale * (x[3 * v + 1] - (low[1] + high[1]) / 2),
    (x[3 * v + depth] - low[depth]) / (high[depth] - low[depth]),
  ];
  const pixels = new Uint8Array(SIDE * SIDE).fill(255);
  const near = new Float64Array(SIDE * SIDE).fill(-Infinity);
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [at(indices[t]), at(indices[t + 1]), at(indices[t + 2])];
    const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    if (!(area < 0)) continue; // faces away: y runs down in the picture
    const slope = [0, 1].map((k) => {
      const e = 1 - k;
      return ((b[2] - a[2]) * (c[e] - a[e]) - (c[2] - a[2]) * (b[e] - a[e])) / (k === 0 ? area : -area);
    });
    const steep = [slope[0] * SIDE, slope[1] * SIDE];
    const light = (1 + 0.5 * -steep[0] + 0.5 * steep[1]) / Math.hypot(1, steep[0], steep[1]) / 1.3;
    const [x0, x1] = [Math.min(a[0], b[0], c[0]), Math.max(a[0], b[0], c[0])];
    const [y0, y1] = [Math.min(a[1], b[1], c[1]), Math.max(a[1], b[1], c[1])];
    for (let j = Math.max(0, Math.ceil(y0)); j <= Math.min(SIDE - 1, y1); j++) {
      for (let i = Math.max(0, Math.ceil(x0)); i <= Math.min(SIDE - 1, x1); i++) {
        const u = ((i - a[0]) * (c[1] - a[1]) - (j - a[1]) * (c[0] - a[0])) / area;
        const v = ((b[0] - a[0]) * (j - a[1]) - (b[1] - a[1]) * (i - a[0])) / area;
        if (u < 0 || v < 0 || u + v > 1) continue;
        const z = a[2] + u * (b[2] - a[2]) + v * (c[2] - a[2]);
        if (z <= near[j * SIDE + i]) continue;
        near[j * SIDE + i] = z;
        pixels[j * SIDE + i] = Math.round(30 + 200 * Math.max(0.05, light) * (0.6 + 0.4 * z));
      }
    }
  }
  return pixels;
}

/** A grey PNG. */
function encodePng(pixels: Uint8Array, width: number, height: number): Buffer {
  const rows = Buffer.alloc((width + 1) * height);
  for (let j = 0; j < height; j++) rows.set(pixels.subarray(j * width, (j + 1) * width), j * (width + 1) + 1);
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length);
    frame.writeUInt32BE(crc(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head[8] = 8; // bits, of grey
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function crc(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let k = 0; k < 8; k++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return ~sum >>> 0;
}

const [folder = 'portraits', ...names] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const samples = [...listData(true), ...listPrimitives(), ...crossingMeshes];
for (const name of names.length > 0 ? names : TEN) {
  const sample = samples.find((s) => s.name === name);
  if (sample === undefined) {
    console.log(`${name}: there is no such mesh here`);
    continue;
  }
  const asset = await bake(await sample.make());
  const views = [draw(asset, false), draw(asset, true)];
  const both = new Uint8Array(2 * SIDE * SIDE);
  for (let j = 0; j < SIDE; j++) {
    for (let k = 0; k < 2; k++) both.set(views[k].subarray(j * SIDE, (j + 1) * SIDE), (2 * j + k) * SIDE);
  }
  const file = join(folder, `${name.replace(/[^a-z0-9]+/gi, '-')}.png`);
  writeFileSync(file, encodePng(both, 2 * SIDE, SIDE));
  console.log(`${file}: ${asset.mesher}, ${asset.report.tets} tets`);
}
