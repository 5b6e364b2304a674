// Quadratic tets: ten nodes each, four corners and six middles of edges, so that a plate one tet thick bends as a plate
// does (linear tets ring two to three times too high there). For a material of Young's modulus 1 Pa and density
// 1 kg/m³: frequencies and stresses of any other with the same Poisson's ratio follow by scaling.

import { numberEdges } from '../../fragment/topology.ts';
import type { TetMesh } from '../../mesh/tet-mesh.ts';
import { TET_EDGES, tetVolume } from '../../mesh/tet-mesh.ts';

/** Nodes a tet; the numbers of a row or column of its stiffness. */
export const TET_NODES = 10;
export const TET_SIZE = 3 * TET_NODES;

/** A tet mesh with a node in the middle of each edge. Corners keep their numbers; the middle of edge e is corners + e. */
export interface QuadraticMesh {
  readonly tets: TetMesh;
  readonly corners: number;
  readonly count: number; // nodes, corners and middles
  readonly tetCount: number;
  readonly edgeNode: Uint32Array; // two corners an edge
  readonly node: Uint32Array; // ten a tet, corners first, then edges in the order of TET_EDGES
  readonly positions: Float64Array; // xyz a node
  readonly mass: Float64Array; // a node, kg at density 1
}

// Shares of a tet's mass: the diagonal of its mass matrix, scaled to the whole (Hinton, Rock and Zienkiewicz).
const CORNER_MASS = 1 / 36;
const MIDDLE_MASS = 4 / 27;

export function createQuadraticMesh(tets: TetMesh): QuadraticMesh {
  const corners = tets.positions.length / 3;
  const tetCount = tets.indices.length / 4;
  const { edgeNode, tetEdge } = numberEdges(tets.indices, corners);
  const count = corners + edgeNode.length / 2;
  const node = new Uint32Array(TET_NODES * tetCount);
  const positions = new Float64Array(3 * count);
  const mass = new Float64Array(count);
  positions.set(tets.positions);
  for (let e = 0; e < edgeNode.length / 2; e++) {
    for (let d = 0; d < 3; d++) {
      const a = positions[3 * edgeNode[2 * e] + d];
      positions[3 * (corners + e) + d] = 0.5 * (a + positions[3 * edgeNode[2 * e + 1] + d]);
    }
  }
  for (let t = 0; t < tetCount; t++) {
    const volume = tetVolume(tets.positions, tets.indices, 4 * t);
    for (let c = 0; c < TET_NODES; c++) {
      const i = c < 4 ? tets.indices[4 * t + c] : corners + tetEdge[6 * t + c - 4];
      node[TET_NODES * t + c] = i;
      mass[i] += volume * (c < 4 ? CORNER_MASS : MIDDLE_MASS);
    }
  }
  return { tets, corners, count, tetCount, edgeNode, node, positions, mass };
}

const slope = new Float64Array(12); // scratch: gradients of the four barycentric coordinates
const gradient = new Float64Array(TET_SIZE); // scratch: gradients of the ten shape functions at a point

/** Writes the gradients of a tet's barycentric coordinates to out[0…11]; returns nothing, the volume is tetVolume's. */
export function gradientsOfTet(out: Float64Array, { positions, indices }: TetMesh, t: number): void {
  const six = 6 * tetVolume(positions, indices, 4 * t);
  for (let c = 0; c < 4; c++) {
    // Opposite corner c lies the face of the others; its normal, turned inward, is the direction of growth.
    const a = 3 * indices[4 * t + ((c + 1) & 3)];
    const b = 3 * indices[4 * t + ((c + 2) & 3)];
    const d = 3 * indices[4 * t + ((c + 3) & 3)];
    const ux = positions[b] - positions[a];
    const uy = positions[b + 1] - positions[a + 1];
    const uz = positions[b + 2] - positions[a + 2];
    const vx = positions[d] - positions[a];
    const vy = positions[d + 1] - positions[a + 1];
    const vz = positions[d + 2] - positions[a + 2];
    const sign = (c & 1) === 0 ? -1 / six : 1 / six;
    out[3 * c] = sign * (uy * vz - uz * vy);
    out[3 * c + 1] = sign * (uz * vx - ux * vz);
    out[3 * c + 2] = sign * (ux * vy - uy * vx);
  }
}

