// The stencils: what of each lattice tet lies inside, as tets. With no outside corner it is the tet itself; with one
// inside corner a smaller tet; else a pyramid (two tets) or a prism (three).
//
// Diagonals: a quad between neighbouring lattice tets lies in a lattice triangle with two inside corners and one
// outside. Such a triangle has one long edge. Is it cut, then the diagonal starts at the inside corner whose cut edge
// is short; else at the lower of the two nodes. Both neighbours see the same triangle, so they agree; and the three
// diagonals of a prism never chase each other around: with three inside corners, the one whose long edge is cut starts
// none; with two, the third quad lies on the surface and takes the diagonal that fits. The rule is ours: of those tried it gives the best angles. A search over labels, snaps and cuts of one tet found none outside
// of 9.3° to 161.7°, and random lattices stay within (test/mesh/stuffing-stencil). [Labelle07] state 10.7° to 164.8°
// for theirs.

import type { Work } from '../../job/work.ts';
import { type Cuts, IN, OUT, placeCut, placeSnapped } from './cut.ts';
import { CUBE_TETS, DIRECTIONS, type Lattice, TET_DIRECTION, TET_REACH } from './lattice.ts';

/** A mesh in the making: nodes in the order of their first tet. */
export interface RawTets {
  positions: Float64Array; // room for more than nodeCount
  indices: Uint32Array; // room for more than 4·tetCount
  origin: Int32Array; // the lattice node of each mesh node; −1 for a cut point
  nodeCount: number;
  tetCount: number;
}

interface Stencil {
  readonly raw: RawTets;
  readonly cuts: Cuts;
  readonly lattice: Lattice;
  readonly nodeOf: Int32Array; // the mesh node of each lattice node, or −1
  readonly cutNodeOf: Int32Array; // the mesh node of each cut edge, 14 a row, or −1
}

const corner = new Int32Array(4); // scratch: the lattice nodes of a tet
const order = new Int32Array(4); // scratch: its corners, inside ones first
const edge = new Uint32Array(4); // scratch: cut points

/** Fills the inside of the lattice with tets. */
export function* stencilTets(lattice: Lattice, cuts: Cuts): Work<RawTets> {
  const raw: RawTets = {
    positions: new Float64Array(3 * 1024),
    indices: new Uint32Array(4 * 4096),
    origin: new Int32Array(1024),
    nodeCount: 0,
    tetCount: 0,
  };
  const stencil: Stencil = {
    raw,
    cuts,
    lattice,
    nodeOf: new Int32Array(cuts.label.length).fill(-1),
    cutNodeOf: new Int32Array(cuts.fraction.length).fill(-1),
  };
  const { size } = lattice;
  // A tet reaches one cube up, so the last layer of cubes has none of its own.
  for (let z = 0; z < size[2] - 1; z++) {
    for (let y = 0; y < size[1] - 1; y++) {
      for (let x = 0; x < size[0] - 1; x++) stencilCube(stencil, x + size[0] * (y + size[1] * z));
    }
    yield (z + 1) / size[2];
  }
  return raw;
}

function stencilCube(stencil: Stencil, cube: number): void {
  const { label } = stencil.cuts;
  const { step } = stencil.lattice;
  const center = 2 * cube + 1;
  for (let t = 0; t < CUBE_TETS; t++) {
    corner[0] = center;
    let inside = label[center] === IN ? 1 : 0;
    let outside = label[center] === OUT ? 1 : 0;
    for (let c = 1; c < 4; c++) {
      corner[c] = center + step[DIRECTIONS + TET_REACH[3 * t + c - 1]];
      if (label[corner[c]] === IN) inside++;
      else if (label[corner[c]] === OUT) outside++;
    }
    if (inside > 0) stencilTet(stencil, t, inside, outside);
  }
}

