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

// Scratch: faces and points as they come, with owner and who is across, and where each goes; they grow.
let owner = new Int32Array(0);
let beyond = new Int32Array(0);
let item = new Int32Array(0); // 2·polygon + side, or −1 − triangle; for points the point
let order = new Int32Array(0);
let sorted = new Int32Array(0);
let tally = new Int32Array(0);

/** Brings a shell up to date with what was broken; nothing happens if it is. Linear in the cracks. Allocates only to grow. */
export function updateShell(shell: Shell, field: FragmentField, forest: SphereForest, known: number): void {
  const { family } = field;
  if (shell.events === family.events.count && shell.known === known) return;
  shell.events = family.events.count;
  shell.known = known;
  const labels = family.fragments.count;
  const faces = listFaces(field, shell.convex);
  sortItems(faces, labels);
  makeGroups(shell, faces, labels);
  shell.face = growColumn(shell.face, FACE_SIZE * faces);
  for (let k = 0; k < faces; k++) writeFace(shell.face, FACE_SIZE * k, field, item[order[k]]);
  const groups = shell.first[labels];
  shell.bound = growColumn(shell.bound, GROUP_SIZE * groups);
  for (let g = 0; g < groups; g++) boundGroup(shell, g);
  const points = listPoints(forest);
  sortItems(points, labels);
  placePoints(shell, points, groups);
}

function reserve(count: number): void {
  if (owner.length >= count) return;
  owner = growColumn(owner, count);
  beyond = growColumn(beyond, count);
  item = growColumn(item, count);
  order = growColumn(order, count);
  sorted = growColumn(sorted, count);
}

/** Lists the present faces of all fragments; returns their number. */
function listFaces({ faces, family }: FragmentField, convex: boolean): number {
  const { label, topology } = family;
  const { tetNode, triangle } = topology;
  const { own, across, first, size, tet } = faces;
  reserve(2 * faces.count + triangle.length);
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
      item[count++] = -1 - t;
    }
  }
  return count;
}

/** Lists the points on cracks. They were inserted two by two: one for either side. */
function listPoints({ baseCount, pointCount, fragment }: SphereForest): number {
  reserve(pointCount - baseCount);
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
function sortItems(count: number, labels: number): void {
  if (tally.length < labels + 2) tally = growColumn(tally, labels + 2);
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
function makeGroups(shell: Shell, count: number, labels: number): void {
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
function placePoints(shell: Shell, count: number, groups: number): void {
  shell.point = growColumn(shell.point, count);
  let k = 0;
  let put = 0;
  for (let l = 0; shell.first[l] < groups; l++) {
    for (let g = shell.first[l]; g < shell.first[l + 1]; g++) {
      shell.pointStart[g] = put;
      while (k < count && isBefore(order[k], l, shell.across[g])) k++;
      while (k < count && owner[order[k]] === l && beyond[order[k]] === shell.across[g]) {
        shell.point[put++] = item[order[k++]];
      }
    }
  }
  shell.pointStart[groups] = put;
}

function isBefore(k: number, label: number, across: number): boolean {
  return owner[k] < label || (owner[k] === label && beyond[k] < across);
}

/** The group of a label's faces towards another, −1 if they have none in common. */
export function findGroup({ first, across }: Shell, label: number, other: number): number {
  for (let g = first[label]; g < first[label + 1]; g++) if (across[g] === other) return g;
  return -1;
}

const corner = new Float64Array(12); // scratch: up to four corners of a face
const normal = new Float64Array(3); // scratch: its normal

function writeFace(out: Float32Array, o: number, { faces, family }: FragmentField, which: number): void {
  let sides = 3;
  if (which >= 0) {
    const from = POLYGON_SIZE * (which >> 1);
    sides = faces.sides[which >> 1];
    const turn = (which & 1) === 0 ? 1 : -1;
    for (let k = 0; k < 3 * sides; k++) corner[k] = faces.geometry[from + k];
    for (let d = 0; d < 3; d++) normal[d] = turn * faces.geometry[from + POLYGON_PLANE + d];
  } else {
    const { positions, triangle } = family.topology;
    for (let c = 0; c < 3; c++) {
      for (let d = 0; d < 3; d++) corner[3 * c + d] = positions[3 * triangle[-1 - which + c] + d];
    }
    setNormal();
  }
  for (let d = 0; d < 3; d++) {
    let middle = 0;
    for (let c = 0; c < sides; c++) middle += corner[3 * c + d];
    out[o + d] = middle / sides;
    out[o + 4 + d] = normal[d];
  }
  let square = 0;
  for (let c = 0; c < sides; c++) {
    const x = corner[3 * c] - out[o];
    const y = corner[3 * c + 1] - out[o + 1];
    const z = corner[3 * c + 2] - out[o + 2];
    square = Math.max(square, x * x + y * y + z * z);
  }
  out[o + 3] = ROUND_UP * Math.sqrt(square);
}

/** The normal of the triangle in `corner`; 0 where it has none. */
function setNormal(): void {
  const ux = corner[3] - corner[0];
  const uy = corner[4] - corner[1];
  const uz = corner[5] - corner[2];
  const vx = corner[6] - corner[0];
  const vy = corner[7] - corner[1];
  const vz = corner[8] - corner[2];
  normal[0] = uy * vz - uz * vy;
  normal[1] = uz * vx - ux * vz;
  normal[2] = ux * vy - uy * vx;
  const length = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  for (let d = 0; d < 3; d++) normal[d] = length > 0 ? normal[d] / length : 0;
}

/** A sphere about all faces of a group, and a cone about their normals. */
function boundGroup({ faceStart, face, bound }: Shell, g: number): void {
  const o = GROUP_SIZE * g;
  const start = FACE_SIZE * faceStart[g];
  const end = FACE_SIZE * faceStart[g + 1];
  const count = (end - start) / FACE_SIZE;
  for (let d = 0; d < 3; d++) {
    let place = 0;
    let turn = 0;
    for (let f = start; f < end; f += FACE_SIZE) {
      place += face[f + d];
      turn += face[f + 4 + d];
    }
    bound[o + d] = place / count;
    normal[d] = turn;
  }
  const length = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  for (let d = 0; d < 3; d++) bound[o + 4 + d] = length > 0 ? normal[d] / length : 0;
  let radius = 0;
  let off = 0;
  for (let f = start; f < end; f += FACE_SIZE) {
    let place = 0;
    let turn = 0;
    for (let d = 0; d < 3; d++) {
      place += (face[f + d] - bound[o + d]) * (face[f + d] - bound[o + d]);
      turn += (face[f + 4 + d] - bound[o + 4 + d]) * (face[f + 4 + d] - bound[o + 4 + d]);
    }
    radius = Math.max(radius, Math.sqrt(place) + face[f + 3]);
    off = Math.max(off, turn);
  }
  bound[o + 3] = ROUND_UP * radius;
  bound[o + 7] = ROUND_UP * Math.sqrt(off);
}
