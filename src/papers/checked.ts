// What fracas/papers offers to others, with its arguments checked: guard.ts. Inside, the same is called as it is.

import { isFunction, orNull } from '../job/check.ts';
import { column, guard, isAmount, listOf, options, orNone, shaped } from '../job/guard.ts';
import {
  createPenaltyOptions as _createPenaltyOptions,
  createPenaltyWork as _createPenaltyWork,
  stepPenalty as _stepPenalty,
} from './penalty.ts';
import { createPenaltyBody as _createPenaltyBody } from './penalty-body.ts';
import { rebuildFragments as _rebuildFragments } from './rebuild.ts';
import {
  createHits as _createHits,
  createSweepOptions as _createSweepOptions,
  sweepTree as _sweepTree,
} from './tree-field.ts';
import { sweepTreeFirst as _sweepTreeFirst } from './tree-first.ts';

const isPenaltyOptions = /* @__PURE__ */ options(
  'stiffness',
  'damping',
  'forces',
  'samples',
  'search',
  'gravity',
  'ground',
);
const isPenaltyBody = /* @__PURE__ */ shaped(
  'what createPenaltyBody made',
  'root mass',
  'position inertia local local inertia inverseInertia',
  'nodes octree motion',
);
const isPenaltyWork = /* @__PURE__ */ shaped(
  'what createPenaltyWork made',
  'contacts deepest searching',
  '',
  'sweep hits',
);
const isPenaltyParts = /* @__PURE__ */ shaped(
  'an object with root, mass, position, inertia',
  'root mass',
  'position inertia local',
  'nodes octree',
);
const isBreakWork = /* @__PURE__ */ shaped('what createBreakWork made', '', 'base', 'changes split');
const isCollider = /* @__PURE__ */ shaped(
  'what createCollider or createShape made',
  'kind radius surfaceCount',
  'size met cutNode position',
);
const isSweepHits = /* @__PURE__ */ shaped('what createHits made', 'count', 'point enter leave');
const isSweepWork = /* @__PURE__ */ shaped(
  'what createSweepWork made',
  'sweep',
  'queue row epoch time node',
  'short',
);
const isSphereNodes = /* @__PURE__ */ shaped(
  'an object with point, radius, firstChild, childCount',
  '',
  'point radius firstChild childCount',
);
const isFieldOctree = /* @__PURE__ */ shaped(
  'what buildOctree made',
  'levels unit rim',
  'block first sizeX sizeY',
  'field',
);
const isMotion = /* @__PURE__ */ shaped('what createMotion made', '', 'center shift frame spin local');
const isSweepOptions = /* @__PURE__ */ shaped(
  'what createSweepOptions made',
  'distance tolerance pieces',
  '',
);

export const createPenaltyOptions = /* @__PURE__ */ guard(_createPenaltyOptions, () => ({
  choice: isPenaltyOptions,
}));
export const createPenaltyWork = /* @__PURE__ */ guard(_createPenaltyWork, () => ({
  clock: orNone(orNull(isFunction)),
}));
export const stepPenalty = /* @__PURE__ */ guard(_stepPenalty, () => ({
  bodies: listOf(isPenaltyBody),
  work: isPenaltyWork,
  options: isPenaltyOptions,
  dt: isAmount,
}));
export const createPenaltyBody = /* @__PURE__ */ guard(_createPenaltyBody, () => ({ parts: isPenaltyParts }));
export const rebuildFragments = /* @__PURE__ */ guard(_rebuildFragments, () => ({
  breakWork: isBreakWork,
  collider: isCollider,
  count: isAmount,
}));
export const createHits = /* @__PURE__ */ guard(_createHits, () => ({ room: orNone(isAmount) }));
export const createSweepOptions = /* @__PURE__ */ guard(_createSweepOptions, () => ({
  choice: options('distance', 'tolerance', 'pieces'),
}));
export const sweepTree = /* @__PURE__ */ guard(_sweepTree, () => ({
  out: isSweepHits,
  work: isSweepWork,
  nodes: isSphereNodes,
  root: isAmount,
  position: column(Float64Array),
  octree: isFieldOctree,
  a: isMotion,
  b: isMotion,
  options: isSweepOptions,
}));
export const sweepTreeFirst = /* @__PURE__ */ guard(_sweepTreeFirst, () => ({
  out: column(Float64Array),
  work: isSweepWork,
  nodes: isSphereNodes,
  root: isAmount,
  position: column(Float64Array),
  octree: isFieldOctree,
  a: isMotion,
  b: isMotion,
  options: isSweepOptions,
}));
