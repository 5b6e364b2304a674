// A file of every kind that a reader takes, to be damaged: fuzz.test.ts and the trust run damage the same.

import { gzipSync } from 'node:zlib';
import { type MeshFormat, readMesh, readTetMesh, writeGlb, writeObj } from '../../io/index.ts';
import { createTriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { sphere } from '../support/shapes.ts';
import { asciiStl, binaryStl, concat, encode, glb, pack, soup } from './files.ts';
import { eleText, gmsh2Binary, gmsh2Text, gmsh41Binary, gmsh41Text, meditText, nodeText } from './tets.ts';

/** A file, and what reads it. */
export interface Readable {
  readonly name: string;
  readonly file: Uint8Array;
  readonly read: (bytes: Uint8Array) => Promise<unknown>;
}

const ball = sphere(2);
const mesh = createTriangleMesh({
  ...ball,
  uvs: new Float32Array(2 * ball.indices.length).map((_, i) => (i % 7) / 7),
  groups: new Uint16Array(ball.indices.length / 3).map((_, i) => i % 3),
});

function binaryPly(little: boolean): Uint8Array {
  const faces: (string | number)[] = [];
  for (let c = 0; c < ball.indices.length; c += 3)
    faces.push('u8', 3, 'i32', ...ball.indices.slice(c, c + 3));
  const vertexCount = ball.positions.length / 3;
  return concat(
    `ply\nformat binary_${little ? 'little' : 'big'}_endian 1.0\nelement vertex ${vertexCount}\nproperty float x\n` +
      `property float y\nproperty float z\nelement face ${ball.indices.length / 3}\n` +
      'property list uchar int vertex_indices\nend_header\n',
    pack(little, ['f32', ...ball.positions]),
    pack(little, faces),
  );
}

function stripPly(): Uint8Array {
  const strips = [...ball.indices].flatMap((v, i) => (i % 3 === 2 ? [v, -1] : [v]));
  return concat(
    `ply\nformat binary_little_endian 1.0\nelement vertex ${ball.positions.length / 3}\nproperty float x\nproperty float y\n` +
      'property float z\nelement tristrips 1\nproperty list int int vertex_indices\nend_header\n',
    pack(true, ['f32', ...ball.positions, 'i32', strips.length, ...strips]),
  );
}

/** Two objects of polygons that are not convex, named from the end. */
function polygonObj(): string {
  const star = Array.from({ length: 12 }, (_, i) => {
    const [angle, radius] = [(i * Math.PI) / 6, i % 2 === 0 ? 2 : 0.5];
    return `v ${radius * Math.cos(angle)} ${radius * Math.sin(angle)} 0`;
  }).join('\n');
  const face = `f ${Array.from({ length: 12 }, (_, i) => i - 12).join(' ')}`;
  return `o one\n${star}\n${face}\no two\n${star}\n${face}\n`;
}

function instancedGlb(): Uint8Array {
  const bytes = pack(true, ['f32', ...ball.positions, 0, 0, 0, 3, 0, 0, 'u32', ...ball.indices]);
  const size = 4 * ball.positions.length;
  const json = {
    asset: { version: '2.0' },
    extensionsRequired: ['EXT_mesh_gpu_instancing'],
    nodes: [{ mesh: 0, extensions: { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 1 } } } }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 2 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: ball.positions.length / 3, type: 'VEC3' },
      { bufferView: 1, componentType: 5126, count: 2, type: 'VEC3' },
      { bufferView: 2, componentType: 5125, count: ball.indices.length, type: 'SCALAR' },
    ],
    bufferViews: [
      { buffer: 0, byteLength: size },
      { buffer: 0, byteOffset: size, byteLength: 24 },
      { buffer: 0, byteOffset: size + 24, byteLength: 4 * ball.indices.length },
    ],
    buffers: [{ byteLength: bytes.length }],
  };
  return glb(json, bytes);
}

/** One of each. */
export async function listReadable(): Promise<Readable[]> {
  const text = writeObj(mesh);
  const meshes: [string, MeshFormat, Uint8Array][] = [
    ['GLB', 'glb', await writeGlb(mesh)],
    ['OBJ', 'obj', encode(text)],
    ['little-endian PLY', 'ply', binaryPly(true)],
    ['big-endian PLY', 'ply', binaryPly(false)],
    ['PLY of triangle strips', 'ply', stripPly()],
    ['OBJ of polygons', 'obj', encode(polygonObj())],
    ['GLB of instances', 'glb', instancedGlb()],
    ['binary STL', 'stl', binaryStl(soup(ball))],
    ['ascii STL', 'stl', encode(asciiStl(soup(ball)))],
    ['gzipped OBJ', 'obj', gzipSync(text)],
  ];
  const tets: [string, Uint8Array][] = [
    ['MSH 2.2 binary', gmsh2Binary(true)],
    ['MSH 4.1 binary', gmsh41Binary(false)],
    ['MSH 2.2 ascii', encode(gmsh2Text())],
    ['MSH 4.1 ascii', encode(gmsh41Text())],
    ['MEDIT', encode(meditText())],
  ];
  const node = { name: 'a.node', bytes: encode(nodeText(0)) };
  const ele = { name: 'a.ele', bytes: encode(eleText(0)) };
  return [
    ...meshes.map(([name, format, file]) => ({
      name,
      file,
      read: (bytes: Uint8Array) => readMesh(bytes, { format }),
    })),
    ...tets.map(([name, file]) => ({
      name,
      file,
      read: (bytes: Uint8Array) => readTetMesh(bytes, { format: name === 'MEDIT' ? 'medit' : 'gmsh' }),
    })),
    {
      name: 'TetGen nodes',
      file: node.bytes,
      read: (bytes) => readTetMesh([{ name: 'a.node', bytes }, ele]),
    },
    { name: 'TetGen tets', file: ele.bytes, read: (bytes) => readTetMesh([node, { name: 'a.ele', bytes }]) },
  ];
}
