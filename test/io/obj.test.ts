import { describe, expect, it } from 'vitest';
import { readMesh } from '../../io/index.ts';
import { inspectMesh } from '../../src/mesh/inspect.ts';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { encode, expectError, soup } from './files.ts';

const read = (text: string): Promise<TriangleMesh> => readMesh(encode(text), { name: 'a.obj' });
const SQUARE = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n';

describe('readMesh of OBJ', () => {
  it('cuts polygons into fans and keeps the file order of vertices, unused ones too', async () => {
    const mesh = await read(`v 9 9 9\n${SQUARE}v 0.5 2 0\nf 2 3 4 6 5\n`);
    expect(Array.from(mesh.indices)).toEqual([1, 2, 3, 1, 3, 5, 1, 5, 4]);
    expect(Array.from(mesh.positions.slice(0, 6))).toEqual([9, 9, 9, 0, 0, 0]);
    expect([mesh.uvs, mesh.normals, mesh.colors, mesh.groups]).toEqual([null, null, null, null]);
  });

  it('reads a solid of several objects, concave polygons and negative indices, with its UVs', async () => {
    // An arrow head with a notch, standing on z = 0 and on z = 1, then a box beside it.
    const outline = [
      [0, 0],
      [2, 1],
      [0, 2],
      [1, 1],
    ];
    const at = (z: number) => outline.map(([x, y]) => `v ${x} ${y} ${z}\nvt ${x} ${y}\n`).join('');
    const sides = [0, 1, 2, 3].map((i) => {
      const j = (i + 1) % 4;
      return `f ${i - 8}/1 ${j - 8}/1 ${j - 4}/1 ${i - 4}/1\n`;
    });
    const box = [0, 1].flatMap((z) => [`v 5 0 ${z}\nv 6 0 ${z}\nv 6 1 ${z}\nv 5 1 ${z}\n`]).join('');
    const mesh = await read(
      `o arrow\n${at(0)}${at(1)}f -8/-8 -5/-5 -6/-6 -7/-7\nf -4/-4 -3/-3 -2/-2 -1/-1\n${sides.join('')}` +
        `o box\n${box}f 9 12 11 10\nf 13 14 15 16\nf 9 10 14 13\nf 10 11 15 14\nf 11 12 16 15\nf 12 9 13 16\n`,
    );
    const { closed, components, volume, defects } = inspectMesh(mesh);
    expect([closed, components, defects]).toEqual([true, 2, []]);
    expect(volume).toBeCloseTo(1 + 1, 12);
    expect(Array.from(mesh.groups!)).toEqual([...Array(12).fill(0), ...Array(12).fill(1)]);
    for (let c = 0; c < 12; c++) {
      const [x, y] = mesh.positions.subarray(3 * mesh.indices[c]);
      expect([mesh.uvs![2 * c], mesh.uvs![2 * c + 1]]).toEqual([x, y]); // of the two caps
    }
  });

  it('keeps doubles', async () => {
    const mesh = await read('v 0.1 1e300 3.141592653589793\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
    expect(Array.from(mesh.positions.slice(0, 3))).toEqual([0.1, 1e300, Math.PI]);
  });

  it('resolves negative indices where they stand and indices of vertices further down', async () => {
    const mesh = await read(`${SQUARE}f -4 -3 -2\nf 1 3 5\nv 5 5 5\nf -1 -2 -3\n`);
    expect(Array.from(mesh.indices)).toEqual([0, 1, 2, 0, 2, 4, 4, 3, 2]);
  });

  it('puts UVs and normals at the corners, zeros and face normals where a face has none', async () => {
    const mesh = await read(
      `${SQUARE}vt 0.25 0.5\nvt 1 0\nvt 0.75\nvn 0 0 -1\nvn 1 0 0\nf 1/1/1 2/2/2 3/3/1\nf 1 3 4\nf 1//2 2//2 3//2\n`,
    );
    expect(Array.from(mesh.uvs!)).toEqual([0.25, 0.5, 1, 0, 0.75, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(Array.from(mesh.normals!)).toEqual(
      [0, 0, -1, 1, 0, 0, 0, 0, -1].concat([0, 0, 1, 0, 0, 1, 0, 0, 1], [1, 0, 0, 1, 0, 0, 1, 0, 0]),
    );
  });

  it('makes colours linear, and white where a vertex has none', async () => {
    const mesh = await read('v 0 0 0 1 0 0.5\nv 1 0 0\nv 0 1 0 0 1 0\nf 1 2 3\n');
    const half = ((0.5 + 0.055) / 1.055) ** 2.4; // sRGB
    const wanted = [1, 0, half, 1, 1, 1, 0, 1, 0];
    for (let k = 0; k < 9; k++) expect(mesh.colors![k]).toBeCloseTo(wanted[k], 6);
  });

  it('numbers objects and materials in order of appearance', async () => {
    const mesh = await read(
      `${SQUARE}f 1 2 3\nusemtl Material #25\nf 1 3 4\no B\nf 1 2 4\nusemtl red\nf 2 3 4\no C\no B\nf 2 3 1\ng\nf 4 3 1\n`,
    );
    // '' ''; '' #25; B #25; B red; B red again; '' red
    expect(Array.from(mesh.groups!)).toEqual([0, 1, 2, 3, 3, 4]);
  });

  it('passes over lines, points, curves, smoothing and libraries without losing faces beside them', async () => {
    const rest = 'mtllib a.mtl\ns off\nl 1 2\np 1\nvp 1 2\nparm u 0 1\nend\nusemap x\nlod 3\n';
    const mesh = await read(`# text\n${SQUARE}o a\n${rest}f 1 2 3 # a face\n${rest}f 1 3 4\n`);
    expect(soup(mesh)).toEqual([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0]);
    expect(mesh.groups).toBe(null);
  });

  it('takes line ends of Windows and old Macs, continued lines and a byte order mark', async () => {
    for (const end of ['\r\n', '\r', '\n']) {
      const mesh = await read(`\ufeff${SQUARE}f 1\\\n2 3\nf 1 3 \\\n  4\n`.replace(/\n/g, end));
      expect(Array.from(mesh.indices)).toEqual([0, 1, 2, 0, 2, 3]);
    }
  });

  it('merges vertices at one place, unless told not to', async () => {
    const text = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv -0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\nf 4 5 6\n';
    const merged = await read(text);
    expect(Array.from(merged.indices)).toEqual([0, 1, 2, 0, 1, 3]);
    expect(merged.positions.length).toBe(12);
    const apart = await readMesh(encode(text), { format: 'obj', merge: false });
    expect(Array.from(apart.indices)).toEqual([0, 1, 2, 3, 4, 5]);
    await expect(readMesh(encode(text), { merge: 0 as never })).rejects.toThrow('options.merge is 0');
    for (const weld of [false, true, 0.1]) {
      await expect(readMesh(encode(text), { weld } as never)).rejects.toThrow(
        'options.weld is a distance, which bake and repairMesh take: to keep the vertices of a file, give merge: false',
      );
    }
  });

  it('keeps what C prints for NaN and infinity, and nothing else that is no number', async () => {
    const mesh = await read('v nan -inf 1.#INF\nv -nan(ind) Infinity 0\nv 0 1 0\nf 1 2 3\n');
    expect(Array.from(mesh.positions.slice(0, 5))).toEqual([
      Number.NaN,
      -Infinity,
      Infinity,
      Number.NaN,
      Infinity,
    ]);
    for (const word of ['1,5', '0x10', '1.5abc', '--1', 'e5', '.']) {
      await expectError(
        read(`v 0 0 0\nv ${word} 0 0\nv 0 1 0\nf 1 2 3\n`),
        'bad-file',
        /a\.obj is not an OBJ.*line 2/,
      );
    }
  });

  it('names the line of every statement it cannot read', async () => {
    const cases: [string, RegExp][] = [
      ['Dear Sir or Madam,\nplease find attached', /line 1, "Dear Sir/],
      [`${SQUARE}face 1 2 3\n`, /line 5, "face 1 2 3"/],
      [`${SQUARE}f 1 2\n`, /line 5 is a face of 2 corners/],
      [`${SQUARE}f 1 2 x\n`, /line 5 has "x" for an index/],
      [`${SQUARE}f 1 2 3/1/1/1\n`, /line 5 has "3\/1\/1\/1" for a corner/],
      [`${SQUARE}vt 0 0\nf 1/1 2 3\n`, /line 6 names UVs or normals for some/],
      ['v 1 2\n', /line 1 gives 2 of the 3 numbers of a v/],
      [`${SQUARE}vn 1\n`, /line 5 gives 1 of the 3 numbers of a vn/],
    ];
    for (const [text, message] of cases) await expectError(read(text), 'bad-file', message);
  });

  it('refuses indices that name nothing', async () => {
    const tail = (lines: string) => read(`${SQUARE}vt 0 0\nvn 0 0 1\n${lines}\nf 1 2 3\n`);
    await expectError(
      tail('f 1 2 5'),
      'index-out-of-range',
      /a\.obj.*line 7 names vertex 5, but there are 4 v lines/,
    );
    await expectError(tail('f 1 2 0'), 'index-out-of-range', /line 7 names vertex 0/);
    await expectError(tail('f 1 2 -5'), 'index-out-of-range', /line 7 names vertex -5/);
    await expectError(
      tail('f 1/1 2/2 3/1'),
      'index-out-of-range',
      /names texture vertex 2, but there are 1 vt lines/,
    );
    await expectError(tail('f 1//1 2//1 3//9'), 'index-out-of-range', /names normal 9/);
  });

  it('calls points and lines an empty mesh', async () => {
    await expectError(read(SQUARE), 'empty-mesh', /a\.obj has no triangles/);
    await expectError(read(`${SQUARE}l 1 2 3\np 1\n`), 'empty-mesh', /no triangles/);
  });

  it('refuses more groups than 16 bits count', async () => {
    let text = SQUARE;
    for (let i = 0; i < 65540; i++) text += `g g${i}\nf 1 2 3\n`;
    await expectError(read(text), 'too-large', /65,536 groups/);
  });
});
