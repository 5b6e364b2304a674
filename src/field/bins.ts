// Which beams reach which blocks of a lattice. A beam is followed along its axis, eight slices at a time; of the blocks
// that it crosses there, those take it whose nodes its feature may be closest to. Oracle: test/field/bins.test.ts.

import type { Work } from '../job/work.ts';
import { growColumn } from '../math/columns.ts';
import { BEAM_STRIDE, type Beams } from './beams.ts';
import { EDGE_STRIDE, FACE_STRIDE, type Features } from './features.ts';

/** Nodes a side of a block. */
export const BLOCK = 8;

/** Nodes at first + i·spacing from the features' origin, on each axis. */
export interface Lattice {
  readonly first: number;
  readonly spacing: number;
  readonly size: Uint32Array; // nodes along x, y, z
}

/** The one factory of lattices. */
export function createLattice(first: number, spacing: number, nx: number, ny: number, nz: number): Lattice {
  return { first, spacing, size: Uint32Array.of(nx, ny, nz) };
}

/** How far apart the numbers of neighbouring blocks are along x, y, z; the last one is how many there are. */
export function strideBlocks({ size }: Lattice): Uint32Array {
  const stride = new Uint32Array(4).fill(1);
  for (let d = 0; d < 3; d++) stride[d + 1] = stride[d] * Math.ceil(size[d] / BLOCK);
  return stride;
}

/** What is asked of the blocks of a lattice. */
export interface Asks {
  readonly range: Int32Array; // 6 a block: the first of its nodes x, y, z that is asked for, and the last one
  readonly witness: Float64Array; // xyz a block: a point of the surface near them
  readonly reach: Float64Array; // how far from it they are at most; −1 where nothing is asked
}

/** A lattice nothing of which is asked for yet. */
export function createAsks(lattice: Lattice): Asks {
  const count = strideBlocks(lattice)[3];
  return {
    range: new Int32Array(6 * count),
    witness: new Float64Array(3 * count),
    reach: new Float64Array(count).fill(-1),
  };
}

// What is wanted of a block: nothing (0), or all of it, or only its first layer on some of the axes (1 for x, 2, 4).
export const WANTED = 8;

/** Asks for nodes of block `b`. */
export function setRange(
  { range }: Asks,
  { size }: Lattice,
  stride: Uint32Array,
  b: number,
  wanted: number,
): void {
  for (let d = 0; d < 3; d++) {
    const first = BLOCK * (Math.floor(b / stride[d]) % (stride[d + 1] / stride[d]));
    range[6 * b + d] = first;
    range[6 * b + 3 + d] = Math.min(size[d] - 1, wanted & (1 << d) ? first : first + BLOCK - 1);
  }
}

/**
 * Names a point q[at…] of the surface as a witness of block `b`: none of the nodes asked for is farther from the surface
 * than from it. Keeps the one that is closest to their middle.
 */
export function addWitness(asks: Asks, lattice: Lattice, b: number, q: Float64Array, at: number): void {
  const { range, witness, reach } = asks;
  const { first, spacing } = lattice;
  let square = 0;
  let radius = 0;
  for (let d = 0; d < 3; d++) {
    const low = range[6 * b + d];
    const high = range[6 * b + 3 + d];
    const away = first + ((low + high) / 2) * spacing - q[at + d];
    const half = ((high - low) / 2) * spacing;
    square += away * away;
    radius += half * half;
  }
  const far = (Math.sqrt(square) + Math.sqrt(radius)) * (1 + 1e-9);
  if (reach[b] >= 0 && reach[b] <= far) return;
  reach[b] = far;
  for (let d = 0; d < 3; d++) witness[3 * b + d] = q[at + d];
}

/** Beams grouped by block, in the order of beams. */
export interface Bins {
  readonly start: Uint32Array; // where those of each block start in `beam`, and where the last ones end
  readonly beam: Uint32Array;
}

/** Room, in steps of the lattice, for the rounding of a beam's bounds. */
export const ROOM = 1e-6;

const AT_ONCE = 4096; // beams between two reports of progress

