// A view of fracas/three whose renderer loses its WebGL context while things break: the world goes on, and what is drawn once
// the context is back is what a view that never lost it draws.

import { resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../../scripts/chromium.ts';

const root = resolve(import.meta.dirname, '../..');
let server: ViteDevServer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  server = await createServer({
    root,
    configFile: false,
    logLevel: 'error',
    server: { port: 0, hmr: false },
    optimizeDeps: { entries: ['test/browser/page/view.html'] },
  });
  await server.listen();
  browser = await launchChromium();
  page = await browser.newPage();
  page.setDefaultTimeout(500_000); // for what never comes: the machine may be busy
  await page.goto(new URL('test/browser/page/view.html', server.resolvedUrls!.local[0]).href);
  await page.waitForFunction('globalThis.ready === true');
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** Plays a cube that falls and breaks; a view draws it, and loses its context meanwhile if told. Returns pixels and hash. */
const PLAY = `async (loses) => {
  const { fracas, shapes, THREE, WorldView } = globalThis;
  const asset = await fracas.bake(shapes.createBox({ edge: 0.2 }), {
    resolution: 4, cells: 8, material: fracas.materials.glass,
  });
  const renderer = new THREE.WebGLRenderer({ preserveDrawingBuffer: true });
  renderer.setSize(120, 90);
  const scene = new THREE.Scene().add(new THREE.HemisphereLight('white', 'tan', 2));
  scene.background = new THREE.Color('navy');
  const camera = new THREE.PerspectiveCamera(40, 4 / 3);
  camera.position.set(0, 0.8, 4);
  const world = new fracas.World();
  world.addStatic(fracas.createShape('plane'));
  const view = new WorldView(world, scene, {}, { warmUp: false });
  world.add(asset, { position: [0, 0.8, 0], velocity: [0, -12, 0], spin: [2, 1, 0] });
  const loser = renderer.getContext().getExtension('WEBGL_lose_context');
  const once = (type) => new Promise((done) => renderer.domElement.addEventListener(type, done, { once: true }));
  const told = [];
  for (const type of ['webglcontextlost', 'webglcontextrestored']) {
    renderer.domElement.addEventListener(type, () => told.push(type));
  }
  for (let step = 0; step < 40; step++) {
    world.step(1 / 60);
    view.update();
    renderer.render(scene, camera);
    if (!loses) continue;
    if (step === 1) {
      const lost = once('webglcontextlost');
      loser.loseContext();
      await lost;
    }
    if (step === 30) {
      await new Promise((done) => setTimeout(done));
      const back = once('webglcontextrestored');
      loser.restoreContext();
      await back;
    }
  }
  const gl = renderer.getContext();
  const pixels = new Uint8Array(4 * 120 * 90);
  gl.readPixels(0, 0, 120, 90, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  const drawn = view.drawn;
  view.dispose();
  return { hash: world.hash(), drawn, told, pixels: Array.from(pixels) };
}`;

interface Played {
  readonly hash: string;
  readonly drawn: number;
  readonly told: readonly string[];
  readonly pixels: readonly number[];
}

describe('a view whose renderer loses its context', () => {
  it('goes on, and draws all pieces again when it is back', async () => {
    const kept = (await page.evaluate(`(${PLAY})(false)`)) as Played;
    const lost = (await page.evaluate(`(${PLAY})(true)`)) as Played;
    expect(lost.told).toEqual(['webglcontextlost', 'webglcontextrestored']);
    expect(lost.hash).toBe(kept.hash);
    expect(lost.drawn).toBe(kept.drawn);
    expect(kept.drawn).toBeGreaterThan(3);
    expect(new Set(kept.pixels).size).toBeGreaterThan(20);
    const off = lost.pixels.filter((x, k) => Math.abs(x - kept.pixels[k]) > 4).length;
    expect(off).toBeLessThan(0.01 * kept.pixels.length);
  });
});
