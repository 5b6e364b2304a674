// The generalised winding number: how often a surface wraps around a point, 1 inside and 0 outside of a closed
// mesh, in between for one with holes. Far groups of triangles act as one dipole [Barill18, sec. 3.1], so a
// query costs O(log n).

import type { Hierarchy } from '../hierarchy/hierarchy.ts';
import { STACK_SIZE } from '../hierarchy/hierarchy.ts';
import { atan2 } from '../math/trig.ts';

/** A dipole for every node of a hierarchy. */
export interface Winding {
  readonly hierarchy: Hierarchy;
  readonly center: Float64Array; // area-weighted centroid a node
  readonly radius: Float64Array; // of a ball around it that holds the node's triangles
  readonly moment: Float64Array; // sum of area normals a node
}

const FAR = 2.3; // a group seen from this many radii is one dipole; error below 1 % of a turn (test/mesh/winding)
const INV_4PI = 1 / (4 * Math.PI);
const waiting = new Int32Array(2 * STACK_SIZE); // scratch: two children are put off a level

export function buildWinding(hierarchy: Hierarchy): Winding {
  const { count, second, first, size, frame } = hierarchy;
  const center = new Float64Array(3 * count);
  const moment = new Float64Array(3 * count);
  const radius = new Float64Array(count);
  const area = new Float64Array(count);
  const sum = new Float64Array(3 * count); // area-weighted centroids, not yet divided
  for (let i = count - 1; i >= 0; i--) {
    for (let s = first[i], end = s + size[i]; s < end; s++) {
      const o = 12 * s;
      const nx = (frame[o + 4] * frame[o + 8] - frame[o + 5] * frame[o + 7]) / 2;
      const ny = (frame[o + 5] * frame[o + 6] - frame[o + 3] * frame[o + 8]) / 2;
      const nz = (frame[o + 3] * frame[o + 7] - frame[o + 4] * frame[o + 6]) / 2;
      const a = Math.sqrt(nx * nx + ny * ny + nz * nz);
      area[i] += a;
      moment[3 * i] += nx;
      moment[3 * i + 1] += ny;
      moment[3 * i + 2] += nz;
      for (let d = 0; d < 3; d++)
        sum[3 * i + d] += a * (frame[o + d] + (frame[o + 3 + d] + frame[o + 6 + d]) / 3);
    }
    if (size[i] === 0 && second[i] >= 0) {
      for (let k = 0; k < 2; k++) {
        const c = k === 0 ? i + 1 : second[i];
        area[i] += area[c];
        for (let d = 0; d < 3; d++) {
          moment[3 * i + d] += moment[3 * c + d];
          sum[3 * i + d] += sum[3 * c + d];
        }
      }
    }
    // The ball reaches to the farthest corner of the box around the centroid.
    let far = 0;
    for (let d = 0; d < 3; d++) {
      const low = hierarchy.box[6 * i + d];
      const high = hierarchy.box[6 * i + 3 + d];
      const c = area[i] > 0 ? sum[3 * i + d] / area[i] : (low + high) / 2;
      center[3 * i + d] = c;
      const reach = Math.max(c - low, high - c);
      far += reach * reach;
    }
    radius[i] = Math.sqrt(far);
  }
  return { hierarchy, center, radius, moment };
}

/** Writes the winding number around the point p[at…] to out[0]. Allocation-free. */
export function windingNumber(out: Float64Array, winding: Winding, p: Float64Array, at: number): void {
  const { hierarchy, center, radius, moment } = winding;
  const { second, first, size, frame, triangle } = hierarchy;
  const x = p[at];
  const y = p[at + 1];
  const z = p[at + 2];
  let total = 0; // in turns of 4π
  let depth = 0;
  if (triangle.length > 0) waiting[depth++] = 0;
  while (depth > 0) {
    const i = waiting[--depth];
    const dx = center[3 * i] - x;
    const dy = center[3 * i + 1] - y;
    const dz = center[3 * i + 2] - z;
    const square = dx * dx + dy * dy + dz * dz;
    if (square > FAR * FAR * radius[i] * radius[i]) {
      total +=
        ((moment[3 * i] * dx + moment[3 * i + 1] * dy + moment[3 * i + 2] * dz) /
          (square * Math.sqrt(square))) *
        INV_4PI;
    } else if (size[i] === 0) {
      waiting[depth++] = i + 1;
      waiting[depth++] = second[i];
    } else {
      for (let s = first[i], end = s + size[i]; s < end; s++) {
        solidAngle(out, frame, 12 * s, x, y, z);
        total += out[0] * INV_4PI;
      }
    }
  }
  out[0] = total;
}

/** Signed solid angle of a triangle, positive from inside: Van Oosterom and Strackee's formula. */
function solidAngle(
  out: Float64Array,
  frame: Float64Array,
  o: number,
  x: number,
  y: number,
  z: number,
): void {
  const ax = frame[o] - x;
  const ay = frame[o + 1] - y;
  const az = frame[o + 2] - z;
  const bx = ax + frame[o + 3];
  const by = ay + frame[o + 4];
  const bz = az + frame[o + 5];
  const cx = ax + frame[o + 6];
  const cy = ay + frame[o + 7];
  const cz = az + frame[o + 8];
  const a = Math.sqrt(ax * ax + ay * ay + az * az);
  const b = Math.sqrt(bx * bx + by * by + bz * bz);
  const c = Math.sqrt(cx * cx + cy * cy + cz * cz);
  const det = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  const den =
    a * b * c +
    (ax * bx + ay * by + az * bz) * c +
    (bx * cx + by * cy + bz * cz) * a +
    (cx * ax + cy * ay + cz * az) * b;
  out[0] = 2 * atan2(det, den);
}
