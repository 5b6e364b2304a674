// How far a point is from what is solid behind a surface: the closest triangle tells distance, side and normal; what is
// proven of points that are not near follows from the prisms behind all faces that the point is behind.

import { closestPointTriangleTo } from '../geometry/point-triangle.ts';
import { closestTriangle } from '../hierarchy/closest.ts';
import { STACK_SIZE } from '../hierarchy/hierarchy.ts';
import { CLEAR, NEAR, OPEN } from './answer.ts';
import type { OpenMesh } from './open-mesh.ts';

const found = new Float64Array(7); // scratch: what closestTriangle writes
const hit = new Float64Array(4); // scratch: the closest point of one triangle
const waiting = new Int32Array(STACK_SIZE); // scratch: nodes put off, one a level at most

/**
 * Answers as measureShape does: signed distance and normal where the distance is below reach[0], and always inside: behind
 * the closest triangle by no more than the depth, and not beyond the border. What is deeper is free. CLEAR is proven, and
 * where it is not NEAR, out[0] is no more than the distance. Deterministic; allocation-free.
 */
export function measureMesh(
  out: Float64Array,
  mesh: OpenMesh,
  p: Float64Array,
  at: number,
  reach: Float64Array,
): number {
  const { faceNormal, edgeNormal, vertexNormal, edgeBorder, vertexBorder, indices } = mesh;
  const triangle = closestTriangle(found, mesh.hierarchy, p, at, -1);
  const region = found[6];
  let normal = faceNormal;
  let o = 3 * triangle;
  let border = false;
  if (region < 3) {
    const v = indices[3 * triangle + region];
    normal = vertexNormal;
    o = 3 * v;
    border = vertexBorder[v] === 1;
  } else if (region < 6) {
    const h = 3 * triangle + region - 3;
    normal = edgeNormal;
    o = 3 * h;
    border = edgeBorder[h] === 1;
  }
  const x = p[at] - found[1];
  const y = p[at + 1] - found[2];
  const z = p[at + 2] - found[3];
  const behind = x * normal[o] + y * normal[o + 1] + z * normal[o + 2] < 0;
  const distance = Math.sqrt(found[0]);
  if (behind ? !border && distance <= mesh.depth : distance < reach[0]) {
    out[0] = behind ? -distance : distance;
    const straight = region < 6 && distance > mesh.tiny;
    const side = behind ? -1 : 1;
    const length = straight
      ? side * distance
      : Math.sqrt(normal[o] * normal[o] + normal[o + 1] * normal[o + 1] + normal[o + 2] * normal[o + 2]);
    const scale = length !== 0 ? 1 / length : 0;
    out[1] = scale * (straight ? x : normal[o]);
    out[2] = scale === 0 ? 1 : scale * (straight ? y : normal[o + 1]);
    out[3] = scale * (straight ? z : normal[o + 2]);
    return NEAR;
  }
  const least = mesh.closed && !behind ? distance : Math.max(0, distance - mesh.most);
  out[0] = least;
  if (least > reach[1]) return CLEAR;
  if (mesh.closed || !(distance > reach[1]) || reachesBehind(mesh, p, at, reach)) return OPEN;
  out[0] = reach[1];
  return CLEAR;
}

/**
 * Whether anything behind the surface may be within reach[1] of p, which the surface is not. If p is before the plane of
 * a face, then no place behind that face is closer than the face itself: only faces that it is behind count, and of them
 * the prism of the given depth, widened by what spills out of it.
 */
function reachesBehind(mesh: OpenMesh, p: Float64Array, at: number, reach: Float64Array): boolean {
  const { hierarchy, cone, spill, depth, most, faceNormal } = mesh;
  const { box, second, first, size, triangle, frame } = hierarchy;
  const x = p[at];
  const y = p[at + 1];
  const z = p[at + 2];
  const far = reach[1] + most;
  waiting[0] = 0;
  for (let waits = 1; waits > 0; ) {
    const node = waiting[--waits];
    const b = 6 * node;
    const dx = Math.max(box[b] - x, 0, x - box[b + 3]);
    const dy = Math.max(box[b + 1] - y, 0, y - box[b + 4]);
    const dz = Math.max(box[b + 2] - z, 0, z - box[b + 5]);
    if (dx * dx + dy * dy + dz * dz > far * far) continue;
    const c = 5 * node;
    const fx = Math.max(Math.abs(x - box[b]), Math.abs(x - box[b + 3]));
    const fy = Math.max(Math.abs(y - box[b + 1]), Math.abs(y - box[b + 4]));
    const fz = Math.max(Math.abs(z - box[b + 2]), Math.abs(z - box[b + 5]));
    const height = cone[c] * x + cone[c + 1] * y + cone[c + 2] * z - cone[c + 4];
    // Each face's normal n is within cone[c + 3] of the mean m, so n·(p − a) is no less than m·(p − a) − |n − m||p − a|.
    if (height >= cone[c + 3] * Math.sqrt(fx * fx + fy * fy + fz * fz)) continue;
    if (second[node] >= 0) {
      waiting[waits++] = second[node];
      waiting[waits++] = node + 1;
      continue;
    }
    for (let s = first[node]; s < first[node] + size[node]; s++) {
      const t = triangle[s];
      const o = 12 * s;
      const up =
        faceNormal[3 * t] * (x - frame[o]) +
        faceNormal[3 * t + 1] * (y - frame[o + 1]) +
        faceNormal[3 * t + 2] * (z - frame[o + 2]);
      if (up >= 0) continue;
      closestPointTriangleTo(hit, frame, o, p, at);
      const below = Math.max(0, -up - depth);
      const within = reach[1] + spill[t];
      if (hit[0] - up * up + below * below <= within * within) return true;
    }
  }
  return false;
}
