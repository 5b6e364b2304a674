// Walls of open surfaces and thin shells: the band of distances against brute force, and walls that are closed, as
// thick as wanted, and where the surface is.

import * as three from 'three';
import { describe, expect, it } from 'vitest';
import { bake, bakeTets } from '../../src/bake/bake.ts';
import { surfaceArea } from '../../src/geometry/triangle.ts';
import { buildHierarchy } from '../../src/hierarchy/hierarchy.ts';
import { finishWork } from '../../src/job/work.ts';
import { createRandom, nextFloat, type Random } from '../../src/math/random.ts';
import { inspectMesh } from '../../src/mesh/inspect.ts';
import { repairMesh } from '../../src/mesh/repair.ts';
import { buildBand, findNode, WIDTH } from '../../src/mesh/shell/band.ts';
import { buildNet } from '../../src/mesh/shell/net.ts';
import { thickenSurface } from '../../src/mesh/shell/thicken.ts';
import { measureWall } from '../../src/mesh/shell/volume.ts';
import { stuffSurface } from '../../src/mesh/stuffing/stuff.ts';
import { createSurfaceQuery, distanceSurface } from '../../src/mesh/surface-distance.ts';
import { createTriangleMesh, type MeshInput, type TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { distanceBrute } from '../support/brute.ts';
import { DATA, readShape, type Shape } from '../support/data.ts';
import { box, joined, shape, signed, sphere, tetra } from '../support/shapes.ts';
import { boundsOf, countBadEdges, countBadVertices, volumeOf } from './shapes-measure.ts';

const sheet = shape([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], [0, 1, 2, 0, 2, 3]);

/** Random triangles in the unit cube, apart from each other in topology. */
function patches(count: number, random: Random): Shape {
  return shape(
    Array.from({ length: 9 * count }, () => nextFloat(random)),
    Array.from({ length: 3 * count }, (_, i) => i),
  );
}

const profile = [0, 0, 0.12, 0, 0.16, 0.02, 0.16, 0.5, 0.13, 0.6, 0.06, 0.68, 0.05, 0.9, 0.06, 0.95];

/** A bottle of a single sheet, or with an inner side `wall` within. */
function bottle(wall: number): Shape {
  const outline: three.Vector2[] = [];
  for (let i = 0; i < profile.length; i += 2) outline.push(new three.Vector2(profile[i], profile[i + 1]));
  const inside = outline
    .map(({ x, y }) => new three.Vector2(Math.max(0, x - wall), Math.max(wall, y)))
    .reverse();
  return fromThree(new three.LatheGeometry(wall > 0 ? [...outline, ...inside] : outline, 24));
}

function fromThree(geometry: three.BufferGeometry): Shape {
  const { mesh } = repairMesh({
    positions: geometry.attributes.position.array,
    indices: geometry.index!.array,
  });
  return shape(mesh.positions, mesh.indices);
}

/** A box without its lid. */
function casing(): Shape {
  const { positions, indices } = box(1, 0.4, 0.6);
  const isLid = (t: number) => [0, 1, 2].every((c) => positions[3 * indices[3 * t + c] + 1] > 0.3);
  return shape(
    positions,
    indices.filter((_, h) => !isLid(Math.floor(h / 3))),
  );
}

const thicken = (mesh: MeshInput, thickness: number, spacing: number, memoryLimit?: number) =>
  finishWork(thickenSurface(createTriangleMesh(mesh), { thickness, spacing, memoryLimit })).mesh;

/** Points spread evenly over the area of a surface, by brute force. */
function samplesOf({ positions, indices }: Shape, count: number, seed: number): Float64Array {
  const random = createRandom(seed);
  const sums: number[] = [];
  let sum = 0;
  for (let t = 0; t < indices.length / 3; t++) {
    sum += surfaceArea({ positions, indices: indices.slice(3 * t, 3 * t + 3) });
    sums.push(sum);
  }
  const out = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    const wanted = sum * nextFloat(random);
    const t = sums.findIndex((s) => s >= wanted);
    let [u, v] = [nextFloat(random), nextFloat(random)];
    if (u + v > 1) [u, v] = [1 - u, 1 - v];
    for (let d = 0; d < 3; d++) {
      const [a, b, c] = [0, 1, 2].map((k) => positions[3 * indices[3 * t + k] + d]);
      out[3 * i + d] = a + u * (b - a) + v * (c - a);
    }
  }
  return out;
}

