// A body tears into pieces along its edges. Its subtree is not rebuilt but divided: nodes whose triangles all go to
// one piece go with them whole, and only nodes that the tear runs through are replaced, one for each piece below
// them. [Heo10, sec. 5.3] computes a new sub-hierarchy instead; the pieces inherit ours.

import { giveNode, setChildren, takeNode } from '../hierarchy/tree.ts';
import { InputError } from '../job/error.ts';
import { growColumn } from '../math/columns.ts';
import { touchTriangle } from './blocks.ts';
import { boundBody, forgetNode, joinNodes, renewAncestor } from './edit.ts';
import { reorder } from './order.ts';
import { inheritShape } from './rigid.ts';
import { growNodes, nodeOf, reserveSurface, type Surface, takeBody, takeVertex } from './surface.ts';

let leaves: Int32Array = new Int32Array(0); // the triangles of the body that is divided, in the order of the tree
let firstRank = 0; // the rank of the first of them

let piece = new Int32Array(0); // scratch: the piece of a triangle, 0 for the largest
let sameUntil = new Int32Array(0); // scratch: a place in `leaves`: where the next piece begins
let partPiece = new Int32Array(64); // scratch: parts as linked lists, by rising piece
let partNode = new Int32Array(64);
let partNext = new Int32Array(64);
let partCount = 0;
let keeper = new Int32Array(0); // scratch: a vertex: the piece that keeps it, plus one; or TORN, SETTLED; else 0

const TORN = -1; // a copy, or one that was copied: no triangle is tested with it yet
const SETTLED = -2;

/**
 * Tears a body apart: triangles t of it with equal label[t] (indexed by triangle, any integers) stay together. The
 * vertices along the tear are copied, one for each piece. Returns the ids of the pieces by rising label; the largest
 * keeps the body's id. A few passes over the body's triangles; beyond that, work grows with the tear.
 */
export function splitBody(surface: Surface, id: number, label: ArrayLike<number>): number[] {
  const root = nodeOf(surface, id);
  const { tree } = surface;
  listLeaves(surface, id);
  const labels = nameLabels(surface, label);
  if (labels.length === 1) return [id];
  const vertices = separateVertices(surface, id, labels.length);
  const began = surface.clock?.now() ?? 0;
  const above = tree.parent[root];
  const side = above >= 0 && tree.child[2 * above + 1] === root ? 1 : 0;
  const roots = divide(surface, root, labels.length);
  const ids = [id];
  surface.ordered[id] = 0;
  surface.node[id] = roots[0];
  surface.vertices[id] = vertices[0];
  for (let p = 1; p < labels.length; p++) {
    ids.push(takeBody(surface, roots[p], vertices[p]));
    inheritShape(surface, ids[p], id);
  }
  for (const piece of ids) boundBody(surface, piece);
  const top = joinNodes(surface, roots);
  tree.parent[top] = above;
  if (above < 0) tree.root = top;
  else tree.child[2 * above + side] = top;
  for (let n = above; n >= 0; n = tree.parent[n]) renewAncestor(surface, n);
  surface.treeTime += (surface.clock?.now() ?? 0) - began;
  nameBodies(surface, ids);
  const rising = labels.map((_, p) => p).sort((p, q) => labels[p] - labels[q]);
  return rising.map((p) => ids[p]);
}

/** Writes the body of every triangle. */
function nameBodies({ body }: Surface, ids: number[]): void {
  const [list, part, name] = [leaves, piece, Int32Array.from(ids)];
  for (let r = 0; r < list.length; r++) body[list[r]] = name[part[list[r]]];
}

/** Lists the triangles of a body in the order of the tree, which is brought up to date if the body has changed. */
function listLeaves(surface: Surface, id: number): void {
  const { order, ordered } = surface;
  if (ordered[id] === 0) reorder(surface);
  const root = surface.node[id];
  firstRank = order.first[root];
  leaves = order.triangle.subarray(firstRank, firstRank + order.size[root]);
}

