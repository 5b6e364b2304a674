// The features of a surface: its vertices, the insides of its edges, the insides of its faces. The closest point
// of the surface is the closest of these. Each has a cheap distance of its own and a region outside of which it
// is nobody's closest feature (beams.ts).

import { buildEdges, nextHalf } from '../mesh/topology.ts';

/** Of an edge: start, unit direction, length, unit directions into two of its faces. */
export const EDGE_STRIDE = 13;

/** Of a face: corner a, unit normal, gradients of the weights u and v, their slack; corners b and c. */
export const FACE_STRIDE = 19;

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
  readonly corner: Uint32Array; // 3 a triangle: its vertices here
  readonly side: Int32Array; // 3 a triangle: its edges here, −1 for one without a length
  readonly inside: Int32Array; // a triangle: its face here, −1 for a thin one
  readonly spoke: Float64Array; // unit directions of the edges from each vertex, xyz each
  readonly spokeStart: Uint32Array; // where those of each vertex start, and where the last ones end
}

const THIN = 1e-12; // below this squared sine a triangle counts as its edges: 5e-7 of its longest edge off at most
const SLACK = 1e-12; // of the size of the region
const ROUNDING = 1e-15; // of the largest coordinate: a few times 2⁻⁵³

/**
 * Lists the features of a mesh as `order`, all of its triangles, comes upon them: along a hierarchy's slots,
 * neighbours in space are neighbours in memory. `size` is the diagonal of the region in which distances will be asked
 * for.
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
  const vertices = listVertices(local, indices, order);
  const faces = listFaces(inward, local, indices, order, slack);
  const edges = listEdges(local, indices, order, inward);
  const inside = new Int32Array(order.length).fill(-1);
  for (let f = 0; f < faces.id.length; f++) inside[faces.id[f]] = f;
  const vertexAt = new Uint32Array(local.length / 3);
  for (let v = 0; v < vertices.id.length; v++) vertexAt[vertices.id[v]] = v;
  const corner = indices.map((v) => vertexAt[v]);
  const spokes = listSpokes(corner, vertices.id.length, edges);
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
    corner,
    side: edges.side,
    inside,
    spoke: spokes.data,
    spokeStart: spokes.id,
  };
}

/** The edges' directions, grouped by the vertices that they start from, both ends of each; ids are where groups start. */
function listSpokes(corner: Uint32Array, count: number, edges: List): List {
  const spokeStart = new Uint32Array(count + 1);
  for (let e = 0; e < edges.id.length; e++) {
    spokeStart[corner[edges.id[e]] + 1]++;
    spokeStart[corner[nextHalf(edges.id[e])] + 1]++;
  }
  for (let v = 0; v < count; v++) spokeStart[v + 1] += spokeStart[v];
  const next = spokeStart.slice();
  const spoke = new Float64Array(6 * edges.id.length);
  for (let e = 0; e < edges.id.length; e++) {
    const h = edges.id[e];
    const a = 3 * next[corner[h]]++;
    const b = 3 * next[corner[nextHalf(h)]]++;
    for (let d = 0; d < 3; d++) {
      const u = edges.data[EDGE_STRIDE * e + 3 + d];
      spoke[a + d] = u;
      spoke[b + d] = -u;
    }
  }
  return { data: spoke, id: spokeStart };
}

interface List {
  readonly data: Float64Array;
  readonly id: Uint32Array;
}

function listVertices(local: Float64Array, indices: Uint32Array, order: Uint32Array): List {
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
  }
  return { data: data.subarray(0, 3 * count), id: id.subarray(0, count) };
}

/** Also writes, for each half-edge, the unit direction into its face, at right angles to the edge; 0 if thin. */
function listFaces(
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
    for (let d = 0; d < 3; d++) {
      data[o + 13 + d] = local[b + d];
      data[o + 16 + d] = local[c + d];
    }
    id[count++] = t;
  }
  return { data: data.subarray(0, FACE_STRIDE * count), id: id.subarray(0, count) };
}

function listEdges(
  local: Float64Array,
  indices: Uint32Array,
  order: Uint32Array,
  inward: Float64Array,
): List & { side: Int32Array } {
  const { edgeCount, edge, start, half } = buildEdges(indices, local.length / 3);
  const seen = new Uint8Array(edgeCount);
  const side = new Int32Array(indices.length).fill(-1);
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
      for (let i = start[e]; i < start[e + 1]; i++) side[half[i]] = count;
      id[count++] = h;
    }
  }
  return { data: data.subarray(0, EDGE_STRIDE * count), id: id.subarray(0, count), side };
}
