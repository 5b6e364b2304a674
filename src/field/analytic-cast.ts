// Where a ray enters an analytic shape: formulas, as analytic.ts has them for distances. A ray is seven numbers: origin
// xyz, direction xyz of any length, and how far it goes, in direction lengths.

import { KIND_BOX, KIND_CAPSULE, KIND_PLANE, KIND_SPHERE } from './analytic.ts';

const near = new Float64Array(7); // scratch: the ray, its origin brought close to the shape; last, how far along the ray that is
const height = new Float64Array(1); // scratch: y of the centre of a ball
const ROOM = 1.01; // how far before the shape that is, in its radii: rounding never carries it in

/**
 * Writes to out[0] where `ray` first meets a shape, in direction lengths, and to out[1..3] the unit outward normal
 * there; false if it does not within ray[6]. From inside that is 0 and the way back. A ray that only touches may or may
 * not count. Exact up to rounding, also from far away; allocation-free.
 */
export function castShape(out: Float64Array, kind: number, size: Float64Array, ray: Float64Array): boolean {
  if (kind === KIND_PLANE) return castPlane(out, ray) && out[0] <= ray[6];
  comeClose(kind, size, ray);
  if (!(near[6] <= ray[6])) return false;
  height[0] = 0;
  const met =
    kind === KIND_BOX
      ? castBox(out, size)
      : kind === KIND_SPHERE
        ? castBall(out, size, 0)
        : kind === KIND_CAPSULE
          ? castCapsule(out, size)
          : castCylinder(out, size);
  if (!met) return false;
  out[0] += near[6];
  return out[0] <= ray[6];
}

/** Sets `near`. */
function comeClose(kind: number, size: Float64Array, ray: Float64Array): void {
  const dx = ray[3];
  const dy = ray[4];
  const dz = ray[5];
  let radius = size[0] + (kind === KIND_SPHERE ? 0 : size[1]);
  if (kind === KIND_BOX) radius += size[2];
  const square = dx * dx + dy * dy + dz * dz;
  const middle = -(ray[0] * dx + ray[1] * dy + ray[2] * dz) / square;
  const start = Math.max(0, middle - (ROOM * radius) / Math.sqrt(square));
  for (let d = 0; d < 3; d++) {
    near[d] = ray[d] + start * ray[3 + d];
    near[3 + d] = ray[3 + d];
  }
  near[6] = start;
}

/** The answer from inside: at once, and back. */
function comeBack(out: Float64Array, ray: Float64Array): boolean {
  const length = Math.sqrt(ray[3] * ray[3] + ray[4] * ray[4] + ray[5] * ray[5]);
  out[0] = 0;
  for (let d = 0; d < 3; d++) out[1 + d] = -ray[3 + d] / length;
  return true;
}

function castPlane(out: Float64Array, ray: Float64Array): boolean {
  if (ray[1] < 0) return comeBack(out, ray);
  if (ray[4] >= 0) return false;
  out[0] = ray[1] / -ray[4];
  out[1] = 0;
  out[2] = 1;
  out[3] = 0;
  return true;
}

function castBox(out: Float64Array, size: Float64Array): boolean {
  let enter = -Infinity;
  let leave = Infinity;
  let axis = 0;
  let inside = true;
  for (let d = 0; d < 3; d++) {
    const o = near[d];
    const step = near[3 + d];
    if (!(Math.abs(o) < size[d])) inside = false;
    if (step === 0) {
      if (Math.abs(o) > size[d]) return false;
      continue;
    }
    const side = step < 0 ? size[d] : -size[d]; // where it comes in
    const t = (side - o) / step;
    if (t > enter) {
      enter = t;
      axis = d;
    }
    leave = Math.min(leave, (-side - o) / step);
  }
  if (inside) return comeBack(out, near);
  if (!(enter >= 0 && enter <= leave)) return false;
  out[0] = enter;
  for (let d = 0; d < 3; d++) out[1 + d] = d !== axis ? 0 : near[3 + d] < 0 ? 1 : -1;
  return true;
}

