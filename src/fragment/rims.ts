// The edges of a family that can touch first: sharp edges of the whole, rims where cracks meet the old surface, and
// ridges where cracks bend or meet each other. Points against fields miss edge against edge, so these are features of
// contact queries too. Each hangs on a tet node of its own fragment, as the points of the sphere tree do. Only convex
// edges are kept: docs/edges.md says why no other can be the first to touch.

import { InputError } from '../job/error.ts';
import { growColumn } from '../math/columns.ts';
import { cos } from '../math/trig.ts';
import type { SharpEdges } from '../mesh/sharp-edges.ts';
import { TET_EDGES } from '../mesh/tet-mesh.ts';
import type { Changes } from './changes.ts';
import { SHARP_ANGLE } from './constants.ts';
import type { CrackFaces } from './crack-faces.ts';
import type { Family } from './family.ts';
import { placeEdge } from './points.ts';
import { FACE_SLOTS, JUNCTION_SLOT, TET_SLOTS } from './rims-cases.ts';
import { addCracks } from './rims-cracks.ts';
import type { FamilyTopology } from './topology.ts';

/** The convex sharp edges of a whole, and what counts as sharp; shared by all its copies. Made by buildSharpRuns. */
export interface SharpRuns {
  readonly count: number;
  readonly edge: Uint32Array; // the tet edge that each of them is
  readonly sharpOf: Int32Array; // by tet edge: its number among the sharp ones, or −1
  readonly cosine: number; // of the angle between two faces above which their edge is sharp
  readonly dip: number; // the square of how far an equally long edge may cross an edge of a crack that is blunter
  readonly flat: number; // cosine of the angle above which the longest of them is crossed by more
  readonly twin: Uint8Array; // at 4·tet + face: which corners of the tet across its own are, two bits for each; else 0
}

/**
 * The edges of a family, in slots. Columns hold at least `count` of them and are replaced when they grow; slots that are
 * in no list are free. Edge s of the whole has slots 2s (the part at its lower node, or all of it) and 2s + 1.
 *
 * `index` names an edge as long as it exists, whatever else breaks, and the lists ascend by it, so both depend on the
 * present cuts alone: below `firstCrack` it is the slot, then TET_SLOTS for each tet, those on a face of two tets with
 * the lower one.
 */
export interface Rims {
  readonly sharp: SharpRuns;
  readonly firstCrack: number;
  readonly first: Int32Array; // by node: the first slot of its list, −1 if none
  count: number;
  free: number; // a free slot, and so on by `next`; −1 if none
  end: Float64Array; // xyz of both ends
  reach: Float64Array; // distance from the owner to the farther end: the edge lies within it
  owner: Int32Array; // the node whose list it is in
  index: Int32Array;
  next: Int32Array; // the next slot of the list, −1 at its end
}

/** Finds the tet edges of the convex sharp edges. `angle`, in degrees, and `dip` are as findSharpEdges takes them, for cracks. */
export function buildSharpRuns(
  topology: FamilyTopology,
  edges: SharpEdges,
  angle = SHARP_ANGLE,
  dip = Infinity,
): SharpRuns {
  const { edgeNode, upStart, edgeCount, nodeCount } = topology;
  const sharpOf = new Int32Array(edgeCount).fill(-1);
  const list: number[] = [];
  for (let s = 0; s < edges.count; s++) {
    if (edges.convex[s] === 0) continue;
    const low = edges.vertex[2 * s];
    let e = low < nodeCount ? upStart[low] : edgeCount;
    const end = low < nodeCount ? upStart[low + 1] : edgeCount;
    while (e < end && edgeNode[2 * e + 1] !== edges.vertex[2 * s + 1]) e++;
    if (e === end) {
      throw new InputError(
        'bad-argument',
        `edges: sharp edge ${s} is no edge of the tets: find them on the boundary of these tets`,
      );
    }
    sharpOf[e] = list.length;
    list.push(e);
  }
  const cosine = cos((angle * Math.PI) / 180);
  const most = Math.max(cosine, bluntest(longestOf(topology), dip * dip));
  return {
    count: list.length,
    edge: Uint32Array.from(list),
    sharpOf,
    cosine,
    dip: dip * dip,
    flat: most,
    twin: matchCorners(topology),
  };
}

/** The cosine of the angle above which an edge is crossed by more than a dip, by the squares of its length and of that. */
export function bluntest(square: number, dip: number): number {
  return dip < Infinity ? (0.25 * square - dip) / (0.25 * square + dip) : -1;
}

