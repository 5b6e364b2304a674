// Fewer triangles for what is drawn. The surface of a piece has a vertex wherever an edge of a tet is cut, and its old
// surface those that meshing added; most of them lie in a plane or on a straight edge and show nothing. They are taken
// out, one after the other: a vertex goes to a neighbour that lies in the planes of all its triangles. The surface stays
// closed, groups and seams of texture coordinates stay where they are. What collides is not touched.

import { growColumn } from '../math/columns.ts';
import { copyCorner, isMixed, isSame, squareBetween } from './corner-look.ts';
import { dressCracks } from './dress-cracks.ts';
import type { FragmentMesh } from './extract.ts';

const ROUNDS = 4; // over all vertices; what the fourth finds is less than 1 %
const RING = 32; // triangles around a vertex, beyond which it stays
const TURN = 0.94; // cosine by which a triangle may turn
const INSIDE = 1 / 3; // of what a crack moves counts: it is rough, and what was cut keeps off nodes by bumps

// Scratch. Corner c = 3·triangle + k is where a triangle meets its vertex k; dead triangles have `alive` 0.
let head = new Int32Array(0); // first corner of each vertex
let next = new Int32Array(0); // the one after a corner at the same vertex
let alive = new Uint8Array(0);
let error = new Float64Array(0); // by how much a vertex stands for others, metres
let fresh = new Uint8Array(0); // vertices that were not tried since their neighbours changed
let stamp = new Int32Array(0); // rounds in which a vertex was marked
let mark = 0;
let number = new Int32Array(0); // of vertices that stay
const corner = new Int32Array(RING); // the corners of a vertex, in order around it
const ring = new Int32Array(RING); // the neighbour that each begins with
const normal = new Float64Array(3 * RING); // of its triangle, of unit length
let sides = 0; // how many there are
const seam = new Int32Array(2); // where in the ring attributes part
let seams = 0;
const weight = new Float64Array(3);

/**
 * Takes vertices out of a dressed mesh that move its surface by no more than `tolerance`, metres, and returns how many
 * triangles went; cracks may move by three times that. Texture coordinates slip by at most four tolerances, normals turn by at most 10°. Closed stays closed.
 * Deterministic; takes time in proportion to the mesh.
 */
export function lightenFragment(mesh: FragmentMesh, tolerance: number): number {
  if (!mesh.dressed) throw new Error('the mesh has no attributes: use extractFragment');
  const before = mesh.triangleCount;
  link(mesh);
  for (let round = 0; round < ROUNDS; round++) {
    let gone = 0;
    for (let u = 0; u < mesh.vertexCount; u++) {
      if (fresh[u] === 0) continue;
      fresh[u] = 0;
      if (removeVertex(mesh, u, tolerance)) gone++;
    }
    if (gone < mesh.vertexCount / 200) break;
  }
  compact(mesh);
  dressCracks(mesh);
  return before - mesh.triangleCount;
}

/** Lists the corners of each vertex. */
function link({ vertexCount, triangleCount, indices }: FragmentMesh): void {
  head = growColumn(head, vertexCount);
  error = growColumn(error, vertexCount);
  stamp = growColumn(stamp, vertexCount);
  number = growColumn(number, vertexCount);
  next = growColumn(next, 3 * triangleCount);
  alive = growColumn(alive, triangleCount);
  head.fill(-1, 0, vertexCount);
  error.fill(0, 0, vertexCount);
  fresh = growColumn(fresh, vertexCount);
  fresh.fill(1, 0, vertexCount);
  stamp.fill(0, 0, vertexCount);
  mark = 0;
  alive.fill(1, 0, triangleCount);
  for (let c = 3 * triangleCount - 1; c >= 0; c--) {
    next[c] = head[indices[c]];
    head[indices[c]] = c;
  }
}

const after = (c: number): number => (c % 3 === 2 ? c - 2 : c + 1);
const before = (c: number): number => (c % 3 === 0 ? c + 2 : c - 1);

