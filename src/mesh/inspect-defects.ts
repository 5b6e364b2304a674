// The defects of a mesh, kind by kind, each with its count and its first element.

import { intersectFaces } from '../geometry/triangle-triangle.ts';
import { buildHierarchy, type Hierarchy } from '../hierarchy/hierarchy.ts';
import { createSelfPairs, nextPairs } from '../hierarchy/pairs.ts';
import type { Defect, DefectKind, Place } from './inspect.ts';
import type { Orientation } from './inspect-orient.ts';
import { isDegenerate, isFinitePoint, matchTriangles } from './inspect-shape.ts';
import type { Connections } from './inspect-topology.ts';
import { matchVertices } from './repair-weld.ts';
import { nextHalf } from './topology.ts';

/** A defect if there is one: "3 things, of which the first …". */
function report(
  kind: DefectKind,
  count: number,
  first: Place,
  one: string,
  many: string,
  how: string,
): Defect[] {
  if (count === 0) return [];
  const message = count === 1 ? `1 ${one}: ${how}` : `${count} ${many}, the first: ${how}`;
  return [{ kind, count, first, message }];
}

export function findVertexDefects(positions: Float64Array, indices: Uint32Array): Defect[] {
  const vertexCount = positions.length / 3;
  const used = new Uint8Array(vertexCount);
  for (let h = 0; h < indices.length; h++) used[indices[h]] = 1;
  const same = matchVertices(positions);
  let bad = 0;
  let firstBad = -1;
  let twice = 0;
  let firstTwice = -1;
  let unused = 0;
  let firstUnused = -1;
  for (let v = vertexCount - 1; v >= 0; v--) {
    if (!isFinitePoint(positions, v)) {
      bad++;
      firstBad = v;
    }
    if (same[v] !== v) {
      twice++;
      firstTwice = v;
    }
    if (!used[v]) {
      unused++;
      firstUnused = v;
    }
  }
  const where = firstBad < 0 ? '' : [0, 1, 2].map((d) => positions[3 * firstBad + d]).join(', ');
  return [
    ...report(
      'non-finite',
      bad,
      { vertex: firstBad },
      'vertex is not at a point',
      'vertices are not at a point',
      `vertex ${firstBad} is at (${where})`,
    ),
    ...report(
      'duplicate-vertex',
      twice,
      { vertex: firstTwice, other: same[firstTwice] },
      'vertex repeats another',
      'vertices repeat another',
      `vertex ${firstTwice} is exactly where vertex ${same[firstTwice]} is`,
    ),
    ...report(
      'unused-vertex',
      unused,
      { vertex: firstUnused },
      'vertex is unused',
      'vertices are unused',
      `no triangle has vertex ${firstUnused}`,
    ),
  ];
}

export function findEdgeDefects({ indices, source, edges }: Connections): Defect[] {
  let open = 0;
  let crowded = 0;
  let firstOpen = -1;
  let firstCrowded = -1;
  for (let e = edges.edgeCount - 1; e >= 0; e--) {
    const size = edges.start[e + 1] - edges.start[e];
    if (size === 1) {
      open++;
      firstOpen = e;
    } else if (size > 2) {
      crowded++;
      firstCrowded = e;
    }
  }
  const place = (e: number) => {
    const h = e < 0 ? 0 : edges.half[edges.start[e]];
    const ends = [indices[h], indices[nextHalf(h)]].sort((a, b) => a - b) as [number, number];
    return { edge: ends, triangle: source[Math.floor(h / 3)] };
  };
  const [a, b] = [place(firstOpen), place(firstCrowded)];
  const size = firstCrowded < 0 ? 0 : edges.start[firstCrowded + 1] - edges.start[firstCrowded];
  return [
    ...report(
      'open-edge',
      open,
      a,
      'edge is open',
      'edges are open',
      `edge ${a.edge.join('–')} belongs to triangle ${a.triangle} alone`,
    ),
    ...report(
      'non-manifold-edge',
      crowded,
      b,
      'edge has more than two triangles',
      'edges have more than two triangles',
      `edge ${b.edge.join('–')} has ${size}, triangle ${b.triangle} among them`,
    ),
  ];
}

export function findFanDefects(fans: Uint32Array): Defect[] {
  let count = 0;
  let first = -1;
  for (let v = fans.length - 1; v >= 0; v--) {
    if (fans[v] < 2) continue;
    count++;
    first = v;
  }
  return report(
    'non-manifold-vertex',
    count,
    { vertex: first },
    'vertex joins surfaces at a point',
    'vertices join surfaces at a point',
    `${fans[first]} fans of triangles meet at vertex ${first}`,
  );
}

