// Exact distance from every node of a solid to its surface, with direction and closest triangle: what
// [Glondu13, sec. 4.1] stores at the nodes before the first fracture. There it comes from the regular grid;
// here from the surface itself, so nothing is interpolated. Only the triangle needs to be kept: the rest follows from it.

import { closestPointTriangle } from '../geometry/point-triangle.ts';
import { measureNormal, writeFrame } from '../geometry/triangle.ts';
import type { Work } from '../job/work.ts';
import { distanceSurface, type SurfaceQuery } from './surface-distance.ts';

/** The way from each node to the surface. */
export interface NodeDistance {
  readonly distance: Float64Array; // depth below the surface; 0 on it
  readonly direction: Float64Array; // unit, towards the closest surface point; the outward normal on the surface
  readonly face: Uint32Array; // the closest surface triangle
}

const CHUNK = 2048; // nodes between two reports of progress

/** Finds the closest surface triangle of every node. Nodes [0, surfaceCount) are the surface's own vertices. */
export function* findNodeFaces(
  positions: Float64Array,
  surfaceCount: number,
  query: SurfaceQuery,
): Work<Uint32Array> {
  const count = positions.length / 3;
  const face = new Uint32Array(count);
  for (let h = query.indices.length - 1; h >= 0; h--) face[query.indices[h]] = Math.floor(h / 3);
  const out = new Float64Array(4);
  let seed = -1;
  for (let i = surfaceCount; i < count; i++) {
    if ((i - surfaceCount) % CHUNK === 0) yield (i - surfaceCount) / (count - surfaceCount);
    seed = distanceSurface(out, query, positions, 3 * i, seed);
    face[i] = seed;
  }
  return face;
}

/** Distance and direction of every node from its closest triangle; on the surface, the mean normal by area. */
export function measureNodes(
  positions: Float64Array,
  indices: Uint32Array,
  surfaceCount: number,
  face: Uint32Array,
): NodeDistance {
  const count = positions.length / 3;
  const distance = new Float64Array(count);
  const direction = new Float64Array(3 * count);
  const frame = new Float64Array(12);
  const hit = new Float64Array(4);
  const normal = new Float64Array(4); // of a triangle, and its area
  for (let t = 0; 3 * t < indices.length; t++) {
    measureNormal(normal, positions, indices, t);
    for (let h = 3 * t; h < 3 * t + 3; h++) {
      for (let d = 0; d < 3; d++) direction[3 * indices[h] + d] += normal[3] * normal[d];
    }
  }
  for (let i = 0; i < count; i++) {
    const o = 3 * i;
    if (i < surfaceCount) {
      setUnit(direction, o, direction[o], direction[o + 1], direction[o + 2]);
      continue;
    }
    writeFrame(frame, 0, positions, indices, face[i]);
    closestPointTriangle(hit, frame, 0, positions[o], positions[o + 1], positions[o + 2]);
    distance[i] = Math.sqrt(hit[0]);
    setUnit(
      direction,
      o,
      frame[0] + hit[1] * frame[3] + hit[2] * frame[6] - positions[o],
      frame[1] + hit[1] * frame[4] + hit[2] * frame[7] - positions[o + 1],
      frame[2] + hit[1] * frame[5] + hit[2] * frame[8] - positions[o + 2],
    );
  }
  return { distance, direction, face };
}

function setUnit(out: Float64Array, at: number, x: number, y: number, z: number): void {
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0)) return;
  out[at] = x / length;
  out[at + 1] = y / length;
  out[at + 2] = z / length;
}
