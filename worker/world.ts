// The caller's side of a world in a worker: the calls of World, each answered by a promise, in the order they were
// made. Assets cross once, as encoded bytes; frames are handed over without copying.

import { type Asset, checkAsset } from '../src/bake/asset.ts';
import { encodeAsset } from '../src/bake/encode.ts';
import { checkRecord, isFlag, isFunction } from '../src/job/check.ts';
import { InputError } from '../src/job/error.ts';
import type { BodyInfo } from '../src/world/info.ts';
import { checkSource, isAsset, type Source } from '../src/world/instances.ts';
import {
  type BodyOptions,
  checkBodyOptions,
  readWorldOptions,
  type WorldOptions,
} from '../src/world/options.ts';
import type { AdvanceOptions } from '../src/world/play-options.ts';
import type { Recording } from '../src/world/recording.ts';
import { nameSource } from '../src/world/sources.ts';
import type { World } from '../src/world/world.ts';
import { unpackError } from './errors.ts';
import type { WorldFrame } from './frame.ts';
import { hasId } from './listen.ts';
import { PLAIN_CALLS, type WorldReply, type WorldRequest } from './serve.ts';
import { checkWorker, isOver, startThread, startWorker } from './start.ts';

type PlainCalls = (typeof PLAIN_CALLS)[number];

/** The calls that are World's own, word for word. */
type Same = {
  [K in PlainCalls]: (...args: Parameters<World[K]>) => Promise<ReturnType<World[K]>>;
};

/** What can be read of a body from afar. */
export interface RemoteInfo extends Omit<BodyInfo, 'asset'> {
  /** The hash of the asset that it is made of; null for a shape. */
  readonly asset: string | null;
}

/** A world in a worker. Calls are played in the order they are made, also without waiting for answers. */
export interface RemoteWorld extends Same {
  /** Adds a body made of an asset, which crosses once, or a shape; its id. */
  add(source: Source, options?: BodyOptions): Promise<number>;
  /** Adds a body that never moves. */
  addStatic(source: Source, options?: BodyOptions): Promise<number>;
  /** Steps, and tells where everything is and what happened. */
  step(dt: number): Promise<WorldFrame>;
  /** Lets the time of a frame pass; `share` is what is left over of a step, to draw between two. */
  advance(seconds: number, options?: AdvanceOptions): Promise<WorldFrame & { readonly share: number }>;
  /** What a body is. */
  info(body: number): Promise<RemoteInfo>;
  /** Sends an asset, or its encoded bytes, ahead of the bodies made of it; its hash. */
  send(asset: Asset | Uint8Array): Promise<string>;
  /** Lets the engine compile breaking in the worker, that of assets sent so far too, while a program loads: see warmUp. */
  warmUp(rounds?: number, onProgress?: (fraction: number) => void): Promise<void>;
  /** The world as it stands, for the first picture. */
  frame(): Promise<WorldFrame>;
  /** Goes on from a snapshot, or is told otherwise from there on; its assets must have been sent. */
  restore(bytes: Uint8Array, options?: SentOptions): Promise<WorldFrame>;
  /** Plays a recording, and goes on from there; its assets must have been sent. */
  replay(recording: Recording): Promise<WorldFrame>;
  /** A call that the worker's author gave to serveWorld. */
  ask<T>(name: string, ...args: unknown[]): Promise<T>;
  /** Ends the worker; calls under way fail. */
  dispose(): void;
}

/** What a world in a worker can be told: plain data. Its clock is the worker's; functions do not cross. */
export type SentOptions = Omit<WorldOptions, 'clock' | 'rebuild' | 'form'>;

/** What openWorld can be told. */
export interface OpenOptions extends SentOptions {
  /** A module worker that calls serveWorld; default one that does nothing else. */
  readonly worker?: Worker;
  /** Whether to let the engine compile breaking before the first break is due; default true. */
  readonly warmUp?: boolean;
  /** Told how far that is, 0 to 1. */
  readonly onProgress?: (fraction: number) => void;
}

type Thread = import('node:worker_threads').Worker;

interface Port {
  post(request: WorldRequest, transfer: Transferable[]): void;
  end(): void;
}

type Ask = <T>(
  name: string,
  args: readonly unknown[],
  transfer?: Transferable[],
  onProgress?: (fraction: number) => void,
) => Promise<T>;

