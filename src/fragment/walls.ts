// The faces of the fragments of a family that changed, by fragment, and in each in the order of the solid's tets: these
// are sorted once a solid, each half at the median of its longest side, so that neighbours stand together. Boxes of faces
// (face-tree.ts) are then cut where the tets were. Listed anew after a break, from the tets that have a face; the lists
// follow from the present cuts alone, whatever was cut first.

import { halveRange, widestAxis } from '../hierarchy/median.ts';
import { growColumn } from '../math/columns.ts';
import { WALL_LEAF } from './constants.ts';
import { LOWEST_CORNER } from './crack-faces.ts';
import type { FragmentField } from './fragment-field.ts';
import type { FamilyTopology } from './topology.ts';

/** The tets of a solid, sorted; shared by all its copies. */
export interface TetOrder {
  readonly tet: Uint32Array; // the order
  readonly code: Uint32Array; // by place in the order: the way to its leaf, a bit for each halving, the first highest
  readonly place: Uint32Array; // a tet: its place in the order
  readonly outer: Int32Array; // by place in the order, 32 a word: 1 if the tet has triangles of the surface
  readonly triangleStart: Uint32Array; // by place in the order: runs of `triangle`
  readonly triangle: Uint32Array; // of the surface
}

/** The faces of a family. Columns are replaced when they grow. */
export interface Walls {
  readonly order: TetOrder;
  readonly faced: Int32Array; // by place in the order, 32 a word: 1 if the tet has faces, of cracks or of the surface
  listed: boolean; // whether the lists are those of the present cuts
  start: Uint32Array; // a label: its faces are [start[l], start[l + 1]); none of those whose boxes were made before
  item: Int32Array; // 2·polygon + side of CrackFaces, or −1 − triangle of the old surface
  code: Uint32Array; // of its tet
}

const orders = new WeakMap<FamilyTopology, TetOrder>();

export function createWalls(topology: FamilyTopology): Walls {
  let order = orders.get(topology);
  if (order === undefined) {
    order = buildTetOrder(topology);
    orders.set(topology, order);
  }
  return {
    order,
    faced: order.outer.slice(),
    listed: false,
    start: new Uint32Array(0),
    item: new Int32Array(0),
    code: new Uint32Array(0),
  };
}

function buildTetOrder({ tetCount, tetNode, positions, triangleFace }: FamilyTopology): TetOrder {
  let leaves = 1;
  while (leaves * WALL_LEAF < tetCount) leaves *= 2;
  const middle = new Float64Array(3 * tetCount); // four times
  for (let t = 0; t < tetCount; t++) {
    for (let c = 4 * t; c < 4 * t + 4; c++) {
      for (let d = 0; d < 3; d++) middle[3 * t + d] += positions[3 * tetNode[c] + d];
    }
  }
  const tet = Uint32Array.from({ length: tetCount }, (_, t) => t);
  const spread = new Float64Array(6);
  const start = new Uint32Array(2 * leaves); // as a heap: the halves of b are 2b and 2b + 1
  const end = new Uint32Array(2 * leaves);
  end[1] = tetCount;
  for (let b = 1; b < leaves; b++) {
    const axis = widestAxis(spread, tet, middle, start[b], end[b]);
    const half = halveRange(tet, middle, start[b], end[b], axis);
    start[2 * b] = start[b];
    end[2 * b] = half;
    start[2 * b + 1] = half;
    end[2 * b + 1] = end[b];
  }
  const code = new Uint32Array(tetCount);
  for (let b = leaves; b < 2 * leaves; b++) code.fill(b - leaves, start[b], end[b]);
  return { tet, code, ...listTriangles(tet, triangleFace) };
}

/** The triangles of the surface by the place of their tet. */
function listTriangles(tet: Uint32Array, triangleFace: Uint32Array) {
  const place = new Uint32Array(tet.length);
  for (let k = 0; k < tet.length; k++) place[tet[k]] = k;
  const outer = new Int32Array((tet.length + 31) >> 5);
  for (const face of triangleFace) outer[place[face >> 2] >> 5] |= 1 << (place[face >> 2] & 31);
  const triangleStart = new Uint32Array(tet.length + 1);
  for (const face of triangleFace) triangleStart[place[face >> 2] + 1]++;
  for (let k = 0; k < tet.length; k++) triangleStart[k + 1] += triangleStart[k];
  const triangle = new Uint32Array(triangleFace.length);
  const cursor = triangleStart.slice();
  for (let t = 0; t < triangleFace.length; t++) triangle[cursor[place[triangleFace[t] >> 2]]++] = t;
  return { place, outer, triangleStart, triangle };
}

