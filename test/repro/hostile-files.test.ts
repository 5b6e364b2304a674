// Files as they come from careless exporters and from nobody's: triangle strips, facets written twice, polygons with
// notches and indices from the end, files that are cut or claim absurd counts. Each bakes to the solid that it means,
// or is refused by an InputError that says why; none hangs, and none gives a solid without a word.

import { describe, expect, it } from 'vitest';
import { readMesh } from '../../io/index.ts';
import { bake, InputError } from '../../src/index.ts';
import { tetVolume } from '../../src/mesh/tet-mesh.ts';
import { concat, encode, pack } from '../io/files.ts';
import { box } from '../support/shapes.ts';

async function bakeFile(bytes: Uint8Array, name: string) {
  const mesh = await readMesh(bytes, { name });
  const asset = await bake(mesh, { resolution: 4, cells: 16 });
  const { positions, indices } = asset.tets;
  let volume = 0;
  for (let t = 0; t < indices.length; t += 4) volume += tetVolume(positions, indices, t);
  return { mesh, asset, volume };
}

/** What reading and baking come to: 'baked', or the code of an InputError; anything else thrown is a fault. */
async function outcomeOf(bytes: Uint8Array, name: string): Promise<string> {
  try {
    await bakeFile(bytes, name);
    return 'baked';
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    expect(error.message.length).toBeGreaterThan(20);
    return error.code;
  }
}

const cube = box(1, 2, 3);

/** The cube as strips: its belt as one, the two ends after jumps over repeated vertices and after an end mark. */
function stripsPly(little: boolean): Uint8Array {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [k & 1, 2 * ((k >> 1) & 1), 3 * (k >> 2)]);
  const belt = [0, 1, 4, 5, 6, 7, 2, 3, 0, 1]; // around the x axis
  const strip = [...belt, -1, 0, 4, 2, 6, -1, 1, 3, 5, 7];
  const head = `ply\nformat binary_${little ? 'little' : 'big'}_endian 1.0\nelement vertex 8\nproperty float x\nproperty float y\nproperty float z\nelement tristrips 1\nproperty list int int vertex_indices\nend_header\n`;
  return concat(
    head,
    pack(little, ['f32', ...corners.flat()]),
    pack(little, ['i32', strip.length, ...strip]),
  );
}

/** The cube as a binary STL, facet f written copies(f) times. */
function cubeStl(copies: (facet: number) => number): Uint8Array {
  const facets: (string | number)[] = [];
  let count = 0;
  for (let f = 0; f < 12; f++) {
    for (let n = 0; n < copies(f); n++, count++) {
      facets.push('f32', 0, 0, 0);
      for (let c = 3 * f; c < 3 * f + 3; c++)
        facets.push(...cube.positions.slice(3 * cube.indices[c], 3 * cube.indices[c] + 3));
      facets.push('u16', 0);
    }
  }
  return concat(new Uint8Array(80), pack(true, ['u32', count, ...facets]));
}

/** Two prisms with a notch, caps of eight corners, each object with indices from the end of what came so far. */
function notchedObj(): string {
  const outline = [0, 0, 3, 0, 3, 3, 2, 3, 2, 1, 1, 1, 1, 3, 0, 3]; // a U of area 7
  const lines: string[] = ['# no mtl', 'mtllib none.mtl'];
  for (let object = 0; object < 2; object++) {
    lines.push(`o part ${object}`, 'usemtl none');
    for (const z of [0, 1])
      for (let i = 0; i < 16; i += 2) lines.push(`v ${outline[i] + 5 * object} ${outline[i + 1]} ${z}`);
    const low = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => i - 16);
    lines.push(`f ${low.map((i) => i + 8).join(' ')}`, `f ${[...low].reverse().join(' ')}`);
    for (let i = 0; i < 8; i++) {
      const j = (i + 1) % 8;
      lines.push(`f ${low[i]} ${low[j]} ${low[j] + 8} ${low[i] + 8}`);
    }
  }
  return `${lines.join('\r\n')}\r\n`;
}

