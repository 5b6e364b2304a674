// Triangle meshes as they enter and leave fracas. Topology lives in `indices`; texture seams do not cut it,
// because attributes are stored a corner, not a vertex.

import { checkList } from '../job/check.ts';
import { InputError } from '../job/error.ts';
import { checkMeshInput } from './check.ts';

/** A triangle mesh; triangles are counter-clockwise seen from outside. Made by wrapTriangleMesh alone. */
export interface TriangleMesh {
  /** Xyz a vertex. */
  readonly positions: Float64Array;
  /** Three vertices a triangle. */
  readonly indices: Uint32Array;
  /** Uv a corner: 6 a triangle. */
  readonly uvs: Float32Array | null;
  /** Xyz a corner: 9 a triangle. */
  readonly normals: Float32Array | null;
  /** Rgb a corner, linear: 9 a triangle. */
  readonly colors: Float32Array | null;
  /** Material group a triangle. */
  readonly groups: Uint16Array | null;
}

/** What users hand over: any array-likes of the same layout; attributes are optional. */
export interface MeshInput {
  /** Xyz a vertex. */
  readonly positions: ArrayLike<number>;
  /** Three vertices a triangle, counter-clockwise seen from outside. */
  readonly indices: ArrayLike<number>;
  /** Uv a corner: 6 a triangle. */
  readonly uvs?: ArrayLike<number> | null;
  /** Xyz a corner: 9 a triangle. */
  readonly normals?: ArrayLike<number> | null;
  /** Rgb a corner, linear: 9 a triangle. */
  readonly colors?: ArrayLike<number> | null;
  /** A material group for each triangle. */
  readonly groups?: ArrayLike<number> | null;
}

/**
 * Copies array-likes into a mesh. Throws when lengths do not fit or an index names no vertex; coordinates are
 * taken as they are (inspectMesh finds the non-finite ones).
 */
export function createTriangleMesh(input: MeshInput): TriangleMesh {
  checkMeshInput('mesh', input);
  const { positions, indices } = input;
  if (positions.length % 3 !== 0) {
    throw new InputError(
      'bad-argument',
      `positions has ${positions.length} numbers, not a multiple of 3: give x, y, z for every vertex`,
    );
  }
  if (indices.length % 3 !== 0) {
    throw new InputError(
      'bad-argument',
      `indices has ${indices.length} numbers, not a multiple of 3: give three vertices for every triangle`,
    );
  }
  const vertexCount = positions.length / 3;
  const triangleCount = indices.length / 3;
  for (let i = 0; i < indices.length; i++) {
    const v = indices[i];
    if (!(v >= 0 && v < vertexCount && Number.isInteger(v))) {
      throw new InputError(
        'index-out-of-range',
        `triangle ${Math.floor(i / 3)} names vertex ${v}, but there are ${vertexCount} vertices (0 to ${vertexCount - 1}): check indices`,
      );
    }
  }
  const corner = (name: 'uvs' | 'normals' | 'colors', width: number): Float32Array | null => {
    const given = input[name];
    if (given == null) return null;
    checkList(name, given);
    if (given.length !== triangleCount * 3 * width) {
      throw new InputError(
        'bad-argument',
        `${name} has ${given.length} numbers, not ${triangleCount * 3 * width}: give ${width} for every corner of every triangle`,
      );
    }
    return Float32Array.from(given);
  };
  const groups = input.groups ?? null;
  if (groups && groups.length !== triangleCount) {
    throw new InputError(
      'bad-argument',
      `groups has ${groups.length} numbers, not ${triangleCount}: give one for every triangle`,
    );
  }
  for (let t = 0; groups && t < triangleCount; t++) {
    if (!(groups[t] >= 0 && groups[t] <= 65535 && Number.isInteger(groups[t]))) {
      throw new InputError(
        'bad-argument',
        `group ${groups[t]} of triangle ${t} is not a whole number from 0 to 65535`,
      );
    }
  }
  return wrapTriangleMesh(
    Float64Array.from(positions),
    Uint32Array.from(indices),
    corner('uvs', 2),
    corner('normals', 3),
    corner('colors', 3),
    groups && Uint16Array.from(groups),
  );
}

/** A mesh over arrays as they are: neither copied nor checked. The one place where meshes are made. */
export function wrapTriangleMesh(
  positions: Float64Array,
  indices: Uint32Array,
  uvs: Float32Array | null,
  normals: Float32Array | null,
  colors: Float32Array | null,
  groups: Uint16Array | null,
): TriangleMesh {
  return { positions, indices, uvs, normals, colors, groups };
}

/** The same triangles over other positions. */
export function replacePositions(mesh: TriangleMesh, positions: Float64Array): TriangleMesh {
  return wrapTriangleMesh(positions, mesh.indices, mesh.uvs, mesh.normals, mesh.colors, mesh.groups);
}
