// The Cholesky factor of K + σ M, multifrontal: each group of the dissection is one dense matrix over its own nodes and
// those later nodes that it touches. Tets are added to the first group that has a node of theirs; what elimination
// leaves of the later nodes is added to the parent group's matrix. solve.ts uses the factor.

import type { Work } from '../../job/work.ts';
import { PANEL_COLUMNS } from '../constants.ts';
import type { Dissection } from './dissect.ts';
import { type QuadraticMesh, stiffnessOfTet, TET_NODES, TET_SIZE } from './element.ts';

/** One dense step: `own` columns of a matrix of `rows` rows, lower part, row by row. */
export interface Front {
  readonly own: number; // numbers, three a node
  readonly rows: number;
  readonly place: Uint32Array; // node of each block of three rows, in the order of elimination
  readonly lower: Float64Array; // rows × own
}

export interface Factor {
  readonly count: number; // nodes
  readonly fronts: readonly Front[];
  readonly bytes: number;
}

/** Factors the stiffness of a mesh plus `shift` times its mass, which must make it positive definite. */
export function* factorMesh(
  mesh: QuadraticMesh,
  dissection: Dissection,
  poisson: number,
  shift: number,
): Work<Factor> {
  const { groups, start, node, parent } = dissection;
  const fronts: Front[] = [];
  const rest: (Float64Array | null)[] = new Array(groups).fill(null); // what elimination left, until it is added
  const children: number[][] = Array.from({ length: groups }, () => []);
  for (let g = 0; g < groups; g++) if (parent[g] >= 0) children[parent[g]].push(g);
  const tetsOf = assignTets(mesh, dissection);
  const order = new Int32Array(mesh.count); // place of each node in the elimination
  for (let i = 0; i < node.length; i++) order[node[i]] = i;
  const local = new Int32Array(mesh.count); // row of each node in the front under way
  const element = new Float64Array(TET_SIZE * TET_SIZE);
  const work = planWork(mesh, dissection, tetsOf, children, order);
  let done = 0;
  let bytes = 0;
  for (let g = 0; g < groups; g++) {
    const place = work.place[g];
    const own = 3 * (start[g + 1] - start[g]);
    const rows = 3 * place.length;
    for (let r = 0; r < place.length; r++) local[place[r]] = 3 * r;
    const a = new Float64Array(rows * rows);
    for (const t of tetsOf[g]) {
      stiffnessOfTet(element, mesh.tets, t, poisson);
      addTet(a, rows, element, mesh.node, TET_NODES * t, local);
    }
    for (let i = 0; i < own; i++) a[i * rows + i] += shift * mesh.mass[place[Math.floor(i / 3)]];
    for (const child of children[g]) {
      const left = rest[child];
      if (left !== null) addRest(a, rows, left, fronts[child], local);
      rest[child] = null;
    }
    eliminate(a, rows, own);
    const lower = new Float64Array(rows * own);
    for (let i = 0; i < rows; i++) lower.set(a.subarray(i * rows, i * rows + own), i * own);
    fronts.push({ own, rows, place, lower });
    bytes += 8 * lower.length;
    if (rows > own) rest[g] = copyRest(a, rows, own);
    done += work.cost[g];
    yield done / work.total;
  }
  return { count: mesh.count, fronts, bytes };
}

/** Each tet to the first group that has one of its nodes. */
function assignTets(mesh: QuadraticMesh, { groups, groupOf }: Dissection): number[][] {
  const tetsOf: number[][] = Array.from({ length: groups }, () => []);
  for (let t = 0; t < mesh.tetCount; t++) {
    let first = groups;
    for (let c = 0; c < TET_NODES; c++) first = Math.min(first, groupOf[mesh.node[TET_NODES * t + c]]);
    tetsOf[first].push(t);
  }
  return tetsOf;
}

interface Plan {
  readonly place: Uint32Array[]; // nodes of each front, its own first, in the order of elimination
  readonly cost: number[]; // multiplications of each, about
  readonly total: number;
}

