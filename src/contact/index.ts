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
export { createTouchWork, sweepColliders, type TouchOptions, type TouchWork } from '../sweep/collider.ts';
export { createMotion, frameAt, type Motion, setMotion } from '../sweep/motion.ts';
export { buildSphereTree } from '../tree/build.ts';
export { createForest, forestBytes, removeTree, resetForest, type SphereForest } from '../tree/forest.ts';
export { insertPoints } from '../tree/insert.ts';
export { orderPoints } from '../tree/order.ts';
export type { SphereTree } from '../tree/sphere-tree.ts';
export { splitTrees } from '../tree/split.ts';
export { createSplitWork, type SplitWork } from '../tree/split-work.ts';
export { validateSphereTree } from '../tree/validate.ts';
export { validateForest } from '../tree/validate-forest.ts';
export type { Swept } from '../world/swept.ts';
export { castCollider, localRay } from './cast.ts';
export {
  boxOfCollider,
  type Collider,
  type ColliderOptions,
  createCollider,
  measureShapeMass,
} from './collider.ts';
export { type Contacts, createContacts, FEATURE_EDGE, FEATURE_POINT } from './contacts.ts';
export { colliderOf } from './inside.ts';
export { manifolds } from './manifold.ts';
export { measureCollider } from './measure.ts';
export {
  type Budget,
  createQueryOptions,
  type Order,
  type QueryChoice,
  type QueryOptions,
} from './options.ts';
export { copyPair, createPair, type PairState, placePair, resetPair } from './pair.ts';
export { createQuery, type Query, type QueryCounters } from './query.ts';
export { queryContacts, queryPair } from './query-pair.ts';
export { buildSolid, type ColliderParts, type Solid } from './solid.ts';
export {
  type BreakWork,
  breakFragment,
  createBreakWork,
  familyOf,
  type Rebuild,
  updateCollider,
} from './update.ts';
