// fracas/mesh: triangle and tetrahedral meshes: inspecting, repairing, refining, meshing.

export type { AssetParts, Mesher } from '../bake/asset.ts';
export { type DecimateOptions, decimateMesh, resampleMesh } from './decimate.ts';
export type { Deviation } from './deviation.ts';
export { type Embedding, embedMesh } from './embed.ts';
export {
  type Defect,
  type DefectKind,
  type InspectOptions,
  inspectMesh,
  type MeshReport,
} from './inspect.ts';
export { computeMass, type Mass } from './mass.ts';
export type { NodeDistance } from './node-distance.ts';
export { type RefinedMesh, refineMesh, subdivideMesh } from './refine.ts';
export { type Change, type Repaired, type RepairOptions, repairMesh, weldMesh } from './repair.ts';
export { findSharpEdges, type SharpEdges } from './sharp-edges.ts';
export { type StuffedSolid, type StuffOptions, stuffSurface } from './stuffing/stuff.ts';
export { createSurfaceQuery, distanceSurface, type SurfaceQuery } from './surface-distance.ts';
export { createTetMesh, type TetMesh } from './tet-mesh.ts';
export { reportTetMesh, type TetReport } from './tet-report.ts';
export type { TetFailure, TetOutcome, TetSolid } from './tetrahedralise/solid.ts';
export { type TetrahedraliseOptions, tetrahedralise } from './tetrahedralise/tetrahedralise.ts';
export { measureThickness } from './thickness.ts';
export { type United, uniteSurface } from './unite/unite.ts';
export { buildWinding, type Winding, windingNumber } from './winding.ts';
