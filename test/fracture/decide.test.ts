import { beforeAll, describe, expect, it } from 'vitest';
import { countPieces } from '../../src/fracture/decide.ts';
import {
  addDamage,
  applyFracture,
  type Brittle,
  createChanges,
  createDecision,
  createFamily,
  decideFracture,
} from '../../src/fragment/index.ts';
import { materials, strengthenMaterial } from '../../src/index.ts';
import * as shapes from '../../src/mesh/shapes/index.ts';
import { makeBrittle } from './meshes.ts';

/** The loads of a body that falls from a height onto one point, and stops. */
function fall(brittle: Brittle, density: number, height: number): Float64Array {
  const speed = Math.sqrt(2 * 9.81 * height);
  const { positions, volume } = brittle.topology;
  return Float64Array.of(positions[0], positions[1], positions[2], 0, volume * density * speed, 0, speed);
}

const decision = createDecision();
const options = { dt: 1 / 60, maxPieces: 1000 };

describe('decideFracture, by energy', () => {
  let glass: Brittle;
  let pane: Brittle;
  beforeAll(() => {
    glass = makeBrittle(shapes.createGlass({ triangles: 4000 }), 0.012);
    pane = makeBrittle(shapes.createBox({ size: [0.5, 0.004, 0.4], edge: 0.03 }), 0.03);
  });

  function drop(brittle: Brittle, material: typeof materials.glass, height: number, damage = 0): boolean {
    const loads = fall(brittle, material.density, height);
    const family = createFamily(brittle.topology);
    return decideFracture(decision, brittle, family, 0, material, loads, 1, { ...options, damage });
  }

  it('a drinking glass survives 10 cm and shatters from 1.5 m; harder falls make more pieces', () => {
    expect(drop(glass, materials.glass, 0.1)).toBe(false);
    expect(decision.load).toBeGreaterThan(0.3);
    expect(drop(glass, materials.glass, 1.5)).toBe(true);
    const pieces = decision.pieces;
    expect(pieces).toBeGreaterThan(10);
    expect(decision.absorbed).toBeGreaterThan(0);
    expect(decision.absorbed).toBeLessThan(1);
    drop(glass, materials.glass, 3);
    expect(decision.pieces).toBeGreaterThan(pieces);
    expect(drop(glass, materials.steel, 100)).toBe(false);
  });

  it('the limit follows strength squared, and damage weakens', () => {
    drop(glass, materials.glass, 1);
    const load = decision.load;
    drop(glass, strengthenMaterial(materials.glass, 2), 1);
    expect(decision.load).toBeCloseTo(load / 2, 10);
    drop(glass, materials.glass, 1, 0.5);
    expect(decision.load).toBeCloseTo(2 * load, 10);
    expect(addDamage(0, materials.brick, 0.5)).toBeCloseTo(materials.brick.damage / 4);
    expect(addDamage(0.5, materials.glass, 0.9)).toBe(0.5);
  });

  it('what rests breaks nothing, whatever it weighs', () => {
    const loads = Float64Array.of(0, 0, 0, 0, 1e6, 0, 0);
    const family = createFamily(glass.topology);
    expect(decideFracture(decision, glass, family, 0, materials.glass, loads, 1, options)).toBe(false);
    expect(decideFracture(decision, glass, family, 0, materials.glass, loads, 0, options)).toBe(false);
  });

  it('the threshold hardly depends on the mesh', () => {
    const coarse = makeBrittle(shapes.createGlass({ triangles: 2000 }), 0.02);
    drop(glass, materials.glass, 1);
    const load = decision.load;
    drop(coarse, materials.glass, 1);
    expect(Math.abs(decision.load / load - 1)).toBeLessThan(0.1);
  });

  it('so much crack makes so many pieces: walls of k³ cells, of k² shards', () => {
    expect(countPieces(3 * 0.01, 0.001, 0.1, 0.1)).toBeCloseTo(8, 9); // a cube of 10 cm, cut in half three times
    expect(countPieces(6 * 0.01, 0.001, 0.1, 0.1)).toBeCloseTo(27, 9);
    const [side, thickness] = [0.5, 0.004];
    const volume = side * side * thickness;
    expect(countPieces(2 * side * thickness, volume, Math.cbrt(volume), thickness)).toBeCloseTo(4, 9);
    expect(countPieces(0, volume, Math.cbrt(volume), thickness)).toBe(1);
  });

  it('a pane is flat and breaks into shards, a glass is not', () => {
    expect(glass.axis).toBeNull();
    expect(pane.axis?.map((x) => Math.round(Math.abs(x)))).toEqual([0, 1, 0]);
    expect(pane.thickness).toBeCloseTo(0.004, 6);
    for (const brittle of [pane, glass]) {
      drop(brittle, materials.glass, 3);
      if (brittle === pane) decision.point.set(pane.center);
      const family = createFamily(brittle.topology);
      const changes = createChanges(brittle.topology);
      const made = applyFracture(changes, brittle, family, 0, { ...decision, pieces: 24 }, 1);
      expect(made).toBeGreaterThan(12);
    }
  });
});
