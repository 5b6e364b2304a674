// What fracas/hierarchy offers to others, with its arguments checked: guard.ts. Inside, the same is called as it is.

import { oneOf } from '../job/check.ts';
import { column, guard, isAmount, isNumbers, listOf, options, orNone, shaped } from '../job/guard.ts';
import {
  deleteTriangle as _deleteTriangle,
  insertTriangle as _insertTriangle,
  replaceTriangle as _replaceTriangle,
} from './balance.ts';
import { buildTree as _buildTree, rebuildTree as _rebuildTree } from './build.ts';
import { insertTogether as _insertTogether } from './bulk.ts';
import { castRay as _castRay, castTree as _castTree } from './cast.ts';
import { closestInTree as _closestInTree, closestTriangle as _closestTriangle } from './closest.ts';
import {
  insertNear as _insertNear,
  insertTriangles as _insertTriangles,
  reshapeTriangles as _reshapeTriangles,
} from './flood.ts';
import { buildHierarchy as _buildHierarchy } from './hierarchy.ts';
import {
  createTreePair as _createTreePair,
  intersectTrees as _intersectTrees,
  touchTrees as _touchTrees,
} from './intersect.ts';
import { intersectPieces as _intersectPieces, intersectSelf as _intersectSelf } from './intersect-self.ts';
import {
  idealQuality as _idealQuality,
  measureQuality as _measureQuality,
  optimiseTree as _optimiseTree,
  optimiseVisited as _optimiseVisited,
} from './quality.ts';
import { refitTouched as _refitTouched, refitTree as _refitTree } from './refit.ts';
import { separateTree as _separateTree } from './separate.ts';
import { createTree as _createTree, listLevel as _listLevel } from './tree.ts';
import { validateTree as _validateTree } from './validate.ts';

const isSplit = /* @__PURE__ */ oneOf('median', 'midpoint', 'area');
const isTriangleTree = /* @__PURE__ */ shaped(
  'what createTree made',
  'root leafCount nodeCount',
  'child parent height triangle leaf touched',
  'work',
);
const isTreeMesh = /* @__PURE__ */ shaped('an object with positions, indices', '', 'positions indices');
const isHierarchy = /* @__PURE__ */ shaped(
  'what buildHierarchy made',
  'count',
  'box second first size triangle slot',
);
const isFloodWork = /* @__PURE__ */ shaped('what createFloodWork made', '', 'due queue');
const isTreePair = /* @__PURE__ */ shaped(
  'what createTreePair made',
  'boxTests triangleTests',
  'waiting',
  'tree mesh moved',
);
const isSelfQuery = /* @__PURE__ */ shaped('what createSelfQuery made', 'boxTests triangleTests', 'waiting');
const isTreeDemands = /* @__PURE__ */ options('mesh', 'balanced');

