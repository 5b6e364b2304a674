// Bringing the shell's edges and triangles into a triangulation by flips, without new points on it. A flip must take
// an obstacle away (see target.ts), or make room for one that does; it never breaks an edge or triangle of the shell
// that is in already. In flat parts a point beside the surface makes room where there is none. What cannot be brought
// in that way is left to the caller, who splits it.

import {
  FAIR_REACH,
  MAX_OBSTACLES,
  MAX_OPENINGS,
  MAX_SHIFTS,
  RECOVERY_FLIPS,
  ROOM_NEAR,
} from '../constants.ts';
import type { Triangulation } from '../delaunay/triangulation.ts';
import { TET_EDGES } from '../tet-mesh.ts';
import { collectRing, createRing, undoReplace } from './flip.ts';
import { flipFace, flipObstacles, planFlip } from './flip-face.ts';
import { collectPiercing, collectPipe, type Obstacles, type Way } from './obstacles.ts';
import { openAround } from './open-around.ts';
import { planRemoval, type Removal, removeEdge } from './remove-edge.ts';
import { findEdgeTet, findFace } from './search.ts';
import { findTriangle, isShellEdge, type Shell } from './shell.ts';
import { edgeObstacles, faceObstacles, type Target } from './target.ts';

/** How an attempt ended: in the mesh; no flip helps; or another part of the shell is in the way. */
type Attempt = 'recovered' | 'stuck' | 'crossed';

const ring = createRing(); // scratch
const removal: Removal = { obstacles: 0, worst: 0 }; // scratch
const flipped = new Int32Array(2); // scratch: the tets of a face flip
const obstacles: Obstacles = { faces: [], edges: [] }; // scratch: what is in the way

/** Brings the edge ab in. */
export function recoverEdge(tri: Triangulation, shell: Shell, a: number, b: number): Attempt {
  return pursue(tri, shell, { a, b, c: -1 });
}

/** Brings the triangle abc in, whose edges must be in. */
export function recoverFace(tri: Triangulation, shell: Shell, a: number, b: number, c: number): Attempt {
  return pursue(tri, shell, { a, b, c });
}

function isIn(tri: Triangulation, { a, b, c }: Target): boolean {
  return (c < 0 ? findEdgeTet(tri, a, b) : findFace(tri, a, b, c)) >= 0;
}

/** Lists what is in the way; 'crossed' when some of it belongs to the shell. */
function look(tri: Triangulation, shell: Shell, target: Target): Way {
  const way = (target.c < 0 ? collectPipe : collectPiercing)(obstacles, tri, target);
  if (way !== 'open') return way;
  const { faces, edges } = obstacles;
  if (faces.length / 3 + edges.length / 2 > MAX_OBSTACLES) return 'stuck';
  for (let i = 0; i < faces.length; i += 3) {
    if (findTriangle(shell, faces[i], faces[i + 1], faces[i + 2]) >= 0) return 'crossed';
  }
  for (let i = 0; i < edges.length; i += 2) if (isShellEdge(shell, edges[i], edges[i + 1])) return 'crossed';
  return 'open';
}

function pursue(tri: Triangulation, shell: Shell, target: Target): Attempt {
  const tried = new Set<string>(); // flips made to make room, so that we do not go round in circles
  let shifts = 0;
  let openings = 0;
  let poorShifts = 0;
  for (let n = 0; n < RECOVERY_FLIPS; n++) {
    if (isIn(tri, target)) return 'recovered';
    const way = look(tri, shell, target);
    if (way !== 'open') return way;
    if (takeObstacle(tri, shell, target, true)) {
      shifts = 0;
      continue;
    }
    if (++shifts <= MAX_SHIFTS && makeRoom(tri, shell, target, tried, true)) continue;
    if (++openings <= MAX_OPENINGS && openObstacles(tri, shell, target)) {
      shifts = 0;
      continue;
    }
    // Long edges are better than no way at all.
    if (look(tri, shell, target) === 'open' && takeObstacle(tri, shell, target, false)) continue;
    if (++poorShifts > MAX_SHIFTS || !makeRoom(tri, shell, target, tried, false)) return 'stuck';
  }
  return 'stuck';
}

/** Makes one flip that leaves fewer obstacles; a `fair` one makes no long edges. */
function takeObstacle(tri: Triangulation, shell: Shell, target: Target, fair: boolean): boolean {
  const { faces, edges } = obstacles;
  for (let i = 0; i < edges.length; i += 2) {
    if (tryRemoval(tri, shell, target, edges[i], edges[i + 1], 1, fair)) return true;
  }
  for (let i = 0; i < faces.length; i += 3) {
    if (tryFlip(tri, shell, target, faces[i], faces[i + 1], faces[i + 2], 1, fair)) return true;
  }
  for (let i = 0; i < faces.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      if (tryRemoval(tri, shell, target, faces[i + k], faces[i + ((k + 1) % 3)], 1, fair)) return true;
    }
  }
  return false;
}

/** Removes the edge pq if at least `gain` obstacles go with it. */
function tryRemoval(
  tri: Triangulation,
  shell: Shell,
  target: Target,
  p: number,
  q: number,
  gain: number,
  fair: boolean,
): boolean {
  if (isShellEdge(shell, p, q)) return false;
  const t = findEdgeTet(tri, p, q);
  if (t < 0 || !collectRing(ring, tri, t, p, q)) return false;
  const reach = fair ? fairReach(tri, target, ring.tet, ring.count) : Infinity;
  if (!planRemoval(removal, tri, ring, target, -1, reach)) return false;
  let before = edgeObstacles(tri.points, target, p, q);
  for (let i = 0; i < ring.count; i++) before += faceObstacles(tri.points, target, p, q, ring.point[i]);
  if (removal.obstacles + gain > before) return false;
  removeEdge(tri, ring, 0);
  return true;
}