describe('hostile files', () => {
  it('PLY triangle strips, with end marks, in both byte orders', async () => {
    for (const little of [true, false]) {
      const { mesh, asset, volume } = await bakeFile(stripsPly(little), 'strips.ply');
      expect(mesh.indices.length).toBe(36);
      expect([asset.mesher, asset.report.recovered]).toEqual(['delaunay', 1]);
      expect(volume).toBeCloseTo(6, 9);
    }
  });

  it('STL whose facets are written twice, or some of them thrice, told in the notes', async () => {
    for (const copies of [() => 2, (f: number) => 1 + (f % 3)]) {
      const { asset, volume } = await bakeFile(cubeStl(copies), 'twice.stl');
      expect([asset.mesher, asset.report.recovered]).toEqual(['delaunay', 1]);
      expect(volume).toBeCloseTo(6, 9);
      expect(asset.notes.join()).toMatch(/repeat/);
    }
  });

  it('OBJ of several objects with notched polygons and indices from the end', async () => {
    const { mesh, asset, volume } = await bakeFile(encode(notchedObj()), 'parts.obj');
    expect(new Set(mesh.groups).size).toBe(2);
    expect(asset.mesher).toBe('delaunay');
    expect(volume).toBeCloseTo(14, 9);
  });

  it('files that are cut anywhere are read, if what is left is whole, or refused', async () => {
    for (const [name, bytes] of [
      ['cut.ply', stripsPly(true)],
      ['cut.stl', cubeStl(() => 1)],
      ['cut.obj', encode(notchedObj())],
    ] as const) {
      const seen = new Set<string>();
      for (let n = 0; n < 24; n++)
        seen.add(await outcomeOf(bytes.slice(0, Math.floor((bytes.length * n) / 24)), name));
      seen.delete('baked'); // an OBJ that lost its last lines is a smaller OBJ
      expect([...seen].every((code) => /bad-file|empty|index|open|solid/.test(code))).toBe(true);
      expect(seen.size).toBeGreaterThan(0);
    }
  });

  it('counts, indices and coordinates that cannot be', async () => {
    const ply = (head: string, body = '') => encode(`ply\nformat ascii 1.0\n${head}\nend_header\n${body}`);
    const xyz = 'property float x\nproperty float y\nproperty float z';
    const list = 'property list int int vertex_indices';
    const stl = cubeStl(() => 1);
    new DataView(stl.buffer).setUint32(80, 0xffffffff, true);
    const tetra = (v: string) =>
      encode(`v 0 0 0\nv 1 0 0\nv 0 1 0\nv ${v}\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n`);
    const spiral = Array.from({ length: 20_000 }, (_, i) => `v ${i % 2 ? i : -i} ${i} 0`).join('\n');
    const all = `f ${Array.from({ length: 20_000 }, (_, i) => i + 1).join(' ')}`;
    for (const [name, bytes, code] of [
      ['a.ply', ply(`element vertex 9007199254740991\n${xyz}\nelement face 1\n${list}`), 'bad-file'],
      [
        'a.ply',
        ply(`element vertex 3\n${xyz}\nelement face 1\n${list}`, '0 0 0 1 0 0 0 1 0 -3 0 1 2'),
        'bad-file',
      ],
      [
        'a.ply',
        ply(`element vertex 3\n${xyz}\nelement face 1\n${list}`, '0 0 0 1 0 0 0 1 0 3 0 1 3'),
        'index-out-of-range',
      ],
      [
        'a.ply',
        ply(`element vertex 3\n${xyz}\nelement tristrips 1\n${list}`, '0 0 0 1 0 0 0 1 0 2 0 1'),
        'empty-mesh',
      ],
      [
        'a.ply',
        ply(`element vertex 3\n${xyz}\nelement tristrips 1\n${list}`, '0 0 0 1 0 0 0 1 0 3 0 1 7'),
        'index-out-of-range',
      ],
      ['a.stl', stl, 'bad-file'],
      ['a.obj', encode('v 0 0 0\nf -2 -1 -1\n'), 'index-out-of-range'],
      ['a.obj', encode('v 0 0 0\nf 0 0 0\n'), 'index-out-of-range'],
      ['a.obj', encode('v 0 0 0\nf 1/1/1/1 1 1\n'), 'bad-file'],
      ['a.obj', encode(`${spiral}\n${all}\n`), 'too-large'],
      ['a.obj', tetra('0 0 nan'), 'non-finite'],
      ['a.obj', tetra('0 0 1e999'), 'non-finite'],
      ['a.obj', tetra('0 0 1e300'), 'bad-argument'],
      ['a.obj', tetra('0 0 0'), 'open-surface'],
    ] as const) {
      expect([name, await outcomeOf(bytes, name)]).toEqual([name, code]);
    }
  });
});
