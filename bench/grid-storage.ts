// How to store the distance grid: all nodes as Float32, bricks of Float32 in a narrow band, or bricks of 16-bit steps,
// which is what src/field does. Bytes, and nanoseconds a sample. The losers live here alone.

import { gzipSync } from 'node:zlib';
import { buildGridField } from '../src/field/build.ts';
import { BRICK_NODES, fieldBytes, type GridField } from '../src/field/grid-field.ts';
import { sampleField, sampleGradient } from '../src/field/sample.ts';
import { buildHierarchy } from '../src/hierarchy/hierarchy.ts';
import { finishWork } from '../src/job/work.ts';
import { createRandom, nextFloat } from '../src/math/random.ts';
import { createBox } from '../src/mesh/shapes/index.ts';
import { createSurfaceQuery, distanceSurface } from '../src/mesh/surface-distance.ts';
import type { TriangleMesh } from '../src/mesh/triangle-mesh.ts';
import type { Bench, Report } from './bench.ts';
import { loadBunny } from './models.ts';
import { takeTurns } from './turns.ts';

const SAMPLES = 1_000_000;
const out = new Float64Array(4); // scratch: a sample

/** All nodes of a box, x fastest. */
interface DenseGrid {
  readonly origin: Float64Array;
  readonly scale: number;
  readonly nx: number; // cells
  readonly ny: number;
  readonly nz: number;
  readonly node: Float32Array;
}

/** Bricks as in GridField, with metres in place of steps. */
interface FloatBricks {
  readonly origin: Float64Array;
  readonly scale: number;
  readonly nx: number;
  readonly ny: number;
  readonly nz: number;
  readonly brick: Int32Array;
  readonly node: Float32Array;
}

function decodeDense(field: GridField): DenseGrid {
  const { origin, scale, nx, ny, nz, brick, base, node, step } = field;
  const dense = new Float32Array((nx + 1) * (ny + 1) * (nz + 1));
  for (let z = 0; z <= nz; z++) {
    for (let y = 0; y <= ny; y++) {
      for (let x = 0; x <= nx; x++) {
        const i = Math.min(x >> 3, (nx >> 3) - 1);
        const j = Math.min(y >> 3, (ny >> 3) - 1);
        const k = Math.min(z >> 3, (nz >> 3) - 1);
        const b = brick[(k * (ny >> 3) + j) * (nx >> 3) + i];
        const n = BRICK_NODES * b + ((z - 8 * k) * 9 + y - 8 * j) * 9 + x - 8 * i;
        dense[(z * (ny + 1) + y) * (nx + 1) + x] = step * (base[b] + node[n]);
      }
    }
  }
  return { origin, scale, nx, ny, nz, node: dense };
}

function decodeBricks(field: GridField): FloatBricks {
  const { origin, scale, nx, ny, nz, brick, base, node, step } = field;
  const metres = Float32Array.from(node, (q, n) => step * (base[Math.floor(n / BRICK_NODES)] + q));
  return { origin, scale, nx, ny, nz, brick, node: metres };
}

function sampleDense(out: Float64Array, grid: DenseGrid, p: Float64Array, at: number): boolean {
  const { origin, scale, nx, ny, nz, node } = grid;
  const x = (p[at] - origin[0]) * scale;
  const y = (p[at + 1] - origin[1]) * scale;
  const z = (p[at + 2] - origin[2]) * scale;
  if (!(x >= 0 && y >= 0 && z >= 0 && x < nx && y < ny && z < nz)) return false;
  const i = x | 0;
  const j = y | 0;
  const k = z | 0;
  const row = nx + 1;
  const layer = row * (ny + 1);
  const n = k * layer + j * row + i;
  const fx = x - i;
  const fy = y - j;
  const fz = z - k;
  const b00 = node[n] + fx * (node[n + 1] - node[n]);
  const b10 = node[n + row] + fx * (node[n + row + 1] - node[n + row]);
  const b01 = node[n + layer] + fx * (node[n + layer + 1] - node[n + layer]);
  const b11 = node[n + layer + row] + fx * (node[n + layer + row + 1] - node[n + layer + row]);
  const c0 = b00 + fy * (b10 - b00);
  const c1 = b01 + fy * (b11 - b01);
  out[0] = c0 + fz * (c1 - c0);
  return true;
}

