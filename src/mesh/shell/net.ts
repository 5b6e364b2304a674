// The boundary of a wall as a closed surface: surface nets over the band of its distances. Every vertex lies at half
// the wall's thickness from the surface it was made from. Where two sheets of the boundary would share an edge, the
// gap between them is less than a cell: it is filled, until the surface is manifold.

import { closestTriangle } from '../../hierarchy/closest.ts';
import type { Hierarchy } from '../../hierarchy/hierarchy.ts';
import { InputError } from '../../job/error.ts';
import { type Work, within } from '../../job/work.ts';
import { WALL_CLEAR } from '../constants.ts';
import { EDGES, pushQuad, sheetsOf } from '../net-cells.ts';
import { buildEdges, buildTwins, nextHalf } from '../topology.ts';
import { type Band, findNode, locateNode, NODES } from './band.ts';

/** A closed surface of triangles. */
interface Net {
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
}

interface DraftNet extends Net {
  readonly home: Uint32Array; // node 0 of the cell of each vertex, as where its value is kept
}

const corner = new Int32Array(8); // scratch: where the values of a cell's corners are kept
const at = new Int32Array(3); // scratch: a node
const point = new Float64Array(3); // scratch: a vertex
const found = new Float64Array(7); // scratch: what closestTriangle writes

/** Builds the boundary of the wall that reaches `half` to both sides of the surface. Closed and manifold. */
export function* buildNet(band: Band, hierarchy: Hierarchy, half: number): Work<Net> {
  // Each round fills nodes for good, so the rounds end; three do for every mesh seen so far.
  for (let done = 0; ; done = (1 + done) / 2) {
    const net = yield* within(done, (1 + done) / 2, connectCells(band, hierarchy, half));
    if (net.indices.length === 0)
      throw new InputError('not-solid', 'shell: no wall came out: the mesh has no area');
    if (fillCrowded(band, net) === 0) return net;
  }
}

/** Writes where the corners of the cell at `at` are kept. Returns which of them are inside. */
function readCorners(band: Band): number {
  let inside = 0;
  for (let c = 0; c < 8; c++) {
    corner[c] = findNode(band, at[0] + (c & 1), at[1] + ((c >> 1) & 1), at[2] + (c >> 2));
    if (corner[c] >= 0 && band.value[corner[c]] < 0) inside |= 1 << c;
  }
  return inside;
}

function* connectCells(band: Band, hierarchy: Hierarchy, half: number): Work<DraftNet> {
  const { value } = band;
  const count = NODES * band.block.length;
  const first = new Int32Array(count).fill(-1); // the first vertex of each cell that has one
  const shape = new Uint8Array(count); // its inside corners
  const positions: number[] = [];
  const home: number[] = [];
  let seed = -1;
  for (let node = 0; node < count; node++) {
    if (node % SLICE === 0) yield node / count / 2;
    locateNode(at, band, node);
    const inside = readCorners(band);
    if (inside === 0 || inside === 255) continue;
    shape[node] = inside;
    first[node] = home.length;
    const sheets = sheetsOf(inside);
    for (let sheet = 0; sheets.includes(sheet); sheet++) {
      placeVertex(band, sheets, sheet);
      seed = pullVertex(band, hierarchy, half, seed);
      positions.push(point[0], point[1], point[2]);
      home.push(node);
    }
  }
  const indices: number[] = [];
  const quad = [0, 0, 0, 0];
  for (let node = 0; node < count; node++) {
    if (node % SLICE === 0) yield (1 + node / count) / 2;
    const from = value[node] < 0;
    for (let axis = 0; axis < 3; axis++) {
      locateNode(at, band, node);
      at[axis]++;
      const next = findNode(band, at[0], at[1], at[2]);
      at[axis]--;
      const to = next >= 0 && value[next] < 0;
      if (from === to) continue;
      // The four cells around this edge, in turn about the axis; in each it is another of the cell's edges.
      for (let i = 0; i < 4; i++) {
        const q = TURN[i];
        at[(axis + 1) % 3] -= q & 1;
        at[(axis + 2) % 3] -= q >> 1;
        const cell = findNode(band, at[0], at[1], at[2]);
        at[(axis + 1) % 3] += q & 1;
        at[(axis + 2) % 3] += q >> 1;
        quad[from ? i : 3 - i] = first[cell] + sheetsOf(shape[cell])[4 * axis + q];
      }
      pushQuad(indices, positions, quad);
    }
  }
  return {
    positions: Float64Array.from(positions),
    indices: Uint32Array.from(indices),
    home: Uint32Array.from(home),
  };
}

const TURN = [3, 2, 0, 1];
const SLICE = 64 * NODES; // nodes between reports

/** Writes to `point` the middle of the places where a sheet crosses the edges of the cell at `at`. */
function placeVertex({ low, cell, value }: Band, sheets: Int8Array, sheet: number): void {
  point.fill(0);
  let count = 0;
  for (let e = 0; e < 12; e++) {
    if (sheets[e] !== sheet) continue;
    const [a, b] = EDGES[e];
    const share = value[corner[a]] / (value[corner[a]] - value[corner[b]]);
    for (let d = 0; d < 3; d++) {
      const from = (a >> d) & 1;
      point[d] += from + share * (((b >> d) & 1) - from);
    }
    count++;
  }
  for (let d = 0; d < 3; d++) point[d] = low[d] + cell * (at[d] + point[d] / count);
}

/** Moves `point` to the distance `half` from the surface, within the cell at `at`. Returns the closest triangle. */
function pullVertex({ low, cell }: Band, hierarchy: Hierarchy, half: number, seed: number): number {
  let triangle = seed;
  for (let step = 0; step < 2; step++) {
    triangle = closestTriangle(found, hierarchy, point, 0, triangle);
    const distance = Math.sqrt(found[0]);
    if (!(distance > 0)) return triangle;
    for (let d = 0; d < 3; d++) {
      const wanted = found[1 + d] + (half / distance) * (point[d] - found[1 + d]);
      const least = low[d] + cell * (at[d] + WALL_CLEAR);
      point[d] = Math.min(least + (1 - 2 * WALL_CLEAR) * cell, Math.max(least, wanted));
    }
  }
  return triangle;
}

/** Puts the nodes that the cells at both ends of a crowded edge share inside the wall. Returns how many were outside. */
function fillCrowded(band: Band, { indices, home }: DraftNet): number {
  const twin = buildTwins(indices, buildEdges(indices, home.length));
  let filled = 0;
  for (let h = 0; h < indices.length; h++) {
    if (twin[h] >= 0) continue;
    const shared = new Set<number>();
    for (let end = 0; end < 2; end++) {
      locateNode(at, band, home[indices[end === 0 ? h : nextHalf(h)]]);
      readCorners(band);
      for (const node of corner) if (end === 0) shared.add(node);
      if (end === 0) continue;
      for (const node of corner) {
        if (node < 0 || !shared.has(node) || band.value[node] < 0) continue;
        band.value[node] = -1e-3 * band.cell;
        filled++;
      }
    }
  }
  return filled;
}
