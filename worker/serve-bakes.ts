// The worker's side of a bake: for each request replies with progress, then the encoded asset or the error.

import { bake } from '../src/bake/bake.ts';
import { encodeAsset } from '../src/bake/encode.ts';
import type { BakeNews, BakeReply, BakeRequest } from './bake.ts';
import { packError } from './errors.ts';
import { hasId, listen, type Reply } from './listen.ts';

/** Bakes what comes, for as long as the worker lives. For a worker of one's own, which bakeInWorker is given. */
export function serveBakes(): void {
  listen<BakeRequest, BakeReply>(isRequest, answer);
}

function isRequest(message: unknown): message is BakeRequest {
  return hasId(message) && 'mesh' in message && 'options' in message;
}

async function answer({ id, mesh, options }: BakeRequest, reply: Reply<BakeReply>): Promise<void> {
  const tell = (news: BakeNews, transfer: ArrayBuffer[] = []) => reply({ id, ...news }, transfer);
  try {
    const asset = await bake(mesh, {
      ...options,
      onProgress: (stage, fraction) => tell({ kind: 'progress', stage, fraction }),
    });
    const bytes = encodeAsset(asset);
    tell({ kind: 'done', bytes }, [bytes.buffer as ArrayBuffer]);
  } catch (error) {
    tell({ kind: 'error', error: packError(error) });
  }
}
