// What a tet mesh is like, in numbers: sizes, angles, slivers, and how faithful it is to the surface it came from.

import { crossEdges } from '../geometry/triangle.ts';
import { checkRecord } from '../job/check.ts';
import { acos } from '../math/trig.ts';
import { checkMesh } from './check.ts';
import type { Deviation } from './deviation.ts';
import { buildTetAdjacency, extractBoundary, TET_FACES, type TetMesh, tetVolume } from './tet-mesh.ts';

/** Plain data, made to be printed, stored and compared. Angles in degrees. */
export interface TetReport {
  readonly points: number;
  readonly tets: number;
  readonly interior: number; // points that are not on the boundary
  readonly triangles: number; // of the boundary
  readonly minDihedral: number; // 0 where a tet is flat or inside out
  readonly maxDihedral: number;
  readonly radiusEdge95: number; // 95 % of tets have a circumradius of at most this times their shortest edge
  readonly slivers: number; // tets with a dihedral angle below 5°, or less volume than 1/1000 of their longest edge cubed
  readonly volume: number; // sum of the tets
  readonly recovered: number | null; // share of input triangles that are on the boundary, if there was an input
  readonly volumeError: number | null; // relative to the input, if there was one
  readonly deviation: Deviation | null; // between its surface and the repaired input's, both ways, if there was one
  readonly milliseconds: number | null; // what the making took, if the caller measured it
}

/** What there is to report on: tets alone, or a solid as the meshers make it. */
interface Reportable {
  readonly tets: TetMesh;
  readonly surfaceCount?: number; // boundary nodes; counted when absent
  readonly surface?: { readonly indices: Uint32Array }; // the boundary; found when absent
  readonly recovered?: number;
  readonly volumeError?: number;
  readonly deviation?: Deviation;
}

const SLIVER_COSINE = 0.9961946980917455; // of 5°
const SLIVER_VOLUME = 1e-3; // of the longest edge cubed; the regular tet has 0.118

/** Reports on a tet mesh or on a solid made of one. `milliseconds` is passed through. */
export function reportTetMesh(mesh: Reportable | TetMesh, milliseconds: number | null = null): TetReport {
  checkRecord('mesh', mesh, [], 'what createTetMesh made');
  const solid: Reportable = 'tets' in mesh ? mesh : { tets: mesh };
  checkMesh('tets', solid.tets, 'createTetMesh');
  const { positions, indices } = solid.tets;
  const points = positions.length / 3;
  const boundary = (solid.surface ?? extractBoundary(indices, buildTetAdjacency(indices, points))).indices;
  const ratios = new Float64Array(indices.length / 4);
  let most = -1; // cosine of the least angle
  let least = 1; // and of the largest
  let slivers = 0;
  let volume = 0;
  for (let t = 0; t < indices.length; t += 4) {
    const v = tetVolume(positions, indices, t);
    measureTet(shape, positions, indices, t, v);
    most = Math.max(most, shape[0]);
    least = Math.min(least, shape[1]);
    ratios[t / 4] = shape[2];
    if (shape[0] > SLIVER_COSINE || !(v >= SLIVER_VOLUME * shape[3] * shape[3] * shape[3])) slivers++;
    volume += v;
  }
  ratios.sort();
  return {
    points,
    tets: indices.length / 4,
    interior: points - (solid.surfaceCount ?? new Set(boundary).size),
    triangles: boundary.length / 3,
    minDihedral: indices.length > 0 ? (acos(most) * 180) / Math.PI : 0,
    maxDihedral: (acos(least) * 180) / Math.PI,
    radiusEdge95: ratios.length > 0 ? ratios[Math.ceil(0.95 * ratios.length) - 1] : 0,
    slivers,
    volume,
    recovered: solid.recovered ?? null,
    volumeError: solid.volumeError ?? null,
    deviation: solid.deviation ?? null,
    milliseconds,
  };
}

const shape = new Float64Array(4); // scratch: what measureTet writes
const normal = new Float64Array(12); // scratch: area normals of the four faces
const square = new Float64Array(4); // scratch: their squared lengths
const edge = new Float64Array(6); // scratch: lengths of the edges 01, 02, 03, 12, 13, 23

/**
 * Writes the cosines of the least and of the largest dihedral angle, circumradius to shortest edge, and the longest
 * edge. Angles by the faces' normals; the circumradius from the volume and the products of opposite edges.
 */
function measureTet(
  out: Float64Array,
  x: Float64Array,
  indices: Uint32Array,
  at: number,
  volume: number,
): void {
  for (let f = 0; f < 4; f++) {
    const a = 3 * indices[at + TET_FACES[3 * f]];
    const b = 3 * indices[at + TET_FACES[3 * f + 1]];
    const c = 3 * indices[at + TET_FACES[3 * f + 2]];
    crossEdges(normal, 3 * f, x, a, b, c);
    const o = 3 * f;
    square[f] = normal[o] * normal[o] + normal[o + 1] * normal[o + 1] + normal[o + 2] * normal[o + 2];
  }
  let most = -1; // cosine of the least angle
  let least = 1; // and of the largest
  let longest = 0;
  let shortest = Infinity;
  let k = 0;
  for (let f = 0; f < 4; f++) {
    for (let g = f + 1; g < 4; g++) {
      // Faces f and g meet in the edge between the other two corners; inside, the angle is π minus the normals'.
      const o = 3 * f;
      const q = 3 * g;
      const dot = -normal[o] * normal[q] - normal[o + 1] * normal[q + 1] - normal[o + 2] * normal[q + 2];
      const p = 3 * indices[at + f];
      const r = 3 * indices[at + g];
      const dx = x[p] - x[r];
      const dy = x[p + 1] - x[r + 1];
      const dz = x[p + 2] - x[r + 2];
      const cosine = dot / Math.sqrt(square[f] * square[g]);
      if (!(cosine <= 1))
        most = 1; // rounding, or a flat face that has no cosine: then the least angle is 0
      else if (cosine > most) most = cosine;
      if (cosine < least) least = cosine;
      const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
      edge[k++] = length;
      longest = Math.max(longest, length);
      shortest = Math.min(shortest, length);
    }
  }
  out[0] = volume > 0 ? most : 1;
  out[1] = Math.max(-1, least);
  const a = edge[0] * edge[5];
  const b = edge[1] * edge[4];
  const c = edge[2] * edge[3];
  const sum = Math.max(0, (a + b + c) * (a + b - c) * (a - b + c) * (b + c - a));
  out[2] = volume > 0 ? Math.sqrt(sum) / (24 * volume * shortest) : Infinity;
  out[3] = longest;
}
