// Entry fracas/worker: baking and worlds off the main thread, in Node (worker_threads) and browsers (module workers).

export { type BakeInWorkerOptions, bakeInWorker } from './bake.ts';
export {
  ASLEEP,
  AWAKE,
  type BodyLook,
  KINEMATIC,
  STATIC,
  type SurfaceData,
  type WorldFrame,
} from './frame.ts';
export { type HostCall, serveWorld, type WorldHost } from './serve.ts';
export { serveBakes } from './serve-bakes.ts';
export { type OpenOptions, openWorld, type RemoteInfo, type RemoteWorld, type SentOptions } from './world.ts';
