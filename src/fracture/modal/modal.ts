// What follows from the modes of a solid, rebuilt when it is loaded: the stress of each mode at the corners of the
// coarse mesh, and where the nodes of the fine mesh lie in it.

import type { FamilyTopology } from '../../fragment/topology.ts';
import { embedMesh } from '../../mesh/embed.ts';
import { tetVolume } from '../../mesh/tet-mesh.ts';
import { wrapTriangleMesh } from '../../mesh/triangle-mesh.ts';
import {
  createQuadraticMesh,
  gradientsOfShapes,
  gradientsOfTet,
  type QuadraticMesh,
  TET_NODES,
} from './element.ts';
import { type Modes, unpackMode } from './modes.ts';

/** Made by buildModal alone. Stresses are xx, yy, zz, xy, yz, zx. */
export interface Modal {
  readonly count: number; // modes
  readonly square: Float64Array; // ω² at E = 1, ρ = 1
  readonly mesh: QuadraticMesh;
  readonly shape: Float32Array; // how each node moves: three numbers, mode after mode
  readonly stress: Float32Array; // of each corner at E = 1: six numbers, mode after mode
  readonly peak: Float64Array; // of each mode, the largest principal stress there can be
  readonly share: Float64Array; // of the volume, at each corner
  readonly ring: Uint32Array; // tets around each corner, runs of ringStart
  readonly ringStart: Uint32Array;
  readonly tet: Uint32Array; // of each node of the fine mesh, the coarse tet that holds it
  readonly weight: Float32Array; // and its four weights there, none below 0
}

const slope = new Float64Array(12); // scratch: gradients of barycentric coordinates
const gradient = new Float64Array(3 * TET_NODES); // scratch: gradients of shape functions
const stress = new Float64Array(6); // scratch: at a corner of a tet

/** Rebuilds everything from stored modes, in linear time. */
export function buildModal(modes: Modes, topology: FamilyTopology): Modal {
  const mesh = createQuadraticMesh(modes.tets);
  const { count } = modes;
  const shape = new Float32Array(3 * mesh.count * count);
  const all = new Float32Array(6 * mesh.corners * count);
  const peak = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    unpackMode(shape, 3 * mesh.count * k, modes, mesh, k);
    const of = all.subarray(6 * mesh.corners * k, 6 * mesh.corners * (k + 1));
    setStress(of, mesh, shape.subarray(3 * mesh.count * k, 3 * mesh.count * (k + 1)), modes.poisson);
    peak[k] = largestNorm(of);
  }
  const fine = wrapTriangleMesh(topology.positions, new Uint32Array(0), null, null, null, null);
  const { tet, weight } = embedMesh(modes.tets, fine);
  return {
    count,
    square: modes.square,
    mesh,
    shape,
    stress: all,
    peak,
    share: shareVolume(mesh),
    ...listRings(mesh),
    tet,
    weight: keepInside(weight),
  };
}

/** The stress of a mode at each corner: the mean, by volume, of what the tets around it have there. */
function setStress(out: Float32Array, mesh: QuadraticMesh, mode: Float32Array, poisson: number): void {
  const { tets, corners, tetCount, node } = mesh;
  const lambda = poisson / ((1 + poisson) * (1 - 2 * poisson));
  const mu = 0.5 / (1 + poisson);
  const sum = new Float64Array(6 * corners);
  const volume = new Float64Array(corners);
  for (let t = 0; t < tetCount; t++) {
    const size = tetVolume(tets.positions, tets.indices, 4 * t);
    gradientsOfTet(slope, tets, t);
    for (let c = 0; c < 4; c++) {
      gradientsOfShapes(gradient, slope, c === 0 ? 1 : 0, c === 1 ? 1 : 0, c === 2 ? 1 : 0, c === 3 ? 1 : 0);
      stressAt(stress, node, TET_NODES * t, mode, lambda, mu);
      const i = tets.indices[4 * t + c];
      volume[i] += size;
      for (let d = 0; d < 6; d++) sum[6 * i + d] += size * stress[d];
    }
  }
  for (let i = 0; i < sum.length; i++) out[i] = sum[i] / volume[Math.floor(i / 6)];
}

/** λ tr(ε) I + 2 μ ε of a mode, from the gradients in the scratch. */
function stressAt(
  out: Float64Array,
  node: Uint32Array,
  at: number,
  mode: Float32Array,
  lambda: number,
  mu: number,
): void {
  out.fill(0);
  for (let a = 0; a < TET_NODES; a++) {
    const i = 3 * node[at + a];
    const gx = gradient[3 * a];
    const gy = gradient[3 * a + 1];
    const gz = gradient[3 * a + 2];
    out[0] += gx * mode[i];
    out[1] += gy * mode[i + 1];
    out[2] += gz * mode[i + 2];
    out[3] += gy * mode[i] + gx * mode[i + 1];
    out[4] += gz * mode[i + 1] + gy * mode[i + 2];
    out[5] += gx * mode[i + 2] + gz * mode[i];
  }
  const trace = lambda * (out[0] + out[1] + out[2]);
  for (let d = 0; d < 3; d++) {
    out[d] = trace + 2 * mu * out[d];
    out[3 + d] *= mu;
  }
}

/** The largest norm of a stress: no principal stress exceeds it, whatever its sign. */
function largestNorm(of: Float32Array): number {
  let most = 0;
  for (let i = 0; i < of.length; i += 6) {
    const [x, y, z, a, b, c] = of.subarray(i, i + 6);
    most = Math.max(most, x * x + y * y + z * z + 2 * (a * a + b * b + c * c));
  }
  return Math.sqrt(most);
}

/** A quarter of the tets around each corner, over the whole. */
function shareVolume({ tets, corners, tetCount }: QuadraticMesh): Float64Array {
  const share = new Float64Array(corners);
  let total = 0;
  for (let t = 0; t < tetCount; t++) {
    const volume = tetVolume(tets.positions, tets.indices, 4 * t);
    total += volume;
    for (let c = 0; c < 4; c++) share[tets.indices[4 * t + c]] += volume / 4;
  }
  return share.map((volume) => volume / total);
}

function listRings({ tets, corners }: QuadraticMesh): { ring: Uint32Array; ringStart: Uint32Array } {
  const ringStart = new Uint32Array(corners + 1);
  for (let i = 0; i < tets.indices.length; i++) ringStart[tets.indices[i] + 1]++;
  for (let i = 0; i < corners; i++) ringStart[i + 1] += ringStart[i];
  const next = ringStart.slice();
  const ring = new Uint32Array(tets.indices.length);
  for (let i = 0; i < tets.indices.length; i++) ring[next[tets.indices[i]]++] = i >> 2;
  return { ring, ringStart };
}

/** Weights with those below 0 taken as 0. */
function keepInside(weight: Float64Array): Float32Array {
  const out = new Float32Array(weight.length);
  for (let i = 0; i < weight.length; i += 4) {
    let sum = 0;
    for (let c = 0; c < 4; c++) sum += Math.max(0, weight[i + c]);
    for (let c = 0; c < 4; c++) out[i + c] = Math.max(0, weight[i + c]) / sum;
  }
  return out;
}
