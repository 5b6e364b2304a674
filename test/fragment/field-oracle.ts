// The slow truth about fragments: closest surface over all triangles of the extracted shape, membership by walking all
// tets or by the winding of that shape.

import { buildGridField } from '../../src/field/build.ts';
import { type Changes, clearChanges, createChanges } from '../../src/fragment/changes.ts';
import { createFragmentMesh, extractShape } from '../../src/fragment/extract.ts';
import { createFamily, type Family } from '../../src/fragment/family.ts';
import {
  createFragmentField,
  type DepthForm,
  type FieldParts,
  type FragmentField,
  updateFragmentField,
} from '../../src/fragment/fragment-field.ts';
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
import { createBall, createCrate, createSlab } from './solids.ts';

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
  const nodes = measureNodes(positions, triangle, surfaceCount, face);
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
  const corner = [0, 0, 0, 0];
  let least = -1e-12;
  let label = -1;
  for (let t = 0; t < tetCount; t++) {
    for (let k = 0; k < 4; k++) corner[k] = 3 * tetNode[4 * t + k];
    const whole = volume(positions, corner, -1, p);
    for (let k = 0; k < 4; k++) bary[k] = volume(positions, corner, k, p) / whole;
    const low = Math.min(bary[0], bary[1], bary[2], bary[3]);
    if (low < least) continue;
    least = low;
    label = locateInTet(family, t, bary, 0);
  }
  return label;
}

/** Six times the volume of a tet, with corner `moved` at p. */
function volume(x: Float64Array, corner: number[], moved: number, p: ArrayLike<number>): number {
  const at = (k: number, d: number) => (k === moved ? p[d] : x[corner[k] + d]);
  const e = (k: number, d: number) => at(k, d) - at(0, d);
  return (
    e(1, 0) * (e(2, 1) * e(3, 2) - e(2, 2) * e(3, 1)) +
    e(1, 1) * (e(2, 2) * e(3, 0) - e(2, 0) * e(3, 2)) +
    e(1, 2) * (e(2, 0) * e(3, 1) - e(2, 1) * e(3, 0))
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

/** A solid broken and broken again, its field updated after each fracture. */
export interface Broken {
  readonly ready: Ready;
  readonly family: Family;
  readonly changes: Changes;
  readonly field: FragmentField;
}

/** Breaks a solid into about `pieces`, then the largest of them into about `again`. */
export function breakSolid(
  ready: Ready,
  pieces: number,
  again: number,
  seed: number,
  form?: DepthForm,
): Broken {
  const family = createFamily(ready.topology);
  const changes = createChanges(ready.topology);
  const field = createFragmentField(ready, family, { form });
  shatter(changes, family, 0, pieces, seed);
  updateFragmentField(field, changes);
  if (again > 0) {
    clearChanges(changes);
    shatter(changes, family, largest(family), again, seed + 1);
    updateFragmentField(field, changes);
  }
  return { ready, family, changes, field };
}

export function largest(family: Family): number {
  const { count, nodeCount } = family.fragments;
  let best = 0;
  for (let f = 1; f < count; f++) if (nodeCount[f] > nodeCount[best]) best = f;
  return best;
}

const cache = new Map<string, Ready>();

/** A small solid made ready, once a test file. */
export function readyOf(name: 'ball' | 'crate' | 'slab'): Ready {
  const make = { ball: createBall, crate: createCrate, slab: createSlab }[name];
  if (!cache.has(name)) cache.set(name, readySolid(make(), name === 'slab' ? 96 : 40));
  return cache.get(name) as Ready;
}
