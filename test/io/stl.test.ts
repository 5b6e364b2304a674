import { describe, expect, it } from 'vitest';
import { readMesh } from '../../io/index.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { inspectMesh } from '../../src/mesh/inspect.ts';
import { repairMesh } from '../../src/mesh/repair.ts';
import { box, sphere } from '../support/shapes.ts';
import { asciiStl, binaryStl, concat, encode, expectError, pack, soup } from './files.ts';

const read = (bytes: Uint8Array) => readMesh(bytes, { name: 'a.stl' });
const corners = soup(box(1, 2, 3));

describe('readMesh of STL', () => {
  it('reads ascii and binary alike, and joins their corners', async () => {
    const solidHeader = binaryStl(corners, 'solid by name, binary by nature');
    for (const file of [binaryStl(corners), solidHeader, encode(asciiStl(corners))]) {
      const mesh = await read(file);
      expect(soup(mesh)).toEqual(corners);
      expect(mesh.positions.length).toBe(24);
      expect([mesh.uvs, mesh.normals, mesh.colors, mesh.groups]).toEqual([null, null, null, null]);
    }
  });

  it('takes a binary file with a tail', async () => {
    expect(soup(await read(concat(binaryStl(corners), 'a note')))).toEqual(corners);
  });

  it('takes capitals, exponents, indents, missing and misleading names', async () => {
    const text = asciiStl(corners).replace(/ 1 /g, ' +1.0E+00 ').replace(/^/gm, '\t ');
    for (const name of ['', ' facet normal endsolid vertex 1 2 3', ' solid']) {
      const file = `\n\n      ${text.replace(/solid thing/g, `solid${name}`)}`;
      expect(soup(await read(encode(file)))).toEqual(corners);
      expect(soup(await read(encode(file.toUpperCase())))).toEqual(corners);
    }
  });

  it('keeps facets that are there twice, and repair leaves one of each, whichever way they face', async () => {
    const ball = soup(sphere(6));
    const facets: number[][] = [];
    for (let t = 0; t < ball.length; t += 9) facets.push(ball.slice(t, t + 9));
    const turned = (facet: number[]) => [...facet.slice(0, 3), ...facet.slice(6), ...facet.slice(3, 6)];
    const random = createRandom(8);
    const some = facets.filter(() => nextFloat(random) < 0.3);
    const extra: [string, number[][]][] = [
      ['all again', facets],
      ['some again', some],
      ['some twice more', [...some, ...some]],
      ['some turned over', some.map(turned)],
      ['all but one turned over', facets.slice(1).map(turned)],
      ['a patch turned over', facets.slice(0, 40).map(turned)],
    ];
    for (const [name, more] of extra) {
      const mesh = await read(binaryStl([...facets, ...more].flat()));
      expect(mesh.indices.length, name).toBe(3 * (facets.length + more.length));
      expect(inspectMesh(mesh).defects.find(({ kind }) => kind === 'duplicate-triangle')?.count).toBe(
        more.length,
      );
      const { mesh: mended, changes } = repairMesh(mesh);
      const report = inspectMesh(mended);
      expect([report.triangles, report.closed, report.defects], name).toEqual([facets.length, true, []]);
      expect(changes.find(({ kind }) => kind === 'duplicate')?.count).toBe(more.length);
      expect(report.volume).toBeGreaterThan(3.5);
    }
  });

  it('makes each solid a group', async () => {
    const two = asciiStl(corners.slice(0, 27)) + asciiStl([]) + asciiStl(corners.slice(27));
    const mesh = await read(encode(two));
    expect(soup(mesh)).toEqual(corners);
    expect(Array.from(mesh.groups!)).toEqual([0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
  });

  it('reads the colours of Magics', async () => {
    const head = concat('COLOR=', Uint8Array.of(255, 0, 255, 255), ' '.repeat(70), pack(true, ['u32', 2]));
    const facet = (color: number) => pack(true, ['f32', 0, 0, 0, ...corners.slice(0, 9), 'u16', color]);
    const mesh = await read(concat(head, facet(0x8000), facet(31 << 5)));
    expect(Array.from(mesh.colors!.slice(0, 3))).toEqual([1, 0, 1]);
    expect(Array.from(mesh.colors!.slice(9, 12))).toEqual([0, 1, 0]);
  });

  it('keeps vertices that are not finite', async () => {
    const broken = corners.slice();
    broken[4] = Number.NaN;
    expect((await read(binaryStl(broken))).positions[4]).toBe(Number.NaN);
    const text = asciiStl(broken).replace('normal 0 0 1', 'normal -nan(ind) nan 1.#QNAN');
    expect(text).toContain('NaN');
    const mesh = await read(encode(text));
    expect(mesh.indices.length).toBe(36);
    expect(Number.isFinite(mesh.positions[4])).toBe(false);
    expect(mesh.positions.filter((x) => !Number.isFinite(x)).length).toBe(1);
  });

  it('finds a binary file cut at any byte', async () => {
    const file = binaryStl(corners);
    for (let length = 84; length < file.length; length++) {
      await expectError(
        read(file.slice(0, length)),
        'bad-file',
        /a\.stl is cut short: its header says 12 facets/,
      );
    }
    for (let length = 1; length < 84; length++) {
      await expectError(read(file.slice(0, length)), 'bad-file', /a\.stl is not an STL file/);
    }
  });

  it('finds an ascii file cut at any line', async () => {
    const lines = asciiStl(corners).trimEnd().split('\n');
    for (let count = 1; count < lines.length; count++) {
      await expectError(read(encode(lines.slice(0, count).join('\n'))), 'bad-file', /a\.stl is cut short/);
    }
  });

  it('names the line it cannot read', async () => {
    const text = asciiStl(corners);
    const cases: [string, RegExp][] = [
      [text.replace('outer', 'inner'), /line 3 has "inner" in a solid, not "outer"/],
      [text.replace('vertex 0 0 0', 'vertex 0 zero 0'), /line 4 has "zero" in a facet, not a number/],
      [text.replace('endloop', 'vertex 1 2 3\nendloop'), /line 7 has "vertex" in a solid, not "endloop"/],
      [
        text.replace(/vertex ([^v]*)$/, 'vertex\x01$1'),
        /line 83 has "vertex\\u0001\d" in a solid, not "vertex"/,
      ],
      [`${text}the end`, /has "the" in its outline, not "solid"/],
      ['solid ground is where I stand.\nIt is not a mesh.', /line 2 has "it" in a solid, not "facet"/],
      ['Dear Sir or Madam, '.repeat(20), /it is text, and has no "solid"/],
    ];
    for (const [bad, message] of cases) await expectError(read(encode(bad)), 'bad-file', message);
  });

  it('calls a file without facets an empty mesh', async () => {
    await expectError(read(encode('solid\nendsolid')), 'empty-mesh', /without facets/);
    await expectError(read(binaryStl([])), 'empty-mesh', /no triangles/);
  });

  it('does not take any file for a binary one with a long tail', async () => {
    const noise = new Uint8Array(5000);
    noise[80] = 3;
    await expectError(
      read(noise),
      'bad-file',
      /its header says 3 facets, which take 234 bytes, and it has 5000/,
    );
  });
});
