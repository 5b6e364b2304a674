// The faces of a fragment in boxes within boxes, for distances from outside, rays and sweeps: crack faces on its side, and
// triangles of the old surface. Made of one fragment at a time, when somebody first asks. A whole's are cut at medians,
// once a solid; those of a fragment come in the order of the solid's tets (walls.ts), so that nothing is sorted.

import { crossEdges } from '../geometry/triangle.ts';
import { halveRange, widestAxis } from '../hierarchy/median.ts';
import { growColumn } from '../math/columns.ts';
import type { Changes } from './changes.ts';
import { FACE_LEAF } from './constants.ts';
import { POLYGON_PLANE, POLYGON_SIZE, SPAN_SIZE, writeSpan } from './crack-faces.ts';
import type { FragmentField } from './fragment-field.ts';
import type { FamilyTopology } from './topology.ts';
import { listWalls } from './walls.ts';

/** Faces of one fragment, in the order of the boxes. Their geometry is that of CrackFaces and of OldSurface. */
export interface FaceTree {
  readonly whole: boolean; // whether they are those of a whole solid, which all copies share
  known: boolean; // whether they are those of the fragment as it is
  count: number;
  item: Int32Array; // 2·polygon + side of CrackFaces, or −1 − triangle of the old surface
  boxes: number; // how many; box 0 holds all, and the first half of a box comes right behind it
  box: Float32Array; // a box: min xyz, max xyz, rounded outward
  normals: Float32Array; // a box: min xyz, max xyz of the outward normals in it, rounded outward
  next: Int32Array; // a box: where its second half is, 0 if it is not cut in two
  first: Int32Array; // a box: its faces are [first, last)
  last: Int32Array;
}

export function createFaceTree(whole: boolean): FaceTree {
  return {
    whole,
    known: false,
    count: 0,
    item: new Int32Array(0),
    boxes: 0,
    box: new Float32Array(0),
    normals: new Float32Array(0),
    next: new Int32Array(0),
    first: new Int32Array(0),
    last: new Int32Array(0),
  };
}

/** What all copies of a solid share. */
interface OldSurface {
  readonly tree: FaceTree; // of the whole
  readonly geometry: Float64Array; // of its triangles, as CrackFaces has it
  readonly span: Float32Array; // likewise
}

const surfaces = new WeakMap<FamilyTopology, OldSurface>();

/** The triangles of a solid; made when somebody first asks. */
function oldSurfaceOf(topology: FamilyTopology): OldSurface {
  let surface = surfaces.get(topology);
  if (surface === undefined) {
    const geometry = placeTriangles(topology);
    const span = new Float32Array((SPAN_SIZE * geometry.length) / POLYGON_SIZE);
    for (let g = 0, o = 0; g < geometry.length; g += POLYGON_SIZE, o += SPAN_SIZE)
      writeSpan(span, o, geometry, g);
    surface = { tree: createFaceTree(true), geometry, span };
    buildWhole(surface, topology);
    surfaces.set(topology, surface);
  }
  return surface;
}

/** The triangles of a solid as polygons: POLYGON_SIZE numbers each, as CrackFaces has them. */
export function trianglesOf(topology: FamilyTopology): Float64Array {
  return oldSurfaceOf(topology).geometry;
}

/** The faces of a fragment as it is now. Allocates only for a fragment that is new or has grown more faces. */
export function faceTreeOf(field: FragmentField, label: number): FaceTree {
  const { faceTrees, family } = field;
  if (faceTrees.length === 0 && family.events.count === 0) faceTrees.push(oldSurfaceOf(family.topology).tree);
  while (faceTrees.length <= label) faceTrees.push(createFaceTree(false));
  const tree = faceTrees[label];
  if (tree.known) return tree;
  const { start, item, code } = listWalls(field);
  tree.known = true;
  cutByCode(code, start[label], start[label + 1]);
  fillTree(tree, item, start[label], start[label + 1], field.faces.span, oldSurfaceOf(family.topology).span);
  return tree;
}

