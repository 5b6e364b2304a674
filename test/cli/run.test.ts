// fracas run, as a user calls it.

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const main = resolve(import.meta.dirname, '../../dist/cli/main.js');
const folder = mkdtempSync(join(tmpdir(), 'fracas-run-'));
const { validateBytes } = createRequire(import.meta.url)('gltf-validator') as {
  validateBytes(bytes: Uint8Array): Promise<{ issues: { numErrors: number; numWarnings: number } }>;
};

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((done) => {
    const options = { cwd: folder, env: { ...process.env, FRACAS_CACHE: join(folder, 'cache') } };
    execFile(process.execPath, [main, 'run', ...args], options, (error, out, err) => {
      done({ code: error ? Number(error.code ?? -1) : 0, out, err });
    });
  });
}

describe('fracas run', () => {
  it('plays a scene, prints progress and table, records and films it', async () => {
    const args = ['tower', '--steps', '3', '--seed', '3', '--profile'];
    const { code, out, err } = await run(...args, '--record', 'out.json', '--glb', 'out.glb');
    expect(code).toBe(0);
    expect(err).toMatch(/tower: block: tetrahedra[\s\S]*tower: playing/);
    for (const line of [
      /triangles, whole/,
      /fragments +\d+/,
      /collision detection/,
      /update, max/,
      /\nstage +mean ms/,
    ]) {
      expect(out).toMatch(line);
    }
    const recording = JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8'));
    expect(recording.format).toBe('fracas-recording');
    expect(recording.options.seed).toBe(3);
    const { issues } = await validateBytes(new Uint8Array(readFileSync(join(folder, 'out.glb'))));
    expect(issues.numErrors + issues.numWarnings).toBe(0);
    const again = await run('tower', '--steps', '3', '--seed', '3', '--json', '-q', '--cold');
    expect(again.err).toBe('');
    expect(JSON.parse(again.out).hash).toBe(/state +(\w+)/.exec(out)?.[1]);
  });

  it('says what is wrong with what it was given', async () => {
    expect(await run('cupboard')).toMatchObject({
      code: 2,
      err: expect.stringContaining('no scene "cupboard"'),
    });
    expect((await run()).code).toBe(2);
    expect((await run('tower', '--steps', '0')).code).toBe(2);
    expect(await run('tower', '--glb', 'no/such/folder.glb')).toMatchObject({ code: 1 });
    expect((await run('--help')).out).toContain('piggy');
  });
});
