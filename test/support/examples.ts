// Examples on pages, run as written against the built package.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** Fenced blocks with their language. */
function readBlocks(text: string): { language: string; body: string }[] {
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language, body]) => ({ language, body }));
}

/** Runs the first TypeScript of a page and returns what it prints, and what the block after it says. */
export function runExample(page: string): { printed: string; promised: string } {
  const blocks = readBlocks(readFileSync(join(root, page), 'utf8'));
  const at = blocks.findIndex(({ language }) => language === 'ts');
  const folder = join(root, 'artifacts');
  const file = join(folder, `${page.replace(/\W/g, '-')}.mjs`); // inside the package, so that it can import it by name
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, blocks[at].body);
  try {
    const printed = execFileSync(process.execPath, [file], { cwd: root, encoding: 'utf8' });
    return { printed, promised: blocks[at + 1].body };
  } finally {
    rmSync(file);
  }
}
