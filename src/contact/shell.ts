// The surface of every fragment of a broken copy, face by face, grouped by who lies across: crack faces by sibling, and
// the old surface. Siblings meet along their common group, and entry-faces.ts looks for faces that turn against a motion.
// Built at the first query after a break; the points of the trees on a crack are listed with its group.

import { LOWEST_CORNER, POLYGON_PLANE, POLYGON_SIZE } from '../fragment/crack-faces.ts';
import type { FragmentField } from '../fragment/fragment-field.ts';
import { growColumn } from '../math/columns.ts';
import type { SphereForest } from '../tree/forest.ts';

/** Numbers a face: the centre and radius of a sphere that holds it, its unit outward normal; one is left free. */
export const FACE_SIZE = 8;
/** Numbers a group: the same of all its faces, and last how far their normals are from that one at most. */
export const GROUP_SIZE = 8;

const ROUND_UP = 1 + 1e-6; // more than rounding to floats takes away, with coordinates of the size of radii
const OUTER = -1; // across the old surface is nobody

/** Made by createShell alone. Columns are replaced when they grow. */
export interface Shell {
  readonly convex: boolean; // of the whole: then no way between fragments goes through the old surface, and it is left out
  events: number; // of the family when it was built
  known: number; // of the collider
  first: Int32Array; // a label: its groups are [first[l], first[l + 1])
  across: Int32Array; // a group: the label across, OUTER for the old surface
  faceStart: Int32Array; // a group: its faces are [faceStart[g], faceStart[g + 1])
  pointStart: Int32Array; // a group: its points are [pointStart[g], pointStart[g + 1])
  bound: Float32Array; // GROUP_SIZE a group
  face: Float32Array; // FACE_SIZE a face
  point: Int32Array; // points of the trees on cracks; each has a twin across, at the same place
}

export function createShell(convex: boolean): Shell {
  return {
    convex,
    events: 0,
    known: 0,
    first: new Int32Array(2),
    across: new Int32Array(0),
    faceStart: new Int32Array(1),
    pointStart: new Int32Array(1),
    bound: new Float32Array(0),
    face: new Float32Array(0),
    point: new Int32Array(0),
  };
}

/** Scratch: faces and points as they come. Made by createShellWork alone; columns grow. */
export interface ShellWork {
  owner: Int32Array;
  beyond: Int32Array; // the label across
  item: Int32Array; // 2·polygon + side, or −1 − triangle; for points the point
  order: Int32Array; // where each goes
  sorted: Int32Array;
  tally: Int32Array; // per label
}

export function createShellWork(): ShellWork {
  return {
    owner: new Int32Array(0),
    beyond: new Int32Array(0),
    item: new Int32Array(0),
    order: new Int32Array(0),
    sorted: new Int32Array(0),
    tally: new Int32Array(0),
  };
}

/** Brings a shell up to date with what was broken; nothing happens if it is. Linear in the cracks. Allocates only to grow. */
export function updateShell(
  work: ShellWork,
  shell: Shell,
  field: FragmentField,
  forest: SphereForest,
  known: number,
): void {
  const { family } = field;
  if (shell.events === family.events.count && shell.known === known) return;
  shell.events = family.events.count;
  shell.known = known;
  const labels = family.fragments.count;
  const faces = listFaces(work, field, shell.convex);
  sortItems(work, faces, labels);
  makeGroups(work, shell, faces, labels);
  shell.face = growColumn(shell.face, FACE_SIZE * faces);
  writeFaces(work, shell.face, field, faces);
  const groups = shell.first[labels];
  shell.bound = growColumn(shell.bound, GROUP_SIZE * groups);
  for (let g = 0; g < groups; g++) boundGroup(shell, g);
  const points = listPoints(work, forest);
  sortItems(work, points, labels);
  placePoints(work, shell, points, groups);
}

function reserve(work: ShellWork, count: number): void {
  if (work.owner.length >= count) return;
  work.owner = growColumn(work.owner, count);
  work.beyond = growColumn(work.beyond, count);
  work.item = growColumn(work.item, count);
  work.order = growColumn(work.order, count);
  work.sorted = growColumn(work.sorted, count);
}

