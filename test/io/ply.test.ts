import { describe, expect, it } from 'vitest';
import { readMesh } from '../../io/index.ts';
import { inspectMesh } from '../../src/mesh/inspect.ts';
import { box } from '../support/shapes.ts';
import { concat, encode, expectError, pack, soup } from './files.ts';

const read = (bytes: Uint8Array) => readMesh(bytes, { name: 'a.ply' });
const cube = box(1, 2, 3);

function header(format: string, vertexCount: number, faceCount: number, type = 'float', end = '\n'): string {
  return [
    'ply',
    `format ${format} 1.0`,
    'comment end_header is not here',
    `element vertex ${vertexCount}`,
    `property ${type} x`,
    `property ${type} y`,
    `property ${type} z`,
    `element face ${faceCount}`,
    'property list uchar int vertex_indices',
    'end_header',
    '',
  ].join(end);
}

/** The cube as a binary PLY. */
function binaryCube(little: boolean, wide = false): Uint8Array {
  const faces: (string | number)[] = [];
  for (let c = 0; c < 36; c += 3) faces.push('u8', 3, 'i32', ...cube.indices.slice(c, c + 3));
  return concat(
    header(little ? 'binary_little_endian' : 'binary_big_endian', 8, 12, wide ? 'double' : 'float'),
    pack(little, [wide ? 'f64' : 'f32', ...cube.positions]),
    pack(little, faces),
  );
}

function asciiCube(end = '\n'): Uint8Array {
  let body = '';
  for (let v = 0; v < 24; v += 3) body += `${cube.positions.slice(v, v + 3).join(' ')}${end}`;
  for (let c = 0; c < 36; c += 3) body += `3 ${cube.indices.slice(c, c + 3).join(' ')}${end}`;
  return encode(header('ascii', 8, 12, 'float', end) + body);
}

