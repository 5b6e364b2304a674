// Entry fracas/three: from geometries and models of three to solids that break, and back to what is drawn of them.

export {
  type BakedObject,
  type BakeGeometryOptions,
  type BakeObjectOptions,
  bakeGeometry,
  bakeObject,
} from './bake.ts';
export { DebugLines, type DebugSubject, debugLines } from './debug.ts';
export { createSurfaceGeometry, toBufferGeometry } from './geometry.ts';
export type { Look, LookSubject, Looks } from './looks.ts';
export { readGeometry } from './read.ts';
export { type ViewOptions, WorldView } from './view.ts';
