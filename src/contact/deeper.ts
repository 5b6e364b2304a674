// Whether two fragments, or a fragment and a shape, overlap by more than so much: what a step asks again and again of pairs that are well held, and
// far less than all their contacts. The way of queryPair with the tolerance below zero, until the first feature is found.

import { invertFrame, relateFrames } from '../math/rigid.ts';
import type { Collider } from './collider.ts';
import { type Contacts, createContacts } from './contacts.ts';
import type { QueryOptions } from './options.ts';
import type { PairState } from './pair.ts';
import { type Query, setLimits, setPass } from './query.ts';
import { beginPair, bringsPoints, listEntryFaces, runPass } from './query-pair.ts';
import { clearPlane, compareRest, separatePair, setPlane, setPlaneBack } from './separation.ts';
import { touchKeptEdges } from './touch-edges.ts';

const found: Contacts = createContacts(); // scratch: the first feature, if there is one

/**
 * Whether a feature of either fragment is deeper in the other than −options.margin, which is below zero: by the closest
 * surface, whatever side it came in by. One of them may be a shape; of two shapes, and of ground, it does not know and
 * says that they may be. Of `pair` it changes nothing that contacts depend on. Deterministic. Allocates only what grows.
 */
export function areDeeper(
  query: Query,
  pair: PairState,
  A: Collider,
  labelA: number,
  frameA: Float64Array,
  B: Collider,
  labelB: number,
  frameB: Float64Array,
  options: QueryOptions,
): boolean {
  const forward = setPass(query, 0, A, labelA, B, labelB);
  const backward = setPass(query, 1, B, labelB, A, labelA);
  relateFrames(forward.frame, frameA, frameB);
  invertFrame(backward.frame, forward.frame);
  beginPair(query, found, pair, options);
  query.manifold = true; // as a manifold gathers them, until the first
  query.swaps = false;
  query.thin = false;
  query.cap = 1;
  for (let side = 0; side < 2; side++) {
    const pass = side === 0 ? forward : backward;
    clearPlane(pass);
    compareRest(pass);
    pass.entryFaces.count = -1;
    pass.justBroken = false;
    pass.edgeCount = 0;
  }
  const treeA = bringsPoints(A, labelA);
  const treeB = bringsPoints(B, labelB);
  if (treeA && treeB) {
    setLimits(query, forward);
    if (!separatePair(query, forward)) return false;
    setPlane(pair, forward);
    setPlaneBack(pair, backward, forward.frame);
    listEntryFaces(query, forward, backward);
  } else if (treeA ? B.shape === null : !treeB || A.shape === null) return true;
  for (let side = 0; side < 2; side++) {
    const pass = side === 0 ? forward : backward;
    const { shape } = pass.field;
    setLimits(query, pass);
    if (side === 0 ? treeA : treeB) {
      if (shape !== null && !shape.separate(query, pass)) return false;
      runPass(query, pass, 1);
    } else pass.solid.shape?.bring(query, pass, 1);
    if (found.count > 0) return true;
  }
  touchKeptEdges(query, forward);
  if (found.count === 0) touchKeptEdges(query, backward);
  return found.count > 0;
}
