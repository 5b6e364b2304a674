// Whether contacts are complete: two solids are pressed into each other by a share of their thickness, at random, and
// the judge is true overlap of their surfaces. How many such pairs get no contact at all, by points and with edges.

import { bake } from '../src/bake/bake.ts';
import { type Collider, createCollider } from '../src/contact/collider.ts';
import { createContacts } from '../src/contact/contacts.ts';
import { createQueryOptions, type QueryOptions } from '../src/contact/options.ts';
import { createPair, resetPair } from '../src/contact/pair.ts';
import { createQuery } from '../src/contact/query.ts';
import { queryPair } from '../src/contact/query-pair.ts';
import { buildSolid } from '../src/contact/solid.ts';
import { createBreakWork, updateCollider } from '../src/contact/update.ts';
import { createFragmentMesh, extractShape } from '../src/fragment/extract.ts';
import { applyPattern } from '../src/fragment/patterns.ts';
import { scatterSeeds } from '../src/fragment/scatter.ts';
import { createRandom, nextFloat, type Random } from '../src/math/random.ts';
import { createFrame, movePoint, setFrame } from '../src/math/rigid.ts';
import { createBox } from '../src/mesh/shapes/index.ts';
import { createOverlapMesh, type OverlapMesh, overlapMeshes } from '../test/contact/overlap.ts';
import { type Bench, medianOf, type Report } from './bench.ts';

const POSES = 2500; // a row; those that cannot be brought to overlap are left out
const DIRECTIONS = 300; // tried, besides the normals of faces, for the least way apart of shards
const FINE = 4000; // directions in which tips are looked for
const SHARES = [0.02, 0.05, 0.1];
const TURNS = 5;

/** One that is pressed into another: a fragment and its surface. */
interface Part {
  readonly collider: Collider;
  readonly label: number;
  readonly mesh: OverlapMesh;
  readonly tips: Float64Array; // xyz of the vertices that are farthest out in some direction
  readonly center: Float64Array; // the mean of them
  readonly normals: Float64Array; // unit, xyz: directions in which it may be parted from others
  readonly edges: Float64Array; // unit, xyz: directions of its edges, if it is a box
  readonly thickness: number; // least width
}

const strict = { tolerance: 0, hysteresis: 0 };
const POINTS = createQueryOptions({ ...strict, edges: false });
const EDGES = createQueryOptions({ ...strict, edges: true });

export const bench: Bench = {
  name: 'complete',
  answers:
    'pairs that overlap by 2, 5, 10 % of their thickness and get no contact: points alone, and with edges',
  async run(report, { trials = POSES }) {
    report.note('baking');
    const boxes: [string, number, [number, number, number]][] = [
      ['brick', 0.07, [0.24, 0.07, 0.115]],
      ['plank', 0.03, [1, 0.03, 0.12]],
      ['plate', 0.01, [0.3, 0.01, 0.3]],
    ];
    for (const [name, thickness, size] of boxes) {
      await judge(report, name, [await createBoxPart(size, thickness)], trials);
    }
    await judge(report, 'shards', await createShards([0.24, 0.07, 0.115], 0.015, 14), trials);
  },
};

/** A box whose faces have points no further apart than its thickness. */
async function createBoxPart(size: [number, number, number], thickness: number): Promise<Part> {
  const asset = await bake(createBox({ size }), { spacing: thickness });
  const axes = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  const mesh = createOverlapMesh(asset.surface);
  return {
    collider: createCollider(buildSolid(asset)),
    label: 0,
    mesh,
    tips: listTips(mesh.positions),
    center: new Float64Array(3),
    normals: axes,
    edges: axes,
    thickness,
  };
}

/** The pieces of a box, as Voronoi cells. */
async function createShards(size: [number, number, number], spacing: number, count: number): Promise<Part[]> {
  const solid = buildSolid(await bake(createBox({ size }), { spacing }));
  const collider = createCollider(solid);
  const work = createBreakWork(solid);
  const family = collider.field?.family;
  if (!family) throw new Error('not a solid');
  applyPattern(work.changes, family, 0, {
    kind: 'voronoi',
    seeds: scatterSeeds(family, 0, { count, seed: 3 }),
  });
  updateCollider(work, collider);
  const buffer = createFragmentMesh();
  return Array.from({ length: family.fragments.count }, (_, label) => {
    extractShape(buffer, family, label);
    const mesh = createOverlapMesh(buffer);
    const tips = listTips(mesh.positions);
    const normals = listNormals(mesh);
    let thickness = Infinity;
    for (let n = 0; n < normals.length; n += 3) {
      thickness = Math.min(thickness, support(tips, normals, n, 1) + support(tips, normals, n, -1));
    }
    return {
      collider,
      label,
      mesh,
      tips,
      center: meanOf(tips),
      normals,
      edges: new Float64Array(0),
      thickness,
    };
  });
}

