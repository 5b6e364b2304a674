// Faults from outside: a bake that is aborted at any stage, and a worker that dies. Each is told of clearly, leaves nothing
// behind, and the next try works.

import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve } from 'node:path';
import { Worker as Thread } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { launchChromium } from '../../scripts/chromium.ts';
import { type BakeStage, bake, materials } from '../../src/index.ts';
import { createBox } from '../../src/mesh/shapes/box.ts';
import { joinWorld } from '../../worker/world.ts';

const root = resolve(import.meta.dirname, '../..');

describe('a bake', () => {
  it('that is aborted at any stage rejects with the reason, and the next one gives the same bits', async () => {
    const box = createBox({ edge: 0.4 });
    const options = { resolution: 3, cells: 8, material: materials.glass };
    const stages = new Set<BakeStage>();
    const { hash } = await bake(box, { ...options, onProgress: (stage) => stages.add(stage) });
    expect(stages.size).toBeGreaterThan(5);
    for (const stage of stages) {
      const controller = new AbortController();
      const reason = new Error(`enough of ${stage}`);
      const onProgress = (at: BakeStage) => at === stage && controller.abort(reason);
      const last = stage === [...stages].at(-1); // what is done cannot be aborted
      const result = await bake(box, { ...options, onProgress, signal: controller.signal }).catch((e) => e);
      if (!last) expect(result).toBe(reason);
    }
    expect((await bake(box, options)).hash).toBe(hash);
  });
});

describe('a worker that dies', () => {
  it('fails the calls under way, and says so; another world works', async () => {
    const thread = new Thread(new URL('../../dist/worker/world-worker.js', import.meta.url));
    const world = joinWorld(thread as unknown as Worker, {});
    expect(await world.hash()).toMatch(/^[0-9a-f]{16}$/);
    const waiting = world.warmUp().catch((error: Error) => error);
    await thread.terminate();
    expect(String(await waiting)).toMatch(/worker/);
    const other = new Thread(new URL('../../dist/worker/world-worker.js', import.meta.url));
    const again = joinWorld(other as unknown as Worker, {});
    expect(await again.hash()).toMatch(/^[0-9a-f]{16}$/);
    again.dispose();
  });
});

const POLICY = "default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self'";
const PAGE =
  '<!doctype html><meta charset="utf-8"><title>…</title><script type="module" src="/page.js"></script>';
const SCRIPT = `
import { bake, createShape, materials, World } from '/dist/src/index.js';
import { createBox } from '/dist/src/mesh/shapes/index.js';
import { bakeInWorker } from '/dist/worker/index.js';
try {
  const options = { resolution: 3, cells: 8, material: materials.glass };
  const here = await bake(createBox({ edge: 0.4 }), options);
  const there = await bakeInWorker(createBox({ edge: 0.4 }), options);
  const world = new World();
  world.addStatic(createShape('plane'));
  world.add(here, { position: [0, 1, 0], velocity: [0, -20, 0] });
  for (let k = 0; k < 10; k++) world.step(1 / 60);
  await fetch('/told?' + [here.hash === there.hash, world.bodies.length > 2].join('+'));
} catch (error) {
  await fetch('/told?' + encodeURIComponent('failed: ' + error.message));
}
`;

/** The emitted files under a strict policy; names of packages become addresses, as a bundler makes them. */
function serveStrictly(tell: (what: string) => void): Promise<Server> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const type = extname(path) === '.js' ? 'text/javascript' : 'text/html';
    response.setHeader('Content-Security-Policy', POLICY);
    response.setHeader('Content-Type', type);
    if (path === '/told') tell(decodeURIComponent((request.url ?? '').split('?')[1]));
    if (path === '/' || path === '/told') response.end(PAGE);
    else if (path === '/page.js') response.end(SCRIPT);
    else if (path.startsWith('/dist/') || path.startsWith('/node_modules/robust-predicates/')) {
      const text = readFileSync(join(root, path), 'utf8');
      response.end(text.replace(/(['"])robust-predicates\1/g, "'/node_modules/robust-predicates/index.js'"));
    } else {
      response.statusCode = 404;
      response.end();
    }
  });
  return new Promise((done) => server.listen(0, () => done(server)));
}

describe('a page with a strict content security policy', () => {
  it('bakes, here and in a worker, and breaks things; nothing is refused', async () => {
    let tell: (what: string) => void = () => {};
    const told = new Promise<string>((done) => {
      tell = done;
    });
    const server = await serveStrictly((what) => tell(what));
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(500_000); // for what never comes: the machine may be busy
      const refused: string[] = [];
      page.on(
        'console',
        (message) => /Content Security Policy|Refused/.test(message.text()) && refused.push(message.text()),
      );
      await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
      expect([await told, refused]).toEqual(['true+true', []]);
    } finally {
      await browser.close();
      server.close();
    }
  });
});
