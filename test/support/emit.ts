// Before any test: what tsc emits of the project, without checking types, for tests to run; see vitest.config.ts. Beside
// dist/, which is what users get and which builds alone write.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const folder = join(root, '.emitted');

export default function emit(): void {
  const { include } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8')) as { include: string[] };
  const sources = include.filter((name) => name !== 'test');
  const list = ['package-lock.json', 'tsconfig.json', ...sources.flatMap(listSources)];
  const state = list.map((file) => `${file} ${statSync(join(root, file)).mtimeMs}`).join('\n');
  const stamp = join(folder, 'state.txt');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state) return;
  rmSync(folder, { recursive: true, force: true }); // files may be gone
  mkdirSync(folder);
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const args = [tsc, '-p', 'tsconfig.json', '--noCheck', '--declaration', 'false', '--outDir', folder];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`tsc could not emit what tests run:\n${stdout}`);
  writeFileSync(stamp, state);
}

function listSources(name: string): string[] {
  const files = readdirSync(join(root, name), { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.ts')).map((file) => `${name}/${file}`);
}