/** Asserts what a wall promises, and returns its volume over area × thickness. */
function expectWall(surface: Shape, wall: Shape, thickness: number): number {
  expect([countBadEdges(wall), countBadVertices(wall)]).toEqual([0, 0]);
  const cell = thickness / 4;
  const out = new Float64Array(4);
  const given = createSurfaceQuery(createTriangleMesh(surface));
  const spots = samplesOf(wall, 500, 1);
  for (let i = 0; i < spots.length; i += 3) {
    distanceSurface(out, given, spots, i, -1);
    expect(Math.abs(Math.abs(out[0]) - thickness / 2)).toBeLessThan(cell);
  }
  // The surface lies inside, half a thickness deep at least; deeper only where its parts are that close.
  const made = createSurfaceQuery(createTriangleMesh(wall));
  const places = samplesOf(surface, 500, 2);
  for (let i = 0; i < places.length; i += 3) {
    distanceSurface(out, made, places, i, -1);
    expect(-out[0]).toBeGreaterThan(thickness / 2 - cell);
  }
  return volumeOf(wall) / (surfaceArea(surface) * thickness);
}

describe('the band of distances', () => {
  for (let seed = 1; seed <= 4; seed++) {
    it(`agrees with brute force at every node, seed ${seed}`, () => {
      const surface = patches(3, createRandom(seed));
      const half = 0.06 + 0.02 * seed;
      const cell = half / 2;
      const band = finishWork(buildBand(buildHierarchy(surface.positions, surface.indices), half, cell));
      const [nx, ny, nz] = band.blocks.map((n) => WIDTH * n);
      for (let n = 0; n < nx * ny * nz; n += 7) {
        const [x, y, z] = [n % nx, Math.floor(n / nx) % ny, Math.floor(n / (nx * ny))];
        const value =
          distanceBrute(surface, [band.low[0] + cell * x, band.low[1] + cell * y, band.low[2] + cell * z]) -
          half;
        const node = findNode(band, x, y, z);
        if (node < 0) expect(value).toBeGreaterThan(Math.sqrt(3) * cell);
        else if (Math.abs(value) < cell) expect(band.value[node]).toBeCloseTo(value, 6);
        else expect(band.value[node] < 0).toBe(value < 0);
      }
    });
  }
});

describe('the net of a wall', () => {
  it('is closed and manifold however near sheets come, seed 5', () => {
    const random = createRandom(5);
    for (let round = 0; round < 12; round++) {
      const [half, gap] = [0.06, 0.12 + 0.04 * nextFloat(random)];
      const other = shape(
        sheet.positions.map((x, i) => (i % 3 === 2 ? gap + 0.03 * signed(random) : x)),
        sheet.indices,
      );
      const surface = joined(sheet, other);
      const hierarchy = buildHierarchy(surface.positions, surface.indices);
      const net = finishWork(buildNet(finishWork(buildBand(hierarchy, half, half / 2)), hierarchy, half));
      expect([countBadEdges(net), countBadVertices(net)]).toEqual([0, 0]);
      expect(volumeOf(net)).toBeGreaterThan(0.24);
    }
  });

  it('has its vertices half a thickness from the surface, and two rounds of a sphere', () => {
    const { positions, indices } = sphere(8);
    const hierarchy = buildHierarchy(positions, indices);
    const net = finishWork(buildNet(finishWork(buildBand(hierarchy, 0.1, 0.05)), hierarchy, 0.1));
    for (let v = 0; v < net.positions.length; v += 1500) {
      const [x, y, z] = net.positions.subarray(v, v + 3);
      expect(Math.abs(distanceBrute(sphere(8), [x, y, z]) - 0.1)).toBeLessThan(0.02 * 0.05); // of a cell
    }
    expect(inspectMesh(net)).toMatchObject({ components: 2, genus: 0, defects: [] });
  });
});

