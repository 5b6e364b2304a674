// Meshes and geometries of three as meshes of ours: any layout, with groups, texture coordinates, colours and normals.

import { type BufferAttribute, type BufferGeometry, Matrix3, type Matrix4, type Mesh, Vector3 } from 'three';
import { InputError } from '../src/job/error.ts';
import { createTriangleMesh, type TriangleMesh } from '../src/mesh/triangle-mesh.ts';

type Attribute = Pick<BufferAttribute, 'count' | 'getX' | 'getY' | 'getZ'>;

/**
 * The mesh of a Mesh or a BufferGeometry, indexed or not, interleaved or not. Of a Mesh the world matrix is applied, and
 * the pose of a skinned one. The group of a triangle is the material index that three draws it with.
 */
export function readGeometry(source: Mesh | BufferGeometry): TriangleMesh {
  const mesh = asMesh(source);
  const geometry = mesh === null ? (source as BufferGeometry) : mesh.geometry;
  const position = geometry.getAttribute('position') as Attribute | undefined;
  if (position === undefined || position.count < 3) {
    throw new InputError('empty-mesh', 'the geometry has no positions: give one with triangles');
  }
  mesh?.updateWorldMatrix(true, false);
  const matrix = mesh?.matrixWorld ?? null;
  const corners = listCorners(geometry, matrix !== null && matrix.determinant() < 0);
  return createTriangleMesh({
    positions: readPositions(position, mesh, matrix),
    indices: corners,
    uvs: readCorners(geometry, 'uv', corners, 2),
    normals: turnNormals(readCorners(geometry, 'normal', corners, 3), matrix),
    colors: readCorners(geometry, 'color', corners, 3),
    groups: readGroups(geometry, corners.length / 3),
  });
}

/** The source as a Mesh; null if it is a geometry. Throws for all else. */
function asMesh(source: Mesh | BufferGeometry): Mesh | null {
  const kind = source as unknown as Record<string, unknown> | null;
  if (kind?.isBufferGeometry === true) return null;
  for (const name of ['InstancedMesh', 'BatchedMesh']) {
    if (kind?.[`is${name}`] !== true) continue;
    throw new InputError(
      'unsupported',
      `source is of type ${name}: bake a geometry of it, and add a body for each instance`,
    );
  }
  if (kind?.isMesh === true) return source as Mesh;
  throw new InputError(
    'bad-argument',
    kind?.isObject3D === true
      ? `source is a ${kind.type}, not a Mesh: use bakeObject for what holds meshes`
      : 'source is neither a Mesh nor a BufferGeometry of three',
  );
}

/** The vertex of each corner that is drawn, three a triangle; the other way round where the matrix mirrors. */
function listCorners({ index, drawRange, attributes }: BufferGeometry, mirrored: boolean): Uint32Array {
  const count = index === null ? attributes.position.count : index.count;
  const start = Math.min(count, Math.max(0, drawRange.start));
  const end = Math.min(count, start + drawRange.count);
  const corners = new Uint32Array(3 * Math.floor((end - start) / 3));
  for (let c = 0; c < corners.length; c++) {
    const k = c % 3;
    const at = start + c + (mirrored && k > 0 ? 3 - 2 * k : 0);
    corners[c] = index === null ? at : index.getX(at);
  }
  return corners;
}

const point = new Vector3(); // scratch

function readPositions(position: Attribute, mesh: Mesh | null, matrix: Matrix4 | null): Float64Array {
  const out = new Float64Array(3 * position.count);
  const bends =
    mesh !== null &&
    ((mesh as { isSkinnedMesh?: boolean }).isSkinnedMesh === true ||
      mesh.morphTargetInfluences !== undefined);
  for (let v = 0; v < position.count; v++) {
    if (bends) mesh.getVertexPosition(v, point);
    else point.set(position.getX(v), position.getY(v), position.getZ(v));
    if (matrix !== null) point.applyMatrix4(matrix);
    out[3 * v] = point.x;
    out[3 * v + 1] = point.y;
    out[3 * v + 2] = point.z;
  }
  return out;
}

function readCorners(
  geometry: BufferGeometry,
  name: string,
  corners: Uint32Array,
  width: 2 | 3,
): Float32Array | null {
  const from = geometry.getAttribute(name) as Attribute | undefined;
  if (from === undefined) return null;
  const out = new Float32Array(width * corners.length);
  for (let c = 0; c < corners.length; c++) {
    out[width * c] = from.getX(corners[c]);
    out[width * c + 1] = from.getY(corners[c]);
    if (width === 3) out[width * c + 2] = from.getZ(corners[c]);
  }
  return out;
}

function turnNormals(normals: Float32Array | null, matrix: Matrix4 | null): Float32Array | null {
  if (normals === null || matrix === null) return normals;
  const turn = new Matrix3().getNormalMatrix(matrix);
  for (let c = 0; c < normals.length; c += 3) {
    point
      .set(normals[c], normals[c + 1], normals[c + 2])
      .applyMatrix3(turn)
      .normalize();
    normals[c] = point.x;
    normals[c + 1] = point.y;
    normals[c + 2] = point.z;
  }
  return normals;
}

/** The material index of each triangle; null where there is but one. What is in no group has the first. */
function readGroups({ groups, drawRange }: BufferGeometry, count: number): Uint16Array | null {
  if (groups.length === 0) return null;
  const out = new Uint16Array(count);
  const first = Math.max(0, drawRange.start);
  for (const { start, count: length, materialIndex = 0 } of groups) {
    const from = Math.max(0, Math.ceil((start - first) / 3));
    const to = Math.min(count, Math.floor((start + length - first) / 3));
    for (let t = from; t < to; t++) out[t] = materialIndex;
  }
  return out;
}
