// Judging loads allocates nothing, with modes and without. In a file of its own: what other tests do with the same
// functions decides what the engine makes of them.

import { expect, it } from 'vitest';
import { createDecision, decideFracture } from '../../src/fracture/decide.ts';
import { createFamily } from '../../src/fragment/index.ts';
import { materials } from '../../src/index.ts';
import * as shapes from '../../src/mesh/shapes/index.ts';
import { findGarbage } from '../support/allocation.ts';
import { makeBrittle } from './meshes.ts';

it.each([
  ['by energy', undefined],
  ['by modes', materials.brick.poisson],
])('judging %s allocates nothing', (_, poisson) => {
  const brick = makeBrittle(shapes.createBox({ size: [0.2, 0.05, 0.1], edge: 0.05 }), 0.05, poisson);
  const decision = createDecision();
  const family = createFamily(brick.topology);
  const loads = Float64Array.of(0.1, 0.025, 0, 0, -1, 0, 1, 0.1, 0.025, 0.05, 0, -1, 0, 0);
  const options = { dt: 1 / 60 };
  const garbage = findGarbage(400, () => {
    for (let i = 0; i < 400; i++)
      decideFracture(decision, brick, family, 0, materials.brick, loads, 2, options);
  });
  expect(decision.load).toBeGreaterThan(0);
  expect(decision.stress > 0).toBe(poisson !== undefined);
  expect(garbage).toEqual([]);
});
