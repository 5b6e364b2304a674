// The playground's worker, as built, in a thread of Node.

import { resolve } from 'node:path';
import { Worker as Thread } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { START } from '../../playground/link.ts';
import type { Opened } from '../../playground/play-worker.ts';
import { bake } from '../../src/index.ts';
import * as shapes from '../../src/mesh/shapes/index.ts';
import { joinWorld } from '../../worker/world.ts';

const BASE = 'http://localhost/'; // nothing is fetched: the model is sent, and the cloth is made

it('lets go of the world when a surface is opened, and not when that fails', async () => {
  const thread = new Thread(resolve(import.meta.dirname, '../../dist/playground/play-worker.js'));
  try {
    const world = joinWorld(thread as unknown as Worker);
    const model = await world.send(await bake(shapes.createBrick(), { resolution: 8 }));
    const { frame } = await world.ask<Opened>('openModel', model, START);
    expect(frame.bodies).toHaveLength(2);
    await expect(world.ask('openScene', 'nowhere', BASE, START)).rejects.toThrow(/no scene 'nowhere'/);
    expect((await world.frame()).bodies).toHaveLength(2);
    const { card } = await world.ask<Opened>('openScene', 'cloth', BASE, START);
    expect(card.name).toBe('cloth');
    expect((await world.frame()).bodies).toHaveLength(0);
  } finally {
    await thread.terminate();
  }
});
