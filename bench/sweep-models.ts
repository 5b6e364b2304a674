// The three models of [Xu14] tables 3 and 4, with what a sweep needs of each: points, tree, field, octree.

import { buildGridField } from '../src/field/build.ts';
import { buildOctree, type FieldOctree } from '../src/field/octree.ts';
import { finishWork } from '../src/job/work.ts';
import { createBowl } from '../src/mesh/shapes/tableware.ts';
import type { TriangleMesh } from '../src/mesh/triangle-mesh.ts';
import { buildSphereTree } from '../src/tree/build.ts';
import { orderPoints } from '../src/tree/order.ts';
import type { SphereTree } from '../src/tree/sphere-tree.ts';
import type { Report } from './bench.ts';
import { loadBunny, loadDragon } from './models.ts';

export interface SweepModel {
  readonly name: string;
  readonly mesh: TriangleMesh;
  readonly position: Float64Array;
  readonly tree: SphereTree;
  readonly octree: FieldOctree;
  readonly box: Float64Array; // of the points: min xyz, max xyz
}

export const CELLS = 256; // along the longest side
export const PAPER_CELLS = 1024; // as the fields of [Xu14, table 3] have: with --large

/** Bunny of 777 points, bowl of 2,072, or dragon of 437,645. */
export async function loadSweepModel(
  report: Report,
  name: 'bunny' | 'bowl' | 'dragon',
  cells = CELLS,
): Promise<SweepModel> {
  report.note(`${name}: building, ${cells} cells`);
  if (name === 'bunny') return prepareModel(name, loadBunny({ vertices: 777 }), cells);
  return prepareModel(name, name === 'bowl' ? createBowl() : await loadDragon(1), cells);
}

export function prepareModel(name: string, mesh: TriangleMesh, cells = CELLS): SweepModel {
  const { positions: position } = mesh;
  const box = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (let i = 0; i < position.length; i++) {
    box[i % 3] = Math.min(box[i % 3], position[i]);
    box[3 + (i % 3)] = Math.max(box[3 + (i % 3)], position[i]);
  }
  return {
    name,
    mesh,
    position,
    tree: finishWork(buildSphereTree(position, orderPoints(position))),
    octree: buildOctree(finishWork(buildGridField(mesh, { cells }))),
    box,
  };
}
