// OBJ: scanObj checks the text and reads its triangles; UVs, normals and vertex colours go to the corners through
// three's OBJLoader. Polygons are cut into triangles, each pair of object (o or g) and material becomes a group.

import type { Mesh } from 'three';
import type { MeshInput } from '../src/mesh/triangle-mesh.ts';
import { decodeText, looksLikeText, notA } from './bytes.ts';
import { scanObj } from './scan-obj.ts';
import { copyCorners, loadPart } from './three.ts';

/** Reads an OBJ file. Coordinates are doubles, attributes floats; vertices keep the file's order. */
export async function readObj(bytes: Uint8Array, name: string): Promise<MeshInput> {
  if (!looksLikeText(bytes)) throw notA(name, 'an OBJ file', 'it is not text');
  const { text, positions, vertex, groups, hasUvs, hasNormals, hasColors } = scanObj(
    decodeText(bytes, name),
    name,
  );
  const bare = { positions, indices: vertex, groups };
  if (vertex.length === 0 || !(hasUvs || hasNormals || hasColors)) return bare;
  const { OBJLoader } = await loadPart(name, () => import('three/addons/loaders/OBJLoader.js'));
  const { geometry } = new OBJLoader().parse(text).children[0] as Mesh;
  const count = geometry.getAttribute('position').count;
  if (count !== vertex.length)
    throw notA(name, 'an OBJ file', `three read ${count} corners of ${vertex.length}`);
  return {
    ...bare,
    uvs: hasUvs ? copyCorners(geometry, 'uv', null) : null,
    normals: hasNormals ? copyCorners(geometry, 'normal', null) : null, // three makes face normals up
    colors: hasColors ? copyCorners(geometry, 'color', null) : null,
  };
}
