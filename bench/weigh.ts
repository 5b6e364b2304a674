// What a program pays for the parts of the library that it imports, and what the playground's page loads: bundled and
// minified by Vite, gzipped.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { loadEncoded } from '../scenes/assets.ts';
import { scenes } from '../scenes/index.ts';
import { buildSite, PAGE_LIMIT, root, site, weighSite } from '../scripts/site.ts';
import type { Bench } from './bench.ts';

/** Solids that are loaded, break and collide, with surface and mass of their fragments; without a world. */
const RIGID = [
  ...['decodeAsset', 'buildSolid', 'createCollider', 'createBreakWork', 'splitFragment', 'updateCollider'],
  ...['createFragmentMesh', 'extractFragment', 'measureMass'],
  ...['createPair', 'createContacts', 'createQuery', 'queryPair'],
];
const PATTERNS = [...RIGID, 'applyPattern'];
const SHAPES = [...PATTERNS, 'createShape'];
const MESHES = [...SHAPES, 'createMeshTerrain'];

/** Parts of the library by what they are for, each with all before it; the world by itself. */
export const PARTS: Readonly<Record<string, readonly string[]>> = {
  'solids that break and collide': RIGID,
  'and patterns to break by': PATTERNS,
  'and shapes': SHAPES,
  'and ground of triangles': MESHES,
  'and ground of heights': [...MESHES, 'createHeightTerrain'],
  'a world and its assets': ['World', 'decodeAsset'],
};

const ENTRIES = ['src/index.ts', 'src/contact/index.ts', 'src/fragment/index.ts'];

/** The file of the entry that exports a name. */
function entryOf(name: string): string {
  const named = new RegExp(`[{,\\s]${name}[,\\s}]`);
  const file = ENTRIES.find((entry) => named.test(readFileSync(join(root, entry), 'utf8')));
  if (file === undefined) throw new Error(`no entry exports ${name}`);
  return join(root, file);
}

/** Kilobytes, gzipped, of a program that holds these exports of the library and no others. */
export async function weighExports(names: readonly string[]): Promise<number> {
  const entry = 'virtual:program';
  const built = (await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'program',
        resolveId: (id) => (id === entry ? `\0${entry}` : null),
        load: (id) =>
          id === `\0${entry}`
            ? names.map((name) => `export { ${name} } from ${JSON.stringify(entryOf(name))};`).join('\n')
            : null,
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: entry,
        preserveEntrySignatures: 'strict',
        output: { format: 'es', comments: false },
      },
    },
  })) as Rolldown.RolldownOutput;
  let bytes = 0;
  for (const part of built.output) {
    if (part.type === 'chunk') bytes += gzipSync(part.code, { level: 9 }).length;
  }
  return bytes / 1000;
}

const LIMITS: Readonly<Record<string, number>> = { 'solids that break and collide': 60 }; // kB

export const bench: Bench = {
  name: 'weigh',
  answers: 'kilobytes, gzipped, of the parts of the library and of the playground',
  async run(report) {
    for (const [name, names] of Object.entries(PARTS)) {
      const limit = LIMITS[name];
      report.row({
        name,
        value: await weighExports(names),
        unit: 'kB',
        ...(limit !== undefined && { target: limit }),
      });
    }
    await buildSite((text) => report.note(text));
    const { first, parts } = weighSite();
    report.row({ name: 'the page and its worker', value: first, unit: 'kB', target: PAGE_LIMIT });
    const three = Object.entries(parts).filter(([file]) => file.startsWith('three'));
    report.row({
      name: 'of these, three',
      value: three.reduce((sum, [, size]) => sum + size, 0),
      unit: 'kB',
    });
    const folder = join(site, 'assets');
    let zipped = 0;
    let plain = 0;
    for (const scene of scenes) {
      const encoded = Object.values(await loadEncoded(scene));
      const bytes = encoded.reduce((sum, part) => sum + part.length, 0);
      const files = readdirSync(folder).filter(
        (file) => file.startsWith(`${scene.name}-`) && file.endsWith('.fracas'),
      );
      const size = files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
      zipped += size;
      plain += bytes;
      if (scene === scenes[0])
        report.row({ name: 'solid of the first scene', value: size / 1000, unit: 'kB', plain: bytes / 1000 });
    }
    report.row({ name: 'solids of all scenes', value: zipped / 1e6, unit: 'MB', plain: plain / 1e6 });
  },
};
