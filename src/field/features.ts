// The features of a surface: its vertices, the insides of its edges, the insides of its faces. The closest point
// of the surface is the closest of these. Each has a cheap distance of its own and a region outside of which it
// is nobody's closest feature; shortlist.ts makes use of both.

import { buildEdges, nextHalf } from '../mesh/topology.ts';

/** Of an edge: start, unit direction, length, unit directions into two of its faces; 1-norms of these directions. */
export const EDGE_STRIDE = 16;

/** Of a face: corner a, unit normal, gradients of the weights u and v, their slack; 1-norms of those of u, v, u + v. */
export const FACE_STRIDE = 16;

/** Features in coordinates relative to `origin`: rounding then depends on the solid's size, not on its place. */
export interface Features {
  readonly origin: Float64Array; // xyz
  readonly slack: number; // a length that rounding errors do not reach
  readonly vertexCount: number;
  readonly edgeCount: number;
  readonly faceCount: number;
  readonly vertex: Float64Array; // xyz a vertex
  readonly edge: Float64Array; // EDGE_STRIDE numbers each
  readonly face: Float64Array; // FACE_STRIDE numbers each
  readonly vertexId: Uint32Array; // the mesh's vertex
  readonly edgeId: Uint32Array; // a half-edge of the mesh
  readonly faceId: Uint32Array; // the mesh's triangle
  readonly run: Uint32Array; // 3 a triangle in order, and 3 at the end: vertices, edges, faces listed before it
}

const THIN = 1e-12; // below this squared sine a triangle counts as its edges: 5e-7 of its longest edge off at most
const SLACK = 1e-12; // of the size of the region
const ROUNDING = 1e-15; // of the largest coordinate: a few times 2⁻⁵³

/**
 * Lists the features of a mesh as `order`, all of its triangles, comes upon them. Along a hierarchy's slots, what
 * a leaf adds is one run of each kind, and neighbours in space are neighbours in memory. `size` is the diagonal of
 * the region in which distances will be asked for.
 */
export function buildFeatures(
  positions: Float64Array,
  indices: Uint32Array,
  order: Uint32Array,
  origin: Float64Array,
  size: number,
): Features {
  const local = new Float64Array(positions.length);
  let largest = 0;
  for (let i = 0; i < positions.length; i++) {
    local[i] = positions[i] - origin[i % 3];
    largest = Math.max(largest, Math.abs(positions[i]));
  }
  const slack = SLACK * size + ROUNDING * largest;
  const inward = new Float64Array(3 * indices.length);
  const run = new Uint32Array(indices.length + 3);
  const vertices = listVertices(run, local, indices, order);
  const faces = listFaces(run, inward, local, indices, order, slack);
  const edges = listEdges(run, local, indices, order, inward);
  return {
    origin,
    slack,
    vertexCount: vertices.id.length,
    edgeCount: edges.id.length,
    faceCount: faces.id.length,
    vertex: vertices.data,
    edge: edges.data,
    face: faces.data,
    vertexId: vertices.id,
    edgeId: edges.id,
    faceId: faces.id,
    run,
  };
}

interface List {
  readonly data: Float64Array;
  readonly id: Uint32Array;
}

function listVertices(run: Uint32Array, local: Float64Array, indices: Uint32Array, order: Uint32Array): List {
  const seen = new Uint8Array(local.length / 3);
  const id = new Uint32Array(seen.length);
  const data = new Float64Array(local.length);
  let count = 0;
  for (let n = 0; n < order.length; n++) {
    const t = order[n];
    for (let i = 0; i < 3; i++) {
      const v = indices[3 * t + i];
      if (seen[v]) continue;
      seen[v] = 1;
      for (let d = 0; d < 3; d++) data[3 * count + d] = local[3 * v + d];
      id[count++] = v;
    }
    run[3 * n + 3] = count;
  }
  return { data: data.subarray(0, 3 * count), id: id.subarray(0, count) };
}

