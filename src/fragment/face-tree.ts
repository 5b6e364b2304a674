// The faces of a fragment in boxes within boxes, for distances from outside, rays and sweeps: crack faces on its side, and
// triangles of the old surface. Made of one fragment at a time, when somebody first asks, in time about linear in its
// faces; copies of a solid that is whole share one.

import { crossEdges } from '../geometry/triangle.ts';
import { halveRange, widestAxis } from '../hierarchy/median.ts';
import { growColumn } from '../math/columns.ts';
import type { Changes } from './changes.ts';
import { FACE_LEAF } from './constants.ts';
import { LOWEST_CORNER, POLYGON_PLANE, POLYGON_SIZE } from './crack-faces.ts';
import type { FragmentField } from './fragment-field.ts';
import type { FamilyTopology } from './topology.ts';

/** Faces of one fragment, in the order of the boxes. Columns hold at least `count` faces and are replaced when they grow. */
export interface FaceTree {
  readonly whole: boolean; // whether they are those of a whole solid, which all copies share
  known: boolean; // whether they are those of the fragment as it is
  count: number;
  item: Int32Array; // 2·polygon + side of CrackFaces, or −1 − triangle of the old surface
  shared: Uint8Array; // 1 for a triangle of which a part is another fragment's
  sides: Uint8Array; // 3 or 4 corners
  geometry: Float64Array; // as CrackFaces has it
  box: Float64Array; // a box: min xyz, max xyz; box 0 holds all, and the first half of a box comes right behind it
  next: Int32Array; // a box: where its second half is, 0 if it is not cut in two
  first: Int32Array; // a box: its faces are [first, last)
  last: Int32Array;
  boxes: number; // how many
  normals: Float64Array; // a box: min xyz, max xyz of the outward normals in it; once `faced`
  faced: boolean;
}

function createFaceTree(whole: boolean): FaceTree {
  return {
    whole,
    known: false,
    count: 0,
    item: new Int32Array(0),
    shared: new Uint8Array(0),
    sides: new Uint8Array(0),
    geometry: new Float64Array(0),
    box: new Float64Array(0),
    next: new Int32Array(0),
    first: new Int32Array(0),
    last: new Int32Array(0),
    boxes: 0,
    normals: new Float64Array(0),
    faced: false,
  };
}

const wholes = new WeakMap<FamilyTopology, FaceTree>(); // of solids that were asked before they broke

function wholeOf(topology: FamilyTopology): FaceTree {
  let tree = wholes.get(topology);
  if (tree === undefined) {
    tree = createFaceTree(true);
    wholes.set(topology, tree);
  }
  return tree;
}

/** The faces of a fragment as it is now. Allocates only for a fragment that is new or has grown more faces. */
export function faceTreeOf(field: FragmentField, label: number): FaceTree {
  const { faceTrees, family } = field;
  if (faceTrees.length === 0 && family.events.count === 0) faceTrees.push(wholeOf(family.topology));
  while (faceTrees.length <= label) faceTrees.push(createFaceTree(false));
  const of = faceTrees[label];
  if (of.known) return of;
  of.known = true;
  of.faced = false;
  of.count = listFaces(field, label);
  measureFaces(of.count, field);
  buildBoxes(of);
  placeFaces(of, field);
  return of;
}

/** 1 if the plane of a face looks outward, −1 if the fragment is on its front. */
export function sideOf({ item }: FaceTree, k: number): number {
  return item[k] >= 0 && (item[k] & 1) === 1 ? -1 : 1;
}

/** Forgets the trees of fragments that were split, or have a face in a tet that was cut. */
export function forgetFaceTrees({ faceTrees, family }: FragmentField, changes: Changes): void {
  const { tet, tetCount, parent, parentCount } = changes;
  const { label, topology } = family;
  for (let k = 0; k < parentCount; k++) forget(faceTrees, parent[k]); // loose parts come apart without a cut
  for (let k = 0; faceTrees.length > 0 && k < tetCount; k++) {
    for (let c = 0; c < 4; c++) forget(faceTrees, label[topology.tetNode[4 * tet[k] + c]]);
  }
}

