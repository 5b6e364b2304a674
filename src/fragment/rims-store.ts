// Edges in slots, and the lists of the nodes that own them.

import { growColumn } from '../math/columns.ts';
import { TET_EDGES } from '../mesh/tet-mesh.ts';
import type { Changes } from './changes.ts';
import type { Family } from './family.ts';
import type { Rims } from './rims.ts';
import { FACE_SLOTS, JUNCTION_SLOT, TET_SLOTS } from './rims-cases.ts';

/** Makes room for about as many edges as `count` cut tets bring; what is more, addEdge makes room for. */
export function reserveSlots(rims: Rims, count: number): void {
  const least = rims.count + count + (count >> 2);
  if (least <= rims.owner.length) return;
  rims.owner = growColumn(rims.owner, least);
  const room = rims.owner.length;
  rims.end = growColumn(rims.end, 6 * room);
  rims.reach = growColumn(rims.reach, room);
  rims.index = growColumn(rims.index, room);
  rims.next = growColumn(rims.next, room);
}

/** Adds the edge from[p…], from[q…] of a tet; of its corners in the mask `own` the closest owns it. */
export function addEdge(
  rims: Rims,
  family: Family,
  index: number,
  from: Float64Array,
  p: number,
  q: number,
  tet: number,
  own: number,
): void {
  const { positions, tetNode } = family.topology;
  if (rims.free < 0 && rims.count === rims.owner.length) reserveSlots(rims, 64);
  const slot = rims.free >= 0 ? rims.free : rims.count++;
  if (slot === rims.free) rims.free = rims.next[slot];
  const { end } = rims;
  const x0 = from[p];
  const y0 = from[p + 1];
  const z0 = from[p + 2];
  const x1 = from[q];
  const y1 = from[q + 1];
  const z1 = from[q + 2];
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
  for (let k = 0; k < 4; k++) {
    if (((own >> k) & 1) === 0) continue;
    const node = tetNode[4 * tet + k];
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
  rims.reach[slot] = Math.sqrt(farther);
  link(rims, slot, index, owner);
}

/** Hangs the edge whose ends are in `slot` on a node, at its place by index; if it hangs there, only its reach is new. */
export function putEdge(rims: Rims, family: Family, slot: number, index: number, node: number): void {
  const { end, reach } = rims;
  const { positions } = family.topology;
  let farther = 0;
  for (let at = 6 * slot; at < 6 * slot + 6; at += 3) {
    const x = end[at] - positions[3 * node];
    const y = end[at + 1] - positions[3 * node + 1];
    const z = end[at + 2] - positions[3 * node + 2];
    farther = Math.max(farther, x * x + y * y + z * z);
  }
  reach[slot] = Math.sqrt(farther);
  link(rims, slot, index, node);
}

/** Puts a slot into the list of a node, unless it is there. */
function link(rims: Rims, slot: number, index: number, node: number): void {
  const { first, owner, next, index: indexOf } = rims;
  owner[slot] = node;
  indexOf[slot] = index;
  let before = -1;
  let at = first[node];
  while (at >= 0 && indexOf[at] < index) {
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
