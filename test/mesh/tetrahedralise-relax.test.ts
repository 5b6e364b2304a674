// Needles of flat faces that are cut the other way, judged by a slow sibling: angles, planes and edges by their
// definitions, and lists of all triangles instead of links.

import { describe, expect, it } from 'vitest';
import { finishWork } from '../../src/job/work.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { buildDelaunay } from '../../src/mesh/delaunay/build.ts';
import { collectTets } from '../../src/mesh/delaunay/triangulation.ts';
import { findAbsent } from '../../src/mesh/tetrahedralise/conform.ts';
import { gatherVertices, joinPoints } from '../../src/mesh/tetrahedralise/input.ts';
import { relaxShell } from '../../src/mesh/tetrahedralise/relax.ts';
import { createShell } from '../../src/mesh/tetrahedralise/shell.ts';
import { createTriangleMesh, type TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { gridBox, manifoldProblems, meshVolume, turnMesh } from './tetrahedralise-check.ts';

/** A plate as a grid of n × m squares, sheared until its triangles are needles, shaken; `lift` raises points. */
function shearedPlate(n: number, m: number, seed: number, lift: (x: number) => number): TriangleMesh {
  const random = createRandom(seed);
  const { positions, indices } = gridBox([1, 0.2, 0.05], [n, m, 1]);
  const edge = (x: number, size: number) => x <= 0 || x >= size;
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y] = [positions[i], positions[i + 1]];
    if (!edge(x, 1)) positions[i] += (0.4 * nextFloat(random) - 0.2) / n;
    if (!edge(x, 1) && !edge(y, 0.2)) positions[i + 1] += (0.08 * nextFloat(random) - 0.04) / m;
    positions[i] += 2 * y;
    positions[i + 2] += lift(positions[i]);
  }
  return createTriangleMesh({ positions, indices });
}

type Point = ArrayLike<number>;
const sub = (a: Point, b: Point) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Point, b: Point) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const normalOf = (a: Point, b: Point, c: Point) => cross(sub(b, a), sub(c, a));
const angleAt = (p: Point, a: Point, b: Point) => {
  const n = cross(sub(a, p), sub(b, p));
  return Math.atan2(Math.hypot(...n), dot(sub(a, p), sub(b, p)));
};
const slimness = (a: Point, b: Point, c: Point) => {
  const longest = Math.max(...[sub(a, b), sub(b, c), sub(c, a)].map((e) => dot(e, e)));
  return Math.hypot(...normalOf(a, b, c)) / longest;
};

/** Whether the edge ab of the triangles abc and bad is worth a flip, by definition; undefined where rounding decides. */
function isWorthIt(a: Point, b: Point, c: Point, d: Point, flat: number): boolean | undefined {
  const [left, right] = [normalOf(a, b, c), normalOf(b, a, d)];
  const [over, under] = [normalOf(a, d, c), normalOf(b, c, d)];
  if (
    ![over, under, right].every((n) => dot(n, left) > 0) ||
    !(dot(over, right) > 0 && dot(under, right) > 0)
  )
    return false;
  const [atC, atD] = [angleAt(c, a, b), angleAt(d, a, b)];
  const excess = 1 / Math.tan(atC) + 1 / Math.tan(atD); // below 0, the angles sum to more than half a turn
  const slim = Math.min(slimness(a, b, c), slimness(a, b, d)) - 0.2;
  const apart = cross(sub(b, a), sub(d, c));
  const gap = Math.abs(dot(apart, sub(c, a))) / Math.hypot(...apart) / flat - 1;
  if ([excess, slim, gap].some((x) => Math.abs(x) < 1e-6)) return undefined;
  return excess < 0 && slim < 0 && gap < 0;
}

