// The parts of a closed surface: manifolds that share no vertex, and the same parts grown by a hair. Growing tells what
// a surface whose faces lie on each other means: what touches overlaps, and of two faces in one plane one is in front.

import { createRandom, nextFloat } from '../../math/random.ts';
import { buildEdges, nextHalf } from '../topology.ts';

/** A surface taken apart. */
export interface Parts {
  readonly positions: Float64Array;
  readonly indices: Uint32Array; // as many triangles, in the same order
  readonly part: Int32Array; // of each vertex; parts are numbered on from 0
  readonly partCount: number;
}

/**
 * Gives every fan of triangles a vertex of its own. Where several sheets meet at an edge, those are one part that have
 * the solid between them. Vertices keep their numbers, further ones come after them. Expects edges that are run
 * through as often one way as the other.
 */
export function takeApart(positions: Float64Array, indices: Uint32Array): Parts {
  const twin = pairHalves(positions, indices);
  const fan = Int32Array.from(indices, (_, h) => h); // corners that are one vertex have one root
  for (let h = 0; h < indices.length; h++) {
    if (twin[h] < 0) continue;
    join(fan, h, nextHalf(twin[h]));
    join(fan, nextHalf(h), twin[h]);
  }
  const count = positions.length / 3;
  const own = new Int32Array(indices.length).fill(-1); // the vertex of each root
  const taken = new Uint8Array(count);
  const place = Array.from(positions);
  const corner = indices.slice();
  for (let h = 0; h < indices.length; h++) {
    const root = findRoot(fan, h);
    if (own[root] < 0) {
      const v = indices[h];
      own[root] = taken[v] ? place.push(...positions.subarray(3 * v, 3 * v + 3)) / 3 - 1 : v;
      taken[v] = 1;
    }
    corner[h] = own[root];
  }
  return { positions: Float64Array.from(place), indices: corner, ...numberParts(corner, place.length / 3) };
}

const ALIKE = 1e-5; // of a quarter turn: triangles at an edge that lie on each other but for rounding

/** The half-edge across each half-edge, in a surface without edges of more than two triangles; −1 for none. */
function pairHalves(x: Float64Array, indices: Uint32Array): Int32Array {
  const { edgeCount, start, half } = buildEdges(indices, x.length / 3);
  const twin = new Int32Array(indices.length).fill(-1);
  for (let e = 0; e < edgeCount; e++) {
    let around = half.subarray(start[e], start[e + 1]);
    if (around.length > 2) around = sortAround(x, indices, around);
    // Opening and closing brackets around a ring: what faces one way opens the solid, what faces the other closes it.
    const open: number[] = [];
    for (let i = 0; i < 2 * around.length; i++) {
      const h = around[i % around.length];
      if (twin[h] >= 0) continue;
      if (indices[h] < indices[nextHalf(h)]) {
        if (!open.includes(h)) open.push(h);
        continue;
      }
      const g = open.pop();
      if (g === undefined) continue; // opened before the ring began: its turn comes in the second round
      twin[h] = g;
      twin[g] = h;
    }
  }
  return twin;
}

/** Half-edges of one edge in the order in which a ray that turns about it meets the solid behind their triangles. */
function sortAround(x: Float64Array, indices: Uint32Array, around: Uint32Array): Uint32Array {
  const low = 3 * Math.min(indices[around[0]], indices[nextHalf(around[0])]);
  const high = 3 * Math.max(indices[around[0]], indices[nextHalf(around[0])]);
  const axis = [0, 1, 2].map((d) => x[high + d] - x[low + d]);
  const square = axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2];
  const away = Array.from(around, (h) => {
    const c = 3 * indices[nextHalf(nextHalf(h))];
    const way = [0, 1, 2].map((d) => x[c + d] - x[low + d]);
    const along = square > 0 ? (way[0] * axis[0] + way[1] * axis[1] + way[2] * axis[2]) / square : 0;
    return way.map((w, d) => w - along * axis[d]);
  });
  const [e] = away;
  const f = [
    axis[1] * e[2] - axis[2] * e[1],
    axis[2] * e[0] - axis[0] * e[2],
    axis[0] * e[1] - axis[1] * e[0],
  ];
  const length = Math.sqrt(square);
  // An angle's stand-in that grows from 0 to 4 with it.
  const angle = away.map((w) => {
    const u = w[0] * e[0] + w[1] * e[1] + w[2] * e[2];
    const v = length > 0 ? (w[0] * f[0] + w[1] * f[1] + w[2] * f[2]) / length : 0;
    const sum = Math.abs(u) + Math.abs(v);
    const turn = v >= 0 ? 1 - u / sum : 3 + u / sum;
    return sum > 0 && turn < 4 - ALIKE ? turn : 0;
  });
  // Taken downward, an upward half-edge has its solid ahead. Of those that lie on each other, one solid ends before the
  // next begins; and what began last ends first, which keeps triangles together that were listed together.
  const order = angle.map((_, i) => i).sort((i, j) => angle[j] - angle[i]);
  let level = 0;
  const rank = new Int32Array(around.length);
  order.forEach((i, at) => {
    if (at > 0 && angle[order[at - 1]] - angle[i] > ALIKE) level++;
    rank[i] = 2 * level + (indices[around[i]] < indices[nextHalf(around[i])] ? 1 : 0);
  });
  order.sort((i, j) => rank[i] - rank[j] || (rank[i] % 2 ? 1 : -1) * (around[i] - around[j]));
  return Uint32Array.from(order, (i) => around[i]);
}

