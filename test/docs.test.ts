// What README and docs/ show in code can be had: imported names are exported by their entry, and no sample calls a
// function of the source that no entry exports.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as crashcat from '../adapters/crashcat/index.ts';
import * as io from '../io/index.ts';
import * as contact from '../src/contact/index.ts';
import * as field from '../src/field/index.ts';
import * as fragment from '../src/fragment/index.ts';
import * as hierarchy from '../src/hierarchy/index.ts';
import * as fracas from '../src/index.ts';
import * as mesh from '../src/mesh/index.ts';
import * as shapes from '../src/mesh/shapes/index.ts';
import * as papers from '../src/papers/index.ts';
import * as surface from '../src/surface/index.ts';
import * as three from '../three/index.ts';
import * as worker from '../worker/index.ts';

const root = resolve(import.meta.dirname, '..');

const entries: Record<string, [module: object, file: string]> = {
  fracas: [fracas, 'src/index.ts'],
  'fracas/contact': [contact, 'src/contact/index.ts'],
  'fracas/fragment': [fragment, 'src/fragment/index.ts'],
  'fracas/mesh': [mesh, 'src/mesh/index.ts'],
  'fracas/shapes': [shapes, 'src/mesh/shapes/index.ts'],
  'fracas/field': [field, 'src/field/index.ts'],
  'fracas/hierarchy': [hierarchy, 'src/hierarchy/index.ts'],
  'fracas/surface': [surface, 'src/surface/index.ts'],
  'fracas/papers': [papers, 'src/papers/index.ts'],
  'fracas/io': [io, 'io/index.ts'],
  'fracas/worker': [worker, 'worker/index.ts'],
  'fracas/three': [three, 'three/index.ts'],
  'fracas/crashcat': [crashcat, 'adapters/crashcat/index.ts'],
};

const docs = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
const pages = ['README.md', ...docs.map((name) => `docs/${name}`)];

/** The TypeScript of a page. */
function readSamples(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, body]) => body);
}

/** Whether an entry exports a name: as a value, or as a type, which is gone at run time. */
function hasExport(entry: string, name: string): boolean {
  const [module, file] = entries[entry];
  if (name in module) return true;
  const text = readFileSync(join(root, file), 'utf8');
  const exported = [...text.matchAll(/export (type )?\{([^}]*)\}/g)].flatMap(([, all, list]) =>
    list
      .split(',')
      .map((part) => part.trim())
      .flatMap((part) => (all || part.startsWith('type ') ? [part.replace(/^type /, '')] : [])),
  );
  return exported.includes(name) || new RegExp(`export (interface|type) ${name}\\b`).test(text);
}

/** Imports of a sample: the names and where they come from. */
function readImports(sample: string): { name: string; from: string }[] {
  return [...sample.matchAll(/import (?:type )?\{([^}]*)\} from '([^']+)'/g)].flatMap(([, names, from]) =>
    names
      .split(',')
      .map((name) =>
        name
          .trim()
          .replace(/^type /, '')
          .replace(/ as .*/, ''),
      )
      .filter((name) => name !== '')
      .map((name) => ({ name, from })),
  );
}

/** Functions that some file of src/ exports and no entry does. */
function listInternal(): Set<string> {
  const internal = new Set<string>();
  for (const file of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue;
    const text = readFileSync(join(root, 'src', file), 'utf8');
    for (const [, name] of text.matchAll(/^export (?:async )?function\*? (\w+)/gm)) internal.add(name);
  }
  for (const [module] of Object.values(entries))
    for (const name of Object.keys(module)) internal.delete(name);
  return internal;
}

describe('samples in README and docs', () => {
  it('import what their entries export', () => {
    const missing: string[] = [];
    let seen = 0;
    for (const page of pages) {
      for (const { name, from } of readSamples(page).flatMap(readImports)) {
        if (!from.startsWith('fracas')) continue;
        seen++;
        if (!(from in entries && hasExport(from, name))) missing.push(`${page}: ${name} from ${from}`);
      }
    }
    expect(missing).toEqual([]);
    expect(seen).toBeGreaterThan(30);
  });

  it('call no function that only the source has', () => {
    const internal = listInternal();
    expect(internal.size).toBeGreaterThan(100);
    const shown: string[] = [];
    for (const page of pages) {
      for (const sample of readSamples(page)) {
        for (const [, name] of sample.matchAll(/(?<![.\w])(\w+)\(/g)) {
          const own = new RegExp(`(function|const|let) ${name}\\b`).test(sample); // a name of the sample's own
          if (internal.has(name) && !own) shown.push(`${page}: ${name}`);
        }
      }
    }
    expect(shown).toEqual([]);
  });
});

describe('numbers of the docs', () => {
  const SOURCE = /<!--([^\n]*?)-->/g;

  it.each(pages)('%s names its sources in the form that the script reads', (page) => {
    const text = readFileSync(join(root, page), 'utf8');
    const wrong = [...text.matchAll(SOURCE)].flatMap(([, source]) => {
      if (/^(measured|given|\[\w+\]|example: [\w/.-]+)$/.test(source)) return [];
      const [, bench, row] = /^([a-z][a-z0-9-]*)\/([^<>#]+)(?:#[A-Za-z]\w*)?$/.exec(source) ?? [];
      return row !== undefined && existsSync(join(root, 'bench', `${bench}.ts`)) ? [] : [source];
    });
    expect(wrong).toEqual([]);
    const sourced = [...text.matchAll(/<!--[a-z][a-z0-9-]*\//g)].length > 0;
    expect(text.split('<!--measured-->').length - 1).toBe(sourced ? 1 : 0);
  });
});
