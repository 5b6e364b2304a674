// What fracas/surface offers to others, with its arguments checked: guard.ts. Inside, the same is called as it is.

import { isFlag, oneOf } from '../job/check.ts';
import { column, guard, isAmount, isNumbers, listOf, options, orNone, shaped } from '../job/guard.ts';
import { refreshBoxes as _refreshBoxes } from './blocks.ts';
import { collideSurface as _collideSurface } from './collide.ts';
import { createCutMesh as _createCutMesh, labelPieces as _labelPieces } from './cut-mesh.ts';
import { advanceCut as _advanceCut, planCut as _planCut } from './cut-plane.ts';
import {
  renewTree as _renewTree,
  separateCutTree as _separateCutTree,
  updateCutTree as _updateCutTree,
} from './cut-tree.ts';
import {
  createCutTrees as _createCutTrees,
  intersectCutTrees as _intersectCutTrees,
  shatterCutTrees as _shatterCutTrees,
  shatterTree as _shatterTree,
  updateCutTrees as _updateCutTrees,
} from './cut-trees.ts';
import {
  addBody as _addBody,
  beginStep as _beginStep,
  deleteBody as _deleteBody,
  mergeBodies as _mergeBodies,
  moveBody as _moveBody,
  replaceBody as _replaceBody,
} from './edit.ts';
import { setRigid as _setRigid } from './rigid.ts';
import { splitBody as _splitBody } from './split.ts';
import {
  bytesPerNode as _bytesPerNode,
  createSurface as _createSurface,
  verticesOf as _verticesOf,
} from './surface.ts';
import { sweepSurface as _sweepSurface } from './sweep.ts';
import { updateSurface as _updateSurface } from './update.ts';
import { validateSurface as _validateSurface } from './validate.ts';

const isSurface = /* @__PURE__ */ shaped(
  'what createSurface made',
  'vertexCount freeVertexCount triangleCount',
  'start end freeVertex indices neighbor feature',
  'cached blocks order cost',
);
const isSurfacePairs = /* @__PURE__ */ shaped('what createSurfacePairs made', 'count', 'pair', 'candidates');
const isCollideOptions = /* @__PURE__ */ options('culling', 'scope', 'recall');
const isCutMesh = /* @__PURE__ */ shaped(
  'what createCutMesh made',
  'vertexCount triangleCount pieceCount',
  'positions indices twin half piece crack',
  'changes',
);
const isPlaneCrack = /* @__PURE__ */ shaped(
  'an object with piece, opened, from, triangles',
  'piece opened from',
  'triangles neighbor at edge above below',
);
const isPlaneCut = /* @__PURE__ */ shaped('an object with offset', 'offset', '');
const isTriangleTree = /* @__PURE__ */ shaped(
  'what createTree made',
  'root leafCount nodeCount',
  'child parent height triangle leaf touched',
  'work',
);
const isTreeMesh = /* @__PURE__ */ shaped('an object with positions, indices', '', 'positions indices');
const isFloodWork = /* @__PURE__ */ shaped('what createFloodWork made', '', 'due queue');
const isCutTrees = /* @__PURE__ */ shaped('what createCutTrees made', 'rebuilt', '', 'flood query');
const isBodyMesh = /* @__PURE__ */ shaped('an object with positions, indices', '', 'positions indices');
const isSurfaceOptions = /* @__PURE__ */ options('construction', 'clock');
const isSurfaceContacts = /* @__PURE__ */ shaped(
  'what createSurfaceContacts made',
  'count tested',
  'kind feature time',
  'candidates',
);
const isUpdateOptions = /* @__PURE__ */ options('swept', 'culling', 'separation', 'rules', 'tests');