/** Writes the gradients of the ten shape functions at barycentric coordinates (a, b, c, d), from those of a tet. */
export function gradientsOfShapes(
  out: Float64Array,
  slopes: Float64Array,
  a: number,
  b: number,
  c: number,
  d: number,
): void {
  setCorner(out, slopes, 0, a);
  setCorner(out, slopes, 1, b);
  setCorner(out, slopes, 2, c);
  setCorner(out, slopes, 3, d);
  for (let e = 0; e < 6; e++) {
    const i = TET_EDGES[2 * e];
    const j = TET_EDGES[2 * e + 1];
    const wi = i === 0 ? a : i === 1 ? b : i === 2 ? c : d;
    const wj = j === 0 ? a : j === 1 ? b : j === 2 ? c : d;
    for (let k = 0; k < 3; k++) out[12 + 3 * e + k] = 4 * (wj * slopes[3 * i + k] + wi * slopes[3 * j + k]);
  }
}

function setCorner(out: Float64Array, slopes: Float64Array, i: number, weight: number): void {
  for (let k = 0; k < 3; k++) out[3 * i + k] = (4 * weight - 1) * slopes[3 * i + k];
}

const NEAR = 0.5854101966249685; // (5 + 3√5)/20: the four points that integrate quadratics exactly
const FAR = 0.1381966011250105; // (5 − √5)/20

/** Writes the stiffness of tet t, 30 × 30, rows and columns node by node, xyz each. Exact; symmetric. */
export function stiffnessOfTet(out: Float64Array, tets: TetMesh, t: number, poisson: number): void {
  const lambda = poisson / ((1 + poisson) * (1 - 2 * poisson));
  const mu = 0.5 / (1 + poisson);
  const weight = tetVolume(tets.positions, tets.indices, 4 * t) / 4;
  gradientsOfTet(slope, tets, t);
  out.fill(0, 0, TET_SIZE * TET_SIZE);
  for (let q = 0; q < 4; q++) {
    gradientsOfShapes(
      gradient,
      slope,
      q === 0 ? NEAR : FAR,
      q === 1 ? NEAR : FAR,
      q === 2 ? NEAR : FAR,
      q === 3 ? NEAR : FAR,
    );
    addStiffness(out, gradient, weight * lambda, weight * mu);
  }
}

/** Adds λ g_a g_bᵀ + μ g_b g_aᵀ + μ (g_a·g_b) I for all pairs of nodes. */
function addStiffness(out: Float64Array, g: Float64Array, lambda: number, mu: number): void {
  for (let a = 0; a < TET_SIZE; a += 3) {
    const ax = g[a];
    const ay = g[a + 1];
    const az = g[a + 2];
    for (let b = 0; b < TET_SIZE; b += 3) {
      const bx = g[b];
      const by = g[b + 1];
      const bz = g[b + 2];
      const dot = mu * (ax * bx + ay * by + az * bz);
      const at = TET_SIZE * a + b;
      out[at] += lambda * ax * bx + mu * bx * ax + dot;
      out[at + 1] += lambda * ax * by + mu * bx * ay;
      out[at + 2] += lambda * ax * bz + mu * bx * az;
      out[at + TET_SIZE] += lambda * ay * bx + mu * by * ax;
      out[at + TET_SIZE + 1] += lambda * ay * by + mu * by * ay + dot;
      out[at + TET_SIZE + 2] += lambda * ay * bz + mu * by * az;
      out[at + 2 * TET_SIZE] += lambda * az * bx + mu * bz * ax;
      out[at + 2 * TET_SIZE + 1] += lambda * az * by + mu * bz * ay;
      out[at + 2 * TET_SIZE + 2] += lambda * az * bz + mu * bz * az + dot;
    }
  }
}
