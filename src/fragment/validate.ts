// The invariants of a family, checked one by one, plainly, in linear time.

import {
  CASE_CORNER,
  CASE_KIND,
  classifyTet,
  EDGE_BETWEEN,
  KIND_A,
  KIND_APP,
  KIND_B,
  KIND_BPP,
} from './cases.ts';
import type { Family } from './family.ts';
import { readRatios } from './points.ts';

/** Throws, naming the first broken invariant, unless the family is sound. */
export function validateFamily(family: Family): void {
  checkTables(family);
  checkNodes(family);
  checkEdges(family);
  checkTets(family);
  checkConnected(family);
}

function fail(message: string): never {
  throw new Error(`broken family: ${message}`);
}

/** The fragments and events form one history. */
function checkTables(family: Family): void {
  const { fragments, events } = family;
  let next = 1;
  for (let e = 0; e < events.count; e++) {
    if (events.first[e] !== next) fail(`event ${e} made fragment ${events.first[e]}, not ${next}`);
    if (!(events.pieces[e] >= 1)) fail(`event ${e} made no fragment`);
    if (!(events.fragment[e] >= 0 && events.fragment[e] < next)) {
      fail(`event ${e} cut fragment ${events.fragment[e]}, which did not exist`);
    }
    next += events.pieces[e];
    for (let f = events.first[e]; f < next && f < fragments.count; f++) {
      if (fragments.event[f] !== e) fail(`fragment ${f} names event ${fragments.event[f]}, not ${e}`);
      if (fragments.parent[f] !== events.fragment[e])
        fail(`fragment ${f} has another parent than event ${e}`);
    }
  }
  if (fragments.count !== next) fail(`${fragments.count} fragments, but events made ${next}`);
  if (fragments.parent[0] !== -1 || fragments.event[0] !== -1) fail('fragment 0 is not the whole');
  const last = fragments.event.slice(0, fragments.count);
  for (let e = 0; e < events.count; e++) last[events.fragment[e]] = e;
  for (let f = 0; f < fragments.count; f++) {
    if (fragments.changed[f] !== last[f]) {
      fail(`fragment ${f} changed in ${fragments.changed[f]}, not ${last[f]}`);
    }
  }
}

/** Every fragment has nodes, and the runs of nodes are those with its label, ascending. */
function checkNodes(family: Family): void {
  const { node, label, fragments } = family;
  const seen = new Uint8Array(node.length);
  let total = 0;
  for (let f = 0; f < fragments.count; f++) {
    const start = fragments.start[f];
    const count = fragments.nodeCount[f];
    if (count < 1) fail(`fragment ${f} has no node`);
    for (let n = start; n < start + count; n++) {
      if (label[node[n]] !== f) fail(`node ${node[n]} stands in the run of ${f}, labelled ${label[node[n]]}`);
      if (n > start && node[n] <= node[n - 1]) fail(`the run of fragment ${f} does not ascend`);
      if (seen[node[n]]++) fail(`node ${node[n]} stands in two places`);
    }
    total += count;
  }
  if (total !== node.length) fail(`fragments have ${total} nodes of ${node.length}`);
}

/** An edge is cut exactly if its ends have different labels. */
function checkEdges(family: Family): void {
  const { label, cutEvent, cutAt, cracked, events, topology } = family;
  const { edgeNode, edgeCount, nodeCount } = topology;
  const touched = new Uint8Array(nodeCount);
  for (let e = 0; e < edgeCount; e++) {
    const a = edgeNode[2 * e];
    const b = edgeNode[2 * e + 1];
    const cut = cutEvent[e] >= 0;
    if (cut !== (label[a] !== label[b])) {
      fail(`edge ${e} joins labels ${label[a]} and ${label[b]} and is ${cut ? '' : 'not '}cut`);
    }
    if (!cut) continue;
    touched[a] = touched[b] = 1;
    if (cutEvent[e] >= events.count) fail(`edge ${e} was cut by event ${cutEvent[e]} of ${events.count}`);
    if (!(cutAt[e] > 0 && cutAt[e] < 1)) fail(`edge ${e} is cut at ${cutAt[e]}`);
  }
  for (let i = 0; i < nodeCount; i++)
    if (cracked[i] !== touched[i]) fail(`node ${i} has the wrong crack mark`);
}

