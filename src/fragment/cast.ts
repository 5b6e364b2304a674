// Where a ray enters a fragment: through the cells of the tet grid, and in every tet there by its faces and cracks. A
// tet is asked which part of the ray lies in the fragment, not which triangle is hit, so a ray never slips through
// between two triangles. Whole solids are fragments without cracks.

import { growColumn } from '../math/columns.ts';
import { CASE_KIND, KIND_NONE } from './cases.ts';
import { POLYGON_PLANE, POLYGON_SIZE } from './crack-faces.ts';
import type { FragmentField } from './fragment-field.ts';
import { locateInTet } from './locate.ts';
import { penetrateFragment } from './measure.ts';

const FLAT = 1e-9; // a tet of more slack is passed over: it is thinner than 2e-5 of its length, its coordinates are rounding
const NONE = -1; // entered through no face of the fragment: inside, or by rounding
const ray = new Float64Array(7); // scratch: the ray, its origin where it enters the box of the fragment
const part = new Float64Array(2); // scratch: from where to where it lies in a tet
const best = new Float64Array(1); // scratch: where it first lies in the fragment, from there on
const normal = new Float64Array(3); // scratch: of the face there, outward, of any length
const weight = new Float64Array(4); // scratch: barycentric coordinates at that origin
const slope = new Float64Array(4); // scratch: and how they change along the ray
const bary = new Float64Array(4); // scratch: barycentric coordinates at a point of the ray
const crossing = new Float64Array(16); // scratch: where the ray crosses cracks of a tet, ascending; a tet has 9 polygons at most
const crossed = new Int32Array(16); // scratch: the polygons there
let entered = NONE; // how the best was entered: 1 by a face with `normal`, or NONE
let asked = new Uint32Array(0); // scratch: a tet: the cast that asked it last
let cast = 0;

/**
 * Writes to out[0] where a ray (origin xyz, direction xyz of any length, how far it goes in direction lengths) first
 * meets fragment `label`, in direction lengths, and to out[1..3] the unit outward normal there; false if it does not
 * within that length. From inside that is 0 and the way back. Cracks count whether open or closed. Exact up to rounding
 * for the surface that extractFragment gives, but for tets thinner than 2e-5 of their length, which do not count; a ray
 * that only touches may or may not. Allocates only to grow.
 */
export function castFragment(
  out: Float64Array,
  field: FragmentField,
  label: number,
  given: Float64Array,
): boolean {
  if (!clipToBox(out, field, label, given)) return false;
  const start = out[0];
  const end = out[1] - start;
  for (let d = 0; d < 3; d++) {
    ray[d] = given[d] + start * given[3 + d];
    ray[3 + d] = given[3 + d];
  }
  ray[6] = end;
  best[0] = Infinity;
  entered = NONE;
  crossCells(field, label);
  if (!(best[0] <= end && start + best[0] <= given[6])) return false;
  out[0] = start + best[0];
  writeNormal(out, field, label, start === 0);
  return true;
}

/** Writes to out[0] and out[1] where a ray enters and leaves the box of a fragment, within the ray; false if nowhere. */
function clipToBox(out: Float64Array, field: FragmentField, label: number, given: Float64Array): boolean {
  const { box, tetGrid } = field;
  const margin = 1e-9 * tetGrid.cell; // more than rounding, less than the margin of the cells' lists
  let enter = 0;
  let leave = given[6];
  for (let d = 0; d < 3; d++) {
    const low = box[6 * label + d] - margin;
    const high = box[6 * label + 3 + d] + margin;
    const o = given[d];
    const step = given[3 + d];
    if (step === 0) {
      if (o < low || o > high) return false;
      continue;
    }
    const t0 = (low - o) / step;
    const t1 = (high - o) / step;
    enter = Math.max(enter, Math.min(t0, t1));
    leave = Math.min(leave, Math.max(t0, t1));
  }
  out[0] = enter;
  out[1] = leave;
  return enter <= leave;
}

