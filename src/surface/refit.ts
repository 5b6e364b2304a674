// Boxes, cones and costs of a surface's tree after its vertices moved, from the leaves up: one pass in the order of
// the tree, or where no cones are asked for from blocks up (blocks.ts). A swept refit bounds the whole step: boxes hold
// both ends of it, and cones every normal and binormal in between, since these are polynomials in time that stay within
// the hull of their Bernstein coefficients ([Heo10, sec. 4.3] takes the normals from [Tang08]; the binormals are ours).

import { ALL, clearCone, coneOfVectors, fillCone, isSteady, mergeCones } from '../geometry/cone.ts';
import { costLeaf, costNode, costOverlap } from '../hierarchy/cost.ts';
import { boundTriangle, LIST, listBlocks, refitBlocks, uniteBoxes } from './blocks.ts';
import { passesDual } from './cull.ts';
import { writeNormals } from './normals.ts';
import type { Surface } from './surface.ts';

const e = new Float64Array(12); // scratch: a border edge at the start (0 to 2) and at the end (6 to 8)
const normal = new Float64Array(10); // scratch: coefficients of the normal, and their limit
const spin = new Float64Array(12); // scratch: those of a binormal
const limit = new Float64Array(1); // scratch: the square that a product of vectors can have

/** Refits the whole tree, whose order must be up to date. Allocation-free while the tree keeps its shape. */
export function refitSurface(surface: Surface): void {
  if (!surface.blocks.listed) listBlocks(surface);
  if (surface.coned) refitCones(surface);
  else refitBlocks(surface);
}

function refitCones(surface: Surface): void {
  const { order, tree, cost, cone, binormal, blocks, stale, traversal } = surface;
  const { box, child, triangle } = tree;
  for (let b = 0; b < blocks.count; b++) stale[blocks.node[b]] &= LIST;
  for (let i = order.count - 1; i >= 0; i--) {
    const node = order.node[i];
    const t = triangle[node];
    if (t >= 0) {
      boundTriangle(surface, node, t);
      writeCones(surface, node, t);
      costLeaf(cost, node);
      continue;
    }
    const a = child[2 * node];
    const b = child[2 * node + 1];
    uniteBoxes(box, node, a, b);
    if (cone[4 * a + 3] === ALL || cone[4 * b + 3] === ALL) cone[4 * node + 3] = ALL;
    else {
      mergeCones(cone, 4 * node, cone, 4 * a, cone, 4 * b);
      mergeCones(binormal, 4 * node, binormal, 4 * a, binormal, 4 * b);
    }
    const culledA = passesDual(surface, a);
    const culledB = passesDual(surface, b);
    if (traversal) costNode(cost, box, node, a, b, culledA, culledB);
    else costOverlap(cost, box, order.size, node, a, b, culledA, culledB);
    if (cost.built[node] < 0) cost.built[node] = cost.self[node];
  }
}

function writeCones(surface: Surface, node: number, t: number): void {
  const { cone, binormal, neighbor, indices, start, end } = surface;
  const count = writeNormals(normal, surface, t);
  clearCone(binormal, 4 * node);
  limit[0] = normal[9] * normal[9];
  for (let i = 0; i < 3 * count; i += 3) {
    if (isSteady(normal, i, limit)) continue;
    fillCone(cone, 4 * node);
    return;
  }
  for (let k = 0; k < 3; k++) {
    if (neighbor[3 * t + k] >= 0) continue;
    loadEdge(start, end, 3 * indices[3 * t + k], 3 * indices[3 * t + ((k + 1) % 3)]);
    addBinormal(binormal, 4 * node, count);
  }
  coneOfVectors(cone, 4 * node, normal, count);
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
    // edge × normal has degree 3. With edges e0, e1 and normals n0, n1, n2 (at 6, 3 and 0) its coefficients are
    // e0 × n0, (e1 × n0 + 2 e0 × n1) / 3, (2 e1 × n1 + e0 × n2) / 3 and e1 × n2.
    spinBy(0, 0, 6, 1, false);
    spinBy(3, 6, 6, 1 / 3, false);
    spinBy(3, 0, 3, 2 / 3, true);
    spinBy(6, 6, 3, 2 / 3, false);
    spinBy(6, 0, 0, 1 / 3, true);
    spinBy(9, 6, 0, 1, false);
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
