// Models from strangers: what they name is read from their folder alone, and only if it is a regular file of a size that can
// be read. A disk that fills leaves what was there.

import { execFile, execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReader, LARGEST } from '../../cli/files.ts';
import { readModel } from '../../cli/read-model.ts';
import { placeNodes } from '../../io/gltf-nodes.ts';
import { readMesh } from '../../io/index.ts';
import { InputError } from '../../src/job/error.ts';

const MAIN = resolve(import.meta.dirname, '../../dist/cli/main.js');
const secret = Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer);
let root: string;
let folder: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'fracas-files-'));
  folder = join(root, 'models');
  mkdirSync(folder);
  mkdirSync(join(root, 'models-of-others'));
  for (const place of ['secret.bin', 'models/own.bin', 'models-of-others/secret.bin'])
    writeFileSync(join(root, place), secret);
  symlinkSync(join(root, 'secret.bin'), join(folder, 'link.bin'));
  symlinkSync(join(folder, 'own.bin'), join(folder, 'near.bin'));
  symlinkSync('ring.bin', join(folder, 'ring.bin'));
  execFileSync('mkfifo', [join(folder, 'pipe.bin'), join(root, 'pipe.bin')]);
  symlinkSync(root, join(folder, 'far'));
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A glTF of one triangle whose corners are in a file. */
function gltf(uri: string, nodes: object[] = [{ mesh: 0 }]): string {
  return JSON.stringify({
    asset: { version: '2.0' },
    scenes: [{ nodes: [0] }],
    nodes,
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' }],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    buffers: [{ byteLength: 36, uri }],
  });
}

function readNaming(uri: string): ReturnType<typeof readModel> {
  const path = join(folder, 'model.gltf');
  writeFileSync(path, gltf(uri));
  return readModel(path);
}

describe('a glTF', () => {
  it.each(['own.bin', './own.bin', 'near.bin', 'own%2Ebin'])('is read with %s of its folder', async (uri) => {
    expect((await readNaming(uri)).kind).toBe('mesh');
  });

  it.each([
    '../secret.bin',
    '%2e%2e/secret.bin',
    '..%2Fsecret.bin',
    '../models-of-others/secret.bin',
    '../../../../../../../../etc/passwd',
    '/etc/passwd',
    'file:///etc/passwd',
    'link.bin',
    '/dev/zero',
    '.',
  ])('that names %s is refused', async (uri) => {
    const error = await readNaming(uri).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(InputError);
    expect(error.message).toMatch(/not in its folder: put the file beside the model/);
    expect(error.message.startsWith(`${join(folder, 'model.gltf')}: it names`)).toBe(true);
  });

  it.each(['pipe.bin', 'far/pipe.bin'])('that names %s, a pipe, is refused, unread', async (uri) => {
    expect(() => statSync(join(folder, uri))).not.toThrow();
    await expect(readNaming(uri)).rejects.toThrow(/a device or a pipe|not in its folder/);
  });

  it.each(['%', '%zz', 'own.bin%00', 'ring.bin', '', 'own.bin?x', 'a'.repeat(5000), 'sub/../../secret.bin'])(
    'that names %j is refused in words',
    async (uri) => {
      const error = await readNaming(uri).catch((thrown) => thrown);
      expect(error).toBeInstanceOf(InputError);
      expect(error.message.startsWith(join(folder, 'model.gltf'))).toBe(true);
    },
  );

  it.each(['data:', 'data:,', 'data:;base64,!!!!', 'data:;base64,AAAA', 'data:application/octet-stream,%zz'])(
    'with %s for data is refused',
    async (uri) => {
      await expect(readNaming(uri)).rejects.toThrow(InputError);
    },
  );

  it('that names files of more than 2 GB together is refused by their sizes; one named twice counts once', async () => {
    const names = ['one.bin', 'two.bin'];
    for (const name of names) {
      writeFileSync(join(folder, name), secret);
      truncateSync(join(folder, name), 1.2e9); // takes no room
    }
    const read = createReader(join(folder, 'model.gltf'), 1e9);
    await expect(read('one.bin')).rejects.toThrow(/more than 2.15 GB together/);
    const again = createReader(join(folder, 'model.gltf'), LARGEST - 100);
    const [a, b] = [await again('own.bin'), await again('./own.bin')];
    expect([a.length, b]).toEqual([36, a]);
    expect((await again('near.bin')).length).toBe(36);
    await expect(again('two.bin')).rejects.toThrow(/together/);
  });

  it('with a chain of 100,000 nodes is read, each placed once, from the one before it', async () => {
    let looks = 0; // each walked up to the root, which took 4.6 s
    const chain = Array.from({ length: 100_000 }, (_, n) => ({
      get translation() {
        looks++;
        return [0.25, 0, 0];
      },
      ...(n < 99_999 ? { children: [n + 1] } : { mesh: 0 }),
    }));
    const [{ matrix }] = placeNodes({ nodes: chain } as never, 'chain.gltf');
    expect([matrix[12], looks]).toEqual([25_000, 100_000]);
    const uri = `data:application/octet-stream;base64,${secret.toString('base64')}`;
    const mesh = await readMesh(new TextEncoder().encode(gltf(uri, chain)), { name: 'chain.gltf' });
    expect(mesh.positions[0]).toBe(25_000);
  });
});

