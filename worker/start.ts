// Starts a worker of ours in a browser. Served as it is published, its file stands beside this one. A bundler moves this
// file elsewhere, each in its own way, and not all take the worker's along (Vite's dev server and esbuild do not): then
// the worker starts from its code, which comes as text in a module of its own, like any part that is loaded when it is
// needed. A page whose rules forbid workers from text (worker-src without blob:) gives one of its own: docs/worker.md.

import { refuse } from '../src/job/check.ts';

type Thread = import('node:worker_threads').Worker;

/** Throws unless a value is a worker, of a browser or of Node. */
export function checkWorker(name: string, value: unknown): void {
  const worker = value as
    | { postMessage?: unknown; on?: unknown; addEventListener?: unknown }
    | null
    | undefined;
  const hears = typeof worker?.on === 'function' || typeof worker?.addEventListener === 'function';
  if (!(hears && typeof worker?.postMessage === 'function'))
    throw refuse(name, value, 'a Worker, or none for one that is started');
}

/** Whether a thread of Node has ended already: nothing tells of that any more. */
export function isOver(thread: Thread): boolean {
  return thread.threadId === -1;
}

/** The code of a worker as text: '' before the build has put it there. */
interface WorkerCode {
  readonly code: string;
}

const PUBLISHED = /\/worker\/start\.[jt]s(\?|$)/;

/** A worker by the name of its file and what loads its code. */
export async function startWorker(file: string, load: () => Promise<WorkerCode>): Promise<Worker> {
  const here: string | undefined = import.meta.url; // none where modules were made a script
  if (here !== undefined && PUBLISHED.test(here)) {
    try {
      return new Worker(new URL(file, here), { type: 'module' });
    } catch {
      // from another site, which workers may not be
    }
  }
  const { code } = await load();
  if (code === '') throw new Error('the code of the worker is not there: run the whole build, npm run build');
  const address = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
  const worker = new Worker(address);
  // Not before it has been read: some browsers read it later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  return worker;
}

/** The same in Node: a thread. */
export async function startThread(file: string): Promise<Thread> {
  const threads = 'node:worker_threads'; // a variable, so that bundlers for browsers leave it alone
  const { Worker: Thread } = (await import(
    /* @vite-ignore */ /* webpackIgnore: true */ threads
  )) as typeof import('node:worker_threads');
  const here: string = import.meta.url; // likewise: webpack would look for the file
  // It says what a program is that comes as text; a thread that inherits it does not start.
  const isText = process.execArgv.some((flag) => flag.startsWith('--input-type'));
  return new Thread(new URL(file, here), isText ? { execArgv: [] } : {});
}
