// Beams: where the features of a surface can be closest. The points that are closest to a vertex lie in a cone at it,
// those of an edge in a wedge between two planes across it, those of a face in a prism over it [Mauch00]. Each is cut
// into beams that run along one axis, so that its slices, and in a slice the nodes of a lattice, are known at once.

import { growColumn } from '../math/columns.ts';
import { EDGE_STRIDE, FACE_STRIDE, type Features } from './features.ts';

/**
 * A beam along axis w, with the axes a and b after it (x, y, z, x, …). At the height w = k it lies within
 * [low + slope·k, high + slope·k] of a, then of b: 8 numbers; then the heights of its base, least and greatest, and
 * how far from it a point is, at least, for each metre along w.
 */
export const BEAM_STRIDE = 11;

/** Beams of vertices, then of edges, then of faces, in the features' order. */
export interface Beams {
  readonly bound: Float64Array; // BEAM_STRIDE numbers each, relative to the features' origin
  readonly axis: Uint8Array;
  readonly way: Int8Array; // 1: up its axis from its base; −1: down; 0: both
  readonly feature: Uint32Array; // index among its kind
  readonly edges: number; // where those of edges start
  readonly faces: number; // and those of faces
  readonly count: number;
}

/** Beams while they are made: the same arrays, which grow. */
interface Draft {
  bound: Float64Array;
  axis: Uint8Array;
  way: Int8Array;
  feature: Uint32Array;
  count: number;
}

const AJAR = 1e-9; // sine by which cones are opened: rounding must not close those of flat corners
const MAX_CORNERS = 256; // of a cone's section: one that has more stays larger than it is

const section = new Float64Array(2 * MAX_CORNERS + 4); // scratch: of a cone with the side of a cube
const clipped = new Float64Array(2 * MAX_CORNERS + 4); // scratch: the same, cut
const base = new Float64Array(6); // scratch: the ends of an edge, or a vertex twice
const plane = new Float64Array(12); // scratch: what bounds the directions of an edge
const slope = new Float64Array(4); // scratch: of a cone, least and greatest towards a, then b

export function buildBeams(features: Features): Beams {
  const { vertex, spoke, spokeStart, edge } = features;
  const size = features.vertexCount + features.edgeCount + features.faceCount;
  const draft: Draft = {
    bound: new Float64Array(BEAM_STRIDE * size),
    axis: new Uint8Array(size),
    way: new Int8Array(size),
    feature: new Uint32Array(size),
    count: 0,
  };
  for (let v = 0; v < features.vertexCount; v++) {
    for (let d = 0; d < 3; d++) base[d] = base[3 + d] = vertex[3 * v + d];
    addCone(draft, v, spoke, spokeStart[v], spokeStart[v + 1]);
  }
  const edges = draft.count;
  for (let e = 0; e < features.edgeCount; e++) {
    const o = EDGE_STRIDE * e;
    for (let d = 0; d < 3; d++) {
      const u = edge[o + 3 + d];
      base[d] = edge[o + d];
      base[3 + d] = edge[o + d] + edge[o + 6] * u;
      plane[d] = u;
      plane[3 + d] = -u;
      plane[6 + d] = edge[o + 7 + d];
      plane[9 + d] = edge[o + 10 + d];
    }
    addCone(draft, e, plane, 0, 4);
  }
  const faces = draft.count;
  for (let f = 0; f < features.faceCount; f++) addFace(draft, features, f);
  const { bound, axis, way, feature, count } = draft;
  return { bound, axis, way, feature, edges, faces, count };
}

/**
 * Adds the beams of a cone at `base`: its directions make an acute angle with none of the vectors [from, to) of
 * `apart`. The six sides of a cube take it apart by the largest part of its directions.
 */
function addCone(draft: Draft, feature: number, apart: Float64Array, from: number, to: number): void {
  for (let w = 0; w < 3; w++) {
    for (let way = 1; way >= -1; way -= 2) {
      if (!cutCone(w, way, apart, from, to)) continue;
      const o = BEAM_STRIDE * draft.count;
      addBeam(draft, w, way, feature);
      const { bound } = draft;
      const w0 = base[w];
      const w1 = base[3 + w];
      let stretch = 1;
      for (let i = 0; i < 2; i++) {
        const a = (w + 1 + i) % 3;
        // Slopes are for each metre away from the base; going down, that is against w.
        const low = way * slope[2 * i];
        const high = way * slope[2 * i + 1];
        bound[o + 4 * i] = Math.min(base[a] - w0 * low, base[3 + a] - w1 * low);
        bound[o + 4 * i + 1] = low;
        bound[o + 4 * i + 2] = Math.max(base[a] - w0 * high, base[3 + a] - w1 * high);
        bound[o + 4 * i + 3] = high;
        const least = Math.max(0, slope[2 * i], -slope[2 * i + 1]);
        stretch += least * least;
      }
      bound[o + 8] = Math.min(w0, w1);
      bound[o + 9] = Math.max(w0, w1);
      bound[o + 10] = Math.sqrt(stretch);
    }
  }
}

