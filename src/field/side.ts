// Which side of a surface a point is on, and within what radius that cannot change. Closed surfaces: by the
// pseudonormal of the closest feature, constant as far as the surface is away. Others: by the winding number,
// whose change is bounded by the surface's rim.

import { closestTriangle } from '../hierarchy/closest.ts';
import { buildHierarchy, type Hierarchy } from '../hierarchy/hierarchy.ts';
import { matchVertices } from '../mesh/repair-weld.ts';
import type { SurfaceQuery } from '../mesh/surface-distance.ts';
import { buildEdges, nextHalf } from '../mesh/topology.ts';
import { windingNumber } from '../mesh/winding.ts';
import { EDGE, type Shortlist, VERTEX } from './shortlist.ts';

export interface Side {
  readonly query: SurfaceQuery;
  readonly rim: Hierarchy | null; // the edges at which an open surface ends, as flat triangles
  readonly rimLength: number; // their length, each as often as it is left over
}

const WINDING_ERROR = 0.01; // of windingNumber, in turns (mesh/winding.ts)
const INV_4PI = 1 / (4 * Math.PI);
const p = new Float64Array(3); // scratch: a point in the mesh's frame
const turns = new Float64Array(1); // scratch: its winding number
const found = new Float64Array(7); // scratch: what closestTriangle writes

export function createSide(query: SurfaceQuery, positions: Float64Array): Side {
  if (query.closed) return { query, rim: null, rimLength: 0 };
  const same = matchVertices(positions); // seams are no rims
  const indices = query.indices.map((v) => same[v]);
  const { edgeCount, start, half } = buildEdges(indices, positions.length / 3);
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
  };
}

/**
 * The side of the center that `shortlist` was last narrowed to, −1 inside and 1 outside, if no point within
 * `radius` of it is on the other side; 0 if that is not sure. A radius of 0 always gives the side.
 */
export function sideWithin(side: Side, shortlist: Shortlist, radius: number): number {
  const { query } = side;
  const { near, nearFeature, box, features } = shortlist;
  if (radius > 0 && !(near[0] > radius * radius * (1 + 1e-9))) return 0;
  if (query.closed) {
    const index = nearFeature[1];
    let normal = query.faceNormal;
    let o = 3 * features.faceId[index];
    if (nearFeature[0] === VERTEX) {
      normal = query.vertexNormal;
      o = 3 * features.vertexId[index];
    } else if (nearFeature[0] === EDGE) {
      normal = query.edgeNormal;
      o = 3 * features.edgeId[index];
    }
    return near[1] * normal[o] + near[2] * normal[o + 1] + near[3] * normal[o + 2] < 0 ? -1 : 1;
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
