// Exact distances at the nodes of one block of a lattice: of every beam that reaches it, the nodes that lie in the
// beam's slices take the distance to its feature, if that is the least so far.

import { BEAM_STRIDE, type Beams } from './beams.ts';
import { type Bins, BLOCK, clamp, type Lattice, ROOM } from './bins.ts';
import { EDGE_STRIDE, FACE_STRIDE, type Features } from './features.ts';

export const BLOCK_NODES = BLOCK * BLOCK * BLOCK;

/** One block at a time: node (x, y, z) of it is at (8·z + y)·8 + x. */
export interface Block {
  readonly features: Features;
  readonly beams: Beams;
  readonly lattice: Lattice;
  readonly range: Int32Array; // first node x, y, z that is asked for, and the last one
  readonly value: Float64Array; // squared distance while beams are taken, then distance
  readonly nearest: Int32Array; // the beam whose feature is closest
}

const NEXT = [8, 64, 1]; // from a node to the next along the axis after x, y, z
const RUN = 4; // of a run of nodes along one axis: its first node x, y, z, and how many there are
const runs = new Int32Array(RUN * BLOCK * BLOCK); // scratch: the nodes of a block in a beam
let planes = new Float64Array(64); // scratch: what bounds a region: normal xyz, the most that a point has along it
let rows = new Float64Array(80); // scratch: the same for rows of a beam's slices, 5 numbers each
const LONG = 3; // nodes of a row beyond its first: fewer are looked at one by one. Measured: 1 to 9 alike

export function createBlock(features: Features, beams: Beams, lattice: Lattice): Block {
  return {
    features,
    beams,
    lattice,
    range: new Int32Array(6),
    value: new Float64Array(BLOCK_NODES),
    nearest: new Int32Array(BLOCK_NODES),
  };
}

/** Computes the distances of the nodes in `range`, all of block `b` and within `reach` of the surface. */
export function measureBlock(block: Block, bins: Bins, b: number, reach: number): void {
  const { value, beams } = block;
  value.fill(Infinity);
  for (let i = bins.start[b]; i < bins.start[b + 1]; i++) {
    const n = bins.beam[i];
    if (n < beams.edges) measureVertex(block, n, reach);
    else if (n < beams.faces) measureEdge(block, n, reach);
    else measureFace(block, n, reach);
  }
  for (let n = 0; n < BLOCK_NODES; n++) value[n] = Math.sqrt(value[n]);
}

/**
 * Writes the nodes of the block in a beam as runs along its axis a; returns the end of the last one. The first `count`
 * planes, about the point (x, y, z), cut runs short.
 */
