// What the golden worlds and the scenes come to, in Node, Chromium and Firefox, is what is written down in pins.json.
// A change that means to move them takes the pins anew (npm run pins) and its commit says why.

import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadEncoded } from '../../scenes/assets.ts';
import { scenes } from '../../scenes/index.ts';
import * as run from '../../scenes/run.ts';
import { launchChromium } from '../../scripts/chromium.ts';
import { type Firefox, launchFirefox } from '../../scripts/firefox.ts';
import * as fracas from '../../src/index.ts';
import { playScene, playWorlds, SCENE_STEPS } from './worlds.ts';

type Ends = Readonly<Record<string, string>>;

const pins: { readonly assets: Ends; readonly worlds: Ends; readonly scenes: Ends } = JSON.parse(
  readFileSync(resolve(import.meta.dirname, 'pins.json'), 'utf8'),
);

interface Told {
  readonly agent: string;
  readonly ends?: { readonly worlds: Ends; readonly scenes: Ends };
  readonly error?: string;
}

const encoded: Record<string, Record<string, Uint8Array>> = {};
const listeners = new Map<string, (told: Told) => void>(); // by engine: who waits for what it tells
let server: ViteDevServer;
let chromium: Browser | undefined;
let firefox: Firefox | undefined;

beforeAll(async () => {
  for (const scene of scenes) encoded[scene.name] = await loadEncoded(scene);
  server = await createServer({
    root: resolve(import.meta.dirname, '../..'),
    configFile: false,
    logLevel: 'error',
    server: { port: 0, hmr: false },
    optimizeDeps: { entries: ['test/golden/page.html'] },
    plugins: [{ name: 'golden', configureServer: serveGolden }],
  });
  await server.listen();
});

/** Hands out the bakes, and takes what pages tell. */
function serveGolden({ middlewares }: ViteDevServer): void {
  middlewares.use('/baked', (request, response: ServerResponse) => {
    const [, scene, name] = (request.url ?? '').split('/');
    response.end(encoded[scene]?.[name]);
  });
  middlewares.use('/told', async (request, response: ServerResponse) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    response.end();
    listeners.get((request.url ?? '').slice(1))?.(JSON.parse(text));
  });
}

afterAll(async () => {
  await chromium?.close();
  await firefox?.close();
  await server?.close();
});

/** Opens the page in an engine; resolves with what it tells. */
function play(engine: string, open: (url: string) => unknown): Promise<Told> {
  return new Promise((told, failed) => {
    listeners.set(engine, told);
    const url = new URL(`test/golden/page.html?engine=${engine}`, server.resolvedUrls?.local[0]);
    Promise.resolve(open(url.href)).catch(failed);
  });
}

describe('pinned worlds', () => {
  it('are pinned for every scene, and their bakes too', () => {
    expect(Object.keys(pins.scenes)).toEqual(scenes.map(({ name }) => name));
    expect(Object.keys(SCENE_STEPS)).toEqual(Object.keys(pins.scenes));
    const hashes = Object.entries(encoded).flatMap(([scene, assets]) =>
      Object.entries(assets).map(([name, bytes]) => [`${scene}: ${name}`, fracas.decodeAsset(bytes).hash]),
    );
    expect(Object.fromEntries(hashes)).toEqual(pins.assets);
  });

  it('come to what is pinned in Node', async () => {
    expect(await playWorlds(fracas)).toEqual(pins.worlds);
    for (const scene of scenes) {
      const assets = Object.entries(encoded[scene.name]).map(([name, bytes]) => [
        name,
        fracas.decodeAsset(bytes),
      ]);
      expect([scene.name, playScene(run, scene, Object.fromEntries(assets))]).toEqual([
        scene.name,
        pins.scenes[scene.name],
      ]);
    }
  });

  it('come to what is pinned in Chromium', async () => {
    const { ends, error, agent } = await play('chromium', async (url) => {
      chromium = await launchChromium();
      const page = await chromium.newPage();
      await page.goto(url);
    });
    expect(error).toBeUndefined();
    expect(agent).toContain('Chrome');
    expect(ends).toEqual({ worlds: pins.worlds, scenes: pins.scenes });
  });

  it('come to what is pinned in Firefox', async () => {
    const { ends, error, agent } = await play('firefox', (url) => {
      firefox = launchFirefox(url);
      return new Promise((_, failed) => {
        firefox?.process.once('error', failed);
        firefox?.process.once('exit', (code) => failed(new Error(`Firefox ended with ${code}`)));
      });
    });
    expect(error).toBeUndefined();
    expect(agent).toContain('Firefox');
    expect(ends).toEqual({ worlds: pins.worlds, scenes: pins.scenes });
  });
});