/** The square of the longest edge of the tets. */
function longestOf({ edgeNode, edgeCount, positions }: FamilyTopology): number {
  let most = 0;
  for (let e = 0; e < edgeCount; e++) {
    let square = 0;
    for (let d = 0; d < 3; d++) {
      const x = positions[3 * edgeNode[2 * e] + d] - positions[3 * edgeNode[2 * e + 1] + d];
      square += x * x;
    }
    most = Math.max(most, square);
  }
  return most;
}

/** SharpRuns.twin. */
function matchCorners({ tetNode, tetNeighbor }: FamilyTopology): Uint8Array {
  const twin = new Uint8Array(tetNeighbor.length);
  for (let slot = 0; slot < twin.length; slot++) {
    const across = 4 * tetNeighbor[slot];
    for (let k = 0; k < 4 && across >= 0; k++) {
      for (let n = 0; n < 4; n++) {
        if (tetNode[across + n] === tetNode[slot - (slot & 3) + k]) twin[slot] |= n << (2 * k);
      }
    }
  }
  return twin;
}

/** The edges of a family as it is now; `faces` are its crack faces, up to date. */
export function createRims(sharp: SharpRuns, family: Family, faces: CrackFaces): Rims {
  const { nodeCount } = family.topology;
  const slots = 2 * sharp.count;
  const rims: Rims = {
    sharp,
    firstCrack: slots,
    first: new Int32Array(nodeCount),
    count: 0,
    free: -1,
    end: new Float64Array(6 * slots),
    reach: new Float64Array(slots),
    owner: new Int32Array(slots),
    index: new Int32Array(slots),
    next: new Int32Array(slots),
  };
  resetRims(rims, family, faces);
  return rims;
}

/** Makes all edges anew from the cuts of a family, as after it was restored. Lists are those of updates on the way. */
export function resetRims(rims: Rims, family: Family, faces: CrackFaces): void {
  const { sharp, first } = rims;
  const { cutCase, topology } = family;
  first.fill(-1);
  rims.count = 2 * sharp.count;
  rims.free = -1;
  for (let s = 0; s < sharp.count; s++) setSharp(rims, family, s);
  if (family.events.count === 0) return;
  const cut = new Uint32Array(topology.tetCount);
  let count = 0;
  for (let t = 0; t < topology.tetCount; t++) if (cutCase[t] !== 0) cut[count++] = t;
  addCracks(rims, family, faces, cut, count, 0);
}

/**
 * Brings the edges up to date with the splits noted since clearChanges, once the crack faces are. Takes time in
 * proportion to what was cut. Allocates only to grow.
 */
export function updateRims(rims: Rims, family: Family, changes: Changes, faces: CrackFaces): void {
  const { sharpOf } = rims.sharp;
  const { cutEvent } = family;
  let event = family.events.count; // the first that these changes hold
  for (let k = 0; k < changes.edgeCount; k++) {
    const e = changes.edge[k];
    event = Math.min(event, cutEvent[e]);
    if (sharpOf[e] >= 0) setSharp(rims, family, sharpOf[e]);
  }
  dropEdges(rims, family, changes, event);
  addCracks(rims, family, faces, changes.tet, changes.tetCount, event);
}

/** Writes an edge of the whole: all of it, or both of its parts. */
function setSharp(rims: Rims, family: Family, s: number): void {
  const { positions, edgeNode } = family.topology;
  const { end } = rims;
  const e = rims.sharp.edge[s];
  const low = edgeNode[2 * e];
  const high = edgeNode[2 * e + 1];
  const at = 12 * s;
  const cut = family.cutEvent[e] >= 0;
  for (let d = 0; d < 3; d++) {
    end[at + d] = positions[3 * low + d];
    end[at + 3 + d] = positions[3 * high + d];
    end[at + 9 + d] = positions[3 * high + d];
  }
  if (cut) {
    placeEdge(end, at + 3, family, e);
    placeEdge(end, at + 6, family, e);
    putEdge(rims, family, 2 * s + 1, 2 * s + 1, high);
  }
  putEdge(rims, family, 2 * s, 2 * s, low);
}

// Edges in slots, and the lists of the nodes that own them.

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
function putEdge(rims: Rims, family: Family, slot: number, index: number, node: number): void {
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
function dropEdges(rims: Rims, family: Family, changes: Changes, event: number): void {
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
