// The search of a surface's tree with itself: pairs of triangles whose boxes overlap, less those within nodes that
// are culled. Pairs within a body and between bodies come from one search of the merged tree [Heo10, sec. 3.1].

import { growColumn } from '../math/columns.ts';
import { BOXES, refreshBlock } from './blocks.ts';
import { type Culling, isCulled } from './cull.ts';
import { provenApart } from './neighbors.ts';
import type { Surface } from './surface.ts';

/** Which pairs are asked for. */
export type Scope = 'all' | 'between' | 'within'; // between different bodies, within one

/**
 * Pairs of triangles that may touch elsewhere than where they are joined, and what finding them took. Reused from query
 * to query; grows.
 */
export interface Candidates {
  count: number;
  pair: Int32Array; // two triangles each
  tests: number; // box tests
  culled: number; // nodes that were culled
  looks: number; // nodes that culling was tried on
}

export function createCandidates(): Candidates {
  return { count: 0, pair: new Int32Array(1024), tests: 0, culled: 0, looks: 0 };
}

let waiting = new Int32Array(512); // scratch: pairs of nodes; a node twice stands for all pairs within it

/**
 * Finds every pair that culling leaves, but those within bodies of which something in `skip` is known (rigid.ts). The
 * surface must be up to date. Allocation-free once `out` is large enough.
 */
export function findCandidates(
  out: Candidates,
  surface: Surface,
  culling: Culling,
  scope: Scope,
  skip = 0,
): void {
  const { tree, order, node, body, known, stale } = surface;
  const { box, child, triangle } = tree;
  const exact = surface.separation === 0; // what is proven is that nothing touches, not that it stays apart
  out.count = 0;
  out.tests = 0;
  out.culled = 0;
  out.looks = 0;
  if (tree.root < 0) return;
  let tests = 0;
  let count = 0;
  let { pair } = out;
  let stack = waiting;
  stack[0] = tree.root;
  stack[1] = tree.root;
  let depth = 2;
  while (depth > 0) {
    let j = stack[--depth];
    let i = stack[--depth];
    if (depth + 8 > stack.length) {
      stack = growColumn(stack, 2 * stack.length);
      waiting = stack;
    }
    const leafI = triangle[i] >= 0;
    if (i === j) {
      if (leafI) continue;
      const owner = body[order.triangle[order.first[i]]];
      if (order.size[i] <= order.size[node[owner]] && (scope === 'between' || (known[owner] & skip) !== 0))
        continue;
      out.looks++;
      if (isCulled(surface, i, culling)) {
        out.culled++;
        continue;
      }
      if ((stale[i] & BOXES) !== 0) refreshBlock(surface, i);
      const a = child[2 * i];
      const b = child[2 * i + 1];
      stack[depth++] = a;
      stack[depth++] = a;
      stack[depth++] = b;
      stack[depth++] = b;
      tests++;
      if (overlap(box, 6 * a, 6 * b)) {
        stack[depth++] = a;
        stack[depth++] = b;
      }
      continue;
    }
    const leafJ = triangle[j] >= 0;
    if (leafI && leafJ) {
      const s = triangle[i];
      const t = triangle[j];
      const same = body[s] === body[t];
      if (scope !== 'all' && same !== (scope === 'within')) continue;
      if (exact && provenApart(surface, s, t)) continue;
      if (2 * count + 2 > pair.length) {
        pair = growColumn(pair, 2 * pair.length);
        out.pair = pair;
      }
      pair[2 * count] = s;
      pair[2 * count + 1] = t;
      count++;
      continue;
    }
    if (leafI) {
      const leaf = i;
      i = j;
      j = leaf;
    }
    if ((stale[i] & BOXES) !== 0) refreshBlock(surface, i);
    const a = child[2 * i];
    const b = child[2 * i + 1];
    if (leafI || leafJ) {
      tests += 2;
      if (overlap(box, 6 * a, 6 * j)) {
        stack[depth++] = a;
        stack[depth++] = j;
      }
      if (overlap(box, 6 * b, 6 * j)) {
        stack[depth++] = b;
        stack[depth++] = j;
      }
      continue;
    }
    if ((stale[j] & BOXES) !== 0) refreshBlock(surface, j);
    const c = child[2 * j];
    const d = child[2 * j + 1];
    tests += 4;
    if (overlap(box, 6 * a, 6 * c)) {
      stack[depth++] = a;
      stack[depth++] = c;
    }
    if (overlap(box, 6 * b, 6 * c)) {
      stack[depth++] = b;
      stack[depth++] = c;
    }
    if (overlap(box, 6 * a, 6 * d)) {
      stack[depth++] = a;
      stack[depth++] = d;
    }
    if (overlap(box, 6 * b, 6 * d)) {
      stack[depth++] = b;
      stack[depth++] = d;
    }
  }
  out.tests = tests;
  out.count = count;
}

function overlap(box: Float32Array, i: number, j: number): boolean {
  return (
    box[i] <= box[j + 3] &&
    box[j] <= box[i + 3] &&
    box[i + 1] <= box[j + 4] &&
    box[j + 1] <= box[i + 4] &&
    box[i + 2] <= box[j + 5] &&
    box[j + 2] <= box[i + 5]
  );
}