/** Lists the present faces of all fragments; returns their number. */
function listFaces(work: ShellWork, { faces, family }: FragmentField, convex: boolean): number {
  const { label, topology } = family;
  const { tetNode, triangle } = topology;
  const { own, across, first, size, tet } = faces;
  reserve(work, 2 * faces.count + triangle.length);
  const { owner, beyond, item } = work;
  let count = 0;
  for (let g = 0; g < faces.count; g++) {
    const t = tet[g];
    if (g < first[t] || g >= first[t] + size[t]) continue; // cut again since
    for (let side = 0; side < 2; side++) {
      const mask = own[2 * g + side];
      if (mask === 0) continue;
      owner[count] = label[tetNode[4 * t + LOWEST_CORNER[mask]]];
      beyond[count] = label[tetNode[4 * t + LOWEST_CORNER[across[2 * g + side]]]];
      item[count++] = 2 * g + side;
    }
  }
  for (let t = 0; t < triangle.length && !convex; t += 3) {
    for (let c = 0; c < 3; c++) {
      const l = label[triangle[t + c]];
      if (c > 0 && label[triangle[t]] === l) continue;
      if (c > 1 && label[triangle[t + 1]] === l) continue;
      owner[count] = l;
      beyond[count] = OUTER;
      item[count++] = -1 - t / 3;
    }
  }
  return count;
}

/** Lists the points on cracks. They were inserted two by two: one for either side. */
function listPoints(work: ShellWork, { baseCount, pointCount, fragment }: SphereForest): number {
  reserve(work, pointCount - baseCount);
  const { owner, beyond, item } = work;
  let count = 0;
  for (let p = baseCount; p < pointCount; p++) {
    const twin = baseCount + ((p - baseCount) ^ 1);
    if (fragment[p] < 0 || fragment[twin] < 0 || fragment[p] === fragment[twin]) continue;
    owner[count] = fragment[p];
    beyond[count] = fragment[twin];
    item[count++] = p;
  }
  return count;
}

/** Writes to `order` the items by owner, then by who is across, then as they came. */
function sortItems(work: ShellWork, count: number, labels: number): void {
  work.tally = growColumn(work.tally, labels + 2);
  const { owner, beyond, order, sorted, tally } = work;
  tally.fill(0, 0, labels + 2);
  for (let k = 0; k < count; k++) tally[beyond[k] + 2]++;
  for (let l = 0; l <= labels; l++) tally[l + 1] += tally[l];
  for (let k = 0; k < count; k++) sorted[tally[beyond[k] + 1]++] = k;
  tally.fill(0, 0, labels + 2);
  for (let k = 0; k < count; k++) tally[owner[k] + 1]++;
  for (let l = 0; l < labels; l++) tally[l + 1] += tally[l];
  for (let k = 0; k < count; k++) order[tally[owner[sorted[k]]]++] = sorted[k];
}

/** Makes a group of each run of faces with the same owner and the same label across. */
function makeGroups({ owner, beyond, order }: ShellWork, shell: Shell, count: number, labels: number): void {
  shell.first = growColumn(shell.first, labels + 1);
  let groups = 0;
  let label = 0;
  for (let k = 0; k < count; k++) {
    const f = order[k];
    if (k > 0 && owner[order[k - 1]] === owner[f] && beyond[order[k - 1]] === beyond[f]) continue;
    if (shell.across.length < groups + 1) {
      shell.across = growColumn(shell.across, groups + 1);
      shell.faceStart = growColumn(shell.faceStart, shell.across.length + 1);
      shell.pointStart = growColumn(shell.pointStart, shell.across.length + 1);
    }
    while (label <= owner[f]) shell.first[label++] = groups;
    shell.across[groups] = beyond[f];
    shell.faceStart[groups++] = k;
  }
  while (label <= labels) shell.first[label++] = groups;
  shell.faceStart[groups] = count;
}

/** Puts the sorted points with their groups. Those of a group without faces are left out. */
function placePoints(work: ShellWork, shell: Shell, count: number, groups: number): void {
  const { owner, beyond, item, order } = work;
  shell.point = growColumn(shell.point, count);
  let k = 0;
  let put = 0;
  for (let l = 0; shell.first[l] < groups; l++) {
    for (let g = shell.first[l]; g < shell.first[l + 1]; g++) {
      shell.pointStart[g] = put;
      while (k < count && isBefore(work, order[k], l, shell.across[g])) k++;
      while (k < count && owner[order[k]] === l && beyond[order[k]] === shell.across[g]) {
        shell.point[put++] = item[order[k++]];
      }
    }
  }
  shell.pointStart[groups] = put;
}

function isBefore({ owner, beyond }: ShellWork, k: number, label: number, across: number): boolean {
  return owner[k] < label || (owner[k] === label && beyond[k] < across);
}

