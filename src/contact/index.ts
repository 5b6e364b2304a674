// fracas/contact: colliders and their fragments, contact queries, sweeps of solids, sphere trees, frames.

export type { ContactRows } from '../dynamics/contact-rows.ts';
export {
  createFrame,
  FRAME_SIZE,
  invertFrame,
  movePoint,
  POSE_SIZE,
  relateFrames,
  setFrame,
  turnVector,
} from '../math/rigid.ts';
export { createTouchWork, type TouchOptions, type TouchWork } from '../sweep/collider.ts';
export { createMotion, frameAt, type Motion, setMotion } from '../sweep/motion.ts';
export type { SphereForest } from '../tree/forest.ts';
export type { SphereTree } from '../tree/sphere-tree.ts';
export { createSplitWork, type SplitWork } from '../tree/split-work.ts';
export type { Swept } from '../world/swept.ts';
export { localRay } from './cast.ts';
export {
  boxOfCollider,
  breakFragment,
  buildSolid,
  buildSphereTree,
  castCollider,
  colliderOf,
  copyPair,
  createBreakWork,
  createCollider,
  createContacts,
  createForest,
  createQueryOptions,
  familyOf,
  forestBytes,
  insertPoints,
  measureShapeMass,
  orderPoints,
  placePair,
  queryContacts,
  queryPair,
  removeTree,
  resetForest,
  resetPair,
  splitTrees,
  sweepColliders,
  updateCollider,
  validateForest,
  validateSphereTree,
} from './checked.ts';
export type { Collider, ColliderOptions } from './collider.ts';
export { type Contacts, FEATURE_EDGE, FEATURE_POINT, FEATURE_STRETCH } from './contacts.ts';
export { manifolds } from './manifold.ts';
export { measureCollider } from './measure.ts';
export type { Budget, Order, QueryChoice, QueryOptions } from './options.ts';
export { createPair, type PairState } from './pair.ts';
export { createQuery, type Query, type QueryCounters } from './query.ts';
export type { ColliderParts, Solid } from './solid.ts';
export type { BreakWork, Rebuild } from './update.ts';