/** Reads `corner`. The signs of the sub-tets were found by determinants in the tet's own barycentric coordinates. */
function stencilTet(stencil: Stencil, t: number, inside: number, outside: number): void {
  const { label } = stencil.cuts;
  if (outside === 0 || inside === 1) {
    // Whole, or one corner of it: every outside corner gives way to the cut on its edge to the inside one.
    let in0 = 0;
    for (let c = 0; c < 4; c++) if (label[corner[c]] === IN) in0 = c;
    for (let c = 0; c < 4; c++)
      edge[c] = label[corner[c]] === OUT ? cutNode(stencil, t, in0, c) : node(stencil, c);
    addTet(stencil.raw, true, edge[0], edge[1], edge[2], edge[3]);
    return;
  }
  const even = orderCorners(label, inside, outside);
  const { raw } = stencil;
  const a = order[0];
  const b = order[1];
  const c = order[2];
  const d = order[3];
  const na = node(stencil, a);
  const nb = node(stencil, b);
  const ad = cutNode(stencil, t, a, d);
  const bd = cutNode(stencil, t, b, d);
  if (inside === 3) {
    const nc = node(stencil, c);
    const cd = cutNode(stencil, t, c, d);
    addTet(raw, even, na, nb, nc, cd);
    addTet(raw, even, na, nb, cd, bd);
    addTet(raw, even, na, ad, bd, cd);
  } else if (outside === 1) {
    const nc = node(stencil, c); // on the surface: the pyramid's tip
    addTet(raw, even, na, nb, nc, bd);
    addTet(raw, even, na, bd, nc, ad);
  } else {
    const ac = cutNode(stencil, t, a, c);
    const bc = cutNode(stencil, t, b, c);
    if (b !== (a ^ 1)) {
      // a–d and b–c are long: the diagonals are a–bc and b–ad, and only ad–bc goes with those two.
      addTet(raw, even, na, ac, ad, bc);
      addTet(raw, even, na, nb, bc, ad);
      addTet(raw, even, nb, bc, ad, bd);
      return;
    }
    // The quad of cut points lies on the surface and no neighbour shares it: its shorter diagonal.
    addTet(raw, even, na, nb, bc, bd);
    if (squareDistance(raw.positions, ac, bd) <= squareDistance(raw.positions, ad, bc)) {
      addTet(raw, even, na, ac, ad, bd);
      addTet(raw, even, na, ac, bd, bc);
    } else {
      addTet(raw, even, na, ac, ad, bc);
      addTet(raw, even, na, ad, bd, bc);
    }
  }
}

/**
 * Sorts the corners into `order`: inside, on the surface, outside, and such that diagonals start at the earlier
 * of two inside corners; returns whether the permutation is even.
 */
function orderCorners(label: Int8Array, inside: number, outside: number): boolean {
  for (let i = 0; i < 4; i++) order[i] = i;
  for (let i = 1; i < 4; i++) {
    for (let j = i; j > 0; j--) {
      const p = corner[order[j - 1]];
      const q = corner[order[j]];
      if (label[p] > label[q] || (label[p] === label[q] && p < q)) break;
      swapOrder(j - 1, j);
    }
  }
  // Corners 0, 1 and 2, 3 are the ends of the tet's two long edges.
  if (outside === 1) {
    // The inside corner at the far end of the outside one's long edge goes last.
    for (let i = 0; i < inside - 1; i++) if (order[i] === (order[3] ^ 1)) swapOrder(i, i + 1);
  } else if (order[1] !== (order[0] ^ 1) && order[3] !== (order[0] ^ 1)) {
    swapOrder(2, 3);
  }
  let even = true;
  for (let i = 0; i < 4; i++) for (let j = i + 1; j < 4; j++) if (order[i] > order[j]) even = !even;
  return even;
}

function swapOrder(i: number, j: number): void {
  const swap = order[i];
  order[i] = order[j];
  order[j] = swap;
}

/** The mesh node of corner c. */
function node(stencil: Stencil, c: number): number {
  const { raw, nodeOf, cuts, lattice } = stencil;
  const n = corner[c];
  if (nodeOf[n] < 0) {
    nodeOf[n] = addNode(raw, n);
    placeSnapped(raw.positions, 3 * nodeOf[n], cuts, lattice, n);
  }
  return nodeOf[n];
}

/** The mesh node of the cut between the inside corner i and the outside corner j of tet t. */
function cutNode(stencil: Stencil, t: number, i: number, j: number): number {
  const { raw, cutNodeOf, cuts, lattice } = stencil;
  const n = corner[i];
  const d = TET_DIRECTION[16 * t + 4 * i + j];
  const at = DIRECTIONS * cuts.slot[n] + d;
  if (cutNodeOf[at] < 0) {
    cutNodeOf[at] = addNode(raw, -1);
    placeCut(raw.positions, 3 * cutNodeOf[at], cuts, lattice, n, d);
  }
  return cutNodeOf[at];
}

function addNode(raw: RawTets, origin: number): number {
  const n = raw.nodeCount++;
  if (n === raw.origin.length) {
    const positions = new Float64Array(6 * n);
    positions.set(raw.positions);
    raw.positions = positions;
    const old = raw.origin;
    raw.origin = new Int32Array(2 * n);
    raw.origin.set(old);
  }
  raw.origin[n] = origin;
  return n;
}

function addTet(raw: RawTets, even: boolean, a: number, b: number, c: number, d: number): void {
  const at = 4 * raw.tetCount++;
  if (at === raw.indices.length) {
    const indices = new Uint32Array(2 * at);
    indices.set(raw.indices);
    raw.indices = indices;
  }
  raw.indices[at] = a;
  raw.indices[at + 1] = b;
  raw.indices[at + 2] = even ? c : d;
  raw.indices[at + 3] = even ? d : c;
}

function squareDistance(positions: Float64Array, a: number, b: number): number {
  const x = positions[3 * a] - positions[3 * b];
  const y = positions[3 * a + 1] - positions[3 * b + 1];
  const z = positions[3 * a + 2] - positions[3 * b + 2];
  return x * x + y * y + z * z;
}