/** Numbers the labels, the most frequent first, the others as they come, and writes `piece`. Returns the labels. */
function nameLabels({ triangleCount }: Surface, label: ArrayLike<number>): number[] {
  piece = growColumn(piece, triangleCount);
  const labels: number[] = [];
  const counts: number[] = [];
  const known = new Map<number, number>();
  const [list, part] = [leaves, piece];
  let last = NaN;
  let p = -1;
  for (let r = 0; r < list.length; r++) {
    const t = list[r];
    const name = label[t];
    if (name !== last) {
      if (!Number.isInteger(name)) {
        throw new InputError(
          'bad-argument',
          `label[${t}] is ${name}: give each triangle of the body an integer`,
        );
      }
      last = name;
      p = known.get(name) ?? -1;
      if (p < 0) {
        p = labels.length;
        known.set(name, p);
        labels.push(name);
        counts.push(0);
      }
    }
    part[t] = p;
    counts[p]++;
  }
  let largest = 0;
  for (let q = 1; q < counts.length; q++) if (counts[q] > counts[largest]) largest = q;
  if (largest > 0) {
    [labels[0], labels[largest]] = [labels[largest], labels[0]];
    for (let r = 0; r < list.length; r++) {
      const t = list[r];
      if (part[t] === 0) part[t] = largest;
      else if (part[t] === largest) part[t] = 0;
    }
  }
  return labels;
}

/** Copies the vertices along the tear, cuts neighbors apart, and returns the vertices of each piece. */
function separateVertices(surface: Surface, id: number, pieces: number): Uint32Array[] {
  const { indices, neighbor, feature } = surface; // none of which grows here
  keeper = growColumn(keeper, surface.vertexCount);
  const [list, part, keeps] = [leaves, piece, keeper];
  for (let r = 0; r < list.length; r++) {
    const t = list[r];
    if (part[t] === 0) for (let k = 3 * t; k < 3 * t + 3; k++) keeps[indices[k]] = 1;
  }
  const copies = new Map<number, number>(); // vertex · pieces + piece → copy
  const torn = new Set<number>();
  const added: number[][] = Array.from({ length: pieces }, () => []);
  for (let r = 0; r < list.length; r++) {
    const t = list[r];
    const p = part[t];
    for (let k = 0; k < 3; k++) {
      const v = indices[3 * t + k];
      if (keeps[v] === 0) keeps[v] = p + 1;
      else if (keeps[v] !== p + 1) {
        const key = v * pieces + p;
        let copy = copies.get(key) ?? -1;
        if (copy < 0) {
          copy = copyVertex(surface, v);
          copies.set(key, copy);
          added[p].push(copy);
          torn.add(v).add(copy);
        }
        indices[3 * t + k] = copy;
        touchTriangle(surface, t);
      }
      const across = neighbor[3 * t + k];
      if (across >= 0 && part[across] !== p) {
        neighbor[3 * t + k] = -1;
        feature[t] |= 8 << k;
      }
    }
  }
  const own = surface.vertices[id]!;
  const lists = shareVertices(own, added);
  keeper = growColumn(keeper, surface.vertexCount);
  settleFeatures(surface, torn);
  for (let i = 0; i < own.length; i++) keeper[own[i]] = 0;
  for (const v of torn) keeper[v] = 0;
  return lists;
}

/** The vertices that each piece keeps, in their order, then those that were added for it. */
function shareVertices(own: Uint32Array, added: number[][]): Uint32Array[] {
  const counts = new Int32Array(added.length);
  for (let i = 0; i < own.length; i++) counts[Math.max(0, keeper[own[i]] - 1)]++;
  const lists = added.map((copies, p) => new Uint32Array(counts[p] + copies.length));
  for (let p = 0; p < added.length; p++) lists[p].set(added[p], counts[p]);
  counts.fill(0);
  for (let i = 0; i < own.length; i++) {
    const p = Math.max(0, keeper[own[i]] - 1);
    lists[p][counts[p]++] = own[i];
  }
  return lists;
}

