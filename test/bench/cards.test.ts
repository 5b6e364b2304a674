// Bench `cards`, a sample: a house of two storeys stands, and one whose cards lean too far for their friction falls.

import { expect, it } from 'vitest';
import { bakeCards, buildHouse, playHouse } from '../../bench/cards.ts';

it('a house of cards stands, kept awake, and begins without an overlap', async () => {
  const house = buildHouse(await bakeCards(0.002, 2), 2, 1, false);
  house.world.step(1e-6);
  const { count, distance } = house.world.contacts;
  for (let i = 0; i < count; i++) expect(distance[i]).toBeGreaterThan(0);
  const { fell, drift } = playHouse(house, 3);
  expect(fell).toBe(false);
  expect(drift).toBeLessThan(0.002);
});
