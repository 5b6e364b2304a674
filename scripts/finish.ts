// What the build does after tsc, so that dist/ is what users get: the code of our workers as text in dist/worker, for pages
// whose bundler moves files (worker/start.ts), and types that TypeScript 5.4 reads.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
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
      `// Written by scripts/finish.ts.\nexport const code = ${JSON.stringify(code)};\n`,
    );
    sizes[name] = code.length / 1000;
  }
  return sizes;
}

const SHIPPED = ['src', 'io', 'worker', 'three', 'adapters', 'scenes', 'cli'];

/**
 * Arrays of numbers have had a type argument since TypeScript 5.7, which tsc writes where a type is inferred, and which
 * older ones do not know. It says nothing here.
 */
export function plainTypes(): void {
  for (const folder of SHIPPED) {
    const files = readdirSync(join(root, 'dist', folder), { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => name.endsWith('.d.ts'))) {
      const path = join(root, 'dist', folder, file);
      const text = readFileSync(path, 'utf8');
      const plain = text.replace(/\b((?:Int|Uint|Float)\d+(?:Clamped)?Array)<ArrayBuffer(?:Like)?>/g, '$1');
      if (plain !== text) writeFileSync(path, plain);
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  plainTypes();
  for (const [name, size] of Object.entries(await inlineWorkers()))
    console.error(`the ${name} worker as text: ${size.toFixed(0)} kB`);
}
