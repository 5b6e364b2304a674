import { dirname, join, relative, resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

const root = import.meta.dirname;

export default defineConfig({
  plugins: [
    {
      // Tests run the project as tsc emits it (test/support/emit.ts), imported by Node itself: modules that vitest wraps
      // reach every imported function through an object, and take half as long again. Not those of the page, which tests mock.
      name: 'emitted',
      enforce: 'pre',
      resolveId(source, importer) {
        if (importer === undefined || !/^\.\.?\/.*\.ts$/.test(source)) return;
        const path = relative(root, resolve(dirname(importer), source));
        if (!/^(test|playground|\.\.)\//.test(path)) return join(root, '.emitted', path.replace(/ts$/, 'js'));
      },
    },
  ],
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/support/emit.ts',
    server: { deps: { external: [/\/\.emitted\//] } },
    // For what hangs: many times what the slowest needs, because others may use the machine.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    maxWorkers: 2,
    execArgv: ['--no-concurrent-recompilation'], // see test/support/allocation.ts
    env: { FRACAS_CACHE: process.env.FRACAS_CACHE ?? resolve('node_modules/.cache/fracas') },
  },
});
