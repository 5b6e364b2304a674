// The reference kernel: a fixed piece of work that times are scaled by, so that figures of different days and machines
// can stand beside each other. A million trilinear samples at scattered points of a grid, the arithmetic and the memory
// access that queries live on. Frozen: imports nothing, and changing it makes all saved results incomparable.

const SIDE = 96; // values along each side of the grid: 3.5 MB
const SAMPLES = 1_000_000;

/** What the kernel took where the design was decided, milliseconds: a time is told as if it had been taken there. */
export const REFERENCE = 29;

const grid = new Float32Array(SIDE * SIDE * SIDE);
const points = new Float32Array(3 * SAMPLES);

let state = 12345;
function next(): number {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
}
for (let i = 0; i < grid.length; i++) grid[i] = next() - 0.5;
for (let i = 0; i < points.length; i++) points[i] = next() * (SIDE - 1.001);

function sampleAll(): number {
  let sum = 0;
  for (let i = 0; i < 3 * SAMPLES; i += 3) {
    const x = points[i];
    const y = points[i + 1];
    const z = points[i + 2];
    const ix = x | 0;
    const iy = y | 0;
    const iz = z | 0;
    const fx = x - ix;
    const fy = y - iy;
    const fz = z - iz;
    const o = ix + SIDE * (iy + SIDE * iz);
    const a = grid[o] + fx * (grid[o + 1] - grid[o]);
    const b = grid[o + SIDE] + fx * (grid[o + SIDE + 1] - grid[o + SIDE]);
    const p = o + SIDE * SIDE;
    const c = grid[p] + fx * (grid[p + 1] - grid[p]);
    const d = grid[p + SIDE] + fx * (grid[p + SIDE + 1] - grid[p + SIDE]);
    const e = a + fy * (b - a);
    const f = c + fy * (d - c);
    sum += e + fz * (f - e);
  }
  return sum;
}

/** Runs the kernel several times; the least of their milliseconds. */
export function runKernel(runs = 7): number {
  let least = Infinity;
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    const sum = sampleAll();
    least = Math.min(least, performance.now() - start);
    if (!Number.isFinite(sum)) throw new Error('the reference kernel went wrong'); // and nothing is optimised away
  }
  return least;
}