export const refreshBoxes = /* @__PURE__ */ guard(_refreshBoxes, () => ({ surface: isSurface }));
export const collideSurface = /* @__PURE__ */ guard(_collideSurface, () => ({
  out: isSurfacePairs,
  surface: isSurface,
  options: orNone(isCollideOptions),
}));
export const createCutMesh = /* @__PURE__ */ guard(_createCutMesh, () => ({
  mesh: shaped('{ positions, indices }', '', 'positions indices'),
}));
export const labelPieces = /* @__PURE__ */ guard(_labelPieces, () => ({ cut: isCutMesh }));
export const advanceCut = /* @__PURE__ */ guard(_advanceCut, () => ({
  cut: isCutMesh,
  crack: isPlaneCrack,
  front: isAmount,
}));
export const planCut = /* @__PURE__ */ guard(_planCut, () => ({ cut: isCutMesh, plane: isPlaneCut }));
export const renewTree = /* @__PURE__ */ guard(_renewTree, () => ({
  tree: isTriangleTree,
  mesh: isTreeMesh,
  worn: orNone(isAmount),
}));
export const separateCutTree = /* @__PURE__ */ guard(_separateCutTree, () => ({
  tree: isTriangleTree,
  cut: isCutMesh,
  kept: isAmount,
  from: isAmount,
  to: isAmount,
}));
export const updateCutTree = /* @__PURE__ */ guard(_updateCutTree, () => ({
  tree: isTriangleTree,
  cut: isCutMesh,
  mesh: isTreeMesh,
  work: isFloodWork,
}));
export const createCutTrees = /* @__PURE__ */ guard(_createCutTrees, () => ({
  cut: isCutMesh,
  mesh: isTreeMesh,
  policy: orNone(oneOf('balance', 'rebuild')),
}));
export const intersectCutTrees = /* @__PURE__ */ guard(_intersectCutTrees, () => ({
  out: column(Uint32Array),
  cuts: isCutTrees,
  mesh: isTreeMesh,
}));
export const shatterCutTrees = /* @__PURE__ */ guard(_shatterCutTrees, () => ({
  cuts: isCutTrees,
  cut: isCutMesh,
  mesh: isTreeMesh,
  first: isAmount,
  reshaped: isNumbers,
}));
export const shatterTree = /* @__PURE__ */ guard(_shatterTree, () => ({
  tree: isTriangleTree,
  cut: isCutMesh,
  mesh: isTreeMesh,
  first: isAmount,
  reshaped: isNumbers,
}));
export const updateCutTrees = /* @__PURE__ */ guard(_updateCutTrees, () => ({
  cuts: isCutTrees,
  cut: isCutMesh,
  mesh: isTreeMesh,
  piece: isAmount,
}));
export const addBody = /* @__PURE__ */ guard(_addBody, () => ({ surface: isSurface, mesh: isBodyMesh }));
export const beginStep = /* @__PURE__ */ guard(_beginStep, () => ({ surface: isSurface }));
export const deleteBody = /* @__PURE__ */ guard(_deleteBody, () => ({ surface: isSurface, id: isAmount }));
export const mergeBodies = /* @__PURE__ */ guard(_mergeBodies, () => ({
  surface: isSurface,
  ids: isNumbers,
}));
export const moveBody = /* @__PURE__ */ guard(_moveBody, () => ({
  surface: isSurface,
  id: isAmount,
  positions: isNumbers,
}));
export const replaceBody = /* @__PURE__ */ guard(_replaceBody, () => ({
  surface: isSurface,
  id: isAmount,
  meshes: listOf(isBodyMesh),
}));
export const setRigid = /* @__PURE__ */ guard(_setRigid, () => ({
  surface: isSurface,
  id: isAmount,
  rigid: isFlag,
}));
export const splitBody = /* @__PURE__ */ guard(_splitBody, () => ({
  surface: isSurface,
  id: isAmount,
  label: isNumbers,
}));
export const bytesPerNode = /* @__PURE__ */ guard(_bytesPerNode, () => ({ surface: isSurface }));
export const createSurface = /* @__PURE__ */ guard(_createSurface, () => ({
  surfaceOptions: orNone(isSurfaceOptions),
}));
export const verticesOf = /* @__PURE__ */ guard(_verticesOf, () => ({ surface: isSurface, id: isAmount }));
export const sweepSurface = /* @__PURE__ */ guard(_sweepSurface, () => ({
  out: isSurfaceContacts,
  surface: isSurface,
  options: orNone(isCollideOptions),
}));
export const updateSurface = /* @__PURE__ */ guard(_updateSurface, () => ({
  surface: isSurface,
  options: orNone(isUpdateOptions),
}));
export const validateSurface = /* @__PURE__ */ guard(_validateSurface, () => ({ surface: isSurface }));
