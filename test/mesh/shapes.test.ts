import { beforeAll, describe, expect, it } from 'vitest';
import { castRay } from '../../src/hierarchy/cast.ts';
import { buildHierarchy } from '../../src/hierarchy/hierarchy.ts';
import { InputError } from '../../src/job/error.ts';
import * as shapes from '../../src/mesh/shapes/index.ts';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import {
  boundsOf,
  countBadEdges,
  countBadVertices,
  countComponents,
  countCrossings,
  edgeLengths,
  eulerNumber,
  hashSurface,
  leastAngles,
  volumeOf,
} from './shapes-measure.ts';

interface Expected {
  readonly make: () => TriangleMesh;
  readonly triangles: number;
  readonly genus: number;
  readonly angle: number; // no triangle has a smaller one, degrees
  readonly volume: readonly [number, number]; // litres
  readonly size: readonly [number, number, number]; // metres, within 3 %
  readonly hash?: number;
}

// Every closed shape as it comes by default. Triangle counts are exact: those of the papers where they name one.
const EXPECTED: Record<string, Expected> = {
  sphere: {
    make: shapes.createSphere,
    triangles: 5120,
    genus: 0,
    angle: 50,
    volume: [520, 524],
    size: [1, 1, 1],
  },
  box: {
    make: () => shapes.createBox({ size: [1, 0.5, 0.25], edge: 0.125 }),
    triangles: 2 * 2 * (32 + 16 + 8),
    genus: 0,
    angle: 44.9,
    volume: [124.9, 125.1],
    size: [1, 0.5, 0.25],
  },
  cylinder: {
    make: shapes.createCylinder,
    triangles: 2000,
    genus: 0,
    angle: 35,
    volume: [770, 786],
    size: [1, 1, 1],
  },
  capsule: {
    make: shapes.createCapsule,
    triangles: 2000,
    genus: 0,
    angle: 35,
    volume: [160, 164],
    size: [0.5, 1, 0.5],
  },
  torus: {
    make: shapes.createTorus,
    triangles: 2000,
    genus: 1,
    angle: 35,
    volume: [172, 178],
    size: [1.1, 0.3, 1.1],
  },
  piggyBank: {
    make: shapes.createPiggyBank,
    triangles: 9722,
    genus: 0,
    angle: 25,
    volume: [0.4, 0.55],
    size: [0.183, 0.139, 0.103],
  },
  plate: {
    make: shapes.createPlate,
    triangles: 5392,
    genus: 0,
    angle: 20,
    volume: [0.34, 0.38],
    size: [0.26, 0.0273, 0.26],
  },
  bowl: {
    make: shapes.createBowl,
    triangles: 4140,
    genus: 0,
    angle: 28,
    volume: [0.15, 0.18],
    size: [0.15, 0.07, 0.15],
  },
  glass: {
    make: shapes.createGlass,
    triangles: 16000,
    genus: 0,
    angle: 30,
    volume: [0.08, 0.1],
    size: [0.08, 0.12, 0.08],
  },
  shelf: {
    make: shapes.createShelf,
    triangles: 4648,
    genus: 2,
    angle: 44.9,
    volume: [66, 67],
    size: [1.2, 0.92, 0.32],
  },
  brick: {
    make: shapes.createBrick,
    triangles: 468,
    genus: 6,
    angle: 18,
    volume: [1.4, 1.6],
    size: [0.24, 0.071, 0.115],
  },
  triceratops: {
    make: shapes.createTriceratops,
    triangles: 5660,
    genus: 0,
    angle: 20,
    volume: [1, 1.5],
    size: [0.3, 0.164, 0.104],
  },
  apple: {
    make: shapes.createApple,
    triangles: 6124,
    genus: 0,
    angle: 30,
    volume: [0.2, 0.25],
    size: [0.076, 0.083, 0.076],
  },
  pumpkin: {
    make: shapes.createPumpkin,
    triangles: 10000,
    genus: 0,
    angle: 20,
    volume: [9, 11],
    size: [0.293, 0.261, 0.293],
  },
  club: {
    make: shapes.createClub,
    triangles: 8000,
    genus: 0,
    angle: 25,
    volume: [9, 10],
    size: [0.248, 0.796, 0.242],
  },
  gear: {
    make: shapes.createGear,
    triangles: 4944,
    genus: 1,
    angle: 20,
    volume: [0.06, 0.08],
    size: [0.1, 0.012, 0.1],
  },
  wall: {
    make: shapes.createWall,
    triangles: 4160,
    genus: 0,
    angle: 20,
    volume: [383.9, 384.1],
    size: [2.4, 1.6, 0.1],
  },
};

