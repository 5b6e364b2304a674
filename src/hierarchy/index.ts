// fracas/hierarchy: trees of triangles that stay good while surfaces tear.

export type { TreeMesh } from './build.ts';
export {
  buildHierarchy,
  buildTree,
  castRay,
  castTree,
  closestInTree,
  closestTriangle,
  createTree,
  createTreePair,
  deleteTriangle,
  idealQuality,
  insertNear,
  insertTogether,
  insertTriangle,
  insertTriangles,
  intersectPieces,
  intersectSelf,
  intersectTrees,
  listLevel,
  measureQuality,
  optimiseTree,
  optimiseVisited,
  rebuildTree,
  refitTouched,
  refitTree,
  replaceTriangle,
  reshapeTriangles,
  separateTree,
  touchTrees,
  validateTree,
} from './checked.ts';
export { createFloodWork, type FloodWork } from './flood.ts';
export type { Hierarchy } from './hierarchy.ts';
export type { TreePair } from './intersect.ts';
export { createSelfQuery, type SelfQuery } from './intersect-self.ts';
export { type Metric, RESTRUCTURE_RULES, type RestructureRules } from './restructure.ts';
export type { Split } from './split-range.ts';
export { boundTriangle, type TriangleTree, touchNode } from './tree.ts';
export type { TreeDemands } from './validate.ts';
