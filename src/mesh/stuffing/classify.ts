// Which lattice nodes lie inside. Blocks of cubes far from the surface are decided by one query at their middle;
// only nodes near the surface are asked one by one, so the cost grows with the surface, not with the volume.

import type { Work } from '../../job/work.ts';
import { LATTICE_BLOCK } from '../constants.ts';
import { type Winding, windingNumber } from '../winding.ts';
import { type Lattice, MARGIN } from './lattice.ts';
import { clearBall, type Solid } from './solid.ts';

const middle = new Float64Array(3); // scratch: a block's middle, or a node
const ball = new Float64Array(2); // scratch: winding number and clear radius

/** The winding number at every node; 0 outside, where only the side matters, 0 too in the outermost cubes. */
export function* classifyNodes(lattice: Lattice, solid: Solid): Work<Float32Array> {
  const turns = new Float32Array(2 * lattice.cubeCount);
  const { size } = lattice;
  let seed = -1; // the triangle closest to the last block's middle
  for (let z = 0; z < size[2]; z += LATTICE_BLOCK) {
    for (let y = 0; y < size[1]; y += LATTICE_BLOCK) {
      for (let x = 0; x < size[0]; x += LATTICE_BLOCK)
        seed = classifyBlock(turns, lattice, solid, x, y, z, LATTICE_BLOCK, seed);
    }
    yield Math.min(1, (z + LATTICE_BLOCK) / size[2]);
  }
  return turns;
}

/** Fills the nodes of a block and leaves the margin outside; returns a triangle to start the next search from. */
function classifyBlock(
  turns: Float32Array,
  lattice: Lattice,
  solid: Solid,
  x: number,
  y: number,
  z: number,
  width: number,
  seed: number,
): number {
  const { cell, origin, size } = lattice;
  const x0 = Math.max(x, MARGIN);
  const y0 = Math.max(y, MARGIN);
  const z0 = Math.max(z, MARGIN);
  const x1 = Math.min(x + width, size[0] - MARGIN);
  const y1 = Math.min(y + width, size[1] - MARGIN);
  const z1 = Math.min(z + width, size[2] - MARGIN);
  if (x0 >= x1 || y0 >= y1 || z0 >= z1) return seed;
  if (width === 1) {
    classifyCube(turns, lattice, solid.winding, x, y, z);
    return seed;
  }
  // Nodes reach from the first corner to the last centre, half a cube before the block's end.
  const rx = ((x1 - x0 - 0.5) * cell) / 2;
  const ry = ((y1 - y0 - 0.5) * cell) / 2;
  const rz = ((z1 - z0 - 0.5) * cell) / 2;
  middle[0] = origin[0] + x0 * cell + rx;
  middle[1] = origin[1] + y0 * cell + ry;
  middle[2] = origin[2] + z0 * cell + rz;
  const triangle = clearBall(ball, solid, middle, 0, seed);
  if (ball[1] > Math.sqrt(rx * rx + ry * ry + rz * rz) * (1 + 1e-9)) {
    for (let k = z0; k < z1; k++) {
      for (let j = y0; j < y1; j++) {
        const row = size[0] * (j + size[1] * k);
        turns.fill(ball[0], 2 * (row + x0), 2 * (row + x1));
      }
    }
    return triangle;
  }
  const half = width >> 1;
  let last = triangle;
  for (let b = 0; b < 8; b++) {
    last = classifyBlock(
      turns,
      lattice,
      solid,
      x + (b & 1) * half,
      y + ((b >> 1) & 1) * half,
      z + (b >> 2) * half,
      half,
      last,
    );
  }
  return last;
}

/** Asks the corner and the centre of one cube. */
function classifyCube(
  turns: Float32Array,
  lattice: Lattice,
  winding: Winding,
  x: number,
  y: number,
  z: number,
): void {
  const { cell, origin, size } = lattice;
  const node = 2 * (x + size[0] * (y + size[1] * z));
  for (let h = 0; h < 2; h++) {
    middle[0] = origin[0] + cell * (x + h / 2);
    middle[1] = origin[1] + cell * (y + h / 2);
    middle[2] = origin[2] + cell * (z + h / 2);
    windingNumber(ball, winding, middle, 0);
    turns[node + h] = ball[0];
  }
}
