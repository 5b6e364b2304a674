// Sharp edges of a surface: where two triangles meet at an angle. Points alone miss contacts of edge against
// edge, so these edges are features of their own in collision queries.

import { measureNormal } from '../geometry/triangle.ts';
import { between } from '../job/check.ts';
import { cos } from '../math/trig.ts';
import { checkMesh } from './check.ts';
import { buildEdges, nextHalf } from './topology.ts';

/** Sharp edges in ascending order of their vertices (lower, then higher). */
export interface SharpEdges {
  readonly count: number;
  readonly vertex: Uint32Array; // two vertices an edge, lower first
  readonly face: Uint32Array; // its two triangles, the one that runs lower to higher first
  readonly convex: Uint8Array; // 1 where the solid bulges, 0 in a groove
}

const isAngle = /* @__PURE__ */ between(0, 180, ' degrees');
const isDip = /* @__PURE__ */ between(0, Infinity, ' metres');

/**
 * Lists the edges whose two triangles deviate from flat by more than `angle` degrees; and blunter ones that an equally
 * long edge may cross by more than `dip` before its ends are below either triangle: half their length times the tangent
 * of half their angle. Edges with other than two triangles, and degenerate triangles, have no angle and are left out.
 */
export function findSharpEdges(
  positions: Float64Array,
  indices: Uint32Array,
  angle: number,
  dip = Infinity,
): SharpEdges {
  checkMesh('mesh', { positions, indices });
  isAngle('angle', angle);
  isDip('dip', dip);
  const normal = faceNormals(positions, indices);
  const edges = buildEdges(indices, positions.length / 3);
  const limit = cos((angle * Math.PI) / 180);
  const vertex: number[] = [];
  const face: number[] = [];
  const convex: number[] = [];
  for (let e = 0; e < edges.edgeCount; e++) {
    if (edges.start[e + 1] - edges.start[e] !== 2) continue;
    let h = edges.half[edges.start[e]];
    let g = edges.half[edges.start[e] + 1];
    if (indices[h] > indices[nextHalf(h)]) [h, g] = [g, h];
    const s = h - (h % 3);
    const t = g - (g % 3);
    const dot = normal[s] * normal[t] + normal[s + 1] * normal[t + 1] + normal[s + 2] * normal[t + 2];
    const flat = normal[s] === 0 && normal[s + 1] === 0 && normal[s + 2] === 0;
    const flatOther = normal[t] === 0 && normal[t + 1] === 0 && normal[t + 2] === 0;
    if (flat || flatOther) continue;
    const foot = 3 * indices[h];
    const head = 3 * indices[nextHalf(h)];
    let square = 0;
    for (let d = 0; d < 3; d++) {
      const x = positions[head + d] - positions[foot + d];
      square += x * x;
    }
    if (!(dot < limit) && !(0.25 * square * (1 - dot) > dip * dip * (1 + dot))) continue;
    // Convex when the far corner of one triangle lies below the plane of the other.
    const tip = 3 * indices[nextHalf(nextHalf(g))];
    let height = 0;
    for (let d = 0; d < 3; d++) height += normal[s + d] * (positions[tip + d] - positions[foot + d]);
    vertex.push(indices[h], indices[nextHalf(h)]);
    face.push(s / 3, t / 3);
    convex.push(height < 0 ? 1 : 0);
  }
  return {
    count: convex.length,
    vertex: Uint32Array.from(vertex),
    face: Uint32Array.from(face),
    convex: Uint8Array.from(convex),
  };
}

function faceNormals(positions: Float64Array, indices: Uint32Array): Float64Array {
  const normals = new Float64Array(indices.length);
  const normal = new Float64Array(4);
  for (let t = 0; 3 * t < indices.length; t++) {
    measureNormal(normal, positions, indices, t);
    for (let d = 0; d < 3; d++) normals[3 * t + d] = normal[d];
  }
  return normals;
}
