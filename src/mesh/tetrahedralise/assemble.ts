// From a labelled triangulation to a TetSolid: nodes renumbered, boundary first, attributes carried over.

import { hilbertOrder } from '../delaunay/order.ts';
import { DEAD, type Triangulation } from '../delaunay/triangulation.ts';
import { distanceSurface, type SurfaceQuery } from '../surface-distance.ts';
import { TET_FACES } from '../tet-mesh.ts';
import type { TriangleMesh } from '../triangle-mesh.ts';
import { carryAttributes } from './attributes.ts';
import { INSIDE } from './classify.ts';
import type { Hull } from './manifold.ts';
import { findTriangle, runsThrough, type Shell } from './shell.ts';
import type { TetSolid } from './solid.ts';

/** What assembly knows of a solid. */
type Assembly = Pick<
  TetSolid,
  'tets' | 'surfaceCount' | 'surface' | 'face' | 'source' | 'vertex' | 'recovered'
>;

/**
 * Numbers boundary nodes in the order of their points and interior nodes along a Hilbert curve, orders tets along
 * another and boundary triangles as the input has them. `vertex` gives the input vertex of each point, or −1.
 */
export function assembleSolid(
  tri: Triangulation,
  shell: Shell,
  hull: Hull,
  mesh: TriangleMesh,
  query: SurfaceQuery,
  vertex: Int32Array,
): Assembly {
  const { rank, surfaceCount, positions } = rankNodes(tri, hull);
  const { indices, tetRank } = orderTets(tri, hull, rank);
  const { half, part, source } = orderBoundary(tri, shell, hull, query);
  const count = half.length;
  const face = new Uint32Array(count);
  const corners = new Uint32Array(3 * count);
  const from = new Uint32Array(3 * count);
  for (let i = 0; i < count; i++) {
    face[i] = 4 * tetRank[half[i] >> 2] + (half[i] & 3);
    for (let k = 0; k < 3; k++) {
      let c = (half[i] & ~3) + TET_FACES[3 * (half[i] & 3) + k];
      if (part[i] >= 0) {
        c = half[i] & ~3; // corners in the order of the input triangle
        while (tri.tets[c] !== shell.corner[3 * part[i] + k]) c++;
      }
      corners[3 * i + k] = rank[hull.node[c]];
      from[3 * i + k] = part[i] >= 0 ? shell.from[3 * part[i] + k] : source[i];
    }
  }
  const nodeVertex = new Int32Array(surfaceCount).fill(-1);
  for (let n = 0; n < hull.nodeCount; n++) {
    const p = hull.point[n];
    if (rank[n] < surfaceCount && p < vertex.length) nodeVertex[rank[n]] = vertex[p];
  }
  const surface = {
    positions: positions.subarray(0, 3 * surfaceCount),
    indices: corners,
    ...carryAttributes(mesh, positions, corners, source, from, nodeVertex),
  };
  const recovered = countRecovered(shell, part, mesh.indices.length / 3);
  return { tets: { positions, indices }, surfaceCount, surface, face, source, vertex: nodeVertex, recovered };
}

/** Final numbers of the hull's nodes, and their positions. */
function rankNodes(
  tri: Triangulation,
  hull: Hull,
): { rank: Int32Array; surfaceCount: number; positions: Float64Array } {
  const { nodeCount, point } = hull;
  const rank = new Int32Array(nodeCount).fill(-1);
  const onBoundary = new Uint8Array(nodeCount);
  for (const n of hull.indices) onBoundary[n] = 1;
  let next = 0;
  for (let n = 0; n < nodeCount; n++) if (onBoundary[n]) rank[n] = next++;
  const surfaceCount = next;
  const inner: number[] = [];
  for (let n = 0; n < nodeCount; n++) if (!onBoundary[n]) inner.push(n);
  const place = new Float64Array(3 * inner.length);
  for (let i = 0; i < inner.length; i++) {
    for (let d = 0; d < 3; d++) place[3 * i + d] = tri.points[3 * point[inner[i]] + d];
  }
  for (const i of hilbertOrder(place, 0, inner.length)) rank[inner[i]] = next++;
  const positions = new Float64Array(3 * nodeCount);
  for (let n = 0; n < nodeCount; n++) {
    for (let d = 0; d < 3; d++) positions[3 * rank[n] + d] = tri.points[3 * point[n] + d];
  }
  return { rank, surfaceCount, positions };
}

