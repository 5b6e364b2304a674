// The closest crack face of every node: after a cut the nodes around it learn its faces, and hand them on along the
// edges of their fragment for as long as they come closer than what is known. In place of the distances and directions
// of [Glondu13, sec. 4.2, eq. 1–2] it is the face itself that travels, so every distance on the way is exact to some
// face and none adds up errors; papers/mean-front.ts has the paper's form.

import { WORTH_VISIT } from './constants.ts';
import { type CrackFaces, faceWithin, POLYGON_PLANE, POLYGON_SIZE } from './crack-faces.ts';
import type { Family } from './family.ts';

/** What is known at the nodes, and the front under way. Values only ever fall: a fragment lies within its parent. */
export interface FaceFront {
  readonly distance: Float64Array; // a node: depth below the surface of its fragment, as far as known
  readonly face: Int32Array; // the crack face at that distance, −1 where the old surface is nearer
  readonly queue: Uint32Array; // scratch: a ring of nodes
  readonly queued: Uint8Array; // 1 for nodes in it: none is in it twice, so it cannot overflow
  visits: number; // nodes taken from the queue by the last update
  tests: number; // exact distances computed by it
}

/** Whole: the exact distances of the nodes to the surface, and no cracks. */
export function createFaceFront(distance: Float64Array): FaceFront {
  const count = distance.length;
  return {
    distance: distance.slice(),
    face: new Int32Array(count).fill(-1),
    queue: new Uint32Array(count),
    queued: new Uint8Array(count),
    visits: 0,
    tests: 0,
  };
}

const hit = new Float64Array(1); // scratch: a squared distance
const disc = new Float64Array(4); // scratch: the middle of a face, and the radius of the disc about it that holds it

/**
 * Brings the nodes up to date after the first `count` tets of a list were cut and got their faces. Visits only what comes
 * closer to a crack. Deterministic; allocates nothing.
 */
export function propagateFaces(
  front: FaceFront,
  faces: CrackFaces,
  family: Family,
  tets: Uint32Array,
  count: number,
): void {
  front.visits = 0;
  front.tests = 0;
  spread(front, faces, family, seedNodes(front, faces, family, tets, count));
}

/** Shows the corners of cut tets the faces of their own side; returns how many nodes are queued. */
function seedNodes(
  front: FaceFront,
  faces: CrackFaces,
  family: Family,
  tets: Uint32Array,
  count: number,
): number {
  const { distance, face, queue, queued } = front;
  const { own, geometry, sides, first, size: sizeOf } = faces;
  const { positions, tetNode, meanScale } = family.topology;
  const worth = WORTH_VISIT * meanScale;
  let size = 0;
  let tests = 0;
  for (let k = 0; k < count; k++) {
    const tet = tets[k];
    const end = first[tet] + sizeOf[tet];
    for (let g = first[tet]; g < end; g++) {
      const behind = own[2 * g];
      const both = behind | own[2 * g + 1]; // mostly all four corners
      const plane = POLYGON_SIZE * g + POLYGON_PLANE;
      const nx = geometry[plane];
      const ny = geometry[plane + 1];
      const nz = geometry[plane + 2];
      const offset = geometry[plane + 3];
      for (let c = 0; c < 4; c++) {
        if (((both >> c) & 1) === 0) continue;
        const i = tetNode[4 * tet + c];
        const limit = distance[i] - worth;
        const above = nx * positions[3 * i] + ny * positions[3 * i + 1] + nz * positions[3 * i + 2] - offset;
        if (!(above < limit && above > -limit)) continue; // the face is at least as far as its plane
        tests++;
        hit[0] = limit * limit;
        if (!faceWithin(hit, geometry, POLYGON_SIZE * g, sides[g], positions, 3 * i)) continue;
        distance[i] = Math.sqrt(hit[0]);
        face[i] = 2 * g + 1 - ((behind >> c) & 1);
        if (queued[i] === 1) continue;
        queued[i] = 1;
        queue[size++] = i;
      }
    }
  }
  front.tests += tests;
  return size;
}

/** Writes to `disc` that of the polygon at geometry[g…]. */
function measureDisc(geometry: Float64Array, g: number): void {
  const mx = (geometry[g] + geometry[g + 3] + geometry[g + 6] + geometry[g + 9]) / 4;
  const my = (geometry[g + 1] + geometry[g + 4] + geometry[g + 7] + geometry[g + 10]) / 4;
  const mz = (geometry[g + 2] + geometry[g + 5] + geometry[g + 8] + geometry[g + 11]) / 4;
  let square = 0;
  for (let c = g; c < g + POLYGON_PLANE; c += 3) {
    const x = geometry[c] - mx;
    const y = geometry[c + 1] - my;
    const z = geometry[c + 2] - mz;
    const d = x * x + y * y + z * z;
    if (d > square) square = d;
  }
  disc[0] = mx;
  disc[1] = my;
  disc[2] = mz;
  disc[3] = Math.sqrt(square);
}

/** Hands faces on until none comes closer to any node. */
function spread(front: FaceFront, faces: CrackFaces, family: Family, queued: number): void {
  const { distance, face, queue, queued: inQueue } = front;
  const { geometry, sides } = faces;
  const { label, topology } = family;
  const { positions, nodeStart, nodeNeighbor, meanScale } = topology;
  const worth = WORTH_VISIT * meanScale;
  const room = queue.length;
  let head = 0;
  let size = queued;
  let visits = 0;
  let tests = 0;
  while (size > 0) {
    const i = queue[head];
    head = head + 1 === room ? 0 : head + 1;
    size--;
    inQueue[i] = 0;
    visits++;
    const f = face[i];
    const own = label[i];
    const g = POLYGON_SIZE * (f >> 1);
    const nx = geometry[g + POLYGON_PLANE];
    const ny = geometry[g + POLYGON_PLANE + 1];
    const nz = geometry[g + POLYGON_PLANE + 2];
    const offset = geometry[g + POLYGON_PLANE + 3];
    measureDisc(geometry, g);
    const mx = disc[0];
    const my = disc[1];
    const mz = disc[2];
    const radius = disc[3];
    const stop = nodeStart[i + 1];
    for (let k = nodeStart[i]; k < stop; k++) {
      const j = nodeNeighbor[k];
      if (label[j] !== own || face[j] === f) continue;
      const limit = Math.max(0, distance[j] - worth);
      const x = positions[3 * j];
      const y = positions[3 * j + 1];
      const z = positions[3 * j + 2];
      const above = nx * x + ny * y + nz * z - offset;
      const height = above * above;
      const wide = radius + Math.sqrt(limit * limit - height); // not a number if the plane is too far
      const away = (x - mx) * (x - mx) + (y - my) * (y - my) + (z - mz) * (z - mz) - height;
      if (!(away <= wide * wide)) continue; // the face is at least as far as its plane and its disc
      tests++;
      hit[0] = limit * limit;
      if (!faceWithin(hit, geometry, g, sides[f >> 1], positions, 3 * j)) continue;
      distance[j] = Math.sqrt(hit[0]);
      face[j] = f;
      if (inQueue[j] === 1) continue;
      inQueue[j] = 1;
      let last = head + size;
      if (last >= room) last -= room;
      queue[last] = j;
      size++;
    }
  }
  front.visits += visits;
  front.tests += tests;
}
