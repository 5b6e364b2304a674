// A surface cut where it crosses itself, without what is thinner than a tolerance: vertices that are one point become
// one, and an edge that passes a corner of its triangle is led through it, on all its triangles alike. Neither opens an
// edge, whatever meets there. What is folded flat by that cancels out.

import { buildHierarchy } from '../../hierarchy/hierarchy.ts';
import { createPairs, nextPairs } from '../../hierarchy/pairs.ts';
import { TIDY_NEEDLE, TIDY_PASSES } from '../constants.ts';
import { isDegenerate, matchTriangles } from '../inspect-shape.ts';
import { matchNearVertices } from '../repair-weld.ts';
import { buildEdges, nextHalf } from '../topology.ts';

/** Triangles, with what is known of them. */
export interface Sheet {
  indices: Uint32Array;
  source: Uint32Array; // the triangle each is a part of
  origin: Uint32Array; // the vertex of each corner before any were joined
}

/** Tidies `sheet`. Returns false where slivers are left, or triangles lie on others. Vertices with low numbers stay before those with higher. */
export function tidySheet(sheet: Sheet, positions: Float64Array, tolerance: number): boolean {
  joinVertices(sheet, positions, tolerance);
  for (let pass = 0; pass < TIDY_PASSES; pass++) {
    cancelFolds(sheet);
    const slivers = listSlivers(sheet, positions, tolerance);
    if (slivers.length === 0) {
      const touches = listTouches(sheet, positions, tolerance);
      if (touches.length === 0) return isSimple(sheet);
      splitEdges(sheet, positions, touches);
    } else if (!collapseNeedles(sheet, positions, slivers, TIDY_NEEDLE * tolerance)) {
      splitEdges(
        sheet,
        positions,
        slivers.map((half) => ({ half, vertex: sheet.indices[nextHalf(nextHalf(half))] })),
      );
    }
  }
  return false;
}

function joinVertices({ indices }: Sheet, positions: Float64Array, tolerance: number): void {
  const used = [...new Set(indices)].sort((a, b) => a - b);
  const places = new Float64Array(3 * used.length);
  const number = new Int32Array(positions.length / 3);
  used.forEach((v, i) => {
    places.set(positions.subarray(3 * v, 3 * v + 3), 3 * i);
    number[v] = i;
  });
  const same = matchNearVertices(places, tolerance);
  for (let h = 0; h < indices.length; h++) indices[h] = used[same[number[indices[h]]]];
}

/** Drops triangles that name a vertex twice, and those that face each other, one for one. */
function cancelFolds(sheet: Sheet): void {
  const { indices } = sheet;
  const whole = (t: number) =>
    indices[3 * t] !== indices[3 * t + 1] &&
    indices[3 * t + 1] !== indices[3 * t + 2] &&
    indices[3 * t + 2] !== indices[3 * t];
  const same = matchTriangles(indices);
  const keep = new Uint8Array(same.length);
  const waiting = new Map<number, number[]>(); // by first triangle: those kept so far that face one way
  for (let t = 0; t < same.length; t++) {
    if (!whole(t)) continue;
    keep[t] = 1;
    const others = waiting.get(same[t]);
    if (!others) waiting.set(same[t], [t]);
    else if (others.length === 0 || facesAlike(indices, others[0], t)) others.push(t);
    else keep[others.pop()!] = keep[t] = 0;
  }
  pick(sheet, keep);
}

/** Whether no triangle repeats another: the boundary of a solid does not. */
function isSimple({ indices }: Sheet): boolean {
  return matchTriangles(indices).every((s, t) => s === t);
}

/** Whether two triangles with the same three vertices name them in the same direction. */
function facesAlike(indices: Uint32Array, s: number, t: number): boolean {
  const at = indices.subarray(3 * t, 3 * t + 3).indexOf(indices[3 * s]);
  return indices[3 * t + ((at + 1) % 3)] === indices[3 * s + 1];
}

function pick(sheet: Sheet, keep: Uint8Array): void {
  const corner = (_: number, h: number) => keep[Math.floor(h / 3)] === 1;
  sheet.source = sheet.source.filter((_, t) => keep[t] === 1);
  sheet.origin = sheet.origin.filter(corner);
  sheet.indices = sheet.indices.filter(corner);
}

/** The longest half-edge of each triangle that is lower than `tolerance` over it, the longest first. */
function listSlivers({ indices }: Sheet, x: Float64Array, tolerance: number): number[] {
  const found: { half: number; square: number }[] = [];
  for (let t = 0; t < indices.length; t += 3) {
    let half = t;
    let square = 0;
    for (let h = t; h < t + 3; h++) {
      const length = distanceSquare(x, indices[h], indices[nextHalf(h)]);
      if (length > square) [half, square] = [h, length];
    }
    const flat = isDegenerate(x, indices[t], indices[t + 1], indices[t + 2]);
    const [a, b, c] = [indices[half], indices[nextHalf(half)], indices[nextHalf(nextHalf(half))]];
    if (flat || offLine(x, a, b, c, square) < tolerance * tolerance) found.push({ half, square });
  }
  found.sort((a, b) => b.square - a.square || a.half - b.half);
  return found.map(({ half }) => half);
}