function run(mesh: TriangleMesh, flat: number, stays: (a: number, b: number) => boolean) {
  const { points, vertex, indices, box } = gatherVertices(mesh);
  const { triangulation: tri } = finishWork(buildDelaunay(joinPoints(points, new Float64Array(0), box)));
  const shell = createShell(indices, vertex.length);
  const flips = relaxShell(tri, shell, findAbsent(tri, shell), { flat, mayFlip: (a, b) => !stays(a, b) });
  const inTets = new Set<string>();
  const tets = collectTets(tri);
  for (let t = 0; t < tets.length; t += 4) {
    for (let i = 0; i < 4; i++) for (let j = 0; j < 4; j++) inTets.add(`${tets[t + i]},${tets[t + j]}`);
  }
  return { flips, after: shell.corner.slice(0, 3 * shell.count), inTets, points };
}

/** Sides a → b, each with the corner across. */
function sidesOf(indices: ArrayLike<number>): Map<string, number> {
  const out = new Map<string, number>();
  for (let t = 0; t < indices.length; t += 3) {
    for (let k = 0; k < 3; k++)
      out.set(`${indices[t + k]},${indices[t + ((k + 1) % 3)]}`, indices[t + ((k + 2) % 3)]);
  }
  return out;
}

/** Everything relaxing promises, and that nothing is left to do. Returns the flips. */
function check(mesh: TriangleMesh, flat: number, stays: (a: number, b: number) => boolean): number {
  const { flips, after, inTets, points } = run(mesh, flat, stays);
  const at = (v: number) => points.subarray(3 * v, 3 * v + 3);
  expect(after.length).toBe(mesh.indices.length);
  expect(manifoldProblems(after).slice(0, 3)).toEqual([]);
  const relaxed = createTriangleMesh({ positions: points, indices: after });
  expect(Math.abs(meshVolume(relaxed) / meshVolume(mesh) - 1)).toBeLessThan(1e-4);
  const [before, now] = [sidesOf(mesh.indices), sidesOf(after)];
  const wrong: string[] = [];
  for (const side of before.keys()) {
    const [a, b] = side.split(',').map(Number);
    if (!now.has(side) && (inTets.has(side) || stays(a, b))) wrong.push(`${side} should have stayed`);
  }
  expect(flips).toBeGreaterThan(0);
  for (const [side, c] of now) {
    const [a, b] = side.split(',').map(Number);
    const d = now.get(`${b},${a}`)!;
    if (inTets.has(side) || stays(a, b) || now.has(`${c},${d}`) || now.has(`${d},${c}`)) continue;
    if (isWorthIt(at(a), at(b), at(c), at(d), flat)) wrong.push(`${side} could still be flipped`);
  }
  expect(wrong.slice(0, 3)).toEqual([]);
  return flips;
}

const none = () => false;
const flat = () => 0;

describe('relaxing', () => {
  for (const seed of [81, 82]) {
    it(`flips needles of flat faces until none is left to flip, seed ${seed}`, () => {
      expect(check(shearedPlate(60, 12, seed, flat), 1e-6, none)).toBeGreaterThan(2000);
      expect(check(turnMesh(shearedPlate(60, 12, seed, flat)), 1e-6, none)).toBeGreaterThan(2000);
    });
  }

  it('keeps edges that the caller wants kept, seed 83', () => {
    const flips = check(shearedPlate(60, 15, 83, flat), 1e-6, (a, b) => (a + b) % 5 === 0);
    expect(flips).toBeGreaterThan(1000);
  });

  it('leaves what is not flat, seed 84', () => {
    const bent = shearedPlate(60, 15, 84, (x) => 0.1 * x * x);
    expect([...run(bent, 1e-9, none).after]).toEqual([...bent.indices]);
    expect(
      check(
        shearedPlate(80, 15, 84, (x) => 0.1 * Math.max(0, x - 1) ** 2),
        1e-9,
        none,
      ),
    ).toBeGreaterThan(1000);
  });

  it('leaves few needles as they are', () => {
    const mesh = shearedPlate(10, 4, 85, flat);
    const { flips, after } = run(mesh, 1e-6, none);
    expect(flips).toBe(0);
    expect([...after]).toEqual([...mesh.indices]);
  });
});
