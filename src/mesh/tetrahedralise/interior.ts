// Points inside the solid: the corners and centres of cubes, a body-centred cubic lattice, whose Delaunay tets are all
// alike and well shaped. Cubes are halved near parts of the surface with triangles much finer than the lattice, so
// that tets do not fan out from one inner point to hundreds of triangles.

import { InputError } from '../../job/error.ts';
import type { Work } from '../../job/work.ts';
import { createRandom, nextFloat, type Random } from '../../math/random.ts';
import { LATTICE_FINE, LATTICE_JITTER, MOST_CUBES } from '../constants.ts';
import { distanceSurface, type SurfaceQuery } from '../surface-distance.ts';
import type { TriangleMesh } from '../triangle-mesh.ts';

interface InteriorOptions {
  readonly step: number; // metres: the lattice's step, where the surface does not ask for a finer one
  readonly clearance: number; // of the local step: points nearer to the surface are left out
  readonly finest: number; // halvings at most
  readonly seed: number; // of the jitter
}

const SPAN = 1 << 17; // coordinates are below it, so that three of them pack into a float exactly

interface Lattice {
  readonly query: SurfaceQuery;
  readonly edge: Float64Array; // mean edge length a vertex
  readonly origin: readonly number[];
  readonly unit: number; // metres: half of the finest cube's side; all points have whole coordinates in it
  readonly clearance: number;
  readonly random: Random;
  readonly found: Set<number>; // points looked at, by their coordinates packed in one number
  readonly out: number[];
  closest: number; // the triangle last found, where the next search starts
}

const answer = new Float64Array(4); // scratch: signed distance and closest point
const at = new Float64Array(3); // scratch: where to ask

/** Lattice points inside the surface and clear of it. */
export function* buildInterior(
  mesh: TriangleMesh,
  query: SurfaceQuery,
  box: Float64Array,
  options: InteriorOptions,
): Work<Float64Array> {
  const { step } = options;
  const count = [0, 1, 2].map((d) => Math.floor((box[3 + d] - box[d]) / step) + 1);
  const most = Math.max(count[0], count[1], count[2]);
  if (!(count[0] * count[1] * count[2] <= MOST_CUBES && 2 * most < SPAN)) {
    throw new InputError(
      'too-large',
      `a lattice of step ${step} needs ${count.join(' × ')} cubes, more than ${MOST_CUBES}: give a larger spacing`,
    );
  }
  let size = 2 << options.finest; // of a whole cube, in units
  while (size * most >= SPAN) size /= 2;
  const lattice: Lattice = {
    query,
    edge: meanEdges(mesh),
    origin: [0, 1, 2].map((d) => (box[d] + box[3 + d] - count[d] * step) / 2),
    unit: step / size,
    clearance: options.clearance,
    random: createRandom(options.seed),
    found: new Set(),
    out: [],
    closest: -1,
  };
  for (let k = 0; k < count[2]; k++) {
    for (let j = 0; j < count[1]; j++) {
      yield (k + j / count[1]) / count[2];
      for (let i = 0; i < count[0]; i++) {
        const outside = collectCube(lattice, i * size, j * size, k * size, size);
        i += Math.floor(outside / step); // distance is 1-Lipschitz: the next cubes are outside too
      }
    }
  }
  return Float64Array.from(lattice.out);
}

/** Mean length of the edges at each vertex. */
function meanEdges(mesh: TriangleMesh): Float64Array {
  const { positions: x, indices } = mesh;
  const sum = new Float64Array(x.length / 3);
  const count = new Float64Array(x.length / 3);
  for (let t = 0; t < indices.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const a = indices[t + k];
      const b = indices[t + ((k + 1) % 3)];
      const dx = x[3 * a] - x[3 * b];
      const dy = x[3 * a + 1] - x[3 * b + 1];
      const dz = x[3 * a + 2] - x[3 * b + 2];
      const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
      sum[a] += length;
      sum[b] += length;
      count[a]++;
      count[b]++;
    }
  }
  for (let v = 0; v < sum.length; v++) sum[v] /= Math.max(1, count[v]);
  return sum;
}

/** Signed distance at whole coordinates; lattice.closest names the triangle. */
function distanceAt(lattice: Lattice, i: number, j: number, k: number): number {
  const { origin, unit } = lattice;
  at[0] = origin[0] + i * unit;
  at[1] = origin[1] + j * unit;
  at[2] = origin[2] + k * unit;
  lattice.closest = distanceSurface(answer, lattice.query, at, 0, lattice.closest);
  return answer[0];
}

/** Takes the points of a cube, or of its parts; returns how far beyond the cube's reach the surface is, or 0. */
function collectCube(lattice: Lattice, i: number, j: number, k: number, size: number): number {
  const half = size / 2;
  const d = distanceAt(lattice, i + half, j + half, k + half);
  const side = size * lattice.unit;
  const reach = side * 0.8660254037844387; // from the centre to the corners
  if (d > reach) return d - reach;
  if (size > 2) {
    const { edge, query } = lattice;
    const t = 3 * lattice.closest;
    const local = (edge[query.indices[t]] + edge[query.indices[t + 1]] + edge[query.indices[t + 2]]) / 3;
    if (side > LATTICE_FINE * local + Math.abs(d)) {
      // A cube may grow as fast as its distance from the surface.
      for (let c = 0; c < 8; c++) {
        collectCube(lattice, i + (c & 1) * half, j + ((c >> 1) & 1) * half, k + (c >> 2) * half, half);
      }
      return 0;
    }
  }
  const clear = lattice.clearance * side;
  keepPoint(lattice, i + half, j + half, k + half, side, d);
  for (let c = 0; c < 8; c++) {
    const known = d < -reach - clear ? d + reach : Infinity; // deep inside: no need to ask
    keepPoint(lattice, i + (c & 1) * size, j + ((c >> 1) & 1) * size, k + (c >> 2) * size, side, known);
  }
  return 0;
}

/**
 * Takes a point of a cube of this side once, if it is clear of the surface; `d` is its signed distance or an upper
 * bound, Infinity if unknown.
 */
function keepPoint(lattice: Lattice, i: number, j: number, k: number, side: number, d: number): void {
  const key = (i * SPAN + j) * SPAN + k;
  if (lattice.found.has(key)) return;
  lattice.found.add(key);
  if ((d === Infinity ? distanceAt(lattice, i, j, k) : d) >= -lattice.clearance * side) return;
  const { origin, unit, random } = lattice;
  const jitter = LATTICE_JITTER * side;
  lattice.out.push(
    origin[0] + i * unit + jitter * (nextFloat(random) - 0.5),
    origin[1] + j * unit + jitter * (nextFloat(random) - 0.5),
    origin[2] + k * unit + jitter * (nextFloat(random) - 0.5),
  );
}
