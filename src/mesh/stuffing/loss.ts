// What a lattice was too coarse for: the share of the solid's surface that a mesh of it does not reach. An ear or a
// fin holds little volume, so volume alone would not miss it.

import { closestTriangle } from '../../hierarchy/closest.ts';
import { buildHierarchy } from '../../hierarchy/hierarchy.ts';
import { BOUNDS, LOSS_ASIDE, LOSS_SAMPLES, SQUARE_STEPS } from '../constants.ts';
import { windingNumber } from '../winding.ts';
import { INSIDE, type Solid } from './solid.ts';

const point = new Float64Array(3); // scratch: a sample, then the points below and above it
const found = new Float64Array(7); // scratch: what closestTriangle writes
const turns = new Float64Array(1); // scratch: a winding number

/**
 * The share of the input's area that lies outside of `mesh` by more than a cube, although the solid is right below
 * it: sheets that bound nothing do not count. Samples evenly by area. Deterministic.
 */
export function measureLoss(
  solid: Solid,
  mesh: { positions: Float64Array; indices: Uint32Array },
  cell: number,
): number {
  const { frame, triangle } = solid.hierarchy;
  const hierarchy = buildHierarchy(mesh.positions, mesh.indices);
  const reach = cell * cell; // a cube farther out, surface counts as lost; chamfered creases stay below a third of it
  const normal = new Float64Array(3);
  let total = 0;
  for (let s = 0; s < triangle.length; s++) total += crossFrame(normal, frame, 12 * s);
  let seed = -1;
  let lost = 0;
  let passed = 0; // area of the slots before s
  let s = 0;
  let own = crossFrame(normal, frame, 0);
  for (let k = 0; k < LOSS_SAMPLES; k++) {
    const wanted = ((k + 0.5) * total) / LOSS_SAMPLES;
    while (s < triangle.length - 1 && passed + own < wanted) {
      passed += own;
      own = crossFrame(normal, frame, 12 * ++s);
    }
    if (!(own > 0)) continue;
    let u = (k * SQUARE_STEPS[0]) % 1;
    let v = (k * SQUARE_STEPS[1]) % 1;
    if (u + v > 1) {
      u = 1 - u;
      v = 1 - v;
    }
    const o = 12 * s;
    for (let d = 0; d < 3; d++) point[d] = frame[o + d] + u * frame[o + 3 + d] + v * frame[o + 6 + d];
    seed = closestTriangle(found, hierarchy, point, 0, seed);
    if (found[0] <= reach) continue;
    // Far from the mesh: outside of it, if this is where the solid ends, and not an inner sheet.
    for (let d = 0; d < 3; d++) point[d] -= (LOSS_ASIDE * cell * normal[d]) / own;
    windingNumber(turns, solid.winding, point, 0);
    if (!(turns[0] > BOUNDS)) continue;
    for (let d = 0; d < 3; d++) point[d] += (2 * LOSS_ASIDE * cell * normal[d]) / own;
    windingNumber(turns, solid.winding, point, 0);
    if (turns[0] <= INSIDE) lost++;
  }
  return lost / LOSS_SAMPLES;
}

/** Writes the cross product of a triangle's edges, returns its length. */
function crossFrame(out: Float64Array, frame: Float64Array, o: number): number {
  out[0] = frame[o + 4] * frame[o + 8] - frame[o + 5] * frame[o + 7];
  out[1] = frame[o + 5] * frame[o + 6] - frame[o + 3] * frame[o + 8];
  out[2] = frame[o + 3] * frame[o + 7] - frame[o + 4] * frame[o + 6];
  return Math.sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
}