/** Notes that the first `count` tets of a list were cut. */
export function noteWalls({ order, faced }: Walls, tets: Uint32Array, count: number): void {
  const { place } = order;
  for (let k = 0; k < count; k++) {
    const at = place[tets[k]];
    faced[at >> 5] |= 1 << (at & 31);
  }
}

// Scratch: faces as they come, with owner and code; they grow to the largest family.
let owner = new Uint32Array(0);
let found = new Int32Array(0);
let codeOf = new Uint32Array(0);
let wanted = new Uint8Array(64); // scratch: a label: 1 if its faces are to be listed

/** The faces of the fragments whose boxes are not those of the family as it is now. Allocates only to grow. */
export function listWalls(field: FragmentField): Walls {
  const { walls, faces, family, faceTrees } = field;
  if (walls.listed) return walls;
  walls.listed = true;
  const labels = family.fragments.count;
  if (wanted.length < labels) wanted = growColumn(wanted, labels);
  for (let l = 0; l < labels; l++) wanted[l] = l < faceTrees.length && faceTrees[l].known ? 0 : 1;
  const most = 2 * faces.count + family.topology.triangle.length + 1; // one more for what does not stay
  if (owner.length < most) {
    owner = new Uint32Array(most);
    found = new Int32Array(most);
    codeOf = new Uint32Array(most);
  }
  const count = findFaces(field);
  if (walls.start.length < labels + 1) walls.start = growColumn(walls.start, labels + 1);
  if (walls.item.length < count) {
    walls.item = new Int32Array(count);
    walls.code = new Uint32Array(count);
  }
  const { start, item, code } = walls;
  // Counted two places on, so that each run's beginning ends up at its place once it is filled.
  start.fill(0);
  for (let k = 0; k < count; k++) start[owner[k]]++;
  let sum = 0;
  for (let l = 0; l <= labels; l++) {
    sum += start[l];
    start[l] = sum;
  }
  for (let k = count - 1; k >= 0; k--) {
    const at = --start[owner[k]];
    item[at] = found[k];
    code[at] = codeOf[k];
  }
  return walls;
}

/** Writes the faces of wanted fragments in the order of the tets to scratch; returns how many. */
function findFaces({ walls, faces, family }: FragmentField): number {
  const { faced, order } = walls;
  const { tet, code, triangleStart, triangle: listed } = order;
  const { label, topology } = family;
  const { tetNode, triangle } = topology;
  const { own, first, size } = faces;
  let count = 0;
  for (let w = 0; w < faced.length; w++) {
    for (let rest = faced[w]; rest !== 0; rest &= rest - 1) {
      const k = 32 * w + 31 - Math.clz32(rest & -rest);
      const t = tet[k];
      for (let f = 2 * first[t], last = f + 2 * size[t]; f < last; f++) {
        if (own[f] === 0) continue;
        const l = label[tetNode[4 * t + LOWEST_CORNER[own[f]]]];
        owner[count] = l;
        codeOf[count] = code[k];
        found[count] = f;
        count += wanted[l];
      }
      for (let n = triangleStart[k]; n < triangleStart[k + 1]; n++) {
        const l0 = label[triangle[3 * listed[n]]];
        const l1 = label[triangle[3 * listed[n] + 1]];
        const l2 = label[triangle[3 * listed[n] + 2]];
        owner[count] = l0;
        codeOf[count] = code[k];
        found[count] = -1 - listed[n];
        count += wanted[l0];
        if (l1 !== l0) {
          owner[count] = l1;
          codeOf[count] = code[k];
          found[count] = -1 - listed[n];
          count += wanted[l1];
        }
        if (l2 !== l0 && l2 !== l1) {
          owner[count] = l2;
          codeOf[count] = code[k];
          found[count] = -1 - listed[n];
          count += wanted[l2];
        }
      }
    }
  }
  return count;
}
