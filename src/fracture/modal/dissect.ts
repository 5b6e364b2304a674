// The order in which a sparse factor is computed: nested dissection. A mesh is halved, the nodes that part the halves
// come after both, and so on down to a few nodes. Each such group is one dense step of the factor (factor.ts).

import { DISSECT_LEAF } from '../constants.ts';
import { type QuadraticMesh, TET_NODES } from './element.ts';

/** Groups of nodes, each after the two it parts. */
export interface Dissection {
  readonly groups: number;
  readonly node: Uint32Array; // all nodes, group by group
  readonly start: Uint32Array; // runs of `node`
  readonly parent: Int32Array; // the group that parts this one from another, −1 for the last
  readonly groupOf: Int32Array; // of each node
}

interface Part {
  readonly nodes: Uint32Array;
  readonly tets: Uint32Array; // those with a node of the part
}

/** Halves at the median along the axis that leaves the smallest separator. Deterministic. */
export function dissectMesh(mesh: QuadraticMesh): Dissection {
  const order: number[] = [];
  const start: number[] = [0];
  const parent: number[] = [];
  const side = new Int8Array(mesh.count).fill(-1); // of the nodes of the part being halved
  const add = (nodes: ArrayLike<number>, children: readonly number[]): number => {
    for (let i = 0; i < nodes.length; i++) order.push(nodes[i]);
    start.push(order.length);
    parent.push(-1);
    for (const child of children) parent[child] = parent.length - 1;
    return parent.length - 1;
  };
  const descend = (part: Part): number => {
    if (part.nodes.length <= DISSECT_LEAF) return add(part.nodes, []);
    let best: Halves | null = null;
    for (let axis = 0; axis < 3; axis++) {
      const halves = halve(mesh, part, axis, side);
      if (best === null || halves.separator.length < best.separator.length) best = halves;
    }
    const { separator, left, right } = best as Halves;
    if (left.nodes.length === 0 || right.nodes.length === 0) return add(part.nodes, []);
    return add(separator, [descend(left), descend(right)]);
  };
  descend({
    nodes: Uint32Array.from({ length: mesh.count }, (_, i) => i),
    tets: Uint32Array.from({ length: mesh.tetCount }, (_, t) => t),
  });
  const groupOf = new Int32Array(mesh.count);
  for (let g = 0; g < parent.length; g++) for (let i = start[g]; i < start[g + 1]; i++) groupOf[order[i]] = g;
  return {
    groups: parent.length,
    node: Uint32Array.from(order),
    start: Uint32Array.from(start),
    parent: Int32Array.from(parent),
    groupOf,
  };
}

interface Halves {
  readonly separator: Uint32Array;
  readonly left: Part;
  readonly right: Part;
}

function halve(mesh: QuadraticMesh, { nodes, tets }: Part, axis: number, side: Int8Array): Halves {
  const { positions, node } = mesh;
  const sorted = nodes.slice().sort((a, b) => positions[3 * a + axis] - positions[3 * b + axis] || a - b);
  const half = sorted.length >> 1;
  for (let i = 0; i < sorted.length; i++) side[sorted[i]] = i < half ? 0 : 1;
  // In a tet that reaches across, the nodes of one side shield the other's. Of both layers the smaller one parts.
  const shield: [Set<number>, Set<number>] = [new Set(), new Set()];
  for (let n = 0; n < tets.length; n++) {
    const at = TET_NODES * tets[n];
    let has = 0;
    for (let c = 0; c < TET_NODES; c++) if (side[node[at + c]] >= 0) has |= 1 << side[node[at + c]];
    if (has !== 3) continue;
    for (let c = 0; c < TET_NODES; c++) {
      const i = node[at + c];
      if (side[i] >= 0) shield[side[i]].add(i);
    }
  }
  const separator = Uint32Array.from(shield[0].size <= shield[1].size ? shield[0] : shield[1]).sort();
  for (let i = 0; i < separator.length; i++) side[separator[i]] = -1;
  const halves = [0, 1].map((s) => ({
    nodes: nodes.filter((i) => side[i] === s),
    tets: tets.filter((t) => {
      for (let c = 0; c < TET_NODES; c++) if (side[node[TET_NODES * t + c]] === s) return true;
      return false;
    }),
  }));
  for (let i = 0; i < nodes.length; i++) side[nodes[i]] = -1;
  return { separator, left: halves[0], right: halves[1] };
}