function sampleBricks(out: Float64Array, grid: FloatBricks, p: Float64Array, at: number): boolean {
  const { origin, scale, nx, ny, nz, brick, node } = grid;
  const x = (p[at] - origin[0]) * scale;
  const y = (p[at + 1] - origin[1]) * scale;
  const z = (p[at + 2] - origin[2]) * scale;
  if (!(x >= 0 && y >= 0 && z >= 0 && x < nx && y < ny && z < nz)) return false;
  const i = x | 0;
  const j = y | 0;
  const k = z | 0;
  const b = brick[((k >> 3) * (ny >> 3) + (j >> 3)) * (nx >> 3) + (i >> 3)];
  if (b < 0) return false;
  const n = BRICK_NODES * b + ((k & 7) * 9 + (j & 7)) * 9 + (i & 7);
  const fx = x - i;
  const fy = y - j;
  const fz = z - k;
  const b00 = node[n] + fx * (node[n + 1] - node[n]);
  const b10 = node[n + 9] + fx * (node[n + 10] - node[n + 9]);
  const b01 = node[n + 81] + fx * (node[n + 82] - node[n + 81]);
  const b11 = node[n + 90] + fx * (node[n + 91] - node[n + 90]);
  const c0 = b00 + fy * (b10 - b00);
  const c1 = b01 + fy * (b11 - b01);
  out[0] = c0 + fz * (c1 - c0);
  return true;
}

/** Bytes of a field like `field` with bricks of size³ cells: nodes, bases, and the coarse cells' bricks and corners. */
function countBytes(mesh: TriangleMesh, field: GridField, size: number): { bytes: number; bricks: number } {
  const { origin, cell, nx, ny, nz, band } = field;
  const query = createSurfaceQuery(mesh);
  const limit = band + (Math.sqrt(3) / 2) * size * cell;
  const p = new Float64Array(3);
  let bricks = 0;
  let coarse = 0;
  let seed = -1;
  for (let z = 0; z < nz; z += size) {
    for (let y = 0; y < ny; y += size) {
      for (let x = 0; x < nx; x += size) {
        coarse++;
        p[0] = origin[0] + (x + size / 2) * cell;
        p[1] = origin[1] + (y + size / 2) * cell;
        p[2] = origin[2] + (z + size / 2) * cell;
        seed = distanceSurface(out, query, p, 0, seed);
        if (Math.abs(out[0]) <= limit) bricks++;
      }
    }
  }
  return { bytes: (2 * (size + 1) ** 3 + 4) * bricks + 8 * coarse, bricks };
}

/** Points within two cells of random points of the surface; in random order, or from neighbour to neighbour. */
function scatterPoints(mesh: TriangleMesh, cell: number, coherent: boolean): Float64Array {
  const { positions, indices } = mesh;
  const random = createRandom(8);
  const points = new Float64Array(3 * SAMPLES);
  const order = buildHierarchy(positions, indices).triangle;
  for (let i = 0; i < SAMPLES; i++) {
    const t = order[Math.floor((coherent ? i / SAMPLES : nextFloat(random)) * order.length)];
    const u = nextFloat(random);
    const v = nextFloat(random) * (1 - u);
    for (let d = 0; d < 3; d++) {
      const [a, b, c] = [0, 1, 2].map((n) => positions[3 * indices[3 * t + n] + d]);
      points[3 * i + d] = a + u * (b - a) + v * (c - a) + 2 * cell * (2 * nextFloat(random) - 1);
    }
  }
  return points;
}