function distanceSquare(x: Float64Array, a: number, b: number): number {
  let sum = 0;
  for (let d = 0; d < 3; d++) sum += (x[3 * a + d] - x[3 * b + d]) * (x[3 * a + d] - x[3 * b + d]);
  return sum;
}

/** The squared distance of c from the line through a and b, whose own squared distance is `square`. */
function offLine(x: Float64Array, a: number, b: number, c: number, square: number): number {
  const at = (v: number, d: number) => x[3 * v + d] - x[3 * a + d];
  const along = (at(b, 0) * at(c, 0) + at(b, 1) * at(c, 1) + at(b, 2) * at(c, 2)) / square;
  let sum = 0;
  for (let d = 0; d < 3; d++) sum += (at(c, d) - along * at(b, d)) * (at(c, d) - along * at(b, d));
  return square > 0 ? sum : 0;
}

/** Joins the ends of short edges of `slivers`, the higher vertex with the lower. Returns whether there were any. */
function collapseNeedles(
  { indices }: Sheet,
  x: Float64Array,
  slivers: readonly number[],
  limit: number,
): boolean {
  const to = new Map<number, number>();
  const taken = new Set<number>();
  for (const longest of slivers) {
    for (let h = nextHalf(longest); h !== longest; h = nextHalf(h)) {
      const [a, b] = [indices[h], indices[nextHalf(h)]];
      if (distanceSquare(x, a, b) > limit * limit || taken.has(a) || taken.has(b)) continue;
      taken.add(a).add(b);
      to.set(Math.max(a, b), Math.min(a, b));
      break;
    }
  }
  for (let h = 0; h < indices.length; h++) indices[h] = to.get(indices[h]) ?? indices[h];
  return to.size > 0;
}

/** An edge that passes a vertex. */
interface Touch {
  readonly half: number;
  readonly vertex: number;
}

/** Edges that vertices of other triangles lie on, the longest first. */
function listTouches({ indices }: Sheet, x: Float64Array, tolerance: number): Touch[] {
  const used = [...new Set(indices)].sort((a, b) => a - b);
  // A triangle around each vertex whose box reaches as far as the tolerance.
  const around = new Float64Array(9 * used.length);
  used.forEach((v, i) => {
    for (let k = 0; k < 9; k++) around[9 * i + k] = x[3 * v + (k % 3)] + (k < 3 ? -tolerance : tolerance);
  });
  const boxes = { positions: around, indices: Uint32Array.from({ length: 3 * used.length }, (_, i) => i) };
  const sheet = { positions: x, indices };
  const search = createPairs(
    buildHierarchy(x, indices),
    sheet,
    buildHierarchy(boxes.positions, boxes.indices),
    boxes,
  );
  const pairs = new Uint32Array(4096);
  const found: (Touch & { square: number })[] = [];
  for (let n = nextPairs(pairs, search); n > 0; n = nextPairs(pairs, search)) {
    for (let i = 0; i < 2 * n; i += 2) {
      const t = 3 * pairs[i];
      const vertex = used[pairs[i + 1]];
      if (indices[t] === vertex || indices[t + 1] === vertex || indices[t + 2] === vertex) continue;
      for (let half = t; half < t + 3; half++) {
        const [a, b] = [indices[half], indices[nextHalf(half)]];
        const square = distanceSquare(x, a, b);
        if (Math.max(distanceSquare(x, a, vertex), distanceSquare(x, b, vertex)) >= square) continue;
        if (offLine(x, a, b, vertex, square) < tolerance * tolerance) found.push({ half, vertex, square });
      }
    }
  }
  return found.sort((a, b) => b.square - a.square || a.half - b.half || a.vertex - b.vertex);
}

/** Leads edges through vertices, those that do not touch each other. */
function splitEdges(sheet: Sheet, x: Float64Array, touches: readonly Touch[]): void {
  const { indices, source, origin } = sheet;
  const { edge, start, half } = buildEdges(indices, x.length / 3);
  const touched = new Uint8Array(source.length);
  const added: { indices: number[]; source: number[]; origin: number[] } = {
    indices: [],
    source: [],
    origin: [],
  };
  for (const { half: h, vertex: c } of touches) {
    const around = half.subarray(start[edge[h]], start[edge[h] + 1]);
    if (around.some((g) => touched[Math.floor(g / 3)] === 1)) continue;
    for (const g of around) {
      const t = Math.floor(g / 3);
      touched[t] = 1;
      // abd becomes acd and cbd. Of a sliver abc, two triangles are left that name c twice: they are dropped.
      const next = nextHalf(g);
      const last = nextHalf(next);
      added.indices.push(c, indices[next], indices[last]);
      added.origin.push(c, origin[next], origin[last]);
      added.source.push(source[t]);
      indices[next] = origin[next] = c;
    }
  }
  sheet.indices = append(indices, added.indices);
  sheet.source = append(source, added.source);
  sheet.origin = append(origin, added.origin);
}

function append(list: Uint32Array, more: readonly number[]): Uint32Array {
  const out = new Uint32Array(list.length + more.length);
  out.set(list);
  out.set(more, list.length);
  return out;
}
