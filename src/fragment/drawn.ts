// What is drawn of a fragment: vertices that are shared where everything about them is the same, triangles ordered by
// group, those of cracks last.

import { differ } from './corner-look.ts';
import type { FragmentMesh } from './extract.ts';

/** A run of indices whose triangles have one material. */
export interface SurfaceGroup {
  /** In `indices`. */
  readonly start: number;
  /** Of indices: three a triangle. */
  readonly count: number;
  /** That the model had, or the surface's crackGroup. */
  readonly group: number;
}

/** What is drawn of a solid or of a piece of one, in its rest frame. Made by indexFragment alone. */
export interface Surface {
  /** Xyz a vertex. */
  readonly positions: Float32Array;
  /** Xyz a vertex, of unit length. */
  readonly normals: Float32Array;
  /** Uv a vertex; on cracks metres, across the longest axis of the normal. */
  readonly uvs: Float32Array;
  /** Rgb a vertex, linear; white on cracks. */
  readonly colors: Float32Array | null;
  /** Three a triangle. */
  readonly indices: Uint16Array | Uint32Array;
  /** Ascending; cracks last. */
  readonly groups: readonly SurfaceGroup[];
  /** The group of cracks: one above those of the model. */
  readonly crackGroup: number;
}

/** The surface of what extractFragment wrote, with arrays of its own. */
export function indexFragment(mesh: FragmentMesh, crackGroup: number): Surface {
  const { triangleCount, groups: groupOf } = mesh;
  const counts = new Map<number, number>();
  for (let t = 0; t < triangleCount; t++) counts.set(groupOf[t], (counts.get(groupOf[t]) ?? 0) + 1);
  const groups: SurfaceGroup[] = [];
  const place = new Map<number, number>(); // of each group: where its next triangle goes
  let start = 0;
  for (const group of [...counts.keys()].sort((a, b) => a - b)) {
    const count = 3 * (counts.get(group) ?? 0);
    groups.push({ start, count, group });
    place.set(group, start);
    start += count;
  }
  const source = new Int32Array(3 * triangleCount); // the corner that each index is of
  for (let t = 0; t < triangleCount; t++) {
    const at = place.get(groupOf[t]) ?? 0;
    for (let k = 0; k < 3; k++) source[at + k] = 3 * t + k;
    place.set(groupOf[t], at + 3);
  }
  const { vertexOf, corners } = shareCorners(mesh, source);
  return {
    positions: copyPositions(mesh, corners),
    normals: copyColumn(mesh.normals, corners, 3),
    uvs: copyColumn(mesh.uvs, corners, 2),
    colors: mesh.colored ? copyColumn(mesh.colors, corners, 3) : null,
    indices: corners.length <= 0xffff ? Uint16Array.from(vertexOf) : vertexOf,
    groups,
    crackGroup,
  };
}

/** Gives corners that look the same one vertex: the vertex of each corner, and a corner of each vertex. */
function shareCorners(
  mesh: FragmentMesh,
  source: Int32Array,
): { readonly vertexOf: Uint32Array; readonly corners: Int32Array } {
  const first = new Int32Array(mesh.vertexCount).fill(-1); // vertices made of each point, as a list
  const next = new Int32Array(source.length);
  const corners = new Int32Array(source.length);
  const vertexOf = new Uint32Array(source.length);
  let count = 0;
  for (let i = 0; i < source.length; i++) {
    const c = source[i];
    const point = mesh.indices[c];
    let v = first[point];
    while (v >= 0 && !looksSame(mesh, corners[v], c)) v = next[v];
    if (v < 0) {
      v = count++;
      corners[v] = c;
      next[v] = first[point];
      first[point] = v;
    }
    vertexOf[i] = v;
  }
  return { vertexOf, corners: corners.subarray(0, count) };
}

/** Whether two corners of one point can be one vertex: they may belong to triangles of different groups. */
function looksSame({ uvs, normals, colors, colored }: FragmentMesh, c: number, d: number): boolean {
  if (differ(uvs[2 * c], uvs[2 * d]) || differ(uvs[2 * c + 1], uvs[2 * d + 1])) return false;
  for (let k = 0; k < 3; k++) {
    if (Math.abs(normals[3 * c + k] - normals[3 * d + k]) > 1e-3) return false;
    if (colored && differ(colors[3 * c + k], colors[3 * d + k])) return false;
  }
  return true;
}

function copyPositions({ positions, indices }: FragmentMesh, corners: Int32Array): Float32Array {
  const out = new Float32Array(3 * corners.length);
  for (let v = 0; v < corners.length; v++) {
    const o = 3 * indices[corners[v]];
    for (let k = 0; k < 3; k++) out[3 * v + k] = positions[o + k];
  }
  return out;
}

function copyColumn(from: Float32Array, corners: Int32Array, width: number): Float32Array {
  const out = new Float32Array(width * corners.length);
  for (let v = 0; v < corners.length; v++) {
    for (let k = 0; k < width; k++) out[width * v + k] = from[width * corners[v] + k];
  }
  return out;
}