const next = new Float64Array(3); // scratch: where the ray leaves the cell along each axis
const stride = new Float64Array(3); // scratch: and how far it is from cell to cell
const at = new Int32Array(3); // scratch: the cell

/** Asks the tets of every cell along the ray, until what was found comes before the next cell. */
function crossCells(field: FragmentField, label: number): void {
  const { origin, inverse, size, cellStart, cellTet, topology } = field.tetGrid;
  if (asked.length < topology.tetCount || cast === 0xffffffff) {
    asked = growColumn(asked, topology.tetCount).fill(0);
    cast = 0;
  }
  cast++;
  for (let d = 0; d < 3; d++) {
    const x = (ray[d] - origin[d]) * inverse;
    const step = ray[3 + d] * inverse;
    at[d] = Math.max(0, Math.min(size[d] - 1, Math.floor(x)));
    stride[d] = 1 / Math.abs(step);
    next[d] = step === 0 ? Infinity : (at[d] + (step > 0 ? 1 : 0) - x) / step;
  }
  while (true) {
    const cell = at[0] + size[0] * (at[1] + size[1] * at[2]);
    for (let k = cellStart[cell]; k < cellStart[cell + 1]; k++) {
      const tet = cellTet[k];
      if (asked[tet] === cast) continue;
      asked[tet] = cast;
      if (hasLabel(field, tet, label)) crossTet(field, tet, label);
    }
    const axis = next[0] <= next[1] && next[0] <= next[2] ? 0 : next[1] <= next[2] ? 1 : 2;
    if (next[axis] >= best[0] || next[axis] > ray[6]) return;
    at[axis] += ray[3 + axis] > 0 ? 1 : -1;
    next[axis] += stride[axis];
    if (at[axis] < 0 || at[axis] >= size[axis]) return;
  }
}

function hasLabel({ family }: FragmentField, tet: number, wanted: number): boolean {
  const { label, topology } = family;
  const { tetNode } = topology;
  const n = 4 * tet;
  return (
    label[tetNode[n]] === wanted ||
    label[tetNode[n + 1]] === wanted ||
    label[tetNode[n + 2]] === wanted ||
    label[tetNode[n + 3]] === wanted
  );
}

/** Lowers `best` to where the ray first lies in the fragment within a tet. */
function crossTet(field: FragmentField, tet: number, label: number): void {
  const { family, tetGrid } = field;
  const slack = tetGrid.slack[tet];
  if (slack > FLAT) return;
  setWeights(tetGrid.affine, 12 * tet);
  let from = 0; // with room for rounding, so that no ray runs between two tets
  let to = Math.min(ray[6], best[0]);
  let enter = 0; // without
  let face = NONE;
  for (let c = 0; c < 4; c++) {
    const w = weight[c];
    const s = slope[c];
    if (s > 0) {
      from = Math.max(from, -(w + slack) / s);
      if (-w / s >= enter) {
        enter = -w / s;
        face = c;
      }
    } else if (s < 0) to = Math.min(to, -(w + slack) / s);
    else if (w < -slack) return;
  }
  if (!(from <= to)) return;
  part[0] = Math.min(enter, to);
  part[1] = to;
  if (CASE_KIND[family.cutCase[tet]] === KIND_NONE) enterTet(field, tet, face);
  else crossCracks(field, tet, label, face);
}

/** Sets the barycentric coordinates of the ray in the tet whose numbers are affine[a…]. */
function setWeights(affine: Float64Array, a: number): void {
  const x = ray[0] - affine[a];
  const y = ray[1] - affine[a + 1];
  const z = ray[2] - affine[a + 2];
  weight[0] = 1;
  slope[0] = 0;
  for (let c = 1; c < 4; c++) {
    const g = a + 3 * c;
    weight[c] = affine[g] * x + affine[g + 1] * y + affine[g + 2] * z;
    slope[c] = affine[g] * ray[3] + affine[g + 1] * ray[4] + affine[g + 2] * ray[5];
    weight[0] -= weight[c];
    slope[0] -= slope[c];
  }
}

