// Boxes, cones and costs of a surface's tree after its vertices moved, from the leaves up: one pass in the order of
// the tree. A swept refit bounds the whole step: boxes hold both ends of it, and cones hold every normal and binormal
// in between, since these are polynomials in time that stay within the hull of their Bernstein coefficients
// ([Heo10, sec. 4.3] takes the normals from [Tang08]; the binormals are ours).

import { ALL, clearCone, coneOfVectors, fillCone, isSteady, mergeCones } from '../geometry/cone.ts';
import { costLeaf, costNode } from '../hierarchy/cost.ts';
import { unite } from '../hierarchy/refit.ts';
import { passesDual } from './cull.ts';
import type { Surface } from './surface.ts';

const e = new Float64Array(12); // scratch: edges a to b and a to c, at the start and at the end
const normal = new Float64Array(9); // scratch: Bernstein coefficients of the normal
const spin = new Float64Array(12); // scratch: those of a binormal
const limit = new Float64Array(1); // scratch: the square that a product of vectors can have

/** Refits the run of the order that is the subtree of `root`. Allocation-free. */
export function refitSubtree(surface: Surface, root: number): void {
  const { order, tree, cost, cone, binormal } = surface;
  const { box, child, triangle } = tree;
  const { node: list, place, size } = order;
  const from = place[root];
  for (let i = from + 2 * size[root] - 2; i >= from; i--) {
    const node = list[i];
    const t = triangle[node];
    if (t >= 0) {
      refitLeaf(surface, node, t);
      costLeaf(cost, node);
      continue;
    }
    const a = child[2 * node];
    const b = child[2 * node + 1];
    unite(box, node, a, b);
    if (cone[4 * a + 3] === ALL || cone[4 * b + 3] === ALL) cone[4 * node + 3] = ALL;
    else {
      mergeCones(cone, 4 * node, cone, 4 * a, cone, 4 * b);
      mergeCones(binormal, 4 * node, binormal, 4 * a, binormal, 4 * b);
    }
    costNode(cost, box, node, a, b, passesDual(surface, a), passesDual(surface, b));
    if (cost.built[node] < 0) cost.built[node] = cost.self[node];
  }
}

function refitLeaf(
  { tree, start, end, indices, neighbor, cone, binormal, swept, separation }: Surface,
  node: number,
  t: number,
): void {
  const a = 3 * indices[3 * t];
  const b = 3 * indices[3 * t + 1];
  const c = 3 * indices[3 * t + 2];
  const { box } = tree;
  const grow = 0.5000001 * separation;
  for (let d = 0; d < 3; d++) {
    const x = end[a + d];
    const y = end[b + d];
    const z = end[c + d];
    let low = Math.min(x, y, z);
    let high = Math.max(x, y, z);
    e[6 + d] = y - x;
    e[9 + d] = z - x;
    if (swept) {
      const u = start[a + d];
      const v = start[b + d];
      const w = start[c + d];
      low = Math.min(low, u, v, w);
      high = Math.max(high, u, v, w);
      e[d] = v - u;
      e[3 + d] = w - u;
    }
    box[6 * node + d] = low - grow;
    box[6 * node + 3 + d] = high + grow;
  }
  clearCone(binormal, 4 * node);
  const count = swept ? writeNormals() : writeNormal();
  if (count === 0) {
    fillCone(cone, 4 * node);
    return;
  }
  if (neighbor[3 * t] < 0 || neighbor[3 * t + 1] < 0 || neighbor[3 * t + 2] < 0) {
    for (let k = 0; k < 3; k++) {
      if (neighbor[3 * t + k] >= 0) continue;
      loadEdge(start, end, 3 * indices[3 * t + k], k === 0 ? b : k === 1 ? c : a);
      addBinormal(binormal, 4 * node, count);
    }
  }
  coneOfVectors(cone, 4 * node, normal, count);
}

/** The normal at the end of the step; 0 if the triangle is too thin to have one, else how many were written: 1. */
function writeNormal(): number {
  cross(normal, 0, 6, 9);
  limitBy(6, 9, 6, 9);
  return isSteady(normal, 0, limit) ? 1 : 0;
}

