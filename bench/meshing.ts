// What becomes of a mesh before it is baked: tetrahedra over its own surface, stuffing where that is dirty, inspection and
// resampling; how long each takes and how good the outcome is.

import { finishWork } from '../src/job/work.ts';
import { createRandom, nextFloat } from '../src/math/random.ts';
import { type DecimateOptions, decimateMesh, resampleMesh } from '../src/mesh/decimate.ts';
import { inspectMesh } from '../src/mesh/inspect.ts';
import { refineMesh } from '../src/mesh/refine.ts';
import * as shapes from '../src/mesh/shapes/index.ts';
import { stuffSurface } from '../src/mesh/stuffing/stuff.ts';
import { createSurfaceQuery, distanceSurface } from '../src/mesh/surface-distance.ts';
import { reportTetMesh } from '../src/mesh/tet-report.ts';
import { tetrahedralise } from '../src/mesh/tetrahedralise/tetrahedralise.ts';
import { createTriangleMesh, type TriangleMesh } from '../src/mesh/triangle-mesh.ts';
import { type Bench, measure, type Report } from './bench.ts';
import { createScan, FIDELITY_MESHES } from './fidelity-meshes.ts';
import { loadBunny, loadDragon, sidesOf } from './models.ts';

const RESOLUTION = 24; // spacings along the longest side

export const bench: Bench = {
  name: 'meshing',
  answers: 'tetrahedra, stuffing, inspection and resampling: seconds, counts, angles, volumes',
  async run(report) {
    const bunny = loadBunny();
    const dragon = await loadDragon(4);
    const brick = shapes.createBrick();
    await fill(report, 'bunny of 7,940', refined(loadBunny({ triangles: 7940 })));
    await fill(report, 'piggy bank', refined(shapes.createPiggyBank()));
    await fill(report, 'plate', refined(shapes.createPlate()));
    await fill(report, 'brick', { mesh: brick, spacing: extent(brick) }); // not refined
    await fill(report, 'sphere', refined(shapes.createSphere()));
    await fill(report, 'glass', refined(shapes.createGlass()));
    await fillFidelity(report);
    await fill(report, 'dragon level 4', { mesh: dragon, spacing: extent(dragon) / RESOLUTION });

    const ball = shapes.createSphere({ radius: 0.045, frequency: 12 });
    await stuff(report, 'bunny', bunny, STUFFED);
    await stuff(report, 'bunny without 2 % of its triangles', pierce(bunny, 0.02), STUFFED);
    await stuff(report, 'bunny and a ball that overlaps it', join(bunny, ball, [0.04, 0.08, 0]), STUFFED);
    await stuff(report, 'dragon level 4', dragon, 0.2 / 30);

    await inspect(report, 'dragon level 3', await loadDragon(3));
    await inspect(report, 'dragon level 1', await loadDragon(1));

    await resample(report, 'bunny at 7,940 triangles', bunny, { triangles: 7940 });
    await resample(report, 'bunny at 777 vertices', bunny, { vertices: 777 });
    for (const evenness of [0.01, 0.1]) {
      const fine = resampleMesh(bunny, { triangles: 16000 });
      const { angle, strays } = compare(decimateMesh(fine, { triangles: 7940, evenness }), bunny);
      report.row({
        name: `bunny decimated to 7,940 triangles, evenness ${evenness}: angle, 1st percentile`,
        value: angle,
        unit: '°',
        straysPercent: strays,
      });
    }
  },
};

const STUFFED = 0.0088; // metres, of the bunny: about 16,000 tets

interface Input {
  readonly mesh: TriangleMesh;
  readonly spacing: number;
}

/** The longest side of a mesh's box. */
function extent(mesh: TriangleMesh): number {
  return Math.max(...sidesOf(mesh));
}

function refined(mesh: TriangleMesh): Input {
  const spacing = extent(mesh) / RESOLUTION;
  return { mesh: refineMesh(mesh, spacing).mesh, spacing };
}