/** Groups beams by the blocks whose nodes they may be closest to. */
export function* buildBins(
  features: Features,
  beams: Beams,
  lattice: Lattice,
  { range, witness, reach }: Asks,
): Work<Bins> {
  const size = 4 * beams.count;
  const count = reach.length;
  const ask = new Float64Array(ASK_STRIDE * count);
  let farthest = 0;
  for (let b = 0; b < count; b++) {
    const o = ASK_STRIDE * b;
    for (let d = 0; d < 3; d++) {
      const low = range[6 * b + d];
      const high = range[6 * b + 3 + d];
      ask[o + d] = lattice.first + ((low + high) / 2) * lattice.spacing;
      ask[o + 3 + d] = ((high - low) / 2) * lattice.spacing;
      ask[o + 6 + d] = witness[3 * b + d];
    }
    ask[o + 9] = reach[b];
    farthest = Math.max(farthest, reach[b]);
  }
  const sorting: Sorting = {
    features,
    beams,
    lattice,
    ask,
    farthest,
    stride: strideBlocks(lattice),
    block: new Uint32Array(size),
    beam: new Uint32Array(size),
    count: 0,
  };
  for (let n = 0; n < beams.count; ) {
    for (const end = Math.min(beams.count, n + AT_ONCE); n < end; n++) followBeam(sorting, n);
    yield n / beams.count;
  }
  const start = new Uint32Array(count + 1);
  for (let i = 0; i < sorting.count; i++) start[sorting.block[i] + 1]++;
  for (let b = 0; b < count; b++) start[b + 1] += start[b];
  const next = start.slice();
  const beam = new Uint32Array(sorting.count);
  for (let i = 0; i < sorting.count; i++) beam[next[sorting.block[i]]++] = sorting.beam[i];
  return { start, beam };
}

/** Of a block: the middle of the nodes asked for, half of what they span on each axis, witness, reach. */
const ASK_STRIDE = 10;

/** Beams and blocks that go together, so far. */
interface Sorting {
  readonly features: Features;
  readonly beams: Beams;
  readonly lattice: Lattice;
  readonly ask: Float64Array; // ASK_STRIDE numbers a block
  readonly farthest: number; // of all blocks
  readonly stride: Uint32Array; // of blocks
  block: Uint32Array;
  beam: Uint32Array;
  count: number;
}

function followBeam(sorting: Sorting, n: number): void {
  const { features, beams, lattice, ask, stride } = sorting;
  const { bound, axis, way } = beams;
  const { first, spacing, size } = lattice;
  const o = BEAM_STRIDE * n;
  const w = axis[n];
  const a = w === 2 ? 0 : w + 1;
  const b = w === 0 ? 2 : w - 1;
  const scale = 1 / spacing;
  const room = ROOM + features.slack * scale;
  const low = (bound[o + 8] - first) * scale;
  const high = (bound[o + 9] - first) * scale;
  const stretch = bound[o + 10] * spacing; // metres away for each step along w
  const far = sorting.farthest / stretch;
  const k0 = clamp(Math.ceil((way[n] > 0 ? low : low - far) - room), 0, size[w]);
  const k1 = clamp(Math.floor((way[n] < 0 ? high : high + far) + room), -1, size[w] - 1);
  for (let k = k0; k <= k1; ) {
    const slab = k >> 3;
    const last = Math.min(k1, 8 * slab + 7);
    // Bounds are linear in k, so they are widest at an end.
    const h0 = k * spacing + first;
    const h1 = last * spacing + first;
    const a0 = Math.min(bound[o] + bound[o + 1] * h0, bound[o] + bound[o + 1] * h1);
    const a1 = Math.max(bound[o + 2] + bound[o + 3] * h0, bound[o + 2] + bound[o + 3] * h1);
    const b0 = Math.min(bound[o + 4] + bound[o + 5] * h0, bound[o + 4] + bound[o + 5] * h1);
    const b1 = Math.max(bound[o + 6] + bound[o + 7] * h0, bound[o + 6] + bound[o + 7] * h1);
    const i0 = clamp(Math.ceil((a0 - first) * scale - room), 0, size[a]);
    const i1 = clamp(Math.floor((a1 - first) * scale + room), -1, size[a] - 1);
    const j0 = clamp(Math.ceil((b0 - first) * scale - room), 0, size[b]);
    const j1 = clamp(Math.floor((b1 - first) * scale + room), -1, size[b] - 1);
    const gap = Math.max(0, low - last, k - high) * stretch - features.slack;
    k = last + 1;
    if (i0 > i1 || j0 > j1) continue;
    for (let j = j0 >> 3; j <= j1 >> 3; j++) {
      for (let i = i0 >> 3; i <= i1 >> 3; i++) {
        const block = slab * stride[w] + i * stride[a] + j * stride[b];
        if (gap <= ask[ASK_STRIDE * block + 9] && mayBeat(sorting, n, ASK_STRIDE * block))
          addPair(sorting, block, n);
      }
    }
  }
}