function listRuns(
  { beams, lattice, range, features }: Block,
  n: number,
  reach: number,
  count: number,
  x: number,
  y: number,
  z: number,
): number {
  const { bound, axis, way } = beams;
  const { first, spacing } = lattice;
  const o = BEAM_STRIDE * n;
  const w = axis[n];
  const a = w === 2 ? 0 : w + 1;
  const b = w === 0 ? 2 : w - 1;
  const scale = 1 / spacing;
  const room = ROOM + features.slack * scale;
  const far = (reach / bound[o + 10]) * scale;
  const low = (bound[o + 8] - first) * scale - (way[n] > 0 ? 0 : far);
  const high = (bound[o + 9] - first) * scale + (way[n] < 0 ? 0 : far);
  const k0 = clamp(Math.ceil(low - room), range[w], range[w + 3] + 1);
  const k1 = clamp(Math.floor(high + room), range[w] - 1, range[w + 3]);
  // In steps of the lattice: at slice k, from low + slope·k to high + slope·k.
  const lean = first * scale;
  const a0 = bound[o] * scale + bound[o + 1] * lean - lean - room;
  const a1 = bound[o + 2] * scale + bound[o + 3] * lean - lean + room;
  const b0 = bound[o + 4] * scale + bound[o + 5] * lean - lean - room;
  const b1 = bound[o + 6] * scale + bound[o + 7] * lean - lean + room;
  // Planes in the beam's axes, for rows along a: how much is left below each at the point itself, and for each step.
  const plane = planes;
  const row = rows;
  const pa = a === 0 ? x : a === 1 ? y : z;
  const pb = b === 0 ? x : b === 1 ? y : z;
  const pw = w === 0 ? x : w === 1 ? y : z;
  for (let c = 0; c < count; c++) {
    const na = plane[4 * c + a];
    const nb = plane[4 * c + b];
    const nw = plane[4 * c + w];
    row[5 * c] = plane[4 * c + 3] + na * pa + nb * pb + nw * pw;
    row[5 * c + 1] = nw * spacing;
    row[5 * c + 2] = nb * spacing;
    row[5 * c + 3] = na === 0 ? 0 : scale / na;
  }
  let end = 0;
  for (let k = k0; k <= k1; k++) {
    const i0 = clamp(Math.ceil(a0 + bound[o + 1] * k), range[a], range[a + 3] + 1);
    const i1 = clamp(Math.floor(a1 + bound[o + 3] * k), range[a] - 1, range[a + 3]);
    if (i0 > i1) continue;
    const j0 = clamp(Math.ceil(b0 + bound[o + 5] * k), range[b], range[b + 3] + 1);
    const j1 = clamp(Math.floor(b1 + bound[o + 7] * k), range[b] - 1, range[b + 3]);
    const long = i1 - i0 >= LONG;
    for (let j = j0; j <= j1; j++) {
      let from = i0;
      let to = i1;
      if (long) {
        for (let c = 0; c < 5 * count && from <= to; c += 5) {
          const left = row[c] - k * row[c + 1] - j * row[c + 2];
          const inverse = row[c + 3];
          if (inverse > 0) to = clamp(Math.floor(left * inverse), from - 1, to);
          else if (inverse < 0) from = clamp(Math.ceil(left * inverse), from, to + 1);
          else if (left < 0) to = from - 1;
        }
        if (from > to) continue;
      }
      runs[end + w] = k;
      runs[end + a] = from;
      runs[end + b] = j;
      runs[end + 3] = to - from + 1;
      end += RUN;
    }
  }
  return end;
}

function measureVertex(block: Block, n: number, reach: number): void {
  const { features, beams, lattice, value, nearest } = block;
  const { first, spacing } = lattice;
  const { vertex, spoke, spokeStart, slack } = features;
  const v = beams.feature[n];
  const ax = vertex[3 * v] - first;
  const ay = vertex[3 * v + 1] - first;
  const az = vertex[3 * v + 2] - first;
  const from = spokeStart[v];
  const count = spokeStart[v + 1] - from;
  if (rows.length < 5 * count) {
    rows = new Float64Array(10 * count);
    planes = new Float64Array(8 * count);
  }
  for (let i = 0; i < count; i++) {
    planes[4 * i] = spoke[3 * (from + i)];
    planes[4 * i + 1] = spoke[3 * (from + i) + 1];
    planes[4 * i + 2] = spoke[3 * (from + i) + 2];
    planes[4 * i + 3] = slack;
  }
  const end = listRuns(block, n, reach, count, ax, ay, az);
  const step = NEXT[beams.axis[n]];
  const sx = step & 1;
  const sy = (step >> 3) & 1;
  const sz = step >> 6;
  for (let r = 0; r < end; r += RUN) {
    let i = (runs[r + 2] & 7) * 64 + (runs[r + 1] & 7) * 8 + (runs[r] & 7);
    for (let k = 0; k < runs[r + 3]; k++, i += step) {
      const rx = (runs[r] + k * sx) * spacing - ax;
      const ry = (runs[r + 1] + k * sy) * spacing - ay;
      const rz = (runs[r + 2] + k * sz) * spacing - az;
      const s = rx * rx + (ry * ry + rz * rz);
      if (s >= value[i]) continue;
      value[i] = s;
      nearest[i] = n;
    }
  }
}