describe('readMesh of PLY', () => {
  it('reads ascii and binary of both byte orders alike', async () => {
    const files = [
      asciiCube(),
      asciiCube('\r\n'),
      binaryCube(true),
      binaryCube(false),
      binaryCube(true, true),
    ];
    for (const file of files) {
      const mesh = await read(file);
      expect(Array.from(mesh.positions)).toEqual(Array.from(cube.positions));
      expect(Array.from(mesh.indices)).toEqual(Array.from(cube.indices));
      expect([mesh.uvs, mesh.normals, mesh.colors, mesh.groups]).toEqual([null, null, null, null]);
    }
  });

  it('reads a file that stands somewhere inside a larger buffer', async () => {
    const file = concat('abc', binaryCube(true), 'xyz');
    const mesh = await read(file.subarray(3, file.length - 3));
    expect(Array.from(mesh.indices)).toEqual(Array.from(cube.indices));
  });

  it('keeps doubles and rounds floats', async () => {
    const text = (type: string) => `${header('ascii', 3, 1, type)}0.1 0 0\n1 0 0\n0 1 0\n3 0 1 2\n`;
    expect((await read(encode(text('double')))).positions[0]).toBe(0.1);
    expect((await read(encode(text('float')))).positions[0]).toBe(Math.fround(0.1));
  });

  it('cuts polygons of any size into fans and keeps unused vertices', async () => {
    const mesh = await read(
      encode(`${header('ascii', 6, 2)}0 0 0 1 0 0 2 1 0 1 2 0 0 1 0 7 7 7\n5 0 1 2 3 4\n2 0 1\n`),
    );
    expect(Array.from(mesh.indices)).toEqual([0, 1, 2, 0, 2, 3, 0, 3, 4]);
    expect(mesh.positions.length).toBe(18);
  });

  it('cuts concave polygons without turning triangles over, with UVs and colours of faces', async () => {
    const head = header('ascii', 4, 1).replace(
      'vertex_indices\n',
      'vertex_indices\nproperty list uchar float texcoord\nproperty float red\nproperty float green\nproperty float blue\n',
    );
    const mesh = await read(encode(`${head}0 0 0\n2 1 0\n0 2 0\n1 1 0\n4 0 1 2 3 8 0 0 2 1 0 2 1 1 1 0 0\n`));
    const { positions, indices, uvs, colors } = mesh;
    for (let t = 0; t < 6; t += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => positions.subarray(3 * indices[t + k], 3 * indices[t + k] + 2));
      expect((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])).toBe(1);
    }
    for (let c = 0; c < 6; c++) {
      expect([...uvs!.subarray(2 * c, 2 * c + 2)]).toEqual([
        ...positions.subarray(3 * indices[c], 3 * indices[c] + 2),
      ]);
      expect([...colors!.subarray(3 * c, 3 * c + 3)]).toEqual([1, 0, 0]);
    }
  });

  it('reads triangle strips: several in a list, lists in a row, beside faces, in every format', async () => {
    const strips = [
      [0, 1, 2, 3, 4, -1, 5, 6, 7],
      [2, 3, 3, 5, 6],
    ];
    const triangles = [0, 1, 2, 2, 1, 3, 2, 3, 4, 5, 6, 7, 3, 5, 6]; // every second one turned, jumps left out
    const faces = [7, 6, 0];
    const head = (format: string, type = 'int') =>
      header(format, 8, 1).replace(
        '\nend_header',
        `\nelement tristrips 2\nproperty list int ${type} vertex_indices\nend_header`,
      );
    const points = [...cube.positions];
    const text = `${points.join(' ')}\n3 7 6 0\n${strips.map((s) => `${s.length} ${s.join(' ')}`).join('\n')}\n`;
    const binary = (little: boolean, type: string) =>
      concat(
        head(`binary_${little ? 'little' : 'big'}_endian`, type === 'u32' ? 'uint' : 'int'),
        pack(little, ['f32', ...points, 'u8', 3, 'i32', ...faces]),
        ...strips.map((s) =>
          pack(little, ['i32', s.length, type, ...(type === 'u32' ? s.map((v) => v >>> 0) : s)]),
        ),
      );
    for (const file of [
      encode(head('ascii') + text),
      binary(true, 'i32'),
      binary(false, 'i32'),
      binary(true, 'u32'),
    ]) {
      expect([...(await read(file)).indices]).toEqual([...faces, ...triangles]);
    }
    for (const [type, full] of [
      ['uchar', 255],
      ['ushort', 65535],
      ['uint16', 65535],
      ['float', 1],
    ] as const) {
      const colored = head('ascii').replace(
        'property list uchar int vertex_indices',
        `$&\nproperty ${type} red\nproperty ${type} green\nproperty ${type} blue`,
      );
      const { colors } = await read(encode(colored + text.replace('3 7 6 0', `3 7 6 0 ${full} 0 0`)));
      expect([...colors!.subarray(0, 3), ...colors!.subarray(9, 12)], type).toEqual([1, 0, 0, 1, 1, 1]);
    }
  });

  it('reads a sphere of strips as a closed surface', async () => {
    // Rings of 12 with a pole at each end: strips from pole to pole.
    const points: number[][] = [[0, 0, 1]];
    for (let r = 1; r < 6; r++)
      for (let k = 0; k < 12; k++) {
        const [a, b] = [(r * Math.PI) / 6, (k * Math.PI) / 6];
        points.push([Math.sin(a) * Math.cos(b), Math.sin(a) * Math.sin(b), Math.cos(a)]);
      }
    points.push([0, 0, -1]);
    const at = (r: number, k: number) => (r === 0 ? 0 : r === 6 ? 61 : 1 + 12 * (r - 1) + (k % 12));
    const list: number[] = [];
    for (let k = 0; k < 12; k++) {
      for (let r = 0; r <= 6; r++) list.push(at(r, k + 1), at(r, k));
      list.push(-1);
    }
    const head = header('ascii', 62, 0)
      .replace('element face 0', 'element tristrips 1')
      .replace('list uchar int', 'list int int');
    const mesh = await read(encode(`${head}${points.flat().join(' ')} ${list.length} ${list.join(' ')}`));
    const report = inspectMesh(mesh);
    expect([report.triangles, report.closed, report.genus, report.defects]).toEqual([120, true, 0, []]);
    expect(report.volume).toBeGreaterThan(3.5);
  });

  it('names what is wrong with triangle strips', async () => {
    const head = header('ascii', 3, 0).replace('element face 0', 'element tristrips 1');
    const points = '0 0 0 1 0 0 0 1 0\n';
    await expectError(
      read(encode(`${head}${points}4 0 1 2 3`)),
      'index-out-of-range',
      /triangle strip 0 names vertex 3/,
    );
    await expectError(
      read(encode(`${head}${points}3 0 1 -2`)),
      'index-out-of-range',
      /triangle strip 0 names vertex -2/,
    );
    await expectError(read(encode(`${head}${points}3 0 1`)), 'bad-file', /cut short: it ends in tristrips 0/);
    await expectError(read(encode(`${head}${points}2 0 1`)), 'empty-mesh', /no triangles/);
    const nameless = head.replace('vertex_indices', 'corners');
    await expectError(
      read(encode(`${nameless}${points}3 0 1 2`)),
      'bad-file',
      /triangle strips have no list of vertex_indices/,
    );
  });

  it('gives normals, UVs and colours of vertices to the corners', async () => {
    const text = `ply
format ascii 1.0
element vertex 3
property float x
property float y
property float z
property float nx
property float ny
property float nz
property uchar red
property uchar green
property uchar blue
property float s
property float t
element face 1
property list uint8 uint vertex_index
end_header
0 0 0 0 0 1 255 0 0 0.25 0.5
1 0 0 0 1 0 0 255 0 1 0
0 1 0 1 0 0 0 0 255 0 1
3 2 0 1
`;
    const mesh = await read(encode(text));
    expect(Array.from(mesh.normals!)).toEqual([1, 0, 0, 0, 0, 1, 0, 1, 0]);
    expect(Array.from(mesh.uvs!)).toEqual([0, 1, 0.25, 0.5, 1, 0]);
    expect(Array.from(mesh.colors!)).toEqual([0, 0, 1, 1, 0, 0, 0, 1, 0]);
  });

  it('reads UVs and colours of faces, also of large polygons', async () => {
    const text = `${header('ascii', 5, 2).replace('end_header\n', '').replace('comment end_header', 'comment it')}property list uchar float texcoord
property uchar red
property uchar green
property uchar blue
end_header
0 0 0 1 0 0 2 1 0 1 2 0 0 1 0
3 0 1 2 6 0 0 1 0 0 1 255 0 0
5 0 1 2 3 4 10 0 0 1 1 2 2 3 3 4 4 0 188 255
`;
    const mesh = await read(encode(text));
    expect(Array.from(mesh.uvs!)).toEqual(
      [0, 0, 1, 0, 0, 1].concat([0, 0, 1, 1, 2, 2], [0, 0, 2, 2, 3, 3], [0, 0, 3, 3, 4, 4]),
    );
    expect(Array.from(mesh.colors!.slice(0, 9))).toEqual([1, 0, 0, 1, 0, 0, 1, 0, 0]);
    const half = ((188 / 255 + 0.055) / 1.055) ** 2.4; // sRGB to linear
    expect(mesh.colors![34]).toBeCloseTo(half, 6);
  });

  it('passes over elements it does not know, in any order', async () => {
    const text = `ply
format ascii 1.0
obj_info made by hand
element camera 1
property float fov
property list uchar float path
element face 1
property uchar flags
property list uchar int vertex_indices
element vertex 3
property float confidence
property float x
property float y
property float z
end_header
60 2 1 2
7 3 0 1 2
0.5 0 0 0 0.5 1 0 0 0.5 0 1 0
`;
    expect(soup(await read(encode(text)))).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
  });

  it('keeps NaN coordinates', async () => {
    const mesh = await read(encode(`${header('ascii', 3, 1)}nan 0 0 1 -inf 0 0 1 0 3 0 1 2`));
    expect(mesh.positions[0]).toBe(Number.NaN);
    expect(Number.isFinite(mesh.positions[4])).toBe(false);
  });

  it('finds a binary file cut at any byte of its body', async () => {
    for (const file of [binaryCube(true), binaryCube(false, true)]) {
      const start = header('binary_little_endian', 8, 12).length;
      for (let length = start; length < file.length; length++) {
        await expectError(read(file.slice(0, length)), 'bad-file', /a\.ply is cut short/);
      }
    }
    for (let length = 4; length < 150; length += 7) {
      await expectError(
        read(binaryCube(true).slice(0, length)),
        'bad-file',
        /cut short: its header has no end_header/,
      );
    }
  });

  it('finds an ascii file with too few numbers', async () => {
    await expectError(read(asciiCube().slice(0, -7)), 'bad-file', /cut short: it ends in face 11/);
    await expectError(read(encode(`${header('ascii', 9, 0)}0 0 0 1 1 1`)), 'bad-file', /ends in vertex 2/);
  });

  it('names what is wrong with a header', async () => {
    const text = header('ascii', 3, 1);
    const cases: [string, RegExp][] = [
      [text.replace('ply', 'plY '), /first line is not "ply"/],
      [text.replace('format ascii 1.0\n', ''), /no format line/],
      [text.replace('float x', 'floot x'), /line 5 of its header, "property floot x"/],
      [text.replace('vertex 3', 'vertex -3'), /line 4 of its header/],
      [text.replace('uchar int', 'float int'), /"property list float int/],
      [text.replace('property float z', 'property float w'), /no x, y and z/],
      [text.replace('vertex_indices', 'corners'), /no list of vertex_indices/],
      [text.replace('element vertex', 'element point'), /0 vertex elements/],
      [text.replace('comment', 'remark'), /line 3 of its header, "remark/],
      [
        text.replace('end_header\n', 'element empty 4000000000\nend_header\n'),
        /element empty has no properties/,
      ],
    ];
    for (const [bad, message] of cases) {
      await expectError(read(encode(`${bad}0 0 0 1 0 0 0 1 0 3 0 1 2`)), 'bad-file', message);
    }
  });

  it('refuses what three would misread', async () => {
    const text = header('ascii', 3, 1);
    await expectError(read(encode(text.replace('ascii', 'utf16'))), 'unsupported', /format "utf16"/);
    await expectError(
      read(encode(text.replace('float x', 'int x'))),
      'unsupported',
      /mixes the types int, float, float/,
    );
    const tail = '0 0 0 1 0 0 0 1 0\n3 0 1 ';
    await expectError(
      read(encode(`${text}${tail}3`)),
      'index-out-of-range',
      /face 0 names vertex 3, but there are 3/,
    );
    await expectError(read(encode(`${text}${tail}-1`)), 'index-out-of-range', /face 0 names vertex -1/);
    await expectError(read(encode(`${text}${tail}x`)), 'bad-file', /line 12 has "x" in face 0, not a number/);
  });

  it('calls a cloud of points an empty mesh', async () => {
    const text = header('ascii', 2, 0).replace(/element face.*\n.*\n/, '');
    await expectError(read(encode(`${text}0 0 0 1 1 1`)), 'empty-mesh', /a\.ply has no triangles/);
    await expectError(read(encode(`${header('ascii', 2, 0)}0 0 0 1 1 1`)), 'empty-mesh', /no triangles/);
  });
});
