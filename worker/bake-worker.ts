// The worker's side of a bake: one request, replies with progress, then the encoded asset or the error.

import { bake } from '../src/bake/bake.ts';
import { encodeAsset } from '../src/bake/encode.ts';
import { InputError } from '../src/job/error.ts';
import type { BakeReply, BakeRequest } from './bake.ts';

async function answer(
  request: BakeRequest,
  reply: (reply: BakeReply, transfer: ArrayBuffer[]) => void,
): Promise<void> {
  try {
    const asset = await bake(request.mesh, {
      ...request.options,
      onProgress: (stage, fraction) => reply({ kind: 'progress', stage, fraction }, []),
    });
    const bytes = encodeAsset(asset);
    reply({ kind: 'done', bytes }, [bytes.buffer as ArrayBuffer]);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    reply({ kind: 'error', message, code: error instanceof InputError ? error.code : null }, []);
  }
}

if (typeof self !== 'undefined' && typeof self.postMessage === 'function') {
  const scope = self as unknown as {
    postMessage(data: unknown, transfer: Transferable[]): void;
  } & typeof self;
  scope.onmessage = (event: MessageEvent<BakeRequest>) =>
    answer(event.data, (data, transfer) => scope.postMessage(data, transfer));
} else {
  const threads = 'node:worker_threads'; // a variable, so that bundlers for browsers leave it alone
  const { parentPort } = (await import(/* @vite-ignore */ threads)) as typeof import('node:worker_threads');
  parentPort!.on('message', (request: BakeRequest) =>
    answer(request, (data, transfer) => parentPort!.postMessage(data, transfer)),
  );
}
