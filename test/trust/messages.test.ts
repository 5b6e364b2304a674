// Workers that do more than ours: messages that are none of ours are left alone on both sides, and one worker may hold a world
// and bake.

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker as Thread } from 'node:worker_threads';
import { afterEach, expect, it } from 'vitest';
import { bake, createShape } from '../../src/index.ts';
import { createBox } from '../../src/mesh/shapes/box.ts';
import { bakeInWorker } from '../../worker/bake.ts';
import { joinWorld } from '../../worker/world.ts';

const entry = pathToFileURL(resolve(import.meta.dirname, '../../dist/worker/index.js')).href;
const FOREIGN = [
  null,
  undefined,
  5,
  'ready',
  [],
  {},
  { id: 1 },
  { id: 2, name: 'hash' },
  { type: 'x', id: 'a' },
];

/** A worker with a world that bakes, and talks of other things before and after. */
const code = `
  import { parentPort } from 'node:worker_threads';
  const talk = () => [null, undefined, 5, 'ready', [], {}, { id: 0, type: 'stats' }, { id: 1, type: 'stats' }].forEach((word) => parentPort.postMessage(word));
  talk();
  import('${entry}').then(({ serveBakes, serveWorld }) => {
    serveWorld();
    serveBakes();
    talk();
  });
`;
const threads: Thread[] = [];
afterEach(() => Promise.all(threads.splice(0).map((thread) => thread.terminate())));

function start(): Thread {
  const thread = new Thread(new URL(`data:text/javascript,${encodeURIComponent(code)}`));
  threads.push(thread);
  return thread;
}

it('what is none of ours is left alone, by the worker and by who gave it', async () => {
  const thread = start();
  const heard: unknown[] = [];
  thread.on('message', (message) => heard.push(message));
  const world = joinWorld(thread as unknown as Worker);
  const hash = await world.hash();
  heard.length = 0;
  for (const message of FOREIGN) thread.postMessage(message);
  expect(await world.hash()).toBe(hash);
  expect(heard).toHaveLength(1); // nothing but that answer
});

it('a worker that holds a world bakes, too, and neither hears what is said of the other', async () => {
  const thread = start() as unknown as Worker & Thread;
  const box = createBox({ edge: 0.4 });
  const options = { resolution: 3, cells: 8 };
  const world = joinWorld(thread);
  const [asset, body, frame, again] = await Promise.all([
    bakeInWorker(box, { ...options, worker: thread }),
    world.add(createShape('sphere', 0.1)),
    world.step(1 / 60),
    bakeInWorker(box, { ...options, worker: thread }),
  ]);
  const { hash } = await bake(box, options);
  expect([asset.hash, again.hash, [...frame.bodies]]).toEqual([hash, hash, [body]]);
});