function measureEdge(block: Block, n: number, reach: number): void {
  const { features, beams, lattice, value, nearest } = block;
  const { first, spacing } = lattice;
  const { edge, slack } = features;
  const at = EDGE_STRIDE * beams.feature[n];
  const ax = edge[at] - first;
  const ay = edge[at + 1] - first;
  const az = edge[at + 2] - first;
  const ux = edge[at + 3];
  const uy = edge[at + 4];
  const uz = edge[at + 5];
  const length = edge[at + 6];
  setPlane(0, ux, uy, uz, length + slack);
  setPlane(4, -ux, -uy, -uz, slack);
  setPlane(8, edge[at + 7], edge[at + 8], edge[at + 9], slack);
  setPlane(12, edge[at + 10], edge[at + 11], edge[at + 12], slack);
  const end = listRuns(block, n, reach, 4, ax, ay, az);
  const step = NEXT[beams.axis[n]];
  const sx = step & 1;
  const sy = (step >> 3) & 1;
  const sz = step >> 6;
  for (let r = 0; r < end; r += RUN) {
    let i = (runs[r + 2] & 7) * 64 + (runs[r + 1] & 7) * 8 + (runs[r] & 7);
    for (let k = 0; k < runs[r + 3]; k++, i += step) {
      const rx = (runs[r] + k * sx) * spacing - ax;
      const ry = (runs[r + 1] + k * sy) * spacing - ay;
      const rz = (runs[r + 2] + k * sz) * spacing - az;
      const t = rx * ux + (ry * uy + rz * uz);
      if (t < 0 || t > length) continue; // closer to an end
      const dx = rx - t * ux;
      const dy = ry - t * uy;
      const dz = rz - t * uz;
      const s = dx * dx + dy * dy + dz * dz;
      if (s >= value[i]) continue;
      value[i] = s;
      nearest[i] = n;
    }
  }
}

function measureFace(block: Block, n: number, reach: number): void {
  const { features, beams, lattice, value, nearest } = block;
  const { first, spacing } = lattice;
  const { face } = features;
  const at = FACE_STRIDE * beams.feature[n];
  const ax = face[at] - first;
  const ay = face[at + 1] - first;
  const az = face[at + 2] - first;
  const nx = face[at + 3];
  const ny = face[at + 4];
  const nz = face[at + 5];
  const ux = face[at + 6];
  const uy = face[at + 7];
  const uz = face[at + 8];
  const vx = face[at + 9];
  const vy = face[at + 10];
  const vz = face[at + 11];
  const slack = face[at + 12];
  setPlane(0, -ux, -uy, -uz, 2 * slack);
  setPlane(4, -vx, -vy, -vz, 2 * slack);
  setPlane(8, ux + vx, uy + vy, uz + vz, 1 + 2 * slack);
  const end = listRuns(block, n, reach, 3, ax, ay, az);
  const step = NEXT[beams.axis[n]];
  const sx = step & 1;
  const sy = (step >> 3) & 1;
  const sz = step >> 6;
  for (let r = 0; r < end; r += RUN) {
    let i = (runs[r + 2] & 7) * 64 + (runs[r + 1] & 7) * 8 + (runs[r] & 7);
    for (let k = 0; k < runs[r + 3]; k++, i += step) {
      const rx = (runs[r] + k * sx) * spacing - ax;
      const ry = (runs[r + 1] + k * sy) * spacing - ay;
      const rz = (runs[r + 2] + k * sz) * spacing - az;
      const height = rx * nx + (ry * ny + rz * nz);
      const s = height * height;
      if (s >= value[i]) continue;
      const u = rx * ux + (ry * uy + rz * uz);
      const v = rx * vx + (ry * vy + rz * vz);
      if (u < -slack || v < -slack || 1 - u - v < -slack) continue;
      value[i] = s;
      nearest[i] = n;
    }
  }
}

function setPlane(o: number, x: number, y: number, z: number, most: number): void {
  planes[o] = x;
  planes[o + 1] = y;
  planes[o + 2] = z;
  planes[o + 3] = most;
}
