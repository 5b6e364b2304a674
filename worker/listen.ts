// What a worker hears and answers, in a browser and in a thread of Node. A worker may do more than ours, and its owner send
// what is none of ours, either way: that is left alone.

/** Sends a reply, with what is handed over and not copied. */
export type Reply<T> = (reply: T, transfer: ArrayBuffer[]) => void;

/** Whether a message may be one of ours: a record with a number. */
export function hasId(message: unknown): message is { readonly id: number } {
  return typeof (message as { id?: unknown } | null | undefined)?.id === 'number';
}

/** Hands every request that comes to `take`. */
export function listen<Request, Answer>(
  isRequest: (message: unknown) => message is Request,
  take: (request: Request, reply: Reply<Answer>) => void,
): void {
  if (typeof self !== 'undefined' && typeof self.postMessage === 'function') {
    const scope = self as unknown as {
      postMessage(data: unknown, transfer: Transferable[]): void;
    } & typeof self;
    scope.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (isRequest(data)) take(data, (reply, transfer) => scope.postMessage(reply, transfer));
    });
    return;
  }
  const threads = 'node:worker_threads'; // a variable, so that bundlers for browsers leave it alone
  import(/* @vite-ignore */ /* webpackIgnore: true */ threads).then(
    ({ parentPort }: typeof import('node:worker_threads')) => {
      parentPort?.on('message', (data: unknown) => {
        if (isRequest(data)) take(data, (reply, transfer) => parentPort.postMessage(reply, transfer));
      });
    },
  );
}
