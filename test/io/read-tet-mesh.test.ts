import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readTetMesh, type TetReading } from '../../io/index.ts';
import { tetVolume } from '../../src/mesh/tet-mesh.ts';
import { encode, expectError } from './files.ts';
import {
  eleText,
  gmsh2Binary,
  gmsh2Text,
  gmsh41Binary,
  gmsh41Text,
  meditText,
  NODES,
  nodeText,
  TETS,
} from './tets.ts';

/** The five-tet cube, with its inverted tet turned over and its unused node gone. */
function expectCube({ mesh, inverted, droppedNodes }: TetReading): void {
  expect(Array.from(mesh.positions)).toEqual(NODES.slice(0, 24));
  expect([inverted, droppedNodes]).toEqual([1, 1]);
  let volume = 0;
  for (let t = 0; t < 20; t += 4) {
    const given = TETS.slice(t, t + 4);
    expect(Array.from(mesh.indices.slice(t, t + 4)).sort()).toEqual(given.sort());
    const part = tetVolume(mesh.positions, mesh.indices, t);
    expect(part).toBeGreaterThan(0);
    volume += part;
  }
  expect(volume).toBeCloseTo(1, 12);
}

const pair = (node: string, ele: string) => [
  { name: 'a.node', bytes: encode(node) },
  { name: 'a.ele', bytes: encode(ele) },
];

