// The old surface of a fragment: whole triangles copied, cut ones clipped, attributes interpolated between corners.
// A triangle with two labels has a lone corner a and the cuts ab, ac; with three, the corner a that was parted first,
// the cuts ab, bc, ca and the point where they meet.

import type { FragmentMesh } from './extract.ts';
import type { Family } from './family.ts';
import { placeEdge, placeFace, weighFace } from './points.ts';

/** Writes whole triangles of the surface. `mark` and `base` number the vertices as extract.ts does. */
export function copyTriangles(
  out: FragmentMesh,
  mark: Int32Array,
  base: number,
  family: Family,
  list: Uint32Array,
  listed: number,
): void {
  const { triangle, positions: from, skin } = family.topology;
  const { positions, point, indices, origin, dressed } = out;
  let vertices = out.vertexCount;
  let made = out.triangleCount;
  for (let n = 0; n < listed; n++, made++) {
    const t = list[n];
    origin[made] = t;
    for (let k = 0; k < 3; k++) {
      const p = triangle[3 * t + k];
      if (mark[p] < base) {
        positions[3 * vertices] = from[3 * p];
        positions[3 * vertices + 1] = from[3 * p + 1];
        positions[3 * vertices + 2] = from[3 * p + 2];
        point[vertices] = p;
        mark[p] = base + vertices++;
      }
      indices[3 * made + k] = mark[p] - base;
    }
  }
  if (dressed) {
    const { uvs, normals, colors, groups } = out;
    const { uvs: uvsOf, normals: normalsOf, colors: colorsOf, groups: groupsOf } = skin;
    made = out.triangleCount;
    for (let n = 0; n < listed; n++, made++) {
      const t = list[n];
      groups[made] = groupsOf[t];
      for (let d = 0; d < 6; d += 2) {
        uvs[6 * made + d] = uvsOf[6 * t + d];
        uvs[6 * made + d + 1] = uvsOf[6 * t + d + 1];
      }
      for (let d = 0; d < 9; d += 3) {
        normals[9 * made + d] = normalsOf[9 * t + d];
        normals[9 * made + d + 1] = normalsOf[9 * t + d + 1];
        normals[9 * made + d + 2] = normalsOf[9 * t + d + 2];
      }
      if (colorsOf !== null) for (let d = 0; d < 9; d++) colors[9 * made + d] = colorsOf[9 * t + d];
    }
  }
  out.vertexCount = vertices;
  out.triangleCount = made;
}

// Scratch: the polygon under way, up to four corners.
const vertex = new Uint32Array(4);
const weight = new Float64Array(12); // barycentric coordinates in the triangle, three a corner
const face = new Float64Array(3); // those of the point where the cuts of the triangle meet
let count = 0;

/** Writes the part of a cut triangle that is the fragment's. */
export function clipTriangle(
  out: FragmentMesh,
  mark: Int32Array,
  base: number,
  family: Family,
  fragment: number,
  t: number,
): void {
  const { cutEvent, label, topology } = family;
  const { triangle, triangleEdge } = topology;
  const e0 = cutEvent[triangleEdge[3 * t]];
  const e1 = cutEvent[triangleEdge[3 * t + 1]];
  const e2 = cutEvent[triangleEdge[3 * t + 2]];
  // Corner a is opposite the edge that is not cut or was cut last.
  const bc = e0 < 0 || e1 < 0 || e2 < 0 ? (e0 < 0 ? 0 : e1 < 0 ? 1 : 2) : e0 > e1 ? 0 : e1 > e2 ? 1 : 2;
  const a = bc === 0 ? 2 : bc - 1;
  const b = bc;
  const c = bc === 2 ? 0 : bc + 1;
  count = 0;
  if (label[triangle[3 * t + a]] === fragment) {
    addCorner(out, mark, base, family, t, a);
    addCut(out, mark, base, family, t, a);
    addCut(out, mark, base, family, t, c);
  } else if (cutEvent[triangleEdge[3 * t + bc]] < 0) {
    addCut(out, mark, base, family, t, a);
    addCorner(out, mark, base, family, t, b);
    addCorner(out, mark, base, family, t, c);
    addCut(out, mark, base, family, t, c);
  } else if (label[triangle[3 * t + b]] === fragment) {
    addCut(out, mark, base, family, t, a);
    addCorner(out, mark, base, family, t, b);
    addCut(out, mark, base, family, t, b);
    addMeeting(out, mark, base, family, t);
  } else {
    addMeeting(out, mark, base, family, t);
    addCut(out, mark, base, family, t, b);
    addCorner(out, mark, base, family, t, c);
    addCut(out, mark, base, family, t, c);
  }
  emitPolygon(out, family, t);
}

