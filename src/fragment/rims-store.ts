// Edges in slots, and the lists of the nodes that own them.

import { growColumn } from '../math/columns.ts';
import { TET_EDGES } from '../mesh/tet-mesh.ts';
import type { Changes } from './changes.ts';
import type { Family } from './family.ts';
import type { Rims } from './rims.ts';
import { FACE_SLOTS, JUNCTION_SLOT, TET_SLOTS } from './rims-cases.ts';

/** Numbers of an edge for addEdges: index, where its two ends are, the corners of its tet that may own it, as a mask. */
export const FOUND_STRIDE = 4;

/**
 * Adds the edges of cracks in `found`, up to `size`, whose ends are in `geometry`: each to the closest of the corners
 * that may own it.
 */
export function addEdges(
  rims: Rims,
  family: Family,
  geometry: Float64Array,
  found: Int32Array,
  size: number,
): void {
  const { positions, tetNode } = family.topology;
  const { first, firstCrack } = rims;
  reserveSlots(rims, size / FOUND_STRIDE);
  const { end, reach, owner: ownerOf, index: indexOf, next } = rims;
  // Backwards: tets mostly come in ascending order, lists ascend, and so most edges go to the head of theirs.
  for (let n = size - FOUND_STRIDE; n >= 0; n -= FOUND_STRIDE) {
    const index = found[n];
    const p = found[n + 1];
    const q = found[n + 2];
    const own = found[n + 3];
    const corner = 4 * Math.floor((index - firstCrack) / TET_SLOTS);
    let slot = rims.free;
    if (slot >= 0) rims.free = next[slot];
    else slot = rims.count++;
    const x0 = geometry[p];
    const y0 = geometry[p + 1];
    const z0 = geometry[p + 2];
    const x1 = geometry[q];
    const y1 = geometry[q + 1];
    const z1 = geometry[q + 2];
    const at = 6 * slot;
    end[at] = x0;
    end[at + 1] = y0;
    end[at + 2] = z0;
    end[at + 3] = x1;
    end[at + 4] = y1;
    end[at + 5] = z1;
    let best = Infinity; // sum of the squared distances of both ends
    let farther = 0; // the larger of them
    let owner = -1;
    for (let rest = own; rest !== 0; rest &= rest - 1) {
      const node = tetNode[corner + 31 - Math.clz32(rest & -rest)];
      const x = positions[3 * node];
      const y = positions[3 * node + 1];
      const z = positions[3 * node + 2];
      const d0 = (x0 - x) * (x0 - x) + (y0 - y) * (y0 - y) + (z0 - z) * (z0 - z);
      const d1 = (x1 - x) * (x1 - x) + (y1 - y) * (y1 - y) + (z1 - z) * (z1 - z);
      if (!(d0 + d1 < best)) continue;
      best = d0 + d1;
      farther = Math.max(d0, d1);
      owner = node;
    }
    reach[slot] = Math.sqrt(farther);
    ownerOf[slot] = owner;
    indexOf[slot] = index;
    let before = -1;
    let after = first[owner];
    while (after >= 0 && indexOf[after] < index) {
      before = after;
      after = next[after];
    }
    next[slot] = after;
    if (before < 0) first[owner] = slot;
    else next[before] = slot;
  }
}

/** Makes room for `more` edges. */
function reserveSlots(rims: Rims, more: number): void {
  const least = rims.count + more;
  if (least <= rims.owner.length) return;
  rims.owner = growColumn(rims.owner, least);
  const room = rims.owner.length;
  rims.end = growColumn(rims.end, 6 * room);
  rims.reach = growColumn(rims.reach, room);
  rims.index = growColumn(rims.index, room);
  rims.next = growColumn(rims.next, room);
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
