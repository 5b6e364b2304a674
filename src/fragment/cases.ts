// How cuts can divide a tet, as a table. Every cut is a plane that parts the corners in two, the next one parts one
// of the two sides again, and so on: three cuts at most, forty ways in all, six up to symmetry. A way is a number
// (0: not cut) and stands for its order of cuts and for the polygons on each side.
//
// A point of a cut is named by the corners whose edge, face or tet it lies on; each edge and face holds one at most.
// As a number it is 0 to 5 on an edge, in the order of TET_EDGES, 6 to 9 on the face opposite corner 0 to 3, 10 inside.

import { TET_FACES } from '../mesh/tet-mesh.ts';

/** The edge between two corners a and b, in the order of TET_EDGES, at 4·a + b. */
export const EDGE_BETWEEN = Uint8Array.of(0, 0, 1, 2, 0, 0, 3, 4, 1, 3, 0, 5, 2, 4, 5, 0);

/** Points from here on lie on faces. */
export const POINT_FACE = 6;
/** The point where three cuts meet. */
export const POINT_INSIDE = 10;

/** The six kinds: A parts one corner from three, B two from two; a + is a further cut of the larger rest. */
export const KIND_NONE = 0;
export const KIND_A = 1; // i | jkl
export const KIND_AP = 2; // then j | kl
export const KIND_APP = 3; // then k | l
export const KIND_B = 4; // ij | kl
export const KIND_BP = 5; // then i | j
export const KIND_BPP = 6; // and k | l

export const CASE_COUNT = 41;

/**
 * Polygons by kind and side, counter-clockwise seen from outside that side, for a positive tet (i, j, k, l).
 * Sides that a later cut leaves alone keep their polygons: nothing that happens beyond an old crack moves it.
 */
const POLYGONS: readonly Readonly<Record<string, string>>[] = [
  {},
  { i: 'ij ik il', jkl: 'il ik ij' },
  { i: 'ij ik il', j: 'ij ijl ijk, jk ijk ijl jl', kl: 'ijk ijl il ik, jk jl ijl ijk' },
  {
    i: 'ij ik il',
    j: 'ij ijl ijk, jk ijk ijl jl',
    k: 'ijk ijkl ikl ik, jk jkl ijkl ijk, kl ikl ijkl jkl',
    l: 'ijkl ijl il ikl, jkl jl ijl ijkl, kl jkl ijkl ikl',
  },
  { ij: 'ik il jl jk', kl: 'ik jk jl il' },
  { i: 'ik il ijl ijk, ij ijk ijl', j: 'ijk ijl jl jk, ij ijl ijk', kl: 'ik jk jl il' },
  {
    i: 'ik il ijl ijk, ij ijk ijl',
    j: 'ijk ijl jl jk, ij ijl ijk',
    k: 'ik jk jkl ikl, kl ikl jkl',
    l: 'ikl jkl jl il, kl jkl ikl',
  },
];

/** The cases in the order of their numbers: kind and the corners that play i, j, k, l, an even permutation. */
function listCases(): { kind: number; corner: number[] }[] {
  const cases = [{ kind: KIND_NONE, corner: [0, 1, 2, 3] }];
  const lone = [0, 1, 2, 3].map((i) => [...TET_FACES.subarray(3 * i, 3 * i + 3)]);
  for (let i = 0; i < 4; i++) cases.push({ kind: KIND_A, corner: [i, ...lone[i]] });
  for (const kind of [KIND_AP, KIND_APP]) {
    for (let i = 0; i < 4; i++) {
      for (let r = 0; r < 3; r++) {
        cases.push({ kind, corner: [i, lone[i][r], lone[i][(r + 1) % 3], lone[i][(r + 2) % 3]] });
      }
    }
  }
  const pairs = [
    [0, 1, 2, 3],
    [0, 2, 3, 1],
    [0, 3, 1, 2],
  ];
  for (const corner of pairs) cases.push({ kind: KIND_B, corner });
  for (const [i, j, k, l] of pairs) {
    cases.push({ kind: KIND_BP, corner: [i, j, k, l] }, { kind: KIND_BP, corner: [k, l, i, j] });
  }
  for (const corner of pairs) cases.push({ kind: KIND_BPP, corner });
  return cases;
}

const FIRST_A = 1;
const FIRST_AP = 5;
const FIRST_APP = 17;
const FIRST_B = 29;
const FIRST_BP = 32;
const FIRST_BPP = 38;

const cases = listCases();
const streams = createStreams();

/** The kind of each case. */
export const CASE_KIND = Uint8Array.from(cases, (c) => c.kind);
/** The corners i, j, k, l of each case, four a case. */
export const CASE_CORNER = Uint8Array.from(cases.flatMap((c) => c.corner));
/** The corners on the same side as a corner, as a mask, at 4·case + corner. */
export const CASE_SIDE = streams.side;
/** Where the polygons of the side of a corner begin in POLYGON_STREAM, at 4·case + corner. */
export const CASE_POLYGONS = streams.start;
/** How many triangles the polygons of that side come to, at the first corner of the side; 0 at its others. */
export const CASE_TRIANGLES = streams.triangles;
/** Runs of: number of polygons, then for each its number of points and the points. */
export const POLYGON_STREAM = streams.stream;

