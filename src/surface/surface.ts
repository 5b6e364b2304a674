// Surfaces that deform and tear: bodies of triangles, their vertices at both ends of a step, what lies across each
// edge, and one tree over everything [Heo10, sec. 3.1 and 5.1]. Bodies are edited by edit.ts and split.ts; after
// vertices have moved, update.ts brings the tree up to date; collide.ts asks it.

import { createCost, type TreeCost } from '../hierarchy/cost.ts';
import type { Construction } from '../hierarchy/restructure-build.ts';
import { createOrder, type TreeOrder } from '../hierarchy/restructure-order.ts';
import { createRoundedTree, type TriangleTree } from '../hierarchy/tree.ts';
import { InputError } from '../job/error.ts';
import { growColumn } from '../math/columns.ts';
import { type Blocks, createBlocks } from './blocks.ts';
import { type CachedPairs, createCachedPairs } from './rigid.ts';

/** Columns grow, so read them from the surface after every edit. */
export interface Surface {
  vertexCount: number; // places ever taken, free ones included
  start: Float64Array; // xyz a vertex, at the start of the step
  end: Float64Array; // at its end: written by whoever moves the surface
  freeVertex: Int32Array; // a stack
  freeVertexCount: number;
  triangleCount: number; // places ever taken, free ones included
  indices: Uint32Array; // three vertices a triangle
  neighbor: Int32Array; // three a triangle: the triangle across the edge from corner k to k + 1; −1 at a border
  feature: Uint8Array; // a triangle: corners (bits 0 to 2) and edges (bits 3 to 5) that are tested with it
  body: Int32Array; // the body of a triangle; −1 for a free place
  star: Uint8Array; // a triangle: two bits a corner, what is known about the star there (star.ts)
  freeTriangle: Int32Array; // a stack
  freeTriangleCount: number;
  bodyCount: number; // ids ever given; they are not used again
  node: Int32Array; // the node of a body, over its triangles and no others; −1 when it is gone
  ordered: Uint8Array; // a body: 1 if the order holds for the nodes below its own
  readonly vertices: (Uint32Array | undefined)[]; // the vertices of a body, in the order they came
  rigid: Uint8Array; // a body: does it keep its shape? (rigid.ts)
  known: Uint8Array; // a body: what is known of it with itself
  readonly cached: CachedPairs; // the pairs that are
  readonly tree: TriangleTree<Float32Array>;
  stale: Uint8Array; // a node: bits BOXES and LIST, what is not up to date below it (blocks.ts)
  readonly blocks: Blocks;
  readonly order: TreeOrder;
  readonly cost: TreeCost;
  traversal: boolean; // costs are the paper's, not ours
  culled: Uint8Array; // a node: CULLED in the last query, or how many queries more not to try
  cone: Float32Array; // a node: the cone of normals, where `coned`
  binormal: Float32Array; // a node: the cone of binormals at real borders
  connectivity: Uint8Array; // a node: is it in one piece? UNKNOWN, UNSURE, APART or CONNECTED
  reshaped: boolean; // the tree has another shape since the last update
  coned: boolean; // cones and connectivity are up to date
  swept: boolean; // boxes and cones hold for the whole step, not only for its end
  separation: number; // what boxes were grown by, in all
  readonly construction: Construction;
  readonly clock: Clock | undefined; // to measure with; decides nothing
  treeTime: number; // what edits spent on the tree alone, on that clock
}

/** A node that the contour test culled in the last query. */
export const CULLED = 255;

export const UNKNOWN = 0; // in a subtree that was just built
export const UNSURE = 1; // over other children than before
export const APART = 2;
export const CONNECTED = 3;

interface Clock {
  now(): number;
}

export interface SurfaceOptions {
  readonly construction?: Construction; // how subtrees are built; the fast grid unless told otherwise
  readonly clock?: Clock;
}

/** A surface without bodies. */
export function createSurface({ construction = 'grid', clock }: SurfaceOptions = {}): Surface {
  return {
    vertexCount: 0,
    start: new Float64Array(0),
    end: new Float64Array(0),
    freeVertex: new Int32Array(0),
    freeVertexCount: 0,
    triangleCount: 0,
    indices: new Uint32Array(0),
    neighbor: new Int32Array(0),
    feature: new Uint8Array(0),
    body: new Int32Array(0),
    star: new Uint8Array(0),
    freeTriangle: new Int32Array(0),
    freeTriangleCount: 0,
    bodyCount: 0,
    node: new Int32Array(0),
    ordered: new Uint8Array(0),
    vertices: [],
    rigid: new Uint8Array(0),
    known: new Uint8Array(0),
    cached: createCachedPairs(),
    tree: createRoundedTree(),
    stale: new Uint8Array(0),
    blocks: createBlocks(),
    order: createOrder(),
    cost: createCost(),
    traversal: false,
    culled: new Uint8Array(0),
    cone: new Float32Array(0),
    binormal: new Float32Array(0),
    connectivity: new Uint8Array(0),
    reshaped: false,
    coned: false,
    swept: false,
    separation: 0,
    construction,
    clock,
    treeTime: 0,
  };
}

