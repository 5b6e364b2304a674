// fracas/fragment: cutting, breaking, masses and fields of fragments; when and where a blow breaks.

export type { Brittle } from '../fracture/brittle.ts';
export { createDecision, type Decision, type FractureOptions } from '../fracture/decide.ts';
export { LOAD_SIZE } from '../fracture/loads.ts';
export type { Scored } from '../fracture/scored.ts';
export type { Changes } from './changes.ts';
export {
  addDamage,
  applyFracture,
  applyPattern,
  breakBonds,
  buildBrittle,
  buildFamilyTopology,
  buildTetGrid,
  choosePattern,
  clearChanges,
  createChanges,
  createFamily,
  createFragmentField,
  decideFracture,
  encodeFamily,
  extractFragment,
  extractShape,
  measureMass,
  removeFragment,
  replaySplit,
  restoreFamily,
  scatterSeeds,
  scoreCells,
  splitFragment,
  splitVelocity,
  toTriangleMesh,
  updateFragmentField,
  validateFamily,
} from './checked.ts';
export { createFragmentMesh, type FragmentMesh } from './extract.ts';
export type { EventTable, Family, FragmentTable } from './family.ts';
export type { FieldParts, FragmentField, FragmentFieldOptions } from './fragment-field.ts';
export { locateInTet } from './locate.ts';
export { MASS_SIZE } from './mass.ts';
export { insideFragment, measureFragment, penetrateFragment, reachesFragment } from './measure.ts';
export type { SplitRecord } from './record.ts';
export type { ScatterOptions } from './scatter.ts';
export type { SplitOptions } from './split.ts';
export type { FamilyState } from './state.ts';
export { locateTet, type TetGrid } from './tet-grid.ts';
export type { FamilyTopology, SolidParts } from './topology.ts';