function planWork(
  mesh: QuadraticMesh,
  { groups, start, node, groupOf }: Dissection,
  tetsOf: readonly number[][],
  children: readonly number[][],
  order: Int32Array,
): Plan {
  const place: Uint32Array[] = [];
  const cost: number[] = [];
  let total = 0;
  for (let g = 0; g < groups; g++) {
    const later = new Set<number>();
    for (const t of tetsOf[g]) {
      for (let c = 0; c < TET_NODES; c++) {
        const i = mesh.node[TET_NODES * t + c];
        if (groupOf[i] > g) later.add(i);
      }
    }
    for (const child of children[g]) for (const i of place[child]) if (groupOf[i] > g) later.add(i);
    const sorted = [...later].sort((i, j) => order[i] - order[j]);
    const rows = Uint32Array.from([...node.subarray(start[g], start[g + 1]), ...sorted]);
    const own = start[g + 1] - start[g];
    place.push(rows);
    cost.push(own * rows.length * rows.length + 1);
    total += cost[g];
  }
  return { place, cost, total };
}

/** Adds a tet's stiffness to the lower part of a front. */
function addTet(
  a: Float64Array,
  rows: number,
  element: Float64Array,
  node: Uint32Array,
  at: number,
  local: Int32Array,
): void {
  for (let i = 0; i < TET_SIZE; i++) {
    const block = Math.floor(i / 3);
    const row = local[node[at + block]] + i - 3 * block;
    for (let b = 0; b < TET_NODES; b++) {
      const column = local[node[at + b]];
      for (let d = 0; d < 3; d++) {
        if (column + d <= row) a[row * rows + column + d] += element[i * TET_SIZE + 3 * b + d];
      }
    }
  }
}

/** What is left of the later rows after elimination, lower part. */
function copyRest(a: Float64Array, rows: number, own: number): Float64Array {
  const n = rows - own;
  const rest = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    const from = (own + i) * rows + own;
    rest.set(a.subarray(from, from + i + 1), i * n);
  }
  return rest;
}

/** Adds what a child left to its parent's front. Places ascend in both, so the lower part stays the lower part. */
function addRest(a: Float64Array, rows: number, rest: Float64Array, child: Front, local: Int32Array): void {
  const n = child.rows - child.own;
  const row = new Int32Array(n);
  for (let i = 0; i < n; i++) {
    const block = Math.floor((child.own + i) / 3);
    row[i] = local[child.place[block]] + child.own + i - 3 * block;
  }
  for (let i = 0; i < n; i++) {
    const to = row[i] * rows;
    const from = i * n;
    for (let j = 0; j <= i; j++) a[to + row[j]] += rest[from + j];
  }
}

/** Cholesky of the first `own` columns of a symmetric matrix, lower part, in place; the rest is what they leave. */
function eliminate(a: Float64Array, rows: number, own: number): void {
  for (let from = 0; from < own; from += PANEL_COLUMNS) {
    const to = Math.min(own, from + PANEL_COLUMNS);
    factorPanel(a, rows, from, to);
    updateRest(a, rows, from, to);
  }
}

function factorPanel(a: Float64Array, rows: number, from: number, to: number): void {
  for (let j = from; j < to; j++) {
    const rowJ = j * rows;
    let square = a[rowJ + j];
    for (let k = from; k < j; k++) square -= a[rowJ + k] * a[rowJ + k];
    const root = Math.sqrt(square); // of a negative number NaN, which computeModes looks for
    const inverse = 1 / root;
    a[rowJ + j] = root;
    for (let i = j + 1; i < rows; i++) {
      const rowI = i * rows;
      let x = a[rowI + j];
      for (let k = from; k < j; k++) x -= a[rowI + k] * a[rowJ + k];
      a[rowI + j] = x * inverse;
    }
  }
}

/** Subtracts L Lᵀ of the panel from everything behind it, in blocks of two rows and two columns. */
function updateRest(a: Float64Array, rows: number, from: number, to: number): void {
  for (let i = to; i < rows; i += 2) {
    const i0 = i * rows;
    const pair = i + 1 < rows;
    const i1 = pair ? i0 + rows : i0;
    for (let j = to; j <= i + 1 && j < rows; j += 2) {
      const j0 = j * rows;
      const both = j + 1 < rows;
      const j1 = both ? j0 + rows : j0;
      let s00 = 0;
      let s01 = 0;
      let s10 = 0;
      let s11 = 0;
      for (let k = from; k < to; k++) {
        const x0 = a[i0 + k];
        const x1 = a[i1 + k];
        const y0 = a[j0 + k];
        const y1 = a[j1 + k];
        s00 += x0 * y0;
        s01 += x0 * y1;
        s10 += x1 * y0;
        s11 += x1 * y1;
      }
      a[i0 + j] -= s00;
      if (both) a[i0 + j + 1] -= s01;
      if (pair) {
        a[i1 + j] -= s10;
        if (both) a[i1 + j + 1] -= s11;
      }
    }
  }
}
