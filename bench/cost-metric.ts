// [Heo10, sec. 5.2.1]: do the traversal costs TC_I and TC_S foretell how many box tests a query makes? Random
// hierarchies of seven models: each node split at the median along an axis drawn at random; box tests counted of the
// model with itself (dual cones culling, as TC_S assumes) and with a second model in random poses. The models have about
// 800 triangles, far fewer than the paper's benchmark models; --large takes about 3,200 too, with fewer hierarchies.

import { playFrame } from '../scenes/surface/body-scene.ts';
import { cloth } from '../scenes/surface/cloth.ts';
import { walls } from '../scenes/surface/walls.ts';
import { RESTRUCTURE_RULES } from '../src/hierarchy/restructure.ts';
import { giveNode, setChildren, takeNode } from '../src/hierarchy/tree.ts';
import { createRandom, nextFloat, nextUint, type Random } from '../src/math/random.ts';
import { resampleMesh } from '../src/mesh/decimate.ts';
import * as shapes from '../src/mesh/shapes/index.ts';
import { refreshBoxes } from '../src/surface/blocks.ts';
import { createCandidates, findCandidates } from '../src/surface/candidates.ts';
import { passesDual } from '../src/surface/cull.ts';
import { addBody, type BodyMesh, deleteBody, renew } from '../src/surface/edit.ts';
import { createSurface, type Surface } from '../src/surface/surface.ts';
import { updateSurface } from '../src/surface/update.ts';
import type { Bench, Report } from './bench.ts';
import { loadBunny, loadDragon } from './models.ts';

const SMALL = 800; // triangles of each model, about
const LARGE = 3200;
const TREES = 500;
const LARGE_TREES = 100;
const DRAWN = 150; // trees that the chart shows
const POSES = 100;

export const bench: Bench = {
  name: 'cost-metric',
  answers:
    '[Heo10, sec. 5.2.1]: correlation of the traversal costs with counted box tests, on models of 800 triangles; --large for 3,200 too',
  async run(report, { trials, large }) {
    await runSize(report, SMALL, trials ?? TREES);
    if (large) await runSize(report, LARGE, trials ?? LARGE_TREES);
  },
};

async function runSize(report: Report, size: number, trees: number): Promise<void> {
  const about = `about ${thousands(size)} triangles`;
  const models = await loadModels(size);
  const drawn: Record<string, Correlations> = {};
  const averages = { inter: 0, interArea: 0, self: 0, selfArea: 0, overlap: 0 };
  for (let m = 0; m < models.length; m++) {
    const { name, mesh } = models[m];
    const triangles = mesh.indices.length / 3;
    const title = `${name} of ${thousands(triangles)} triangles`;
    report.note(title);
    const found = correlate(mesh, models[(m + 1) % models.length].mesh, trees, m);
    drawn[name] = { ...found, points: found.points.slice(0, DRAWN).map((p) => p.map(round)) };
    averages.inter += found.inter / models.length;
    averages.interArea += found.interArea / models.length;
    averages.self += found.self / models.length;
    averages.selfArea += found.selfArea / models.length;
    averages.overlap += found.overlap / models.length;
    const counts = { triangles, trees, poses: POSES };
    report.row({
      name: `${title}: TC_I`,
      value: found.inter,
      unit: '',
      paper: '0.60 to 0.77',
      byArea: found.interArea,
      ...counts,
    });
    report.row({
      name: `${title}: TC_S`,
      value: found.self,
      unit: '',
      paper: '0.28 to 0.76',
      byArea: found.selfArea,
      ...counts,
    });
    report.row({
      name: `${title}: overlap, ours in place of TC_S`,
      value: found.overlap,
      unit: '',
      paper: '0.28 to 0.76',
      ...counts,
    });
  }
  if (size === SMALL) report.keep('correlations', { bunny: drawn.bunny, dragon: drawn.dragon });
  report.row({
    name: `mean, ${about}: TC_I`,
    value: averages.inter,
    unit: '',
    paper: 0.71,
    target: 0.71,
    atLeast: true,
    byArea: averages.interArea,
  });
  report.row({
    name: `mean, ${about}: TC_S`,
    value: averages.self,
    unit: '',
    paper: 0.48,
    byArea: averages.selfArea,
  });
  report.row({
    name: `mean, ${about}: overlap, ours in place of TC_S`,
    value: averages.overlap,
    unit: '',
    paper: 0.48,
    target: 0.48,
    atLeast: true,
  });
}

