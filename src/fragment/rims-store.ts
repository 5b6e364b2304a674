// Edges in slots, and the lists of the nodes that own them.

import { growColumn } from '../math/columns.ts';
import { TET_EDGES } from '../mesh/tet-mesh.ts';
import type { Changes } from './changes.ts';
import type { Family } from './family.ts';
import type { Rims } from './rims.ts';
import { FACE_SLOTS, JUNCTION_SLOT, TET_SLOTS } from './rims-cases.ts';

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

let seen = new Uint32Array(0); // scratch: nodes already looked at, stamped with `round`
let round = 0;

/** Takes the edges of faces and tets that were cut again, from `event` on, out of their lists. */
export function dropEdges(rims: Rims, family: Family, changes: Changes, event: number): void {
  const { first, index, next, firstCrack } = rims;
  const { tetNode, nodeCount } = family.topology;
  if (rims.count === firstCrack) return; // no cracks yet
  if (seen.length < nodeCount || round === 0xffffffff) {
    seen = new Uint32Array(Math.max(seen.length, nodeCount));
    round = 0;
  }
  round++;
  for (let n = 0; n < 4 * changes.tetCount; n++) {
    const node = tetNode[4 * changes.tet[n >> 2] + (n & 3)];
    if (seen[node] === round) continue;
    seen[node] = round;
    for (let before = -1, at = first[node]; at >= 0; ) {
      const after = next[at];
      if (index[at] >= firstCrack && isCut(family, index[at] - firstCrack, event)) {
        if (before < 0) first[node] = after;
        else next[before] = after;
        next[at] = rims.free;
        rims.free = at;
      } else before = at;
      at = after;
    }
  }
}

/** Whether the face or tet that gave an edge its number was cut from `event` on. */
function isCut(family: Family, number: number, event: number): boolean {
  const { cutEvent, topology } = family;
  const tet = Math.floor(number / TET_SLOTS);
  const own = number - TET_SLOTS * tet;
  const face = own < JUNCTION_SLOT ? Math.floor(own / FACE_SLOTS) : -1;
  for (let e = 0; e < 6; e++) {
    if (TET_EDGES[2 * e] === face || TET_EDGES[2 * e + 1] === face) continue; // not an edge of it
    if (cutEvent[topology.tetEdge[6 * tet + e]] >= event) return true;
  }
  return false;
}
