// What fracas/contact offers to others, with its arguments checked: guard.ts. Inside, the same is called as it is.

import { isFunction, orNull } from '../job/check.ts';
import { column, guard, isAmount, isObject, options, orNone, shaped } from '../job/guard.ts';
import { sweepColliders as _sweepColliders } from '../sweep/collider.ts';
import { buildSphereTree as _buildSphereTree } from '../tree/build.ts';
import {
  createForest as _createForest,
  forestBytes as _forestBytes,
  removeTree as _removeTree,
  resetForest as _resetForest,
} from '../tree/forest.ts';
import { insertPoints as _insertPoints } from '../tree/insert.ts';
import { orderPoints as _orderPoints } from '../tree/order.ts';
import { splitTrees as _splitTrees } from '../tree/split.ts';
import { validateSphereTree as _validateSphereTree } from '../tree/validate.ts';
import { validateForest as _validateForest } from '../tree/validate-forest.ts';
import { castCollider as _castCollider } from './cast.ts';
import {
  boxOfCollider as _boxOfCollider,
  createCollider as _createCollider,
  measureShapeMass as _measureShapeMass,
} from './collider.ts';
import { createContacts as _createContacts } from './contacts.ts';
import { colliderOf as _colliderOf } from './inside.ts';
import { createQueryOptions as _createQueryOptions } from './options.ts';
import { copyPair as _copyPair, placePair as _placePair, resetPair as _resetPair } from './pair.ts';
import { queryContacts as _queryContacts, queryPair as _queryPair } from './query-pair.ts';
import { buildSolid as _buildSolid } from './solid.ts';
import {
  breakFragment as _breakFragment,
  createBreakWork as _createBreakWork,
  familyOf as _familyOf,
  updateCollider as _updateCollider,
} from './update.ts';

const isTouchWork = /* @__PURE__ */ shaped('what createTouchWork made', '', 'stack');
const isCollider = /* @__PURE__ */ shaped(
  'what createCollider or createShape made',
  'kind radius surfaceCount',
  'size met cutNode position',
);
const isMotion = /* @__PURE__ */ shaped('what createMotion made', '', 'center shift frame spin local');
const isTouchOptions = /* @__PURE__ */ shaped('an object with slop, sink, graze', 'slop sink graze', '');
const isSphereTree = /* @__PURE__ */ shaped(
  'what buildSphereTree made',
  'count levels',
  'point radius firstChild childCount parent level',
);
const isSphereForest = /* @__PURE__ */ shaped(
  'what createForest made',
  'nodeCount baseCount surfaceCount',
  'point radius firstChild childCount room parent',
);
const isSplitWork = /* @__PURE__ */ shaped(
  'what createSplitWork made',
  'movedCount epoch visit',
  'moved before mark pending loose next',
  'arrange search counters',
);
const isSolid = /* @__PURE__ */ shaped(
  'what createSolid made',
  'radius',
  'facing',
  'topology tetGrid field nodes',
);
const isColliderOptions = /* @__PURE__ */ options('form');
const isQueryChoice = /* @__PURE__ */ options(
  'budget',
  'manifold',
  'contacts',
  'cap',
  'epsilon',
  'tolerance',
  'margin',
  'hysteresis',
  'edges',
  'seeds',
  'order',
  'thin',
  'jams',
);
const isPairState = /* @__PURE__ */ shaped('what createPair made', 'wanted', 'frame entry idle', 'axis last');
const isContacts = /* @__PURE__ */ shaped(
  'what createContacts made',
  'count',
  'side kind index owner point normal',
);
const isQuery = /* @__PURE__ */ shaped(
  'what createQuery made',
  'epoch edgeCount first',
  'pointEpoch near lower past cursor queue',
  'out pair options counters',
);
const isQueryOptions = /* @__PURE__ */ shaped('what createQueryOptions made', 'contacts cap epsilon', '');
const isColliderParts = /* @__PURE__ */ shaped(
  'an object with surfaceCount, field, nodes, edges',
  'surfaceCount',
  '',
  'field nodes edges tree',
);
const isBreakWork = /* @__PURE__ */ shaped('what createBreakWork made', '', 'base', 'changes split');
const isSplitOptions = /* @__PURE__ */ options('clamp', 'minNodes', 'minVolume', 'maxPieces', 'log');

