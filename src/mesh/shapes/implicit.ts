// Solids as functions: negative inside, positive outside, and about the distance to the surface near it.
// Animals are blended from a few of these and then meshed (nets.ts).

/** A solid: its value at a point is about the signed distance there. */
export type Implicit = (x: number, y: number, z: number) => number;

export type Point = readonly [number, number, number];

export function ball([cx, cy, cz]: Point, radius: number): Implicit {
  return (x, y, z) => Math.sqrt((x - cx) * (x - cx) + (y - cy) * (y - cy) + (z - cz) * (z - cz)) - radius;
}

/** An ellipsoid along the axes. The value is the distance to first order at the surface, and zero on it. */
export function ellipsoid([cx, cy, cz]: Point, [rx, ry, rz]: Point): Implicit {
  return (x, y, z) => {
    const u = (x - cx) / rx;
    const v = (y - cy) / ry;
    const w = (z - cz) / rz;
    const size = Math.sqrt(u * u + v * v + w * w);
    const slope = Math.sqrt((u * u) / (rx * rx) + (v * v) / (ry * ry) + (w * w) / (rz * rz));
    return slope > 0 ? (size * (size - 1)) / slope : -Math.min(rx, ry, rz);
  };
}

/** A straight limb from a to b, its radius changing evenly. */
export function limb(a: Point, b: Point, radiusA: number, radiusB: number): Implicit {
  const [ax, ay, az] = a;
  const [dx, dy, dz] = [b[0] - ax, b[1] - ay, b[2] - az];
  const length2 = dx * dx + dy * dy + dz * dz;
  // The flank leans by the change of radius: project along its normal, not across the axis.
  const lean = (radiusA - radiusB) / Math.sqrt(length2);
  const climb = Math.abs(lean) < 1 ? lean / Math.sqrt(1 - lean * lean) : 0;
  return (x, y, z) => {
    const px = x - ax;
    const py = y - ay;
    const pz = z - az;
    const along = (px * dx + py * dy + pz * dz) / length2;
    const across2 = px * px + py * py + pz * pz - along * along * length2;
    const rise = climb === 0 ? 0 : climb * Math.sqrt(Math.max(0, across2) / length2);
    const t = Math.min(1, Math.max(0, along - rise));
    const ex = px - t * dx;
    const ey = py - t * dy;
    const ez = pz - t * dz;
    return Math.sqrt(ex * ex + ey * ey + ez * ez) - (radiusA + t * (radiusB - radiusA));
  };
}

/** A limb through several points, with a radius at each. */
export function limbs(points: readonly Point[], radii: readonly number[]): Implicit {
  const parts = points.slice(1).map((p, i) => limb(points[i], p, radii[i], radii[i + 1]));
  return (x, y, z) => {
    let least = Infinity;
    for (let i = 0; i < parts.length; i++) least = Math.min(least, parts[i](x, y, z));
    return least;
  };
}

/** A box along the axes with rounded edges. */
export function block([cx, cy, cz]: Point, [hx, hy, hz]: Point, round: number): Implicit {
  return (x, y, z) => {
    const qx = Math.abs(x - cx) - hx + round;
    const qy = Math.abs(y - cy) - hy + round;
    const qz = Math.abs(z - cz) - hz + round;
    const ox = Math.max(qx, 0);
    const oy = Math.max(qy, 0);
    const oz = Math.max(qz, 0);
    return Math.sqrt(ox * ox + oy * oy + oz * oz) + Math.min(0, Math.max(qx, qy, qz)) - round;
  };
}

/** All of the solids, with their joints filled to about the width `blend`. */
export function join(blend: number, ...parts: readonly Implicit[]): Implicit {
  return (x, y, z) => {
    let value = parts[0](x, y, z);
    for (let i = 1; i < parts.length; i++) value = smoothMin(value, parts[i](x, y, z), blend);
    return value;
  };
}

/** The first solid without the second, the new edges rounded to about `blend`. */
export function cut(blend: number, solid: Implicit, hole: Implicit): Implicit {
  return (x, y, z) => -smoothMin(-solid(x, y, z), hole(x, y, z), blend);
}

/** The solid and its mirror image at the plane z = 0. */
export function mirror(solid: Implicit): Implicit {
  return (x, y, z) => solid(x, y, Math.abs(z));
}

/** The minimum, rounded off where the two are closer than `blend`. */
function smoothMin(a: number, b: number, blend: number): number {
  const near = Math.max(blend - Math.abs(a - b), 0);
  return Math.min(a, b) - (blend > 0 ? (near * near) / (4 * blend) : 0);
}

/**
 * Moves the point p[at…] towards the surface of a solid by `steps` Newton steps, none longer than `reach`.
 * Near the surface, one step leaves an error of second order.
 */
export function projectPoint(
  p: Float64Array,
  at: number,
  solid: Implicit,
  reach: number,
  steps: number,
): void {
  const step = 1e-3 * reach;
  for (let i = 0; i < steps; i++) {
    const x = p[at];
    const y = p[at + 1];
    const z = p[at + 2];
    const value = solid(x, y, z);
    const gx = (solid(x + step, y, z) - value) / step;
    const gy = (solid(x, y + step, z) - value) / step;
    const gz = (solid(x, y, z + step) - value) / step;
    const size2 = gx * gx + gy * gy + gz * gz;
    if (!(size2 > 1e-6)) return;
    const move = Math.min(reach, Math.max(-reach, value / Math.sqrt(size2))) / Math.sqrt(size2);
    p[at] = x - move * gx;
    p[at + 1] = y - move * gy;
    p[at + 2] = z - move * gz;
  }
}
