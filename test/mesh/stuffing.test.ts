import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/job/error.ts';
import { finishWork } from '../../src/job/work.ts';
import { createLattice, placeNode } from '../../src/mesh/stuffing/lattice.ts';
import { createSolid } from '../../src/mesh/stuffing/solid.ts';
import { type StuffedSolid, type StuffOptions, stuffSurface } from '../../src/mesh/stuffing/stuff.ts';
import { createTriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { distanceBrute, pointAt } from '../support/brute.ts';
import type { Shape } from '../support/data.ts';
import { box, joined, moved, reversed, shape, sphere } from '../support/shapes.ts';
import { countComponents } from './shapes-measure.ts';
import { findFaults, readBunny, surfaceVolume } from './stuffing-measure.ts';

const bunny = readBunny();

function stuff(surface: Shape, spacing: number, options: Partial<StuffOptions> = {}): StuffedSolid {
  return finishWork(stuffSurface(surface, { ...options, spacing }));
}

/** A closed surface around the x axis with 24 corners a ring. */
function lathe(profile: number[][]): Shape {
  const positions: number[] = [];
  const indices: number[] = [];
  for (const [x, r] of profile) {
    for (let k = 0; k < 24; k++) {
      positions.push(x, r * Math.cos((k * Math.PI) / 12), r * Math.sin((k * Math.PI) / 12));
    }
  }
  const last = 24 * (profile.length - 1);
  for (let k = 0; k < 24; k++) {
    const next = (k + 1) % 24;
    for (let o = 0; o < last; o += 24) {
      indices.push(o + k, o + next, o + 24 + next, o + k, o + 24 + next, o + 24 + k);
    }
    if (k > 1) indices.push(0, k, k - 1, last, last + k - 1, last + k);
  }
  return shape(positions, indices);
}

describe('stuffSurface', () => {
  it('fills a box to the brim', () => {
    const solid = stuff(box(1, 2, 0.5), 0.1);
    expect(solid.volume).toBeCloseTo(1, 2);
    expect(solid.surface.positions).toEqual(solid.tets.positions.slice(0, 3 * solid.surfaceCount));
  });

  it('makes surface edges of about the spacing, and comes closer to the surface with it', () => {
    const ball = sphere(16);
    let worst = Infinity;
    for (const spacing of [0.3, 0.15, 0.075]) {
      const { surface } = stuff(ball, spacing);
      let sum = 0;
      for (let h = 0; h < surface.indices.length; h++) {
        const a = pointAt(surface.positions, 3 * surface.indices[h]);
        const b = pointAt(surface.positions, 3 * surface.indices[h % 3 === 2 ? h - 2 : h + 1]);
        sum += Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
      }
      expect(sum / surface.indices.length / spacing).toBeGreaterThan(0.9);
      expect(sum / surface.indices.length / spacing).toBeLessThan(1.1);
      // Nodes stand on cut points; the volume lost between them falls with the square of the spacing.
      const lost = 1 - surfaceVolume(surface) / surfaceVolume(ball);
      expect(lost).toBeLessThan(worst / 3);
      worst = lost;
    }
  });

  it('puts boundary nodes on the surface where nothing had to be put back', () => {
    const solid = stuff(bunny, 0.8);
    expect(solid.restored).toBe(0);
    for (let v = 0; v < solid.surfaceCount; v += 41) {
      expect(distanceBrute(bunny, pointAt(solid.tets.positions, 3 * v))).toBeLessThan(1e-5);
    }
  });

  it('keeps two disjoint solids as two pieces', () => {
    const apart = joined(box(), moved(box(), [3, 0, 0]));
    expect(stuff(apart, 0.1).pieces).toBe(2);
    expect(countComponents(stuff(apart, 0.1).surface)).toBe(2);
  });

  it('drops a speck', () => {
    const blocks = joined(box(), moved(box(), [3, 0, 0]));
    const cell = 0.125;
    const lattice = createLattice(createSolid(blocks).box, cell);
    // A grain around a lattice node between the blocks: enough to be cut out, too small to keep.
    const center = new Float64Array(3);
    const cube = lattice.size.map((n) => n >> 1);
    placeNode(center, 0, lattice, 2 * (cube[0] + lattice.size[0] * (cube[1] + lattice.size[1] * cube[2])));
    const solid = stuff(joined(blocks, moved(sphere(3), [...center], 0.46 * cell)), cell / 1.25);
    expect(solid.pieces).toBe(2);
    expect(solid.dropped).toBe(1);
    expect(solid.droppedVolume).toBeGreaterThan(0);
    expect(solid.droppedVolume).toBeLessThan(0.5 * cell ** 3);
  });

  it('drops what hangs on a neck thinner than the lattice', () => {
    const bulge = (x: number) => Math.max(0.01, Math.sqrt(Math.max(0, 0.64 - x * x)), ball(x - 1.8));
    const ball = (x: number) => Math.sqrt(Math.max(0, 0.09 - x * x));
    const bone = lathe(Array.from({ length: 117 }, (_, i) => [i / 40 - 0.8, bulge(i / 40 - 0.8)]));
    const solid = stuff(bone, 0.1, { halvings: 0 });
    expect(findFaults(solid.tets, solid.surfaceCount)).toEqual([]);
    expect(solid.pieces).toBe(1);
    expect(solid.dropped).toBe(1);
    expect(solid.droppedVolume).toBeCloseTo((4 / 3) * Math.PI * 0.027, 1);
  });

  it('keeps a cavity', () => {
    const hollow = joined(sphere(12), moved(reversed(sphere(12)), [0, 0, 0], 0.6));
    const solid = stuff(hollow, 0.1);
    expect(findFaults(solid.tets, solid.surfaceCount)).toEqual([]);
    expect(countComponents(solid.surface)).toBe(2);
    expect(solid.volumeError).toBeGreaterThan(-0.03);
  });

  it('halves its cubes for a plate thinner than them, and says so', () => {
    const plate = box(1, 0.02, 1);
    const solid = stuff(plate, 1 / 24);
    expect(solid.halvings).toBe(1);
    expect(Math.abs(solid.volumeError)).toBeLessThan(0.1);
    expect(findFaults(solid.tets, solid.surfaceCount)).toEqual([]);
    // Not allowed to, it gives what it has, or says that the walls are too thin.
    expect(() => stuff(box(1, 0.005, 1), 1 / 24, { halvings: 0 })).toThrow(/walls are too thin/);
  });

  it('halves its cubes for an ear that its volume would not miss', () => {
    const once = stuff(bunny, 0.8, { halvings: 0 });
    expect(once.lost).toBeGreaterThan(0.05);
    expect(Math.abs(once.volumeError)).toBeLessThan(0.06);
    const again = stuff(bunny, 0.8);
    expect(again.halvings).toBe(1);
    expect(again.cell).toBe(once.cell / 2);
    expect(again.lost).toBeLessThan(0.02);
  });

  it('does not run after sheets that bound nothing', () => {
    const sheet = shape([0, 0, 0, 3, 0, 0, 3, 0, 3, 0, 0, 3], [0, 1, 2, 0, 2, 3]);
    const solid = stuff(joined(box(), moved(sheet, [1, 0.5, 0])), 0.1);
    expect(solid.halvings).toBe(0);
    expect(solid.lost).toBe(0);
  });

  it('gives the same bits twice, and rising progress', () => {
    const work = stuffSurface(bunny, { spacing: 0.8 });
    const fractions: number[] = [];
    let step = work.next();
    while (!step.done) {
      fractions.push(step.value);
      step = work.next();
    }
    expect(step.value).toEqual(stuff(bunny, 0.8));
    expect(fractions.length).toBeGreaterThan(10);
    for (let i = 1; i < fractions.length; i++) expect(fractions[i]).toBeGreaterThanOrEqual(fractions[i - 1]);
    expect(fractions[fractions.length - 1]).toBeLessThanOrEqual(1);
  });
});

describe('attributes', () => {
  // A box whose uv is (x, y), whose normals are the faces', whose groups are the faces and whose colours are xyz.
  const { positions, indices } = box(1, 1, 1);
  const corners = [...indices].map((v) => [...positions.slice(3 * v, 3 * v + 3)]);
  const faces = Array.from({ length: 12 }, (_, t) => Math.floor(t / 2));
  const axes = [
    [0, 0, -1],
    [0, 0, 1],
    [0, -1, 0],
    [0, 1, 0],
    [-1, 0, 0],
    [1, 0, 0],
  ];
  const mesh = createTriangleMesh({
    positions,
    indices,
    uvs: corners.flatMap((corner) => corner.slice(0, 2)),
    colors: corners.flat(),
    normals: faces.flatMap((f) => [...axes[f], ...axes[f], ...axes[f]]),
    groups: faces,
  });
  const { surface, source } = finishWork(stuffSurface(mesh, { spacing: 0.13 }));

  it('follow the closest point of the input', () => {
    for (let h = 0; h < surface.indices.length; h++) {
      const p = pointAt(surface.positions, 3 * surface.indices[h]);
      for (let d = 0; d < 3; d++) expect(Math.abs(surface.colors![3 * h + d] - p[d])).toBeLessThan(0.04);
      for (let d = 0; d < 2; d++) expect(Math.abs(surface.uvs![2 * h + d] - p[d])).toBeLessThan(0.04);
    }
  });

  it('keep the faces of a crease apart', () => {
    for (let t = 0; t < surface.groups!.length; t++) {
      expect(surface.groups![t]).toBe(faces[source[t]]);
      for (let c = 0; c < 3; c++) {
        const normal = [...surface.normals!.slice(9 * t + 3 * c, 9 * t + 3 * c + 3)];
        const z = pointAt(surface.positions, 3 * surface.indices[3 * t + c])[2];
        if (normal[2] === 1) expect(z).toBeGreaterThan(0.9);
        expect(Math.hypot(...normal)).toBeCloseTo(1, 5);
      }
    }
    expect(new Set(surface.groups!).size).toBe(6);
  });

  it('are left out where the input has none', () => {
    const plain = stuff(bunny, 1).surface;
    expect([plain.uvs, plain.normals, plain.colors, plain.groups]).toEqual([null, null, null, null]);
  });
});

describe('what stuffing refuses', () => {
  const sheet = shape([0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1], [0, 1, 2, 0, 2, 3]);
  const cases: [string, string, RegExp, () => unknown][] = [
    ['an open plane', 'open-surface', /encloses no solid/, () => stuff(sheet, 0.1)],
    ['one triangle', 'open-surface', /close its holes/, () => stuff(shape(sheet.positions, [0, 1, 2]), 0.1)],
    ['a box inside out', 'not-solid', /inside out/, () => stuff(reversed(box()), 0.1)],
    ['no triangles', 'empty-mesh', /no triangles/, () => stuff(shape([], []), 0.1)],
    [
      'a NaN',
      'non-finite',
      /vertex 1 /,
      () => stuff(shape([0, 0, 0, Number.NaN, 0, 0, 0, 1, 0], [0, 1, 2]), 1),
    ],
    [
      'a vertex that is not there',
      'index-out-of-range',
      /vertex 9/,
      () => stuff(shape([0, 0, 0], [0, 0, 9]), 1),
    ],
    ['a spacing of 0', 'bad-argument', /spacing is 0/, () => stuff(bunny, 0)],
    ['a spacing that is not a number', 'bad-argument', /spacing is NaN/, () => stuff(bunny, Number.NaN)],
    ['a spacing of a micron', 'too-large', /MB/, () => stuff(bunny, 1e-6)],
  ];
  it.each(cases)('%s: %s', (_, code, message, run) => {
    let thrown: unknown;
    try {
      run();
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(InputError);
    expect((thrown as InputError).code).toBe(code);
    expect((thrown as InputError).message).toMatch(message);
  });
});
