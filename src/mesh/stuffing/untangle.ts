// Makes the boundary a manifold. Without snapping it always is one: a lattice tet holds one flat piece of surface
// at most. Snapping can pull two sheets together at a node or along an edge of snapped nodes, nowhere else: cut
// points see one sheet, inside nodes none. A node where sheets meet is put back in its place, with cut points kept
// clear of it, so the angles stay bounded; each round puts nodes back for good, so the rounds end.

import { buildEdges, buildTwins, nextHalf } from '../topology.ts';
import { type Cuts, ON } from './cut.ts';
import { DIRECTIONS, type Lattice } from './lattice.ts';

/** Marks the vertices of a closed surface where it is not a manifold: pinched ones, and the ends of crowded edges. */
export function findPinches(indices: Uint32Array, vertexCount: number): Uint8Array {
  const twin = buildTwins(indices, buildEdges(indices, vertexCount));
  const pinched = new Uint8Array(vertexCount);
  const valence = new Uint32Array(vertexCount);
  const corner = new Int32Array(vertexCount).fill(-1); // a half-edge that starts at the vertex
  for (let h = 0; h < indices.length; h++) {
    valence[indices[h]]++;
    corner[indices[h]] = h;
    if (twin[h] >= 0) continue;
    pinched[indices[h]] = 1;
    pinched[indices[nextHalf(h)]] = 1;
  }
  for (let v = 0; v < vertexCount; v++) {
    if (corner[v] < 0 || pinched[v] === 1) continue;
    let around = 0;
    let h = corner[v];
    do {
      around++;
      h = twin[nextHalf(nextHalf(h))]; // the half-edge into v, then across it
    } while (h !== corner[v] && h >= 0);
    if (around !== valence[v]) pinched[v] = 1;
  }
  return pinched;
}

/**
 * Puts pinched nodes back into the lattice; returns how many. `origin` names the lattice node of each mesh
 * node. Of two neighbours only the first goes, since that may be enough for both.
 */
export function restoreNodes(cuts: Cuts, lattice: Lattice, pinched: Uint8Array, origin: Int32Array): number {
  const { label, side } = cuts;
  const { step } = lattice;
  const restored = new Set<number>();
  for (let v = 0; v < pinched.length; v++) {
    const n = origin[v];
    if (pinched[v] === 0 || n < 0 || label[n] !== ON) continue;
    const kind = (n & 1) * DIRECTIONS;
    let free = true;
    for (let d = 0; d < DIRECTIONS; d++) if (restored.has(n + step[kind + d])) free = false;
    if (!free) continue;
    label[n] = side[n];
    restored.add(n);
  }
  return restored.size;
}
