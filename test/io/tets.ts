// Small tet meshes as files, for the tests of readTetMesh and for damaging.

import { concat, pack } from './files.ts';

/** A cube of five tets; node 8 is unused, and the last tet of negative volume. */
export const NODES = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1, 5, 5, 5];
export const TETS = [0, 1, 3, 4, 1, 2, 3, 6, 1, 6, 4, 5, 3, 6, 7, 4, 1, 3, 6, 4];

/** Tags a Gmsh file may give its nodes: sparse and out of order. */
export const NODE_TAGS = [7, 3, 100, 12, 5, 9000, 1, 2, 4];

const rows = (values: number[], width: number, map: (row: number[], i: number) => string) =>
  Array.from({ length: values.length / width }, (_, i) =>
    map(values.slice(width * i, width * (i + 1)), i),
  ).join('\n');

export const meditText = (): string => `MeshVersionFormatted 2
# a comment
Dimension
3
Triangles 1
1 2 3 17
Tetrahedra
5
${rows(TETS, 4, (t) => `${t.map((v) => v + 1).join(' ')} 1`)}
RequiredVertices
2 1 2
Vertices 9
${rows(NODES, 3, (p) => `${p.join(' ')} 0`)}
End
`;

export const nodeText = (base: number): string => `# nodes
9 3 1 1
${rows(NODES, 3, (p, i) => `${i + base} ${p.join(' ')} 0.5 ${i} # node`)}
# made in a test
`;

export const eleText = (base: number): string => `5 4 1
${rows(TETS, 4, (t, i) => `${i + base} ${t.map((v) => v + base).join(' ')} 8`)}
`;

export const gmsh2Text = (): string => `$MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
1
3 1 "a $Nodes by name"
$EndPhysicalNames
$Nodes
9
${rows(NODES, 3, (p, i) => `${NODE_TAGS[i]} ${p.join(' ')}`)}
$EndNodes
$Elements
7
1 15 2 0 1 7
2 2 2 0 1 7 3 100
${rows(TETS, 4, (t, i) => `${i + 3} 4 2 1 1 ${t.map((v) => NODE_TAGS[v]).join(' ')}`)}
$EndElements
$NodeData
1 2 3
$EndNodeData
`;

export function gmsh2Binary(little: boolean): Uint8Array {
  const nodes: (string | number)[] = [];
  for (let i = 0; i < 9; i++) nodes.push('i32', NODE_TAGS[i], 'f64', ...NODES.slice(3 * i, 3 * i + 3));
  const elements: (string | number)[] = ['i32', 2, 1, 2, 1, 0, 1, 7, 3, 100, 4, 5, 2];
  for (let i = 0; i < 5; i++)
    elements.push(i + 2, 1, 1, ...TETS.slice(4 * i, 4 * i + 4).map((v) => NODE_TAGS[v]));
  return concat(
    '$MeshFormat\n2.2 1 8\n',
    pack(little, ['i32', 1]),
    '\n$EndMeshFormat\n$Nodes\n9\n',
    pack(little, nodes),
    '\n$EndNodes\n$Elements\n6\n',
    pack(little, elements),
    '\n$EndElements\n',
  );
}

/** The nodes of version 4.1 in two blocks, the second with parameters. */
export const gmsh41Text = (): string => `$MeshFormat
4.1 0 8
$EndMeshFormat
$Entities
0 0 0 1
1 0 0 0 1 1 1 0 0
$EndEntities
$Nodes
2 9 1 9000
3 1 0 5
${NODE_TAGS.slice(0, 5).join('\n')}
${rows(NODES.slice(0, 15), 3, (p) => p.join(' '))}
2 1 1 4
${NODE_TAGS.slice(5).join('\n')}
${rows(NODES.slice(15), 3, (p) => `${p.join(' ')} 0.25 0.75`)}
$EndNodes
$Elements
2 6 1 6
2 1 2 1
1 7 3 100
3 1 4 5
${rows(TETS, 4, (t, i) => `${i + 2} ${t.map((v) => NODE_TAGS[v]).join(' ')}`)}
$EndElements
`;

export function gmsh41Binary(little: boolean, wide = true): Uint8Array {
  const size = wide ? 'u64' : 'u32';
  const block = (dimension: number, parametric: number, from: number, to: number) => {
    const items: (string | number)[] = [
      'i32',
      dimension,
      1,
      parametric,
      size,
      to - from,
      ...NODE_TAGS.slice(from, to),
      'f64',
    ];
    for (let i = from; i < to; i++)
      items.push(...NODES.slice(3 * i, 3 * i + 3), ...(parametric ? [0.25, 0.75] : []));
    return items;
  };
  const elements: (string | number)[] = [
    size,
    2,
    6,
    1,
    6,
    'i32',
    2,
    1,
    2,
    size,
    1,
    1,
    7,
    3,
    100,
    'i32',
    3,
    1,
    4,
    size,
    5,
  ];
  for (let i = 0; i < 5; i++) elements.push(i + 2, ...TETS.slice(4 * i, 4 * i + 4).map((v) => NODE_TAGS[v]));
  return concat(
    `$MeshFormat\n4.1 1 ${wide ? 8 : 4}\n`,
    pack(little, ['i32', 1]),
    '\n$EndMeshFormat\n$Nodes\n',
    pack(little, [size, 2, 9, 1, 9000, ...block(3, 0, 0, 5), ...block(2, 1, 5, 9)]),
    '\n$EndNodes\n$Elements\n',
    pack(little, elements),
    '\n$EndElements\n',
  );
}
