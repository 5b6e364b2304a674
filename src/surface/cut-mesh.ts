// A closed triangle mesh that is cut step by step: edges are split, cracks open, and it stays closed throughout. What
// each step changed is listed by triangle, for whoever keeps a tree over it (hierarchy/flood.ts).

import { InputError } from '../job/error.ts';
import { growColumn } from '../math/columns.ts';
import { buildEdges, buildTwins, nextHalf } from '../mesh/topology.ts';

/** Half-edge h = 3t + i runs from corner i of triangle t to the next. Columns grow: read them after every step. */
export interface CutMesh {
  vertexCount: number;
  triangleCount: number;
  positions: Float64Array; // xyz a vertex; exactly `vertexCount` of them between steps
  indices: Uint32Array; // three vertices a triangle; exactly `triangleCount` of them between steps
  twin: Int32Array; // the half-edge across each half-edge; never negative
  half: Int32Array; // a half-edge that starts at each vertex
  piece: Int32Array; // the piece of each triangle
  pieceCount: number;
  crack: Uint8Array; // a triangle: 1 for faces of cracks and what they were split into
  readonly changes: CutChanges;
  readonly room: { positions: Float64Array; indices: Uint32Array }; // what `positions` and `indices` are parts of
}

/** What a step did. Triangles below `first` were there before. */
export interface CutChanges {
  first: number; // the first new triangle; all from there on are new
  decomposed: number; // of them, parts of triangles that were split: these come first
  reshaped: Uint32Array; // triangles that were there before and are smaller now
  reshapedCount: number;
  mark: Uint8Array; // a triangle: 1 if it is in `reshaped`
}

/** Copies a mesh to be cut, as one piece, be it connected or not. Throws where it is not closed and oriented alike. */
export function createCutMesh(mesh: {
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
}): CutMesh {
  const vertexCount = mesh.positions.length / 3;
  const triangleCount = mesh.indices.length / 3;
  const twin = buildTwins(mesh.indices, buildEdges(mesh.indices, vertexCount));
  const open = twin.findIndex((h) => h < 0);
  if (open >= 0 || triangleCount === 0) {
    const what = triangleCount === 0 ? 'the mesh is empty' : `the mesh is not closed at edge ${open}`;
    throw new InputError('not-solid', `${what}: only closed surfaces can be cut`);
  }
  const positions = mesh.positions.slice();
  const indices = mesh.indices.slice();
  const half = new Int32Array(vertexCount).fill(-1);
  for (let h = 0; h < indices.length; h++) half[indices[h]] = h;
  const changes = {
    first: triangleCount,
    decomposed: 0,
    reshaped: new Uint32Array(256),
    reshapedCount: 0,
    mark: new Uint8Array(triangleCount),
  };
  return {
    vertexCount,
    triangleCount,
    positions,
    indices,
    twin,
    half,
    piece: new Int32Array(triangleCount),
    pieceCount: 1,
    crack: new Uint8Array(triangleCount),
    changes,
    room: { positions, indices },
  };
}

/** Begins a step: what the last one changed is forgotten. */
export function beginStep(cut: CutMesh): void {
  const { changes } = cut;
  for (let i = 0; i < changes.reshapedCount; i++) changes.mark[changes.reshaped[i]] = 0;
  changes.reshapedCount = 0;
  changes.first = cut.triangleCount;
  changes.decomposed = 0;
  // While a step runs, the columns are as long as their room.
  cut.positions = cut.room.positions;
  cut.indices = cut.room.indices;
}

/** Ends a step: the columns are exactly as long as they should be. */
export function endStep(cut: CutMesh): void {
  cut.positions = cut.room.positions.subarray(0, 3 * cut.vertexCount);
  cut.indices = cut.room.indices.subarray(0, 3 * cut.triangleCount);
}

/** A new vertex at p[at…]. Within a step. */
export function addVertex(cut: CutMesh, p: Float64Array, at: number): number {
  const v = cut.vertexCount++;
  cut.room.positions = growColumn(cut.room.positions, 3 * cut.vertexCount);
  cut.positions = cut.room.positions;
  cut.half = growColumn(cut.half, cut.vertexCount, -1);
  for (let d = 0; d < 3; d++) cut.positions[3 * v + d] = p[at + d];
  return v;
}

