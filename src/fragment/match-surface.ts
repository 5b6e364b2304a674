// Where the triangles of the surface are in the tets.

import { InputError } from '../job/error.ts';
import { TET_FACES } from '../mesh/tet-mesh.ts';
import { EDGE_BETWEEN } from './cases.ts';
import type { Runs } from './topology.ts';

/**
 * The boundary face that each surface triangle is; `corners` lists the tet corners at each node. Throws unless the
 * surface is exactly the boundary.
 */
export function matchSurface(
  triangle: Uint32Array,
  tetNode: Uint32Array,
  tetNeighbor: Int32Array,
  corners: Runs,
): Uint32Array {
  let boundary = 0;
  for (let f = 0; f < tetNeighbor.length; f++) if (tetNeighbor[f] < 0) boundary++;
  if (3 * boundary !== triangle.length) {
    throw new InputError(
      'bad-argument',
      `surface has ${triangle.length / 3} triangles, the boundary of tets has ${boundary}: give the two that belong together`,
    );
  }
  const match = new Uint32Array(triangle.length / 3);
  for (let i = 0; i < match.length; i++) {
    const a = triangle[3 * i];
    const b = triangle[3 * i + 1];
    const c = triangle[3 * i + 2];
    let found = -1;
    for (let k = corners.start[a]; k < corners.start[a + 1]; k++) {
      const t = corners.item[k] & ~3;
      for (let f = 0; f < 4; f++) {
        if (tetNeighbor[t + f] >= 0) continue;
        const i0 = tetNode[t + TET_FACES[3 * f]];
        const i1 = tetNode[t + TET_FACES[3 * f + 1]];
        const i2 = tetNode[t + TET_FACES[3 * f + 2]];
        const same = (a === i0 && b === i1 && c === i2) || (a === i1 && b === i2 && c === i0);
        if (same || (a === i2 && b === i0 && c === i1)) found = t + f;
      }
    }
    if (found < 0) {
      throw new InputError(
        'bad-argument',
        `triangle ${i} of surface is no face on the boundary of tets, or is turned over: give the two that belong together`,
      );
    }
    match[i] = found;
  }
  return match;
}

/** The edges of each surface triangle, from corner 0, 1, 2 to the next. */
export function findTriangleEdges(
  triangle: Uint32Array,
  tetNode: Uint32Array,
  tetEdge: Uint32Array,
  triangleFace: Uint32Array,
): Uint32Array {
  const edge = new Uint32Array(triangle.length);
  for (let h = 0; h < triangle.length; h++) {
    const t = triangleFace[Math.floor(h / 3)] >> 2;
    const next = h % 3 === 2 ? h - 2 : h + 1;
    let a = 0;
    let b = 0;
    while (tetNode[4 * t + a] !== triangle[h]) a++;
    while (tetNode[4 * t + b] !== triangle[next]) b++;
    edge[h] = tetEdge[6 * t + EDGE_BETWEEN[4 * a + b]];
  }
  return edge;
}