/** The group of a label's faces towards another, −1 if they have none in common. */
export function findGroup({ first, across }: Shell, label: number, other: number): number {
  for (let g = first[label]; g < first[label + 1]; g++) if (across[g] === other) return g;
  return -1;
}

/** Writes the sorted faces, a polygon at a time: most are faces of both of their sides. */
function writeFaces(
  { item, order, sorted }: ShellWork,
  face: Float32Array,
  { faces, triangles }: FragmentField,
  count: number,
): void {
  const { geometry, sides } = faces;
  for (let k = 0; k < count; k++) sorted[order[k]] = FACE_SIZE * k;
  for (let k = 0; k < count; k++) {
    const which = item[k];
    const to = sorted[k];
    if (which < 0) {
      writeFace(face, to, triangles, POLYGON_SIZE * (-1 - which), 3, 1);
      continue;
    }
    writeFace(face, to, geometry, POLYGON_SIZE * (which >> 1), sides[which >> 1], 1 - 2 * (which & 1));
    if ((which & 1) === 1 || k + 1 === count || item[k + 1] !== which + 1) continue;
    const across = sorted[++k];
    for (let n = 0; n < 4; n++) face[across + n] = face[to + n];
    for (let n = 4; n < 7; n++) face[across + n] = -face[to + n];
  }
}

/** Writes the polygon at from[o…] of so many corners to face[to…], its normal turned about if `turn` is −1. */
function writeFace(
  face: Float32Array,
  to: number,
  from: Float64Array,
  o: number,
  corners: number,
  turn: number,
): void {
  let x = from[o] + from[o + 3] + from[o + 6];
  let y = from[o + 1] + from[o + 4] + from[o + 7];
  let z = from[o + 2] + from[o + 5] + from[o + 8];
  if (corners === 4) {
    x += from[o + 9];
    y += from[o + 10];
    z += from[o + 11];
  }
  face[to] = x / corners;
  face[to + 1] = y / corners;
  face[to + 2] = z / corners;
  x = face[to]; // as rounded
  y = face[to + 1];
  z = face[to + 2];
  let square = 0;
  for (let c = o; c < o + POLYGON_PLANE; c += 3) {
    const dx = from[c] - x;
    const dy = from[c + 1] - y;
    const dz = from[c + 2] - z;
    const d = dx * dx + dy * dy + dz * dz;
    if (d > square) square = d;
  }
  face[to + 3] = ROUND_UP * Math.sqrt(square);
  face[to + 4] = turn * from[o + POLYGON_PLANE];
  face[to + 5] = turn * from[o + POLYGON_PLANE + 1];
  face[to + 6] = turn * from[o + POLYGON_PLANE + 2];
}

/** A sphere about all faces of a group, and a cone about their normals. */
function boundGroup({ faceStart, face, bound }: Shell, g: number): void {
  const o = GROUP_SIZE * g;
  const start = FACE_SIZE * faceStart[g];
  const end = FACE_SIZE * faceStart[g + 1];
  const count = (end - start) / FACE_SIZE;
  let x = 0;
  let y = 0;
  let z = 0;
  let nx = 0;
  let ny = 0;
  let nz = 0;
  for (let f = start; f < end; f += FACE_SIZE) {
    x += face[f];
    y += face[f + 1];
    z += face[f + 2];
    nx += face[f + 4];
    ny += face[f + 5];
    nz += face[f + 6];
  }
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  bound[o] = x / count;
  bound[o + 1] = y / count;
  bound[o + 2] = z / count;
  bound[o + 4] = length > 0 ? nx / length : 0;
  bound[o + 5] = length > 0 ? ny / length : 0;
  bound[o + 6] = length > 0 ? nz / length : 0;
  x = bound[o]; // as rounded
  y = bound[o + 1];
  z = bound[o + 2];
  nx = bound[o + 4];
  ny = bound[o + 5];
  nz = bound[o + 6];
  let radius = 0;
  let off = 0;
  for (let f = start; f < end; f += FACE_SIZE) {
    const px = face[f] - x;
    const py = face[f + 1] - y;
    const pz = face[f + 2] - z;
    const tx = face[f + 4] - nx;
    const ty = face[f + 5] - ny;
    const tz = face[f + 6] - nz;
    const far = Math.sqrt(px * px + py * py + pz * pz) + face[f + 3];
    const turn = tx * tx + ty * ty + tz * tz;
    if (far > radius) radius = far;
    if (turn > off) off = turn;
  }
  bound[o + 3] = ROUND_UP * radius;
  bound[o + 7] = ROUND_UP * Math.sqrt(off);
}