/** The three Bernstein coefficients of the normal over the step: e0 × f0, (e0 × f1 + e1 × f0) / 2, e1 × f1. */
function writeNormals(): number {
  cross(normal, 0, 0, 3);
  cross(normal, 3, 0, 9);
  cross(normal, 6, 6, 3);
  for (let d = 0; d < 3; d++) normal[3 + d] = (normal[3 + d] + normal[6 + d]) / 2;
  cross(normal, 6, 6, 9);
  limitBy(0, 3, 6, 9);
  for (let i = 0; i < 9; i += 3) if (!isSteady(normal, i, limit)) return 0;
  return 3;
}

const outward = new Float32Array(4); // scratch: the cone of one border edge's binormals

/** Writes an edge at the start and at the end to e[0…] and e[6…]. */
function loadEdge(start: Float64Array, end: Float64Array, from: number, to: number): void {
  for (let d = 0; d < 3; d++) {
    e[d] = start[to + d] - start[from + d];
    e[6 + d] = end[to + d] - end[from + d];
  }
}

/** Adds the binormals of the edge in `e` to a cone: edge × normal, which points out of the triangle. */
function addBinormal(binormal: Float32Array, o: number, count: number): void {
  if (count === 1) spinBy(0, 6, 0, 1, false);
  else {
    // (edge × normal) has degree 3: coefficients e0 × n0, (e1 × n0 + 2 e0 × n1) / 3, (2 e1 × n1 + e0 × n2) / 3, e1 × n2.
    spinBy(0, 0, 0, 1, false);
    spinBy(3, 6, 0, 1 / 3, false);
    spinBy(3, 0, 3, 2 / 3, true);
    spinBy(6, 6, 3, 2 / 3, false);
    spinBy(6, 0, 6, 1 / 3, true);
    spinBy(9, 6, 6, 1, false);
  }
  const vectors = count === 1 ? 1 : 4;
  const last = 3 * count - 3;
  const wide = Math.max(
    normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2],
    normal[last] * normal[last] + normal[last + 1] * normal[last + 1] + normal[last + 2] * normal[last + 2],
  );
  limit[0] =
    wide * Math.max(e[0] * e[0] + e[1] * e[1] + e[2] * e[2], e[6] * e[6] + e[7] * e[7] + e[8] * e[8]);
  for (let i = 0; i < 3 * vectors; i += 3) {
    if (!isSteady(spin, i, limit)) {
      fillCone(binormal, o);
      return;
    }
  }
  coneOfVectors(outward, 0, spin, vectors);
  mergeCones(binormal, o, binormal, o, outward, 0);
}

/** Writes, or adds, part · (edge at `i` of e) × (normal at j) to spin at o. */
function spinBy(o: number, i: number, j: number, part: number, add: boolean): void {
  const x = part * (e[i + 1] * normal[j + 2] - e[i + 2] * normal[j + 1]);
  const y = part * (e[i + 2] * normal[j] - e[i] * normal[j + 2]);
  const z = part * (e[i] * normal[j + 1] - e[i + 1] * normal[j]);
  spin[o] = add ? spin[o] + x : x;
  spin[o + 1] = add ? spin[o + 1] + y : y;
  spin[o + 2] = add ? spin[o + 2] + z : z;
}

function cross(out: Float64Array, o: number, i: number, j: number): void {
  out[o] = e[i + 1] * e[j + 2] - e[i + 2] * e[j + 1];
  out[o + 1] = e[i + 2] * e[j] - e[i] * e[j + 2];
  out[o + 2] = e[i] * e[j + 1] - e[i + 1] * e[j];
}

/** Sets limit[0] to what the square of a product of edges can be: (larger of e[i], e[k])² · (larger of e[j], e[l])². */
function limitBy(i: number, j: number, k: number, l: number): void {
  const one = Math.max(
    e[i] * e[i] + e[i + 1] * e[i + 1] + e[i + 2] * e[i + 2],
    e[k] * e[k] + e[k + 1] * e[k + 1] + e[k + 2] * e[k + 2],
  );
  const two = Math.max(
    e[j] * e[j] + e[j + 1] * e[j + 1] + e[j + 2] * e[j + 2],
    e[l] * e[l] + e[l + 1] * e[l + 1] + e[l + 2] * e[l + 2],
  );
  limit[0] = one * two;
}
