// What a surface brings to contacts: vertices that stick out, sharp convex edges, and borders. Flat and hollow places
// bring nothing, so what slides over seams does not trip. Each comes with the direction it points to: a contact whose
// normal is far from that is with the side of the other body, not with the part that rests on the ridge.

import { buildHierarchy, type Hierarchy, STACK_SIZE } from '../hierarchy/hierarchy.ts';
import { nextHalf } from '../mesh/topology.ts';
import type { OpenMesh } from './open-mesh.ts';

/** Numbers that describe a ridge: both ends (the same of a vertex), unit direction, least cosine of a contact's normal. */
export const RIDGE_SIZE = 10;
/** Cosine of 5°: faces that meet at less are as good as flat. */
export const SHARP = 0.9962;
/** Sine of 1°: a vertex whose neighbours are all below by more than that sticks out. */
export const LOWER = 0.0175;
/** Sine: a neighbour above by more than that, and a vertex does not stick out. */
export const LEVEL = 0.01;
/** How much further than the faces around it the normal of a contact may be turned from a ridge, in cosines. */
export const TURN = 0.3;

/** The ridges of a mesh. Made by buildRidges alone. */
export interface Ridges {
  readonly count: number;
  readonly data: Float64Array; // RIDGE_SIZE a ridge
  readonly edge: Uint8Array; // a ridge: 1 for an edge, 0 for a vertex
  readonly hierarchy: Hierarchy; // over them, as flat triangles
}

/** Finds the ridges of a mesh: edges in the order of their half-edges, then vertices. Linear time but for the hierarchy. */
export function buildRidges(mesh: OpenMesh): Ridges {
  const data: number[] = [];
  const edge: number[] = [];
  addEdges(data, edge, mesh);
  addVertices(data, edge, mesh);
  const ends = new Float64Array(6 * edge.length);
  const indices = new Uint32Array(3 * edge.length);
  for (let k = 0; k < edge.length; k++) {
    for (let d = 0; d < 6; d++) ends[6 * k + d] = data[RIDGE_SIZE * k + d];
    indices[3 * k] = 2 * k;
    indices[3 * k + 1] = indices[3 * k + 2] = 2 * k + 1;
  }
  return {
    count: edge.length,
    data: Float64Array.from(data),
    edge: Uint8Array.from(edge),
    hierarchy: buildHierarchy(ends, indices),
  };
}

function addEdges(data: number[], edge: number[], mesh: OpenMesh): void {
  const { positions, indices, twin, faceNormal } = mesh;
  for (let h = 0; h < indices.length; h++) {
    const g = twin[h];
    if (g > h || g === -2) continue; // the other half-edge's turn, or no surface
    const s = h - (h % 3);
    const t = g < 0 ? s : g - (g % 3);
    const a = 3 * indices[h];
    const b = 3 * indices[nextHalf(h)];
    if (isFlat(faceNormal, s) || isFlat(faceNormal, t)) continue;
    const dot = dotNormals(faceNormal, s, t);
    if (g >= 0) {
      const tip = 3 * indices[nextHalf(nextHalf(g))];
      let height = 0;
      for (let d = 0; d < 3; d++) height += faceNormal[s + d] * (positions[tip + d] - positions[a + d]);
      if (!(dot < SHARP && height < 0)) continue;
    }
    const x = faceNormal[s] + faceNormal[t];
    const y = faceNormal[s + 1] + faceNormal[t + 1];
    const z = faceNormal[s + 2] + faceNormal[t + 2];
    const length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > 0)) continue;
    for (let d = 0; d < 3; d++) data.push(positions[a + d]);
    for (let d = 0; d < 3; d++) data.push(positions[b + d]);
    data.push(x / length, y / length, z / length, 0.5 * length - TURN); // |n₁ + n₂|/2 is the cosine to either
    edge.push(1);
  }
}

