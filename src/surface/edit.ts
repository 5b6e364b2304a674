// Bodies come, go, move and merge [Heo10, sec. 5.1 and 5.3]. Each body keeps a node over its triangles alone; edits
// change the tree there and leave the rest. Call updateSurface when all edits and moves of a step are done.

import { buildOverNodes, buildOverTriangles } from '../hierarchy/restructure-build.ts';
import { giveNode, putInPlace, reserveTree, setChildren, takeNode } from '../hierarchy/tree.ts';
import { InputError } from '../job/error.ts';
import { connectTriangles } from './adjacency.ts';
import { boundVertices, LIST, uniteBoxes } from './blocks.ts';
import { setRigid, settleRigid } from './rigid.ts';
import {
  giveTriangle,
  giveVertex,
  growNodes,
  nodeOf,
  reserveSurface,
  type Surface,
  takeBody,
  takeTriangle,
  takeVertex,
  UNKNOWN,
  UNSURE,
} from './surface.ts';

/** A mesh as it comes from outside. */
export interface BodyMesh {
  readonly positions: ArrayLike<number>; // xyz a vertex
  readonly indices: ArrayLike<number>; // three a triangle
}

/**
 * Adds a body and returns its id. The mesh may be open, not manifold or in several pieces. It stands still until it
 * is moved. Throws, and changes nothing, on a mesh without triangles, wrong indices or positions that are no numbers.
 */
export function addBody(surface: Surface, mesh: BodyMesh): number {
  checkMesh(mesh);
  const id = createBody(surface, mesh);
  hang(surface, surface.node[id], surface.tree.root);
  return id;
}

/** Replaces a body by others, in its place in the tree: the general Split, for bodies that break into new triangles. */
export function replaceBody(surface: Surface, id: number, meshes: readonly BodyMesh[]): number[] {
  const node = nodeOf(surface, id);
  if (meshes.length === 0) throw new InputError('bad-argument', 'meshes is empty: use deleteBody');
  for (const mesh of meshes) checkMesh(mesh);
  const ids = meshes.map((mesh) => createBody(surface, mesh));
  const roots = Int32Array.from(ids, (i) => surface.node[i]);
  const joint = joinNodes(surface, roots);
  putInPlace(surface.tree, joint, node);
  for (let n = surface.tree.parent[joint]; n >= 0; n = surface.tree.parent[n]) renewAncestor(surface, n);
  dropBody(surface, id, node);
  return ids;
}

/** Deletes a body. */
export function deleteBody(surface: Surface, id: number): void {
  const node = nodeOf(surface, id);
  detach(surface, node, -1);
  dropBody(surface, id, node);
}

/**
 * Makes one body of several and returns its id, that of the first. Its vertices are theirs, one after another. It
 * goes to the lowest common ancestor of their nodes, and from there down to where it raises the cost least.
 */
export function mergeBodies(surface: Surface, ids: readonly number[]): number {
  if (new Set(ids).size !== ids.length || ids.length < 2) {
    throw new InputError('bad-argument', 'ids must name two or more different bodies');
  }
  const { tree, node, vertices, body } = surface;
  const roots = Int32Array.from(ids, (id) => nodeOf(surface, id));
  let anchor = commonAncestor(surface, roots);
  for (const root of roots) anchor = detach(surface, root, anchor);
  for (let i = 1; i < ids.length; i++) {
    forEachTriangle(surface, roots[i], (t) => {
      body[t] = ids[0];
    });
    node[ids[i]] = -1;
  }
  const lists = ids.map((id) => vertices[id]!);
  const all = new Uint32Array(lists.reduce((sum, list) => sum + list.length, 0));
  let at = 0;
  for (let i = 0; i < ids.length; i++) {
    all.set(lists[i], at);
    at += lists[i].length;
    vertices[ids[i]] = undefined;
  }
  vertices[ids[0]] = all;
  setRigid(surface, ids[0], false);
  surface.ordered[ids[0]] = 0;
  node[ids[0]] = joinNodes(surface, roots);
  hang(surface, node[ids[0]], tree.root < 0 ? -1 : anchor);
  return ids[0];
}

/** Writes where the vertices of a body are at the end of the step, in the order of verticesOf. */
export function moveBody(surface: Surface, id: number, positions: ArrayLike<number>): void {
  nodeOf(surface, id);
  const list = surface.vertices[id]!;
  if (positions.length !== 3 * list.length) {
    throw new InputError(
      'bad-argument',
      `positions holds ${positions.length} numbers: body ${id} needs ${3 * list.length}`,
    );
  }
  const { end } = surface;
  for (let i = 0; i < list.length; i++) {
    for (let d = 0; d < 3; d++) end[3 * list[i] + d] = positions[3 * i + d];
  }
}

