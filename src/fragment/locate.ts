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

const ratio = new Float64Array(16); // scratch: see setRatio

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
  setRatio(cutAt, tetNode, tetEdge, n, e, k, i);
  setRatio(cutAt, tetNode, tetEdge, n, e, l, i);
  const rki = ratio[4 * k + i];
  const rli = ratio[4 * l + i];
  if (kind < KIND_B) {
    setRatio(cutAt, tetNode, tetEdge, n, e, j, i);
    if (bi > bj * ratio[4 * j + i] + bk * rki + bl * rli) return i;
    if (kind === KIND_A) return j;
    setRatio(cutAt, tetNode, tetEdge, n, e, k, j);
    setRatio(cutAt, tetNode, tetEdge, n, e, l, j);
    if (bj > bk * ratio[4 * k + j] + bl * ratio[4 * l + j]) return j;
    if (kind === KIND_AP) return k;
    setRatio(cutAt, tetNode, tetEdge, n, e, l, k);
    return bk > bl * ratio[4 * l + k] ? k : l;
  }
  // Weights 1 of i, ρ_jk·ρ_ki of j, ρ_ki of k, ρ_li of l: they meet all four cut edges, as ρ_ik·ρ_jl = ρ_il·ρ_jk.
  setRatio(cutAt, tetNode, tetEdge, n, e, j, k);
  if (bi + bj * ratio[4 * j + k] * rki > bk * rki + bl * rli) {
    if (kind === KIND_B) return i;
    setRatio(cutAt, tetNode, tetEdge, n, e, j, i);
    return bi > bj * ratio[4 * j + i] ? i : j;
  }
  if (kind === KIND_B || kind === KIND_BP) return k;
  if (kind !== KIND_BPP) return l;
  setRatio(cutAt, tetNode, tetEdge, n, e, l, k);
  return bk > bl * ratio[4 * l + k] ? k : l;
}

/** Sets ratio[4a + b] to ρ_ab, the ratio of the parts of edge ab seen from corner a. */
function setRatio(
  cutAt: Float64Array,
  tetNode: Uint32Array,
  tetEdge: Uint32Array,
  n: number,
  e: number,
  a: number,
  b: number,
): void {
  const t = cutAt[tetEdge[e + EDGE_BETWEEN[4 * a + b]]];
  ratio[4 * a + b] = tetNode[n + a] < tetNode[n + b] ? t / (1 - t) : (1 - t) / t;
}
