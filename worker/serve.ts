// The worker's side of a world: holds it, plays the calls that come, and answers each with its result or its error.
// Workers with more to do (scenes, views) give serveWorld calls of their own.

import { decodeAsset } from '../src/bake/decode.ts';
import { InputError } from '../src/job/error.ts';
import { runWork, type Work } from '../src/job/work.ts';
import { isAsset, type Source } from '../src/world/instances.ts';
import type { Clock, WorldOptions } from '../src/world/options.ts';
import { findSource, type SourceName } from '../src/world/sources.ts';
import { warmUp } from '../src/world/warm-up.ts';
import { World } from '../src/world/world.ts';
import { type ErrorData, packError } from './errors.ts';
import { captureFrame, createSent, resetSent, type WorldFrame } from './frame.ts';
import { hasId, listen, type Reply } from './listen.ts';

/** From the caller to the worker. */
export interface WorldRequest {
  readonly id: number;
  readonly name: string;
  readonly args: readonly unknown[];
}

/** From the worker to the caller. */
export interface WorldReply {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: ErrorData;
  readonly progress?: number; // of a call that goes on: 0 to 1
}

/** The world of a worker, for calls of one's own. */
export interface WorldHost {
  /** The world that is served. */
  readonly world: World;
  /** That were sent so far, and what the worker adds itself. */
  readonly assets: Source[];
  /** What times its steps. */
  readonly clock: Clock;
  /** By another. */
  replace(world: World): void;
  /** The world as it stands. */
  frame(): WorldFrame;
  /** Does a job in slices, while no call waits. */
  idle(work: Work<void>): void;
}

/** A call that a worker knows beside those of a world. What it returns must be plain data with arrays of its own. */
export type HostCall = (host: WorldHost, ...args: never[]) => unknown;

/** Calls that go through as they are. */
export const PLAIN_CALLS = [
  'remove',
  'split',
  'impulse',
  'explode',
  'join',
  'unjoin',
  'setTarget',
  'setMotor',
  'setVelocity',
  'setPose',
  'setKind',
  'castRay',
  'overlap',
  'measure',
  'has',
  'snapshot',
  'hash',
  'recording',
] as const;

/** Answers calls to a world for as long as the worker lives. What it returns is for workers that begin by themselves. */
export function serveWorld(calls: Readonly<Record<string, HostCall>> = {}): WorldHost {
  const assets: Source[] = [];
  const clock: Clock = performance;
  const sent = createSent();
  let world = new World({ clock });
  const host: WorldHost = {
    get world() {
      return world;
    },
    assets,
    clock,
    replace(other) {
      if (other !== world) world.dispose();
      world = other;
      resetSent(sent);
    },
    frame: () => captureFrame(world, sent),
    idle: (work) => void runIdle(work, () => before).catch((error) => console.error(error)), // nobody waits for it
  };
  let before = Promise.resolve(); // calls wait for those before them, also where these take their time
  const own: Record<string, HostCall> = {
    open: (_host, options: WorldOptions) => host.replace(new World({ ...options, clock })),
    asset: (_host, bytes: Uint8Array) => {
      const asset = decodeAsset(bytes);
      const isKnown = assets.some((known) => 'hash' in known && known.hash === asset.hash);
      if (!isKnown) assets.push(asset);
      return asset.hash;
    },
    warmUp: (_host, rounds?: number) => runWork(warmUp(assets.filter(isAsset), rounds), tell),
    add: (_host, source: SourceName, options) => world.add(findSource(source, assets), options),
    step: (_host, dt: number) => {
      world.step(dt);
      return host.frame();
    },
    advance: (_host, seconds: number, options) => ({
      share: world.advance(seconds, options),
      ...host.frame(),
    }),
    info: (_host, body: number) => {
      const { asset, ...rest } = world.info(body);
      return { ...rest, asset: asset?.hash ?? null };
    },
    restore: (_host, bytes: Uint8Array, options?: WorldOptions) => {
      host.replace(World.restore(bytes, { assets, clock, options }));
      return host.frame();
    },
    replay: (_host, recording) => {
      host.replace(World.replay(recording, { assets, clock }));
      return host.frame();
    },
    frame: () => host.frame(),
    ...calls,
  };
  let tell = (_fraction: number) => {}; // how far the call at hand is
  const take = async ({ id, name, args }: WorldRequest, reply: Reply<WorldReply>) => {
    tell = (progress) => reply({ id, progress }, []);
    try {
      const value = await answer(own, host, name, args);
      const buffers = new Set<ArrayBuffer>();
      collectBuffers(buffers, value);
      reply({ id, value }, [...buffers]);
    } catch (error) {
      reply({ id, error: packError(error) }, []);
    }
  };
  listen<WorldRequest, WorldReply>(isRequest, (request, reply) => {
    before = before.then(() => take(request, reply));
  });
  return host;
}

function isRequest(message: unknown): message is WorldRequest {
  return hasId(message) && 'name' in message && 'args' in message && Array.isArray(message.args);
}

/** Does a job in slices, each after all that `under` promises, and a turn for what may have come meanwhile. */
export async function runIdle(work: Work<void>, under: () => Promise<void>): Promise<void> {
  do {
    await new Promise((resolve) => setTimeout(resolve));
    for (let seen = null; seen !== under(); await seen) seen = under();
  } while (work.next().done !== true);
}

function answer(
  own: Readonly<Record<string, HostCall>>,
  host: WorldHost,
  name: string,
  args: readonly unknown[],
): unknown {
  if (Object.hasOwn(own, name)) return own[name](host, ...(args as never[]));
  if ((PLAIN_CALLS as readonly string[]).includes(name)) {
    const { world } = host;
    return (world as unknown as Record<string, (...args: unknown[]) => unknown>)[name](...args);
  }
  throw new InputError('bad-argument', `this worker has no call '${name}': give it to serveWorld`);
}

/** The buffers of all arrays in a value, to be handed over. */
function collectBuffers(out: Set<ArrayBuffer>, value: unknown): void {
  if (value === null || typeof value !== 'object') return;
  if (ArrayBuffer.isView(value)) out.add(value.buffer as ArrayBuffer);
  else if (Array.isArray(value)) {
    if (typeof value[0] === 'object') for (const item of value) collectBuffers(out, item);
  } else for (const item of Object.values(value)) collectBuffers(out, item);
}
