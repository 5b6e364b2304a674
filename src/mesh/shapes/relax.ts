// Evens out the triangles of a mesh on an implicit surface, keeping their number: edges are flipped where that
// opens angles, and vertices slide along the surface to the middle of their neighbours.

import { buildEdges, buildTwins, nextHalf } from '../topology.ts';
import { createTriangleMesh, type TriangleMesh } from '../triangle-mesh.ts';
import { type Implicit, projectPoint } from './implicit.ts';

/** Relaxes a closed manifold mesh whose vertices lie on the surface of `solid`, or near it. */
export function relaxMesh(mesh: TriangleMesh, solid: Implicit, rounds: number): TriangleMesh {
  const positions = mesh.positions.slice();
  const indices = mesh.indices.slice();
  const reach = meanEdge(positions, indices);
  for (let v = 0; v < positions.length; v += 3)
    moveVertex(positions, indices, null, v / 3, solid, reach, null);
  for (let round = 0; round < rounds; round++) {
    const twin = buildTwins(indices, buildEdges(indices, positions.length / 3));
    flipEdges(positions, indices, twin);
    slideVertices(positions, indices, twin, solid, reach);
  }
  return createTriangleMesh({ positions, indices });
}

function meanEdge(positions: Float64Array, indices: Uint32Array): number {
  let sum = 0;
  for (let h = 0; h < indices.length; h++) {
    const [x, y, z] = between(positions, indices[h], indices[nextHalf(h)]);
    sum += Math.sqrt(x * x + y * y + z * z);
  }
  return sum / indices.length;
}

type Vector = [number, number, number];

function between(p: Float64Array, a: number, b: number): Vector {
  return [p[3 * b] - p[3 * a], p[3 * b + 1] - p[3 * a + 1], p[3 * b + 2] - p[3 * a + 2]];
}

function cross(u: Vector, v: Vector): Vector {
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}

function dot(u: Vector, v: Vector): number {
  return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}

/** The normal of (a, b, c), twice its area long. */
function normalOf(p: Float64Array, a: number, b: number, c: number): Vector {
  return cross(between(p, a, b), between(p, a, c));
}

function previous(h: number): number {
  return h % 3 === 0 ? h + 2 : h - 1;
}

/** Flips, in one pass, the edges that two angles of together more than π face, where the surface is smooth. */
function flipEdges(positions: Float64Array, indices: Uint32Array, twin: Int32Array): void {
  for (let h = 0; h < indices.length; h++) {
    const g = twin[h];
    if (g < h) continue;
    const [a, b, c, d] = [indices[h], indices[g], indices[previous(h)], indices[previous(g)]];
    const [ca, cb] = [between(positions, c, a), between(positions, c, b)];
    const [da, db] = [between(positions, d, a), between(positions, d, b)];
    const before = normalOf(positions, a, b, c);
    const before2 = normalOf(positions, b, a, d);
    const [crossC, crossD] = [Math.sqrt(dot(before, before)), Math.sqrt(dot(before2, before2))];
    const [dotC, dotD] = [dot(ca, cb), dot(da, db)];
    if (!(crossC * dotD + dotC * crossD < -0.05 * (crossC * crossD + Math.abs(dotC * dotD)))) continue;
    // The new triangles must face the way of the old ones, and their edge must not exist already.
    const [m, n] = [normalOf(positions, a, d, c), normalOf(positions, b, c, d)];
    const facing = (u: Vector, v: Vector) => dot(u, v) > 0.7 * Math.sqrt(dot(u, u) * dot(v, v));
    if (!facing(m, before) || !facing(n, before2) || !facing(m, n) || !facing(before, before2)) continue;
    if (isJoined(indices, twin, previous(h), d) || valence(twin, h) < 5 || valence(twin, g) < 5) continue;
    const [h1, g1] = [nextHalf(h), nextHalf(g)];
    const [outerH, outerG] = [twin[h1], twin[g1]];
    indices[h1] = d;
    indices[g1] = c;
    for (const [s, t] of [
      [h, outerG],
      [g, outerH],
      [h1, g1],
    ]) {
      twin[s] = t;
      twin[t] = s;
    }
  }
}

/** How many triangles surround the start of half-edge h. */
function valence(twin: Int32Array, h: number): number {
  let count = 0;
  let g = h;
  do {
    count++;
    g = nextHalf(twin[g]);
  } while (g !== h);
  return count;
}

/** Whether an edge leads from the start of half-edge h to vertex d. */
function isJoined(indices: Uint32Array, twin: Int32Array, h: number, d: number): boolean {
  let g = h;
  do {
    if (indices[nextHalf(g)] === d) return true;
    g = nextHalf(twin[g]);
  } while (g !== h);
  return false;
}

/** Moves each vertex towards the middle of its triangles, weighed by area, and back to the surface. */
function slideVertices(
  positions: Float64Array,
  indices: Uint32Array,
  twin: Int32Array,
  solid: Implicit,
  reach: number,
): void {
  const leaving = new Int32Array(positions.length / 3); // a half-edge from each vertex
  for (let h = 0; h < indices.length; h++) leaving[indices[h]] = h;
  for (let v = 0; v < leaving.length; v++) {
    const sum: Vector = [0, 0, 0];
    let weight = 0;
    let h = leaving[v];
    do {
      const [a, b] = [indices[nextHalf(h)], indices[previous(h)]];
      const n = normalOf(positions, v, a, b);
      const area = Math.sqrt(dot(n, n));
      const [u, w] = [between(positions, v, a), between(positions, v, b)];
      for (let k = 0; k < 3; k++) sum[k] += (area * (u[k] + w[k])) / 3;
      weight += area;
      h = nextHalf(twin[h]);
    } while (h !== leaving[v]);
    if (weight > 0) {
      const move: Vector = [sum[0] / weight, sum[1] / weight, sum[2] / weight];
      moveVertex(positions, indices, twin, v, solid, reach, { h: leaving[v], move });
    }
  }
}

const place = new Float64Array(3); // scratch: where a vertex would go

/** Projects a vertex, moved first if asked; a move that would turn one of its triangles is not made. */
function moveVertex(
  positions: Float64Array,
  indices: Uint32Array,
  twin: Int32Array | null,
  v: number,
  solid: Implicit,
  reach: number,
  slide: { h: number; move: Vector } | null,
): void {
  for (let k = 0; k < 3; k++) place[k] = positions[3 * v + k] + (slide ? 0.7 * slide.move[k] : 0);
  projectPoint(place, 0, solid, 0.5 * reach, slide ? 1 : 3);
  if (twin && slide) {
    let h = slide.h;
    do {
      const [a, b] = [indices[nextHalf(h)], indices[previous(h)]];
      const before = normalOf(positions, v, a, b);
      const u: Vector = [
        positions[3 * a] - place[0],
        positions[3 * a + 1] - place[1],
        positions[3 * a + 2] - place[2],
      ];
      const after = cross(u, between(positions, a, b));
      if (!(dot(before, after) > 0.6 * Math.sqrt(dot(before, before) * dot(after, after)))) return;
      h = nextHalf(twin[h]);
    } while (h !== slide.h);
  }
  positions.set(place, 3 * v);
}