export function findFlipDefects({ indices, source }: Connections, orientation: Orientation): Defect[] {
  const { flip, insideOut, twisted, firstTwisted } = orientation;
  let count = 0;
  for (let t = 0; t < flip.length; t++) count += flip[t];
  const triangle = source[flip.indexOf(1)];
  if (count > 0 && count === flip.length) {
    const message = `the surface is inside out: its triangles, from triangle ${triangle} on, face inwards`;
    return [{ kind: 'flipped-triangle', count, first: { triangle }, message }];
  }
  if (count > 0) {
    const whole = insideOut > 0 ? ` (${insideOut} of the components are inside out)` : '';
    return report(
      'flipped-triangle',
      count,
      { triangle },
      'triangle faces the wrong way',
      'triangles face the wrong way',
      `triangle ${triangle}${whole}`,
    );
  }
  if (twisted === 0) return [];
  const edge = [indices[firstTwisted], indices[nextHalf(firstTwisted)]].sort((a, b) => a - b);
  return [
    {
      kind: 'flipped-triangle',
      count: twisted,
      first: { edge: [edge[0], edge[1]], triangle: source[Math.floor(firstTwisted / 3)] },
      message: `the surface has one side only, like a Möbius strip: the triangles at edge ${edge.join('–')} disagree whichever way they are turned`,
    },
  ];
}

export function findTriangleDefects(positions: Float64Array, indices: Uint32Array): Defect[] {
  const same = matchTriangles(indices);
  let flat = 0;
  let firstFlat = -1;
  let twice = 0;
  let firstTwice = -1;
  for (let t = same.length - 1; t >= 0; t--) {
    if (isDegenerate(positions, indices[3 * t], indices[3 * t + 1], indices[3 * t + 2])) {
      flat++;
      firstFlat = t;
    } else if (same[t] !== t) {
      twice++;
      firstTwice = t;
    }
  }
  const corners = [...indices.subarray(3 * firstFlat, 3 * firstFlat + 3)].join(', ');
  return [
    ...report(
      'degenerate-triangle',
      flat,
      { triangle: firstFlat },
      'triangle has no area',
      'triangles have no area',
      `triangle ${firstFlat} with vertices ${corners}`,
    ),
    ...report(
      'duplicate-triangle',
      twice,
      { triangle: firstTwice, other: same[firstTwice] },
      'triangle repeats another',
      'triangles repeat another',
      `triangle ${firstTwice} has the vertices of triangle ${same[firstTwice]}`,
    ),
  ];
}

/**
 * Pairs of triangles that meet beyond shared vertices, equal positions counting as shared. Repeated ones are passed over.
 * `given` is the hierarchy of all triangles, if at hand.
 */
export function findIntersections(
  positions: Float64Array,
  indices: Uint32Array,
  given?: Hierarchy,
): Defect[] {
  const same = matchVertices(positions);
  const source: number[] = [];
  const corners: number[] = [];
  for (let t = 0; 3 * t < indices.length; t++) {
    const [a, b, c] = [same[indices[3 * t]], same[indices[3 * t + 1]], same[indices[3 * t + 2]]];
    const finite = isFinitePoint(positions, a) && isFinitePoint(positions, b) && isFinitePoint(positions, c);
    if (!finite || isDegenerate(positions, a, b, c)) continue;
    source.push(t);
    corners.push(a, b, c);
  }
  const mesh = { positions, indices: Uint32Array.from(corners) };
  const twin = matchTriangles(mesh.indices);
  const whole = given && corners.length === indices.length; // none was left out, and all are where they were
  const search = createSelfPairs(whole ? given : buildHierarchy(positions, mesh.indices), mesh);
  const pairs = new Uint32Array(4096);
  let count = 0;
  let [first, other] = [-1, -1];
  for (let n = nextPairs(pairs, search); n > 0; n = nextPairs(pairs, search)) {
    for (let i = 0; i < 2 * n; i += 2) {
      const s = pairs[i];
      const t = pairs[i + 1];
      if (twin[s] === twin[t] || !intersectFaces(positions, mesh.indices, s, t)) continue;
      count++;
      if (first < 0 || s < first || (s === first && t < other)) [first, other] = [s, t];
    }
  }
  return report(
    'self-intersection',
    count,
    { triangle: source[first], other: source[other] },
    'pair of triangles intersects',
    'pairs of triangles intersect',
    `triangles ${source[first]} and ${source[other]}`,
  );
}