/** Moves a vertex to the closest neighbour that can stand for it; false if none can. */
function removeVertex(mesh: FragmentMesh, u: number, tolerance: number): boolean {
  if (!walkRing(mesh, u)) return false;
  findSeams(mesh);
  if (seams !== 0 && seams !== 2) return false;
  measureNormals(mesh, u);
  let best = -1;
  let shortest = Infinity;
  let off = 0;
  for (let k = 0; k < (seams === 2 ? 2 : sides); k++) {
    const j = seams === 2 ? seam[k] : k;
    const length = squareBetween(mesh, u, ring[j]);
    if (length >= shortest) continue;
    const moved = error[u] + measureMove(mesh, u, j);
    if (!(moved <= tolerance) || !isOpen(mesh, u, j) || !keepsLook(mesh, u, j, tolerance)) continue;
    best = j;
    shortest = length;
    off = moved;
  }
  if (best < 0) return false;
  collapse(mesh, u, best);
  for (let k = 0; k < sides; k++) fresh[ring[k]] = 1;
  error[ring[best]] = Math.max(error[ring[best]], off);
  return true;
}

/** Writes the corners of a vertex in order; false where they are no single ring, or too many. */
function walkRing({ indices }: FragmentMesh, u: number): boolean {
  let count = 0;
  for (let c = head[u]; c >= 0; c = next[c]) {
    if (count === RING) return false;
    corner[count++] = c;
  }
  sides = count;
  if (count < 3) return false;
  for (let k = 0; k < count; k++) {
    ring[k] = indices[after(corner[k])];
    if (k === count - 1) break;
    const end = indices[before(corner[k])];
    let found = k + 1;
    while (found < count && indices[after(corner[found])] !== end) found++;
    if (found === count) return false;
    const swap = corner[k + 1];
    corner[k + 1] = corner[found];
    corner[found] = swap;
  }
  return indices[before(corner[count - 1])] === ring[0];
}

/** Finds where around a vertex its attributes part: `seam` holds places in the ring. */
function findSeams(mesh: FragmentMesh): void {
  seams = 0;
  for (let k = 0; k < sides; k++) {
    if (isSame(mesh, corner[k === 0 ? sides - 1 : k - 1], corner[k])) continue;
    if (seams < 2) seam[seams] = k;
    seams++;
  }
}

function measureNormals({ positions: p, indices }: FragmentMesh, u: number): void {
  const o = 3 * u;
  for (let k = 0; k < sides; k++) {
    const a = 3 * ring[k];
    const b = 3 * indices[before(corner[k])];
    const ax = p[a] - p[o];
    const ay = p[a + 1] - p[o + 1];
    const az = p[a + 2] - p[o + 2];
    const bx = p[b] - p[o];
    const by = p[b + 1] - p[o + 1];
    const bz = p[b + 2] - p[o + 2];
    const x = ay * bz - az * by;
    const y = az * bx - ax * bz;
    const z = ax * by - ay * bx;
    const size = Math.sqrt(x * x + y * y + z * z);
    const scale = size > 0 ? 1 / size : 0;
    normal[3 * k] = x * scale;
    normal[3 * k + 1] = y * scale;
    normal[3 * k + 2] = z * scale;
  }
}

