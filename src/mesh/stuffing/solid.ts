// The solid that a surface stands for, clean or not: the points its winding number counts more than half a turn.
// Needs no topology: holes, overlaps, doubled and non-manifold triangles all have an answer.

import { castRay } from '../../hierarchy/cast.ts';
import { closestTriangle } from '../../hierarchy/closest.ts';
import { buildHierarchy, type Hierarchy } from '../../hierarchy/hierarchy.ts';
import { EDGE_CROSSINGS, RAY_ADVANCE, SEARCH_GAP, SEARCH_STEPS } from '../constants.ts';
import { enclosedVolume } from '../mass.ts';
import { buildEdges } from '../topology.ts';
import { buildWinding, type Winding, windingNumber } from '../winding.ts';

/** A surface made ready for the question: inside or not? */
export interface Solid {
  readonly hierarchy: Hierarchy;
  readonly winding: Winding;
  readonly closed: boolean; // every edge is passed as often one way as the other: winding numbers are whole
  readonly enclosed: number; // signed volume, points counted as often as the surface winds around them
  readonly parts: number; // pieces of surface that hang together by vertices: no fewer than the solid has
  readonly box: Float64Array; // min xyz, max xyz
}

/** Inside means a winding number above this. */
export const INSIDE = 0.5;

const found = new Float64Array(7); // scratch: what closestTriangle writes
const turns = new Float64Array(1); // scratch: a winding number
const hit = new Float64Array(3); // scratch: what castRay writes
const ray = new Float64Array(6); // scratch: a ray
const probe = new Float64Array(3); // scratch: a point on it

export function createSolid(surface: { positions: Float64Array; indices: Uint32Array }): Solid {
  const { positions, indices } = surface;
  const hierarchy = buildHierarchy(positions, indices);
  return {
    hierarchy,
    winding: buildWinding(hierarchy),
    closed: isBalanced(indices, positions.length / 3),
    enclosed: enclosedVolume(surface),
    parts: countParts(indices, positions.length / 3),
    box: hierarchy.box.slice(0, 6),
  };
}

/** Whether the triangles bound a solid in the sense of sums: as many half-edges run a→b as b→a, everywhere. */
function isBalanced(indices: Uint32Array, vertexCount: number): boolean {
  const { edgeCount, start, half } = buildEdges(indices, vertexCount);
  for (let e = 0; e < edgeCount; e++) {
    let sum = 0;
    const low = indices[half[start[e]]];
    for (let i = start[e]; i < start[e + 1]; i++) sum += indices[half[i]] === low ? 1 : -1;
    if (sum !== 0) return false;
  }
  return edgeCount > 0;
}

/** Counts the groups of triangles that share vertices, by union and find. */
function countParts(indices: Uint32Array, vertexCount: number): number {
  const parent = new Int32Array(vertexCount).fill(-1); // −1: a vertex without triangles
  const find = (v: number): number => {
    while (parent[v] !== v) {
      parent[v] = parent[parent[v]];
      v = parent[v];
    }
    return v;
  };
  let parts = 0;
  for (let h = 0; h < indices.length; h++) {
    if (parent[indices[h]] < 0) {
      parent[indices[h]] = indices[h];
      parts++;
    }
    if (h % 3 === 0) continue;
    const a = find(indices[h - 1]);
    const b = find(indices[h]);
    if (a === b) continue;
    parent[Math.max(a, b)] = Math.min(a, b);
    parts--;
  }
  return parts;
}

/**
 * Writes the winding number at p[at…] to out[0] and, to out[1], the radius of a ball around p in which the side
 * cannot change. Where the surface is closed, that is the distance to it. Where it has holes, the winding number w
 * is harmonic in that ball, and Harnack's inequality for w and 1 − w keeps it on its side within half the distance
 * when w < 1/12 or w > 11/12: (1 + ½)/(1 − ½)² = 6 is the most it can grow by. Elsewhere the radius is 0.
 * (Holes together with overlaps, where w leaves [0, 1], fall outside of that proof.)
 */
export function clearBall(
  out: Float64Array,
  solid: Solid,
  p: Float64Array,
  at: number,
  seed: number,
): number {
  const triangle = closestTriangle(found, solid.hierarchy, p, at, seed);
  windingNumber(out, solid.winding, p, at);
  const distance = Math.sqrt(found[0]);
  const decided = out[0] < 1 / 12 || out[0] > 11 / 12;
  out[1] = solid.closed ? distance : decided ? distance / 2 : 0;
  return triangle;
}