/** The polygons of a side, each as its points, where `corner` is the first of the side; none at its others. */
export function listSide(c: number, corner: number): number[][] {
  const list: number[][] = [];
  if (CASE_TRIANGLES[4 * c + corner] === 0) return list;
  let at = CASE_POLYGONS[4 * c + corner];
  for (let n = POLYGON_STREAM[at++]; n > 0; n--) {
    const size = POLYGON_STREAM[at++];
    list.push([...POLYGON_STREAM.subarray(at, at + size)]);
    at += size;
  }
  return list;
}

function createStreams() {
  const stream: number[] = [0]; // the run of a side without polygons
  const start = new Uint16Array(4 * CASE_COUNT);
  const side = new Uint8Array(4 * CASE_COUNT).fill(15);
  const triangles = new Uint8Array(4 * CASE_COUNT);
  cases.forEach(({ kind, corner }, c) => {
    const cornersOf = (name: string) => [...name].map((letter) => corner['ijkl'.indexOf(letter)]);
    for (const [name, text] of Object.entries(POLYGONS[kind])) {
      const polygons = text
        .split(', ')
        .map((polygon) => rotate(polygon.split(' ').map((point) => pointOn(cornersOf(point)))));
      const at = stream.length;
      stream.push(polygons.length, ...polygons.flatMap((polygon) => [polygon.length, ...polygon]));
      for (const a of cornersOf(name)) {
        const slot = 4 * c + a;
        start[slot] = at;
        side[slot] = cornersOf(name).reduce((mask, b) => mask | (1 << b), 0);
        if (a === Math.min(...cornersOf(name))) {
          triangles[slot] = polygons.reduce((sum, polygon) => sum + polygon.length - 2, 0);
        }
      }
    }
  });
  return { stream: Uint8Array.from(stream), start, side, triangles };
}

/** The number of the point on the edge, face or tet of these corners. */
function pointOn(corners: number[]): number {
  if (corners.length === 2) return EDGE_BETWEEN[4 * corners[0] + corners[1]];
  if (corners.length === 4) return POINT_INSIDE;
  return POINT_FACE + [0, 1, 2, 3].findIndex((a) => !corners.includes(a));
}

/**
 * Starts a polygon at its smallest point. Its fan of triangles then depends on the polygon alone, not on the case:
 * it stays the same when the other side is cut on, and both sides of a quad have the same diagonal.
 */
function rotate(polygon: number[]): number[] {
  const first = polygon.indexOf(Math.min(...polygon));
  return [...polygon.slice(first), ...polygon.slice(0, first)];
}

/** The case of a tet from the events that cut its edges (−1: uncut); `at` is the place of its first edge in tetEdge. */
export function classifyTet(cutEvent: Int32Array, tetEdge: Uint32Array, at: number): number {
  const e0 = cutEvent[tetEdge[at]] & UNCUT; // −1 becomes UNCUT, which comes after every event
  const e1 = cutEvent[tetEdge[at + 1]] & UNCUT;
  const e2 = cutEvent[tetEdge[at + 2]] & UNCUT;
  const e3 = cutEvent[tetEdge[at + 3]] & UNCUT;
  const e4 = cutEvent[tetEdge[at + 4]] & UNCUT;
  const e5 = cutEvent[tetEdge[at + 5]] & UNCUT;
  // The first cut parts corner 0 from at least one other: it is the earliest event at corner 0's edges. An event
  // on the edges of the others alone came later, for until the first cut all four were in one fragment.
  const first = Math.min(e0, e1, e2);
  if (first === UNCUT) return 0;
  const across = (e0 === first ? 1 : 0) | (e1 === first ? 2 : 0) | (e2 === first ? 4 : 0);
  switch (across) {
    case 7: // 0 | 1 2 3
      return classifyTriple(0, e3, e5, e4);
    case 1: // 1 | 0 3 2
      return classifyTriple(1, e2, e5, e1);
    case 2: // 2 | 0 1 3
      return classifyTriple(2, e0, e4, e2);
    case 4: // 3 | 0 2 1
      return classifyTriple(3, e1, e3, e0);
    case 6: // 0 1 | 2 3
      return classifyPairs(0, e0, e5);
    case 5: // 0 2 | 3 1
      return classifyPairs(1, e1, e4);
    default: // 0 3 | 1 2
      return classifyPairs(2, e2, e3);
  }
}

const UNCUT = 0x7fffffff;

/** Corner `lone` is parted from j, k, l, whose edges jk, kl, lj were cut by the given events. */
function classifyTriple(lone: number, jk: number, kl: number, lj: number): number {
  const second = Math.min(jk, kl, lj);
  if (second === UNCUT) return FIRST_A + lone;
  const r = kl !== second ? 0 : lj !== second ? 1 : 2; // the second cut parts the corner opposite the other edge
  const third = r === 0 ? kl : r === 1 ? lj : jk;
  return (third === UNCUT ? FIRST_AP : FIRST_APP) + 3 * lone + r;
}

function classifyPairs(pair: number, ij: number, kl: number): number {
  if (ij === UNCUT && kl === UNCUT) return FIRST_B + pair;
  if (kl === UNCUT) return FIRST_BP + 2 * pair;
  if (ij === UNCUT) return FIRST_BP + 2 * pair + 1;
  return FIRST_BPP + pair;
}
