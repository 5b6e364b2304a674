// How deep the bodies of a world are in each other, exactly, and by nothing that contacts are found with: surface against
// surface. The depth of a pair is the furthest that any corner, or any place on a convex edge, of one is inside the
// other, to the closest point of its triangles. (In a solid, depth grows towards corners and edges of what is in it; a
// flat face is no deeper anywhere than what bounds it, or what of the other pierces it, unless they have gone past each
// other's middle: then corners of triangles within faces tell, not quite exactly.) Along edges depth is bounded
// from above by the closest triangle, from which distance is convex, so that a stretch is left as soon as it cannot be
// deeper than what was found. Slow sibling: test/bench/overlap.test.ts.

import type { Collider } from '../src/contact/collider.ts';
import { colliderOf } from '../src/contact/inside.ts';
import { KDOP_DIRECTIONS } from '../src/contact/kdop.ts';
import { createFragmentMesh, extractShape } from '../src/fragment/extract.ts';
import { closestPointTriangleTo } from '../src/geometry/point-triangle.ts';
import { createFrame, setFrame } from '../src/math/rigid.ts';
import { createBox, createCapsule, createCylinder } from '../src/mesh/shapes/index.ts';
import { createSurfaceQuery, distanceSurface, type SurfaceQuery } from '../src/mesh/surface-distance.ts';
import { buildEdges, buildTwins } from '../src/mesh/topology.ts';
import type { BodyInfo } from '../src/world/info.ts';
import type { World } from '../src/world/world.ts';

const EPSILON_SHARE = 0.002; // ε of a pair, of the smaller radius or of four times the thinnest part [Glondu13, sec. 5.2]
const FINE = 0.1; // in ε: how exact depths along edges are
const CONVEX = 0.03; // sine: edges that are less sharp are as good as flat

/** The surface of a body in its rest frame. */
export interface Skin {
  readonly round: number; // radius of a sphere, which needs nothing else; 0 for all others
  readonly plane: boolean;
  readonly positions: Float64Array;
  readonly edges: Uint32Array; // convex ones, two vertices each
  readonly query: SurfaceQuery | null;
  readonly box: Float64Array; // least, then largest
  readonly thin: number; // metres, of its thinnest part
}

/** A body where it is. */
export interface Placed {
  readonly id: number;
  readonly info: BodyInfo;
  readonly skin: Skin;
  readonly frame: Float64Array;
  readonly family: object; // the collider: pieces of one copy share it
}

/** Two bodies that are close. */
export interface Overlap {
  readonly a: Placed;
  readonly b: Placed;
  readonly depth: number; // metres; 0 if they do not overlap
  readonly apart: number; // metres from the closest corner of one to the other, if it is less than ε; else Infinity
  readonly epsilon: number;
  readonly at: readonly number[]; // the deepest place, in the world, of two solids of triangles
  readonly feature: 'corner' | 'edge'; // what is there
}

/** Keeps surfaces from one look to the next. Made by createOverlapJudge alone. */
export interface OverlapJudge {
  readonly wholes: WeakMap<object, Skin>; // by asset, or collider of a shape
  readonly pieces: WeakMap<object, Map<number, { version: number; skin: Skin }>>; // by collider and label
}

export function createOverlapJudge(): OverlapJudge {
  return { wholes: new WeakMap(), pieces: new WeakMap() };
}

/** All bodies of a world with their surfaces. */
export function placeBodies(judge: OverlapJudge, world: World): Placed[] {
  return world.bodies.map((id) => {
    const info = world.info(id);
    const { collider, label } = colliderOf(info);
    const frame = createFrame();
    setFrame(frame, Float64Array.from(info.pose), 0);
    return { id, info, skin: skinOf(judge, info, collider, label), frame, family: collider };
  });
}

function skinOf(judge: OverlapJudge, info: BodyInfo, collider: Collider, label: number): Skin {
  const { wholes, pieces } = judge;
  const whole = info.shape !== null ? collider : info.version === 0 ? info.asset : null;
  if (whole !== null) {
    const known = wholes.get(whole);
    if (known !== undefined) return known;
    const made = createSkin(info, collider, label);
    wholes.set(whole, made);
    return made;
  }
  let kept = pieces.get(collider);
  if (kept === undefined) {
    kept = new Map();
    pieces.set(collider, kept);
  }
  const known = kept.get(label);
  if (known !== undefined && known.version === info.version) return known.skin;
  const skin = createSkin(info, collider, label);
  kept.set(label, { version: info.version, skin });
  return skin;
}