/** The node of a body; throws where there is no such body (any more). */
export function nodeOf(surface: Surface, id: number): number {
  const node = id >= 0 && id < surface.bodyCount ? surface.node[id] : -1;
  if (!(node >= 0))
    throw new InputError('bad-argument', `there is no body ${id}: it was deleted, merged or never added`);
  return node;
}

/** The vertices of a body, as indices into `start` and `end`. Valid until it is edited. */
export function verticesOf(surface: Surface, id: number): Uint32Array {
  nodeOf(surface, id);
  return surface.vertices[id]!;
}

/** Makes room for that many more vertices and triangles than are taken. */
export function reserveSurface(surface: Surface, vertices: number, triangles: number): void {
  const v = surface.vertexCount + vertices;
  surface.start = growColumn(surface.start, 3 * v);
  surface.end = growColumn(surface.end, 3 * v);
  const t = surface.triangleCount + triangles;
  surface.indices = growColumn(surface.indices, 3 * t);
  surface.neighbor = growColumn(surface.neighbor, 3 * t);
  surface.feature = growColumn(surface.feature, t);
  surface.body = growColumn(surface.body, t, -1);
  surface.star = growColumn(surface.star, t);
}

/** A vertex that nobody uses; its positions are for the caller to write. Room must be reserved. */
export function takeVertex(surface: Surface): number {
  if (surface.freeVertexCount > 0) return surface.freeVertex[--surface.freeVertexCount];
  return surface.vertexCount++;
}

/** A triangle that nobody uses. Room must be reserved. */
export function takeTriangle(surface: Surface): number {
  if (surface.freeTriangleCount > 0) return surface.freeTriangle[--surface.freeTriangleCount];
  return surface.triangleCount++;
}

export function giveVertex(surface: Surface, v: number): void {
  surface.freeVertex = growColumn(surface.freeVertex, surface.freeVertexCount + 1);
  surface.freeVertex[surface.freeVertexCount++] = v;
}

export function giveTriangle(surface: Surface, t: number): void {
  surface.body[t] = -1;
  surface.freeTriangle = growColumn(surface.freeTriangle, surface.freeTriangleCount + 1);
  surface.freeTriangle[surface.freeTriangleCount++] = t;
}

/** A new body over `node`, with these vertices; returns its id. */
export function takeBody(surface: Surface, node: number, vertices: Uint32Array): number {
  const id = surface.bodyCount++;
  surface.node = growColumn(surface.node, surface.bodyCount, -1);
  surface.node[id] = node;
  surface.ordered = growColumn(surface.ordered, surface.bodyCount);
  surface.rigid = growColumn(surface.rigid, surface.bodyCount);
  surface.known = growColumn(surface.known, surface.bodyCount);
  surface.vertices[id] = vertices;
  return id;
}

/** Makes room for the tree's nodes in the columns beside it. */
export function growNodes(surface: Surface): void {
  const room = surface.tree.parent.length;
  if (surface.culled.length >= room) return;
  surface.stale = growColumn(surface.stale, room);
  surface.culled = growColumn(surface.culled, room);
  surface.connectivity = growColumn(surface.connectivity, room, UNKNOWN);
}

/** Makes room for cones. */
export function growCones(surface: Surface): void {
  const room = surface.tree.parent.length;
  surface.cone = growColumn(surface.cone, 4 * room);
  surface.binormal = growColumn(surface.binormal, 4 * room);
}

/** Bytes a node that the tree and the columns beside it take. */
export function bytesPerNode({ tree, order, cost, blocks, ...surface }: Surface): number {
  const { stale, culled, connectivity, cone, binormal } = surface;
  const { box } = tree;
  const nodes = [tree.child, tree.parent, tree.height, tree.triangle, order.node, order.place, order.size];
  const beside = [
    order.first,
    cost.inter,
    cost.self,
    cost.built,
    box,
    stale,
    culled,
    connectivity,
    cone,
    binormal,
  ];
  const triangles = [tree.leaf, order.rank, order.triangle];
  let sum = 0;
  // Columns are longer than what is in use: counted is what a node, or half a triangle, takes of them.
  for (const column of [...nodes, ...beside]) {
    const width =
      column === box ? 6 : column === tree.child ? 2 : column === cone || column === binormal ? 4 : 1;
    if (column.length > 0) sum += column.BYTES_PER_ELEMENT * width;
  }
  for (const column of triangles) sum += column.BYTES_PER_ELEMENT / 2;
  const listed = 2 * blocks.count + 2 * blocks.first[blocks.count] + blocks.upperCount;
  return sum + (4 * listed) / Math.max(1, order.count);
}
