// A tet mesh made elsewhere as a solid: checked, with its boundary nodes first and its boundary as the surface.

import { InputError } from '../job/error.ts';
import { inspectMesh } from '../mesh/inspect.ts';
import {
  buildTetAdjacency,
  createTetMesh,
  extractBoundary,
  type TetMesh,
  tetVolume,
} from '../mesh/tet-mesh.ts';
import { reportTetMesh } from '../mesh/tet-report.ts';
import { wrapTriangleMesh } from '../mesh/triangle-mesh.ts';
import type { AssetParts } from './asset.ts';
import { refuseOddSize } from './options.ts';

/** What a bake needs of given tets, and their longest side. */
type GivenSolid = Pick<AssetParts, 'tets' | 'surfaceCount' | 'surface' | 'render' | 'report' | 'mesher'> & {
  readonly longest: number;
};

/** Takes given tets as they are, but for tets turned inside out and nodes that no tet uses. */
export function solidOfTets(given: TetMesh, notes: string[]): GivenSolid {
  const mesh = createTetMesh(given.positions, given.indices);
  const count = mesh.indices.length / 4;
  if (count === 0) throw new InputError('empty-mesh', 'the tet mesh has no tets: give at least one');
  const longest = measureLongest(mesh);
  refuseOddSize(longest);
  let turned = 0;
  for (let t = 0; t < mesh.indices.length; t += 4) {
    if (mesh.indices[t] !== given.indices[t]) turned++;
    if (!(tetVolume(mesh.positions, mesh.indices, t) > 0)) {
      throw new InputError(
        'not-solid',
        `tet ${t / 4} has no volume, or a coordinate that is no number: remove it or mend its nodes`,
      );
    }
  }
  if (turned > 0) notes.push(`${turned} tets were inside out and have been turned`);
  const { tets, surfaceCount, unused } = boundaryFirst(mesh);
  if (unused > 0) notes.push(`${unused} nodes that no tet uses were dropped`);
  const boundary = extractBoundary(tets.indices, buildTetAdjacency(tets.indices, tets.positions.length / 3));
  const report = inspectMesh(
    { positions: tets.positions, indices: boundary.indices },
    { selfIntersections: false },
  );
  const spoiling = report.defects.find(({ kind }) => kind !== 'unused-vertex' && kind !== 'duplicate-vertex');
  if (spoiling) {
    throw new InputError(
      'not-solid',
      `the boundary of the tets is not a closed manifold: ${spoiling.message}; mend the mesh where it was made`,
    );
  }
  // One array for both: the surface's vertices are the first nodes.
  const surface = wrapTriangleMesh(tets.positions, boundary.indices, null, null, null, null);
  return {
    mesher: 'given',
    tets,
    surfaceCount,
    surface,
    render: null,
    report: reportTetMesh({ tets, surfaceCount }),
    longest,
  };
}

/** The longest side of the box around the nodes that tets use. */
function measureLongest({ positions, indices }: TetMesh): number {
  let longest = 0;
  for (let d = 0; d < 3; d++) {
    let low = Infinity;
    let high = -Infinity;
    for (const v of indices) {
      low = Math.min(low, positions[3 * v + d]);
      high = Math.max(high, positions[3 * v + d]);
    }
    longest = Math.max(longest, high - low);
  }
  return longest;
}

/** Renumbers nodes: those of the boundary first, each group in its old order; unused ones are left out. */
function boundaryFirst(mesh: TetMesh): { tets: TetMesh; surfaceCount: number; unused: number } {
  const nodeCount = mesh.positions.length / 3;
  const rank = new Uint8Array(nodeCount); // 0 unused, 1 inside, 2 on the boundary
  for (const v of mesh.indices) rank[v] = 1;
  const boundary = extractBoundary(mesh.indices, buildTetAdjacency(mesh.indices, nodeCount));
  for (const v of boundary.indices) rank[v] = 2;
  const number = new Uint32Array(nodeCount);
  const old: number[] = [];
  for (let wanted = 2; wanted >= 1; wanted--) {
    for (let v = 0; v < nodeCount; v++) {
      if (rank[v] !== wanted) continue;
      number[v] = old.length;
      old.push(v);
    }
  }
  const positions = new Float64Array(3 * old.length);
  for (let i = 0; i < old.length; i++)
    positions.set(mesh.positions.subarray(3 * old[i], 3 * old[i] + 3), 3 * i);
  const indices = mesh.indices.map((v) => number[v]);
  const surfaceCount = rank.reduce((sum, r) => sum + (r === 2 ? 1 : 0), 0);
  return { tets: { positions, indices }, surfaceCount, unused: nodeCount - old.length };
}
