// The contract of the bench command, on the emitted code.

import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const main = resolve(root, 'dist/bench/main.js');

function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((done) => {
    execFile(process.execPath, [main, ...args], { cwd: root }, (error, out, err) => {
      done({ code: error ? Number(error.code ?? -1) : 0, out, err });
    });
  });
}

describe('npm run bench', () => {
  it('--list names every bench and what it answers', async () => {
    const { code, out } = await run('--list');
    expect(code).toBe(0);
    const files = readdirSync(resolve(root, 'bench')).filter(
      (f) =>
        f.endsWith('.ts') &&
        readFileSync(resolve(root, 'bench', f), 'utf8').includes('export const bench: Bench'),
    );
    const names = out
      .trim()
      .split('\n')
      .map((line) => line.split(/\s+/)[0]);
    expect(names).toEqual(files.map((f) => f.replace('.ts', '')).sort());
  });

  it('refuses names it does not know, and none, with exit code 2', async () => {
    const wrong = await run('nonsense');
    expect(wrong.code).toBe(2);
    expect(wrong.err).toMatch(/no bench "nonsense".*Benches: /s);
    expect((await run()).code).toBe(2);
    expect((await run('--wrong')).code).toBe(2);
    expect((await run('--help')).out).toMatch(/Usage/);
  });

  it('--json prints one object with rows judged by their targets, and nothing else', async () => {
    const { out, err } = await run('joints', '--json');
    expect(err).toBe('');
    const report = JSON.parse(out);
    expect(report.bench).toBe('joints');
    expect(report.machine).toMatch(/Node/);
    expect(report.commit.length).toBeGreaterThan(3);
    expect(report.rows.length).toBeGreaterThan(3);
    for (const row of report.rows) {
      expect(typeof row.name).toBe('string');
      expect(typeof row.value).toBe('number');
      expect(typeof row.unit).toBe('string');
      const met = row.atLeast ? row.value >= row.target : row.value <= row.target;
      expect(row.ok).toBe(row.target === undefined ? undefined : met);
    }
  });
});