const round = (x: number): number => Number(x.toPrecision(4));
const thousands = (n: number): string => n.toLocaleString('en-US');

/** The seven models, each of about so many triangles; the dragon, not manifold, stays above 2,700. */
export async function loadModels(triangles = SMALL): Promise<{ name: string; mesh: BodyMesh }[]> {
  const size = { triangles };
  const drape = createSurface();
  const play = cloth.play(drape);
  for (let i = 0; i < 100; i++) playFrame(play);
  const wall = createSurface();
  const broken = walls.play(wall);
  for (let i = 0; i < 12; i++) playFrame(broken);
  return [
    { name: 'bunny', mesh: loadBunny(size) },
    { name: 'club', mesh: resampleMesh(shapes.createClub(), size) },
    { name: 'gear', mesh: resampleMesh(shapes.createGear(), size) },
    { name: 'balls', mesh: manyBalls(triangles) },
    { name: 'cloth', mesh: thinOut(drape, play.surface.vertices[0]!, triangles) },
    { name: 'broken wall', mesh: extract(wall, triangles) },
    { name: 'dragon', mesh: resampleMesh(await loadDragon(4), size) },
  ];
}

function manyBalls(triangles: number): BodyMesh {
  const random = createRandom(3);
  const frequency = Math.round(Math.sqrt(triangles / 200)); // ten balls of 20 n²
  const ball = shapes.createSphere({ radius: 0.3, frequency });
  const positions: number[] = [];
  const indices: number[] = [];
  for (let b = 0; b < 10; b++) {
    const at = [nextFloat(random), nextFloat(random), nextFloat(random)];
    for (const i of ball.indices) indices.push(i + positions.length / 3);
    ball.positions.forEach((x, k) => {
      positions.push(x + at[k % 3]);
    });
  }
  return { positions, indices };
}

/** The draped cloth on a coarser grid. */
function thinOut({ end }: Surface, vertices: Uint32Array, triangles: number): BodyMesh {
  const side = Math.round(Math.sqrt(vertices.length));
  const step = Math.round(side / Math.sqrt(triangles / 2));
  const n = Math.floor((side - 1) / step) + 1;
  const positions: number[] = [];
  const indices: number[] = [];
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++) {
      const v = 3 * vertices[j * step * side + i * step];
      positions.push(end[v], end[v + 1], end[v + 2]);
      const a = j * n + i;
      if (i + 1 < n && j + 1 < n) indices.push(a, a + n, a + n + 1, a, a + n + 1, a + 1);
    }
  }
  return { positions, indices };
}

/** Whole bodies of a surface, from the first that was broken on, until there are enough triangles. */
function extract({ end, indices, body, bodyCount, triangleCount }: Surface, enough: number): BodyMesh {
  const positions: number[] = [];
  const taken: number[] = [];
  const known = new Map<number, number>();
  for (let b = bodyCount - 1; b >= 0 && taken.length < 3 * enough; b--) {
    for (let t = 0; t < triangleCount; t++) {
      if (body[t] !== b) continue;
      for (let k = 0; k < 3; k++) {
        const v = indices[3 * t + k];
        if (!known.has(v)) {
          known.set(v, positions.length / 3);
          positions.push(end[3 * v], end[3 * v + 1], end[3 * v + 2]);
        }
        taken.push(known.get(v)!);
      }
    }
  }
  return { positions, indices: taken };
}

export interface Correlations {
  inter: number;
  interArea: number; // with P as a ratio of areas instead of volumes
  self: number;
  selfArea: number; // the same
  overlap: number; // our estimate for a query with itself
  points: number[][]; // TC_I, tests; TC_S, tests; overlap: for the figure
}

