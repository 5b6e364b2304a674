// Distance to a surface on a grid, kept only where it matters: in blocks of nodes around the wall. Blocks and parts of
// them that the wall's boundary clearly misses are decided by one query at their middle, since distance is 1-Lipschitz.

import { closestTriangle } from '../../hierarchy/closest.ts';
import type { Hierarchy } from '../../hierarchy/hierarchy.ts';
import { type Work, within } from '../../job/work.ts';
import { WALL_MARGIN } from '../constants.ts';

/** Values at the nodes of a grid: distance to the surface less half the wall, below 0 inside the wall. */
export interface Band {
  readonly cell: number;
  readonly low: Float64Array; // where node 0, 0, 0 is
  readonly blocks: readonly [number, number, number]; // along x, y, z
  readonly slot: Int32Array; // of each block: its place in `value`; −1 for one that is outside as a whole
  readonly block: number[]; // of each slot
  value: Float32Array; // 512 a slot, x fastest
}

/** The wall that is measured. */
interface Wall {
  readonly hierarchy: Hierarchy; // of the surface in its middle
  readonly half: number; // how far it reaches to both sides
  seed: number; // the triangle to start the next search from
}

export const WIDTH = 8; // nodes along a block
export const NODES = WIDTH * WIDTH * WIDTH;

/** The diagonal of a cell, in cells: nodes this far outside share no cell with one inside. */
const CLEAR = Math.sqrt(3);

const middle = new Float64Array(3); // scratch: the middle of a part, or a node
const found = new Float64Array(7); // scratch: what closestTriangle writes

/** Blocks along the sides of a box (min xyz, max xyz) with a margin around it. */
export function countBlocks(box: Float64Array, margin: number, cell: number): [number, number, number] {
  return [0, 1, 2].map((d) => Math.ceil((box[3 + d] - box[d] + 2 * margin) / (WIDTH * cell))) as [
    number,
    number,
    number,
  ];
}

/** Measures the band of a wall that reaches `half` to both sides of a surface. */
export function* buildBand(hierarchy: Hierarchy, half: number, cell: number): Work<Band> {
  const box = hierarchy.box.subarray(0, 6);
  const margin = half + WALL_MARGIN * cell;
  const blocks = countBlocks(box, margin, cell);
  const low = Float64Array.from(box.subarray(0, 3), (x) => x - margin);
  const slot = new Int32Array(blocks[0] * blocks[1] * blocks[2]).fill(-1);
  const band: Band = { cell, low, blocks, slot, block: [], value: new Float32Array(64 * NODES) };
  let width = WIDTH;
  while (width < WIDTH * Math.max(...blocks)) width *= 2;
  yield* measurePart(band, { hierarchy, half, seed: -1 }, 0, 0, 0, width);
  return band;
}

/** Measures the nodes of a cube of `width` nodes. */
function* measurePart(band: Band, wall: Wall, x: number, y: number, z: number, width: number): Work<void> {
  const { blocks } = band;
  if (x >= WIDTH * blocks[0] || y >= WIDTH * blocks[1] || z >= WIDTH * blocks[2]) return;
  const value = measureMiddle(band, wall, x, y, z, width);
  const reach = ((width - 1) / 2) * Math.sqrt(3) * band.cell * (1 + 1e-9);
  // Twice: nodes beside one inside may be put inside too (net.ts), and the cells around those need all their nodes.
  if (value > reach + 2 * CLEAR * band.cell) return;
  if (width > WIDTH) {
    const step = width / 2;
    for (let b = 0; b < 8; b++) {
      const [i, j, k] = [x + (b & 1) * step, y + ((b >> 1) & 1) * step, z + (b >> 2) * step];
      yield* within(b / 8, (b + 1) / 8, measurePart(band, wall, i, j, k, step));
    }
    return;
  }
  const at = x / WIDTH + blocks[0] * (y / WIDTH + blocks[1] * (z / WIDTH));
  const slot = band.block.push(at) - 1;
  band.slot[at] = slot;
  if (NODES * band.block.length > band.value.length) {
    const grown = new Float32Array(2 * band.value.length);
    grown.set(band.value);
    band.value = grown;
  }
  measureNodes(band, wall, slot, x, y, z, width);
  if (slot % 16 === 15) yield 1;
}

/** Fills a part of a block. */
function measureNodes(
  band: Band,
  wall: Wall,
  slot: number,
  x: number,
  y: number,
  z: number,
  width: number,
): void {
  const value = measureMiddle(band, wall, x, y, z, width);
  const reach = ((width - 1) / 2) * Math.sqrt(3) * band.cell * (1 + 1e-9);
  // Nodes that close to the boundary may have a neighbour beyond it, and their own value says where between them.
  if (width === 1 || Math.abs(value) > reach + CLEAR * band.cell) {
    const kept = value === 0 ? 1e-6 * band.cell : value; // a node is inside or outside, never between
    for (let k = z; k < z + width; k++) {
      for (let j = y; j < y + width; j++) {
        const row = NODES * slot + WIDTH * ((j % WIDTH) + WIDTH * (k % WIDTH)) + (x % WIDTH);
        band.value.fill(kept, row, row + width);
      }
    }
    return;
  }
  const step = width / 2;
  for (let b = 0; b < 8; b++) {
    const [i, j, k] = [x + (b & 1) * step, y + ((b >> 1) & 1) * step, z + (b >> 2) * step];
    measureNodes(band, wall, slot, i, j, k, step);
  }
}

/** The value in the middle of the nodes from (x, y, z) on; rounded to a float, as it is stored. */
function measureMiddle(
  { low, cell }: Band,
  wall: Wall,
  x: number,
  y: number,
  z: number,
  width: number,
): number {
  const to = (width - 1) / 2;
  middle[0] = low[0] + cell * (x + to);
  middle[1] = low[1] + cell * (y + to);
  middle[2] = low[2] + cell * (z + to);
  wall.seed = closestTriangle(found, wall.hierarchy, middle, 0, wall.seed);
  return Math.fround(Math.sqrt(found[0]) - wall.half);
}

/** Where a node's value is kept, or −1 for a node that is far outside, or above the grid. */
export function findNode({ blocks, slot }: Band, x: number, y: number, z: number): number {
  const at = (x >> 3) + blocks[0] * ((y >> 3) + blocks[1] * (z >> 3));
  const s = slot[at]; // undefined above the grid
  return !(s >= 0) ? -1 : NODES * s + (x & 7) + 8 * ((y & 7) + 8 * (z & 7));
}

/** Writes to `out` which node along x, y and z it is whose value is kept at `node`. */
export function locateNode(out: Int32Array, { blocks, block }: Band, node: number): void {
  const b = block[Math.floor(node / NODES)];
  const i = node % NODES;
  out[0] = WIDTH * (b % blocks[0]) + (i & 7);
  out[1] = WIDTH * (Math.floor(b / blocks[0]) % blocks[1]) + ((i >> 3) & 7);
  out[2] = WIDTH * Math.floor(b / (blocks[0] * blocks[1])) + (i >> 6);
}
