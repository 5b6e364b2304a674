// What breaking by force needs to know of a solid beyond its tets: how thick it is, whether it is flat, how it rings.
// Built once an asset is loaded, shared by all its copies.

import type { FamilyTopology } from '../fragment/topology.ts';
import { crossEdges } from '../geometry/triangle.ts';
import { IMPACT_REACH, PLATE_EVEN, PLATE_FLAT } from './constants.ts';
import { eigenSymmetric } from './eigen.ts';
import { type CrackWork, createCrackWork } from './modal/crack-work.ts';
import { buildModal, type Modal } from './modal/modal.ts';
import type { Modes } from './modal/modes.ts';
import { createResponse, type Response } from './modal/respond.ts';

/** Made by buildBrittle alone. */
export interface Brittle {
  readonly topology: FamilyTopology;
  readonly thickness: number; // of the solid below half of its surface, metres
  readonly center: readonly number[]; // of mass, rest frame
  readonly reach: number; // how far from an impact pieces are small, metres
  readonly size: number; // from the centre to the farthest point, metres
  readonly axis: readonly number[] | null; // across it, if it is a flat plate
  readonly modal: Modal | null; // how it rings, if it was baked with a material
  readonly response: Response | null; // workspace of judging by modes
  readonly cracks: CrackWork | null; // workspace of cracking by modes
}

const normal = new Float64Array(3); // scratch: across a triangle

/** `thickness` is that below each surface vertex and `modes` are the modes, as an asset has them. */
export function buildBrittle(
  topology: FamilyTopology,
  thickness: ArrayLike<number>,
  modes: Modes | null = null,
): Brittle {
  const median = findThickness(topology.positions, topology.triangle, thickness);
  const center = findCenter(topology);
  const size = findSize(topology.positions, center);
  return {
    topology,
    thickness: median,
    center,
    size,
    reach: IMPACT_REACH * size,
    axis: findAxis(topology, center, median),
    modal: modes && buildModal(modes, topology),
    response: modes && createResponse(modes.count),
    cracks: modes && createCrackWork(topology),
  };
}

/** The thickness that half of a surface stays below. */
export function findThickness(
  positions: Float64Array,
  triangle: Uint32Array,
  thickness: ArrayLike<number>,
): number {
  const count = triangle.length / 3;
  const mean = new Float64Array(count);
  const area = new Float64Array(count);
  let total = 0;
  for (let t = 0; t < count; t++) {
    const a = triangle[3 * t];
    const b = triangle[3 * t + 1];
    const c = triangle[3 * t + 2];
    crossEdges(normal, 0, positions, 3 * a, 3 * b, 3 * c);
    const [x, y, z] = normal;
    area[t] = Math.sqrt(x * x + y * y + z * z);
    mean[t] = (thickness[a] + thickness[b] + thickness[c]) / 3;
    total += area[t];
  }
  const sorted = mean.slice().sort();
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    let sum = 0; // of what is no thicker than that
    for (let t = 0; t < count; t++) if (mean[t] <= sorted[middle]) sum += area[t];
    if (2 * sum >= total) high = middle;
    else low = middle + 1;
  }
  return sorted[low];
}

/** From a point to the farthest node. */
export function findSize(positions: Float64Array, [x, y, z]: readonly number[]): number {
  let square = 0;
  for (let i = 0; i < positions.length; i += 3) {
    const dx = positions[i] - x;
    const dy = positions[i + 1] - y;
    const dz = positions[i + 2] - z;
    square = Math.max(square, dx * dx + dy * dy + dz * dz);
  }
  return Math.sqrt(square);
}

function findCenter({ positions, nodeVolume, nodeCount, volume }: FamilyTopology): number[] {
  const center = [0, 0, 0];
  for (let i = 0; i < nodeCount; i++) {
    for (let d = 0; d < 3; d++) center[d] += (nodeVolume[i] * positions[3 * i + d]) / volume;
  }
  return center;
}

/** The direction across a flat plate, null for everything else. */
function findAxis(
  { positions, nodeVolume, nodeCount }: FamilyTopology,
  center: readonly number[],
  thickness: number,
): readonly number[] | null {
  const moment = new Float64Array(9);
  for (let i = 0; i < nodeCount; i++) {
    for (let d = 0; d < 9; d++) {
      const a = Math.floor(d / 3);
      const b = d % 3;
      moment[d] += nodeVolume[i] * (positions[3 * i + a] - center[a]) * (positions[3 * i + b] - center[b]);
    }
  }
  const vectors = new Float64Array(9);
  eigenSymmetric(moment, vectors, 3);
  const sides = [0, 1, 2].map((k) => {
    let low = Infinity;
    let high = -Infinity;
    for (let i = 0; i < nodeCount; i++) {
      let x = 0;
      for (let d = 0; d < 3; d++) x += vectors[3 * d + k] * positions[3 * i + d];
      low = Math.min(low, x);
      high = Math.max(high, x);
    }
    return high - low;
  });
  const across = sides.indexOf(Math.min(...sides));
  const others = sides.filter((_, k) => k !== across);
  if (sides[across] > PLATE_FLAT * Math.min(...others) || sides[across] > PLATE_EVEN * thickness) return null;
  return [vectors[across], vectors[3 + across], vectors[6 + across]];
}
