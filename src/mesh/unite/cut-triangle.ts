// One triangle cut along the segments in it: a constrained triangulation in its own coordinates, (0, 0), (1, 0), (0, 1)
// at its corners. Signs are exact, so what lies on a side lies on it exactly. Small, and kept simple: a map from each
// directed edge to the corner at its left.

import { orient2d } from 'robust-predicates';

/** Corners a triangle, points in any numbering. */
interface Cut {
  readonly u: Map<number, number>; // coordinates of the points
  readonly v: Map<number, number>;
  readonly left: Map<number, number>; // edge a→b, packed → the third corner of the triangle at its left
  readonly next: Map<number, number>; // of each point, another to which an edge with a triangle at its left leads
  readonly fixed: Set<number>; // edges that stay, packed both ways
  recent: number; // an edge to start searches from
}

const SPAN = 67_108_864; // numbers are below it, so that two pack into a float exactly
const MOST_FLIPS = 100_000;

const pack = (a: number, b: number): number => a * SPAN + b;

export function createCut(a: number, b: number, c: number): Cut {
  const cut: Cut = {
    u: new Map([
      [a, 0],
      [b, 1],
      [c, 0],
    ]),
    v: new Map([
      [a, 0],
      [b, 0],
      [c, 1],
    ]),
    left: new Map(),
    next: new Map(),
    fixed: new Set(),
    recent: pack(a, b),
  };
  addTriangle(cut, a, b, c);
  return cut;
}

function addTriangle({ left, next }: Cut, a: number, b: number, c: number): void {
  next.set(a, b).set(b, c).set(c, a); // whoever drops triangles adds others at the same points
  left.set(pack(a, b), c);
  left.set(pack(b, c), a);
  left.set(pack(c, a), b);
}

function dropTriangle({ left }: Cut, a: number, b: number, c: number): void {
  left.delete(pack(a, b));
  left.delete(pack(b, c));
  left.delete(pack(c, a));
}

/** Positive where c is at the left of a→b. Exact. */
function turn({ u, v }: Cut, a: number, b: number, c: number): number {
  return -orient2d(u.get(a)!, v.get(a)!, u.get(b)!, v.get(b)!, u.get(c)!, v.get(c)!);
}

/** Puts a point in. Returns false where one is there already, or it lies outside. */
export function insertInto(cut: Cut, p: number, u: number, v: number): boolean {
  cut.u.set(p, u);
  cut.v.set(p, v);
  const edge = locate(cut, p);
  if (edge < 0) return false;
  const a = Math.floor(edge / SPAN);
  const b = edge % SPAN;
  const c = cut.left.get(edge)!;
  const corner = [a, b, c];
  const zero = [0, 1, 2].filter((k) => turn(cut, corner[k], corner[(k + 1) % 3], p) === 0);
  if (zero.length > 1) return false;
  if (zero.length === 0) {
    dropTriangle(cut, a, b, c);
    addTriangle(cut, a, b, p);
    addTriangle(cut, b, c, p);
    addTriangle(cut, c, a, p);
  } else {
    const i = corner[zero[0]];
    const j = corner[(zero[0] + 1) % 3];
    splitSide(cut, i, j, p);
    splitSide(cut, j, i, p);
    if (cut.fixed.has(pack(i, j))) for (const k of [i, j]) fix(cut, k, p);
  }
  cut.recent = cut.left.has(pack(a, p)) ? pack(a, p) : pack(p, a);
  if (!cut.left.has(cut.recent)) cut.recent = cut.left.keys().next().value!;
  return true;
}

function fix({ fixed }: Cut, a: number, b: number): void {
  fixed.add(pack(a, b)).add(pack(b, a));
}

/** The triangle at the left of a→b becomes two. */
function splitSide(cut: Cut, a: number, b: number, p: number): void {
  const c = cut.left.get(pack(a, b));
  if (c === undefined) return;
  dropTriangle(cut, a, b, c);
  addTriangle(cut, a, p, c);
  addTriangle(cut, p, b, c);
}

/** An edge whose triangle holds p, or −1: a walk from the last place, then a look at all. */
function locate(cut: Cut, p: number): number {
  const { left } = cut;
  let edge = cut.recent;
  for (let step = 0; step < 1000; step++) {
    const a = Math.floor(edge / SPAN);
    const b = edge % SPAN;
    const c = left.get(edge);
    if (c === undefined) break;
    if (turn(cut, a, b, p) < 0) edge = pack(b, a);
    else if (turn(cut, b, c, p) < 0) edge = pack(c, b);
    else if (turn(cut, c, a, p) < 0) edge = pack(a, c);
    else return edge;
  }
  for (const [packed, c] of left) {
    const a = Math.floor(packed / SPAN);
    const b = packed % SPAN;
    if (a > b || a > c) continue;
    if (turn(cut, a, b, p) >= 0 && turn(cut, b, c, p) >= 0 && turn(cut, c, a, p) >= 0) return packed;
  }
  return -1;
}