/** Begins a step: where vertices ended is where they start. */
export function beginStep(surface: Surface): void {
  const { start, end, vertexCount } = surface;
  start.set(end.subarray(0, 3 * vertexCount));
  settleRigid(surface);
}

function checkMesh({ positions, indices }: BodyMesh): void {
  if (indices.length === 0 || indices.length % 3 !== 0) {
    throw new InputError(
      'empty-mesh',
      `indices holds ${indices.length} numbers: give three for each triangle`,
    );
  }
  for (let i = 0; i < positions.length; i++) {
    if (!Number.isFinite(positions[i]))
      throw new InputError('non-finite', `positions[${i}] is not a finite number`);
  }
  for (let i = 0; i < indices.length; i++) {
    if (!(indices[i] >= 0 && indices[i] < positions.length / 3)) {
      throw new InputError(
        'index-out-of-range',
        `indices[${i}] names vertex ${indices[i]}, which does not exist`,
      );
    }
  }
  for (let t = 0; t < indices.length; t += 3) {
    const a = indices[t];
    const b = indices[t + 1];
    const c = indices[t + 2];
    if (a === b || b === c || c === a) {
      throw new InputError('bad-argument', `triangle ${t / 3} names a vertex twice: repairMesh removes such`);
    }
  }
}

function createBody(surface: Surface, { positions, indices }: BodyMesh): number {
  const vertices = new Uint32Array(positions.length / 3);
  const list = new Int32Array(indices.length / 3);
  reserveSurface(surface, vertices.length, list.length);
  for (let v = 0; v < vertices.length; v++) vertices[v] = takeVertex(surface);
  for (let i = 0; i < list.length; i++) list[i] = takeTriangle(surface);
  const { start, end, tree, body } = surface;
  for (let v = 0; v < vertices.length; v++) {
    for (let d = 0; d < 3; d++) {
      start[3 * vertices[v] + d] = positions[3 * v + d];
      end[3 * vertices[v] + d] = positions[3 * v + d];
    }
  }
  reserveTree(tree, tree.nodeCount + 2 * list.length, surface.triangleCount);
  for (let i = 0; i < list.length; i++) {
    for (let k = 0; k < 3; k++) surface.indices[3 * list[i] + k] = vertices[indices[3 * i + k]];
    body[list[i]] = surface.bodyCount;
  }
  connectTriangles(surface, list);
  const began = surface.clock?.now() ?? 0;
  const root = buildOverTriangles(
    tree,
    { positions: end, indices: surface.indices },
    list,
    surface.construction,
  );
  growNodes(surface);
  renew(surface, root);
  const id = takeBody(surface, root, vertices);
  boundBody(surface, id);
  surface.treeTime += (surface.clock?.now() ?? 0) - began;
  return id;
}

/** Writes the box of a body's node, from its vertices. */
export function boundBody(surface: Surface, id: number): void {
  const list = surface.vertices[id]!;
  boundVertices(surface, surface.node[id], list, 0, list.length);
}

/** Says that nothing is known about the nodes of a subtree. */
export function renew(surface: Surface, root: number): void {
  const { tree, connectivity, cost, culled } = surface;
  if (tree.triangle[root] < 0) {
    renew(surface, tree.child[2 * root]);
    renew(surface, tree.child[2 * root + 1]);
  }
  connectivity[root] = UNKNOWN;
  surface.stale[root] |= LIST;
  culled[root] = 0;
  if (root < cost.built.length) cost.built[root] = -1;
  surface.reshaped = true;
}

/** Writes the box of a node whose children changed, and says that nothing else is known about it. */
function freshNode(surface: Surface, node: number): void {
  const { tree } = surface;
  growNodes(surface);
  uniteBoxes(tree.box, node, tree.child[2 * node], tree.child[2 * node + 1]);
  forgetNode(surface, node);
}

/** Says that nothing is known about a node any more. */
export function forgetNode(surface: Surface, node: number): void {
  const { connectivity, culled, cost } = surface;
  connectivity[node] = UNSURE;
  surface.stale[node] |= LIST;
  culled[node] = 0;
  if (node < cost.built.length) cost.built[node] = -1;
  surface.reshaped = true;
}

/** One root over several nodes that hang nowhere: the new nodes alone are visited. */
export function joinNodes(surface: Surface, roots: Int32Array): number {
  if (roots.length === 1) return roots[0];
  const list = roots.slice();
  const kept = new Set(roots);
  const root = buildOverNodes(surface.tree, list, 'median');
  renewAbove(surface, root, kept);
  return root;
}

/** Gives the nodes above those in `kept` their boxes, and says that nothing else is known about them. */
export function renewAbove(surface: Surface, node: number, kept: Set<number>): void {
  if (kept.has(node)) return;
  renewAbove(surface, surface.tree.child[2 * node], kept);
  renewAbove(surface, surface.tree.child[2 * node + 1], kept);
  freshNode(surface, node);
}

