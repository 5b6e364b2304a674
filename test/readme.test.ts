// README and docs: examples are the files that run, or print what the page says they do; links lead somewhere.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as crashcat from '../adapters/crashcat/index.ts';
import * as io from '../io/index.ts';
import { fillExamples, listPages } from '../scripts/readme.ts';
import * as contact from '../src/contact/index.ts';
import * as field from '../src/field/index.ts';
import * as fragment from '../src/fragment/index.ts';
import * as hierarchy from '../src/hierarchy/index.ts';
import * as fracas from '../src/index.ts';
import * as mesh from '../src/mesh/index.ts';
import * as papers from '../src/papers/index.ts';
import * as surface from '../src/surface/index.ts';
import * as three from '../three/index.ts';
import * as worker from '../worker/index.ts';
import { runExample } from './support/examples.ts';

const root = resolve(import.meta.dirname, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

describe('README', () => {
  it('shows the example that test/pack runs, of at most 25 lines', () => {
    expect(readme).toContain('<!--example: examples/three/main.js-->');
    for (const page of listPages()) {
      const text = readFileSync(join(root, page), 'utf8');
      expect(fillExamples(text)).toBe(text);
    }
    const lines = readFileSync(join(root, 'examples/three/main.js'), 'utf8').trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(25);
  });

  it('begins with a sentence, a moving picture below 3 MB and how to begin', () => {
    const [title, , sentence, , picture, , , install] = readme.split('\n');
    expect(title).toBe('# fracas');
    expect(sentence).toMatch(/\.$/);
    const [, path] = /\]\((\S+\.gif)\)/.exec(picture) ?? [];
    expect(statSync(join(root, path)).size).toBeLessThan(3e6);
    expect(install).toBe('npm install fracas three');
    expect(readme).toContain('npx fracas play');
  });

  it('names commands and pages that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    for (const [, name] of readme.matchAll(/npm (?:run )?(\w+)/g)) {
      if (!['run', 'install'].includes(name)) expect(Object.keys(scripts)).toContain(name);
    }
    for (const [, path] of readme.matchAll(/\]\(([\w/.-]+)\)/g)) readFileSync(join(root, path));
  });
});

describe('docs/features.md', () => {
  it('shows an example and its true output', () => {
    const { printed, promised } = runExample('docs/features.md');
    expect(printed).toBe(promised);
  });
});

describe('docs/api.md', () => {
  it('names every function of every entry, in its section', () => {
    const page = readFileSync(join(root, 'docs/api.md'), 'utf8');
    const entries = {
      contact,
      fragment,
      mesh,
      field,
      hierarchy,
      surface,
      papers,
      io,
      worker,
      three,
      crashcat,
    };
    const missing: string[] = [];
    for (const [name, entry] of [['', fracas] as const, ...Object.entries(entries)]) {
      const title = name === '' ? 'fracas' : `fracas/${name}`;
      const [section] = page.split(`\n## \`${title}\`\n`)[1].split('\n## ');
      for (const one of Object.keys(entry))
        if (!section.includes(`\`${one}\``)) missing.push(`${title}: ${one}`);
    }
    expect(missing).toEqual([]);
  });

  it('and no page links to one that does not exist', () => {
    for (const name of readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'))) {
      const text = readFileSync(join(root, 'docs', name), 'utf8');
      for (const [, path] of text.matchAll(/\]\(([\w/.-]+)\)/g)) readFileSync(join(root, 'docs', path));
    }
  });
});
