// A triangulated piece of the plane that is being refined: Delaunay by edge flips, with points inserted until
// no inner edge is too long. The outline is never touched, so neighbours that share it stay conforming.
// The refiner uses it inside each triangle, the extruder for its caps.

/** Triangles of the plane, counter-clockwise. Half-edge h = 3·t + i runs from corner i of triangle t to the next. */
export interface FlatMesh {
  readonly x: number[];
  readonly y: number[];
  readonly corner: number[]; // three points a triangle
  readonly twin: number[]; // the half-edge across, −1 on the outline
}

/** Takes points and triangles as they are and finds who neighbours whom. */
export function createFlatMesh(x: number[], y: number[], corner: number[]): FlatMesh {
  const twin = new Array<number>(corner.length).fill(-1);
  const waiting = new Map<number, number>(); // half-edges without a twin so far, by their ends
  const count = x.length;
  for (let h = 0; h < corner.length; h++) {
    const a = corner[h];
    const b = corner[next(h)];
    const other = waiting.get(b * count + a);
    if (other === undefined) waiting.set(a * count + b, h);
    else {
      twin[h] = other;
      twin[other] = h;
    }
  }
  return { x, y, corner, twin };
}

function next(h: number): number {
  return h % 3 === 2 ? h - 2 : h + 1;
}

function previous(h: number): number {
  return h % 3 === 0 ? h + 2 : h - 1;
}

function length2(mesh: FlatMesh, a: number, b: number): number {
  const dx = mesh.x[a] - mesh.x[b];
  const dy = mesh.y[a] - mesh.y[b];
  return dx * dx + dy * dy;
}

/** Flips inner edges until the triangulation is Delaunay within its outline. */
export function flipToDelaunay(mesh: FlatMesh): void {
  const waiting: number[] = [];
  for (let h = mesh.corner.length - 1; h >= 0; h--) if (mesh.twin[h] > h) waiting.push(h);
  flipWaiting(mesh, waiting);
}

function flipWaiting(mesh: FlatMesh, waiting: number[]): void {
  while (waiting.length > 0) {
    const h = waiting.pop()!;
    const g = mesh.twin[h];
    if (g < 0 || !isBad(mesh, h, g)) continue;
    flip(mesh, h, g);
    waiting.push(h, previous(h), g, previous(g)); // the four sides
  }
}

/** Whether the two angles that face an edge add up to more than π, by a margin that rounding cannot fake. */
function isBad(mesh: FlatMesh, h: number, g: number): boolean {
  const { x, y, corner } = mesh;
  const a = corner[h];
  const b = corner[g];
  const c = corner[previous(h)];
  const d = corner[previous(g)];
  const cax = x[a] - x[c];
  const cay = y[a] - y[c];
  const cbx = x[b] - x[c];
  const cby = y[b] - y[c];
  const dax = x[a] - x[d];
  const day = y[a] - y[d];
  const dbx = x[b] - x[d];
  const dby = y[b] - y[d];
  const crossC = cax * cby - cay * cbx;
  const crossD = dbx * day - dby * dax;
  const dotC = cax * cbx + cay * cby;
  const dotD = dbx * dax + dby * day;
  const size = Math.abs(dotC) + Math.abs(dotD) + Math.abs(crossC) + Math.abs(crossD);
  return crossC * dotD + dotC * crossD < -1e-10 * size * size;
}

/** Replaces the edge of h and its twin g by the other diagonal of their four corners. */
function flip(mesh: FlatMesh, h: number, g: number): void {
  const { corner } = mesh;
  const h1 = next(h);
  const h2 = previous(h);
  const g1 = next(g);
  const g2 = previous(g);
  // (a, b, c) with h from a to b becomes (a, d, c); (b, a, d) with g from b to a becomes (b, c, d).
  const outerH = mesh.twin[h1];
  const outerG = mesh.twin[g1];
  corner[h1] = corner[g2];
  corner[g1] = corner[h2];
  link(mesh, h, outerG);
  link(mesh, g, outerH);
  link(mesh, h1, g1);
}

function link(mesh: FlatMesh, h: number, g: number): void {
  mesh.twin[h] = g;
  if (g >= 0) mesh.twin[g] = h;
}

/** Puts a new point in triangle t, which it must not lie outside of, and restores Delaunay around it. */
export function insertPoint(mesh: FlatMesh, t: number, px: number, py: number): void {
  const { corner, twin } = mesh;
  const p = mesh.x.push(px) - 1;
  mesh.y.push(py);
  const h = 3 * t;
  const [a, b, c] = [corner[h], corner[h + 1], corner[h + 2]];
  const [ab, bc, ca] = [twin[h], twin[h + 1], twin[h + 2]];
  const g = corner.length;
  corner[h + 2] = p;
  corner.push(b, c, p, c, a, p);
  twin.push(-1, -1, -1, -1, -1, -1);
  link(mesh, h, ab);
  link(mesh, g, bc);
  link(mesh, g + 3, ca);
  link(mesh, h + 1, g + 2);
  link(mesh, g + 1, g + 5);
  link(mesh, g + 4, h + 2);
  flipWaiting(mesh, [h, g, g + 3]);
}

/**
 * The triangle around a point, walking there from the middle of triangle t in a straight line; −1 when the
 * line leaves the mesh.
 */
