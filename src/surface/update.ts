// After edits and moves, before queries: brings order, boxes, cones and costs up to date, and builds again the
// subtrees that have become worth it [Heo10, sec. 5.3 and 5.4].

import { growCost } from '../hierarchy/cost.ts';
import { chooseSubtrees, RESTRUCTURE_RULES, type RestructureRules } from '../hierarchy/restructure.ts';
import { buildOverNodes, buildOverTriangles } from '../hierarchy/restructure-build.ts';
import { giveNode } from '../hierarchy/tree.ts';
import { InputError } from '../job/error.ts';
import { BLOCK_SIZE } from './constants.ts';
import { type Culling, neverMisses } from './cull.ts';
import { boundBody, isBodyNode, renew, renewAbove } from './edit.ts';
import { reorder } from './order.ts';
import { refitSurface } from './refit.ts';
import { growNodes, type Surface, UNKNOWN } from './surface.ts';

export interface UpdateOptions {
  readonly swept?: boolean; // bound the whole step, for continuous queries; otherwise its end alone
  readonly culling?: Culling; // that queries will use: `contour` needs no cones, the approximate forms do
  readonly separation?: number; // boxes are grown so that pairs this close overlap
  readonly rules?: RestructureRules;
  readonly tests?: number; // box tests of the last query: restructuring may take a share of that; 0 for none
}

/** What an update did. */
export interface UpdateCounters {
  restructured: number; // subtrees built again
  rebuilt: number; // leaves below them
}

const chosen = new Int32Array(64); // scratch: roots of subtrees to build again

/** Brings the tree up to date. Every query needs it after the last edit or move. Deterministic. */
export function updateSurface(surface: Surface, options: UpdateOptions = {}): UpdateCounters {
  const {
    swept = false,
    culling = 'contour',
    separation = 0,
    rules = RESTRUCTURE_RULES,
    tests = 0,
  } = options;
  const { tree, order, cost } = surface;
  const counters = { restructured: 0, rebuilt: 0 };
  if (!(separation >= 0))
    throw new InputError('bad-argument', `separation is ${separation}: give a length, 0 or more`);
  surface.swept = swept;
  const coned = !neverMisses(culling);
  if (coned && !surface.coned) surface.connectivity.fill(UNKNOWN); // it was not kept up
  surface.separation = separation;
  const traversal = rules.metric === 'traversal';
  if (traversal !== surface.traversal || coned !== surface.coned) cost.built.fill(-1); // kept costs are of another kind
  surface.coned = coned;
  surface.traversal = traversal;
  if (tree.root < 0) return counters;
  reorder(surface);
  surface.star.fill(0, 0, surface.triangleCount);
  refitSurface(surface);
  const count = tests > 0 ? chooseSubtrees(chosen, tree, order, cost, rules, tests) : 0;
  if (count === 0) return counters;
  for (let i = 0; i < count; i++) {
    counters.rebuilt += order.size[chosen[i]];
    rebuildSubtree(surface, chosen[i]);
  }
  counters.restructured = count;
  reorder(surface);
  refitSurface(surface);
  return counters;
}

/**
 * Builds the subtree of a node again and returns its new root. Within a body, over triangles; above bodies, over the
 * nodes of bodies, which stay as they are.
 */
export function rebuildSubtree(surface: Surface, root: number): number {
  const { tree, order, node, body } = surface;
  const { first, size, triangle } = order;
  const owner = body[triangle[first[root]]];
  const above = tree.parent[root];
  const second = above >= 0 && tree.child[2 * above + 1] === root;
  const whole = node[owner] === root;
  const within = size[root] <= size[node[owner]];
  const built = within ? rebuildWithin(surface, root) : rebuildAbove(surface, root);
  tree.parent[built] = above;
  if (above < 0) tree.root = built;
  else tree.child[2 * above + (second ? 1 : 0)] = built;
  for (let n = above; n >= 0; n = tree.parent[n]) {
    tree.height[n] = 1 + Math.max(tree.height[tree.child[2 * n]], tree.height[tree.child[2 * n + 1]]);
  }
  if (within) surface.ordered[owner] = 0;
  if (whole) {
    node[owner] = built;
    boundBody(surface, owner);
  }
  surface.reshaped = true;
  return built;
}

/** Builds the whole tree again: every body, then the tree over bodies. Follow with updateSurface. */
export function rebuildSurface(surface: Surface): void {
  const { tree, node } = surface;
  if (tree.root < 0) return;
  reorder(surface);
  for (let b = 0; b < surface.bodyCount; b++) if (node[b] >= 0) rebuildSubtree(surface, node[b]);
  reorder(surface);
  if (!isBodyNode(surface, tree.root)) rebuildSubtree(surface, tree.root);
}

function rebuildWithin(surface: Surface, root: number): number {
  const { tree, order, end, indices } = surface;
  const from = order.first[root];
  const list = order.triangle.slice(from, from + order.size[root]);
  // Given back from the end, nodes are taken again in the order in which they lie.
  const place = order.place[root];
  for (let i = place + 2 * order.size[root] - 2; i >= place; i--) giveNode(tree, order.node[i]);
  const built = buildOverTriangles(tree, { positions: end, indices }, list, surface.construction);
  growNodes(surface);
  growCost(surface.cost, tree.parent.length);
  renew(surface, built);
  return built;
}

function rebuildAbove(surface: Surface, root: number): number {
  const { tree, order, node, body } = surface;
  const from = order.first[root];
  const list: number[] = [];
  for (let r = from; r < from + order.size[root]; r += order.size[list[list.length - 1]]) {
    const owner = body[order.triangle[r]];
    list.push(node[owner]);
    if (order.size[node[owner]] <= BLOCK_SIZE) boundBody(surface, owner); // a refit stops at the block it may lie in
  }
  const kept = new Set(list);
  const waiting = [root];
  while (waiting.length > 0) {
    const n = waiting.pop()!;
    if (kept.has(n)) continue;
    waiting.push(tree.child[2 * n + 1], tree.child[2 * n]);
    giveNode(tree, n);
  }
  const built = buildOverNodes(tree, Int32Array.from(list), 'median');
  growNodes(surface);
  growCost(surface.cost, tree.parent.length);
  renewAbove(surface, built, kept);
  return built;
}