/** Correlations of a model's random hierarchies, with itself and with another model. */
export function correlate(mesh: BodyMesh, other: BodyMesh, trees: number, seed: number): Correlations {
  const random = createRandom(100 + seed);
  const surface = createSurface();
  const id = addBody(surface, mesh);
  const rival = createSurface({ construction: 'median' });
  const poses = placePoses(rival, mesh, other, random);
  const candidates = createCandidates();
  const columns: number[][] = [[], [], [], [], [], [], []];
  for (let i = 0; i < trees; i++) {
    shuffleTree(surface, id, random);
    updateSurface(surface, { culling: 'dual' });
    const ours = surface.cost.self[surface.tree.root];
    updateSurface(surface, { culling: 'dual', rules: { ...RESTRUCTURE_RULES, metric: 'traversal' } });
    findCandidates(candidates, surface, 'dual', 'all');
    let inter = 0;
    for (const box of poses) inter += countTests(surface, rival, box);
    const { root } = surface.tree;
    const byArea = areaCosts(surface);
    columns[0].push(surface.cost.inter[root]);
    columns[1].push(byArea[0]);
    columns[2].push(inter / POSES);
    columns[3].push(surface.cost.self[root]);
    columns[4].push(byArea[1]);
    columns[5].push(candidates.tests);
    columns[6].push(ours);
  }
  deleteBody(surface, id);
  const [tcI, areaI, interTests, tcS, areaS, selfTests, overlap] = columns;
  return {
    inter: correlation(tcI, interTests),
    interArea: correlation(areaI, interTests),
    self: correlation(tcS, selfTests),
    selfArea: correlation(areaS, selfTests),
    overlap: correlation(overlap, selfTests),
    points: tcI.slice(0, 200).map((x, i) => [x, interTests[i], tcS[i], selfTests[i], overlap[i]]),
  };
}

/** Builds the tree of a body again, each node split at the median along a random axis. */
function shuffleTree(surface: Surface, id: number, random: Random): void {
  const { tree, end, indices, triangleCount } = surface;
  const center = new Float64Array(3 * triangleCount);
  const list: number[] = [];
  for (let t = 0; t < triangleCount; t++) {
    list.push(t);
    for (let d = 0; d < 3; d++) {
      for (let k = 0; k < 3; k++) center[3 * t + d] += end[3 * indices[3 * t + k] + d];
    }
  }
  const waiting = [tree.root];
  while (waiting.length > 0) {
    const n = waiting.pop()!;
    if (tree.triangle[n] < 0) waiting.push(tree.child[2 * n], tree.child[2 * n + 1]);
    giveNode(tree, n);
  }
  const split = (part: number[]): number => {
    const node = takeNode(tree);
    if (part.length === 1) {
      tree.triangle[node] = part[0];
      tree.leaf[part[0]] = node;
      tree.leafCount++;
      return node;
    }
    const axis = nextUint(random) % 3;
    part.sort((s, t) => center[3 * s + axis] - center[3 * t + axis] || s - t);
    const middle = part.length >> 1;
    setChildren(tree, node, split(part.slice(0, middle)), split(part.slice(middle)));
    return node;
  };
  tree.root = split(list);
  tree.parent[tree.root] = -1;
  surface.node[id] = tree.root;
  renew(surface, tree.root);
}

