// Bench `pile`, a sample: how a small heap is judged.

import { expect, it } from 'vitest';
import { playHeap } from '../../bench/pile-seeds.ts';
import { createShape } from '../../src/contact/shape.ts';
import { World } from '../../src/world/world.ts';
import { boxAsset } from '../world/things.ts';

it('boxes that are dropped on each other sleep, overlap little, and have four rows a face', async () => {
  const box = await boxAsset(0.2, 0.1, 0.2, 0.1);
  const world = new World();
  world.addStatic(createShape('plane'));
  for (let k = 0; k < 3; k++) world.add(box, { position: [0.01 * k, 0.06 + 0.12 * k, 0] });
  const heap = playHeap(world);
  expect(heap.fragments).toBe(3);
  expect(heap.asleep).toBeLessThan(3);
  expect(heap.rocking).toBe(0);
  expect(heap.deepest).toBeLessThan(1);
  expect(heap.below).toBe(0);
  expect(heap.mostTouching).toBeLessThanOrEqual(4);
});