interface Waiting {
  readonly onProgress: ((fraction: number) => void) | undefined;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/**
 * Starts a worker with an empty world in it, and lets the engine compile breaking there, which takes a second or two: do
 * it while models load. Where that fails, the worker is ended, unless it was given.
 */
export async function openWorld(options: OpenOptions = {}): Promise<RemoteWorld> {
  checkRecord('options', options, [], 'an object such as { seed: 1 }');
  const { worker, warmUp = true, onProgress, ...rest } = options;
  if (worker !== undefined) checkWorker('worker', worker);
  isFlag('warmUp', warmUp);
  if (onProgress !== undefined) isFunction('onProgress', onProgress);
  readWorldOptions(rest); // throws here, where it was called
  const isHere = worker !== undefined || typeof Worker === 'function';
  const file = './world-worker.js';
  const open = isHere
    ? (worker ?? (await startWorker(file, () => import('./world-code.ts'))))
    : await startThread(file);
  const { world, opened, ask } = connect(open, rest);
  try {
    await opened;
    if (warmUp) await ask('warmUp', [], [], onProgress);
    onProgress?.(1);
  } catch (error) {
    if (worker === undefined) world.dispose();
    throw error;
  }
  return world;
}

/**
 * The same in a worker that was started already, at once: what it is asked is played when it is ready. If no world can
 * be made of the options, whatever is asked fails with that error.
 */
export function joinWorld(worker: Worker, options: SentOptions = {}): RemoteWorld {
  checkWorker('worker', worker);
  return connect(worker, options).world;
}

function connect(
  worker: Worker | Thread,
  options: SentOptions,
): { world: RemoteWorld; opened: Promise<unknown>; ask: Ask } {
  const waiting = new Map<number, Waiting>();
  let calls = 0;
  let ended: Error | null = null;
  const fail = (error: Error) => {
    ended ??= error; // the first says why
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const onReply = (reply: unknown) => {
    if (!isReply(reply)) return;
    const { id, value, error, progress } = reply;
    const call = waiting.get(id);
    if (progress !== undefined) {
      try {
        call?.onProgress?.(progress);
      } catch (thrown) {
        waiting.delete(id);
        call?.reject(thrown as Error); // by the caller's own code: the call fails, the worker goes on
      }
      return;
    }
    waiting.delete(id);
    if (error !== undefined) call?.reject(unpackError(error));
    else call?.resolve(value);
  };
  const port = openPort(worker, onReply, fail);
  const ask: Ask = <T>(
    name: string,
    args: readonly unknown[],
    transfer: Transferable[] = [],
    onProgress?: (fraction: number) => void,
  ): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      if (ended !== null) throw ended;
      const id = calls++;
      waiting.set(id, { resolve: resolve as (value: unknown) => void, reject, onProgress });
      try {
        port.post({ id, name, args }, transfer);
      } catch (error) {
        waiting.delete(id);
        throw error; // something that cannot be sent
      }
    });

  const known = new Set<string>(); // hashes of assets that were sent
  const send = async (asset: Asset | Uint8Array): Promise<string> => {
    if (!(asset instanceof Uint8Array)) checkAsset('asset', asset);
    const bytes = asset instanceof Uint8Array ? asset.slice() : encodeAsset(asset);
    if (!(asset instanceof Uint8Array)) known.add(asset.hash);
    return ask('asset', [bytes], [bytes.buffer]);
  };
  const add = async (source: Source, options: BodyOptions = {}): Promise<number> => {
    checkSource(source);
    checkBodyOptions(options);
    if (!isAsset(source) && source.terrain !== null) {
      throw new InputError('bad-argument', 'source is ground, which cannot be sent: add it in the worker');
    }
    // Not waited for: calls are played in the order they are made.
    if (isAsset(source) && !known.has(source.hash)) send(source).catch(() => known.delete(source.hash));
    return ask('add', [nameSource(source), options]);
  };
  const same = Object.fromEntries(
    PLAIN_CALLS.map((name) => [name, (...args: unknown[]) => ask(name, args)]),
  ) as unknown as Same;
  const opened = ask('open', [options]);
  opened.catch(fail); // the worker would answer of a world that nobody asked for
  const world: RemoteWorld = {
    ...same,
    add,
    async addStatic(source, options = {}) {
      checkBodyOptions(options);
      return add(source, { ...options, kind: 'static' });
    },
    step: (dt) => ask('step', [dt]),
    advance: (seconds, options) => ask('advance', [seconds, options]),
    info: (body) => ask('info', [body]),
    send,
    async warmUp(rounds, onProgress) {
      if (onProgress !== undefined) isFunction('onProgress', onProgress);
      await ask('warmUp', [rounds], [], onProgress);
    },
    frame: () => ask('frame', []),
    restore: (bytes, options) => ask('restore', [bytes, options]),
    replay: (recording) => ask('replay', [recording]),
    ask: (name, ...args) => ask(name, args),
    dispose() {
      fail(new InputError('bad-argument', 'the world has been disposed of: make another'));
      port.end();
    },
  };
  return { world, opened, ask };
}

/** Replies of bakes, that the same worker may do, have a kind; what else it says is none of ours. */
function isReply(message: unknown): message is WorldReply {
  if (!hasId(message) || 'kind' in message) return false;
  return 'value' in message || 'error' in message || 'progress' in message;
}

function openPort(
  worker: Worker | Thread,
  onReply: (reply: unknown) => void,
  onError: (error: Error) => void,
): Port {
  if ('on' in worker) {
    const onExit = () => {
      onError(new Error('the worker of the world has ended: open another'));
      worker.off('message', onReply).off('error', onError).off('exit', onExit);
    };
    worker.on('message', onReply).on('error', onError).on('exit', onExit);
    if (isOver(worker)) onExit();
    return {
      post: (request, transfer) => worker.postMessage(request, transfer as ArrayBuffer[]),
      end: () => void worker.terminate(),
    };
  }
  worker.addEventListener('message', (event) => onReply(event.data));
  worker.addEventListener('error', (event) =>
    onError(new Error(`the worker of the world failed: ${event.message || 'it could not be loaded'}`)),
  );
  return {
    post: (request, transfer) => worker.postMessage(request, transfer),
    end: () => worker.terminate(),
  };
}
