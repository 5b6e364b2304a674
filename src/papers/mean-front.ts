// The paper's form of the fragment field: a distance and a direction at every node, handed on along edges as weighted
// means of planes [Glondu13, sec. 4.2, eq. 1–2]. Kept as the baseline that propagate.ts is measured by. Where the text
// leaves a choice: values are clamped at 0, a step reads only nodes of the step before (values are set when it ends),
// and a node is reached only if its distance falls by 1e-6 of an edge, or fronts could run in circles.

import { type CrackFaces, POLYGON_PLANE, POLYGON_SIZE } from '../fragment/crack-faces.ts';
import type { Family } from '../fragment/family.ts';

/** What is known at the nodes, and the workspace of a front. */
export interface MeanFront {
  readonly distance: Float64Array; // a node: depth below the surface of its fragment
  readonly direction: Float64Array; // unit, towards it
  readonly face: Int32Array; // a crack face that it came from, −1 if none: tells closed seams, nothing else
  readonly step: Uint32Array; // the step that reached a node last; steps are numbered on from update to update
  readonly touched: Uint32Array; // the step that last looked at a node
  list: Uint32Array; // nodes reached by the step before
  next: Uint32Array; // nodes reached by this step
  readonly candidate: Uint32Array; // nodes that this step looks at
  readonly value: Float64Array; // distance, direction and weight that the step found, five a node
  now: number; // the step under way
  visits: number; // nodes looked at by the last update
}

const WORTH = 1e-6;

/** Whole: the exact distances and directions of the nodes to the surface. */
export function createMeanFront(distance: Float64Array, direction: Float64Array): MeanFront {
  const count = distance.length;
  return {
    distance: distance.slice(),
    direction: direction.slice(),
    face: new Int32Array(count).fill(-1),
    step: new Uint32Array(count),
    touched: new Uint32Array(count),
    list: new Uint32Array(count),
    next: new Uint32Array(count),
    candidate: new Uint32Array(count),
    value: new Float64Array(5 * count),
    now: 0,
    visits: 0,
  };
}

/** Brings the nodes up to date after the first `count` tets of a list were cut. Deterministic; allocates nothing. */
export function propagateMeans(
  front: MeanFront,
  faces: CrackFaces,
  family: Family,
  tets: Uint32Array,
  count: number,
): void {
  front.visits = 0;
  if (front.now > 0xf0000000) {
    front.step.fill(0);
    front.touched.fill(0);
    front.now = 0;
  }
  front.now++;
  let size = 0;
  for (let k = 0; k < count; k++) size = seedTet(front, faces, family, tets[k], size);
  while (size > 0) {
    const candidates = findCandidates(front, family, size);
    front.visits += candidates;
    size = meanCandidates(front, family, candidates);
    const swap = front.list;
    front.list = front.next;
    front.next = swap;
  }
}

/** Gives the corners of a tet the planes of their own side's faces; all of them are in the first front. */
function seedTet(front: MeanFront, faces: CrackFaces, family: Family, tet: number, listed: number): number {
  const { distance, direction, face, step, list, now } = front;
  const { geometry, own } = faces;
  const { positions, tetNode } = family.topology;
  const end = 2 * (faces.first[tet] + faces.size[tet]);
  let size = listed;
  for (let f = 2 * faces.first[tet]; f < end; f++) {
    const o = POLYGON_SIZE * (f >> 1) + POLYGON_PLANE;
    const side = (f & 1) === 0 ? 1 : -1;
    for (let c = 0, mask = own[f]; mask > 0; c++, mask >>= 1) {
      if ((mask & 1) === 0) continue;
      const i = tetNode[4 * tet + c];
      const above =
        geometry[o] * positions[3 * i] +
        geometry[o + 1] * positions[3 * i + 1] +
        geometry[o + 2] * positions[3 * i + 2] -
        geometry[o + 3];
      if (!(Math.abs(above) < distance[i])) continue;
      distance[i] = Math.abs(above);
      direction[3 * i] = side * geometry[o];
      direction[3 * i + 1] = side * geometry[o + 1];
      direction[3 * i + 2] = side * geometry[o + 2];
      face[i] = f;
      if (step[i] === now) continue;
      // Only nodes that came closer begin the front: the others would pass on planes of the old surface (measured:
      // with all corners of cut tets, as [Glondu13, sec. 4.2] can be read, errors of the bunny in 8 are 3 times larger).
      step[i] = now;
      list[size++] = i;
    }
  }
  return size;
}

/** Lists the neighbours of the front in its fragments, each once. */
function findCandidates(front: MeanFront, family: Family, size: number): number {
  const { list, touched, candidate, now } = front;
  const { label, topology } = family;
  const { nodeStart, nodeNeighbor } = topology;
  let count = 0;
  for (let n = 0; n < size; n++) {
    const i = list[n];
    for (let k = nodeStart[i], end = nodeStart[i + 1]; k < end; k++) {
      const j = nodeNeighbor[k];
      if (label[j] !== label[i] || touched[j] === now) continue;
      touched[j] = now;
      candidate[count++] = j;
    }
  }
  return count;
}

/** One step: eq. 1 and 2 at the candidates, from nodes that the step before reached. Returns how many it reaches. */
function meanCandidates(front: MeanFront, family: Family, candidates: number): number {
  const { distance, direction, face, step, candidate, value, next, now } = front;
  const { label, topology } = family;
  const { positions, nodeStart, nodeNeighbor, meanScale } = topology;
  let size = 0;
  for (let n = 0; n < candidates; n++) {
    const p = candidate[n];
    let sum = 0;
    let weight = 0;
    let nx = 0;
    let ny = 0;
    let nz = 0;
    let most = 0;
    let from = -1;
    for (let k = nodeStart[p], end = nodeStart[p + 1]; k < end; k++) {
      const j = nodeNeighbor[k];
      if (step[j] !== now || label[j] !== label[p]) continue;
      const x = positions[3 * j] - positions[3 * p];
      const y = positions[3 * j + 1] - positions[3 * p + 1];
      const z = positions[3 * j + 2] - positions[3 * p + 2];
      const w = 1 / (x * x + y * y + z * z);
      const ux = direction[3 * j];
      const uy = direction[3 * j + 1];
      const uz = direction[3 * j + 2];
      sum += w * (distance[j] + ux * x + uy * y + uz * z);
      weight += w;
      nx += w * ux;
      ny += w * uy;
      nz += w * uz;
      if (w > most) {
        most = w;
        from = face[j];
      }
    }
    const d = Math.max(0, sum / weight);
    if (!(d < distance[p] - WORTH * meanScale)) continue;
    value[5 * p] = d;
    value[5 * p + 1] = nx;
    value[5 * p + 2] = ny;
    value[5 * p + 3] = nz;
    value[5 * p + 4] = from;
    next[size++] = p;
  }
  front.now = now + 1;
  for (let n = 0; n < size; n++) {
    const p = next[n];
    const x = value[5 * p + 1];
    const y = value[5 * p + 2];
    const z = value[5 * p + 3];
    const length = Math.sqrt(x * x + y * y + z * z);
    distance[p] = value[5 * p];
    step[p] = now + 1;
    face[p] = value[5 * p + 4];
    if (!(length > 1e-9 / (meanScale * meanScale))) continue; // directions cancel: the old one stays
    direction[3 * p] = x / length;
    direction[3 * p + 1] = y / length;
    direction[3 * p + 2] = z / length;
  }
  return size;
}