/** A new face of a crack in a piece, its half-edges not paired yet. Within a step. */
export function addTriangle(cut: CutMesh, a: number, b: number, c: number, piece: number): number {
  const t = cut.triangleCount++;
  cut.room.indices = growColumn(cut.room.indices, 3 * cut.triangleCount);
  cut.indices = cut.room.indices;
  cut.twin = growColumn(cut.twin, 3 * cut.triangleCount, -1);
  cut.piece = growColumn(cut.piece, cut.triangleCount);
  cut.crack = growColumn(cut.crack, cut.triangleCount);
  cut.changes.mark = growColumn(cut.changes.mark, cut.triangleCount);
  cut.indices[3 * t] = a;
  cut.indices[3 * t + 1] = b;
  cut.indices[3 * t + 2] = c;
  cut.piece[t] = piece;
  cut.crack[t] = 1;
  return t;
}

export function pairHalves(cut: CutMesh, g: number, h: number): void {
  cut.twin[g] = h;
  cut.twin[h] = g;
}

/** The half-edge from vertex a to vertex b, which must be an edge. Walks around a. */
export function findHalf({ indices, twin, half }: CutMesh, a: number, b: number): number {
  const start = half[a];
  let h = start;
  do {
    if (indices[nextHalf(h)] === b) return h;
    h = twin[nextHalf(nextHalf(h))];
  } while (h !== start);
  throw new InputError(
    'bad-argument',
    `vertices ${a} and ${b} have no edge in common: cut one plane at a time`,
  );
}

/** Splits the edge of half-edge h (from a to b) at the point p[at…]: both its triangles are halved. Returns the vertex. */
export function splitEdge(cut: CutMesh, h: number, p: Float64Array, at: number): number {
  const m = addVertex(cut, p, at);
  const g = cut.twin[h];
  const upper = halve(cut, h, m);
  const lower = halve(cut, g, m);
  // h now runs a→m and `upper` m→b; g runs b→m and `lower` m→a.
  pairHalves(cut, h, lower);
  pairHalves(cut, g, upper);
  cut.half[m] = upper;
  return m;
}

/** Halves the triangle of h (a→b, with c across) at m: it becomes a m c, a new one m b c. Returns the half-edge m→b. */
function halve(cut: CutMesh, h: number, m: number): number {
  const next = nextHalf(h);
  const last = nextHalf(next);
  const t = Math.floor(h / 3);
  const b = cut.indices[next];
  const c = cut.indices[last];
  const n = addTriangle(cut, m, b, c, cut.piece[t]);
  cut.crack[n] = cut.crack[t];
  cut.indices[next] = m;
  pairHalves(cut, 3 * n + 1, cut.twin[next]);
  pairHalves(cut, next, 3 * n + 2);
  cut.half[b] = 3 * n + 1;
  cut.half[c] = last;
  cut.half[cut.indices[h]] = h;
  markReshaped(cut, t);
  cut.changes.decomposed++;
  return 3 * n;
}

function markReshaped({ changes }: CutMesh, t: number): void {
  if (t >= changes.first || changes.mark[t] !== 0) return;
  changes.mark[t] = 1;
  changes.reshaped = growColumn(changes.reshaped, changes.reshapedCount + 1);
  changes.reshaped[changes.reshapedCount++] = t;
}

/**
 * Numbers the pieces that hang together: the largest part of each piece keeps its number, others get new ones. Returns
 * how many pieces there are. Linear.
 */
export function labelPieces(cut: CutMesh): number {
  const { triangleCount, twin } = cut;
  const old = cut.piece.slice(0, triangleCount);
  const part = new Int32Array(triangleCount).fill(-1);
  const waiting = new Int32Array(triangleCount);
  const size: number[] = [];
  const from: number[] = [];
  for (let start = 0; start < triangleCount; start++) {
    if (part[start] >= 0) continue;
    const name = size.length;
    let end = 1;
    waiting[0] = start;
    part[start] = name;
    for (let i = 0; i < end; i++) {
      for (let h = 3 * waiting[i]; h < 3 * waiting[i] + 3; h++) {
        const t = Math.floor(twin[h] / 3);
        if (part[t] >= 0) continue;
        part[t] = name;
        waiting[end++] = t;
      }
    }
    size.push(end);
    from.push(old[start]);
  }
  const keeper = new Int32Array(cut.pieceCount).fill(-1);
  for (let p = 0; p < size.length; p++) {
    if (keeper[from[p]] < 0 || size[p] > size[keeper[from[p]]]) keeper[from[p]] = p;
  }
  const name = new Int32Array(size.length);
  for (let p = 0; p < size.length; p++) name[p] = keeper[from[p]] === p ? from[p] : cut.pieceCount++;
  for (let t = 0; t < triangleCount; t++) cut.piece[t] = name[part[t]];
  return cut.pieceCount;
}
