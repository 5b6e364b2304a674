// Faults from outside: a bake that is aborted at any stage, and a worker that dies. Each is told of clearly, leaves nothing
// behind, and the next try works.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve } from 'node:path';
import { Worker as Thread } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { launchChromium } from '../../scripts/chromium.ts';
import { type BakeStage, bake, createShape, InputError, materials } from '../../src/index.ts';
import { createBox } from '../../src/mesh/shapes/box.ts';
import { createSphere } from '../../src/mesh/shapes/sphere.ts';
import { bakeInWorker } from '../../worker/bake.ts';
import { joinWorld, openWorld } from '../../worker/world.ts';

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

const BAKES = new URL('../../dist/worker/bake-worker.js', import.meta.url);
const WORLDS = new URL('../../dist/worker/world-worker.js', import.meta.url);
const start = (url: URL) => new Thread(url) as unknown as Worker & Thread;

describe('a worker that bakes and is given', () => {
  const options = { resolution: 3, cells: 8 };
  const [box, ball] = [createBox({ edge: 0.4 }), createSphere({ radius: 0.3 })];

  it('bakes again and again, two at a time; what was given up does not answer for another', async () => {
    const worker = start(BAKES);
    const here = await Promise.all([box, ball].map(async (mesh) => (await bake(mesh, options)).hash));
    const there = await Promise.all([box, ball].map((mesh) => bakeInWorker(mesh, { ...options, worker })));
    expect(there.map(({ hash }) => hash)).toEqual(here);
    const controller = new AbortController();
    const given = bakeInWorker(ball, { ...options, worker, signal: controller.signal });
    setTimeout(() => controller.abort(new Error('enough')), 0);
    await expect(given).rejects.toThrow('enough');
    expect((await bakeInWorker(box, { ...options, worker })).hash).toBe(here[0]);
    await worker.terminate();
  });

  it('and dies, or is dead already, is told of; another works', async () => {
    const worker = start(BAKES);
    const under = bakeInWorker(ball, { resolution: 40, worker }).catch((error: Error) => error);
    await new Promise((done) => worker.once('online', done));
    await worker.terminate();
    expect(String(await under)).toMatch(/the bake worker ended before its work did/);
    await expect(bakeInWorker(box, { ...options, worker })).rejects.toThrow(/ended before its work did/);
    expect((await bakeInWorker(box, options)).hash).toMatch(/^[0-9a-f]{16}$/);
    expect(countListeners(worker)).toEqual([0, 0, 0]);
  });
});

const countListeners = (worker: Thread) =>
  ['message', 'error', 'exit'].map((event) => worker.listenerCount(event));

it.each(['--input-type=module', '--expose-gc --input-type module'])(
  'workers start in a program that is text, told so by %s',
  (flags) => {
    const code = `
      import { createBox } from './dist/src/mesh/shapes/index.js';
      import { bakeInWorker, openWorld } from './dist/worker/index.js';
      const { hash } = await bakeInWorker(createBox({ edge: 0.4 }), { resolution: 3, cells: 8 });
      const world = await openWorld({ warmUp: false });
      console.log(hash.length + (await world.hash()).length);
      world.dispose();
    `;
    const how = { cwd: root, timeout: 60_000, encoding: 'utf8' } as const;
    expect(execFileSync(process.execPath, [...flags.split(' '), '-e', code], how)).toBe('32\n');
  },
);

describe('a world in a worker', () => {
  it('whose worker is dead already says so', async () => {
    const worker = start(WORLDS);
    await worker.terminate();
    await expect(joinWorld(worker).hash()).rejects.toThrow(/has ended: open another/);
    expect(countListeners(worker)).toEqual([0, 0, 0]);
  });

  it('whose worker dies lets go of it', async () => {
    const worker = start(WORLDS);
    const world = joinWorld(worker);
    await world.hash();
    await worker.terminate();
    await expect(world.hash()).rejects.toThrow(/has ended/);
    expect(countListeners(worker)).toEqual([0, 0, 0]);
  });

  it('goes on where onProgress throws: that call fails with it', async () => {
    const world = joinWorld(start(WORLDS));
    const fails = () => {
      throw new Error('mine');
    };
    await expect(world.warmUp(1, fails)).rejects.toThrow('mine');
    expect(await world.hash()).toMatch(/^[0-9a-f]{16}$/);
    world.dispose();
  });

  it('whose onProgress throws at the end of opening is ended: the program does not wait for it', () => {
    const code = `
      const onProgress = () => { throw new Error('mine'); };
      import('./dist/worker/index.js')
        .then(({ openWorld }) => openWorld({ warmUp: false, onProgress }))
        .catch((error) => console.log(error.message));
    `;
    const how = { cwd: root, timeout: 15_000, encoding: 'utf8' } as const;
    const said = execFileSync(process.execPath, ['-e', code], how);
    expect(said.trim()).toBe('mine');
  }, 20_000);

  it('that refused a spoilt copy of an asset takes the asset', async () => {
    const world = joinWorld(start(WORLDS));
    const asset = await bake(createBox({ edge: 0.4 }), { resolution: 3, cells: 8 });
    await expect(world.send({ ...asset, name: 5 as never })).rejects.toThrow(/asset.name is 5/);
    expect(await world.add(asset)).toBeTypeOf('number');
    world.dispose();
  });

  it('answers wrong calls with an InputError, and goes on', async () => {
    const world = joinWorld(start(WORLDS));
    const plane = createShape('plane');
    const bad: Record<string, unknown[][]> = {
      add: [[], [null], [5], [{}], [{ tets: 1 }], [plane, null], [plane, 5], [plane, { postion: 1 }]],
      addStatic: [[], [null], [plane, null], [plane, 5]],
      send: [[], [null], [5], [{}], [new Uint8Array(3)]],
      step: [[], ['x'], [null]],
      advance: [[], [null], [1, null]],
      info: [[], [null], [9]],
      warmUp: [['x'], [0, 'x']],
      restore: [[], [null], [new Uint8Array(9)]],
      replay: [[], [null], [{}]],
      ask: [[], [null], ['constructor'], ['__proto__'], ['asset'], ['add', null]],
      split: [[], [0]],
      impulse: [[]],
      join: [[], [null]],
      castRay: [[]],
      overlap: [[]],
    };
    const hash = await world.hash();
    for (const [name, lists] of Object.entries(bad)) {
      for (const args of lists) {
        const call = (world as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>)[name];
        const error = await call(...args).then(
          () => 'done',
          (thrown: Error) => thrown.name,
        );
        expect([name, args, error]).toEqual([name, args, 'InputError']);
      }
    }
    expect(await world.hash()).toBe(hash);
    world.dispose();
  });

  it.each([5, null, {}, { postMessage: 1 }])('is not opened in %j', async (worker) => {
    expect(() => joinWorld(worker as never)).toThrow(/worker is .*: give a Worker/);
    await expect(openWorld({ worker: worker as never })).rejects.toThrow(InputError);
    await expect(bakeInWorker(createBox(), { worker: worker as never })).rejects.toThrow(InputError);
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