function addCorner(
  out: FragmentMesh,
  mark: Int32Array,
  base: number,
  family: Family,
  t: number,
  k: number,
): void {
  const { triangle, positions: from } = family.topology;
  const p = triangle[3 * t + k];
  if (mark[p] < base) {
    const v = addVertex(out, mark, base, p);
    for (let d = 0; d < 3; d++) out.positions[3 * v + d] = from[3 * p + d];
  }
  for (let d = 0; d < 3; d++) weight[3 * count + d] = d === k ? 1 : 0;
  vertex[count++] = mark[p] - base;
}

/** The cut on the edge from corner k to the next. */
function addCut(
  out: FragmentMesh,
  mark: Int32Array,
  base: number,
  family: Family,
  t: number,
  k: number,
): void {
  const { triangle, triangleEdge, edgeNode, nodeCount } = family.topology;
  const e = triangleEdge[3 * t + k];
  const p = nodeCount + e;
  if (mark[p] < base) placeEdge(out.positions, 3 * addVertex(out, mark, base, p), family, e);
  const next = k === 2 ? 0 : k + 1;
  const part = family.cutAt[e];
  const low = triangle[3 * t + k] === edgeNode[2 * e];
  for (let d = 0; d < 3; d++) weight[3 * count + d] = 0;
  weight[3 * count + k] = low ? 1 - part : part;
  weight[3 * count + next] = low ? part : 1 - part;
  vertex[count++] = mark[p] - base;
}

/** The point where the cuts of the triangle meet. */
function addMeeting(out: FragmentMesh, mark: Int32Array, base: number, family: Family, t: number): void {
  const { triangle, triangleEdge, triangleFace, tetFace, nodeCount, edgeCount } = family.topology;
  const p = nodeCount + edgeCount + tetFace[triangleFace[t]];
  const i = triangle[3 * t];
  const j = triangle[3 * t + 1];
  const k = triangle[3 * t + 2];
  weighFace(face, family, i, j, k, triangleEdge[3 * t], triangleEdge[3 * t + 1], triangleEdge[3 * t + 2]);
  if (mark[p] < base) placeFace(out.positions, 3 * addVertex(out, mark, base, p), family, i, j, k, face);
  for (let d = 0; d < 3; d++) weight[3 * count + d] = face[d];
  vertex[count++] = mark[p] - base;
}

function addVertex(out: FragmentMesh, mark: Int32Array, base: number, p: number): number {
  const v = out.vertexCount++;
  mark[p] = base + v;
  out.point[v] = p;
  return v;
}

/** Writes the polygon as a fan. */
function emitPolygon(out: FragmentMesh, family: Family, t: number): void {
  const { indices, origin } = out;
  const { skin } = family.topology;
  const first = out.triangleCount;
  for (let k = 2; k < count; k++) {
    const h = 3 * (first + k - 2);
    indices[h] = vertex[0];
    indices[h + 1] = vertex[k - 1];
    indices[h + 2] = vertex[k];
    origin[first + k - 2] = t;
  }
  out.triangleCount = first + count - 2;
  if (!out.dressed) return;
  for (let k = 2; k < count; k++) out.groups[first + k - 2] = skin.groups[t];
  mix(out.uvs, first, skin.uvs, 6 * t, 2);
  mix(out.normals, first, skin.normals, 9 * t, 3);
  for (let h = 9 * first; h < 9 * out.triangleCount; h += 3) normalise(out.normals, h);
  if (skin.colors !== null) mix(out.colors, first, skin.colors, 9 * t, 3);
}

/** Writes one attribute, `width` numbers wide, of all corners of the fan that starts at triangle `first`. */
function mix(out: Float32Array, first: number, from: Float32Array, start: number, width: number): void {
  for (let d = 0; d < width; d++) {
    const a = from[start + d];
    const b = from[start + width + d];
    const c = from[start + 2 * width + d];
    const root = weight[0] * a + weight[1] * b + weight[2] * c;
    let last = weight[3] * a + weight[4] * b + weight[5] * c;
    for (let k = 2, at = 3 * width * first + d; k < count; k++, at += 3 * width) {
      const next = weight[3 * k] * a + weight[3 * k + 1] * b + weight[3 * k + 2] * c;
      out[at] = root;
      out[at + width] = last;
      out[at + 2 * width] = next;
      last = next;
    }
  }
}

function normalise(out: Float32Array, at: number): void {
  const x = out[at];
  const y = out[at + 1];
  const z = out[at + 2];
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0)) return;
  out[at] = x / length;
  out[at + 1] = y / length;
  out[at + 2] = z / length;
}
