// fracas/surface: deforming surfaces that are cut, their collisions and sweeps.

export { sweepEdgeEdge, sweepVertexFace } from '../geometry/continuous.ts';
export type { Candidates, Scope } from './candidates.ts';
export {
  addBody,
  advanceCut,
  beginStep,
  bytesPerNode,
  collideSurface,
  createCutMesh,
  createCutTrees,
  createSurface,
  deleteBody,
  intersectCutTrees,
  labelPieces,
  mergeBodies,
  moveBody,
  planCut,
  refreshBoxes,
  renewTree,
  replaceBody,
  separateCutTree,
  setRigid,
  shatterCutTrees,
  shatterTree,
  splitBody,
  sweepSurface,
  updateCutTree,
  updateCutTrees,
  updateSurface,
  validateSurface,
  verticesOf,
} from './checked.ts';
export { type CollideOptions, createSurfacePairs, type SurfacePairs } from './collide.ts';
export type { Culling } from './cull.ts';
export type { CutChanges, CutMesh } from './cut-mesh.ts';
export type { PlaneCrack, PlaneCut } from './cut-plane.ts';
export type { CutTrees, TreePolicy } from './cut-trees.ts';
export type { BodyMesh } from './edit.ts';
export type { Surface, SurfaceOptions } from './surface.ts';
export { createSurfaceContacts, EDGE_EDGE, type SurfaceContacts, VERTEX_FACE } from './sweep.ts';
export type { UpdateCounters, UpdateOptions } from './update.ts';
