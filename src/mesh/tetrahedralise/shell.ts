// The surface to be recovered, as triangles over the points of the triangulation. It starts as the input and is
// refined where recovery has to add points: splitting an edge splits its two triangles, so it stays closed and its
// geometry stays the input's.

/** Made by createShell alone; arrays are replaced when they grow. */
export interface Shell {
  count: number; // triangles
  corner: Int32Array; // three points a triangle
  source: Int32Array; // the input triangle each one is part of
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
    const [a, b, c] = [indices[3 * t], indices[3 * t + 1], indices[3 * t + 2]];
    if (a !== b && b !== c && c !== a) whole.push(t);
  }
  const count = whole.length;
  const shell = {
    count,
    corner: Int32Array.from({ length: 3 * count }, (_, c) => indices[3 * whole[(c / 3) | 0] + (c % 3)]),
    source: Int32Array.from(whole),
    first: new Int32Array(pointCount).fill(-1),
    next: new Int32Array(3 * count).fill(-1),
  };
  for (let c = 3 * count - 1; c >= 0; c--) linkCorner(shell, c);
  return shell;
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
  const t = shell.count++;
  if (3 * t + 3 > shell.corner.length) {
    shell.corner = grow(shell.corner, 3 * t + 3);
    shell.next = grow(shell.next, 3 * t + 3);
    shell.source = grow(shell.source, t + 1);
  }
  const { corner } = shell;
  const second = nextCorner(k);
  unlinkCorner(shell, second);
  corner[3 * t] = m;
  corner[3 * t + 1] = corner[second];
  corner[3 * t + 2] = corner[nextCorner(second)];
  corner[second] = m;
  shell.source[t] = shell.source[(k / 3) | 0];
  linkCorner(shell, second);
  for (let i = 0; i < 3; i++) linkCorner(shell, 3 * t + i);
}

function grow(array: Int32Array, length: number): Int32Array {
  const bigger = new Int32Array(Math.max(length, 2 * array.length)).fill(-1);
  bigger.set(array);
  return bigger;
}