/**
 * Hangs a body's node below `from`: down to a body, each time into the child that raises the cost less, and beside
 * that body. By eq. 6, with P the ratio of volumes, the child whose union with the body is smaller costs less; eq. 7
 * alone would prefer the emptier union, hence the farther child.
 */
function hang(surface: Surface, node: number, from: number): void {
  const { tree } = surface;
  surface.reshaped = true;
  if (from < 0) {
    tree.root = node;
    tree.parent[node] = -1;
    return;
  }
  let beside = from;
  while (!isBodyNode(surface, beside)) {
    const a = tree.child[2 * beside];
    const b = tree.child[2 * beside + 1];
    beside = jointVolume(tree.box, a, node) <= jointVolume(tree.box, b, node) ? a : b;
  }
  const joint = takeNode(tree);
  putInPlace(tree, joint, beside);
  setChildren(tree, joint, beside, node);
  freshNode(surface, joint);
  for (let n = tree.parent[joint]; n >= 0; n = tree.parent[n]) renewAncestor(surface, n);
}

/** Writes height and box of a node again, whose children changed below. */
export function renewAncestor({ tree, connectivity, stale }: Surface, n: number): void {
  const a = tree.child[2 * n];
  const b = tree.child[2 * n + 1];
  tree.height[n] = 1 + Math.max(tree.height[a], tree.height[b]);
  uniteBoxes(tree.box, n, a, b);
  stale[n] |= LIST;
  connectivity[n] = UNSURE;
}

/** Whether a node is that of a body: follow first children to a triangle and ask its body. */
export function isBodyNode({ tree, node, body }: Surface, n: number): boolean {
  let leaf = n;
  while (tree.triangle[leaf] < 0) leaf = tree.child[2 * leaf];
  return node[body[tree.triangle[leaf]]] === n;
}

function jointVolume(box: Float32Array, a: number, b: number): number {
  let volume = 1;
  let longest = 0;
  for (let d = 0; d < 3; d++) {
    const low = Math.min(box[6 * a + d], box[6 * b + d]);
    longest = Math.max(longest, Math.max(box[6 * a + 3 + d], box[6 * b + 3 + d]) - low);
  }
  for (let d = 0; d < 3; d++) {
    const low = Math.min(box[6 * a + d], box[6 * b + d]);
    volume *= Math.max(1e-3 * longest, Math.max(box[6 * a + 3 + d], box[6 * b + 3 + d]) - low);
  }
  return volume;
}

/** Takes a body's node out of the tree; its parent goes. Returns `anchor`, or what is in its place if that went. */
function detach(surface: Surface, node: number, anchor: number): number {
  const { tree } = surface;
  surface.reshaped = true;
  const above = tree.parent[node];
  tree.parent[node] = -1;
  if (above < 0) {
    tree.root = -1;
    return -1;
  }
  const sibling = tree.child[2 * above] === node ? tree.child[2 * above + 1] : tree.child[2 * above];
  putInPlace(tree, sibling, above);
  giveNode(tree, above);
  for (let n = tree.parent[sibling]; n >= 0; n = tree.parent[n]) renewAncestor(surface, n);
  return anchor === above || anchor === node ? sibling : anchor;
}

function commonAncestor({ tree }: Surface, nodes: Int32Array): number {
  const above = new Set<number>();
  for (let n = nodes[0]; n >= 0; n = tree.parent[n]) above.add(n);
  let lowest = nodes[0];
  for (const node of nodes) {
    let n = node;
    while (!above.has(n)) n = tree.parent[n];
    // The higher of two nodes on one path to the root.
    for (let m = lowest; m >= 0; m = tree.parent[m]) if (m === n) lowest = n;
  }
  return lowest;
}

/** Calls `visit` for each triangle below a node. */
function forEachTriangle({ tree }: Surface, node: number, visit: (triangle: number) => void): void {
  const waiting = [node];
  while (waiting.length > 0) {
    const n = waiting.pop()!;
    if (tree.triangle[n] >= 0) visit(tree.triangle[n]);
    else waiting.push(tree.child[2 * n + 1], tree.child[2 * n]);
  }
}

/** Gives back the nodes, triangles and vertices of a body whose node hangs nowhere any more. */
function dropBody(surface: Surface, id: number, node: number): void {
  const { tree } = surface;
  const waiting = [node];
  while (waiting.length > 0) {
    const n = waiting.pop()!;
    if (tree.triangle[n] >= 0) giveTriangle(surface, tree.triangle[n]);
    else waiting.push(tree.child[2 * n + 1], tree.child[2 * n]);
    giveNode(tree, n);
  }
  for (const v of surface.vertices[id]!) giveVertex(surface, v);
  surface.vertices[id] = undefined;
  surface.node[id] = -1;
}