export function locatePoint(mesh: FlatMesh, t: number, px: number, py: number): number {
  const { x, y, corner, twin } = mesh;
  const [i, j, k] = [corner[3 * t], corner[3 * t + 1], corner[3 * t + 2]];
  const ox = (x[i] + x[j] + x[k]) / 3;
  const oy = (y[i] + y[j] + y[k]) / 3;
  const dx = px - ox;
  const dy = py - oy;
  for (let steps = 0; steps < corner.length; steps++) {
    let out = -1;
    let worst = 0;
    for (let h = 3 * t; h < 3 * t + 3; h++) {
      const a = corner[h];
      const b = corner[next(h)];
      const side = (x[b] - x[a]) * (py - y[a]) - (y[b] - y[a]) * (px - x[a]);
      // Beyond this edge, which the line crosses with its start to the right and its end to the left.
      const startRight = dx * (y[a] - oy) - dy * (x[a] - ox) <= 0;
      const endLeft = dx * (y[b] - oy) - dy * (x[b] - ox) >= 0;
      if (side < worst && startRight && endLeft) {
        worst = side;
        out = h;
      }
    }
    if (out < 0) return t;
    if (twin[out] < 0) return -1;
    t = Math.floor(twin[out] / 3);
  }
  return -1;
}

/**
 * Inserts points until no inner edge is longer than `spacing`, given a Delaunay mesh whose outline edges are
 * not. A triangle with a longer edge gets its circumcentre. That point is at least spacing/2 from all others
 * (the circle is empty), so this ends; and it lies inside the outline: beyond an outline edge, the part of the
 * circle on this side would be a cap over a chord no longer than the spacing, with no room for a longer edge.
 */
export function splitLongEdges(mesh: FlatMesh, spacing: number): void {
  const { x, y, corner } = mesh;
  const limit2 = spacing * spacing * (1 + 1e-9);
  let most = 16; // points the argument above allows, with room; rounding on needles may break the argument
  for (let h = 0; h < corner.length; h += 3) {
    const [a, b, c] = [corner[h], corner[h + 1], corner[h + 2]];
    const area = (x[b] - x[a]) * (y[c] - y[a]) - (y[b] - y[a]) * (x[c] - x[a]);
    most += (4 * Math.max(area, 0)) / limit2 + 2;
  }
  for (let again = true; again; ) {
    again = false;
    for (let t = 0; 3 * t < corner.length; t++) {
      const h = longestEdge(mesh, t);
      if (!(length2(mesh, corner[h], corner[next(h)]) > limit2)) continue;
      const [a, b, c] = [corner[3 * t], corner[3 * t + 1], corner[3 * t + 2]];
      const bx = x[b] - x[a];
      const by = y[b] - y[a];
      const cx = x[c] - x[a];
      const cy = y[c] - y[a];
      const b2 = bx * bx + by * by;
      const c2 = cx * cx + cy * cy;
      const d = 2 * (bx * cy - by * cx);
      const px = x[a] + (cy * b2 - by * c2) / d;
      const py = y[a] + (bx * c2 - cx * b2) / d;
      const around = d > 0 && most-- > 0 ? locatePoint(mesh, t, px, py) : -1;
      if (around < 0) {
        bisectLongEdges(mesh, limit2);
        return;
      }
      insertPoint(mesh, around, px, py);
      again = true;
    }
  }
}

/** The longest of a triangle's edges. */
function longestEdge(mesh: FlatMesh, t: number): number {
  let best = 3 * t;
  let best2 = -1;
  for (let h = 3 * t; h < 3 * t + 3; h++) {
    const size2 = length2(mesh, mesh.corner[h], mesh.corner[next(h)]);
    if (size2 > best2) {
      best = h;
      best2 = size2;
    }
  }
  return best;
}

/**
 * The same without flips, for meshes of no thickness: splits the longest inner edge at its middle. It is the
 * longest of both its triangles, so the two new edges have at most √3/2 of its length, and this ends.
 */
export function bisectLongEdges(mesh: FlatMesh, limit2: number): void {
  const { x, y, corner, twin } = mesh;
  for (;;) {
    let h = -1;
    let longest2 = limit2;
    for (let g = 0; g < corner.length; g++) {
      const size2 = twin[g] > g ? length2(mesh, corner[g], corner[next(g)]) : 0;
      if (size2 > longest2) {
        longest2 = size2;
        h = g;
      }
    }
    if (h < 0) return;
    const g = twin[h];
    const a = corner[h];
    const b = corner[g];
    const p = x.push(0.5 * (x[a] + x[b])) - 1;
    y.push(0.5 * (y[a] + y[b]));
    // (a, b, c) becomes (a, p, c) and a new (p, b, c); (b, a, d) becomes (b, p, d) and a new (p, a, d).
    const f = corner.length;
    const h1 = next(h);
    const g1 = next(g);
    corner.push(p, b, corner[previous(h)], p, a, corner[previous(g)]);
    twin.push(-1, -1, -1, -1, -1, -1);
    link(mesh, f + 1, twin[h1]);
    link(mesh, f + 4, twin[g1]);
    corner[h1] = p;
    corner[g1] = p;
    link(mesh, f + 2, h1);
    link(mesh, f + 5, g1);
    link(mesh, h, f + 3);
    link(mesh, g, f);
  }
}