/** Forgets the trees of fragments that were split, or have a face in a tet that was cut. */
export function forgetFaceTrees({ faceTrees, walls, family }: FragmentField, changes: Changes): void {
  const { tet, tetCount, parent, parentCount } = changes;
  const { label, topology } = family;
  if (parentCount + tetCount > 0) walls.listed = false;
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

// Scratch: the boxes of a tree under way; they grow to the largest fragment.
let made = 0;
let second = new Int32Array(64); // FaceTree.next
let begin = new Int32Array(64); // FaceTree.first
let finish = new Int32Array(64); // FaceTree.last
let stack = new Int32Array(96); // boxes to be cut: whose second half each is, and where its faces begin and end

function pushBox(depth: number, of: number, from: number, to: number): void {
  if (stack.length < 3 * depth + 3) stack = growColumn(stack, 3 * depth + 3);
  stack[3 * depth] = of;
  stack[3 * depth + 1] = from;
  stack[3 * depth + 2] = to;
}

/** Makes the box on top of the stack; returns its number. */
function takeBox(depth: number): number {
  const b = made++;
  if (second.length < made) {
    second = growColumn(second, made);
    begin = growColumn(begin, second.length);
    finish = growColumn(finish, second.length);
  }
  const of = stack[3 * depth];
  if (of >= 0) second[of] = b;
  second[b] = 0;
  begin[b] = stack[3 * depth + 1];
  finish[b] = stack[3 * depth + 2];
  return b;
}

/** Cuts faces [from, to), whose codes ascend, into boxes, each where its codes first differ. */
function cutByCode(code: Uint32Array, from: number, to: number): void {
  made = 0;
  let depth = 1;
  pushBox(0, -1, from, to);
  while (depth > 0) {
    const b = takeBox(--depth);
    const low = begin[b];
    const high = finish[b];
    if (high - low <= FACE_LEAF) continue;
    const differ = code[low] ^ code[high - 1];
    let half = (low + high) >> 1;
    if (differ !== 0) {
      // The first with the highest bit that differs.
      const bit = 1 << (31 - Math.clz32(differ));
      let before = low;
      let after = high - 1;
      while (after - before > 1) {
        const middle = (before + after) >> 1;
        if ((code[middle] & bit) === 0) before = middle;
        else after = middle;
      }
      half = after;
    }
    pushBox(depth++, b, half, high);
    pushBox(depth++, -1, low, half);
  }
}

/** Cuts the triangles of a whole into boxes, each at the median of its longest side. */
function buildWhole({ tree, geometry, span }: OldSurface, { half, triangle }: FamilyTopology): void {
  const count = triangle.length / 3;
  const order = new Uint32Array(count); // by the node of the first corner, to begin with
  for (let k = 0, n = 0; k < half.length; k++) if ((half[k] & 3) === 0) order[n++] = half[k] >> 2;
  const middle = new Float64Array(3 * count); // doubled
  for (let t = 0; t < count; t++) {
    for (let d = 0; d < 3; d++) {
      const o = POLYGON_SIZE * t + d;
      const low = Math.min(geometry[o], geometry[o + 3], geometry[o + 6]);
      const high = Math.max(geometry[o], geometry[o + 3], geometry[o + 6]);
      middle[3 * t + d] = low + high;
    }
  }
  const spread = new Float64Array(6);
  made = 0;
  let depth = 1;
  pushBox(0, -1, 0, count);
  while (depth > 0) {
    const b = takeBox(--depth);
    const low = begin[b];
    const high = finish[b];
    if (high - low <= FACE_LEAF) continue;
    const cut = halveRange(order, middle, low, high, widestAxis(spread, order, middle, low, high));
    pushBox(depth++, b, cut, high);
    pushBox(depth++, -1, low, cut);
  }
  const item = Int32Array.from(order, (t) => -1 - t);
  fillTree(tree, item, 0, count, span, span);
  tree.known = true;
}

/** Writes the boxes that were cut for items [from, to), and fits them. Allocates only to grow. */
function fillTree(
  tree: FaceTree,
  items: Int32Array,
  from: number,
  to: number,
  cracks: Float32Array,
  triangles: Float32Array,
): void {
  const count = to - from;
  if (tree.item.length < count) tree.item = new Int32Array(count);
  if (tree.next.length < made) {
    tree.next = new Int32Array(made);
    tree.first = new Int32Array(made);
    tree.last = new Int32Array(made);
    tree.box = new Float32Array(6 * made);
    tree.normals = new Float32Array(6 * made);
  }
  const { item, next, first, last } = tree;
  tree.count = count;
  tree.boxes = made;
  for (let k = 0; k < count; k++) item[k] = items[from + k];
  for (let b = made - 1; b >= 0; b--) {
    next[b] = second[b];
    first[b] = begin[b] - from;
    last[b] = finish[b] - from;
    if (next[b] > 0) joinHalves(tree, b);
    else fitLeaf(tree, b, cracks, triangles);
  }
}

const ROUND = 1e-15; // relative to the larger: more than sums in place of comparisons are off by
const TINY = 1e-40; // the same for what is next to nothing

/**
 * Of two numbers the lesser is half of their sum less their difference: see writeSpan. Of two floats that is exact, but
 * for one that is next to nothing beside the other: then it is rounded outward.
 */
function joinHalves({ box, normals, next }: FaceTree, b: number): void {
  const o = 6 * b;
  const i = o + 6;
  const j = 6 * next[b];
  for (let d = 0; d < 3; d++) {
    const low = box[i + d];
    const lowest = box[j + d];
    const high = box[i + 3 + d];
    const highest = box[j + 3 + d];
    const slack = ROUND * (Math.abs(low) + Math.abs(lowest) + Math.abs(high) + Math.abs(highest)) + TINY;
    box[o + d] = 0.5 * (low + lowest - Math.abs(low - lowest)) - slack;
    box[o + 3 + d] = 0.5 * (high + highest + Math.abs(high - highest)) + slack;
    const n = normals[i + d];
    const m = normals[j + d];
    const p = normals[i + 3 + d];
    const q = normals[j + 3 + d];
    normals[o + d] = 0.5 * (n + m - Math.abs(n - m)) - ROUND;
    normals[o + 3 + d] = 0.5 * (p + q + Math.abs(p - q)) + ROUND;
  }
}

const FLOAT = 1.2e-7; // more than rounding to a float, twice, takes away from a normal or adds

function fitLeaf(
  { item, box, normals, first, last }: FaceTree,
  b: number,
  cracks: Float32Array,
  triangles: Float32Array,
): void {
  const from = first[b];
  const to = last[b];
  const begin = item[from];
  const start = begin >= 0 ? cracks : triangles;
  const s = SPAN_SIZE * (begin >= 0 ? begin >> 1 : -1 - begin);
  const turn = sideOf(begin);
  let x0 = start[s];
  let y0 = start[s + 1];
  let z0 = start[s + 2];
  let x1 = start[s + 3];
  let y1 = start[s + 4];
  let z1 = start[s + 5];
  let nx0 = turn * start[s + 6];
  let ny0 = turn * start[s + 7];
  let nz0 = turn * start[s + 8];
  let nx1 = nx0;
  let ny1 = ny0;
  let nz1 = nz0;
  for (let k = from + 1; k < to; k++) {
    const which = item[k];
    const span = which >= 0 ? cracks : triangles;
    const o = SPAN_SIZE * (which >= 0 ? which >> 1 : -1 - which);
    const side = sideOf(which);
    const nx = side * span[o + 6];
    const ny = side * span[o + 7];
    const nz = side * span[o + 8];
    x0 = 0.5 * (x0 + span[o] - Math.abs(x0 - span[o]));
    y0 = 0.5 * (y0 + span[o + 1] - Math.abs(y0 - span[o + 1]));
    z0 = 0.5 * (z0 + span[o + 2] - Math.abs(z0 - span[o + 2]));
    x1 = 0.5 * (x1 + span[o + 3] + Math.abs(x1 - span[o + 3]));
    y1 = 0.5 * (y1 + span[o + 4] + Math.abs(y1 - span[o + 4]));
    z1 = 0.5 * (z1 + span[o + 5] + Math.abs(z1 - span[o + 5]));
    nx0 = 0.5 * (nx0 + nx - Math.abs(nx0 - nx));
    ny0 = 0.5 * (ny0 + ny - Math.abs(ny0 - ny));
    nz0 = 0.5 * (nz0 + nz - Math.abs(nz0 - nz));
    nx1 = 0.5 * (nx1 + nx + Math.abs(nx1 - nx));
    ny1 = 0.5 * (ny1 + ny + Math.abs(ny1 - ny));
    nz1 = 0.5 * (nz1 + nz + Math.abs(nz1 - nz));
  }
  const o = 6 * b;
  const x = FACE_LEAF * ROUND * (Math.abs(x0) + Math.abs(x1)) + TINY;
  const y = FACE_LEAF * ROUND * (Math.abs(y0) + Math.abs(y1)) + TINY;
  const z = FACE_LEAF * ROUND * (Math.abs(z0) + Math.abs(z1)) + TINY;
  box[o] = x0 - x;
  box[o + 1] = y0 - y;
  box[o + 2] = z0 - z;
  box[o + 3] = x1 + x;
  box[o + 4] = y1 + y;
  box[o + 5] = z1 + z;
  normals[o] = nx0 - FLOAT;
  normals[o + 1] = ny0 - FLOAT;
  normals[o + 2] = nz0 - FLOAT;
  normals[o + 3] = nx1 + FLOAT;
  normals[o + 4] = ny1 + FLOAT;
  normals[o + 5] = nz1 + FLOAT;
}

/** 1 if the plane of a face looks outward, −1 if the fragment is on its front. */
export function sideOf(item: number): number {
  return item >= 0 && (item & 1) === 1 ? -1 : 1;
}

/** Writes the triangles of a surface as polygons; the third corner stands for the fourth too. */
function placeTriangles({ positions, triangle }: FamilyTopology): Float64Array {
  const geometry = new Float64Array((POLYGON_SIZE * triangle.length) / 3);
  for (let o = 0, t = 0; t < triangle.length; o += POLYGON_SIZE, t += 3) {
    for (let c = 0; c < 4; c++) {
      const from = 3 * triangle[t + Math.min(c, 2)];
      for (let d = 0; d < 3; d++) geometry[o + 3 * c + d] = positions[from + d];
    }
    setPlane(geometry, o);
  }
  return geometry;
}

const normal = new Float64Array(3); // scratch: across a triangle

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
