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

const slices = new Int32Array(6 * BLOCK); // scratch: first node x, y, z and the last one of each slice of a beam

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
    const end = sliceBeam(block, n, reach);
    if (end === 0) continue;
    if (n < beams.edges) measureVertex(block, n, end);
    else if (n < beams.faces) measureEdge(block, n, end);
    else measureFace(block, n, end);
  }
  for (let n = 0; n < BLOCK_NODES; n++) value[n] = Math.sqrt(value[n]);
}

/**
 * Writes the slices of a beam that have nodes of the block; returns the end of the last one. Boxes around them will do:
 * to cut their rows by the planes that bound a region takes longer than to look at the nodes (measured).
 */
function sliceBeam({ beams, lattice, range, features }: Block, n: number, reach: number): number {
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
  let end = 0;
  for (let k = k0; k <= k1; k++) {
    const i0 = clamp(Math.ceil(a0 + bound[o + 1] * k), range[a], range[a + 3] + 1);
    const i1 = clamp(Math.floor(a1 + bound[o + 3] * k), range[a] - 1, range[a + 3]);
    if (i0 > i1) continue;
    const j0 = clamp(Math.ceil(b0 + bound[o + 5] * k), range[b], range[b + 3] + 1);
    const j1 = clamp(Math.floor(b1 + bound[o + 7] * k), range[b] - 1, range[b + 3]);
    if (j0 > j1) continue;
    slices[end + w] = k;
    slices[end + w + 3] = k;
    slices[end + a] = i0;
    slices[end + a + 3] = i1;
    slices[end + b] = j0;
    slices[end + b + 3] = j1;
    end += 6;
  }
  return end;
}

function measureVertex({ features, beams, lattice, value, nearest }: Block, n: number, end: number): void {
  const { first, spacing } = lattice;
  const { vertex } = features;
  const at = 3 * beams.feature[n];
  const ax = vertex[at] - first;
  const ay = vertex[at + 1] - first;
  const az = vertex[at + 2] - first;
  for (let c = 0; c < end; c += 6) {
    const x0 = slices[c];
    const x1 = slices[c + 3];
    for (let z = slices[c + 2]; z <= slices[c + 5]; z++) {
      const rz = z * spacing - az;
      for (let y = slices[c + 1]; y <= slices[c + 4]; y++) {
        const ry = y * spacing - ay;
        const yz = ry * ry + rz * rz;
        const row = (z & 7) * 64 + (y & 7) * 8;
        for (let x = x0; x <= x1; x++) {
          const rx = x * spacing - ax;
          const s = rx * rx + yz;
          const i = row + (x & 7);
          if (s >= value[i]) continue;
          value[i] = s;
          nearest[i] = n;
        }
      }
    }
  }
}

function measureEdge({ features, beams, lattice, value, nearest }: Block, n: number, end: number): void {
  const { first, spacing } = lattice;
  const { edge } = features;
  const at = EDGE_STRIDE * beams.feature[n];
  const ax = edge[at] - first;
  const ay = edge[at + 1] - first;
  const az = edge[at + 2] - first;
  const ux = edge[at + 3];
  const uy = edge[at + 4];
  const uz = edge[at + 5];
  const length = edge[at + 6];
  for (let c = 0; c < end; c += 6) {
    const x0 = slices[c];
    const x1 = slices[c + 3];
    for (let z = slices[c + 2]; z <= slices[c + 5]; z++) {
      const rz = z * spacing - az;
      for (let y = slices[c + 1]; y <= slices[c + 4]; y++) {
        const ry = y * spacing - ay;
        const tyz = ry * uy + rz * uz;
        const row = (z & 7) * 64 + (y & 7) * 8;
        for (let x = x0; x <= x1; x++) {
          const rx = x * spacing - ax;
          const t = rx * ux + tyz;
          if (t < 0 || t > length) continue; // closer to an end
          const dx = rx - t * ux;
          const dy = ry - t * uy;
          const dz = rz - t * uz;
          const s = dx * dx + dy * dy + dz * dz;
          const i = row + (x & 7);
          if (s >= value[i]) continue;
          value[i] = s;
          nearest[i] = n;
        }
      }
    }
  }
}

