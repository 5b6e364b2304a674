// An independent judge of cuts: every tet is clipped as a convex polyhedron, plane by plane, in the order of events.
// Shares nothing with the tables: sides come from the events on edges, weights from the places of cuts.

import type { Family } from '../../src/fragment/family.ts';

type Point = number[]; // barycentric coordinates in the tet
type Polyhedron = Point[][]; // faces, counter-clockwise from outside

/** What is left of a tet for one corner's side. */
export interface TetPart {
  readonly corners: number[]; // of the tet, on this side
  readonly volume: number; // share of the tet's
  readonly crackArea: number; // m²
  readonly centroid: number[]; // xyz
}

const FACES = [
  [1, 2, 3],
  [0, 3, 2],
  [0, 1, 3],
  [0, 2, 1],
];

export function clipTet(family: Family, tet: number): TetPart[] {
  const { positions, tetNode, tetEdge, edgeNode } = family.topology;
  const nodes = [...tetNode.subarray(4 * tet, 4 * tet + 4)];
  const edges = [...tetEdge.subarray(6 * tet, 6 * tet + 6)];
  const edge = (a: number, b: number) =>
    edges.find((e) => {
      const ends = [edgeNode[2 * e], edgeNode[2 * e + 1]];
      return ends.includes(nodes[a]) && ends.includes(nodes[b]);
    }) as number;
  const ratio = (a: number, b: number) => {
    const t = family.cutAt[edge(a, b)];
    return nodes[a] < nodes[b] ? t / (1 - t) : (1 - t) / t;
  };
  const corner = (a: number): Point => [0, 1, 2, 3].map((k) => (k === a ? 1 : 0));
  const place = (p: Point) =>
    [0, 1, 2].map((d) => p.reduce((sum, w, k) => sum + w * positions[3 * nodes[k] + d], 0));

  const parts: TetPart[] = [];
  const divide = (set: number[], body: Polyhedron, caps: Point[][]): void => {
    const cuts = set.flatMap((a) => set.filter((b) => b > a).map((b) => family.cutEvent[edge(a, b)]));
    const events = cuts.filter((e) => e >= 0);
    if (events.length === 0) {
      parts.push(measure(set, body, caps, place));
      return;
    }
    const first = Math.min(...events);
    const far = set.filter((b) => b !== set[0] && family.cutEvent[edge(set[0], b)] === first);
    const near = set.filter((a) => !far.includes(a));
    const weight = [0, 0, 0, 0];
    for (const b of far) weight[b] = -1 / ratio(near[0], b);
    for (const a of near) weight[a] = -weight[far[0]] * ratio(a, far[0]);
    const height = (p: Point) => p.reduce((sum, w, k) => sum + w * weight[k], 0);
    for (const [side, sign] of [
      [near, 1],
      [far, -1],
    ] as const) {
      const h = (p: Point) => sign * height(p);
      const clipped = body.map((face) => clipFace(face, h)).filter((face) => face.length > 2);
      const cap = closeBody(clipped, h);
      const keptCaps = caps.map((face) => clipFace(face, h)).filter((face) => face.length > 2);
      divide(side, [...clipped, cap], [...keptCaps, cap]);
    }
  };
  divide(
    [0, 1, 2, 3],
    FACES.map((face) => face.map(corner)),
    [],
  );
  return parts;
}

const ON = 1e-12;

function clipFace(face: Point[], h: (p: Point) => number): Point[] {
  const out: Point[] = [];
  face.forEach((p, k) => {
    const q = face[(k + 1) % face.length];
    const hp = h(p);
    const hq = h(q);
    if (hp >= -ON) out.push(p);
    if ((hp > ON && hq < -ON) || (hp < -ON && hq > ON)) {
      out.push(p.map((x, d) => x + (hp / (hp - hq)) * (q[d] - x)));
    }
  });
  return out.some((p) => h(p) > ON) ? out : [];
}

/** The face in the plane h = 0: the hull of the points there, turned outward. */
function closeBody(body: Polyhedron, h: (p: Point) => number): Point[] {
  const on: Point[] = [];
  for (const p of body.flat()) {
    if (Math.abs(h(p)) > ON) continue;
    if (!on.some((q) => Math.max(...q.map((x, d) => Math.abs(x - p[d]))) < 1e-11)) on.push(p);
  }
  // Walk the open edges of the body backwards: every one must be met by the new face.
  const same = (p: Point, q: Point) => Math.max(...q.map((x, d) => Math.abs(x - p[d]))) < 1e-11;
  const loop: Point[] = [on[0]];
  while (loop.length < on.length) {
    const last = loop[loop.length - 1];
    let next: Point | null = null;
    for (const face of body) {
      face.forEach((q, k) => {
        const p = face[(k + 1) % face.length];
        if (same(p, last) && Math.abs(h(q)) <= ON) next = on.find((o) => same(o, q)) ?? null;
      });
    }
    if (!next) throw new Error('the clipped body is open');
    loop.push(next);
  }
  return loop;
}

function measure(
  corners: number[],
  body: Polyhedron,
  caps: Point[][],
  place: (p: Point) => number[],
): TetPart {
  let volume = 0;
  const moment = [0, 0, 0];
  let total = 0;
  const whole = volumeOf(
    FACES.map((face) => face.map((a) => place([0, 1, 2, 3].map((k) => (k === a ? 1 : 0))))),
    place([0.25, 0.25, 0.25, 0.25]),
    null,
  );
  total = volumeOf(
    body.map((face) => face.map(place)),
    place([0.25, 0.25, 0.25, 0.25]),
    moment,
  );
  volume = total / whole;
  const crackArea = caps.reduce((sum, face) => sum + areaOf(face.map(place)), 0);
  return { corners, volume, crackArea, centroid: moment.map((m) => m / total) };
}

function volumeOf(faces: number[][][], o: number[], moment: number[] | null): number {
  let sum = 0;
  for (const face of faces) {
    for (let k = 2; k < face.length; k++) {
      const [a, b, c] = [face[0], face[k - 1], face[k]].map((p) => p.map((x, d) => x - o[d]));
      const v =
        (a[0] * (b[1] * c[2] - b[2] * c[1]) +
          a[1] * (b[2] * c[0] - b[0] * c[2]) +
          a[2] * (b[0] * c[1] - b[1] * c[0])) /
        6;
      sum += v;
      if (moment) for (let d = 0; d < 3; d++) moment[d] += v * (o[d] + (a[d] + b[d] + c[d]) / 4);
    }
  }
  return sum;
}

function areaOf(face: number[][]): number {
  const sum = [0, 0, 0];
  for (let k = 2; k < face.length; k++) {
    const [u, v] = [face[k - 1], face[k]].map((p) => p.map((x, d) => x - face[0][d]));
    for (let d = 0; d < 3; d++) sum[d] += u[(d + 1) % 3] * v[(d + 2) % 3] - u[(d + 2) % 3] * v[(d + 1) % 3];
  }
  return Math.hypot(...sum) / 2;
}
