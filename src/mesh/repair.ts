// From a mesh as it was found to one that bakes: welded, without degenerate or repeated triangles, oriented. Works on
// copies, in rounds, until a round finds nothing more to do; so repairing a repaired mesh changes nothing.

import { InputError } from '../job/error.ts';
import { findFlips } from './inspect-orient.ts';
import { isFinitePoint } from './inspect-shape.ts';
import { buildConnections } from './inspect-topology.ts';
import { createDraft, type Draft, dropUnused, mapVertices, turnTriangle } from './repair-draft.ts';
import { dropDuplicates, dropRepeated } from './repair-drop.ts';
import { fillHoles } from './repair-fill.ts';
import { removeSlivers } from './repair-slivers.ts';
import { splitVertices } from './repair-split.ts';
import { matchNearVertices, matchVertices } from './repair-weld.ts';
import { nextHalf } from './topology.ts';
import { createTriangleMesh, type MeshInput, type TriangleMesh, wrapTriangleMesh } from './triangle-mesh.ts';

export type ChangeKind =
  | 'welded' // vertices joined with another
  | 'degenerate' // triangles without area removed
  | 'duplicate' // repeated triangles removed
  | 'turned' // triangles turned over
  | 'filled' // triangles added over holes
  | 'split' // vertices added where surfaces met in a point
  | 'unused'; // vertices dropped

export interface Change {
  readonly kind: ChangeKind;
  readonly count: number;
  readonly message: string;
}

export interface RepairOptions {
  readonly weld?: number; // join vertices of open edges that are this close; default 0: at exactly the same place
  readonly fillHoles?: boolean | number; // close holes with rims of up to so many edges; default false; true: 100
}

export interface Repaired {
  readonly mesh: TriangleMesh;
  readonly changes: readonly Change[]; // empty if there was nothing to do
}

const ROUNDS = 20; // three do for every mesh seen so far
const RIM = 100; // edges of the largest hole that `fillHoles: true` closes

/**
 * Repairs a mesh and says what was changed. Deterministic; the input is left as it is; attributes are carried along.
 * The outcome may be empty, open or non-manifold: inspectMesh tells. Throws 'non-finite' when a triangle has such a
 * vertex, 'bad-argument' for options out of range, and as createTriangleMesh does.
 */
export function repairMesh(input: MeshInput, options: RepairOptions = {}): Repaired {
  const { weld = 0, fillHoles: fill = false } = options;
  if (!(weld >= 0 && weld < Infinity)) {
    throw new InputError('bad-argument', `weld is ${weld}: give a distance of 0 or more`);
  }
  const rim = typeof fill === 'number' ? fill : fill ? RIM : 0;
  if (!(rim >= 0))
    throw new InputError('bad-argument', `fillHoles is ${fill}: give true, false or a number of edges`);
  const draft = createDraft(createTriangleMesh(input)); // which copies
  refuseNonFinite(draft);
  const total: Record<ChangeKind, number> = {
    welded: 0,
    degenerate: 0,
    duplicate: 0,
    turned: 0,
    filled: 0,
    split: 0,
    unused: dropUnused(draft),
  };
  for (let round = 0; round < ROUNDS; round++) if (!repairOnce(draft, weld, rim, total)) break;
  const { positions, indices, uvs, normals, colors, groups } = draft;
  const mesh = wrapTriangleMesh(positions, indices, uvs, normals, colors, groups);
  return { mesh, changes: describe(total) };
}

function refuseNonFinite({ positions, indices }: Draft): void {
  for (let h = 0; h < indices.length; h++) {
    const v = indices[h];
    if (isFinitePoint(positions, v)) continue;
    const at = [0, 1, 2].map((d) => positions[3 * v + d]).join(', ');
    throw new InputError(
      'non-finite',
      `triangle ${Math.floor(h / 3)} has vertex ${v} at (${at}): remove the triangle or give the vertex a place`,
    );
  }
}

/** One round; adds to the counts and returns whether anything changed. */
function repairOnce(draft: Draft, weld: number, rim: number, total: Record<ChangeKind, number>): boolean {
  const before = Object.values(total).reduce((sum, n) => sum + n);
  total.welded += weldBorders(draft, matchVertices);
  if (weld > 0) total.welded += weldBorders(draft, (positions) => matchNearVertices(positions, weld));
  total.degenerate += dropRepeated(draft);
  total.duplicate += dropDuplicates(draft);
  total.turned += turnFlipped(draft);
  const { flipped, collapsed, dropped } = removeSlivers(draft);
  total.degenerate += flipped + collapsed + dropped;
  if (rim > 0) total.filled += fillHoles(draft, rim).triangles;
  total.split += splitVertices(draft);
  dropUnused(draft);
  return Object.values(total).reduce((sum, n) => sum + n) > before;
}

/**
 * Joins equal vertices that lie on open edges. Others stay apart, though they may be in the same place: the surface
 * around each is whole, and joining solids that touch would only make edges of four triangles.
 */
function weldBorders(draft: Draft, match: (positions: Float64Array) => Uint32Array): number {
  const { positions, indices } = draft;
  const vertexCount = positions.length / 3;
  const { indices: live, edges } = buildConnections(indices, vertexCount);
  const open = new Uint8Array(vertexCount);
  for (let h = 0; h < live.length; h++) {
    const e = edges.edge[h];
    if (edges.start[e + 1] - edges.start[e] > 1) continue;
    open[live[h]] = 1;
    open[live[nextHalf(h)]] = 1;
  }
  const border: number[] = [];
  for (let v = 0; v < vertexCount; v++) if (open[v]) border.push(v);
  const places = new Float64Array(3 * border.length);
  border.forEach((v, i) => {
    places.set(positions.subarray(3 * v, 3 * v + 3), 3 * i);
  });
  const same = match(places);
  const to = new Uint32Array(vertexCount);
  for (let v = 0; v < vertexCount; v++) to[v] = v;
  border.forEach((v, i) => {
    to[v] = border[same[i]];
  });
  return mapVertices(draft, to);
}

function turnFlipped(draft: Draft): number {
  const connections = buildConnections(draft.indices, draft.positions.length / 3);
  const { flip } = findFlips(draft.positions, connections);
  let count = 0;
  for (let t = 0; t < flip.length; t++) {
    if (!flip[t]) continue;
    turnTriangle(draft, connections.source[t]);
    count++;
  }
  return count;
}

function describe(total: Record<ChangeKind, number>): Change[] {
  const say = (kind: ChangeKind, one: string, many: string): Change[] => {
    const count = total[kind];
    return count === 0 ? [] : [{ kind, count, message: count === 1 ? `1 ${one}` : `${count} ${many}` }];
  };
  return [
    ...say('welded', 'vertex was joined with another', 'vertices were joined with others'),
    ...say('degenerate', 'triangle without area was removed', 'triangles without area were removed'),
    ...say('duplicate', 'repeated triangle was removed', 'repeated triangles were removed'),
    ...say('turned', 'triangle was turned over', 'triangles were turned over'),
    ...say('filled', 'triangle was added over a hole', 'triangles were added over holes'),
    ...say(
      'split',
      'vertex was added where surfaces met in a point',
      'vertices were added where surfaces met in a point',
    ),
    ...say('unused', 'unused vertex was dropped', 'unused vertices were dropped'),
  ];
}
