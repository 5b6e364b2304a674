// What all copies of a solid share while they break: its edges and faces, who touches whom, and the size of things.
// Built once a solid; nothing in it changes when a copy is cut.

import { InputError } from '../job/error.ts';
import { buildTetAdjacency, TET_EDGES, type TetMesh, tetVolume } from '../mesh/tet-mesh.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { findTriangleEdges, matchSurface } from './match-surface.ts';
import { buildSkin, type Skin } from './skin.ts';

/** The parts of a solid that cutting needs; an asset has them. */
export interface SolidParts {
  readonly tets: TetMesh;
  readonly surfaceCount: number; // nodes [0, surfaceCount) are the vertices of the surface
  readonly surface: TriangleMesh; // the boundary of the tets, in the tets' node numbers
}

/** The fixed side of a family. Lists by node or edge are runs: the entries of i are [start[i], start[i + 1]). */
export interface FamilyTopology {
  readonly nodeCount: number;
  readonly tetCount: number;
  readonly edgeCount: number;
  readonly faceCount: number;
  readonly pointCount: number; // nodes, edges, faces, tets: each holds at most one point of a cut, see pointOf
  readonly surfaceCount: number;
  readonly positions: Float64Array; // xyz a node
  readonly tetNode: Uint32Array; // four nodes a tet
  readonly tetEdge: Uint32Array; // six edges a tet, in the order of TET_EDGES
  readonly tetFace: Uint32Array; // four faces a tet, each opposite its corner
  readonly tetNeighbor: Int32Array; // the tet across each face, −1 on the boundary
  readonly tetVolume: Float64Array;
  readonly edgeNode: Uint32Array; // two nodes an edge, the lower first; edges ascend by (lower, higher)
  readonly upStart: Uint32Array; // the edges with lower node i are [upStart[i], upStart[i + 1])
  readonly edgeStart: Uint32Array; // runs of edgeTet
  readonly edgeTet: Uint32Array; // the tets around each edge
  readonly nodeStart: Uint32Array; // runs of nodeEdge and nodeNeighbor
  readonly nodeEdge: Uint32Array;
  readonly nodeNeighbor: Uint32Array; // the other ends of the edges, ascending
  readonly cornerStart: Uint32Array; // runs of corner
  readonly corner: Uint32Array; // the tets around each node, as 4·tet + corner
  readonly scale: Float64Array; // mean length of the edges at each node
  readonly reach: Float64Array; // longest edge at each node
  readonly nodeVolume: Float64Array; // a quarter of the tets around each node
  readonly meanScale: number; // mean edge length
  readonly volume: number;
  readonly connected: boolean; // whether all nodes hang together over edges
  readonly triangle: Uint32Array; // three nodes a surface triangle, outward
  readonly triangleEdge: Uint32Array; // its edges, from corner 0, 1, 2 to the next
  readonly triangleFace: Uint32Array; // the tet face that it is, as 4·tet + face
  readonly halfStart: Uint32Array; // runs of half, one for each surface node
  readonly half: Uint32Array; // the surface triangles around each node, as 4·triangle + corner
  readonly skin: Skin; // what the surface looks like
}

/**
 * Builds the topology of a solid in linear time. Throws 'bad-argument' unless the surface is exactly the boundary of
 * the tets, and 'not-solid' when a tet has no volume: its pieces would have none either.
 */
