import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { detectMeshFormat, readMesh, writeGlb, writeObj } from '../../io/index.ts';
import { createTriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { box } from '../support/shapes.ts';
import { asciiStl, binaryStl, concat, encode, expectError, soup } from './files.ts';

const cube = createTriangleMesh(box(1, 2, 3));
const corners = soup(cube);
const ply = encode(
  `ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\n` +
    `property list uchar int vertex_indices\nend_header\n0 0 0 1 0 0 0 1 0 3 0 1 2\n`,
);
const PNG = Uint8Array.of(
  0x89,
  80,
  78,
  71,
  13,
  10,
  26,
  10,
  0,
  0,
  0,
  13,
  73,
  72,
  68,
  82,
  ...new Array(200).fill(7),
);

describe('readMesh', () => {
  it('knows each format by its bytes', async () => {
    const gltf = encode('  { "asset": { "version": "2.0" } }');
    const files = {
      obj: encode(writeObj(cube)),
      ply,
      stl: binaryStl(corners),
      glb: await writeGlb(cube),
      gltf,
    };
    for (const [format, bytes] of Object.entries(files)) {
      expect(detectMeshFormat(bytes)).toBe(format);
      if (format !== 'gltf') expect((await readMesh(bytes)).indices.length).toBe(format === 'ply' ? 3 : 36);
    }
    expect(detectMeshFormat(encode(asciiStl(corners)))).toBe('stl');
    expect(detectMeshFormat(binaryStl(corners, 'solid'))).toBe('stl');
    expect(detectMeshFormat(encode('# text\n\n\tv -1 2 3'))).toBe('obj');
    for (const other of [encode('v for vendetta\n'), encode(''), PNG, encode('plywood')]) {
      expect(detectMeshFormat(other)).toBe(null);
    }
  });

  it('follows options.format, then the ending of the name, then the bytes', async () => {
    const stl = encode(asciiStl(corners));
    expect(soup(await readMesh(stl, { name: 'upload.tmp' }))).toEqual(corners);
    expect(soup(await readMesh(stl, { name: 'cube.obj', format: 'stl' }))).toEqual(corners);
    expect(soup(await readMesh(stl, { name: 'https://a.b/CUBE.STL?v=2#x' }))).toEqual(corners);
    await expectError(
      readMesh(stl, { name: 'cube.obj' }),
      'bad-file',
      /^cube\.obj is not an OBJ file: line 1/,
    );
    await expectError(readMesh(stl, { format: 'fbx' as 'obj' }), 'bad-argument', /options\.format is "fbx"/);
    const glb = await writeGlb(cube); // .gltf and .glb are told apart by the bytes
    expect(soup(await readMesh(glb, { name: 'cube.gltf' }))).toEqual(corners);
  });

  it('gunzips what is gzipped, whatever the name', async () => {
    const zipped = gzipSync(writeObj(cube));
    for (const name of ['cube.obj.gz', 'cube.obj', undefined]) {
      expect(soup(await readMesh(zipped, { name }))).toEqual(corners);
    }
    expect(soup(await readMesh(encode(writeObj(cube)), { name: 'cube.obj.gz' }))).toEqual(corners);
    for (const length of [3, 10, 40, zipped.length - 5]) {
      await expectError(
        readMesh(zipped.subarray(0, length), { name: 'cube.obj.gz' }),
        'bad-file',
        /^cube\.obj\.gz is not a/,
      );
    }
    const flipped = Uint8Array.from(zipped);
    flipped[60] ^= 0x55;
    await expectError(readMesh(flipped, { name: 'c.gz' }), 'bad-file', /^c\.gz is not a whole gzip file/);
  });

  it('takes an ArrayBuffer, a view of one, and nothing else', async () => {
    const bytes = encode(writeObj(cube));
    expect(soup(await readMesh(bytes.slice().buffer))).toEqual(corners);
    expect(soup(await readMesh(concat('xx', bytes).subarray(2)))).toEqual(corners);
    await expectError(
      readMesh('v 0 0 0' as never),
      'bad-argument',
      /bytes is not a Uint8Array or ArrayBuffer/,
    );
  });

  it('names files that are not meshes, by any ending', async () => {
    const letter = encode('Dear reader,\nthis is no mesh, but a letter.\n'.repeat(40));
    for (const name of ['a.obj', 'a.ply', 'a.stl', 'a.glb', 'a.gltf', 'a.txt', 'a']) {
      const message = new RegExp(`^${name.replace('.', '\\.')} is not an? `);
      await expectError(readMesh(letter, { name }), 'bad-file', message);
      await expectError(readMesh(PNG, { name }), 'bad-file', message);
      await expectError(readMesh(new Uint8Array(0), { name }), 'bad-file', message);
    }
    for (const format of ['obj', 'ply', 'stl', 'glb', 'gltf'] as const) {
      for (const bytes of [letter, PNG, new Uint8Array(0), new Uint8Array(300)]) {
        const error = await readMesh(bytes, { format }).catch((e: unknown) => e);
        expect(error).toMatchObject({ name: 'InputError' });
      }
    }
    await expectError(readMesh(PNG, { name: 'a.obj' }), 'bad-file', /it is a PNG image/);
    await expectError(
      readMesh(letter, { name: 'a.msh' }),
      'bad-file',
      /it holds tetrahedra; use readTetMesh/,
    );
  });
});

describe('fracas/io', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('never writes to the console', async () => {
    const spies = (['log', 'info', 'warn', 'error', 'debug'] as const).map((m) =>
      vi.spyOn(console, m).mockReturnValue(),
    );
    const text = new TextDecoder().decode(ply);
    await readMesh(encode(text.replace('0 0 0 1', 'nan 0 0 1'))); // three would warn of a NaN radius
    await readMesh(encode(`usemap a\n${writeObj(cube)}`)); // … of an unknown statement
    await readMesh(encode(asciiStl(corners).replace('vertex 0', 'vertex nan'))); // … of a missing vertex
    await readMesh(encode(writeObj(cube))).catch(() => {});
    const json = { asset: { version: '2.0' }, extensionsUsed: ['ACME_x'], meshes: [], scenes: [{}] };
    await readMesh(encode(JSON.stringify(json))).catch(() => {});
    for (const spy of spies) expect(spy).not.toHaveBeenCalled();
  });

  it('imports nothing of Node, and three and glTF only where a file needs them', () => {
    const folder = new URL('../../io/', import.meta.url);
    for (const file of readdirSync(folder)) {
      const text = readFileSync(new URL(file, folder), 'utf8');
      for (const [statement, name] of text.matchAll(/^(?:import|export)\b[^;]*? from '([^']+)';/gm)) {
        if (name.startsWith('.')) expect(name, file).toMatch(/^(\.\/|\.\.\/src\/).*\.ts$/);
        else expect(statement, file).toMatch(/^import type/);
      }
      expect(text, file).not.toMatch(/'node:|\bprocess\.|\bBuffer\.from/);
    }
  });
});