async function fill(report: Report, name: string, { mesh, spacing }: Input): Promise<void> {
  report.note(`${name}: tetrahedra`);
  const { solid, failure } = await report.timed(() => {
    const { median, min, result } = measure(() => finishWork(tetrahedralise(mesh, { spacing })));
    report.row({
      name: `${name}: tetrahedra, time`,
      value: median / 1000,
      unit: 's',
      min: min / 1000,
      triangles: mesh.indices.length / 3,
    });
    return result;
  });
  if (solid === null) throw new Error(`${name}: ${failure?.message}`);
  const { points, interior, tets, ...quality } = reportTetMesh(solid);
  report.row({
    name: `${name}: tetrahedra`,
    value: tets,
    unit: 'tets',
    triangles: mesh.indices.length / 3,
    points,
    interior,
    minDihedral: quality.minDihedral,
    maxDihedral: quality.maxDihedral,
    radiusEdge95: quality.radiusEdge95,
    slivers: quality.slivers,
    recoveredPercent: 100 * solid.recovered,
    added: solid.added,
    volumeError: Math.abs(solid.volumeError),
  });
}

const LARGE_SECONDS = 5; // ceiling for 100,000 triangles
const STEEPEST = 1.15; // ceiling for the slope of seconds over triangles, both as logarithms

/** Once each, for they are large: seconds of the processor, of tetrahedra alone. */
async function fillFidelity(report: Report): Promise<void> {
  for (const { name, make } of FIDELITY_MESHES) {
    report.note(`${name}: tetrahedra`);
    const { mesh, spacing } = refined(make());
    await report.timed(() => {
      const { seconds, result } = timeOnce(() => finishWork(tetrahedralise(mesh, { spacing })));
      const { solid, failure } = result;
      const triangles = mesh.indices.length / 3;
      report.row({
        name: `${name}: tetrahedra, time`,
        value: seconds,
        unit: 's',
        target: triangles > 90_000 && triangles < 110_000 ? LARGE_SECONDS : undefined,
        triangles,
        tets: solid ? solid.tets.indices.length / 4 : 0,
        recoveredPercent: solid ? 100 * solid.recovered : 0,
        added: solid?.added ?? 0,
        volumeError: Math.abs(solid?.volumeError ?? Number.NaN),
        failure: failure?.message ?? '',
      });
    });
  }
  const sizes = [5, 10, 20, 40, 90].map((steps) => {
    const mesh = createScan(steps);
    const spacing = extent(mesh) / RESOLUTION;
    report.note(`scan of ${mesh.indices.length / 3}: tetrahedra`);
    const { seconds } = timeOnce(() => finishWork(tetrahedralise(mesh, { spacing })));
    return [Math.log(mesh.indices.length / 3), Math.log(seconds)];
  });
  const mean = [0, 1].map((k) => sizes.reduce((sum, s) => sum + s[k], 0) / sizes.length);
  const over = sizes.reduce((sum, [x]) => sum + (x - mean[0]) ** 2, 0);
  const slope = sizes.reduce((sum, [x, y]) => sum + (x - mean[0]) * (y - mean[1]), 0) / over;
  report.row({
    name: 'scans of growing size: slope of seconds over triangles',
    value: slope,
    unit: '',
    target: STEEPEST,
  });
}

function timeOnce<T>(job: () => T): { seconds: number; result: T } {
  const before = process.cpuUsage();
  const result = job();
  const { user, system } = process.cpuUsage(before);
  return { seconds: (user + system) / 1e6, result };
}

async function stuff(report: Report, name: string, mesh: TriangleMesh, spacing: number): Promise<void> {
  report.note(`${name}: stuffing`);
  await report.timed(() => {
    const { median, min, result } = measure(() => finishWork(stuffSurface(mesh, { spacing })));
    const { tets, minDihedral, maxDihedral } = reportTetMesh(result);
    report.row({ name: `${name}: stuffing, time`, value: median / 1000, unit: 's', min: min / 1000 });
    report.row({
      name: `${name}: stuffing`,
      value: tets,
      unit: 'tets',
      minDihedral,
      maxDihedral,
      volumeLostPercent: -100 * result.volumeError,
    });
  });
}

