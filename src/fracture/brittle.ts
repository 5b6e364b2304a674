// What breaking by force needs to know of a solid beyond its tets: how thick it is and whether it is flat. Built once
// an asset is loaded, shared by all its copies.

import type { FamilyTopology } from '../fragment/topology.ts';
import { eigenSymmetric } from './eigen.ts';

/** Made by buildBrittle alone. */
export interface Brittle {
  readonly topology: FamilyTopology;
  readonly thickness: number; // of the solid below half of its surface, metres
  readonly center: readonly number[]; // of mass, rest frame
  readonly axis: readonly number[] | null; // across it, if it is a flat plate
}

const FLAT = 0.2; // of the second longest side: a solid lower than this may be a plate
const EVEN = 1.5; // times the thickness: a plate is no higher than this, or it is bent

/** `thickness` is that below each surface vertex, as an asset has it. */
export function buildBrittle(topology: FamilyTopology, thickness: ArrayLike<number>): Brittle {
  const median = findMedian(topology, thickness);
  const center = findCenter(topology);
  return { topology, thickness: median, center, axis: findAxis(topology, center, median) };
}

/** The thickness that half of the surface stays below. */
function findMedian({ triangle, positions }: FamilyTopology, thickness: ArrayLike<number>): number {
  const count = triangle.length / 3;
  const mean = new Float64Array(count);
  const area = new Float64Array(count);
  let total = 0;
  for (let t = 0; t < count; t++) {
    const [a, b, c] = [3 * triangle[3 * t], 3 * triangle[3 * t + 1], 3 * triangle[3 * t + 2]];
    const u = [0, 1, 2].map((d) => positions[b + d] - positions[a + d]);
    const v = [0, 1, 2].map((d) => positions[c + d] - positions[a + d]);
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    area[t] = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    mean[t] = (thickness[a / 3] + thickness[b / 3] + thickness[c / 3]) / 3;
    total += area[t];
  }
  const order = Array.from({ length: count }, (_, t) => t).sort((s, t) => mean[s] - mean[t] || s - t);
  let sum = 0;
  for (const t of order) {
    sum += area[t];
    if (2 * sum >= total) return mean[t];
  }
  return mean[order[count - 1]];
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
  if (sides[across] > FLAT * Math.min(...others) || sides[across] > EVEN * thickness) return null;
  return [vectors[across], vectors[3 + across], vectors[6 + across]];
}
