// Cones of the nodes at one level: of the normals of their triangles, and of the binormals at real borders.

import { clearCone, coneOfVectors } from '../../src/geometry/cone.ts';
import { listLevel } from '../../src/hierarchy/tree.ts';
import { passesDual } from '../../src/surface/cull.ts';
import { CULLED, type Surface } from '../../src/surface/surface.ts';
import type { SurfaceRun } from './run.ts';
import type { SurfaceView } from './view.ts';

const MOST = 600; // nodes to draw
const SIDES = 14; // of a drawn cone

const PASSED = [0.15, 0.75, 0.45]; // a node that the query passes over
const TRIED = [0.95, 0.6, 0.15];
const WIDE = [0.9, 0.2, 0.2]; // its normals do not fit into a cone
const BORDER = [0.25, 0.5, 0.95];

export const cones: SurfaceView = {
  name: 'cones',
  title: 'Cones',
  about:
    'Normals of each node at a level, in blue binormals at borders; green nodes are passed over, red ones point everywhere [Heo10, sec. 4].',
  slider: { label: 'level', max: 14, start: 7 },
  fits: ({ surface }) => surface !== null,
  compute(run, slider) {
    const surface = run.surface!;
    run.refresh();
    const nodes = listLevel(surface.tree, slider).filter((node) => surface.tree.triangle[node] < 0);
    const normal = new Float32Array(4);
    const binormal = new Float32Array(4);
    const strokes: Strokes = { lines: [], colors: [] };
    const points: number[] = [];
    let passed = 0;
    for (const [k, node] of nodes.entries()) {
      const isPassed = isPassedOver(run, surface, node);
      if (isPassed) passed++;
      if (k >= MOST) continue;
      writeCones(normal, binormal, surface, node);
      const { box } = surface.tree;
      const middle = [0, 1, 2].map((d) => (box[6 * node + d] + box[6 * node + 3 + d]) / 2);
      const size = 0.35 * Math.hypot(...[0, 1, 2].map((d) => box[6 * node + 3 + d] - box[6 * node + d]));
      if (normal[3] <= 0) points.push(...middle);
      else drawCone(strokes, middle, size, normal, isPassed ? PASSED : TRIED);
      if (binormal[3] > 0 && binormal[3] <= 1) drawCone(strokes, middle, size, binormal, BORDER);
    }
    return {
      points: Float32Array.from(points),
      pointColors: Float32Array.from(points, (_, k) => WIDE[k % 3]),
      lines: Float32Array.from(strokes.lines),
      lineColors: Float32Array.from(strokes.colors),
      note: `${nodes.length} nodes at level ${slider}, ${passed} passed over`,
    };
  },
};

/** Whether the last query passed over a node, or over one above it. */
function isPassedOver({ culling }: SurfaceRun, surface: Surface, node: number): boolean {
  for (let n = node; n >= 0; n = surface.tree.parent[n]) {
    if (culling === 'contour' && surface.culled[n] === CULLED) return true;
    if (culling === 'dual' && surface.coned && passesDual(surface, n)) return true;
  }
  return false;
}

/** Writes both cones of a node: as the tree holds them where culling needs them, else about the mean of what it holds. */
function writeCones(normal: Float32Array, binormal: Float32Array, surface: Surface, node: number): void {
  const { order, indices, neighbor, end, coned } = surface;
  if (coned) {
    normal.set(surface.cone.subarray(4 * node, 4 * node + 4));
    binormal.set(surface.binormal.subarray(4 * node, 4 * node + 4));
    return;
  }
  const normals: number[] = [];
  const binormals: number[] = [];
  const n = new Float64Array(3);
  for (let r = order.first[node]; r < order.first[node] + order.size[node]; r++) {
    const t = order.triangle[r];
    const [a, b, c] = [0, 1, 2].map((k) => 3 * indices[3 * t + k]);
    cross(n, end, a, b, a, c);
    if (!(Math.hypot(n[0], n[1], n[2]) > 0)) continue;
    normals.push(...n);
    for (let k = 0; k < 3; k++) {
      if (neighbor[3 * t + k] >= 0) continue;
      const [from, to] = [[a, b, c][k], [b, c, a][k]];
      const [x, y, z] = [0, 1, 2].map((d) => end[to + d] - end[from + d]);
      binormals.push(y * n[2] - z * n[1], z * n[0] - x * n[2], x * n[1] - y * n[0]);
    }
  }
  for (const [cone, list] of [
    [normal, normals],
    [binormal, binormals],
  ] as const) {
    if (list.length === 0) clearCone(cone, 0);
    else coneOfVectors(cone, 0, Float64Array.from(list), list.length / 3);
  }
}

/** Writes (b − a) × (d − c), each at its place in p. */
function cross(out: Float64Array, p: Float64Array, a: number, b: number, c: number, d: number): void {
  for (let k = 0; k < 3; k++) {
    const [i, j] = [(k + 1) % 3, (k + 2) % 3];
    out[k] = (p[b + i] - p[a + i]) * (p[d + j] - p[c + j]) - (p[b + j] - p[a + j]) * (p[d + i] - p[c + i]);
  }
}

interface Strokes {
  readonly lines: number[];
  readonly colors: number[];
}

/** Adds the rim and some sides of a cone that starts at a point. */
function drawCone(out: Strokes, at: number[], size: number, cone: Float32Array, color: number[]): void {
  const [x, y, z, cosine] = cone;
  const sine = Math.sqrt(Math.max(0, 1 - cosine * cosine));
  const u = Math.abs(x) < 0.7 ? normalise([0, -z, y]) : normalise([z, 0, -x]);
  const v = [y * u[2] - z * u[1], z * u[0] - x * u[2], x * u[1] - y * u[0]];
  const rim = (k: number) => {
    const angle = (2 * Math.PI * k) / SIDES;
    const [p, q] = [sine * Math.cos(angle), sine * Math.sin(angle)];
    return [0, 1, 2].map((d) => at[d] + size * (cosine * cone[d] + p * u[d] + q * v[d]));
  };
  const stroke = (from: number[], to: number[]) => {
    out.lines.push(...from, ...to);
    out.colors.push(...color, ...color);
  };
  for (let k = 0; k < SIDES; k++) {
    stroke(rim(k), rim(k + 1));
    if (k % 2 === 0) stroke(at, rim(k));
  }
}

function normalise(v: number[]): number[] {
  const length = Math.hypot(...v);
  return v.map((x) => x / length);
}
