// Normals of a triangle over a step, as Bernstein coefficients: with edges e and f moving straight, the normal e × f is
// a quadratic in time and stays within the cone of e0 × f0, (e0 × f1 + e1 × f0) / 2 and e1 × f1 [Tang08].

import type { Surface } from './surface.ts';

/**
 * Writes the normal at the end of the step, or with `swept` all three coefficients, to `out`, and then the largest
 * product of lengths that they could have (out[9]), against which rounding is judged. Returns how many were written.
 */
export function writeNormals(out: Float64Array, { start, end, indices, swept }: Surface, t: number): number {
  const a = 3 * indices[3 * t];
  const b = 3 * indices[3 * t + 1];
  const c = 3 * indices[3 * t + 2];
  const ex = end[b] - end[a];
  const ey = end[b + 1] - end[a + 1];
  const ez = end[b + 2] - end[a + 2];
  const fx = end[c] - end[a];
  const fy = end[c + 1] - end[a + 1];
  const fz = end[c + 2] - end[a + 2];
  out[0] = ey * fz - ez * fy;
  out[1] = ez * fx - ex * fz;
  out[2] = ex * fy - ey * fx;
  const e1 = Math.abs(ex) + Math.abs(ey) + Math.abs(ez);
  const f1 = Math.abs(fx) + Math.abs(fy) + Math.abs(fz);
  if (!swept) {
    out[9] = e1 * f1;
    return 1;
  }
  const gx = start[b] - start[a];
  const gy = start[b + 1] - start[a + 1];
  const gz = start[b + 2] - start[a + 2];
  const hx = start[c] - start[a];
  const hy = start[c + 1] - start[a + 1];
  const hz = start[c + 2] - start[a + 2];
  out[3] = (ey * hz - ez * hy + gy * fz - gz * fy) / 2;
  out[4] = (ez * hx - ex * hz + gz * fx - gx * fz) / 2;
  out[5] = (ex * hy - ey * hx + gx * fy - gy * fx) / 2;
  out[6] = gy * hz - gz * hy;
  out[7] = gz * hx - gx * hz;
  out[8] = gx * hy - gy * hx;
  const e0 = Math.abs(gx) + Math.abs(gy) + Math.abs(gz);
  const f0 = Math.abs(hx) + Math.abs(hy) + Math.abs(hz);
  out[9] = Math.max(e0, e1) * Math.max(f0, f1);
  return 3;
}
