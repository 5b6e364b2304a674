// One crack: a front that runs from tet to tet, at each across the largest tension as far as it can turn there, and
// writes the distance to itself at the nodes it passes. That is a level set, so whatever comes out can be split along.

import type { Family } from '../../fragment/family.ts';
import { CRACK_BEND } from '../constants.ts';
import type { CrackWork } from './crack-work.ts';
import { direction, distinguish } from './stress.ts';

const axis = new Float64Array(3); // scratch: the direction of its largest tension
const sure = new Float64Array(1); // scratch: how much it stands out, 0 to 1
const cut = new Float64Array(6); // scratch: where the front meets a face, one or two points

/**
 * Writes work.phi for all nodes of a fragment: a crack that begins in the middle of tet `seed`, across its tension, in a
 * body of the size `size`. How far it turns goes by the way it runs, on average over the tets of the solid: the stress is
 * that before anything cracked, while a crack that runs brings its own along. Returns false when the tet has too little
 * of the fragment. Deterministic; allocates nothing.
 */
export function growCrack(
  work: CrackWork,
  family: Family,
  fragment: number,
  seed: number,
  size: number,
): boolean {
  const { tetNode, positions } = family.topology;
  const { label } = family;
  nextEpoch(work);
  setDirection(work, tetNode, seed);
  let x = 0;
  let y = 0;
  let z = 0;
  for (let c = 0; c < 4; c++) {
    const i = tetNode[4 * seed + c];
    if (label[i] !== fragment) return false;
    x += positions[3 * i] / 4;
    y += positions[3 * i + 1] / 4;
    z += positions[3 * i + 2] / 4;
  }
  work.tetStamp[seed] = work.epoch;
  for (let d = 0; d < 3; d++) work.normal[3 * seed + d] = axis[d];
  cut[0] = x;
  cut[1] = y;
  cut[2] = z;
  passTet(work, family, fragment, seed);
  runFront(work, family, fragment, seed, Math.min(1, family.topology.meanScale / (CRACK_BEND * size)));
  carryOn(work, family, fragment);
  return true;
}

function nextEpoch(work: CrackWork): void {
  if (work.epoch === 0xffffffff) {
    work.nodeStamp.fill(0);
    work.tetStamp.fill(0);
    work.epoch = 0;
  }
  work.epoch++;
}

/**
 * The tension of a tet, to `axis` and `sure`: that of its node under most, for a wall that bends is pulled on one side
 * and pressed on the other, and the mean of both says nothing.
 */
function setDirection({ stress, top }: CrackWork, tetNode: Uint32Array, tet: number): void {
  let node = tetNode[4 * tet];
  for (let c = 1; c < 4; c++) {
    const i = tetNode[4 * tet + c];
    if (top[i] > top[node]) node = i;
  }
  direction(axis, 0, stress, 6 * node, top[node]);
  distinguish(sure, 0, stress, 6 * node, top[node]);
}

/** Gives the nodes of a tet that have none their distance to the plane of its normal through the first point of `cut`. */
function passTet(work: CrackWork, { topology, label }: Family, fragment: number, tet: number): void {
  const { nodeStamp, phi, plane, normal, epoch } = work;
  const { tetNode, positions } = topology;
  const nx = normal[3 * tet];
  const ny = normal[3 * tet + 1];
  const nz = normal[3 * tet + 2];
  const offset = nx * cut[0] + ny * cut[1] + nz * cut[2];
  for (let c = 0; c < 4; c++) {
    const i = tetNode[4 * tet + c];
    if (label[i] !== fragment || nodeStamp[i] === epoch) continue;
    nodeStamp[i] = epoch;
    phi[i] = nx * positions[3 * i] + ny * positions[3 * i + 1] + nz * positions[3 * i + 2] - offset;
    plane[4 * i] = nx;
    plane[4 * i + 1] = ny;
    plane[4 * i + 2] = nz;
    plane[4 * i + 3] = offset;
  }
}

function runFront(work: CrackWork, family: Family, fragment: number, seed: number, turn: number): void {
  const { queue, tetStamp, epoch } = work;
  const { tetNode, tetNeighbor } = family.topology;
  let tail = 0;
  queue[tail++] = seed;
  for (let head = 0; head < tail; head++) {
    const tet = queue[head];
    for (let c = 0; c < 4; c++) {
      const other = tetNeighbor[4 * tet + c];
      if (other < 0 || tetStamp[other] === epoch) continue;
      const met = cutFace(work, family, fragment, tet, c);
      if (met === 0) continue;
      tetStamp[other] = epoch;
      turnFront(work, tetNode, tet, other, met, turn);
      passTet(work, family, fragment, other);
      queue[tail++] = other;
    }
  }
}

