// The boundary of the inside tets as a surface: its nodes, whether it is a closed manifold, and how to make it one.
// Where solids touch in a point or an edge, each side gets its own node; where the solid touches itself all around,
// the smallest group of tets that undoes it changes sides.

import { DEAD, type Triangulation } from '../delaunay/triangulation.ts';
import { TET_FACES, tetVolume } from '../tet-mesh.ts';
import { buildEdges, buildTwins, nextHalf } from '../topology.ts';
import { findFrame, INSIDE, OUTSIDE } from './classify.ts';
import { collectAround, collectStar, findEdgeTet, star } from './search.ts';
import { cutTip, type Tip } from './tip.ts';

/** Nodes of the inside tets and the faces around them. */
export interface Hull {
  readonly nodeCount: number;
  readonly node: Int32Array; // a tet corner's node, −1 for tets outside; 4 a slot
  readonly point: Int32Array; // a node's point
  readonly face: Int32Array; // half-faces of inside tets on the boundary
  readonly indices: Uint32Array; // three nodes a boundary face, outward
  readonly pinches: readonly (readonly [number, number])[]; // points of edges, or (point, −1), that are not manifold
}

/**
 * Numbers the nodes by their points, then in the order of slots. Corners of two tets at the same point are one node
 * when tets that share faces lead from one to the other about that point.
 */
export function collectHull(tri: Triangulation): Hull {
  const { tets, twins, slots, label } = tri;
  const parent = new Int32Array(4 * slots);
  for (let c = 0; c < 4 * slots; c++) parent[c] = c;
  const faces: number[] = [];
  for (let t = 0; t < slots; t++) {
    if (tets[4 * t] === DEAD || label[t] !== INSIDE) continue;
    for (let f = 4 * t; f < 4 * t + 4; f++) {
      const h = twins[f];
      if (label[h >> 2] !== INSIDE) faces.push(f);
      else if (f < h) joinCorners(parent, tets, f, h);
    }
  }
  const node = new Int32Array(4 * slots).fill(-1);
  const roots: number[] = [];
  for (let t = 0; t < slots; t++) {
    if (tets[4 * t] === DEAD || label[t] !== INSIDE) continue;
    for (let c = 4 * t; c < 4 * t + 4; c++) if (findRoot(parent, c) === c) roots.push(c);
  }
  roots.sort((a, b) => tets[a] - tets[b] || a - b);
  const point = Int32Array.from(roots, (c) => tets[c]);
  for (let n = 0; n < roots.length; n++) node[roots[n]] = n;
  for (let t = 0; t < slots; t++) {
    if (tets[4 * t] === DEAD || label[t] !== INSIDE) continue;
    for (let c = 4 * t; c < 4 * t + 4; c++) node[c] = node[findRoot(parent, c)];
  }
  const indices = new Uint32Array(3 * faces.length);
  for (let i = 0; i < faces.length; i++) {
    for (let k = 0; k < 3; k++)
      indices[3 * i + k] = node[(faces[i] & ~3) + TET_FACES[3 * (faces[i] & 3) + k]];
  }
  const face = Int32Array.from(faces);
  return { nodeCount: roots.length, node, point, face, indices, pinches: findPinches(indices, point) };
}

function joinCorners(parent: Int32Array, tets: Int32Array, f: number, h: number): void {
  for (let k = 0; k < 3; k++) {
    const c = (f & ~3) + TET_FACES[3 * (f & 3) + k];
    let d = h & ~3;
    while (tets[d] !== tets[c]) d++;
    const a = findRoot(parent, c);
    const b = findRoot(parent, d);
    parent[Math.max(a, b)] = Math.min(a, b);
  }
}

function findRoot(parent: Int32Array, c: number): number {
  while (parent[c] !== c) {
    parent[c] = parent[parent[c]];
    c = parent[c];
  }
  return c;
}

