// From a mesh as it was found to one that bakes: welded, without degenerate or repeated triangles, oriented. Works on
// copies, in rounds, until a round finds nothing more to do; so repairing a repaired mesh changes nothing.

import { type Checks, checkOptions, refuse, show } from '../job/check.ts';
import { InputError } from '../job/error.ts';
import { toDigits } from '../job/format.ts';
import { FILL_RIM, REPAIR_ROUNDS } from './constants.ts';
import { findFlips } from './inspect-orient.ts';
import { isFinitePoint } from './inspect-shape.ts';
import { buildConnections } from './inspect-topology.ts';
import { createDraft, type Draft, dropUnused, mapVertices, turnTriangle } from './repair-draft.ts';
import { dropDuplicates, dropRepeated } from './repair-drop.ts';
import { fillHoles } from './repair-fill.ts';
import { removeSlivers } from './repair-slivers.ts';
import { splitVertices } from './repair-split.ts';
import { chooseWeld, matchNearVertices, matchVertices } from './repair-weld.ts';
import { nextHalf } from './topology.ts';
import { createTriangleMesh, type MeshInput, type TriangleMesh, wrapTriangleMesh } from './triangle-mesh.ts';

type ChangeKind =
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
  /**
   * Join vertices of open edges that are this close, in metres. Default: a millionth of the longest side, and at most
   * half of the shortest edge. 0: only those at exactly the same place.
   */
  readonly weld?: number;
  /** Close holes with rims of up to so many edges; default false; true: 100. */
  readonly fillHoles?: boolean | number;
}

const REPAIR: Checks<RepairOptions> = {
  weld: (_name, value) => checkWeld(value as number),
  fillHoles: (name, value) => {
    if (typeof value !== 'boolean' && typeof value !== 'number')
      throw refuse(name, value, 'true, false or a number of edges');
  },
};

export interface Repaired {
  readonly mesh: TriangleMesh;
  readonly changes: readonly Change[]; // empty if there was nothing to do
}

const NO_CHANGES: Readonly<Record<ChangeKind, number>> = {
  welded: 0,
  degenerate: 0,
  duplicate: 0,
  turned: 0,
  filled: 0,
  split: 0,
  unused: 0,
};

/**
 * Repairs a mesh and says what was changed. Deterministic; the input is left as it is; attributes are carried along.
 * The outcome may be empty, open or non-manifold: inspectMesh tells. Throws 'non-finite' when a triangle has such a
 * vertex, 'bad-argument' for options out of range, and as createTriangleMesh does.
 */
export function repairMesh(input: MeshInput, options: RepairOptions = {}): Repaired {
  checkOptions('options', options, REPAIR);
  const { fillHoles: fill = false } = options;
  checkWeld(options.weld);
  const rim = typeof fill === 'number' ? fill : fill ? FILL_RIM : 0;
  if (!(rim >= 0))
    throw new InputError('bad-argument', `fillHoles is ${fill}: give true, false or a number of edges`);
  const draft = createDraft(createTriangleMesh(input)); // which copies
  refuseNonFinite(draft);
  const total = { ...NO_CHANGES, unused: dropUnused(draft) };
  const weld = options.weld ?? chooseWeld(draft.positions, draft.indices);
  const gap = new Float64Array(1); // the farthest that a vertex was moved by welding
  for (let round = 0; round < REPAIR_ROUNDS; round++) if (!repairOnce(draft, weld, rim, total, gap)) break;
  return { mesh: finishDraft(draft), changes: describe(total, gap[0]) };
}

/**
 * Only the welding of repairMesh: vertices of open edges that are as close as `weld` are joined, and those that others
 * stand for dropped; nothing else is changed. Deterministic. Throws as repairMesh does.
 */
export function weldMesh(input: MeshInput, options: Pick<RepairOptions, 'weld'> = {}): Repaired {
  checkOptions('options', options, { weld: REPAIR.weld });
  const { weld } = options;
  checkWeld(weld);
  const draft = createDraft(createTriangleMesh(input));
  const gap = new Float64Array(1);
  const unused = new Uint8Array(draft.positions.length / 3).fill(1);
  for (const v of draft.indices) unused[v] = 0;
  const welded = weldAll(draft, weld ?? chooseWeld(draft.positions, draft.indices), gap);
  if (welded > 0) dropUnused(draft, unused);
  return { mesh: finishDraft(draft), changes: describe({ ...NO_CHANGES, welded }, gap[0]) };
}

function finishDraft({ positions, indices, uvs, normals, colors, groups }: Draft): TriangleMesh {
  return wrapTriangleMesh(positions, indices, uvs, normals, colors, groups);
}

/** Refuses a weld distance that is none. */
export function checkWeld(weld: number | undefined): void {
  if (weld === undefined || (typeof weld === 'number' && weld >= 0 && weld < Infinity)) return;
  throw new InputError(
    'bad-argument',
    `weld is ${show(weld)}: give a distance in metres; 0 joins only what is at exactly the same place`,
  );
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
function repairOnce(
  draft: Draft,
  weld: number,
  rim: number,
  total: Record<ChangeKind, number>,
  gap: Float64Array,
): boolean {
  const before = Object.values(total).reduce((sum, n) => sum + n);
  total.welded += weldAll(draft, weld, gap);
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

/** Joins vertices of open edges, first those in the same place; returns how many went. */
function weldAll(draft: Draft, weld: number, gap: Float64Array): number {
  const equal = weldBorders(draft, matchVertices, gap);
  return weld > 0
    ? equal + weldBorders(draft, (positions) => matchNearVertices(positions, weld), gap)
    : equal;
}

/**
 * Joins equal vertices that lie on open edges. Others stay apart, though they may be in the same place: the surface
 * around each is whole, and joining solids that touch would only make edges of four triangles.
 */
function weldBorders(
  draft: Draft,
  match: (positions: Float64Array) => Uint32Array,
  gap: Float64Array,
): number {
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
    if (to[v] !== v) gap[0] = Math.max(gap[0], distance(positions, v, to[v]));
  });
  return mapVertices(draft, to);
}

function distance(positions: Float64Array, a: number, b: number): number {
  const x = positions[3 * a] - positions[3 * b];
  const y = positions[3 * a + 1] - positions[3 * b + 1];
  const z = positions[3 * a + 2] - positions[3 * b + 2];
  return Math.sqrt(x * x + y * y + z * z);
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

function describe(total: Record<ChangeKind, number>, gap: number): Change[] {
  const far = gap > 0 ? ` up to ${toDigits(gap)} m away` : '';
  const say = (kind: ChangeKind, one: string, many: string): Change[] => {
    const count = total[kind];
    return count === 0 ? [] : [{ kind, count, message: count === 1 ? `1 ${one}` : `${count} ${many}` }];
  };
  return [
    ...say('welded', `vertex was joined with another${far}`, `vertices were joined with others${far}`),
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
