// Edges in slots, and the lists of the nodes that own them.

import { growColumn } from '../math/columns.ts';
import { TET_EDGES } from '../mesh/tet-mesh.ts';
import type { Changes } from './changes.ts';
import type { Family } from './family.ts';
import type { Rims } from './rims.ts';
import { FACE_SLOTS, JUNCTION_SLOTS } from './rims-cases.ts';

/** A free slot for an edge. */
export function takeSlot(rims: Rims): number {
  const slot = rims.free;
  if (slot >= 0) {
    rims.free = rims.next[slot];
    return slot;
  }
  if (rims.count === rims.owner.length) {
    const least = Math.max(64, 2 * rims.count);
    rims.end = growColumn(rims.end, 6 * least);
    rims.reach = growColumn(rims.reach, least);
    rims.owner = growColumn(rims.owner, least);
    rims.index = growColumn(rims.index, least);
    rims.next = growColumn(rims.next, least);
  }
  return rims.count++;
}

/** Hangs the edge whose ends are in `slot` on a node, at its place by index; if it hangs there, only its reach is new. */
export function putEdge(rims: Rims, family: Family, slot: number, index: number, node: number): void {
  const { first, end, reach, owner, next } = rims;
  const { positions } = family.topology;
  let farther = 0;
  for (let at = 6 * slot; at < 6 * slot + 6; at += 3) {
    const x = end[at] - positions[3 * node];
    const y = end[at + 1] - positions[3 * node + 1];
    const z = end[at + 2] - positions[3 * node + 2];
    farther = Math.max(farther, x * x + y * y + z * z);
  }
  reach[slot] = Math.sqrt(farther);
  owner[slot] = node;
  rims.index[slot] = index;
  let before = -1;
  let at = first[node];
  while (at >= 0 && rims.index[at] < index) {
    before = at;
    at = next[at];
  }
  if (at === slot) return;
  next[slot] = at;
  if (before < 0) first[node] = slot;
  else next[before] = slot;
}

// Scratch: nodes already looked at, and faces and tets cut again, stamped with `round`.
let seen = new Uint32Array(0);
let cutFace = new Uint32Array(0);
let cutTet = new Uint32Array(0);
let round = 0;

/** Takes the edges of faces and tets that were cut again, from `event` on, out of their lists. */
export function dropEdges(rims: Rims, family: Family, changes: Changes, event: number): void {
  const { first, index, next, firstFace, firstTet } = rims;
  const { tetNode } = family.topology;
  if (rims.count === firstFace) return; // no cracks yet
  stampCuts(family, changes, event);
  for (let n = 0; n < 4 * changes.tetCount; n++) {
    const node = tetNode[4 * changes.tet[n >> 2] + (n & 3)];
    if (seen[node] === round) continue;
    seen[node] = round;
    for (let before = -1, at = first[node]; at >= 0; ) {
      const after = next[at];
      const i = index[at];
      const face = Math.floor((i - firstFace) / FACE_SLOTS);
      const tet = Math.floor((i - firstTet) / JUNCTION_SLOTS);
      if (i >= firstFace && (i >= firstTet ? cutTet[tet] === round : cutFace[face] === round)) {
        if (before < 0) first[node] = after;
        else next[before] = after;
        next[at] = rims.free;
        rims.free = at;
      } else before = at;
      at = after;
    }
  }
}

function stampCuts(family: Family, changes: Changes, event: number): void {
  const { topology, cutEvent } = family;
  const { tetEdge, tetFace, nodeCount, faceCount, tetCount } = topology;
  const grown = seen.length < nodeCount || cutFace.length < faceCount || cutTet.length < tetCount;
  if (grown || round === 0xffffffff) {
    seen = new Uint32Array(Math.max(seen.length, nodeCount));
    cutFace = new Uint32Array(Math.max(cutFace.length, faceCount));
    cutTet = new Uint32Array(Math.max(cutTet.length, tetCount));
    round = 0;
  }
  round++;
  for (let k = 0; k < changes.tetCount; k++) {
    const t = changes.tet[k];
    cutTet[t] = round;
    for (let e = 0; e < 6; e++) {
      if (cutEvent[tetEdge[6 * t + e]] < event) continue;
      for (let f = 0; f < 4; f++) {
        if (f !== TET_EDGES[2 * e] && f !== TET_EDGES[2 * e + 1]) cutFace[tetFace[4 * t + f]] = round;
      }
    }
  }
}