/** Also writes, for each half-edge, the unit direction into its face, at right angles to the edge; 0 if thin. */
function listFaces(
  run: Uint32Array,
  inward: Float64Array,
  local: Float64Array,
  indices: Uint32Array,
  order: Uint32Array,
  slack: number,
): List {
  const data = new Float64Array(FACE_STRIDE * order.length);
  const id = new Uint32Array(order.length);
  let count = 0;
  for (let n = 0; n < order.length; n++) {
    const t = order[n];
    run[3 * n + 5] = count;
    const a = 3 * indices[3 * t];
    const b = 3 * indices[3 * t + 1];
    const c = 3 * indices[3 * t + 2];
    const bx = local[b] - local[a];
    const by = local[b + 1] - local[a + 1];
    const bz = local[b + 2] - local[a + 2];
    const cx = local[c] - local[a];
    const cy = local[c + 1] - local[a + 1];
    const cz = local[c + 2] - local[a + 2];
    const nx = by * cz - bz * cy;
    const ny = bz * cx - bx * cz;
    const nz = bx * cy - by * cx;
    const square = nx * nx + ny * ny + nz * nz;
    const squares = (bx * bx + by * by + bz * bz) * (cx * cx + cy * cy + cz * cz);
    if (!(square > THIN * squares)) continue;
    const o = FACE_STRIDE * count;
    const length = Math.sqrt(square);
    for (let d = 0; d < 3; d++) data[o + d] = local[a + d];
    data[o + 3] = nx / length;
    data[o + 4] = ny / length;
    data[o + 5] = nz / length;
    // u = r·(c × n)/n² is 1 at b and 0 along ca; v = r·(n × b)/n² is 1 at c and 0 along ab.
    data[o + 6] = (cy * nz - cz * ny) / square;
    data[o + 7] = (cz * nx - cx * nz) / square;
    data[o + 8] = (cx * ny - cy * nx) / square;
    data[o + 9] = (ny * bz - nz * by) / square;
    data[o + 10] = (nz * bx - nx * bz) / square;
    data[o + 11] = (nx * by - ny * bx) / square;
    let steepest = 0;
    for (let i = 0; i < 3; i++) {
      // Into the face from ab, v grows; from bc, 1 − u − v; from ca, u.
      let sum = 0;
      for (let d = 0; d < 3; d++) {
        const u = data[o + 6 + d];
        const v = data[o + 9 + d];
        const g = i === 0 ? v : i === 1 ? -u - v : u;
        inward[9 * t + 3 * i + d] = g;
        sum += g * g;
      }
      const slope = Math.sqrt(sum);
      for (let d = 0; d < 3; d++) inward[9 * t + 3 * i + d] /= slope;
      steepest = Math.max(steepest, slope);
    }
    data[o + 12] = slack * steepest;
    data[o + 13] = norm1(data, o + 6);
    data[o + 14] = norm1(data, o + 9);
    data[o + 15] =
      Math.abs(data[o + 6] + data[o + 9]) +
      Math.abs(data[o + 7] + data[o + 10]) +
      Math.abs(data[o + 8] + data[o + 11]);
    id[count++] = t;
    run[3 * n + 5] = count;
  }
  return { data: data.subarray(0, FACE_STRIDE * count), id: id.subarray(0, count) };
}

function listEdges(
  run: Uint32Array,
  local: Float64Array,
  indices: Uint32Array,
  order: Uint32Array,
  inward: Float64Array,
): List {
  const { edgeCount, edge, start, half } = buildEdges(indices, local.length / 3);
  const seen = new Uint8Array(edgeCount);
  const data = new Float64Array(EDGE_STRIDE * edgeCount);
  const id = new Uint32Array(edgeCount);
  let count = 0;
  for (let n = 0; n < order.length; n++) {
    for (let g = 3 * order[n]; g < 3 * order[n] + 3; g++) {
      const e = edge[g];
      if (seen[e]) continue;
      seen[e] = 1;
      const h = half[start[e]];
      const other = half[start[e + 1] - 1]; // the same half-edge on a rim; any two do where more faces meet
      const a = 3 * indices[h];
      const b = 3 * indices[nextHalf(h)];
      const o = EDGE_STRIDE * count;
      let square = 0;
      for (let d = 0; d < 3; d++) {
        const along = local[b + d] - local[a + d];
        data[o + d] = local[a + d];
        data[o + 3 + d] = along;
        data[o + 7 + d] = inward[3 * h + d];
        data[o + 10 + d] = inward[3 * other + d];
        square += along * along;
      }
      if (!(square > 0)) continue; // an edge without an inside: its ends will do
      const length = Math.sqrt(square);
      for (let d = 0; d < 3; d++) data[o + 3 + d] /= length;
      data[o + 6] = length;
      data[o + 13] = norm1(data, o + 3);
      data[o + 14] = norm1(data, o + 7);
      data[o + 15] = norm1(data, o + 10);
      id[count++] = h;
    }
    run[3 * n + 4] = count;
  }
  return { data: data.subarray(0, EDGE_STRIDE * count), id: id.subarray(0, count) };
}

function norm1(a: Float64Array, at: number): number {
  return Math.abs(a[at]) + Math.abs(a[at + 1]) + Math.abs(a[at + 2]);
}
