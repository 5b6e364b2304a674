// The connections of a triangle mesh, dirty or not: which triangles count, their edges, their components, and the
// fans of triangles around each vertex. Read by inspect.ts and by the repairs.

import { buildEdges, type EdgeTable, nextHalf } from './topology.ts';

/** Connections among the triangles that have three different vertices; the others take no part in them. */
export interface Connections {
  readonly indices: Uint32Array; // three vertices a triangle, of those that count
  readonly source: Uint32Array; // which triangle of the mesh each one is
  readonly edges: EdgeTable;
  readonly component: Uint32Array; // a triangle's component, numbered by first triangle; joined by any shared edge
  readonly componentCount: number;
  readonly fan: Uint32Array; // a corner's fan: the lowest corner reached from it around its vertex
}

/** Finds the connections of a mesh. Linear time. */
export function buildConnections(all: Uint32Array, vertexCount: number): Connections {
  const source = listTriangles(all);
  const indices = new Uint32Array(3 * source.length);
  for (let t = 0; t < source.length; t++) {
    for (let i = 0; i < 3; i++) indices[3 * t + i] = all[3 * source[t] + i];
  }
  const edges = buildEdges(indices, vertexCount);
  const { start, half } = edges;
  const parent = createSets(source.length);
  const fan = createSets(indices.length);
  for (let e = 0; e < edges.edgeCount; e++) {
    const h = half[start[e]];
    for (let i = start[e] + 1; i < start[e + 1]; i++) {
      const g = half[i];
      joinSets(parent, Math.floor(h / 3), Math.floor(g / 3));
      const turned = indices[h] !== indices[g];
      joinSets(fan, h, turned ? nextHalf(g) : g);
      joinSets(fan, nextHalf(h), turned ? g : nextHalf(g));
    }
  }
  const component = new Uint32Array(source.length);
  let componentCount = 0;
  for (let t = 0; t < source.length; t++) {
    const root = findSet(parent, t);
    component[t] = root === t ? componentCount++ : component[root];
  }
  for (let h = 0; h < fan.length; h++) fan[h] = findSet(fan, h);
  return { indices, source, edges, component, componentCount, fan };
}

function listTriangles(all: Uint32Array): Uint32Array {
  const list = new Uint32Array(all.length / 3);
  let count = 0;
  for (let t = 0; 3 * t < all.length; t++) {
    const a = all[3 * t];
    const b = all[3 * t + 1];
    const c = all[3 * t + 2];
    if (a !== b && b !== c && c !== a) list[count++] = t;
  }
  return list.slice(0, count);
}

/** Sets 0 … n − 1 of one member each. The lowest member stands for its set. */
export function createSets(n: number): Uint32Array {
  const parent = new Uint32Array(n);
  for (let i = 0; i < n; i++) parent[i] = i;
  return parent;
}

export function findSet(parent: Uint32Array, i: number): number {
  while (parent[i] !== i) {
    parent[i] = parent[parent[i]];
    i = parent[i];
  }
  return i;
}

export function joinSets(parent: Uint32Array, i: number, j: number): void {
  const a = findSet(parent, i);
  const b = findSet(parent, j);
  if (a < b) parent[b] = a;
  else parent[a] = b;
}

/** How many fans of triangles meet at each vertex: 1 where the surface is a disc or half a disc, 0 at unused ones. */
export function countFans({ indices, fan }: Connections, vertexCount: number): Uint32Array {
  const count = new Uint32Array(vertexCount);
  for (let h = 0; h < indices.length; h++) if (fan[h] === h) count[indices[h]]++;
  return count;
}
