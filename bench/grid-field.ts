// [Xu14] Table 1: how long a signed distance field takes to compute and how large it is, on one thread beside the
// paper's eight. The paper's fields are dense, so only those that are exact at every node of the box stand beside them;
// bands are what baking makes. And how far off both are: nodes from brute force, samples from the distance.

import { buildGridField } from '../src/field/build.ts';
import { BRICK_NODES, fieldBytes, type GridField } from '../src/field/grid-field.ts';
import type { FieldOptions } from '../src/field/plan.ts';
import { sampleField } from '../src/field/sample.ts';
import { closestPointTriangle } from '../src/geometry/point-triangle.ts';
import { buildHierarchy } from '../src/hierarchy/hierarchy.ts';
import { finishWork } from '../src/job/work.ts';
import { createRandom, nextFloat } from '../src/math/random.ts';
import { createSurfaceQuery, distanceSurface, type SurfaceQuery } from '../src/mesh/surface-distance.ts';
import type { TriangleMesh } from '../src/mesh/triangle-mesh.ts';
import { windingBrute } from '../test/support/brute.ts';
import { type Bench, measure, type Report } from './bench.ts';
import { loadBunny, sidesOf } from './models.ts';

const NODES = 10_000; // compared with brute force
const POINTS = 100_000; // samples compared with the distance
const SIDES = 2_000; // of them, whose side is compared with a plain sum of solid angles
const MEGABYTE = 1e6; // the paper's 8.2 MB are 8.2e6 / 4 = 128³ nodes and a layer

interface Case {
  readonly name: string;
  readonly mesh: TriangleMesh;
  readonly options: FieldOptions;
  readonly seconds?: number; // the paper's, with 8 threads
  readonly megabytes?: number; // the paper's
  readonly target?: number; // milliseconds
}

/** A cube around a mesh, a tenth larger than its longest side. */
function surround({ positions }: TriangleMesh): number[] {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    min[i % 3] = Math.min(min[i % 3], positions[i]);
    max[i % 3] = Math.max(max[i % 3], positions[i]);
  }
  const half = 0.55 * Math.max(...max.map((high, d) => high - min[d]));
  const middle = max.map((high, d) => (high + min[d]) / 2);
  return [...middle.map((x) => x - half), ...middle.map((x) => x + half)];
}

/** The longest side of a field's box. */
function longestSide({ nx, ny, nz, cell }: GridField): number {
  return Math.max(nx, ny, nz) * cell;
}

interface Errors {
  readonly largest: number; // metres
  readonly wrongSides: number;
}

/** Random nodes of random bricks against all triangles one by one. */
function compareBrute(field: GridField, mesh: TriangleMesh): Errors {
  const { origin, cell, nx, ny, brick, base, node, step } = field;
  const { frame } = buildHierarchy(mesh.positions, mesh.indices); // for its triangles' numbers alone
  const random = createRandom(14);
  const full: number[] = [];
  brick.forEach((b, c) => {
    if (b >= 0) full.push(c);
  });
  const hit = new Float64Array(4);
  let largest = 0;
  let wrongSides = 0;
  for (let i = 0; i < NODES; i++) {
    const c = full[Math.floor(nextFloat(random) * full.length)];
    const n = Math.floor(nextFloat(random) * BRICK_NODES);
    const x = origin[0] + cell * (8 * (c % (nx / 8)) + (n % 9));
    const y = origin[1] + cell * (8 * (Math.floor(c / (nx / 8)) % (ny / 8)) + (Math.floor(n / 9) % 9));
    const z = origin[2] + cell * (8 * Math.floor(c / (nx / 8) / (ny / 8)) + Math.floor(n / 81));
    let square = Infinity;
    for (let at = 0; at < frame.length; at += 12) {
      closestPointTriangle(hit, frame, at, x, y, z);
      square = Math.min(square, hit[0]);
    }
    const value = step * (base[brick[c]] + node[BRICK_NODES * brick[c] + n]);
    largest = Math.max(largest, Math.abs(Math.abs(value) - Math.sqrt(square)));
    if (i < SIDES && square > step * step && value < 0 !== windingBrute(mesh, [x, y, z]) > 0.5) wrongSides++;
  }
  return { largest, wrongSides };
}

interface Samples {
  readonly largest: number; // metres, of interpolated ones
  readonly mean: number;
  readonly short: number; // of those that are bounds: cells below the distance, on average
}

