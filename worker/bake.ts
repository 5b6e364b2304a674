// The caller's side of a bake in a worker: starts one, sends the mesh, passes progress on, and ends it when the
// bake is done, failed or cancelled. The asset crosses as encoded bytes, so both sides hold the same bits.

import { decodeAsset } from '../src/bake/decode.ts';
import { checkBakeOptions, refuseForeign } from '../src/bake/options.ts';
import type { Asset, BakeOptions, BakeStage } from '../src/index.ts';
import { checkRecord } from '../src/job/check.ts';
import { checkMeshInput } from '../src/mesh/check.ts';
import type { MeshInput } from '../src/mesh/triangle-mesh.ts';
import { type ErrorData, unpackError } from './errors.ts';
import { hasId } from './listen.ts';
import { checkWorker, isOver, startThread, startWorker } from './start.ts';

/** What a bake takes, in a worker as elsewhere. */
export interface BakeInWorkerOptions extends BakeOptions {
  /** A worker that calls serveBakes; default one that does nothing else, ended after the bake. */
  readonly worker?: Worker;
}

/** From the caller to the worker. */
export interface BakeRequest {
  readonly id: number; // its replies have the same
  readonly mesh: MeshInput;
  readonly options: Omit<BakeOptions, 'onProgress' | 'signal'>;
}

/** From the worker to the caller. */
export type BakeReply = { readonly id: number } & BakeNews;

/** What a reply tells. */
export type BakeNews =
  | { readonly kind: 'progress'; readonly stage: BakeStage; readonly fraction: number }
  | { readonly kind: 'done'; readonly bytes: Uint8Array }
  | { readonly kind: 'error'; readonly error: ErrorData };

/** The little that a Worker of the browser and one of Node have in common. */
interface Port {
  post(request: BakeRequest): void;
  end(): void;
}

/**
 * Bakes a mesh in a worker of its own; the calling thread stays free but for decoding the result at the end. Takes and
 * returns what `bake` does, with the same errors. Cancelling by `signal` ends the worker at once; one that was given goes on
 * to the end, unheard.
 */
export async function bakeInWorker(mesh: MeshInput, options: BakeInWorkerOptions = {}): Promise<Asset> {
  checkRecord('options', options, [], 'an object such as { resolution: 24 }');
  const { onProgress, signal, worker, ...rest } = options;
  if (worker !== undefined) checkWorker('worker', worker);
  checkBakeOptions({ onProgress, signal, ...rest });
  refuseForeign(mesh);
  checkMeshInput('mesh', mesh);
  signal?.throwIfAborted();
  const id = requests++;
  let port: Port | null = null;
  let onAbort = () => {};
  try {
    const bytes = await new Promise<Uint8Array>((resolve, reject) => {
      onAbort = () => reject(signal?.reason);
      signal?.addEventListener('abort', onAbort, { once: true });
      const onReply = (reply: BakeReply) => {
        try {
          if (reply.kind === 'progress') onProgress?.(reply.stage, reply.fraction);
          else if (reply.kind === 'done') resolve(reply.bytes);
          else reject(unpackError(reply.error));
        } catch (error) {
          reject(error); // thrown by onProgress
        }
      };
      openPort(worker, (reply) => isReply(reply) && reply.id === id && onReply(reply), reject)
        .then((opened) => {
          port = opened;
          if (signal?.aborted) port.end();
          else port.post({ id, mesh, options: rest });
        })
        .catch(reject); // no worker, or a mesh that cannot be sent
    });
    return decodeAsset(bytes);
  } finally {
    signal?.removeEventListener('abort', onAbort);
    (port as Port | null)?.end();
  }
}

function isReply(message: unknown): message is BakeReply {
  return hasId(message) && 'kind' in message;
}

let requests = 0; // so far: a worker that was given may have others' under way

type Thread = import('node:worker_threads').Worker;

async function openPort(
  given: Worker | undefined,
  onReply: (reply: unknown) => void,
  onError: (error: Error) => void,
): Promise<Port> {
  const isHere = given !== undefined || typeof Worker === 'function';
  const worker: Worker | Thread = isHere
    ? (given ?? (await startWorker('./bake-worker.js', () => import('./bake-code.ts'))))
    : await startThread('./bake-worker.js');
  const post = (request: BakeRequest) => worker.postMessage(request);
  if ('on' in worker) {
    const onExit = () => onError(new Error('the bake worker ended before its work did'));
    if (isOver(worker)) onExit();
    worker.on('message', onReply).on('error', onError).on('exit', onExit);
    const leave = () => worker.off('message', onReply).off('error', onError).off('exit', onExit);
    return { post, end: () => void (given === undefined ? worker.terminate() : leave()) };
  }
  const onMessage = (event: MessageEvent<unknown>) => onReply(event.data);
  const onFail = (event: ErrorEvent) =>
    onError(new Error(`the bake worker failed: ${event.message || 'it could not be loaded'}`));
  worker.addEventListener('message', onMessage);
  worker.addEventListener('error', onFail);
  const leave = () => {
    worker.removeEventListener('message', onMessage);
    worker.removeEventListener('error', onFail);
  };
  return { post, end: () => (given === undefined ? worker.terminate() : leave()) };
}
