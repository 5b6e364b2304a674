// fracas/surface: deforming surfaces that are cut, their collisions and sweeps.

export { sweepEdgeEdge, sweepVertexFace } from '../geometry/continuous.ts';
export { refreshBoxes } from './blocks.ts';
export type { Candidates, Scope } from './candidates.ts';
export { type CollideOptions, collideSurface, createSurfacePairs, type SurfacePairs } from './collide.ts';
export type { Culling } from './cull.ts';
export { type CutChanges, type CutMesh, createCutMesh, labelPieces } from './cut-mesh.ts';
export { advanceCut, type PlaneCrack, type PlaneCut, planCut } from './cut-plane.ts';
export { renewTree, separateCutTree, updateCutTree } from './cut-tree.ts';
export {
  type CutTrees,
  createCutTrees,
  intersectCutTrees,
  shatterCutTrees,
  shatterTree,
  type TreePolicy,
  updateCutTrees,
} from './cut-trees.ts';
export { addBody, type BodyMesh, beginStep, deleteBody, mergeBodies, moveBody, replaceBody } from './edit.ts';
export { setRigid } from './rigid.ts';
export { splitBody } from './split.ts';
export { bytesPerNode, createSurface, type Surface, type SurfaceOptions, verticesOf } from './surface.ts';
export {
  createSurfaceContacts,
  EDGE_EDGE,
  type SurfaceContacts,
  sweepSurface,
  VERTEX_FACE,
} from './sweep.ts';
export { type UpdateCounters, type UpdateOptions, updateSurface } from './update.ts';
export { validateSurface } from './validate.ts';