/** Random points of the field's box, sampled, against the distance to the surface. */
function compareSamples(field: GridField, query: SurfaceQuery): Samples {
  const { origin, cell, nx, ny, nz } = field;
  const random = createRandom(15);
  const p = new Float64Array(3);
  const sample = new Float64Array(4);
  const exact = new Float64Array(4);
  let largest = 0;
  let sum = 0;
  let count = 0;
  let short = 0;
  for (let i = 0; i < POINTS; i++) {
    p[0] = origin[0] + nextFloat(random) * nx * cell;
    p[1] = origin[1] + nextFloat(random) * ny * cell;
    p[2] = origin[2] + nextFloat(random) * nz * cell;
    const inside = sampleField(sample, field, p, 0);
    distanceSurface(exact, query, p, 0, -1);
    if (inside) {
      const error = Math.abs(sample[0] - exact[0]);
      largest = Math.max(largest, error);
      sum += error;
      count++;
    } else short += (Math.abs(exact[0]) - Math.abs(sample[0])) / cell;
  }
  return { largest, mean: sum / count, short: short / Math.max(1, POINTS - count) };
}

/** The diagonal of a mesh's box. */
function diagonalOf(mesh: TriangleMesh): number {
  return Math.hypot(...sidesOf(mesh));
}

async function runCase(report: Report, each: Case): Promise<void> {
  const { name, mesh, options, seconds, megabytes, target } = each;
  report.note(`${name}: building`);
  // The paper's times are for the whole job; a bake has the surface's query at hand, for its tet nodes.
  const query = createSurfaceQuery(mesh);
  const given = seconds === undefined ? query : undefined;
  const field = await report.timed(() => {
    const { median, min, result } = measure(() => finishWork(buildGridField(mesh, options, given)));
    const { nx, ny, nz, base, brick } = result;
    report.row({
      name,
      value: median / 1000,
      unit: 's',
      ...(seconds === undefined ? {} : { paper: seconds, paperThreads: 8 }),
      target: target && target / 1000,
      min: min / 1000,
      grid: `${nx} × ${ny} × ${nz}`,
      triangles: mesh.indices.length / 3,
      bricks: base.length,
      coarseCells: brick.length,
      nsPerNode: (median * 1e6) / (512 * base.length),
    });
    return result;
  });
  report.row({
    name: `${name}: memory`,
    value: fieldBytes(field) / MEGABYTE,
    unit: 'MB',
    paper: megabytes,
    target: megabytes,
    bytes: fieldBytes(field),
    bytesOverCellsSquared: fieldBytes(field) / Math.max(field.nx, field.ny, field.nz) ** 2,
    bytesOverCells: fieldBytes(field) / (field.nx * field.ny * field.nz),
  });
  report.note(`${name}: comparing ${NODES} nodes with brute force`);
  const { largest, wrongSides } = compareBrute(field, mesh);
  report.row({
    name: `${name}: largest error of ${NODES.toLocaleString('en-US')} nodes`,
    value: largest / longestSide(field),
    unit: 'of box',
    target: 1e-5,
    steps: largest / field.step,
  });
  report.row({
    name: `${name}: wrong sides of ${SIDES.toLocaleString('en-US')} nodes`,
    value: wrongSides,
    unit: 'nodes',
    target: 0,
  });
  const samples = compareSamples(field, query);
  const diagonal = diagonalOf(mesh);
  report.row({
    name: `${name}: largest error of a sample`,
    value: (100 * samples.largest) / diagonal,
    unit: '% of the diagonal',
    mean: (100 * samples.mean) / diagonal,
    cells: samples.largest / field.cell,
    meanCells: samples.mean / field.cell,
    boundCells: field.error / field.cell,
  });
  if (options.exact) return;
  report.row({
    name: `${name}: below the distance, beyond the band`,
    value: samples.short,
    unit: 'cells',
  });
}

export const bench: Bench = {
  name: 'grid-field',
  answers:
    '[Xu14] Table 1: time and memory of a signed distance field, and its errors; --large for 512³ everywhere',
  async run(report, { large = false }) {
    report.note('decimating the bunny');
    const small = loadBunny({ vertices: 777 });
    const fine = loadBunny({ triangles: 7940 });
    const box = surround(small);
    const everywhere = (cells: number, seconds: number, megabytes: number, target: number): Case => ({
      name: `bunny of 777 vertices, ${cells}³, exact everywhere`,
      mesh: small,
      options: { cells, box, exact: true },
      seconds,
      megabytes,
      target,
    });
    const band = (cells: number, target?: number): Case => ({
      name: `bunny of 7,940 triangles, ${cells} cells, band`,
      mesh: fine,
      options: { cells },
      target,
    });
    for (const each of [band(64, 300), everywhere(128, 1.9, 8.2, 1900), everywhere(256, 6.8, 64.8, 10_000)]) {
      await runCase(report, each);
    }
    for (const each of [band(128), band(256)]) await runCase(report, each);
    if (large) await runCase(report, everywhere(512, 45.6, 518, 45_600));
  },
};
