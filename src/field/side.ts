// Which side of a surface a point is on, and within what radius that cannot change. Closed surfaces: by the
// pseudonormal of the closest feature, constant as far as the surface is away. So too where one only touches itself,
// away from there. Others: by the winding number, whose change is bounded by the surface's rim.

import { closestTriangle } from '../hierarchy/closest.ts';
import { buildHierarchy, type Hierarchy } from '../hierarchy/hierarchy.ts';
import { matchVertices } from '../mesh/repair-weld.ts';
import type { SurfaceQuery } from '../mesh/surface-distance.ts';
import { buildEdges, buildTwins, type EdgeTable, nextHalf } from '../mesh/topology.ts';
import { windingNumber } from '../mesh/winding.ts';
import { EDGE, type Shortlist, VERTEX } from './shortlist.ts';

export interface Side {
  readonly query: SurfaceQuery;
  readonly rim: Hierarchy | null; // the edges at which an open surface ends, as flat triangles
  readonly rimLength: number; // their length, each as often as it is left over
  readonly clear: Clear | null; // of one that touches itself and no more; null where normals tell all or nothing
}

/** Where a pseudonormal tells the side, 1 each: not where a surface touches itself. */
interface Clear {
  readonly face: Uint8Array;
  readonly half: Uint8Array;
  readonly vertex: Uint8Array;
}

const WINDING_ERROR = 0.01; // of windingNumber, in turns (mesh/winding.ts)
const INV_4PI = 1 / (4 * Math.PI);
const p = new Float64Array(3); // scratch: a point in the mesh's frame
const turns = new Float64Array(1); // scratch: its winding number
const found = new Float64Array(7); // scratch: what closestTriangle writes

/** `embedded` promises that the surface crosses itself nowhere, though it may touch itself. */
export function createSide(query: SurfaceQuery, positions: Float64Array, embedded = false): Side {
  if (query.closed) return { query, rim: null, rimLength: 0, clear: null };
  const same = matchVertices(positions); // seams are no rims
  const indices = query.indices.map((v) => same[v]);
  const edges = buildEdges(indices, positions.length / 3);
  const { edgeCount, start, half } = edges;
  const ends: number[] = [];
  let rimLength = 0;
  for (let e = 0; e < edgeCount; e++) {
    let left = 0; // how often the edge is run through one way more than the other
    for (let i = start[e]; i < start[e + 1]; i++)
      left += indices[half[i]] < indices[nextHalf(half[i])] ? 1 : -1;
    if (left === 0) continue;
    const a = indices[half[start[e]]];
    const b = indices[nextHalf(half[start[e]])];
    const x = positions[3 * a] - positions[3 * b];
    const y = positions[3 * a + 1] - positions[3 * b + 1];
    const z = positions[3 * a + 2] - positions[3 * b + 2];
    rimLength += Math.abs(left) * Math.sqrt(x * x + y * y + z * z);
    ends.push(a, b, b);
  }
  return {
    query,
    rim: ends.length > 0 ? buildHierarchy(positions, Uint32Array.from(ends)) : null,
    rimLength,
    clear: embedded && ends.length === 0 ? findClear(query, same, indices, edges) : null,
  };
}

/** Edges of two triangles, vertices of one fan of them, faces that have such an edge; none at a degenerate triangle. */
function findClear(query: SurfaceQuery, same: Uint32Array, indices: Uint32Array, edges: EdgeTable): Clear {
  const twin = buildTwins(indices, edges);
  const half = Uint8Array.from(twin, (h) => (h >= 0 ? 1 : 0));
  for (let t = 0; t < indices.length; t += 3) {
    const n = query.faceNormal;
    if (n[t] !== 0 || n[t + 1] !== 0 || n[t + 2] !== 0) continue;
    for (let h = t; h < t + 3; h++) {
      half[h] = 0;
      if (twin[h] >= 0) half[twin[h]] = 0;
    }
  }
  const corners = new Uint32Array(same.length);
  const vertex = new Uint8Array(same.length).fill(1);
  for (let h = 0; h < indices.length; h++) {
    corners[indices[h]]++;
    if (half[h] === 0) vertex[indices[h]] = vertex[indices[nextHalf(h)]] = 0;
  }
  const seen = new Uint8Array(same.length);
  for (let h = 0; h < indices.length; h++) {
    const v = indices[h];
    if (vertex[v] === 0 || seen[v]++ > 0) continue;
    let fan = 1;
    for (let g = nextHalf(twin[h]); g !== h; g = nextHalf(twin[g])) fan++;
    if (fan !== corners[v]) vertex[v] = 0;
  }
  const face = new Uint8Array(indices.length / 3);
  for (let h = 0; h < half.length; h++) if (half[h] === 1) face[Math.floor(h / 3)] = 1;
  return { face, half, vertex: Uint8Array.from(same, (v) => vertex[v]) };
}

/**
 * The side of the center that `shortlist` was last narrowed to, −1 inside and 1 outside, if no point within
 * `radius` of it is on the other side; 0 if that is not sure. A radius of 0 always gives the side.
 */
export function sideWithin(side: Side, shortlist: Shortlist, radius: number): number {
  const { query, clear } = side;
  const { near, nearFeature, box, features } = shortlist;
  if (radius > 0 && !(near[0] > radius * radius * (1 + 1e-9))) return 0;
  if (query.closed || clear) {
    const index = nearFeature[1];
    let normal = query.faceNormal;
    let known = clear?.face;
    let id = features.faceId[index];
    if (nearFeature[0] === VERTEX) {
      normal = query.vertexNormal;
      known = clear?.vertex;
      id = features.vertexId[index];
    } else if (nearFeature[0] === EDGE) {
      normal = query.edgeNormal;
      known = clear?.half;
      id = features.edgeId[index];
    }
    if (!known || known[id] === 1) {
      const o = 3 * id;
      return near[1] * normal[o] + near[2] * normal[o + 1] + near[3] * normal[o + 2] < 0 ? -1 : 1;
    }
  }
  for (let d = 0; d < 3; d++) p[d] = features.origin[d] + box[d];
  return windingSide(side, p, radius);
}

/** The same for a point of the mesh's frame and a surface that is not closed, which `radius` does not reach. */
export function windingSide(side: Side, p: Float64Array, radius: number): number {
  const { query, rim, rimLength } = side;
  windingNumber(turns, query.winding!, p, 0);
  if (radius > 0 && rim) {
    // The gradient of the winding number is a line integral along the rim (Biot and Savart's law):
    // |∇w| ≤ (1/4π) ∮ dl/r² ≤ length/(4π r²), where r is the distance from the rim.
    closestTriangle(found, rim, p, 0, -1);
    const r = Math.sqrt(found[0]) - radius;
    const change = (INV_4PI * rimLength * radius) / (r * r);
    if (!(r > 0 && change + 2 * WINDING_ERROR < Math.abs(turns[0] - 0.5))) return 0;
  }
  return turns[0] > 0.5 ? -1 : 1;
}