function forget(trees: FaceTree[], label: number): void {
  if (label >= trees.length) return;
  if (trees[label].whole) trees[label] = createFaceTree(false);
  trees[label].known = false;
}

// Scratch: of the faces as they were listed; they grow to the largest fragment.
let order = new Uint32Array(0);
const spread = new Float64Array(6); // least and largest middle
let extent = new Float64Array(0); // min xyz, max xyz of each
let middle = new Float64Array(0); // xyz of each, doubled
let items = new Int32Array(0); // items
let sharing = new Uint8Array(0); // whether shared
const corner = new Float64Array(12); // scratch: four corners of a face
const normal = new Float64Array(3); // scratch: across a face

/** Lists the faces of a fragment by its nodes, which is the same order whatever was cut first; returns how many. */
function listFaces(field: FragmentField, label: number): number {
  const { family, faces } = field;
  const { node, fragments, cracked, label: labelOf, topology } = family;
  const { cornerStart, corner: corners, surfaceCount, halfStart, half, triangle } = topology;
  const { own, first, size } = faces;
  const start = fragments.start[label];
  const end = start + fragments.nodeCount[label];
  let count = 0;
  for (let n = start; n < end; n++) {
    const i = node[n];
    for (let k = cornerStart[i]; cracked[i] === 1 && k < cornerStart[i + 1]; k++) {
      const t = corners[k] >> 2;
      for (let f = 2 * first[t], last = f + 2 * size[t]; f < last; f++) {
        if (own[f] !== 0 && LOWEST_CORNER[own[f]] === (corners[k] & 3)) listFace(count++, f, 0);
      }
    }
    if (i >= surfaceCount) continue;
    for (let k = halfStart[i]; k < halfStart[i + 1]; k++) {
      const t = 3 * (half[k] >> 2);
      const c = half[k] & 3;
      let others = 0;
      let listed = false; // at an earlier corner
      for (let d = 0; d < 3; d++) {
        if (labelOf[triangle[t + d]] !== label) others++;
        else if (d < c) listed = true;
      }
      if (!listed) listFace(count++, -1 - (half[k] >> 2), others > 0 ? 1 : 0);
    }
  }
  return count;
}

function listFace(k: number, item: number, shared: number): void {
  if (items.length <= k) {
    items = growColumn(items, k + 256);
    sharing = growColumn(sharing, items.length);
  }
  items[k] = item;
  sharing[k] = shared;
}

/** Writes the corners of a face to `corner`; a triangle repeats its third. */
function setCorners({ faces, family }: FragmentField, item: number): void {
  if (item >= 0) {
    const from = POLYGON_SIZE * (item >> 1);
    for (let k = 0; k < 12; k++) corner[k] = faces.geometry[from + k];
    return;
  }
  const { positions, triangle } = family.topology;
  for (let c = 0; c < 4; c++) {
    const from = 3 * triangle[-3 * (item + 1) + Math.min(c, 2)];
    corner[3 * c] = positions[from];
    corner[3 * c + 1] = positions[from + 1];
    corner[3 * c + 2] = positions[from + 2];
  }
}

/** Measures the boxes and middles of the faces as they were listed. */
function measureFaces(count: number, field: FragmentField): void {
  if (order.length < count) {
    order = new Uint32Array(items.length);
    middle = new Float64Array(3 * items.length);
    extent = new Float64Array(6 * items.length);
  }
  for (let k = 0; k < count; k++) {
    order[k] = k;
    setCorners(field, items[k]);
    for (let d = 0; d < 3; d++) {
      const low = Math.min(corner[d], corner[3 + d], corner[6 + d], corner[9 + d]);
      const high = Math.max(corner[d], corner[3 + d], corner[6 + d], corner[9 + d]);
      extent[6 * k + d] = low;
      extent[6 * k + 3 + d] = high;
      middle[3 * k + d] = low + high;
    }
  }
}

let stack = new Int32Array(96); // boxes to be cut: whose second half each is, and where its faces begin and end

