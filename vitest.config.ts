import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // For what hangs: many times what the slowest needs, because others may use the machine.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    maxWorkers: 2,
    execArgv: ['--no-concurrent-recompilation'], // see test/support/allocation.ts
    env: { FRACAS_CACHE: process.env.FRACAS_CACHE ?? resolve('node_modules/.cache/fracas') },
  },
});