/** Where φ changes sign on the edges of the face opposite corner c: up to two points to `cut`. Returns how many. */
function cutFace(
  { phi }: CrackWork,
  { topology, label }: Family,
  fragment: number,
  tet: number,
  c: number,
): number {
  const { tetNode, positions } = topology;
  let met = 0;
  for (let k = 1; k <= 3; k++) {
    const i = tetNode[4 * tet + ((c + k) & 3)];
    const j = tetNode[4 * tet + ((c + (k === 3 ? 1 : k + 1)) & 3)];
    if (label[i] !== fragment || label[j] !== fragment || phi[i] < 0 === phi[j] < 0 || met === 2) continue;
    const span = Math.abs(phi[i]) + Math.abs(phi[j]);
    const share = span > 0 ? Math.abs(phi[i]) / span : 0.5;
    for (let d = 0; d < 3; d++) {
      cut[3 * met + d] = positions[3 * i + d] + share * (positions[3 * j + d] - positions[3 * i + d]);
    }
    met++;
  }
  return met;
}

/** The normal of the front in the next tet: turned towards its tension, and still through the line it comes from. */
function turnFront(
  work: CrackWork,
  tetNode: Uint32Array,
  tet: number,
  other: number,
  met: number,
  turn: number,
): void {
  const { normal } = work;
  setDirection(work, tetNode, other);
  let x = normal[3 * tet];
  let y = normal[3 * tet + 1];
  let z = normal[3 * tet + 2];
  const agree = axis[0] * x + axis[1] * y + axis[2] * z;
  const share = turn * sure[0] * Math.abs(agree);
  const sign = agree < 0 ? -share : share;
  x += sign * axis[0] - share * x;
  y += sign * axis[1] - share * y;
  z += sign * axis[2] - share * z;
  if (met === 2) {
    const ux = cut[3] - cut[0];
    const uy = cut[4] - cut[1];
    const uz = cut[5] - cut[2];
    const square = ux * ux + uy * uy + uz * uz;
    const along = square > 0 ? (x * ux + y * uy + z * uz) / square : 0;
    x -= along * ux;
    y -= along * uy;
    z -= along * uz;
  }
  const length = Math.sqrt(x * x + y * y + z * z);
  const keep = !(length > 1e-6);
  normal[3 * other] = keep ? normal[3 * tet] : x / length;
  normal[3 * other + 1] = keep ? normal[3 * tet + 1] : y / length;
  normal[3 * other + 2] = keep ? normal[3 * tet + 2] : z / length;
}

/**
 * Gives all other nodes of the fragment a φ. Those that the front left on one side keep to that side; where both sides
 * meet again behind it, as around a ring, the front did not part the body, and its planes are carried on instead.
 */
function carryOn(work: CrackWork, family: Family, fragment: number): void {
  const { phi, nodeStamp, queue, parent, plane, epoch } = work;
  const { node, fragments, label, topology } = family;
  const { nodeStart, nodeNeighbor, positions, meanScale } = topology;
  const far = 1e3 * meanScale; // of what the front did not pass
  const start = fragments.start[fragment];
  const end = start + fragments.nodeCount[fragment];
  let tail = 0;
  for (let n = start; n < end; n++) if (nodeStamp[node[n]] === epoch) queue[tail++] = node[n];
  const passed = tail;
  for (let head = 0; head < tail; head++) {
    const i = queue[head];
    for (let k = nodeStart[i]; k < nodeStart[i + 1]; k++) {
      const j = nodeNeighbor[k];
      if (label[j] !== fragment || nodeStamp[j] === epoch) continue;
      nodeStamp[j] = epoch;
      phi[j] = phi[i] < 0 ? -far : far;
      parent[j] = i;
      queue[tail++] = j;
    }
  }
  let meets = false;
  for (let head = passed; head < tail && !meets; head++) {
    const i = queue[head];
    for (let k = nodeStart[i]; k < nodeStart[i + 1]; k++) {
      const j = nodeNeighbor[k];
      if (label[j] === fragment && phi[j] < 0 !== phi[i] < 0) meets = true;
    }
  }
  if (!meets) return;
  for (let head = passed; head < tail; head++) {
    const j = queue[head];
    for (let d = 0; d < 4; d++) plane[4 * j + d] = plane[4 * parent[j] + d];
    phi[j] =
      plane[4 * j] * positions[3 * j] +
      plane[4 * j + 1] * positions[3 * j + 1] +
      plane[4 * j + 2] * positions[3 * j + 2] -
      plane[4 * j + 3];
  }
}
