// What the corners of a drawn mesh look like: whether two look the same, whether one is the mean of others.

import type { FragmentMesh } from './extract.ts';

const BENT = 0.985; // cosine by which a normal may be off: 10°
const TINT = 0.02; // by which a colour may
const SLIP = 4; // texture coordinates may slip by what so many tolerances are on the surface
const SAME = 1e-5; // attributes of a vertex that differ by less are the same, rounded in another order

/** Whether two corners of one vertex look the same. On cracks only the group counts: the rest follows from the place. */
export function isSame(mesh: FragmentMesh, c: number, d: number): boolean {
  const { groups, outerCount, uvs, normals, colors, colored } = mesh;
  const s = Math.floor(c / 3);
  const t = Math.floor(d / 3);
  if (groups[s] !== groups[t] || s < outerCount !== t < outerCount) return false;
  if (s >= outerCount) return true;
  if (differ(uvs[2 * c], uvs[2 * d]) || differ(uvs[2 * c + 1], uvs[2 * d + 1])) return false;
  for (let k = 0; k < 3; k++) {
    if (differ(normals[3 * c + k], normals[3 * d + k])) return false;
    if (colored && differ(colors[3 * c + k], colors[3 * d + k])) return false;
  }
  return true;
}

/** Whether two numbers of attributes differ by more than rounding. */
export function differ(a: number, b: number): boolean {
  return Math.abs(a - b) > SAME * (1 + Math.abs(a));
}

/** Whether corner u looks like the mean of corners v, a and b by `weight`. On cracks always: they are dressed anew. */
export function isMixed(
  mesh: FragmentMesh,
  weight: Float64Array,
  u: number,
  v: number,
  a: number,
  b: number,
  tolerance: number,
): boolean {
  const { uvs, normals, colors, colored, outerCount, indices } = mesh;
  if (u >= 3 * outerCount) return true;
  const [wv, wa, wb] = weight;
  const du = wv * uvs[2 * v] + wa * uvs[2 * a] + wb * uvs[2 * b] - uvs[2 * u];
  const dv = wv * uvs[2 * v + 1] + wa * uvs[2 * a + 1] + wb * uvs[2 * b + 1] - uvs[2 * u + 1];
  const eu = uvs[2 * v] - uvs[2 * u];
  const ev = uvs[2 * v + 1] - uvs[2 * u + 1];
  const square = squareBetween(mesh, indices[u], indices[v]);
  const slip = SLIP * tolerance;
  if (du * du + dv * dv > (slip * slip * (eu * eu + ev * ev)) / square + SAME * SAME) return false;
  let along = 0;
  let size = 0;
  for (let k = 0; k < 3; k++) {
    const n = wv * normals[3 * v + k] + wa * normals[3 * a + k] + wb * normals[3 * b + k];
    along += n * normals[3 * u + k];
    size += n * n;
    if (!colored) continue;
    const c = wv * colors[3 * v + k] + wa * colors[3 * a + k] + wb * colors[3 * b + k];
    if (Math.abs(c - colors[3 * u + k]) > TINT) return false;
  }
  return along >= BENT * Math.sqrt(size);
}

/** The square of the distance of two vertices. */
export function squareBetween({ positions: p }: FragmentMesh, u: number, v: number): number {
  const x = p[3 * u] - p[3 * v];
  const y = p[3 * u + 1] - p[3 * v + 1];
  const z = p[3 * u + 2] - p[3 * v + 2];
  return x * x + y * y + z * z;
}

/** Makes a corner look like another. */
export function copyCorner({ uvs, normals, colors, colored }: FragmentMesh, to: number, from: number): void {
  uvs[2 * to] = uvs[2 * from];
  uvs[2 * to + 1] = uvs[2 * from + 1];
  for (let k = 0; k < 3; k++) {
    normals[3 * to + k] = normals[3 * from + k];
    if (colored) colors[3 * to + k] = colors[3 * from + k];
  }
}
