// The order of the data is the order of the folders: a folder in src/ imports only from folders above it, and
// ARCHITECTURE.md lists exactly the folders that exist, in that order.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

function listFiles(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? listFiles(path) : path.endsWith('.ts') ? [path] : [];
  });
}

/** The folders of src/ as ARCHITECTURE.md lists them: lines "- `src/NAME/`: …". */
function readOrder(): string[] {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  return [...text.matchAll(/^- `src\/([a-z]+)\/`/gm)].map((match) => match[1]);
}

/** Relative imports of a file, as paths from the root. */
function readImports(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/(?:^|[\s}])(?:from|import)\s*\(?\s*'([\w./@-]+)'/gm)]
    .map((match) => match[1])
    .map((name) => (name.startsWith('.') ? relative(root, resolve(file, '..', name)) : name));
}

const sources = listFiles(join(root, 'src'));

describe('layers', () => {
  it('ARCHITECTURE.md names exactly the folders of src/', () => {
    const folders = readdirSync(join(root, 'src')).filter((name) =>
      statSync(join(root, 'src', name)).isDirectory(),
    );
    expect([...readOrder()].sort()).toEqual(folders.sort());
  });

  it('a folder imports only from folders above it', () => {
    const order = readOrder();
    const wrong: string[] = [];
    for (const file of sources) {
      const own = order.indexOf(relative(root, file).split('/')[1]);
      if (own < 0 || /^src\/\w+\/(index|checked)\.ts$/.test(relative(root, file))) continue; // entries export from everywhere
      for (const name of readImports(file)) {
        if (name === 'robust-predicates') continue;
        const parts = name.split('/');
        if (parts[0] !== 'src' || !(order.indexOf(parts[1]) <= own))
          wrong.push(`${relative(root, file)} imports ${name}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('src/ uses no clock, no DOM, no chance, and no function that engines compute differently', () => {
    const banned =
      /\b(Math\.(random|sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|exp|expm1|log|log2|log10|log1p|pow|hypot|cbrt)|Date\.now|new Date|performance\.|document\.|window\.)|\*\*/;
    const wrong: string[] = [];
    for (const file of sources) {
      readFileSync(file, 'utf8')
        .split('\n')
        .forEach((line, i) => {
          const code = line.replace(/\/\/.*$/, '').replace(/^\s*\/?\*.*$/, '');
          if (banned.test(code)) wrong.push(`${relative(root, file)}:${i + 1}: ${line.trim()}`);
        });
    }
    expect(wrong).toEqual([]);
  });

  it('every source file stays under 400 lines', () => {
    const folders = ['src', 'io', 'worker', 'cli', 'bench', 'test', 'scripts'].map((name) =>
      join(root, name),
    );
    const long = folders
      .flatMap(listFiles)
      .filter((file) => readFileSync(file, 'utf8').split('\n').length > 400);
    expect(long.map((file) => relative(root, file))).toEqual([]);
  });

  it('every cited key has its entry in docs/references.md', () => {
    const references = readFileSync(join(root, 'docs/references.md'), 'utf8');
    const missing = new Set<string>();
    const docs = readdirSync(join(root, 'docs'))
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(root, 'docs', name));
    for (const file of [...sources, ...docs]) {
      for (const match of readFileSync(file, 'utf8').matchAll(/\[([A-Z][A-Za-z]+\d\d)[,\]]/g)) {
        if (!references.includes(`**[${match[1]}]**`)) missing.add(`${match[1]} (${relative(root, file)})`);
      }
    }
    expect([...missing]).toEqual([]);
  });
});
