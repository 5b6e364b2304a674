// npm run readme: puts the files that pages name by `<!--example: FILE-->` into the block of code behind it. With --check it
// writes nothing, and fails where a page shows something else.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './site.ts';

const EXAMPLE = /(<!--example: ([\w/.-]+)-->\n```\w*\n)[\s\S]*?(\n```)/g;

/** A page with its examples as their files are. */
export function fillExamples(text: string): string {
  return text.replace(EXAMPLE, (_, head: string, file: string, tail: string) => {
    return head + readFileSync(join(root, file), 'utf8').trimEnd() + tail;
  });
}

/** Pages that show examples. */
export function listPages(): string[] {
  const docs = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
  return ['README.md', ...docs.map((name) => `docs/${name}`)];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const page of listPages()) {
    const text = readFileSync(join(root, page), 'utf8');
    const filled = fillExamples(text);
    if (filled === text) continue;
    if (process.argv.includes('--check'))
      throw new Error(`${page} shows an example as it was: npm run readme`);
    writeFileSync(join(root, page), filled);
    console.log(page);
  }
}