/** Notes that the ray is in the fragment from part[0] on, where it enters a tet by a face (NONE: it begins there). */
function enterTet(field: FragmentField, tet: number, face: number): void {
  const t = part[0];
  const { affine, topology } = field.tetGrid;
  const outer = face !== NONE && topology.tetNeighbor[4 * tet + face] < 0;
  if (t > best[0] || (t === best[0] && !outer)) return;
  best[0] = t;
  entered = NONE;
  if (!outer) return;
  entered = 1;
  const a = 12 * tet;
  for (let d = 0; d < 3; d++) {
    normal[d] =
      face > 0 ? -affine[a + 3 * face + d] : affine[a + 3 + d] + affine[a + 6 + d] + affine[a + 9 + d]; // coordinates fall towards their face
  }
}

/** The same for a tet with cracks: they part the ray into pieces that lie in one fragment each. */
function crossCracks(field: FragmentField, tet: number, label: number, face: number): void {
  const { faces, family } = field;
  const count = sortCrossings(field, tet);
  let t = part[0];
  for (let k = 0; k <= count; k++) {
    const end = k < count ? crossing[k] : part[1];
    const middle = 0.5 * (t + end);
    for (let c = 0; c < 4; c++) bary[c] = weight[c] + middle * slope[c];
    if (locateInTet(family, tet, bary, 0) === label) {
      if (k === 0) {
        enterTet(field, tet, face);
        return;
      }
      if (t > best[0]) return;
      best[0] = t;
      entered = 1;
      const g = POLYGON_SIZE * crossed[k - 1] + POLYGON_PLANE;
      for (let d = 0; d < 3; d++) normal[d] = faces.geometry[g + d];
      return;
    }
    t = end;
  }
}

/** Lists where the ray crosses the planes of a tet's cracks, within `part`; returns how many. */
function sortCrossings(field: FragmentField, tet: number): number {
  const { geometry, first, size } = field.faces;
  let count = 0;
  for (let p = first[tet]; p < first[tet] + size[tet]; p++) {
    const g = POLYGON_SIZE * p + POLYGON_PLANE;
    const x = geometry[g];
    const y = geometry[g + 1];
    const z = geometry[g + 2];
    const fall = x * ray[3] + y * ray[4] + z * ray[5];
    const t = (geometry[g + 3] - (x * ray[0] + y * ray[1] + z * ray[2])) / fall;
    if (!(t >= part[0] && t < part[1])) continue; // also where it runs along
    let k = count++;
    for (; k > 0 && crossing[k - 1] > t; k--) {
      crossing[k] = crossing[k - 1];
      crossed[k] = crossed[k - 1];
    }
    crossing[k] = t;
    crossed[k] = p;
  }
  return count;
}

const place = new Float64Array(3); // scratch: a point just inside
const measured = new Float64Array(4); // scratch: depth and normal there
const INWARD = 1e-7; // how far inside that is, in cells

/** Writes the unit normal at `best` to out[1..3], against the ray; `close` if the origin is where it was given. */
function writeNormal(out: Float64Array, field: FragmentField, label: number, close: boolean): void {
  const t = best[0];
  const length = Math.sqrt(ray[3] * ray[3] + ray[4] * ray[4] + ray[5] * ray[5]);
  const inside = entered === NONE && close && t === 0;
  if (entered === NONE) {
    for (let d = 0; d < 3; d++) normal[d] = -ray[3 + d];
    if (!inside) {
      // By rounding a tet was entered from within the solid: ask the field which face is closest.
      const inward = (INWARD * field.tetGrid.cell) / length;
      for (let d = 0; d < 3; d++) place[d] = ray[d] + (t + inward) * ray[3 + d];
      penetrateFragment(measured, field, label, place, 0);
      if (measured[0] < 0) for (let d = 0; d < 3; d++) normal[d] = measured[1 + d];
    }
  }
  const along = normal[0] * ray[3] + normal[1] * ray[4] + normal[2] * ray[5];
  const size = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  const scale = (along > 0 ? -1 : 1) / size;
  for (let d = 0; d < 3; d++) out[1 + d] = scale * normal[d];
}