/** Flips the face uvw if at least `gain` obstacles go with it. */
function tryFlip(
  tri: Triangulation,
  shell: Shell,
  target: Target,
  u: number,
  v: number,
  w: number,
  gain: number,
  fair: boolean,
): boolean {
  if (findTriangle(shell, u, v, w) >= 0) return false;
  const f = findFace(tri, u, v, w);
  if (f < 0 || !planFlip(tri, f)) return false;
  if (flipObstacles(tri.points, target) + gain > faceObstacles(tri.points, target, u, v, w)) return false;
  if (fair) {
    flipped[0] = f >> 2;
    flipped[1] = tri.twins[f] >> 2;
    const length = distance(tri.points, tri.tets[f], tri.tets[tri.twins[f]]);
    if (length > fairReach(tri, target, flipped, 2)) return false;
  }
  flipFace(tri, 0);
  return true;
}

/** How long a new edge may be for a flip of these tets to be fair. */
function fairReach(tri: Triangulation, target: Target, tets: Int32Array, count: number): number {
  const { points } = tri;
  let reach = FAIR_REACH * distance(points, target.a, target.b);
  if (target.c >= 0) {
    const other = Math.max(distance(points, target.b, target.c), distance(points, target.c, target.a));
    reach = Math.max(reach, FAIR_REACH * other);
  }
  for (let i = 0; i < count; i++) {
    for (let e = 0; e < 12; e += 2) {
      const p = tri.tets[4 * tets[i] + TET_EDGES[e]];
      const q = tri.tets[4 * tets[i] + TET_EDGES[e + 1]];
      if (p >= 0 && q >= 0) reach = Math.max(reach, distance(points, p, q));
    }
  }
  return reach;
}

function distance(x: Float64Array, a: number, b: number): number {
  const dx = x[3 * a] - x[3 * b];
  const dy = x[3 * a + 1] - x[3 * b + 1];
  const dz = x[3 * a + 2] - x[3 * b + 2];
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

/**
 * Makes a flip that leaves as many obstacles, and after it one that leaves fewer. If no such pair is found, makes the
 * first flip alone that was not made before, in the hope of better luck from there.
 */
function makeRoom(
  tri: Triangulation,
  shell: Shell,
  target: Target,
  tried: Set<string>,
  fair: boolean,
): boolean {
  const candidates = collectCandidates(tri, target);
  const shift = ([a, b, c]: number[]) =>
    c < 0 ? tryRemoval(tri, shell, target, a, b, 0, fair) : tryFlip(tri, shell, target, a, b, c, 0, fair);
  let fresh: number[] | null = null;
  for (const points of candidates) {
    if (!shift(points)) continue;
    if (isIn(tri, target)) return true;
    if (look(tri, shell, target) === 'open' && takeObstacle(tri, shell, target, fair)) return true;
    undoReplace(tri);
    if (!fresh && !tried.has(points.join())) fresh = points;
  }
  if (!fresh) return false;
  tried.add(fresh.join());
  return shift(fresh);
}

/** Adds points next to the edges in the way of an edge; false when that is not possible. */
function openObstacles(tri: Triangulation, shell: Shell, target: Target): boolean {
  if (target.c >= 0 || look(tri, shell, target) !== 'open') return false;
  const edges = obstacles.edges.slice();
  let opened = false;
  for (let i = 0; i < edges.length; i += 2) {
    if (openAround(tri, edges[i], edges[i + 1], target.a, target.b)) opened = true;
  }
  return opened;
}

/** Edges (two points and −1) and faces next to the obstacles, whose flipping may help. */
function collectCandidates(tri: Triangulation, target: Target): number[][] {
  const found = new Map<string, number[]>();
  const add = (...points: number[]) => {
    const sorted = points.sort((p, q) => p - q);
    if (sorted[0] < 0) return;
    found.set(sorted.join(), sorted.length === 2 ? [...sorted, -1] : sorted);
  };
  const { faces, edges } = obstacles;
  for (let i = 0; i < Math.min(edges.length, 2 * ROOM_NEAR); i += 2) {
    const p = edges[i];
    const q = edges[i + 1];
    const t = findEdgeTet(tri, p, q);
    if (t < 0 || !collectRing(ring, tri, t, p, q)) continue;
    add(p, q);
    // A shorter ring is easier to bridge: cut a point off it, or join the points before and after it.
    for (let r = 0; r < ring.count; r++) {
      const u = ring.point[r];
      if (u !== target.a && u !== target.b && u !== target.c) {
        add(p, u);
        add(q, u);
      }
      add(p, q, u);
      add(u, ring.point[(r + 1) % ring.count]);
    }
  }
  for (let i = 0; i < Math.min(faces.length, 3 * ROOM_NEAR); i += 3) {
    const [u, v, w] = [faces[i], faces[i + 1], faces[i + 2]];
    add(u, v, w);
    const f = findFace(tri, u, v, w);
    for (const apex of f < 0 ? [] : [tri.tets[f], tri.tets[tri.twins[f]]]) {
      for (const [p, q] of [
        [u, v],
        [v, w],
        [w, u],
      ]) {
        add(p, q);
        add(p, apex);
        add(p, q, apex);
      }
    }
  }
  return [...found.values()];
}
