// Points on the surface where flips cannot bring an edge or a triangle in: at the place where something else goes
// through it, so that each point takes an obstacle away, whatever else it does. That is the proof that recovery ends;
// flips are tried again after each point, so few are needed.

import { orientSign } from '../../geometry/orientation.ts';
import { SPLIT_MARGIN, WALK_STEPS } from '../constants.ts';
import { insertAmong } from '../delaunay/insert.ts';
import { addPoint, isGhost, type Triangulation } from '../delaunay/triangulation.ts';
import { TET_FACES } from '../tet-mesh.ts';
import { collectPiercing, collectPipe, type Obstacles, passed } from './obstacles.ts';
import { findTriangle, isShellEdge, type Shell, splitShellEdge, splitShellTriangle } from './shell.ts';

const obstacles: Obstacles = { faces: [], edges: [] }; // scratch: what is in the way
const at = new Float64Array(3); // scratch: where the point goes

/** Puts a point on the shell's edge ab, which is missing. False when another part of the surface is there. */
export function splitEdge(tri: Triangulation, shell: Shell, a: number, b: number): boolean {
  collectPipe(obstacles, tri, { a, b, c: -1 });
  const { faces, edges } = obstacles;
  const x = tri.points;
  let best = Infinity; // the place nearest to the middle
  let place = 0.5;
  const offer = (t: number) => {
    if (!(t > SPLIT_MARGIN && t < 1 - SPLIT_MARGIN) || Math.abs(t - 0.5) >= best) return;
    best = Math.abs(t - 0.5);
    place = t;
  };
  for (let i = 0; i < faces.length; i += 3) {
    const before = volume(x, faces[i], faces[i + 1], faces[i + 2], a);
    const behind = volume(x, faces[i], faces[i + 1], faces[i + 2], b);
    offer(before / (before - behind));
  }
  for (let i = 0; i < edges.length; i += 2) offer(meet(x, a, b, edges[i], edges[i + 1]));
  for (let d = 0; d < 3; d++) at[d] = x[3 * a + d] + place * (x[3 * b + d] - x[3 * a + d]);
  const m = insertOn(tri, shell);
  if (m < 0) return false;
  splitShellEdge(shell, a, b, m);
  return true;
}

/** Puts a point into the shell's triangle s, whose sides are in but which is missing. False as splitEdge. */
export function splitFace(tri: Triangulation, shell: Shell, s: number): boolean {
  const [a, b, c] = [shell.corner[3 * s], shell.corner[3 * s + 1], shell.corner[3 * s + 2]];
  collectPiercing(obstacles, tri, { a, b, c });
  const { edges } = obstacles;
  const x = tri.points;
  let most = SPLIT_MARGIN; // the least weight of a corner, at the place that has most of it
  for (let d = 0; d < 3; d++) at[d] = (x[3 * a + d] + x[3 * b + d] + x[3 * c + d]) / 3;
  for (let i = 0; i < edges.length; i += 2) {
    const [p, q] = [edges[i], edges[i + 1]];
    const wa = Math.abs(volume(x, p, q, b, c));
    const wb = Math.abs(volume(x, p, q, c, a));
    const wc = Math.abs(volume(x, p, q, a, b));
    const least = Math.min(wa, wb, wc) / (wa + wb + wc);
    if (!(least > most)) continue;
    most = least;
    for (let d = 0; d < 3; d++) {
      at[d] = (wa * x[3 * a + d] + wb * x[3 * b + d] + wc * x[3 * c + d]) / (wa + wb + wc);
    }
  }
  const m = insertOn(tri, shell);
  if (m < 0) return false;
  splitShellTriangle(shell, s, m);
  return true;
}

/** Six times the volume of a tet. */
function volume(x: Float64Array, a: number, b: number, c: number, d: number): number {
  const ux = x[3 * b] - x[3 * a];
  const uy = x[3 * b + 1] - x[3 * a + 1];
  const uz = x[3 * b + 2] - x[3 * a + 2];
  const vx = x[3 * c] - x[3 * a];
  const vy = x[3 * c + 1] - x[3 * a + 1];
  const vz = x[3 * c + 2] - x[3 * a + 2];
  const wx = x[3 * d] - x[3 * a];
  const wy = x[3 * d + 1] - x[3 * a + 1];
  const wz = x[3 * d + 2] - x[3 * a + 2];
  return wx * (uy * vz - uz * vy) + wy * (uz * vx - ux * vz) + wz * (ux * vy - uy * vx);
}

/** Where on ab the line pq comes closest, as a fraction. */
function meet(x: Float64Array, a: number, b: number, p: number, q: number): number {
  let uu = 0;
  let uv = 0;
  let vv = 0;
  let wu = 0;
  let wv = 0;
  for (let d = 0; d < 3; d++) {
    const u = x[3 * b + d] - x[3 * a + d];
    const v = x[3 * q + d] - x[3 * p + d];
    const w = x[3 * p + d] - x[3 * a + d];
    uu += u * u;
    uv += u * v;
    vv += v * v;
    wu += w * u;
    wv += w * v;
  }
  return (wu * vv - wv * uv) / (uu * vv - uv * uv);
}

/**
 * Inserts a point at `at`, near the tets that the last search for obstacles passed. Returns it, or −1 where it falls on
 * a point, or on an edge or triangle of the shell that is in.
 */
function insertOn(tri: Triangulation, shell: Shell): number {
  const m = addPoint(tri, at[0], at[1], at[2]);
  const start = walk(tri, passed[0], m);
  const kept = {
    face: (u: number, v: number, w: number) => findTriangle(shell, u, v, w) >= 0,
    edge: (u: number, v: number) => isShellEdge(shell, u, v),
  };
  if (start >= 0 && insertAmong(tri, start, m, kept)) return m;
  tri.pointCount--;
  return -1;
}

/** The closed tet that contains point p, from t on across faces that have p beyond them; −1 for a point beyond the hull. */
function walk(tri: Triangulation, t: number, p: number): number {
  const { tets, twins, points } = tri;
  let at = t;
  // Where tets are not Delaunay the walk may go in circles: each step looks at the faces in another order.
  for (let n = 0; n < WALK_STEPS; n++) {
    if (isGhost(tets, at)) return -1;
    let k = 0;
    for (; k < 4; k++) {
      const f = 4 * at + ((n + k) & 3);
      const o = 3 * (f & 3);
      const a = tets[4 * at + TET_FACES[o]];
      const b = tets[4 * at + TET_FACES[o + 1]];
      const c = tets[4 * at + TET_FACES[o + 2]];
      if (orientSign(points, a, b, c, p) <= 0) continue;
      at = twins[f] >> 2;
      break;
    }
    if (k === 4) return at;
  }
  return -1;
}
