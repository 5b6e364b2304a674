// Distances at the corners and centers of a grid's coarse cells. There are few of them, far apart, so each is looked up in
// the triangle hierarchy; where there are more than features, they are computed in blocks as the bricks' nodes are.

import { closestTriangle } from '../hierarchy/closest.ts';
import { STACK_SIZE } from '../hierarchy/hierarchy.ts';
import { type Work, within } from '../job/work.ts';
import {
  type Asks,
  addWitness,
  BLOCK,
  createAsks,
  createLattice,
  type Lattice,
  setRange,
  strideBlocks,
  WANTED,
} from './bins.ts';
import { measureTriangle } from './evaluate.ts';
import { buildLattice, type Source, type TakeBlock } from './lattice.ts';
import { isInside } from './side.ts';

const ALIKE = 1 + 1e-9; // what is farther than the closest by less may be the closest, but for rounding

const waiting = new Int32Array(STACK_SIZE); // scratch: nodes of the hierarchy put off, one a level at most
const closest = new Float64Array(3); // scratch: squared distance, kind and index of what is closest to a node

/** The distances of the coarse cells' corners: of few, one by one; of many, as those of the bricks' nodes. */
export function* measureCorners(source: Source, lattice: Lattice): Work<Float64Array> {
  const [nx, ny, nz] = lattice.size;
  const values = new Float64Array(nx * ny * nz);
  if (values.length < source.beams.count) {
    yield* measureNodes(values, null, source, lattice, null);
    return values;
  }
  const asks = yield* within(0, 0.1, askAll(source, lattice));
  const store: TakeBlock = ({ value, range }) => {
    for (let z = range[2]; z <= range[5]; z++)
      for (let y = range[1]; y <= range[4]; y++)
        for (let x = range[0]; x <= range[3]; x++)
          values[(z * ny + y) * nx + x] = value[((z & 7) * 8 + (y & 7)) * 8 + (x & 7)];
  };
  yield* within(0.1, 1, buildLattice(source, lattice, asks, store));
  return values;
}

/** Measures those nodes of a lattice, x fastest, that are asked for (null: all), and the surface points closest to them. */
export function* measureNodes(
  values: Float64Array,
  foot: Float64Array | null,
  source: Source,
  lattice: Lattice,
  asked: Uint8Array | null,
): Work<void> {
  const { size, first, spacing } = lattice;
  const { side, features } = source;
  const { origin } = features;
  const p = new Float64Array(3);
  const found = new Float64Array(7);
  let last = -1;
  for (let z = 0, n = 0; z < size[2]; z++) {
    for (let y = 0; y < size[1]; y++) {
      for (let x = 0; x < size[0]; x++, n++) {
        if (asked && !asked[n]) continue;
        p[0] = origin[0] + first + x * spacing;
        p[1] = origin[1] + first + y * spacing;
        p[2] = origin[2] + first + z * spacing;
        last = closestTriangle(found, side.query.hierarchy, p, 0, last);
        measureAlike(source, lattice, p, Math.sqrt(found[0]), x, y, z);
        const distance = Math.sqrt(closest[0]);
        values[n] = isInside(side, features, lattice, closest[1], closest[2], x, y, z) ? -distance : distance;
        if (foot) for (let d = 0; d < 3; d++) foot[3 * n + d] = found[1 + d] - origin[d];
      }
    }
    yield (z + 1) / size[2];
  }
}

/** Asks for all nodes of a lattice; the point closest to a block's middle is its witness. */
function* askAll(source: Source, lattice: Lattice): Work<Asks> {
  const asks = createAsks(lattice);
  const stride = strideBlocks(lattice);
  const middle = createLattice(
    lattice.first + ((BLOCK - 1) / 2) * lattice.spacing,
    BLOCK * lattice.spacing,
    stride[1],
    stride[2] / stride[1],
    stride[3] / stride[2],
  );
  const foot = new Float64Array(3 * stride[3]);
  yield* measureNodes(new Float64Array(stride[3]), foot, source, middle, null);
  for (let b = 0; b < stride[3]; b++) {
    setRange(asks, lattice, stride, b, WANTED);
    addWitness(asks, lattice, b, foot, 3 * b);
  }
  return asks;
}

/**
 * Finds what is closest to a node at p, known to be `distance` away but for rounding: among the features of all triangles
 * that far away, as in a block, where each of them is asked, so that both round alike.
 */
function measureAlike(
  { side, features }: Source,
  lattice: Lattice,
  p: Float64Array,
  distance: number,
  x: number,
  y: number,
  z: number,
): void {
  const { box, second, first, size, triangle } = side.query.hierarchy;
  const far = distance * ALIKE + features.slack;
  closest[0] = Infinity;
  waiting[0] = 0;
  for (let depth = 1; depth > 0; ) {
    const node = waiting[--depth];
    const o = 6 * node;
    const dx = Math.max(box[o] - p[0], 0, p[0] - box[o + 3]);
    const dy = Math.max(box[o + 1] - p[1], 0, p[1] - box[o + 4]);
    const dz = Math.max(box[o + 2] - p[2], 0, p[2] - box[o + 5]);
    if (dx * dx + dy * dy + dz * dz > far * far) continue;
    if (size[node] === 0) {
      waiting[depth++] = second[node];
      waiting[depth++] = node + 1;
      continue;
    }
    const end = first[node] + size[node];
    for (let s = first[node]; s < end; s++) measureTriangle(closest, features, lattice, triangle[s], x, y, z);
  }
}