function measureFace({ features, beams, lattice, value, nearest }: Block, n: number, end: number): void {
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
  const low = -face[at + 12];
  for (let c = 0; c < end; c += 6) {
    const x0 = slices[c];
    const x1 = slices[c + 3];
    for (let z = slices[c + 2]; z <= slices[c + 5]; z++) {
      const rz = z * spacing - az;
      for (let y = slices[c + 1]; y <= slices[c + 4]; y++) {
        const ry = y * spacing - ay;
        const nyz = ry * ny + rz * nz;
        const uyz = ry * uy + rz * uz;
        const vyz = ry * vy + rz * vz;
        const row = (z & 7) * 64 + (y & 7) * 8;
        for (let x = x0; x <= x1; x++) {
          const rx = x * spacing - ax;
          const height = rx * nx + nyz;
          const s = height * height;
          const i = row + (x & 7);
          if (s >= value[i]) continue;
          const u = rx * ux + uyz;
          const v = rx * vx + vyz;
          if (u < low || v < low || 1 - u - v < low) continue;
          value[i] = s;
          nearest[i] = n;
        }
      }
    }
  }
}

export const VERTEX = 0;
export const EDGE = 1;
export const FACE = 2;

/**
 * Writes to `out` the squared distance of one node to the closest of what a triangle has, its corners, edges and inside,
 * with the kind and index of that, unless out[0] is less; of ties, corners come first, then edges.
 */
export function measureTriangle(
  out: Float64Array,
  features: Features,
  lattice: Lattice,
  t: number,
  x: number,
  y: number,
  z: number,
): void {
  const { first, spacing } = lattice;
  const { vertex, edge, face } = features;
  for (let h = 3 * t; h < 3 * t + 3; h++) {
    const at = 3 * features.corner[h];
    const rx = x * spacing - (vertex[at] - first);
    const ry = y * spacing - (vertex[at + 1] - first);
    const rz = z * spacing - (vertex[at + 2] - first);
    take(out, rx * rx + (ry * ry + rz * rz), VERTEX, features.corner[h]);
  }
  for (let h = 3 * t; h < 3 * t + 3; h++) {
    if (features.side[h] < 0) continue;
    const at = EDGE_STRIDE * features.side[h];
    const rx = x * spacing - (edge[at] - first);
    const ry = y * spacing - (edge[at + 1] - first);
    const rz = z * spacing - (edge[at + 2] - first);
    const along = rx * edge[at + 3] + (ry * edge[at + 4] + rz * edge[at + 5]);
    if (along < 0 || along > edge[at + 6]) continue;
    const dx = rx - along * edge[at + 3];
    const dy = ry - along * edge[at + 4];
    const dz = rz - along * edge[at + 5];
    take(out, dx * dx + dy * dy + dz * dz, EDGE, features.side[h]);
  }
  if (features.inside[t] < 0) return;
  const at = FACE_STRIDE * features.inside[t];
  const rx = x * spacing - (face[at] - first);
  const ry = y * spacing - (face[at + 1] - first);
  const rz = z * spacing - (face[at + 2] - first);
  const u = rx * face[at + 6] + (ry * face[at + 7] + rz * face[at + 8]);
  const v = rx * face[at + 9] + (ry * face[at + 10] + rz * face[at + 11]);
  const low = -face[at + 12];
  const height = rx * face[at + 3] + (ry * face[at + 4] + rz * face[at + 5]);
  if (u >= low && v >= low && 1 - u - v >= low) take(out, height * height, FACE, features.inside[t]);
}

function take(out: Float64Array, square: number, kind: number, index: number): void {
  if (square > out[0] || (square === out[0] && kind >= out[1])) return;
  out[0] = square;
  out[1] = kind;
  out[2] = index;
}
