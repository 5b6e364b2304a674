// Checks of meshes at the public entries: that they are meshes at all. What is wrong with their triangles, inspect tells.

import { checkRecord, isList, refuse } from '../job/check.ts';
import { InputError } from '../job/error.ts';

const REMEDY = '{ positions, indices }, with numbers in arrays';

/** Throws unless a value has lists of positions and of indices. */
export function checkMeshInput(name: string, mesh: unknown): void {
  checkRecord(name, mesh, ['positions', 'indices'], REMEDY);
  for (const member of ['positions', 'indices'] as const) {
    const list = (mesh as Record<string, unknown>)[member];
    if (!isList(list)) throw refuse(`${name}.${member}`, list, 'an array of numbers');
  }
}

/** Throws unless a value is a mesh of typed arrays, as createTriangleMesh and createTetMesh make it. */
export function checkMesh(name: string, mesh: unknown, maker = 'createTriangleMesh'): void {
  checkRecord(name, mesh, ['positions', 'indices'], `what ${maker} made`);
  const { positions, indices } = mesh as { positions: unknown; indices: unknown };
  if (!(positions instanceof Float64Array))
    throw refuse(`${name}.positions`, positions, `a Float64Array, as ${maker} makes it`);
  if (!(indices instanceof Uint32Array))
    throw refuse(`${name}.indices`, indices, `a Uint32Array, as ${maker} makes it`);
  const count = positions.length / 3;
  for (let i = 0; i < indices.length; i++) {
    if (indices[i] < count) continue;
    throw new InputError(
      'index-out-of-range',
      `${name}.indices[${i}] names vertex ${indices[i]}: give vertices below ${count}`,
    );
  }
}
