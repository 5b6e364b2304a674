// MEDIT ascii out: Vertices, Triangles (the boundary), Tetrahedra; every reference is 0. Gmsh, TetGen, mmg and
// ParaView read it. Coordinates read back as the same doubles.

import { checkRecord } from '../src/job/check.ts';
import { InputError } from '../src/job/error.ts';
import { checkMesh } from '../src/mesh/check.ts';
import { buildTetAdjacency, extractBoundary, type TetMesh } from '../src/mesh/tet-mesh.ts';

/** The text of a .mesh file. `boundary` is three nodes a triangle; without it the boundary is found. */
export function writeMedit(mesh: TetMesh, boundary?: { readonly indices: ArrayLike<number> }): string {
  checkMesh('mesh', mesh, 'createTetMesh');
  if (boundary !== undefined) checkRecord('boundary', boundary, ['indices'], '{ indices }');
  const { positions, indices } = mesh;
  const nodeCount = positions.length / 3;
  if (indices.length === 0)
    throw new InputError('empty-mesh', 'the tet mesh has no tets: there is nothing to write');
  const triangles = (boundary ?? extractBoundary(indices, buildTetAdjacency(indices, nodeCount))).indices;
  for (let i = 0; i < triangles.length; i++) {
    if (!(triangles[i] < nodeCount)) {
      throw new InputError(
        'index-out-of-range',
        `boundary triangle ${Math.floor(i / 3)} names node ${triangles[i]}, but there are ${nodeCount}: check boundary`,
      );
    }
  }
  const lines = ['MeshVersionFormatted 2', 'Dimension 3', 'Vertices', String(nodeCount)];
  for (let v = 0; v < positions.length; v += 3) {
    lines.push(`${positions[v]} ${positions[v + 1]} ${positions[v + 2]} 0`);
  }
  pushRows(lines, 'Triangles', triangles, 3);
  pushRows(lines, 'Tetrahedra', indices, 4);
  lines.push('End', '');
  return lines.join('\n');
}

function pushRows(lines: string[], keyword: string, nodes: ArrayLike<number>, width: number): void {
  lines.push(keyword, String(nodes.length / width));
  for (let i = 0; i < nodes.length; i += width) {
    let line = '';
    for (let k = i; k < i + width; k++) line += `${nodes[k] + 1} `;
    lines.push(`${line}0`);
  }
}
