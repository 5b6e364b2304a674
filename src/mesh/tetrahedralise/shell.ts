// The surface to be recovered, as triangles over the points of the triangulation. It starts as the input and is
// refined where recovery has to add points: splitting an edge splits its two triangles, so it stays closed and its
// geometry stays the input's. In flat parts an edge may also give way to the other diagonal.

/** Made by createShell alone; arrays are replaced when they grow. */
export interface Shell {
  count: number; // triangles
  corner: Int32Array; // three points a triangle
  source: Int32Array; // the input triangle each one is part of, or was before a flip
  given: Uint8Array; // 1 for a triangle that is, or is part of, its source
  from: Int32Array; // the input triangle that each corner has its attributes from
  first: Int32Array; // a corner at each point, or −1
  next: Int32Array; // the next corner at the same point, or −1
}

/**
 * A shell of `indices` over points 0 … pointCount−1. A triangle with two corners in one point encloses nothing and
 * is left out; its two other sides run opposite ways, so the rest stays closed.
 */
export function createShell(indices: Uint32Array, pointCount: number): Shell {
  const whole: number[] = [];
  for (let t = 0; 3 * t < indices.length; t++) {
    const a = indices[3 * t];
    const b = indices[3 * t + 1];
    const c = indices[3 * t + 2];
    if (a !== b && b !== c && c !== a) whole.push(t);
  }
  const count = whole.length;
  const corner = new Int32Array(3 * count);
  const from = new Int32Array(3 * count);
  for (let c = 0; c < 3 * count; c++) {
    from[c] = whole[(c / 3) | 0];
    corner[c] = indices[3 * from[c] + (c % 3)];
  }
  const shell = {
    count,
    corner,
    source: Int32Array.from(whole),
    given: new Uint8Array(count).fill(1),
    from,
    first: new Int32Array(pointCount).fill(-1),
    next: new Int32Array(3 * count).fill(-1),
  };
  for (let c = 3 * count - 1; c >= 0; c--) linkCorner(shell, c);
  return shell;
}

export function copyShell(shell: Shell): Shell {
  const { corner, source, given, from, first, next } = shell;
  return {
    count: shell.count,
    corner: corner.slice(),
    source: source.slice(),
    given: given.slice(),
    from: from.slice(),
    first: first.slice(),
    next: next.slice(),
  };
}

function linkCorner(shell: Shell, c: number): void {
  const p = shell.corner[c];
  shell.next[c] = shell.first[p];
  shell.first[p] = c;
}

function unlinkCorner(shell: Shell, c: number): void {
  const p = shell.corner[c];
  if (shell.first[p] === c) {
    shell.first[p] = shell.next[c];
    return;
  }
  let before = shell.first[p];
  while (shell.next[before] !== c) before = shell.next[before];
  shell.next[before] = shell.next[c];
}

/** The corner after c in its triangle. */
export function nextCorner(c: number): number {
  return c % 3 === 2 ? c - 2 : c + 1;
}

/** True when point p is a vertex of the shell. */
export function isShellPoint(shell: Shell, p: number): boolean {
  return p >= 0 && p < shell.first.length && shell.first[p] >= 0;
}

/** The triangle with corners a, b, c in any order, or −1. */
export function findTriangle(shell: Shell, a: number, b: number, c: number): number {
  if (!isShellPoint(shell, a) || !isShellPoint(shell, b) || !isShellPoint(shell, c)) return -1;
  const { corner, next } = shell;
  for (let k = shell.first[a]; k >= 0; k = next[k]) {
    const u = corner[nextCorner(k)];
    const v = corner[nextCorner(nextCorner(k))];
    if ((u === b && v === c) || (u === c && v === b)) return (k / 3) | 0;
  }
  return -1;
}

/** True when triangle t runs through its corners a and b in this order. */
export function runsThrough(shell: Shell, t: number, a: number, b: number): boolean {
  const { corner } = shell;
  const k = 3 * t;
  return (
    (corner[k] === a && corner[k + 1] === b) ||
    (corner[k + 1] === a && corner[k + 2] === b) ||
    (corner[k + 2] === a && corner[k] === b)
  );
}

