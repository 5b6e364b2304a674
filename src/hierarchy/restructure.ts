// Selective restructuring [Heo10, sec. 5.4]: which subtrees are worth building again. A subtree is taken if what it
// would save, its cost now less its cost when it was built, exceeds what building takes, and if that does not exceed
// a part of what the last query took. The paper measures times; here all of it is counted in box tests, with
// constants that bench/fastcd measured, so that the same input always gives the same tree.

import { LOOSE_RATIO, MAX_RESTRUCTURED, MIN_RESTRUCTURED } from './constants.ts';
import { isLoose, type TreeCost } from './cost.ts';
import type { TreeOrder } from './restructure-order.ts';
import type { TriangleTree } from './tree.ts';

/** What decides: our cost, the paper's traversal cost, the plain ratio of volumes, or nothing (no restructuring). */
export type Metric = 'overlap' | 'traversal' | 'volume' | 'none';

export interface RestructureRules {
  readonly metric: Metric;
  readonly buildTests: number; // box tests that take as long as building over a node, for each level
  readonly share: number; // of the last query's tests that building may take in one update
}

/** Rules as measured; the share is the paper's p = 25 %. */
export const RESTRUCTURE_RULES: RestructureRules = { metric: 'overlap', buildTests: 3, share: 0.25 };

let waiting = new Int32Array(256); // scratch: nodes to look at

/** Tests that building a subtree over `size` leaves takes. */
function buildCost(rules: RestructureRules, size: number): number {
  return rules.buildTests * size * (32 - Math.clz32(size));
}

/**
 * Writes to `out` the roots of subtrees to build again, from the top, none below another, and returns how many. The
 * sum of what they cost stays within the share of `tests`, the box tests of the last query.
 */
export function chooseSubtrees(
  out: Int32Array,
  tree: TriangleTree<Float32Array>,
  order: TreeOrder,
  cost: TreeCost,
  rules: RestructureRules,
  tests: number,
): number {
  if (rules.metric === 'none' || tree.root < 0) return 0;
  const byCost = rules.metric !== 'volume';
  let left = rules.share * tests;
  // What a unit of the metric is worth, in tests: the last query tells.
  const worthOf = tests / Math.max(1, cost.self[tree.root]);
  let found = 0;
  let depth = 0;
  waiting[depth++] = tree.root;
  const most = Math.min(MAX_RESTRUCTURED, out.length);
  while (depth > 0 && found < most) {
    const node = waiting[--depth];
    const size = order.size[node];
    if (size < MIN_RESTRUCTURED) continue;
    const price = buildCost(rules, size);
    const gain = cost.self[node] - cost.built[node];
    const worth = byCost ? gain * worthOf > price : isLoose(tree, node, LOOSE_RATIO);
    if (worth && price <= left) {
      out[found++] = node;
      left -= price;
      continue;
    }
    if (byCost && !(gain > 0)) continue; // nothing has become worse below
    if (depth + 2 > waiting.length) waiting = growWaiting();
    waiting[depth++] = tree.child[2 * node + 1];
    waiting[depth++] = tree.child[2 * node];
  }
  return found;
}

function growWaiting(): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(2 * waiting.length);
  longer.set(waiting);
  return longer;
}
