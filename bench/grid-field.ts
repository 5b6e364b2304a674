// [Xu14] Table 1: how long a signed distance field takes to compute and how large it is, on one thread beside the
// paper's eight; and how far it is from brute force.

import { buildGridField } from '../src/field/build.ts';
import { BRICK_NODES, fieldBytes, type GridField } from '../src/field/grid-field.ts';
import type { FieldOptions } from '../src/field/plan.ts';
import { closestPointTriangle } from '../src/geometry/point-triangle.ts';
import { buildHierarchy } from '../src/hierarchy/hierarchy.ts';
import { finishWork } from '../src/job/work.ts';
import { createRandom, nextFloat } from '../src/math/random.ts';
import { createSurfaceQuery } from '../src/mesh/surface-distance.ts';
import type { TriangleMesh } from '../src/mesh/triangle-mesh.ts';
import { windingBrute } from '../test/support/brute.ts';
import { type Bench, measure, type Report } from './bench.ts';
import { loadBunny } from './models.ts';

const NODES = 10_000; // compared with brute force
const SIDES = 2_000; // of them, whose side is compared with a plain sum of solid angles
const MEGABYTE = 1e6; // the paper's 8.2 MB are 8.2e6 / 4 = 128³ nodes and a layer

interface Case {
  readonly name: string;
  readonly mesh: TriangleMesh;
  readonly options: FieldOptions;
  readonly runs: number;
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

function runCase(report: Report, each: Case): void {
  const { name, mesh, options, runs, seconds, megabytes, target } = each;
  report.note(`${name}: building`);
  // The paper's times are for the whole job; a bake has the surface's query at hand, for its tet nodes.
  const query = createSurfaceQuery(mesh);
  const given = seconds === undefined ? query : undefined;
  const start = performance.now();
  finishWork(buildGridField(mesh, options, given));
  const first = performance.now() - start; // in an engine as cold as the order of the cases leaves it
  const {
    median,
    min,
    result: field,
  } = measure(() => finishWork(buildGridField(mesh, options, given)), {
    runs,
    warm: 1,
  });
  const { nx, ny, nz, base, brick } = field;
  report.row({
    name,
    value: median,
    unit: 'ms',
    paper: seconds && `${seconds} s with 8 threads`,
    target,
    min,
    first,
    grid: `${nx} × ${ny} × ${nz}`,
    triangles: mesh.indices.length / 3,
    bricks: base.length,
    coarseCells: brick.length,
    nsPerNode: (median * 1e6) / (512 * base.length),
  });
  report.row({
    name: `${name}: memory`,
    value: fieldBytes(field) / MEGABYTE,
    unit: 'MB',
    paper: megabytes,
    target: megabytes,
    bytes: fieldBytes(field),
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
}

export const bench: Bench = {
  name: 'grid-field',
  answers: '[Xu14] Table 1: time and memory of a signed distance field; its largest error',
  run(report) {
    report.note('decimating the bunny');
    const small = loadBunny({ vertices: 777 });
    const large = loadBunny({ triangles: 7940 });
    const box = surround(small);
    const cases: Case[] = [
      {
        name: 'bunny of 7,940 triangles, 64 cells, band',
        mesh: large,
        options: { cells: 64 },
        runs: 9,
        target: 300,
      },
      {
        name: 'bunny of 777 vertices, 128³, exact everywhere',
        mesh: small,
        options: { cells: 128, box, exact: true },
        runs: 5,
        seconds: 1.9,
        megabytes: 8.2,
        target: 1900,
      },
      {
        name: 'bunny of 777 vertices, 256³, exact everywhere',
        mesh: small,
        options: { cells: 256, box, exact: true },
        runs: 3,
        seconds: 6.8,
        megabytes: 64.8,
        target: 10_000,
      },
      { name: 'bunny of 7,940 triangles, 128 cells, band', mesh: large, options: { cells: 128 }, runs: 3 },
      { name: 'bunny of 7,940 triangles, 256 cells, band', mesh: large, options: { cells: 256 }, runs: 3 },
    ];
    for (const each of cases) runCase(report, each);
  },
};