/** Directions spread evenly. */
function listDirections(count: number): number[] {
  const list: number[] = [];
  for (let k = 0; k < count; k++) {
    const y = 1 - (2 * k + 1) / count;
    const turn = k * Math.PI * (3 - Math.sqrt(5));
    const r = Math.sqrt(1 - y * y);
    list.push(r * Math.cos(turn), y, r * Math.sin(turn));
  }
  return list;
}

function listTips(positions: Float64Array): Float64Array {
  const directions = listDirections(FINE);
  const tips = new Set<number>();
  for (let k = 0; k < directions.length; k += 3) {
    let best = -Infinity;
    let tip = 0;
    for (let v = 0; v < positions.length; v += 3) {
      const [x, y, z] = [directions[k], directions[k + 1], directions[k + 2]];
      const height = x * positions[v] + y * positions[v + 1] + z * positions[v + 2];
      if (height > best) {
        best = height;
        tip = v;
      }
    }
    tips.add(tip);
  }
  return Float64Array.from([...tips].flatMap((v) => [...positions.subarray(v, v + 3)]));
}

function meanOf(points: Float64Array): Float64Array {
  const mean = new Float64Array(3);
  for (let k = 0; k < points.length; k++) mean[k % 3] += (3 * points[k]) / points.length;
  return mean;
}

/** Normals of the faces, those that are alike once, and others spread evenly. */
function listNormals({ positions, indices }: OverlapMesh): Float64Array {
  const list = listDirections(DIRECTIONS);
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => positions.subarray(3 * indices[t + k], 3 * indices[t + k] + 3));
    const u = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    const v = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const length = Math.hypot(...n);
    if (!(length > 0)) continue;
    for (let d = 0; d < 3; d++) n[d] /= length;
    let alike = false;
    for (let k = 3 * DIRECTIONS; k < list.length && !alike; k += 3) {
      alike = n[0] * list[k] + n[1] * list[k + 1] + n[2] * list[k + 2] > 0.999;
    }
    if (!alike) list.push(...n);
  }
  return Float64Array.from(list);
}

/** How far a hull reaches along sign·n[at…]. */
function support(positions: Float64Array, n: Float64Array, at: number, sign: number): number {
  const x = sign * n[at];
  const y = sign * n[at + 1];
  const z = sign * n[at + 2];
  let best = -Infinity;
  for (let v = 0; v < positions.length; v += 3) {
    best = Math.max(best, x * positions[v] + y * positions[v + 1] + z * positions[v + 2]);
  }
  return best;
}

const work = createQuery();
const pair = createPair();
const contacts = createContacts(64);
const still = createFrame();

interface Tally {
  missed: number;
  edges: number;
  points: number;
}

/** Two that are pressed into each other: A at a frame as seen from B. */
interface Press {
  readonly a: Part;
  readonly b: Part;
  readonly frame: Float64Array;
}

async function judge(report: Report, name: string, parts: Part[], poses: number): Promise<void> {
  let pressed: Press[] = [];
  for (const share of SHARES) {
    report.note(`${name}, ${100 * share} %`);
    const random = createRandom(Math.round(1000 * share));
    const tallies: Tally[] = [0, 1].map(() => ({ missed: 0, edges: 0, points: 0 }));
    pressed = [];
    for (let n = 0; n < poses; n++) {
      const frame = createFrame();
      const a = parts[Math.floor(nextFloat(random) * parts.length)];
      const b = parts[Math.floor(nextFloat(random) * parts.length)];
      const depth = share * Math.min(a.thickness, b.thickness);
      if (!press(frame, a, b, depth, random) || !sink(frame, a, b, 0.5 * depth)) continue;
      pressed.push({ a, b, frame });
    }
    for (const press of pressed) {
      query(tallies[0], press, POINTS);
      query(tallies[1], press, EDGES);
    }
    const overlapping = pressed.length;
    tallies.forEach((tally, k) => {
      report.row({
        name: `${name}, ${100 * share} %: no contact, ${k === 0 ? 'points alone' : 'with edges'}`,
        value: (100 * tally.missed) / overlapping,
        unit: '%',
        target: k === 1 && share === 0.1 ? 0.1 : undefined,
        pairs: overlapping,
        missed: tally.missed,
        pointTests: tally.points / overlapping,
        edgeTests: tally.edges / overlapping,
      });
    });
  }
  await report.timed(() => race(report, name, pressed)); // those of the largest share
}

