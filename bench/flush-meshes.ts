// Closed parts whose faces lie on each other, as builders leave them: stairs, tables, castles, boxes on a lattice. Their
// volume is known: boxes have whole numbers for corners, so cells are counted. Seeded.

import { createRandom, nextFloat } from '../src/math/random.ts';
import { cos, sin } from '../src/math/trig.ts';
import * as shapes from '../src/mesh/shapes/index.ts';
import { createTriangleMesh, type TriangleMesh } from '../src/mesh/triangle-mesh.ts';
import { joinMeshes, moveMesh } from './crossing-meshes.ts';

/** Low corner, then high corner; whole numbers. */
export type Block = readonly [number, number, number, number, number, number];

/** A mesh of parts with faces on each other, and the volume of all of them together. */
export interface FlushMesh {
  readonly name: string;
  readonly volume: number;
  make(): TriangleMesh;
}

const BLOCKS: Record<string, readonly Block[]> = {
  stairs: [0, 1, 2, 3, 4].map((i): Block => [i, 0, 0, 5, i + 1, 3]),
  'stairs of slabs': [0, 1, 2, 3].map((i): Block => [2 * i, i, 0, 2 * i + 3, i + 1, 4]),
  L: [
    [0, 0, 0, 4, 1, 1],
    [0, 1, 0, 1, 4, 1],
  ],
  'L that overlaps': [
    [0, 0, 0, 4, 1, 1],
    [0, 0, 0, 1, 4, 1],
  ],
  T: [
    [0, 3, 0, 5, 4, 1],
    [2, 0, 0, 3, 4, 1],
  ],
  cross: [
    [0, 2, 0, 5, 3, 1],
    [2, 0, 0, 3, 5, 1],
  ],
  'table, legs overlap': table(0),
  'table, legs below': table(1),
  castle: castle(),
  stack: [0, 1, 2].map((i): Block => [i, 2 * i, i, 8 - i, 2 * i + 2, 8 - i]),
  'the same box twice': [
    [0, 0, 0, 2, 1, 1],
    [0, 0, 0, 2, 1, 1],
  ],
  'boxes that share an edge': [
    [0, 0, 0, 2, 2, 2],
    [2, 2, 0, 4, 4, 2],
    [0, 2, 0, 2, 3, 2],
  ],
  letters: letters(),
};

function table(gap: number): Block[] {
  const leg = (x: number, z: number): Block => [x, 0, z, x + 1, 6 - gap, z + 1];
  return [[0, 5, 0, 10, 6, 8], leg(0, 0), leg(9, 0), leg(9, 7), leg(0, 7)];
}

function castle(): Block[] {
  const tower = (x: number, z: number): Block[] => [
    [x, 0, z, x + 4, 9, z + 4],
    ...[0, 3].flatMap((i): Block[] => [0, 3].map((k): Block => [x + i, 9, z + k, x + i + 1, 10, z + k + 1])),
  ];
  return [
    [0, 0, 1, 16, 6, 3],
    [0, 0, 13, 16, 6, 15],
    [1, 0, 0, 3, 6, 16],
    [13, 0, 0, 15, 6, 16],
    ...[0, 12].flatMap((x) => [0, 12].flatMap((z) => tower(x, z))),
  ];
}

/** E, H and T of strokes on a plate. */
function letters(): Block[] {
  const stroke = (x: number, [a, b, c, d]: readonly number[]): Block => [x + a, b, 0, x + c, d, 2];
  const glyphs = [
    ['0 0 1 5', '0 0 3 1', '0 2 3 3', '0 4 3 5'],
    ['0 0 1 5', '2 0 3 5', '0 2 3 3'],
    ['1 0 2 5', '0 4 3 5'],
  ];
  return [
    [-1, -1, -1, 12, 6, 0],
    ...glyphs.flatMap((strokes, i) => strokes.map((s) => stroke(4 * i, s.split(' ').map(Number)))),
  ];
}

/** Blocks with corners on a lattice, thrown about. */
export function throwBlocks(seed: number): Block[] {
  const random = createRandom(seed);
  const below = (n: number) => Math.floor(n * nextFloat(random));
  return Array.from({ length: 2 + below(9) }, (): Block => {
    const low = [below(6), below(6), below(6)];
    const size = [1 + below(4), 1 + below(4), 1 + below(4)];
    return [low[0], low[1], low[2], low[0] + size[0], low[1] + size[1], low[2] + size[2]];
  });
}

