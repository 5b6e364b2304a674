// Cut points and snapping. Where an edge joins an inside to an outside node, the surface cuts it. A node with a
// cut point too close would make bad tets: it moves onto that point instead and counts as on the surface
// [Labelle07]. What remains to cut keeps its distance, and that alone bounds every angle of the mesh.

import type { Work } from '../../job/work.ts';
import { SNAP_LONG, SNAP_SHORT } from '../constants.ts';
import {
  DIRECTION_MOVE,
  DIRECTIONS,
  type Lattice,
  LONG_DIRECTIONS,
  placeNode,
  reverseDirection,
} from './lattice.ts';
import { INSIDE, leaveSolid, type Solid } from './solid.ts';

export const OUT = -1;
export const ON = 0;
export const IN = 1;

/** The state of the lattice on its way to a mesh. */
export interface Cuts {
  readonly label: Int8Array; // IN, ON or OUT a node
  readonly side: Int8Array; // IN or OUT a node, before snapping
  readonly slot: Int32Array; // the row of an inside node that has cut edges; −1 for the others
  readonly owner: Uint32Array; // the node of each row, ascending
  readonly fraction: Float32Array; // 14 a row: where the edge in each direction is cut, from its inside end
  readonly snap: Uint8Array; // the direction a node moved in when it snapped
}

const ends = new Float64Array(6); // scratch: the two ends of an edge
const cut = new Float64Array(1); // scratch: a fraction

/** Finds the cut point on every edge that joins an inside to an outside node. */
export function* findCuts(lattice: Lattice, solid: Solid, turns: Float32Array): Work<Cuts> {
  const { step } = lattice;
  const side = new Int8Array(turns.length).fill(OUT);
  for (let n = 0; n < turns.length; n++) if (turns[n] > INSIDE) side[n] = IN;
  const slot = new Int32Array(turns.length).fill(-1);
  const rows: number[] = [];
  for (let n = 0; n < side.length; n++) {
    if (side[n] !== IN) continue;
    const kind = (n & 1) * DIRECTIONS;
    for (let d = 0; d < DIRECTIONS; d++) {
      if (side[n + step[kind + d]] === IN) continue;
      slot[n] = rows.length;
      rows.push(n);
      break;
    }
  }
  const owner = Uint32Array.from(rows);
  const fraction = new Float32Array(DIRECTIONS * owner.length);
  for (let row = 0; row < owner.length; row++) {
    cutRow(fraction, lattice, solid, side, owner[row], row, turns[owner[row]]);
    if (row % 512 === 511) yield row / owner.length;
  }
  return { label: side.slice(), side, slot, owner, fraction, snap: new Uint8Array(turns.length) };
}

function cutRow(
  fraction: Float32Array,
  lattice: Lattice,
  solid: Solid,
  side: Int8Array,
  node: number,
  row: number,
  inner: number,
): void {
  const { step } = lattice;
  const kind = (node & 1) * DIRECTIONS;
  placeNode(ends, 0, lattice, node);
  for (let d = 0; d < DIRECTIONS; d++) {
    const other = node + step[kind + d];
    if (side[other] === IN) continue;
    placeNode(ends, 3, lattice, other);
    leaveSolid(cut, solid, ends, 0, ends, 3, inner);
    fraction[DIRECTIONS * row + d] = cut[0];
  }
}

/** How far along the edge in direction d, from `node`, the cut lies; the other end is on the other side. */
function fractionFrom(cuts: Cuts, lattice: Lattice, node: number, d: number): number {
  if (cuts.side[node] === IN) return cuts.fraction[DIRECTIONS * cuts.slot[node] + d];
  const other = node + lattice.step[(node & 1) * DIRECTIONS + d];
  return 1 - cuts.fraction[DIRECTIONS * cuts.slot[other] + reverseDirection(d)];
}

/**
 * Snaps, in the order of the nodes, each node that a remaining cut point is too close to, onto the closest of
 * them. A node that has snapped takes its cut points with it.
 */
export function snapNodes(cuts: Cuts, lattice: Lattice): void {
  const { label, side, owner, snap } = cuts;
  const { step } = lattice;
  const near = new Uint8Array(label.length); // nodes with cut edges
  for (let row = 0; row < owner.length; row++) {
    const n = owner[row];
    near[n] = 1;
    const kind = (n & 1) * DIRECTIONS;
    for (let d = 0; d < DIRECTIONS; d++) if (side[n + step[kind + d]] === OUT) near[n + step[kind + d]] = 1;
  }
  for (let n = 0; n < near.length; n++) {
    if (near[n] === 0) continue;
    const kind = (n & 1) * DIRECTIONS;
    let closest = Infinity;
    for (let d = 0; d < DIRECTIONS; d++) {
      if (label[n + step[kind + d]] !== -label[n]) continue;
      const fraction = fractionFrom(cuts, lattice, n, d);
      const long = d < LONG_DIRECTIONS;
      const distance = long ? fraction : fraction * SHORT_LENGTH;
      if (fraction < (long ? SNAP_LONG : SNAP_SHORT) && distance < closest) {
        closest = distance;
        snap[n] = d;
      }
    }
    if (closest < Infinity) label[n] = ON;
  }
}

const SHORT_LENGTH = Math.sqrt(3) / 2;

/** Writes where a node stands: in the lattice, or on the cut point it snapped to. */
export function placeSnapped(
  out: Float64Array,
  at: number,
  cuts: Cuts,
  lattice: Lattice,
  node: number,
): void {
  placeNode(out, at, lattice, node);
  if (cuts.label[node] !== ON) return;
  const d = cuts.snap[node];
  const reach = lattice.cell * fractionFrom(cuts, lattice, node, d);
  for (let x = 0; x < 3; x++) out[at + x] += reach * DIRECTION_MOVE[3 * d + x];
}

/**
 * Writes the cut point on the edge in direction d of an inside node. It is kept clear of both ends: a node that
 * was put back in its place (untangle.ts) may have cut points nearer than snapping would have left.
 */
export function placeCut(
  out: Float64Array,
  at: number,
  cuts: Cuts,
  lattice: Lattice,
  node: number,
  d: number,
): void {
  placeNode(out, at, lattice, node);
  const clear = d < LONG_DIRECTIONS ? SNAP_LONG : SNAP_SHORT;
  const fraction = Math.min(1 - clear, Math.max(clear, fractionFrom(cuts, lattice, node, d)));
  for (let x = 0; x < 3; x++) out[at + x] += lattice.cell * fraction * DIRECTION_MOVE[3 * d + x];
}