const PLANAR = 1e-9; // relative: cuts are rounded once, ratios of ratios a few times

/** In every tet each event is one plane that parts a set of corners in two, later ones only what is left together. */
function checkTets(family: Family): void {
  const { cutEvent, cutCase, topology } = family;
  const { tetCount, tetEdge } = topology;
  const ratio = new Float64Array(16);
  const event = (t: number, a: number, b: number) => cutEvent[tetEdge[6 * t + EDGE_BETWEEN[4 * a + b]]];
  for (let t = 0; t < tetCount; t++) {
    const c = cutCase[t];
    if (c !== classifyTet(cutEvent, tetEdge, 6 * t)) fail(`tet ${t} has the wrong case`);
    if (c === 0) {
      for (let k = 0; k < 6; k++) if (cutEvent[tetEdge[6 * t + k]] >= 0) fail(`tet ${t} is cut, not whole`);
      continue;
    }
    const kind = CASE_KIND[c];
    const i = CASE_CORNER[4 * c];
    const j = CASE_CORNER[4 * c + 1];
    const k = CASE_CORNER[4 * c + 2];
    const l = CASE_CORNER[4 * c + 3];
    const ij = event(t, i, j);
    const ik = event(t, i, k);
    const jk = event(t, j, k);
    const jl = event(t, j, l);
    const kl = event(t, k, l);
    const first = event(t, i, l);
    const even =
      kind < KIND_B
        ? ij === first &&
          ik === first &&
          jk === jl &&
          (kind === KIND_A ? jk < 0 : jk > first) &&
          (kind === KIND_APP ? kl > jk : kl < 0)
        : ik === first &&
          jk === first &&
          jl === first &&
          (kind === KIND_B ? ij < 0 : ij > first) &&
          (kind === KIND_BPP ? kl > first : kl < 0);
    if (!even) fail(`tet ${t} is parted unevenly`);
    if (kind < KIND_B) continue;
    readRatios(ratio, family, t);
    const bend = (ratio[4 * i + k] * ratio[4 * j + l]) / (ratio[4 * i + l] * ratio[4 * j + k]);
    if (!(Math.abs(bend - 1) < PLANAR)) fail(`event ${first} is not planar in tet ${t}`);
  }
}

/** The nodes of every fragment hang together over uncut edges, unless the solid itself does not. */
function checkConnected(family: Family): void {
  const { label, topology, fragments } = family;
  const { nodeCount, nodeStart, nodeNeighbor } = topology;
  const parts = (same: (i: number, j: number) => boolean, kind: (i: number) => number, count: number) => {
    const found = new Uint32Array(count);
    const seen = new Uint8Array(nodeCount);
    for (let i = 0; i < nodeCount; i++) {
      if (seen[i]) continue;
      found[kind(i)]++;
      const stack = [i];
      seen[i] = 1;
      while (stack.length > 0) {
        const j = stack.pop() as number;
        for (let k = nodeStart[j]; k < nodeStart[j + 1]; k++) {
          const n = nodeNeighbor[k];
          if (seen[n] || !same(j, n)) continue;
          seen[n] = 1;
          stack.push(n);
        }
      }
    }
    return found;
  };
  const whole = parts(
    () => true,
    () => 0,
    1,
  )[0];
  const found = parts(
    (i, j) => label[i] === label[j],
    (i) => label[i],
    fragments.count,
  );
  for (let f = 0; f < fragments.count; f++) {
    if (found[f] > whole) fail(`fragment ${f} is in ${found[f]} parts`);
  }
}
