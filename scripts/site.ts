// The playground as a folder of static files: bakes of all scenes, then the page by Vite, with relative addresses so
// that it works under any path. `node dist/scripts/site.js` builds it to dist/site and tells what it weighs; with --page
// the page alone, for the package: `fracas play` bakes.

import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { loadEncodedAsset } from '../scenes/assets.ts';
import { scenes } from '../scenes/index.ts';
import { encodeMesh } from '../scenes/surface/mesh-file.ts';
import { loadSurfaceModels } from '../scenes/surface/models.ts';

const here = dirname(fileURLToPath(import.meta.url));
export const root = existsSync(join(here, '../package.json')) ? join(here, '..') : join(here, '../..');
export const site = join(root, 'dist/site');
/** What the page and its worker may weigh, with three: kB, gzipped. */
export const PAGE_LIMIT = 416;

/** Builds the page with all that its scenes need. Needs what tsc emits in dist/. */
export async function buildSite(say: (text: string) => void = () => {}): Promise<void> {
  await buildPage();
  mkdirSync(join(site, 'assets'), { recursive: true });
  for (const scene of scenes) {
    for (const [name, plan] of Object.entries(scene.assets)) {
      writeZipped(`${scene.name}-${name}.fracas`, await loadEncodedAsset(name, plan));
    }
    say(`${scene.name}: ready`);
  }
  for (const [name, mesh] of Object.entries(await loadSurfaceModels())) {
    writeZipped(`${name}.mesh`, encodeMesh(mesh));
  }
}

/** Builds the page alone: solids are baked by whoever serves it. */
export async function buildPage(outDir = site): Promise<void> {
  await build({
    root: join(root, 'playground'),
    base: './',
    configFile: false,
    logLevel: 'error',
    publicDir: join(root, 'playground/public'),
    worker: { format: 'es' },
    build: { outDir, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 1500 },
  });
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
  if (process.argv.includes('--page')) await buildPage();
  else await buildSite((text) => console.log(text));
  const { first, parts } = weighSite();
  for (const [file, size] of Object.entries(parts))
    console.log(`${file.padEnd(36)} ${size.toFixed(1)} kB gzipped`);
  console.log(`the page and its worker: ${first.toFixed(1)} kB gzipped (limit ${PAGE_LIMIT})`);
}