describe('a path', () => {
  it.each(['/dev/zero', '/dev/full'])('that is the device %s is refused, unread', async (path) => {
    await expect(readModel(path)).rejects.toThrow(/a device or a pipe: give a regular file/);
  });

  it('that is a pipe or a folder is refused', async () => {
    const pipe = join(folder, 'pipe.obj');
    execFileSync('mkfifo', [pipe]);
    await expect(readModel(pipe)).rejects.toThrow(/a device or a pipe/);
    await expect(readModel(folder)).rejects.toThrow(/this is a folder/);
  });

  it('that is a file too large to be read is refused by its size', async () => {
    const path = join(folder, 'large.obj');
    writeFileSync(path, '');
    truncateSync(path, 3e9); // takes no room
    await expect(readModel(path)).rejects.toThrow(/it has 3 GB, and at most 2.15 GB are read/);
  });
});

describe('a disk that fills while an asset is written', () => {
  it('is told of; the asset that was there stays whole, nothing else is left, and a retry works', async () => {
    const box = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => `v ${k & 1} ${(k >> 1) & 1} ${k >> 2}`).join('\n');
    const faces = '1 3 4 2/5 6 8 7/1 2 6 5/3 7 8 4/1 5 7 3/2 4 8 6'.split('/').map((f) => `f ${f}`);
    writeFileSync(join(folder, 'box.obj'), `${box}\n${faces.join('\n')}\n`);
    const out = join(folder, 'box.fracas');
    const bake = (limit: string, resolution: string) =>
      new Promise<{ code: unknown; err: string }>((done) => {
        const args = [MAIN, 'bake', join(folder, 'box.obj'), '-q', '-o', out, '--resolution', resolution];
        const line = `trap '' XFSZ; ulimit -f ${limit}; exec "$0" "$@"`; // files end there, as on a full disk
        execFile('bash', ['-c', line, process.execPath, ...args], (error, _out, err) =>
          done({ code: error?.code ?? 0, err }),
        );
      });
    expect((await bake('unlimited', '3')).code).toBe(0);
    const before = readFileSync(out);
    const full = await bake('4', '6');
    expect(full.code).toBe(1);
    expect(full.err).toMatch(/cannot be written \(EFBIG\): check the folder and the space on the disk/);
    expect(readFileSync(out).equals(before)).toBe(true);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
    expect((await bake('unlimited', '6')).code).toBe(0);
    expect(readFileSync(out).equals(before)).toBe(false);
    expect(existsSync(out)).toBe(true);
  });
});