const mesh = createFragmentMesh(); // scratch: the surface of a body

function createSkin(info: BodyInfo, collider: Collider, label: number): Skin {
  const [x, y, z] = info.size;
  if (info.shape === 'plane' || info.shape === 'sphere') {
    const plane = info.shape === 'plane';
    const nothing = {
      positions: new Float64Array(0),
      edges: new Uint32Array(0),
      query: null,
      box: new Float64Array(6),
    };
    return { ...nothing, plane, round: plane ? 0 : x, thin: plane ? Infinity : 2 * x };
  }
  if (info.shape === 'box')
    return skinMesh(createBox({ size: [2 * x, 2 * y, 2 * z], edge: 1e9 }), 2 * Math.min(x, y, z));
  if (info.shape === 'cylinder') {
    return skinMesh(createCylinder({ radius: y, height: 2 * x, triangles: 8000 }), 2 * Math.min(x, y));
  }
  if (info.shape === 'capsule') {
    return skinMesh(createCapsule({ radius: y, height: 2 * (x + y), triangles: 8000 }), 2 * y);
  }
  if (collider.field === null) throw new Error(`there is no judge of a ${info.shape}`);
  extractShape(mesh, collider.field.family, label);
  const positions = mesh.positions.slice(0, 3 * mesh.vertexCount);
  const indices = mesh.indices.slice(0, 3 * mesh.triangleCount);
  return skinMesh({ positions, indices }, thinnest(info.asset?.wall ?? Infinity, positions));
}

/** The thinnest part of a solid, or the least width of a piece across the directions that a world looks along. */
function thinnest(wall: number, positions: Float64Array): number {
  let least = wall;
  for (const [k, [x, y, z]] of KDOP_DIRECTIONS.entries()) {
    let low = Infinity;
    let high = -Infinity;
    for (let i = 0; i < positions.length; i += 3) {
      const at = x * positions[i] + y * positions[i + 1] + z * positions[i + 2];
      low = Math.min(low, at);
      high = Math.max(high, at);
    }
    least = Math.min(least, (high - low) * (k < 3 ? 1 : k < 9 ? Math.SQRT1_2 : 1 / Math.sqrt(3)));
  }
  return least;
}

/** Makes a closed surface ready to be judged. */
export function skinMesh(
  { positions, indices }: { positions: Float64Array; indices: Uint32Array },
  thin: number,
): Skin {
  const query = createSurfaceQuery({ positions, indices });
  const twin = buildTwins(indices, buildEdges(indices, positions.length / 3));
  const edges: number[] = [];
  for (let h = 0; h < indices.length; h++) {
    if (twin[h] >= 0 && twin[h] < h) continue;
    const [a, b] = [indices[h], indices[h % 3 === 2 ? h - 2 : h + 1]];
    if (twin[h] < 0 || isConvex(query, positions, indices, h, twin[h])) edges.push(a, b);
  }
  const box = new Float64Array([Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]);
  for (let i = 0; i < positions.length; i++) {
    box[i % 3] = Math.min(box[i % 3], positions[i]);
    box[3 + (i % 3)] = Math.max(box[3 + (i % 3)], positions[i]);
  }
  return { round: 0, plane: false, positions, edges: Uint32Array.from(edges), query, box, thin };
}

/** Whether two faces meet at an edge that sticks out: the far corner of one lies below the other. */
function isConvex(
  { faceNormal }: SurfaceQuery,
  positions: Float64Array,
  indices: Uint32Array,
  h: number,
  g: number,
): boolean {
  const t = h - (h % 3);
  const far = indices[g - (g % 3) + ((g + 2) % 3)];
  const at = indices[h];
  let below = 0;
  let length = 0;
  for (let d = 0; d < 3; d++) {
    const x = positions[3 * far + d] - positions[3 * at + d];
    below -= faceNormal[t + d] * x;
    length += x * x;
  }
  return below > CONVEX * Math.sqrt(length);
}

