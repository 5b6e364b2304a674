// The slow and obvious ray cast: every triangle of a surface, and whether the origin is inside by how often a ray
// crosses it.

export interface Surface {
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
  readonly triangleCount: number;
}

/** A crossing of a ray with a triangle: where, the triangle's unit normal, and how far from its rim in its own size. */
export interface Crossing {
  readonly t: number;
  readonly normal: number[];
  readonly rim: number; // the least of its weights
}

/** All crossings, nearest first, behind the origin too. */
function crossAll({ positions: x, indices, triangleCount }: Surface, ray: ArrayLike<number>): Crossing[] {
  const found: Crossing[] = [];
  const speed = ray[3] * ray[3] + ray[4] * ray[4] + ray[5] * ray[5];
  for (let k = 0; k < 3 * triangleCount; k += 3) {
    const a = 3 * indices[k];
    const b = 3 * indices[k + 1];
    const c = 3 * indices[k + 2];
    const n = areaOf(x[a], x[a + 1], x[a + 2], x, b, c);
    const fall = n[0] * ray[3] + n[1] * ray[4] + n[2] * ray[5];
    const square = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
    if (!(fall * fall > 1e-24 * square * speed)) continue; // along it, or no area
    const t = (n[0] * (x[a] - ray[0]) + n[1] * (x[a + 1] - ray[1]) + n[2] * (x[a + 2] - ray[2])) / fall;
    const px = ray[0] + t * ray[3];
    const py = ray[1] + t * ray[4];
    const pz = ray[2] + t * ray[5];
    let rim = 1;
    for (let side = 0; side < 3 && rim >= 0; side++) {
      const m = areaOf(
        px,
        py,
        pz,
        x,
        side === 0 ? b : side === 1 ? c : a,
        side === 0 ? c : side === 1 ? a : b,
      );
      rim = Math.min(rim, (m[0] * n[0] + m[1] * n[1] + m[2] * n[2]) / square);
    }
    if (rim >= 0) found.push({ t, normal: n.map((y) => y / Math.sqrt(square)), rim });
  }
  return found.sort((p, q) => p.t - q.t);
}

/** Twice the area vector of the triangle p, v, w. */
function areaOf(px: number, py: number, pz: number, x: Float64Array, v: number, w: number): number[] {
  const ux = x[v] - px;
  const uy = x[v + 1] - py;
  const uz = x[v + 2] - pz;
  const wx = x[w] - px;
  const wy = x[w + 1] - py;
  const wz = x[w + 2] - pz;
  return [uy * wz - uz * wy, uz * wx - ux * wz, ux * wy - uy * wx];
}

/** Where a ray meets a solid: 0 from inside, null if it does not. */
export function castBrute(surface: Surface, ray: ArrayLike<number>): Crossing | null {
  const ahead = crossAll(surface, ray).filter(({ t }) => t >= 0);
  const length = Math.hypot(ray[3], ray[4], ray[5]);
  if (ahead.length % 2 === 1) return { t: 0, normal: [3, 4, 5].map((k) => -ray[k] / length), rim: 1 };
  return ahead.length > 0 && ahead[0].t <= ray[6] ? ahead[0] : null;
}