function loopDense(grid: DenseGrid, points: Float64Array): number {
  let hits = 0;
  for (let at = 0; at < points.length; at += 3) if (sampleDense(out, grid, points, at)) hits++;
  return hits;
}

function loopBricks(grid: FloatBricks, points: Float64Array): number {
  let hits = 0;
  for (let at = 0; at < points.length; at += 3) if (sampleBricks(out, grid, points, at)) hits++;
  return hits;
}

function loopField(field: GridField, points: Float64Array): number {
  let hits = 0;
  for (let at = 0; at < points.length; at += 3) if (sampleField(out, field, points, at)) hits++;
  return hits;
}

function loopGradient(field: GridField, points: Float64Array): number {
  let hits = 0;
  for (let at = 0; at < points.length; at += 3) if (sampleGradient(out, field, points, at)) hits++;
  return hits;
}

/** A job that samples all points; one loop a kind of grid, so that each meets one shape only. */
function sampling<T>(
  loop: (grid: T, points: Float64Array) => number,
  grid: T,
  points: Float64Array,
): () => void {
  return () => {
    const hits = loop(grid, points);
    if (hits < 0.99 * SAMPLES) throw new Error(`only ${hits} of ${SAMPLES} points are in the band`);
  };
}

async function reportModel(report: Report, name: string, mesh: TriangleMesh, cells: number): Promise<void> {
  report.note(`${name}: building at ${cells} cells`);
  const field = finishWork(buildGridField(mesh, { cells }));
  const dense = decodeDense(finishWork(buildGridField(mesh, { cells, exact: true })));
  const bricks = decodeBricks(field);
  const coarse = bricks.brick.byteLength + field.corner.byteLength;
  const kinds = [
    { kind: 'dense Float32', bytes: dense.node.byteLength, node: dense.node },
    { kind: 'bricks of Float32', bytes: coarse + bricks.node.byteLength, node: bricks.node },
    { kind: 'bricks of 16-bit steps', bytes: fieldBytes(field), node: field.node },
    { kind: 'bricks of 16-bit steps, with gradient', bytes: fieldBytes(field), node: field.node },
  ];
  for (const order of ['', ', coherent']) {
    report.note(`${name}: sampling${order}`);
    const points = scatterPoints(mesh, field.cell, order !== '');
    await report.timed(() => {
      const times = takeTurns(
        [
          sampling(loopDense, dense, points),
          sampling(loopBricks, bricks, points),
          sampling(loopField, field, points),
          sampling(loopGradient, field, points),
        ],
        { turns: 7, warm: 3 },
      );
      for (const [k, { kind }] of kinds.entries()) {
        report.row({
          name: `${name}, ${cells} cells: ${kind}${order}`,
          value: (times[k].median * 1e6) / SAMPLES,
          unit: 'ns a sample',
          min: (times[k].min * 1e6) / SAMPLES,
        });
      }
    });
  }
  for (const { kind, bytes, node } of kinds.slice(0, 3)) {
    report.row({
      name: `${name}, ${cells} cells: ${kind}, memory`,
      value: bytes,
      unit: 'bytes',
      gzipped: gzipSync(new Uint8Array(node.buffer)).length,
    });
  }
  for (const size of [4, 8, 16]) {
    const { bytes, bricks } = countBytes(mesh, field, size);
    report.row({
      name: `${name}, ${cells} cells: 16-bit bricks of ${size}³ cells, memory`,
      value: bytes / 1e6,
      unit: 'MB',
      bricks,
      computedNodes: bricks * size ** 3,
    });
  }
}

export const bench: Bench = {
  name: 'grid-storage',
  answers: 'how to store the distance grid: bytes, and ns a sample of 10⁶ points near the surface',
  async run(report) {
    await reportModel(report, 'bunny', loadBunny(), 64);
    await reportModel(report, 'bunny', loadBunny(), 128);
    const plate = createBox({ size: [0.5, 0.01, 0.5], edge: 0.05 });
    await reportModel(report, 'plate 50:1', plate, 200);
  },
};
