// Hover help is documentation: every member of a type that an entry exports says what it is, in a comment that editors show.

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const ENTRIES = ['src/index.ts', 'three/index.ts', 'worker/index.ts', 'io/index.ts'];

/** The exports of an entry: each name, and the file it is from. */
function readExports(entry: string): [name: string, file: string][] {
  const text = readFileSync(join(root, entry), 'utf8');
  return [...text.matchAll(/export (?:type )?\{([^}]*)\} from '([^']+)'/g)].flatMap(([, names, from]) =>
    names
      .split(',')
      .map((name) => name.trim().replace(/^type /, ''))
      .filter((name) => name !== '')
      .map((name): [string, string] => [name, join(entry, '..', from)]),
  );
}

/** The members of an interface or a class in a file, each with whether a comment stands before it. */
function readMembers(text: string, name: string): [member: string, told: boolean][] {
  const start = new RegExp(`^export (?:interface|class) ${name}\\b[^]*?\\{\\n`, 'm').exec(text);
  if (start === null) return [];
  const body = text.slice(start.index + start[0].length).split(/^\}/m)[0];
  const found: [string, boolean][] = [];
  let told = false;
  for (const line of body.split('\n')) {
    if (/^ {2}\/?\*\*?/.test(line) || /^ {3}\*/.test(line)) told = true;
    const member = /^ {2}(?:readonly |static |override |get |async )*(\w+)\??[:(<]/.exec(line);
    if (member !== null && member[1] !== 'constructor' && !/^ {2}set /.test(line)) {
      found.push([member[1], told]);
    }
    if (line.trim() !== '' && !/^ {2}\/?\*\*?/.test(line) && !/^ {3}\*/.test(line)) told = false;
  }
  return found;
}

it('every member of what entries export has hover help', () => {
  const missing = new Set<string>();
  let count = 0;
  for (const entry of ENTRIES) {
    for (const [name, file] of readExports(entry)) {
      for (const [member, told] of readMembers(readFileSync(join(root, file), 'utf8'), name)) {
        count++;
        if (!told) missing.add(`${file}: ${name}.${member}`);
      }
    }
  }
  expect([...missing]).toEqual([]);
  expect(count).toBeGreaterThan(200);
});

it('every function and type that entries export says what it is', () => {
  const missing: string[] = [];
  for (const entry of ENTRIES) {
    for (const [name, file] of readExports(entry)) {
      const text = readFileSync(join(root, file), 'utf8');
      const kinds = '(?:async )?(?:function\\*?|class|interface|type|const)';
      const told = new RegExp(`\\*/\\nexport ${kinds} ${name}\\b`).test(text);
      if (!told) missing.push(`${file}: ${name}`);
    }
  }
  expect(missing).toEqual([]);
});
