// PLY, ascii and binary of either byte order. The header and the faces are read and checked here (ply-header,
// ply-body); the vertices, under their many property names, by three's PLYLoader.

import type { BufferGeometry } from 'three';
import { InputError } from '../src/job/error.ts';
import type { MeshInput } from '../src/mesh/triangle-mesh.ts';
import { notA } from './bytes.ts';
import { brightest, type PlyFaces, readPlyBody } from './ply-body.ts';
import { type PlyElement, type PlyHeader, readPlyHeader } from './ply-header.ts';
import { cutPolygon } from './polygon.ts';
import { copyCorners, loadPart, parseQuietly } from './three.ts';

const PLY = 'a PLY file';

/** Reads a PLY file. Coordinates keep the precision of the file's own type; unused vertices stay. */
export async function readPly(bytes: Uint8Array, name: string): Promise<MeshInput> {
  const header = readPlyHeader(bytes, name);
  const vertex = checkVertex(header, name);
  const { vertexBytes, faces } = readPlyBody(bytes, header, name);
  const geometry = await readVertices(header, vertex, vertexBytes, name);

  const positions = Float64Array.from(geometry.getAttribute('position').array);
  const cut = cutFaces(faces, positions, name);
  const indices = cut.corner.map((c) => faces.vertex[c]);
  return {
    positions,
    indices,
    uvs: faces.uvs
      ? cut.corner.flatMap((c) => [faces.uvs![2 * c], faces.uvs![2 * c + 1]])
      : copyCorners(geometry, 'uv', indices),
    normals: copyCorners(geometry, 'normal', indices),
    colors: faces.colors ? await readFaceColors(faces, cut.face) : copyCorners(geometry, 'color', indices),
  };
}

/** Polygons as triangles: their corners among all corners, and the polygon of each. */
function cutFaces(
  { vertex, size }: PlyFaces,
  positions: Float64Array,
  name: string,
): { corner: number[]; face: number[] } {
  const corner: number[] = [];
  const face: number[] = [];
  const triangles: number[] = []; // of one polygon
  let first = 0;
  for (let f = 0; f < size.length; f++) {
    triangles.length = 0;
    cutPolygon(triangles, positions, vertex, first, size[f], name);
    for (let i = 0; i < triangles.length; i++) corner.push(first + triangles[i]);
    for (let i = 0; i < triangles.length; i += 3) face.push(f);
    first += size[f];
  }
  return { corner, face };
}

/** three's reading of the vertex element alone. */
async function readVertices(
  header: PlyHeader,
  vertex: PlyElement,
  vertexBytes: Uint8Array,
  name: string,
): Promise<BufferGeometry> {
  const lines = ['ply', `format ${header.format} 1.0`, `element vertex ${vertex.count}`];
  for (const { name: property, type, countType } of vertex.properties) {
    lines.push(
      countType === null ? `property ${type} ${property}` : `property list ${countType} ${type} ${property}`,
    );
  }
  const head = new TextEncoder().encode(`${lines.join('\n')}\nend_header\n`);
  const file = new Uint8Array(head.length + vertexBytes.length);
  file.set(head);
  file.set(vertexBytes, head.length);
  const { PLYLoader } = await loadPart(name, () => import('three/addons/loaders/PLYLoader.js'));
  const geometry = await parseQuietly(() => new PLYLoader().parse(file.buffer));
  const count = geometry.getAttribute('position').count;
  if (count !== vertex.count) throw notA(name, PLY, `three read ${count} vertices of ${vertex.count}`);
  return geometry;
}

/** The vertex element, when three can read it right. */
function checkVertex(header: PlyHeader, name: string): PlyElement {
  const found = header.elements.filter((element) => element.name === 'vertex');
  if (found.length !== 1) throw notA(name, PLY, `its header has ${found.length} vertex elements`);
  const vertex = found[0];
  const type = (names: string[]) =>
    vertex.properties.find((p) => p.countType === null && names.includes(p.name))?.type ?? null;
  const axes = ['x', 'y', 'z'].map((axis) => type([axis, `p${axis}`, `pos${axis}`]));
  if (axes.includes(null)) throw notA(name, PLY, 'its vertices have no x, y and z');
  // three stores all three coordinates, and all three colours, in the type of the first
  const colors = [
    ['red', 'diffuse_red', 'r', 'diffuse_r'],
    ['green', 'diffuse_green', 'g', 'diffuse_g'],
    ['blue', 'diffuse_blue', 'b', 'diffuse_b'],
  ].map(type);
  for (const [what, types] of [['coordinates', axes] as const, ['colours', colors] as const]) {
    if (new Set(types).size > 1 && !types.includes(null)) {
      throw new InputError(
        'unsupported',
        `${name} mixes the types ${types.join(', ')} in its ${what}: export it with one type`,
      );
    }
  }
  if (
    colors[0] &&
    !colors.includes(null) &&
    !/^(uchar|uint8|ushort|uint16|float|float32|double|float64)$/.test(colors[0])
  ) {
    throw new InputError(
      'unsupported',
      `${name} has colours of type ${colors[0]}: export them as uchar or float`,
    );
  }
  return vertex;
}

/** Face colours, sRGB in the file, as linear colours a corner; `face` names the polygon of each triangle. */
async function readFaceColors({ colors, colorType }: PlyFaces, face: number[]): Promise<Float32Array> {
  const { Color, SRGBColorSpace } = await import('three');
  const scale = 1 / brightest(colorType);
  const out = new Float32Array(9 * face.length);
  const color = new Color();
  for (let t = 0; t < face.length; t++) {
    const from = 3 * face[t];
    color.setRGB(colors![from] * scale, colors![from + 1] * scale, colors![from + 2] * scale, SRGBColorSpace);
    for (let c = 0; c < 3; c++) color.toArray(out, 9 * t + 3 * c);
  }
  return out;
}
