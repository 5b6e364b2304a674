// The mesh of a surface scene as it crosses to the page: vertices in every frame, triangles only when they are others.

import type { SurfaceRun } from './run.ts';

export interface MeshFrame {
  readonly shape: number; // meshes of the same shape have the same triangles
  readonly positions: Float32Array; // xyz a vertex
  readonly triangles?: MeshTriangles; // of a shape that was not sent before
}

export interface MeshTriangles {
  readonly indices: Uint16Array | Uint32Array; // sorted by slot
  readonly counts: readonly number[]; // triangles of each slot
  readonly bodies: Uint16Array; // a triangle: the body it belongs to, below 65536
}

const SLOTS = 4;

/** The mesh as it stands; with its triangles if `isNew`. All arrays are its own. */
export function captureMesh(run: SurfaceRun, isNew: boolean): MeshFrame {
  const positions = new Float32Array(run.positions);
  const { shape } = run;
  return isNew ? { shape, positions, triangles: sortTriangles(run) } : { shape, positions };
}

function sortTriangles(run: SurfaceRun): MeshTriangles {
  const { indices, triangleCount } = run;
  const counts = new Array<number>(SLOTS).fill(0);
  for (let t = 0; t < triangleCount; t++) if (run.slotOf(t) >= 0) counts[run.slotOf(t)]++;
  const next = counts.map((_, slot) => counts.slice(0, slot).reduce((sum, count) => sum + count, 0));
  const total = next[SLOTS - 1] + counts[SLOTS - 1];
  const isSmall = run.positions.length < 3 * 65536;
  const sorted = isSmall ? new Uint16Array(3 * total) : new Uint32Array(3 * total);
  const bodies = new Uint16Array(total);
  for (let t = 0; t < triangleCount; t++) {
    const slot = run.slotOf(t);
    if (slot < 0) continue;
    const at = next[slot]++;
    for (let k = 0; k < 3; k++) sorted[3 * at + k] = indices[3 * t + k];
    bodies[at] = run.bodyOf(t);
  }
  return { indices: sorted, counts, bodies };
}