export function buildFamilyTopology(solid: SolidParts): FamilyTopology {
  const { positions, indices: tetNode } = solid.tets;
  const { surfaceCount } = solid;
  const nodeCount = positions.length / 3;
  const tetCount = tetNode.length / 4;
  const volumes = measureTets(positions, tetNode);
  const { edgeNode, tetEdge } = numberEdges(tetNode, nodeCount);
  const edgeCount = edgeNode.length / 2;
  const tetNeighbor = buildTetAdjacency(tetNode, nodeCount);
  const { tetFace, faceCount } = numberFaces(tetNode, tetNeighbor);
  const nodes = groupBy(edgeNode, nodeCount);
  const nodeEdge = new Uint32Array(edgeNode.length);
  const nodeNeighbor = new Uint32Array(edgeNode.length);
  for (let i = 0; i < edgeNode.length; i++) {
    const end = nodes.item[i];
    nodeEdge[i] = end >> 1;
    nodeNeighbor[i] = edgeNode[end ^ 1];
  }
  const edges = groupBy(tetEdge, edgeCount);
  for (let i = 0; i < edges.item.length; i++) edges.item[i] = (edges.item[i] / 6) | 0; // the tet of a slot
  const corners = groupBy(tetNode, nodeCount);
  const triangle = solid.surface.indices;
  const triangleFace = matchSurface(triangle, tetNode, tetNeighbor, corners);
  const halves = groupBy(triangle, surfaceCount);
  const { scale, reach, meanScale } = measureEdges(positions, edgeNode, nodeCount);
  const nodeVolume = new Float64Array(nodeCount);
  let volume = 0;
  let lost = 0; // by rounding: of many equal tets a plain sum rounds the same way each time
  for (let t = 0; t < tetCount; t++) {
    const add = volumes[t] - lost;
    const sum = volume + add;
    lost = sum - volume - add;
    volume = sum;
    for (let c = 0; c < 4; c++) nodeVolume[tetNode[4 * t + c]] += volumes[t] / 4;
  }
  return {
    nodeCount,
    tetCount,
    edgeCount,
    faceCount,
    pointCount: nodeCount + edgeCount + faceCount + tetCount,
    surfaceCount,
    positions,
    tetNode,
    tetEdge,
    tetFace,
    tetNeighbor,
    tetVolume: volumes,
    edgeNode,
    upStart: startUp(edgeNode, nodeCount),
    edgeStart: edges.start,
    edgeTet: edges.item,
    nodeStart: nodes.start,
    nodeEdge,
    nodeNeighbor,
    cornerStart: corners.start,
    corner: corners.item,
    scale,
    reach,
    nodeVolume,
    meanScale,
    volume,
    connected: isConnected(nodes.start, nodeNeighbor),
    triangle,
    triangleEdge: findTriangleEdges(triangle, tetNode, tetEdge, triangleFace),
    triangleFace,
    halfStart: halves.start,
    half: halves.item.map((h) => 4 * Math.floor(h / 3) + (h % 3)),
    skin: buildSkin(solid.surface, positions, halves.start, halves.item),
  };
}

/** The places of each value in a list: those of v are item[start[v]…start[v + 1]). */
export interface Runs {
  readonly start: Uint32Array;
  readonly item: Uint32Array;
}

/** The places of each value in `values`, ascending: a stable counting sort. */
function groupBy(values: Uint32Array, count: number): Runs {
  const start = new Uint32Array(count + 1);
  for (let i = 0; i < values.length; i++) start[values[i] + 1]++;
  for (let v = 0; v < count; v++) start[v + 1] += start[v];
  const slot = start.slice(0, count);
  const item = new Uint32Array(values.length);
  for (let i = 0; i < values.length; i++) item[slot[values[i]]++] = i;
  return { start, item };
}

/** The values at places: a loop, for `map` with a function is several times as slow. */
function pick(values: Uint32Array, places: Uint32Array): Uint32Array {
  const picked = new Uint32Array(places.length);
  for (let i = 0; i < places.length; i++) picked[i] = values[places[i]];
  return picked;
}

function measureTets(positions: Float64Array, tetNode: Uint32Array): Float64Array {
  const volumes = new Float64Array(tetNode.length / 4);
  for (let t = 0; t < volumes.length; t++) {
    volumes[t] = tetVolume(positions, tetNode, 4 * t);
    if (!(volumes[t] > 0)) {
      throw new InputError(
        'not-solid',
        `tet ${t} has a volume of ${volumes[t]}: remove it or turn it over (createTetMesh does)`,
      );
    }
  }
  return volumes;
}

