// Vertices at which several surfaces meet in a point, taken apart: each closed fan of triangles gets a vertex of its
// own. Open fans stay as they are, because a weld would join them again.

import { buildConnections } from './inspect-topology.ts';
import type { Draft } from './repair-draft.ts';
import { nextHalf } from './topology.ts';

/** Splits vertices; returns how many were added. Expects no triangle with a repeated vertex. */
export function splitVertices(draft: Draft): number {
  const { positions, indices } = draft;
  const vertexCount = positions.length / 3;
  const { edges, fan } = buildConnections(indices, vertexCount);
  const open = new Uint8Array(indices.length); // by first corner of a fan: an edge around it has not two triangles
  for (let h = 0; h < indices.length; h++) {
    const e = edges.edge[h];
    if (edges.start[e + 1] - edges.start[e] === 2) continue;
    open[fan[h]] = 1;
    open[fan[nextHalf(h)]] = 1;
  }
  const keeper = new Int32Array(vertexCount).fill(-1); // the fan that keeps the vertex: an open one before a closed one
  for (let h = 0; h < indices.length; h++) {
    const v = indices[h];
    if (keeper[v] < 0 || (open[fan[h]] && !open[keeper[v]])) keeper[v] = fan[h];
  }
  const own = new Map<number, number>(); // the new vertex of a fan
  for (let h = 0; h < indices.length; h++) {
    const f = fan[h];
    const v = indices[h];
    if (open[f] || keeper[v] === f) continue;
    if (!own.has(f)) own.set(f, vertexCount + own.size);
  }
  if (own.size === 0) return 0;
  draft.positions = new Float64Array(positions.length + 3 * own.size);
  draft.positions.set(positions);
  const split = indices.slice(); // the loop below still asks for the old vertices
  for (let h = 0; h < indices.length; h++) {
    const v = own.get(fan[h]);
    if (v === undefined) continue;
    split[h] = v;
    draft.positions.copyWithin(3 * v, 3 * indices[h], 3 * indices[h] + 3);
  }
  draft.indices = split;
  return own.size;
}
