// Closed meshes that cross themselves, as modellers leave them: parts pushed into each other, tubes folded into
// themselves, limbs that noise drove through the body. Seeded, so that tests and benches name the same ones.

import { createRandom, nextFloat } from '../src/math/random.ts';
import { cos, sin } from '../src/math/trig.ts';
import * as shapes from '../src/mesh/shapes/index.ts';
import { createTriangleMesh, type TriangleMesh } from '../src/mesh/triangle-mesh.ts';

type Point = readonly [number, number, number];

/** All of them; each is made when asked for. */
export const crossingMeshes: readonly { readonly name: string; make(): TriangleMesh }[] = [
  { name: 'two balls', make: () => joinMeshes([ball([0, 0, 0], 0.5, 12), ball([0.6, 0.1, 0.05], 0.4, 10)]) },
  { name: 'ball in a ball', make: () => joinMeshes([ball([0, 0, 0], 0.5, 12), ball([0.05, 0, 0], 0.3, 6)]) },
  { name: 'wing nut', make: createWingNut },
  { name: 'pile of 12 boxes', make: () => createPile(1, 12) },
  { name: 'pile of 30 boxes', make: () => createPile(2, 30) },
  { name: 'crowd of 8 balls', make: () => createCrowd(3, 8) },
  { name: 'crowd of 20 balls', make: () => createCrowd(4, 20) },
  { name: 'knot that overlaps', make: () => createTube(400, 16, 0.14, knot) },
  { name: 'tube folded into itself', make: () => createTube(160, 20, 0.12, fold) },
  { name: 'tube tighter than its bend', make: () => createTube(120, 16, 0.2, hairpin) },
  { name: 'crumpled ball', make: () => crumple(shapes.createSphere({ frequency: 14 }), 5, 0.06) },
  { name: 'crumpled ball, fine', make: () => crumple(shapes.createSphere({ frequency: 30 }), 6, 0.03) },
  { name: 'ball of dents', make: () => createPrickedBall(4, 4) },
  { name: 'pig with noise', make: () => crumple(shapes.createPiggyBank({ triangles: 6000 }), 7, 0.03) },
  { name: 'triceratops with noise', make: () => crumple(shapes.createTriceratops(), 8, 0.03) },
  { name: 'triceratops, legs pushed in', make: () => squeeze(shapes.createTriceratops(), 0.3) },
];

/** Meshes put into one, without a thought for where they meet. */
export function joinMeshes(meshes: readonly TriangleMesh[]): TriangleMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (const mesh of meshes) {
    const base = positions.length / 3;
    for (const x of mesh.positions) positions.push(x);
    for (const v of mesh.indices) indices.push(base + v);
  }
  return createTriangleMesh({ positions, indices });
}

/** A mesh with every vertex put where `to` says. */
export function moveMesh(mesh: TriangleMesh, to: (p: Point, v: number) => Point): TriangleMesh {
  const { positions: x, indices } = mesh;
  const positions: number[] = [];
  for (let v = 0; 3 * v < x.length; v++) positions.push(...to([x[3 * v], x[3 * v + 1], x[3 * v + 2]], v));
  return createTriangleMesh({ positions, indices });
}

function ball(at: Point, radius: number, frequency: number): TriangleMesh {
  return moveMesh(shapes.createSphere({ radius, frequency }), ([x, y, z]) => [
    x + at[0],
    y + at[1],
    z + at[2],
  ]);
}

/** A turn about an axis through the origin that random numbers choose. */
function randomTurn(next: () => number): (p: Point) => Point {
  const q = [0, 0, 0, 0].map(() => next() - 0.5);
  const [a, b, c, d] = q.map((v) => v / Math.hypot(...q));
  return ([x, y, z]) => [
    (1 - 2 * (c * c + d * d)) * x + 2 * (b * c - a * d) * y + 2 * (b * d + a * c) * z,
    2 * (b * c + a * d) * x + (1 - 2 * (b * b + d * d)) * y + 2 * (c * d - a * b) * z,
    2 * (b * d - a * c) * x + 2 * (c * d + a * b) * y + (1 - 2 * (b * b + c * c)) * z,
  ];
}

/** A hub, a collar and two wings, each a part of its own. */
function createWingNut(): TriangleMesh {
  const hub = shapes.createCylinder({ radius: 0.25, height: 0.4 });
  const collar = moveMesh(shapes.createCylinder({ radius: 0.32, height: 0.1 }), ([x, y, z]) => [
    x,
    y - 0.15,
    z,
  ]);
  const wing = (side: number) =>
    moveMesh(shapes.createCapsule({ radius: 0.2, height: 0.7 }), ([x, y, z]) => {
      const [u, v] = [0.8 * x - 0.6 * y * side, 0.6 * x * side + 0.8 * y];
      return [u + 0.38 * side, v + 0.2, 0.25 * z];
    });
  return joinMeshes([hub, collar, wing(1), wing(-1)]);
}

function createPile(seed: number, count: number): TriangleMesh {
  const random = createRandom(seed);
  const next = () => nextFloat(random);
  const parts: TriangleMesh[] = [];
  for (let i = 0; i < count; i++) {
    const size: Point = [0.1 + 0.3 * next(), 0.1 + 0.3 * next(), 0.1 + 0.3 * next()];
    const box = shapes.createBox({ size: [...size] });
    const turn = randomTurn(next);
    const at = [0.6 * next(), 0.6 * next(), 0.6 * next()];
    parts.push(
      moveMesh(box, (p) => {
        const [x, y, z] = turn(p);
        return [x + at[0], y + at[1], z + at[2]];
      }),
    );
  }
  return joinMeshes(parts);
}

