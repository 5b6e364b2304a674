// A tree seen from another frame, worked out only where a query looks: the boxes of its nodes there, one after the
// other as they are asked for. High up, a box is that of the turned box; at the height FINE_LEVELS and below it is that of the
// turned triangles themselves, made for a whole subtree at once, which is much tighter.

import { CORNERS } from '../geometry/triangle-corners.ts';
import type { TreeMesh } from './build.ts';
import { FINE_LEVELS } from './constants.ts';
import { unite } from './refit.ts';
import type { TriangleTree } from './tree.ts';

// A turned coordinate is a sum of four products, off by 4·2⁻⁵³ of the sum of their sizes at most, and so are the ends of
// a turned box. Boxes are padded by more than both, so that they hold every corner as it was computed.
const PAD = 4e-15;

/** What is known so far of a tree in another frame. A row is valid where its stamp is `turn`. */
export interface MovedTree {
  readonly tree: TriangleTree;
  readonly mesh: TreeMesh;
  readonly frame: Float64Array; // rotation by rows, then translation
  turn: number; // of the query under way
  pad: number;
  stamp: Int32Array; // a node
  box: Float64Array; // min xyz, max xyz a node
  corner: Float64Array; // a row a node: a leaf's corners, turned, and their plane (triangle-corners.ts)
}

export function createMovedTree(tree: TriangleTree, mesh: TreeMesh): MovedTree {
  const nodes = tree.parent.length;
  return {
    tree,
    mesh,
    frame: new Float64Array(12),
    turn: 0,
    pad: 0,
    stamp: new Int32Array(nodes),
    box: new Float64Array(6 * nodes),
    corner: new Float64Array(CORNERS * nodes),
  };
}

/** Begins with another frame: nothing is known then. */
export function moveTree(moved: MovedTree, frame: Float64Array): void {
  const { tree } = moved;
  const nodes = tree.parent.length;
  if (moved.stamp.length < nodes) {
    moved.stamp = new Int32Array(nodes);
    moved.box = new Float64Array(6 * nodes);
    moved.corner = new Float64Array(CORNERS * nodes);
  }
  moved.turn++;
  let size = 0;
  for (let i = 0; i < 12; i++) {
    moved.frame[i] = frame[i];
    if (i > 8) size = Math.max(size, Math.abs(frame[i]));
  }
  let reach = 0;
  const o = 6 * tree.root;
  for (let i = 0; i < 6; i++) reach = Math.max(reach, Math.abs(tree.box[o + i]));
  moved.pad = PAD * (size + 4 * reach);
}

/** Makes the moved box of a node known. */
export function moveBox(moved: MovedTree, node: number): void {
  if (moved.stamp[node] === moved.turn) return;
  if (moved.tree.height[node] > FINE_LEVELS) turnBox(moved, node);
  else turnSubtree(moved, node);
}

function turnBox({ tree, frame, box, stamp, turn, pad }: MovedTree, node: number): void {
  const o = 6 * node;
  const from = tree.box;
  const cx = 0.5 * (from[o] + from[o + 3]);
  const cy = 0.5 * (from[o + 1] + from[o + 4]);
  const cz = 0.5 * (from[o + 2] + from[o + 5]);
  const hx = from[o + 3] - cx;
  const hy = from[o + 4] - cy;
  const hz = from[o + 5] - cz;
  for (let d = 0; d < 3; d++) {
    const rx = frame[3 * d];
    const ry = frame[3 * d + 1];
    const rz = frame[3 * d + 2];
    const c = rx * cx + ry * cy + rz * cz + frame[9 + d];
    const h = Math.abs(rx) * hx + Math.abs(ry) * hy + Math.abs(rz) * hz + pad;
    box[o + d] = c - h;
    box[o + 3 + d] = c + h;
  }
  stamp[node] = turn;
}

function turnSubtree(moved: MovedTree, node: number): void {
  const { tree, stamp, turn, box } = moved;
  stamp[node] = turn;
  if (tree.triangle[node] >= 0) {
    turnLeaf(moved, node);
    return;
  }
  const left = tree.child[2 * node];
  const right = tree.child[2 * node + 1];
  turnSubtree(moved, left);
  turnSubtree(moved, right);
  unite(box, node, left, right);
}

function turnLeaf({ tree, mesh, frame, box, corner }: MovedTree, node: number): void {
  const { positions, indices } = mesh;
  const t = 3 * tree.triangle[node];
  const a = 3 * indices[t];
  const b = 3 * indices[t + 1];
  const c = 3 * indices[t + 2];
  const ax = positions[a];
  const ay = positions[a + 1];
  const az = positions[a + 2];
  const bx = positions[b];
  const by = positions[b + 1];
  const bz = positions[b + 2];
  const cx = positions[c];
  const cy = positions[c + 1];
  const cz = positions[c + 2];
  const o = CORNERS * node;
  const e = 6 * node;
  for (let d = 0; d < 3; d++) {
    const rx = frame[3 * d];
    const ry = frame[3 * d + 1];
    const rz = frame[3 * d + 2];
    const s = frame[9 + d];
    const u = rx * ax + ry * ay + rz * az + s;
    const v = rx * bx + ry * by + rz * bz + s;
    const w = rx * cx + ry * cy + rz * cz + s;
    corner[o + d] = u;
    corner[o + 3 + d] = v;
    corner[o + 6 + d] = w;
    box[e + d] = Math.min(u, v, w);
    box[e + 3 + d] = Math.max(u, v, w);
  }
  corner[o + CORNERS - 1] = -1; // the plane is worked out when it is asked for
}