/** The corner from which a triangle's side runs a to b, or −1. */
export function findSide(shell: Shell, a: number, b: number): number {
  if (!isShellPoint(shell, a)) return -1;
  for (let k = shell.first[a]; k >= 0; k = shell.next[k]) if (shell.corner[nextCorner(k)] === b) return k;
  return -1;
}

/** True when a and b are joined by an edge of the shell. */
export function isShellEdge(shell: Shell, a: number, b: number): boolean {
  return findSide(shell, a, b) >= 0 || findSide(shell, b, a) >= 0;
}

/** Puts point m into the edge ab: every triangle at it becomes two. */
export function splitShellEdge(shell: Shell, a: number, b: number, m: number): void {
  if (m >= shell.first.length) shell.first = grow(shell.first, m + 1);
  for (const [u, v] of [
    [a, b],
    [b, a],
  ]) {
    for (let k = findSide(shell, u, v); k >= 0; k = findSide(shell, u, v)) splitTriangle(shell, k, m);
  }
}

/** Triangle (u, v, w) with side u→v at corner k becomes (u, m, w) and (m, v, w). */
function splitTriangle(shell: Shell, k: number, m: number): void {
  const s = (k / 3) | 0;
  const t = addTriangle(shell, s);
  const second = nextCorner(k);
  const third = nextCorner(second);
  setCorner(shell, 3 * t, m, shell.source[s]);
  setCorner(shell, 3 * t + 1, shell.corner[second], shell.from[second]);
  setCorner(shell, 3 * t + 2, shell.corner[third], shell.from[third]);
  moveCorner(shell, second, m, shell.source[s]);
}

/** Puts point m into triangle s: it becomes three. */
export function splitShellTriangle(shell: Shell, s: number, m: number): void {
  if (m >= shell.first.length) shell.first = grow(shell.first, m + 1);
  const a = 3 * s;
  for (let i = 1; i < 3; i++) {
    // Keep the sides b→c and c→a as triangles of their own; s itself is left with a→b.
    const t = addTriangle(shell, s);
    const k = a + i;
    const l = nextCorner(k);
    setCorner(shell, 3 * t, shell.corner[k], shell.from[k]);
    setCorner(shell, 3 * t + 1, shell.corner[l], shell.from[l]);
    setCorner(shell, 3 * t + 2, m, shell.source[s]);
  }
  moveCorner(shell, a + 2, m, shell.source[s]);
}

/** Triangles (a, b, c) with side a→b at corner k and (b, a, d) with side b→a at l become (a, d, c) and (b, c, d). */
export function flipShellEdge(shell: Shell, k: number, l: number): void {
  const { corner, from, given } = shell;
  const toC = nextCorner(nextCorner(k));
  const toD = nextCorner(nextCorner(l));
  moveCorner(shell, nextCorner(k), corner[toD], from[toD]);
  moveCorner(shell, nextCorner(l), corner[toC], from[toC]);
  given[(k / 3) | 0] = given[(l / 3) | 0] = 0;
}

/** A new triangle, of the same source as s. */
function addTriangle(shell: Shell, s: number): number {
  const t = shell.count++;
  if (3 * t + 3 > shell.corner.length) {
    shell.corner = grow(shell.corner, 3 * t + 3);
    shell.next = grow(shell.next, 3 * t + 3);
    shell.from = grow(shell.from, 3 * t + 3);
    shell.source = grow(shell.source, t + 1);
    const given = new Uint8Array(shell.source.length);
    given.set(shell.given);
    shell.given = given;
  }
  shell.source[t] = shell.source[s];
  shell.given[t] = shell.given[s];
  return t;
}

function setCorner(shell: Shell, c: number, p: number, from: number): void {
  shell.corner[c] = p;
  shell.from[c] = from;
  linkCorner(shell, c);
}

function moveCorner(shell: Shell, c: number, p: number, from: number): void {
  unlinkCorner(shell, c);
  setCorner(shell, c, p, from);
}

function grow(array: Int32Array, length: number): Int32Array {
  const bigger = new Int32Array(Math.max(length, 2 * array.length)).fill(-1);
  bigger.set(array);
  return bigger;
}
