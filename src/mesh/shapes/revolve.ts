// Solids of revolution with even triangles. A profile runs around half the section of the solid; it is cut in
// rings, each with as many vertices as its circumference asks for, and neighbouring rings are zipped together.
// (A fixed number of segments would crowd needles around the axis.) The number of vertices is met exactly.

import { InputError } from '../../job/error.ts';
import { cos, PI, sin } from '../../math/trig.ts';
import { createTriangleMesh, type TriangleMesh } from '../triangle-mesh.ts';

/** A point of a half section: distance from the axis, height. */
export type ProfilePoint = readonly [number, number];

/**
 * A half section as smooth pieces, each a polyline that starts where the one before ended: where two pieces
 * meet there is always a ring, so that creases stay sharp. It runs counter-clockwise around the solid, with the
 * distance to the right and the height up, either from axis to axis or back to its start.
 */
export type Profile = readonly (readonly ProfilePoint[])[];

const LEAST = 5; // vertices of a ring

/** Revolves a profile into a mesh of exactly `vertices` vertices. */
export function revolveProfile(profile: Profile, vertices: number): TriangleMesh {
  const rings = cutProfile(profile, vertices);
  const counts = countRings(rings, vertices);
  const positions: number[] = [];
  const indices: number[] = [];
  const first: number[] = [];
  for (let k = 0; k < rings.length; k++) {
    const [r, y] = rings[k];
    first.push(positions.length / 3);
    const phase = k % 2 === 0 ? 0 : 0.5; // half a step off, so that rings of equal count make equal triangles
    for (let i = 0; i < counts[k]; i++) {
      const angle = (2 * PI * (i + phase)) / counts[k];
      positions.push(r * cos(angle), y, r === 0 ? 0 : -r * sin(angle));
    }
  }
  for (let k = 1; k < rings.length; k++)
    zipRings(indices, positions, first[k - 1], counts[k - 1], first[k], counts[k]);
  const last = rings.length - 1;
  if (rings[0][0] > 0) zipRings(indices, positions, first[last], counts[last], first[0], counts[0]);
  return createTriangleMesh({ positions, indices });
}

/** How many vertices a revolved profile needs for a number of triangles. */
export function verticesFor(profile: Profile, triangles: number): number {
  return profile[0][0][0] === 0 ? triangles / 2 + 2 : triangles / 2;
}

function pieceLength(piece: readonly ProfilePoint[]): number {
  let length = 0;
  for (let i = 1; i < piece.length; i++) length += gap(piece[i - 1], piece[i]);
  return length;
}

function gap(a: ProfilePoint, b: ProfilePoint): number {
  return Math.sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]));
}

/** Cuts a profile in rings so far apart that about `vertices` vertices make triangles of equal sides. */
function cutProfile(profile: Profile, vertices: number): ProfilePoint[] {
  // Guldin: the area is that of the cones along the profile. A vertex has two triangles of √3/4 edge².
  let area = 0;
  for (const piece of profile) {
    for (let i = 1; i < piece.length; i++)
      area += PI * (piece[i][0] + piece[i - 1][0]) * gap(piece[i], piece[i - 1]);
  }
  const edge = Math.sqrt((2 * area) / (Math.sqrt(3) * vertices));
  const rings: ProfilePoint[] = [];
  for (const piece of profile) {
    const length = pieceLength(piece);
    // A piece that bends, such as a lip, keeps a ring in its middle however short it is.
    const least = gap(piece[0], piece[piece.length - 1]) < 0.9 * length ? 2 : 1;
    const count = Math.max(least, Math.round(length / (0.5 * Math.sqrt(3) * edge)));
    let done = 0;
    let i = 1;
    for (let k = 0; k < count; k++) {
      const at = (length * k) / count;
      while (i < piece.length - 1 && done + gap(piece[i - 1], piece[i]) <= at)
        done += gap(piece[i - 1], piece[i++]);
      const t = Math.min(1, (at - done) / gap(piece[i - 1], piece[i]));
      rings.push([
        piece[i - 1][0] + t * (piece[i][0] - piece[i - 1][0]),
        piece[i - 1][1] + t * (piece[i][1] - piece[i - 1][1]),
      ]);
    }
  }
  // From axis to axis, the last point is a ring (a pole) too; a loop is back at its start.
  const end = profile[profile.length - 1].at(-1)!;
  if (end[0] === 0) rings.push(end);
  return rings;
}

/** Shares `vertices` out among rings by circumference; a ring on the axis is one vertex. */
function countRings(rings: readonly ProfilePoint[], vertices: number): number[] {
  const least = rings.map(([r]) => (r === 0 ? 1 : LEAST));
  const total = (counts: number[]) => counts.reduce((sum, n) => sum + n, 0);
  if (total(least) > vertices) {
    throw new InputError(
      'bad-argument',
      `${vertices} vertices are too few for this solid of revolution: give at least ${total(least)} (twice that in triangles)`,
    );
  }
  const share = (density: number) => rings.map(([r], k) => Math.max(least[k], Math.floor(r * density)));
  let low = 0;
  let high = 1;
  while (total(share(high)) <= vertices) high *= 2;
  for (let i = 0; i < 60; i++) {
    const middle = 0.5 * (low + high);
    if (total(share(middle)) <= vertices) low = middle;
    else high = middle;
  }
  // The few that are missing go to the rings that came closest to one more.
  const counts = share(low);
  const order = rings.map((_, k) => k).filter((k) => rings[k][0] > 0);
  const want = (k: number) => counts[k] - rings[k][0] * low;
  order.sort((a, b) => want(a) - want(b) || a - b);
  for (let i = 0, missing = vertices - total(counts); i < missing; i++) counts[order[i % order.length]]++;
  return counts;
}

/** Joins ring a to ring b, which follows it on the profile, by triangles that take the shorter way across. */
function zipRings(
  indices: number[],
  positions: number[],
  a: number,
  countA: number,
  b: number,
  countB: number,
): void {
  const distance = (i: number, j: number): number => {
    const p = 3 * (a + (i % countA));
    const q = 3 * (b + (j % countB));
    const [x, y, z] = [0, 1, 2].map((k) => positions[p + k] - positions[q + k]);
    return x * x + y * y + z * z;
  };
  if (countA === 1 || countB === 1) {
    for (let i = 0; i < Math.max(countA, countB); i++) {
      const j = (i + 1) % Math.max(countA, countB);
      if (countB === 1) indices.push(a + i, a + j, b);
      else indices.push(a, b + j, b + i);
    }
    return;
  }
  // Start at the closest pair around the first vertex of a.
  let start = 0;
  for (let j = 1; j < countB; j++) if (distance(0, j) < distance(0, start)) start = j;
  let i = 0;
  let j = start;
  while (i < countA || j < start + countB) {
    const stepA = j === start + countB || (i < countA && distance(i + 1, j) <= distance(i, j + 1));
    if (stepA) {
      indices.push(a + (i % countA), a + ((i + 1) % countA), b + (j % countB));
      i++;
    } else {
      indices.push(a + (i % countA), b + ((j + 1) % countB), b + (j % countB));
      j++;
    }
  }
}