export const deleteTriangle = /* @__PURE__ */ guard(_deleteTriangle, () => ({
  tree: isTriangleTree,
  triangle: isAmount,
}));
export const insertTriangle = /* @__PURE__ */ guard(_insertTriangle, () => ({
  tree: isTriangleTree,
  triangle: isAmount,
  beside: isAmount,
}));
export const replaceTriangle = /* @__PURE__ */ guard(_replaceTriangle, () => ({
  tree: isTriangleTree,
  triangle: isAmount,
  old: isAmount,
}));
export const buildTree = /* @__PURE__ */ guard(_buildTree, () => ({
  mesh: isTreeMesh,
  split: orNone(isSplit),
  list: orNone(column(Uint32Array)),
}));
export const rebuildTree = /* @__PURE__ */ guard(_rebuildTree, () => ({
  tree: isTriangleTree,
  mesh: isTreeMesh,
  split: orNone(isSplit),
  list: orNone(column(Uint32Array)),
}));
export const insertTogether = /* @__PURE__ */ guard(_insertTogether, () => ({
  tree: isTriangleTree,
  mesh: isTreeMesh,
  order: column(Uint32Array),
  from: isAmount,
  to: isAmount,
}));
export const castRay = /* @__PURE__ */ guard(_castRay, () => ({
  out: column(Float64Array),
  hierarchy: isHierarchy,
  ray: column(Float64Array),
  limit: isAmount,
  skip: isAmount,
}));
export const castTree = /* @__PURE__ */ guard(_castTree, () => ({
  out: column(Float64Array),
  tree: isTriangleTree,
  mesh: isTreeMesh,
  ray: column(Float64Array),
  limit: orNone(isAmount),
}));
export const closestInTree = /* @__PURE__ */ guard(_closestInTree, () => ({
  out: column(Float64Array),
  tree: isTriangleTree,
  mesh: isTreeMesh,
  p: column(Float64Array),
  at: isAmount,
  limit: orNone(isAmount),
}));
export const closestTriangle = /* @__PURE__ */ guard(_closestTriangle, () => ({
  out: column(Float64Array),
  hierarchy: isHierarchy,
  p: column(Float64Array),
  at: isAmount,
  seed: isAmount,
}));
export const insertNear = /* @__PURE__ */ guard(_insertNear, () => ({
  tree: isTriangleTree,
  mesh: isTreeMesh,
  triangle: isAmount,
}));
export const insertTriangles = /* @__PURE__ */ guard(_insertTriangles, () => ({
  tree: isTriangleTree,
  mesh: isTreeMesh,
  twin: column(Int32Array),
  list: isNumbers,
  count: isAmount,
  work: isFloodWork,
}));
export const reshapeTriangles = /* @__PURE__ */ guard(_reshapeTriangles, () => ({
  tree: isTriangleTree,
  mesh: isTreeMesh,
  list: isNumbers,
  count: isAmount,
}));
export const buildHierarchy = /* @__PURE__ */ guard(_buildHierarchy, () => ({
  positions: column(Float64Array),
  indices: column(Uint32Array),
}));
export const createTreePair = /* @__PURE__ */ guard(_createTreePair, () => ({
  treeA: isTriangleTree,
  meshA: isTreeMesh,
  treeB: isTriangleTree,
  meshB: isTreeMesh,
}));
export const intersectTrees = /* @__PURE__ */ guard(_intersectTrees, () => ({
  out: column(Uint32Array),
  pair: isTreePair,
  frame: column(Float64Array),
}));
export const touchTrees = /* @__PURE__ */ guard(_touchTrees, () => ({
  out: column(Uint32Array),
  pair: isTreePair,
  frame: column(Float64Array),
}));
export const intersectPieces = /* @__PURE__ */ guard(_intersectPieces, () => ({
  out: column(Uint32Array),
  query: isSelfQuery,
  trees: listOf(isTriangleTree),
  mesh: isTreeMesh,
}));
export const intersectSelf = /* @__PURE__ */ guard(_intersectSelf, () => ({
  out: column(Uint32Array),
  query: isSelfQuery,
  tree: isTriangleTree,
  mesh: isTreeMesh,
}));
export const idealQuality = /* @__PURE__ */ guard(_idealQuality, () => ({ triangles: isAmount }));
export const measureQuality = /* @__PURE__ */ guard(_measureQuality, () => ({ tree: isTriangleTree }));
export const optimiseTree = /* @__PURE__ */ guard(_optimiseTree, () => ({ tree: isTriangleTree }));
export const optimiseVisited = /* @__PURE__ */ guard(_optimiseVisited, () => ({ tree: isTriangleTree }));
export const refitTouched = /* @__PURE__ */ guard(_refitTouched, () => ({ tree: isTriangleTree }));
export const refitTree = /* @__PURE__ */ guard(_refitTree, () => ({
  tree: isTriangleTree,
  positions: column(Float64Array),
  indices: column(Uint32Array),
}));
export const separateTree = /* @__PURE__ */ guard(_separateTree, () => ({
  tree: isTriangleTree,
  piece: isNumbers,
  pieces: isAmount,
}));
export const createTree = /* @__PURE__ */ guard(_createTree, () => ({ triangles: isAmount }));
export const listLevel = /* @__PURE__ */ guard(_listLevel, () => ({ tree: isTriangleTree, depth: isAmount }));
export const validateTree = /* @__PURE__ */ guard(_validateTree, () => ({
  tree: isTriangleTree,
  treeDemands: orNone(isTreeDemands),
}));
