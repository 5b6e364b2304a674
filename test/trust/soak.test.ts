// The first seconds of the soak: ids, sleepers, and the same hash from code that the engine never optimises.

import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const script = resolve(import.meta.dirname, '../../dist/scripts/soak.js');

it('five seconds of soak come to the same hash with and without optimisation', () => {
  const run = (...flags: string[]) =>
    spawnSync(process.execPath, [...flags, script, '--hash', '--seconds', '5'], { encoding: 'utf8' });
  const [fast, plain] = [run(), run('--no-opt')];
  expect([fast.status, fast.stderr]).toEqual([0, '']);
  expect(fast.stdout).toMatch(/^[0-9a-f]{16}\n$/);
  expect(plain.stdout).toBe(fast.stdout);
});
