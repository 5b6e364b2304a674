// Writes the code of our workers, bundled, as text into dist/worker, for pages whose bundler moves files: see
// worker/start.ts. The build runs it after tsc.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { root } from './site.ts';

/** The code of one worker as a plain script. */
async function bundleWorker(name: string): Promise<string> {
  const built = (await build({
    root,
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: {
        input: join(root, `dist/worker/${name}-worker.js`),
        output: { format: 'iife', comments: false },
      },
    },
  })) as Rolldown.RolldownOutput;
  const chunks = built.output.filter((part) => part.type === 'chunk');
  if (chunks.length !== 1) throw new Error(`the worker '${name}' came in ${chunks.length} files`);
  return chunks[0].code;
}

/** Writes both; the kilobytes of each. */
export async function inlineWorkers(): Promise<Record<string, number>> {
  const sizes: Record<string, number> = {};
  for (const name of ['bake', 'world']) {
    const code = `${await bundleWorker(name)}\n//# sourceURL=fracas-${name}-worker.js\n`;
    writeFileSync(
      join(root, `dist/worker/${name}-code.js`),
      `// Written by scripts/inline.ts.\nexport const code = ${JSON.stringify(code)};\n`,
    );
    sizes[name] = code.length / 1000;
  }
  return sizes;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, size] of Object.entries(await inlineWorkers()))
    console.error(`the ${name} worker as text: ${size.toFixed(0)} kB`);
}