/** Makes ab an edge that stays. Returns false where a point or another such edge is in the way. */
export function insertEdge(cut: Cut, a: number, b: number): boolean {
  const { left } = cut;
  if (a === b) return false;
  if (left.has(pack(a, b)) || left.has(pack(b, a))) {
    fix(cut, a, b);
    return true;
  }
  const crossed = collectCrossed(cut, a, b);
  if (crossed === null) return false;
  for (let n = 0; crossed.length > 0; n++) {
    if (n > MOST_FLIPS) return false;
    const [p, q] = crossed.shift()!;
    const c = left.get(pack(p, q))!;
    const d = left.get(pack(q, p))!;
    if (!isConvex(cut, p, q, c, d)) {
      crossed.push([p, q]); // not convex: its turn comes when others have gone
      continue;
    }
    if (!flip(cut, p, q)) return false;
    if (c !== a && c !== b && d !== a && d !== b && turn(cut, a, b, c) * turn(cut, a, b, d) < 0)
      crossed.push([c, d]);
  }
  if (!left.has(pack(a, b)) && !left.has(pack(b, a))) return false;
  fix(cut, a, b);
  return true;
}

/** The edges that the segment ab crosses; null where it meets a point or an edge that stays. */
function collectCrossed(cut: Cut, a: number, b: number): [number, number][] | null {
  const { left } = cut;
  let edge: [number, number] | null = null;
  // Around a, first one way to the end or back to the start, then the other.
  const start = cut.next.get(a)!;
  let p = start;
  for (let q = left.get(pack(a, p)); q !== undefined && edge === null; q = left.get(pack(a, p))) {
    if (isAhead(cut, a, b, p, q)) edge = [p, q];
    p = q;
    if (p === start) break;
  }
  p = start;
  for (
    let r = left.get(pack(p, a));
    r !== undefined && edge === null && r !== start;
    r = left.get(pack(p, a))
  ) {
    if (isAhead(cut, a, b, r, p)) edge = [r, p];
    p = r;
  }
  if (edge === null) return null;
  const crossed: [number, number][] = [];
  for (;;) {
    const p: number = edge[0];
    const q: number = edge[1]; // p at the right of ab, q at its left
    if (cut.fixed.has(pack(p, q))) return null;
    crossed.push([p, q]);
    const c: number | undefined = left.get(pack(q, p));
    if (c === undefined) return null;
    if (c === b) return crossed;
    const at = turn(cut, a, b, c);
    if (at === 0) return null;
    edge = at > 0 ? [p, c] : [c, q];
  }
}

/** Whether the quad around the edge pq, with c at its left and d at its right, has another diagonal. */
function isConvex(cut: Cut, p: number, q: number, c: number, d: number): boolean {
  return turn(cut, c, d, p) < 0 && turn(cut, c, d, q) > 0;
}

/** Whether the segment ab leaves the triangle apq through its side pq. */
function isAhead(cut: Cut, a: number, b: number, p: number, q: number): boolean {
  return turn(cut, a, b, p) < 0 && turn(cut, a, b, q) > 0 && turn(cut, p, q, b) < 0;
}

/** Gives the quad around the edge pq its other diagonal. */
function flip(cut: Cut, p: number, q: number): boolean {
  const c = cut.left.get(pack(p, q));
  const d = cut.left.get(pack(q, p));
  if (c === undefined || d === undefined || cut.left.has(pack(c, d)) || cut.left.has(pack(d, c)))
    return false;
  dropTriangle(cut, p, q, c);
  dropTriangle(cut, q, p, d);
  addTriangle(cut, p, d, c);
  addTriangle(cut, d, q, c);
  return true;
}

/**
 * Flips edges until every one is the better diagonal, by the angles it sees: those of the triangle as it is in space,
 * whose sides at the first corner have these squares and product.
 */
export function makeDelaunay(cut: Cut, uu: number, uv: number, vv: number): void {
  const { left, fixed } = cut;
  const waiting = [...left.keys()];
  for (let n = 0; waiting.length > 0 && n < MOST_FLIPS; n++) {
    const edge = waiting.pop()!;
    const p = Math.floor(edge / SPAN);
    const q = edge % SPAN;
    if (fixed.has(edge)) continue;
    const c = left.get(edge);
    const d = left.get(pack(q, p));
    if (c === undefined || d === undefined) continue;
    if (!isConvex(cut, p, q, c, d)) continue;
    if (cotangent(cut, c, p, q, uu, uv, vv) + cotangent(cut, d, q, p, uu, uv, vv) >= -1e-9) continue;
    if (flip(cut, p, q)) waiting.push(pack(p, d), pack(d, q), pack(q, c), pack(c, p));
  }
}

/** Of the angle at c between the ways to p and q. */
function cotangent(
  { u, v }: Cut,
  c: number,
  p: number,
  q: number,
  uu: number,
  uv: number,
  vv: number,
): number {
  const [a, b] = [u.get(p)! - u.get(c)!, v.get(p)! - v.get(c)!];
  const [e, f] = [u.get(q)! - u.get(c)!, v.get(q)! - v.get(c)!];
  const dot = a * e * uu + (a * f + b * e) * uv + b * f * vv;
  const cross = Math.abs(a * f - b * e) * Math.sqrt(Math.max(0, uu * vv - uv * uv));
  return dot / Math.max(cross, 1e-300);
}

/** The triangles, three points each. */
export function listTriangles({ left }: Cut): [number, number, number][] {
  const out: [number, number, number][] = [];
  for (const [packed, c] of left) {
    const a = Math.floor(packed / SPAN);
    const b = packed % SPAN;
    if (a < b && a < c) out.push([a, b, c]);
  }
  return out;
}
