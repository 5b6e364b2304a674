// The playground as a folder of static files: bakes of all scenes, then the page by Vite, with relative addresses so
// that it works under any path. `node dist/scripts/site.js` builds it to dist/site and tells what it weighs.

import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { encodeMesh } from '../playground/surface/mesh-file.ts';
import { loadEncoded } from '../scenes/assets.ts';
import { scenes } from '../scenes/index.ts';
import { loadSurfaceModels } from '../scenes/surface/models.ts';

const here = dirname(fileURLToPath(import.meta.url));
export const root = existsSync(join(here, '../package.json')) ? join(here, '..') : join(here, '../..');
export const site = join(root, 'dist/site');

/** Builds the page. Needs what tsc emits in dist/. */
export async function buildSite(say: (text: string) => void = () => {}): Promise<void> {
  await build({
    root: join(root, 'playground'),
    base: './',
    configFile: false,
    logLevel: 'error',
    publicDir: join(root, 'playground/public'),
    worker: { format: 'es' },
    build: { outDir: site, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 1500 },
  });
  mkdirSync(join(site, 'assets'), { recursive: true });
  for (const scene of scenes) {
    const encoded = await loadEncoded(scene, {
      onProgress: (stage, fraction) => fraction === 0 && say(`${scene.name}: ${stage}`),
    });
    for (const [name, bytes] of Object.entries(encoded)) writeZipped(`${scene.name}-${name}.fracas`, bytes);
  }
  for (const [name, mesh] of Object.entries(await loadSurfaceModels())) {
    writeZipped(`${name}.mesh`, encodeMesh(mesh));
  }
}

/** Gzipped, whatever it is called: static hosts leave kinds of files that they do not know as they are. */
function writeZipped(name: string, bytes: Uint8Array): void {
  writeFileSync(join(site, 'assets', name), gzipSync(bytes, { level: 9 }));
}

/** Kilobytes, gzipped: what the page loads at first, and all scripts by name. */
export function weighSite(): { readonly first: number; readonly parts: Record<string, number> } {
  const parts: Record<string, number> = {};
  const folder = join(site, 'assets');
  for (const file of readdirSync(folder)) {
    if (file.endsWith('.js') && statSync(join(folder, file)).isFile())
      parts[file] = gzipSync(readFileSync(join(folder, file))).length / 1000;
  }
  const page = readFileSync(join(site, 'index.html'), 'utf8');
  const needed = new Set<string>();
  const follow = (file: string) => {
    if (needed.has(file)) return;
    needed.add(file);
    const code = readFileSync(join(folder, file), 'utf8');
    for (const [, other] of code.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)) follow(other);
  };
  for (const file of Object.keys(parts)) {
    if (page.includes(file) || /^(main|play-worker)-/.test(file)) follow(file);
  }
  let first = 0;
  for (const file of needed) first += parts[file];
  return { first, parts };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildSite((text) => console.log(text));
  const { first, parts } = weighSite();
  for (const [file, size] of Object.entries(parts))
    console.log(`${file.padEnd(36)} ${size.toFixed(1)} kB gzipped`);
  console.log(`the page and its worker: ${first.toFixed(1)} kB gzipped (limit 400)`);
}
