// Seeded point sets for the tests and benches of the sphere tree: usual ones, and those that break shortcuts.

import { createRequire } from 'node:module';
import { createRandom, nextFloat, type Random } from '../../src/math/random.ts';

export type PointSet = (count: number, seed: number) => Float64Array;

function fill(count: number, seed: number, write: (p: Float64Array, at: number, random: Random) => void) {
  const random = createRandom(seed);
  const positions = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) write(positions, 3 * i, random);
  return positions;
}

/** A uniform direction, by rejection. */
function direct(p: Float64Array, at: number, random: Random, radius: number): void {
  for (;;) {
    const x = 2 * nextFloat(random) - 1;
    const y = 2 * nextFloat(random) - 1;
    const z = 2 * nextFloat(random) - 1;
    const l = Math.sqrt(x * x + y * y + z * z);
    if (l > 1 || l < 0.01) continue;
    p[at] = (radius * x) / l;
    p[at + 1] = (radius * y) / l;
    p[at + 2] = (radius * z) / l;
    return;
  }
}

export const cube: PointSet = (count, seed) =>
  fill(count, seed, (p, at, random) => {
    for (let a = 0; a < 3; a++) p[at + a] = nextFloat(random);
  });

export const sphere: PointSet = (count, seed) =>
  fill(count, seed, (p, at, random) => direct(p, at, random, 2.5));

export const line: PointSet = (count, seed) =>
  fill(count, seed, (p, at, random) => {
    const t = nextFloat(random);
    for (let a = 0; a < 3; a++) p[at + a] = (a - 0.7) * t;
  });

/** Whole numbers on a square of a plane, shuffled, every place at most once more than another: ties everywhere. */
export const grid: PointSet = (count, seed) => {
  const side = Math.ceil(Math.sqrt(count));
  const place = Array.from({ length: count }, (_, i) => i);
  const random = createRandom(seed);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(nextFloat(random) * (i + 1));
    [place[i], place[j]] = [place[j], place[i]];
  }
  const positions = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    positions[3 * i] = place[i] % side;
    positions[3 * i + 2] = Math.floor(place[i] / side);
  }
  return positions;
};

/** Whole numbers in a small cube, drawn at will: ties in three dimensions, and duplicates. */
export const lattice: PointSet = (count, seed) => {
  const side = Math.max(2, Math.ceil(Math.cbrt(count)));
  return fill(count, seed, (p, at, random) => {
    for (let a = 0; a < 3; a++) p[at + a] = Math.floor(nextFloat(random) * side);
  });
};

export const clusters: PointSet = (count, seed) =>
  fill(count, seed, (p, at, random) => {
    const which = Math.floor(nextFloat(random) * 7);
    const size = 10 ** -which;
    for (let a = 0; a < 3; a++) p[at + a] = 100 * Math.sin(which * (a + 2)) + size * nextFloat(random);
  });

/** A dozen places, each held by many points. */
export const duplicates: PointSet = (count, seed) => {
  const places = cube(12, seed + 1000);
  return fill(count, seed, (p, at, random) => {
    const which = 3 * Math.floor(nextFloat(random) * 12);
    for (let a = 0; a < 3; a++) p[at + a] = places[which + a];
  });
};

export const equal: PointSet = (count) =>
  Float64Array.from({ length: 3 * count }, (_, i) => [0.1, -7, 3e5][i % 3]);

/** Two far places, half of the points on each: every pair across is a diameter. */
export const twoPlaces: PointSet = (count, seed) =>
  fill(count, seed, (p, at, random) => {
    p[at] = nextFloat(random) < 0.5 ? -1 : 1;
  });

/** On a sphere with each point's mirror image: as many diameters as pairs. */
export const antipodes: PointSet = (count, seed) => {
  const positions = sphere(count, seed);
  for (let i = 0; i + 1 < count; i += 2) {
    for (let a = 0; a < 3; a++) positions[3 * i + 3 + a] = -positions[3 * i + a];
  }
  return positions;
};

/** Far from the origin, where coordinates have few digits left and distances collide. */
export const offset: PointSet = (count, seed) => cube(count, seed).map((v) => v + 1e13);

/** So large that squared distances overflow, and so small that they vanish, in one set. */
export const extremes: PointSet = (count, seed) =>
  fill(count, seed, (p, at, random) => {
    const scale = [1e200, 1e150, 1, 1e-170][Math.floor(nextFloat(random) * 4)];
    for (let a = 0; a < 3; a++) p[at + a] = (2 * nextFloat(random) - 1) * scale;
  });

/** The vertices of the Stanford bunny of npm. */
export function bunny(): Float64Array {
  const { positions }: { positions: number[][] } = createRequire(import.meta.url)('bunny');
  return Float64Array.from(positions.flat());
}

/**
 * A ball of radius 1: evenly spread points on its surface first (a golden spiral), then a lattice inside. `spacing`
 * divides the radius of the lattice, `density` is how many surface points there are to a lattice cell's face.
 */
export function ball(spacing: number, density: number) {
  const surface = Math.round(4 * Math.PI * spacing * spacing * density);
  const positions: number[] = [];
  for (let i = 0; i < surface; i++) {
    const z = 1 - (2 * i + 1) / surface;
    const r = Math.sqrt(1 - z * z);
    const angle = i * Math.PI * (3 - Math.sqrt(5));
    positions.push(r * Math.cos(angle), r * Math.sin(angle), z);
  }
  for (let x = -spacing; x <= spacing; x++) {
    for (let y = -spacing; y <= spacing; y++) {
      for (let z = -spacing; z <= spacing; z++) {
        if (Math.hypot(x, y, z) < spacing - 0.5) positions.push(x / spacing, y / spacing, z / spacing);
      }
    }
  }
  return { positions: Float64Array.from(positions), surface };
}

export const pointSets: Readonly<Record<string, PointSet>> = {
  cube,
  sphere,
  line,
  grid,
  lattice,
  clusters,
  duplicates,
  equal,
  twoPlaces,
  antipodes,
  offset,
  extremes,
};