/** A mesh without a share of its triangles, drawn at random. */
function pierce({ positions, indices }: TriangleMesh, share: number): TriangleMesh {
  const random = createRandom(5);
  const gone = Array.from({ length: indices.length / 3 }, () => nextFloat(random) < share);
  return createTriangleMesh({ positions, indices: indices.filter((_, h) => !gone[Math.floor(h / 3)]) });
}

function join(a: TriangleMesh, b: TriangleMesh, at: readonly number[]): TriangleMesh {
  const base = a.positions.length / 3;
  return createTriangleMesh({
    positions: [...a.positions, ...Array.from(b.positions, (x, i) => x + at[i % 3])],
    indices: [...a.indices, ...Array.from(b.indices, (v) => v + base)],
  });
}

async function inspect(report: Report, name: string, mesh: TriangleMesh): Promise<void> {
  report.note(`${name}: inspection`);
  await report.timed(() => {
    const { median, min } = measure(() => inspectMesh(mesh));
    report.row({
      name: `${name}: inspected`,
      value: median / 1000,
      unit: 's',
      min: min / 1000,
      triangles: mesh.indices.length / 3,
    });
  });
}

async function resample(
  report: Report,
  name: string,
  mesh: TriangleMesh,
  size: DecimateOptions,
): Promise<void> {
  report.note(`${name}: resampling`);
  const outcome = await report.timed(() => {
    const { median, min, result } = measure(() => resampleMesh(mesh, size));
    report.row({ name: `${name}: resampled`, value: median / 1000, unit: 's', min: min / 1000 });
    return result;
  });
  const { least, angle, strays, back } = compare(outcome, mesh);
  report.row({ name: `${name}: strays from the surface`, value: strays, unit: '% of the diagonal', back });
  report.row({ name: `${name}: angle, 1st percentile`, value: angle, unit: '°', least });
}

interface Likeness {
  readonly strays: number; // % of the diagonal, from the original
  readonly back: number; // and the original from it
  readonly least: number; // angle, degrees
  readonly angle: number; // its first percentile over the triangles
}

function compare(mesh: TriangleMesh, original: TriangleMesh): Likeness {
  const { positions, indices } = mesh;
  const least: number[] = [];
  for (let t = 0; t < indices.length; t += 3) {
    const p = [0, 1, 2].map((c) => [...positions.subarray(3 * indices[t + c], 3 * indices[t + c] + 3)]);
    const angles = [0, 1, 2].map((c) => {
      const [u, v] = [1, 2].map((k) => p[(c + k) % 3].map((x, d) => x - p[c][d]));
      const dot = u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
      return (180 / Math.PI) * Math.acos(dot / (Math.hypot(...u) * Math.hypot(...v)));
    });
    least.push(Math.min(...angles));
  }
  least.sort((a, b) => a - b);
  return {
    strays: stray(mesh, original),
    back: stray(original, mesh),
    least: least[0],
    angle: least[Math.floor(least.length / 100)],
  };
}

/** The largest distance of the corners and middles of one mesh's triangles from another, in % of its diagonal. */
function stray({ positions, indices }: TriangleMesh, from: TriangleMesh): number {
  const query = createSurfaceQuery(from);
  const p = new Float64Array(3);
  const out = new Float64Array(4);
  let most = 0;
  const look = () => {
    distanceSurface(out, query, p, 0, -1);
    most = Math.max(most, Math.abs(out[0]));
  };
  for (let t = 0; t < indices.length; t += 3) {
    for (let d = 0; d < 3; d++) {
      p[d] = (positions[3 * indices[t] + d] + positions[3 * indices[t + 1] + d]) / 3;
      p[d] += positions[3 * indices[t + 2] + d] / 3;
    }
    look();
  }
  for (let i = 0; i < positions.length; i += 3) {
    p.set(positions.subarray(i, i + 3));
    look();
  }
  const { bounds } = inspectMesh(from, { selfIntersections: false });
  return (100 * most) / Math.hypot(bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]);
}
