// Spheres as icosahedra with faces divided evenly and pushed out: all triangles nearly alike.

import { createTriangleMesh, type TriangleMesh } from '../triangle-mesh.ts';
import { checkCount, checkLength, checkNames } from './options.ts';

export interface SphereOptions {
  readonly radius?: number; // default 0.5
  readonly frequency?: number; // parts of each edge of the icosahedron, default 16
}

const GOLDEN = (1 + Math.sqrt(5)) / 2;
const CORNERS = [
  [-1, GOLDEN, 0],
  [1, GOLDEN, 0],
  [-1, -GOLDEN, 0],
  [1, -GOLDEN, 0],
  [0, -1, GOLDEN],
  [0, 1, GOLDEN],
  [0, -1, -GOLDEN],
  [0, 1, -GOLDEN],
  [GOLDEN, 0, -1],
  [GOLDEN, 0, 1],
  [-GOLDEN, 0, -1],
  [-GOLDEN, 0, 1],
];
const FACES = [
  [0, 11, 5],
  [0, 5, 1],
  [0, 1, 7],
  [0, 7, 10],
  [0, 10, 11],
  [1, 5, 9],
  [5, 11, 4],
  [11, 10, 2],
  [10, 7, 6],
  [7, 1, 8],
  [3, 9, 4],
  [3, 4, 2],
  [3, 2, 6],
  [3, 6, 8],
  [3, 8, 9],
  [4, 9, 5],
  [2, 4, 11],
  [6, 2, 10],
  [8, 6, 7],
  [9, 8, 1],
];

/** A sphere of 10n² + 2 vertices and 20n² triangles, n being the frequency. */
export function createSphere(options: SphereOptions = {}): TriangleMesh {
  checkNames(options, ['radius', 'frequency']);
  const radius = checkLength('radius', options.radius ?? 0.5);
  const n = checkCount('frequency', options.frequency ?? 16, 1, 700);
  const positions: number[] = [];
  const indices: number[] = [];
  const known = new Map<string, number>(); // points on corners and edges, by the corners' weights
  for (const face of FACES) {
    // Row i holds the points with weight n − i of the first corner.
    const rows: number[][] = [];
    for (let i = 0; i <= n; i++) {
      rows.push([]);
      for (let j = 0; j <= i; j++) rows[i].push(findPoint(positions, known, face, [n - i, i - j, j], radius));
    }
    for (let i = 0; i < n; i++) {
      for (let j = 0; j <= i; j++) {
        indices.push(rows[i][j], rows[i + 1][j], rows[i + 1][j + 1]);
        if (j < i) indices.push(rows[i][j], rows[i + 1][j + 1], rows[i][j + 1]);
      }
    }
  }
  return createTriangleMesh({ positions, indices });
}

/** The sphere whose number of triangles, 20n², is closest to the one wanted. */
export function createSphereOf(triangles: number, radius = 0.5): TriangleMesh {
  checkCount('triangles', triangles, 1, 9_800_000);
  return createSphere({ radius, frequency: Math.max(1, Math.round(Math.sqrt(triangles / 20))) });
}

function findPoint(
  positions: number[],
  known: Map<string, number>,
  face: number[],
  weight: number[],
  radius: number,
): number {
  const used = face
    .map((corner, i) => [corner, weight[i]])
    .filter(([, w]) => w > 0)
    .sort((a, b) => a[0] - b[0]); // the same order from both faces of an edge, so the same bits
  const key = used.length < 3 ? used.flat().join() : '';
  const found = known.get(key);
  if (key !== '' && found !== undefined) return found;
  const point = [0, 1, 2].map((k) => used.reduce((sum, [corner, w]) => sum + w * CORNERS[corner][k], 0));
  const scale = radius / Math.sqrt(point[0] * point[0] + point[1] * point[1] + point[2] * point[2]);
  positions.push(point[0] * scale, point[1] * scale, point[2] * scale);
  if (key !== '') known.set(key, positions.length / 3 - 1);
  return positions.length / 3 - 1;
}
