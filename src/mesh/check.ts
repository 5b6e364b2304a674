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
  for (const [member, [kind, width]] of Object.entries(ATTRIBUTES)) {
    const column = (mesh as Record<string, unknown>)[member];
    if (column === undefined || column === null) continue;
    const wanted = Math.round(width * indices.length);
    if (!(column instanceof kind) || column.length !== wanted)
      throw refuse(`${name}.${member}`, column, `null, or a ${kind.name} of ${wanted}, as ${maker} makes it`);
  }
}

/** What a mesh may have besides, and how many numbers a corner. */
const ATTRIBUTES = {
  uvs: [Float32Array, 2],
  normals: [Float32Array, 3],
  colors: [Float32Array, 3],
  groups: [Uint16Array, 1 / 3],
} as const;

/** Throws unless a value is a hierarchy, as buildHierarchy makes it: its columns are there and of one length. */
export function checkHierarchy(name: string, value: unknown): void {
  const remedy = 'what buildHierarchy made';
  checkRecord(name, value, ['count'], remedy);
  const { count, box, second, first, size, triangle, slot, frame } = value as Record<string, unknown>;
  const fits =
    Number.isInteger(count) &&
    (count as number) >= 0 &&
    box instanceof Float64Array &&
    second instanceof Int32Array &&
    first instanceof Uint32Array &&
    size instanceof Uint32Array &&
    triangle instanceof Uint32Array &&
    slot instanceof Uint32Array &&
    frame instanceof Float64Array &&
    Math.min(box.length / 6, second.length, first.length, size.length) >= (count as number) &&
    frame.length === 12 * triangle.length &&
    slot.length === triangle.length;
  if (!fits) throw refuse(name, value, remedy);
}