export const sweepColliders = /* @__PURE__ */ guard(_sweepColliders, () => ({
  out: column(Float64Array),
  work: isTouchWork,
  A: isCollider,
  labelA: isAmount,
  a: isMotion,
  B: isCollider,
  labelB: isAmount,
  b: isMotion,
  options: isTouchOptions,
}));
export const buildSphereTree = /* @__PURE__ */ guard(_buildSphereTree, () => ({
  positions: column(Float64Array),
  order: column(Uint32Array),
}));
export const createForest = /* @__PURE__ */ guard(_createForest, () => ({
  tree: isSphereTree,
  surfaceCount: orNone(isAmount),
  extra: orNone(isAmount),
}));
export const forestBytes = /* @__PURE__ */ guard(_forestBytes, () => ({ forest: isSphereForest }));
export const removeTree = /* @__PURE__ */ guard(_removeTree, () => ({
  forest: isSphereForest,
  label: isAmount,
}));
export const resetForest = /* @__PURE__ */ guard(_resetForest, () => ({
  forest: isSphereForest,
  tree: isSphereTree,
}));
export const insertPoints = /* @__PURE__ */ guard(_insertPoints, () => ({
  forest: isSphereForest,
  positions: column(Float64Array),
  base: column(Uint32Array),
  count: isAmount,
}));
export const orderPoints = /* @__PURE__ */ guard(_orderPoints, () => ({ positions: column(Float64Array) }));
export const splitTrees = /* @__PURE__ */ guard(_splitTrees, () => ({
  work: isSplitWork,
  forest: isSphereForest,
  positions: column(Float64Array),
  node: column(Uint32Array),
  count: isAmount,
  label: column(Int32Array),
}));
export const validateSphereTree = /* @__PURE__ */ guard(_validateSphereTree, () => ({
  tree: isSphereTree,
  positions: column(Float64Array),
}));
export const validateForest = /* @__PURE__ */ guard(_validateForest, () => ({
  forest: isSphereForest,
  positions: column(Float64Array),
}));
export const castCollider = /* @__PURE__ */ guard(_castCollider, () => ({
  out: column(Float64Array),
  collider: isCollider,
  label: isAmount,
  ray: column(Float64Array),
}));
export const boxOfCollider = /* @__PURE__ */ guard(_boxOfCollider, () => ({
  out: column(Float64Array),
  collider: isCollider,
  label: isAmount,
}));
export const createCollider = /* @__PURE__ */ guard(_createCollider, () => ({
  solid: isSolid,
  options: orNone(isColliderOptions),
}));
export const measureShapeMass = /* @__PURE__ */ guard(_measureShapeMass, () => ({
  out: column(Float64Array),
  collider: isCollider,
}));
export const createContacts = /* @__PURE__ */ guard(_createContacts, () => ({ capacity: orNone(isAmount) }));
export const colliderOf = /* @__PURE__ */ guard(_colliderOf, () => ({ info: isObject }));
export const createQueryOptions = /* @__PURE__ */ guard(_createQueryOptions, () => ({
  choice: orNone(isQueryChoice),
}));
export const copyPair = /* @__PURE__ */ guard(_copyPair, () => ({ out: isPairState, pair: isPairState }));
export const placePair = /* @__PURE__ */ guard(_placePair, () => ({
  pair: isPairState,
  frameA: column(Float64Array),
  frameB: column(Float64Array),
}));
export const resetPair = /* @__PURE__ */ guard(_resetPair, () => ({ pair: isPairState }));
export const queryContacts = /* @__PURE__ */ guard(_queryContacts, () => ({
  out: isContacts,
  query: isQuery,
  pair: isPairState,
  A: isCollider,
  labelA: isAmount,
  B: isCollider,
  labelB: isAmount,
  frame: column(Float64Array),
  options: orNone(isQueryOptions),
}));
export const queryPair = /* @__PURE__ */ guard(_queryPair, () => ({
  out: isContacts,
  query: isQuery,
  pair: isPairState,
  A: isCollider,
  labelA: isAmount,
  frameA: column(Float64Array),
  B: isCollider,
  labelB: isAmount,
  frameB: column(Float64Array),
  options: orNone(isQueryOptions),
}));
export const buildSolid = /* @__PURE__ */ guard(_buildSolid, () => ({ parts: isColliderParts }));
export const breakFragment = /* @__PURE__ */ guard(_breakFragment, () => ({
  query: isBreakWork,
  collider: isCollider,
  fragment: isAmount,
  pattern: isObject,
  options: orNone(isSplitOptions),
}));
export const createBreakWork = /* @__PURE__ */ guard(_createBreakWork, () => ({
  solid: isSolid,
  rebuild: orNone(orNull(isFunction)),
}));
export const familyOf = /* @__PURE__ */ guard(_familyOf, () => ({ collider: isCollider }));
export const updateCollider = /* @__PURE__ */ guard(_updateCollider, () => ({
  query: isBreakWork,
  collider: isCollider,
}));
