// What a program pays for the parts of the library that it imports: bundled and minified by Vite, gzipped.
// `node dist/scripts/weigh.js` prints it.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { root } from './site.ts';

/** Solids that are loaded, break and collide, with surface and mass of their fragments; without a world. */
const RIGID = [
  ...['decodeAsset', 'buildSolid', 'createCollider', 'createBreakWork', 'splitFragment', 'updateCollider'],
  ...['createFragmentMesh', 'extractFragment', 'measureMass'],
  ...['createPair', 'createContacts', 'createQueryWork', 'queryPair'],
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
            ? `export { ${names.join(', ')} } from ${JSON.stringify(join(root, 'src/index.ts'))};`
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, names] of Object.entries(PARTS)) {
    console.log(`${name.padEnd(36)} ${(await weighExports(names)).toFixed(1)} kB gzipped`);
  }
}
