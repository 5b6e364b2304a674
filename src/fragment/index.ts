// fracas/fragment: cutting, breaking, masses and fields of fragments; when and where a blow breaks.

export { applyFracture, choosePattern } from '../fracture/apply.ts';
export { type Brittle, buildBrittle } from '../fracture/brittle.ts';
export {
  addDamage,
  createDecision,
  type Decision,
  decideFracture,
  type FractureOptions,
} from '../fracture/decide.ts';
export { LOAD_SIZE } from '../fracture/loads.ts';
export { breakBonds, type Scored, scoreCells } from '../fracture/scored.ts';
export { type Changes, clearChanges, createChanges } from './changes.ts';
export {
  createFragmentMesh,
  extractFragment,
  extractShape,
  type FragmentMesh,
  toTriangleMesh,
} from './extract.ts';
export { createFamily, type EventTable, type Family, type FragmentTable, removeFragment } from './family.ts';
export {
  createFragmentField,
  type FieldParts,
  type FragmentField,
  type FragmentFieldOptions,
  updateFragmentField,
} from './fragment-field.ts';
export { locateInTet } from './locate.ts';
export { MASS_SIZE, measureMass, splitVelocity } from './mass.ts';
export { insideFragment, measureFragment, penetrateFragment, reachesFragment } from './measure.ts';
export { applyPattern } from './patterns.ts';
export { replaySplit, type SplitRecord } from './record.ts';
export { type ScatterOptions, scatterSeeds } from './scatter.ts';
export { type SplitOptions, splitFragment } from './split.ts';
export { encodeFamily, type FamilyState, restoreFamily } from './state.ts';
export { buildTetGrid, locateTet, type TetGrid } from './tet-grid.ts';
export { buildFamilyTopology, type FamilyTopology, type SolidParts } from './topology.ts';
export { validateFamily } from './validate.ts';
