// What fracas/fragment offers to others, with its arguments checked: guard.ts. Inside, the same is called as it is.

import { applyFracture as _applyFracture, choosePattern as _choosePattern } from '../fracture/apply.ts';
import { buildBrittle as _buildBrittle } from '../fracture/brittle.ts';
import { addDamage as _addDamage, decideFracture as _decideFracture } from '../fracture/decide.ts';
import { breakBonds as _breakBonds, scoreCells as _scoreCells } from '../fracture/scored.ts';
import { orNull } from '../job/check.ts';
import {
  column,
  guard,
  isAmount,
  isNumbers,
  isObject,
  isSet,
  options,
  orNone,
  shaped,
} from '../job/guard.ts';
import { clearChanges as _clearChanges, createChanges as _createChanges } from './changes.ts';
import {
  extractFragment as _extractFragment,
  extractShape as _extractShape,
  toTriangleMesh as _toTriangleMesh,
} from './extract.ts';
import { createFamily as _createFamily, removeFragment as _removeFragment } from './family.ts';
import {
  createFragmentField as _createFragmentField,
  updateFragmentField as _updateFragmentField,
} from './fragment-field.ts';
import { measureMass as _measureMass, splitVelocity as _splitVelocity } from './mass.ts';
import { applyPattern as _applyPattern } from './patterns.ts';
import { replaySplit as _replaySplit } from './record.ts';
import { scatterSeeds as _scatterSeeds } from './scatter.ts';
import { splitFragment as _splitFragment } from './split.ts';
import { encodeFamily as _encodeFamily, restoreFamily as _restoreFamily } from './state.ts';
import { buildTetGrid as _buildTetGrid } from './tet-grid.ts';
import { buildFamilyTopology as _buildFamilyTopology } from './topology.ts';
import { validateFamily as _validateFamily } from './validate.ts';

const isChanges = /* @__PURE__ */ shaped(
  'what createChanges made',
  'nodeCount edgeCount tetCount',
  'node before edge tet fragment parent',
  'topology work',
);
const isBrittle = /* @__PURE__ */ shaped(
  'what buildBrittle made',
  'thickness reach size',
  'center',
  'topology',
);
const isFamily = /* @__PURE__ */ shaped(
  'what createFamily made',
  '',
  'label cutEvent cutAt cutCase cracked node',
  'topology fragments events meetings',
);
const isDecision = /* @__PURE__ */ shaped('what createDecision made', 'load energy budget', 'point swing');
const isSplitOptions = /* @__PURE__ */ options('clamp', 'minNodes', 'minVolume', 'maxPieces', 'log');
const isFamilyTopology = /* @__PURE__ */ shaped(
  'what buildFamilyTopology made',
  'nodeCount tetCount edgeCount',
  'positions tetNode tetEdge tetFace tetNeighbor tetVolume',
  'skin',
);
const isModes = /* @__PURE__ */ shaped(
  'an object with count, poisson, square, step',
  'count poisson',
  'square step',
  'tets',
);
const isMaterial = /* @__PURE__ */ shaped('what createMaterial made', 'density young poisson', '');
const isFractureOptions = /* @__PURE__ */ shaped('an object with dt', 'dt', '');
const isScored = /* @__PURE__ */ shaped('an object with cells', '', 'cells');
const isFragmentMesh = /* @__PURE__ */ shaped(
  'what createFragmentMesh made',
  'vertexCount triangleCount outerCount',
  'positions point indices origin uvs normals',
);
const isFieldParts = /* @__PURE__ */ shaped(
  'an object with field, nodes, tetGrid',
  '',
  '',
  'field nodes tetGrid',
);
const isFragmentFieldOptions = /* @__PURE__ */ options('form');
const isFragmentField = /* @__PURE__ */ shaped(
  'what createFragmentField made',
  'labels',
  'outer box group triangles counter',
  'family grid nodes tetGrid',
);
const isSplitRecord = /* @__PURE__ */ shaped('an object with fragment', 'fragment', '');
const isScatterOptions = /* @__PURE__ */ shaped('an object with count', 'count', '');
const isFamilyState = /* @__PURE__ */ shaped(
  'an object with label, cutEdge, cutEvent, cutAt',
  '',
  'label cutEdge cutEvent cutAt parent event',
);
const isSolidParts = /* @__PURE__ */ shaped(
  'an object with surfaceCount, tets, surface',
  'surfaceCount',
  '',
  'tets surface',
);