function createCrowd(seed: number, count: number): TriangleMesh {
  const random = createRandom(seed);
  const next = () => nextFloat(random);
  return joinMeshes(
    Array.from({ length: count }, () =>
      ball([next(), next(), next()], 0.12 + 0.15 * next(), 3 + Math.floor(6 * next())),
    ),
  );
}

/** A closed tube around a closed curve, t from 0 to 1. */
function createTube(rings: number, sides: number, radius: number, curve: (t: number) => Point): TriangleMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  let up: Point = [0.3, 0.5, 0.8];
  for (let i = 0; i < rings; i++) {
    const p = curve(i / rings);
    const q = curve((i + 1) / rings);
    const along = unit([q[0] - p[0], q[1] - p[1], q[2] - p[2]]);
    const u = unit(cross(along, up));
    const v = cross(u, along);
    up = v;
    for (let j = 0; j < sides; j++) {
      const a = (2 * Math.PI * j) / sides;
      for (let d = 0; d < 3; d++) positions.push(p[d] + radius * (cos(a) * u[d] + sin(a) * v[d]));
    }
  }
  // The frame comes back turned about the curve: the last ring joins the first where its points are nearest.
  let shift = 0;
  let least = Infinity;
  for (let s = 0; s < sides; s++) {
    let sum = 0;
    for (let d = 0; d < 3; d++) sum += (positions[3 * (rings - 1) * sides + d] - positions[3 * s + d]) ** 2;
    if (sum < least) [least, shift] = [sum, s];
  }
  for (let i = 0; i < rings; i++) {
    const last = i === rings - 1;
    for (let j = 0; j < sides; j++) {
      const k = (j + 1) % sides;
      const [a, b] = [i * sides + j, i * sides + k];
      const [c, d] = last ? [(j + shift) % sides, (k + shift) % sides] : [a + sides, b + sides];
      indices.push(a, b, d, a, d, c);
    }
  }
  return outward(createTriangleMesh({ positions, indices }));
}

/** The mesh, or the mesh turned inside out, whichever has a positive volume. */
function outward(mesh: TriangleMesh): TriangleMesh {
  const { positions: x, indices: i } = mesh;
  let sum = 0;
  for (let t = 0; t < i.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map(
      (k): Point => [x[3 * i[t + k]], x[3 * i[t + k] + 1], x[3 * i[t + k] + 2]],
    );
    const n = cross(b, c);
    sum += a[0] * n[0] + a[1] * n[1] + a[2] * n[2];
  }
  return sum > 0 ? mesh : createTriangleMesh({ positions: x, indices: Array.from(i).reverse() });
}

function cross(a: Point, b: Point): Point {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function unit(a: Point): Point {
  const length = Math.hypot(...a);
  return [a[0] / length, a[1] / length, a[2] / length];
}

function knot(t: number): Point {
  const a = 2 * Math.PI * t;
  const r = 0.5 + 0.2 * cos(3 * a);
  return [r * cos(2 * a), r * sin(2 * a), 0.12 * sin(3 * a)];
}

function fold(t: number): Point {
  const a = 2 * Math.PI * t;
  return [0.6 * cos(a), 0.25 * sin(2 * a), 0.08 * sin(a)];
}

function hairpin(t: number): Point {
  const a = 2 * Math.PI * t;
  return [0.8 * cos(a), 0.12 * sin(a), 0.1 * sin(3 * a)];
}

/** Moves every vertex at random by up to `by` of the longest side, which drives parts through each other. */
export function crumple(mesh: TriangleMesh, seed: number, by: number): TriangleMesh {
  const random = createRandom(seed);
  let longest = 0;
  for (let d = 0; d < 3; d++) {
    const values = mesh.positions.filter((_, i) => i % 3 === d);
    longest = Math.max(
      longest,
      values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b)),
    );
  }
  const shake = () => 2 * by * longest * (nextFloat(random) - 0.5);
  return moveMesh(mesh, ([x, y, z]) => [x + shake(), y + shake(), z + shake()]);
}

/** Folds what is below `share` of the height up into the rest. */
function squeeze(mesh: TriangleMesh, share: number): TriangleMesh {
  let low = Infinity;
  let high = -Infinity;
  for (let i = 1; i < mesh.positions.length; i += 3) {
    low = Math.min(low, mesh.positions[i]);
    high = Math.max(high, mesh.positions[i]);
  }
  const level = low + share * (high - low);
  return moveMesh(mesh, ([x, y, z]) => [x, y < level ? level + 0.6 * (level - y) : y, z]);
}

/** A ball with dents deeper than it is wide: each comes out on the far side, inside out. */
export function createPrickedBall(seed: number, dents: number, frequency = 12): TriangleMesh {
  const random = createRandom(seed);
  const mesh = shapes.createSphere({ frequency });
  const count = mesh.positions.length / 3;
  const pricked = new Set(Array.from({ length: dents }, () => Math.floor(count * nextFloat(random))));
  return moveMesh(mesh, ([x, y, z], v) => (pricked.has(v) ? [-1.05 * x, -1.05 * y, -1.05 * z] : [x, y, z]));
}
