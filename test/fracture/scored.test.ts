// Scored solids: bonds as large as what they join, broken from the blow outwards for as much as it pays, and remembered.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Asset } from '../../src/bake/asset.ts';
import { createCollider } from '../../src/contact/collider.ts';
import { createShape } from '../../src/contact/shape.ts';
import { buildSolid } from '../../src/contact/solid.ts';
import { familyOf } from '../../src/contact/update.ts';
import { materials } from '../../src/fracture/material.ts';
import { breakBonds, scoreCells } from '../../src/fracture/scored.ts';
import type { Family } from '../../src/fragment/family.ts';
import { World } from '../../src/world/world.ts';
import { boxAsset } from '../world/things.ts';

let bar: Asset;
let family: Family;
/** Four cells along a bar of 0.4 × 0.1 × 0.1 m. */
const seeds = [-0.15, 0, 0, -0.05, 0, 0, 0.05, 0, 0, 0.15, 0, 0];

beforeAll(async () => {
  bar = await boxAsset(0.4, 0.1, 0.1, 0.05);
  family = familyOf(createCollider(buildSolid(bar)));
});

/** The pieces that a blow at the left end leaves, as sets of cells. */
function strike(energy: number, options = {}, loose = new Set<number>()): number[][] {
  const scored = scoreCells(bar.tets.positions, seeds, options);
  const pattern = breakBonds(family, 0, scored, loose, [-0.2, 0, 0], energy, 100);
  if (pattern === null) return [[0, 1, 2, 3]];
  const pieces = new Map<number, Set<number>>();
  scored.cells.forEach((cell, i) => {
    const kind = pattern.labels[i];
    pieces.set(kind, (pieces.get(kind) ?? new Set()).add(cell));
  });
  return [...pieces.values()].map((cells) => [...cells].sort());
}

describe('bonds', () => {
  it('cost about the area between their cells, 0.01 m² at 100 J/m²', () => {
    expect(strike(0.7)).toEqual([[0, 1, 2, 3]]);
    expect(strike(1.4)).toEqual([[0], [1, 2, 3]]);
  });

  it('break from the blow outwards, as many as it pays for', () => {
    expect(strike(2.6).length).toBe(3);
    expect(strike(10).length).toBe(4);
  });

  it('have strengths of their own', () => {
    expect(strike(1.4, { strength: 0.2 }).length).toBe(4);
    expect(strike(0.7, { bonds: [[0, 1, 0.2]] })).toEqual([[0], [1, 2, 3]]);
    expect(strike(10, { bonds: [[0, 1, 100]] })).toEqual([[0, 1, 2, 3]]); // it holds, and nothing behind it is reached
  });

  it('stay broken', () => {
    const loose = new Set<number>();
    strike(1.4, {}, loose);
    expect(loose.size).toBe(1);
    expect(strike(1.4, {}, loose).length).toBe(3);
  });

  it('refuse what does not fit', () => {
    expect(() => scoreCells(bar.tets.positions, [0, 0])).toThrow(/seeds/);
    expect(() => scoreCells(bar.tets.positions, seeds, { strength: -1 })).toThrow(/strength/);
    const world = new World();
    expect(() => world.add(bar, { material: materials.brick, scored: { cells: [0, 1] } })).toThrow(/nodes/);
    expect(world.bodies.length).toBe(0);
  });
});

describe('a scored body', () => {
  const drop = (): World => {
    const world = new World({ record: true });
    world.addStatic(createShape('plane'));
    world.add(bar, {
      position: [0, 0.2, 0],
      velocity: [0, -12, 0],
      rotation: [0, 0, 0.2, 1],
      material: materials.brick,
      scored: scoreCells(bar.tets.positions, seeds, { strength: 0.3 }),
    });
    return world;
  };

  it('breaks along its cells, and goes on from a snapshot and plays from a recording as it was', () => {
    const world = drop();
    for (let step = 0; step < 3; step++) world.step(1 / 60);
    expect(world.bodies.length).toBeGreaterThan(2);
    expect(world.bodies.length).toBeLessThanOrEqual(5);
    const copy = World.restore(world.snapshot(), { assets: [bar] });
    for (const one of [world, copy]) for (let step = 0; step < 4; step++) one.step(1 / 60);
    expect(copy.hash()).toBe(world.hash());
    const played = World.replay(JSON.parse(JSON.stringify(world.recording())), { assets: [bar] });
    expect(played.hash()).toBe(world.hash());
  });
});
