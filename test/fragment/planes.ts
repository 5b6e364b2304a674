// The part of a fragment that lies in one tet, as half-spaces: one for each cut on its way from the whole tet to its
// own side. Distances to its cracks are exact where the foot stays in the tet, and bounds where it does not.

import {
  CASE_CORNER,
  CASE_KIND,
  EDGE_BETWEEN,
  KIND_A,
  KIND_AP,
  KIND_B,
  KIND_BPP,
  KIND_NONE,
} from '../../src/fragment/cases.ts';
import type { Family } from '../../src/fragment/family.ts';
import { placeEdge, readRatios } from '../../src/fragment/points.ts';
import { TET_FACES } from '../../src/mesh/tet-mesh.ts';

/** Planes of a fragment in a tet; the fragment is where n·x ≤ d for each of them, within the tet. */
export interface CutPlanes {
  count: number; // 0 to 3
  readonly plane: Float64Array; // unit outward normal n and d, four a plane
  readonly event: Int32Array; // the event that made it
  readonly across: Uint8Array; // corners of the tet on its other side, as a mask
}

export function createCutPlanes(): CutPlanes {
  return { count: 0, plane: new Float64Array(12), event: new Int32Array(3), across: new Uint8Array(3) };
}

const ratio = new Float64Array(16); // scratch: ρ_ab at 4·a + b
const gradient = new Float64Array(12); // scratch: ∇λ of the four corners, times six volumes
const weight = new Float64Array(4); // scratch: weights of the corners in a cut, 0 for those it passes through
const foot = new Float64Array(3); // scratch: a point of the cut

/**
 * Writes the planes of the part of `label` in a tet, earliest cut first. Returns their number; −1 when no corner of
 * the tet has that label, and then the fragment has no part in it. Allocates nothing.
 */
export function cutPlanes(out: CutPlanes, family: Family, tet: number, label: number): number {
  const { label: labelOf, topology } = family;
  const { tetNode } = topology;
  out.count = 0;
  let corner = 0;
  while (corner < 4 && labelOf[tetNode[4 * tet + corner]] !== label) corner++;
  if (corner === 4) return -1;
  const c = family.cutCase[tet];
  const kind = CASE_KIND[c];
  if (kind === KIND_NONE) return 0;
  const i = CASE_CORNER[4 * c];
  const j = CASE_CORNER[4 * c + 1];
  const k = CASE_CORNER[4 * c + 2];
  const l = CASE_CORNER[4 * c + 3];
  readRatios(ratio, family, tet);
  readGradients(family, tet);
  if (kind < KIND_B) {
    addLone(out, family, tet, i, (1 << j) | (1 << k) | (1 << l), corner);
    if (kind === KIND_A || corner === i) return out.count;
    addLone(out, family, tet, j, (1 << k) | (1 << l), corner);
    if (kind === KIND_AP || corner === j) return out.count;
    addLone(out, family, tet, k, 1 << l, corner);
    return out.count;
  }
  addPairs(out, family, tet, c, corner);
  if (kind === KIND_B) return out.count;
  if (corner === i || corner === j) addLone(out, family, tet, i, 1 << j, corner);
  else if (kind === KIND_BPP) addLone(out, family, tet, k, 1 << l, corner);
  return out.count;
}

/** A cut that parts corner `lone` from the corners of the mask `rest`. */
function addLone(
  out: CutPlanes,
  family: Family,
  tet: number,
  lone: number,
  rest: number,
  corner: number,
): void {
  let across = 0;
  for (let a = 0; a < 4; a++) {
    const far = (rest >> a) & 1;
    weight[a] = far ? -ratio[4 * a + lone] : a === lone ? 1 : 0;
    if (far) across = a;
  }
  addPlane(out, family, tet, lone, across, corner === lone, corner === lone ? rest : 1 << lone);
}

/** The cut that parts i and j from k and l. */
function addPairs(out: CutPlanes, family: Family, tet: number, c: number, corner: number): void {
  const i = CASE_CORNER[4 * c];
  const j = CASE_CORNER[4 * c + 1];
  const k = CASE_CORNER[4 * c + 2];
  const l = CASE_CORNER[4 * c + 3];
  weight[i] = 1;
  weight[j] = ratio[4 * j + k] * ratio[4 * k + i];
  weight[k] = -ratio[4 * k + i];
  weight[l] = -ratio[4 * l + i];
  const inside = corner === i || corner === j;
  addPlane(out, family, tet, i, k, inside, inside ? (1 << k) | (1 << l) : (1 << i) | (1 << j));
}

/** The plane Σ weight·λ = 0, which cuts edge ab. `inside` says whether the fragment is where the sum is positive. */
function addPlane(
  out: CutPlanes,
  family: Family,
  tet: number,
  a: number,
  b: number,
  inside: boolean,
  across: number,
): void {
  const { plane, event } = out;
  const edge = family.topology.tetEdge[6 * tet + EDGE_BETWEEN[4 * a + b]];
  let x = 0;
  let y = 0;
  let z = 0;
  for (let n = 0; n < 4; n++) {
    x += weight[n] * gradient[3 * n];
    y += weight[n] * gradient[3 * n + 1];
    z += weight[n] * gradient[3 * n + 2];
  }
  const length = Math.sqrt(x * x + y * y + z * z);
  const scale = (inside ? -1 : 1) / length;
  placeEdge(foot, 0, family, edge);
  const at = 4 * out.count;
  plane[at] = x * scale;
  plane[at + 1] = y * scale;
  plane[at + 2] = z * scale;
  plane[at + 3] = plane[at] * foot[0] + plane[at + 1] * foot[1] + plane[at + 2] * foot[2];
  event[out.count] = family.cutEvent[edge];
  out.across[out.count] = across;
  out.count++;
}

/** ∇λ of a corner is minus the area vector of the face opposite it over three volumes; only ratios matter here. */
function readGradients(family: Family, tet: number): void {
  const { positions, tetNode } = family.topology;
  for (let n = 0; n < 4; n++) {
    const p = 3 * tetNode[4 * tet + TET_FACES[3 * n]];
    const q = 3 * tetNode[4 * tet + TET_FACES[3 * n + 1]];
    const r = 3 * tetNode[4 * tet + TET_FACES[3 * n + 2]];
    const ux = positions[q] - positions[p];
    const uy = positions[q + 1] - positions[p + 1];
    const uz = positions[q + 2] - positions[p + 2];
    const vx = positions[r] - positions[p];
    const vy = positions[r + 1] - positions[p + 1];
    const vz = positions[r + 2] - positions[p + 2];
    gradient[3 * n] = vy * uz - vz * uy;
    gradient[3 * n + 1] = vz * ux - vx * uz;
    gradient[3 * n + 2] = vx * uy - vy * ux;
  }
}
