// Symmetric 3×3 matrices as six numbers, xx yy zz xy yz zx: inertia and its kin.

/** Writes the inverse of the tensor t[from…] to out[to…]; they may be the same place. It must not be singular. */
export function invertTensor(out: Float64Array, to: number, t: Float64Array, from: number): void {
  const xx = t[from];
  const yy = t[from + 1];
  const zz = t[from + 2];
  const xy = t[from + 3];
  const yz = t[from + 4];
  const zx = t[from + 5];
  const a = yy * zz - yz * yz;
  const b = yz * zx - xy * zz;
  const c = xy * yz - yy * zx;
  const s = 1 / (xx * a + xy * b + zx * c);
  out[to] = a * s;
  out[to + 1] = (xx * zz - zx * zx) * s;
  out[to + 2] = (xx * yy - xy * xy) * s;
  out[to + 3] = b * s;
  out[to + 4] = (xy * zx - xx * yz) * s;
  out[to + 5] = c * s;
}
