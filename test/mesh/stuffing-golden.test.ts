import { describe, expect, it } from 'vitest';
import { finishWork } from '../../src/job/work.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { type StuffedSolid, type StuffOptions, stuffSurface } from '../../src/mesh/stuffing/stuff.ts';
import { DATA, readShape, type Shape } from '../support/data.ts';
import { exploded, joined, moved, sphere } from '../support/shapes.ts';
import { dihedralRange, findFaults, readBunny, readDragon, surfaceVolume } from './stuffing-measure.ts';

const bunny = readBunny();
const BUNNY_SPACING = 0.428; // cubes of 0.535: about 16,000 tets

function stuff(surface: Shape, spacing: number, options: Partial<StuffOptions> = {}): StuffedSolid {
  return finishWork(stuffSurface(surface, { ...options, spacing }));
}

/** What a golden report pins: counts exactly, sizes and angles to what is shown. */
function summarise(solid: StuffedSolid) {
  const [least, most] = dihedralRange(solid.tets);
  return {
    nodes: solid.tets.positions.length / 3,
    tets: solid.tets.indices.length / 4,
    surfaceNodes: solid.surfaceCount,
    triangles: solid.surface.indices.length / 3,
    dihedral: `${least.toFixed(1)}° to ${most.toFixed(1)}°`,
    volumeError: `${(100 * solid.volumeError).toFixed(2)} %`,
    lost: `${(100 * solid.lost).toFixed(2)} %`,
    halvings: solid.halvings,
    pieces: solid.pieces,
    dropped: solid.dropped,
    restored: solid.restored,
  };
}

/** A surface with a share of its triangles deleted at random. */
function holed({ positions, indices }: Shape, share: number, seed: number): Shape {
  const random = createRandom(seed);
  const gone = Array.from({ length: indices.length / 3 }, () => nextFloat(random) < share);
  return { positions, indices: indices.filter((_, h) => !gone[Math.floor(h / 3)]) };
}

describe('golden reports', () => {
  it('npm bunny', () => {
    const solid = stuff(bunny, BUNNY_SPACING);
    expect(findFaults(solid.tets, solid.surfaceCount)).toEqual([]);
    expect(solid.solidVolume / surfaceVolume(bunny)).toBeCloseTo(1, 2);
    expect(summarise(solid)).toMatchInlineSnapshot(`
      {
        "dihedral": "19.4° to 144.4°",
        "dropped": 0,
        "halvings": 0,
        "lost": "1.10 %",
        "nodes": 3554,
        "pieces": 1,
        "restored": 0,
        "surfaceNodes": 1430,
        "tets": 16353,
        "triangles": 2856,
        "volumeError": "-1.48 %",
      }
    `);
  });

  it('bunny without 2 % of its triangles (seed 5)', () => {
    const dirty = holed(bunny, 0.02, 5);
    const solid = stuff(dirty, BUNNY_SPACING);
    expect(findFaults(solid.tets, solid.surfaceCount)).toEqual([]);
    expect(solid.volume / surfaceVolume(bunny)).toBeCloseTo(0.985, 2);
    expect(summarise(solid)).toMatchInlineSnapshot(`
      {
        "dihedral": "19.4° to 144.4°",
        "dropped": 0,
        "halvings": 0,
        "lost": "1.00 %",
        "nodes": 3554,
        "pieces": 1,
        "restored": 0,
        "surfaceNodes": 1430,
        "tets": 16353,
        "triangles": 2856,
        "volumeError": "-1.44 %",
      }
    `);
  });

  it('bunny and a sphere that overlaps it', () => {
    const solid = stuff(joined(bunny, moved(sphere(12), [2, 4, 0], 2)), BUNNY_SPACING);
    expect(findFaults(solid.tets, solid.surfaceCount)).toEqual([]);
    expect(summarise(solid)).toMatchInlineSnapshot(`
      {
        "dihedral": "19.4° to 148.9°",
        "dropped": 0,
        "halvings": 0,
        "lost": "0.85 %",
        "nodes": 3632,
        "pieces": 1,
        "restored": 0,
        "surfaceNodes": 1458,
        "tets": 16722,
        "triangles": 2912,
        "volumeError": "-1.45 %",
      }
    `);
  });

  it('dragon, level 4, not a manifold', () => {
    const solid = stuff(readDragon(), 0.2 / 30);
    expect(findFaults(solid.tets, solid.surfaceCount)).toEqual([]);
    expect(summarise(solid)).toMatchInlineSnapshot(`
      {
        "dihedral": "12.4° to 150.4°",
        "dropped": 0,
        "halvings": 0,
        "lost": "1.10 %",
        "nodes": 2834,
        "pieces": 1,
        "restored": 9,
        "surfaceNodes": 1727,
        "tets": 10841,
        "triangles": 3458,
        "volumeError": "-4.53 %",
      }
    `);
  });

  it('bunny as loose triangles', () => {
    const solid = stuff(exploded(bunny), BUNNY_SPACING);
    expect(findFaults(solid.tets, solid.surfaceCount)).toEqual([]);
    // Of triangles that share nothing the volume is estimated, of a closed surface it is exact.
    const whole = stuff(bunny, BUNNY_SPACING);
    expect(summarise(solid)).toEqual({ ...summarise(whole), volumeError: summarise(solid).volumeError });
    expect(Math.abs(solid.volumeError - whole.volumeError)).toBeLessThan(1e-3);
  });

  describe.skipIf(!DATA)('from outside', () => {
    it('teapot of 32 open patches', () => {
      const solid = stuff(readShape('meshes/teapot-npm-open.json'), 1);
      expect(findFaults(solid.tets, solid.surfaceCount)).toEqual([]);
      expect(summarise(solid)).toMatchInlineSnapshot(`
        {
          "dihedral": "16.4° to 156.0°",
          "dropped": 0,
          "halvings": 0,
          "lost": "1.15 %",
          "nodes": 4241,
          "pieces": 2,
          "restored": 1,
          "surfaceNodes": 1475,
          "tets": 20309,
          "triangles": 2942,
          "volumeError": "-1.36 %",
        }
      `);
    });

    it('box with a corner pulled in', () => {
      const solid = stuff(readShape('meshes/boxNotManifold.obj'), 0.01);
      expect(findFaults(solid.tets, solid.surfaceCount)).toEqual([]);
      expect(summarise(solid)).toMatchInlineSnapshot(`
        {
          "dihedral": "45.0° to 90.0°",
          "dropped": 0,
          "halvings": 0,
          "lost": "0.00 %",
          "nodes": 1625,
          "pieces": 1,
          "restored": 0,
          "surfaceNodes": 770,
          "tets": 6912,
          "triangles": 1536,
          "volumeError": "0.00 %",
        }
      `);
    });

    it('airplane: a wing tip and struts of less than a cube', () => {
      const solid = stuff(readShape('meshes/plane.obj'), 0.2, { halvings: 0 });
      expect(findFaults(solid.tets, solid.surfaceCount)).toEqual([]);
      expect(summarise(solid)).toMatchInlineSnapshot(`
        {
          "dihedral": "15.7° to 152.3°",
          "dropped": 4,
          "halvings": 0,
          "lost": "7.40 %",
          "nodes": 7158,
          "pieces": 1,
          "restored": 2,
          "surfaceNodes": 3931,
          "tets": 28908,
          "triangles": 7858,
          "volumeError": "-4.45 %",
        }
      `);
    });
  });
});