/** A whole number, no less than `low` and no more than `high`. */
export function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value)) | 0;
}

function addPair(sorting: Sorting, block: number, n: number): void {
  const i = sorting.count++;
  if (i === sorting.beam.length) {
    sorting.block = growColumn(sorting.block, i + 1);
    sorting.beam = growColumn(sorting.beam, i + 1);
  }
  sorting.block[i] = block;
  sorting.beam[i] = n;
}

/**
 * Whether a beam's feature can be closer to a node of a block than the block's witness q. Let c be the middle of the
 * nodes and h half of what they span. A point p of the feature beats q at some x there only if x is on p's side of
 * their bisector plane; that is linear in x, so look at the best corner: |c − p|² − |c − q|² ≤ 2 Σ hᵢ|pᵢ − qᵢ|. This
 * bound does not grow with the distance from the surface, unlike the usual |c − p| ≤ |c − q| + 2|h|, which keeps a cap
 * of the surface.
 */
function mayBeat({ features, beams, ask }: Sorting, n: number, at: number): boolean {
  const { slack } = features;
  const index = beams.feature[n];
  const hx = ask[at + 3];
  const hy = ask[at + 4];
  const hz = ask[at + 5];
  const qx = ask[at + 6];
  const qy = ask[at + 7];
  const qz = ask[at + 8];
  const x = ask[at] - qx;
  const y = ask[at + 1] - qy;
  const z = ask[at + 2] - qz;
  const reach = Math.sqrt(x * x + y * y + z * z) + slack; // allows for rounding
  const limit = reach * reach + slack * (hx + hy + hz);
  if (n < beams.edges) {
    const o = 3 * index;
    const px = features.vertex[o] - qx;
    const py = features.vertex[o + 1] - qy;
    const pz = features.vertex[o + 2] - qz;
    const square = (x - px) * (x - px) + (y - py) * (y - py) + (z - pz) * (z - pz);
    return square <= limit + 2 * (hx * Math.abs(px) + hy * Math.abs(py) + hz * Math.abs(pz));
  }
  if (n < beams.faces) {
    const { edge } = features;
    const o = EDGE_STRIDE * index;
    const px = edge[o] - qx;
    const py = edge[o + 1] - qy;
    const pz = edge[o + 2] - qz;
    const ux = edge[o + 3];
    const uy = edge[o + 4];
    const uz = edge[o + 5];
    const length = edge[o + 6];
    const rx = x - px;
    const ry = y - py;
    const rz = z - pz;
    // The nodes are closest to the edge's part from s0 to s1, and Σ hᵢ|pᵢ − qᵢ| is greatest at one of its ends.
    const t = rx * ux + ry * uy + rz * uz;
    const half = hx * Math.abs(ux) + hy * Math.abs(uy) + hz * Math.abs(uz) + slack;
    const s0 = Math.min(length, Math.max(0, t - half));
    const s1 = Math.min(length, Math.max(0, t + half));
    const s = Math.min(length, Math.max(0, t));
    const dx = rx - s * ux;
    const dy = ry - s * uy;
    const dz = rz - s * uz;
    const most0 = hx * Math.abs(px + s0 * ux) + hy * Math.abs(py + s0 * uy) + hz * Math.abs(pz + s0 * uz);
    const most1 = hx * Math.abs(px + s1 * ux) + hy * Math.abs(py + s1 * uy) + hz * Math.abs(pz + s1 * uz);
    return dx * dx + dy * dy + dz * dz <= limit + 2 * Math.max(most0, most1);
  }
  const { face } = features;
  const o = FACE_STRIDE * index;
  const nx = face[o + 3];
  const ny = face[o + 4];
  const nz = face[o + 5];
  const height = (x - face[o] + qx) * nx + (y - face[o + 1] + qy) * ny + (z - face[o + 2] + qz) * nz;
  // The nodes fall on the plane within |h| of the foot of their middle.
  const wx = Math.abs(x - height * nx);
  const wy = Math.abs(y - height * ny);
  const wz = Math.abs(z - height * nz);
  return height * height <= limit + 2 * (hx * wx + hy * wy + hz * wz + hx * hx + hy * hy + hz * hz);
}