/**
 * Finds where the segment from p[at…] (inside, with `inner` turns) to q (outside) leaves the solid: writes the
 * fraction in [0, 1] to out[0]. Goes from crossing to crossing by rays; where the side changes in a hole, between
 * crossings, or the rays slip through a seam, it searches the winding number instead.
 */
export function leaveSolid(
  out: Float64Array,
  solid: Solid,
  p: Float64Array,
  at: number,
  q: Float64Array,
  to: number,
  inner: number,
): void {
  const { hierarchy, closed } = solid;
  const dx = q[to] - p[at];
  const dy = q[to + 1] - p[at + 1];
  const dz = q[to + 2] - p[at + 2];
  let from = 0;
  let count = inner;
  let skip = -1;
  for (let k = 0; k < EDGE_CROSSINGS; k++) {
    ray[0] = p[at] + from * dx;
    ray[1] = p[at + 1] + from * dy;
    ray[2] = p[at + 2] + from * dz;
    ray[3] = dx;
    ray[4] = dy;
    ray[5] = dz;
    const triangle = castRay(hit, hierarchy, ray, 1 - from, skip);
    if (triangle < 0) break;
    const t = from + hit[0];
    const jump = facing(hierarchy, triangle, dx, dy, dz);
    if (closed) {
      // Whole turns: counting crossings is enough.
      count -= jump;
      if (count <= INSIDE) {
        out[0] = t;
        return;
      }
    } else {
      along(p, at, dx, dy, dz, Math.min(1, t + 1e-6));
      windingNumber(turns, solid.winding, probe, 0);
      if (turns[0] <= INSIDE && turns[0] + jump > INSIDE) {
        out[0] = t;
        return;
      }
      if (turns[0] <= INSIDE) {
        searchWinding(out, solid, p, at, dx, dy, dz, from, t);
        return;
      }
    }
    from = t + RAY_ADVANCE;
    skip = triangle;
    if (from >= 1) break;
  }
  searchWinding(out, solid, p, at, dx, dy, dz, closed ? 0 : Math.min(from, 1), 1);
}

/** +1 where a move along d leaves through the triangle's front, −1 through its back, 0 for a degenerate one. */
export function facing(hierarchy: Hierarchy, triangle: number, dx: number, dy: number, dz: number): number {
  const { frame, slot } = hierarchy;
  const o = 12 * slot[triangle];
  return Math.sign(
    dx * (frame[o + 4] * frame[o + 8] - frame[o + 5] * frame[o + 7]) +
      dy * (frame[o + 5] * frame[o + 6] - frame[o + 3] * frame[o + 8]) +
      dz * (frame[o + 3] * frame[o + 7] - frame[o + 4] * frame[o + 6]),
  );
}

function along(p: Float64Array, at: number, dx: number, dy: number, dz: number, t: number): void {
  probe[0] = p[at] + t * dx;
  probe[1] = p[at + 1] + t * dy;
  probe[2] = p[at + 2] + t * dz;
}

/** False position with bisection every third step: `low` is inside, `high` outside. */
function searchWinding(
  out: Float64Array,
  solid: Solid,
  p: Float64Array,
  at: number,
  dx: number,
  dy: number,
  dz: number,
  low: number,
  high: number,
): void {
  along(p, at, dx, dy, dz, low);
  windingNumber(turns, solid.winding, probe, 0);
  let wLow = Math.max(turns[0], INSIDE + 1e-6);
  along(p, at, dx, dy, dz, high);
  windingNumber(turns, solid.winding, probe, 0);
  let wHigh = Math.min(turns[0], INSIDE - 1e-6);
  for (let k = 0; k < SEARCH_STEPS && high - low > SEARCH_GAP; k++) {
    const share = k % 3 === 2 ? 0.5 : (wLow - INSIDE) / (wLow - wHigh);
    const t = low + (high - low) * Math.min(0.95, Math.max(0.05, share));
    along(p, at, dx, dy, dz, t);
    windingNumber(turns, solid.winding, probe, 0);
    if (turns[0] > INSIDE) {
      low = t;
      wLow = turns[0];
    } else {
      high = t;
      wHigh = turns[0];
    }
  }
  out[0] = (low + high) / 2;
}