/** How far the surface moves when u goes to neighbour j; infinite where a triangle would turn over or vanish. */
function measureMove({ positions: p, indices, outerCount }: FragmentMesh, u: number, j: number): number {
  const inner = 3 * outerCount; // corners from here on are those of cracks
  const v = 3 * ring[j];
  const vx = p[v] - p[3 * u];
  const vy = p[v + 1] - p[3 * u + 1];
  const vz = p[v + 2] - p[3 * u + 2];
  let most = 0;
  for (let k = 0; k < sides; k++) {
    if (k === j || k === (j === 0 ? sides - 1 : j - 1)) continue; // these two go
    const n = 3 * k;
    const off = Math.abs(normal[n] * vx + normal[n + 1] * vy + normal[n + 2] * vz);
    const apart = corner[k] >= inner ? INSIDE * off : off;
    if (apart > most) most = apart;
    const a = 3 * ring[k];
    const b = 3 * indices[before(corner[k])];
    const ax = p[a] - p[v];
    const ay = p[a + 1] - p[v + 1];
    const az = p[a + 2] - p[v + 2];
    const bx = p[b] - p[v];
    const by = p[b + 1] - p[v + 1];
    const bz = p[b + 2] - p[v + 2];
    const x = ay * bz - az * by;
    const y = az * bx - ax * bz;
    const z = ax * by - ay * bx;
    const size = Math.sqrt(x * x + y * y + z * z);
    const along = normal[n] * x + normal[n + 1] * y + normal[n + 2] * z;
    const longest = Math.max(ax * ax + ay * ay + az * az, bx * bx + by * by + bz * bz);
    if (!(along > TURN * size && size > 1e-4 * longest)) return Infinity;
  }
  return most;
}

/** Whether u and its neighbour j have only the two neighbours in common that their two triangles have. */
function isOpen({ indices }: FragmentMesh, u: number, j: number): boolean {
  mark++;
  for (let k = 0; k < sides; k++) stamp[ring[k]] = mark;
  const v = ring[j];
  let common = 0;
  for (let c = head[v]; c >= 0; c = next[c]) {
    const a = indices[after(c)];
    const b = indices[before(c)];
    if (a !== u && stamp[a] === mark) common++;
    if (sides === 3 && a !== u && b !== u && stamp[a] === mark && stamp[b] === mark) return false; // a tetrahedron
  }
  return common === 2;
}

/** Whether what is seen at u stays the same when u goes to neighbour j. */
function keepsLook(mesh: FragmentMesh, u: number, j: number, tolerance: number): boolean {
  const left = corner[j === 0 ? sides - 1 : j - 1]; // the triangle before the edge to j, and the one after it
  const right = corner[j];
  if (seams === 0) {
    const v = after(right);
    if (!isSame(mesh, before(left), v)) return false;
    if (right >= 3 * mesh.outerCount) return true;
    const k = findUnder(mesh, u, j);
    if (k < 0) return false;
    return isMixed(mesh, weight, right, v, after(corner[k]), before(corner[k]), tolerance);
  }
  // u lies between j and the other end of the seam: it must be straight, and look alike on both sides.
  const other = j === seam[0] ? seam[1] : seam[0];
  if (!weighEdge(mesh, u, ring[j], ring[other], tolerance)) return false;
  const back = corner[other === 0 ? sides - 1 : other - 1];
  return (
    isMixed(mesh, weight, right, after(right), before(back), before(back), tolerance) &&
    isMixed(mesh, weight, left, before(left), after(corner[other]), after(corner[other]), tolerance)
  );
}

/** The triangle around u that covers it once u has gone to neighbour j, with `weight` of its corners; −1 if none does. */
function findUnder(mesh: FragmentMesh, u: number, j: number): number {
  const { positions: p, indices } = mesh;
  const v = ring[j];
  for (let k = 0; k < sides; k++) {
    if (k === j || k === (j === 0 ? sides - 1 : j - 1)) continue;
    const a = ring[k];
    const b = indices[before(corner[k])];
    const wa = areaAlong(p, u, b, v, k);
    const wb = areaAlong(p, u, v, a, k);
    const wv = areaAlong(p, u, a, b, k);
    const sum = wa + wb + wv;
    const slack = -1e-6 * sum;
    if (!(sum > 0 && wa >= slack && wb >= slack && wv >= slack)) continue;
    weight[0] = wv / sum;
    weight[1] = wa / sum;
    weight[2] = wb / sum;
    return k;
  }
  return -1;
}