/** What a query takes with points alone and with edges, in turns. */
function race(report: Report, name: string, pressed: Press[]): void {
  const tally: Tally = { missed: 0, edges: 0, points: 0 };
  const times = [POINTS, EDGES].map((): number[] => []);
  for (let turn = 0; turn < 2 + TURNS; turn++) {
    [POINTS, EDGES].forEach((options, k) => {
      const start = performance.now();
      for (const press of pressed) query(tally, press, options);
      if (turn >= 2) times[k].push((1000 * (performance.now() - start)) / pressed.length);
    });
  }
  const [points, edges] = times.map(medianOf);
  report.row({ name: `${name}: a query, points alone`, value: points, unit: 'µs' });
  report.row({ name: `${name}: a query, with edges`, value: edges, unit: 'µs', ratio: edges / points });
}

/** Shards are not quite their hulls: moves A on, by a step at a time, until the surfaces overlap. */
function sink(frame: Float64Array, a: Part, b: Part, step: number): boolean {
  for (let k = 0; k < 20; k++) {
    if (overlapMeshes(a.mesh, b.mesh, frame)) return true;
    for (let d = 0; d < 3; d++) frame[9 + d] -= step * side[d];
  }
  return false;
}

function query(tally: Tally, { a, b, frame }: Press, options: QueryOptions): void {
  work.counters.edges = 0;
  work.counters.points = 0;
  resetPair(pair);
  const count = queryPair(
    contacts,
    work,
    pair,
    a.collider,
    a.label,
    frame,
    b.collider,
    b.label,
    still,
    options,
  );
  tally.edges += work.counters.edges;
  tally.points += work.counters.points;
  if (count === 0) tally.missed++;
}

const pose = new Float64Array(7);
const side = new Float64Array(3); // where A comes from
const base = new Float64Array(3); // where A stands if both centers are in one place
const axis = new Float64Array(6); // a direction, and the same in A's frame

/**
 * Turns A at random and moves it from a random side into B until the least way apart of their hulls is `depth`: exactly
 * so for boxes, at most so for shards. Returns false where they cannot be that deep.
 */
function press(frame: Float64Array, a: Part, b: Part, depth: number, random: Random): boolean {
  pose.fill(0);
  setDirection(pose, 3, 4, random);
  setFrame(frame, pose, 0);
  setDirection(side, 0, 3, random);
  movePoint(base, 0, frame, a.center, 0);
  for (let d = 0; d < 3; d++) base[d] = b.center[d] - base[d];
  const ways = listWays(a, b, frame);
  // Along n they are parted by moving A by c − s·(n·side), if A stands at base + s·side: at least `depth` for all n.
  let most = Infinity;
  let least = -Infinity;
  for (let k = 0; k < ways.length; k += 3) {
    for (let d = 0; d < 3; d++) {
      axis[d] = ways[k + d];
      axis[3 + d] = frame[d] * ways[k] + frame[3 + d] * ways[k + 1] + frame[6 + d] * ways[k + 2];
    }
    for (const sign of [1, -1]) {
      const there = sign * (axis[0] * base[0] + axis[1] * base[1] + axis[2] * base[2]);
      const c = support(b.tips, axis, 0, sign) + support(a.tips, axis, 3, -sign) - there;
      const rate = sign * (axis[0] * side[0] + axis[1] * side[1] + axis[2] * side[2]);
      if (rate > 0) most = Math.min(most, (c - depth) / rate);
      else if (rate < 0) least = Math.max(least, (c - depth) / rate);
    }
  }
  for (let d = 0; d < 3; d++) frame[9 + d] = base[d] + most * side[d];
  return most > least;
}

/** Directions in which two parts may be parted, in B's frame. */
function listWays(a: Part, b: Part, frame: Float64Array): number[] {
  const turn = (list: Float64Array, k: number) =>
    [0, 1, 2].map(
      (d) => frame[3 * d] * list[k] + frame[3 * d + 1] * list[k + 1] + frame[3 * d + 2] * list[k + 2],
    );
  const ways = [...b.normals];
  for (let k = 0; k < a.normals.length; k += 3) ways.push(...turn(a.normals, k));
  for (let j = 0; j < a.edges.length; j += 3) {
    const u = turn(a.edges, j);
    for (let k = 0; k < b.edges.length; k += 3) {
      const v = b.edges.subarray(k, k + 3);
      const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
      const length = Math.hypot(...n);
      if (length > 1e-6) ways.push(...n.map((x) => x / length));
    }
  }
  return ways;
}

/** A random direction of so many dimensions, evenly spread. */
function setDirection(out: Float64Array, at: number, size: number, random: Random): void {
  let square = 0;
  do {
    square = 0;
    for (let d = 0; d < size; d++) {
      out[at + d] = 2 * nextFloat(random) - 1;
      square += out[at + d] ** 2;
    }
  } while (square > 1 || square < 0.01);
  for (let d = 0; d < size; d++) out[at + d] /= Math.sqrt(square);
}
