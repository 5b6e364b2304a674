// Meshes implicit solids by surface nets: one vertex for each sheet of surface in a grid cell, one square for
// each grid edge that the surface crosses. A cell that two sheets cross has two vertices, so that sheets stay
// apart; with that the result is manifold but for a rare way in which two such cells meet, which is looked for.

import { InputError } from '../../job/error.ts';
import { EDGES, pushQuad, sheetsOf } from '../net-cells.ts';
import { buildEdges, buildTwins } from '../topology.ts';
import { createTriangleMesh, type TriangleMesh } from '../triangle-mesh.ts';
import { type Implicit, type Point, projectPoint } from './implicit.ts';

/** Node values on a grid of cubes. */
interface Grid {
  readonly size: readonly [number, number, number]; // nodes along x, y, z
  readonly low: Point;
  readonly cell: number;
  readonly value: Float64Array;
}

const BLOCK = 6; // nodes along a block that is skipped as a whole when far from the surface

/** Meshes the surface of a solid that lies inside the box from `low` to `high`. Closed and manifold. */
export function extractSurface(solid: Implicit, low: Point, high: Point, cell: number): TriangleMesh {
  // A grid moved by a part of a cell meets the surface in other ways: try a few before giving up.
  for (let attempt = 0; attempt < 8; attempt++) {
    const shift = cell * (1 + 0.37 * attempt);
    const grid = sampleSolid(solid, [low[0] - shift, low[1] - shift, low[2] - shift], high, cell);
    const mesh = buildNet(grid, solid);
    const twins = buildTwins(mesh.indices, buildEdges(mesh.indices, mesh.positions.length / 3));
    if (twins.length > 0 && twins.every((twin) => twin >= 0)) return mesh;
  }
  throw new InputError(
    'not-solid',
    'the surface could not be meshed: it leaves its box or is finer than the grid',
  );
}

function sampleSolid(solid: Implicit, low: Point, high: Point, cell: number): Grid {
  const size = [0, 1, 2].map((k) => Math.ceil((high[k] - low[k]) / cell) + 3) as [number, number, number];
  const [nx, ny, nz] = size;
  const value = new Float64Array(nx * ny * nz);
  const far = 0.5 * BLOCK * cell * Math.sqrt(3) * 2; // twice a block's reach: values are only near to distances
  for (let bz = 0; bz < nz; bz += BLOCK) {
    for (let by = 0; by < ny; by += BLOCK) {
      for (let bx = 0; bx < nx; bx += BLOCK) {
        const half = 0.5 * (BLOCK - 1);
        const middle = solid(
          low[0] + (bx + half) * cell,
          low[1] + (by + half) * cell,
          low[2] + (bz + half) * cell,
        );
        const skip = Math.abs(middle) > far;
        for (let k = bz; k < Math.min(bz + BLOCK, nz); k++) {
          for (let j = by; j < Math.min(by + BLOCK, ny); j++) {
            for (let i = bx; i < Math.min(bx + BLOCK, nx); i++) {
              const here = skip ? middle : solid(low[0] + i * cell, low[1] + j * cell, low[2] + k * cell);
              value[(k * ny + j) * nx + i] = here === 0 ? 1e-12 * cell : here;
            }
          }
        }
      }
    }
  }
  return { size, low, cell, value };
}

function buildNet(grid: Grid, solid: Implicit): TriangleMesh {
  const { size, cell, value } = grid;
  const [nx, ny, nz] = size;
  const node = (i: number, j: number, k: number) => (k * ny + j) * nx + i;
  const first = new Int32Array(nx * ny * nz); // the first vertex of each cell
  const shape = new Uint8Array(nx * ny * nz); // its inside corners
  const positions: number[] = [];
  const point = new Float64Array(3);
  for (let k = 0; k + 1 < nz; k++) {
    for (let j = 0; j + 1 < ny; j++) {
      for (let i = 0; i + 1 < nx; i++) {
        const at = node(i, j, k);
        let inside = 0;
        for (let c = 0; c < 8; c++) {
          if (value[node(i + (c & 1), j + ((c >> 1) & 1), k + (c >> 2))] < 0) inside |= 1 << c;
        }
        shape[at] = inside;
        first[at] = positions.length / 3;
        if (inside === 0 || inside === 255) continue;
        const sheets = sheetsOf(inside);
        for (let sheet = 0; sheets.includes(sheet); sheet++) {
          placeVertex(point, grid, i, j, k, sheets, sheet);
          projectPoint(point, 0, solid, 0.5 * cell, 1);
          positions.push(point[0], point[1], point[2]);
        }
      }
    }
  }
  const indices: number[] = [];
  for (let k = 1; k + 1 < nz; k++) {
    for (let j = 1; j + 1 < ny; j++) {
      for (let i = 1; i + 1 < nx; i++) {
        for (let axis = 0; axis < 3; axis++) {
          const from = value[node(i, j, k)] < 0;
          const to =
            value[node(i + (axis === 0 ? 1 : 0), j + (axis === 1 ? 1 : 0), k + (axis === 2 ? 1 : 0))] < 0;
          if (from === to) continue;
          // The four cells around this edge, in turn about the axis; in each it is another of the cell's edges.
          const quad = [3, 2, 0, 1].map((q) => {
            const back = [0, 0, 0];
            back[(axis + 1) % 3] = q & 1;
            back[(axis + 2) % 3] = q >> 1;
            const at = node(i - back[0], j - back[1], k - back[2]);
            return first[at] + sheetsOf(shape[at])[4 * axis + q];
          });
          if (!from) quad.reverse();
          pushQuad(indices, positions, quad);
        }
      }
    }
  }
  return createTriangleMesh({ positions, indices });
}

/** Writes the middle of the points where a sheet crosses the edges of cell (i, j, k). */
function placeVertex(
  out: Float64Array,
  { size: [nx, ny], low, cell, value }: Grid,
  i: number,
  j: number,
  k: number,
  sheets: Int8Array,
  sheet: number,
): void {
  const sum = [0, 0, 0];
  let count = 0;
  for (let e = 0; e < 12; e++) {
    if (sheets[e] !== sheet) continue;
    const [a, b] = EDGES[e].map((c) => [i + (c & 1), j + ((c >> 1) & 1), k + (c >> 2)]);
    const [va, vb] = [a, b].map((n) => value[(n[2] * ny + n[1]) * nx + n[0]]);
    const t = va / (va - vb);
    for (let m = 0; m < 3; m++) sum[m] += a[m] + t * (b[m] - a[m]);
    count++;
  }
  for (let m = 0; m < 3; m++) out[m] = low[m] + (cell * sum[m]) / count;
}