/** The inside tets along a Hilbert curve through their centroids, and the number each slot got. */
function orderTets(
  tri: Triangulation,
  hull: Hull,
  rank: Int32Array,
): { indices: Uint32Array; tetRank: Int32Array } {
  const { tets, slots, label, points } = tri;
  const inside: number[] = [];
  for (let t = 0; t < slots; t++) if (tets[4 * t] !== DEAD && label[t] === INSIDE) inside.push(t);
  const center = new Float64Array(3 * inside.length);
  for (let i = 0; i < inside.length; i++) {
    for (let k = 0; k < 4; k++) {
      for (let d = 0; d < 3; d++) center[3 * i + d] += points[3 * tets[4 * inside[i] + k] + d];
    }
  }
  const tetRank = new Int32Array(slots).fill(-1);
  const indices = new Uint32Array(4 * inside.length);
  let next = 0;
  for (const i of hilbertOrder(center, 0, inside.length)) {
    for (let k = 0; k < 4; k++) indices[4 * next + k] = rank[hull.node[4 * inside[i] + k]];
    tetRank[inside[i]] = next++;
  }
  return { indices, tetRank };
}

/** Boundary faces by input triangle: the half-face, its shell triangle or −1, and the input triangle. */
function orderBoundary(
  tri: Triangulation,
  shell: Shell,
  hull: Hull,
  query: SurfaceQuery,
): { half: Int32Array; part: Int32Array; source: Uint32Array } {
  const { tets, points } = tri;
  const found = new Float64Array(4);
  const center = new Float64Array(3);
  const count = hull.face.length;
  const parts = new Int32Array(count).fill(-1);
  const sources = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const f = hull.face[i];
    const p = tets[(f & ~3) + TET_FACES[3 * (f & 3)]];
    const q = tets[(f & ~3) + TET_FACES[3 * (f & 3) + 1]];
    const r = tets[(f & ~3) + TET_FACES[3 * (f & 3) + 2]];
    const part = findTriangle(shell, p, q, r);
    // Where the surface cuts through itself, a triangle may be found with its back to the outside: not the same.
    if (part >= 0 && runsThrough(shell, part, p, q)) {
      parts[i] = part;
      sources[i] = shell.source[part];
      continue;
    }
    for (let d = 0; d < 3; d++) center[d] = (points[3 * p + d] + points[3 * q + d] + points[3 * r + d]) / 3;
    sources[i] = distanceSurface(found, query, center, 0, -1);
  }
  const order = sortFaces(sources, parts, hull.face);
  return {
    half: order.map((i) => hull.face[i]),
    part: order.map((i) => parts[i]),
    source: Uint32Array.from(order, (i) => sources[i]),
  };
}

/** Places by source, those of one by part, then by face: a counting sort, and few of each. */
function sortFaces(source: Uint32Array, part: Int32Array, face: ArrayLike<number>): Int32Array {
  let most = 0;
  for (let i = 0; i < source.length; i++) most = Math.max(most, source[i]);
  const slot = new Uint32Array(most + 2);
  for (let i = 0; i < source.length; i++) slot[source[i] + 1]++;
  for (let t = 0; t <= most; t++) slot[t + 1] += slot[t];
  const first = slot.slice();
  const order = new Int32Array(source.length);
  for (let i = 0; i < source.length; i++) {
    let at = slot[source[i]]++;
    for (; at > first[source[i]]; at--) {
      const before = order[at - 1];
      if (part[before] < part[i] || (part[before] === part[i] && face[before] < face[i])) break;
      order[at] = before;
    }
    order[at] = i;
  }
  return order;
}

/** The share of input triangles all of whose parts are on the boundary. */
function countRecovered(shell: Shell, part: Int32Array, triangleCount: number): number {
  const isIn = new Uint8Array(shell.count);
  for (const s of part) if (s >= 0) isIn[s] = 1;
  const lacking = new Uint8Array(triangleCount);
  for (let s = 0; s < shell.count; s++) if (!isIn[s] || !shell.given[s]) lacking[shell.source[s]] = 1;
  let whole = 0;
  for (let t = 0; t < triangleCount; t++) if (!lacking[t]) whole++;
  return whole / triangleCount;
}