function addVertices(data: number[], edge: number[], mesh: OpenMesh): void {
  const { positions, indices, same, faceNormal, vertexNormal, vertexBorder } = mesh;
  const count = positions.length / 3;
  const highest = new Float64Array(count).fill(-2); // of the sines of the ways to neighbours, over the normal
  const lowest = new Float64Array(count).fill(2);
  const widest = new Float64Array(count).fill(2); // least cosine of the faces around
  const unit = new Float64Array(3 * count);
  for (let v = 0; v < count; v++) {
    const x = vertexNormal[3 * v];
    const y = vertexNormal[3 * v + 1];
    const z = vertexNormal[3 * v + 2];
    const length = Math.sqrt(x * x + y * y + z * z);
    for (let d = 0; d < 3 && length > 0; d++) unit[3 * v + d] = vertexNormal[3 * v + d] / length;
  }
  for (let h = 0; h < indices.length; h++) {
    const v = same[indices[h]];
    const s = h - (h % 3);
    let cosine = 0;
    for (let d = 0; d < 3; d++) cosine += unit[3 * v + d] * faceNormal[s + d];
    if (!isFlat(faceNormal, s)) widest[v] = Math.min(widest[v], cosine);
    for (let k = 1; k < 3; k++) {
      const w = 3 * indices[s + ((h + k) % 3)];
      let square = 0;
      let height = 0;
      for (let d = 0; d < 3; d++) {
        const way = positions[w + d] - positions[3 * v + d];
        square += way * way;
        height += way * unit[3 * v + d];
      }
      if (!(square > 0)) continue;
      const sine = height / Math.sqrt(square);
      highest[v] = Math.max(highest[v], sine);
      lowest[v] = Math.min(lowest[v], sine);
    }
  }
  for (let v = 0; v < count; v++) {
    const out = highest[v] <= LEVEL && (lowest[v] < -LOWER || vertexBorder[v] === 1);
    if (same[v] !== v || widest[v] > 1.5 || !out) continue;
    for (let k = 0; k < 6; k++) data.push(positions[3 * v + (k % 3)]);
    data.push(unit[3 * v], unit[3 * v + 1], unit[3 * v + 2], widest[v] - TURN);
    edge.push(0);
  }
}

function isFlat(normal: Float64Array, at: number): boolean {
  return normal[at] === 0 && normal[at + 1] === 0 && normal[at + 2] === 0;
}

function dotNormals(normal: Float64Array, s: number, t: number): number {
  return normal[s] * normal[t] + normal[s + 1] * normal[t + 1] + normal[s + 2] * normal[t + 2];
}

const waiting = new Int32Array(STACK_SIZE); // scratch: nodes to look at, one a level and one more at most

/**
 * Writes the numbers of the ridges whose boxes meet `box` to `out`, as far as there is room; returns how many there are.
 * In the order of the hierarchy. Allocation-free.
 */
export function gatherRidges(out: Int32Array, ridges: Ridges, box: Float64Array): number {
  const { hierarchy, data } = ridges;
  const { second, first, size, triangle } = hierarchy;
  let found = 0;
  waiting[0] = 0;
  for (let waits = ridges.count > 0 ? 1 : 0; waits > 0; ) {
    const node = waiting[--waits];
    if (!meets(hierarchy.box, 6 * node, box)) continue;
    if (second[node] >= 0) {
      waiting[waits++] = second[node];
      waiting[waits++] = node + 1;
      continue;
    }
    for (let s = first[node]; s < first[node] + size[node]; s++) {
      const k = triangle[s];
      if (!endsMeet(data, RIDGE_SIZE * k, box)) continue;
      if (found < out.length) out[found] = k;
      found++;
    }
  }
  return found;
}

function meets(a: Float64Array, at: number, b: Float64Array): boolean {
  return (
    a[at] <= b[3] &&
    a[at + 1] <= b[4] &&
    a[at + 2] <= b[5] &&
    a[at + 3] >= b[0] &&
    a[at + 4] >= b[1] &&
    a[at + 5] >= b[2]
  );
}

/** Whether the box of two ends meets `box`. */
export function endsMeet(ends: Float64Array, at: number, box: Float64Array): boolean {
  for (let d = 0; d < 3; d++) {
    const low = Math.min(ends[at + d], ends[at + 3 + d]);
    const high = Math.max(ends[at + d], ends[at + 3 + d]);
    if (!(low <= box[3 + d] && high >= box[d])) return false;
  }
  return true;
}

/** Writes what a ridge is like to out; true for an edge, false for a vertex. */
export function describeMeshRidge(out: Float64Array, { data, edge }: Ridges, ridge: number): boolean {
  for (let k = 0; k < RIDGE_SIZE; k++) out[k] = data[RIDGE_SIZE * ridge + k];
  return edge[ridge] === 1;
}
