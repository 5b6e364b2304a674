// The emitted library in a real Chromium: the same bits as in Node, reading files, baking in a worker.

import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../../scripts/chromium.ts';
import { bake, materials } from '../../src/index.ts';
import * as shapes from '../../src/mesh/shapes/index.ts';

const root = resolve(import.meta.dirname, '../..');
const bunny = createRequire(import.meta.url)('bunny') as { positions: number[][]; cells: number[][] };

let server: ViteDevServer;
let browser: Browser;
let page: Page;
const problems: string[] = [];

beforeAll(async () => {
  server = await createServer({
    root,
    configFile: false,
    logLevel: 'error',
    server: { port: 0, hmr: false },
    optimizeDeps: { entries: ['test/browser/page/index.html'] },
  });
  await server.listen();
  browser = await launchChromium();
  page = await browser.newPage();
  page.setDefaultTimeout(500_000); // for what never comes: the machine may be busy
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(new URL('test/browser/page/index.html', server.resolvedUrls!.local[0]).href);
  await page.waitForFunction('globalThis.ready === true');
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

describe('in Chromium', () => {
  it('bakes a perforated brick with its modes to the same hash as Node, in the page and in a worker, a bunny in a worker', async () => {
    const meshes = {
      brick: { ...pick(shapes.createBrick()), options: { resolution: 8, material: materials.brick } },
      bunny: {
        positions: bunny.positions.flat(),
        indices: bunny.cells.flat(),
        options: { resolution: 16 },
      },
    };
    for (const [name, { options, ...mesh }] of Object.entries(meshes)) {
      const here = await bake(mesh, { name, ...options });
      const there = await page.evaluate(
        async ([mesh, options, isBunny]) => {
          // biome-ignore lint/suspicious/noExplicitAny: the page's globals have no types here
          const { fracas, worker } = globalThis as any;
          const stages = new Set<string>();
          const onProgress = (stage: string) => stages.add(stage);
          const inWorker = await worker.bakeInWorker(mesh, { ...(options as object), onProgress });
          const inPage = isBunny ? inWorker : await fracas.bake(mesh, options);
          return { inPage: inPage.hash, inWorker: inWorker.hash, stages: stages.size };
        },
        [mesh, { name, ...options }, name === 'bunny'] as const,
      );
      expect(there.inPage).toBe(here.hash);
      expect(there.inWorker).toBe(here.hash);
      expect(there.stages).toBeGreaterThan(4);
    }
  });

  it('cancels a bake in a worker', async () => {
    const name = await page.evaluate(
      async ([positions, indices]) => {
        // biome-ignore lint/suspicious/noExplicitAny: the page's globals have no types here
        const { worker } = globalThis as any;
        const controller = new AbortController();
        const onProgress = () => controller.abort();
        try {
          await worker.bakeInWorker({ positions, indices }, { onProgress, signal: controller.signal });
          return 'finished';
        } catch (error) {
          return (error as Error).name;
        }
      },
      [bunny.positions.flat(), bunny.cells.flat()] as const,
    );
    expect(name).toBe('AbortError');
  });

  it('tells bad input from a worker by its code', async () => {
    const code = await page.evaluate(async () => {
      // biome-ignore lint/suspicious/noExplicitAny: the page's globals have no types here
      const { worker } = globalThis as any;
      try {
        await worker.bakeInWorker({ positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], indices: [0, 1, 2] });
        return 'finished';
      } catch (error) {
        return (error as { code: string }).code;
      }
    });
    expect(code).toBe('open-surface');
  });

  it('reads and writes mesh files', async () => {
    const counts = await page.evaluate(async () => {
      // biome-ignore lint/suspicious/noExplicitAny: the page's globals have no types here
      const { io, shapes } = globalThis as any;
      const torus = shapes.createTorus();
      const glb = await io.readMesh(await io.writeGlb(torus), { format: 'glb' });
      const obj = await io.readMesh(new TextEncoder().encode(io.writeObj(torus)), { name: 'torus.obj' });
      return [torus, glb, obj].map((mesh) => [mesh.positions.length, mesh.indices.length]);
    });
    expect(counts[1]).toEqual(counts[0]);
    expect(counts[2]).toEqual(counts[0]);
  });

  it('leaves the console clean', () => {
    expect(problems).toEqual([]);
  });
});

function pick(mesh: { positions: Float64Array; indices: Uint32Array }) {
  return { positions: Array.from(mesh.positions), indices: Array.from(mesh.indices) };
}