/** ε of two bodies, metres. */
export function epsilonOf(a: Placed, b: Placed): number {
  return EPSILON_SHARE * Math.min(a.info.radius, b.info.radius, 4 * a.skin.thin, 4 * b.skin.thin);
}

/** Every pair of bodies that may be closer than ε, if one of them is dynamic. */
export function judgeOverlaps(bodies: readonly Placed[]): Overlap[] {
  const list: Overlap[] = [];
  bodies.forEach((b, k) => {
    for (const a of bodies.slice(0, k)) {
      if (a.info.kind !== 'dynamic' && b.info.kind !== 'dynamic') continue;
      const epsilon = epsilonOf(a, b);
      if (!areNear(a, b, epsilon)) continue;
      const { depth, apart } = judgePair(a, b, epsilon);
      list.push({
        a,
        b,
        depth,
        apart,
        epsilon,
        at: Array.from(look.at),
        feature: look.edge ? 'edge' : 'corner',
      });
    }
  });
  return list;
}

function areNear(a: Placed, b: Placed, epsilon: number): boolean {
  if (a.skin.plane || b.skin.plane) {
    const [plane, other] = a.skin.plane ? [a, b] : [b, a];
    return !other.skin.plane && heightOver(plane, other.info.center) < other.info.radius + epsilon;
  }
  const gap = Math.hypot(...a.info.center.map((x, d) => x - b.info.center[d]));
  return gap < a.info.radius + b.info.radius + epsilon;
}

function heightOver({ frame }: Placed, p: ArrayLike<number>): number {
  // The plane's normal is the y axis of its frame.
  return [0, 1, 2].reduce((sum, d) => sum + frame[3 * d + 1] * (p[d] - frame[9 + d]), 0);
}

/** How deep two bodies are in each other, and how far apart if they are close and do not overlap. */
export function judgePair(a: Placed, b: Placed, epsilon: number): { depth: number; apart: number } {
  look.deepest = 0;
  look.closest = Infinity;
  look.epsilon = epsilon;
  if (a.skin.plane || b.skin.plane) {
    const [plane, other] = a.skin.plane ? [a, b] : [b, a];
    let low = Infinity;
    if (other.skin.round > 0) low = heightOver(plane, other.info.pose) - other.skin.round;
    for (let v = 0; v < other.skin.positions.length; v += 3) {
      place(p, 0, other.frame, other.skin.positions, v);
      low = Math.min(low, heightOver(plane, p));
    }
    note(low);
  } else if (a.skin.round > 0 && b.skin.round > 0) {
    note(Math.hypot(...[0, 1, 2].map((d) => a.frame[9 + d] - b.frame[9 + d])) - a.skin.round - b.skin.round);
  } else if (a.skin.round > 0 || b.skin.round > 0) {
    const [ball, other] = a.skin.round > 0 ? [a, b] : [b, a];
    placeBack(p, 0, other.frame, ball.frame, 9);
    distanceSurface(found, other.skin.query as SurfaceQuery, p, 0, -1);
    note(found[0] - ball.skin.round);
  } else {
    lookInto(a, b);
    lookInto(b, a);
  }
  const { deepest, closest } = look;
  return { depth: deepest, apart: deepest > 0 ? 0 : closest <= epsilon ? closest : Infinity };
}

const look = { deepest: 0, closest: Infinity, epsilon: 0, edge: false, at: new Float64Array(3) }; // what the pair at hand has come to
const p = new Float64Array(3); // scratch: a place
const found = new Float64Array(4); // scratch: a distance and where it ends
const hit = new Float64Array(4); // scratch: squared distance to one triangle
let moved = new Float64Array(0); // scratch: the vertices of one body in the frame of the other
let distance = new Float64Array(0); // scratch: how far they are at least, exactly where that is near

function note(d: number): void {
  if (-d > look.deepest) look.deepest = -d;
  if (d < look.closest) look.closest = d;
}

function notePlace(into: Placed, q: Float64Array, at: number, edge: boolean): void {
  place(look.at, 0, into.frame, q, at);
  look.edge = edge;
}

