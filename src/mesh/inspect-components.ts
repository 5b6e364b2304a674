// Sizes of a mesh and of its components: area, volume, genus.

import type { Component, MeshReport } from './inspect.ts';
import type { Orientation } from './inspect-orient.ts';
import type { Connections } from './inspect-topology.ts';

const LISTED = 32; // components described one by one

type Measures = Pick<MeshReport, 'components' | 'parts' | 'genus' | 'volume' | 'area' | 'closed'>;

/** Measures the components and their sum. Triangles with coordinates that are not finite add nothing. */
export function measureComponents(
  positions: Float64Array,
  connections: Connections,
  fans: Uint32Array,
  { flip }: Orientation,
): Measures {
  const { indices, edges, component, componentCount } = connections;
  const n = componentCount;
  const area = new Float64Array(n);
  const volume = new Float64Array(n); // six times it
  const euler = new Int32Array(n); // vertices − edges + triangles
  const closed = new Uint8Array(n).fill(1);
  const smooth = new Uint8Array(n).fill(1); // closed, manifold and two-sided
  const triangles = new Uint32Array(n);
  const vertices = countVertices(connections, fans.length);
  const first = new Int32Array(n).fill(-1); // a vertex to measure the volume from
  for (let t = 0; t < component.length; t++) {
    const c = component[t];
    if (first[c] < 0) first[c] = indices[3 * t];
    triangles[c]++;
    addTriangle(area, volume, c, positions, first[c], indices, 3 * t);
    for (let i = 0; i < 3; i++) if (fans[indices[3 * t + i]] > 1) smooth[c] = 0;
  }
  for (let c = 0; c < n; c++) euler[c] = vertices[c] + triangles[c];
  for (let e = 0; e < edges.edgeCount; e++) {
    const from = edges.start[e];
    const size = edges.start[e + 1] - from;
    const h = edges.half[from];
    const c = component[Math.floor(h / 3)];
    euler[c]--;
    if (size % 2 === 1) closed[c] = 0;
    const g = edges.half[from + size - 1];
    const alike = flip[Math.floor(h / 3)] === flip[Math.floor(g / 3)];
    if (size !== 2 || (indices[h] !== indices[g]) !== alike) smooth[c] = 0;
  }
  const all: Component[] = [];
  for (let c = 0; c < n; c++) {
    all.push({
      triangles: triangles[c],
      vertices: vertices[c],
      area: area[c],
      volume: volume[c] / 6,
      closed: closed[c] === 1,
      genus: smooth[c] ? (2 - euler[c]) / 2 : null,
    });
  }
  const sum = (pick: (part: Component) => number) => all.reduce((total, part) => total + pick(part), 0);
  return {
    components: n,
    parts: all
      .slice()
      .sort((a, b) => b.triangles - a.triangles)
      .slice(0, LISTED),
    genus: n > 0 && all.every(({ genus }) => genus !== null) ? sum(({ genus }) => genus ?? 0) : null,
    volume: sum((part) => part.volume),
    area: sum((part) => part.area),
    closed: n > 0 && all.every((part) => part.closed),
  };
}

/** Vertices a component; one where two components meet counts for both. */
function countVertices(connections: Connections, vertexCount: number): Uint32Array {
  const { indices, component, componentCount } = connections;
  const start = new Uint32Array(componentCount + 1);
  for (let t = 0; t < component.length; t++) start[component[t] + 1]++;
  for (let c = 0; c < componentCount; c++) start[c + 1] += start[c];
  const order = new Uint32Array(component.length); // triangles, component by component
  for (let t = 0; t < component.length; t++) order[start[component[t]]++] = t;
  const seen = new Int32Array(vertexCount).fill(-1); // the last component that had the vertex
  const count = new Uint32Array(componentCount);
  for (let k = 0; k < order.length; k++) {
    const c = component[order[k]];
    for (let h = 3 * order[k]; h < 3 * order[k] + 3; h++) {
      if (seen[indices[h]] !== c) count[c]++;
      seen[indices[h]] = c;
    }
  }
  return count;
}

const side = new Float64Array(9); // scratch: the corners of a triangle, from a vertex of its component

function addTriangle(
  area: Float64Array,
  volume: Float64Array,
  c: number,
  positions: Float64Array,
  origin: number,
  indices: Uint32Array,
  at: number,
): void {
  for (let i = 0; i < 9; i++) {
    const d = i % 3;
    side[i] = positions[3 * indices[at + (i - d) / 3] + d] - positions[3 * origin + d];
  }
  let square = 0; // of four times the area
  let six = 0; // times the volume
  for (let d = 0; d < 3; d++) {
    const e = (d + 1) % 3;
    const f = (d + 2) % 3;
    const n =
      (side[3 + e] - side[e]) * (side[6 + f] - side[f]) - (side[3 + f] - side[f]) * (side[6 + e] - side[e]);
    square += n * n;
    six += side[d] * n;
  }
  if (!Number.isFinite(square + six)) return;
  area[c] += Math.sqrt(square) / 2;
  volume[c] += six;
}