export const applyFracture = /* @__PURE__ */ guard(_applyFracture, () => ({
  changes: isChanges,
  brittle: isBrittle,
  family: isFamily,
  fragment: isAmount,
  decision: isDecision,
  seed: isAmount,
  options: orNone(isSplitOptions),
}));
export const choosePattern = /* @__PURE__ */ guard(_choosePattern, () => ({
  brittle: isBrittle,
  family: isFamily,
  fragment: isAmount,
  decision: isDecision,
  seed: isAmount,
}));
export const buildBrittle = /* @__PURE__ */ guard(_buildBrittle, () => ({
  topology: isFamilyTopology,
  thickness: isNumbers,
  modes: orNone(orNull(isModes)),
}));
export const addDamage = /* @__PURE__ */ guard(_addDamage, () => ({
  damage: isAmount,
  material: isMaterial,
  load: isAmount,
}));
export const decideFracture = /* @__PURE__ */ guard(_decideFracture, () => ({
  out: isDecision,
  brittle: isBrittle,
  family: isFamily,
  fragment: isAmount,
  material: isMaterial,
  loads: column(Float64Array),
  count: isAmount,
  options: isFractureOptions,
}));
export const breakBonds = /* @__PURE__ */ guard(_breakBonds, () => ({
  family: isFamily,
  fragment: isAmount,
  scored: isScored,
  loose: isSet,
  point: isNumbers,
  energy: isAmount,
  crackEnergy: isAmount,
}));
export const scoreCells = /* @__PURE__ */ guard(_scoreCells, () => ({
  positions: isNumbers,
  seeds: isNumbers,
  options: orNone(options('strength', 'bonds')),
}));
export const clearChanges = /* @__PURE__ */ guard(_clearChanges, () => ({ changes: isChanges }));
export const createChanges = /* @__PURE__ */ guard(_createChanges, () => ({ topology: isFamilyTopology }));
export const extractFragment = /* @__PURE__ */ guard(_extractFragment, () => ({
  out: isFragmentMesh,
  family: isFamily,
  fragment: isAmount,
}));
export const extractShape = /* @__PURE__ */ guard(_extractShape, () => ({
  out: isFragmentMesh,
  family: isFamily,
  fragment: isAmount,
}));
export const toTriangleMesh = /* @__PURE__ */ guard(_toTriangleMesh, () => ({ mesh: isFragmentMesh }));
export const createFamily = /* @__PURE__ */ guard(_createFamily, () => ({ topology: isFamilyTopology }));
export const removeFragment = /* @__PURE__ */ guard(_removeFragment, () => ({
  family: isFamily,
  fragment: isAmount,
}));
export const createFragmentField = /* @__PURE__ */ guard(_createFragmentField, () => ({
  parts: isFieldParts,
  family: isFamily,
  options: orNone(isFragmentFieldOptions),
}));
export const updateFragmentField = /* @__PURE__ */ guard(_updateFragmentField, () => ({
  field: isFragmentField,
  changes: isChanges,
}));
export const measureMass = /* @__PURE__ */ guard(_measureMass, () => ({
  out: column(Float64Array),
  at: isAmount,
  mesh: isFragmentMesh,
}));
export const splitVelocity = /* @__PURE__ */ guard(_splitVelocity, () => ({
  out: column(Float64Array),
  at: isAmount,
  motion: column(Float64Array),
  from: isAmount,
  centroid: column(Float64Array),
  c: isAmount,
  pieceCentroid: column(Float64Array),
  k: isAmount,
}));
export const applyPattern = /* @__PURE__ */ guard(_applyPattern, () => ({
  changes: isChanges,
  family: isFamily,
  fragment: isAmount,
  pattern: isObject,
  options: orNone(isSplitOptions),
}));
export const replaySplit = /* @__PURE__ */ guard(_replaySplit, () => ({
  changes: isChanges,
  family: isFamily,
  record: isSplitRecord,
}));
export const scatterSeeds = /* @__PURE__ */ guard(_scatterSeeds, () => ({
  family: isFamily,
  fragment: isAmount,
  options: isScatterOptions,
}));
export const splitFragment = /* @__PURE__ */ guard(_splitFragment, () => ({
  changes: isChanges,
  family: isFamily,
  fragment: isAmount,
  phi: column(Float64Array),
  options: orNone(isSplitOptions),
}));
export const encodeFamily = /* @__PURE__ */ guard(_encodeFamily, () => ({ family: isFamily }));
export const restoreFamily = /* @__PURE__ */ guard(_restoreFamily, () => ({
  topology: isFamilyTopology,
  state: isFamilyState,
}));
export const buildTetGrid = /* @__PURE__ */ guard(_buildTetGrid, () => ({
  topology: isFamilyTopology,
  cellsPerEdge: orNone(isAmount),
}));
export const buildFamilyTopology = /* @__PURE__ */ guard(_buildFamilyTopology, () => ({
  solid: isSolidParts,
}));
export const validateFamily = /* @__PURE__ */ guard(_validateFamily, () => ({ family: isFamily }));