/** Twice the area of a triangle as seen along the normal of side k. */
function areaAlong(p: Float64Array, i: number, j: number, l: number, k: number): number {
  const ax = p[3 * j] - p[3 * i];
  const ay = p[3 * j + 1] - p[3 * i + 1];
  const az = p[3 * j + 2] - p[3 * i + 2];
  const bx = p[3 * l] - p[3 * i];
  const by = p[3 * l + 1] - p[3 * i + 1];
  const bz = p[3 * l + 2] - p[3 * i + 2];
  return (
    normal[3 * k] * (ay * bz - az * by) +
    normal[3 * k + 1] * (az * bx - ax * bz) +
    normal[3 * k + 2] * (ax * by - ay * bx)
  );
}

/** Whether u lies on the straight way from v to w; `weight` says where. */
function weighEdge({ positions: p }: FragmentMesh, u: number, v: number, w: number, limit: number): boolean {
  const x = p[3 * w] - p[3 * v];
  const y = p[3 * w + 1] - p[3 * v + 1];
  const z = p[3 * w + 2] - p[3 * v + 2];
  const rx = p[3 * u] - p[3 * v];
  const ry = p[3 * u + 1] - p[3 * v + 1];
  const rz = p[3 * u + 2] - p[3 * v + 2];
  const s = (rx * x + ry * y + rz * z) / (x * x + y * y + z * z);
  if (!(s >= 0 && s <= 1)) return false;
  weight[0] = 1 - s;
  weight[1] = s;
  weight[2] = 0;
  const dx = rx - s * x;
  const dy = ry - s * y;
  const dz = rz - s * z;
  return dx * dx + dy * dy + dz * dz <= limit * limit;
}

/** Moves u to neighbour j: two triangles go, the others take the place and the look of j, each on its side of a seam. */
function collapse(mesh: FragmentMesh, u: number, j: number): void {
  const { indices } = mesh;
  const last = j === 0 ? sides - 1 : j - 1;
  const [right, left] = [after(corner[j]), before(corner[last])];
  const other = seams === 2 ? (j === seam[0] ? seam[1] : seam[0]) : -1;
  const v = ring[j];
  let from = right; // up to the other end of the seam; then the look of the other side
  for (let n = 1; n < sides - 1; n++) {
    const k = (j + n) % sides;
    if (k === other) from = left;
    const c = corner[k];
    copyCorner(mesh, c, from);
    indices[c] = v;
    next[c] = head[v];
    head[v] = c;
  }
  head[u] = -1;
  for (const gone of [Math.floor(corner[j] / 3), Math.floor(corner[last] / 3)]) {
    alive[gone] = 0;
    for (let c = 3 * gone; c < 3 * gone + 3; c++) if (indices[c] !== u) unlink(indices[c], c);
  }
}

function unlink(v: number, c: number): void {
  if (head[v] === c) {
    head[v] = next[c];
    return;
  }
  let at = head[v];
  while (next[at] !== c) at = next[at];
  next[at] = next[c];
}

/** Closes the gaps that triangles and vertices left, in order. */
function compact(mesh: FragmentMesh): void {
  const { positions, point, indices, origin, groups } = mesh;
  let vertices = 0;
  for (let v = 0; v < mesh.vertexCount; v++) {
    if (head[v] < 0) continue;
    for (let k = 0; k < 3; k++) positions[3 * vertices + k] = positions[3 * v + k];
    point[vertices] = point[v];
    number[v] = vertices++;
  }
  let triangles = 0;
  let outer = 0;
  for (let t = 0; t < mesh.triangleCount; t++) {
    if (alive[t] === 0) continue;
    for (let k = 0; k < 3; k++) {
      indices[3 * triangles + k] = number[indices[3 * t + k]];
      copyCorner(mesh, 3 * triangles + k, 3 * t + k);
    }
    origin[triangles] = origin[t];
    groups[triangles] = groups[t];
    triangles++;
    if (t < mesh.outerCount) outer++;
  }
  mesh.vertexCount = vertices;
  mesh.triangleCount = triangles;
  mesh.outerCount = outer;
}
