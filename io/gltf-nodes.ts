// Where the nodes of a glTF put their meshes: matrices from parent to child, in one pass, however deep the tree is.

import type { GLTF } from '@gltf-transform/core';
import { isList } from '../src/job/check.ts';
import { notA } from './bytes.ts';

/** A mesh where a node puts it. */
interface Placed {
  readonly node: number;
  readonly mesh: number;
  readonly matrix: ArrayLike<number>; // to the world, by columns
}

export const IDENTITY: readonly number[] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** The meshes of the default scene, else of the first, else of all nodes, breadth first. Nodes form trees: checkGltf. */
export function placeNodes({ nodes = [], scenes = [], scene = 0 }: GLTF.IGLTF, name: string): Placed[] {
  const child = new Set(nodes.flatMap((node) => node?.children ?? []));
  const pending =
    scenes.length > 0 ? [...(scenes[scene]?.nodes ?? [])] : [...nodes.keys()].filter((n) => !child.has(n));
  const matrices: ArrayLike<number>[] = pending.map((n) => readMatrix(nodes[n], n, name));
  const placed: Placed[] = [];
  for (let i = 0; i < pending.length; i++) {
    const { mesh, children = [] } = nodes[pending[i]] ?? {};
    const matrix = matrices[i];
    if (mesh !== undefined) placed.push({ node: pending[i], mesh, matrix });
    for (const n of children) {
      pending.push(n);
      matrices.push(multiplyMatrices(matrix, readMatrix(nodes[n], n, name)));
    }
  }
  return placed;
}

function readMatrix(node: GLTF.INode | undefined, n: number, name: string): ArrayLike<number> {
  const { matrix, translation = [0, 0, 0], rotation = [0, 0, 0, 1], scale = [1, 1, 1] } = node ?? {};
  const check = (what: string, value: unknown, count: number) => {
    if (isList(value) && value.length === count && Array.from(value).every(Number.isFinite)) return;
    throw notA(name, 'a glTF file', `the ${what} of node ${n} is not ${count} numbers`);
  };
  if (matrix !== undefined) {
    check('matrix', matrix, 16);
    return matrix;
  }
  check('translation', translation, 3);
  check('rotation', rotation, 4);
  check('scale', scale, 3);
  return composeMatrix(translation, rotation, scale);
}

/** The matrix that scales, turns and moves, by columns. */
export function composeMatrix(
  t: readonly number[],
  q: readonly number[],
  s: readonly number[],
): Float64Array {
  const size = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]) || 1; // bytes are coarse
  const [x, y, z, w] = q.map((part) => part / size);
  return Float64Array.of(
    s[0] * (1 - 2 * (y * y + z * z)),
    s[0] * 2 * (x * y + z * w),
    s[0] * 2 * (x * z - y * w),
    0,
    s[1] * 2 * (x * y - z * w),
    s[1] * (1 - 2 * (x * x + z * z)),
    s[1] * 2 * (y * z + x * w),
    0,
    s[2] * 2 * (x * z + y * w),
    s[2] * 2 * (y * z - x * w),
    s[2] * (1 - 2 * (x * x + y * y)),
    0,
    ...t,
    1,
  );
}

/** The product of two 4×4 matrices by columns. */
export function multiplyMatrices(a: ArrayLike<number>, b: ArrayLike<number>): Float64Array {
  const out = new Float64Array(16);
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 4; row++) {
      for (let k = 0; k < 4; k++) out[4 * column + row] += a[4 * k + row] * b[4 * column + k];
    }
  }
  return out;
}