describe('walls', () => {
  const cases: [string, Shape, number, number, number][] = [
    // name, surface, thickness, volume over area × thickness: least, most
    ['a sheet', sheet, 0.1, 1.14, 1.17], // with a rim of half a cylinder: 1 + π t/2 = 1.157
    ['a casing', casing(), 0.08, 0.95, 1.08],
    ['a bottle of one sheet', bottle(0), 0.05, 0.95, 1.03],
    ['a bottle with walls too thin', bottle(0.003), 0.05, 0.48, 0.6], // both sides are within one wall
    ['a triangle', shape([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]), 0.1, 1.1, 1.5],
    ['patches that cross, seed 6', patches(5, createRandom(6)), 0.06, 0.9, 1.3],
    ['patches that cross, seed 7', patches(12, createRandom(7)), 0.08, 0.8, 1.4],
  ];
  for (const [name, surface, thickness, least, most] of cases) {
    it(`of ${name}`, () => {
      const wall = thicken(surface, thickness, 1 / 16);
      const share = expectWall(surface, wall, thickness);
      expect(share).toBeGreaterThan(least);
      expect(share).toBeLessThan(most);
      const { size } = boundsOf(wall);
      const given = boundsOf(surface).size;
      for (let d = 0; d < 3; d++)
        expect(Math.abs(size[d] - given[d] - thickness)).toBeLessThan(thickness / 4);
    });
  }

  describe.skipIf(!DATA)('of models', () => {
    it('the teapot of open patches', () => {
      const surface = repairMesh(readShape('meshes/teapot-npm-open.json')).mesh;
      expect(Math.abs(expectWall(surface, thicken(surface, 1.8, 2), 1.8) - 1)).toBeLessThan(0.05);
    });
  });

  it('does not depend on how triangles face, and is the same twice', () => {
    const turned = shape(sheet.positions, [0, 1, 2, 0, 3, 2]);
    expect(thicken(turned, 0.1, 0.1).positions).toEqual(thicken(sheet, 0.1, 0.1).positions);
  });

  it('carries groups and texture, and its normals point away from the surface', () => {
    const dressed = {
      ...sheet,
      uvs: [0, 0, 1, 0, 1, 1, 0, 0, 1, 1, 0, 1], // u = x, v = y
      normals: Array.from({ length: 18 }, (_, i) => (i % 3 === 2 ? 1 : 0)),
      groups: [4, 9],
    };
    const { positions, indices, uvs, normals, groups } = thicken(dressed, 0.1, 0.1) as TriangleMesh;
    for (let c = 0; c < indices.length; c++) {
      const [x, y, z] = positions.subarray(3 * indices[c], 3 * indices[c] + 3);
      const [u, v] = uvs!.subarray(2 * c, 2 * c + 2);
      expect(Math.abs(u - Math.min(1, Math.max(0, x)))).toBeLessThan(0.01);
      expect(Math.abs(v - Math.min(1, Math.max(0, y)))).toBeLessThan(0.01);
      if (x > 0 && x < 1 && y > 0 && y < 1) expect(normals![3 * c + 2] * z).toBeGreaterThan(0);
    }
    const seen = new Set(groups);
    expect([...seen].sort()).toEqual([4, 9]);
  });

  it('that memory is too small for are refused with the least thickness, which then works', () => {
    const limit = 3e7;
    let message = '';
    try {
      thicken(sheet, 1e-3, 0.1, limit);
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toMatch(
      /^shell is 0.001 m, and a wall that thin needs about .* of memory, above the limit of 30 MB: give at least/,
    );
    const least = Number(/at least (\S+) m/.exec(message)?.[1]);
    expect(least).toBeLessThan(0.1);
    expect(countBadEdges(thicken(sheet, least, 0.1, limit))).toBe(0);
    expect(() => thicken(sheet, 0.1, 0.1, 1e5)).toThrow(
      /above the limit of 100 kB: choose a lower resolution or raise memoryLimit$/,
    ); // no wall fits
  });
});

/** The volume of all points within `half` of a surface: the share of a fine grid's points, by brute force. */
function volumeBrute(surface: Shape, half: number, across: number): number {
  const { low, size } = boundsOf(surface);
  const cell = (Math.max(...size) + 2 * half) / across;
  const [nx, ny, nz] = size.map((s) => Math.ceil((s + 2 * half) / cell));
  let inside = 0;
  for (let n = 0; n < nx * ny * nz; n++) {
    const at = [n % nx, Math.floor(n / nx) % ny, Math.floor(n / (nx * ny))];
    const p = at.map((i, d) => low[d] - half + (i + 0.5) * cell) as [number, number, number];
    if (distanceBrute(surface, p) < half) inside++;
  }
  return inside * cell * cell * cell;
}

const rectangle = (a: number, b: number) => shape([0, 0, 0, a, 0, 0, a, b, 0, 0, b, 0], [0, 1, 2, 0, 2, 3]);

/** Of all points within t / 2 of a rectangle: a plate, half cylinders along its sides and the quarters of a ball. */
const volumeAround = (a: number, b: number, t: number) =>
  a * b * t + (Math.PI / 4) * t * t * (a + b) + (Math.PI / 6) * t * t * t;

/** Of all points within t / 2 of the surface of a box. */
function volumeAroundBox(a: number, b: number, c: number, t: number): number {
  const outer =
    a * b * c + t * (a * b + b * c + c * a) + (Math.PI / 4) * t * t * (a + b + c) + (Math.PI / 6) * t * t * t;
  return outer - Math.max(0, a - t) * Math.max(0, b - t) * Math.max(0, c - t);
}

describe('the volume of walls', () => {
  it('is measured as brute force does, seed 8', () => {
    const random = createRandom(8);
    for (const half of [0.05, 0.2, 1, 5]) {
      const surface = patches(3, random);
      const hierarchy = buildHierarchy(surface.positions, surface.indices);
      const band = finishWork(buildBand(hierarchy, half, half / 2));
      expect(measureWall(band, hierarchy, half) / volumeBrute(surface, half, 40) - 1).toBeCloseTo(0, 2);
    }
  });

  it('is true to 1 %, from a hundredth to a hundred times the size, seed 9', async () => {
    const random = createRandom(9);
    for (let round = 0; round < 20; round++) {
      const [a, b, c] = [0, 1, 2].map(() => 10 ** (-2 * nextFloat(random)));
      const area = a * b + (round % 2) * (b * c + c * a);
      // No thinner than takes a moment: work grows with area / t².
      const t = Math.max(10 ** (4 * nextFloat(random) - 2), Math.sqrt(area / 200));
      const isBox = round % 2 === 1;
      const surface = isBox ? box(a, b, c) : rectangle(a, b);
      const due = isBox ? volumeAroundBox(a, b, c, t) : volumeAround(a, b, t);
      const spacing = (Math.max(a, b, isBox ? c : 0) + t) / 16;
      const wall = finishWork(thickenSurface(createTriangleMesh(surface), { thickness: t, spacing }));
      const context = `${a} × ${b} × ${c}, ${t}`;
      const error = volumeOf(wall.mesh) / due - 1;
      expect(Math.abs(error), context).toBeLessThan(0.01);
      expect(Math.abs(wall.volumeError - error), context).toBeLessThan(0.005);
      expect([countBadEdges(wall.mesh), countBadVertices(wall.mesh)]).toEqual([0, 0]);
      expect(wall.mesh.indices.length / 3, context).toBeLessThan(20_000);
    }
  });
});

describe('bakes of walls', () => {
  it('a sheet is refused with the option in the message, and baked with it', async () => {
    await expect(bake(sheet)).rejects.toThrow(/open .* option shell, a wall's thickness in metres/);
    const done = [0];
    const onProgress = (_stage: string, fraction: number) => done.push(fraction);
    const asset = await bake(sheet, { shell: 0.05, resolution: 12, onProgress });
    expect(done.every((fraction, i) => fraction <= 1 && (i === 0 || fraction >= done[i - 1]))).toBe(true);
    expect(asset.mesher).toBe('delaunay');
    expect(asset.notes).toContain('the surface was made a wall of 0.05 m');
    expect(asset.wall / 0.05).toBeGreaterThan(0.75);
    expect(asset.mass.volume).toBeCloseTo(0.05 + Math.PI * 0.025 * 0.025 * 2, 2);
    expect(asset.render).toBeNull();
  });

  it('much thicker than the surface: as many tets as the resolution asks of the wall', async () => {
    const asset = await bake(rectangle(1e-3, 1e-3), { shell: 0.02, resolution: 12 }); // 3.3 million at 24 before
    expect(asset.tets.indices.length / 4).toBeLessThan(12_000);
    expect(asset.mass.volume / volumeAround(1e-3, 1e-3, 0.02)).toBeCloseTo(1, 2);
    expect(asset.notes).toEqual(['the surface was made a wall of 0.02 m']);
  });

  it('tells of gaps too narrow for its cells', async () => {
    const second = shape(
      sheet.positions.map((x, i) => (i % 3 === 2 ? 0.23 : x)),
      sheet.indices,
    );
    const asset = await bake(joined(sheet, second), { shell: 0.2, resolution: 6 });
    const due = 2 * volumeAround(1, 1, 0.2);
    const told = /^the wall has (\S+) % more volume .* gaps between sheets narrower than 0.05 m/;
    const note = asset.notes.find((n) => told.test(n))!;
    const [, percent] = told.exec(note)!;
    expect(Math.abs(Number(percent) / 100 - (asset.mass.volume / due - 1))).toBeLessThan(0.005);
  });

  it('one refused for memory is baked as advised', async () => {
    for (const memoryLimit of [5e6, 8e6, 1.3e7]) {
      let message = '';
      await bake(sheet, { shell: 1e-3, resolution: 4, memoryLimit }).catch((error) => {
        message = error.message;
      });
      const least = Number(/give at least (\S+) m, or raise memoryLimit$/.exec(message)?.[1]);
      expect((await bake(sheet, { shell: least, resolution: 4, memoryLimit })).wall).toBeGreaterThan(0);
      await expect(bake(sheet, { shell: least / 1.06, resolution: 4, memoryLimit })).rejects.toThrow(
        'memory',
      );
    }
  });

  it('every refusal that a wall would help names it', async () => {
    await expect(bake(sheet, { mesher: 'delaunay' })).rejects.toThrow(/make it a wall with the option shell/);
    const plate = box(1, 1, 0.01);
    expect(() => finishWork(stuffSurface(plate, { spacing: 0.4, halvings: 0 }))).toThrow(
      /walls are too thin .* option shell/,
    );
  });

  it('by stuffing too, with cubes fine enough for the wall', async () => {
    const asset = await bake(sheet, { shell: 0.2, resolution: 4, mesher: 'stuffing' });
    expect(asset.mesher).toBe('stuffing');
    expect(asset.mass.volume).toBeCloseTo(0.2 + 2 * Math.PI * 0.01, 1);
  });

  it('refuses a thickness that is none, and tets', async () => {
    for (const shell of [0, -1, Number.NaN, Infinity])
      await expect(bake(sheet, { shell })).rejects.toThrow(`shell is ${shell}`);
    await expect(bake(sheet, { shell: '1' as never })).rejects.toThrow("shell is '1'");
    const tets = { positions: tetra().positions, indices: Uint32Array.of(0, 1, 2, 3) };
    await expect(bakeTets(tets, { shell: 0.1 })).rejects.toThrow('shell makes a wall of a surface');
    await expect(bake(sheet, { shell: 1e-5 })).rejects.toThrow(
      expect.objectContaining({ code: 'too-large' }),
    );
  });
});
