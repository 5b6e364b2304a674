// What a worker hears and answers, in a browser and in a thread of Node.

/** Sends a reply, with what is handed over and not copied. */
export type Reply<T> = (reply: T, transfer: ArrayBuffer[]) => void;

/** Hands every request that comes to `take`. */
export function listen<Request, Answer>(take: (request: Request, reply: Reply<Answer>) => void): void {
  if (typeof self !== 'undefined' && typeof self.postMessage === 'function') {
    const scope = self as unknown as {
      postMessage(data: unknown, transfer: Transferable[]): void;
    } & typeof self;
    scope.onmessage = (event: MessageEvent<Request>) =>
      take(event.data, (data, transfer) => scope.postMessage(data, transfer));
    return;
  }
  const threads = 'node:worker_threads'; // a variable, so that bundlers for browsers leave it alone
  import(/* @vite-ignore */ /* webpackIgnore: true */ threads).then(
    ({ parentPort }: typeof import('node:worker_threads')) => {
      parentPort?.on('message', (request: Request) =>
        take(request, (data, transfer) => parentPort.postMessage(data, transfer)),
      );
    },
  );
}