describe('shapes', () => {
  const made = new Map<string, TriangleMesh>();
  beforeAll(() => {
    for (const [name, { make }] of Object.entries(EXPECTED)) made.set(name, make());
  });

  for (const [name, expected] of Object.entries(EXPECTED)) {
    it(`${name}: closed, manifold, outward, the right count, size and genus`, () => {
      const mesh = made.get(name)!;
      expect(mesh.indices.length / 3).toBe(expected.triangles);
      expect(countBadEdges(mesh)).toBe(0);
      expect(countBadVertices(mesh)).toBe(0);
      expect(countComponents(mesh)).toBe(1);
      expect(eulerNumber(mesh)).toBe(2 - 2 * expected.genus);
      const litres = volumeOf(mesh) * 1000;
      expect(litres).toBeGreaterThan(expected.volume[0]);
      expect(litres).toBeLessThan(expected.volume[1]);
      boundsOf(mesh).size.forEach((length, k) => {
        expect(length / expected.size[k]).toBeGreaterThan(0.97);
        expect(length / expected.size[k]).toBeLessThan(1.03);
      });
    });

    it(`${name}: even triangles that do not cross`, () => {
      const mesh = made.get(name)!;
      const angles = leastAngles(mesh);
      expect(angles[0]).toBeGreaterThan(expected.angle);
      expect(angles[Math.floor(angles.length / 2)]).toBeGreaterThan(35);
      const edges = edgeLengths(mesh);
      expect(edges.most / edges.mean).toBeLessThan(2.3);
      expect(edges.mean / edges.least).toBeLessThan(2.7);
      expect(countCrossings(mesh)).toBe(0);
    });
  }

  it('stand on the floor where they have feet', () => {
    for (const name of ['piggyBank', 'plate', 'bowl', 'glass', 'shelf', 'triceratops']) {
      const mesh = made.get(name)!;
      expect(Math.abs(boundsOf(mesh).low[1]) / boundsOf(mesh).size[1], name).toBeLessThan(0.02);
    }
  });

  it('give the same bits every time, pinned', () => {
    const hashes = Object.fromEntries([...made].map(([name, mesh]) => [name, hashSurface(mesh)]));
    expect(hashSurface(shapes.createPiggyBank())).toBe(hashes.piggyBank);
    expect(hashSurface(shapes.createGear())).toBe(hashes.gear);
    expect(hashes).toMatchInlineSnapshot(`
      {
        "apple": 967985239,
        "bowl": 2224451027,
        "box": 210618709,
        "brick": 393770685,
        "capsule": 1239786504,
        "club": 797377150,
        "cylinder": 2974808498,
        "gear": 3997779891,
        "glass": 1290264624,
        "piggyBank": 4251158274,
        "plate": 724529323,
        "pumpkin": 1517765689,
        "shelf": 563777353,
        "sphere": 345204582,
        "torus": 389287091,
        "triceratops": 3143262470,
        "wall": 3586368295,
      }
    `);
  });

  it('have the vertex counts that the papers imply', () => {
    const vertices = (name: string) => made.get(name)!.positions.length / 3;
    expect(vertices('bowl')).toBe(2072); // [Xu14, table 1]
    expect(vertices('brick')).toBe(224); // [Glondu13, table 1]: all its points
    expect(vertices('plate')).toBe(2711 - 13);
    expect(vertices('piggyBank')).toBe(5870 - 1007);
    expect(Math.abs(vertices('shelf') / (4652 / 2 - 2) - 1)).toBeLessThan(0.05);
  });

  it('the piggy bank has a wall of even thickness', () => {
    const mesh = made.get('piggyBank')!;
    const { positions, indices } = mesh;
    const hierarchy = buildHierarchy(positions, indices);
    const out = new Float64Array(3);
    const thickness: number[] = [];
    for (let t = 0; t < indices.length; t += 3) {
      const [a, b, c] = [0, 1, 2].map((i) => positions.subarray(3 * indices[t + i], 3 * indices[t + i] + 3));
      const [u, v] = [b, c].map((p) => [p[0] - a[0], p[1] - a[1], p[2] - a[2]]);
      const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
      const size = Math.hypot(...n);
      const middle = [0, 1, 2].map((k) => (a[k] + b[k] + c[k]) / 3);
      const ray = Float64Array.of(
        ...middle.map((x, k) => x - (1e-6 * n[k]) / size),
        ...n.map((x) => -x / size),
      );
      if (castRay(out, hierarchy, ray, 1, t / 3) >= 0) thickness.push(out[0]);
    }
    thickness.sort((x, y) => x - y);
    const at = (part: number) => thickness[Math.floor(part * (thickness.length - 1))];
    expect(thickness.length).toBe(indices.length / 3);
    expect(at(0.02)).toBeGreaterThan(0.6 * 0.009);
    expect(at(0.25)).toBeGreaterThan(0.93 * 0.009);
    expect(at(0.75)).toBeLessThan(1.15 * 0.009);
  });

  it('the triceratops comes in three sizes, each a subdivision of the one before', () => {
    const base = made.get('triceratops')!;
    for (const [triangles, times] of [
      [22640, 1],
      [90560, 2],
    ]) {
      const mesh = shapes.createTriceratops({ triangles });
      expect(mesh.indices.length / 3).toBe(5660 * 4 ** times);
      expect(countBadEdges(mesh)).toBe(0);
      expect(volumeOf(mesh)).toBeCloseTo(volumeOf(base), 12);
    }
  });

  it('spheres come in any size', () => {
    for (const n of [1, 2, 7]) {
      const mesh = shapes.createSphere({ radius: 2, frequency: n });
      expect(mesh.positions.length / 3).toBe(10 * n * n + 2);
      expect(countBadEdges(mesh)).toBe(0);
      for (let i = 0; i < mesh.positions.length; i += 3) {
        expect(Math.hypot(...mesh.positions.subarray(i, i + 3))).toBeCloseTo(2, 14);
      }
    }
    expect(shapes.createSphereOf(2500).indices.length / 3).toBe(2420); // 20·11², against 20·12² = 2,880
    expect(shapes.createSphereOf(10000, 0.1).indices.length / 3).toBe(9680);
  });

  it('the sheet is open, flat and faces up', () => {
    const mesh = shapes.createSheet({ width: 2, depth: 1, columns: 8, rows: 4 });
    expect(mesh.indices.length / 3).toBe(64);
    expect(eulerNumber(mesh)).toBe(1);
    expect(countBadEdges(mesh)).toBe(2 * (8 + 4));
    expect(boundsOf(mesh).size).toEqual([2, 0, 1]);
    const [a, b, c] = [0, 1, 2].map((i) =>
      mesh.positions.subarray(3 * mesh.indices[i], 3 * mesh.indices[i] + 3),
    );
    expect((b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2])).toBeGreaterThan(0);
  });

  it('take other sizes and counts', () => {
    const cases: [TriangleMesh, number, number][] = [
      [shapes.createPlate({ radius: 0.1, triangles: 3000 }), 3000, 0],
      [shapes.createBowl({ vertices: 500 }), 996, 0],
      [shapes.createGlass({ wall: 0.004, triangles: 6000 }), 6000, 0],
      [shapes.createApple({ triangles: 2000 }), 2000, 0],
      [shapes.createPumpkin({ ribs: 8, triangles: 4000 }), 4000, 0],
      [shapes.createShelf({ boards: 4 }), 5768, 3],
      [shapes.createBrick({ columns: 5, rows: 3 }), 936, 15],
      [shapes.createWall({ openings: [{ x: 0.4, y: 0, width: 0.6, height: 0.8 }] }), 3748, 1],
      [shapes.createGear({ teeth: 12, bore: 0 }), 1652, 0],
    ];
    for (const [mesh, triangles, genus] of cases) {
      expect(mesh.indices.length / 3).toBe(triangles);
      expect(countBadEdges(mesh)).toBe(0);
      expect(eulerNumber(mesh)).toBe(2 - 2 * genus);
      expect(countCrossings(mesh)).toBe(0);
    }
  });

  it('name what is wrong with their options', () => {
    const cases: [() => unknown, RegExp][] = [
      [() => shapes.createSphere({ radius: 0 }), /radius is 0: give a positive length/],
      [() => shapes.createSphere({ frequency: 1.5 }), /frequency is 1.5: give a whole number/],
      [() => shapes.createBox({ size: [1, -1, 1] }), /size y is -1/],
      [() => shapes.createBox({ edge: 1e-5 }), /longer edge/],
      [() => shapes.createSheet({ rows: 0 }), /rows is 0/],
      [() => shapes.createShelf({ thickness: 0.5 }), /thickness is 0.5/],
      [
        () => shapes.createPlate({ triangles: 5391 }),
        /triangles is 5391: a closed surface has an even number/,
      ],
      [() => shapes.createPlate({ thickness: 0.1 }), /thickness is 0.1/],
      [() => shapes.createBowl({ vertices: 10 }), /vertices is 10/],
      [() => shapes.createGlass({ wall: Number.NaN }), /wall is NaN/],
      [() => shapes.createCylinder({ triangles: 24 }), /14 vertices are too few/],
      [() => shapes.createTorus({ tube: 0.5 }), /tube is 0.5/],
      [() => shapes.createPiggyBank({ wall: 0.002 }), /wall is 0.002: at 9722 triangles/],
      [() => shapes.createPiggyBank({ triangles: 10 }), /triangles is 10/],
      [() => shapes.createTriceratops({ length: Infinity }), /length is Infinity/],
      [() => shapes.createClub({ knobs: 100 }), /knobs is 100/],
      [() => shapes.createBrick({ hole: 1 }), /hole is 1/],
      [
        () => shapes.createWall({ openings: [{ x: 2, y: 0, width: 1, height: 1 }] }),
        /openings\[0\] reaches out/,
      ],
      [() => shapes.createGear({ bore: -1 }), /bore is -1/],
    ];
    for (const [make, message] of cases) {
      expect(make).toThrow(InputError);
      expect(make).toThrow(message);
    }
  });
});
