// The caller's side of a bake in a worker: starts one, sends the mesh, passes progress on, and ends it when the
// bake is done, failed or cancelled. The asset crosses as encoded bytes, so both sides hold the same bits.

import { decodeAsset } from '../src/bake/decode.ts';
import { checkBakeOptions, refuseForeign } from '../src/bake/options.ts';
import type { Asset, BakeOptions, BakeStage } from '../src/index.ts';
import { checkRecord } from '../src/job/check.ts';
import { checkMeshInput } from '../src/mesh/check.ts';
import type { MeshInput } from '../src/mesh/triangle-mesh.ts';
import { type ErrorData, unpackError } from './errors.ts';
import { startThread, startWorker } from './start.ts';

/** What a bake takes, in a worker as elsewhere. */
export interface BakeInWorkerOptions extends BakeOptions {
  /** A worker that calls serveBakes; default one that does nothing else, ended after the bake. */
  readonly worker?: Worker;
}

/** From the caller to the worker. */
export interface BakeRequest {
  readonly mesh: MeshInput;
  readonly options: Omit<BakeOptions, 'onProgress' | 'signal'>;
}

/** From the worker to the caller. */
export type BakeReply =
  | { readonly kind: 'progress'; readonly stage: BakeStage; readonly fraction: number }
  | { readonly kind: 'done'; readonly bytes: Uint8Array }
  | { readonly kind: 'error'; readonly error: ErrorData };

/** The little that a Worker of the browser and one of Node have in common. */
interface Port {
  post(request: BakeRequest): void;
  end(): void;
}

/**
 * Bakes a mesh in a worker of its own; the calling thread stays free but for decoding the result at the end. Takes and returns what `bake` does, with
 * the same errors. Cancelling by `signal` ends the worker at once.
 */
export async function bakeInWorker(mesh: MeshInput, options: BakeInWorkerOptions = {}): Promise<Asset> {
  checkRecord('options', options, [], 'an object such as { resolution: 24 }');
  const { onProgress, signal, worker, ...rest } = options;
  checkBakeOptions({ onProgress, signal, ...rest });
  refuseForeign(mesh);
  checkMeshInput('mesh', mesh);
  signal?.throwIfAborted();
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
      openPort(worker, onReply, reject)
        .then((opened) => {
          port = opened;
          if (signal?.aborted) port.end();
          else port.post({ mesh, options: rest });
        })
        .catch(reject); // no worker, or a mesh that cannot be sent
    });
    return decodeAsset(bytes);
  } finally {
    signal?.removeEventListener('abort', onAbort);
    (port as Port | null)?.end();
  }
}

async function openPort(
  given: Worker | undefined,
  onReply: (reply: BakeReply) => void,
  onError: (error: Error) => void,
): Promise<Port> {
  if (given !== undefined || typeof Worker === 'function') {
    const worker = given ?? (await startWorker('./bake-worker.js', () => import('./bake-code.ts')));
    worker.onmessage = (event) => onReply(event.data);
    worker.onerror = (event) =>
      onError(new Error(`the bake worker failed: ${event.message || 'it could not be loaded'}`));
    const end = () => (given === undefined ? worker.terminate() : undefined);
    return { post: (request) => worker.postMessage(request), end };
  }
  const worker = await startThread('./bake-worker.js');
  worker.on('message', onReply);
  worker.on('error', onError);
  worker.on('exit', () => onError(new Error('the bake worker ended before its work did')));
  return { post: (request) => worker.postMessage(request), end: () => void worker.terminate() };
}
