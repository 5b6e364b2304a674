// Boxes, boards and sheets: flat things on rectangular grids.

import { createTriangleMesh, type TriangleMesh } from '../triangle-mesh.ts';
import { createCells, cutRun, cutRuns } from './cells.ts';
import { checkBelow, checkCount, checkLength, checkNames } from './options.ts';

export interface BoxOptions {
  readonly size?: readonly [number, number, number]; // default a cube of 1 m
  readonly edge?: number; // the grid is no wider than this; default the largest size, so 12 triangles for a cube
}

/** A box around the origin, its faces divided in a grid. */
export function createBox(options: BoxOptions = {}): TriangleMesh {
  checkNames(options, ['size', 'edge']);
  const size = options.size ?? [1, 1, 1];
  const [x, y, z] = ['x', 'y', 'z'].map((name, k) => checkLength(`size ${name}`, size[k]));
  const edge = checkEdge(options.edge ?? Math.max(x, y, z), (x * y + y * z + z * x) * 2);
  const cuts = [x, y, z].map((length) => [...cutRun(-length / 2, length / 2, edge), length / 2]);
  return createCells([cuts[0], cuts[1], cuts[2]], () => true);
}

export interface SheetOptions {
  readonly width?: number; // along x, default 1
  readonly depth?: number; // along z, default 1
  readonly columns?: number; // default 50
  readonly rows?: number; // default 50
}

/** An open sheet in the plane y = 0, facing up, around the origin: a floor, or cloth before it falls. */
export function createSheet(options: SheetOptions = {}): TriangleMesh {
  checkNames(options, ['width', 'depth', 'columns', 'rows']);
  const width = checkLength('width', options.width ?? 1);
  const depth = checkLength('depth', options.depth ?? 1);
  const columns = checkCount('columns', options.columns ?? 50, 1, 3000);
  const rows = checkCount('rows', options.rows ?? 50, 1, 3000);
  const positions: number[] = [];
  const indices: number[] = [];
  for (let j = 0; j <= rows; j++) {
    for (let i = 0; i <= columns; i++)
      positions.push(width * (i / columns - 0.5), 0, depth * (j / rows - 0.5));
  }
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const a = j * (columns + 1) + i;
      const c = a + columns + 1;
      if ((i + j) % 2 === 0) indices.push(a, c, c + 1, a, c + 1, a + 1);
      else indices.push(a, c, a + 1, a + 1, c, c + 1);
    }
  }
  return createTriangleMesh({ positions, indices });
}

export interface ShelfOptions {
  readonly width?: number; // default 1.2
  readonly height?: number; // default 0.92
  readonly depth?: number; // default 0.32
  readonly boards?: number; // boards between the two sides, bottom and top among them; default 3
  readonly thickness?: number; // default 0.04
  readonly edge?: number; // default the thickness
}

/**
 * A shelf unit, open at front and back: two sides and boards between them, standing on y = 0. One closed body
 * with a hole between each board and the next. By default it has the size of the shelf in [Glondu13, table 1].
 */
export function createShelf(options: ShelfOptions = {}): TriangleMesh {
  checkNames(options, ['width', 'height', 'depth', 'boards', 'thickness', 'edge']);
  const width = checkLength('width', options.width ?? 1.2);
  const height = checkLength('height', options.height ?? 0.92);
  const depth = checkLength('depth', options.depth ?? 0.32);
  const boards = checkCount('boards', options.boards ?? 3, 1, 100);
  const t = checkLength('thickness', options.thickness ?? 0.04);
  checkBelow('thickness', t, width / 3, 'a third of the width');
  checkBelow('thickness', t, height / (2 * boards), 'room between the boards');
  const area = 4 * depth * (height + boards * width);
  const edge = checkEdge(options.edge ?? t, area);
  const step = boards > 1 ? (height - t) / (boards - 1) : 0;
  const x = width / 2;
  const bottoms = Array.from({ length: boards }, (_, i) => i * step);
  const levels = bottoms.flatMap((y) => [y, y + t]);
  if (boards === 1) levels.push(height);
  return createCells(
    [cutRuns([-x, -x + t, x - t, x], edge), cutRuns(levels, edge), cutRuns([-depth / 2, depth / 2], edge)],
    (cx, cy) => Math.abs(cx) > x - t || bottoms.some((y) => cy > y && cy < y + t),
  );
}

/** An edge length that does not make millions of triangles of a given area. */
export function checkEdge(edge: number, area: number): number {
  checkLength('edge', edge);
  checkBelow('the number of squares of that edge', area / (edge * edge), 5e6, 'so choose a longer edge');
  return edge;
}