/** Sorts the faces into boxes, each cut at the median of its longest side, and fits these. */
function buildBoxes(tree: FaceTree): void {
  const { count } = tree;
  const boxes = Math.max(1, count); // those that are not cut hold two faces at least
  if (tree.next.length < boxes) {
    tree.next = new Int32Array(boxes);
    tree.first = new Int32Array(boxes);
    tree.last = new Int32Array(boxes);
    tree.box = new Float64Array(6 * boxes);
  }
  const { next, first, last, box } = tree;
  let made = 0;
  let depth = 1;
  stack[0] = -1;
  stack[1] = 0;
  stack[2] = count;
  while (depth > 0) {
    depth--;
    const above = stack[3 * depth];
    const from = stack[3 * depth + 1];
    const to = stack[3 * depth + 2];
    const b = made++;
    if (above >= 0) next[above] = b;
    next[b] = 0;
    first[b] = from;
    last[b] = to;
    if (to - from <= FACE_LEAF) continue;
    const half = halveRange(order, middle, from, to, widestAxis(spread, order, middle, from, to));
    if (stack.length < 3 * depth + 6) stack = growColumn(stack, 3 * depth + 6);
    stack[3 * depth] = b;
    stack[3 * depth + 1] = half;
    stack[3 * depth + 2] = to;
    stack[3 * depth + 3] = -1;
    stack[3 * depth + 4] = from;
    stack[3 * depth + 5] = half;
    depth += 2;
  }
  tree.boxes = made;
  // Halves come behind what they are halves of.
  for (let b = made - 1; b >= 0; b--) {
    const halves = next[b] > 0;
    const from = halves ? 0 : first[b];
    const to = halves ? 2 : last[b];
    for (let d = 0; d < 3; d++) {
      let low = Infinity;
      let high = -Infinity;
      for (let k = from; k < to; k++) {
        const o = halves ? 6 * (k === 0 ? b + 1 : next[b]) : 6 * order[k];
        const of = halves ? box : extent;
        if (of[o + d] < low) low = of[o + d];
        if (of[o + 3 + d] > high) high = of[o + 3 + d];
      }
      box[6 * b + d] = low;
      box[6 * b + 3 + d] = high;
    }
  }
}

/** Writes the faces in the order of the boxes. */
function placeFaces(tree: FaceTree, field: FragmentField): void {
  const { faces } = field;
  const { count } = tree;
  if (tree.item.length < count) {
    tree.item = new Int32Array(count);
    tree.shared = new Uint8Array(count);
    tree.sides = new Uint8Array(count);
    tree.geometry = new Float64Array(POLYGON_SIZE * count);
  }
  const { item, shared, sides, geometry } = tree;
  for (let k = 0; k < count; k++) {
    const which = items[order[k]];
    const o = POLYGON_SIZE * k;
    item[k] = which;
    shared[k] = sharing[order[k]];
    setCorners(field, which);
    for (let c = 0; c < 12; c++) geometry[o + c] = corner[c];
    if (which >= 0) {
      sides[k] = faces.sides[which >> 1];
      const from = POLYGON_SIZE * (which >> 1);
      for (let d = POLYGON_PLANE; d < POLYGON_SIZE; d++) geometry[o + d] = faces.geometry[from + d];
    } else {
      sides[k] = 3;
      setPlane(geometry, o);
    }
  }
}

/** The plane of the triangle at g[o…]; of one without an area, no normal. */
function setPlane(g: Float64Array, o: number): void {
  crossEdges(normal, 0, g, o, o + 3, o + 6);
  const x = normal[0];
  const y = normal[1];
  const z = normal[2];
  const length = Math.sqrt(x * x + y * y + z * z);
  const scale = length > 0 ? 1 / length : 0;
  const p = o + POLYGON_PLANE;
  g[p] = x * scale;
  g[p + 1] = y * scale;
  g[p + 2] = z * scale;
  g[p + 3] = g[p] * g[o] + g[p + 1] * g[o + 1] + g[p + 2] * g[o + 2];
}
