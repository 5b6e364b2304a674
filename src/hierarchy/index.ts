// fracas/hierarchy: trees of triangles that stay good while surfaces tear.

export { deleteTriangle, insertTriangle, replaceTriangle } from './balance.ts';
export { buildTree, rebuildTree, type TreeMesh } from './build.ts';
export { insertTogether } from './bulk.ts';
export { castRay, castTree } from './cast.ts';
export { closestInTree, closestTriangle } from './closest.ts';
export { createFloodWork, type FloodWork, insertNear, insertTriangles, reshapeTriangles } from './flood.ts';
export { buildHierarchy, type Hierarchy } from './hierarchy.ts';
export { createTreePair, intersectTrees, type TreePair, touchTrees } from './intersect.ts';
export { createSelfQuery, intersectPieces, intersectSelf, type SelfQuery } from './intersect-self.ts';
export { idealQuality, measureQuality, optimiseTree, optimiseVisited } from './quality.ts';
export { refitTouched, refitTree } from './refit.ts';
export { type Metric, RESTRUCTURE_RULES, type RestructureRules } from './restructure.ts';
export { separateTree } from './separate.ts';
export type { Split } from './split-range.ts';
export { boundTriangle, createTree, listLevel, type TriangleTree, touchNode } from './tree.ts';
export { type TreeDemands, validateTree } from './validate.ts';