/** Corners and convex edges of `from` against the surface of `into`. */
function lookInto(from: Placed, into: Placed): void {
  const { positions, edges } = from.skin;
  const { box, query } = into.skin;
  const { epsilon } = look;
  if (moved.length < positions.length) {
    moved = new Float64Array(positions.length);
    distance = new Float64Array(positions.length / 3);
  }
  let seed = -1;
  for (let v = 0; v < positions.length; v += 3) {
    place(p, 0, from.frame, positions, v);
    placeBack(moved, v, into.frame, p, 0);
    const away = beyond(box, moved, v);
    distance[v / 3] = away;
    if (away > epsilon) continue;
    seed = distanceSurface(found, query as SurfaceQuery, moved, v, seed);
    distance[v / 3] = found[0];
    if (-found[0] > look.deepest) notePlace(into, moved, v, false);
    note(found[0]);
  }
  for (let e = 0; e < edges.length; e += 2) {
    const [i, j] = [edges[e], edges[e + 1]];
    ends.set(moved.subarray(3 * i, 3 * i + 3), 0);
    ends.set(moved.subarray(3 * j, 3 * j + 3), 3);
    const long = Math.hypot(ends[0] - ends[3], ends[1] - ends[4], ends[2] - ends[5]);
    // Distance changes by no more than the way: an edge that is inside somewhere has ends that are near.
    if (Math.max(0, distance[i]) + Math.max(0, distance[j]) > long || missesBox(box)) continue;
    descend(into, query as SurfaceQuery, ends[0], ends[1], ends[2], ends[3], ends[4], ends[5]);
  }
}

const ends = new Float64Array(6); // scratch: of an edge

/** Whether the edge in `ends` lies beyond one side of a box. */
function missesBox(box: Float64Array): boolean {
  for (let d = 0; d < 3; d++) {
    if (Math.min(ends[d], ends[3 + d]) > box[3 + d] || Math.max(ends[d], ends[3 + d]) < box[d]) return true;
  }
  return false;
}

/** The deepest place of a stretch, by halves. */
function descend(
  into: Placed,
  query: SurfaceQuery,
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
): void {
  const half = Math.hypot(bx - ax, by - ay, bz - az) / 2;
  const [mx, my, mz] = [(ax + bx) / 2, (ay + by) / 2, (az + bz) / 2];
  p[0] = mx;
  p[1] = my;
  p[2] = mz;
  const triangle = distanceSurface(found, query, p, 0, -1);
  const d = found[0];
  if (-d > look.deepest) notePlace(into, p, 0, true);
  note(d);
  const enough = Math.max(look.deepest, FINE * look.epsilon) + FINE * look.epsilon;
  if (half - d <= enough) return;
  const { hierarchy } = query;
  const slot = 12 * hierarchy.slot[triangle];
  p.set([ax, ay, az]);
  closestPointTriangleTo(hit, hierarchy.frame, slot, p, 0);
  const first = hit[0];
  p.set([bx, by, bz]);
  closestPointTriangleTo(hit, hierarchy.frame, slot, p, 0);
  if (Math.sqrt(Math.max(first, hit[0])) <= enough) return;
  descend(into, query, ax, ay, az, mx, my, mz);
  descend(into, query, mx, my, mz, bx, by, bz);
}

/** How far a point is beyond a box; 0 in it. */
function beyond(box: Float64Array, q: Float64Array, at: number): number {
  let sum = 0;
  for (let d = 0; d < 3; d++) {
    const out = Math.max(0, box[d] - q[at + d], q[at + d] - box[3 + d]);
    sum += out * out;
  }
  return Math.sqrt(sum);
}

/** A point of a rest frame, in the world. */
function place(out: Float64Array, to: number, frame: Float64Array, q: ArrayLike<number>, at: number): void {
  for (let d = 0; d < 3; d++) {
    out[to + d] =
      frame[9 + d] + frame[3 * d] * q[at] + frame[3 * d + 1] * q[at + 1] + frame[3 * d + 2] * q[at + 2];
  }
}

/** A point of the world, in a rest frame. */
function placeBack(
  out: Float64Array,
  to: number,
  frame: Float64Array,
  q: ArrayLike<number>,
  at: number,
): void {
  const [x, y, z] = [q[at] - frame[9], q[at + 1] - frame[10], q[at + 2] - frame[11]];
  for (let d = 0; d < 3; d++) out[to + d] = frame[d] * x + frame[3 + d] * y + frame[6 + d] * z;
}
