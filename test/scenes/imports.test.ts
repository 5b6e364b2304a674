// What the cache of bakes goes by: every file of the code that bakes.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { listImports } from '../../scenes/imports.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'fracas-imports-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the files that a module is made of', () => {
  it('are found through imports of every form, each once, also in circles', () => {
    const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
    write(
      'a.js',
      `import {\n  b,\n} from './b.js';\nexport * from './c.js';\nimport { x } from 'elsewhere';\n`,
    );
    write(
      'b.js',
      `import './d.js';\nimport { a } from './a.js';\nexport const b = () => import('./e.js');\n`,
    );
    for (const name of ['c.js', 'd.js', 'e.js', 'unused.js']) write(name, '');
    expect(listImports(join(folder, 'a.js')).map((file) => basename(file))).toEqual([
      'a.js',
      'b.js',
      'c.js',
      'd.js',
      'e.js',
    ]);
  });

  it('of baking are the meshers, the field, the tree and the modes, and nothing that simulates', () => {
    const files = listImports(join(root, 'src/bake/bake.ts')).map((file) => relative(root, file));
    for (const wanted of [
      'src/mesh/tetrahedralise/tetrahedralise.ts',
      'src/mesh/stuffing/stuff.ts',
      'src/field/build.ts',
      'src/tree/order.ts',
      'src/fracture/modal/modes.ts',
      'src/bake/encode.ts',
    ]) {
      expect(files).toContain(wanted);
    }
    expect(files.filter((file) => /^src\/(world|dynamics|contact|sweep|surface)\//.test(file))).toEqual([]);
  });
});
