// Damaged files: every reader answers with a mesh or an InputError, never with another error, and soon.

import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type MeshFormat, readMesh, readTetMesh, writeGlb, writeObj } from '../../io/index.ts';
import { InputError } from '../../src/job/error.ts';
import { createTriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { sphere } from '../support/shapes.ts';
import { asciiStl, binaryStl, concat, damage, encode, pack, soup } from './files.ts';
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
