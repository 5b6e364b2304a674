// The public API.

export type { Asset, AssetParts, Mesher } from './bake/asset.ts';
export { bake, bakeTets } from './bake/bake.ts';
export { decodeAsset } from './bake/decode.ts';
export { encodeAsset } from './bake/encode.ts';
export type { BakeOptions, BakeStage } from './bake/options.ts';
export { castCollider, localRay } from './contact/cast.ts';
export { type Collider, type ColliderOptions, createCollider } from './contact/collider.ts';
export { boxOfCollider, measureShapeMass } from './contact/collider-mass.ts';
export { type Contacts, createContacts, FEATURE_EDGE, FEATURE_POINT } from './contact/contacts.ts';
export { createHeightTerrain, createMeshTerrain, type TerrainOptions } from './contact/ground.ts';
export { measureCollider } from './contact/measure.ts';
export {
  type Budget,
  createQueryOptions,
  type Order,
  type QueryChoice,
  type QueryOptions,
} from './contact/options.ts';
export { copyPair, createPair, type PairState, placePair, resetPair } from './contact/pair.ts';
export { queryContacts, queryPair } from './contact/query.ts';
export { rebuildFragments } from './contact/rebuild.ts';
export { createShape, type ShapeName } from './contact/shape.ts';
export { buildSolid, type ColliderParts, type Solid } from './contact/solid.ts';
export {
  type BreakWork,
  breakFragment,
  createBreakWork,
  familyOf,
  type Rebuild,
  updateCollider,
} from './contact/update.ts';
export { createQueryWork, type QueryCounters, type QueryWork } from './contact/work.ts';
export type { ContactRows } from './dynamics/contact-rows.ts';
export { CLEAR, NEAR, OPEN } from './field/answer.ts';
export { buildGridField } from './field/build.ts';
export { fieldBytes, type GridField } from './field/grid-field.ts';
export type { HeightInput } from './field/height-field.ts';
export { buildOctree, type FieldOctree, octreeBytes } from './field/octree.ts';
export type { FieldOptions } from './field/plan.ts';
export { sampleField, sampleGradient } from './field/sample.ts';
export { applyFracture, choosePattern } from './fracture/apply.ts';
export { type Brittle, buildBrittle } from './fracture/brittle.ts';
export {
  addDamage,
  createDecision,
  type Decision,
  decideFracture,
  type FractureOptions,
} from './fracture/decide.ts';
export { LOAD_SIZE } from './fracture/loads.ts';
export { createMaterial, type Material, materials, strengthenMaterial } from './fracture/material.ts';
export { breakBonds, type Scored, scoreCells } from './fracture/scored.ts';
export { type Changes, clearChanges, createChanges } from './fragment/changes.ts';
export { extractFragment, extractShape } from './fragment/extract.ts';
export {
  createFamily,
  type EventTable,
  type Family,
  type FragmentTable,
  removeFragment,
} from './fragment/family.ts';
export {
  createFragmentField,
  type FieldParts,
  type FragmentField,
  type FragmentFieldOptions,
  updateFragmentField,
} from './fragment/fragment-field.ts';
export { createFragmentMesh, type FragmentMesh, toTriangleMesh } from './fragment/fragment-mesh.ts';
export { locateInTet } from './fragment/locate.ts';
export { MASS_SIZE, measureMass, splitVelocity } from './fragment/mass.ts';
export { type MeanForm, meanForm } from './fragment/mean-form.ts';
export {
  insideFragment,
  measureFragment,
  penetrateFragment,
  reachesFragment,
} from './fragment/measure.ts';
export { applyPattern, type LabelPattern, type Pattern, type SlicePattern } from './fragment/patterns.ts';
export { type CutPlanes, createCutPlanes, cutPlanes } from './fragment/planes.ts';
export { createRadial, type RadialOptions, type RadialPattern } from './fragment/radial.ts';
export { replaySplit, type SplitRecord } from './fragment/record.ts';
export { type ScatterOptions, scatterSeeds } from './fragment/scatter.ts';
export { type SplitOptions, splitFragment } from './fragment/split.ts';
export { encodeFamily, type FamilyState, restoreFamily } from './fragment/state.ts';
export { buildTetGrid, locateTet, type TetGrid } from './fragment/tet-grid.ts';
export { buildFamilyTopology, type FamilyTopology, type SolidParts } from './fragment/topology.ts';
export { validateFamily } from './fragment/validate.ts';
export type { VoronoiPattern } from './fragment/voronoi.ts';
export { sweepEdgeEdge } from './geometry/edge-edge.ts';
export { sweepVertexFace } from './geometry/vertex-face.ts';
export { deleteTriangle, insertTriangle, replaceTriangle } from './hierarchy/balance.ts';
export { buildTree, rebuildTree, type TreeMesh } from './hierarchy/build.ts';
export { insertTogether } from './hierarchy/bulk.ts';
export { castRay } from './hierarchy/cast.ts';
export { closestTriangle } from './hierarchy/closest.ts';
export {
  createFloodWork,
  type FloodWork,
  insertNear,
  insertTriangles,
  reshapeTriangles,
} from './hierarchy/flood.ts';
export { buildHierarchy, type Hierarchy } from './hierarchy/hierarchy.ts';
export { createTreePair, intersectTrees, type TreePair, touchTrees } from './hierarchy/intersect.ts';
export {
  createSelfQuery,
  intersectPieces,
  intersectSelf,
  type SelfQuery,
} from './hierarchy/intersect-self.ts';
export { listLevel } from './hierarchy/level.ts';
export { idealQuality, measureQuality, optimiseTree, optimiseVisited } from './hierarchy/quality.ts';
export { refitTouched, refitTree } from './hierarchy/refit.ts';
export { type Metric, RESTRUCTURE_RULES, type RestructureRules } from './hierarchy/restructure.ts';
export { separateTree } from './hierarchy/separate.ts';
export type { Split } from './hierarchy/split-range.ts';
export { boundTriangle, createTree, type TriangleTree, touchNode } from './hierarchy/tree.ts';
export { castTree } from './hierarchy/tree-cast.ts';
export { closestInTree } from './hierarchy/tree-closest.ts';
export { type TreeDemands, validateTree } from './hierarchy/validate.ts';
export { type ErrorCode, InputError } from './job/error.ts';
export { finishWork, runWork, type Work } from './job/work.ts';
export {
  createFrame,
  FRAME_SIZE,
  invertFrame,
  movePoint,
  POSE_SIZE,
  relateFrames,
  setFrame,
  turnVector,
} from './math/frame.ts';
export { decimateMesh, resampleMesh } from './mesh/decimate.ts';
export type { Deviation } from './mesh/deviation.ts';
export { type Embedding, embedMesh } from './mesh/embed.ts';
export {
  type Defect,
  type DefectKind,
  type InspectOptions,
  inspectMesh,
  type MeshReport,
} from './mesh/inspect.ts';
export { computeMass, type Mass } from './mesh/mass.ts';
export type { NodeDistance } from './mesh/node-distance.ts';
export { refineMesh, subdivideMesh } from './mesh/refine.ts';
export { type Change, type Repaired, type RepairOptions, repairMesh } from './mesh/repair.ts';
export * as shapes from './mesh/shapes/index.ts';
export { findSharpEdges, type SharpEdges } from './mesh/sharp-edges.ts';
export { type StuffedSolid, stuffSurface } from './mesh/stuffing/stuff.ts';
export { createSurfaceQuery, distanceSurface, type SurfaceQuery } from './mesh/surface-distance.ts';
export { createTetMesh, type TetMesh } from './mesh/tet-mesh.ts';
export { reportTetMesh, type TetReport } from './mesh/tet-report.ts';
export type { TetSolid } from './mesh/tetrahedralise/solid.ts';
export { tetrahedralise } from './mesh/tetrahedralise/tetrahedralise.ts';
export { measureThickness } from './mesh/thickness.ts';
export { createTriangleMesh, type MeshInput, type TriangleMesh } from './mesh/triangle-mesh.ts';
export { type United, uniteSurface } from './mesh/unite/unite.ts';
export { buildWinding, windingNumber } from './mesh/winding.ts';
export { refreshBoxes } from './surface/blocks.ts';
export type { Candidates, Scope } from './surface/candidates.ts';
export {
  type CollideOptions,
  collideSurface,
  createSurfacePairs,
  type SurfacePairs,
} from './surface/collide.ts';
export type { Culling } from './surface/cull.ts';
export { type CutChanges, type CutMesh, createCutMesh, labelPieces } from './surface/cut-mesh.ts';
export { advanceCut, type PlaneCrack, type PlaneCut, planCut } from './surface/cut-plane.ts';
export { renewTree, separateCutTree, updateCutTree } from './surface/cut-tree.ts';
export {
  type CutTrees,
  createCutTrees,
  intersectCutTrees,
  shatterCutTrees,
  type TreePolicy,
  updateCutTrees,
} from './surface/cut-trees.ts';
export {
  addBody,
  type BodyMesh,
  beginStep,
  deleteBody,
  mergeBodies,
  moveBody,
  replaceBody,
} from './surface/edit.ts';
export { setRigid } from './surface/rigid.ts';
export { shatterTree } from './surface/shatter-tree.ts';
export { splitBody } from './surface/split.ts';
export {
  bytesPerNode,
  createSurface,
  type Surface,
  type SurfaceOptions,
  verticesOf,
} from './surface/surface.ts';
export {
  createSurfaceContacts,
  EDGE_EDGE,
  type SurfaceContacts,
  sweepSurface,
  VERTEX_FACE,
} from './surface/sweep.ts';
export { type UpdateCounters, type UpdateOptions, updateSurface } from './surface/update.ts';
export { validateSurface } from './surface/validate.ts';
export { createTouchWork, sweepColliders, type TouchOptions, type TouchWork } from './sweep/collider.ts';
export { createHits, type SweepHits } from './sweep/hits.ts';
export { createMotion, frameAt, type Motion, setMotion } from './sweep/motion.ts';
export {
  createPenaltyOptions,
  createPenaltyWork,
  type PenaltyOptions,
  type PenaltyWork,
  stepPenalty,
} from './sweep/penalty.ts';
export { createPenaltyBody, type PenaltyBody, type PenaltyParts } from './sweep/penalty-body.ts';
export { SEGMENT_SIZE, sweepFirst, sweepSegment } from './sweep/segment.ts';
export {
  createSweepOptions,
  createSweepWork,
  type SphereNodes,
  type SweepOptions,
  type SweepWork,
  sweepTree,
} from './sweep/tree-field.ts';
export { sweepTreeFirst } from './sweep/tree-first.ts';
export { buildSphereTree } from './tree/build.ts';
export { createForest, forestBytes, removeTree, resetForest, type SphereForest } from './tree/forest.ts';
export { insertPoints } from './tree/insert.ts';
export { orderPoints } from './tree/order.ts';
export type { SphereTree } from './tree/sphere-tree.ts';
export { splitTrees } from './tree/split.ts';
export { createSplitWork, type SplitWork } from './tree/split-work.ts';
export { validateSphereTree } from './tree/validate.ts';
export { validateForest } from './tree/validate-forest.ts';
export type { FractureHook, FractureProposal, Verdict } from './world/break-hook.ts';
export type { QueryFilter, RayHit } from './world/cast.ts';
export type { ContactEvent, Events, FractureEvent, JointEvent, SplitEvent } from './world/events.ts';
export { interpolatePose } from './world/interpolate.ts';
export type { JointOptions } from './world/joining.ts';
export type { Measures } from './world/measure.ts';
export type {
  BodyKind,
  BodyOptions,
  Clock,
  FieldName,
  PenaltyChoice,
  WorldOptions,
  WorldResponse,
} from './world/options.ts';
export type { Recording } from './world/recording.ts';
export type { WorldCounters } from './world/state.ts';
export type { Swept } from './world/swept.ts';
export type { Timings } from './world/timings.ts';
export { warmUp } from './world/warm-up.ts';
export { type AdvanceOptions, type BodyInfo, type RestoreOptions, World } from './world/world.ts';
