// Ground that never moves by itself: an open mesh or heights. One record for both, which colliders hold. Each carries what
// answers for its kind, so that a program holds only the code of the ground it makes.

import { buildHeightField, type HeightField, type HeightInput } from './height-field.ts';
import { describeHeightRidge, findHeightRidges, gatherHeightRidges } from './height-ridges.ts';
import { measureHeights } from './measure-heights.ts';
import { measureMesh } from './measure-mesh.ts';
import { buildOpenMesh, type OpenMesh } from './open-mesh.ts';
import { buildRidges, describeMeshRidge, gatherRidges, type Ridges } from './ridges.ts';
import { castHeights, castMesh } from './terrain-cast.ts';
import { gatherHeightFaces, gatherMeshFaces } from './terrain-faces.ts';

/** Made by createMeshGround and createHeightGround alone. */
export interface Terrain {
  readonly mesh: OpenMesh | null;
  readonly heights: HeightField | null;
  readonly ridges: Ridges | null; // of a mesh
  readonly flags: Uint8Array; // of heights: see height-ridges.ts
  readonly box: Float64Array; // min xyz, max xyz of what is solid; heights end as far below their lowest as they are wide
  readonly answers: TerrainAnswers;
}

/** What is near p[at…], within reach. */
type AskPoint = (
  out: Float64Array,
  terrain: Terrain,
  p: Float64Array,
  at: number,
  reach: Float64Array,
) => number;

/** What a kind of ground answers. Allocation-free. */
interface TerrainAnswers {
  /** Answers as measureShape does; see measure-mesh.ts and measure-heights.ts. */
  readonly measure: AskPoint;
  /** Where a ray meets it: see terrain-cast.ts. */
  readonly cast: (out: Float64Array, terrain: Terrain, ray: Float64Array) => boolean;
  /** Writes the ridges whose boxes meet `box` to `out`, as far as there is room; returns how many there are. */
  readonly gather: (out: Int32Array, terrain: Terrain, box: Float64Array) => number;
  /** Writes what a ridge is like (ridges.ts) to out; true for an edge, false for a vertex. */
  readonly describe: (out: Float64Array, terrain: Terrain, ridge: number) => boolean;
  /** The faces that a ball touches: see terrain-faces.ts. */
  readonly faces: AskPoint;
}

const MESH: TerrainAnswers = {
  measure: (out, { mesh }, p, at, reach) => measureMesh(out, mesh as OpenMesh, p, at, reach),
  cast: (out, { mesh }, ray) => castMesh(out, mesh as OpenMesh, ray),
  gather: (out, { ridges }, box) => gatherRidges(out, ridges as Ridges, box),
  describe: (out, { ridges }, ridge) => describeMeshRidge(out, ridges as Ridges, ridge),
  faces: (out, { mesh }, p, at, reach) => gatherMeshFaces(out, mesh as OpenMesh, p, at, reach),
};

const HEIGHTS: TerrainAnswers = {
  measure: (out, { heights }, p, at, reach) => measureHeights(out, heights as HeightField, p, at, reach),
  cast: (out, { heights }, ray) => castHeights(out, heights as HeightField, ray),
  gather: (out, { heights, flags }, box) => gatherHeightRidges(out, heights as HeightField, flags, box),
  describe: (out, { heights }, ridge) => describeHeightRidge(out, heights as HeightField, ridge),
  faces: (out, { heights }, p, at, reach) => gatherHeightFaces(out, heights as HeightField, p, at, reach),
};

export function createMeshGround(
  given: { readonly positions: ArrayLike<number>; readonly indices: ArrayLike<number> },
  depth?: number,
): Terrain {
  const mesh = buildOpenMesh(given, depth);
  const flags = new Uint8Array(0);
  return { mesh, heights: null, ridges: buildRidges(mesh), flags, box: mesh.box, answers: MESH };
}

export function createHeightGround(input: HeightInput): Terrain {
  const heights = buildHeightField(input);
  const { rows, columns, cell, low, high } = heights;
  const x = 0.5 * (columns - 1) * cell[0];
  const z = 0.5 * (rows - 1) * cell[1];
  const top = low.length - 1;
  const box = Float64Array.of(-x, low[top] - 2 * Math.max(x, z), -z, x, high[top], z);
  return { mesh: null, heights, ridges: null, flags: findHeightRidges(heights), box, answers: HEIGHTS };
}
