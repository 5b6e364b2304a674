// The options that a function of an entry takes have a name that a user can import.

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const entries = Object.entries<{ types?: string }>(exports).flatMap(([name, { types }]) =>
  types ? [[name, types.replace(/^\.\/dist\//, '').replace(/\.d\.ts$/, '.ts')] as const] : [],
);

/** The exports of an entry: each name, and the file it is from. */
function readExports(entry: string): Map<string, string> {
  const text = readFileSync(join(root, entry), 'utf8');
  const out = new Map<string, string>();
  for (const [, names, from] of text.matchAll(/export (?:type )?\{([^}]*)\} from '([^']+)'/g)) {
    for (const name of names.split(',')) {
      const word = name
        .trim()
        .replace(/^type /, '')
        .split(' as ')
        .at(-1)!;
      if (word) out.set(word, join(root, entry, '..', from));
    }
  }
  return out;
}

/** The words that look like options in the head of a function, up to its body. */
function readOptionTypes(name: string, file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const head = new RegExp(`export (?:async )?function\\*? ${name}\\b[^]*?\\{\\n`).exec(text)?.[0] ?? '';
  return [...new Set(head.match(/\b[A-Z]\w*Options\b/g))];
}

it('option types of exported functions are exported', () => {
  const all = new Set(entries.flatMap(([, entry]) => [...readExports(entry).keys()]));
  const missing: string[] = [];
  let found = 0;
  for (const [name, entry] of entries) {
    const names = readExports(entry);
    for (const [word, file] of names) {
      for (const type of readOptionTypes(word, file)) {
        found++;
        if (!all.has(type)) missing.push(`${name}: ${word} takes ${type}`);
      }
    }
  }
  expect(missing).toEqual([]);
  expect(found).toBeGreaterThan(20);
});
