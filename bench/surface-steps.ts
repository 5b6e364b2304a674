// The split triceratops, step by step, recorded once so that every way of keeping its tree can replay it.

import { prepareTriceratops, SPLIT_STEPS, stepTriceratops } from '../scenes/surface/triceratops.ts';
import type { TreeMesh } from '../src/hierarchy/build.ts';
import type { CutMesh } from '../src/surface/cut-mesh.ts';

export interface Recorded {
  readonly start: TreeMesh; // before the first step
  readonly steps: CutMesh[]; // copies, each with the changes that led to it
}

export function recordTriceratops(triangles: number): Recorded {
  const split = prepareTriceratops(triangles);
  const { cut } = split;
  const start = { positions: cut.positions.slice(), indices: cut.indices.slice() };
  const steps: CutMesh[] = [];
  for (let k = 1; k <= SPLIT_STEPS; k++) {
    stepTriceratops(split, k);
    steps.push({
      ...cut,
      positions: cut.positions.slice(),
      indices: cut.indices.slice(),
      twin: cut.twin.slice(0, 3 * cut.triangleCount),
      piece: cut.piece.slice(0, cut.triangleCount),
      changes: { ...cut.changes, reshaped: cut.changes.reshaped.slice(), mark: new Uint8Array(0) },
    });
  }
  return { start, steps };
}
