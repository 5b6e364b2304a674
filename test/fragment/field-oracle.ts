// The slow truth about fragments: closest surface over all triangles of the extracted shape, membership by walking all
// tets or by the winding of that shape.

import { buildGridField } from '../../src/field/build.ts';
import type { Changes } from '../../src/fragment/changes.ts';
import { extractShape } from '../../src/fragment/extract.ts';
import type { Family } from '../../src/fragment/family.ts';
import type { FieldParts } from '../../src/fragment/fragment-field.ts';
import { createFragmentMesh } from '../../src/fragment/fragment-mesh.ts';
import { locateInTet } from '../../src/fragment/locate.ts';
import { applyPattern } from '../../src/fragment/patterns.ts';
import { scatterSeeds } from '../../src/fragment/scatter.ts';
import { buildTetGrid } from '../../src/fragment/tet-grid.ts';
import { buildFamilyTopology, type FamilyTopology, type SolidParts } from '../../src/fragment/topology.ts';
import { closestTriangle } from '../../src/hierarchy/closest.ts';
import { buildHierarchy, type Hierarchy } from '../../src/hierarchy/hierarchy.ts';
import { finishWork } from '../../src/job/work.ts';
import { nextFloat, type Random } from '../../src/math/random.ts';
import { findNodeFaces, measureNodes } from '../../src/mesh/node-distance.ts';
import { createSurfaceQuery } from '../../src/mesh/surface-distance.ts';

/** A solid made ready for fields, as baking does. */
export interface Ready extends FieldParts {
  readonly topology: FamilyTopology;
}

/** What a field needs of a solid. */
export function readySolid(solid: SolidParts, cells = 64): Ready {
  const topology = buildFamilyTopology(solid);
  const { positions, surfaceCount, triangle } = topology;
  const surface = { positions, indices: triangle };
  const query = createSurfaceQuery(surface);
  const field = finishWork(buildGridField(surface, { cells }, query));
  const face = finishWork(findNodeFaces(positions, surfaceCount, query));
  const nodes = measureNodes(positions, triangle, surfaceCount, face, query.vertexNormal);
  return { topology, field, nodes, tetGrid: buildTetGrid(topology) };
}

/** The surface of one fragment, to be asked. */
export interface Shape {
  readonly hierarchy: Hierarchy;
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
}

const mesh = createFragmentMesh();

export function shapeOf(family: Family, label: number): Shape {
  extractShape(mesh, family, label);
  const positions = mesh.positions.slice(0, 3 * mesh.vertexCount);
  const indices = mesh.indices.slice(0, 3 * mesh.triangleCount);
  return { hierarchy: buildHierarchy(positions, indices), positions, indices };
}

const found = new Float64Array(7);

/** Writes distance and closest point of a shape. */
export function closestOfShape(out: Float64Array, shape: Shape, p: Float64Array): void {
  closestTriangle(found, shape.hierarchy, p, 0, -1);
  out[0] = Math.sqrt(found[0]);
  for (let d = 0; d < 3; d++) out[1 + d] = found[1 + d];
}

/** The fragment at a point by looking at every tet, −1 outside of the solid. */
export function labelAt(family: Family, p: ArrayLike<number>): number {
  const { topology } = family;
  const { tetNode, positions, tetCount } = topology;
  const bary = new Float64Array(4);
  let best = -1;
  let least = -1e-12;
  let label = -1;
  for (let t = 0; t < tetCount; t++) {
    const [a, b, c, d] = [0, 1, 2, 3].map((k) =>
      positions.subarray(3 * tetNode[4 * t + k], 3 * tetNode[4 * t + k] + 3),
    );
    const whole = volume(a, b, c, d);
    bary[0] = volume(p, b, c, d) / whole;
    bary[1] = volume(a, p, c, d) / whole;
    bary[2] = volume(a, b, p, d) / whole;
    bary[3] = volume(a, b, c, p) / whole;
    const low = Math.min(...bary);
    if (low < least) continue;
    least = low;
    best = t;
    label = locateInTet(family, t, bary, 0);
  }
  return best < 0 ? -1 : label;
}

function volume(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  c: ArrayLike<number>,
  d: ArrayLike<number>,
): number {
  const u = [0, 1, 2].map((k) => b[k] - a[k]);
  const v = [0, 1, 2].map((k) => c[k] - a[k]);
  const w = [0, 1, 2].map((k) => d[k] - a[k]);
  return (
    u[0] * (v[1] * w[2] - v[2] * w[1]) +
    u[1] * (v[2] * w[0] - v[0] * w[2]) +
    u[2] * (v[0] * w[1] - v[1] * w[0])
  );
}

/** Draws points evenly in the volume of a solid; each call writes one and returns the fragment at it. */
export function drawInside(family: Family, random: Random): (p: Float64Array) => number {
  const { tetCount, tetVolume, tetNode, positions } = family.topology;
  const sum = new Float64Array(tetCount);
  let all = 0;
  for (let t = 0; t < tetCount; t++) sum[t] = all += tetVolume[t];
  const bary = new Float64Array(4);
  return (p) => {
    const r = nextFloat(random) * all;
    let low = 0;
    let high = tetCount - 1;
    while (low < high) {
      const mid = (low + high) >> 1;
      if (sum[mid] < r) low = mid + 1;
      else high = mid;
    }
    let total = 0;
    for (let k = 0; k < 4; k++) total += bary[k] = -Math.log(1 - nextFloat(random));
    p.fill(0, 0, 3);
    for (let k = 0; k < 4; k++) {
      bary[k] /= total;
      for (let d = 0; d < 3; d++) p[d] += bary[k] * positions[3 * tetNode[4 * low + k] + d];
    }
    return locateInTet(family, low, bary, 0);
  };
}

/** Breaks a fragment around seeds; a fracture of its own record unless the caller clears it. */
export function shatter(changes: Changes, family: Family, label: number, count: number, seed: number): void {
  const seeds = scatterSeeds(family, label, { count, seed });
  applyPattern(changes, family, label, { kind: 'voronoi', seeds });
}
