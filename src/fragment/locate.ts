// Which fragment a point in a tet belongs to. [Glondu13, sec. 4.3] stores up to six planes a tet for this; here the
// cuts of its edges say it all: at most three comparisons of weighted barycentric coordinates.

import {
  CASE_CORNER,
  CASE_KIND,
  EDGE_BETWEEN,
  KIND_A,
  KIND_AP,
  KIND_B,
  KIND_BP,
  KIND_BPP,
  KIND_NONE,
} from './cases.ts';
import type { Family } from './family.ts';

/**
 * The label at the point of a tet whose barycentric coordinates are bary[at…at+3]. Exact up to rounding: on a crack
 * itself either side may be named. Outside the tet it extends the cuts. Allocates nothing.
 */
export function locateInTet(family: Family, tet: number, bary: Float64Array, at: number): number {
  return family.label[family.topology.tetNode[4 * tet + locateCorner(family, tet, bary, at)]];
}

/** The same as a corner of the tet on that point's side of every cut. */
export function locateCorner(family: Family, tet: number, bary: Float64Array, at: number): number {
  const c = family.cutCase[tet];
  const kind = CASE_KIND[c];
  if (kind === KIND_NONE) return 0;
  const { cutAt, topology } = family;
  const { tetNode, tetEdge } = topology;
  const n = 4 * tet;
  const e = 6 * tet;
  const i = CASE_CORNER[4 * c];
  const j = CASE_CORNER[4 * c + 1];
  const k = CASE_CORNER[4 * c + 2];
  const l = CASE_CORNER[4 * c + 3];
  const bi = bary[at + i];
  const bj = bary[at + j];
  const bk = bary[at + k];
  const bl = bary[at + l];
  const rki = ratio(cutAt, tetNode, tetEdge, n, e, k, i);
  const rli = ratio(cutAt, tetNode, tetEdge, n, e, l, i);
  if (kind < KIND_B) {
    const rji = ratio(cutAt, tetNode, tetEdge, n, e, j, i);
    if (bi > bj * rji + bk * rki + bl * rli) return i;
    if (kind === KIND_A) return j;
    const rkj = ratio(cutAt, tetNode, tetEdge, n, e, k, j);
    const rlj = ratio(cutAt, tetNode, tetEdge, n, e, l, j);
    if (bj > bk * rkj + bl * rlj) return j;
    if (kind === KIND_AP) return k;
    return bk > bl * ratio(cutAt, tetNode, tetEdge, n, e, l, k) ? k : l;
  }
  // Weights 1 of i, ρ_jk·ρ_ki of j, ρ_ki of k, ρ_li of l: they meet all four cut edges, as ρ_ik·ρ_jl = ρ_il·ρ_jk.
  const rjk = ratio(cutAt, tetNode, tetEdge, n, e, j, k);
  if (bi + bj * rjk * rki > bk * rki + bl * rli) {
    if (kind === KIND_B) return i;
    return bi > bj * ratio(cutAt, tetNode, tetEdge, n, e, j, i) ? i : j;
  }
  if (kind === KIND_B || kind === KIND_BP) return k;
  return kind === KIND_BPP && bk > bl * ratio(cutAt, tetNode, tetEdge, n, e, l, k) ? k : l;
}

/** ρ_ab, the ratio of the parts of edge ab seen from corner a. Small enough to be inlined, so nothing is boxed. */
function ratio(
  cutAt: Float64Array,
  tetNode: Uint32Array,
  tetEdge: Uint32Array,
  n: number,
  e: number,
  a: number,
  b: number,
): number {
  const t = cutAt[tetEdge[e + EDGE_BETWEEN[4 * a + b]]];
  return tetNode[n + a] < tetNode[n + b] ? t / (1 - t) : (1 - t) / t;
}