/** A ball of radius size[k] about (0, height[0], 0). */
function castBall(out: Float64Array, size: Float64Array, k: number): boolean {
  const radius = size[k];
  const ox = near[0];
  const oy = near[1] - height[0];
  const oz = near[2];
  const dx = near[3];
  const dy = near[4];
  const dz = near[5];
  const off = Math.sqrt(ox * ox + oy * oy + oz * oz);
  if (off < radius) return comeBack(out, near);
  const a = dx * dx + dy * dy + dz * dz;
  const b = ox * dx + oy * dy + oz * dz;
  // Of the point closest to the centre, how far it is inside: less rounding than b² − a·c.
  const m = -b / a;
  const px = ox + m * dx;
  const py = oy + m * dy;
  const pz = oz + m * dz;
  const h = radius * radius - (px * px + py * py + pz * pz);
  if (b >= 0 || h < 0) return false;
  const t = ((off - radius) * (off + radius)) / (Math.sqrt(a * h) - b);
  const nx = ox + t * dx;
  const ny = oy + t * dy;
  const nz = oz + t * dz;
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  out[0] = t;
  out[1] = nx / length;
  out[2] = ny / length;
  out[3] = nz / length;
  return true;
}

const span = new Float64Array(2); // scratch: where the ray enters and leaves the round side, without end

/** Whether the ray meets the endless cylinder about y of radius size[1]. */
function crossSide(size: Float64Array): boolean {
  const radius = size[1];
  const ox = near[0];
  const oz = near[2];
  const dx = near[3];
  const dz = near[5];
  const off = Math.sqrt(ox * ox + oz * oz);
  const a = dx * dx + dz * dz;
  span[0] = -Infinity;
  span[1] = Infinity;
  if (a === 0) return off <= radius;
  const b = ox * dx + oz * dz;
  const m = -b / a;
  const px = ox + m * dx;
  const pz = oz + m * dz;
  const h = radius * radius - (px * px + pz * pz);
  if (h < 0) return false;
  const root = Math.sqrt(a * h);
  const c = (off - radius) * (off + radius);
  // The root that does not cancel, and the other by their product.
  const far = b < 0 ? root - b : -root - b;
  const one = far / a;
  const other = far === 0 ? one : c / far;
  span[0] = Math.min(one, other);
  span[1] = Math.max(one, other);
  return true;
}

/** The answer where the ray comes in by the round side, at span[0]. */
function enterSide(out: Float64Array): boolean {
  const t = span[0];
  const x = near[0] + t * near[3];
  const z = near[2] + t * near[5];
  const length = Math.sqrt(x * x + z * z);
  out[0] = t;
  out[1] = x / length;
  out[2] = 0;
  out[3] = z / length;
  return true;
}

function castCapsule(out: Float64Array, size: Float64Array): boolean {
  const half = size[0];
  const radius = size[1];
  const gap = Math.max(0, Math.abs(near[1]) - half);
  if (near[0] * near[0] + near[2] * near[2] + gap * gap < radius * radius) return comeBack(out, near);
  if (!crossSide(size) || span[1] < 0) return false;
  // Where it comes into the endless cylinder it meets the side; beyond an end only that end's ball can come first.
  const t = Math.max(0, span[0]);
  const y = near[1] + t * near[4];
  if (Math.abs(y) > half) {
    height[0] = y < 0 ? -half : half;
    return castBall(out, size, 1);
  }
  return span[0] >= 0 && enterSide(out); // below 0 it is on the surface, and leaving
}

function castCylinder(out: Float64Array, size: Float64Array): boolean {
  const half = size[0];
  const radius = size[1];
  const oy = near[1];
  const dy = near[4];
  if (Math.abs(oy) < half && near[0] * near[0] + near[2] * near[2] < radius * radius) {
    return comeBack(out, near);
  }
  if (!crossSide(size)) return false;
  let enter = -Infinity;
  let leave = Infinity;
  if (dy !== 0) {
    const side = dy < 0 ? half : -half;
    enter = (side - oy) / dy;
    leave = (-side - oy) / dy;
  } else if (Math.abs(oy) > half) return false;
  const t = Math.max(enter, span[0]);
  if (!(t >= 0 && t <= Math.min(leave, span[1]))) return false;
  if (span[0] > enter) return enterSide(out);
  out[0] = t;
  out[1] = 0;
  out[2] = dy < 0 ? 1 : -1;
  out[3] = 0;
  return true;
}
