// Solids made of cells of an uneven rectangular grid: boxes, shelves. The surface is what lies between a full
// cell and an empty one, so it is closed whatever the cells, and manifold as long as no two full cells meet
// along an edge or at a corner alone.

import { createTriangleMesh, type TriangleMesh } from '../triangle-mesh.ts';

/** Cuts the run from `low` to `high` in pieces no longer than `edge`; returns the cuts, `high` apart. */
export function cutRun(low: number, high: number, edge: number): number[] {
  const count = Math.max(1, Math.ceil((high - low) / edge - 1e-9));
  return Array.from({ length: count }, (_, i) => low + ((high - low) * i) / count);
}

/** Cuts the runs between ascending marks; the marks stay. */
export function cutRuns(marks: readonly number[], edge: number): number[] {
  const cuts: number[] = [];
  for (let i = 1; i < marks.length; i++) cuts.push(...cutRun(marks[i - 1], marks[i], edge));
  cuts.push(marks[marks.length - 1]);
  return cuts;
}

/** The surface of the full cells of a grid with the given cuts along x, y and z; `full` says which are. */
export function createCells(
  cuts: readonly [readonly number[], readonly number[], readonly number[]],
  full: (x: number, y: number, z: number) => boolean,
): TriangleMesh {
  const size = cuts.map((c) => c.length - 1);
  const isFull = (cell: number[]): boolean => {
    if (cell.some((c, k) => c < 0 || c >= size[k])) return false;
    const [x, y, z] = cell.map((c, k) => 0.5 * (cuts[k][c] + cuts[k][c + 1]));
    return full(x, y, z);
  };
  const positions: number[] = [];
  const indices: number[] = [];
  const known = new Map<number, number>();
  const pointAt = (node: number[]): number => {
    const key = (node[2] * cuts[1].length + node[1]) * cuts[0].length + node[0];
    let point = known.get(key);
    if (point === undefined) {
      point = positions.length / 3;
      known.set(key, point);
      positions.push(...node.map((n, k) => cuts[k][n]));
    }
    return point;
  };
  for (let axis = 0; axis < 3; axis++) {
    const u = (axis + 1) % 3;
    const v = (axis + 2) % 3;
    for (let i = 0; i <= size[axis]; i++) {
      for (let j = 0; j < size[u]; j++) {
        for (let k = 0; k < size[v]; k++) {
          const node = [0, 0, 0];
          [node[axis], node[u], node[v]] = [i, j, k];
          const below = node.slice();
          below[axis]--;
          const outward = isFull(below); // the solid lies below: the surface faces up the axis
          if (outward === isFull(node)) continue;
          const [a, b, c, d] = [0, 1, 2, 3].map((q) => {
            const corner = node.slice();
            corner[u] += q === 1 || q === 2 ? 1 : 0;
            corner[v] += q >= 2 ? 1 : 0;
            return pointAt(corner);
          });
          // Neighbours take turns with the diagonal, so that no direction is favoured.
          const quad = (i + j + k) % 2 === 0 ? [a, b, c, a, c, d] : [a, b, d, b, c, d];
          indices.push(...(outward ? quad : quad.reverse()));
        }
      }
    }
  }
  return createTriangleMesh({ positions, indices });
}
