// Triangles with their corners on a curved isosurface lie inside of it: a wall of them would hold too little. Here its
// vertices move out (or in) until what the triangles cut off and what they add cancel.

import { measureNormal } from '../../geometry/triangle.ts';
import { closestTriangle } from '../../hierarchy/closest.ts';
import type { Hierarchy } from '../../hierarchy/hierarchy.ts';
import { BALANCE_MOST, BALANCE_PARTS, BALANCE_ROUNDS } from '../constants.ts';
import type { TriangleMesh } from '../triangle-mesh.ts';

const point = new Float64Array(3); // scratch: the middle of a part
const found = new Float64Array(7); // scratch: what closestTriangle writes
const normal = new Float64Array(4); // scratch: of a triangle, and its area

/** Moves the vertices of a wall's boundary so that the triangles around each are `half` from the surface on average. */
export function balanceWall({ positions, indices }: TriangleMesh, hierarchy: Hierarchy, half: number): void {
  const excess = new Float64Array(positions.length / 3); // volume beyond the isosurface, of a vertex's triangles
  const area = new Float64Array(excess.length); // and their area
  const height = new Float64Array(excess.length); // and the least of their heights
  for (let round = 0; round < BALANCE_ROUNDS; round++) {
    excess.fill(0);
    area.fill(0);
    height.fill(Infinity);
    let seed = -1;
    for (let t = 0; 3 * t < indices.length; t++) {
      measureNormal(normal, positions, indices, t);
      const [a, b, c] = [3 * indices[3 * t], 3 * indices[3 * t + 1], 3 * indices[3 * t + 2]];
      const longest = Math.sqrt(
        Math.max(squareLength(positions, a, b), squareLength(positions, b, c), squareLength(positions, c, a)),
      );
      let sum = 0;
      for (let i = 0; i < BALANCE_PARTS * BALANCE_PARTS; i++) {
        // Part i lies in row `row`, where every other one stands on its head.
        const row = Math.floor(Math.sqrt(i + 0.5));
        const along = i - row * row;
        const v = ((along >> 1) + (1 + (along & 1)) / 3) / BALANCE_PARTS;
        const u = 1 - (row + (2 - (along & 1)) / 3) / BALANCE_PARTS;
        for (let d = 0; d < 3; d++) {
          point[d] =
            positions[a + d] +
            u * (positions[b + d] - positions[a + d]) +
            v * (positions[c + d] - positions[a + d]);
        }
        seed = closestTriangle(found, hierarchy, point, 0, seed);
        sum += Math.sqrt(found[0]) - half;
      }
      const own = normal[3];
      for (let k = 3 * t; k < 3 * t + 3; k++) {
        excess[indices[k]] += (own * sum) / (BALANCE_PARTS * BALANCE_PARTS);
        area[indices[k]] += own;
        height[indices[k]] = Math.min(height[indices[k]], (2 * own) / longest);
      }
    }
    for (let v = 0; v < excess.length; v++) {
      seed = closestTriangle(found, hierarchy, positions, 3 * v, seed);
      const distance = Math.sqrt(found[0]);
      if (!(area[v] > 0 && distance > 0)) continue;
      const most = BALANCE_MOST * height[v];
      const move = Math.min(most, Math.max(-most, excess[v] / area[v])) / distance;
      for (let d = 0; d < 3; d++) positions[3 * v + d] -= move * (positions[3 * v + d] - found[1 + d]);
    }
  }
}

function squareLength(positions: Float64Array, a: number, b: number): number {
  const x = positions[b] - positions[a];
  const y = positions[b + 1] - positions[a + 1];
  const z = positions[b + 2] - positions[a + 2];
  return x * x + y * y + z * z;
}