function numberParts(indices: Uint32Array, count: number): { part: Int32Array; partCount: number } {
  const parent = Int32Array.from({ length: count }, (_, v) => v);
  for (let h = 0; h < indices.length; h++) join(parent, indices[h], indices[h - (h % 3)]);
  const part = new Int32Array(count);
  let partCount = 0;
  for (let v = 0; v < count; v++) {
    const root = findRoot(parent, v);
    part[v] = root === v ? partCount++ : part[root];
  }
  return { part, partCount };
}

function join(parent: Int32Array, a: number, b: number): void {
  const p = findRoot(parent, a);
  const q = findRoot(parent, b);
  parent[Math.max(p, q)] = Math.min(p, q);
}

/** The lowest member of a group. */
export function findRoot(parent: Int32Array, i: number): number {
  while (parent[i] !== i) {
    parent[i] = parent[parent[i]];
    i = parent[i];
  }
  return i;
}

const GOLDEN = 0.6180339887498949; // multiples of it, less their whole parts, lie far from each other
const ASIDE = 0.3; // of the growth: how far a part moves as a whole, so that edges do not meet edges
const LIMP = 1e-3; // of the pull along normals: what holds a vertex along an edge or in a plane
const LONGEST = 8; // of the growth: how far a vertex moves at a sharp edge

/**
 * Vertices moved outward so that faces move by `by` to twice that, each part by its own share and a little aside. From
 * the second attempt on vertices also move on their own.
 */
export function growParts(
  { positions, indices, part, partCount }: Parts,
  by: number,
  attempt: number,
): Float64Array {
  const random = createRandom(attempt);
  const throwing = (reach: number) => 2 * reach * (nextFloat(random) - 0.5);
  const aside = Array.from({ length: 3 * partCount }, () => throwing((ASIDE * by) / 2));
  const out = positions.slice();
  const pull = pullOutward(positions, indices);
  for (let v = 0; 3 * v < out.length; v++) {
    const share = by * (1 + (((part[v] + attempt) * GOLDEN) % 1));
    for (let d = 0; d < 3; d++) {
      out[3 * v + d] += share * pull[3 * v + d] + aside[3 * part[v] + d];
      if (attempt > 1) out[3 * v + d] += throwing((ASIDE * by) / 2);
    }
  }
  return out;
}

/** For each vertex the move that brings the planes around it outward by 1, as nearly as one move can. */
function pullOutward(x: Float64Array, indices: Uint32Array): Float64Array {
  const form = new Float64Array((x.length / 3) * 6); // Σ n nᵀ over the corners of a vertex: xx, yy, zz, xy, yz, zx
  const sum = new Float64Array(x.length); // Σ n
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [3 * indices[t], 3 * indices[t + 1], 3 * indices[t + 2]];
    const e = [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
    const f = [x[c] - x[a], x[c + 1] - x[a + 1], x[c + 2] - x[a + 2]];
    const n = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]];
    const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    if (!(length > 0)) continue;
    for (let d = 0; d < 3; d++) n[d] /= length;
    for (let k = 0; k < 3; k++) {
      const v = indices[t + k];
      for (let d = 0; d < 3; d++) {
        sum[3 * v + d] += n[d];
        form[6 * v + d] += n[d] * n[d];
        form[6 * v + 3 + d] += n[d] * n[(d + 1) % 3];
      }
    }
  }
  const out = new Float64Array(x.length);
  for (let v = 0; 3 * v < x.length; v++) {
    const [xx, yy, zz, xy, yz, zx] = form.subarray(6 * v, 6 * v + 6);
    const held = LIMP * (xx + yy + zz);
    const [a, b, c] = [xx + held, yy + held, zz + held];
    const [p, q, r] = sum.subarray(3 * v, 3 * v + 3);
    const det = a * (b * c - yz * yz) - xy * (xy * c - yz * zx) + zx * (xy * yz - b * zx);
    if (!(det > 0)) continue;
    const m = [
      p * (b * c - yz * yz) - q * (xy * c - zx * yz) + r * (xy * yz - zx * b),
      -p * (xy * c - yz * zx) + q * (a * c - zx * zx) - r * (a * yz - xy * zx),
      p * (xy * yz - b * zx) - q * (a * yz - xy * zx) + r * (a * b - xy * xy),
    ].map((w) => w / det);
    const length = Math.sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]);
    for (let d = 0; d < 3; d++) out[3 * v + d] = m[d] * Math.min(1, LONGEST / length);
  }
  return out;
}
