// Radii of spheres: floats, rounded up, so that a stored sphere never loses a point it was measured to hold.

const ROUND_UP = 1 + 1 / (1 << 25) / (1 << 25); // 1 + 2⁻⁵⁰
const single = new Float32Array(1); // scratch: a radius, to step to the next float
const bits = new Uint32Array(single.buffer);

/**
 * Writes to out[at] a float surely not below the distance whose rounded square is squared[from], and at most two floats
 * above it. A squared distance in doubles is off by at most 5 × 2⁻⁵³ of itself, its root by half of that and one
 * rounding: < 2⁻⁵⁰.
 */
export function storeRadius(out: Float32Array, at: number, squared: Float64Array, from: number): void {
  const radius = Math.sqrt(squared[from]) * ROUND_UP;
  single[0] = radius;
  if (single[0] < radius) bits[0]++; // positive floats have consecutive bit patterns
  out[at] = single[0];
}