/** Edges in the order of (lower node, higher node), by two stable counting sorts. */
export function numberEdges(
  tetNode: Uint32Array,
  nodeCount: number,
): { edgeNode: Uint32Array; tetEdge: Uint32Array } {
  const slots = (tetNode.length / 4) * 6;
  const low = new Uint32Array(slots);
  const high = new Uint32Array(slots);
  for (let s = 0, t = 0; s < slots; s += 6, t += 4) {
    for (let k = 0; k < 6; k++) {
      const a = tetNode[t + TET_EDGES[2 * k]];
      const b = tetNode[t + TET_EDGES[2 * k + 1]];
      low[s + k] = Math.min(a, b);
      high[s + k] = Math.max(a, b);
    }
  }
  const byHigh = groupBy(high, nodeCount).item;
  const lows = pick(low, byHigh);
  const sorted = pick(byHigh, groupBy(lows, nodeCount).item);
  const tetEdge = new Uint32Array(slots);
  const ends = new Uint32Array(2 * slots);
  let count = 0;
  for (let i = 0; i < slots; i++) {
    const s = sorted[i];
    if (count === 0 || ends[2 * count - 2] !== low[s] || ends[2 * count - 1] !== high[s]) {
      ends[2 * count] = low[s];
      ends[2 * count + 1] = high[s];
      count++;
    }
    tetEdge[s] = count - 1;
  }
  return { edgeNode: ends.slice(0, 2 * count), tetEdge };
}

function startUp(edgeNode: Uint32Array, nodeCount: number): Uint32Array {
  const start = new Uint32Array(nodeCount + 1);
  for (let e = 0; e < edgeNode.length; e += 2) start[edgeNode[e] + 1]++;
  for (let i = 0; i < nodeCount; i++) start[i + 1] += start[i];
  return start;
}

function isConnected(start: Uint32Array, neighbor: Uint32Array): boolean {
  const count = start.length - 1;
  const seen = new Uint8Array(count);
  const stack = new Uint32Array(count);
  let depth = 0;
  let found = 1;
  seen[0] = 1;
  stack[depth++] = 0;
  while (depth > 0) {
    const i = stack[--depth];
    for (let k = start[i]; k < start[i + 1]; k++) {
      if (seen[neighbor[k]]) continue;
      seen[neighbor[k]] = 1;
      stack[depth++] = neighbor[k];
      found++;
    }
  }
  return found === count;
}

function numberFaces(
  tetNode: Uint32Array,
  tetNeighbor: Int32Array,
): { tetFace: Uint32Array; faceCount: number } {
  const tetFace = new Uint32Array(tetNode.length);
  let faceCount = 0;
  for (let f = 0; f < tetNode.length; f++) {
    const across = tetNeighbor[f];
    const t = f >> 2;
    if (across < 0 || across > t) {
      tetFace[f] = faceCount++;
      continue;
    }
    // The neighbour's side of the face lies opposite its one node that is not a corner of the face.
    let opposite = 0;
    while (hasNode(tetNode, 4 * t, f & 3, tetNode[4 * across + opposite])) opposite++;
    tetFace[f] = tetFace[4 * across + opposite];
  }
  return { tetFace, faceCount };
}

/** Whether a node is a corner of the face that lies opposite corner `c` of the tet at `t`. */
function hasNode(tetNode: Uint32Array, t: number, c: number, node: number): boolean {
  for (let k = 0; k < 4; k++) if (k !== c && tetNode[t + k] === node) return true;
  return false;
}

function measureEdges(
  positions: Float64Array,
  edgeNode: Uint32Array,
  nodeCount: number,
): { scale: Float64Array; reach: Float64Array; meanScale: number } {
  const scale = new Float64Array(nodeCount);
  const reach = new Float64Array(nodeCount);
  const degree = new Uint32Array(nodeCount);
  let sum = 0;
  for (let e = 0; e < edgeNode.length; e += 2) {
    const a = edgeNode[e];
    const b = edgeNode[e + 1];
    const dx = positions[3 * a] - positions[3 * b];
    const dy = positions[3 * a + 1] - positions[3 * b + 1];
    const dz = positions[3 * a + 2] - positions[3 * b + 2];
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    sum += length;
    scale[a] += length;
    scale[b] += length;
    degree[a]++;
    degree[b]++;
    reach[a] = Math.max(reach[a], length);
    reach[b] = Math.max(reach[b], length);
  }
  for (let i = 0; i < nodeCount; i++) {
    if (degree[i] === 0) {
      throw new InputError(
        'bad-argument',
        `node ${i} of tets is in no tet: leave it out and number the others anew`,
      );
    }
    scale[i] /= degree[i];
  }
  return { scale, reach, meanScale: (2 * sum) / edgeNode.length };
}