/** The boxes of the other model's tree in random poses that meet the first. */
function placePoses(rival: Surface, mesh: BodyMesh, other: BodyMesh, random: Random): Float32Array[] {
  const low = [0, 1, 2].map((d) => Math.min(...Array.from(mesh.positions).filter((_, i) => i % 3 === d)));
  const high = [0, 1, 2].map((d) => Math.max(...Array.from(mesh.positions).filter((_, i) => i % 3 === d)));
  const size = Math.max(...high.map((h, d) => h - low[d]));
  const spread = Array.from(other.positions);
  const scale = size / (Math.max(...spread) - Math.min(...spread));
  addBody(rival, other);
  updateSurface(rival);
  const rest = Float64Array.from(spread);
  return Array.from({ length: POSES }, () => {
    const axis = [nextFloat(random) - 0.5, nextFloat(random) - 0.5, nextFloat(random) - 0.5];
    const norm = Math.hypot(...axis);
    const [x, y, z] = axis.map((a) => a / norm);
    const angle = 2 * Math.PI * nextFloat(random);
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const at = low.map((l, d) => l + (high[d] - l) * nextFloat(random));
    for (let i = 0; i < rest.length; i += 3) {
      const [p, q, r] = [scale * rest[i], scale * rest[i + 1], scale * rest[i + 2]];
      const dot = x * p + y * q + z * r;
      rival.end[i] = at[0] + c * p + s * (y * r - z * q) + (1 - c) * dot * x;
      rival.end[i + 1] = at[1] + c * q + s * (z * p - x * r) + (1 - c) * dot * y;
      rival.end[i + 2] = at[2] + c * r + s * (x * q - y * p) + (1 - c) * dot * z;
    }
    updateSurface(rival);
    refreshBoxes(rival);
    return rival.tree.box.slice();
  });
}

const stack = new Int32Array(4096);

/** Box tests of one tree with another whose boxes are `box`. */
function countTests({ tree: a }: Surface, { tree: b }: Surface, box: Float32Array): number {
  let tests = 0;
  let depth = 0;
  stack[depth++] = a.root;
  stack[depth++] = b.root;
  while (depth > 0) {
    const j = stack[--depth];
    const i = stack[--depth];
    tests++;
    const p = 6 * i;
    const q = 6 * j;
    if (a.box[p] > box[q + 3] || box[q] > a.box[p + 3]) continue;
    if (a.box[p + 1] > box[q + 4] || box[q + 1] > a.box[p + 4]) continue;
    if (a.box[p + 2] > box[q + 5] || box[q + 2] > a.box[p + 5]) continue;
    const leafA = a.triangle[i] >= 0;
    const leafB = b.triangle[j] >= 0;
    if (leafA && leafB) continue;
    for (let c = 0; c < 2; c++) {
      // The higher tree goes down first.
      const down = leafB || (!leafA && a.height[i] >= b.height[j]);
      stack[depth++] = down ? a.child[2 * i + c] : i;
      stack[depth++] = down ? j : b.child[2 * j + c];
    }
  }
  return tests;
}

/** TC_I and TC_S of the root with P as a ratio of areas. */
function areaCosts(surface: Surface): [number, number] {
  const { tree, order } = surface;
  const inter = new Float64Array(tree.parent.length);
  const self = new Float64Array(tree.parent.length);
  const area = (n: number) => {
    const [x, y, z] = [0, 1, 2].map((d) => tree.box[6 * n + 3 + d] - tree.box[6 * n + d]);
    return x * y + y * z + z * x;
  };
  for (let i = order.count - 1; i >= 0; i--) {
    const n = order.node[i];
    if (tree.triangle[n] >= 0) {
      inter[n] = 1;
      continue;
    }
    const [a, b] = [tree.child[2 * n], tree.child[2 * n + 1]];
    inter[n] = 1 + (area(a) * inter[a] + area(b) * inter[b]) / (area(n) || 1);
    self[n] =
      inter[a] + inter[b] + (passesDual(surface, a) ? 0 : self[a]) + (passesDual(surface, b) ? 0 : self[b]);
  }
  return [inter[tree.root], self[tree.root]];
}

function correlation(x: number[], y: number[]): number {
  const mx = x.reduce((s, v) => s + v, 0) / x.length;
  const my = y.reduce((s, v) => s + v, 0) / y.length;
  let xy = 0;
  let xx = 0;
  let yy = 0;
  for (let i = 0; i < x.length; i++) {
    xy += (x[i] - mx) * (y[i] - my);
    xx += (x[i] - mx) ** 2;
    yy += (y[i] - my) ** 2;
  }
  return xy / Math.sqrt(xx * yy || 1);
}
