// OBJ through three's OBJLoader, after scanObj has checked the text. Polygons become fans, each pair of
// object (o or g) and material becomes a group, and UVs, normals and vertex colours go to the corners.

import type { Mesh } from 'three';
import type { MeshInput } from '../src/mesh/triangle-mesh.ts';
import { decodeText, looksLikeText, notA } from './bytes.ts';
import { createGroups, groupOf, listGroups } from './groups.ts';
import { scanObj } from './scan-obj.ts';
import { copyCorners } from './three.ts';

/** Reads an OBJ file. Coordinates are doubles, attributes floats. */
export async function readObj(bytes: Uint8Array, name: string): Promise<MeshInput> {
  if (!looksLikeText(bytes)) throw notA(name, 'an OBJ file', 'it is not text');
  const scan = scanObj(decodeText(bytes, name), name);
  const { OBJLoader } = await import('three/addons/loaders/OBJLoader.js');
  const root = new OBJLoader().parse(scan.text);

  const cornerCount = scan.vertex.length;
  const uvs = new Float32Array(2 * cornerCount);
  const normals = new Float32Array(3 * cornerCount);
  const colors = new Float32Array(3 * cornerCount);
  const groups = createGroups(cornerCount / 3);
  let hasColors = false;
  let at = 0; // corners so far
  for (const child of root.children) {
    const { geometry, material } = child as Mesh;
    const count = geometry.getAttribute('position').count;
    if (at + count > cornerCount) break;
    copyCorners(uvs, 2 * at, geometry, 'uv', null);
    copyCorners(normals, 3 * at, geometry, 'normal', null);
    hasColors = copyCorners(colors, 3 * at, geometry, 'color', null) || hasColors;
    const materials = Array.isArray(material) ? material : [material];
    const runs = materials.length > 1 ? geometry.groups : [{ start: 0, count, materialIndex: 0 }];
    for (const run of runs) {
      const group = groupOf(groups, `${child.name}\n${materials[run.materialIndex ?? 0].name}`, name);
      const start = (at + run.start) / 3;
      groups.triangle.fill(group, start, start + run.count / 3);
    }
    at += count;
  }
  if (at !== cornerCount) throw notA(name, 'an OBJ file', `three read ${at} corners of ${cornerCount}`);
  return {
    positions: scan.positions,
    indices: scan.vertex,
    uvs: scan.hasUvs ? uvs : null,
    normals: scan.hasNormals ? normals : null,
    colors: hasColors ? colors : null,
    groups: listGroups(groups),
  };
}
