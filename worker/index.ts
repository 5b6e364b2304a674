// Entry fracas/worker: baking off the main thread, in Node (worker_threads) and in browsers (module workers).

export { type BakeInWorkerOptions, bakeInWorker } from './bake.ts';