/** All cells that some block holds. */
export function countCells(blocks: readonly Block[]): number {
  const cells = new Set<string>();
  for (const [a, b, c, d, e, f] of blocks) {
    for (let x = a; x < d; x++)
      for (let y = b; y < e; y++) for (let z = c; z < f; z++) cells.add(`${x},${y},${z}`);
  }
  return cells.size;
}

/** Blocks as one mesh, each a part of its own. */
export function meshBlocks(blocks: readonly Block[]): TriangleMesh {
  return joinMeshes(
    blocks.map(([a, b, c, d, e, f]) =>
      moveMesh(shapes.createBox({ size: [d - a, e - b, f - c] }), ([x, y, z]) => [
        x + (a + d) / 2,
        y + (b + e) / 2,
        z + (c + f) / 2,
      ]),
    ),
  );
}

/** A mesh turned about an axis that the seed chooses, and rounded to so many bits. */
export function turnMesh(mesh: TriangleMesh, seed: number, bits: 32 | 64): TriangleMesh {
  const random = createRandom(seed);
  const q = [0, 0, 0, 0].map(() => nextFloat(random) - 0.5);
  const length = Math.sqrt(q.reduce((sum, v) => sum + v * v, 0));
  const [a, b, c, d] = q.map((v) => v / length);
  const round = bits === 32 ? Math.fround : (x: number) => x;
  return moveMesh(mesh, ([x, y, z]) => [
    round((1 - 2 * (c * c + d * d)) * x + 2 * (b * c - a * d) * y + 2 * (b * d + a * c) * z),
    round(2 * (b * c + a * d) * x + (1 - 2 * (b * b + d * d)) * y + 2 * (c * d - a * b) * z),
    round(2 * (b * d - a * c) * x + 2 * (c * d + a * b) * y + (1 - 2 * (b * b + c * c)) * z),
  ]);
}

/** A prism of n sides that stands on y = 0. */
function prism(
  sides: number,
  radius: number,
  height: number,
  at: readonly [number, number, number],
): TriangleMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i < sides; i++) {
    const angle = (2 * Math.PI * (i + 0.5)) / sides;
    const [x, z] = [at[0] + radius * cos(angle), at[2] - radius * sin(angle)];
    positions.push(x, at[1], z, x, at[1] + height, z);
  }
  for (let i = 0; i < sides; i++) {
    const [a, b] = [2 * i, 2 * ((i + 1) % sides)];
    indices.push(a, b, b + 1, a, b + 1, a + 1);
    if (i > 1) indices.push(1, a - 1, a + 1, 0, a, a - 2);
  }
  return createTriangleMesh({ positions, indices });
}

function prismVolume(sides: number, radius: number, height: number): number {
  return ((sides * radius * radius * sin((2 * Math.PI) / sides)) / 2) * height;
}

/** Prisms and cylinders on plates and on each other. */
const ROUND: readonly FlushMesh[] = [
  {
    name: 'column on a plinth',
    volume: 36 + prismVolume(24, 2, 8) + 36,
    make: () =>
      joinMeshes([
        meshBlocks([
          [-3, 0, -3, 3, 1, 3],
          [-3, 9, -3, 3, 10, 3],
        ]),
        prism(24, 2, 8, [0, 1, 0]),
      ]),
  },
  {
    name: 'column through a plate',
    volume: 64 + prismVolume(32, 1, 3),
    make: () => joinMeshes([meshBlocks([[-4, 0, -4, 4, 1, 4]]), prism(32, 1, 4, [0, 0, 0])]),
  },
  {
    name: 'tower of prisms',
    volume: [3, 4, 6, 12].reduce((sum, n) => sum + prismVolume(n, 1, 1), 0),
    make: () => joinMeshes([3, 4, 6, 12].map((n, i) => prism(n, 1, 1, [0, i, 0]))),
  },
  {
    name: 'honeycomb',
    volume: 7 * prismVolume(6, 1, 1),
    make: () => {
      const at = [0, 1, 2, 3, 4, 5].map((i) => [cos((Math.PI * i) / 3), sin((Math.PI * i) / 3)]);
      const wide = Math.sqrt(3);
      return joinMeshes([[0, 0], ...at].map(([x, z]) => prism(6, 1, 1, [wide * x, 0, wide * z])));
    },
  },
];

/** All that have a name. */
export const flushMeshes: readonly FlushMesh[] = [
  ...Object.entries(BLOCKS).map(([name, blocks]) => ({
    name,
    volume: countCells(blocks),
    make: () => meshBlocks(blocks),
  })),
  ...ROUND,
];
