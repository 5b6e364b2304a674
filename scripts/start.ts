// npm start: bakes the Stanford bunny, reports, and leaves the asset in artifacts/. The bunny comes from the npm
// package of that name; the model is Stanford's (3D Scanning Repository).

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { loadBunny } from '../bench/models.ts';
import { writeWhole } from '../cli/files.ts';
import { createProgress } from '../cli/progress.ts';
import { describeAsset } from '../cli/tables.ts';
import { bake, encodeAsset } from '../src/index.ts';

const root = join(import.meta.dirname, '../..');
const output = 'artifacts/bunny.fracas';
const progress = createProgress('bunny', false);
const mesh = loadBunny({ triangles: 7940 });
const start = performance.now();
const asset = await bake(mesh, { name: 'bunny', onProgress: progress.report });
progress.done();
const seconds = (performance.now() - start) / 1000;
const bytes = encodeAsset(asset);
mkdirSync(join(root, 'artifacts'), { recursive: true });
await writeWhole(join(root, output), bytes);
console.log(describeAsset(asset).text);
console.log(
  `\nbaked in ${seconds.toFixed(1)} s; wrote ${output}: ${(bytes.length / 1e6).toFixed(2)} MB, ${(gzipSync(bytes).length / 1e6).toFixed(2)} MB gzipped`,
);
console.log(
  'Next: npx fracas bake YOUR-MODEL.obj, npx fracas inspect artifacts/bunny.fracas, or read docs/.',
);