/** Writes the slopes of a cone's directions that have their largest part along w; returns whether there are any. */
function cutCone(w: number, way: number, apart: Float64Array, from: number, to: number): boolean {
  const a = w === 2 ? 0 : w + 1;
  const b = w === 0 ? 2 : w - 1;
  // All or nothing of the square may be left: look at its best and its worst corner first.
  for (let n = 3 * from; n < 3 * to; n += 3)
    if (way * apart[n + w] - AJAR > Math.abs(apart[n + a]) + Math.abs(apart[n + b])) return false;
  for (let i = 0; i < 4; i++) {
    section[2 * i] = i === 1 || i === 2 ? 1 : -1;
    section[2 * i + 1] = i > 1 ? 1 : -1;
  }
  let corners = 4;
  for (let n = 3 * from; n < 3 * to && corners < MAX_CORNERS; n += 3) {
    const p = apart[n + a];
    const q = apart[n + b];
    const r = way * apart[n + w] - AJAR;
    if (Math.abs(p) + Math.abs(q) + r <= 0) continue;
    corners = clipSection(corners, p, q, r);
    if (corners === 0) return false;
  }
  let s0 = Infinity;
  let s1 = -Infinity;
  let t0 = Infinity;
  let t1 = -Infinity;
  for (let i = 0; i < 2 * corners; i += 2) {
    s0 = Math.min(s0, section[i]);
    s1 = Math.max(s1, section[i]);
    t0 = Math.min(t0, section[i + 1]);
    t1 = Math.max(t1, section[i + 1]);
  }
  slope[0] = s0;
  slope[1] = s1;
  slope[2] = t0;
  slope[3] = t1;
  return true;
}

/** Cuts off the section what has p·s + q·t + r > 0; returns how many corners are left. */
function clipSection(corners: number, p: number, q: number, r: number): number {
  let kept = 0;
  let s0 = section[2 * corners - 2];
  let t0 = section[2 * corners - 1];
  let over0 = p * s0 + q * t0 + r;
  for (let i = 0; i < corners; i++) {
    const s1 = section[2 * i];
    const t1 = section[2 * i + 1];
    const over1 = p * s1 + q * t1 + r;
    if (over0 > 0 !== over1 > 0) {
      const share = over0 / (over0 - over1);
      clipped[2 * kept] = s0 + share * (s1 - s0);
      clipped[2 * kept++ + 1] = t0 + share * (t1 - t0);
    }
    if (!(over1 > 0)) {
      clipped[2 * kept] = s1;
      clipped[2 * kept++ + 1] = t1;
    }
    s0 = s1;
    t0 = t1;
    over0 = over1;
  }
  for (let i = 0; i < 2 * kept; i++) section[i] = clipped[i];
  return kept;
}

/** Adds the prism over a face, along the largest part of its normal: every slice is the same triangle, moved. */
function addFace(draft: Draft, { face }: Features, f: number): void {
  const o = FACE_STRIDE * f;
  let w = 0;
  for (let d = 1; d < 3; d++) if (Math.abs(face[o + 3 + d]) > Math.abs(face[o + 3 + w])) w = d;
  const at = BEAM_STRIDE * draft.count;
  addBeam(draft, w, 0, f);
  const { bound } = draft;
  const up = face[o + 3 + w];
  for (let i = 0; i < 2; i++) {
    const a = (w + 1 + i) % 3;
    const lean = face[o + 3 + a] / up;
    const footA = face[o + a] - lean * face[o + w];
    const footB = face[o + 13 + a] - lean * face[o + 13 + w];
    const footC = face[o + 16 + a] - lean * face[o + 16 + w];
    bound[at + 4 * i] = Math.min(footA, footB, footC);
    bound[at + 4 * i + 1] = lean;
    bound[at + 4 * i + 2] = Math.max(footA, footB, footC);
    bound[at + 4 * i + 3] = lean;
  }
  bound[at + 8] = Math.min(face[o + w], face[o + 13 + w], face[o + 16 + w]);
  bound[at + 9] = Math.max(face[o + w], face[o + 13 + w], face[o + 16 + w]);
  bound[at + 10] = 1 / Math.abs(up);
}

function addBeam(draft: Draft, axis: number, way: number, feature: number): void {
  const n = draft.count++;
  draft.bound = growColumn(draft.bound, BEAM_STRIDE * (n + 1));
  draft.axis = growColumn(draft.axis, n + 1);
  draft.way = growColumn(draft.way, n + 1);
  draft.feature = growColumn(draft.feature, n + 1);
  draft.axis[n] = axis;
  draft.way[n] = way;
  draft.feature[n] = feature;
}
