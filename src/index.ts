// The public API: what a maker needs first. The rest is in the entries beside it, such as fracas/contact.

export type { Asset } from './bake/asset.ts';
export { bake, bakeTets } from './bake/bake.ts';
export { decodeAsset } from './bake/decode.ts';
export { encodeAsset } from './bake/encode.ts';
export type { BakeOptions, BakeStage } from './bake/options.ts';
export { createHeightTerrain, createMeshTerrain, type TerrainOptions } from './contact/ground.ts';
export { createShape, type ShapeName } from './contact/shape.ts';
export { createMaterial, type Material, materials, strengthenMaterial } from './fracture/material.ts';
export type { LabelPattern, Pattern, SlicePattern } from './fragment/patterns.ts';
export { createRadial, type RadialOptions, type RadialPattern } from './fragment/radial.ts';
export type { VoronoiPattern } from './fragment/voronoi.ts';
export { type ErrorCode, InputError } from './job/error.ts';
export { finishWork, runWork, type Work } from './job/work.ts';
export { createTriangleMesh, type MeshInput, type TriangleMesh } from './mesh/triangle-mesh.ts';
export type { FractureHook, FractureProposal, Verdict } from './world/break-hook.ts';
export type { QueryFilter, RayHit } from './world/cast.ts';
export type { ContactEvent, Events, FractureEvent, JointEvent, SplitEvent } from './world/events.ts';
export type { BodyInfo } from './world/info.ts';
export { interpolatePose } from './world/interpolate.ts';
export type { JointOptions } from './world/joining.ts';
export type { Measures } from './world/measure.ts';
export type { BodyKind, BodyOptions, Clock, WorldOptions } from './world/options.ts';
export type { Recording } from './world/recording.ts';
export type { WorldCounters } from './world/state.ts';
export type { Timings } from './world/timings.ts';
export { warmUp } from './world/warm-up.ts';
export { type AdvanceOptions, type RestoreOptions, World } from './world/world.ts';
