// The radius of a ball was half the diagonal of its box: what contacts may do, ε and how deep a ball may be, was 1.7 times
// what it is for a ball of its size made of triangles.

import { expect, it } from 'vitest';
import { createShape } from '../../src/contact/shape.ts';
import { World } from '../../src/world/world.ts';

it('a ball reaches as far as its radius', () => {
  const world = new World();
  expect(world.info(world.add(createShape('sphere', 0.2))).radius).toBe(0.2);
  expect(world.info(world.add(createShape('box', 1, 2, 2))).radius).toBe(3);
});
