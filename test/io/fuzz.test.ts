// Damaged files: every reader answers with a mesh or an InputError, never with another error, and soon.

import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type MeshFormat, readMesh, readTetMesh, writeGlb, writeObj } from '../../io/index.ts';
import { InputError } from '../../src/job/error.ts';
import { createTriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { sphere } from '../support/shapes.ts';
import { asciiStl, binaryStl, concat, damage, encode, glb, pack, soup } from './files.ts';
import { eleText, gmsh2Binary, gmsh2Text, gmsh41Binary, gmsh41Text, meditText, nodeText } from './tets.ts';

const ROUNDS = 400;

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

/** Reads damaged copies; returns how many gave a mesh and how many an InputError. */
async function damageMany(
  file: Uint8Array,
  read: (bytes: Uint8Array) => Promise<unknown>,
): Promise<[number, number]> {
  let meshes = 0;
  let errors = 0;
  for (let seed = 1; seed <= ROUNDS; seed++) {
    try {
      await read(damage(file, seed));
      meshes++;
    } catch (error) {
      if (!(error instanceof InputError)) throw new Error(`seed ${seed}`, { cause: error });
      expect(error.message.length).toBeLessThan(400);
      errors++;
    }
  }
  return [meshes, errors];
}

describe('damaged files (seeds 1 to 400 each)', () => {
  const text = writeObj(mesh);
  const files: [string, MeshFormat, () => Uint8Array | Promise<Uint8Array>][] = [
    ['GLB', 'glb', () => writeGlb(mesh)],
    ['OBJ', 'obj', () => encode(text)],
    ['little-endian PLY', 'ply', () => binaryPly(true)],
    ['big-endian PLY', 'ply', () => binaryPly(false)],
    ['PLY of triangle strips', 'ply', () => stripPly()],
    ['OBJ of polygons', 'obj', () => encode(polygonObj())],
    ['GLB of instances', 'glb', () => instancedGlb()],
    ['binary STL', 'stl', () => binaryStl(soup(ball))],
    ['ascii STL', 'stl', () => encode(asciiStl(soup(ball)))],
    ['gzipped OBJ', 'obj', () => gzipSync(text)],
  ];
  for (const [name, format, make] of files) {
    it(name, async () => {
      const [meshes, errors] = await damageMany(await make(), (bytes) => readMesh(bytes, { format }));
      expect(errors).toBeGreaterThan(ROUNDS / 10);
      expect(meshes + errors).toBe(ROUNDS);
    });
  }

  const tets: [string, Uint8Array][] = [
    ['MSH 2.2 binary', gmsh2Binary(true)],
    ['MSH 4.1 binary', gmsh41Binary(false)],
    ['MSH 2.2 ascii', encode(gmsh2Text())],
    ['MSH 4.1 ascii', encode(gmsh41Text())],
    ['MEDIT', encode(meditText())],
  ];
  for (const [name, file] of tets) {
    it(name, async () => {
      const [, errors] = await damageMany(file, (bytes) =>
        readTetMesh(bytes, { format: name === 'MEDIT' ? 'medit' : 'gmsh' }),
      );
      expect(errors).toBeGreaterThan(ROUNDS / 10);
    });
  }

  it('TetGen', async () => {
    const node = { name: 'a.node', bytes: encode(nodeText(0)) };
    const ele = { name: 'a.ele', bytes: encode(eleText(0)) };
    const [, first] = await damageMany(node.bytes, (bytes) => readTetMesh([{ name: 'a.node', bytes }, ele]));
    const [, second] = await damageMany(ele.bytes, (bytes) => readTetMesh([node, { name: 'a.ele', bytes }]));
    expect(Math.min(first, second)).toBeGreaterThan(ROUNDS / 10);
  });
});