/** Edges without exactly two triangles of opposite direction, and nodes whose triangles form more than one fan. */
function findPinches(indices: Uint32Array, point: Int32Array): [number, number][] {
  const out: [number, number][] = [];
  const twin = buildTwins(indices, buildEdges(indices, point.length));
  for (let h = 0; h < indices.length; h++) {
    const a = indices[h];
    const b = indices[nextHalf(h)];
    if (twin[h] < 0 && a < b) out.push([point[a], point[b]]);
  }
  if (out.length > 0) return out;
  const size = new Int32Array(point.length); // corners at each node
  const seen = new Uint8Array(point.length);
  for (let h = 0; h < indices.length; h++) size[indices[h]]++;
  for (let h = 0; h < indices.length; h++) {
    const v = indices[h];
    if (seen[v]) continue;
    seen[v] = 1;
    let fan = 0;
    let g = h;
    do {
      fan++;
      g = nextHalf(twin[g]); // the next half-edge that starts at v
    } while (g !== h);
    if (fan !== size[v]) out.push([point[v], -1]);
  }
  return out;
}

const around: number[] = []; // scratch: tets about an edge

/**
 * Lets the smallest group of tets at each pinch change sides; returns how many tets did. They join `turned`; those in
 * there before stay as they are, or two pinches would send a tet to and fro. With `tip`, no more than that of a group
 * changes sides at a point.
 */
export function unpinch(tri: Triangulation, hull: Hull, turned: Set<number>, tip?: Tip): number {
  const frame = findFrame(tri);
  let changed = 0;
  for (const [a, b] of hull.pinches) {
    if (b < 0) {
      let group = findSmallest(tri, listStar(tri, a), frame, turned);
      if (tip && cutTip(tri, group, a, turned, tip)) {
        group = findSmallest(tri, listStar(tri, a), frame, turned);
      }
      changed += toggle(tri, group, turned);
    } else {
      const t = findEdgeTet(tri, a, b);
      if (t < 0 || !collectAround(around, tri, t, a, b)) continue;
      changed += toggle(tri, findSmallest(tri, around, frame, turned), turned);
    }
  }
  return changed;
}

function listStar(tri: Triangulation, p: number): number[] {
  const count = collectStar(tri, p);
  return Array.from(star.subarray(0, count));
}

function toggle({ label }: Triangulation, group: readonly number[], turned: Set<number>): number {
  for (const t of group) {
    label[t] = label[t] === INSIDE ? OUTSIDE : INSIDE;
    turned.add(t);
  }
  return group.length;
}

/**
 * Of the groups of equal label among `around`, where a label has several, the one of least volume, or none. Tets at the
 * frame, the box around everything, stay outside: one of them inside is a spike to the box's corner.
 */
function findSmallest(
  tri: Triangulation,
  around: number[],
  frame: Uint8Array,
  turned: Set<number>,
): number[] {
  const { tets, twins, label, points } = tri;
  const waiting = new Set(around);
  const groups: { tets: number[]; volume: number }[] = [];
  const count = [0, 0, 0];
  for (const first of around) {
    if (!waiting.delete(first)) continue;
    const group = [first];
    let volume = 0;
    for (const t of group) {
      let fixed = turned.has(t);
      for (let k = 4 * t; k < 4 * t + 4; k++) if (tets[k] < 0 || frame[tets[k]]) fixed = true;
      volume += fixed ? Infinity : tetVolume(points, tets, 4 * t);
      for (let f = 4 * t; f < 4 * t + 4; f++) {
        const next = twins[f] >> 2;
        if (label[next] === label[first] && waiting.delete(next)) group.push(next);
      }
    }
    groups.push({ tets: group, volume });
    count[label[first]]++;
  }
  const free = groups.filter((g) => count[label[g.tets[0]]] > 1);
  if (free.length === 0) return [];
  const smallest = free.reduce((a, b) => (b.volume < a.volume ? b : a));
  return smallest.volume === Infinity ? [] : smallest.tets;
}