function copyVertex(surface: Surface, v: number): number {
  reserveSurface(surface, 1, 0);
  const copy = takeVertex(surface);
  for (let d = 0; d < 3; d++) {
    surface.start[3 * copy + d] = surface.start[3 * v + d];
    surface.end[3 * copy + d] = surface.end[3 * v + d];
  }
  return copy;
}

/** Torn vertices, and border edges between them, get a triangle each to be tested with. */
function settleFeatures({ indices, neighbor, feature }: Surface, torn: Set<number>): void {
  const [list, state] = [leaves, keeper];
  for (const v of torn) state[v] = TORN;
  for (let r = 0; r < list.length; r++) {
    const t = list[r];
    for (let k = 0; k < 3; k++) {
      const v = indices[3 * t + k];
      if (state[v] >= 0) continue;
      // Three triangles at one edge may lose the one that was tested with it.
      if (neighbor[3 * t + k] < 0 && state[indices[3 * t + ((k + 1) % 3)]] < 0) feature[t] |= 8 << k;
      if (state[v] === TORN) feature[t] |= 1 << k;
      else feature[t] &= ~(1 << k);
      state[v] = SETTLED;
    }
  }
}

/** Divides the subtree of `root` among the pieces and returns their roots. */
function divide(surface: Surface, root: number, pieces: number): Int32Array {
  // Up to which rank the triangles from each rank on go to one piece: a node is in one piece if its run ends by then.
  sameUntil = growColumn(sameUntil, leaves.length);
  const [list, part, until] = [leaves, piece, sameUntil];
  let next = -1; // the piece of the triangle behind
  for (let r = list.length - 1; r >= 0; r--) {
    const p = part[list[r]];
    until[r] = p === next ? until[r + 1] : r + 1;
    next = p;
  }
  partCount = 0;
  const roots = new Int32Array(pieces);
  for (let i = divideNode(surface, root); i >= 0; i = partNext[i]) {
    roots[partPiece[i]] = partNode[i];
    surface.tree.parent[partNode[i]] = -1;
  }
  return roots;
}

/** The parts of a node, one for each piece below it, by rising piece. */
function divideNode(surface: Surface, node: number): number {
  const { tree, order } = surface;
  const r = order.first[node] - firstRank;
  if (sameUntil[r] >= r + order.size[node]) return takePart(piece[leaves[r]], node);
  const i = divideNode(surface, tree.child[2 * node]);
  const j = divideNode(surface, tree.child[2 * node + 1]);
  return mergeParts(surface, node, i, j);
}

/** The parts of both children, those of one piece joined; the mixed node itself serves for the first such, or goes. */
function mergeParts(surface: Surface, node: number, first: number, second: number): number {
  const { tree } = surface;
  let i = first;
  let j = second;
  let head = -1;
  let tail = -1;
  let spare = true;
  while (i >= 0 || j >= 0) {
    let part = i;
    if (i < 0 || (j >= 0 && partPiece[j] < partPiece[i])) {
      part = j;
      j = partNext[j];
    } else if (j >= 0 && partPiece[j] === partPiece[i]) {
      if (spare) {
        partNode[i] = joinParts(surface, node, partNode[i], partNode[j]);
        spare = false;
      } else partNode[i] = joinParts(surface, takeNode(tree), partNode[i], partNode[j]);
      j = partNext[j];
      i = partNext[i];
    } else i = partNext[i];
    if (tail < 0) head = part;
    else partNext[tail] = part;
    tail = part;
  }
  partNext[tail] = -1;
  if (spare) giveNode(tree, node);
  return head;
}

/** Makes `node` the parent of two; boxes are for a refit. */
function joinParts(surface: Surface, node: number, a: number, b: number): number {
  growNodes(surface);
  setChildren(surface.tree, node, a, b);
  forgetNode(surface, node);
  return node;
}

function takePart(p: number, node: number): number {
  const part = partCount++;
  partPiece = growColumn(partPiece, partCount);
  partNode = growColumn(partNode, partCount);
  partNext = growColumn(partNext, partCount);
  partPiece[part] = p;
  partNode[part] = node;
  partNext[part] = -1;
  return part;
}