describe('readTetMesh', () => {
  it('reads the same cube from every format', async () => {
    expectCube(await readTetMesh(encode(meditText()), { name: 'a.mesh' }));
    for (const base of [0, 1]) expectCube(await readTetMesh(pair(nodeText(base), eleText(base))));
    for (const file of [encode(gmsh2Text()), gmsh2Binary(true), gmsh2Binary(false), encode(gmsh41Text())]) {
      expectCube(await readTetMesh(file, { name: 'a.msh' }));
    }
    for (const little of [true, false]) {
      for (const wide of [true, false])
        expectCube(await readTetMesh(gmsh41Binary(little, wide), { name: 'a.msh' }));
    }
  });

  it('knows MEDIT and Gmsh by their first words, gzip by its magic, Windows by its line ends', async () => {
    expectCube(await readTetMesh(encode(meditText())));
    expectCube(await readTetMesh(gmsh41Binary(true)));
    expectCube(await readTetMesh(gzipSync(meditText())));
    expectCube(await readTetMesh([{ name: 'cube.msh.gz', bytes: gzipSync(gmsh2Text()) }]));
    expectCube(await readTetMesh(encode(gmsh41Text().replace(/\n/g, '\r\n')), { format: 'gmsh' }));
    expectCube(await readTetMesh(encode(meditText().replace(/\n/g, '\r\n'))));
    expectCube(await readTetMesh(pair(nodeText(1).replace(/\n/g, '\r\n'), eleText(1).replace(/\n/g, '\r'))));
    expectCube(await readTetMesh(new Uint8Array(gmsh2Binary(true)).buffer, { format: 'gmsh' }));
  });

  it('takes the corners of tets of higher order', async () => {
    const ten = (line: string, extra: string) => `${line} ${extra}`;
    const second = gmsh2Text().replace(/^(\d+) 4 2 1 1 (.*)$/gm, (_, id, nodes) =>
      ten(`${id} 11 2 1 1 ${nodes}`, '4 4 4 4 4 4'),
    );
    expect(second).toContain(' 11 2 1 1 ');
    expectCube(await readTetMesh(encode(second)));
    const ele = eleText(0).replace('5 4 1', '5 10 0').replace(/ 8$/gm, ' 8 8 8 8 8 8');
    expectCube(await readTetMesh(pair(nodeText(0), ele)));
  });

  it('takes TetGen headers without their optional columns', async () => {
    const node = '3\n'.replace('3', '4') + '1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n';
    const { mesh, inverted } = await readTetMesh(pair(node, '1\n1 1 2 3 4\n'));
    expect([mesh.positions.length, mesh.indices.length, inverted]).toEqual([12, 4, 0]);
  });

  it('finds binary files cut at any byte', async () => {
    for (const file of [gmsh2Binary(true), gmsh41Binary(true)]) {
      for (let length = 1; length < file.length - 1; length++) {
        await expectError(
          readTetMesh(file.slice(0, length), { name: 'a.msh' }),
          'bad-file',
          /^a\.msh is (not a Gmsh|cut short)/,
        );
      }
    }
  });

  it('finds text files cut at any line', async () => {
    const cut = (text: string) => {
      const lines = text.trimEnd().split('\n');
      return lines.map((_, i) => lines.slice(0, i).join('\n'));
    };
    for (const text of [
      ...cut(gmsh2Text().replace(/\$NodeData[^$]*\$EndNodeData\n/, '')),
      ...cut(gmsh41Text()),
    ]) {
      await expectError(
        readTetMesh(encode(text), { name: 'a.msh' }),
        'bad-file',
        /^a\.msh is (not a Gmsh|cut short)/,
      );
    }
    for (const text of cut(meditText()).slice(0, -1)) {
      await expectError(
        readTetMesh(encode(text), { name: 'a.mesh' }),
        'bad-file',
        /^a\.mesh is (not a MEDIT|cut short)/,
      );
    }
    for (const text of cut(nodeText(0)).slice(0, -1)) {
      await expectError(readTetMesh(pair(text, eleText(0))), 'bad-file', /^a\.node is cut short/);
    }
    for (const text of cut(eleText(0))) {
      await expectError(readTetMesh(pair(nodeText(0), text)), 'bad-file', /^a\.ele is cut short/);
    }
  });

  it('names what is wrong', async () => {
    const text = gmsh2Text();
    const gmsh: [string, RegExp][] = [
      ['hello', /does not begin with \$MeshFormat/],
      [text.replace('2.2 0 8', '2.2 zero 8'), /"version type size"/],
      [text.replace('$Nodes\n9', '$Nodes\nnine'), /\$Nodes does not begin with a count/],
      [text.replace('9000 1 0 1', '9000 1 zero 1'), /line 15 has "zero" in \$Nodes, not a number/],
      [text.replace('$Nodes\n9', '$Nodes\n8'), /\$Nodes goes on where \$EndNodes should stand/],
      [text.replace('$EndNodes\n', '$EndNodes\nmore\n'), /"more" stands where a section should begin/],
      [text.replace(/^100 1 1 0$/m, '7 1 1 0'), /two of its nodes have the same number/],
    ];
    for (const [bad, message] of gmsh) {
      await expectError(readTetMesh(encode(bad), { name: 'a.msh' }), 'bad-file', message);
    }
    const medit: [string, RegExp][] = [
      ['hello', /its first word is not MeshVersionFormatted/],
      [meditText().replace('Dimension\n3', 'Dimension 2'), /its dimension is 2/],
      [meditText().replace('\nVertices 9', '\nPoints 9'), /it has no Vertices/],
      [meditText().replace('1 2 4 5 1', '1 2 4.5 5 1'), /line 9 has "4.5" in row 0 of 5 of Tetrahedra/],
      [meditText().replace('End\n', '@\n'), /has "@" in its outline, not a keyword/],
    ];
    for (const [bad, message] of medit) {
      await expectError(readTetMesh(encode(bad), { name: 'a.mesh' }), 'bad-file', message);
    }
    await expectError(
      readTetMesh(pair('9 2 0 0\n', eleText(0))),
      'bad-file',
      /its points have 2 coordinates/,
    );
    await expectError(readTetMesh(pair(nodeText(0), '5 8 0\n')), 'bad-file', /its elements have 8 nodes/);
    await expectError(readTetMesh(encode('just text')), 'bad-file', /the file is not a tet mesh/);
  });

  it('refuses what it would otherwise leave out or guess', async () => {
    await expectError(
      readTetMesh(encode(gmsh2Text().replace('2.2 0 8', '4.0 0 8'))),
      'unsupported',
      /version 4\.0/,
    );
    await expectError(
      readTetMesh(encode(gmsh2Text().replace('2 2 2 0 1', '2 5 2 0 1'))),
      'unsupported',
      /hexahedra.*type 5/,
    );
    await expectError(
      readTetMesh(encode(gmsh2Text().replace('2 2 2 0 1', '2 77 2 0 1'))),
      'unsupported',
      /type 77/,
    );
    await expectError(
      readTetMesh(encode(meditText().replace('Triangles 1\n1', 'Hexahedra 1\n1'))),
      'unsupported',
      /1 hexahedra/,
    );
    await expectError(
      readTetMesh(Uint8Array.of(1, 0, 0, 0, 2, 0, 0, 0), { name: 'a.meshb' }),
      'unsupported',
      /binary MEDIT/,
    );
    const alone = readTetMesh([{ name: 'a.ele', bytes: encode(eleText(0)) }]);
    await expectError(alone, 'bad-argument', /a\.ele is half of a TetGen mesh: give its \.node/);
    await expectError(readTetMesh([]), 'bad-argument', /0 files are not one tet mesh/);
    await expectError(
      readTetMesh(encode(''), { format: 'vtk' as 'gmsh' }),
      'bad-argument',
      /options.format is "vtk"/,
    );
    await expectError(readTetMesh('text' as never), 'bad-argument', /not a Uint8Array or ArrayBuffer/);
  });

  it('refuses missing nodes, broken coordinates and meshes without tets', async () => {
    const missing = readTetMesh(encode(meditText().replace('1 2 4 5 1', '1 2 4 99 1')), { name: 'a.mesh' });
    await expectError(missing, 'index-out-of-range', /a\.mesh: tet 0 names node 99/);
    const broken = readTetMesh(encode(gmsh2Text().replace('9000 1 0 1', '9000 1 nan 1')), { name: 'a.msh' });
    await expectError(broken, 'non-finite', /a\.msh: node 9000 has the coordinate NaN/);
    const surface = readTetMesh(encode(meditText().replace(/Tetrahedra\n5\n(.*\n){5}/, '')), {
      name: 'a.mesh',
    });
    await expectError(surface, 'empty-mesh', /a\.mesh has no tetrahedra/);
  });
});
